"""Totals that count hidden rows, after an execution: asked of Excel only where a total was written."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence

from tieout.errors import ExcelError
from tieout.execution.looks.hidden_rows import hidden_rows_in
from tieout.execution.ports import ExcelHost
from tieout.workbook.address import Address, InvalidAddress
from tieout.workbook.changes import CellChange, ObjectChange
from tieout.workbook.findings import Finding
from tieout.workbook.lint.formula import take_apart
from tieout.workbook.lint.ranges import HIDDEN_ROWS_IN_TOTAL
from tieout.workbook.lint.suppressions import sift, suppressions
from tieout.workbook.lint.totals import own_column_ranges
from tieout.workbook.lint.view import WorkbookView
from tieout.workbook.lint.workbooks import merged
from tieout.workbook.snapshot import WorkbookSnapshot

_MOST_AREAS = 500
_Rows = Mapping[str, frozenset[int]]


async def hidden_in_totals(
    host: ExcelHost,
    cells: Sequence[CellChange],
    objects: Sequence[ObjectChange],
    after: WorkbookSnapshot,
) -> tuple[Finding, ...]:
    """Findings about totals that the run wrote over hidden rows, or rows it hid inside totals.

    Raises:
        PaneLost: The host went away.
    """
    written = list(_written_totals(cells))
    hidden: _Rows = {}
    if written:
        areas = list(dict.fromkeys(area for _, area in written))[:_MOST_AREAS]
        with contextlib.suppress(ExcelError):  # nothing is said, rather than no result at all
            hidden = await hidden_rows_in(host, areas)
    found = list(_among(after, hidden, [total for total, _ in written])) if hidden else []
    newly = _hidden_now(objects)
    if newly:
        found.extend(_check(WorkbookView(after, newly), newly))
    kept, _ = sift(merged(found), suppressions(after.names))
    return kept


def _written_totals(cells: Sequence[CellChange]) -> Iterator[tuple[Address, Address]]:
    """Totals the run wrote, each with a range it adds up; SUBTOTAL says itself what it counts."""
    for change in cells:
        formula = change.after.formula
        if not formula or formula == change.before.formula or "(" not in formula:
            continue
        at = change.address
        for _, reference in own_column_ranges((take_apart(formula, at.top, at.left),)):
            if reference.function != "SUBTOTAL":
                column = reference.left
                yield at, Address(at.sheet, reference.top, column, reference.bottom, column)


def _among(after: WorkbookSnapshot, hidden: _Rows, totals: Sequence[Address]) -> Iterator[Finding]:
    rows = {sheet.name.casefold(): (1, 0) for sheet in after.sheets}
    for total in totals:
        first, last = rows[total.sheet.casefold()]
        span = (
            (total.top, total.top) if last == 0 else (min(first, total.top), max(last, total.top))
        )
        rows[total.sheet.casefold()] = span
    wanted = frozenset(totals)
    for finding in _check(WorkbookView(after, hidden, rows), hidden):
        cells = tuple(cell for cell in finding.cells if cell in wanted)
        if cells:
            yield Finding(finding.severity, finding.code, cells, finding.why, finding.fix)


def _check(view: WorkbookView, hidden: _Rows) -> Iterator[Finding]:
    for name in hidden:
        sheet = view.sheet(name)
        if sheet is not None:
            yield from HIDDEN_ROWS_IN_TOTAL.check(HIDDEN_ROWS_IN_TOTAL, view, sheet)


def _hidden_now(objects: Sequence[ObjectChange]) -> dict[str, frozenset[int]]:
    """Rows that the run hid, by sheet."""
    found: dict[str, frozenset[int]] = {}
    for change in objects:
        if change.noun == "rows" and change.detail == "hidden":
            with contextlib.suppress(InvalidAddress):
                area = Address.parse(change.name)
                rows = frozenset(range(area.top, area.bottom + 1))
                found[area.sheet] = found.get(area.sheet, frozenset()) | rows
    return found
