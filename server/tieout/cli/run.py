"""`tieout run`: one task on one workbook, printed."""

import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import typer
from pydantic import JsonValue

from tieout.agent.events import (
    AgentEvent,
    ExecutionFinished,
    ExecutionStarted,
    RequestStarted,
    RetryScheduled,
)
from tieout.cli.destinations import refuse_clashes
from tieout.cli.exit_codes import AGENT_FAILED, BAD_INPUT
from tieout.errors import SettingsError
from tieout.execution.outcome import ExecutionResult
from tieout.headless.task import Task, TaskReport, run_task
from tieout.sessions.models import open_model
from tieout.settings import Settings
from tieout.skills.library import load_library
from tieout.workbook.change_text import change_text


def run(
    workbook: Path,
    task: str,
    model: str | None,
    out: Path,
    report: Path | None,
    record: Path | None,
    *,
    allow_losses: bool,
    allow_web: bool = False,
    attach: Sequence[Path] = (),
    constraints: Sequence[str] = (),
) -> int:
    """Run the task; returns the exit code.

    Raises:
        UserError: Bad input, one sentence.
    """
    settings = Settings()
    if not task.strip():
        raise SettingsError("The task is empty: say what to do with --task.")
    refuse_clashes(workbook, out=out, report=report, record=record)
    for problem in load_library(settings.skills).problems:
        typer.echo(f"tieout: {problem}", err=True)
    opened = open_model(model or settings.model, settings)
    result = asyncio.run(
        run_task(
            Task(
                workbook,
                task,
                out,
                record,
                allow_losses,
                tuple(attach),
                allow_web,
                tuple(constraints),
            ),
            opened,
            settings,
            _progress,
        )
    )
    code = _conclude(result)
    if report is not None:
        _write_report(report, result, workbook, out)
    if result.recording_failure:
        typer.echo(f"tieout: {result.recording_failure}", err=True)
        return code or BAD_INPUT
    return code


def _conclude(result: TaskReport) -> int:
    for card in result.constraints:
        state = f"enforced: {card.enforced}" if card.enforced else "kept in mind, not enforced"
        _note(f'{card.id} "{card.text}" ({state})')
    for line in result.losses:
        typer.echo(f"Not carried over to the saved file: {line}", err=True)
    if result.answered:
        assert result.end is not None
        typer.echo(result.end.answer)
        for page in result.pages:
            typer.echo(f"Page: {page}")
        return 0
    reason = result.end.reason if result.end is not None else "The run ended without a result."
    typer.echo(f"tieout: {reason} The workbook is as it was: nothing was saved.", err=True)
    return AGENT_FAILED


def _progress(event: AgentEvent) -> None:
    match event:
        case ExecutionFinished(result=result):
            typer.echo(_summary(result))
            typer.echo()
        case RequestStarted(number=number):
            _note(f"asking the model ({number})…")
        case ExecutionStarted():
            _note("running code…")
        case RetryScheduled(reason=reason, seconds=seconds):
            typer.echo(f"tieout: {reason} Trying again in {seconds:.0f} s.", err=True)
        case _:
            pass


def _note(text: str) -> None:
    """Progress, for a person watching."""
    if sys.stderr.isatty():
        typer.echo(text, err=True)


def _summary(result: ExecutionResult) -> str:
    if result.is_error or not result.changes.is_empty or result.outcome != "applied":
        head = {
            "applied": "",
            "not_applied": "The code failed; nothing was changed.\n",
            "rolled_back": "The code failed; what it had written was taken back.\n",
            "unknown": "It is unknown whether the code was applied.\n",
        }[result.outcome]
        if result.is_error:
            return head + result.text.strip()
        return head + change_text(result.changes)
    return "Looked, changed nothing."


def _write_report(path: Path, report: TaskReport, workbook: Path, out: Path) -> None:
    end = report.end
    document: dict[str, JsonValue] = {
        "session": report.session,
        "workbook": workbook.name,
        "out": out.name if report.saved else None,
        "end": end.end if end else None,
        "reason": end.reason if end else "",
        "answer": end.answer if end else "",
        "executions": [_execution(result) for result in report.executions],
        "usage": {
            "requests": len(report.usage),
            "input_tokens": sum(
                usage.input_tokens
                + usage.cache_creation_input_tokens
                + usage.cache_read_input_tokens
                for usage in report.usage
            ),
            "output_tokens": sum(usage.output_tokens for usage in report.usage),
        },
        "losses": list(report.losses),
        "constraints": [
            {"id": card.id, "text": card.text, "enforced": card.enforced or ""}
            for card in report.constraints
        ],
        "pages": [page.name for page in report.pages],
    }
    try:
        path.write_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n", "utf-8")
    except OSError as error:
        raise SettingsError(f"The report can't be written to {path}: {error.strerror}.") from None


def _execution(result: ExecutionResult) -> dict[str, JsonValue]:
    return {
        "outcome": result.outcome,
        "is_error": result.is_error,
        "text": result.text,
        "cells": [
            {
                "address": str(change.address),
                "kind": change.kind,
                "by": change.by,
                "before": change.before.text,
                "before_formula": change.before.formula,
                "after": change.after.text,
                "after_formula": change.after.formula,
            }
            for change in result.changes.cells
        ],
        "objects": [
            {"noun": item.noun, "name": item.name, "verb": item.verb, "detail": item.detail}
            for item in result.changes.objects
        ],
        "findings": [
            {
                "severity": finding.severity,
                "code": finding.code,
                "cells": [str(cell) for cell in finding.cells],
                "compared": [str(cell) for cell in finding.compared],
                "why": finding.why,
                "fix": finding.fix,
            }
            for finding in result.changes.findings
        ],
    }
