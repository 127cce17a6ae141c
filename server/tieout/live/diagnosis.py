"""What `tieout doctor` says about what it found. Finding is elsewhere; here are the judgements."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal, TypeAlias, assert_never

from tieout.live.certificate_files import Absent, Examined, Unusable, Usable
from tieout.live.platforms import Platform

Level: TypeAlias = Literal["ok", "warn", "fail"]
Subject: TypeAlias = Literal[
    "python",
    "versions",
    "port",
    "certificate",
    "trust",
    "manifest",
    "sideload",
    "office.js file",
    "office.js cdn",
    "websocket",
    "access",
    "model key",
    "folders",
]
PortState: TypeAlias = Literal["free", "tieout", "taken"]
ManifestState: TypeAlias = Literal["absent", "current", "outdated", "broken"]

_OLDEST = (3, 11)
_KEY_PREFIX, _KEY_LENGTH = "sk-ant-", 40


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the diagnosis.

    Attributes:
        subject: What was looked at.
        level: `fail`: live Excel can't work. `warn`: it may, or something else can't.
        message: What was found.
        fix: What to do, or "".
    """

    subject: Subject
    level: Level
    message: str
    fix: str = ""


def exit_code(findings: tuple[Finding, ...]) -> Literal[0, 1]:
    """1 when anything failed."""
    return 1 if any(finding.level == "fail" for finding in findings) else 0


def judge_python(version: tuple[int, int]) -> Finding:
    """Python itself."""
    shown = f"Python {version[0]}.{version[1]}"
    if version < _OLDEST:
        return Finding("python", "fail", shown, "Install Python 3.11 or newer.")
    return Finding("python", "ok", shown)


def judge_port(port: int, state: PortState) -> Finding:
    """Whether the server can have its port."""
    match state:
        case "free":
            return Finding("port", "ok", f"Port {port} is free.")
        case "tieout":
            return Finding("port", "ok", f"Tieout is running on port {port}.")
        case "taken":
            fix = "End that program, or set TIEOUT_PORT and run `tieout sideload` again."
            return Finding("port", "fail", f"Another program uses port {port}.", fix)
        case _:
            assert_never(state)


def judge_certificate(found: Examined, now: datetime) -> Finding:
    """The certificate that the server would use."""
    match found:
        case Usable(files, facts, warning):
            days = (facts.not_after - now).days
            message = f"{files.certificate}, {days} days left, made by {files.maker}."
            if warning:
                return Finding("certificate", "warn", message, files.renewal)
            return Finding("certificate", "ok", message)
        case Unusable(_, sentence):
            return Finding("certificate", "fail", sentence, "See there; then run doctor again.")
        case Absent():
            return Finding("certificate", "fail", "There is none.", "Run `tieout certs --trust`.")
        case _:
            assert_never(found)


def judge_trust(trusted: bool | None) -> Finding:
    """Whether this system trusts it; None when that can't be told."""
    if trusted is None:
        return Finding("trust", "warn", "It can't be told whether the certificate is trusted.",
                       "If the pane stays empty, run `tieout certs --trust`.")  # fmt: skip
    if trusted:
        return Finding("trust", "ok", "The certificate's authority is trusted here.")
    return Finding("trust", "fail", "The certificate's authority is not trusted here.",
                   "Run `tieout certs --trust` and restart Excel.")  # fmt: skip


def judge_manifest(path: Path, state: ManifestState, detail: str = "") -> Finding:
    """The manifest that was given to Excel."""
    again = "Run `tieout sideload` again and restart Excel."
    match state:
        case "absent":
            return Finding("manifest", "fail", "None was written yet.", "Run `tieout sideload`.")
        case "current":
            return Finding("manifest", "ok", f"{path} is valid and current.")
        case "outdated":
            return Finding("manifest", "warn", f"{path} is of other settings or versions.", again)
        case "broken":
            return Finding("manifest", "fail", f"{path}: {detail}", again)
        case _:
            assert_never(state)


def judge_sideload(platform: Platform, present: bool) -> Finding:
    """Whether Excel was told of the manifest."""
    if platform == "web":
        message = "There is no desktop Excel for this system."
        return Finding("sideload", "warn", message, "Use a machine with Excel for Windows or Mac.")
    if present:
        return Finding("sideload", "ok", "Excel has the manifest.")
    return Finding("sideload", "fail", "Excel doesn't have the manifest.", "Run `tieout sideload`.")


def judge_office_file(path: Path, present: bool) -> Finding:
    """Office.js for the sandboxes."""
    if present:
        return Finding("office.js file", "ok", "The sandbox's Office.js is installed.")
    return Finding("office.js file", "fail", f"{path} is missing.", "Run `make setup`.")


def judge_cdn(problem: str) -> Finding:
    """Office.js for the pane in Excel; `problem` is "" when Microsoft's server answered."""
    if not problem:
        return Finding("office.js cdn", "ok", "Microsoft's server gives Office.js out.")
    fix = "A pane in Excel needs appsforoffice.microsoft.com: allow it in proxy and firewall."
    return Finding("office.js cdn", "warn", f"Office.js can't be reached: {problem}.", fix)


def judge_websocket(problem: str, *, encrypted: bool) -> Finding:
    """A server was started and a pane connected; `problem` is "" when it was welcomed."""
    if problem:
        fix = "Is a security product cutting connections of this machine to itself?"
        return Finding("websocket", "fail", f"A pane could not connect: {problem}", fix)
    how = "over TLS" if encrypted else "without TLS, as there is no certificate"
    return Finding("websocket", "ok", f"A pane connected and was welcomed, {how}.")


def judge_access(let_in: tuple[str, ...]) -> Finding:
    """Which of the strangers that tried were let in."""
    if let_in:
        fix = "Don't use this installation; report it."
        return Finding("access", "fail", f"Let in: {', '.join(let_in)}.", fix)
    return Finding("access", "ok", "A foreign origin and a wrong token were refused.")


def judge_model_key(key: str | None, *, own_service: bool) -> Finding:
    """The key's form only; it is never shown.

    Args:
        key: The key, if one is set.
        own_service: Another Messages API is set, whose keys may have any form.
    """
    if key is None:
        fix = "Set ANTHROPIC_API_KEY (environment or .env)."
        return Finding("model key", "warn", "None is set: only demonstrations run.", fix)
    fix = "Copy the key again, without quotes, spaces or line ends."
    if not key or key != key.strip() or any(character.isspace() for character in key):
        return Finding("model key", "fail", "The key is empty or has spaces in it.", fix)
    if not own_service and not (key.startswith(_KEY_PREFIX) and len(key) >= _KEY_LENGTH):
        return Finding("model key", "warn", "The key doesn't look like one of Anthropic.", fix)
    return Finding("model key", "ok", "A key is set and has the right form; it was not tried.")


def judge_folders(unwritable: tuple[Path, ...]) -> Finding:
    """Folders that Tieout writes to."""
    if unwritable:
        shown = ", ".join(map(str, unwritable))
        fix = "Give yourself the right to write there, or set TIEOUT_CONFIG_DIR."
        return Finding("folders", "fail", f"Can't be written: {shown}.", fix)
    return Finding("folders", "ok", "All folders can be written.")
