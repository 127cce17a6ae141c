"""Where the parts of a chart lie: as they were placed by hand, else by rules of thumb.

Excel places titles, legends and plots by measuring fonts and room. Here text is measured by average
widths of letters and the parts are stacked as Excel stacks them: title at the top, legend at its
side, plot in what is left. Places that come of this are a few points off Excel's.
"""

from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from embedded_excel.model import chart_titles as titles
from embedded_excel.model.chart_axis_data import axis_scale
from embedded_excel.model.chart_groups import axis_ids
from embedded_excel.model.chart_looks import font_places
from embedded_excel.model.chart_places import Box, box_of
from embedded_excel.model.chart_sources import data_values, series_name
from embedded_excel.model.chart_types import kind_of
from embedded_excel.model.chart_xml import ChartXml, Element, get, local, number, truth, value
from embedded_excel.model.charts import ChartRef, all_series
from embedded_excel.model.shape_fitting import width_of

EDGE: Final = 7.0
LABEL_SIZE: Final = 9.0
_TITLE_SIZE: Final = 14.0
_AXIS_TITLE_SIZE: Final = 10.0
_LINE: Final = 1.2
_PADDING: Final = 3.6
_KEY: Final = 28.0
"""Points of a legend's key and the gap behind it."""
_ROUND: Final = ("pieChart", "pie3DChart", "doughnutChart", "ofPieChart", "radarChart")


@dataclass(frozen=True, slots=True)
class Layout:
    """Boxes in points from the chart's corner.

    Attributes:
        plot: The plot with the labels of its axes.
        inside: The plot without them.
    """

    size: tuple[float, float]
    title: Box | None
    legend: Box | None
    plot: Box
    inside: Box


def layout_of(ref: ChartRef, document: ChartXml | None = None) -> Layout:
    """Where the parts of a chart lie."""
    document = ref.read() if document is None else document
    whole = box_of(ref)
    size = (whole.width, whole.height)
    free = Box(EDGE, EDGE, max(1.0, size[0] - 2 * EDGE), max(1.0, size[1] - 2 * EDGE))
    title = _title(ref, document, size)
    held = get(document.chart, "c:title")
    if title is not None and not truth(held, "c:overlay", absent=False):
        taken = EDGE + title.height
        free = replace(free, top=free.top + taken, height=max(1.0, free.height - taken))
    legend = _legend(ref, document, free, size)
    if legend is not None and not truth(get(document.chart, "c:legend"), "c:overlay", absent=False):
        free = _beside(free, legend, value(get(document.chart, "c:legend"), "c:legendPos", "r"))
    plot, inside = _plot(ref, document, free, size)
    return Layout(size, title, legend, plot, inside)


def text_box(text: str, size: float) -> tuple[float, float]:
    """Width and height of a text with room around it."""
    lines = text.split("\n")
    width = max((width_of(line, size) for line in lines), default=0.0)
    return width + 2 * _PADDING, len(lines) * size * _LINE + 2 * _PADDING


def font_size(owner: Element | None, default: float) -> float:
    """Points of an element's text."""
    places = [] if owner is None else font_places(owner, make=False)
    for place in reversed(places):
        kept = place.get("sz")
        if kept is not None:
            return int(kept) / 100
    return default


def title_text(ref: ChartRef, document: ChartXml) -> str | None:
    """What the title says, None for a chart without one."""
    held = get(document.chart, "c:title")
    series = all_series(document)
    deleted = truth(document.chart, "c:autoTitleDeleted", absent=False)
    if held is None and (deleted or len(series) != 1):
        return None
    automatic = (
        series_name(ref.workbook, series[0], ref.sheet, 0) if len(series) == 1 else titles.AUTOMATIC
    )
    return titles.text_of(ref.workbook, held, ref.sheet, automatic)


def _title(ref: ChartRef, document: ChartXml, size: tuple[float, float]) -> Box | None:
    said = title_text(ref, document)
    if said is None:
        return None
    held = get(document.chart, "c:title")
    width, height = text_box(said, font_size(held, _TITLE_SIZE))
    return _placed(held, Box((size[0] - width) / 2, EDGE, width, height), size)


def _placed(owner: Element | None, box: Box, size: tuple[float, float]) -> Box:
    """A box with what was placed by hand."""
    shares = {side: titles.manual_place(owner, side) for side in "xywh"}
    return Box(
        box.left if shares["x"] is None else shares["x"] * size[0],
        box.top if shares["y"] is None else shares["y"] * size[1],
        box.width if shares["w"] is None else shares["w"] * size[0],
        box.height if shares["h"] is None else shares["h"] * size[1],
    )


