"""What records of a PivotTable add up to: the functions, and sums by place on both axes."""

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from embedded_excel.calc.cells import CellError, CellValue
from embedded_excel.calc.pivots import Aggregation, Pivot, PivotData

Path = tuple[str, ...]
"""Labels on an axis, outermost first; () stands for all of it."""
_DIVISION = CellError("#DIV/0!")
_FUNCTIONS: Final[dict[Aggregation, tuple[int, Callable[[Sequence[float]], float]]]] = {
    "Sum": (0, math.fsum),
    "Average": (1, lambda numbers: math.fsum(numbers) / len(numbers)),
    "Max": (1, max),
    "Min": (1, min),
    "Product": (1, math.prod),
    "StandardDeviation": (2, statistics.stdev),
    "StandardDeviationP": (1, statistics.pstdev),
    "Variance": (2, statistics.variance),
    "VarianceP": (1, statistics.pvariance),
}
"""How many numbers each needs, and what it makes of them."""
_DIVIDING: Final = frozenset(_FUNCTIONS) - {"Sum", "Max", "Min", "Product"}


def summed(function: Aggregation, values: Sequence[CellValue]) -> CellValue:
    """A function of the values of some records; an error among them is the result, and None of
    nothing but empty cells.
    """
    filled = sum(value is not None for value in values)
    if not filled:
        return None
    if function == "Count":
        return float(filled)
    numbers = [
        float(value)
        for value in values
        if isinstance(value, int | float) and not isinstance(value, bool)
    ]
    if function == "CountNumbers":
        return float(len(numbers))
    error = next((value for value in values if isinstance(value, CellError)), None)
    return _of_numbers(function, numbers) if error is None else error


def _of_numbers(function: Aggregation, numbers: Sequence[float]) -> CellValue:
    fewest, compute = _FUNCTIONS[function]
    if len(numbers) >= fewest:
        return compute(numbers)
    return _DIVISION if function in _DIVIDING else 0.0


class Sums:
    """Sums of a pivot's records by their places on the axes, each computed when it is asked for."""

    def __init__(
        self,
        pivot: Pivot,
        data: PivotData,
        labels: Mapping[int, Sequence[str]],
        records: Sequence[int],
    ) -> None:
        self._pivot = pivot
        self._data = data
        self._found: dict[tuple[Path, Path, int, Aggregation], CellValue] = {}
        self._places: dict[tuple[Path, Path], list[int]] = {}
        rows = [labels[field] for field in pivot.rows]
        columns = [labels[field] for field in pivot.columns]
        for record in records:
            down = tuple(column[record] for column in rows)
            across = tuple(column[record] for column in columns)
            for deep in range(len(down) + 1):
                for wide in range(len(across) + 1):
                    self._places.setdefault((down[:deep], across[:wide]), []).append(record)

    def records(self, row: Path, column: Path) -> Sequence[int]:
        """The records at a place."""
        return self._places.get((row, column), ())

    def at(
        self, row: Path, column: Path, value: int, function: Aggregation | None = None
    ) -> CellValue:
        """A data field's sum at a place, by its own function or another; None without a record."""
        field = self._pivot.values[value]
        key = (row, column, value, function or field.function)
        if key not in self._found:
            source = self._data.columns[field.field]
            records = self._places.get((row, column))
            self._found[key] = (
                summed(key[3], [source[record] for record in records]) if records else None
            )
        return self._found[key]
