"""Fills, lines, borders and fonts of charts, and the format objects that hold them."""

from collections.abc import Callable
from typing import Final

from pydantic import JsonValue

from embedded_excel.errors import not_implemented
from embedded_excel.model import chart_looks as looks
from embedded_excel.model.areas import flag
from embedded_excel.model.chart_xml import ChartXml, Element, set_truth, truth
from embedded_excel.model.colors import color_code
from embedded_excel.objects.base import excel_class, method, navigation, scalar
from embedded_excel.objects.charts_base import ChartElement, extent, text
from embedded_excel.wire.members import enum_value

_DEFAULT_SIZE: Final = 1000
_POINTS: Final = 100
_DEFAULT_COLOR: Final = "#000000"
_THEME_FONTS: Final = ("+mn-lt", "+mj-lt")


class _Look(ChartElement):
    def theme(self, name: str) -> str:
        """A theme colour."""
        return self.workbook.engine.charts.theme_color(name)

    def change(self, change: Callable[[Element], None]) -> None:
        """Change the element this is about."""

        def change_all(document: ChartXml) -> None:
            for element in self.all_made(document):
                change(element)

        self.ref.edit(change_all)


@excel_class("ChartFill")
class ChartFill(_Look):
    """The fill of an element."""

    @method("SetSolidColor")
    def set_solid_color(self, color: JsonValue) -> None:
        """Fill with one colour."""
        code = color_code(color)
        self.change(lambda element: looks.set_fill(element, code))

    @method("Clear")
    def clear(self) -> None:
        """Leave without a fill."""
        self.change(looks.clear_fill)


class _Line(_Look):
    @scalar("Color")
    def color(self) -> JsonValue:
        """Colour; empty when it is automatic."""
        return looks.line_color(self.held(), self.theme) or ""

    @color.setter
    def set_color(self, value: JsonValue) -> None:
        """Colour the line."""
        code = color_code(value)
        self.change(lambda element: looks.set_line_color(element, code))

    @scalar("LineStyle")
    def line_style(self) -> JsonValue:
        """Style."""
        return looks.line_style(self.held())

    @line_style.setter
    def set_line_style(self, value: JsonValue) -> None:
        """Set the style."""
        style = enum_value("ChartLineStyle", value)

        def change(element: Element) -> None:
            if not looks.set_line_style(element, style):
                raise not_implemented(f"{self.class_name}.lineStyle {style}")

        self.change(change)

    @scalar("Weight")
    def weight(self) -> JsonValue:
        """Width in points; 0.75 where it is automatic, as for Excel's thin lines."""
        found = looks.line_weight(self.held())
        return 0.75 if found is None else found

    @weight.setter
    def set_weight(self, value: JsonValue) -> None:
        """Set the width."""
        points = extent(value)
        self.change(lambda element: looks.set_line_weight(element, points))

    @method("Clear")
    def clear(self) -> None:
        """Leave without a line."""
        self.change(looks.clear_line)


@excel_class("ChartLineFormat")
class ChartLineFormat(_Line):
    """A line of a chart."""


@excel_class("ChartBorder")
class ChartBorder(_Line):
    """The line around an element."""


@excel_class("ChartFont")
class ChartFont(_Look):
    """The font of an element; what it doesn't say itself comes from the chart area."""

    def _owners(self) -> list[Element]:
        document = self.ref.read()
        own = self.find(document, False)
        return [document.root] if own is None else [own, document.root]

    def _attribute(self, name: str) -> str | None:
        return looks.font_attribute(self._owners(), name)

    def _set_attribute(self, name: str, to: str) -> None:
        self.change(lambda element: looks.set_font_attribute(element, name, to))

    @scalar("Bold")
    def bold(self) -> JsonValue:
        """Whether it is bold."""
        return self._attribute("b") in ("1", "true")

    @bold.setter
    def set_bold(self, value: JsonValue) -> None:
        """Make it bold or not."""
        self._set_attribute("b", str(int(flag(value))))

    @scalar("Italic")
    def italic(self) -> JsonValue:
        """Whether it is italic."""
        return self._attribute("i") in ("1", "true")

    @italic.setter
    def set_italic(self, value: JsonValue) -> None:
        """Make it italic or not."""
        self._set_attribute("i", str(int(flag(value))))

    @scalar("Underline")
    def underline(self) -> JsonValue:
        """Whether it is underlined."""
        return "None" if (self._attribute("u") or "none") == "none" else "Single"

    @underline.setter
    def set_underline(self, value: JsonValue) -> None:
        """Underline it or not."""
        single = enum_value("ChartUnderlineStyle", value) == "Single"
        self._set_attribute("u", "sng" if single else "none")

    @scalar("Size")
    def size(self) -> JsonValue:
        """Size in points."""
        return int(self._attribute("sz") or _DEFAULT_SIZE) / _POINTS

    @size.setter
    def set_size(self, value: JsonValue) -> None:
        """Set the size."""
        self._set_attribute("sz", str(round(extent(value) * _POINTS)))

    @scalar("Color")
    def color(self) -> JsonValue:
        """Colour."""
        return looks.font_color(self._owners(), self.theme) or _DEFAULT_COLOR

    @color.setter
    def set_color(self, value: JsonValue) -> None:
        """Colour it."""
        code = color_code(value)
        self.change(lambda element: looks.set_font_color(element, code))

    @scalar("Name")
    def name(self) -> JsonValue:
        """Typeface; the theme's where none is named."""
        found = looks.font_name(self._owners()) or _THEME_FONTS[0]
        return self.workbook.engine.charts.theme_font(found) if found in _THEME_FONTS else found

    @name.setter
    def set_name(self, value: JsonValue) -> None:
        """Set the typeface."""
        name = text(value)
        self.change(lambda element: looks.set_font_name(element, name))


