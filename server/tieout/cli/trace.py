"""`tieout trace`: what each request of a session held."""

from pathlib import Path

import typer

from tieout.errors import SettingsError
from tieout.llm.prices import dollars
from tieout.sessions.trace.store import TraceStore
from tieout.sessions.trace.text import difference_text, request_text, trace_text
from tieout.sessions.trace.values import Trace, TracedRequest
from tieout.settings import Settings

_LIST_HEAD = "No session is named. These are kept, the newest first:"


def trace(session: str | None, request: int | None, compare: tuple[int, int] | None) -> None:
    """Print sessions, one session, one request of it, or what differs between two.

    Raises:
        UserError: There is no such session, recording or request.
    """
    if session is None:
        _list()
        return
    found = _recorded(Path(session)) if _is_file(session) else _kept(session)
    if compare is not None:
        typer.echo(difference_text(_request(found, compare[0]), _request(found, compare[1])))
    elif request is not None:
        typer.echo(request_text(_request(found, request)))
    else:
        typer.echo(trace_text(found, dollars))


def _is_file(session: str) -> bool:
    return Path(session).suffix == ".jsonl" or Path(session).is_file()


def _recorded(path: Path) -> Trace:
    """A recording keeps hashes of its requests only: replayed, it builds them again."""
    import asyncio  # noqa: PLC0415 - only recordings are replayed

    from tieout.headless.replay import traced  # noqa: PLC0415
    from tieout.sessions.recording import read_recording  # noqa: PLC0415

    return asyncio.run(traced(read_recording(path), Settings()))


def _kept(session: str) -> Trace:
    try:
        return TraceStore(Settings().sessions_file).trace(session)
    except KeyError:
        raise SettingsError(
            f"No session {session} is kept; `tieout trace` without a name lists them."
        ) from None


def _request(found: Trace, number: int) -> TracedRequest:
    for request in found.requests:
        if request.manifest.id == number:
            return request
    raise SettingsError(
        f"The session has no request {number}; its requests are 1 to {len(found.requests)}."
    )


def _list() -> None:
    sessions = TraceStore(Settings().sessions_file).sessions()
    if not sessions:
        typer.echo("No session is kept yet: `tieout run` and `tieout serve` keep theirs.")
        return
    typer.echo(_LIST_HEAD, err=True)
    for line in sessions:
        typer.echo(f"{line.id}  {line.started}  {line.requests:>4} requests  {line.workbook}")
