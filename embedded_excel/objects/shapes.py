"""Shape and ShapeCollection."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.shapes import Shape as ShapeState
from embedded_excel.errors import invalid_argument, item_not_found, not_implemented
from embedded_excel.model import shapes
from embedded_excel.model.areas import flag, integer
from embedded_excel.model.chart_places import Box
from embedded_excel.model.workbook import OpenWorkbook, SheetId
from embedded_excel.objects.base import (
    ExcelCollection,
    excel_class,
    method,
    navigation,
    scalar,
)
from embedded_excel.objects.shape_parts import (
    GeometricShape,
    Identified,
    Image,
    Line,
    ShapeFill,
    ShapeLineFormat,
    TextFrame,
)
from embedded_excel.wire.members import api_facts, enum_value

_PLACEMENTS = {"twoCell": "TwoCell", "oneCell": "OneCell", "absolute": "Absolute"}
_TYPES = {"Shape": "GeometricShape", "Line": "Line", "Image": "Image", "Group": "Group"}


def _number(value: JsonValue) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise invalid_argument()
    return float(value)


@excel_class("Shape")
class Shape(Identified):
    """A shape, line or image on a sheet; lengths in points, from the sheet's corner."""

    def _box(self) -> Box:
        return shapes.box_of(self.workbook, self.sheet, self.state)

    def _put(self, **parts: float) -> None:
        shapes.put(self.workbook, self.sheet, self.state, replace(self._box(), **parts))

    # -- properties --------------------------------------------------------------------------
    @scalar("Name")
    def name(self) -> JsonValue:
        """Name."""
        return self.state.name

    @name.setter
    def set_name(self, value: JsonValue) -> None:
        """Rename it."""
        if not isinstance(value, str) or not value:
            raise invalid_argument()
        self.change(replace(self.state, name=value))

    @scalar("Type")
    def type(self) -> JsonValue:
        """What it is."""
        return _TYPES[self.state.kind]

    @scalar("Left")
    def left(self) -> JsonValue:
        """Distance from the left."""
        return self._box().left

    @left.setter
    def set_left(self, value: JsonValue) -> None:
        """Move it."""
        self._put(left=_number(value))

    @scalar("Top")
    def top(self) -> JsonValue:
        """Distance from the top."""
        return self._box().top

    @top.setter
    def set_top(self, value: JsonValue) -> None:
        """Move it."""
        self._put(top=_number(value))

    @scalar("Width")
    def width(self) -> JsonValue:
        """Width."""
        return self._box().width

    @width.setter
    def set_width(self, value: JsonValue) -> None:
        """Resize it; the proportions of an image stay."""
        self._resize(width=_number(value))

    @scalar("Height")
    def height(self) -> JsonValue:
        """Height."""
        return self._box().height

    @height.setter
    def set_height(self, value: JsonValue) -> None:
        """Resize it; the proportions of an image stay."""
        self._resize(height=_number(value))

    def _resize(self, *, width: float | None = None, height: float | None = None) -> None:
        box = self._box()
        # Pictures come with their proportions locked, here as in Excel.
        if self.state.kind == "Image" and box.width and box.height:
            factor = box.width / box.height
            width, height = width or (height or 0) * factor, height or (width or 0) / factor
        self._put(
            width=box.width if width is None else width,
            height=box.height if height is None else height,
        )

    @scalar("Rotation")
    def rotation(self) -> JsonValue:
        """Degrees, clockwise."""
        return self.state.rotation

    @rotation.setter
    def set_rotation(self, value: JsonValue) -> None:
        """Turn it."""
        self.change(replace(self.state, rotation=_number(value) % 360))

    @scalar("Visible")
    def visible(self) -> JsonValue:
        """Whether it shows."""
        return self.state.visible

    @visible.setter
    def set_visible(self, value: JsonValue) -> None:
        """Show or hide it."""
        self.change(replace(self.state, visible=flag(value)))

    @scalar("ZOrderPosition")
    def z_order_position(self) -> JsonValue:
        """Position from the back."""
        return self.state.order

    @scalar("Level")
    def level(self) -> JsonValue:
        """Depth in groups: members of groups aren't listed here, so always 0."""
        return 0

    @scalar("AltTextDescription")
    def alt_text_description(self) -> JsonValue:
        """What it shows, for those who can't see it."""
        return self.state.description

    @scalar("Placement")
    def placement(self) -> JsonValue:
        """What follows the cells below."""
        return _PLACEMENTS[self.state.place.sticking]

    @scalar("LockAspectRatio")
    def lock_aspect_ratio(self) -> JsonValue:
        """Whether its proportions stay: of images they do."""
        return self.state.kind == "Image"

    @scalar("GeometricShapeType")
    def geometric_shape_type(self) -> JsonValue:
        """Its preset, null for one the API has no name for."""
        state = self.state
        if state.kind != "Shape":
            return None
        for name in api_facts().enums["GeometricShapeType"]:
            if shapes.geometry_of(name) == state.geometry:
                return name
        return None

    @geometric_shape_type.setter
    def set_geometric_shape_type(self, value: JsonValue) -> None:
        """Another preset."""
        name = enum_value("GeometricShapeType", value)
        if self.state.kind != "Shape":
            raise shapes.invalid_for(self.state, "geometricShapeType")
        self.change(replace(self.state, geometry=shapes.geometry_of(name)))

    # -- relatives ---------------------------------------------------------------------------
    @navigation("Fill")
    def fill(self) -> ShapeFill:
        """How it is filled."""
        return ShapeFill(self.workbook, self.sheet, self.number)

    @navigation("LineFormat")
    def line_format(self) -> ShapeLineFormat:
        """Its outline, or the line itself."""
        return ShapeLineFormat(self.workbook, self.sheet, self.number)

    @navigation("TextFrame")
    def text_frame(self) -> TextFrame:
        """Its text."""
        self._only("Shape", "textFrame")
        return TextFrame(self.workbook, self.sheet, self.number)

    @navigation("GeometricShape")
    def geometric_shape(self) -> GeometricShape:
        """The same as a geometric shape."""
        self._only("Shape", "geometricShape")
        return GeometricShape(self.workbook, self.sheet, self.number)

    @navigation("Image")
    def image(self) -> Image:
        """The same as an image."""
        self._only("Image", "image")
        return Image(self.workbook, self.sheet, self.number)

    @navigation("Line")
    def line(self) -> Line:
        """The same as a line."""
        self._only("Line", "line")
        return Line(self.workbook, self.sheet, self.number)

    def _only(self, kind: str, member: str) -> None:
        if self.state.kind != kind:
            raise shapes.invalid_for(self.state, member)

    # -- actions -----------------------------------------------------------------------------
    @method("IncrementLeft")
    def increment_left(self, increment: JsonValue) -> None:
        """Move it to the right."""
        self._put(left=max(0.0, self._box().left + _number(increment)))

    @method("IncrementTop")
    def increment_top(self, increment: JsonValue) -> None:
        """Move it down."""
        self._put(top=max(0.0, self._box().top + _number(increment)))

    @method("IncrementRotation")
    def increment_rotation(self, increment: JsonValue) -> None:
        """Turn it."""
        self.set_rotation(self.state.rotation + _number(increment))

    @method("ScaleWidth")
    def scale_width(self, factor: JsonValue, kind: JsonValue, origin: JsonValue) -> None:
        """Make it wider by a factor of its size now."""
        box, by = self._box(), self._factor(factor, kind)
        left = _scaled_from(box.left, box.width, by, origin)
        self._put(left=left, width=box.width * by)

    @method("ScaleHeight")
    def scale_height(self, factor: JsonValue, kind: JsonValue, origin: JsonValue) -> None:
        """Make it taller by a factor of its size now."""
        box, by = self._box(), self._factor(factor, kind)
        top = _scaled_from(box.top, box.height, by, origin)
        self._put(top=top, height=box.height * by)

    def _factor(self, factor: JsonValue, kind: JsonValue) -> float:
        if enum_value("ShapeScaleType", kind) != "CurrentSize":
            raise not_implemented("scaling by an image's original size")
        if _number(factor) <= 0:
            raise invalid_argument()
        return _number(factor)

    @method("SetZOrder")
    def set_z_order(self, position: JsonValue) -> None:
        """Move it to or from the front."""
        how = enum_value("ShapeZOrder", position)
        shapes.reorder(self.workbook, self.sheet, self.state, how)

    @method("Delete")
    def delete(self) -> None:
        """Delete it."""
        index = self.workbook.sheet_index(self.sheet)
        self.workbook.engine.shapes.remove(index, self.state)
        self.workbook.changed = True


