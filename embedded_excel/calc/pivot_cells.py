"""What a PivotTable shows, cell by cell, in Excel's three forms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from embedded_excel.calc.cells import CellValue, Rect
from embedded_excel.calc.pivot_labels import label_of
from embedded_excel.calc.pivot_lines import VALUES, AxisLines, Items, levels
from embedded_excel.calc.pivot_records import Calendar, passing
from embedded_excel.calc.pivot_shares import Shares
from embedded_excel.calc.pivot_sums import Path, Sums
from embedded_excel.calc.pivot_words import FUNCTION_WORDS
from embedded_excel.calc.pivots import (
    CellRole,
    Pivot,
    PivotCell,
    PivotData,
    PivotLine,
    PivotOptions,
    PivotReport,
)

EMPTY_SIZE: Final = (18, 3)
"""Rows and columns Excel reserves for a pivot without fields."""


def report(pivot: Pivot, data: PivotData, options: PivotOptions, days: Calendar) -> PivotReport:
    """What a pivot shows of its data."""
    if not (pivot.rows or pivot.columns or pivot.values or pivot.filters):
        rows, columns = EMPTY_SIZE
        box = Rect(pivot.top, pivot.left, pivot.top + rows - 1, pivot.left + columns - 1)
        return PivotReport(box, None, ())
    labels, values = _labels(pivot, data)
    records = passing(pivot, data, labels, values, days)
    sums = Sums(pivot, data, labels, records)
    axes = {
        axis: AxisLines(pivot, axis, _items(pivot, axis, labels, values, records, options), sums)
        for axis in ("Row", "Column")
    }
    shares = Shares(
        pivot,
        sums,
        lambda axis, path, number: axes[axis].labels(path, number),
        lambda number: [item.name for item in pivot.fields[number].items],
    )
    page = _Page(pivot, options, values, axes["Row"].lines(), axes["Column"].lines())
    page.write(shares)
    return page.report()


def _labels(
    pivot: Pivot, data: PivotData
) -> tuple[dict[int, list[str]], dict[int, dict[str, CellValue]]]:
    """Of each field that matters, the labels of its records and the values behind them."""
    matter = {*pivot.rows, *pivot.columns, *(found.field for found in pivot.conditions)}
    matter |= {
        number
        for number, found in enumerate(pivot.fields)
        if found.axis == "Filter" or not all(item.visible for item in found.items)
    }
    labels: dict[int, list[str]] = {}
    values: dict[int, dict[str, CellValue]] = {}
    for number in matter:
        known: dict[str, CellValue] = {}
        column = [label_of(value) for value in data.columns[number]]
        for label, value in zip(column, data.columns[number], strict=True):
            known.setdefault(label, value)
        labels[number], values[number] = column, known
    return labels, values


def _items(
    pivot: Pivot,
    axis: str,
    labels: Mapping[int, Sequence[str]],
    values: Mapping[int, Mapping[str, CellValue]],
    records: Sequence[int],
    options: PivotOptions,
) -> Items:
    fields = pivot.rows if axis == "Row" else pivot.columns
    present: dict[Path, dict[str, None]] = {}
    columns = [labels[number] for number in fields]
    for record in records:
        path = tuple(column[record] for column in columns)
        for depth, label in enumerate(path):
            present.setdefault(path[:depth], {})[label] = None
    every = {
        number: [
            label
            for label in values[number]
            if label not in {item.name for item in pivot.fields[number].items if not item.visible}
        ]
        for number in fields
    }
    return Items(
        {path: list(found) for path, found in present.items()}, every, values, options.custom_lists
    )


def with_data(pivot: Pivot, data: PivotData, number: int, days: Calendar) -> set[str]:
    """Labels of a field with a record that passes the filters of the other fields."""
    items = tuple(replace(item, visible=True) for item in pivot.fields[number].items)
    free = replace(pivot.fields[number], items=items)
    others = replace(
        pivot,
        fields=(*pivot.fields[:number], free, *pivot.fields[number + 1 :]),
        conditions=tuple(found for found in pivot.conditions if found.field != number),
    )
    labels, values = _labels(others, data)
    records = passing(others, data, labels, values, days)
    return {label_of(data.columns[number][record]) for record in records}


def head_of(pivot: Pivot) -> tuple[int, int]:
    """Lines above a pivot's values, and columns before them."""
    page = _Page(pivot, PivotOptions(), {}, [], [])
    return page.header_rows, page.label_columns


