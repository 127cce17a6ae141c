"""Worksheet and WorksheetCollection."""

from collections.abc import Sequence
from typing import cast

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Rect, Visibility
from embedded_excel.errors import ExcelApiError, invalid_argument, item_not_found, not_implemented
from embedded_excel.model import sheets
from embedded_excel.model.areas import checked, flag, integer, resolve
from embedded_excel.model.colors import color_code
from embedded_excel.model.workbook import Area, SheetId
from embedded_excel.objects.base import (
    ExcelCollection,
    excel_class,
    method,
    navigation,
    scalar,
)
from embedded_excel.objects.chart_collection import ChartCollection
from embedded_excel.objects.freeze_panes import WorksheetFreezePanes
from embedded_excel.objects.names import NamedItemCollection
from embedded_excel.objects.tables import TableCollection
from embedded_excel.objects.tracked import TrackedAreas, TrackedRange, new_areas, new_range
from embedded_excel.objects.worksheet_contents import WorksheetContents
from embedded_excel.objects.worksheet_parts import WorksheetParts
from embedded_excel.objects.worksheet_search import WorksheetSearch
from embedded_excel.wire.members import enum_value

_WHOLE_SHEET = Rect(0, 0, MAX_ROWS - 1, MAX_COLUMNS - 1)
_PIXELS_PER_POINT = 96 / 72
_DIGIT_PIXELS = 7
_PADDING_PIXELS = 5


