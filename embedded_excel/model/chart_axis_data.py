"""What an axis shows: the values its bounds come from, and its categories."""

from itertools import zip_longest

from embedded_excel.model.chart_groups import axis_ids
from embedded_excel.model.chart_scales import Scale, automatic_scale
from embedded_excel.model.chart_sources import categories_kind, data_values, set_reference
from embedded_excel.model.chart_xml import ChartXml, Element, get, local, number, tag, value
from embedded_excel.model.charts import ChartRef
from embedded_excel.model.workbook import Area

_PERCENT = [0.0, 0.95]


def axis_scale(ref: ChartRef, document: ChartXml, axis: Element) -> Scale | None:
    """Bounds and units of a linear value axis, with those Excel chooses by itself.

    None for axes whose scale isn't a matter of values alone: categories, dates, logarithms.
    """
    if local(axis) != "valAx" or get(axis, "c:scaling/c:logBase") is not None:
        return None
    axis_id = value(axis, "c:axId")
    shown: list[float] = []
    for group in document.groups():
        ids = axis_ids(group)
        if axis_id in ids:
            shown.extend(_values(ref, group, across=ids.index(axis_id) == 0))
    return automatic_scale(
        shown,
        minimum=number(axis, "c:scaling/c:min"),
        maximum=number(axis, "c:scaling/c:max"),
        major=number(axis, "c:majorUnit"),
    )


def _values(ref: ChartRef, group: Element, *, across: bool) -> list[float]:
    grouping = value(group, "c:grouping")
    if grouping == "percentStacked":
        return _PERCENT
    xy = local(group) in ("scatterChart", "bubbleChart")
    name = ("xVal" if across else "yVal") if xy else "val"
    rows = [
        data_values(ref.workbook, series, name, ref.sheet) for series in group.findall(tag("c:ser"))
    ]
    numbers = [
        [float(cell) if isinstance(cell, int | float) else None for cell in row] for row in rows
    ]
    if grouping == "stacked":
        sums: list[float] = []
        for column in zip_longest(*numbers):
            known = [cell for cell in column if cell is not None]
            sums.append(sum(cell for cell in known if cell > 0))
            sums.append(sum(cell for cell in known if cell < 0))
        return sums
    known = [cell for row in numbers for cell in row if cell is not None]
    if xy and across and not known:
        # Texts can't be x values: points are counted then.
        return [float(at + 1) for row in numbers for at in range(len(row))]
    return known


def set_categories(ref: ChartRef, document: ChartXml, axis: Element, area: Area) -> None:
    """Name the categories of every series on an axis by cells."""
    axis_id = value(axis, "c:axId")
    kind = categories_kind(ref.workbook, area)
    for group in document.groups():
        if axis_id in axis_ids(group):
            name = "xVal" if local(group) in ("scatterChart", "bubbleChart") else "cat"
            for series in group.findall(tag("c:ser")):
                set_reference(ref.workbook, series, name, area, kind)