@dataclass(slots=True)
class _Page:
    """The cells of a pivot, written one after the other."""

    pivot: Pivot
    options: PivotOptions
    values: Mapping[int, Mapping[str, CellValue]]
    lines: list[PivotLine]
    across: list[PivotLine]
    cells: list[PivotCell] = field(default_factory=list[PivotCell])

    @property
    def compact(self) -> bool:
        """Whether labels of all fields share a column."""
        return self.pivot.layout == "Compact"

    @property
    def down_levels(self) -> tuple[int, ...]:
        """Levels of the row axis."""
        return levels(self.pivot, "Row")

    @property
    def across_levels(self) -> tuple[int, ...]:
        """Levels of the column axis."""
        return levels(self.pivot, "Column")

    @property
    def header_rows(self) -> int:
        """Lines above the values."""
        only_values = self.across_levels in ((), (VALUES,))
        needed = 1 if only_values else 1 + len(self.across_levels)
        return max(needed, self.pivot.header_rows)

    @property
    def label_columns(self) -> int:
        """Columns before the values."""
        if self.down_levels:
            return 1 if self.compact else len(self.down_levels)
        return 1 if self.pivot.columns else 0

    @property
    def first_row(self) -> int:
        """Row of the first values."""
        return self.pivot.top + self.header_rows

    @property
    def first_column(self) -> int:
        """Column of the first values."""
        return self.pivot.left + self.label_columns

    def write(self, shares: Shares) -> None:
        """Everything."""
        self._filters()
        self._headings()
        for place, line in enumerate(self.across):
            self._column_labels(line, self.first_column + place)
        for place, line in enumerate(self.lines):
            self._row_labels(line, self.first_row + place)
            if line.filled and self.pivot.values:
                self._values(shares, line, self.first_row + place)

    def report(self) -> PivotReport:
        """What was written."""
        pivot = self.pivot
        bottom = self.first_row + len(self.lines) - 1
        wide = len(self.across) if pivot.values or pivot.columns else 0
        right = max(self.first_column + wide - 1, pivot.left)
        values = Rect(self.first_row, self.first_column, bottom, right) if pivot.values else None
        filters = None
        if pivot.filters:
            first = pivot.top - len(pivot.filters) - 1
            filters = Rect(first, pivot.left, pivot.top - 2, pivot.left + 1)
        body = Rect(pivot.top, pivot.left, bottom, right)
        return PivotReport(
            body, filters, tuple(self.cells), values, tuple(self.lines), tuple(self.across)
        )

    def _put(self, row: int, column: int, value: CellValue, role: CellRole, **more: object) -> None:
        depth, code = more.get("depth", 0), more.get("code", "")
        assert isinstance(depth, int)
        assert isinstance(code, str)
        self.cells.append(PivotCell(row, column, value, role, depth, code))

    def _filters(self) -> None:
        pivot = self.pivot
        for place, number in enumerate(pivot.filters):
            row = pivot.top - len(pivot.filters) - 1 + place
            found = pivot.fields[number]
            shown = [item.name for item in found.items if item.visible]
            value: CellValue = "(Multiple Items)"
            if len(shown) == len(found.items):
                value = "(All)"
            elif len(shown) == 1:
                value = self.values[number].get(shown[0], shown[0])
            self._put(row, pivot.left, _caption(pivot, number), "Header")
            self._put(row, pivot.left + 1, value, "Header", code=found.number_format)

    def _headings(self) -> None:
        pivot = self.pivot
        last = self.first_row - 1
        rows, columns = self.down_levels, self.across_levels
        if pivot.columns and len(pivot.values) == 1 and rows:
            self._put(pivot.top, pivot.left, pivot.values[0].name, "Header")
        if len(pivot.values) == 1 and not columns:
            # Under a line of its own where fields can be dropped into the grid, as in old versions.
            classic = self.header_rows > 1
            at = (pivot.top, pivot.left) if classic else (last, self.first_column)
            self._put(*at, pivot.values[0].name, "Header")
            if classic:
                self._put(last, self.first_column, "Total", "Header")
        if not self.options.field_headers:
            return
        if rows:
            names = [_caption(pivot, number) for number in rows]
            if self.compact:
                names = [self.options.row_caption or "Row Labels" if pivot.rows else "Values"]
            for place, name in enumerate(names):
                self._put(last, pivot.left + place, name, "Header")
        if pivot.columns or (columns and self.header_rows > 1):
            names = [_caption(pivot, number) for number in columns]
            if self.compact:
                caption = self.options.column_caption or "Column Labels"
                names = [caption if pivot.columns else "Values"]
            for place, name in enumerate(names[: max(len(self.across), 1)]):
                self._put(pivot.top, self.first_column + place, name, "Header")

    def _column_labels(self, line: PivotLine, column: int) -> None:
        tiers = self.across_levels
        if not tiers:
            return
        top = self.first_row - len(tiers)
        if line.kind == "Total":
            text = self.options.total_caption or "Grand Total"
            if line.value >= 0:
                text = f"Total {self.pivot.values[line.value].name}"
            self._put(top, column, text, "Total")
            return
        if line.kind == "Subtotal":
            self._put(top + line.level, column, self._subtotal(line, tiers), "ColumnSubtotal")
            return
        for level in range(line.fresh, line.level + 1):
            text, code = self._label(line, tiers, level)
            self._put(top + level, column, text, "ColumnLabel", code=code)

    def _row_labels(self, line: PivotLine, row: int) -> None:
        tiers, left = self.down_levels, self.pivot.left
        if not tiers:
            if self.pivot.columns and len(self.pivot.values) == 1:
                self._put(row, left, self.pivot.values[0].name, "RowLabel")
            return
        if line.kind == "Blank":
            return
        if line.kind == "Total":
            text = self.options.total_caption or "Grand Total"
            if line.value >= 0:
                text = f"Total {self.pivot.values[line.value].name}"
            self._put(row, left, text, "Total")
            return
        if line.kind == "Subtotal":
            at = left if self.compact else left + line.level
            text = self._subtotal(line, tiers)
            self._put(row, at, text, "RowSubtotal", depth=line.level if self.compact else 0)
            self._repeated(line, tiers, row, line.level)
            return
        if self.compact:
            text, code = self._label(line, tiers, line.level)
            self._put(row, left, text, "RowLabel", depth=line.level, code=code)
            return
        self._repeated(line, tiers, row, line.fresh)
        for level in range(line.fresh, line.level + 1):
            text, code = self._label(line, tiers, level)
            self._put(row, left + level, text, "RowLabel", code=code)

    def _repeated(self, line: PivotLine, tiers: Sequence[int], row: int, end: int) -> None:
        """Labels of outer fields that stand in every line."""
        for level in range(end if not self.compact else 0):
            if tiers[level] != VALUES and self.pivot.fields[tiers[level]].repeat:
                text, code = self._label(line, tiers, level)
                self._put(row, self.pivot.left + level, text, "RowLabel", code=code)

    def _label(self, line: PivotLine, tiers: Sequence[int], level: int) -> tuple[CellValue, str]:
        """What stands for a level of a line, and its number format."""
        number = tiers[level]
        if number == VALUES:
            return self.pivot.values[line.value].name, ""
        label = line.path[sum(tier != VALUES for tier in tiers[:level])]
        found = self.pivot.fields[number]
        known = self.values[number].get(label, label)
        if known is None or isinstance(known, bool):
            known = label
        caption = next((item.caption for item in found.items if item.name == label), "")
        return caption or known, found.number_format

    def _subtotal(self, line: PivotLine, tiers: Sequence[int]) -> str:
        shown = self._label(line, tiers, line.level)[0]
        label = shown if isinstance(shown, str) else line.path[-1]
        if line.value >= 0 and VALUES in tiers[line.level :]:
            return f"{label} {self.pivot.values[line.value].name}"
        if line.function is not None:
            return f"{label} {FUNCTION_WORDS[line.function]}"
        return f"{label} Total"

    def _values(self, shares: Shares, line: PivotLine, row: int) -> None:
        empty = self.options.empty_text if self.options.fill_empty else ""
        for place, other in enumerate(self.across):
            number = max(line.value, other.value, 0)
            function = line.function or other.function
            value = shares.shown(line.path, other.path, number, function)
            role: CellRole = "Data"
            if "Total" in (line.kind, other.kind):
                role = "Total"
            elif line.kind == "Subtotal":
                role = "RowSubtotal"
            elif other.kind == "Subtotal":
                role = "ColumnSubtotal"
            if value is None and empty:
                value = empty
            code = self.pivot.values[number].number_format
            self._put(row, self.first_column + place, value, role, code=code)


def _caption(pivot: Pivot, number: int) -> str:
    if number == VALUES:
        return "Values"
    return pivot.fields[number].caption or pivot.fields[number].name
