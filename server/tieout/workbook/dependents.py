"""Which cells may show another value after some cells changed, from the formulas' own references.

Cells are masks over the used range of each sheet, and one pass finds every formula that reads a
changed cell, by sums over the masks. What follows is found in further passes. Formulas that can
change by themselves (INDIRECT, volatile functions, several sheets at once) always count.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tieout.workbook.address import Address
from tieout.workbook.cell_columns import CellColumns, Mask
from tieout.workbook.formula_areas import AreaReader, FormulaAreas
from tieout.workbook.snapshot import WorkbookSnapshot

MOST_PASSES = 200
"""Longer chains of formulas aren't followed: reading everything is cheaper then."""


@dataclass(frozen=True, slots=True)
class _References:
    """References into one sheet: four bounds inside its mask, and which formula each belongs to."""

    bounds: NDArray[np.int64]
    owners: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Formulas:
    """All formulas: their sheet, and their place in its mask."""

    sheets: NDArray[np.int64]
    rows: NDArray[np.int64]
    columns: NDArray[np.int64]


class Dependents:
    """The formulas of a workbook, as they stand in a snapshot whose cells are in columns.

    Args:
        workbook: Sheets whose cells weren't read count as holding no formulas.
    """

    def __init__(self, workbook: WorkbookSnapshot) -> None:
        self._areas: list[Address] = []
        self._numbers: dict[str, int] = {}
        self._meaning = (workbook.names, workbook.tables)
        self._columns: list[CellColumns] = []
        for sheet in workbook.sheets:
            if sheet.cells is not None and sheet.cells.columns is not None:
                self._numbers[sheet.name.casefold()] = len(self._areas)
                self._areas.append(sheet.cells.address)
                self._columns.append(sheet.cells.columns)
        self._formulas = _places(self._columns)
        self._known: dict[int, FormulaAreas] = {}
        self._fills = np.zeros(len(self._formulas.sheets), np.bool_)
        self._dynamic, self._references = self._read(AreaReader(workbook), self._columns)

    def fits(self, workbook: WorkbookSnapshot) -> bool:
        """Whether a snapshot holds the same formulas in the same places."""
        if (workbook.names, workbook.tables) != self._meaning:
            return False
        sheets = [s for s in workbook.sheets if s.cells is not None and s.cells.columns is not None]
        if [sheet.name.casefold() for sheet in sheets] != list(self._numbers):
            return False
        return all(
            cells.address == area and np.array_equal(columns.formulas, known.formulas)
            for sheet, area, known in zip(sheets, self._areas, self._columns, strict=True)
            if (cells := sheet.cells) is not None and (columns := cells.columns) is not None
        )

    def may_fill_more(self, code: int) -> bool | None:
        """Whether a formula, by its code, may fill more than its own cell; None: it wasn't there."""
        read = self._known.get(code)
        return None if read is None else read.fills

    def stale(self, changed: Mapping[str, Sequence[Address]]) -> dict[str, Mask] | None:
        """Formulas that may show another value, by sheet in lower case.

        None where that can't be told: chains are too long, or a formula that may fill more than its
        own cell is concerned, or stands on a sheet where something changed (and may be blocked).

        Args:
            changed: Cells that were set, by sheet in lower case. They themselves aren't included.
        """
        if self._fills[np.isin(self._formulas.sheets, self._sheets_of(changed))].any():
            return None
        fresh = [np.zeros((area.rows, area.columns), np.bool_) for area in self._areas]
        for sheet, areas in changed.items():
            number = self._numbers.get(sheet, -1)
            for area in areas if number >= 0 else ():
                _mark(fresh[number], self._areas[number], area)
        affected = self._dynamic.copy()
        self._show(affected, fresh)
        for _ in range(MOST_PASSES):
            found = self._readers(fresh) & ~affected
            if not found.any():
                return None if (affected & self._fills).any() else self._masks(affected)
            affected |= found
            for mask in fresh:
                mask[:] = False
            self._show(found, fresh)
        return None

    def _sheets_of(self, changed: Mapping[str, Sequence[Address]]) -> list[int]:
        return [self._numbers[sheet] for sheet in changed if sheet in self._numbers]

    def _masks(self, affected: Mask) -> dict[str, Mask]:
        masks = [np.zeros((area.rows, area.columns), np.bool_) for area in self._areas]
        self._show(affected, masks)
        return {name: masks[number] for name, number in self._numbers.items()}

    def _show(self, which: Mask, masks: Sequence[Mask]) -> None:
        """Mark the cells of some formulas."""
        at = np.nonzero(which)[0]
        sheets = self._formulas.sheets[at]
        for number, mask in enumerate(masks):
            here = at[sheets == number]
            mask[self._formulas.rows[here], self._formulas.columns[here]] = True

    def _readers(self, fresh: Sequence[Mask]) -> Mask:
        """Formulas with a reference into marked cells."""
        found = np.zeros(len(self._formulas.sheets), np.bool_)
        for mask, references in zip(fresh, self._references, strict=True):
            if not len(references.owners) or not mask.any():
                continue
            sums = np.zeros((mask.shape[0] + 1, mask.shape[1] + 1), np.int32)
            np.cumsum(np.cumsum(mask, axis=0, dtype=np.int32), axis=1, out=sums[1:, 1:])
            top, left, bottom, right = references.bounds
            inside = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
            found[references.owners[inside > 0]] = True
        return found

    def _read(
        self, reader: AreaReader, columns: Sequence[CellColumns]
    ) -> tuple[Mask, list[_References]]:
        bounds: list[list[tuple[int, int, int, int]]] = [[] for _ in columns]
        owners: list[list[int]] = [[] for _ in columns]
        dynamic = np.zeros(len(self._formulas.sheets), np.bool_)
        known = self._known
        homes: list[int] = self._formulas.sheets.tolist()
        codes = _codes(columns, self._formulas)
        for owner, (home, code) in enumerate(zip(homes, codes, strict=True)):
            read = known.get(code)
            if read is None:
                read = known[code] = reader.read(columns[home].pool.text(code))
            dynamic[owner], self._fills[owner] = read.dynamic, read.fills
            for sheet, top, left, bottom, right in read.areas:
                number = self._numbers.get(sheet, -1) if sheet else home
                if number < 0:
                    continue
                area = self._areas[number]
                first, last = max(top, area.top), min(bottom, area.bottom)
                start, end = max(left, area.left), min(right, area.right)
                if first <= last and start <= end:
                    bounds[number].append(
                        (
                            first - area.top,
                            start - area.left,
                            last - area.top + 1,
                            end - area.left + 1,
                        )
                    )
                    owners[number].append(owner)
        return dynamic, [
            _References(np.array(one, np.int64).reshape(-1, 4).T.copy(), np.array(other, np.int64))
            for one, other in zip(bounds, owners, strict=True)
        ]


def _places(columns: Sequence[CellColumns]) -> _Formulas:
    found = [np.nonzero(one.formulas) for one in columns]
    sheets = [np.full(len(rows), number, np.int64) for number, (rows, _) in enumerate(found)]
    nothing = np.zeros(0, np.int64)
    return _Formulas(
        np.concatenate([nothing, *sheets]),
        np.concatenate([nothing, *(rows for rows, _ in found)]),
        np.concatenate([nothing, *(across for _, across in found)]),
    )


def _codes(columns: Sequence[CellColumns], formulas: _Formulas) -> list[int]:
    codes: list[int] = []
    for number, one in enumerate(columns):
        here = formulas.sheets == number
        codes.extend(one.formulas[formulas.rows[here], formulas.columns[here]].tolist())
    return codes


def _mark(mask: Mask, area: Address, changed: Address) -> None:
    top, left = max(changed.top - area.top, 0), max(changed.left - area.left, 0)
    bottom, right = changed.bottom - area.top + 1, changed.right - area.left + 1
    if bottom > 0 and right > 0:
        mask[top:bottom, left:right] = True