def _scaled_from(start: float, size: float, factor: float, origin: JsonValue) -> float:
    where = "ScaleFromTopLeft" if origin is None else enum_value("ShapeScaleFrom", origin)
    grown = size * (factor - 1)
    share = {"ScaleFromTopLeft": 0.0, "ScaleFromMiddle": 0.5, "ScaleFromBottomRight": 1.0}[where]
    return max(0.0, start - grown * share)


@excel_class("ShapeCollection")
class ShapeCollection(ExcelCollection):
    """Shapes of a sheet, from the back to the front; charts are in their own collection."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId) -> None:
        super().__init__(workbook)
        self._sheet = sheet

    def _states(self) -> Sequence[ShapeState]:
        return self.workbook.engine.shapes.shapes(self.workbook.sheet_index(self._sheet))

    def _object(self, number: int) -> Shape:
        return Shape(self.workbook, self._sheet, number)

    @override
    def items(self) -> Sequence[Shape]:
        return [self._object(shape.id) for shape in self._states()]

    @override
    def get_item(self, key: JsonValue) -> Shape:
        found = self.get_item_or_null_object(key)
        if found is None:
            raise item_not_found()
        return found

    @method("GetItem")
    def item(self, key: JsonValue) -> Shape:
        """A shape by name or id."""
        return self.get_item(key)

    @method("GetItemOrNullObject")
    def get_item_or_null_object(self, key: JsonValue) -> Shape | None:
        """A shape by name or id, or null."""
        text = str(key).casefold()
        states = self._states()
        for shape in states:
            if shape.name.casefold() == text:
                return self._object(shape.id)
        for shape in states:
            if str(shape.id) == text:
                return self._object(shape.id)
        return None

    @method("GetItemAt")
    def get_item_at(self, index: JsonValue) -> Shape:
        """A shape by its position from the back."""
        number, states = integer(index), self._states()
        if not 0 <= number < len(states):
            raise item_not_found()
        return self._object(states[number].id)

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """How many there are."""
        return len(self._states())

    @method("AddGeometricShape")
    def add_geometric_shape(self, kind: JsonValue) -> Shape:
        """Add a shape."""
        name = enum_value("GeometricShapeType", kind)
        geometry = shapes.geometry_of(name)
        return self._object(shapes.add_shape(self.workbook, self._sheet, geometry))

    @method("AddTextBox")
    def add_text_box(self, text: JsonValue) -> Shape:
        """Add a text box."""
        if text is not None and not isinstance(text, str):
            raise invalid_argument()
        return self._object(shapes.add_text_box(self.workbook, self._sheet, text or ""))

    @method("AddImage")
    def add_image(self, content: JsonValue) -> Shape:
        """Add an image from base64 text."""
        return self._object(shapes.add_image(self.workbook, self._sheet, content))

    @method("AddLine")
    def add_line(
        self, left: JsonValue, top: JsonValue, right: JsonValue, bottom: JsonValue, kind: JsonValue
    ) -> Shape:
        """Add a line that goes down and to the right, or straight along either."""
        ends = [_number(value) for value in (left, top, right, bottom)]
        if ends[2] <= ends[0] and ends[3] <= ends[1]:
            ends = [ends[2], ends[3], ends[0], ends[1]]
        if ends[2] < ends[0] or ends[3] < ends[1]:
            raise not_implemented("ShapeCollection.addLine from the lower left to the upper right")
        name = "Straight" if kind is None else enum_value("ConnectorType", kind)
        box = Box(ends[0], ends[1], ends[2] - ends[0], ends[3] - ends[1])
        geometry = shapes.connector_geometry(name)
        return self._object(shapes.add_line(self.workbook, self._sheet, geometry, box))
