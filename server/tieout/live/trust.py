"""Commands that make a system trust an authority, forget it, and say whether it does."""

import shlex
import ssl
from pathlib import Path

from tieout.live.platforms import Platform

Command = tuple[str, ...]

_LINUX_COPY = "/usr/local/share/ca-certificates/tieout-localhost.crt"


def trust_commands(platform: Platform, authority: Path, home: Path) -> tuple[Command, ...]:
    """What to run so that this user's Excel and browser trust the authority.

    Windows and macOS ask the user themselves; Linux needs an administrator.
    """
    match platform:
        case "windows":
            return (("certutil", "-user", "-addstore", "Root", str(authority)),)
        case "mac":
            keychain = home / "Library/Keychains/login.keychain-db"
            return (
                ("security", "add-trusted-cert", "-r", "trustRoot", "-k", str(keychain),
                 str(authority)),
            )  # fmt: skip
        case "web":
            return (
                ("sudo", "cp", str(authority), _LINUX_COPY),
                ("sudo", "update-ca-certificates"),
            )


def forget_commands(platform: Platform, authority: Path, thumbprint: str) -> tuple[Command, ...]:
    """What to run so that the authority is no longer trusted."""
    match platform:
        case "windows":
            return (("certutil", "-user", "-delstore", "Root", thumbprint),)
        case "mac":
            return (("security", "remove-trusted-cert", str(authority)),)
        case "web":
            return (
                ("sudo", "rm", "-f", _LINUX_COPY),
                ("sudo", "update-ca-certificates", "--fresh"),
            )


def check_command(platform: Platform, certificate: Path) -> Command | None:
    """A command that succeeds when the certificate is trusted; None where Python can tell itself."""
    if platform != "mac":
        return None
    return ("security", "verify-cert", "-q", "-p", "ssl", "-s", "localhost", "-c", str(certificate))


def in_system_store(authority: bytes) -> bool:
    """Whether Python's view of the system's store (Windows, Linux) holds this authority (PEM)."""
    wanted = ssl.PEM_cert_to_DER_cert(authority.decode("ascii"))
    store = ssl.create_default_context()
    return wanted in store.get_ca_certs(binary_form=True)


def shown(command: Command) -> str:
    """A command as one types it."""
    return shlex.join(command)
