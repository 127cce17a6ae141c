"""Which changed cells tell most: the first, the last and the most different, by fixed rules."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from tieout.workbook.changes import CellChange, CellState
from tieout.workbook.formula_fill import Fill, read_fill
from tieout.workbook.sampling import sample_indices

_ENDS = 2


@dataclass(frozen=True, slots=True)
class ChangedRows:
    """Changed cells of one row, or of several rows below one another into which the same formulas
    (in R1C1) were filled.

    Attributes:
        cells: Row by row, each row in the same columns.
    """

    cells: tuple[CellChange, ...]

    @property
    def rows(self) -> tuple[int, int]:
        """First and last row."""
        return self.cells[0].address.top, self.cells[-1].address.top

    def has_row(self, sheet: str, row: int) -> bool:
        """Whether a row of a sheet is one of these."""
        first, last = self.rows
        return self.cells[0].address.sheet == sheet and first <= row <= last


def changed_rows(changes: Sequence[CellChange]) -> list[ChangedRows]:
    """Changes by row, runs of equal formulas folded; in the order of the first of each."""
    by_row: dict[tuple[str, int], list[CellChange]] = {}
    for change in changes:
        by_row.setdefault((change.address.sheet, change.address.top), []).append(change)
    found: list[list[CellChange]] = []
    fills: list[Fill | None] = []
    last: tuple[str, int] = ("", 0)
    for (sheet, row), cells in by_row.items():
        if last == (sheet, row - 1) and _goes_on(found[-1][: len(fills)], fills, cells):
            found[-1].extend(cells)
        else:
            found.append(cells)
            fills = [_fill(cell) for cell in cells]
        last = (sheet, row)
    return [ChangedRows(tuple(cells)) for cells in found]


def _fill(change: CellChange) -> Fill | None:
    formula = change.after.formula
    if not formula:
        return None
    return read_fill(formula, change.address.top, change.address.left)


def _goes_on(
    above: Sequence[CellChange], fills: Sequence[Fill | None], cells: Sequence[CellChange]
) -> bool:
    if len(cells) != len(fills):
        return False
    return all(
        fill is not None
        and cell.address.left == upper.address.left
        and cell.after.formula == fill.at(cell.address.top, cell.address.left)
        for upper, fill, cell in zip(above, fills, cells, strict=True)
    )


def telling(changes: Sequence[CellChange], limit: int) -> tuple[int, ...]:
    """Up to `limit` positions, ascending: first, last, the most different, then some between."""
    return with_odd(len(changes), limit, most_different(changes) if changes else 0)


def with_odd(count: int, limit: int, odd: int) -> tuple[int, ...]:
    """As `sample_indices`, with the position `odd` among them where there is room for three."""
    chosen = sample_indices(count, limit)
    if odd in chosen or limit <= _ENDS:
        return chosen
    inner = chosen[1:-1]
    dropped = min(inner, key=lambda index: abs(index - odd))
    return tuple(sorted({odd, *chosen} - {dropped}))


def most_different(changes: Sequence[CellChange]) -> int:
    """The position of the cell least like the others: of the rarest kind, or farthest from the median."""
    kinds = [_kind(change.after) for change in changes]
    counts = Counter(kinds)
    rarest = min(counts, key=lambda kind: (counts[kind], kinds.index(kind)))
    if len(counts) > 1:
        return kinds.index(rarest)
    numbers = [value for change in changes if isinstance(value := change.after.value, float)]
    if len(numbers) < len(changes):
        return 0
    middle = median(numbers)
    return max(range(len(numbers)), key=lambda at: (abs(numbers[at] - middle), -at))


def _kind(state: CellState) -> str:
    """Errors, numbers, texts, nothing; typed or calculated."""
    value = state.value
    content = "formula " if state.formula else ""
    if isinstance(value, str):
        return content + ("error" if value.startswith("#") else "text")
    return content + type(value).__name__
