"""Pictures of charts: what is drawn is the chart as its part describes it, in this renderer's own hand.

Drawn are background, title, legend, axes with gridlines and labels, axis titles, and series as columns,
bars, lines, areas, pies, doughnuts, points, bubbles, radars and stock prices, in the colours of the file
or the theme, with data labels. Perspective is left out (three-dimensional types are drawn flat, surfaces
as lines), and so are trend lines, error bars, data tables, gradients and effects. Charts of the kinds
that came with Excel 2016 aren't drawn.
"""

from typing import Final

from embedded_excel.model.chart_axis_data import axis_scale
from embedded_excel.model.chart_groups import axis_ids
from embedded_excel.model.chart_layout import (
    LABEL_SIZE,
    Layout,
    category_names,
    counts_shares,
    font_size,
    layout_of,
    legend_names,
    tick_text,
    title_text,
)
from embedded_excel.model.chart_looks import fill_of, font_color, line_color
from embedded_excel.model.chart_places import Box
from embedded_excel.model.chart_titles import text_of
from embedded_excel.model.chart_types import kind_of
from embedded_excel.model.chart_xml import ChartXml, Element, get, local, truth, value
from embedded_excel.model.charts import ChartRef, all_series
from embedded_excel.pictures.canvas import PIXELS_PER_POINT, Canvas, text_extent
from embedded_excel.pictures.chart_plots import Plot, color_of_point, color_of_series, draw_group

_GREY: Final = "#595959"
_GRID: Final = "#D9D9D9"
_TITLE_SIZE: Final = 14.0
_AXIS_TITLE_SIZE: Final = 10.0
_KEY: Final = 7.0
_MOST_LABELS: Final = 40


def picture_of_chart(
    ref: ChartRef,
    width: float | None,
    height: float | None,
    kind: str = "PNG",
    *,
    mode: str = "Fill",
) -> str:
    """A picture as base64 text.

    Args:
        ref: The chart.
        width: Pixels; None for as many as the height gives, or the chart's own at 96 dots an inch.
        height: The same.
        kind: Office.js's `PictureFormat`.
        mode: `ImageFittingMode`: with both sizes given, `Fill` stretches the picture to them, `Fit`
            and `FitAndCenter` keep its proportions within them.

    Raises:
        ExcelApiError: NotImplemented for the kinds of charts that came with Excel 2016.
    """
    document = ref.read()
    layout = layout_of(ref, document)
    canvas = Canvas(*layout.size, _background(ref, document) or "#FFFFFF")
    _draw_plot(canvas, ref, document, layout)
    if layout.title is not None:
        said = title_text(ref, document) or ""
        _lines(canvas, ref, get(document.chart, "c:title"), layout.title, said, _TITLE_SIZE)
    _draw_legend(canvas, ref, document, layout)
    return canvas.encoded(kind, _pixels(layout, width, height, mode))


def _pixels(
    layout: Layout, width: float | None, height: float | None, mode: str
) -> tuple[int, int] | None:
    own = (layout.size[0] * PIXELS_PER_POINT, layout.size[1] * PIXELS_PER_POINT)
    if width is None and height is None:
        return None
    scale = (
        1.0 if width is None else width / own[0],
        1.0 if height is None else height / own[1],
    )
    if width is None or height is None or mode != "Fill":
        known = [one for one, size in zip(scale, (width, height), strict=True) if size is not None]
        scale = (min(known), min(known))
    return max(1, round(own[0] * scale[0])), max(1, round(own[1] * scale[1]))


def _background(ref: ChartRef, document: ChartXml) -> str | None:
    if get(document.root, "c:spPr/a:noFill") is not None:
        return "#FFFFFF"
    return fill_of(document.root, ref.workbook.engine.charts.theme_color)


def _lines(
    canvas: Canvas, ref: ChartRef, owner: Element | None, box: Box, said: str, default: float
) -> None:
    size = font_size(owner, default)
    owners = [] if owner is None else [owner]
    color = font_color(owners, ref.workbook.engine.charts.theme_color) or _GREY
    step = size * 1.2
    lines = said.split("\n")
    top = box.top + (box.height - step * len(lines)) / 2
    for number, line in enumerate(lines):
        at = (box.left + box.width / 2, top + step * (number + 0.5))
        canvas.text(at, line, size, color, "m")


def _draw_legend(canvas: Canvas, ref: ChartRef, document: ChartXml, layout: Layout) -> None:
    box = layout.legend
    if box is None:
        return
    held = get(document.chart, "c:legend")
    names = legend_names(ref, document)
    series = all_series(document)
    size = font_size(held, LABEL_SIZE)
    theme = ref.workbook.engine.charts.theme_color
    color = font_color([] if held is None else [held], theme) or _GREY
    by_point = len(names) != len(series) or (
        bool(series) and kind_of(document, document.groups()[0]).is_round and len(series) == 1
    )
    flat = value(held, "c:legendPos", "r") in ("t", "b")
    wide = [text_extent(name, size) + 2 * _KEY + 7 for name in names]
    left = box.left + max(0.0, (box.width - sum(wide)) / 2) if flat else box.left + _KEY / 2
    top = box.top + box.height / 2 if flat else box.top + box.height / max(1, len(names)) / 2
    for number, name in enumerate(names):
        paint = (
            color_of_point(series[0], number, theme)
            if by_point
            else color_of_series(series[number], theme)
        )
        canvas.box(left, top - _KEY / 2, _KEY, _KEY, paint)
        canvas.text((left + _KEY + 3, top), name, size, color)
        if flat:
            left += wide[number]
        else:
            top += box.height / len(names)


