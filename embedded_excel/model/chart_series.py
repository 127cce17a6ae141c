"""Series: added, removed, and settings that stand on their plot group."""

from typing import Final

from embedded_excel.model.chart_groups import adopt, group_of, is_secondary
from embedded_excel.model.chart_sources import set_literal_name
from embedded_excel.model.chart_types import kind_of
from embedded_excel.model.chart_xml import (
    ChartXml,
    Element,
    fragment,
    insert,
    local,
    set_value,
    tag,
    value,
)
from embedded_excel.model.charts import all_series

GROUP_SETTINGS: Final = {
    "gapWidth": ("barChart", "bar3DChart", "ofPieChart"),
    "overlap": ("barChart",),
    "holeSize": ("doughnutChart",),
    "firstSliceAng": ("pieChart", "doughnutChart"),
    "bubbleScale": ("bubbleChart",),
    "secondPieSize": ("ofPieChart",),
    "splitType": ("ofPieChart",),
    "splitPos": ("ofPieChart",),
}
"""Settings of a plot group that a series of it answers for, and the groups that have them."""


def has_setting(group: Element, name: str) -> bool:
    """Whether a plot group has a setting."""
    return local(group) in GROUP_SETTINGS[name]


def add_series(document: ChartXml, name: str | None, index: int | None) -> int:
    """Add a series without values to the first plot group, at a plot order or last; its number."""
    series = all_series(document)
    number = max((int(value(found, "c:idx", "0")) for found in series), default=-1) + 1
    groups = document.groups()
    group = next((found for found in groups if not is_secondary(document, found)), groups[0])
    order = len(series) if index is None else max(0, min(index, len(series)))
    for found in series:
        place = int(value(found, "c:order", "0"))
        if place >= order:
            set_value(found, "c:order", place + 1)
    made = fragment(f'<c:ser><c:idx val="{number}"/><c:order val="{order}"/></c:ser>')
    if name is not None:
        set_literal_name(made, name)
    adopt(made, kind_of(document, group))
    insert(group, made)
    return number


def remove_series(document: ChartXml, series: Element) -> None:
    """Remove a series; the last one leaves an empty group, since a chart can't be without any."""
    group = group_of(document, series)
    order = int(value(series, "c:order", "0"))
    group.remove(series)
    if group.find(tag("c:ser")) is None and len(document.groups()) > 1:
        document.plot_area.remove(group)
    for found in all_series(document):
        place = int(value(found, "c:order", "0"))
        if place > order:
            set_value(found, "c:order", place - 1)


def set_order(document: ChartXml, series: Element, order: int) -> None:
    """Change the plot order of a series within its group."""
    group = group_of(document, series)
    others = [found for found in all_series(document) if found in list(group)]
    orders = sorted(int(value(found, "c:order", "0")) for found in others)
    others.remove(series)
    others.insert(max(0, min(order, len(others))), series)
    for place, found in zip(orders, others, strict=True):
        set_value(found, "c:order", place)
    for found in others:
        group.remove(found)
    for found in others:
        insert(group, found)


def order_in_group(document: ChartXml, series: Element) -> int:
    """Position of a series among those of its group."""
    group = group_of(document, series)
    return [found for found in all_series(document) if found in list(group)].index(series)
