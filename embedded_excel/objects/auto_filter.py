"""AutoFilter of sheets and tables, and Filter of table columns."""

from dataclasses import replace

from pydantic import JsonValue

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.row_filters import ColumnFilter
from embedded_excel.errors import invalid_argument, item_not_found, not_implemented
from embedded_excel.model import filtering
from embedded_excel.model.areas import clipped, contains, integer, resolve
from embedded_excel.model.filtering import FilterPlace
from embedded_excel.model.regions import surrounding_region
from embedded_excel.model.workbook import Area, OpenWorkbook
from embedded_excel.objects.base import ExcelObject, excel_class, method, scalar
from embedded_excel.objects.filter_criteria import (
    color_filter,
    column_filter,
    criteria_json,
    custom_filter,
    dynamic_filter,
    ends_filter,
    icon_filter,
    values_filter,
)
from embedded_excel.objects.tracked import TrackedRange, new_range


@excel_class("AutoFilter")
class AutoFilter(ExcelObject):
    """The filter of a sheet or a table."""

    def __init__(self, workbook: OpenWorkbook, place: FilterPlace) -> None:
        super().__init__(workbook)
        self.place = place

    @scalar("Enabled")
    def enabled(self) -> JsonValue:
        """Whether there is one."""
        return filtering.filter_of(self.workbook, self.place) is not None

    @scalar("IsDataFiltered")
    def is_data_filtered(self) -> JsonValue:
        """Whether any column has a criterion."""
        found = filtering.filter_of(self.workbook, self.place)
        return found is not None and bool(found.columns)

    @scalar("Criteria")
    def criteria(self) -> JsonValue:
        """One entry for each column, null where it doesn't filter."""
        found = filtering.filter_of(self.workbook, self.place)
        if found is None:
            return []
        by_column = {one.column: criteria_json(one) for one in found.columns}
        return [by_column.get(column) for column in range(found.rect.columns)]

    @method("Apply")
    def apply(self, cells: object, column: JsonValue, criteria: JsonValue) -> None:
        """Filter a range, and one of its columns if criteria are given."""
        area = self._area(cells)
        if self.place.table is None:
            if area.sheet != self.place.sheet:
                raise invalid_argument()
            filtering.enable(self.workbook, self.place, self._rect(area))
        else:
            found = filtering.needed(self.workbook, self.place)
            if not contains(found.rect, area.rect) and not contains(area.rect, found.rect):
                raise invalid_argument()
        if column is None and criteria is None:
            return
        number = integer(column)
        wanted = column_filter(number, criteria)
        filtering.set_column(self.workbook, self.place, number, wanted)

    def _area(self, cells: object) -> Area:
        if isinstance(cells, TrackedRange):
            return cells.area
        if isinstance(cells, str) and cells:
            return resolve(self.workbook, cells, self.place.sheet)
        raise invalid_argument()

    def _rect(self, area: Area) -> Rect:
        if (area.rect.rows, area.rect.columns) == (1, 1):
            self.workbook.settle()
            return surrounding_region(self.workbook, area)
        rect = clipped(self.workbook, area, values_only=True)
        if rect is None:
            raise invalid_argument()
        return replace(area.rect, bottom=min(area.rect.bottom, max(rect.bottom, area.rect.top)))

    @method("ClearColumnCriteria")
    def clear_column_criteria(self, column: JsonValue) -> None:
        """Stop filtering by a column."""
        filtering.set_column(self.workbook, self.place, integer(column), None)

    @method("ClearCriteria")
    def clear_criteria(self) -> None:
        """Stop filtering by any column; the filter stays."""
        filtering.clear(self.workbook, self.place)

    @method("Reapply")
    def reapply(self) -> None:
        """Hide and show rows by the values they have now."""
        if filtering.needed(self.workbook, self.place).columns:
            filtering.apply(self.workbook, self.place)

    @method("Remove")
    def remove(self) -> None:
        """Take the filter away."""
        if self.place.table is not None:
            raise not_implemented("AutoFilter.remove of a table; use Table.showFilterButton")
        filtering.remove(self.workbook, self.place)

    @method("GetRange")
    def get_range(self) -> TrackedRange:
        """The filtered cells with their header row."""
        found = self.get_range_or_null()
        if found is None:
            raise item_not_found()
        return found

    @method("GetRangeOrNullObject")
    def get_range_or_null(self) -> TrackedRange | None:
        """The filtered cells, or a null object."""
        found = filtering.filter_of(self.workbook, self.place)
        if found is None:
            return None
        return new_range(self.workbook, Area(self.place.sheet, found.rect))


@excel_class("Filter")
class Filter(ExcelObject):
    """The filter of a table's column."""

    def __init__(self, workbook: OpenWorkbook, place: FilterPlace, column: int) -> None:
        super().__init__(workbook)
        self.place = place
        self.column = column

    def _set(self, wanted: ColumnFilter | None) -> None:
        filtering.set_column(self.workbook, self.place, self.column, wanted)

    @scalar("Criteria")
    def criteria(self) -> JsonValue:
        """What it keeps; null when it doesn't filter."""
        found = filtering.filter_of(self.workbook, self.place)
        columns = () if found is None else found.columns
        return next((criteria_json(one) for one in columns if one.column == self.column), None)

    @method("Apply")
    def apply(self, criteria: JsonValue) -> None:
        """Filter by criteria."""
        self._set(column_filter(self.column, criteria))

    @method("ApplyValuesFilter")
    def apply_values_filter(self, values: JsonValue) -> None:
        """Keep these displayed texts."""
        self._set(values_filter(self.column, values))

    @method("ApplyCustomFilter")
    def apply_custom_filter(self, first: JsonValue, second: JsonValue, both: JsonValue) -> None:
        """Keep what compares like this."""
        self._set(custom_filter(self.column, first, second, both))

    @method("ApplyTopItemsFilter")
    def apply_top_items_filter(self, count: JsonValue) -> None:
        """Keep the largest."""
        self._set(ends_filter(self.column, "TopItems", count))

    @method("ApplyTopPercentFilter")
    def apply_top_percent_filter(self, percent: JsonValue) -> None:
        """Keep the largest per cent."""
        self._set(ends_filter(self.column, "TopPercent", percent))

    @method("ApplyBottomItemsFilter")
    def apply_bottom_items_filter(self, count: JsonValue) -> None:
        """Keep the smallest."""
        self._set(ends_filter(self.column, "BottomItems", count))

    @method("ApplyBottomPercentFilter")
    def apply_bottom_percent_filter(self, percent: JsonValue) -> None:
        """Keep the smallest per cent."""
        self._set(ends_filter(self.column, "BottomPercent", percent))

    @method("ApplyCellColorFilter")
    def apply_cell_color_filter(self, color: JsonValue) -> None:
        """Keep cells with a background."""
        self._set(color_filter(self.column, "CellColor", color))

    @method("ApplyFontColorFilter")
    def apply_font_color_filter(self, color: JsonValue) -> None:
        """Keep texts in a colour."""
        self._set(color_filter(self.column, "FontColor", color))

    @method("ApplyIconFilter")
    def apply_icon_filter(self, icon: JsonValue) -> None:
        """Keep cells with an icon."""
        self._set(icon_filter(self.column, icon))

    @method("ApplyDynamicFilter")
    def apply_dynamic_filter(self, criteria: JsonValue) -> None:
        """Keep what a criterion of the day or the data selects."""
        self._set(dynamic_filter(self.column, criteria))

    @method("Clear")
    def clear(self) -> None:
        """Stop filtering by this column."""
        if self.criteria is not None:
            self._set(None)
