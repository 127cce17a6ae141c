"""Field buttons of charts over PivotTables."""

from typing import Final

from pydantic import JsonValue

from embedded_excel.errors import invalid_argument
from embedded_excel.model.areas import flag
from embedded_excel.model.chart_extensions import extension, need_extension
from embedded_excel.model.chart_xml import get
from embedded_excel.objects.base import excel_class, scalar
from embedded_excel.objects.charts_base import ChartPart

_URI: Final = "{781A3756-C4B2-4CAC-9D66-4F8BD8637D16}"
_ZONES: Final = {
    "axis": "dropZoneCategories",
    "legend": "dropZoneSeries",
    "filter": "dropZoneFilter",
    "value": "dropZoneData",
    "all": "dropZonesVisible",
}
"""Elements of `c14:pivotOptions` ([MS-ODRAWXML] 2.24.3.62): a zone whose button shows is there."""


class FieldButtons(ChartPart):
    """Whether field buttons show; charts that aren't over a PivotTable have none."""

    def _over_pivot(self) -> None:
        if get(self.ref.read().root, "c:pivotSource") is None:
            raise invalid_argument("This chart isn't over a PivotTable.")

    def shows(self, *zones: str) -> bool:
        """Whether buttons show."""
        held = extension(self.ref.read().root, _URI, "c14:pivotOptions")
        return held is not None and all(
            (found := get(held, f"c14:{_ZONES[zone]}")) is not None
            and found.get("val", "1") in ("1", "true")
            for zone in zones
        )

    def show(self, value: JsonValue, *zones: str) -> None:
        """Show buttons or not.

        Raises:
            ExcelApiError: InvalidArgument for a chart that isn't over a PivotTable.
        """
        shown = flag(value)
        self._over_pivot()
        self.ref.edit(
            lambda document: need_extension(
                document,
                _URI,
                "c14:pivotOptions",
                [(f"c14:{_ZONES[zone]}", "1" if shown else None) for zone in zones],
            )
        )


@excel_class("ChartPivotOptions")
class ChartPivotOptions(FieldButtons):
    """Which field buttons show."""

    @scalar("ShowAxisFieldButtons")
    def show_axis_field_buttons(self) -> JsonValue:
        """Buttons of row fields."""
        return self.shows("axis")

    @show_axis_field_buttons.setter
    def set_show_axis_field_buttons(self, value: JsonValue) -> None:
        """Show them or not."""
        self.show(value, "axis")

    @scalar("ShowLegendFieldButtons")
    def show_legend_field_buttons(self) -> JsonValue:
        """Buttons of column fields."""
        return self.shows("legend")

    @show_legend_field_buttons.setter
    def set_show_legend_field_buttons(self, value: JsonValue) -> None:
        """Show them or not."""
        self.show(value, "legend")

    @scalar("ShowReportFilterFieldButtons")
    def show_report_filter_field_buttons(self) -> JsonValue:
        """Buttons of filter fields."""
        return self.shows("filter")

    @show_report_filter_field_buttons.setter
    def set_show_report_filter_field_buttons(self, value: JsonValue) -> None:
        """Show them or not."""
        self.show(value, "filter")

    @scalar("ShowValueFieldButtons")
    def show_value_field_buttons(self) -> JsonValue:
        """Buttons of value fields."""
        return self.shows("value")

    @show_value_field_buttons.setter
    def set_show_value_field_buttons(self, value: JsonValue) -> None:
        """Show them or not."""
        self.show(value, "value")
