"""Where shapes lie: boxes in points from the sheet's corner, in groups and out of them."""

from dataclasses import replace
from typing import Final

from embedded_excel.calc.chart_parts import EMU_PER_POINT, ChartPlace, Corner, Sticking
from embedded_excel.errors import invalid_argument
from embedded_excel.model.chart_places import Box, box_at, place_in
from embedded_excel.model.chart_xml import ChartXml, Element, fragment, get, local, need, tag
from embedded_excel.model.shapes import Found, ShapeRef, children

_PLACE_PARTS: Final = ("from", "to", "ext", "pos")
_PER_DEGREE: Final = 60_000
_FULL_TURN: Final = 360


def frame(element: Element, *, make: bool = False) -> Element | None:
    """An object's `xfrm`."""
    path = {"grpSp": "xdr:grpSpPr/a:xfrm", "graphicFrame": "xdr:xfrm"}.get(
        local(element), "xdr:spPr/a:xfrm"
    )
    return need(element, path) if make else get(element, path)


def box_of(ref: ShapeRef) -> Box:
    """Where a shape is, unrotated."""
    return box_in(ref, ref.find())


def box_in(ref: ShapeRef, found: Found) -> Box:
    """Where a shape is that was found."""
    box = box_at(ref.workbook, ref.sheet_index, found.entry.place)
    chain = (*found.parents[1:], found.element) if found.parents else ()
    for group, child in zip(found.parents, chain, strict=True):
        box = _inside(box, group, child)
    return box


def _inside(box: Box, group: Element, child: Element) -> Box:
    """Where a member lies when its group lies in a box."""
    origin, extent = _pair(frame(group), "chOff"), _pair(frame(group), "chExt")
    at, size = _pair(frame(child), "off"), _pair(frame(child), "ext")
    across = box.width / extent[0] if extent[0] else 1 / EMU_PER_POINT
    down = box.height / extent[1] if extent[1] else 1 / EMU_PER_POINT
    return Box(
        round(box.left + (at[0] - origin[0]) * across, 4),
        round(box.top + (at[1] - origin[1]) * down, 4),
        round(size[0] * across, 4),
        round(size[1] * down, 4),
    )


def _pair(held: Element | None, name: str) -> tuple[int, int]:
    found = get(held, f"a:{name}")
    if found is None:
        return (0, 0)
    first, second = ("x", "y") if name.lower().endswith("off") else ("cx", "cy")
    return int(found.get(first, "0")), int(found.get(second, "0"))


def set_frame(element: Element, box: Box) -> None:
    """Write a box into an object's own `xfrm`, where members of a group aren't concerned."""
    held = frame(element, make=True)
    assert held is not None
    for name, first, second in (("off", box.left, box.top), ("ext", box.width, box.height)):
        part = held.find(tag(f"a:{name}"))
        if part is None:
            part = fragment(f"<a:{name}/>")
            held.insert(0 if name == "off" else 1, part)
        keys = ("x", "y") if name == "off" else ("cx", "cy")
        for key, points in zip(keys, (first, second), strict=True):
            part.set(key, str(round(points * EMU_PER_POINT)))


def settle(element: Element, box: Box) -> None:
    """Put an object in a box; members of a group follow, and count from the sheet's corner then."""
    if local(element) == "grpSp":
        for child in children(element):
            settle(child, _inside(box, element, child))
    set_frame(element, box)
    if local(element) == "grpSp":
        _count_alike(element)


def fit(group: Element) -> None:
    """Fit a group around its members, which count from the sheet's corner."""
    set_frame(group, around([own_box(child) for child in children(group)]))
    _count_alike(group)


def _count_alike(group: Element) -> None:
    held = frame(group, make=True)
    assert held is not None
    for name, source in (("chOff", "off"), ("chExt", "ext")):
        old = held.find(tag(f"a:{name}"))
        if old is not None:
            held.remove(old)
        held.append(fragment(f"<a:{name}/>"))
        held[-1].attrib.update(need(held, f"a:{source}").attrib)


def put(ref: ShapeRef, box: Box) -> None:
    """Move and resize a shape; a group around it fits itself to its members.

    Raises:
        ExcelApiError: InvalidArgument for a place off the sheet.
    """
    if box.width < 0 or box.height < 0 or box.left < 0 or box.top < 0:
        raise invalid_argument()
    found = ref.find(to_change=True)
    if found.parents:
        top = found.parents[0]
        settle(top, box_at(ref.workbook, ref.sheet_index, found.entry.place))
        settle(found.element, box)
        for group in reversed(found.parents):
            fit(group)
        box = own_box(top)
    else:
        settle(found.element, box)
    set_place(found.document, place_in(ref.workbook, ref.sheet, box), found.entry.place.sticking)
    ref.store(found)


def own_box(element: Element) -> Box:
    """The box of an object that counts from the sheet's corner."""
    at, size = _pair(frame(element), "off"), _pair(frame(element), "ext")
    return Box(*(part / EMU_PER_POINT for part in (*at, *size)))


def around(boxes: list[Box]) -> Box:
    """The smallest box around boxes."""
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    right = max(box.left + box.width for box in boxes)
    bottom = max(box.top + box.height for box in boxes)
    return Box(left, top, right - left, bottom - top)


def set_place(document: ChartXml, place: ChartPlace, sticking: Sticking) -> None:
    """Write an anchor's corners; it goes from cell to cell from then on."""
    root = document.root
    assert place.end is not None
    root.tag = tag("xdr:twoCellAnchor")
    root.attrib.pop("editAs", None)
    if sticking != "twoCell":
        root.set("editAs", sticking)
    for part in list(root):
        if local(part) in _PLACE_PARTS:
            root.remove(part)
    root.insert(0, _corner("from", place.start))
    root.insert(1, _corner("to", place.end))


def _corner(name: str, corner: Corner) -> Element:
    return fragment(
        f"<xdr:{name}><xdr:col>{corner.column}</xdr:col><xdr:colOff>{corner.across}</xdr:colOff>"
        f"<xdr:row>{corner.row}</xdr:row><xdr:rowOff>{corner.down}</xdr:rowOff></xdr:{name}>"
    )


def set_sticking(ref: ShapeRef, sticking: Sticking) -> None:
    """Say what follows the cells below a shape."""
    found = ref.find(to_change=True)
    box = box_at(ref.workbook, ref.sheet_index, found.entry.place)
    set_place(found.document, place_in(ref.workbook, ref.sheet, box), sticking)
    ref.store(found)


def resized(box: Box, width: float | None, height: float | None, *, locked: bool) -> Box:
    """A box of another size; with its proportions locked, both sides follow."""
    if locked and box.width and box.height:
        factor = box.width / box.height
        if width is not None:
            height = width / factor
        elif height is not None:
            width = height * factor
    return replace(
        box,
        width=box.width if width is None else width,
        height=box.height if height is None else height,
    )


# -- turning ---------------------------------------------------------------------------------------
def rotation(element: Element) -> float:
    """Degrees, clockwise."""
    held = frame(element)
    return 0.0 if held is None else int(held.get("rot", "0")) / _PER_DEGREE % _FULL_TURN


def set_rotation(element: Element, degrees: float) -> None:
    """Turn an object."""
    held = frame(element, make=True)
    assert held is not None
    turn = round(degrees % _FULL_TURN * _PER_DEGREE)
    held.attrib.pop("rot", None)
    if turn:
        held.set("rot", str(turn))
