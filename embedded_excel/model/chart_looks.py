"""Fills, lines and fonts of chart elements: `spPr` and `txPr` read and written."""

import colorsys
from collections.abc import Callable
from copy import deepcopy
from typing import Final

from embedded_excel.calc.chart_parts import EMU_PER_POINT
from embedded_excel.model.chart_xml import (
    Element,
    fragment,
    get,
    insert,
    local,
    need,
    number,
    remove,
    remove_any,
    replace_children,
    set_value,
    tag,
    value,
)

FILLS: Final = ("a:noFill", "a:solidFill", "a:gradFill", "a:blipFill", "a:pattFill", "a:grpFill")
_LINE_FILLS: Final = ("a:noFill", "a:solidFill", "a:gradFill", "a:pattFill")
ThemeColors = Callable[[str], str]

_DASHES: Final = {
    "Continuous": "solid",
    "Dash": "dash",
    "DashDot": "dashDot",
    "DashDotDot": "lgDashDotDot",
    "Dot": "sysDash",
    "RoundDot": "sysDot",
}
"""Office.js's line styles by the preset dash Excel writes for them."""
_STYLES: Final = {
    **{dash: style for style, dash in _DASHES.items()},
    "lgDash": "Dash",
    "lgDashDot": "DashDot",
    "sysDashDot": "DashDot",
    "sysDashDotDot": "DashDotDot",
    "dot": "Dot",
}
_ACCENTS: Final = 6
_LATER: Final = (
    "",
    '<a:lumMod val="60000"/>',
    '<a:lumMod val="80000"/><a:lumOff val="20000"/>',
    '<a:lumMod val="80000"/>',
)


