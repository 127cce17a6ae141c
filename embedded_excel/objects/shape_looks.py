"""ShapeFill and ShapeLineFormat."""

from pydantic import JsonValue

from embedded_excel.errors import invalid_argument
from embedded_excel.model import shape_looks as looks
from embedded_excel.model import shapes
from embedded_excel.model.areas import flag
from embedded_excel.model.chart_xml import local
from embedded_excel.model.colors import color_code
from embedded_excel.objects.base import excel_class, method, scalar
from embedded_excel.objects.charts_base import finite
from embedded_excel.objects.shape_base import OfShape, share
from embedded_excel.wire.members import enum_value


@excel_class("ShapeFill")
class ShapeFill(OfShape):
    """How a shape is filled."""

    @scalar("Type")
    def type(self) -> JsonValue:
        """`ShapeFillType`."""
        return looks.fill_type(self.element)

    @scalar("ForegroundColor")
    def foreground_color(self) -> JsonValue:
        """Its colour, "" without a plain one."""
        return looks.fill_color(self.element, self.theme) or ""

    @foreground_color.setter
    def set_foreground_color(self, value: JsonValue) -> None:
        """Fill it."""
        self.set_solid_color(value)

    @scalar("Transparency")
    def transparency(self) -> JsonValue:
        """Share of the light that goes through, null where it isn't one for the whole shape."""
        kind = looks.fill_type(self.element)
        if kind not in ("Solid", "NoFill"):
            return None
        return looks.transparency(looks.fill_element(self.element))

    @transparency.setter
    def set_transparency(self, value: JsonValue) -> None:
        """Let light go through."""
        through = share(value)
        self._filled()
        if looks.fill_type(self.element) != "Solid":
            raise shapes.invalid_for(self.element, "plain fill")
        self.change(lambda element: looks.set_fill_transparency(element, through))

    @method("SetSolidColor")
    def set_solid_color(self, color: JsonValue) -> None:
        """Fill it with a colour."""
        code = color_code(color)
        self._filled()
        self.change(lambda element: looks.set_fill(element, code))

    @method("Clear")
    def clear(self) -> None:
        """Leave it unfilled."""
        self._filled()
        self.change(lambda element: looks.set_fill(element, None))

    def _filled(self) -> None:
        if local(self.element) not in ("sp", "pic"):
            raise shapes.invalid_for(self.element, "fill")


@excel_class("ShapeLineFormat")
class ShapeLineFormat(OfShape):
    """The outline of a shape, or a line itself."""

    def _lined(self) -> None:
        if local(self.element) not in ("sp", "pic", "cxnSp"):
            raise shapes.invalid_for(self.element, "line")

    @scalar("Visible")
    def visible(self) -> JsonValue:
        """Whether there is one."""
        return looks.line_visible(self.element)

    @visible.setter
    def set_visible(self, value: JsonValue) -> None:
        """Show or hide it."""
        shown = flag(value)
        self._lined()
        self.change(lambda element: looks.set_line_visible(element, shown=shown))

    @scalar("Color")
    def color(self) -> JsonValue:
        """Its colour, "" when it isn't a plain one."""
        return looks.line_color(self.element, self.theme) or ""

    @color.setter
    def set_color(self, value: JsonValue) -> None:
        """Set it."""
        code = color_code(value)
        self._lined()
        self.change(lambda element: looks.set_line_color(element, code))

    @scalar("Weight")
    def weight(self) -> JsonValue:
        """Width in points."""
        return looks.line_weight(self.element)

    @weight.setter
    def set_weight(self, value: JsonValue) -> None:
        """Set it."""
        points = finite(value)
        if points <= 0:
            raise invalid_argument()
        self._lined()
        self.change(lambda element: looks.set_line_weight(element, points))

    @scalar("Style")
    def style(self) -> JsonValue:
        """`ShapeLineStyle`, null where there is no line."""
        element = self.element
        return looks.line_style(element) if looks.line_visible(element) else None

    @style.setter
    def set_style(self, value: JsonValue) -> None:
        """Draw it as one line or several."""
        style = enum_value("ShapeLineStyle", value)
        self._lined()
        self.change(lambda element: looks.set_line_style(element, style))

    @scalar("DashStyle")
    def dash_style(self) -> JsonValue:
        """`ShapeLineDashStyle`, null where there is no line."""
        element = self.element
        return looks.dash_style(element) if looks.line_visible(element) else None

    @dash_style.setter
    def set_dash_style(self, value: JsonValue) -> None:
        """Dash it."""
        style = enum_value("ShapeLineDashStyle", value)
        self._lined()
        self.change(lambda element: looks.set_dash_style(element, style))

    @scalar("Transparency")
    def transparency(self) -> JsonValue:
        """Share of the light that goes through."""
        return looks.line_transparency(self.element)

    @transparency.setter
    def set_transparency(self, value: JsonValue) -> None:
        """Let light go through."""
        through = share(value)
        self._lined()
        self.change(lambda element: looks.set_line_transparency(element, through))
