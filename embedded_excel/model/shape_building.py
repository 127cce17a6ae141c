"""New shapes, lines and images as Excel adds them."""

import base64
import binascii
from typing import Final

from embedded_excel.calc.chart_parts import Sticking
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.shapes import Drawn, Link, Part
from embedded_excel.errors import invalid_argument
from embedded_excel.model.chart_places import Box, place_in
from embedded_excel.model.chart_xml import ChartXml, Element, fragment, local, serialise
from embedded_excel.model.shape_places import around, set_frame, set_place
from embedded_excel.model.shape_presets import name_stem
from embedded_excel.model.shapes import ShapeRef, identified
from embedded_excel.model.workbook import OpenWorkbook, SheetId

NEW_SIZE: Final = 72.0
"""Points: side of a shape that is added without a size."""
_POINTS_PER_PIXEL: Final = 0.75
_IMAGE: Final = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships/image"
_BODY: Final = (
    '<xdr:txBody><a:bodyPr vertOverflow="clip" horzOverflow="clip"{wrap} rtlCol="0" anchor="t"/>'
    "<a:lstStyle/><a:p>{align}</a:p></xdr:txBody>"
)
_STYLE: Final = (
    '<xdr:style><a:lnRef idx="{line}"><a:schemeClr val="accent1">{shade}</a:schemeClr></a:lnRef>'
    '<a:fillRef idx="{fill}"><a:schemeClr val="accent1"/></a:fillRef>'
    '<a:effectRef idx="0"><a:schemeClr val="accent1"/></a:effectRef>'
    '<a:fontRef idx="minor"><a:schemeClr val="{font}"/></a:fontRef></xdr:style>'
)
_SHAPE: Final = (
    '<xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="0" name=""/><xdr:cNvSpPr{box}/>'
    '</xdr:nvSpPr><xdr:spPr><a:xfrm/><a:prstGeom prst="{geometry}"><a:avLst/></a:prstGeom>{look}'
    "</xdr:spPr>{style}{body}</xdr:sp>"
)
_LINE: Final = (
    '<xdr:cxnSp macro=""><xdr:nvCxnSpPr><xdr:cNvPr id="0" name=""/><xdr:cNvCxnSpPr/>'
    '</xdr:nvCxnSpPr><xdr:spPr><a:xfrm{flip}/><a:prstGeom prst="{geometry}"><a:avLst/>'
    '</a:prstGeom><a:ln w="6350"/></xdr:spPr>{style}</xdr:cxnSp>'
)
_PICTURE: Final = (
    '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="0" name=""/><xdr:cNvPicPr>'
    '<a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr><xdr:blipFill>'
    '<a:blip r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr>'
    '<a:xfrm/><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic>'
)


def add_shape(workbook: OpenWorkbook, sheet: SheetId, geometry: str) -> ShapeRef:
    """Add a shape in Excel's looks: filled with the theme's first accent, outlined darker."""
    style = _STYLE.format(line=2, fill=1, font="lt1", shade='<a:shade val="50000"/>')
    body = _BODY.format(wrap="", align='<a:pPr algn="l"/>')
    made = fragment(
        _SHAPE.format(box="", geometry=geometry, look='<a:ln w="12700"/>', style=style, body=body)
    )
    return _add(workbook, sheet, made, Box(0, 0, NEW_SIZE, NEW_SIZE), name_stem(geometry))


def add_text_box(workbook: OpenWorkbook, sheet: SheetId) -> ShapeRef:
    """Add a text box: white, with a thin grey outline."""
    look = (
        '<a:solidFill><a:schemeClr val="lt1"/></a:solidFill><a:ln w="9525" cmpd="sng">'
        '<a:solidFill><a:schemeClr val="lt1"><a:shade val="50000"/></a:schemeClr></a:solidFill>'
        "</a:ln>"
    )
    style = _STYLE.format(line=0, fill=0, font="dk1", shade="")
    body = _BODY.format(wrap=' wrap="square"', align="")
    made = _SHAPE.format(box=' txBox="1"', geometry="rect", look=look, style=style, body=body)
    return _add(workbook, sheet, fragment(made), Box(0, 0, NEW_SIZE, NEW_SIZE), "TextBox")


