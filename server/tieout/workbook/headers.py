"""Which row above some cells holds their headings, by scores over the content alone.

A heading row fills most of the columns, is text (or a run of years or dates) and stands over cells
of another kind. A title fills one cell, a data row mixes kinds, a units row comes second to the
headings above it. The search ends at a blank band.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

from tieout.workbook.address import Address
from tieout.workbook.snapshot import RangeSnapshot

Kind: TypeAlias = Literal["empty", "text", "number", "formula"]
_LOOK_BELOW = 6
_LEAST_WIDTH = 0.5
_LEAST_SCORE = 1.2
_LEAST_RUN = 3
_FURTHEST = 5_000
_YEARS = range(1900, 2101)


@dataclass(frozen=True, slots=True)
class HeadingLine:
    """One row of column headings, or one column of row labels.

    Attributes:
        at: The strip of cells: one row over the columns it heads, or one column beside the rows.
        texts: What heads each of them, as displayed; a merged heading repeats, "" where none is.
    """

    at: Address
    texts: tuple[str, ...]

    def __post_init__(self) -> None:
        assert len(self.texts) == self.at.size


@dataclass(frozen=True, slots=True)
class Headings:
    """What names the columns and rows of some cells.

    Attributes:
        rows: Lines of column headings, top first: groups, names, units. Often one, seldom three.
        columns: Lines of row labels, left first.
    """

    rows: tuple[HeadingLine, ...] = ()
    columns: tuple[HeadingLine, ...] = ()


NO_HEADINGS = Headings()


def header_row(cells: RangeSnapshot, left: int, right: int, last: int) -> int | None:
    """The row of the headings of columns `left` to `right`, at or above row `last`.

    Rows and columns are counted on the sheet. None when no row is likely enough.
    """
    address = cells.address
    left, right = max(left, address.left), min(right, address.right)
    columns = range(left - address.left, right - address.left + 1)
    best: tuple[float, int] | None = None
    bottom = min(last, address.bottom)
    for row in range(bottom, max(address.top, bottom - _FURTHEST) - 1, -1):
        down = row - address.top
        if all(_kind(cells, down, across) == "empty" for across in columns):
            if best is not None:
                break
            continue
        score = _score(cells, down, columns)
        if score >= _LEAST_SCORE and (best is None or score >= best[0]):
            best = (score, row)
    return None if best is None else best[1]


def header_texts(cells: RangeSnapshot, row: int, left: int, right: int) -> tuple[str, ...]:
    """What is displayed in a heading row, column by column; "" where nothing is."""
    return tuple(cells.state(row, column).text for column in range(left, right + 1))


def _score(cells: RangeSnapshot, down: int, columns: Sequence[int]) -> float:
    """0 to 3: width, share of headings among what is filled, and contrast to the rows below."""
    kinds = {across: _kind(cells, down, across) for across in columns}
    below = {across: _usual_below(cells, down, across) for across in columns}
    wanted = [across for across in columns if kinds[across] != "empty" or below[across] != "empty"]
    filled = [across for across in columns if kinds[across] != "empty"]
    if not filled or len(filled) < _LEAST_WIDTH * len(wanted):
        return 0.0
    run = _is_run(cells, down, filled)
    headings = [across for across in filled if kinds[across] == "text" or across in run]
    contrast = [
        across
        for across in headings
        if below[across] in ("number", "formula") and (kinds[across] == "text" or across in run)
    ]
    share = len(headings) / len(filled)
    return len(filled) / len(wanted) * share**2 + len(contrast) / len(wanted)


def _is_run(cells: RangeSnapshot, down: int, filled: Sequence[int]) -> frozenset[int]:
    """Columns whose numbers read as years or dates in steps: headings although not text."""
    found: list[tuple[int, float]] = []
    for across in filled:
        value = cells.values[down][across]
        if isinstance(value, float) and _reads_as_time(cells, down, across, value):
            found.append((across, value))
    rising = all(one[1] < other[1] for one, other in pairwise(found))
    if len(found) < _LEAST_RUN or not rising:
        return frozenset()
    return frozenset(across for across, _ in found)


def _reads_as_time(cells: RangeSnapshot, down: int, across: int, value: float) -> bool:
    code = cells.number_formats[down][across].lower()
    return (value.is_integer() and int(value) in _YEARS) or "yy" in code or "mmm" in code


def _usual_below(cells: RangeSnapshot, down: int, across: int) -> Kind:
    seen: dict[Kind, int] = {}
    for below in range(down + 1, min(down + 1 + _LOOK_BELOW, cells.address.rows)):
        kind = _kind(cells, below, across)
        if kind != "empty":
            seen[kind] = seen.get(kind, 0) + 1
    return max(seen, key=lambda kind: seen[kind]) if seen else "empty"


def _kind(cells: RangeSnapshot, down: int, across: int) -> Kind:
    if cells.formulas[down][across]:
        return "formula"
    value = cells.values[down][across]
    if value is None or (isinstance(value, str) and not value.strip()):
        return "empty"
    return "text" if isinstance(value, str) else "number"
