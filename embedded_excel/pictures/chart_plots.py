"""Series of charts drawn into the plot."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, sin, sqrt
from typing import Final

from embedded_excel.model.chart_label_text import automatic_text
from embedded_excel.model.chart_labels import label_of_point, labels_of, point_has_label
from embedded_excel.model.chart_layout import LABEL_SIZE, font_size
from embedded_excel.model.chart_looks import accent, color_of, fill_of, line_color, line_weight
from embedded_excel.model.chart_places import Box
from embedded_excel.model.chart_points import point_of
from embedded_excel.model.chart_scales import Scale
from embedded_excel.model.chart_sources import data_values
from embedded_excel.model.chart_titles import text_of
from embedded_excel.model.chart_types import ChartKind, kind_of
from embedded_excel.model.chart_xml import ChartXml, Element, get, number, tag, value
from embedded_excel.model.charts import ChartRef
from embedded_excel.pictures.canvas import Canvas, Point

Theme = Callable[[str], str]
_LINE: Final = 2.25
_MARKER: Final = 2.5
_GREY: Final = "#404040"
_STEPS: Final = 60
_GAP: Final = 150.0
_LARGEST_BUBBLE: Final = 0.25
"""Diameter of the largest bubble as a share of the plot's shorter side."""


@dataclass(frozen=True, slots=True)
class Plot:
    """Where series are drawn."""

    canvas: Canvas
    ref: ChartRef
    document: ChartXml
    box: Box
    theme: Theme

    def at(self, across: float, up: float) -> Point:
        """A point by its shares of the plot."""
        return self.box.left + across * self.box.width, self.box.top + (1 - up) * self.box.height


def color_of_series(series: Element, theme: Theme) -> str:
    """Colour a series is drawn in."""
    own = fill_of(series, theme) or line_color(series, theme)
    marker = color_of(get(series, "c:marker/c:spPr/a:solidFill"), theme)
    return own or marker or color_of(accent(int(value(series, "c:idx", "0"))), theme) or _GREY


def color_of_point(series: Element, point: int, theme: Theme) -> str:
    """Colour of a point in a chart whose colours vary by point."""
    held = point_of(series, point)
    own = None if held is None else fill_of(held, theme)
    return own or color_of(accent(point), theme) or _GREY


def draw_group(plot: Plot, group: Element, scales: Sequence[Scale | None]) -> None:
    """Draw the series of a group."""
    kind = kind_of(plot.document, group)
    series = group.findall(tag("c:ser"))
    if not series:
        return
    if kind.group == "radarChart":
        _draw_radar(plot, series, filled=kind.variant == "filled")
    elif kind.is_round:
        _draw_round(plot, series, kind)
    elif kind.is_xy:
        _draw_xy(plot, group, series, scales)
    else:
        known = [scale for scale in scales if scale is not None]
        scale = known[0] if known else Scale(0, 1, 1, 1)
        rows = [_numbers(plot, found, "val") for found in series]
        match kind.group:
            case "barChart" | "bar3DChart":
                _draw_bars(plot, group, series, rows, kind, scale)
            case "areaChart" | "area3DChart":
                _draw_areas(plot, series, rows, kind, scale)
            case "stockChart":
                _draw_stock(plot, rows, scale)
            case _:
                _draw_lines(plot, group, series, rows, kind, scale)


def _numbers(plot: Plot, series: Element, name: str) -> list[float | None]:
    found = data_values(plot.ref.workbook, series, name, plot.ref.sheet)
    return [
        float(cell) if isinstance(cell, int | float) and not isinstance(cell, bool) else None
        for cell in found
    ]


def _up(scale: Scale, shown: float) -> float:
    length = scale.maximum - scale.minimum
    return min(1.0, max(0.0, (shown - scale.minimum) / length)) if length else 0.0


def _stacks(
    rows: list[list[float | None]], kind: ChartKind
) -> list[list[tuple[float, float] | None]]:
    """From where to where each value goes, by series and category."""
    if kind.grouping not in ("stacked", "percentStacked"):
        return [[None if cell is None else (0.0, cell) for cell in row] for row in rows]
    count = max((len(row) for row in rows), default=0)
    above, below = [0.0] * count, [0.0] * count
    wholes = [
        sum(abs(row[at] or 0.0) for row in rows if at < len(row)) or 1.0 for at in range(count)
    ]
    spans: list[list[tuple[float, float] | None]] = []
    for row in rows:
        own: list[tuple[float, float] | None] = []
        for at, cell in enumerate(row):
            shown = (cell or 0.0) / (wholes[at] if kind.grouping == "percentStacked" else 1.0)
            # Areas and lines add up as they come; columns below zero stand apart.
            held = above if shown >= 0 or not kind.direction else below
            own.append((held[at], held[at] + shown))
            held[at] += shown
        spans.append(own)
    return spans


