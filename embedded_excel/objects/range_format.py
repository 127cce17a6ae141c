"""RangeFormat: alignment and sizes of a range. A property is null when cells differ in it."""

from dataclasses import replace
from typing import cast

from pydantic import JsonValue

from embedded_excel.calc.cells import Axis, CellStyle, HorizontalAlignment, VerticalAlignment
from embedded_excel.errors import invalid_argument
from embedded_excel.model.areas import flag, integer
from embedded_excel.model.autofit import fitting_heights, fitting_widths
from embedded_excel.model.events import format_changed
from embedded_excel.model.protecting import deny_unless
from embedded_excel.model.workbook import Area
from embedded_excel.objects.base import ExcelObject, excel_class, method, navigation, scalar
from embedded_excel.objects.range_base import choice
from embedded_excel.objects.range_borders import RangeBorderCollection
from embedded_excel.objects.range_font import FormatProtection, RangeFill, RangeFont
from embedded_excel.objects.styled_areas import StyledAreas, number

HORIZONTAL = (
    "General",
    "Left",
    "Center",
    "Right",
    "Fill",
    "Justify",
    "CenterAcrossSelection",
    "Distributed",
)
VERTICAL = ("Top", "Center", "Bottom", "Justify", "Distributed")
MAX_ROW_HEIGHT = 409.5
MAX_COLUMN_WIDTH = 1342.5
"""255 characters of the standard font, in points."""

_MAX_INDENT = 250
_STACKED = 180
_STACKED_IN_FILE = 255


@excel_class("RangeFormat")
class RangeFormat(StyledAreas):
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

    # -- alignment ---------------------------------------------------------------------------
    @scalar("HorizontalAlignment")
    def horizontal_alignment(self) -> JsonValue:
        """Horizontal alignment."""
        return self.uniform(lambda style: style.horizontal)

    @horizontal_alignment.setter
    def set_horizontal_alignment(self, value: JsonValue) -> None:
        """Align horizontally."""
        kind = cast("HorizontalAlignment", choice(value, HORIZONTAL))
        self.restyle(lambda style: replace(style, horizontal=kind))

    @scalar("VerticalAlignment")
    def vertical_alignment(self) -> JsonValue:
        """Vertical alignment."""
        return self.uniform(lambda style: style.vertical)

    @vertical_alignment.setter
    def set_vertical_alignment(self, value: JsonValue) -> None:
        """Align vertically."""
        kind = cast("VerticalAlignment", choice(value, VERTICAL))
        self.restyle(lambda style: replace(style, vertical=kind))

    @scalar("WrapText")
    def wrap_text(self) -> JsonValue:
        """Whether text wraps."""
        return self.uniform(lambda style: style.wrap_text)

    @wrap_text.setter
    def set_wrap_text(self, value: JsonValue) -> None:
        """Wrap text or not."""
        on = flag(value)
        self.restyle(lambda style: replace(style, wrap_text=on))

    @scalar("ShrinkToFit")
    def shrink_to_fit(self) -> JsonValue:
        """Whether text shrinks to the column's width."""
        return self.uniform(lambda style: style.shrink_to_fit)

    @shrink_to_fit.setter
    def set_shrink_to_fit(self, value: JsonValue) -> None:
        """Shrink text or not."""
        on = flag(value)
        self.restyle(lambda style: replace(style, shrink_to_fit=on))

    @scalar("IndentLevel")
    def indent_level(self) -> JsonValue:
        """Indent, 0 to 250."""
        return self.uniform(lambda style: style.indent)

    @indent_level.setter
    def set_indent_level(self, value: JsonValue) -> None:
        """Set the indent."""
        level = integer(value)
        if not 0 <= level <= _MAX_INDENT:
            raise invalid_argument()
        self.restyle(lambda style: _indented(style, level))

    @method("AdjustIndent")
    def adjust_indent(self, amount: JsonValue) -> None:
        """Change the indent by an amount, within 0 and 250."""
        by = integer(amount)
        if not -_MAX_INDENT <= by <= _MAX_INDENT:
            raise invalid_argument()
        self.restyle(lambda style: _indented(style, min(max(style.indent + by, 0), _MAX_INDENT)))

    @scalar("TextOrientation")
    def text_orientation(self) -> JsonValue:
        """Degrees from -90 to 90, or 180 for stacked text."""
        return self.uniform(
            lambda style: _STACKED if style.rotation == _STACKED_IN_FILE else style.rotation
        )

    @text_orientation.setter
    def set_text_orientation(self, value: JsonValue) -> None:
        """Turn the text."""
        degrees = integer(value)
        if degrees != _STACKED and not -90 <= degrees <= 90:  # noqa: PLR2004 - a right angle
            raise invalid_argument()
        rotation = _STACKED_IN_FILE if degrees == _STACKED else degrees
        self.restyle(lambda style: replace(style, rotation=rotation))

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


def _indented(style: CellStyle, level: int) -> CellStyle:
    # An indent needs a side to count from: Excel turns General into Left.
    side = "Left" if level and style.horizontal == "General" else style.horizontal
    return replace(style, indent=level, horizontal=side)
