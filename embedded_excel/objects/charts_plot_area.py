"""The plot area."""

from typing import Final

from pydantic import JsonValue

from embedded_excel.model import chart_titles as titles
from embedded_excel.model.chart_layout import layout_of
from embedded_excel.model.chart_places import Box, box_of
from embedded_excel.model.chart_xml import ChartXml, get, need, value
from embedded_excel.model.charts import ChartRef
from embedded_excel.objects.base import excel_class, navigation, scalar
from embedded_excel.objects.charts_base import ChartElement, extent
from embedded_excel.objects.charts_formats import ChartPlotAreaFormat
from embedded_excel.wire.members import enum_value

_TARGET: Final = "c:layout/c:manualLayout/c:layoutTarget"


@excel_class("ChartPlotArea")
class ChartPlotArea(ChartElement):
    """Where the series are drawn. Unless it was set, its place is an estimate of Excel's layout."""

    def __init__(self, ref: ChartRef) -> None:
        super().__init__(ref, lambda document, _: document.plot_area)

    def _box(self, *, inner: bool) -> Box:
        """Where it is, about where it isn't placed by hand."""
        found = layout_of(self.ref)
        return found.inside if inner else found.plot

    def _put(self, side: str, points: JsonValue, *, inner: bool) -> None:
        box = box_of(self.ref)
        share = extent(points) / (box.width if side in "xw" else box.height)

        def change(document: ChartXml) -> None:
            area = document.plot_area
            layout = get(area, "c:layout/c:manualLayout")
            if layout is not None and (value(area, _TARGET, "outer") == "inner") != inner:
                titles.clear_manual_place(area)
            if inner:
                need(area, _TARGET).set("val", "inner")
            titles.set_manual_place(area, side, share)

        self.ref.edit(change)

    @scalar("Left")
    def left(self) -> JsonValue:
        """Points from the chart's left edge."""
        return self._box(inner=False).left

    @left.setter
    def set_left(self, value: JsonValue) -> None:
        """Move it."""
        self._put("x", value, inner=False)

    @scalar("Top")
    def top(self) -> JsonValue:
        """Points from the chart's top edge."""
        return self._box(inner=False).top

    @top.setter
    def set_top(self, value: JsonValue) -> None:
        """Move it."""
        self._put("y", value, inner=False)

    @scalar("Width")
    def width(self) -> JsonValue:
        """Width in points."""
        return self._box(inner=False).width

    @width.setter
    def set_width(self, value: JsonValue) -> None:
        """Size it."""
        self._put("w", value, inner=False)

    @scalar("Height")
    def height(self) -> JsonValue:
        """Height in points."""
        return self._box(inner=False).height

    @height.setter
    def set_height(self, value: JsonValue) -> None:
        """Size it."""
        self._put("h", value, inner=False)

    @scalar("InsideLeft")
    def inside_left(self) -> JsonValue:
        """The same without the axes' labels."""
        return self._box(inner=True).left

    @inside_left.setter
    def set_inside_left(self, value: JsonValue) -> None:
        """Move it."""
        self._put("x", value, inner=True)

    @scalar("InsideTop")
    def inside_top(self) -> JsonValue:
        """The same without the axes' labels."""
        return self._box(inner=True).top

    @inside_top.setter
    def set_inside_top(self, value: JsonValue) -> None:
        """Move it."""
        self._put("y", value, inner=True)

    @scalar("InsideWidth")
    def inside_width(self) -> JsonValue:
        """The same without the axes' labels."""
        return self._box(inner=True).width

    @inside_width.setter
    def set_inside_width(self, value: JsonValue) -> None:
        """Size it."""
        self._put("w", value, inner=True)

    @scalar("InsideHeight")
    def inside_height(self) -> JsonValue:
        """The same without the axes' labels."""
        return self._box(inner=True).height

    @inside_height.setter
    def set_inside_height(self, value: JsonValue) -> None:
        """Size it."""
        self._put("h", value, inner=True)

    @scalar("Position")
    def position(self) -> JsonValue:
        """Whether it was placed by hand."""
        placed = get(self.held(), "c:layout/c:manualLayout") is not None
        return "Custom" if placed else "Automatic"

    @position.setter
    def set_position(self, value: JsonValue) -> None:
        """Let Excel place it; `Custom` comes of placing it."""
        if enum_value("ChartPlotAreaPosition", value) == "Automatic":
            self.ref.edit(lambda document: titles.clear_manual_place(document.plot_area))

    @navigation("Format")
    def format(self) -> ChartPlotAreaFormat:
        """Looks."""
        return ChartPlotAreaFormat(self.ref, self.find)
