"""Texts of charts: titles, labels, and where they stand by hand."""

from copy import deepcopy
from typing import Final

from embedded_excel.model.chart_sources import formula, reference_text, source_areas
from embedded_excel.model.chart_xml import (
    Element,
    fragment,
    get,
    insert,
    need,
    number,
    remove,
    tag,
)
from embedded_excel.model.workbook import OpenWorkbook, SheetId

AUTOMATIC: Final = "Chart Title"
"""What Excel shows in an automatic title of several series."""
AXIS_AUTOMATIC: Final = "Axis Title"
_DEGREE: Final = 60_000
_UPRIGHT: Final = 180
_FULL_CIRCLE: Final = 90
_PAINT: Final = (
    '<a:solidFill><a:schemeClr val="tx1"><a:lumMod val="65000"/><a:lumOff val="35000"/>'
    "</a:schemeClr></a:solidFill>"
)


def new_title(size: int, *, turned: bool) -> Element:
    """A title without a text of its own, of a size in hundredths of a point."""
    turn = "-5400000" if turned else "0"
    return fragment(
        '<c:title><c:overlay val="0"/><c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>'
        f'<c:txPr><a:bodyPr rot="{turn}" vert="horz"/><a:lstStyle/><a:p><a:pPr>'
        f'<a:defRPr sz="{size}" b="0" i="0" u="none" strike="noStrike" kern="1200" baseline="0">'
        f'{_PAINT}</a:defRPr></a:pPr><a:endParaRPr lang="en-US"/></a:p></c:txPr></c:title>'
    )


def text_of(workbook: OpenWorkbook, title: Element | None, home: SheetId, automatic: str) -> str:
    """What a title or label says."""
    rich = get(title, "c:tx/c:rich")
    if rich is not None:
        return "\n".join(
            "".join(found.text or "" for found in paragraph.iter(tag("a:t")))
            for paragraph in rich.findall(tag("a:p"))
        )
    if title is not None and get(title, "c:tx/c:strRef") is not None:
        areas = source_areas(workbook, formula(title, "tx"), home)
        if areas:
            workbook.settle()
            sheet = workbook.sheet_index(areas[0].sheet)
            rows = workbook.engine.texts(sheet, areas[0].rect)
            return " ".join(cell for row in rows for cell in row if cell)
        return " ".join(found.text or "" for found in title.iter(tag("c:v")))
    return automatic


def set_text(title: Element, text: str) -> None:
    """Give a title a text, in the font it has."""
    body, font = _look(title)
    remove(title, "c:tx")
    remove(title, "c:txPr")
    rich = insert(need(title, "c:tx"), fragment("<c:rich><a:bodyPr/><a:lstStyle/></c:rich>"))
    if body is not None:
        rich[0] = body
    for line in text.split("\n"):
        paragraph = fragment("<a:p><a:pPr><a:defRPr/></a:pPr></a:p>")
        if font is not None:
            paragraph[0][0] = deepcopy(font)
        if line:
            run = fragment('<a:r><a:rPr lang="en-US"/><a:t/></a:r>')
            if font is not None:
                own = deepcopy(font)
                own.tag = tag("a:rPr")
                own.set("lang", "en-US")
                run[0] = own
            run[1].text = line
            paragraph.append(run)
        else:
            paragraph.append(fragment('<a:endParaRPr lang="en-US"/>'))
        rich.append(paragraph)


def set_reference(title: Element, text: str, shown: str) -> None:
    """Let a title show a cell."""
    body, font = _look(title)
    remove(title, "c:tx")
    made = fragment(
        '<c:tx><c:strRef><c:f/><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v/></c:pt>'
        "</c:strCache></c:strRef></c:tx>"
    )
    made[0][0].text = text
    made[0][1][1][0].text = shown
    insert(title, made)
    if font is not None and get(title, "c:txPr") is None:
        look = fragment(
            "<c:txPr><a:bodyPr/><a:lstStyle/><a:p><a:pPr><a:defRPr/></a:pPr>"
            '<a:endParaRPr lang="en-US"/></a:p></c:txPr>'
        )
        look[2][0][0] = font
        if body is not None:
            look[0] = body
        insert(title, look)


def reference_shown(workbook: OpenWorkbook, text: str, home: SheetId) -> tuple[str, str] | None:
    """A formula's reference as a part keeps it and what its cells show; None for another text."""
    areas = source_areas(workbook, text, home) if text.startswith("=") else None
    if not areas:
        return None
    workbook.settle()
    rows = workbook.engine.texts(workbook.sheet_index(areas[0].sheet), areas[0].rect)
    return reference_text(workbook, areas[0]), " ".join(
        cell for row in rows for cell in row if cell
    )


def _look(title: Element) -> tuple[Element | None, Element | None]:
    """The body and the font a title has now, as copies."""
    for path in ("c:tx/c:rich", "c:txPr"):
        held = get(title, path)
        if held is not None:
            body = get(held, "a:bodyPr")
            font = get(held, "a:p/a:pPr/a:defRPr")
            run = get(held, "a:p/a:r/a:rPr")
            if run is not None:
                font = deepcopy(run)
                font.tag = tag("a:defRPr")
                font.attrib.pop("lang", None)
            return deepcopy(body), deepcopy(font)
    return None, None


