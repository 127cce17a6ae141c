"""Points of a series that look unlike the rest, and markers."""

from typing import Final

from embedded_excel.model.chart_looks import ThemeColors, color_of
from embedded_excel.model.chart_xml import (
    Element,
    fragment,
    get,
    insert,
    local,
    need,
    number,
    replace_children,
    set_value,
    tag,
    value,
)

MARKERS: Final = {
    "None": "none",
    "Automatic": "auto",
    "Circle": "circle",
    "Square": "square",
    "Diamond": "diamond",
    "Triangle": "triangle",
    "X": "x",
    "Star": "star",
    "Plus": "plus",
    "Dot": "dot",
    "Dash": "dash",
    "Picture": "picture",
}
_DEFAULT_SIZE: Final = 5
_FILLS: Final = ("a:noFill", "a:solidFill", "a:gradFill", "a:blipFill", "a:pattFill")


def point_of(series: Element, point: int) -> Element | None:
    """The element of a point with looks of its own."""
    for found in series.findall(tag("c:dPt")):
        if value(found, "c:idx") == str(point):
            return found
    return None


def make_point(series: Element, point: int, group: Element) -> Element:
    """The element of a point, made if need be, among its like in order."""
    found = point_of(series, point)
    if found is not None:
        return found
    made = fragment(f'<c:dPt><c:idx val="{point}"/><c:bubble3D val="0"/></c:dPt>')
    if local(group) in ("barChart", "bar3DChart", "bubbleChart"):
        insert(made, fragment('<c:invertIfNegative val="0"/>'))
    for place, other in enumerate(list(series)):
        if other.tag == tag("c:dPt") and int(value(other, "c:idx", "0")) > point:
            series.insert(place, made)
            return made
    return insert(series, made)


def marker_style(owners: list[Element | None]) -> str:
    """Office.js's name of the marker, from the first of the owners that says it."""
    for owner in owners:
        kept = value(owner, "c:marker/c:symbol")
        if kept:
            return next((name for name, symbol in MARKERS.items() if symbol == kept), "Invalid")
    return "Automatic"


def set_marker_style(owner: Element, style: str) -> None:
    """Set the marker."""
    set_value(owner, "c:marker/c:symbol", MARKERS[style])


def marker_size(owners: list[Element | None]) -> int:
    """Size in points."""
    for owner in owners:
        kept = number(owner, "c:marker/c:size")
        if kept is not None:
            return int(kept)
    return _DEFAULT_SIZE


def marker_color(owners: list[Element | None], theme: ThemeColors, *, border: bool) -> str:
    """Colour of a marker's inside or border; "" where it is automatic."""
    path = "c:marker/c:spPr/a:ln/a:solidFill" if border else "c:marker/c:spPr/a:solidFill"
    for owner in owners:
        found = color_of(get(owner, path), theme)
        if found is not None:
            return found
    return ""


def set_marker_color(owner: Element, color: str, *, border: bool) -> None:
    """Colour a marker."""
    path = "c:marker/c:spPr/a:ln" if border else "c:marker/c:spPr"
    paint = fragment(f'<a:solidFill><a:srgbClr val="{color.removeprefix("#")}"/></a:solidFill>')
    replace_children(need(owner, path), _FILLS, paint)


def set_marker_size(owner: Element, size: int) -> None:
    """Set the size of a marker."""
    set_value(owner, "c:marker/c:size", size)