def add_line(
    workbook: OpenWorkbook,
    sheet: SheetId,
    geometry: str,
    begin: tuple[float, float],
    end: tuple[float, float],
) -> ShapeRef:
    """Add a line from one point to another."""
    flip = ' flipH="1"' if end[0] < begin[0] else ""
    flip += ' flipV="1"' if end[1] < begin[1] else ""
    style = _STYLE.format(line=1, fill=0, font="tx1", shade="")
    made = fragment(_LINE.format(flip=flip, geometry=geometry, style=style))
    box = around([Box(*begin, 0, 0), Box(*end, 0, 0)])
    return _add(workbook, sheet, made, box, name_stem(geometry))


def add_image(workbook: OpenWorkbook, sheet: SheetId, content: object) -> ShapeRef:
    """Add an image from base64 text, in its own size.

    Raises:
        ExcelApiError: InvalidArgument when it isn't a picture Excel shows.
    """
    if not isinstance(content, str):
        raise invalid_argument()
    try:
        data = base64.b64decode(content, validate=True)
        kind, width, height = workbook.engine.shapes.image_format(data)
    except (binascii.Error, ValueError, EngineRefused):
        raise invalid_argument() from None
    if kind == "UNKNOWN":
        raise invalid_argument()
    path = f"xl/media/image{_free_number(workbook)}.{kind.lower()}".encode()
    part = Part(path, b"", data)
    link = Link(b"rId1", _IMAGE, b"../" + path.removeprefix(b"xl/"), part=part)
    box = Box(0, 0, width * _POINTS_PER_PIXEL, height * _POINTS_PER_PIXEL)
    return _add(workbook, sheet, fragment(_PICTURE), box, "Picture", (link,))


def _free_number(workbook: OpenWorkbook) -> int:
    """A number no image of the workbook has; the engine gives taken names others."""
    taken = {
        link.part.path
        for sheet in range(len(workbook.engine.sheet_names()))
        for entry in workbook.engine.shapes.shapes(sheet)
        if entry.kind in ("Image", "Group")
        for link in workbook.engine.shapes.drawn(sheet, entry.id).links
        if link.part is not None
    }
    number = 1
    while any(path.startswith(f"xl/media/image{number}.".encode()) for path in taken):
        number += 1
    return number


def _add(
    workbook: OpenWorkbook,
    sheet: SheetId,
    element: Element,
    box: Box,
    stem: str,
    links: tuple[Link, ...] = (),
) -> ShapeRef:
    set_frame(element, box)
    identified(element).set("name", free_name(workbook, sheet, stem))
    sticking: Sticking = "oneCell" if local(element) == "pic" else "twoCell"
    drawn = Drawn(anchored(workbook, sheet, element, box, sticking), links)
    number = workbook.engine.shapes.add(workbook.sheet_index(sheet), drawn)
    workbook.changed = True
    return ShapeRef(workbook, sheet, number)


def anchored(
    workbook: OpenWorkbook,
    sheet: SheetId,
    element: Element,
    box: Box,
    sticking: Sticking = "twoCell",
    prefixes: dict[str, str] | None = None,
) -> bytes:
    """An anchor around an object, with the namespaces of the place the object comes from."""
    root = fragment("<xdr:twoCellAnchor><xdr:clientData/></xdr:twoCellAnchor>")
    document = ChartXml(root, prefixes or {})
    set_place(document, place_in(workbook, sheet, box), sticking)
    root.insert(2, element)
    return serialise(document)


def free_name(workbook: OpenWorkbook, sheet: SheetId, stem: str) -> str:
    """`Rectangle 1`, numbered by what is in the drawing as Excel does."""
    entries = workbook.engine.shapes.shapes(workbook.sheet_index(sheet))
    taken = {entry.name.casefold() for entry in entries}
    number = len(entries) + 1
    while f"{stem} {number}".casefold() in taken:
        number += 1
    return f"{stem} {number}"
