"""`FilterCriteria` of the API, to and from what a column keeps."""

import re
from datetime import datetime
from typing import Final, Literal, cast

from pydantic import JsonValue

from embedded_excel.calc.row_filters import (
    ColumnFilter,
    Comparison,
    Condition,
    DateGroup,
    DatePart,
)
from embedded_excel.errors import invalid_argument, not_implemented
from embedded_excel.model.colors import color_code
from embedded_excel.objects.conditional_icons import icon_place
from embedded_excel.wire.members import enum_value

_COMPARISON = re.compile(r"(<=|>=|<>|=|<|>)?(.*)", re.DOTALL)
_ENDS: Final = {
    "TopItems": (True, False),
    "TopPercent": (True, True),
    "BottomItems": (False, False),
    "BottomPercent": (False, True),
}
ICON_SETS_2010: Final = ("ThreeStars", "ThreeTriangles", "FiveBoxes")
_MOST_ITEMS, _MOST_PERCENT = 500, 100
_PARTS: Final[tuple[DatePart, ...]] = ("Year", "Month", "Day", "Hour", "Minute", "Second")


def column_filter(column: int, criteria: JsonValue) -> ColumnFilter:
    """What a column keeps by criteria.

    Raises:
        ExcelApiError: InvalidArgument, NotImplemented for icons of the sets of Excel 2010.
    """
    if not isinstance(criteria, dict):
        raise invalid_argument()
    kind = enum_value("FilterOn", criteria.get("filterOn"))
    match kind:
        case "Values":
            return values_filter(column, criteria.get("values"))
        case "Custom":
            return custom_filter(
                column,
                criteria.get("criterion1"),
                criteria.get("criterion2"),
                criteria.get("operator"),
            )
        case "Dynamic":
            return dynamic_filter(column, criteria.get("dynamicCriteria"))
        case "CellColor" | "FontColor":
            return color_filter(column, kind, criteria.get("color"))
        case "Icon":
            return icon_filter(column, criteria.get("icon"))
        case _:
            return ends_filter(column, kind, criteria.get("criterion1"))


def values_filter(column: int, values: JsonValue) -> ColumnFilter:
    """Displayed texts, or dates down to a part, that stay.

    Raises:
        ExcelApiError: InvalidArgument.
    """
    if not isinstance(values, list) or not values:
        raise invalid_argument()
    texts: list[str] = []
    dates: list[DateGroup] = []
    for value in values:
        if isinstance(value, dict):
            dates.append(_date_group(value))
        elif isinstance(value, bool) or not isinstance(value, str | int | float):
            raise invalid_argument()
        else:
            texts.append(value if isinstance(value, str) else f"{value:.15g}")
    return ColumnFilter(
        column,
        "Values",
        values=tuple(text for text in texts if text),
        blanks="" in texts,
        dates=tuple(dates),
    )


def _date_group(value: dict[str, JsonValue]) -> DateGroup:
    text = value.get("date")
    part = cast("DatePart", enum_value("FilterDatetimeSpecificity", value.get("specificity")))
    if not isinstance(text, str):
        raise invalid_argument()
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise invalid_argument() from None
    fields = (
        moment.year,
        moment.month,
        moment.day,
        moment.hour,
        moment.minute,
        moment.second,
    )
    known = _PARTS.index(part) + 1
    return DateGroup(part, *(field if at < known else 0 for at, field in enumerate(fields)))


def custom_filter(
    column: int, first: JsonValue, second: JsonValue, operator: JsonValue
) -> ColumnFilter:
    """One or two comparisons such as `>50` or `=*s`.

    Raises:
        ExcelApiError: InvalidArgument.
    """
    conditions = [_condition(one) for one in (first, second) if one not in (None, "")]
    if not conditions or first in (None, ""):
        raise invalid_argument()
    both = enum_value("FilterOperator", operator or "And") == "And"
    return ColumnFilter(
        column, "Custom", conditions=tuple(conditions), both=both and len(conditions) > 1
    )