# -- plot and axes ---------------------------------------------------------------------------------
def _draw_plot(canvas: Canvas, ref: ChartRef, document: ChartXml, layout: Layout) -> None:
    theme = ref.workbook.engine.charts.theme_color
    box = layout.inside
    fill = fill_of(document.plot_area, theme)
    if fill:
        canvas.box(box.left, box.top, box.width, box.height, fill)
    groups = document.groups()
    for axis in document.axes() if groups and local(groups[0]) != "radarChart" else ():
        _draw_axis(canvas, ref, document, axis, layout)
    for group in document.groups():
        scales = [
            axis_scale(ref, document, axis)
            for axis_id in axis_ids(group)
            for axis in document.axes()
            if value(axis, "c:axId") == axis_id
        ]
        draw_group(Plot(canvas, ref, document, box, theme), group, scales)


def _draw_axis(
    canvas: Canvas, ref: ChartRef, document: ChartXml, axis: Element, layout: Layout
) -> None:
    if local(axis) == "serAx":
        return
    theme = ref.workbook.engine.charts.theme_color
    box, side = layout.inside, value(axis, "c:axPos", "b")
    upright = side in ("l", "r")
    places = _ticks(ref, document, axis)
    turned = value(axis, "c:scaling/c:orientation", "minMax") == "maxMin"
    along = [
        (box.top + box.height * (share if turned else 1 - share))
        if upright
        else (box.left + box.width * (1 - share if turned else share))
        for share, _ in places
    ]
    grid = get(axis, "c:majorGridlines")
    if grid is not None:
        paint = line_color(grid, theme) or _GRID
        for at in along if local(axis) == "valAx" else ():
            ends = (
                [(box.left, at), (box.left + box.width, at)]
                if upright
                else [(at, box.top), (at, box.top + box.height)]
            )
            canvas.line(ends, paint)
    if truth(axis, "c:delete", absent=False):
        return
    if local(axis) != "valAx" and get(axis, "c:spPr/a:ln/a:noFill") is None:
        edge = {"l": box.left, "r": box.left + box.width, "t": box.top}.get(
            side, box.top + box.height
        )
        ends = (
            [(edge, box.top), (edge, box.top + box.height)]
            if upright
            else [(box.left, edge), (box.left + box.width, edge)]
        )
        canvas.line(ends, line_color(axis, theme) or _GRID)
    if value(axis, "c:tickLblPos", "nextTo") != "none":
        _draw_ticks(canvas, ref, axis, box, list(zip(along, places, strict=True)))
    _draw_axis_title(canvas, ref, axis, layout)


def _ticks(ref: ChartRef, document: ChartXml, axis: Element) -> list[tuple[float, str]]:
    """Labels of an axis with the share of its length they stand at."""
    scale = axis_scale(ref, document, axis)
    if scale is not None:
        length = scale.maximum - scale.minimum
        count = round(length / scale.major) if length > 0 else 0
        values = [scale.minimum + scale.major * number for number in range(min(count, 100) + 1)]
        percent = counts_shares(document, axis)
        return [
            ((at - scale.minimum) / length, f"{at:.0%}" if percent else tick_text(round(at, 10)))
            for at in values
            if length
        ]
    for group in document.groups():
        series = [found for found in group if local(found) == "ser"]
        if value(axis, "c:axId") in axis_ids(group) and series and local(axis) != "valAx":
            names = category_names(ref, series[0])
            return [((at + 0.5) / len(names), name) for at, name in enumerate(names)]
    return []


def _draw_ticks(
    canvas: Canvas,
    ref: ChartRef,
    axis: Element,
    box: Box,
    placed: list[tuple[float, tuple[float, str]]],
) -> None:
    size, side = font_size(axis, LABEL_SIZE), value(axis, "c:axPos", "b")
    color = font_color([axis], ref.workbook.engine.charts.theme_color) or _GREY
    skip = max(1, -(-len(placed) // _MOST_LABELS))
    if side not in ("l", "r") and placed:
        widest = max(text_extent(name, size) for _, (_, name) in placed) + 4
        skip = max(skip, -(-int(widest * len(placed)) // max(1, int(box.width))))
    for at, (_, name) in placed[::skip]:
        match side:
            case "l":
                canvas.text((box.left - 4, at), name, size, color, "r")
            case "r":
                canvas.text((box.left + box.width + 4, at), name, size, color)
            case "t":
                canvas.text((at, box.top - size), name, size, color, "m")
            case _:
                canvas.text((at, box.top + box.height + size), name, size, color, "m")


def _draw_axis_title(canvas: Canvas, ref: ChartRef, axis: Element, layout: Layout) -> None:
    held = get(axis, "c:title")
    if held is None:
        return
    said = text_of(ref.workbook, held, ref.sheet, "Axis Title")
    size, box, plot = font_size(held, _AXIS_TITLE_SIZE), layout.inside, layout.plot
    color = font_color([held], ref.workbook.engine.charts.theme_color) or _GREY
    middle = (box.left + box.width / 2, box.top + box.height / 2)
    match value(axis, "c:axPos", "b"):
        case "l":
            canvas.text((plot.left + size / 2, middle[1]), said, size, color, "m", 90)
        case "r":
            right = plot.left + plot.width - size / 2
            canvas.text((right, middle[1]), said, size, color, "m", 90)
        case "t":
            canvas.text((middle[0], plot.top + size / 2), said, size, color, "m")
        case _:
            bottom = plot.top + plot.height - size / 2
            canvas.text((middle[0], bottom), said, size, color, "m")
