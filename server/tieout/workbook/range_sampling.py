"""Which rows of a large range are shown, by a fixed rule.

In this order: the first rows and the last; rows with errors; cells that break the pattern of their
neighbours, by formula or by kind; the least and the greatest number of each column; then more rows
from the beginning, and one from the end for every four of those.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tieout.workbook.cell_grid import EMPTY, ERROR, NUMBER, CellGrid
from tieout.workbook.formula_patterns import PatternBreak

Reason: TypeAlias = Literal["first", "last", "error", "break", "extreme"]

_FIRST, _LAST = 3, 1
_MOST = {"error": 6, "break": 10, "extreme": 12}
_FEW = 0.1
"""A kind that at most this share of a column's filled cells has breaks its pattern."""
_LEAST_CELLS = 8


@dataclass(frozen=True, slots=True)
class SampledRow:
    """A row to show, and why."""

    row: int
    reason: Reason


def sampled_rows(
    grid: CellGrid, rows: Sequence[int], breaks: Sequence[PatternBreak]
) -> Iterator[SampledRow]:
    """`rows`, those with content, in the order in which they are worth showing, each once."""
    seen: set[int] = set()
    for one in _ordered(grid, breaks, rows):
        if one.row not in seen:
            seen.add(one.row)
            yield one


def _ordered(
    grid: CellGrid, breaks: Sequence[PatternBreak], rows: Sequence[int]
) -> Iterator[SampledRow]:
    top = grid.address.top
    yield from (SampledRow(row, "first") for row in rows[:_FIRST])
    yield from (SampledRow(row, "last") for row in rows[-_LAST:])
    yield from _some((np.flatnonzero((grid.kinds == ERROR).any(axis=1)) + top).tolist(), "error")
    broken = sorted({one.row for one in breaks})
    odd = [row + top for row in _odd_kinds(grid) if row + top not in rows[:_FIRST]]
    yield from _some(sorted({*broken, *odd}), "break")
    yield from _some([row + top for row in _extremes(grid)], "extreme")
    head, tail = _FIRST, len(rows) - _LAST
    while head < tail:
        for row in rows[head : min(head + 4, tail)]:
            yield SampledRow(row, "first")
        head += 4
        if head < tail:
            tail -= 1
            yield SampledRow(rows[tail], "last")


def _some(
    rows: Sequence[int], reason: Literal["error", "break", "extreme"]
) -> Iterator[SampledRow]:
    return (SampledRow(row, reason) for row in rows[: _MOST[reason]])


def _odd_kinds(grid: CellGrid) -> list[int]:
    """Offsets of rows where a column holds another kind than nearly all its cells."""
    found: set[int] = set()
    for across in range(grid.kinds.shape[1]):
        kinds: NDArray[np.uint8] = grid.kinds[:, across]
        counts = np.bincount(kinds, minlength=ERROR + 1)
        filled = int(counts[EMPTY + 1 :].sum())
        if filled < _LEAST_CELLS:
            continue
        few = [
            kind for kind in range(EMPTY + 1, ERROR) if 0 < counts[kind] <= max(1, filled * _FEW)
        ]
        if few:
            found.update(np.flatnonzero(np.isin(kinds, few))[: _MOST["break"]].tolist())
    return sorted(found)


def _extremes(grid: CellGrid) -> list[int]:
    """Offsets of rows with the least and the greatest number of a column, column by column."""
    found: dict[int, None] = {}
    for across in range(grid.kinds.shape[1]):
        numbers: NDArray[np.float64] = grid.numbers[:, across]
        if int((grid.kinds[:, across] == NUMBER).sum()) >= _LEAST_CELLS:
            found[int(np.nanargmin(numbers))] = None
            found[int(np.nanargmax(numbers))] = None
    return list(found)
