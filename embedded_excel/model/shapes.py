"""Shapes on their sheets: where they are, what they look like when they are new, their names."""

import base64
import binascii
from dataclasses import replace
from typing import Final

from embedded_excel.calc.chart_parts import EMU_PER_POINT, ChartPlace, Corner
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.shapes import Shape
from embedded_excel.errors import (
    ExcelApiError,
    invalid_argument,
    item_not_found,
    not_implemented,
)
from embedded_excel.model.chart_places import Box, box_at, place_in
from embedded_excel.model.workbook import OpenWorkbook, SheetId

NEW_SIZE: Final = 72.0
"""Points: side of a shape that is added without a size."""
_NOWHERE: Final = ChartPlace(Corner(0, 0), None)
_DARKER: Final = 0.72
"""sRGB factor of half the light, which Excel's outline of a filled shape has."""
_TEXT_BOX_LINE: Final = "#BCBCBC"
_IRREGULAR: Final = {
    "Rectangle": "rect",
    "RoundRectangle": "roundRect",
    "Round1Rectangle": "round1Rect",
    "Round2SameRectangle": "round2SameRect",
    "Round2DiagonalRectangle": "round2DiagRect",
    "SnipRoundRectangle": "snipRoundRect",
    "Snip1Rectangle": "snip1Rect",
    "Snip2SameRectangle": "snip2SameRect",
    "Snip2DiagonalRectangle": "snip2DiagRect",
    "RightTriangle": "rtTriangle",
    "LineInverse": "lineInv",
    "DiagonalStripe": "diagStripe",
    "WedgeRRectCallout": "wedgeRoundRectCallout",
}
_LINES: Final = {
    "Straight": "straightConnector1",
    "Elbow": "bentConnector3",
    "Curve": "curvedConnector3",
}


def geometry_of(name: str) -> str:
    """The preset of an Office.js `GeometricShapeType`: mostly the same word in another case."""
    return _IRREGULAR.get(name) or name[0].lower() + name[1:]


def connector_geometry(name: str) -> str:
    """The preset of an Office.js `ConnectorType`."""
    return _LINES[name]


def connector_type(geometry: str) -> str:
    """The `ConnectorType` of a preset."""
    if geometry.startswith("bent"):
        return "Elbow"
    return "Curve" if geometry.startswith("curved") else "Straight"


def shape_by_id(workbook: OpenWorkbook, sheet: SheetId, number: int) -> Shape:
    """A shape as it is now.

    Raises:
        ExcelApiError: ItemNotFound when it was deleted.
    """
    for shape in workbook.engine.shapes.shapes(workbook.sheet_index(sheet)):
        if shape.id == number:
            return shape
    raise item_not_found()


def box_of(workbook: OpenWorkbook, sheet: SheetId, shape: Shape) -> Box:
    """Where a shape is, unrotated."""
    return box_at(workbook, workbook.sheet_index(sheet), shape.place)


def change(workbook: OpenWorkbook, sheet: SheetId, shape: Shape) -> None:
    """Let a shape become another one.

    Raises:
        ExcelApiError: NotImplemented when the engine can't keep the change.
    """
    try:
        workbook.engine.shapes.update(workbook.sheet_index(sheet), shape)
    except EngineRefused as error:
        raise not_implemented(f"this change of a {shape.kind.lower()} ({error})") from error
    workbook.changed = True


def put(workbook: OpenWorkbook, sheet: SheetId, shape: Shape, box: Box) -> None:
    """Move and resize a shape."""
    if box.width < 0 or box.height < 0 or box.left < 0 or box.top < 0:
        raise invalid_argument()
    size = (round(box.width * EMU_PER_POINT), round(box.height * EMU_PER_POINT))
    place = replace(place_in(workbook, sheet, box), size=size, sticking=shape.place.sticking)
    if shape.place.offset is not None:
        offset = (round(box.left * EMU_PER_POINT), round(box.top * EMU_PER_POINT))
        place = replace(place, end=None, offset=offset)
    elif shape.place.end is None:
        place = replace(place, end=None)
    change(workbook, sheet, replace(shape, place=place))


