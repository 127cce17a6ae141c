"""Formulas of a range by pattern: one R1C1 text and the areas that hold it.

A pattern is followed down each column by comparing texts with what a fill would give, so that most
formulas are never taken apart. A legacy array formula has one text in all its cells; so has a data
table. Read as ordinary formulas they would be as many patterns as cells, hence they are found first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

from tieout.workbook.address import Address
from tieout.workbook.cell_grid import CellGrid
from tieout.workbook.formula_fill import Fill, read_fill
from tieout.workbook.rectangles import Run, rectangles

PatternKind: TypeAlias = Literal["filled", "same"]
"""`same`: one A1 text in every cell though it has relative parts: an array, a data table, or copies
typed in."""

_FURTHEST_BREAK = 2


@dataclass(frozen=True, slots=True)
class FormulaPattern:
    """Cells that hold the same formula.

    Attributes:
        formula: A1 text in the first cell of the first area.
        areas: Without a sheet.
    """

    kind: PatternKind
    r1c1: str
    formula: str
    areas: tuple[Address, ...]
    count: int


@dataclass(frozen=True, slots=True)
class PatternBreak:
    """A filled cell between cells of one pattern that doesn't hold it."""

    row: int
    column: int
    pattern: int


@dataclass(frozen=True, slots=True)
class FormulaPatterns:
    """All formulas of a range, patterns in the order they first appear, row by row."""

    patterns: tuple[FormulaPattern, ...]
    breaks: tuple[PatternBreak, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    """A pattern while its runs are collected."""

    kind: PatternKind
    fill: Fill
    runs: list[Run]

    def text(self, row: int, column: int) -> str:
        return self.fill.at(row, column)


def formula_patterns(grid: CellGrid) -> FormulaPatterns:
    """The patterns of a range's formulas and the cells that break them."""
    found = _Collected(grid)
    for across in range(grid.address.columns):
        found.add_column(across)
    order = sorted(found.patterns, key=lambda one: min((top, left) for left, top, _ in one.runs))
    patterns = tuple(_finished(one) for one in order)
    return FormulaPatterns(patterns, tuple(_breaks(grid, order)))


class _Collected:
    """Patterns by their R1C1 text, and those of the column before for fills to the right."""

    def __init__(self, grid: CellGrid) -> None:
        self._grid = grid
        self._by_r1c1: dict[str, _Found] = {}
        self._same: dict[str, _Found] = {}
        self._before: dict[int, _Found] = {}
        """Pattern of the column before, by the row a run of it starts in."""

    @property
    def patterns(self) -> list[_Found]:
        return [*self._by_r1c1.values(), *self._same.values()]

    def add_column(self, across: int) -> None:
        """Runs of one column."""
        formulas = self._grid.formulas[across]
        here: dict[int, _Found] = {}
        if formulas is not None:
            column = self._grid.address.left + across
            for down, bottom, found in self._runs(formulas, across):
                top = self._grid.address.top
                found.runs.append((column, top + down, top + bottom))
                here[top + down] = found
        self._before = here

    def _runs(self, formulas: Sequence[str], across: int) -> Iterator[tuple[int, int, _Found]]:
        top, column = self._grid.address.top, self._grid.address.left + across
        count, down = len(formulas), 0
        while down < count:
            formula = formulas[down]
            if not formula:
                down += 1
                continue
            start = down
            found = self._find(formula, top + down, column, self._is_array(across, down))
            if found.kind == "same":
                while down < count and formulas[down] == formula:
                    down += 1
            else:
                template, distances = found.fill.down(column)
                down += 1
                if not distances:
                    while down < count and formulas[down] == formula:
                        down += 1
                else:
                    while down < count and formulas[down] == template % tuple(
                        [top + down + distance for distance in distances]
                    ):
                        down += 1
            yield start, down - 1, found

    def _find(self, formula: str, row: int, column: int, is_array: bool) -> _Found:
        beside = self._before.get(row)
        if beside is not None and beside.kind == "filled" and not is_array:
            if beside.text(row, column) == formula:
                return beside
        elif is_array and formula in self._same:
            return self._same[formula]
        fill = read_fill(formula, row, column)
        if is_array and fill.moves:
            return self._same.setdefault(formula, _Found("same", fill, []))
        return self._by_r1c1.setdefault(fill.r1c1, _Found("filled", fill, []))

    def _is_array(self, across: int, down: int) -> bool:
        """Whether a neighbour holds the very same text."""
        formulas = self._grid.formulas
        column = formulas[across]
        assert column is not None
        formula = column[down]
        if down and column[down - 1] == formula:
            return True
        if down + 1 < len(column) and column[down + 1] == formula:
            return True
        beside = (formulas[near] for near in (across - 1, across + 1) if 0 <= near < len(formulas))
        return any(near is not None and near[down] == formula for near in beside)


def _finished(found: _Found) -> FormulaPattern:
    areas = rectangles(found.runs)
    first = areas[0]
    return FormulaPattern(
        found.kind,
        found.fill.r1c1,
        found.text(first.top, first.left) if found.kind == "filled" else _origin(found),
        areas,
        sum(bottom - top + 1 for _, top, bottom in found.runs),
    )


def _origin(found: _Found) -> str:
    """The text that is the same in all cells: as the first cell that was read has it."""
    column, top, _ = found.runs[0]
    return found.text(top, column)


def _breaks(grid: CellGrid, patterns: Sequence[_Found]) -> Iterator[PatternBreak]:
    """Filled cells in a short gap between two runs of one pattern, down or across."""
    filled, area = grid.filled, grid.address
    seen: set[tuple[int, int]] = set()
    for number, found in enumerate(patterns):
        if found.kind == "same" or len(found.runs) < 2:  # noqa: PLR2004
            continue
        for row, column in _gaps(found.runs):
            if filled[row - area.top, column - area.left] and (row, column) not in seen:
                seen.add((row, column))
                yield PatternBreak(row, column, number)


def _gaps(runs: Sequence[Run]) -> Iterator[tuple[int, int]]:
    """Places of short gaps down a column, and of one column across runs of equal height."""
    ordered = sorted(runs)
    for (column, _, bottom), (next_column, top, _) in pairwise(ordered):
        if column == next_column and 0 < top - bottom - 1 <= _FURTHEST_BREAK:
            for row in range(bottom + 1, top):
                yield row, column
    across = sorted((top, bottom, column) for column, top, bottom in runs)
    for (top, bottom, column), other in pairwise(across):
        low = bottom - top < _FURTHEST_BREAK
        if low and other[:2] == (top, bottom) and other[2] == column + 2:
            for row in range(top, bottom + 1):
                yield row, column + 1
