"""Shape, and its views as geometric shape and image."""

from dataclasses import replace
from typing import Final, cast

from pydantic import JsonValue

from embedded_excel.errors import invalid_argument
from embedded_excel.model import shape_groups as groups
from embedded_excel.model import shape_images as images
from embedded_excel.model import shape_looks as looks
from embedded_excel.model import shape_places as places
from embedded_excel.model import shapes
from embedded_excel.model.areas import flag
from embedded_excel.model.chart_places import Box
from embedded_excel.model.chart_xml import Element, local
from embedded_excel.model.shape_lines import follow, site_count
from embedded_excel.model.shape_presets import geometry_of
from embedded_excel.objects.base import (
    ExcelCollection,
    ExcelObject,
    excel_class,
    method,
    navigation,
    scalar,
)
from embedded_excel.objects.charts_base import extent, finite, length, text
from embedded_excel.objects.range_base import make
from embedded_excel.objects.shape_base import Identified, View
from embedded_excel.objects.shape_lines import Line
from embedded_excel.objects.shape_looks import ShapeFill, ShapeLineFormat
from embedded_excel.objects.shape_text import TextFrame
from embedded_excel.pictures.shape_pictures import picture_of_shape
from embedded_excel.wire.members import api_facts, enum_value

_PLACEMENTS: Final = {"TwoCell": "twoCell", "OneCell": "oneCell", "Absolute": "absolute"}


