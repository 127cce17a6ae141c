"""Contents that code certainly didn't set: whether they followed from a formula, or are another's.

A constant doesn't recalculate. Where every write of the code is known, a cell that it didn't address
and that holds another constant now was filled by a formula beside it (an array that spills), or was
set by somebody else while the code ran.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tieout.workbook.address import Address
from tieout.workbook.cell_columns import Mask
from tieout.workbook.formula_areas import AreaReader
from tieout.workbook.snapshot import RangeSnapshot, SheetSnapshot, WorkbookSnapshot

_MOSTLY = 2
"""An array may hold empty texts, which can't be told from empty cells: half of it must be filled."""


@dataclass(frozen=True, slots=True)
class _Sums:
    """How many marked cells lie above and left of each corner."""

    area: Address
    sums: NDArray[np.int32]

    @classmethod
    def of(cls, area: Address, mask: Mask) -> "_Sums":
        sums = np.zeros((mask.shape[0] + 1, mask.shape[1] + 1), np.int32)
        np.cumsum(np.cumsum(mask, axis=0, dtype=np.int32), axis=1, out=sums[1:, 1:])
        return cls(area, sums)

    def within(self, top: int, left: int, bottom: int, right: int) -> int:
        """Marked cells of a rectangle that lies inside."""
        down, across = top - self.area.top, left - self.area.left
        last, end = bottom - self.area.top + 1, right - self.area.left + 1
        sums = self.sums
        found = sums[last, end] - sums[down, end] - sums[last, across] + sums[down, across]
        return int(found)


@dataclass(frozen=True, slots=True)
class _Arrays:
    """Formulas of one sheet that may fill cells beside their own, and what is around them."""

    anchors: tuple[tuple[int, int], ...]
    formulas: _Sums
    filled: _Sums

    def reach(self, row: int, column: int) -> bool:
        area = self.filled.area
        if row > area.bottom or column > area.right:
            return False
        return any(
            self._fills(top, left, row, column)
            for top, left in self.anchors
            if top <= row and left <= column
        )

    def _fills(self, top: int, left: int, row: int, column: int) -> bool:
        if self.formulas.within(top, left, row, column) != 1:
            return False
        size = (row - top + 1) * (column - left + 1)
        return self.filled.within(top, left, row, column) * _MOSTLY >= size


class Fillers:
    """Formulas of two looks that may fill cells beside their own."""

    def __init__(self, before: WorkbookSnapshot, after: WorkbookSnapshot) -> None:
        self._readers = (AreaReader(before), AreaReader(after))
        self._known: dict[tuple[str, bool], _Arrays | None] = {}

    def reach(
        self, before: SheetSnapshot | None, after: SheetSnapshot, row: int, column: int
    ) -> bool:
        """Whether a cell without a formula may be part of an array, before or after."""
        found = (self._arrays(before, late=False), self._arrays(after, late=True))
        return any(arrays.reach(row, column) for arrays in found if arrays is not None)

    def _arrays(self, sheet: SheetSnapshot | None, *, late: bool) -> _Arrays | None:
        if sheet is None or sheet.cells is None:
            return None
        key = (sheet.id, late)
        if key not in self._known:
            self._known[key] = _arrays(sheet.cells, self._readers[late])
        return self._known[key]


def _arrays(cells: RangeSnapshot, reader: AreaReader) -> _Arrays | None:
    formulas, filled, texts = _masks(cells)
    fills = [place for place, text in texts if reader.read(text).fills]
    if not fills:
        return None
    area = cells.address
    return _Arrays(tuple(fills), _Sums.of(area, formulas), _Sums.of(area, filled))


def _masks(
    cells: RangeSnapshot,
) -> tuple[Mask, Mask, Iterable[tuple[tuple[int, int], str]]]:
    """Where formulas are, where anything is, and the formulas with their places."""
    top, left = cells.address.top, cells.address.left
    columns = cells.columns
    if columns is not None:
        formulas = columns.formulas != 0
        at = np.argwhere(formulas)
        codes = columns.formulas[at[:, 0], at[:, 1]].tolist()
        places = [(top + down, left + across) for down, across in at.tolist()]
        texts = map(columns.pool.text, codes)
        return formulas, columns.filled, zip(places, texts, strict=True)
    formulas = np.zeros((cells.address.rows, cells.address.columns), np.bool_)
    filled = np.zeros_like(formulas)
    found: list[tuple[tuple[int, int], str]] = []
    for row, column in cells.filled():
        filled[row - top, column - left] = True
        formula = cells.content(row, column)[1]
        if formula:
            formulas[row - top, column - left] = True
            found.append(((row, column), formula))
    return formulas, filled, found
