"""What the commands for live Excel share: where things are on this machine, and what is there."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from tieout import __version__
from tieout.assets import asset
from tieout.live.certificate_files import Examined, candidates, choose, examine
from tieout.live.lasting_secrets import LastingSecrets
from tieout.live.platforms import Platform, this_platform
from tieout.live.sideload import Addin
from tieout.manifest.settings import (
    PANE_PAGE,
    Environment,
    IconTheme,
    ManifestSettings,
    manifest_settings,
)
from tieout.settings import Settings

MANIFEST_NAME = "tieout-dev.xml"


@dataclass(frozen=True, slots=True)
class Installation:
    """This user's Tieout on this machine."""

    settings: Settings
    home: Path
    platform: Platform

    @property
    def secrets_file(self) -> Path:
        """The lasting secrets of live panes."""
        return self.settings.config_dir / "live.json"

    @property
    def manifest_file(self) -> Path:
        """The rendered manifest that Excel keeps."""
        return self.settings.config_dir / MANIFEST_NAME

    def certificates(self) -> tuple[Examined, ...]:
        """Every place a certificate can be, judged now."""
        now = datetime.now(UTC)
        places = candidates(
            self.settings.config_dir,
            self.home,
            self.settings.certificate,
            self.settings.certificate_key,
        )
        return tuple(examine(files, now) for files in places)

    def certificate(self) -> Examined:
        """The certificate that would be used."""
        return choose(self.certificates())

    def dev_manifest(self, secrets: LastingSecrets) -> ManifestSettings:
        """The manifest for the server on this machine."""
        url = f"https://localhost:{self.settings.port}"
        return self.manifest("dev", url, f"/p/{secrets.start_path}{PANE_PAGE}")

    def manifest(
        self,
        environment: Environment,
        base_url: str,
        pane_path: str = PANE_PAGE,
        icons: IconTheme = "light",
    ) -> ManifestSettings:
        """A manifest with this installation's id, version and support page."""
        return manifest_settings(
            environment,
            base_url,
            version=__version__,
            pane_path=pane_path,
            addin_id=self.settings.addin_id,
            support_url=self.settings.support_url,
            icons=icons,
        )

    def addin(self, manifest: ManifestSettings) -> Addin:
        """What is sideloaded."""
        return Addin(str(manifest.addin_id), self.manifest_file, self.secrets_file)


def this_installation() -> Installation:
    """The installation of the user who runs this."""
    return Installation(Settings(), Path.home(), this_platform())


def shipped_icon(url: str) -> bytes | None:
    """Content of the icon that our server would answer with at this address.

    Raises:
        LookupError: The address is no icon of ours.
    """
    path = urlsplit(url).path
    if not path.startswith("/addin/"):
        raise LookupError(url)
    folder = asset("addin_manifest").resolve()
    file = (folder / path.removeprefix("/addin/")).resolve()
    return file.read_bytes() if file.is_relative_to(folder) and file.is_file() else None
