"""Shapes that fit their text: their height follows it.

Widths of letters are estimated as for columns (`autofit`): without the font's own measures a height
can be a line off where words wrap.
"""

from dataclasses import replace
from typing import Final

from embedded_excel.calc.cells import CellStyle
from embedded_excel.model.autofit import text_width
from embedded_excel.model.chart_xml import Element, get, tag
from embedded_excel.model.shape_places import box_of, put
from embedded_excel.model.shape_text import (
    attribute,
    fitting,
    font_size,
    inset,
    paragraphs,
    text_of,
)
from embedded_excel.model.shapes import ShapeRef

_LINE: Final = 1.2
"""Height of a line, as a share of its font's size."""
_PLAIN: Final = CellStyle()


def fit_to_text(ref: ShapeRef) -> None:
    """Give a shape the height of its text, if it is one that fits it."""
    element = ref.read()
    if fitting(element) != "AutoSizeShapeToFitText" or not text_of(element):
        return
    box = box_of(ref)
    room = box.width - inset(element, "l") - inset(element, "r")
    height = sum(
        _height(paragraph, room, wraps=wraps(element)) for paragraph in paragraphs(element)
    )
    height += inset(element, "t") + inset(element, "b")
    if abs(height - box.height) > 0.01:  # noqa: PLR2004 - rounding of EMU
        put(ref, replace(box, height=height))


def wraps(element: Element) -> bool:
    """Whether lines break at the edge."""
    return attribute(element, "wrap", "square") != "none"


def _height(paragraph: Element, room: float, *, wraps: bool) -> float:
    looks = [get(run, "a:rPr") for run in paragraph.findall(tag("a:r"))]
    size = max(
        (font_size(look) for look in looks), default=font_size(get(paragraph, "a:endParaRPr"))
    )
    said = "".join(found.text or "" for found in paragraph.iter(tag("a:t")))
    count = len(wrapped(said, size, room)) if wraps else 1
    return count * size * _LINE


def wrapped(text: str, size: float, room: float) -> list[str]:
    """The lines a paragraph takes in a width of points."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and width_of(longer, size) > room:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line]


def width_of(text: str, size: float) -> float:
    """Width of a line in points."""
    return text_width(text, replace(_PLAIN, font=replace(_PLAIN.font, size=size)))
