"""What the cells of a range hold and show: values, formulas, text, types, number formats."""

from collections.abc import Callable
from functools import partial

from pydantic import JsonValue

from embedded_excel.calc.cells import Block, Rect
from embedded_excel.errors import invalid_argument
from embedded_excel.model.areas import (
    MAX_CELLS_READ,
    Position,
    intersection,
    is_unbounded,
)
from embedded_excel.model.cell_writing import (
    check_writable,
    deny_too_many,
    matrix,
    restyle_runs,
    with_number_format,
    write_json,
)
from embedded_excel.model.events import format_changed
from embedded_excel.model.json_values import json_value, value_type
from embedded_excel.model.number_categories import category
from embedded_excel.model.protecting import deny_unless
from embedded_excel.model.r1c1 import to_r1c1
from embedded_excel.model.spills import spills
from embedded_excel.objects.base import scalar
from embedded_excel.objects.range_base import RangeBase

_FEW_CELLS = 4_096


class RangeCells(RangeBase):
    """The cell-level properties; null for whole rows, whole columns and very large ranges."""

    def _readable(self) -> bool:
        rect = self.rect
        if is_unbounded(rect):
            return False
        deny_too_many(self.workbook, rect)
        return rect.rows * rect.columns <= MAX_CELLS_READ

    def _part_to_read(self) -> Rect | None:
        """The cells to ask the engine for: to ask for some blank ones too costs less than to find out
        anew, after each edit, how far a large sheet is used.
        """
        rect = self.rect
        return rect if rect.rows * rect.columns <= _FEW_CELLS else self.used(values_only=True)

    def _grid(
        self, empty: JsonValue, line: Callable[[Block, int, int, int], list[JsonValue]]
    ) -> JsonValue:
        """One entry a cell; `line` gets the used block, an index in it, its row and first column."""
        if not self._readable():
            return None
        self.workbook.settle()
        rect, used = self.rect, self._part_to_read()
        if used is None:
            return [[empty] * rect.columns for _ in range(rect.rows)]
        block = self.engine.read(self.sheet, used)
        if used == rect:
            return [
                line(block, index, row, used.left)
                for index, row in enumerate(range(used.top, used.bottom + 1))
            ]
        before = [empty] * (used.left - rect.left)
        after = [empty] * (rect.right - used.right)
        grid: list[JsonValue] = [[empty] * rect.columns for _ in range(used.top - rect.top)]
        for index, row in enumerate(range(used.top, used.bottom + 1)):
            grid.append([*before, *line(block, index, row, used.left), *after])
        grid.extend([empty] * rect.columns for _ in range(rect.bottom - used.bottom))
        return grid

    @scalar("Values")
    def values(self) -> JsonValue:
        """Calculated values."""
        return self._grid("", _values)

    @values.setter
    def set_values(self, value: JsonValue) -> None:
        """Write values; a text that starts with `=` is a formula."""
        write_json(self.workbook, self.area, value)

    @scalar("Formulas")
    def formulas(self) -> JsonValue:
        """Formulas where there are any, else values."""
        return self._grid("", _formulas_or_values)

    @formulas.setter
    def set_formulas(self, value: JsonValue) -> None:
        """Write formulas or values."""
        write_json(self.workbook, self.area, value)

    @scalar("FormulasLocal")
    def formulas_local(self) -> JsonValue:
        """The same: the embedded Excel speaks English (US)."""
        return self._grid("", _formulas_or_values)

    @formulas_local.setter
    def set_formulas_local(self, value: JsonValue) -> None:
        """Write formulas or values."""
        write_json(self.workbook, self.area, value)

    @scalar("FormulasR1C1")
    def formulas_r1c1(self) -> JsonValue:
        """Formulas in R1C1 notation, else values."""

        def line(block: Block, index: int, row: int, left: int) -> list[JsonValue]:
            return [
                json_value(value) if formula is None else to_r1c1(formula, row, column)
                for column, (value, formula) in enumerate(
                    zip(block.values[index], block.formulas[index], strict=True), left
                )
            ]

        return self._grid("", line)

    @formulas_r1c1.setter
    def set_formulas_r1c1(self, value: JsonValue) -> None:
        """Write R1C1 formulas or values."""
        write_json(self.workbook, self.area, value, "R1C1")

    @scalar("ValueTypes")
    def value_types(self) -> JsonValue:
        """Types of the values."""
        return self._grid("Empty", _types)

    @scalar("Text")
    def text(self) -> JsonValue:
        """Displayed text, whatever the column's width."""
        if not self._readable():
            return None
        self.workbook.settle()
        rect, used = self.rect, self._part_to_read()
        if used is not None and used == rect:
            return [list(line) for line in self.engine.texts(self.sheet, used)]
        grid: list[list[JsonValue]] = [[""] * rect.columns for _ in range(rect.rows)]
        if used is not None:
            for row, line in enumerate(self.engine.texts(self.sheet, used)):
                left = used.left - rect.left
                grid[used.top - rect.top + row][left : left + used.columns] = list(line)
        return list(grid)

    # -- number formats ----------------------------------------------------------------------
    def _number_formats(self, item: Callable[[str], JsonValue]) -> JsonValue:
        if not self._readable():
            return None
        known: dict[int, JsonValue] = {}
        grid: list[JsonValue] = []
        for ids in self.engine.style_ids(self.sheet, self.rect):
            line: list[JsonValue] = []
            for style in ids:
                if style not in known:
                    known[style] = item(self.engine.style(style).number_format)
                line.append(known[style])
            grid.append(line)
        return grid

    @scalar("NumberFormat")
    def number_format(self) -> JsonValue:
        """Number format codes."""
        return self._number_formats(str)

    @number_format.setter
    def set_number_format(self, value: JsonValue) -> None:
        """Set codes: one for all cells, or one a cell; a null cell keeps its code."""
        self._set_number_format(value)

    @scalar("NumberFormatLocal")
    def number_format_local(self) -> JsonValue:
        """The same: the embedded Excel speaks English (US)."""
        return self._number_formats(str)

    @number_format_local.setter
    def set_number_format_local(self, value: JsonValue) -> None:
        """Set codes."""
        self._set_number_format(value)

    @scalar("NumberFormatCategories")
    def number_format_categories(self) -> JsonValue:
        """Category of each cell's number format."""
        return self._number_formats(category)

    def _set_number_format(self, value: JsonValue) -> None:
        if isinstance(value, list) and len(value) == 1:
            inner = value[0]
            # A 1 × 1 array is one code for the whole range, as a plain value is.
            if isinstance(inner, list) and len(inner) == 1:
                value = inner[0]
        if isinstance(value, str):
            deny_unless(self.workbook, self.area.sheet, "allowFormatCells")
            self.engine.restyle(self.sheet, self.rect, partial(with_number_format, _code(value)))
        else:
            check_writable(self.workbook, self.area)
            lines = matrix(value, self.rect.rows, self.rect.columns)
            rect = self.rect
            codes: dict[Position, str] = {
                (rect.top + row, rect.left + column): _code(code)
                for row, line in enumerate(lines)
                for column, code in enumerate(line)
                if code is not None
            }
            restyle_runs(self.workbook, self.area, codes)
        self.workbook.changed = True
        format_changed(self.workbook, self.area)

    # -- arrays ------------------------------------------------------------------------------
    @scalar("HasSpill")
    def has_spill(self) -> JsonValue:
        """Whether all cells lie in spilled areas; null when some do."""
        self.workbook.settle()
        covered = sum(
            shared.rows * shared.columns
            for spill in spills(self.workbook, self.area.sheet)
            if (shared := intersection(spill, self.rect)) is not None
        )
        if covered == 0:
            return False
        return True if covered == self.rect.rows * self.rect.columns else None

    def spill_at(self, rect: Rect) -> Rect | None:
        """The spilled area over the first cell, if it fills more than that cell."""
        self.workbook.settle()
        for spill in spills(self.workbook, self.area.sheet):
            if intersection(spill, rect) is not None:
                return spill
        return None


def _values(block: Block, index: int, *_: int) -> list[JsonValue]:
    return list(map(json_value, block.values[index]))


def _types(block: Block, index: int, *_: int) -> list[JsonValue]:
    return [value_type(value) for value in block.values[index]]


def _formulas_or_values(block: Block, index: int, *_: int) -> list[JsonValue]:
    return [
        json_value(value) if formula is None else formula
        for value, formula in zip(block.values[index], block.formulas[index], strict=True)
    ]


def _code(value: JsonValue) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise invalid_argument()
    # "" resets to General, as Excel documents for blank input.
    return str(value) or "General"