def legend_names(ref: ChartRef, document: ChartXml) -> list[str]:
    """What the legend says: names of series, of points where a pie has one series."""
    series = all_series(document)
    groups = document.groups()
    if series and groups and local(groups[0]) in _ROUND[:-1]:
        return category_names(ref, series[0])
    return [
        series_name(ref.workbook, found, ref.sheet, place) for place, found in enumerate(series)
    ]


def category_names(ref: ChartRef, series: Element) -> list[str]:
    """Categories of a series as texts, `1`, `2` … where it has none."""
    name = "cat" if get(series, "c:cat") is not None else "xVal"
    found = data_values(ref.workbook, series, name, ref.sheet)
    count = len(data_values(ref.workbook, series, "val", ref.sheet))
    shown = [_short(cell) for cell in found]
    return [shown[at] if at < len(shown) else str(at + 1) for at in range(max(count, len(shown)))]


def _short(cell: object) -> str:
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return "" if cell is None else str(cell)


def _legend(ref: ChartRef, document: ChartXml, free: Box, size: tuple[float, float]) -> Box | None:
    held = get(document.chart, "c:legend")
    if held is None:
        return None
    points = font_size(held, LABEL_SIZE)
    widths = [width_of(name, points) + _KEY for name in legend_names(ref, document)] or [_KEY]
    side = value(held, "c:legendPos", "r")
    if side in ("t", "b"):
        width = min(free.width, sum(widths))
        rows = ceil(sum(widths) / free.width)
        height = rows * points * _LINE + 2 * _PADDING
        top = free.top if side == "t" else free.top + free.height - height
        box = Box(free.left + (free.width - width) / 2, top, width, height)
    else:
        width = min(free.width * 0.4, max(widths))
        height = min(free.height, len(widths) * points * _LINE * 1.4 + 2 * _PADDING)
        left = free.left if side == "l" else free.left + free.width - width
        top = free.top if side == "tr" else free.top + (free.height - height) / 2
        box = Box(left, top, width, height)
    return _placed(held, box, size)


def _beside(free: Box, legend: Box, side: str) -> Box:
    match side:
        case "t":
            taken = legend.height + EDGE
            return replace(free, top=free.top + taken, height=max(1.0, free.height - taken))
        case "b":
            return replace(free, height=max(1.0, free.height - legend.height - EDGE))
        case "l":
            taken = legend.width + EDGE
            return replace(free, left=free.left + taken, width=max(1.0, free.width - taken))
        case _:
            return replace(free, width=max(1.0, free.width - legend.width - EDGE))


def _plot(
    ref: ChartRef, document: ChartXml, free: Box, size: tuple[float, float]
) -> tuple[Box, Box]:
    held = document.plot_area
    inner = value(held, "c:layout/c:manualLayout/c:layoutTarget", "outer") == "inner"
    left, top, right, bottom = _axis_room(ref, document)
    if inner:
        inside = _placed(held, _shrunk(free, left, top, right, bottom), size)
        return _shrunk(inside, -left, -top, -right, -bottom), inside
    plot = _placed(held, free, size)
    groups = document.groups()
    if groups and local(groups[0]) in _ROUND:
        side = min(plot.width, plot.height)
        square = Box(
            plot.left + (plot.width - side) / 2, plot.top + (plot.height - side) / 2, side, side
        )
        return plot, square
    return plot, _shrunk(plot, left, top, right, bottom)


def _shrunk(box: Box, left: float, top: float, right: float, bottom: float) -> Box:
    return Box(
        box.left + left,
        box.top + top,
        max(1.0, box.width - left - right),
        max(1.0, box.height - top - bottom),
    )


def _axis_room(ref: ChartRef, document: ChartXml) -> tuple[float, float, float, float]:
    """Room that axes take on the left, top, right and bottom."""
    room = {"l": 0.0, "t": 0.0, "r": 0.0, "b": 0.0}
    for axis in document.axes():
        if truth(axis, "c:delete", absent=False):
            continue
        side = value(axis, "c:axPos", "b")
        taken = 0.0
        if value(axis, "c:tickLblPos", "nextTo") != "none":
            taken = label_room(ref, document, axis, upright=side in ("t", "b"))
        if get(axis, "c:title") is not None:
            taken += font_size(get(axis, "c:title"), _AXIS_TITLE_SIZE) * _LINE + 2 * _PADDING
        room[side] += taken
    return room["l"], room["t"], room["r"], room["b"]


