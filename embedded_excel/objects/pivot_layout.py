"""PivotLayout: how a PivotTable is laid out, and where its parts are."""

from dataclasses import replace
from typing import cast

from pydantic import JsonValue

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.pivots import PivotLayoutType, PivotReport
from embedded_excel.errors import invalid_argument, item_not_found, not_implemented
from embedded_excel.model.areas import contains, flag
from embedded_excel.model.pivot_fields import value_key
from embedded_excel.model.pivots import report_of
from embedded_excel.model.workbook import Area
from embedded_excel.objects.base import ExcelObject, excel_class, method, scalar
from embedded_excel.objects.pivot_options import LayoutOptions
from embedded_excel.objects.pivot_values import DataPivotHierarchy
from embedded_excel.objects.range_base import area_argument
from embedded_excel.objects.tracked import new_range
from embedded_excel.wire.members import enum_value

_DATA = frozenset({"Data", "RowSubtotal", "ColumnSubtotal", "Total"})


@excel_class("PivotLayout")
class PivotLayout(LayoutOptions):
    """Form, totals and areas."""

    @scalar("LayoutType")
    def layout_type(self) -> JsonValue:
        """`Compact`, `Tabular` or `Outline`."""
        return self.pivot.layout

    @layout_type.setter
    def set_layout_type(self, value: JsonValue) -> None:
        """Lay it out anew."""
        layout = cast("PivotLayoutType", enum_value("PivotLayoutType", value))
        pivot = self.pivot
        fields = tuple(
            replace(field, subtotal_top=layout != "Tabular") if number in pivot.rows else field
            for number, field in enumerate(pivot.fields)
        )
        self.change(replace(pivot, layout=layout, fields=fields))

    @scalar("ShowRowGrandTotals")
    def show_row_grand_totals(self) -> JsonValue:
        """Whether each row ends in its total."""
        return self.pivot.row_totals

    @show_row_grand_totals.setter
    def set_show_row_grand_totals(self, value: JsonValue) -> None:
        """Show or hide them."""
        self.change(replace(self.pivot, row_totals=flag(value)))

    @scalar("ShowColumnGrandTotals")
    def show_column_grand_totals(self) -> JsonValue:
        """Whether each column ends in its total."""
        return self.pivot.column_totals

    @show_column_grand_totals.setter
    def set_show_column_grand_totals(self, value: JsonValue) -> None:
        """Show or hide them."""
        self.change(replace(self.pivot, column_totals=flag(value)))

    @scalar("SubtotalLocation")
    def subtotal_location(self) -> JsonValue:
        """Where subtotals of the rows stand."""
        pivot = self.pivot
        fields = [pivot.fields[number] for number in pivot.rows]
        if fields and not any(field.subtotal for field in fields):
            return "Off"
        return "AtTop" if all(field.subtotal_top for field in fields) else "AtBottom"

    @subtotal_location.setter
    def set_subtotal_location(self, value: JsonValue) -> None:
        """Put them above or below their group."""
        place = enum_value("SubtotalLocationType", value)
        if place == "Off":
            raise not_implemented("PivotLayout.subtotalLocation = Off")
        pivot = self.pivot
        fields = tuple(
            replace(field, subtotal_top=place == "AtTop") if number in pivot.rows else field
            for number, field in enumerate(pivot.fields)
        )
        self.change(replace(pivot, fields=fields))

    @method("GetRange")
    def get_range(self) -> ExcelObject:
        """All of it but the filters."""
        return self._range(self._report().body)

    @method("GetFilterAxisRange")
    def get_filter_axis_range(self) -> ExcelObject:
        """The filters."""
        found = self._report().filters
        if found is None:
            raise item_not_found()
        return self._range(found)

    @method("GetDataBodyRange")
    def get_data_body_range(self) -> ExcelObject:
        """The values, totals included."""
        return self._range(self._data())

    @method("GetRowLabelRange")
    def get_row_label_range(self) -> ExcelObject:
        """The labels of the rows with their heading."""
        pivot = self.pivot
        if not pivot.rows:
            raise item_not_found()
        body, data = self._report().body, self._data()
        return self._range(Rect(max(data.top - 1, body.top), body.left, body.bottom, data.left - 1))

    @method("GetColumnLabelRange")
    def get_column_label_range(self) -> ExcelObject:
        """The headings above the values."""
        body, data = self._report().body, self._data()
        if data.top == body.top:
            raise item_not_found()
        return self._range(Rect(body.top, data.left, data.top - 1, body.right))

    @method("GetDataHierarchy")
    def get_data_hierarchy(self, cell: object) -> ExcelObject:
        """The data field behind a cell of the values."""
        pivot, data = self.pivot, self._data()
        home = Area(self.workbook.sheet_ids[pivot.sheet], data)
        area = area_argument(self.workbook, cell, home)
        if area.sheet != home.sheet or not contains(data, area.rect) or not pivot.values:
            raise invalid_argument()
        # Data fields repeat side by side, in their order.
        place = (area.rect.left - data.left) % len(pivot.values)
        return DataPivotHierarchy(self.workbook, self.pivot_id, value_key(pivot, place))

    def _report(self) -> PivotReport:
        return report_of(self.workbook, self.pivot)

    def _data(self) -> Rect:
        report, pivot = self._report(), self.pivot
        cells = [cell for cell in report.cells if cell.role in _DATA and cell.row >= pivot.top]
        labels = len(pivot.rows) if pivot.layout != "Compact" else 1
        first = pivot.left + (labels if pivot.rows or pivot.columns else 0)
        values = [cell for cell in cells if cell.column >= first and cell.row > pivot.top]
        rows = [cell.row for cell in values if not isinstance(cell.value, str)]
        if not rows or not pivot.values:
            raise item_not_found()
        return Rect(min(rows), first, report.body.bottom, report.body.right)

    def _range(self, rect: Rect) -> ExcelObject:
        return new_range(self.workbook, Area(self.workbook.sheet_ids[self.pivot.sheet], rect))
