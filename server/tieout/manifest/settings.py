"""What the two manifests are rendered from: one settings object and the list of commands."""

from dataclasses import dataclass
from typing import Literal, TypeAlias
from urllib.parse import urlsplit
from uuid import UUID, uuid5

from tieout.errors import SettingsError

Environment: TypeAlias = Literal["dev", "prod"]
IconTheme: TypeAlias = Literal["light", "dark"]

ICON_SIZES = (16, 20, 24, 32, 40, 48, 64, 80)
"""Pixels of the icons that commands name; 96 exists as a file but no schema names it."""
REQUIREMENT_SETS = (("SharedRuntime", "1.1"), ("ExcelApi", "1.12"))
"""The floor: Office 2021 and Microsoft 365 have both, older Excel lists the add-in as unavailable."""
UNIFIED_SCHEMA = "1.24"
"""The first versions with keyboard shortcuts and context menus are just below this one."""
PANE_PAGE = "/taskpane.html"
SHORTCUTS = "/addin/shortcuts.json"

_IDS = UUID("5f0c1a52-7a0b-5c39-9d6c-7e6f1b7f4f10")


@dataclass(frozen=True, slots=True)
class Command:
    """Something a user can start from Excel's ribbon, cell menu or keyboard.

    Attributes:
        id: Name that `Office.actions.associate` gives the function in the pane.
        label: On the button.
        tip: Under the mouse.
        shortcut: Keys, or "" for none.
        opens_pane: Excel opens the pane itself; the function is for the keyboard only.
    """

    id: str
    label: str
    tip: str
    shortcut: str = ""
    opens_pane: bool = False


RIBBON = (
    Command(
        "openPane",
        "Tieout",
        "Open the pane: ask for a change or a check, and see every cell it touches.",
        "Ctrl+Shift+Alt+T",
        opens_pane=True,
    ),
    Command(
        "checkSheet",
        "Check this sheet",
        "Look for errors, overwritten formulas and numbers stored as text on the sheet you see.",
        "Ctrl+Shift+Alt+K",
    ),
    Command(
        "explainSelection",
        "Explain selection",
        "Say where the selected cells' numbers come from and what depends on them.",
        "Ctrl+Shift+Alt+E",
    ),
)
CELL_MENU = Command(
    "askAboutCell", "Ask about this cell", "Open the pane with a question about the selected cells."
)
COMMANDS = (*RIBBON, CELL_MENU)


@dataclass(frozen=True, slots=True)
class ManifestSettings:
    """One environment's manifest.

    Attributes:
        environment: `dev` and `prod` have ids of their own, so both can be installed.
        addin_id: The add-in's GUID; the same for every version of it.
        base_url: `https://host[:port]` without a path.
        pane_path: Path of the pane's page; on one's own machine it holds the start path.
        version: `major.minor.patch`; Excel takes a changed manifest only when it rises.
        support_url: Shown as help and support.
        icons: Drawn for Office's light or dark theme.
    """

    environment: Environment
    addin_id: UUID
    base_url: str
    pane_path: str
    version: str
    support_url: str
    icons: IconTheme = "light"

    def icon_url(self, size: int) -> str:
        """Address of the icon of that many pixels."""
        return f"{self.base_url}/addin/icons/{self.icons}-{size}.png"

    @property
    def domain(self) -> str:
        """Host and port of the server."""
        return urlsplit(self.base_url).netloc


def manifest_settings(
    environment: Environment,
    base_url: str,
    *,
    version: str,
    pane_path: str = PANE_PAGE,
    addin_id: UUID | None = None,
    support_url: str = "",
    icons: IconTheme = "light",
) -> ManifestSettings:
    """Settings with what wasn't given filled in.

    Args:
        environment: Which of the two ids.
        base_url: Where the server is reached.
        version: Of the product.
        pane_path: See `ManifestSettings`.
        addin_id: An id of your own; else one that stays the same for the environment and, in
            production, the host.
        support_url: Default: the base URL.
        icons: See `ManifestSettings`.

    Raises:
        SettingsError: The base URL isn't a plain https origin.
    """
    url = base_url.rstrip("/")
    parts = urlsplit(url)
    if parts.scheme != "https" or not parts.hostname:
        raise SettingsError(f"The base URL has to be https://host or https://host:port: {base_url}")
    if parts.path or parts.query or parts.fragment or "@" in parts.netloc:
        raise SettingsError(f"The base URL may hold a host and a port only: {base_url}")
    identity = environment if environment == "dev" else f"{environment}:{parts.hostname}"
    return ManifestSettings(
        environment,
        addin_id or uuid5(_IDS, identity),
        url,
        pane_path,
        version,
        support_url or f"{url}/",
        icons,
    )