@excel_class("Worksheet")
class Worksheet(WorksheetContents, WorksheetParts, WorksheetSearch):
    """One sheet, by identity: it stays the same sheet whatever its name or position become."""

    @property
    def index(self) -> int:
        """Tab position.

        Raises:
            ExcelApiError: ItemNotFound when the sheet was deleted.
        """
        return self.workbook.sheet_index(self.sheet)

    @override
    def identity(self) -> dict[str, JsonValue]:
        return {"Id": self.sheet}

    # -- properties ------------------------------------------------------------------------------
    @scalar("Id")
    def id(self) -> JsonValue:
        """The sheet's GUID text."""
        return self.sheet

    @scalar("Name")
    def name(self) -> JsonValue:
        """The name on the tab."""
        return self.workbook.sheet_name(self.sheet)

    @name.setter
    def set_name(self, value: JsonValue) -> None:
        """Rename by Excel's rules."""
        sheets.rename(self.workbook, self.sheet, value)

    @scalar("Position")
    def position(self) -> JsonValue:
        """0-based tab position."""
        return self.index

    @position.setter
    def set_position(self, value: JsonValue) -> None:
        """Move the tab."""
        sheets.move(self.workbook, self.sheet, integer(value))

    @scalar("Visibility")
    def visibility(self) -> JsonValue:
        """`Visible`, `Hidden` or `VeryHidden`."""
        return self.workbook.engine.sheet_view(self.index).visibility

    @visibility.setter
    def set_visibility(self, value: JsonValue) -> None:
        """Show or hide the tab."""
        visibility = cast("Visibility", enum_value("SheetVisibility", value))
        sheets.set_visibility(self.workbook, self.sheet, visibility)

    @scalar("TabColor")
    def tab_color(self) -> JsonValue:
        """`#RRGGBB`, "" for none, null while the sheet is hidden."""
        view = self.workbook.engine.sheet_view(self.index)
        return view.tab_color if view.visibility == "Visible" else None

    @tab_color.setter
    def set_tab_color(self, value: JsonValue) -> None:
        """A colour, or "" to clear it."""
        color = "" if value == "" else color_code(value)
        self.workbook.engine.set_tab_color(self.index, color)

    @scalar("ShowGridlines")
    def show_gridlines(self) -> JsonValue:
        """Whether gridlines show."""
        return self.workbook.engine.sheet_view(self.index).show_gridlines

    @show_gridlines.setter
    def set_show_gridlines(self, value: JsonValue) -> None:
        """Show or hide gridlines."""
        self.workbook.engine.set_gridlines(self.index, _boolean(value))

    @scalar("ShowHeadings")
    def show_headings(self) -> JsonValue:
        """Whether row and column headings show."""
        return self.workbook.engine.sheet_view(self.index).show_headings

    @show_headings.setter
    def set_show_headings(self, value: JsonValue) -> None:
        """Show or hide headings."""
        self.workbook.engine.set_headings(self.index, _boolean(value))

    @scalar("StandardHeight")
    def standard_height(self) -> JsonValue:
        """Default row height in points."""
        return self.workbook.engine.row_axis(self.index).default

    @scalar("StandardWidth")
    def standard_width(self) -> JsonValue:
        """Default column width in characters of the Normal font."""
        pixels = self.workbook.engine.column_axis(self.index).default * _PIXELS_PER_POINT
        return round((pixels - _PADDING_PIXELS) / _DIGIT_PIXELS, 2)

    @scalar("EnableCalculation")
    def enable_calculation(self) -> JsonValue:
        """Always true: a sheet can't be taken out of calculation here."""
        return True

    @enable_calculation.setter
    def set_enable_calculation(self, value: JsonValue) -> None:
        """Accepts true only."""
        if not _boolean(value):
            raise not_implemented("Worksheet.enableCalculation = false")

    # -- objects of the sheet --------------------------------------------------------------------
    @navigation("Tables")
    def tables(self) -> TableCollection:
        """The sheet's tables."""
        return TableCollection(self.workbook, self.sheet)

    @navigation("Charts")
    def charts(self) -> ChartCollection:
        """The sheet's charts."""
        return ChartCollection(self.workbook, self.sheet)

    @navigation("Names")
    def names(self) -> NamedItemCollection:
        """Names of the sheet's scope."""
        return NamedItemCollection(self.workbook, self.sheet)

    @navigation("FreezePanes")
    def freeze_panes(self) -> WorksheetFreezePanes:
        """The frozen panes."""
        return WorksheetFreezePanes(self.workbook, self.sheet)

    # -- ranges ----------------------------------------------------------------------------------
    @method("GetRange")
    def get_range(self, address: JsonValue) -> TrackedRange:
        """A range by address or name; the whole sheet without one."""
        if address is None or address == "":
            return self._range(_WHOLE_SHEET)
        if not isinstance(address, str):
            raise invalid_argument()
        return new_range(self.workbook, resolve(self.workbook, address, self._home()))

    @method("GetRanges")
    def get_ranges(self, addresses: JsonValue) -> TrackedAreas:
        """Several ranges of the sheet, separated by commas."""
        if addresses is None:
            return new_areas(self.workbook, (Area(self._home(), _WHOLE_SHEET),))
        if not isinstance(addresses, str):
            raise invalid_argument()
        areas = tuple(
            resolve(self.workbook, address, self._home()) for address in addresses.split(",")
        )
        return new_areas(self.workbook, areas)

    @method("GetCell")
    def get_cell(self, row: JsonValue, column: JsonValue) -> TrackedRange:
        """One cell by 0-based row and column."""
        top, left = integer(row), integer(column)
        return self._range(checked(Rect(top, left, top, left)))

    @method("GetRangeByIndexes")
    def get_range_by_indexes(
        self, row: JsonValue, column: JsonValue, rows: JsonValue, columns: JsonValue
    ) -> TrackedRange:
        """A rectangle by its 0-based first cell and its size."""
        top, left = integer(row), integer(column)
        bottom, right = top + integer(rows) - 1, left + integer(columns) - 1
        return self._range(checked(Rect(top, left, bottom, right)))

    @method("GetUsedRange")
    def get_used_range(self, values_only: JsonValue) -> TrackedRange:
        """The used cells; A1 of an empty sheet."""
        return self._used(values_only) or self._range(Rect(0, 0, 0, 0))

    @method("GetUsedRangeOrNullObject")
    def get_used_range_or_null_object(self, values_only: JsonValue) -> TrackedRange | None:
        """The used cells; null for an empty sheet."""
        return self._used(values_only)

    # -- neighbours ------------------------------------------------------------------------------
    @method("GetNext")
    def get_next(self, visible_only: JsonValue) -> "Worksheet":
        """The sheet after this one."""
        return _found(self._beside(1, visible_only))

    @method("GetNextOrNullObject")
    def get_next_or_null_object(self, visible_only: JsonValue) -> "Worksheet | None":
        """The sheet after this one, or null."""
        return self._beside(1, visible_only)

    @method("GetPrevious")
    def get_previous(self, visible_only: JsonValue) -> "Worksheet":
        """The sheet before this one."""
        return _found(self._beside(-1, visible_only))

    @method("GetPreviousOrNullObject")
    def get_previous_or_null_object(self, visible_only: JsonValue) -> "Worksheet | None":
        """The sheet before this one, or null."""
        return self._beside(-1, visible_only)

    @method("_GetSheetById")
    def sheet_by_id(self, sheet: JsonValue) -> "Worksheet":
        """A sheet by its id, asked of another one."""
        return WorksheetCollection(self.workbook).get_item(sheet)

    @method("_GetAnotherWorksheetById")
    def another_worksheet_by_id(self, sheet: JsonValue) -> "Worksheet":
        """A sheet by its id, asked of another one."""
        return self.sheet_by_id(sheet)

    # -- actions ---------------------------------------------------------------------------------
    @method("Activate")
    def activate(self) -> None:
        """Make it the active sheet."""
        sheets.activate(self.workbook, self._home())

    @method("Delete")
    def delete(self) -> None:
        """Delete it; the last visible sheet can't be."""
        sheets.delete(self.workbook, self._home())

    @method("Calculate")
    def calculate(self, mark_all_dirty: JsonValue) -> None:
        """Calculate. The engine calculates whole workbooks, which includes this sheet."""
        self.workbook.calculate(full=flag(mark_all_dirty))

    @method("Copy")
    def copy(self, position: JsonValue, relative_to: object) -> "Worksheet":
        """Copy it to a position, by default the first."""
        kind = "None" if position is None else enum_value("WorksheetPositionType", position)
        count = len(self.workbook.sheet_ids)
        if kind in ("Before", "After"):
            if not isinstance(relative_to, Worksheet):
                raise invalid_argument()
            to = relative_to.index + (kind == "After")
        else:
            to = count if kind == "End" else 0
        return Worksheet(self.workbook, sheets.copy(self.workbook, self._home(), to))

    def _home(self) -> SheetId:
        self.workbook.sheet_index(self.sheet)
        return self.sheet

    def _range(self, rect: Rect) -> TrackedRange:
        return new_range(self.workbook, Area(self._home(), rect))

    def _used(self, values_only: JsonValue) -> TrackedRange | None:
        rect = self.workbook.engine.used_rect(self.index, values_only=flag(values_only))
        return None if rect is None else self._range(rect)

    def _beside(self, step: int, visible_only: JsonValue) -> "Worksheet | None":
        only = flag(visible_only)
        index = self.index + step
        while 0 <= index < len(self.workbook.sheet_ids):
            sheet = self.workbook.sheet_ids[index]
            if not only or sheets.is_visible(self.workbook, sheet):
                return Worksheet(self.workbook, sheet)
            index += step
        return None


