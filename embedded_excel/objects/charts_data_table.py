"""The table of values below a chart."""

from pydantic import JsonValue

from embedded_excel.model.areas import flag
from embedded_excel.model.chart_xml import (
    ChartXml,
    Element,
    fragment,
    get,
    insert,
    local,
    remove,
    set_truth,
    truth,
)
from embedded_excel.model.charts import ChartRef
from embedded_excel.objects.base import excel_class, navigation, scalar
from embedded_excel.objects.charts_base import ChartElement
from embedded_excel.objects.charts_formats import ChartDataTableFormat

_TABULAR = ("barChart", "bar3DChart", "lineChart", "line3DChart", "areaChart", "area3DChart")
_SHOWS = ("showHorzBorder", "showVertBorder", "showOutline", "showKeys")


def allows_data_table(document: ChartXml) -> bool:
    """Whether every type in the chart has categories a table can show."""
    groups = document.groups()
    return bool(groups) and all(local(group) in (*_TABULAR, "stockChart") for group in groups)


def _table(document: ChartXml, make: bool) -> Element | None:
    found = get(document.plot_area, "c:dTable")
    if found is None and make:
        shows = "".join(f'<c:{name} val="1"/>' for name in _SHOWS)
        found = insert(document.plot_area, fragment(f"<c:dTable>{shows}</c:dTable>"))
    return found


@excel_class("ChartDataTable")
class ChartDataTable(ChartElement):
    """The table below a chart of categories."""

    def __init__(self, ref: ChartRef) -> None:
        super().__init__(ref, _table)

    @scalar("Visible")
    def visible(self) -> JsonValue:
        """Whether it shows."""
        return self.held() is not None

    @visible.setter
    def set_visible(self, value: JsonValue) -> None:
        """Show or remove it."""
        if flag(value):
            self.ref.edit(lambda document: self.made(document).get("val"))
        else:
            self.ref.edit(lambda document: remove(document.plot_area, "c:dTable"))

    def _shown(self, name: str) -> JsonValue:
        return truth(self.held(), f"c:{name}", absent=False)

    def _show(self, name: str, value: JsonValue) -> None:
        to = flag(value)
        self.ref.edit(lambda document: set_truth(self.made(document), f"c:{name}", to=to))

    @scalar("ShowLegendKey")
    def show_legend_key(self) -> JsonValue:
        """Whether the legend's keys stand in it."""
        return self._shown("showKeys")

    @show_legend_key.setter
    def set_show_legend_key(self, value: JsonValue) -> None:
        """Put the legend's keys in it or not."""
        self._show("showKeys", value)

    @scalar("ShowHorizontalBorder")
    def show_horizontal_border(self) -> JsonValue:
        """Whether lines part its rows."""
        return self._shown("showHorzBorder")

    @show_horizontal_border.setter
    def set_show_horizontal_border(self, value: JsonValue) -> None:
        """Part its rows or not."""
        self._show("showHorzBorder", value)

    @scalar("ShowVerticalBorder")
    def show_vertical_border(self) -> JsonValue:
        """Whether lines part its columns."""
        return self._shown("showVertBorder")

    @show_vertical_border.setter
    def set_show_vertical_border(self, value: JsonValue) -> None:
        """Part its columns or not."""
        self._show("showVertBorder", value)

    @scalar("ShowOutlineBorder")
    def show_outline_border(self) -> JsonValue:
        """Whether a line goes around it."""
        return self._shown("showOutline")

    @show_outline_border.setter
    def set_show_outline_border(self, value: JsonValue) -> None:
        """Put a line around it or not."""
        self._show("showOutline", value)

    @navigation("Format")
    def format(self) -> ChartDataTableFormat:
        """Looks."""
        return ChartDataTableFormat(self.ref, self.find)