def label_room(ref: ChartRef, document: ChartXml, axis: Element, *, upright: bool) -> float:
    """Points that the labels of an axis take across it."""
    points = font_size(axis, LABEL_SIZE)
    if upright:
        return points * _LINE + 2 * _PADDING
    scale = axis_scale(ref, document, axis)
    if scale is not None and counts_shares(document, axis):
        names = ["100%"]
    elif scale is not None:
        names = [tick_text(scale.minimum), tick_text(scale.maximum)]
    else:
        series = all_series(document)
        names = category_names(ref, series[0]) if series else []
    return max((width_of(name, points) for name in names), default=0.0) + 2 * _PADDING


def counts_shares(document: ChartXml, axis: Element) -> bool:
    """Whether an axis shows shares of a whole."""
    return any(
        value(group, "c:grouping") == "percentStacked" and value(axis, "c:axId") in axis_ids(group)
        for group in document.groups()
    )


def tick_text(value: float) -> str:
    """A tick's label in the General format."""
    return f"{value:.10g}"


def axis_box(ref: ChartRef, document: ChartXml, axis: Element) -> Box:
    """Where an axis with its labels lies."""
    inside = layout_of(ref, document).inside
    side = value(axis, "c:axPos", "b")
    room = label_room(ref, document, axis, upright=side in ("t", "b"))
    match side:
        case "l":
            return Box(inside.left - room, inside.top, room, inside.height)
        case "r":
            return Box(inside.left + inside.width, inside.top, room, inside.height)
        case "t":
            return Box(inside.left, inside.top - room, inside.width, room)
        case _:
            return Box(inside.left, inside.top + inside.height, inside.width, room)


# -- points ----------------------------------------------------------------------------------------
def point_place(
    ref: ChartRef, document: ChartXml, series: Element, point: int
) -> tuple[float, float]:
    """About where a point is drawn, in points from the chart's corner."""
    inside = layout_of(ref, document).inside
    group = next(found for found in document.groups() if series in list(found))
    kind = kind_of(document, group, series)
    if kind.is_round:
        return inside.left + inside.width / 2, inside.top + inside.height / 2
    name = "yVal" if kind.is_xy else "val"
    found = data_values(ref.workbook, series, name, ref.sheet)
    cell = found[point] if point < len(found) else None
    height = float(cell) if isinstance(cell, int | float) else 0.0
    ids = [one.get("val", "") for one in group if local(one) == "axId"]
    up = _share(ref, document, ids[1] if len(ids) > 1 else "", height)
    if kind.is_xy:
        places = data_values(ref.workbook, series, "xVal", ref.sheet)
        at = places[point] if point < len(places) else None
        across = _share(
            ref, document, ids[0], float(at) if isinstance(at, int | float) else point + 1
        )
    else:
        across = (point + 0.5) / max(1, len(found))
    if kind.direction == "bar":
        across, up = up, across
    return inside.left + across * inside.width, inside.top + (1 - up) * inside.height


def _share(ref: ChartRef, document: ChartXml, axis_id: str, shown: float) -> float:
    for axis in document.axes():
        if value(axis, "c:axId") == axis_id:
            scale = axis_scale(ref, document, axis)
            if scale is not None and scale.maximum > scale.minimum:
                share = (shown - scale.minimum) / (scale.maximum - scale.minimum)
                return min(1.0, max(0.0, share))
    return 0.5


def label_box(ref: ChartRef, document: ChartXml, series: Element, point: int, said: str) -> Box:
    """About where the label of a point stands; by hand, its layout says how far it was moved."""
    x, y = point_place(ref, document, series, point)
    width, height = text_box(said, LABEL_SIZE)
    box = Box(x - width / 2, y - height, width, height)
    own = label_of(series, point)
    whole = box_of(ref)
    moved = (number(own, "c:layout/c:manualLayout/c:x"), number(own, "c:layout/c:manualLayout/c:y"))
    return replace(
        box,
        left=box.left + (moved[0] or 0.0) * whole.width,
        top=box.top + (moved[1] or 0.0) * whole.height,
    )


def label_of(series: Element, point: int) -> Element | None:
    """The label of its own that a point has."""
    labels = get(series, "c:dLbls")
    for found in () if labels is None else labels:
        if local(found) == "dLbl" and value(found, "c:idx") == str(point):
            return found
    return None
