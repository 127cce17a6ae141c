"""RangeView: the visible cells of a range, without its hidden rows and columns."""

from collections.abc import Sequence
from typing import cast

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.cells import Rect
from embedded_excel.errors import invalid_argument
from embedded_excel.model.areas import MAX_CELLS_READ, is_unbounded, item_at
from embedded_excel.model.cell_writing import matrix
from embedded_excel.model.workbook import Area, OpenWorkbook
from embedded_excel.objects.base import (
    MEMBERS,
    ExcelCollection,
    ExcelObject,
    excel_class,
    method,
    navigation,
    scalar,
)
from embedded_excel.objects.range_base import address_of, make


def visible_view(workbook: OpenWorkbook, area: Area) -> "RangeView":
    """The rows and columns of an area that aren't hidden.

    Raises:
        ExcelApiError: InvalidArgument for whole rows, whole columns and very large areas.
    """
    rect = area.rect
    if is_unbounded(rect) or rect.rows * rect.columns > MAX_CELLS_READ:
        raise invalid_argument()
    sheet = workbook.sheet_index(area.sheet)
    rows, columns = workbook.engine.row_axis(sheet), workbook.engine.column_axis(sheet)
    return RangeView(
        workbook,
        area,
        [row for row in range(rect.top, rect.bottom + 1) if row not in rows.hidden],
        [column for column in range(rect.left, rect.right + 1) if column not in columns.hidden],
    )


@excel_class("RangeView")
class RangeView(ExcelObject):
    """Visible cells. Its grids have the visible rows and columns only.

    Args:
        rows: Their indexes on the sheet.
        index: Position among the rows of the view it comes from.
    """

    def __init__(
        self,
        workbook: OpenWorkbook,
        area: Area,
        rows: Sequence[int],
        columns: Sequence[int],
        index: int = 0,
    ) -> None:
        super().__init__(workbook)
        self.area = area
        self.visible = rows, columns
        self._index = index

    def _range(self) -> ExcelObject:
        return make("Range", self.workbook, self.area)

    def _read(self, name: str) -> JsonValue:
        grid = cast("list[list[JsonValue]]", MEMBERS["Range"].scalars[name].get(self._range()))
        top, left = self.area.rect.top, self.area.rect.left
        rows, columns = self.visible
        return [[grid[row - top][column - left] for column in columns] for row in rows]

    def _write(self, name: str, value: JsonValue) -> None:
        rows, columns = self.visible
        rect = self.area.rect
        lines = matrix(value, len(rows), len(columns))
        # A null leaves a cell as it is.
        grid: list[list[JsonValue]] = [[None] * rect.columns for _ in range(rect.rows)]
        for row, line in zip(rows, lines, strict=True):
            for column, cell in zip(columns, line, strict=True):
                grid[row - rect.top][column - rect.left] = cell
        write = MEMBERS["Range"].scalars[name].set
        assert write is not None
        write(self._range(), cast("JsonValue", grid))

    @scalar("Values")
    def values(self) -> JsonValue:
        """Calculated values."""
        return self._read("Values")

    @values.setter
    def set_values(self, value: JsonValue) -> None:
        """Write the visible cells."""
        self._write("Values", value)

    @scalar("Formulas")
    def formulas(self) -> JsonValue:
        """Formulas where there are any, else values."""
        return self._read("Formulas")

    @formulas.setter
    def set_formulas(self, value: JsonValue) -> None:
        """Write the visible cells."""
        self._write("Formulas", value)

    @scalar("FormulasLocal")
    def formulas_local(self) -> JsonValue:
        """The same: the embedded Excel speaks English (US)."""
        return self._read("FormulasLocal")

    @formulas_local.setter
    def set_formulas_local(self, value: JsonValue) -> None:
        """Write the visible cells."""
        self._write("FormulasLocal", value)

    @scalar("FormulasR1C1")
    def formulas_r1c1(self) -> JsonValue:
        """Formulas in R1C1 notation, else values."""
        return self._read("FormulasR1C1")

    @formulas_r1c1.setter
    def set_formulas_r1c1(self, value: JsonValue) -> None:
        """Write the visible cells."""
        self._write("FormulasR1C1", value)

    @scalar("NumberFormat")
    def number_format(self) -> JsonValue:
        """Number format codes."""
        return self._read("NumberFormat")

    @number_format.setter
    def set_number_format(self, value: JsonValue) -> None:
        """Set the codes of the visible cells."""
        self._write("NumberFormat", value)

    @scalar("Text")
    def text(self) -> JsonValue:
        """Displayed text."""
        return self._read("Text")

    @scalar("ValueTypes")
    def value_types(self) -> JsonValue:
        """Types of the values."""
        return self._read("ValueTypes")

    @scalar("CellAddresses")
    def cell_addresses(self) -> JsonValue:
        """Addresses with the sheet's name."""
        rows, columns = self.visible
        return [
            [
                address_of(self.workbook, Area(self.area.sheet, Rect(row, column, row, column)))
                for column in columns
            ]
            for row in rows
        ]

    @scalar("RowCount")
    def row_count(self) -> JsonValue:
        """Number of visible rows."""
        return len(self.visible[0])

    @scalar("ColumnCount")
    def column_count(self) -> JsonValue:
        """Number of visible columns."""
        return len(self.visible[1])

    @scalar("Index")
    def index(self) -> JsonValue:
        """Position among the rows of the view it comes from."""
        return self._index

    @navigation("Rows")
    def rows(self) -> "RangeViewCollection":
        """A view for each visible row."""
        return RangeViewCollection(self.workbook, self)

    @method("GetRange")
    def get_range(self) -> ExcelObject:
        """The range, hidden cells included."""
        return self._range()


@excel_class("RangeViewCollection")
class RangeViewCollection(ExcelCollection):
    """The visible rows of a view."""

    def __init__(self, workbook: OpenWorkbook, view: RangeView) -> None:
        super().__init__(workbook)
        self._view = view

    @override
    def items(self) -> Sequence[RangeView]:
        rows, columns = self._view.visible
        rect = self._view.area.rect
        sheet = self._view.area.sheet
        return [
            RangeView(
                self.workbook,
                Area(sheet, Rect(row, rect.left, row, rect.right)),
                (row,),
                columns,
                index,
            )
            for index, row in enumerate(rows)
        ]

    @method("GetItemAt")
    def get_item_at(self, index: JsonValue) -> RangeView:
        """The view of a visible row."""
        return item_at(self.items(), index)

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """How many rows are visible."""
        return len(self.items())