class _Filled(ChartElement):
    @navigation("Fill")
    def fill(self) -> ChartFill:
        """Fill."""
        return ChartFill(self.ref, self.find, self.every)


class _Lined(ChartElement):
    @navigation("Line")
    def line(self) -> ChartLineFormat:
        """Line."""
        return ChartLineFormat(self.ref, self.find, self.every)


class _Bordered(ChartElement):
    @navigation("Border")
    def border(self) -> ChartBorder:
        """Border."""
        return ChartBorder(self.ref, self.find, self.every)


class _Lettered(ChartElement):
    @navigation("Font")
    def font(self) -> ChartFont:
        """Font."""
        return ChartFont(self.ref, self.find, self.every)


@excel_class("ChartAreaFormat")
class ChartAreaFormat(_Filled, _Bordered, _Lettered):
    """Looks of the chart area."""

    @scalar("RoundedCorners")
    def rounded_corners(self) -> JsonValue:
        """Whether the chart area has round corners; a part that doesn't say has them."""
        return truth(self.ref.read().root, "c:roundedCorners", absent=True)

    @rounded_corners.setter
    def set_rounded_corners(self, value: JsonValue) -> None:
        """Round the corners or not."""
        to = flag(value)
        self.ref.edit(lambda document: set_truth(document.root, "c:roundedCorners", to=to))


@excel_class("ChartTitleFormat")
class ChartTitleFormat(_Filled, _Bordered, _Lettered):
    """Looks of the title."""


@excel_class("ChartAxisTitleFormat")
class ChartAxisTitleFormat(_Filled, _Bordered, _Lettered):
    """Looks of an axis title."""


@excel_class("ChartLegendFormat")
class ChartLegendFormat(_Filled, _Bordered, _Lettered):
    """Looks of the legend."""


@excel_class("ChartDataLabelFormat")
class ChartDataLabelFormat(_Filled, _Bordered, _Lettered):
    """Looks of data labels."""


@excel_class("ChartDataTableFormat")
class ChartDataTableFormat(_Filled, _Bordered, _Lettered):
    """Looks of the table below a chart."""


@excel_class("ChartFormatString")
class ChartFormatString(_Lettered):
    """A piece of a text."""


@excel_class("ChartTrendlineLabelFormat")
class ChartTrendlineLabelFormat(_Filled, _Bordered, _Lettered):
    """Looks of a trend line's label."""


@excel_class("ChartAxisFormat")
class ChartAxisFormat(_Filled, _Lined, _Lettered):
    """Looks of an axis."""


@excel_class("ChartSeriesFormat")
class ChartSeriesFormat(_Filled, _Lined):
    """Looks of a series."""


@excel_class("ChartPointFormat")
class ChartPointFormat(_Filled, _Bordered):
    """Looks of a point."""


@excel_class("ChartPlotAreaFormat")
class ChartPlotAreaFormat(_Filled, _Bordered):
    """Looks of the plot area."""


@excel_class("ChartGridlinesFormat")
class ChartGridlinesFormat(_Lined):
    """Looks of gridlines."""


@excel_class("ChartTrendlineFormat")
class ChartTrendlineFormat(_Lined):
    """Looks of a trend line."""


@excel_class("ChartErrorBarsFormat")
class ChartErrorBarsFormat(_Lined):
    """Looks of error bars."""
