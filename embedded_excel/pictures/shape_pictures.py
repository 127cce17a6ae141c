"""Pictures of shapes: plain fills, outlines, text, images, lines with arrowheads, groups of them.

Presets that aren't among `outlines` are drawn as rectangles; gradients, patterns, effects and
bends of connectors aren't drawn. Texts are in the renderer's own typeface.
"""

from collections.abc import Callable
from math import atan2, cos, pi, sin
from typing import Final

from embedded_excel.calc.shapes import Link
from embedded_excel.model import shape_looks as looks
from embedded_excel.model import shape_text as texts
from embedded_excel.model.chart_places import Box
from embedded_excel.model.chart_xml import Element, get, local, tag
from embedded_excel.model.charts import ChartRef
from embedded_excel.model.shape_fitting import wrapped, wraps
from embedded_excel.model.shape_images import content_of
from embedded_excel.model.shape_lines import ARROWS, LENGTHS, arrowhead, ends
from embedded_excel.model.shape_places import box_in, own_box, rotation, settle
from embedded_excel.model.shapes import ShapeRef, children
from embedded_excel.pictures.canvas import Across, Canvas, Point
from embedded_excel.pictures.outlines import outline

_PER_PERCENT: Final = 100
_LINE: Final = 1.2
_ROOM: Final = 1.0
"""Points around a shape, for its outline."""
_DASHES: Final[dict[str, tuple[float, ...]]] = {
    "Dash": (4, 3),
    "DashDot": (4, 3, 1, 3),
    "DashDotDot": (3, 1, 1, 1, 1, 1),
    "LongDash": (8, 3),
    "LongDashDot": (8, 3, 1, 3),
    "LongDashDotDot": (8, 3, 1, 3, 1, 3),
    "SquareDot": (1, 1),
    "RoundDot": (1, 1),
    "SystemDash": (3, 1),
    "SystemDot": (1, 3),
    "SystemDashDot": (3, 1, 1, 1),
}
_HEADS: Final = {"Short": 2.0, "Medium": 3.0, "Long": 5.0}
_ALIGNED: Final[dict[str, Across]] = {"l": "l", "ctr": "m", "r": "r"}
Theme = Callable[[str], str]


def picture_of_shape(ref: ShapeRef, kind: str) -> str:
    """A picture of a shape as base64 text, as large as the shape at 96 dots an inch.

    Raises:
        ExcelApiError: InvalidArgument for a format that isn't one of pixels.
    """
    found = ref.find(to_change=True)
    box = box_in(ref, found)
    if local(found.element) == "graphicFrame":
        from embedded_excel.pictures.chart_pictures import picture_of_chart  # noqa: PLC0415 - charts draw on the same canvas

        return picture_of_chart(ChartRef(ref.workbook, ref.sheet, ref.number), None, None, kind)
    settle(found.element, box)
    canvas = Canvas(box.width + 2 * _ROOM, box.height + 2 * _ROOM)
    theme = ref.workbook.engine.charts.theme_color
    _draw(canvas, found.element, found.drawn.links, (box.left - _ROOM, box.top - _ROOM), theme)
    return canvas.encoded(kind)


def _draw(
    canvas: Canvas, element: Element, links: tuple[Link, ...], origin: Point, theme: Theme
) -> None:
    box = own_box(element)
    left, top = box.left - origin[0], box.top - origin[1]
    if local(element) == "grpSp":
        for child in children(element):
            _draw(canvas, child, links, origin, theme)
        return
    if local(element) == "cxnSp":
        _draw_line(canvas, element, Box(left, top, box.width, box.height), theme)
        return
    own = Canvas(box.width + 2 * _ROOM, box.height + 2 * _ROOM)
    if local(element) == "pic":
        own.picture(content_of(element, links), _ROOM, _ROOM, box.width, box.height)
    form = looks.geometry(element) or "rect"
    points = [(x + _ROOM, y + _ROOM) for x, y in outline(form, box.width, box.height)]
    color = looks.fill_color(element, theme)
    if color:
        own.area(points, color, 1 - looks.transparency(looks.fill_element(element)))
    _outline(own, element, [*points, points[0]], theme)
    if local(element) == "sp":
        _write(own, element, box, theme)
    canvas.lay(own, (left - _ROOM, top - _ROOM), rotation(element))


def _outline(canvas: Canvas, element: Element, points: list[Point], theme: Theme) -> None:
    color = looks.line_color(element, theme)
    if color and looks.line_visible(element):
        dashes = _DASHES.get(looks.dash_style(element), ())
        opacity = 1 - looks.line_transparency(element)
        canvas.line(points, color, looks.line_weight(element), dashes, opacity)


def _draw_line(canvas: Canvas, element: Element, box: Box, theme: Theme) -> None:
    begin, end = ends(element, box)
    _outline(canvas, element, [begin, end], theme)
    color = looks.line_color(element, theme)
    if not color or not looks.line_visible(element):
        return
    for name, at, other in (("begin", begin, end), ("end", end, begin)):
        if arrowhead(element, name, "type", ARROWS) != "None":
            length = _HEADS[arrowhead(element, name, "len", LENGTHS)]
            canvas.area(_head(at, other, length * looks.line_weight(element)), color)


def _head(at: Point, other: Point, length: float) -> list[Point]:
    turn = atan2(other[1] - at[1], other[0] - at[0])
    sides = (turn + pi / 7, turn - pi / 7)
    return [at, *((at[0] + length * cos(side), at[1] + length * sin(side)) for side in sides)]


def _write(canvas: Canvas, element: Element, box: Box, theme: Theme) -> None:
    """The text, paragraph by paragraph, each in the looks of its first run."""
    sides = {side: texts.inset(element, side) for side in "lrtb"}
    room = box.width - sides["l"] - sides["r"]
    lines: list[tuple[str, float, str, str]] = []
    for paragraph in texts.paragraphs(element):
        look = get(paragraph, "a:r/a:rPr")
        size, color = texts.font_size(look), texts.font_color(element, look, theme)
        said = "".join(found.text or "" for found in paragraph.iter(tag("a:t")))
        align = get(paragraph, "a:pPr")
        placed = "l" if align is None else align.get("algn", "l")
        broken = wrapped(said, size, room) if wraps(element) else [said]
        lines += [(line, size, color, placed) for line in broken]
    height = sum(size * _LINE for _, size, _, _ in lines)
    free = box.height - sides["t"] - sides["b"] - height
    down = {"ctr": 0.5, "b": 1.0}.get(texts.attribute(element, "anchor", "t"), 0.0)
    y = _ROOM + sides["t"] + free * down
    for line, size, color, placed in lines:
        across = _ALIGNED.get(placed, "l")
        x = _ROOM + sides["l"] + room * {"l": 0.0, "m": 0.5, "r": 1.0}[across]
        canvas.text((x, y + size * _LINE / 2), line, size, color, across)
        y += size * _LINE
