"""Table and the collections of tables."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.cells import Table as TableState
from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model import table_edit
from embedded_excel.model.areas import contains, flag, integer, intersection
from embedded_excel.model.cell_copying import clear_cells
from embedded_excel.model.sheet_views import table_renamed
from embedded_excel.model.table_edit import body_rect, sheet_area, table_by_id, update
from embedded_excel.model.table_names import checked_table_name
from embedded_excel.model.table_totals import hide_headers, hide_totals, show_headers, show_totals
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId
from embedded_excel.objects.base import (
    ExcelCollection,
    ExcelObject,
    excel_class,
    method,
    navigation,
    scalar,
)
from embedded_excel.objects.range_base import area_argument, make
from embedded_excel.objects.sort import TableSort
from embedded_excel.objects.table_columns import TableColumnCollection
from embedded_excel.objects.table_filters import TableFilters
from embedded_excel.objects.table_rows import TableRowCollection
from embedded_excel.objects.table_styles import table_style_called


@excel_class("Table")
class Table(TableFilters):
    """One table, by identity: it stays the same whatever its name or place become."""

    def __init__(self, workbook: OpenWorkbook, table: int) -> None:
        super().__init__(workbook)
        self._table = table

    @property
    @override
    def state(self) -> TableState:
        """The table as it is now.

        Raises:
            ExcelApiError: ItemNotFound when it was deleted.
        """
        return table_by_id(self.workbook, self._table)

    @override
    def identity(self) -> dict[str, JsonValue]:
        return {"Id": str(self._table)}

    def _range(self, rect: Rect) -> ExcelObject:
        return make("Range", self.workbook, sheet_area(self.workbook, self.state, rect))

    def _changed(self, table: TableState) -> None:
        update(self.workbook, table)

    # -- properties --------------------------------------------------------------------------
    @scalar("Id")
    def id(self) -> JsonValue:
        """Identity."""
        return str(self._table)

    @scalar("LegacyId")
    def legacy_id(self) -> JsonValue:
        """Identity as digits."""
        return str(self._table)

    @scalar("Name")
    def name(self) -> JsonValue:
        """Name."""
        return self.state.name

    @name.setter
    def set_name(self, value: JsonValue) -> None:
        """Rename; formulas follow."""
        name = checked_table_name(self.workbook, value, self._table)
        before = self.state
        self._changed(replace(before, name=name))
        home = self.workbook.sheet_ids[before.sheet]
        table_renamed(self.workbook, home, before.name, name)

    @scalar("Style")
    def style(self) -> JsonValue:
        """Name of the table style."""
        return self.state.style

    @style.setter
    def set_style(self, value: JsonValue) -> None:
        """Set a table style, Excel's or the workbook's own; "" for none."""
        if not isinstance(value, str):
            raise invalid_argument()
        style = table_style_called(self.workbook, value) if value else ""
        self._changed(replace(self.state, style=style))

    @scalar("ShowHeaders")
    def show_headers(self) -> JsonValue:
        """Whether the header row shows."""
        return self.state.header

    @show_headers.setter
    def set_show_headers(self, value: JsonValue) -> None:
        """Show or remove the header row."""
        if flag(value) != self.state.header:
            (show_headers if flag(value) else hide_headers)(self.workbook, self.state)

    @scalar("ShowTotals")
    def show_totals(self) -> JsonValue:
        """Whether the totals row shows."""
        return self.state.totals

    @show_totals.setter
    def set_show_totals(self, value: JsonValue) -> None:
        """Show or remove the totals row."""
        if flag(value) != self.state.totals:
            (show_totals if flag(value) else hide_totals)(self.workbook, self.state)

    @scalar("ShowBandedRows")
    def show_banded_rows(self) -> JsonValue:
        """Whether rows are banded."""
        return self.state.banded_rows

    @show_banded_rows.setter
    def set_show_banded_rows(self, value: JsonValue) -> None:
        """Band rows or not."""
        self._changed(replace(self.state, banded_rows=flag(value)))

    @scalar("ShowBandedColumns")
    def show_banded_columns(self) -> JsonValue:
        """Whether columns are banded."""
        return self.state.banded_columns

    @show_banded_columns.setter
    def set_show_banded_columns(self, value: JsonValue) -> None:
        """Band columns or not."""
        self._changed(replace(self.state, banded_columns=flag(value)))

    @scalar("HighlightFirstColumn")
    def highlight_first_column(self) -> JsonValue:
        """Whether the first column stands out."""
        return self.state.first_column

    @highlight_first_column.setter
    def set_highlight_first_column(self, value: JsonValue) -> None:
        """Let the first column stand out or not."""
        self._changed(replace(self.state, first_column=flag(value)))

    @scalar("HighlightLastColumn")
    def highlight_last_column(self) -> JsonValue:
        """Whether the last column stands out."""
        return self.state.last_column

    @highlight_last_column.setter
    def set_highlight_last_column(self, value: JsonValue) -> None:
        """Let the last column stand out or not."""
        self._changed(replace(self.state, last_column=flag(value)))

    @scalar("ShowFilterButton")
    def show_filter_button(self) -> JsonValue:
        """Whether the header cells have filter buttons."""
        return self.state.filter_buttons

    @show_filter_button.setter
    def set_show_filter_button(self, value: JsonValue) -> None:
        """Show filter buttons or not; only with a header row."""
        if not self.state.header:
            raise invalid_argument()
        if not flag(value):
            self.clear_filters()
        self._changed(replace(self.state, filter_buttons=flag(value)))

    # -- relatives ---------------------------------------------------------------------------
    @navigation("Columns")
    def columns(self) -> ExcelObject:
        """Columns."""
        return TableColumnCollection(self.workbook, self._table)

    @navigation("Rows")
    def rows(self) -> ExcelObject:
        """Data rows."""
        return TableRowCollection(self.workbook, self._table)

    @navigation("Sort")
    def sort(self) -> ExcelObject:
        """Sorting."""
        return TableSort(self.workbook, self.state)

    @navigation("Worksheet")
    def worksheet(self) -> ExcelObject:
        """The sheet."""
        return make("Worksheet", self.workbook, self.workbook.sheet_ids[self.state.sheet])

    @method("GetRange")
    def get_range(self) -> ExcelObject:
        """All of the table."""
        return self._range(self.state.rect)

    @method("GetHeaderRowRange")
    def get_header_row_range(self) -> ExcelObject:
        """The header row."""
        table = self.state
        if not table.header:
            raise item_not_found()
        return self._range(replace(table.rect, bottom=table.rect.top))

    @method("GetDataBodyRange")
    def get_data_body_range(self) -> ExcelObject:
        """The data rows."""
        return self._range(body_rect(self.state))

    @method("GetTotalRowRange")
    def get_total_row_range(self) -> ExcelObject:
        """The totals row."""
        table = self.state
        if not table.totals:
            raise item_not_found()
        return self._range(replace(table.rect, top=table.rect.bottom))

    # -- changes -----------------------------------------------------------------------------
    @method("Delete")
    def delete(self) -> None:
        """Delete the table and its cells."""
        table = self.state
        area = sheet_area(self.workbook, table, table.rect)
        table_edit.remove_table(self.workbook, table)
        clear_cells(self.workbook, area, contents=True, formats=True)

    @method("ConvertToRange")
    def convert_to_range(self) -> ExcelObject:
        """Turn the table into plain cells."""
        table = self.state
        area = sheet_area(self.workbook, table, table.rect)
        table_edit.remove_table(self.workbook, table)
        return make("Range", self.workbook, area)

    @method("Resize")
    def resize(self, new_range: JsonValue) -> None:
        """Give the table another range; the header row stays in its row."""
        table = self.state
        home = sheet_area(self.workbook, table, table.rect)
        area = area_argument(self.workbook, new_range, home)
        if area.sheet != home.sheet:
            raise invalid_argument()
        table_edit.resize(self.workbook, table, area.rect)


class _Tables(ExcelCollection):
    """What both collections of tables share."""

    def states(self) -> Sequence[TableState]:
        """Tables of the collection, in order."""
        raise NotImplementedError

    @override
    def items(self) -> Sequence[ExcelObject]:
        return [Table(self.workbook, table.id) for table in self.states()]

    @override
    def get_item(self, key: JsonValue) -> ExcelObject:
        found = self.get_item_or_null(key)
        if found is None:
            raise item_not_found()
        return found

    @method("GetItemOrNullObject")
    def get_item_or_null(self, key: JsonValue) -> ExcelObject | None:
        """A table by name or id, or a null object."""
        text = str(key).casefold() if isinstance(key, (str, int)) else ""
        states = self.states()
        for table in states:
            if table.name.casefold() == text:
                return Table(self.workbook, table.id)
        for table in states:
            if str(table.id) == text:
                return Table(self.workbook, table.id)
        return None

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """Number of tables."""
        return len(self.states())


@excel_class("TableCollection")
class TableCollection(_Tables):
    """Tables of the workbook, or of one sheet."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId | None = None) -> None:
        super().__init__(workbook)
        self._sheet = sheet

    @override
    def states(self) -> Sequence[TableState]:
        tables = self.workbook.engine.tables()
        if self._sheet is None:
            return tables
        index = self.workbook.sheet_index(self._sheet)
        return [table for table in tables if table.sheet == index]

    @scalar("Count")
    def count(self) -> JsonValue:
        """Number of tables."""
        return len(self.states())

    @method("GetItemAt")
    def get_item_at(self, index: JsonValue) -> ExcelObject:
        """A table by its position."""
        number, states = integer(index), self.states()
        if not 0 <= number < len(states):
            raise item_not_found()
        return Table(self.workbook, states[number].id)

    @method("Add")
    def add(self, address: JsonValue, has_headers: JsonValue) -> ExcelObject:
        """Make a table of a range; on a sheet's collection the range must be on that sheet."""
        index = self.workbook.engine.active_sheet()
        sheet = self.workbook.sheet_ids[index] if self._sheet is None else self._sheet
        area = area_argument(self.workbook, address, Area(sheet, Rect(0, 0, 0, 0)))
        if self._sheet is not None and area.sheet != self._sheet:
            raise invalid_argument()
        table = table_edit.add_table(self.workbook, area, has_headers=flag(has_headers))
        return Table(self.workbook, table.id)


@excel_class("TableScopedCollection")
class TableScopedCollection(_Tables):
    """Tables that overlap some areas, or lie within them."""

    def __init__(
        self, workbook: OpenWorkbook, areas: tuple[Area, ...], fully_contained: bool = False
    ) -> None:
        super().__init__(workbook)
        self._areas = areas
        self._fully_contained = fully_contained

    @override
    def states(self) -> Sequence[TableState]:
        found: list[TableState] = []
        for table in self.workbook.engine.tables():
            for area in self._areas:
                if self.workbook.sheet_index(area.sheet) != table.sheet:
                    continue
                inside = (
                    contains(area.rect, table.rect)
                    if self._fully_contained
                    else intersection(area.rect, table.rect) is not None
                )
                if inside and table not in found:
                    found.append(table)
        # Excel orders them by place: left to right, then down.
        return sorted(found, key=lambda table: (table.rect.left, table.rect.top))

    @method("GetFirst")
    def get_first(self) -> ExcelObject:
        """The first table."""
        states = self.states()
        if not states:
            raise item_not_found()
        return Table(self.workbook, states[0].id)
