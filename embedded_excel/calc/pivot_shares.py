"""Values of a PivotTable shown as shares, differences, ranks and running totals (`ShowAsCalculation`)."""

from collections.abc import Callable, Sequence
from typing import Final

from embedded_excel.calc.cells import CellError, CellValue
from embedded_excel.calc.pivot_sums import Path, Sums
from embedded_excel.calc.pivots import Aggregation, Pivot, PivotValue

PREVIOUS: Final = 1048828
NEXT: Final = 1048829
"""Base items that stand for the one before and after (ECMA-376 18.10.1.22, `baseItem`)."""
_DIVISION: Final = CellError("#DIV/0!")
_NOTHING: Final = CellError("#NULL!")
_MISSING: Final = CellError("#N/A")
At = Callable[[Path, Path], CellValue]


class Shares:
    """How the data fields of a pivot are shown.

    Args:
        pivot: The pivot.
        sums: Its sums.
        siblings: Axis, path and field → the labels below the path, in their order.
        base_items: Field → its labels in the order base items are counted.
    """

    def __init__(
        self,
        pivot: Pivot,
        sums: Sums,
        siblings: Callable[[str, Path, int], Sequence[str]],
        base_items: Callable[[int], Sequence[str]],
    ) -> None:
        self._pivot = pivot
        self._sums = sums
        self._siblings = siblings
        self._base_items = base_items

    def shown(self, row: Path, column: Path, value: int, function: Aggregation | None) -> CellValue:
        """What a cell shows."""
        field = self._pivot.values[value]

        def at(down: Path, across: Path) -> CellValue:
            return self._sums.at(down, across, value, function)

        mine = at(row, column)
        match field.show_as:
            case "None":
                return mine
            case "PercentOfGrandTotal":
                return _share(mine, at((), ()))
            case "PercentOfRowTotal":
                return _share(mine, at(row, ()))
            case "PercentOfColumnTotal":
                return _share(mine, at((), column))
            case "PercentOfParentRowTotal":
                return _share(mine, at(row[:-1], column))
            case "PercentOfParentColumnTotal":
                return _share(mine, at(row, column[:-1]))
            case "Index":
                return _index(mine, at((), ()), at(row, ()), at((), column))
            case _:
                return self._by_field(field, row, column, at)

    def _by_field(self, field: PivotValue, row: Path, column: Path, at: At) -> CellValue:
        """Those that compare along a field, and are empty where it has no item."""
        axis, fields = "Row", self._pivot.rows
        if field.base_field in self._pivot.columns:
            axis, fields = "Column", self._pivot.columns
        path = row if axis == "Row" else column
        depth = fields.index(field.base_field) if field.base_field in fields else len(path)
        if depth >= len(path):
            return None

        def other(label: str | None) -> CellValue:
            tail = path[depth + 1 :]
            moved = path[:depth] if label is None else (*path[:depth], label, *tail)
            return at(moved, column) if axis == "Row" else at(row, moved)

        labels = list(self._siblings(axis, path[:depth], field.base_field))
        place, mine = labels.index(path[depth]), at(row, column)
        match field.show_as:
            case "PercentOfParentTotal":
                kept = path[: depth + 1]
                return _share(mine, at(kept, column) if axis == "Row" else at(row, kept))
            case "RunningTotal":
                return _total([other(label) for label in labels[: place + 1]])
            case "PercentRunningTotal":
                before = _total([other(label) for label in labels[: place + 1]])
                return _share(before, _total([other(label) for label in labels]))
            case "RankAscending" | "RankDecending":
                return _rank(mine, [other(label) for label in labels], field.show_as)
            case _:
                return self._difference(field, labels, place, mine, other)

    def _difference(
        self,
        field: PivotValue,
        labels: Sequence[str],
        place: int,
        mine: CellValue,
        other: Callable[[str | None], CellValue],
    ) -> CellValue:
        as_share = field.show_as == "PercentOf"
        if field.base_item in (PREVIOUS, NEXT):
            step = -1 if field.base_item == PREVIOUS else 1
            near = place + step
            base = labels[near] if 0 <= near < len(labels) else labels[place]
        else:
            known = self._base_items(field.base_field)
            if not 0 <= field.base_item < len(known) or known[field.base_item] not in labels:
                return _MISSING
            base = known[field.base_item]
        if base == labels[place]:
            return 1.0 if as_share and mine is not None else None
        return _compared(field.show_as, mine, other(base))


def _compared(show_as: str, mine: CellValue, base: CellValue) -> CellValue:
    error = next((value for value in (mine, base) if isinstance(value, CellError)), None)
    if error is not None:
        return error
    if show_as == "DifferenceFrom":
        return None if mine is None and base is None else _number(mine) - _number(base)
    if base is None:
        return _NOTHING
    if _number(base) == 0:
        return _DIVISION
    if show_as == "PercentOf":
        return _NOTHING if mine is None else _number(mine) / _number(base)
    return _NOTHING if mine is None else (_number(mine) - _number(base)) / _number(base)


def _share(part: CellValue, whole: CellValue) -> CellValue:
    for value in (part, whole):
        if isinstance(value, CellError):
            return value
    if _number(whole) == 0:
        return None if part is None else _DIVISION
    return _number(part) / _number(whole)


def _index(mine: CellValue, grand: CellValue, row: CellValue, column: CellValue) -> CellValue:
    values = (mine, grand, row, column)
    error = next((value for value in values if isinstance(value, CellError)), None)
    if error is not None:
        return error
    below = _number(row) * _number(column)
    return _number(mine) * _number(grand) / below if below else _DIVISION


def _total(values: Sequence[CellValue]) -> CellValue:
    error = next((value for value in values if isinstance(value, CellError)), None)
    return error or float(sum(_number(value) for value in values))


def _rank(mine: CellValue, all_of_them: Sequence[CellValue], order: str) -> CellValue:
    """Its place among the distinct values; equal ones share it."""
    if mine is None or isinstance(mine, CellError):
        return mine
    numbers = {
        _number(value)
        for value in all_of_them
        if value is not None and not isinstance(value, CellError)
    }
    return float(sorted(numbers, reverse=order == "RankDecending").index(_number(mine)) + 1)


def _number(value: CellValue) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
