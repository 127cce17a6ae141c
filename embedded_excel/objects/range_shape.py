"""Where a range is, how large it is, and the ranges one gets to from it."""

from dataclasses import replace

from pydantic import JsonValue

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Axis, Rect
from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model.areas import (
    bounding,
    contains,
    flag,
    integer,
    intersection,
    used_part,
)
from embedded_excel.model.events import rows_hidden
from embedded_excel.model.protecting import deny_unless
from embedded_excel.model.regions import data_edge, surrounding_region
from embedded_excel.model.workbook import Area
from embedded_excel.objects.base import ExcelObject, method, navigation, scalar
from embedded_excel.objects.range_base import RangeBase, address_of, area_argument, choice, make

_MOST_COUNTED = 2**31 - 1
_DIRECTIONS = ("Left", "Right", "Up", "Down")


class RangeShape(RangeBase):
    """Position, size and relatives of a range."""

    # -- position ----------------------------------------------------------------------------
    @scalar("Address")
    def address(self) -> JsonValue:
        """Address with the sheet's name."""
        return address_of(self.workbook, self.area)

    @scalar("AddressLocal")
    def address_local(self) -> JsonValue:
        """The same: the embedded Excel speaks English (US)."""
        return address_of(self.workbook, self.area)

    @scalar("CellCount")
    def cell_count(self) -> JsonValue:
        """Number of cells, -1 when it doesn't fit 32 bits."""
        count = self.rect.rows * self.rect.columns
        return count if count <= _MOST_COUNTED else -1

    @scalar("RowIndex")
    def row_index(self) -> JsonValue:
        """First row, 0-based."""
        return self.rect.top

    @scalar("ColumnIndex")
    def column_index(self) -> JsonValue:
        """First column, 0-based."""
        return self.rect.left

    @scalar("RowCount")
    def row_count(self) -> JsonValue:
        """Number of rows."""
        return self.rect.rows

    @scalar("ColumnCount")
    def column_count(self) -> JsonValue:
        """Number of columns."""
        return self.rect.columns

    @scalar("IsEntireColumn")
    def is_entire_column(self) -> JsonValue:
        """Whether the range is whole columns."""
        return self.rect.rows == MAX_ROWS

    @scalar("IsEntireRow")
    def is_entire_row(self) -> JsonValue:
        """Whether the range is whole rows."""
        return self.rect.columns == MAX_COLUMNS

    @scalar("Top")
    def top(self) -> JsonValue:
        """Points from the sheet's top edge."""
        return _extent(self.engine.row_axis(self.sheet), 0, self.rect.top - 1)

    @scalar("Left")
    def left(self) -> JsonValue:
        """Points from the sheet's left edge."""
        return _extent(self.engine.column_axis(self.sheet), 0, self.rect.left - 1)

    @scalar("Height")
    def height(self) -> JsonValue:
        """Height in points."""
        return _extent(self.engine.row_axis(self.sheet), self.rect.top, self.rect.bottom)

    @scalar("Width")
    def width(self) -> JsonValue:
        """Width in points."""
        return _extent(self.engine.column_axis(self.sheet), self.rect.left, self.rect.right)

    # -- hiding ------------------------------------------------------------------------------
    @scalar("RowHidden")
    def row_hidden(self) -> JsonValue:
        """Whether all rows are hidden; null when some are."""
        return _hidden(self.engine.row_axis(self.sheet), self.rect.top, self.rect.bottom)

    @row_hidden.setter
    def set_row_hidden(self, value: JsonValue) -> None:
        """Hide or show the rows."""
        hidden = flag(value)
        deny_unless(self.workbook, self.area.sheet, "allowFormatRows")
        self.engine.set_rows_hidden(self.sheet, self.rect.top, self.rect.bottom, hidden)
        self.workbook.recalculate_if_automatic()  # SUBTOTAL and AGGREGATE count what shows.
        rect = replace(self.rect, left=0, right=MAX_COLUMNS - 1)
        rows_hidden(self.workbook, Area(self.area.sheet, rect), hidden=hidden)

    @scalar("ColumnHidden")
    def column_hidden(self) -> JsonValue:
        """Whether all columns are hidden; null when some are."""
        return _hidden(self.engine.column_axis(self.sheet), self.rect.left, self.rect.right)

    @column_hidden.setter
    def set_column_hidden(self, value: JsonValue) -> None:
        """Hide or show the columns."""
        deny_unless(self.workbook, self.area.sheet, "allowFormatColumns")
        self.engine.set_columns_hidden(self.sheet, self.rect.left, self.rect.right, flag(value))
        self.workbook.changed = True

    @scalar("Hidden")
    def hidden(self) -> JsonValue:
        """Whether all cells are hidden; null when some are."""
        rows = _hidden(self.engine.row_axis(self.sheet), self.rect.top, self.rect.bottom)
        columns = _hidden(self.engine.column_axis(self.sheet), self.rect.left, self.rect.right)
        if rows is True or columns is True:
            return True
        return False if rows is False and columns is False else None

    # -- relatives ---------------------------------------------------------------------------
    @navigation("Worksheet")
    def worksheet(self) -> ExcelObject:
        """The sheet the range is on."""
        return make("Worksheet", self.workbook, self.area.sheet)

    @method("GetCell")
    def get_cell(self, row: JsonValue, column: JsonValue) -> "RangeShape":
        """A cell counted from the first one; it may lie outside the range."""
        top, left = self.rect.top + integer(row), self.rect.left + integer(column)
        return self.at(Rect(top, left, top, left))

    @method("GetRow")
    def get_row(self, row: JsonValue) -> "RangeShape":
        """One row of the range."""
        top = self.rect.top + _inside(integer(row), self.rect.rows)
        return self.at(replace(self.rect, top=top, bottom=top))

    @method("GetColumn")
    def get_column(self, column: JsonValue) -> "RangeShape":
        """One column of the range."""
        left = self.rect.left + _inside(integer(column), self.rect.columns)
        return self.at(replace(self.rect, left=left, right=left))

    @method("GetOffsetRange")
    def get_offset_range(self, rows: JsonValue, columns: JsonValue) -> "RangeShape":
        """The range moved by rows and columns."""
        down, right = integer(rows), integer(columns)
        rect = self.rect
        return self.at(
            Rect(rect.top + down, rect.left + right, rect.bottom + down, rect.right + right)
        )

    @method("GetResizedRange")
    def get_resized_range(self, rows: JsonValue, columns: JsonValue) -> "RangeShape":
        """The range with its last corner moved, also past its first one."""
        rect = self.rect
        bottom, right = rect.bottom + integer(rows), rect.right + integer(columns)
        return self.at(
            Rect(
                min(rect.top, bottom),
                min(rect.left, right),
                max(rect.top, bottom),
                max(rect.left, right),
            )
        )

    @method("GetAbsoluteResizedRange")
    def get_absolute_resized_range(self, rows: JsonValue, columns: JsonValue) -> "RangeShape":
        """A range of a given size from the same first cell."""
        rect = self.rect
        return self.at(
            replace(
                rect,
                bottom=rect.top + integer(rows) - 1,
                right=rect.left + integer(columns) - 1,
            )
        )

    @method("GetBoundingRect")
    def get_bounding_rect(self, other: JsonValue) -> "RangeShape":
        """The smallest range around this one and another."""
        return self.at(bounding(self.rect, self.other(other)))

    @method("GetIntersection")
    def get_intersection(self, other: JsonValue) -> "RangeShape":
        """The cells shared with another range."""
        shared = intersection(self.rect, self.other(other))
        if shared is None:
            raise item_not_found()
        return self.at(shared)

    @method("GetIntersectionOrNullObject")
    def get_intersection_or_null(self, other: JsonValue) -> "RangeShape | None":
        """The cells shared with another range, or a null object."""
        area = area_argument(self.workbook, other, self.area)
        shared = intersection(self.rect, area.rect) if area.sheet == self.area.sheet else None
        return None if shared is None else self.at(shared)

    @method("GetEntireRow")
    def get_entire_row(self) -> "RangeShape":
        """Whole rows."""
        return self.at(replace(self.rect, left=0, right=MAX_COLUMNS - 1))

    @method("GetEntireColumn")
    def get_entire_column(self) -> "RangeShape":
        """Whole columns."""
        return self.at(replace(self.rect, top=0, bottom=MAX_ROWS - 1))

    @method("GetLastCell")
    def get_last_cell(self) -> "RangeShape":
        """The last cell."""
        rect = self.rect
        return self.at(Rect(rect.bottom, rect.right, rect.bottom, rect.right))

    @method("GetLastRow")
    def get_last_row(self) -> "RangeShape":
        """The last row."""
        return self.at(replace(self.rect, top=self.rect.bottom))

    @method("GetLastColumn")
    def get_last_column(self) -> "RangeShape":
        """The last column."""
        return self.at(replace(self.rect, left=self.rect.right))

    @method("GetRowsAbove")
    def get_rows_above(self, count: JsonValue) -> "RangeShape":
        """Rows above; a negative count takes the first rows of the range."""
        rect, number = self.rect, _count(count)
        if number > 0:
            return self.at(replace(rect, top=rect.top - number, bottom=rect.top - 1))
        return self.at(replace(rect, bottom=rect.top - number - 1))

    @method("GetRowsBelow")
    def get_rows_below(self, count: JsonValue) -> "RangeShape":
        """Rows below; a negative count takes the last rows of the range."""
        rect, number = self.rect, _count(count)
        if number > 0:
            return self.at(replace(rect, top=rect.bottom + 1, bottom=rect.bottom + number))
        return self.at(replace(rect, top=rect.bottom + number + 1))

    @method("GetColumnsBefore")
    def get_columns_before(self, count: JsonValue) -> "RangeShape":
        """Columns to the left; a negative count takes the first columns of the range."""
        rect, number = self.rect, _count(count)
        if number > 0:
            return self.at(replace(rect, left=rect.left - number, right=rect.left - 1))
        return self.at(replace(rect, right=rect.left - number - 1))

    @method("GetColumnsAfter")
    def get_columns_after(self, count: JsonValue) -> "RangeShape":
        """Columns to the right; a negative count takes the last columns of the range."""
        rect, number = self.rect, _count(count)
        if number > 0:
            return self.at(replace(rect, left=rect.right + 1, right=rect.right + number))
        return self.at(replace(rect, left=rect.right + number + 1))

    # -- by content --------------------------------------------------------------------------
    @method("GetUsedRange")
    def get_used_range(self, values_only: JsonValue) -> "RangeShape":
        """The used part of the range."""
        found = self.get_used_range_or_null(values_only)
        if found is None:
            raise item_not_found()
        return found

    @method("GetUsedRangeOrNullObject")
    def get_used_range_or_null(self, values_only: JsonValue) -> "RangeShape | None":
        """The used part of the range, or a null object."""
        self.workbook.settle()
        rect = used_part(self.workbook, self.area, values_only=flag(values_only))
        return None if rect is None else self.at(rect)

    @method("GetSurroundingRegion")
    def get_surrounding_region(self) -> "RangeShape":
        """The block of cells around the first cell, up to blank rows and columns."""
        self.workbook.settle()
        return self.at(surrounding_region(self.workbook, self._first_cell()))

    @method("GetRangeEdge")
    def get_range_edge(self, direction: JsonValue, active: JsonValue) -> "RangeShape":
        """Where Ctrl+Arrow would go from the active cell."""
        return self.at(self._edge(direction, active))

    @method("GetExtendedRange")
    def get_extended_range(self, direction: JsonValue, active: JsonValue) -> "RangeShape":
        """What Ctrl+Shift+Arrow would select."""
        return self.at(bounding(self.rect, self._edge(direction, active)))

    def _edge(self, direction: JsonValue, active: JsonValue) -> Rect:
        self.workbook.settle()
        start = self._first_cell().rect if active is None else self.other(active)
        if (start.rows, start.columns) != (1, 1) or not contains(self.rect, start):
            raise invalid_argument()
        return data_edge(
            self.workbook, Area(self.area.sheet, start), choice(direction, _DIRECTIONS)
        )

    def _first_cell(self) -> Area:
        rect = self.rect
        return Area(self.area.sheet, Rect(rect.top, rect.left, rect.top, rect.left))


def _inside(number: int, size: int) -> int:
    if not 0 <= number < size:
        raise invalid_argument()
    return number


def _count(value: JsonValue) -> int:
    number = integer(value, 1)
    if number == 0:
        raise invalid_argument()
    return number


def _hidden(axis: Axis, first: int, last: int) -> bool | None:
    hidden = sum(first <= index <= last for index in axis.hidden)
    if hidden == 0:
        return False
    return True if hidden == last - first + 1 else None


def _extent(axis: Axis, first: int, last: int) -> float:
    """Points from the start of one row or column to the end of another."""
    total = axis.default * (last - first + 1)
    for index, size in axis.sizes.items():
        if first <= index <= last:
            total += size - axis.default
    for index in axis.hidden:
        if first <= index <= last:
            total -= axis.sizes.get(index, axis.default)
    return total
