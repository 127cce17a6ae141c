"""`tieout serve`: the server, until it is interrupted."""

import asyncio
import contextlib
import signal
import ssl
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import typer

from tieout import __version__
from tieout.cli.installation import this_installation
from tieout.errors import SettingsError
from tieout.execution.ports import ExcelHost
from tieout.headless.desk import Desks, EmbeddedDesk
from tieout.live.certificate_files import Absent, Unusable, Usable, server_context
from tieout.live.lasting_secrets import ensure_secrets
from tieout.llm.choice import AnthropicChoice, parse_model_choice
from tieout.sessions.context_parts import context_header
from tieout.sessions.demonstrations import demonstrations
from tieout.sessions.masking import masking
from tieout.sessions.models import OpenedModel, open_model
from tieout.sessions.pane_bound import PaneBoundHost
from tieout.sessions.ports import PanePort
from tieout.sessions.recorded_host import RecordingHost
from tieout.sessions.recorder import Recorder
from tieout.sessions.recording import Header
from tieout.sessions.served import ServedParts, ServedSession
from tieout.sessions.trace.tracer import open_store
from tieout.settings import Settings
from tieout.skills.library import load_library
from tieout.web.security import Access
from tieout.web.serving import Server, start_server
from tieout.web.workbook_view import EmbeddedView


class LiveDesk:
    """The workbook in the live Excel around the pane."""

    name = "Excel"

    def __init__(self, host: ExcelHost) -> None:
        self.host = host

    async def revision(self) -> int:
        """Live Excel shows its cells itself; nobody asks."""
        return 0

    async def select(self, address: str) -> None:
        """The user selects in Excel, not here."""

    async def close(self) -> None:
        """The workbook stays open in Excel."""


@dataclass(frozen=True, slots=True)
class LiveRecord:
    """Where live Excel is recorded, and whether contents are masked."""

    path: Path
    masked: bool = False


def serve(
    workbook: Path | None,
    *,
    live: bool,
    model: str | None,
    port: int | None,
    settings: Settings,
    record: LiveRecord | None = None,
) -> None:
    """Start the server and wait for Ctrl+C.

    Raises:
        UserError: A wrong setting, workbook or port.
    """
    if live and workbook is not None:
        raise SettingsError(
            "--live works on the workbook that is open in Excel: leave --workbook out."
        )
    if live and settings.excel_behaviours:
        raise SettingsError(
            "Behaviours are those of the embedded Excel: leave them out with --live."
        )
    if record is not None and not live:
        raise SettingsError(
            "--record is for --live; `tieout run --record` records a workbook file."
        )
    for problem in load_library(settings.skills).problems:
        typer.echo(f"Warning: {problem}", err=True)
    opened = _model(model, settings)
    chosen_port = settings.port if port is None else port
    with contextlib.ExitStack() as stack:
        session = None
        if live:
            session = live_session(opened, settings, record, stack)
        asyncio.run(_serve(workbook, session, opened, settings, chosen_port))


def _model(setting: str | None, settings: Settings) -> OpenedModel | None:
    """The model, or None when nobody asked for one and no key is set."""
    if setting is None:
        has_key = settings.anthropic_api_key is not None
        if isinstance(parse_model_choice(settings.model), AnthropicChoice) and not has_key:
            return None
    return open_model(setting or settings.model, settings)


async def _serve(
    workbook: Path | None,
    live_one: ServedSession | None,
    model: OpenedModel | None,
    settings: Settings,
    port: int,
) -> None:
    live = live_one is not None
    desks = Desks(settings)
    certificate: ssl.SSLContext | None = None
    access: Access | None = None
    if live_one is not None:
        certificate, access = _live_door()
        session = live_one
    else:
        desk = await desks.open(workbook or _sample())
        session = ServedSession(ServedParts(desk, desks.open, model, settings, traced=True))
    server = await start_server(
        session,
        port=port,
        workbook=lambda: _view(desks.current),
        office_cdn=live,
        office_js=settings.office_js,
        certificate=certificate,
        access=access,
        traces=open_store(settings),
    )
    try:
        _greet(server, session, live=live)
        await _interrupted()
    finally:
        typer.echo("\nStopping.", err=True)
        await server.close()
        await session.close()


