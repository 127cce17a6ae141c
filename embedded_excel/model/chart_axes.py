"""The axes of a chart, by their role, and settings that stand elsewhere than on the axis itself."""

from typing import Final, Literal, TypeAlias

from embedded_excel.model.chart_groups import axis_by_id, axis_ids, is_secondary
from embedded_excel.model.chart_xml import (
    ChartXml,
    Element,
    get,
    local,
    need,
    number,
    remove,
    remove_any,
    set_truth,
    set_value,
    tag,
    value,
)

AxisRole: TypeAlias = Literal["Category", "Value", "Series"]
AxisGroup: TypeAlias = Literal["Primary", "Secondary"]

DISPLAY_UNITS: Final = {
    "Hundreds": "hundreds",
    "Thousands": "thousands",
    "TenThousands": "tenThousands",
    "HundredThousands": "hundredThousands",
    "Millions": "millions",
    "TenMillions": "tenMillions",
    "HundredMillions": "hundredMillions",
    "Billions": "billions",
    "Trillions": "trillions",
}


def groups_on(document: ChartXml, group: AxisGroup) -> list[Element]:
    """Plot groups on the primary or on the secondary axes."""
    return [
        found
        for found in document.groups()
        if axis_ids(found) and is_secondary(document, found) == (group == "Secondary")
    ]


def axis_of(document: ChartXml, role: AxisRole, group: AxisGroup) -> Element | None:
    """An axis by its role: the first axis of a group is its category or x axis."""
    for found in groups_on(document, group):
        axes = [axis_by_id(document, axis_id) for axis_id in axis_ids(found)]
        for position, axis in enumerate(axes):
            if axis is None:
                continue
            if role == "Series" and local(axis) == "serAx":
                return axis
            if role == "Category" and (local(axis) in ("catAx", "dateAx") or position == 0):
                return axis
            if role == "Value" and local(axis) == "valAx" and position > 0:
                return axis
    return None


def crossing(document: ChartXml, axis: Element) -> Element | None:
    """The axis that crosses this one; it says where."""
    return axis_by_id(document, value(axis, "c:crossAx"))


def position(document: ChartXml, axis: Element) -> tuple[str, float | None]:
    """Where the other axis crosses: `Automatic`, `Maximum`, `Minimum`, or `Custom` and where."""
    other = crossing(document, axis)
    at = number(other, "c:crossesAt")
    if at is not None:
        return "Custom", at
    return {"max": "Maximum", "min": "Minimum"}.get(value(other, "c:crosses"), "Automatic"), None


def set_position(document: ChartXml, axis: Element, where: str, at: float = 0.0) -> None:
    """Say where the other axis crosses."""
    other = crossing(document, axis)
    if other is None:
        return
    remove_any(other, "c:crosses", "c:crossesAt")
    if where == "Custom":
        set_value(other, "c:crossesAt", at)
    else:
        kept = {"Maximum": "max", "Minimum": "min"}.get(where, "autoZero")
        set_value(other, "c:crosses", kept)


def display_unit(axis: Element) -> str:
    """`None`, `Custom`, or the name of a unit."""
    units = get(axis, "c:dispUnits")
    if units is None:
        return "None"
    if get(units, "c:custUnit") is not None:
        return "Custom"
    kept = value(units, "c:builtInUnit", "thousands")
    return next(name for name, unit in DISPLAY_UNITS.items() if unit == kept)


def set_display_unit(axis: Element, unit: str, custom: float | None = None) -> None:
    """Count the axis in a unit, with a label that says so as Excel adds it."""
    if unit == "None":
        remove(axis, "c:dispUnits")
        return
    units = need(axis, "c:dispUnits")
    remove_any(units, "c:custUnit", "c:builtInUnit")
    if custom is None:
        set_value(units, "c:builtInUnit", DISPLAY_UNITS[unit])
    else:
        set_value(units, "c:custUnit", custom)
    need(units, "c:dispUnitsLbl")


def set_category_type(axis: Element, kind: str) -> None:
    """Make a category axis one of texts, one of dates, or let Excel choose."""
    axis.tag = tag("c:dateAx" if kind == "DateAxis" else "c:catAx")
    set_truth(axis, "c:auto", to=kind == "Automatic")
    if kind == "DateAxis":
        remove_any(axis, "c:lblAlgn", "c:noMultiLvlLbl", "c:tickLblSkip", "c:tickMarkSkip")
    else:
        remove_any(
            axis,
            "c:baseTimeUnit",
            "c:majorUnit",
            "c:majorTimeUnit",
            "c:minorUnit",
            "c:minorTimeUnit",
        )
