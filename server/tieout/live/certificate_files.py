"""Where certificates are looked for, in which order, and what is wrong with each."""

import ssl
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal, TypeAlias

from tieout.errors import SettingsError
from tieout.live.certificates import (
    CertificateFacts,
    CertificatePem,
    expiry_warning,
    objection,
    read_facts,
)
from tieout.live.private_files import mode_sentence, open_to_others, write_private

Maker: TypeAlias = Literal["settings", "office-addin-dev-certs", "tieout"]


@dataclass(frozen=True, slots=True)
class CertificateFiles:
    """Paths of one certificate.

    Attributes:
        maker: Who made it.
        authority: The authority to trust; None when the user's settings don't say.
    """

    maker: Maker
    certificate: Path
    key: Path
    authority: Path | None

    @property
    def renewal(self) -> str:
        """What to do when it can't be used any longer."""
        match self.maker:
            case "settings":
                return "Replace the files that TIEOUT_CERTIFICATE and TIEOUT_CERTIFICATE_KEY name."
            case "office-addin-dev-certs":
                return "Run `npx office-addin-dev-certs install`, or `tieout certs --renew`."
            case "tieout":
                return "Run `tieout certs --renew --trust`."


@dataclass(frozen=True, slots=True)
class Usable:
    """A certificate that the server can use; `warning` is "" or says that it ends soon."""

    files: CertificateFiles
    facts: CertificateFacts
    warning: str = ""


@dataclass(frozen=True, slots=True)
class Unusable:
    """Files are there but can't be used; the sentence says why and what to do."""

    files: CertificateFiles
    sentence: str


@dataclass(frozen=True, slots=True)
class Absent:
    """No file is there."""

    files: CertificateFiles


Examined: TypeAlias = Usable | Unusable | Absent


def own_files(folder: Path) -> CertificateFiles:
    """Where `tieout certs` keeps what it made, below the configuration folder."""
    made = folder / "certs"
    return CertificateFiles(
        "tieout", made / "localhost.crt", made / "localhost.key", made / "ca.crt"
    )


def office_files(home: Path) -> CertificateFiles:
    """Where office-addin-dev-certs keeps what it made."""
    made = home / ".office-addin-dev-certs"
    return CertificateFiles(
        "office-addin-dev-certs", made / "localhost.crt", made / "localhost.key", made / "ca.crt"
    )


def candidates(
    config: Path, home: Path, certificate: Path | None, key: Path | None
) -> tuple[CertificateFiles, ...]:
    """All places in the order they are tried; the user's own files leave no other.

    Raises:
        SettingsError: Only one of certificate and key is given.
    """
    if certificate is not None and key is not None:
        return (CertificateFiles("settings", certificate, key, None),)
    if certificate is not None or key is not None:
        raise SettingsError("Set both TIEOUT_CERTIFICATE and TIEOUT_CERTIFICATE_KEY, or neither.")
    return (office_files(home), own_files(config))


def examine(files: CertificateFiles, now: datetime) -> Examined:
    """Read one place and judge what is there."""
    here = [path.is_file() for path in (files.certificate, files.key)]
    if not any(here) and files.maker != "settings":
        return Absent(files)
    if not all(here):
        lacking = files.key if here[0] else files.certificate
        return Unusable(files, f"{lacking} is missing. {files.renewal}")
    authority = files.authority if files.authority and files.authority.is_file() else None
    try:
        if open_to_others(files.key):
            return Unusable(files, mode_sentence(files.key))
        facts = read_facts(
            files.certificate.read_bytes(),
            files.key.read_bytes(),
            authority.read_bytes() if authority else None,
        )
    except SettingsError as error:
        return Unusable(files, f"{files.certificate}: {error} {files.renewal}")
    except OSError as error:
        return Unusable(files, f"{error.filename} can't be read: {error.strerror}.")
    reason = objection(facts, now)
    if reason:
        return Unusable(files, f"{files.certificate} can't be used. {reason} {files.renewal}")
    warning = expiry_warning(facts, now)
    return Usable(files, facts, f"{warning} {files.renewal}" if warning else "")


def choose(examined: tuple[Examined, ...]) -> Examined:
    """The first that can be used; else the first that is there; else the last place.

    `examined` holds at least one.
    """
    for found in examined:
        if isinstance(found, Usable):
            return found
    for found in examined:
        if isinstance(found, Unusable):
            return found
    return examined[-1]


def keep(pem: CertificatePem, files: CertificateFiles) -> None:
    """Write what `make_certificates` made; the key readable by its owner only.

    Raises:
        SettingsError: The folder can't be written.
    """
    assert files.authority is not None, "our own certificates have an authority"
    write_private(files.key, pem.key)
    write_private(files.certificate, pem.certificate)
    write_private(files.authority, pem.authority)


def server_context(usable: Usable) -> ssl.SSLContext:
    """A TLS context for the server: TLS 1.2 or newer, with this certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(usable.files.certificate, usable.files.key)
    return context