def _condition(value: JsonValue) -> Condition:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Condition("=", f"{value:.15g}")
    if not isinstance(value, str):
        raise invalid_argument()
    found = _COMPARISON.fullmatch(value)
    assert found is not None
    return Condition(cast("Comparison", found[1] or "="), found[2])


def ends_filter(column: int, kind: str, count: JsonValue) -> ColumnFilter:
    """The largest or smallest values.

    Raises:
        ExcelApiError: InvalidArgument.
    """
    top, percent = _ENDS[kind]
    try:
        number = int(cast("str", count))
    except (TypeError, ValueError):
        raise invalid_argument() from None
    if not 1 <= number <= (_MOST_PERCENT if percent else _MOST_ITEMS):
        raise invalid_argument()
    return ColumnFilter(column, "Top", top=top, percent=percent, count=number)


def color_filter(
    column: int, kind: Literal["CellColor", "FontColor"], color: JsonValue
) -> ColumnFilter:
    """Cells with a colour, behind or of their text.

    Raises:
        ExcelApiError: InvalidArgument.
    """
    return ColumnFilter(column, kind, color=color_code(color))


def icon_filter(column: int, value: JsonValue) -> ColumnFilter:
    """Cells with an icon of a conditional format.

    Raises:
        ExcelApiError: InvalidArgument, NotImplemented for icons of the sets of Excel 2010.
    """
    icon = icon_place(value)
    if icon is None:
        raise invalid_argument()
    if icon.icon_set in ICON_SETS_2010:
        raise not_implemented(f"filtering by icons of {icon.icon_set}")
    return ColumnFilter(column, "Icon", icon=icon)


def dynamic_filter(column: int, criteria: JsonValue) -> ColumnFilter:
    """A criterion that depends on the data or the date.

    Raises:
        ExcelApiError: InvalidArgument.
    """
    name = enum_value("DynamicFilterCriteria", criteria)
    if name == "Unknown":
        raise invalid_argument()
    return ColumnFilter(column, "Dynamic", dynamic=name)


def criteria_json(found: ColumnFilter) -> JsonValue:
    """`FilterCriteria` of a column.

    Raises:
        ExcelApiError: NotImplemented for cells without an icon, which came with the file.
    """
    match found.kind:
        case "Values":
            values: list[JsonValue] = [*found.values, *([""] if found.blanks else [])]
            values += [_date_json(group) for group in found.dates]
            return {"filterOn": "Values", "values": values}
        case "Custom":
            texts = [f"{one.comparison}{one.value}" for one in found.conditions]
            criteria: dict[str, JsonValue] = {
                "criterion1": texts[0],
                "filterOn": "Custom",
                "operator": "And" if found.both or len(texts) == 1 else "Or",
            }
            if len(texts) > 1:
                criteria["criterion2"] = texts[1]
            return criteria
        case "Top":
            ends = (found.top, found.percent)
            kind = next(name for name, key in _ENDS.items() if key == ends)
            return {"criterion1": f"{found.count:.15g}", "filterOn": kind}
        case "Dynamic":
            return {"dynamicCriteria": found.dynamic, "filterOn": "Dynamic"}
        case "CellColor" | "FontColor":
            return {"color": found.color.upper(), "filterOn": found.kind}
        case "Icon":
            assert found.icon is not None
            icon: dict[str, JsonValue] = {"index": found.icon.index, "set": found.icon.icon_set}
            return {"filterOn": "Icon", "icon": icon}
        case "Other":
            raise not_implemented("FilterCriteria of cells without an icon")


def _date_json(group: DateGroup) -> JsonValue:
    moment = datetime(
        group.year,
        group.month or 1,
        group.day or 1,
        group.hour,
        group.minute,
        group.second,
    )
    timed = _PARTS.index(group.part) > _PARTS.index("Day")
    text = moment.isoformat() if timed else moment.date().isoformat()
    return {"date": text, "specificity": group.part}
