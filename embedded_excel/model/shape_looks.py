"""Fills and lines of shapes: their own, or those their style takes from the theme.

ECMA-376 Part 1, 20.1.8 (fills), 20.1.2.2.24 (`ln`), 20.1.4.2 (styles).
"""

from copy import deepcopy
from typing import Final

from embedded_excel.calc.chart_parts import EMU_PER_POINT
from embedded_excel.model.chart_looks import FILLS, ThemeColors, color_of, solid
from embedded_excel.model.chart_xml import (
    Element,
    fragment,
    get,
    insert,
    local,
    need,
    number,
    remove,
    replace_children,
    set_value,
    tag,
    value,
)

_FILL_TYPES: Final = {
    "noFill": "NoFill",
    "solidFill": "Solid",
    "gradFill": "Gradient",
    "pattFill": "Pattern",
    "blipFill": "PictureAndTexture",
    "grpFill": "Mixed",
}
_LINE_FILLS: Final = ("a:noFill", "a:solidFill", "a:gradFill", "a:pattFill")
_THEME_WEIGHTS: Final = (0.0, 0.5, 1.0, 1.5)
"""Widths of the line styles of Excel's theme, by the number a shape's style gives."""
STYLES: Final = {
    "Single": "sng",
    "ThinThin": "dbl",
    "ThickThin": "thickThin",
    "ThinThick": "thinThick",
    "ThickBetweenThin": "tri",
}
DASHES: Final = {
    "Solid": "solid",
    "Dash": "dash",
    "DashDot": "dashDot",
    "DashDotDot": "sysDashDotDot",
    "LongDash": "lgDash",
    "LongDashDot": "lgDashDot",
    "LongDashDotDot": "lgDashDotDot",
    "SquareDot": "sysDot",
    "SystemDash": "sysDash",
    "SystemDashDot": "sysDashDot",
    "SystemDot": "dot",
}
"""Office.js's `ShapeLineDashStyle`; a round dot is a square one with round ends."""
_WHOLE: Final = 100_000


def _own(element: Element, *, make: bool = False) -> Element | None:
    name = "xdr:grpSpPr" if local(element) == "grpSp" else "xdr:spPr"
    return need(element, name) if make else get(element, name)


def _themed(element: Element, name: str) -> Element | None:
    """The colour a style takes from the theme, None where it takes nothing."""
    found = get(element, f"xdr:style/a:{name}")
    return None if found is None or found.get("idx", "0") == "0" else found


# -- fills -----------------------------------------------------------------------------------------
def fill_element(element: Element) -> Element | None:
    """The fill: a fill's own element, or the reference to the theme's."""
    own = _own(element)
    for found in () if own is None else own:
        if local(found) in _FILL_TYPES:
            return found
    return _themed(element, "fillRef")


def fill_type(element: Element) -> str:
    """Office.js's `ShapeFillType`."""
    found = fill_element(element)
    return "NoFill" if found is None else _FILL_TYPES.get(local(found), "Solid")


def fill_color(element: Element, theme: ThemeColors) -> str | None:
    """`#RRGGBB` of a plain fill."""
    found = fill_element(element)
    return None if found is None or fill_type(element) != "Solid" else color_of(found, theme)


def set_fill(element: Element, color: str | None) -> None:
    """Fill a shape with `#RRGGBB`, or with nothing."""
    own = _own(element, make=True)
    assert own is not None
    replace_children(own, FILLS, fragment("<a:noFill/>") if color is None else solid(color))


def transparency(found: Element | None) -> float:
    """Share of the light that goes through a plain colour."""
    for color in () if found is None else found:
        alpha = number(color, "a:alpha")
        if alpha is not None:
            return round(1 - alpha / _WHOLE, 5)
    return 0.0


def set_fill_transparency(element: Element, share: float) -> None:
    """Let light go through a plain fill; one from the theme becomes the shape's own."""
    own = _own(element, make=True)
    found = fill_element(element)
    if own is None or found is None:
        return
    if local(found) == "fillRef":
        found = _as_solid(found)
        replace_children(own, FILLS, found)
    _set_alpha(found, share)


def _as_solid(reference: Element) -> Element:
    made = fragment("<a:solidFill/>")
    made.extend(deepcopy(list(reference)))
    return made


