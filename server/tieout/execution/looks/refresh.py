"""A large workbook brought up to date by what an execution touched, instead of being read again.

Read again are the cells it addressed, the formulas that may show another value because of them, and
what a used range grew by. Where any of that can't be told, the answer is None and everything is read.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from tieout.execution.looks.scattered_reads import FEW, ScatteredCells
from tieout.workbook.address import MAX_ROWS, Address
from tieout.workbook.cell_columns import CellColumns, Mask, no_cells
from tieout.workbook.covering import mark
from tieout.workbook.dependents import Dependents
from tieout.workbook.formula_areas import AreaReader
from tieout.workbook.hints import Hint, HintedAreas
from tieout.workbook.sampling import areas
from tieout.workbook.snapshot import RangeSnapshot, SheetSnapshot, TableSnapshot, WorkbookSnapshot

MOST_AREAS = 20_000
"""More scattered areas of one sheet aren't asked for."""
AREA_COST = 25
"""What an area costs besides its cells, in cells of a large block."""
_WORTH_IT = 0.5


@dataclass(frozen=True, slots=True)
class Touched:
    """Cells an execution addressed, by sheet in lower case, as far as they could be told apart.

    Attributes:
        cells: Contents or formats set.
        columns: Whose widths changed: displayed texts of all their cells may differ.
    """

    cells: Mapping[str, Sequence[Address]]
    columns: Mapping[str, Sequence[Address]]

    def with_hints(self, hints: Sequence[Hint], areas: HintedAreas) -> "Touched | None":
        """Beside it what somebody else is said to have edited; None when it isn't said where."""
        if any(hint.area is None for hint in hints):
            return None
        cells = dict(self.cells)
        for sheet, found in areas.items():
            cells[sheet] = (*cells.get(sheet, ()), *(area for area, _ in found))
        return Touched(cells, self.columns)


