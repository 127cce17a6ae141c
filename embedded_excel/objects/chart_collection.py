"""ChartCollection."""

from collections.abc import Sequence

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.errors import ExcelApiError, invalid_argument, item_not_found
from embedded_excel.model.areas import integer
from embedded_excel.model.chart_building import add_chart, free_box
from embedded_excel.model.chart_stocks import WITH_VOLUME, add_with_volume
from embedded_excel.model.chartex import LAYOUTS, add_extended
from embedded_excel.model.charts import chart_refs, free_name
from embedded_excel.model.events import chart_added
from embedded_excel.model.protecting import deny_unless
from embedded_excel.model.workbook import OpenWorkbook, SheetId
from embedded_excel.objects.base import ExcelCollection, excel_class, method, scalar
from embedded_excel.objects.charts import Chart, series_in
from embedded_excel.objects.charts_base import kind_argument
from embedded_excel.objects.tracked import TrackedRange
from embedded_excel.wire.members import enum_value


@excel_class("ChartCollection")
class ChartCollection(ExcelCollection):
    """The charts of a sheet, from the back to the front."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId) -> None:
        super().__init__(workbook)
        self.sheet = sheet

    @override
    def items(self) -> Sequence[Chart]:
        return [Chart(ref) for ref in chart_refs(self.workbook, self.sheet)]

    @override
    def get_item(self, key: JsonValue) -> Chart:
        if isinstance(key, str):
            for ref in chart_refs(self.workbook, self.sheet):
                if ref.id == key or ref.entry.name.casefold() == key.casefold():
                    return Chart(ref)
        raise item_not_found()

    @scalar("Count")
    def count(self) -> JsonValue:
        """How many charts there are."""
        return len(chart_refs(self.workbook, self.sheet))

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """How many charts there are."""
        return self.count

    @method("GetItem")
    def get_item_by_name(self, name: JsonValue) -> Chart:
        """A chart by its name."""
        return self.get_item(name)

    @method("GetItemAt")
    def get_item_at(self, index: JsonValue) -> Chart:
        """A chart by its position."""
        refs = chart_refs(self.workbook, self.sheet)
        position = integer(index)
        if not 0 <= position < len(refs):
            raise item_not_found()
        return Chart(refs[position])

    @method("GetItemOrNullObject")
    def get_item_or_null_object(self, name: JsonValue) -> Chart | None:
        """A chart by its name, or null."""
        try:
            return self.get_item(name)
        except ExcelApiError:
            return None

    @method("Add")
    def add(self, type_: JsonValue, source: object, series_by: JsonValue) -> Chart:
        """Add a chart of a range."""
        deny_unless(self.workbook, self.sheet, "allowEditObjects")
        name = enum_value("ChartType", type_)
        if not isinstance(source, TrackedRange):
            raise invalid_argument()
        by = series_in(series_by)
        if name in LAYOUTS:
            place = (free_box(self.workbook, self.sheet), free_name(self.workbook, self.sheet))
            ref = add_extended(self.workbook, self.sheet, name, source.area, by, place)
        elif name in WITH_VOLUME:
            ref = add_with_volume(self.workbook, self.sheet, name, source.area, by)
        else:
            kind = kind_argument(type_, "ChartCollection.add")
            ref = add_chart(self.workbook, self.sheet, kind, source.area, by)
        chart_added(self.workbook, ref.id, self.sheet)
        return Chart(ref)
