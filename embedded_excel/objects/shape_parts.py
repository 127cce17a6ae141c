"""What a shape consists of: fill, line, text, and its views as geometric shape, line or image."""

from dataclasses import replace

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.shapes import Shape as ShapeState
from embedded_excel.errors import invalid_argument
from embedded_excel.model import shapes
from embedded_excel.model.areas import flag
from embedded_excel.model.colors import color_code
from embedded_excel.model.workbook import OpenWorkbook, SheetId
from embedded_excel.objects.base import ExcelObject, excel_class, method, navigation, scalar
from embedded_excel.objects.range_base import make
from embedded_excel.wire.members import enum_value


class OfShape(ExcelObject):
    """A shape or part of one, by identity."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId, number: int) -> None:
        super().__init__(workbook)
        self.sheet = sheet
        self.number = number

    @property
    def state(self) -> ShapeState:
        """The shape as it is now.

        Raises:
            ExcelApiError: ItemNotFound when it was deleted.
        """
        return shapes.shape_by_id(self.workbook, self.sheet, self.number)

    def change(self, shape: ShapeState) -> None:
        """Let the shape become another one."""
        shapes.change(self.workbook, self.sheet, shape)


class Identified(OfShape):
    """A view of a shape that the API finds again by its id."""

    @override
    def identity(self) -> dict[str, JsonValue]:
        return {"Id": str(self.number)}

    @scalar("Id")
    def id(self) -> JsonValue:
        """Identity on its sheet."""
        return str(self.number)


@excel_class("ShapeFill")
class ShapeFill(OfShape):
    """How a shape is filled."""

    @scalar("Type")
    def type(self) -> JsonValue:
        """`NoFill`, `Solid`, or `Mixed` for one that isn't told apart here."""
        fill = self.state.fill
        return "NoFill" if fill == "" else "Solid" if fill else "Mixed"

    @scalar("ForegroundColor")
    def foreground_color(self) -> JsonValue:
        """Its colour, "" without one."""
        return self.state.fill or ""

    @foreground_color.setter
    def set_foreground_color(self, value: JsonValue) -> None:
        """Fill it."""
        self.set_solid_color(value)

    @method("SetSolidColor")
    def set_solid_color(self, color: JsonValue) -> None:
        """Fill it with a colour."""
        if self.state.kind != "Shape":
            raise shapes.invalid_for(self.state, "fill")
        self.change(replace(self.state, fill=color_code(color)))

    @method("Clear")
    def clear(self) -> None:
        """Leave it unfilled."""
        self.change(replace(self.state, fill=""))


@excel_class("ShapeLineFormat")
class ShapeLineFormat(OfShape):
    """The outline of a shape, or a line itself."""

    @scalar("Visible")
    def visible(self) -> JsonValue:
        """Whether there is one."""
        return self.state.line != ""

    @visible.setter
    def set_visible(self, value: JsonValue) -> None:
        """Show or hide it."""
        line = (self.state.line or "#000000") if flag(value) else ""
        self.change(replace(self.state, line=line))

    @scalar("Color")
    def color(self) -> JsonValue:
        """Its colour, "" when it isn't a plain one."""
        return self.state.line or ""

    @color.setter
    def set_color(self, value: JsonValue) -> None:
        """Set it."""
        self.change(replace(self.state, line=color_code(value)))

    @scalar("Weight")
    def weight(self) -> JsonValue:
        """Width in points."""
        return self.state.weight

    @weight.setter
    def set_weight(self, value: JsonValue) -> None:
        """Set it."""
        if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
            raise invalid_argument()
        self.change(replace(self.state, weight=float(value)))


@excel_class("TextFrame")
class TextFrame(OfShape):
    """The text of a shape."""

    @scalar("HasText")
    def has_text(self) -> JsonValue:
        """Whether there is any."""
        return bool(self.state.text)

    @navigation("TextRange")
    def text_range(self) -> "TextRange":
        """The text itself."""
        return TextRange(self.workbook, self.sheet, self.number)

    @method("DeleteText")
    def delete_text(self) -> None:
        """Remove the text."""
        self.change(replace(self.state, text=""))


@excel_class("TextRange")
class TextRange(OfShape):
    """All of a shape's text."""

    @scalar("Text")
    def text(self) -> JsonValue:
        """The text, without its looks."""
        return self.state.text

    @text.setter
    def set_text(self, value: JsonValue) -> None:
        """Replace it; the looks of its beginning stay."""
        if not isinstance(value, str):
            raise invalid_argument()
        self.change(replace(self.state, text=value))


class _View(Identified):
    """A shape seen as what it is."""

    @navigation("Shape")
    def shape(self) -> ExcelObject:
        """The shape again."""
        return make("Shape", self.workbook, self.sheet, self.number)


@excel_class("GeometricShape")
class GeometricShape(_View):
    """A shape with a preset form."""


@excel_class("Image")
class Image(_View):
    """A picture."""

    @scalar("format")
    def format(self) -> JsonValue:
        """Its format."""
        return self.state.image


@excel_class("Line")
class Line(_View):
    """A line."""

    @scalar("connectorType")
    def connector_type(self) -> JsonValue:
        """`Straight`, `Elbow` or `Curve`."""
        return shapes.connector_type(self.state.geometry)

    @connector_type.setter
    def set_connector_type(self, value: JsonValue) -> None:
        """Bend or straighten it."""
        geometry = shapes.connector_geometry(enum_value("ConnectorType", value))
        self.change(replace(self.state, geometry=geometry))
