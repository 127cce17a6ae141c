"""What a column of a filter keeps, as XML of its own (ECMA-376 18.3.2.7 and its children)."""

from collections.abc import Mapping
from typing import Final
from xml.etree import ElementTree as ET

from embedded_excel.calc.conditional_rules import IconPlace
from embedded_excel.calc.row_filters import (
    ColumnFilter,
    Comparison,
    Condition,
    DateGroup,
    DatePart,
)

MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_COMPARISONS: Final[Mapping[str, Comparison]] = {
    "equal": "=",
    "lessThan": "<",
    "lessThanOrEqual": "<=",
    "notEqual": "<>",
    "greaterThanOrEqual": ">=",
    "greaterThan": ">",
}
_OPERATORS: Final = {sign: name for name, sign in _COMPARISONS.items()}
_PARTS: Final[Mapping[str, DatePart]] = {
    "year": "Year",
    "month": "Month",
    "day": "Day",
    "hour": "Hour",
    "minute": "Minute",
    "second": "Second",
}
MONTHS = (
    "January",
    "Februray",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
"""In the names of filters by period, as Office.js spells them."""
_PERIODS: Final = {
    **{f"M{number}": f"AllDatesInPeriod{month}" for number, month in enumerate(MONTHS, 1)},
    **{f"Q{number}": f"AllDatesInPeriodQuarter{number}" for number in range(1, 5)},
    "null": "Unknown",
}
_PERIOD_TYPES: Final = {office: name for name, office in _PERIODS.items()}
_ICONS: Final = {
    "3Arrows": "ThreeArrows",
    "3ArrowsGray": "ThreeArrowsGray",
    "3Flags": "ThreeFlags",
    "3TrafficLights1": "ThreeTrafficLights1",
    "3TrafficLights2": "ThreeTrafficLights2",
    "3Signs": "ThreeSigns",
    "3Symbols": "ThreeSymbols",
    "3Symbols2": "ThreeSymbols2",
    "4Arrows": "FourArrows",
    "4ArrowsGray": "FourArrowsGray",
    "4RedToBlack": "FourRedToBlack",
    "4Rating": "FourRating",
    "4TrafficLights": "FourTrafficLights",
    "5Arrows": "FiveArrows",
    "5ArrowsGray": "FiveArrowsGray",
    "5Rating": "FiveRating",
    "5Quarters": "FiveQuarters",
}
_ICON_SETS: Final = {office: name for name, office in _ICONS.items()}
_TRUE: Final = ("1", "true")


def read_column(column: int, element: ET.Element, look: ET.Element | None) -> ColumnFilter:
    """What a column keeps.

    Args:
        column: 0-based within the filter's range.
        element: A `CT_FilterColumn` with a criterion.
        look: The differential format whose colour counts, when it is by colour.

    Returns:
        Of kind `Other` when it is something that can't be said here.
    """
    other = ColumnFilter(column, "Other")
    criterion = element[0]
    match criterion.tag.removeprefix(MAIN):
        case "filters":
            return _values(column, criterion)
        case "customFilters":
            conditions = tuple(
                Condition(_COMPARISONS[one.get("operator", "equal")], one.get("val", ""))
                for one in criterion
            )
            both = criterion.get("and") in _TRUE
            return ColumnFilter(column, "Custom", conditions=conditions, both=both)
        case "top10":
            return ColumnFilter(
                column,
                "Top",
                top=criterion.get("top", "1") in _TRUE,
                percent=criterion.get("percent") in _TRUE,
                count=float(criterion.get("val", "0")),
            )
        case "dynamicFilter":
            kind = criterion.get("type", "null")
            period = _PERIODS.get(kind, kind[:1].upper() + kind[1:])
            return ColumnFilter(column, "Dynamic", dynamic=period)
        case "colorFilter":
            cells = criterion.get("cellColor", "1") in _TRUE
            color = _color(look, cells=cells)
            kind = "CellColor" if cells else "FontColor"
            return ColumnFilter(column, kind, color=color) if color else other
        case "iconFilter":
            icons = _ICONS.get(criterion.get("iconSet", ""))
            place = criterion.get("iconId")
            if icons is None or place is None:
                return other
            return ColumnFilter(column, "Icon", icon=IconPlace(icons, int(place)))
        case _:
            return other


def _values(column: int, criterion: ET.Element) -> ColumnFilter:
    dates = tuple(
        DateGroup(
            _PARTS[one.get("dateTimeGrouping", "year")],
            *(int(one.get(part, "0")) for part in _PARTS),
        )
        for one in criterion.iterfind(f"{MAIN}dateGroupItem")
    )
    return ColumnFilter(
        column,
        "Values",
        values=tuple(one.get("val", "") for one in criterion.iterfind(f"{MAIN}filter")),
        blanks=criterion.get("blank") in _TRUE,
        dates=dates,
    )


def _color(look: ET.Element | None, *, cells: bool) -> str:
    """`#RRGGBB` of a format; "" for a colour of the theme, which the format alone doesn't tell."""
    if look is None:
        return ""
    names = ("bgColor", "fgColor") if cells else ("color",)
    for name in names:
        for found in look.iter(f"{MAIN}{name}"):
            value = found.get("rgb", "")
            if value:
                return f"#{value[-6:].upper()}"
    return ""


def write_column(parent: ET.Element, wanted: ColumnFilter) -> ET.Element | None:
    """Add what a column keeps to a `CT_FilterColumn`; the format whose colour counts, if any."""
    match wanted.kind:
        case "Values":
            _write_values(parent, wanted)
        case "Custom":
            custom = _add(parent, "customFilters", {"and": "1"} if wanted.both else {})
            for one in wanted.conditions:
                operator = _OPERATORS[one.comparison]
                said = {} if operator == "equal" else {"operator": operator}
                _add(custom, "customFilter", {**said, "val": one.value})
        case "Top":
            attributes = {} if wanted.top else {"top": "0"}
            attributes |= {"percent": "1"} if wanted.percent else {}
            _add(parent, "top10", {**attributes, "val": f"{wanted.count:g}"})
        case "Dynamic":
            kind = wanted.dynamic[:1].lower() + wanted.dynamic[1:]
            _add(parent, "dynamicFilter", {"type": _PERIOD_TYPES.get(wanted.dynamic, kind)})
        case "CellColor" | "FontColor":
            cells = wanted.kind == "CellColor"
            _add(parent, "colorFilter", {} if cells else {"cellColor": "0"})
            return _look(wanted.color, cells=cells)
        case "Icon":
            assert wanted.icon is not None
            icons = _ICON_SETS[wanted.icon.icon_set]
            _add(parent, "iconFilter", {"iconSet": icons, "iconId": str(wanted.icon.index)})
        case "Other":
            raise ValueError("What a filter of another kind keeps is known only as it was read.")
    return None


def _write_values(parent: ET.Element, wanted: ColumnFilter) -> None:
    found = _add(parent, "filters", {"blank": "1"} if wanted.blanks else {})
    for value in wanted.values:
        _add(found, "filter", {"val": value})
    for date in wanted.dates:
        numbers = (date.year, date.month, date.day, date.hour, date.minute, date.second)
        depth = list(_PARTS.values()).index(date.part)
        names = list(_PARTS)
        said = {name: str(numbers[at]) for at, name in enumerate(names[: depth + 1])}
        _add(found, "dateGroupItem", {**said, "dateTimeGrouping": names[depth]})


def _look(color: str, *, cells: bool) -> ET.Element:
    """A format of that colour; its root takes the name of where it goes."""
    look, argb = ET.Element("dxf"), f"FF{color[1:].upper()}"
    if cells:
        pattern = _add(_add(look, "fill", {}), "patternFill", {"patternType": "solid"})
        _add(pattern, "fgColor", {"rgb": argb})
        _add(pattern, "bgColor", {"rgb": argb})
    else:
        _add(_add(look, "font", {}), "color", {"rgb": argb})
    return look


def _add(parent: ET.Element, name: str, attributes: Mapping[str, str]) -> ET.Element:
    return ET.SubElement(parent, f"{MAIN}{name}", dict(attributes))
