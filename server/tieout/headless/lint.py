"""The linter on a workbook file: opened in the embedded Excel, read by the server's own snapshots."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

from embedded_excel.errors import WorkbookFileError
from tieout.errors import ExcelError, UserError
from tieout.execution.looks.hidden_rows import hidden_rows
from tieout.execution.looks.snapshots import SnapshotLimits, Snapshots
from tieout.headless.embedded_host import EmbeddedHost
from tieout.headless.task import check_out, open_workbook
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results
from tieout.settings import Settings
from tieout.workbook.lint import LintReport, lint_workbook
from tieout.workbook.lint.suppressions import Suppression, next_name
from tieout.workbook.snapshot import WorkbookSnapshot

_LIMITS = SnapshotLimits(whole=5_000_000)


async def lint_file(path: Path, settings: Settings) -> LintReport:
    """Every finding about a workbook file, which is only read.

    Raises:
        UserError: It can't be opened or read.
    """
    async with AsyncExitStack() as stack:
        host = EmbeddedHost(open_workbook(path, settings))
        stack.push_async_callback(host.close)
        return await _lint(host, path)


async def suppress(path: Path, decision: Suppression, out: Path, settings: Settings) -> LintReport:
    """Write a decision into a workbook, and say what is still found.

    Raises:
        UserError: The file can't be opened, read or written, has no such sheet, or would lose
            something by being saved.
    """
    async with AsyncExitStack() as stack:
        host = EmbeddedHost(open_workbook(path, settings))
        stack.push_async_callback(host.close)
        check_out(path, out)
        before = await _look(host, path)
        if decision.area is not None:
            sheet = before.sheet(decision.area.sheet)
            if sheet is None:
                raise UserError(f"There is no sheet {decision.area.sheet!r} in {path.name}.")
            decision = replace(decision, area=replace(decision.area, sheet=sheet.name))
        await _write(host, next_name(before.names), decision)
        await _save(host, out)
        return await _lint(host, path)


async def _lint(host: EmbeddedHost, path: Path) -> LintReport:
    snapshot = await _look(host, path)
    unread = ", ".join(sheet.name for sheet in snapshot.unread)
    if unread:
        raise UserError(f"{path.name} has too many cells to be read whole: {unread}.")
    try:
        hidden = await hidden_rows(host, snapshot)
    except ExcelError as error:
        raise UserError(f"{path.name} can't be read: {error}") from error
    return await asyncio.to_thread(lint_workbook, snapshot, hidden)


async def _look(host: EmbeddedHost, path: Path) -> WorkbookSnapshot:
    try:
        return await Snapshots(host, _LIMITS).take()
    except ExcelError as error:
        raise UserError(f"{path.name} can't be read: {error}") from error


async def _write(host: EmbeddedHost, name: str, decision: Suppression) -> None:
    batch = BatchBuilder()
    names = batch.workbook.child("Names")
    names.create("Add", name, decision.formula(), None).set("Visible", False)
    try:
        Results(await host.send(batch.build()))
    except ExcelError as error:
        raise UserError(f"The decision can't be written into the workbook: {error}") from error


async def _save(host: EmbeddedHost, out: Path) -> None:
    losses = await host.with_excel(lambda excel: list(excel.losses()))
    if losses:
        raise UserError(f"Nothing was saved, because the file would lose: {'; '.join(losses)}")
    try:
        await host.with_excel(lambda excel: excel.save(out))
    except WorkbookFileError as error:
        raise UserError(str(error)) from error
