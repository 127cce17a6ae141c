"""`tieout lint`: the linter alone, over whole workbooks, without a model."""

import asyncio
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import typer
from pydantic import JsonValue

from tieout.errors import SettingsError
from tieout.headless.lint import lint_file, suppress
from tieout.settings import Settings
from tieout.workbook.address import Address, InvalidAddress
from tieout.workbook.findings import Finding
from tieout.workbook.lint import LintReport
from tieout.workbook.lint.catalogue import BY_CODE
from tieout.workbook.lint.suppressions import MOST_REASON, Suppression
from tieout.workbook.sampling import list_areas

_MOST_AREAS = 6


def lint(workbooks: Sequence[Path], *, as_json: bool) -> None:
    """Print what is found in each workbook.

    Raises:
        UserError: A workbook can't be opened or read.
    """
    settings, reports = Settings(), dict[Path, LintReport]()
    for path in workbooks:
        if sys.stderr.isatty():
            typer.echo(f"reading {path.name}…", err=True)
        report = reports[path] = asyncio.run(lint_file(path, settings))
        if not as_json:
            typer.echo("\n".join(_lines(path, report)))
    if as_json:
        typer.echo(json.dumps({"workbooks": [_entry(*pair) for pair in reports.items()]}, indent=2))


def suppress_finding(
    workbooks: Sequence[Path], what: str, reason: str | None, out: Path | None
) -> None:
    """Write into a workbook that a rule is not to be reported; `what` is CODE or CODE@Sheet1!A1:B9.

    Raises:
        UserError: Bad input, or the workbook can't be read or written.
    """
    if len(workbooks) != 1:
        raise SettingsError("--suppress takes one workbook.")
    report = asyncio.run(
        suppress(workbooks[0], _decision(what, reason), out or workbooks[0], Settings())
    )
    typer.echo("\n".join(_lines(out or workbooks[0], report)))


def _decision(what: str, reason: str | None) -> Suppression:
    code, _, where = what.partition("@")
    if code not in BY_CODE:
        raise SettingsError(f"There is no rule {code!r}; docs/lint-rules.md lists them.")
    if not reason or not reason.strip():
        raise SettingsError("Say why with --reason: it is kept in the workbook.")
    if len(reason) > MOST_REASON:
        raise SettingsError(f"The reason is longer than {MOST_REASON} characters.")
    if not where:
        return Suppression(code, None, reason.strip())
    try:
        area = Address.parse(where)
    except InvalidAddress as error:
        raise SettingsError(f"{error}.") from None
    if not area.sheet:
        raise SettingsError(f"Name the sheet too: {code}@Sheet1!{where}.")
    return Suppression(code, area, reason.strip())


def _lines(path: Path, report: LintReport) -> Iterator[str]:
    must_fix = sum(finding.severity == "must_fix" for finding in report.findings)
    review = len(report.findings) - must_fix
    yield f"{path.name}: {must_fix} to fix, {review} to review"
    for finding in report.findings:
        mark = "MUST FIX" if finding.severity == "must_fix" else "review"
        yield f"  {mark} {finding.code} {_where(finding)}"
        yield f"    {finding.reason}"
        yield f"    {finding.fix}"
    for left_out in report.suppressed:
        found = left_out.finding
        yield f"  suppressed {found.code} {_where(found)}: {left_out.reason}"


def _where(finding: Finding) -> str:
    count = f"{len(finding.cells):,} cell{'' if len(finding.cells) == 1 else 's'}"
    return f"{list_areas(finding.cells, _MOST_AREAS)} ({count})"


def _entry(path: Path, report: LintReport) -> dict[str, JsonValue]:
    return {
        "workbook": str(path),
        "findings": [_finding(finding) for finding in report.findings],
        "suppressed": [
            {**_finding(left_out.finding), "reason": left_out.reason}
            for left_out in report.suppressed
        ],
    }


def _finding(finding: Finding) -> dict[str, JsonValue]:
    return {
        "severity": finding.severity,
        "code": finding.code,
        "cells": [str(cell) for cell in finding.cells],
        "compared": [str(cell) for cell in finding.compared],
        "why": finding.why,
        "fix": finding.fix,
    }
