"""`tieout doctor`: look at everything that live Excel needs, and say what to do."""

import asyncio
import json
import socket
import ssl
import sys
import tempfile
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import aiohttp
import typer

from tieout import __version__
from tieout.assets import asset
from tieout.cli.installation import Installation, shipped_icon, this_installation
from tieout.cli.loopback_check import Loopback, try_loopback
from tieout.errors import SettingsError
from tieout.live import diagnosis
from tieout.live.certificate_files import Examined, Usable
from tieout.live.diagnosis import Finding, ManifestState, PortState
from tieout.live.lasting_secrets import read_secrets
from tieout.live.perform import command_output, succeeds
from tieout.live.sideload import query_command, wef_file
from tieout.live.trust import check_command, in_system_store
from tieout.manifest.render import render_addin_xml
from tieout.manifest.validate_xml import validate_addin_xml

_CDN = "https://appsforoffice.microsoft.com/lib/1/hosted/office.js"
_SECONDS = aiohttp.ClientTimeout(total=5)
_SHOWN_VERSIONS = ("aiohttp", "anthropic", "cryptography", "formulon", "websockets")
_MARKS = {"ok": "ok  ", "warn": "warn", "fail": "FAIL"}
_OFFICE_JS = "taskpane_static/vendor/office/excel-web-16.00.js"


def doctor(*, as_json: bool) -> int:
    """Print the findings.

    Returns:
        1 when something would keep live Excel from working, else 0.
    """
    installation = this_installation()
    found = asyncio.run(examine_all(installation))
    code = diagnosis.exit_code(found)
    if as_json:
        report = {"ok": code == 0, "findings": [asdict(finding) for finding in found]}
        typer.echo(json.dumps(report, ensure_ascii=False, indent=2))
        return code
    for finding in found:
        typer.echo(f"{_MARKS[finding.level]}  {finding.subject:<14}  {finding.message}")
        if finding.fix:
            typer.echo(f"{'':22}→ {finding.fix}")
    return code


async def examine_all(installation: Installation) -> tuple[Finding, ...]:
    """Every finding, in the order in which a set-up goes."""
    now = datetime.now(UTC)
    settings = installation.settings
    port, cdn = await asyncio.gather(_port_state(settings.port), _cdn_problem())
    certificate = await asyncio.to_thread(_certificate, installation)
    loopback = Loopback("There is no usable certificate setting.")
    if not isinstance(certificate, Finding):
        loopback = await try_loopback(certificate, settings)
    return (
        diagnosis.judge_python((sys.version_info.major, sys.version_info.minor)),
        _versions(),
        diagnosis.judge_folders(_unwritable(installation)),
        diagnosis.judge_port(settings.port, port),
        *_certificate_findings(installation, certificate, now),
        *_manifest_findings(installation),
        _office_file(installation),
        diagnosis.judge_cdn(cdn),
        diagnosis.judge_websocket(loopback.problem, encrypted=loopback.encrypted),
        diagnosis.judge_access(loopback.let_in),
        _model_key(installation),
    )


def _versions() -> Finding:
    shown = ", ".join(f"{name} {version(name)}" for name in _SHOWN_VERSIONS)
    return Finding("versions", "ok", f"Tieout {__version__}; {shown}.")


def _certificate(installation: Installation) -> Examined | Finding:
    try:
        return installation.certificate()
    except SettingsError as error:
        return Finding("certificate", "fail", str(error), "Correct the settings.")


def _certificate_findings(
    installation: Installation, found: Examined | Finding, now: datetime
) -> tuple[Finding, ...]:
    if isinstance(found, Finding):
        return (found, diagnosis.judge_trust(None))
    judged = diagnosis.judge_certificate(found, now)
    trusted = _is_trusted(installation, found) if isinstance(found, Usable) else None
    return (judged, diagnosis.judge_trust(trusted))


