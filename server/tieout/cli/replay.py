"""`tieout replay`: run a recording again and say whether it went the same way."""

import asyncio
from pathlib import Path

import typer

from tieout.agent.events import AgentEvent, AnswerText, ExecutionFinished
from tieout.cli.exit_codes import AGENT_FAILED
from tieout.headless.replay import replay as replay_recording
from tieout.sessions.recording import read_recording
from tieout.settings import Settings
from tieout.workbook.change_text import change_text


def replay(path: Path, *, strict: bool) -> int:
    """Replay a recording; returns the exit code.

    Raises:
        RecordingError: It can't be read.
    """
    recording = read_recording(path)
    header = recording.header
    typer.echo(f"Recording of {header.workbook} with {header.model}, Tieout {header.tieout}.")
    report = asyncio.run(replay_recording(recording, Settings(), strict=strict, on_event=_show))
    typer.echo()
    for difference in report.differences:
        typer.echo(f"tieout: {difference}", err=True)
    if report.differences:
        return AGENT_FAILED
    same = "byte-identical" if strict else "answered"
    typer.echo(f"Replayed: {report.requests} requests {same}, {report.batches} batches identical.")
    return 0


def _show(event: AgentEvent) -> None:
    match event:
        case AnswerText(text=text):
            typer.echo(text, nl=False)
        case ExecutionFinished(result=result):
            shown = result.text if result.changes.is_empty else change_text(result.changes)
            typer.echo(f"\n{shown}\n")
        case _:
            pass