def _draw_bars(
    plot: Plot,
    group: Element,
    series: list[Element],
    rows: list[list[float | None]],
    kind: ChartKind,
    scale: Scale,
) -> None:
    count = max((len(row) for row in rows), default=0)
    if not count:
        return
    stacked = kind.grouping in ("stacked", "percentStacked")
    gap = (number(group, "c:gapWidth") or _GAP) / 100
    beside = 1 if stacked or kind.grouping == "standard" else len(series)
    wide = 1 / count / (beside + gap)
    varies = len(series) == 1 and value(group, "c:varyColors", "0") == "1"
    floor = max(scale.minimum, min(0.0, scale.maximum))
    for place, (found, spans) in enumerate(zip(series, _stacks(rows, kind), strict=True)):
        for at, span in enumerate(spans):
            if span is None:
                continue
            begin = at / count + wide * gap / 2 + (0 if beside == 1 else place * wide)
            low, high = _up(scale, span[0] if stacked else floor), _up(scale, span[1])
            paint = color_of_point(found, at, plot.theme) if varies else _own_color(plot, found, at)
            ends = [(begin, low), (begin + wide, high)]
            if kind.direction == "bar":
                ends = [(high, begin), (low, begin + wide)]
            (left, bottom), (right, top) = (plot.at(*end) for end in ends)
            plot.canvas.box(left, top, right - left, bottom - top, paint)
            middle = ((left + right) / 2, (top + bottom) / 2 if stacked else min(top, bottom) - 6)
            if kind.direction == "bar" and not stacked:
                middle = (max(left, right) + 12, (top + bottom) / 2)
            _label(plot, found, at, middle)


def _own_color(plot: Plot, series: Element, point: int) -> str:
    held = point_of(series, point)
    own = None if held is None else fill_of(held, plot.theme)
    return own or color_of_series(series, plot.theme)


def _draw_lines(
    plot: Plot,
    group: Element,
    series: list[Element],
    rows: list[list[float | None]],
    kind: ChartKind,
    scale: Scale,
) -> None:
    for found, spans in zip(series, _stacks(rows, kind), strict=True):
        count = len(spans)
        points = [
            None if span is None else plot.at((at + 0.5) / count, _up(scale, span[1]))
            for at, span in enumerate(spans)
        ]
        markers = kind_of(plot.document, group, found).markers
        _trace(plot, found, points, lines=True, markers=markers)


def _trace(
    plot: Plot, series: Element, points: list[Point | None], *, lines: bool, markers: bool
) -> None:
    """A line through points, broken where one is missing."""
    color = color_of_series(series, plot.theme)
    width = line_weight(series) or _LINE
    if lines and get(series, "c:spPr/a:ln/a:noFill") is None:
        for begin, end in pairwise(points):
            if begin is not None and end is not None:
                plot.canvas.line([begin, end], line_color(series, plot.theme) or color, width)
    for at, point in enumerate(points):
        if point is None:
            continue
        if markers and value(series, "c:marker/c:symbol", "auto") != "none":
            size = (number(series, "c:marker/c:size") or 2 * _MARKER) / 2
            plot.canvas.dot(point, size, color)
        _label(plot, series, at, (point[0], point[1] - 8))


def _draw_areas(
    plot: Plot,
    series: list[Element],
    rows: list[list[float | None]],
    kind: ChartKind,
    scale: Scale,
) -> None:
    floor = max(scale.minimum, min(0.0, scale.maximum))
    stacked = kind.grouping in ("stacked", "percentStacked")
    for found, spans in zip(series, _stacks(rows, kind), strict=True):
        last = max(1, len(spans) - 1)
        known = [(at / last, span or (0.0, 0.0)) for at, span in enumerate(spans)]
        top = [plot.at(at, _up(scale, span[1])) for at, span in known]
        bottom = [plot.at(at, _up(scale, span[0] if stacked else floor)) for at, span in known]
        plot.canvas.area([*top, *reversed(bottom)], color_of_series(found, plot.theme))


def _draw_stock(plot: Plot, rows: list[list[float | None]], scale: Scale) -> None:
    """A line from low to high; the open and the close as ticks beside it."""
    count = max((len(row) for row in rows), default=0)
    for at in range(count):
        known = [row[at] if at < len(row) else None for row in rows]
        numbers = [cell for cell in known if cell is not None]
        if not numbers:
            continue
        x = (at + 0.5) / count
        ends = [plot.at(x, _up(scale, min(numbers))), plot.at(x, _up(scale, max(numbers)))]
        plot.canvas.line(ends, _GREY)
        close, open_ = known[-1], known[0] if len(known) > 3 else None  # noqa: PLR2004 - OHLC
        for shown, by in ((close, 0.2), (open_, -0.2)):
            if shown is not None:
                y = _up(scale, shown)
                plot.canvas.line([plot.at(x, y), plot.at(x + by / count, y)], _GREY)