# -- direction -------------------------------------------------------------------------------------
def orientation(owner: Element | None) -> int | None:
    """Degrees a text is turned by, 180 for letters below each other; None where it isn't said."""
    for path in ("c:tx/c:rich/a:bodyPr", "c:txPr/a:bodyPr"):
        body = get(owner, path)
        if body is None:
            continue
        if body.get("vert") == "wordArtVert":
            return _UPRIGHT
        turn = body.get("rot")
        if turn is not None and abs(int(turn)) <= _FULL_CIRCLE * _DEGREE:
            return -round(int(turn) / _DEGREE)
    return None


def set_orientation(owner: Element, degrees: int) -> None:
    """Turn a text."""
    path = "c:tx/c:rich/a:bodyPr" if get(owner, "c:tx/c:rich") is not None else "c:txPr/a:bodyPr"
    body = get(owner, path)
    if body is None:
        look = insert(
            owner,
            fragment(
                "<c:txPr><a:bodyPr/><a:lstStyle/><a:p><a:pPr><a:defRPr/></a:pPr>"
                '<a:endParaRPr lang="en-US"/></a:p></c:txPr>'
            ),
        )
        body = look[0]
    if degrees == _UPRIGHT:
        body.set("rot", "0")
        body.set("vert", "wordArtVert")
    else:
        body.set("rot", str(-degrees * _DEGREE))
        body.set("vert", "horz")


# -- place -----------------------------------------------------------------------------------------
def manual_place(owner: Element | None, side: str) -> float | None:
    """`x`, `y`, `w` or `h` as a share of the chart's size, None where Excel places it itself."""
    return number(owner, f"c:layout/c:manualLayout/c:{side}")


def set_manual_place(owner: Element, side: str, share: float) -> None:
    """Place an element by hand."""
    layout = need(owner, "c:layout/c:manualLayout")
    kept = {name: number(layout, f"c:{name}") for name in ("x", "y", "w", "h")}
    kept[side] = share
    target = get(layout, "c:layoutTarget")
    for child in list(layout):
        layout.remove(child)
    if target is not None:
        layout.append(target)
    for name in ("xMode", "yMode"):
        if kept[name[0]] is not None:
            layout.append(fragment(f'<c:{name} val="edge"/>'))
    for name in ("x", "y", "w", "h"):
        found = kept[name]
        if found is not None:
            layout.append(fragment(f'<c:{name} val="{found!r}"/>'))


def moved_layout(across: float, down: float) -> Element:
    """The layout of a label that was moved by shares of the chart's size."""
    return fragment(
        f'<c:layout><c:manualLayout><c:x val="{across!r}"/><c:y val="{down!r}"/>'
        "</c:manualLayout></c:layout>"
    )


def clear_manual_place(owner: Element) -> None:
    """Let Excel place an element."""
    remove(owner, "c:layout")


# -- paragraphs ------------------------------------------------------------------------------------
def paragraph_look(owner: Element | None) -> Element | None:
    """The properties of a text's first paragraph."""
    for path in ("c:tx/c:rich/a:p/a:pPr", "c:txPr/a:p/a:pPr"):
        found = get(owner, path)
        if found is not None:
            return found
    return None


def align(owner: Element, place: str) -> None:
    """Align every paragraph of a text."""
    path = "c:tx/c:rich" if get(owner, "c:tx/c:rich") is not None else "c:txPr"
    for paragraph in need(owner, path).findall(tag("a:p")):
        need(paragraph, "a:pPr").set("algn", place)


# -- pieces ----------------------------------------------------------------------------------------
def pieces(title: Element, start: int, length: int) -> list[Element]:
    """The looks (`a:rPr`) of a piece of a title's own text, cut out of the runs it lies in.

    A line break counts as one character.
    """
    found: list[Element] = []
    at = 0
    for paragraph in title.iterfind(f"{tag('c:tx')}/{tag('c:rich')}/{tag('a:p')}"):
        for run in paragraph.findall(tag("a:r")):
            text = get(run, "a:t")
            size = 0 if text is None else len(text.text or "")
            first, last = max(start - at, 0), min(start + length - at, size)
            at += size
            if first < last:
                found.append(_cut(paragraph, run, first, last))
        at += 1
    return found


def _cut(paragraph: Element, run: Element, first: int, last: int) -> Element:
    """Split a run in up to three, and give the middle one's look."""
    whole = need(run, "a:t").text or ""
    place = list(paragraph).index(run)
    for text, after in ((whole[last:], 1), (whole[:first], 0)):
        if text:
            rest = deepcopy(run)
            need(rest, "a:t").text = text
            paragraph.insert(place + after, rest)
    need(run, "a:t").text = whole[first:last]
    look = get(run, "a:rPr")
    if look is None:
        look = fragment('<a:rPr lang="en-US"/>')
        run.insert(0, look)
    return look