def _set_alpha(fill: Element, share: float) -> None:
    for color in fill:
        remove(color, "a:alpha")
        if share:
            color.append(fragment(f'<a:alpha val="{round((1 - share) * _WHOLE)}"/>'))


# -- lines -----------------------------------------------------------------------------------------
def line(element: Element, *, make: bool = False) -> Element | None:
    """The shape's own `ln`."""
    own = _own(element, make=make)
    if own is None:
        return None
    return need(own, "a:ln") if make else get(own, "a:ln")


def _line_fill(element: Element) -> Element | None:
    held = line(element)
    for found in () if held is None else held:
        if local(found) in _FILL_TYPES:
            return found
    return _themed(element, "lnRef")


def line_visible(element: Element) -> bool:
    """Whether there is an outline."""
    found = _line_fill(element)
    return found is not None and local(found) != "noFill"


def set_line_visible(element: Element, *, shown: bool) -> None:
    """Show or hide the outline; its width, dashes and ends stay."""
    held = line(element, make=True)
    assert held is not None
    if not shown:
        replace_children(held, _LINE_FILLS, fragment("<a:noFill/>"))
    elif not line_visible(element):
        remove(held, "a:noFill")
        if not line_visible(element):
            insert(held, solid("#000000"))


def line_color(element: Element, theme: ThemeColors) -> str | None:
    """`#RRGGBB` of the outline."""
    return color_of(_line_fill(element), theme)


def set_line_color(element: Element, color: str) -> None:
    """Colour the outline."""
    held = line(element, make=True)
    assert held is not None
    replace_children(held, _LINE_FILLS, solid(color))


def line_transparency(element: Element) -> float:
    """Share of the light that goes through the outline."""
    return transparency(_line_fill(element))


def set_line_transparency(element: Element, share: float) -> None:
    """Let light go through the outline; a colour from the theme becomes the shape's own."""
    held, found = line(element, make=True), _line_fill(element)
    if held is None or found is None:
        return
    if local(found) == "lnRef":
        found = _as_solid(found)
        replace_children(held, _LINE_FILLS, found)
    _set_alpha(found, share)


def line_weight(element: Element) -> float:
    """Width in points."""
    held = line(element)
    width = None if held is None else held.get("w")
    if width is not None:
        return int(width) / EMU_PER_POINT
    themed = _themed(element, "lnRef")
    if themed is None:
        return 0.75 if line_visible(element) else 0.0
    return _THEME_WEIGHTS[min(int(themed.get("idx", "1")), len(_THEME_WEIGHTS) - 1)]


def set_line_weight(element: Element, points: float) -> None:
    """Set the width."""
    held = line(element, make=True)
    assert held is not None
    held.set("w", str(round(points * EMU_PER_POINT)))


def line_style(element: Element) -> str:
    """Office.js's `ShapeLineStyle`."""
    held = line(element)
    kept = "sng" if held is None else held.get("cmpd", "sng")
    return next((name for name, known in STYLES.items() if known == kept), "Single")


def set_line_style(element: Element, style: str) -> None:
    """Draw the outline as one line or several."""
    held = line(element, make=True)
    assert held is not None
    held.set("cmpd", STYLES[style])


def dash_style(element: Element) -> str:
    """Office.js's `ShapeLineDashStyle`."""
    held = line(element)
    kept = value(held, "a:prstDash", "solid")
    if kept == "sysDot" and held is not None and held.get("cap") == "rnd":
        return "RoundDot"
    return next((name for name, known in DASHES.items() if known == kept), "Solid")


def set_dash_style(element: Element, style: str) -> None:
    """Dash the outline."""
    held = line(element, make=True)
    assert held is not None
    remove(held, "a:custDash")
    held.attrib.pop("cap", None)
    if style == "RoundDot":
        held.set("cap", "rnd")
    set_value(held, "a:prstDash", DASHES["SquareDot" if style == "RoundDot" else style])


def geometry(element: Element) -> str:
    """Name of the preset, "" for another form."""
    found = get(_own(element), "a:prstGeom")
    return "" if found is None else found.get("prst", "")


def set_geometry(element: Element, preset: str) -> None:
    """Give another form."""
    own = _own(element, make=True)
    assert own is not None
    remove(own, "a:custGeom")
    held = need(own, "a:prstGeom")
    held.set("prst", preset)
    for child in list(held):
        held.remove(child)
    held.append(held.makeelement(tag("a:avLst"), {}))