def accent(index: int) -> Element:
    """The colour Excel gives the series of a number: six accents, then shades of them."""
    shade = _LATER[index // _ACCENTS % len(_LATER)]
    return fragment(
        f'<a:solidFill><a:schemeClr val="accent{index % _ACCENTS + 1}">{shade}'
        "</a:schemeClr></a:solidFill>"
    )


def solid(color: str) -> Element:
    """A solid fill of `#RRGGBB`."""
    return fragment(f'<a:solidFill><a:srgbClr val="{color.removeprefix("#")}"/></a:solidFill>')


def own_color(series: Element) -> Element | None:
    """The solid fill a series is drawn with, whether as an area or as a line."""
    for path in ("c:spPr/a:solidFill", "c:spPr/a:ln/a:solidFill", "c:marker/c:spPr/a:solidFill"):
        found = get(series, path)
        if found is not None:
            return deepcopy(found)
    return None


def solid_look(color: Element) -> Element:
    """Shape properties of an area of colour."""
    look = fragment("<c:spPr/>")
    insert(look, deepcopy(color))
    return look


def line_look(color: Element) -> Element:
    """Shape properties of a line of a series."""
    look = fragment('<c:spPr><a:ln w="28575" cap="rnd"><a:round/></a:ln></c:spPr>')
    insert(need(look, "a:ln"), deepcopy(color))
    return look


def no_line_look() -> Element:
    """Shape properties of a series that shows its markers alone."""
    return fragment('<c:spPr><a:ln w="25400" cap="rnd"><a:noFill/><a:round/></a:ln></c:spPr>')


# -- fills -----------------------------------------------------------------------------------------
def set_fill(owner: Element, color: str) -> None:
    """Fill an element."""
    replace_children(need(owner, "c:spPr"), FILLS, solid(color))


def clear_fill(owner: Element) -> None:
    """Leave an element without a fill."""
    replace_children(need(owner, "c:spPr"), FILLS, fragment("<a:noFill/>"))


def fill_of(owner: Element | None, theme: ThemeColors) -> str | None:
    """`#RRGGBB` of a solid fill, None for any other."""
    return color_of(get(owner, "c:spPr/a:solidFill"), theme)


# -- lines -----------------------------------------------------------------------------------------
def line_color(owner: Element | None, theme: ThemeColors) -> str | None:
    """`#RRGGBB` of a line, None where it is automatic or missing."""
    return color_of(get(owner, "c:spPr/a:ln/a:solidFill"), theme)


def set_line_color(owner: Element, color: str) -> None:
    """Colour a line."""
    replace_children(need(owner, "c:spPr/a:ln"), _LINE_FILLS, solid(color))


def line_weight(owner: Element | None) -> float | None:
    """Width in points, None where it is automatic."""
    found = get(owner, "c:spPr/a:ln")
    width = None if found is None else found.get("w")
    return None if width is None else int(width) / EMU_PER_POINT


def set_line_weight(owner: Element, points: float) -> None:
    """Set a line's width."""
    need(owner, "c:spPr/a:ln").set("w", str(round(points * EMU_PER_POINT)))


def line_style(owner: Element | None) -> str:
    """Office.js's name of a line's style."""
    line = get(owner, "c:spPr/a:ln")
    if line is None:
        return "Automatic"
    if get(line, "a:noFill") is not None:
        return "None"
    dash = value(line, "a:prstDash")
    if dash:
        return _STYLES.get(dash, "Continuous")
    return "Continuous" if get(line, "a:solidFill") is not None else "Automatic"


def set_line_style(owner: Element, style: str) -> bool:
    """Set a line's style; False for one that DrawingML can't hold (the greys)."""
    if style == "Automatic":
        remove(get(owner, "c:spPr"), "a:ln")
        return True
    if style == "None":
        clear_line(owner)
        return True
    dash = _DASHES.get(style)
    if dash is None:
        return False
    line = need(owner, "c:spPr/a:ln")
    remove(line, "a:noFill")
    set_value(line, "a:prstDash", dash)
    return True


def clear_line(owner: Element) -> None:
    """Leave an element without a line."""
    replace_children(need(owner, "c:spPr/a:ln"), _LINE_FILLS, fragment("<a:noFill/>"))


# -- fonts -----------------------------------------------------------------------------------------
def font_places(owner: Element, *, make: bool) -> list[Element]:
    """Where the font of a text stands: the properties of its runs, or of the element's text."""
    if local(owner) == "rPr":
        return [owner]
    rich = get(owner, "c:tx/c:rich")
    if rich is not None:
        places: list[Element] = []
        for paragraph in rich.findall(tag("a:p")):
            places.append(need(paragraph, "a:pPr/a:defRPr") if make else paragraph)
            for run in paragraph.findall(tag("a:r")):
                found = run.find(tag("a:rPr"))
                if found is None and make:
                    found = fragment('<a:rPr lang="en-US"/>')
                    run.insert(0, found)
                if found is not None:
                    places.append(found)
        runs = [place for place in places if local(place) in ("rPr", "defRPr")]
        if runs:
            return runs
        default = get(rich, "a:p/a:pPr/a:defRPr")
        return [] if default is None else [default]
    text = get(owner, "c:txPr")
    if text is None and make:
        text = insert(
            owner,
            fragment(
                "<c:txPr><a:bodyPr/><a:lstStyle/><a:p><a:pPr><a:defRPr/></a:pPr>"
                '<a:endParaRPr lang="en-US"/></a:p></c:txPr>'
            ),
        )
    if text is None:
        return []
    if make:
        return [need(text, "a:p/a:pPr/a:defRPr")]
    found = get(text, "a:p/a:pPr/a:defRPr")
    return [] if found is None else [found]


def font_attribute(owners: list[Element], name: str) -> str | None:
    """An attribute of the font, from the first of the owners that says it."""
    for owner in owners:
        for place in reversed(font_places(owner, make=False)):
            found = place.get(name)
            if found is not None:
                return found
    return None


def set_font_attribute(owner: Element, name: str, text: str) -> None:
    """Set an attribute of the font everywhere in a text."""
    for place in font_places(owner, make=True):
        place.set(name, text)


def font_color(owners: list[Element], theme: ThemeColors) -> str | None:
    """`#RRGGBB` of the font."""
    for owner in owners:
        for place in reversed(font_places(owner, make=False)):
            found = color_of(get(place, "a:solidFill"), theme)
            if found is not None:
                return found
    return None


def set_font_color(owner: Element, color: str) -> None:
    """Colour a text."""
    for place in font_places(owner, make=True):
        replace_children(place, FILLS, solid(color))


def font_name(owners: list[Element]) -> str | None:
    """Typeface; a theme font answers its `+mn-lt` or `+mj-lt`."""
    for owner in owners:
        for place in reversed(font_places(owner, make=False)):
            found = get(place, "a:latin")
            if found is not None:
                return found.get("typeface")
    return None


def set_font_name(owner: Element, name: str) -> None:
    """Set the typeface."""
    for place in font_places(owner, make=True):
        remove_any(place, "a:latin", "a:cs")
        for part in ("latin", "cs"):
            made = fragment(f"<a:{part}/>")
            made.set("typeface", name)
            insert(place, made)


# -- colours ---------------------------------------------------------------------------------------
def color_of(fill: Element | None, theme: ThemeColors) -> str | None:
    """`#RRGGBB` of a solid fill with theme colours and their shades resolved."""
    if fill is None:
        return None
    for found in fill:
        match local(found):
            case "srgbClr":
                return _shaded("#" + found.get("val", "000000").upper(), found)
            case "schemeClr":
                return _shaded(theme(found.get("val", "tx1")), found)
            case "sysClr":
                return _shaded("#" + found.get("lastClr", "000000").upper(), found)
            case _:
                continue
    return None


def _shaded(color: str, element: Element) -> str:
    factor, offset = number(element, "a:lumMod"), number(element, "a:lumOff")
    shade = number(element, "a:shade")
    parts = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    if shade is not None:
        # A shade is a share of the light, of which sRGB is about the 2.2nd root.
        darker = (part * (shade / 100_000) ** (1 / 2.2) for part in parts)
        return "#" + "".join(f"{round(part * 255):02X}" for part in darker)
    if factor is None and offset is None:
        return color
    hue, light, saturation = colorsys.rgb_to_hls(parts[0], parts[1], parts[2])
    light = light * (1 if factor is None else factor / 100_000) + (offset or 0) / 100_000
    shaded = colorsys.hls_to_rgb(hue, min(1, max(0, light)), saturation)
    return "#" + "".join(f"{round(part * 255):02X}" for part in shaded)
