"""TableRow and TableRowCollection. A row is a place: it doesn't follow its data."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.cells import Table
from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model import table_edit
from embedded_excel.model.areas import flag, integer
from embedded_excel.model.cell_writing import matrix, write_json
from embedded_excel.model.r1c1 import to_r1c1
from embedded_excel.model.references import copied
from embedded_excel.model.table_edit import body_rect, sheet_area, table_by_id
from embedded_excel.model.workbook import Area, OpenWorkbook
from embedded_excel.objects.base import (
    ExcelCollection,
    ExcelObject,
    excel_class,
    method,
    scalar,
)
from embedded_excel.objects.range_base import make
from embedded_excel.objects.range_cells import RangeCells


@excel_class("TableRow")
class TableRow(ExcelObject):
    """A data row of a table, by its place."""

    def __init__(self, workbook: OpenWorkbook, table: int, index: int) -> None:
        super().__init__(workbook)
        self._table = table
        self._index = index

    @property
    def place(self) -> int:
        """Index among the data rows."""
        return self._index

    def _area(self) -> Area:
        table = table_by_id(self.workbook, self._table)
        body = body_rect(table)
        row = body.top + self._index
        if row > body.bottom:
            raise item_not_found()
        return sheet_area(self.workbook, table, replace(body, top=row, bottom=row))

    @scalar("Index")
    def index(self) -> JsonValue:
        """Place among the data rows."""
        return self._index

    @scalar("Values")
    def values(self) -> JsonValue:
        """Values of the row."""
        cells = make("Range", self.workbook, self._area())
        assert isinstance(cells, RangeCells)
        return cells.values

    @values.setter
    def set_values(self, value: JsonValue) -> None:
        """Write the row."""
        write_json(self.workbook, self._area(), value)

    @method("GetRange")
    def get_range(self) -> ExcelObject:
        """The row's cells."""
        return make("Range", self.workbook, self._area())

    @method("Delete")
    def delete(self) -> None:
        """Delete the row."""
        self._area()
        table_edit.delete_rows(self.workbook, self._table, [self._index])


@excel_class("TableRowCollection")
class TableRowCollection(ExcelCollection):
    """The data rows of a table."""

    def __init__(self, workbook: OpenWorkbook, table: int) -> None:
        super().__init__(workbook)
        self._table = table

    def _state(self) -> Table:
        return table_by_id(self.workbook, self._table)

    def _rows(self) -> int:
        return body_rect(self._state()).rows

    @override
    def items(self) -> Sequence[ExcelObject]:
        return [TableRow(self.workbook, self._table, index) for index in range(self._rows())]

    @override
    def get_item(self, key: JsonValue) -> ExcelObject:
        return self.get_item_at(key)

    @scalar("Count")
    def count(self) -> JsonValue:
        """Number of data rows."""
        return self._rows()

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """Number of data rows."""
        return self._rows()

    @method("GetItemAt")
    def get_item_at(self, index: JsonValue) -> TableRow:
        """A row by its place."""
        number = integer(index)
        if not 0 <= number < self._rows():
            raise item_not_found()
        return TableRow(self.workbook, self._table, number)

    @method("Add")
    def add(self, index: JsonValue, values: JsonValue, always_insert: JsonValue) -> TableRow:
        """Add rows; columns whose cells all hold the same formula go on with it where the values
        have null.
        """
        table = self._state()
        always = flag(always_insert, default=True)
        at = None if index in (None, -1) else integer(index)
        columns = table.rect.columns
        count = len(values) if isinstance(values, list) and values else 1
        blank: list[list[JsonValue]] = [[None] * columns for _ in range(count)]
        lines = blank if values is None else matrix(values, count, columns)
        formulas = _column_formulas(self.workbook, table)
        waiting = at is None and _is_waiting(self.workbook, table)
        first = 0
        if count > waiting:
            first = table_edit.insert_rows(self.workbook, table, at, count - waiting, always=always)
        first = 0 if waiting else first
        table = self._state()
        body = body_rect(table)
        top = body.top + first
        for row, line in enumerate(lines):
            for column, (origin, formula) in formulas.items():
                if line[column] is None:
                    line[column] = copied(formula, top + row - origin, 0)
        area = sheet_area(self.workbook, table, replace(body, top=top, bottom=top + count - 1))
        write_json(self.workbook, area, [list(line) for line in lines])
        return TableRow(self.workbook, self._table, first)

    @method("DeleteRows")
    def delete_rows(self, rows: JsonValue) -> None:
        """Delete rows given by index or as objects."""
        if not isinstance(rows, list) or not rows:
            raise invalid_argument()
        items: list[object] = list(rows)
        indexes = [item.place if isinstance(item, TableRow) else _index(item) for item in items]
        table_edit.delete_rows(self.workbook, self._table, indexes)

    @method("DeleteRowsAt")
    def delete_rows_at(self, index: JsonValue, count: JsonValue) -> None:
        """Delete a number of rows from one on."""
        first, number = integer(index), integer(count, 1)
        if number < 1:
            raise invalid_argument()
        table_edit.delete_rows(self.workbook, self._table, list(range(first, first + number)))


def _index(item: object) -> int:
    if isinstance(item, bool) or not isinstance(item, (int, float)) or int(item) != item:
        raise invalid_argument()
    return int(item)


def _is_waiting(workbook: OpenWorkbook, table: Table) -> bool:
    """Whether all there is of the data is one empty row, as in a table made of headers alone: the
    first row that is added goes there.
    """
    body = body_rect(table)
    if body.rows != 1:
        return False
    block = workbook.engine.read(table.sheet, body)
    return all(value is None for value in (*block.values[0], *block.formulas[0]))


def _column_formulas(workbook: OpenWorkbook, table: Table) -> dict[int, tuple[int, str]]:
    """Columns filled with one formula: column → row and text of its last cell."""
    body = body_rect(table)
    block = workbook.engine.read(table.sheet, body)
    found: dict[int, tuple[int, str]] = {}
    for column in range(body.columns):
        patterns = {
            None
            if (formula := line[column]) is None
            else to_r1c1(formula, body.top + row, body.left + column)
            for row, line in enumerate(block.formulas)
        }
        last = block.formulas[-1][column]
        if len(patterns) == 1 and last is not None:
            found[column] = (body.bottom, last)
    return found
