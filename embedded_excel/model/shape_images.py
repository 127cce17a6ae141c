"""Images on sheets: their contents, formats and own sizes."""

from typing import Final

from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.shapes import Link
from embedded_excel.model.chart_xml import Element, R, get
from embedded_excel.model.shape_places import box_of
from embedded_excel.model.shapes import ShapeRef

_POINTS_PER_PIXEL: Final = 0.75
_SVG_BLIP: Final = "{http://schemas.microsoft.com/office/drawing/2016/SVG/main}svgBlip"


def content_of(element: Element, links: tuple[Link, ...]) -> bytes:
    """Bytes of an image, b"" where the file hasn't them (it is linked, not embedded)."""
    blip = get(element, "xdr:blipFill/a:blip")
    wanted = "" if blip is None else blip.get(f"{R}embed", "")
    for link in links:
        if link.id.decode() == wanted and link.part is not None:
            return link.part.content
    return b""


def format_of(ref: ShapeRef) -> str:
    """Office.js's `PictureFormat`: `SVG` for a drawing, whose image is for other programs."""
    found = ref.find()
    if any(part.tag == _SVG_BLIP for part in found.element.iter()):
        return "SVG"
    try:
        content = content_of(found.element, found.drawn.links)
        return ref.workbook.engine.shapes.image_format(content)[0]
    except EngineRefused:
        return "UNKNOWN"


def own_size(ref: ShapeRef) -> tuple[float, float]:
    """Width and height in points of an image as it was made."""
    found = ref.find()
    try:
        content = content_of(found.element, found.drawn.links)
        _, width, height = ref.workbook.engine.shapes.image_format(content)
    except EngineRefused:
        box = box_of(ref)
        return box.width, box.height
    return width * _POINTS_PER_PIXEL, height * _POINTS_PER_PIXEL
