"""Shadows of chart elements, and how the text in them is aligned.

ECMA-376 Part 1, 20.1.8.45 (`outerShdw`) and 21.1.2.1.1 (`bodyPr`).
"""

from typing import Final

from embedded_excel.model.chart_looks import font_places
from embedded_excel.model.chart_titles import align, paragraph_look
from embedded_excel.model.chart_xml import (
    Element,
    fragment,
    get,
    insert,
    need,
    remove,
)

HORIZONTAL: Final = {
    "Center": "ctr",
    "Left": "l",
    "Right": "r",
    "Justify": "just",
    "Distributed": "dist",
}
VERTICAL: Final = {
    "Center": "ctr",
    "Bottom": "b",
    "Top": "t",
    "Justify": "just",
    "Distributed": "dist",
}
_SHADOW: Final = (
    '<a:effectLst><a:outerShdw blurRad="50800" dist="38100" dir="2700000" algn="tl" '
    'rotWithShape="0"><a:prstClr val="black"><a:alpha val="40000"/></a:prstClr></a:outerShdw>'
    "</a:effectLst>"
)
_BODIES: Final = ("c:tx/c:rich/a:bodyPr", "c:txPr/a:bodyPr")


def has_shadow(owner: Element | None) -> bool:
    """Whether an element throws a shadow."""
    held = get(owner, "c:spPr/a:effectLst")
    return held is not None and any(found.tag.endswith("Shdw") for found in held)


def set_shadow(owner: Element, *, shown: bool) -> None:
    """Let an element throw Excel's usual shadow, or none."""
    look = need(owner, "c:spPr")
    remove(look, "a:effectLst")
    if shown:
        insert(look, fragment(_SHADOW))


def horizontal(owner: Element | None) -> str:
    """Office.js's `ChartTextHorizontalAlignment`."""
    held = paragraph_look(owner)
    kept = "ctr" if held is None else held.get("algn", "ctr")
    return next((name for name, place in HORIZONTAL.items() if place == kept), "Center")


def set_horizontal(owner: Element, name: str) -> None:
    """Align the lines of a text."""
    font_places(owner, make=True)
    align(owner, HORIZONTAL[name])


def vertical(owner: Element | None) -> str:
    """Office.js's `ChartTextVerticalAlignment`."""
    for path in _BODIES:
        body = get(owner, path)
        if body is not None:
            kept = body.get("anchor", "ctr")
            return next((name for name, place in VERTICAL.items() if place == kept), "Center")
    return "Center"


def set_vertical(owner: Element, name: str) -> None:
    """Align a text between top and bottom."""
    font_places(owner, make=True)
    for path in _BODIES:
        body = get(owner, path)
        if body is not None:
            body.set("anchor", VERTICAL[name])
