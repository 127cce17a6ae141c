"""Carry out a restore plan: in one batch, or operation by operation when Excel refuses that."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from tieout.errors import ExcelError
from tieout.execution.looks.snapshots import Snapshots
from tieout.execution.ports import ExcelHost
from tieout.execution.undo.format_operations import spot_text
from tieout.execution.undo.format_point import FormatPoint, look_again
from tieout.execution.undo.undo import RestorePlan, UndoPoint, plan_restore
from tieout.execution.undo.undo_operations import Operation, WriteCells
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.excel_errors import rule_for
from tieout.office_wire.response import Results
from tieout.workbook.object_image import ObjectPoint
from tieout.workbook.rule_image import RulePoint
from tieout.workbook.sampling import list_some
from tieout.workbook.snapshot import WorkbookSnapshot
from tieout.workbook.table_image import TablePoint

_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A restore that was carried out and looked at.

    Attributes:
        workbook: The workbook after it.
        formats: Formats before and after it, for taking it back in turn.
        not_covered: Sentences about what isn't as it was before the execution.
    """

    plan: RestorePlan
    workbook: WorkbookSnapshot
    formats: FormatPoint
    not_covered: tuple[str, ...]


async def take_back(
    host: ExcelHost,
    snapshots: Snapshots,
    point: UndoPoint,
    now: WorkbookSnapshot,
    *,
    formats_now: FormatPoint,
    named: Collection[str],
) -> TakenBack:
    """Restore what still is as the execution left it, and look whether it worked.

    `formats_now` are the formats of the point's looks as they are now (`after`), `named` the sheets whose
    cells are compared even in a large workbook.

    Raises:
        ExcelError: Excel refused to be read afterwards.
        PaneLost: The host went away.
    """
    plan = plan_restore(point, now, formats_now)
    problems = await restore(host, plan)
    after = await snapshots.take(last=now, named=named, grew=False)
    formats = FormatPoint()
    objects = point.formats.rules.objects
    if plan.looks or plan.rules or any(point.formats.rules.tables.changed()) or objects.changed:
        rules = formats_now.rules
        rules = RulePoint(
            rules.after,
            tables=TablePoint(rules.tables.after),
            objects=ObjectPoint(objects.asked, rules.objects.after),
        )
        formats = replace(point.formats, before=formats_now.after, rules=rules)
        formats = await look_again(host, formats, after)
    inexact = tuple(_inexact(point, plan, formats, after))
    return TakenBack(plan, after, formats, (*plan.not_covered, *problems, *inexact))


def _inexact(
    point: UndoPoint, plan: RestorePlan, formats: FormatPoint, after: WorkbookSnapshot
) -> tuple[str, ...]:
    names = {sheet.id: sheet.name for sheet in after.sheets}
    wanted, found = point.formats.rules.before, formats.rules.after
    wrong = [
        spot_text(spot, names.__getitem__)
        for spot in plan.looks
        if spot.sheet_id in names and formats.after.get(spot) != point.formats.before[spot]
    ]
    wrong.extend(
        f"the {noun}s of {names[sheet]}"
        for sheet, noun in plan.rules
        if sheet in found and not found[sheet].same(wanted[sheet], noun)
    )
    if not wrong:
        return ()
    return (f"Not exactly as before: {list_some(wrong, _MOST_NAMED, 'formats')}.",)


async def restore(host: ExcelHost, plan: RestorePlan) -> tuple[str, ...]:
    """Run a plan; sentences about operations that Excel refused.

    Raises:
        PaneLost: The host went away.
    """
    if not plan.operations:
        return ()
    if await _refusal(host, plan.operations) is None:
        return ()
    refused: list[str] = []
    for operation in plan.operations:
        error = await _one_refusal(host, operation)
        if error is not None:
            refused.append(f"{operation.label} could not be taken back: {error}")
    return tuple(refused)


async def _one_refusal(host: ExcelHost, operation: Operation) -> ExcelError | None:
    """Carry out one operation; cells in smaller parts where Excel finds them too many."""
    error = await _refusal(host, (operation,))
    if error is None or not rule_for(error.code).smaller or not isinstance(operation, WriteCells):
        return error
    for half in operation.halves():
        error = await _one_refusal(host, half)
        if error is not None:
            break
    return error


async def _refusal(host: ExcelHost, operations: Sequence[Operation]) -> ExcelError | None:
    builder = BatchBuilder()
    for operation in operations:
        operation.write(builder)
    try:
        Results(await host.send(builder.build()))
    except ExcelError as error:
        return error
    return None