def _live_door() -> tuple[ssl.SSLContext, Access]:
    """Certificate and lasting secrets for a pane in Excel."""
    installation = this_installation()
    found = installation.certificate()
    match found:
        case Usable():
            if found.warning:
                typer.echo(f"Warning: {found.warning}", err=True)
        case Unusable():
            raise SettingsError(found.sentence)
        case Absent():
            raise SettingsError(
                "Excel's pane needs a certificate for https://localhost: run `tieout certs --trust`."
            )
    kept = ensure_secrets(installation.secrets_file)
    return server_context(found), Access(kept.token, kept.start_path)


def live_session(
    model: OpenedModel | None,
    settings: Settings,
    record: LiveRecord | None = None,
    stack: contextlib.ExitStack | None = None,
) -> ServedSession:
    """A session whose Excel is the one around the pane that is connected.

    Args:
        model: Answers what the user types, if there is one.
        settings: Of the program.
        record: Where to record; the file is closed with `stack`.
        stack: Lives as long as the session.

    Raises:
        SettingsError: The recording can't be written.
    """
    session: ServedSession | None = None

    def pane() -> PanePort | None:
        return session.pane if session is not None else None

    host: ExcelHost = PaneBoundHost(pane)
    recorder: Recorder | None = None
    if record is not None:
        assert stack is not None
        header = partial(_live_header, host, model, settings, masked=record.masked)
        recorder = stack.enter_context(Recorder(record.path, header))
        if record.masked:
            host = RecordingHost(host, masking(recorder.write))
    whole = None if record is None or record.masked else recorder
    session = ServedSession(ServedParts(LiveDesk(host), None, model, settings, whole, traced=True))
    return session


def _live_header(
    host: ExcelHost, model: OpenedModel | None, settings: Settings, *, masked: bool
) -> Header:
    kept = "batches and answers, with stand-ins for contents" if masked else "the whole session"
    return Header(
        tieout=__version__,
        about=f"Live Excel, as `tieout serve --live --record` saw it: {kept}, in order.",
        workbook="",
        sha256="",
        model=model.client.name if model else "",
        model_id=model.model_id if model else "",
        host=host.capabilities.name,
        requirement_sets=host.capabilities.requirement_sets,
        edit_mode=settings.edit_mode,
        scope_policy=settings.scope_policy,
        own_skills=load_library(settings.skills).own_ids,
        context=context_header(settings, model.client if model else None),
        exclusive=False,
        masked=masked,
    )


def _view(desk: EmbeddedDesk | None) -> EmbeddedView | None:
    return None if desk is None else EmbeddedView(desk)


def _sample() -> Path:
    known = demonstrations()
    if not known:
        raise SettingsError("This installation has no sample workbook: give one with --workbook.")
    return known[0].workbook


def _greet(server: Server, session: ServedSession, *, live: bool) -> None:
    if live:
        # The start path lasts as long as the installation: it is in the manifest, not on a screen.
        typer.echo(f"Tieout is waiting for Excel's pane at https://localhost:{server.origin.port}.")
        typer.echo("In Excel, choose Tieout on the Home tab. Not there? Run `tieout sideload`.")
    else:
        typer.echo(f"Tieout is serving {session.desk.name}.")
        typer.echo("Open this address (it lets you in; don't share it):")
        typer.echo(f"\n  {server.start_url}\n")
    if not session.welcome().model:
        typer.echo("No model key is set (ANTHROPIC_API_KEY): recorded demonstrations are offered.")
    typer.echo("Ctrl+C stops it.")


async def _interrupted() -> None:
    done = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(name, done.set)
        except NotImplementedError:  # Windows: Ctrl+C raises KeyboardInterrupt instead
            break
    await done.wait()
