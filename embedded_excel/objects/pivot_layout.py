"""PivotLayout: how a PivotTable is laid out, and where its parts are."""

from dataclasses import replace
from typing import cast

from pydantic import JsonValue

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.pivots import (
    Aggregation,
    PivotLayoutType,
    PivotLine,
    PivotReport,
    PivotSort,
)
from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model.areas import contains, flag
from embedded_excel.model.pivot_fields import value_key, with_field
from embedded_excel.model.pivots import report_of
from embedded_excel.model.workbook import Area
from embedded_excel.objects.base import ExcelObject, excel_class, method, scalar
from embedded_excel.objects.pivot_items import PivotItemCollection
from embedded_excel.objects.pivot_options import LayoutOptions
from embedded_excel.objects.pivot_values import DataPivotHierarchy
from embedded_excel.objects.range_base import area_argument
from embedded_excel.objects.tracked import new_range
from embedded_excel.wire.members import enum_value


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
        """Put them above or below their group, or leave them out."""
        place = enum_value("SubtotalLocationType", value)
        if place == "Off":
            self._change_fields(subtotal=False, subtotals=())
        else:
            self._change_fields(subtotal=True, subtotal_top=place == "AtTop")

    @method("DisplayBlankLineAfterEachItem")
    def display_blank_line(self, display: JsonValue) -> None:
        """Put an empty line after each item, or none."""
        self._change_fields(blank_line=flag(display))

    @method("RepeatAllItemLabels")
    def repeat_labels(self, repeat: JsonValue) -> None:
        """Show labels of outer fields in each of their lines, or in the first only."""
        self._change_fields(repeat=flag(repeat))

    def _change_fields(self, **values: bool | tuple[Aggregation, ...]) -> None:
        pivot = self.pivot
        on_axes = {*pivot.rows, *pivot.columns}
        fields = tuple(
            replace(field, **values) if number in on_axes else field
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
        line, across = self._lines_at(cell)
        place = max(line.value, across.value, 0)
        return DataPivotHierarchy(self.workbook, self.pivot_id, value_key(self.pivot, place))

    @method("GetPivotItems")
    def get_pivot_items(self, axis: JsonValue, cell: object) -> ExcelObject:
        """The items of an axis that a cell of the values belongs to."""
        line, across = self._lines_at(cell)
        match enum_value("PivotAxis", axis):
            case "Row":
                fields, path = self.pivot.rows, line.path
            case "Column":
                fields, path = self.pivot.columns, across.path
            case _:
                raise invalid_argument()
        chosen = tuple(zip(fields, path, strict=False))
        return PivotItemCollection(self.workbook, self.pivot_id, -1, chosen)

    @method("SetAutoSortOnCell")
    def set_auto_sort_on_cell(self, cell: object, sort_by: JsonValue) -> None:
        """Keep the items beside or above a cell of the values in the order of values like it."""
        line, across = self._lines_at(cell)
        pivot = self.pivot
        value = pivot.values[max(line.value, across.value, 0)].name
        order: PivotSort = "Descending"
        if enum_value("SortBy", sort_by) == "Ascending":
            order = "Ascending"
        number, at = -1, ()
        if line.path:
            number, at = pivot.rows[len(line.path) - 1], across.path
        elif across.path:
            number = pivot.columns[len(across.path) - 1]
        if number < 0:
            raise invalid_argument()
        field = replace(pivot.fields[number], sort=order, sort_by=value, sort_at=at)
        self.change(with_field(pivot, number, field))

    def _lines_at(self, cell: object) -> tuple[PivotLine, PivotLine]:
        """The row and the column of a cell of the values."""
        report, pivot = self._report(), self.pivot
        if report.values is None:
            raise invalid_argument()
        home = Area(self.workbook.sheet_ids[pivot.sheet], report.values)
        area = area_argument(self.workbook, cell, home)
        if area.sheet != home.sheet or not contains(report.values, area.rect):
            raise invalid_argument()
        row, column = area.rect.top - home.rect.top, area.rect.left - home.rect.left
        return report.lines[row], report.across[column]

    def _report(self) -> PivotReport:
        return report_of(self.workbook, self.pivot)

    def _data(self) -> Rect:
        found = self._report().values
        if found is None:
            raise item_not_found()
        return found

    def _range(self, rect: Rect) -> ExcelObject:
        return new_range(self.workbook, Area(self.workbook.sheet_ids[self.pivot.sheet], rect))