class StaleCells:
    """What of an earlier look no longer holds.

    Args:
        last: The look, its cells in columns.
        dependents: Of the look.
        touched: What was done since.
    """

    def __init__(self, last: WorkbookSnapshot, dependents: Dependents, touched: Touched) -> None:
        self._last = {sheet.id: sheet for sheet in last.sheets}
        self._touched = touched
        self._dependents = dependents
        self._reader = AreaReader(last)
        self._known = all(
            not _meets_header(table, touched.cells.get(table.address.sheet.casefold(), ()))
            for table in last.tables
        )
        self._cells = {
            sheet: (*found, *_whole_tables(last.tables, sheet, found))
            for sheet, found in touched.cells.items()
        }
        self._formulas = dependents.stale(self._cells) if self._known else None

    def areas(self, sheet: SheetSnapshot) -> Sequence[Address] | None:
        """What to read of a sheet as it is now; None: all of it."""
        last = self._last.get(sheet.id)
        used = sheet.used
        if self._formulas is None or last is None or used is None or last.name != sheet.name:
            return None
        if last.cells is None or last.cells.columns is None:
            return None
        stale = np.zeros((used.rows, used.columns), np.bool_)
        name = sheet.name.casefold()
        for area in self._cells.get(name, ()):
            mark(stale, used, area)
        for area in self._touched.columns.get(name, ()):
            mark(stale, used, replace(area, top=1, bottom=MAX_ROWS))
        _overlay(stale, used, self._formulas.get(name), last.cells.address)
        _mark_new(stale, used, last.cells.address)
        cells = int(stale.sum())
        if cells > _WORTH_IT * stale.size:
            return None
        most = min(MOST_AREAS, (_WORTH_IT * stale.size - cells) // AREA_COST + FEW)
        found = list(islice(_rectangles(stale, used), int(most) + 1))
        return None if len(found) > most else found

    def fills(self, columns: CellColumns) -> bool:
        """Whether a formula among cells that were read again may fill more than its own cell."""
        codes = np.unique(columns.formulas[columns.formulas != 0]).tolist()
        for code in codes:
            known = self._dependents.may_fill_more(code)
            if known or (known is None and self._reader.read(columns.pool.text(code)).fills):
                return True
        return False

    def patched(
        self, sheet: SheetSnapshot, read: Sequence[RangeSnapshot] | ScatteredCells
    ) -> RangeSnapshot:
        """The sheet's cells with what was read again in place."""
        last, used = self._last[sheet.id].cells, sheet.used
        assert last is not None
        assert last.columns is not None
        assert used is not None
        columns = last.columns
        if last.address != used or isinstance(read, ScatteredCells) or read:
            columns = _copied(last, columns, used)
        if isinstance(read, ScatteredCells):
            _scatter(columns, used, read)
            return RangeSnapshot(used, columns=columns)
        for part in read:
            assert part.columns is not None
            _put(columns, used, part.address, part.columns)
        return RangeSnapshot(used, columns=columns)


def _meets_header(table: TableSnapshot, changed: Sequence[Address]) -> bool:
    """Whether a table's header row was set, which rewrites formulas anywhere."""
    area = table.address
    return any(
        change.top <= area.top <= change.bottom
        and change.left <= area.right
        and area.left <= change.right
        for change in changed
    )


def _whole_tables(
    tables: Sequence[TableSnapshot], sheet: str, changed: Sequence[Address]
) -> Iterator[Address]:
    """Tables in which something was set: a calculated column fills itself."""
    for table in tables:
        area = table.address
        if area.sheet.casefold() == sheet and any(
            change.top <= area.bottom + 1
            and area.top <= change.bottom
            and change.left <= area.right + 1
            and area.left <= change.right
            for change in changed
        ):
            yield area


def _overlay(mask: Mask, used: Address, other: Mask | None, area: Address) -> None:
    """Marks of another rectangle, where it overlaps the used one."""
    if other is None:
        return
    top, left = max(area.top, used.top), max(area.left, used.left)
    bottom, right = min(area.bottom, used.bottom), min(area.right, used.right)
    if top > bottom or left > right:
        return
    mask[top - used.top : bottom - used.top + 1, left - used.left : right - used.left + 1] |= other[
        top - area.top : bottom - area.top + 1, left - area.left : right - area.left + 1
    ]


def _mark_new(mask: Mask, used: Address, known: Address) -> None:
    """Marks what the earlier look didn't cover."""
    new = np.ones(mask.shape, np.bool_)
    top, left = max(known.top - used.top, 0), max(known.left - used.left, 0)
    bottom, right = known.bottom - used.top + 1, known.right - used.left + 1
    if bottom > 0 and right > 0:
        new[top:bottom, left:right] = False
    mask |= new


def _rectangles(mask: Mask, used: Address) -> Iterator[Address]:
    """The marked cells as rectangles: rows that are marked alike stand together."""
    rows = np.nonzero(mask.any(axis=1))[0]
    if not len(rows):
        return
    marked = mask[rows]
    breaks = (np.diff(rows) != 1) | (marked[1:] != marked[:-1]).any(axis=1)
    starts = [0, *(np.nonzero(breaks)[0] + 1).tolist()]
    ends = [*starts[1:], len(rows)]
    for start, end in zip(starts, ends, strict=True):
        top, bottom = int(rows[start]), int(rows[end - 1])
        places = [(1, int(column) + 1) for column in np.nonzero(marked[start])[0]]
        for run in areas(places, ""):
            yield Address(
                used.sheet,
                used.top + top,
                used.left + run.left - 1,
                used.top + bottom,
                used.left + run.right - 1,
            )


def _copied(last: RangeSnapshot, columns: CellColumns, used: Address) -> CellColumns:
    """New arrays over the used range with the cells of the earlier look."""
    if last.address == used:
        return columns.copied()
    made = no_cells(columns.pool, used.rows, used.columns)
    area = last.address
    top, left = max(area.top, used.top), max(area.left, used.left)
    bottom, right = min(area.bottom, used.bottom), min(area.right, used.right)
    if top <= bottom and left <= right:
        shared = Address(used.sheet, top, left, bottom, right)
        part = columns.part(top - area.top, left - area.left, shared.rows, shared.columns)
        _put(made, used, shared, part)
    return made


def _scatter(columns: CellColumns, used: Address, read: ScatteredCells) -> None:
    at = (read.rows - used.top, read.across - used.left)
    columns.kinds[at] = read.columns.kinds[0]
    columns.numbers[at] = read.columns.numbers[0]
    columns.formulas[at] = read.columns.formulas[0]
    columns.texts[at] = read.columns.texts[0]
    columns.formats[at] = read.columns.formats[0]


def _put(columns: CellColumns, used: Address, area: Address, part: CellColumns) -> None:
    rows = slice(area.top - used.top, area.bottom - used.top + 1)
    across = slice(area.left - used.left, area.right - used.left + 1)
    columns.kinds[rows, across] = part.kinds
    columns.numbers[rows, across] = part.numbers
    columns.formulas[rows, across] = part.formulas
    columns.texts[rows, across] = part.texts
    columns.formats[rows, across] = part.formats
