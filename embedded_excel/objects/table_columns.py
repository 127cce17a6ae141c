"""TableColumn and TableColumnCollection."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.cells import Rect, Table
from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model import table_edit
from embedded_excel.model.areas import integer
from embedded_excel.model.cell_writing import matrix, write_json
from embedded_excel.model.filtering import FilterPlace
from embedded_excel.model.structured import column_ids, rename_columns
from embedded_excel.model.table_edit import body_rect, sheet_area, table_by_id
from embedded_excel.model.workbook import Area, OpenWorkbook
from embedded_excel.objects.auto_filter import Filter
from embedded_excel.objects.base import (
    ExcelCollection,
    ExcelObject,
    excel_class,
    method,
    navigation,
    scalar,
)
from embedded_excel.objects.range_base import make
from embedded_excel.objects.range_cells import RangeCells


@excel_class("TableColumn")
class TableColumn(ExcelObject):
    """A column of a table, by identity: it stays the same through renames and moves."""

    def __init__(self, workbook: OpenWorkbook, table: int, column: int) -> None:
        super().__init__(workbook)
        self._table = table
        self._column = column

    @property
    def _state(self) -> tuple[Table, int]:
        table = table_by_id(self.workbook, self._table)
        ids = column_ids(self.workbook, table)
        if self._column not in ids:
            raise item_not_found()
        return table, ids.index(self._column)

    @override
    def identity(self) -> dict[str, JsonValue]:
        return {"Id": self._column}

    def _area(self, rect: Rect) -> Area:
        table, index = self._state
        column = table.rect.left + index
        return sheet_area(self.workbook, table, replace(rect, left=column, right=column))

    def _range(self, rect: Rect) -> ExcelObject:
        return make("Range", self.workbook, self._area(rect))

    @navigation("Filter")
    def filter(self) -> Filter:
        """What the column filters by."""
        table, index = self._state
        place = FilterPlace(self.workbook.sheet_ids[table.sheet], table.id)
        return Filter(self.workbook, place, index)

    @scalar("Id")
    def id(self) -> JsonValue:
        """Identity within the table."""
        return self._column

    @scalar("Index")
    def index(self) -> JsonValue:
        """Place among the columns."""
        return self._state[1]

    @scalar("Name")
    def name(self) -> JsonValue:
        """Header text."""
        table, index = self._state
        return table.columns[index].name

    @name.setter
    def set_name(self, value: JsonValue) -> None:
        """Rename; formulas that name the column follow."""
        if not isinstance(value, str) or not value:
            raise invalid_argument()
        table, index = self._state
        if table.header:
            rect = replace(table.rect, bottom=table.rect.top)
            write_json(self.workbook, self._area(rect), "'" + value)
        else:
            columns = list(table.columns)
            columns[index] = replace(columns[index], name=value)
            rename_columns(self.workbook, replace(table, columns=tuple(columns)))
            self.workbook.recalculate_if_automatic()

    @scalar("Values")
    def values(self) -> JsonValue:
        """Values of the column, header and totals included."""
        cells = self._range(self._state[0].rect)
        assert isinstance(cells, RangeCells)
        return cells.values

    @values.setter
    def set_values(self, value: JsonValue) -> None:
        """Write the column."""
        write_json(self.workbook, self._area(self._state[0].rect), value)

    @method("GetRange")
    def get_range(self) -> ExcelObject:
        """The column with header and totals."""
        return self._range(self._state[0].rect)

    @method("GetDataBodyRange")
    def get_data_body_range(self) -> ExcelObject:
        """The column's data."""
        return self._range(body_rect(self._state[0]))

    @method("GetHeaderRowRange")
    def get_header_row_range(self) -> ExcelObject:
        """The header cell."""
        table, _ = self._state
        if not table.header:
            raise item_not_found()
        return self._range(replace(table.rect, bottom=table.rect.top))

    @method("GetTotalRowRange")
    def get_total_row_range(self) -> ExcelObject:
        """The totals cell."""
        table, _ = self._state
        if not table.totals:
            raise item_not_found()
        return self._range(replace(table.rect, top=table.rect.bottom))

    @method("Delete")
    def delete(self) -> None:
        """Delete the column."""
        table, index = self._state
        table_edit.delete_column(self.workbook, table, index)


@excel_class("TableColumnCollection")
class TableColumnCollection(ExcelCollection):
    """The columns of a table."""

    def __init__(self, workbook: OpenWorkbook, table: int) -> None:
        super().__init__(workbook)
        self._table = table

    def _state(self) -> Table:
        return table_by_id(self.workbook, self._table)

    def _column(self, index: int) -> TableColumn:
        ids = column_ids(self.workbook, self._state())
        return TableColumn(self.workbook, self._table, ids[index])

    @override
    def items(self) -> Sequence[ExcelObject]:
        return [self._column(index) for index in range(len(self._state().columns))]

    @override
    def get_item(self, key: JsonValue) -> ExcelObject:
        found = self.get_item_or_null(key)
        if found is None:
            raise item_not_found()
        return found

    @method("GetItemOrNullObject")
    def get_item_or_null(self, key: JsonValue) -> ExcelObject | None:
        """A column by name or id, or a null object."""
        columns = self._state().columns
        for index, column in enumerate(columns):
            if isinstance(key, str) and column.name.casefold() == key.casefold():
                return self._column(index)
        for index, number in enumerate(column_ids(self.workbook, self._state())):
            if isinstance(key, (int, float, str)) and str(key) == str(number):
                return self._column(index)
        return None

    @scalar("Count")
    def count(self) -> JsonValue:
        """Number of columns."""
        return len(self._state().columns)

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """Number of columns."""
        return len(self._state().columns)

    @method("GetItemAt")
    def get_item_at(self, index: JsonValue) -> ExcelObject:
        """A column by its place."""
        number = integer(index)
        if not 0 <= number < len(self._state().columns):
            raise item_not_found()
        return self._column(number)

    @method("Add")
    def add(self, index: JsonValue, values: JsonValue, name: JsonValue) -> ExcelObject:
        """Add a column; its values begin with the header."""
        table = self._state()
        at = None if index in (None, -1) else integer(index)
        if isinstance(values, list):
            matrix(values, table.rect.rows, 1)
        table = table_edit.insert_column(self.workbook, table, at, name)
        place = len(table.columns) - 1 if at is None else at
        column = table.rect.left + place
        if isinstance(values, list):
            area = sheet_area(self.workbook, table, replace(table.rect, left=column, right=column))
            lines = matrix(values, table.rect.rows, 1)
            if table.header and (name is not None or lines[0][0] in (None, "")):
                lines[0] = [None]
            write_json(self.workbook, area, [list(line) for line in lines])
        elif values is not None:
            body = replace(body_rect(table), left=column, right=column)
            write_json(self.workbook, sheet_area(self.workbook, table, body), values)
        return self._column(place)
