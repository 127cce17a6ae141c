"""The text in shapes: its paragraphs, their looks, and the frame it stands in.

ECMA-376 Part 1, 21.1.2 (text of DrawingML).
"""

from collections.abc import Iterator
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
    remove,
    remove_any,
    replace_children,
    tag,
)

DEFAULT_SIZE: Final = 11.0
_INSETS: Final = {"l": 7.2, "r": 7.2, "t": 3.6, "b": 3.6}
_FITS: Final = {
    "noAutofit": "AutoSizeNone",
    "normAutofit": "AutoSizeTextToFitShape",
    "spAutoFit": "AutoSizeShapeToFitText",
}
ALIGNMENTS: Final = {
    "Left": "l",
    "Center": "ctr",
    "Right": "r",
    "Justify": "just",
    "JustifyLow": "justLow",
    "Distributed": "dist",
    "ThaiDistributed": "thaiDist",
}
ANCHORS: Final = {
    "Top": "t",
    "Middle": "ctr",
    "Bottom": "b",
    "Justified": "just",
    "Distributed": "dist",
}
ORIENTATIONS: Final = {
    "Horizontal": "horz",
    "Vertical": "vert",
    "Vertical270": "vert270",
    "WordArtVertical": "wordArtVert",
    "EastAsianVertical": "eaVert",
    "MongolianVertical": "mongolianVert",
    "WordArtVerticalRTL": "wordArtVertRtl",
}
UNDERLINES: Final = {
    "None": "none",
    "Single": "sng",
    "Double": "dbl",
    "Heavy": "heavy",
    "Dotted": "dotted",
    "DottedHeavy": "dottedHeavy",
    "Dash": "dash",
    "DashHeavy": "dashHeavy",
    "DashLong": "dashLong",
    "DashLongHeavy": "dashLongHeavy",
    "DotDash": "dotDash",
    "DotDashHeavy": "dotDashHeavy",
    "DotDotDash": "dotDotDash",
    "DotDotDashHeavy": "dotDotDashHeavy",
    "Wavy": "wavy",
    "WavyHeavy": "wavyHeavy",
    "WavyDouble": "wavyDbl",
}
_HUNDRED: Final = 100


def body(element: Element, *, make: bool = False) -> Element | None:
    """The shape's `txBody`."""
    found = get(element, "xdr:txBody")
    if found is None and make:
        found = insert(
            element,
            fragment("<xdr:txBody><a:bodyPr/><a:lstStyle/><a:p/></xdr:txBody>"),
        )
    return found


def frame(element: Element, *, make: bool = False) -> Element | None:
    """The `bodyPr`."""
    held = body(element, make=make)
    return need(held, "a:bodyPr") if make and held is not None else get(held, "a:bodyPr")


def paragraphs(element: Element) -> list[Element]:
    """Paragraphs of the text."""
    held = body(element)
    return [] if held is None else held.findall(tag("a:p"))


# -- text ------------------------------------------------------------------------------------------
def text_of(element: Element) -> str:
    """The text, a line for each paragraph."""
    return "\n".join(
        "".join(_said(part) for part in paragraph) for paragraph in paragraphs(element)
    )


def _said(part: Element) -> str:
    if local(part) == "br":
        return "\v"
    found = get(part, "a:t") if local(part) in ("r", "fld") else None
    return "" if found is None else found.text or ""


def set_text(element: Element, text: str) -> None:
    """Replace the text; the looks of its beginning stay."""
    held = body(element, make=True)
    assert held is not None
    old = held.findall(tag("a:p"))
    look = get(old[0], "a:pPr") if old else None
    font = get(old[0], "a:r/a:rPr") if old else None
    if font is None and old:
        font = get(old[0], "a:endParaRPr")
    for paragraph in old:
        held.remove(paragraph)
    for said in text.split("\n"):
        made = fragment("<a:p/>")
        if look is not None:
            made.append(deepcopy(look))
        if said:
            run = fragment('<a:r><a:rPr lang="en-US"/><a:t/></a:r>')
            if font is not None:
                run[0].attrib.update(font.attrib)
                run[0].extend(deepcopy(list(font)))
            run[1].text = said
            made.append(run)
        elif font is not None:
            end = deepcopy(font)
            end.tag = tag("a:endParaRPr")
            made.append(end)
        held.append(made)


def pieces(element: Element, start: int, length: int) -> list[Element]:
    """Runs of a piece of the text, cut out of the runs it lies in; line breaks count as one."""
    found: list[Element] = []
    at = 0
    for paragraph in paragraphs(element):
        for run in list(paragraph):
            size = len(_said(run))
            first, last = max(start - at, 0), min(start + length - at, size)
            at += size
            if first < last and local(run) == "r":
                _cut(paragraph, run, first, last)
                found.append(run)
        at += 1
    return found


def _cut(paragraph: Element, run: Element, first: int, last: int) -> None:
    whole = need(run, "a:t").text or ""
    place = list(paragraph).index(run)
    for text, after in ((whole[last:], 1), (whole[:first], 0)):
        if text:
            rest = deepcopy(run)
            need(rest, "a:t").text = text
            paragraph.insert(place + after, rest)
    need(run, "a:t").text = whole[first:last]


