"""The plot area."""

from typing import Final

from pydantic import JsonValue

from embedded_excel.errors import not_implemented
from embedded_excel.model import chart_titles as titles
from embedded_excel.model.chart_places import box_of
from embedded_excel.model.chart_xml import ChartXml, get, need, value
from embedded_excel.model.charts import ChartRef
from embedded_excel.objects.base import excel_class, navigation, scalar
from embedded_excel.objects.charts_base import ChartElement, extent
from embedded_excel.objects.charts_formats import ChartPlotAreaFormat
from embedded_excel.wire.members import enum_value

_TARGET: Final = "c:layout/c:manualLayout/c:layoutTarget"


@excel_class("ChartPlotArea")
class ChartPlotArea(ChartElement):
    """Where the series are drawn. Its place is known only once it was set: else Excel's layout
    decides, which takes fonts and room into account.
    """

    def __init__(self, ref: ChartRef) -> None:
        super().__init__(ref, lambda document, _: document.plot_area)

    def _points(self, side: str, member: str, *, inner: bool) -> float:
        held = self.held()
        share = titles.manual_place(held, side)
        if share is None or (value(held, _TARGET, "outer") == "inner") != inner:
            raise not_implemented(f"ChartPlotArea.{member} where Excel places it by itself")
        box = box_of(self.ref)
        return share * (box.width if side in "xw" else box.height)

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
        return self._points("x", "left", inner=False)

    @left.setter
    def set_left(self, value: JsonValue) -> None:
        """Move it."""
        self._put("x", value, inner=False)

    @scalar("Top")
    def top(self) -> JsonValue:
        """Points from the chart's top edge."""
        return self._points("y", "top", inner=False)

    @top.setter
    def set_top(self, value: JsonValue) -> None:
        """Move it."""
        self._put("y", value, inner=False)

    @scalar("Width")
    def width(self) -> JsonValue:
        """Width in points."""
        return self._points("w", "width", inner=False)

    @width.setter
    def set_width(self, value: JsonValue) -> None:
        """Size it."""
        self._put("w", value, inner=False)

    @scalar("Height")
    def height(self) -> JsonValue:
        """Height in points."""
        return self._points("h", "height", inner=False)

    @height.setter
    def set_height(self, value: JsonValue) -> None:
        """Size it."""
        self._put("h", value, inner=False)

    @scalar("InsideLeft")
    def inside_left(self) -> JsonValue:
        """The same without the axes' labels."""
        return self._points("x", "insideLeft", inner=True)

    @inside_left.setter
    def set_inside_left(self, value: JsonValue) -> None:
        """Move it."""
        self._put("x", value, inner=True)

    @scalar("InsideTop")
    def inside_top(self) -> JsonValue:
        """The same without the axes' labels."""
        return self._points("y", "insideTop", inner=True)

    @inside_top.setter
    def set_inside_top(self, value: JsonValue) -> None:
        """Move it."""
        self._put("y", value, inner=True)

    @scalar("InsideWidth")
    def inside_width(self) -> JsonValue:
        """The same without the axes' labels."""
        return self._points("w", "insideWidth", inner=True)

    @inside_width.setter
    def set_inside_width(self, value: JsonValue) -> None:
        """Size it."""
        self._put("w", value, inner=True)

    @scalar("InsideHeight")
    def inside_height(self) -> JsonValue:
        """The same without the axes' labels."""
        return self._points("h", "insideHeight", inner=True)

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