def add_shape(workbook: OpenWorkbook, sheet: SheetId, geometry: str) -> int:
    """Add a shape in Excel's looks: filled with the theme's first accent, outlined darker."""
    accent = workbook.engine.charts.theme_color("accent1")
    channels = [int(accent[at : at + 2], 16) for at in (1, 3, 5)]
    line = "#" + "".join(f"{round(channel * _DARKER):02X}" for channel in channels)
    shape = Shape(0, "Shape", "", _NOWHERE, geometry, fill=accent, line=line, weight=1.0)
    return _add(workbook, sheet, shape, Box(0, 0, NEW_SIZE, NEW_SIZE))


def add_text_box(workbook: OpenWorkbook, sheet: SheetId, text: str) -> int:
    """Add a text box: white, with a thin grey outline."""
    shape = Shape(
        0,
        "Shape",
        "",
        _NOWHERE,
        "rect",
        text,
        text_box=True,
        fill="#FFFFFF",
        line=_TEXT_BOX_LINE,
        weight=0.75,
    )
    return _add(workbook, sheet, shape, Box(0, 0, NEW_SIZE, NEW_SIZE))


def add_line(workbook: OpenWorkbook, sheet: SheetId, geometry: str, box: Box) -> int:
    """Add a line from the upper left to the lower right corner of a box."""
    accent = workbook.engine.charts.theme_color("accent1")
    shape = Shape(0, "Line", "", _NOWHERE, geometry, line=accent, weight=0.5)
    return _add(workbook, sheet, shape, box)


def _add(workbook: OpenWorkbook, sheet: SheetId, shape: Shape, box: Box) -> int:
    index = workbook.sheet_index(sheet)
    size = (round(box.width * EMU_PER_POINT), round(box.height * EMU_PER_POINT))
    place = replace(place_in(workbook, sheet, box), size=size)
    stem = "TextBox" if shape.text_box else _stem(shape)
    name = _free_name(workbook, index, stem)
    number = workbook.engine.shapes.add(index, replace(shape, name=name, place=place))
    workbook.changed = True
    return number


def add_image(workbook: OpenWorkbook, sheet: SheetId, content: object) -> int:
    """Add an image from base64 text.

    Raises:
        ExcelApiError: InvalidArgument when it isn't a picture the engine knows.
    """
    if not isinstance(content, str):
        raise invalid_argument()
    try:
        data = base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError):
        raise invalid_argument() from None
    if data.lstrip()[:5].lower() in (b"<svg ", b"<?xml"):
        raise not_implemented("ShapeCollection.addSvg")
    index = workbook.sheet_index(sheet)
    name = _free_name(workbook, index, "Picture")
    try:
        number = workbook.engine.shapes.add_image(index, data)
    except EngineRefused:
        raise invalid_argument() from None
    change(workbook, sheet, replace(shape_by_id(workbook, sheet, number), name=name))
    return number


def reorder(workbook: OpenWorkbook, sheet: SheetId, shape: Shape, how: str) -> None:
    """Move an image to or from the front.

    Raises:
        ExcelApiError: NotImplemented for other shapes.
    """
    index = workbook.sheet_index(sheet)
    places = [other.order for other in workbook.engine.shapes.shapes(index)]
    wanted = {
        "BringToFront": max(places),
        "BringForward": min(shape.order + 1, max(places)),
        "SendToBack": 0,
        "SendBackward": max(shape.order - 1, 0),
    }[how]
    if shape.kind != "Image":
        raise not_implemented("Shape.setZOrder of anything but an image")
    workbook.engine.shapes.reorder(index, shape, wanted)
    workbook.changed = True


def _stem(shape: Shape) -> str:
    if shape.kind == "Line":
        return "Straight Connector" if shape.geometry.startswith("straight") else "Connector"
    words = shape.geometry
    return "Rectangle" if words == "rect" else words[0].upper() + words[1:]


def _free_name(workbook: OpenWorkbook, sheet: int, stem: str) -> str:
    """`Rectangle 1`, numbered by what is in the drawing as Excel does."""
    shapes = workbook.engine.shapes.shapes(sheet)
    taken = {shape.name.casefold() for shape in shapes}
    number = len(shapes) + 1
    while f"{stem} {number}".casefold() in taken:
        number += 1
    return f"{stem} {number}"


def invalid_for(shape: Shape, member: str) -> ExcelApiError:
    """A member that this kind of shape doesn't have."""
    return ExcelApiError(
        "InvalidOperation",
        f"The operation attempted is invalid on the object. {shape.name} has no {member}.",
        400,
    )
