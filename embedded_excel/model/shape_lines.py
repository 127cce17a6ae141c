"""Lines: their ends, arrowheads, and the shapes they are tied to."""

from typing import Final

from embedded_excel.errors import invalid_argument, not_implemented
from embedded_excel.model.chart_places import Box
from embedded_excel.model.chart_xml import Element, get, insert, local, need, remove, tag
from embedded_excel.model.shape_looks import geometry, line
from embedded_excel.model.shape_places import box_of, frame, put
from embedded_excel.model.shape_presets import Site, site_point, sites
from embedded_excel.model.shapes import ShapeRef, ties
from embedded_excel.model.workbook import OpenWorkbook, SheetId

Point = tuple[float, float]
ARROWS: Final = {
    "None": "none",
    "Triangle": "triangle",
    "Stealth": "stealth",
    "Diamond": "diamond",
    "Oval": "oval",
    "Open": "arrow",
}
WIDTHS: Final = {"Narrow": "sm", "Medium": "med", "Wide": "lg"}
LENGTHS: Final = {"Short": "sm", "Medium": "med", "Long": "lg"}
_ARROWHEADS: Final = {"begin": "headEnd", "end": "tailEnd"}
_TIES: Final = {"begin": "stCxn", "end": "endCxn"}


def arrowhead(element: Element, end: str, attribute: str, names: dict[str, str]) -> str:
    """What an attribute of an end's arrowhead says, in Office.js's words."""
    held = get(line(element), f"a:{_ARROWHEADS[end]}")
    default = "none" if attribute == "type" else "med"
    kept = default if held is None else held.get(attribute, default)
    return next((name for name, known in names.items() if known == kept), "None")


def set_arrowhead(element: Element, end: str, attribute: str, kept: str) -> None:
    """Change an end's arrowhead."""
    held = line(element, make=True)
    assert held is not None
    need(held, f"a:{_ARROWHEADS[end]}").set(attribute, kept)


# -- ends ------------------------------------------------------------------------------------------
def ends(element: Element, box: Box) -> tuple[Point, Point]:
    """Where a line in a box begins and ends."""
    held = frame(element)
    across, down = (held is not None and held.get(name) == "1" for name in ("flipH", "flipV"))
    left, right = box.left, box.left + box.width
    top, bottom = box.top, box.top + box.height
    begin = (right if across else left, bottom if down else top)
    return begin, (left if across else right, top if down else bottom)


def set_ends(ref: ShapeRef, begin: Point, end: Point) -> None:
    """Draw a line from one point to another."""

    def turn(element: Element) -> None:
        held = frame(element, make=True)
        assert held is not None
        for name, flipped in (("flipH", end[0] < begin[0]), ("flipV", end[1] < begin[1])):
            held.attrib.pop(name, None)
            if flipped:
                held.set(name, "1")

    ref.edit(turn)
    left, top = min(begin[0], end[0]), min(begin[1], end[1])
    put(ref, Box(left, top, abs(end[0] - begin[0]), abs(end[1] - begin[1])))


# -- ties ------------------------------------------------------------------------------------------
def tie_of(element: Element, end: str) -> tuple[int, int] | None:
    """Id of the shape an end is tied to, and the number of the place on it."""
    for tie in ties(element):
        if local(tie) == _TIES[end]:
            return int(tie.get("id", "0")), int(tie.get("idx", "0"))
    return None


def tie(ref: ShapeRef, end: str, shape: ShapeRef, site: int) -> None:
    """Tie an end of a line to a place of a shape, and let it end there.

    Raises:
        ExcelApiError: InvalidArgument for a place the shape hasn't got.
    """
    place = _site(shape.read(), site)

    def change(element: Element) -> None:
        holder = need(element, "xdr:nvCxnSpPr/xdr:cNvCxnSpPr")
        remove(holder, f"a:{_TIES[end]}")
        made = holder.makeelement(
            tag(f"a:{_TIES[end]}"), {"id": str(shape.number), "idx": str(site)}
        )
        insert(holder, made)

    ref.edit(change)
    _lead(ref, {end: site_point(box_of(shape), place)})


def untie_end(ref: ShapeRef, end: str) -> None:
    """Let an end of a line stand free, where it is."""
    ref.edit(
        lambda element: remove(get(element, "xdr:nvCxnSpPr/xdr:cNvCxnSpPr"), f"a:{_TIES[end]}")
    )


def site_count(element: Element) -> int:
    """How many places for lines a shape has.

    Raises:
        ExcelApiError: NotImplemented for presets whose places aren't known here.
    """
    known = _SITED.get(local(element)) or sites(geometry(element))
    if known is None:
        raise not_implemented(f"Shape.connectionSiteCount of {geometry(element) or 'a free form'}")
    return len(known)


_SIDES: Final[tuple[Site, ...]] = ((0.5, 0), (0, 0.5), (0.5, 1), (1, 0.5))
_SITED: Final = {"pic": _SIDES, "graphicFrame": _SIDES}


def _site(element: Element, site: int) -> Site:
    if local(element) in ("cxnSp", "grpSp"):
        raise invalid_argument("Lines tie to shapes and images only.")
    known = _SITED.get(local(element)) or sites(geometry(element)) or _SIDES
    if not 0 <= site < len(known):
        raise invalid_argument()
    return known[site]


def _lead(ref: ShapeRef, wanted: dict[str, Point]) -> None:
    begin, end = ends(ref.read(), box_of(ref))
    set_ends(ref, wanted.get("begin", begin), wanted.get("end", end))


def follow(workbook: OpenWorkbook, sheet: SheetId, moved: set[int]) -> None:
    """Let lines follow the shapes their ends are tied to."""
    for entry in workbook.engine.shapes.shapes(workbook.sheet_index(sheet)):
        if entry.kind != "Line":
            continue
        ref = ShapeRef(workbook, sheet, entry.id)
        element = ref.read()
        wanted: dict[str, Point] = {}
        for end in _TIES:
            tied = tie_of(element, end)
            if tied is not None and tied[0] in moved:
                shape = ShapeRef(workbook, sheet, tied[0])
                wanted[end] = site_point(box_of(shape), _site(shape.read(), tied[1]))
        if wanted:
            _lead(ref, wanted)