@excel_class("WorksheetCollection")
class WorksheetCollection(ExcelCollection):
    """Every sheet, in tab order."""

    @override
    def items(self) -> Sequence[Worksheet]:
        return [Worksheet(self.workbook, sheet) for sheet in self.workbook.sheet_ids]

    @override
    def get_item(self, key: JsonValue) -> Worksheet:
        if isinstance(key, str):
            if key in self.workbook.sheet_ids:
                return Worksheet(self.workbook, key)
            for index, name in enumerate(self.workbook.engine.sheet_names()):
                if name.casefold() == key.casefold():
                    return Worksheet(self.workbook, self.workbook.sheet_ids[index])
        raise item_not_found()

    @method("GetItemOrNullObject")
    def get_item_or_null_object(self, key: JsonValue) -> Worksheet | None:
        """A sheet by name or id, or null."""
        try:
            return self.get_item(key)
        except ExcelApiError:
            return None

    @method("Add")
    def add(self, name: JsonValue) -> Worksheet:
        """Append a sheet."""
        return Worksheet(self.workbook, sheets.add(self.workbook, name))

    @method("GetActiveWorksheet")
    def get_active_worksheet(self) -> Worksheet:
        """The active sheet."""
        active = self.workbook.engine.active_sheet()
        return Worksheet(self.workbook, self.workbook.sheet_ids[active])

    @method("GetCount")
    def get_count(self, visible_only: JsonValue) -> JsonValue:
        """How many sheets there are."""
        return len(self._listed(visible_only))

    @method("GetFirst")
    def get_first(self, visible_only: JsonValue) -> Worksheet:
        """The first sheet."""
        return self._listed(visible_only)[0]

    @method("GetLast")
    def get_last(self, visible_only: JsonValue) -> Worksheet:
        """The last sheet."""
        return self._listed(visible_only)[-1]

    def _listed(self, visible_only: JsonValue) -> list[Worksheet]:
        only = flag(visible_only)
        return [
            sheet
            for sheet in self.items()
            if not only or sheets.is_visible(self.workbook, sheet.sheet)
        ]


def _found(sheet: Worksheet | None) -> Worksheet:
    if sheet is None:
        raise item_not_found()
    return sheet


def _boolean(value: JsonValue) -> bool:
    if not isinstance(value, bool):
        raise invalid_argument()
    return value
