"""RangeFormat: parts and sizes of a range. A property is null when cells differ in it."""

from pydantic import JsonValue

from embedded_excel.calc.cells import (
    Axis,
)
from embedded_excel.errors import invalid_argument
from embedded_excel.model.areas import flag, integer
from embedded_excel.model.autofit import fitting_heights, fitting_widths
from embedded_excel.model.events import format_changed
from embedded_excel.model.protecting import deny_unless
from embedded_excel.model.workbook import Area
from embedded_excel.objects.alignment import MAX_INDENT, Alignment, indented
from embedded_excel.objects.base import ExcelObject, excel_class, method, navigation, scalar
from embedded_excel.objects.range_borders import RangeBorderCollection
from embedded_excel.objects.range_font import FormatProtection, RangeFill, RangeFont
from embedded_excel.objects.styled_areas import number

MAX_ROW_HEIGHT = 409.5
MAX_COLUMN_WIDTH = 1342.5
"""255 characters of the standard font, in points."""


@excel_class("RangeFormat")
class RangeFormat(Alignment):
    """Alignment and sizes of a range."""

    @navigation("Font")
    def font(self) -> ExcelObject:
        """Font."""
        return RangeFont(self.workbook, self.areas)

    @navigation("Fill")
    def fill(self) -> ExcelObject:
        """Background."""
        return RangeFill(self.workbook, self.areas)

    @navigation("Borders")
    def borders(self) -> ExcelObject:
        """Borders."""
        return RangeBorderCollection(self.workbook, self.areas)

    @navigation("Protection")
    def protection(self) -> ExcelObject:
        """Protection."""
        return FormatProtection(self.workbook, self.areas)

    @method("AdjustIndent")
    def adjust_indent(self, amount: JsonValue) -> None:
        """Change the indent by an amount, within 0 and 250."""
        by = integer(amount)
        if not -MAX_INDENT <= by <= MAX_INDENT:
            raise invalid_argument()
        self.restyle(lambda style: indented(style, min(max(style.indent + by, 0), MAX_INDENT)))

    # -- sizes -------------------------------------------------------------------------------
    @scalar("ColumnWidth")
    def column_width(self) -> JsonValue:
        """Width of the columns in points, null when they differ."""
        return self._size(rows=False)

    @column_width.setter
    def set_column_width(self, value: JsonValue) -> None:
        """Set the width of all columns."""
        points = number(value, 0, MAX_COLUMN_WIDTH)
        for area, sheet in self._changeable(rows=False):
            engine = self.workbook.engine
            engine.set_column_width(sheet, area.rect.left, area.rect.right, points)
        self._sized()

    @scalar("RowHeight")
    def row_height(self) -> JsonValue:
        """Height of the rows in points, null when they differ."""
        return self._size(rows=True)

    @row_height.setter
    def set_row_height(self, value: JsonValue) -> None:
        """Set the height of all rows."""
        points = number(value, 0, MAX_ROW_HEIGHT)
        for area, sheet in self._changeable(rows=True):
            engine = self.workbook.engine
            engine.set_row_height(sheet, area.rect.top, area.rect.bottom, points)
        self._sized()

    @scalar("UseStandardHeight")
    def use_standard_height(self) -> JsonValue:
        """Whether the rows have the sheet's standard height."""
        return self._is_standard(rows=True)

    @use_standard_height.setter
    def set_use_standard_height(self, value: JsonValue) -> None:
        """True resets the heights; false does nothing."""
        if flag(value):
            for area, sheet in self._changeable(rows=True):
                engine = self.workbook.engine
                engine.set_row_height(sheet, area.rect.top, area.rect.bottom, None)
            self._sized()

    @scalar("UseStandardWidth")
    def use_standard_width(self) -> JsonValue:
        """Whether the columns have the sheet's standard width."""
        return self._is_standard(rows=False)

    @use_standard_width.setter
    def set_use_standard_width(self, value: JsonValue) -> None:
        """True resets the widths; false does nothing."""
        if flag(value):
            for area, sheet in self._changeable(rows=False):
                engine = self.workbook.engine
                engine.set_column_width(sheet, area.rect.left, area.rect.right, None)
            self._sized()

    @method("AutofitColumns")
    def autofit_columns(self) -> None:
        """Fit widths to the displayed text, by average character widths."""
        self.workbook.settle()
        for area, sheet in self._changeable(rows=False):
            for column, points in fitting_widths(self.workbook, area).items():
                self.workbook.engine.set_column_width(sheet, column, column, points)
        self._sized()

    @method("AutofitRows")
    def autofit_rows(self) -> None:
        """Fit heights to the displayed text, by average character widths."""
        self.workbook.settle()
        for area, sheet in self._changeable(rows=True):
            for row, points in fitting_heights(self.workbook, area).items():
                self.workbook.engine.set_row_height(sheet, row, row, points)
        self._sized()

    def _changeable(self, *, rows: bool) -> list[tuple[Area, int]]:
        """Areas with the tab positions of their sheets, whose sizes may change."""
        for area in self.areas:
            name = "allowFormatRows" if rows else "allowFormatColumns"
            deny_unless(self.workbook, area.sheet, name)
        return self._sheets()

    def _sheets(self) -> list[tuple[Area, int]]:
        return [(area, self.workbook.sheet_index(area.sheet)) for area in self.areas]

    def _sized(self) -> None:
        self.workbook.changed = True
        for area in self.areas:
            format_changed(self.workbook, area)

    def _sizes(self, *, rows: bool) -> tuple[set[float], float]:
        found: set[float] = set()
        default = 0.0
        for area, sheet in self._sheets():
            engine = self.workbook.engine
            axis = engine.row_axis(sheet) if rows else engine.column_axis(sheet)
            rect = area.rect
            first, last = (rect.top, rect.bottom) if rows else (rect.left, rect.right)
            found |= _distinct_sizes(axis, first, last)
            default = axis.default
        return found, default

    def _size(self, *, rows: bool) -> JsonValue:
        found, _ = self._sizes(rows=rows)
        return found.pop() if len(found) == 1 else None

    def _is_standard(self, *, rows: bool) -> JsonValue:
        found, default = self._sizes(rows=rows)
        return found == {default} if len(found) == 1 else None


def _distinct_sizes(axis: Axis, first: int, last: int) -> set[float]:
    special = {index for index in axis.sizes if first <= index <= last}
    hidden = {index for index in axis.hidden if first <= index <= last}
    found = {axis.sizes[index] for index in special - hidden}
    if hidden:
        found.add(0.0)
    if len(special | hidden) < last - first + 1:
        found.add(axis.default)
    return found
