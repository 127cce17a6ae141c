"""The rows and columns of a PivotTable: which items stand on an axis, in which order."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from embedded_excel.calc.cells import CellValue
from embedded_excel.calc.pivot_labels import BLANK, label_order, sort_key
from embedded_excel.calc.pivot_sums import Path, Sums
from embedded_excel.calc.pivots import Pivot, PivotField, PivotLine

VALUES: Final = -2
"""The level of data fields among those of an axis, as the file format numbers it."""


@dataclass(frozen=True, slots=True)
class Items:
    """What is known of the items of a pivot's fields.

    Attributes:
        present: Path → labels of the next field with a record there.
        all: Field → every label of it that isn't filtered out.
        values: Field → the value behind a label.
        lists: Whether days and months are sorted as such.
    """

    present: Mapping[Path, Sequence[str]]
    all: Mapping[int, Sequence[str]]
    values: Mapping[int, Mapping[str, CellValue]]
    lists: bool


def levels(pivot: Pivot, axis: str) -> tuple[int, ...]:
    """Fields of an axis with the level of the data fields, if they stand there."""
    fields = pivot.rows if axis == "Row" else pivot.columns
    if len(pivot.values) < 2 or pivot.values_on != axis:  # noqa: PLR2004
        return fields
    at = pivot.values_at if 0 <= pivot.values_at <= len(fields) else len(fields)
    return (*fields[:at], VALUES, *fields[at:])


class AxisLines:
    """The lines of one axis."""

    def __init__(self, pivot: Pivot, axis: str, items: Items, sums: Sums) -> None:
        self._pivot = pivot
        self._axis = axis
        self._items = items
        self._sums = sums
        self._levels = levels(pivot, axis)
        self._tabular = axis == "Column" or pivot.layout == "Tabular"

    def lines(self) -> list[PivotLine]:
        """All of them, with their totals at the end."""
        if not self._levels:
            return [PivotLine("Item", ())]
        found = list(self._below((), 0, -1))
        fields = [level for level in self._levels if level != VALUES]
        shown = self._pivot.column_totals if self._axis == "Row" else self._pivot.row_totals
        if fields and shown:
            found += [
                PivotLine("Total", (), value=value)
                for value in (range(len(self._pivot.values)) if VALUES in self._levels else (-1,))
            ]
        return [line for line in found if line.kind != "Blank" or line is not found[-1]]

    def labels(self, path: Path, level: int) -> list[str]:
        """Labels of a field below a path, in their order."""
        field = self._pivot.fields[level]
        known = self._items.all[level] if field.show_all else self._items.present.get(path, ())
        values = self._items.values[level]
        captions = {item.name: item.caption for item in field.items if item.caption}
        names = [value.name for value in self._pivot.values]
        by_value = field.sort_by in names
        ordered = label_order(
            replace(field, sort="Manual") if by_value else field,
            lambda label: captions.get(label) or values.get(label, label),
            known,
            lists=self._items.lists,
        )
        if not by_value:
            return ordered
        place = names.index(field.sort_by)

        def total(label: str) -> tuple[int, float]:
            mine, other = (*path, label), field.sort_at
            at = (mine, other) if self._axis == "Row" else (other, mine)
            found = self._sums.at(*at, place)
            key = sort_key(found)
            # Nothing is less than any number.
            return (-1, 0.0) if found is None else (key[0], key[1])

        full = [label for label in ordered if label != BLANK]
        blank = ordered[len(full) :] and [BLANK]
        return [*sorted(full, key=total, reverse=field.sort == "Descending"), *blank]

    def _below(self, path: Path, level: int, value: int) -> Iterator[PivotLine]:
        if self._levels[level] == VALUES:
            for number in range(len(self._pivot.values)):
                yield from self._one(path, level, number)
            return
        for label in self.labels(path, self._levels[level]):
            yield from self._one((*path, label), level, value)

    def _one(self, path: Path, level: int, value: int) -> Iterator[PivotLine]:
        """An item with what is below it."""
        number = self._levels[level]
        field = None if number == VALUES else self._pivot.fields[number]
        last = level == len(self._levels) - 1
        if last or (field is not None and not _expanded(field, path[-1])):
            yield PivotLine("Item", path, level, value, fresh=level)
            return
        below = VALUES in self._levels[level + 1 :]
        on_top = field is not None and not below and _on_top(field) and not self._tabular
        inner = self._below(path, level + 1, value)
        if self._tabular:
            first = next(inner, None)
            if first is not None:
                yield replace(first, fresh=level)
        else:
            yield PivotLine("Item", path, level, value, filled=on_top, fresh=level)
        yield from inner
        if field is None:
            return
        if field.subtotal and not on_top:
            yield from self._subtotals(field, path, level, value, below)
        if field.blank_line and self._axis == "Row":
            yield PivotLine("Blank", (), filled=False)

    def _subtotals(
        self, field: PivotField, path: Path, level: int, value: int, below: bool
    ) -> Iterator[PivotLine]:
        for number in range(len(self._pivot.values)) if below else (value,):
            for function in field.subtotals or (None,):
                yield PivotLine("Subtotal", path, level, number, function, fresh=level)


def _on_top(field: PivotField) -> bool:
    return field.subtotal and field.subtotal_top and not field.subtotals


def _expanded(field: PivotField, label: str) -> bool:
    return next((item.expanded for item in field.items if item.name == label), True)


LabelsBelow = Callable[[Path, int], Sequence[str]]
"""Path and field → its labels there, in their order."""
