"""Adding charts and giving them other data."""

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.chart_parts import SeriesIn
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.errors import ExcelApiError, invalid_argument
from embedded_excel.model.areas import used_part
from embedded_excel.model.chart_groups import axis_ids, set_type
from embedded_excel.model.chart_places import DEFAULT_SIZE, Box, place_in
from embedded_excel.model.chart_types import ChartKind, kind_of
from embedded_excel.model.chart_xml import (
    ChartXml,
    Element,
    get,
    insert,
    parse,
    remove,
    serialise,
    set_truth,
    set_value,
    tag,
    value,
)
from embedded_excel.model.charts import ChartRef, all_series, free_name
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId

_COPIED = ("c:tx", "c:cat", "c:val", "c:xVal", "c:yVal", "c:bubbleSize")
_STEP = 18.0
_MOST_SERIES = 255


def add_chart(
    workbook: OpenWorkbook, sheet: SheetId, kind: ChartKind, source: Area, series: SeriesIn
) -> ChartRef:
    """Add a chart of a range to a sheet, in Excel's default size.

    Raises:
        ExcelApiError: InvalidArgument when the type can't show such data.
    """
    box = free_box(workbook, sheet)
    name = free_name(workbook, sheet)
    ref = _inserted(workbook, sheet, source, series, kind, box)
    charts = workbook.engine.charts
    try:
        document = parse(charts.part(ref.sheet_index, ref.number))
        _shape(document, kind)
        charts.set_part(ref.sheet_index, ref.number, serialise(document))
    except ExcelApiError:
        charts.remove(ref.sheet_index, ref.number)
        raise
    charts.rename(ref.sheet_index, ref.number, name)
    workbook.changed = True
    return ref


def set_data(ref: ChartRef, source: Area, series: SeriesIn) -> None:
    """Let a chart show another range; its type and its series' looks stay."""
    document = ref.read()
    kind = kind_of(document, document.groups()[0])
    fresh = _inserted(ref.workbook, ref.sheet, source, series, kind, None)
    charts = ref.workbook.engine.charts
    made = parse(charts.part(fresh.sheet_index, fresh.number))
    charts.remove(fresh.sheet_index, fresh.number)
    set_type(made, kind)
    if kind.group == "bubbleChart":
        _pair_bubbles(made)
    ref.edit(lambda held: _exchange(held, made))


def _inserted(
    workbook: OpenWorkbook,
    sheet: SheetId,
    source: Area,
    series: SeriesIn,
    kind: ChartKind,
    box: Box | None,
) -> ChartRef:
    workbook.settle()
    filled = used_part(workbook, source, values_only=True)
    rect = source.rect if filled is None else _within(source.rect, filled)
    if min(rect.rows, rect.columns) > _MOST_SERIES + 1:
        raise invalid_argument("A chart can show at most 255 series.")
    try:
        number = workbook.engine.charts.add(
            workbook.sheet_index(sheet),
            workbook.sheet_index(source.sheet),
            rect,
            None if box is None else place_in(workbook, sheet, box),
            series=series,
            xy=kind.is_xy,
        )
    except EngineRefused as error:
        raise invalid_argument(str(error)) from error
    return ChartRef(workbook, sheet, number)


def _within(rect: Rect, filled: Rect) -> Rect:
    """Whole rows and columns end where the filled cells end; other ranges stay as given."""
    return Rect(
        rect.top,
        rect.left,
        filled.bottom if rect.rows > filled.rows * 1000 else rect.bottom,
        filled.right if rect.columns > filled.columns * 1000 else rect.right,
    )


def _shape(document: ChartXml, kind: ChartKind) -> None:
    first = document.groups()[0]
    if kind_of(document, first) != kind:
        set_type(document, kind)
    if kind.group == "bubbleChart":
        _pair_bubbles(document)
    if kind.is_round:
        _drop_axes_text(document)


def _drop_axes_text(document: ChartXml) -> None:
    """A chart without axes has nothing but its points to tell apart: colours vary by point."""
    set_truth(document.groups()[0], "c:varyColors", to=True)


def _pair_bubbles(document: ChartXml) -> None:
    """Columns x, y, size, y, size …: every second series is the size of the one before."""
    group = document.groups()[0]
    series = group.findall(tag("c:ser"))
    if len(series) < 2:  # noqa: PLR2004 - a pair
        raise invalid_argument("Bubble charts need x values, y values and sizes.")
    for position in range(0, len(series) - 1, 2):
        size = get(series[position + 1], "c:yVal")
        if size is not None:
            size.tag = tag("c:bubbleSize")
            insert(series[position], size)
        group.remove(series[position + 1])
    for number, found in enumerate(group.findall(tag("c:ser"))):
        set_value(found, "c:idx", number)
        set_value(found, "c:order", number)


def _exchange(document: ChartXml, made: ChartXml) -> None:
    """Give a chart the data of another one's series; series that are new come in their looks."""
    new = all_series(made)
    old = all_series(document)
    for held, fresh in zip(old, new, strict=False):
        _copy_data(held, fresh)
    for group in document.groups():
        for extra in old[len(new) :]:
            if extra in list(group):
                group.remove(extra)
    groups = document.groups()
    target = groups[0]
    taken = [
        int(value(series, part, "0"))
        for series in all_series(document)
        for part in ("c:idx", "c:order")
    ]
    for fresh in new[len(old) :]:
        number = max(taken, default=-1) + 1
        taken.append(number)
        set_value(fresh, "c:idx", number)
        set_value(fresh, "c:order", number)
        # Its extensions hold an identity that another series of this chart may have.
        remove(fresh, "c:extLst")
        insert(target, fresh)
    for group in groups[1:]:
        if group.find(tag("c:ser")) is None and axis_ids(group):
            document.plot_area.remove(group)


def _copy_data(held: Element, fresh: Element) -> None:
    for name in _COPIED:
        for found in held.findall(tag(name)):
            held.remove(found)
        source = fresh.find(tag(name))
        if source is not None:
            insert(held, source)


def free_box(workbook: OpenWorkbook, sheet: SheetId) -> Box:
    """In the middle of what a window shows from the selection's sheet corner, stepped down a
    little for each chart that is there.
    """
    count = len(workbook.engine.charts.charts(workbook.sheet_index(sheet)))
    width, height = DEFAULT_SIZE
    step = _STEP * (count % 8)
    return Box(192.0 + step, 114.0 + step, width, height)