@excel_class("Shape")
class Shape(Identified):
    """A shape, line, image or group on a sheet; lengths in points, from the sheet's corner."""

    def _box(self) -> Box:
        return places.box_of(self.ref)

    def _put(self, box: Box) -> None:
        places.put(self.ref, box)
        moved = {shapes.identity_of(element) for _, element in shapes.members(self.element)}
        follow(self.workbook, self.ref.sheet, moved)

    # -- properties --------------------------------------------------------------------------
    @scalar("Name")
    def name(self) -> JsonValue:
        """Name."""
        return shapes.name_of(self.element)

    @name.setter
    def set_name(self, value: JsonValue) -> None:
        """Rename it."""
        if not isinstance(value, str) or not value:
            raise invalid_argument()
        self.change(lambda element: shapes.identified(element).set("name", value))

    @scalar("DisplayName")
    def display_name(self) -> JsonValue:
        """The name users see: the name here, where nothing is translated."""
        return self.name

    @scalar("Type")
    def type(self) -> JsonValue:
        """What it is."""
        return shapes.kind_of(self.element)

    @scalar("Left")
    def left(self) -> JsonValue:
        """Distance from the left."""
        return self._box().left

    @left.setter
    def set_left(self, value: JsonValue) -> None:
        """Move it."""
        self._put(replace(self._box(), left=extent(value)))

    @scalar("Top")
    def top(self) -> JsonValue:
        """Distance from the top."""
        return self._box().top

    @top.setter
    def set_top(self, value: JsonValue) -> None:
        """Move it."""
        self._put(replace(self._box(), top=extent(value)))

    @scalar("Width")
    def width(self) -> JsonValue:
        """Width."""
        return self._box().width

    @width.setter
    def set_width(self, value: JsonValue) -> None:
        """Resize it; locked proportions stay."""
        points = length(value)
        self._put(places.resized(self._box(), points, None, locked=self._locked()))

    @scalar("Height")
    def height(self) -> JsonValue:
        """Height."""
        return self._box().height

    @height.setter
    def set_height(self, value: JsonValue) -> None:
        """Resize it; locked proportions stay."""
        points = length(value)
        self._put(places.resized(self._box(), None, points, locked=self._locked()))

    @scalar("Rotation")
    def rotation(self) -> JsonValue:
        """Degrees, clockwise."""
        return places.rotation(self.element)

    @rotation.setter
    def set_rotation(self, value: JsonValue) -> None:
        """Turn it."""
        degrees = finite(value)
        self.change(lambda element: places.set_rotation(element, degrees))

    @scalar("Visible")
    def visible(self) -> JsonValue:
        """Whether it shows."""
        return shapes.identified(self.element).get("hidden", "0") not in ("1", "true")

    @visible.setter
    def set_visible(self, value: JsonValue) -> None:
        """Show or hide it."""
        self._set_attribute("hidden", "" if flag(value) else "1")

    @scalar("AltTextTitle")
    def alt_text_title(self) -> JsonValue:
        """Title for those who can't see it."""
        return shapes.identified(self.element).get("title", "")

    @alt_text_title.setter
    def set_alt_text_title(self, value: JsonValue) -> None:
        """Set it."""
        self._set_attribute("title", text(value))

    @scalar("AltTextDescription")
    def alt_text_description(self) -> JsonValue:
        """What it shows, for those who can't see it."""
        return shapes.identified(self.element).get("descr", "")

    @alt_text_description.setter
    def set_alt_text_description(self, value: JsonValue) -> None:
        """Set it."""
        self._set_attribute("descr", text(value))

    def _set_attribute(self, name: str, kept: str) -> None:
        def change(element: Element) -> None:
            held = shapes.identified(element)
            held.attrib.pop(name, None)
            if kept:
                held.set(name, kept)

        self.change(change)

    @scalar("ZOrderPosition")
    def z_order_position(self) -> JsonValue:
        """Position from the back, among the members of its group or of the sheet."""
        found = self.ref.find()
        if found.parents:
            return shapes.children(found.parents[-1]).index(found.element)
        known = [ref.number for ref in shapes.refs(self.workbook, self.ref.sheet)]
        return known.index(self.ref.number)

    @scalar("Level")
    def level(self) -> JsonValue:
        """How many groups it is in."""
        return len(self.ref.find().parents)

    @scalar("Placement")
    def placement(self) -> JsonValue:
        """What follows the cells below."""
        held = self.ref.find().entry.place.sticking
        return next(name for name, kept in _PLACEMENTS.items() if kept == held)

    @placement.setter
    def set_placement(self, value: JsonValue) -> None:
        """Let more or less follow the cells below."""
        match enum_value("Placement", value):
            case "OneCell":
                places.set_sticking(self.ref, "oneCell")
            case "Absolute":
                places.set_sticking(self.ref, "absolute")
            case _:
                places.set_sticking(self.ref, "twoCell")

    @scalar("LockAspectRatio")
    def lock_aspect_ratio(self) -> JsonValue:
        """Whether its proportions stay."""
        return self._locked()

    @lock_aspect_ratio.setter
    def set_lock_aspect_ratio(self, value: JsonValue) -> None:
        """Let its proportions stay or not."""
        kept = "1" if flag(value) else "0"

        def change(element: Element) -> None:
            held = shapes.locks(element, make=True)
            if held is not None:
                held.set("noChangeAspect", kept)

        self.change(change)

    def _locked(self) -> bool:
        held = shapes.locks(self.element, make=False)
        return held is not None and held.get("noChangeAspect", "0") in ("1", "true")

    @scalar("ConnectionSiteCount")
    def connection_site_count(self) -> JsonValue:
        """How many places lines can be tied to."""
        return site_count(self.element)

    @scalar("GeometricShapeType")
    def geometric_shape_type(self) -> JsonValue:
        """Its preset, null for one the API has no name for."""
        element = self.element
        if local(element) != "sp":
            return None
        held = looks.geometry(element)
        for name in api_facts().enums["GeometricShapeType"]:
            if geometry_of(name) == held:
                return name
        return None

    @geometric_shape_type.setter
    def set_geometric_shape_type(self, value: JsonValue) -> None:
        """Another preset."""
        preset = geometry_of(enum_value("GeometricShapeType", value))
        self._only("sp", "geometricShapeType")
        self.change(lambda element: looks.set_geometry(element, preset))

    # -- relatives ---------------------------------------------------------------------------
    @navigation("Fill")
    def fill(self) -> ShapeFill:
        """How it is filled."""
        return ShapeFill(self.ref)

    @navigation("LineFormat")
    def line_format(self) -> ShapeLineFormat:
        """Its outline, or the line itself."""
        return ShapeLineFormat(self.ref)

    @navigation("TextFrame")
    def text_frame(self) -> TextFrame:
        """Its text."""
        self._only("sp", "textFrame")
        return TextFrame(self.ref)

    @navigation("GeometricShape")
    def geometric_shape(self) -> "GeometricShape":
        """The same as a geometric shape."""
        self._only("sp", "geometricShape")
        return GeometricShape(self.ref)

    @navigation("Image")
    def image(self) -> "Image":
        """The same as an image."""
        self._only("pic", "image")
        return Image(self.ref)

    @navigation("Line")
    def line(self) -> Line:
        """The same as a line."""
        self._only("cxnSp", "line")
        return Line(self.ref)

    @navigation("Group")
    def group(self) -> ExcelObject:
        """The same as a group."""
        self._only("grpSp", "group")
        return make("ShapeGroup", self.ref)

    @navigation("ParentGroup")
    def parent_group(self) -> "Shape":
        """The group it is in."""
        found = self.ref.find()
        if not found.parents:
            raise shapes.invalid_for(found.element, "parentGroup")
        number = shapes.identity_of(found.parents[-1])
        return Shape(shapes.ShapeRef(self.workbook, self.ref.sheet, number))

    def _only(self, kind: str, member: str) -> None:
        if local(self.element) != kind:
            raise shapes.invalid_for(self.element, member)

    # -- actions -----------------------------------------------------------------------------
    @method("IncrementLeft")
    def increment_left(self, increment: JsonValue) -> None:
        """Move it to the right."""
        box = self._box()
        self._put(replace(box, left=max(0.0, box.left + finite(increment))))

    @method("IncrementTop")
    def increment_top(self, increment: JsonValue) -> None:
        """Move it down."""
        box = self._box()
        self._put(replace(box, top=max(0.0, box.top + finite(increment))))

    @method("IncrementRotation")
    def increment_rotation(self, increment: JsonValue) -> None:
        """Turn it."""
        self.set_rotation(places.rotation(self.element) + finite(increment))

    @method("ScaleWidth")
    def scale_width(self, factor: JsonValue, kind: JsonValue, origin: JsonValue) -> None:
        """Make it wider by a factor of its size now, or of an image's own size."""
        width, _ = self._size_to_scale(kind)
        self._scale(width * _factor(factor), None, origin)

    @method("ScaleHeight")
    def scale_height(self, factor: JsonValue, kind: JsonValue, origin: JsonValue) -> None:
        """Make it taller by a factor of its size now, or of an image's own size."""
        _, height = self._size_to_scale(kind)
        self._scale(None, height * _factor(factor), origin)

    def _size_to_scale(self, kind: JsonValue) -> tuple[float, float]:
        if enum_value("ShapeScaleType", kind) == "CurrentSize":
            box = self._box()
            return box.width, box.height
        if local(self.element) != "pic":
            raise invalid_argument()
        return images.own_size(self.ref)

    def _scale(self, width: float | None, height: float | None, origin: JsonValue) -> None:
        where = "ScaleFromTopLeft" if origin is None else enum_value("ShapeScaleFrom", origin)
        stays = {"ScaleFromTopLeft": 0.0, "ScaleFromMiddle": 0.5, "ScaleFromBottomRight": 1.0}
        box = self._box()
        new = places.resized(box, width, height, locked=self._locked())
        left = box.left - (new.width - box.width) * stays[where]
        top = box.top - (new.height - box.height) * stays[where]
        self._put(replace(new, left=max(0.0, left), top=max(0.0, top)))

    @method("SetZOrder")
    def set_z_order(self, position: JsonValue) -> None:
        """Move it to or from the front."""
        shapes.reorder(self.ref, enum_value("ShapeZOrder", position))

    @method("CopyTo")
    def copy_to(self, sheet: object) -> "Shape":
        """Copy it to a sheet, without one to its own."""
        if isinstance(sheet, str):
            sheet = cast("ExcelCollection", make("WorksheetCollection", self.workbook)).get_item(
                sheet
            )
        target = self.ref.sheet
        if sheet is not None:
            if not isinstance(sheet, ExcelObject) or sheet.class_name != "Worksheet":
                raise invalid_argument()
            target = str(sheet.identity()["Id"])
        return Shape(groups.copy_to(self.ref, target))

    @method("GetAsImage")
    def get_as_image(self, kind: JsonValue) -> JsonValue:
        """A picture of it as base64 text, 96 dots an inch."""
        return picture_of_shape(self.ref, enum_value("PictureFormat", kind))

    @method("Delete")
    def delete(self) -> None:
        """Delete it."""
        shapes.remove(self.ref)


def _factor(value: JsonValue) -> float:
    factor = finite(value)
    if factor <= 0:
        raise invalid_argument()
    return factor


@excel_class("GeometricShape")
class GeometricShape(View):
    """A shape with a preset form."""


@excel_class("Image")
class Image(View):
    """A picture."""

    @scalar("format")
    def format(self) -> JsonValue:
        """Its format."""
        return images.format_of(self.ref)