# -- fonts -----------------------------------------------------------------------------------------
def runs(element: Element) -> list[Element]:
    """Every run of the text."""
    return [run for paragraph in paragraphs(element) for run in paragraph.findall(tag("a:r"))]


def looks_to_change(element: Element, wanted: list[Element] | None) -> Iterator[Element]:
    """The `rPr` of runs; of the whole text (None), also what is typed at its end."""
    for run in runs(element) if wanted is None else wanted:
        found = get(run, "a:rPr")
        if found is None:
            found = fragment('<a:rPr lang="en-US"/>')
            run.insert(0, found)
        yield found
    if wanted is None:
        if body(element) is None or not paragraphs(element):
            need(need(element, "xdr:txBody"), "a:p")
        for paragraph in paragraphs(element):
            if paragraph.find(tag("a:r")) is None or get(paragraph, "a:endParaRPr") is not None:
                found = get(paragraph, "a:endParaRPr")
                if found is None:
                    found = fragment('<a:endParaRPr lang="en-US"/>')
                    paragraph.append(found)
                yield found


def looks_to_read(element: Element, wanted: list[Element] | None) -> list[Element | None]:
    """The `rPr` of runs, None for a run without one; of an empty text, what is typed would get."""
    held = runs(element) if wanted is None else wanted
    if not held:
        return [get(paragraph, "a:endParaRPr") for paragraph in paragraphs(element)[:1]] or [None]
    return [get(run, "a:rPr") for run in held]


def font_size(look: Element | None) -> float:
    """Points."""
    kept = None if look is None else look.get("sz")
    return DEFAULT_SIZE if kept is None else int(kept) / _HUNDRED


def font_color(element: Element, look: Element | None, theme: ThemeColors) -> str:
    """`#RRGGBB`: the run's own, else that of the shape's style, else the theme's text."""
    own = color_of(get(look, "a:solidFill"), theme)
    return own or color_of(get(element, "xdr:style/a:fontRef"), theme) or theme("tx1")


def set_font_color(look: Element, color: str) -> None:
    """Colour a run."""
    replace_children(look, FILLS, solid(color))


def font_name(look: Element | None) -> str:
    """Typeface; a theme font's is `+mn-lt` or `+mj-lt`."""
    found = get(look, "a:latin")
    return "+mn-lt" if found is None else found.get("typeface", "+mn-lt")


def set_font_name(look: Element, name: str) -> None:
    """Set the typeface."""
    remove_any(look, "a:latin", "a:cs")
    for part in ("latin", "cs"):
        made = fragment(f"<a:{part}/>")
        made.set("typeface", name)
        insert(look, made)


# -- the frame -------------------------------------------------------------------------------------
def inset(element: Element, side: str) -> float:
    """Points between the text and the shape's `l`, `r`, `t` or `b` edge."""
    held = frame(element)
    kept = None if held is None else held.get(f"{side}Ins")
    return _INSETS[side] if kept is None else int(kept) / EMU_PER_POINT


def set_inset(element: Element, side: str, points: float) -> None:
    """Keep the text away from an edge."""
    held = frame(element, make=True)
    assert held is not None
    held.set(f"{side}Ins", str(round(points * EMU_PER_POINT)))


def fitting(element: Element) -> str:
    """Office.js's `ShapeAutoSize`."""
    held = frame(element)
    for found in () if held is None else held:
        if local(found) in _FITS:
            return _FITS[local(found)]
    return "AutoSizeNone"


def set_fitting(element: Element, fits: str) -> None:
    """Let the text fit the shape, the shape the text, or neither."""
    held = frame(element, make=True)
    assert held is not None
    for name in _FITS:
        remove(held, f"a:{name}")
    insert(held, held.makeelement(tag(f"a:{_name_in(_FITS, fits)}"), {}))


def _name_in(names: dict[str, str], wanted: str) -> str:
    return next(name for name, known in names.items() if known == wanted)


def attribute(element: Element, name: str, default: str) -> str:
    """An attribute of the frame."""
    held = frame(element)
    return default if held is None else held.get(name, default)


def set_attribute(element: Element, name: str, kept: str) -> None:
    """Set an attribute of the frame."""
    held = frame(element, make=True)
    assert held is not None
    held.set(name, kept)


def paragraph_attributes(element: Element, name: str, default: str) -> set[str]:
    """What paragraphs say of themselves."""
    looks = [get(paragraph, "a:pPr") for paragraph in paragraphs(element)]
    return {default if look is None else look.get(name, default) for look in looks} or {default}


def set_paragraph_attribute(element: Element, name: str, kept: str) -> None:
    """Let every paragraph say something of itself."""
    held = body(element, make=True)
    assert held is not None
    for paragraph in paragraphs(element) or [need(held, "a:p")]:
        found = get(paragraph, "a:pPr")
        if found is None:
            found = fragment("<a:pPr/>")
            paragraph.insert(0, found)
        found.set(name, kept)


def replace_piece(wanted: list[Element], text: str) -> None:
    """Let runs of one piece say something else, in the looks of the first."""
    for place, run in enumerate(wanted):
        need(run, "a:t").text = text if place == 0 else ""
