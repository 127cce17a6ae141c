"""The look at the workbook when the code has ended, with calculation left as it was found."""

import asyncio
from dataclasses import replace

from tieout.execution.code_services import CodeServices
from tieout.execution.looks.snapshots import Snapshots
from tieout.execution.ports import ExcelHost
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results
from tieout.workbook.hints import hinted_areas
from tieout.workbook.snapshot import CalculationMode, WorkbookSnapshot


async def look_after(
    host: ExcelHost, snapshots: Snapshots, services: CodeServices, patience: float
) -> tuple[WorkbookSnapshot, str]:
    """The workbook after a run, and a note when its calculation mode was set back.

    Args:
        host: The workbook's Excel.
        snapshots: What takes the look.
        services: Of the run.
        patience: Seconds to wait for an Excel that owes an answer.

    Raises:
        ExcelError: Excel refused to be read.
        TimeoutError: It didn't answer.
        PaneLost: It went away.
    """
    before, scope = services.before, services.grant.scope
    async with asyncio.timeout(patience if services.unanswered else None):
        hints = snapshots.hints()
        names = {sheet.id: sheet.name for sheet in before.sheets}
        services.others = hinted_areas(hints, names)
        hinted = [names[hint.sheet_id] for hint in hints if hint.sheet_id in names]
        touched = services.touched()
        after = await snapshots.take(
            last=before,
            named=[*services.seen_sheets, *hinted],
            grew=services.may_grow or bool(hints),
            touched=touched if touched is None else touched.with_hints(hints, services.others),
        )
    same = after.calculation_mode == before.calculation_mode
    if same or services.unanswered or (scope is not None and scope.calculation):
        return after, ""
    left = after.calculation_mode
    await _set_mode(host, before.calculation_mode)
    if before.calculation_mode != "Manual":
        # What was stale calculates now.
        after = await snapshots.take(last=after, named=services.seen_sheets, grew=True)
    note = (
        f"The code left calculation {left}; it was set back to {before.calculation_mode}. Name "
        "`calculation` in the scope when the task asks for another mode."
    )
    return replace(after, calculation_mode=before.calculation_mode), note


async def _set_mode(host: ExcelHost, mode: CalculationMode) -> None:
    builder = BatchBuilder()
    builder.workbook.child("Application").set("CalculationMode", mode)
    Results(await host.send(builder.build()))