def _is_trusted(installation: Installation, found: Usable) -> bool | None:
    command = check_command(installation.platform, found.files.certificate)
    if command is not None:
        return succeeds(command)
    authority = found.files.authority
    if authority is None or not authority.is_file():
        return None
    try:
        return in_system_store(authority.read_bytes())
    except (OSError, ValueError):
        return None


def _manifest_findings(installation: Installation) -> tuple[Finding, ...]:
    path = installation.manifest_file
    state, detail = _manifest_state(installation)
    present = state != "absent" and _is_sideloaded(installation)
    return (
        diagnosis.judge_manifest(path, state, detail),
        diagnosis.judge_sideload(installation.platform, present),
    )


def _manifest_state(installation: Installation) -> tuple[ManifestState, str]:
    path = installation.manifest_file
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return "absent", ""
    except (OSError, UnicodeDecodeError):
        return "broken", "It can't be read."
    problems = validate_addin_xml(text, shipped_icon)
    if problems:
        return "broken", str(problems[0])
    try:
        kept = read_secrets(installation.secrets_file)
    except SettingsError as error:
        return "broken", str(error)
    if kept is None or text != render_addin_xml(installation.dev_manifest(kept)):
        return "outdated", ""
    return "current", ""


def _is_sideloaded(installation: Installation) -> bool:
    try:
        kept = read_secrets(installation.secrets_file)
    except SettingsError:
        return False
    if kept is None:
        return False
    addin = installation.addin(installation.dev_manifest(kept))
    match installation.platform:
        case "windows":
            return str(addin.manifest) in (command_output(query_command(addin)) or "")
        case "mac":
            return wef_file(addin, installation.home).is_file()
        case "web":
            return False


def _office_file(installation: Installation) -> Finding:
    path = installation.settings.office_js
    if path is None:
        try:
            path = asset(_OFFICE_JS)
        except FileNotFoundError:
            path = Path(_OFFICE_JS)
    return diagnosis.judge_office_file(path, path.is_file())


def _model_key(installation: Installation) -> Finding:
    key = installation.settings.anthropic_api_key
    own_service = installation.settings.anthropic_base_url is not None
    return diagnosis.judge_model_key(
        None if key is None else key.get_secret_value(), own_service=own_service
    )


def _unwritable(installation: Installation) -> tuple[Path, ...]:
    """Folders that can't be written; the nearest one that exists counts for those still to come."""
    unwritable: list[Path] = []
    for folder in (installation.settings.config_dir, Path(tempfile.gettempdir())):
        nearest = next(path for path in (folder, *folder.parents) if path.exists())
        try:
            with tempfile.TemporaryFile(dir=nearest):
                pass
        except OSError:
            unwritable.append(folder)
    return tuple(unwritable)


async def _port_state(port: int) -> PortState:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return "tieout" if await _is_tieout(port) else "taken"
    return "free"


async def _is_tieout(port: int) -> bool:
    # Only the answer's form is looked at and nothing is sent, so an unknown certificate may be.
    unchecked = ssl.create_default_context()
    unchecked.check_hostname = False
    unchecked.verify_mode = ssl.CERT_NONE
    async with aiohttp.ClientSession(timeout=_SECONDS) as client:
        for scheme in ("https", "http"):
            address = f"{scheme}://127.0.0.1:{port}/healthz"
            try:
                async with client.get(address, ssl=unchecked) as answer:
                    return (await answer.text()) == '{"status": "ok"}'
            except (aiohttp.ClientError, TimeoutError, UnicodeDecodeError):
                continue
    return False


async def _cdn_problem() -> str:
    try:
        async with (
            aiohttp.ClientSession(timeout=_SECONDS, trust_env=True) as client,
            client.head(_CDN) as answer,
        ):
            return "" if answer.ok else f"it answered {answer.status}"
    except TimeoutError:
        return "no answer within 5 seconds"
    except aiohttp.ClientError as error:
        return type(error).__name__