def _draw_xy(
    plot: Plot, group: Element, series: list[Element], scales: Sequence[Scale | None]
) -> None:
    across = scales[0] or Scale(0, 1, 1, 1)
    upward = (scales[1] if len(scales) > 1 else None) or Scale(0, 1, 1, 1)
    bubbles = [_numbers(plot, found, "bubbleSize") for found in series]
    largest = max((abs(size or 0.0) for row in bubbles for size in row), default=0.0) or 1.0
    for found, sizes in zip(series, bubbles, strict=True):
        xs, ys = _numbers(plot, found, "xVal"), _numbers(plot, found, "yVal")
        points: list[Point | None] = []
        for at, y in enumerate(ys):
            x = xs[at] if at < len(xs) and any(one is not None for one in xs) else float(at + 1)
            shown = x is not None and y is not None
            points.append(plot.at(_up(across, x or 0.0), _up(upward, y or 0.0)) if shown else None)
        kind = kind_of(plot.document, group, found)
        if kind.group == "scatterChart":
            _trace(plot, found, points, lines=kind.lines, markers=kind.markers)
            continue
        side = min(plot.box.width, plot.box.height) * _LARGEST_BUBBLE / 2
        for at, point in enumerate(points):
            size = abs(sizes[at] or 0.0) if at < len(sizes) else largest
            if point is not None:
                radius = side * sqrt(size / largest)
                plot.canvas.dot(point, radius, color_of_series(found, plot.theme), 0.75)
                _label(plot, found, at, point)


def _draw_round(plot: Plot, series: list[Element], kind: ChartKind) -> None:
    """Pies show their first series; doughnuts a ring for each."""
    box = plot.box
    center = (box.left + box.width / 2, box.top + box.height / 2)
    radius = min(box.width, box.height) / 2 * 0.95
    rings = series if kind.group == "doughnutChart" else series[:1]
    hole = radius / 2 if kind.group == "doughnutChart" else 0.0
    wide = (radius - hole) / len(rings)
    for ring, found in enumerate(rings):
        inner, outer = hole + ring * wide, hole + (ring + 1) * wide
        shares = [abs(cell or 0.0) for cell in _numbers(plot, found, "val")]
        turn, whole = -pi / 2, sum(shares)
        for at, share in enumerate(shares):
            if not whole:
                break
            end = turn + 2 * pi * share / whole
            _slice(plot, center, (inner, outer), (turn, end), color_of_point(found, at, plot.theme))
            middle, far = (turn + end) / 2, (inner + outer) / 2 if inner else outer * 0.7
            _label(plot, found, at, (center[0] + far * cos(middle), center[1] + far * sin(middle)))
            turn = end


def _slice(
    plot: Plot, center: Point, radii: tuple[float, float], turns: tuple[float, float], color: str
) -> None:
    steps = [turns[0] + (turns[1] - turns[0]) * step / _STEPS for step in range(_STEPS + 1)]
    outer = [(center[0] + radii[1] * cos(turn), center[1] + radii[1] * sin(turn)) for turn in steps]
    inner = [(center[0] + radii[0] * cos(turn), center[1] + radii[0] * sin(turn)) for turn in steps]
    points = [*outer, *reversed(inner)] if radii[0] else [*outer, center]
    plot.canvas.area(points, color)
    plot.canvas.line([*points, points[0]], "#FFFFFF", 1.0)


def _draw_radar(plot: Plot, series: list[Element], *, filled: bool) -> None:
    rows = [_numbers(plot, found, "val") for found in series]
    count = max((len(row) for row in rows), default=0)
    most = max((cell or 0.0 for row in rows for cell in row), default=0.0) or 1.0
    box = plot.box
    center = (box.left + box.width / 2, box.top + box.height / 2)
    radius = min(box.width, box.height) / 2 * 0.85

    def ring(shares: list[float]) -> list[Point]:
        turns = [-pi / 2 + 2 * pi * at / max(1, len(shares)) for at in range(len(shares))]
        return [
            (center[0] + radius * share * cos(turn), center[1] + radius * share * sin(turn))
            for turn, share in zip(turns, shares, strict=True)
        ]

    for step in range(1, 6):
        web = ring([step / 5] * count)
        if web:
            plot.canvas.line([*web, web[0]], "#D9D9D9")
    for found, row in zip(series, rows, strict=True):
        points = ring([max(0.0, cell or 0.0) / most for cell in row])
        if not points:
            continue
        color = color_of_series(found, plot.theme)
        if filled:
            plot.canvas.area(points, color, 0.6)
        plot.canvas.line([*points, points[0]], color, _LINE)


def _label(plot: Plot, series: Element, point: int, at: Point) -> None:
    if not point_has_label(series, point):
        return
    own = label_of_point(series, point)
    label = labels_of(series) if own is None else own
    if get(own, "c:tx") is not None:
        said = text_of(plot.ref.workbook, own, plot.ref.sheet, "")
    else:
        said = automatic_text(plot.ref, plot.document, series, point, label)
    size = font_size(label, LABEL_SIZE)
    plot.canvas.text(at, said.replace("\n", " "), size, _GREY, "m")
