"""Filters of PivotTables in their parts (ECMA-376 18.10.1.33 `filter`, 18.18.59 `ST_PivotFilterType`)."""

import re
from collections.abc import Iterable, Iterator
from typing import Final
from xml.etree import ElementTree as ET
from xml.sax.saxutils import quoteattr

from embedded_excel.calc.pivots import PivotCondition, TopUnit

_MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_X15: Final = "http://schemas.microsoft.com/office/spreadsheetml/2010/11/main"
_UNITS: Final[dict[str, TopUnit]] = {"count": "Items", "percent": "Percent", "sum": "Sum"}
_UNIT_TYPES: Final = {unit: name for name, unit in _UNITS.items()}
_OPERATORS: Final = {
    word: both
    for words, both in (
        (("GreaterThan", "After"), ("greaterThan", "lessThanOrEqual")),
        (("GreaterThanOrEqualTo", "AfterOrEqualTo"), ("greaterThanOrEqual", "lessThan")),
        (("LessThan", "Before"), ("lessThan", "greaterThanOrEqual")),
        (("LessThanOrEqualTo", "BeforeOrEqualTo"), ("lessThanOrEqual", "greaterThan")),
    )
    for word in words
}
"""Condition → how cells that meet it, and that don't, compare."""
_WORDS: Final = {
    "Equals": ("Equal", "NotEqual"),
    "BeginsWith": ("BeginsWith", "NotBeginsWith"),
    "EndsWith": ("EndsWith", "NotEndsWith"),
    "Contains": ("Contains", "NotContains"),
    "GreaterThan": ("GreaterThan", "LessThanOrEqual"),
    "GreaterThanOrEqualTo": ("GreaterThanOrEqual", "LessThan"),
    "LessThan": ("LessThan", "GreaterThanOrEqual"),
    "LessThanOrEqualTo": ("LessThanOrEqual", "GreaterThan"),
    "Between": ("Between", "NotBetween"),
    "Before": ("OlderThan", "NewerThanOrEqual"),
    "BeforeOrEqualTo": ("OlderThanOrEqual", "NewerThan"),
    "After": ("NewerThan", "OlderThanOrEqual"),
    "AfterOrEqualTo": ("NewerThanOrEqual", "OlderThan"),
}
"""Condition → ends of type names that show, and that hide, what meets it."""
_PREFIXES: Final = {"Label": "caption", "Value": "value", "Date": "date"}
_ORDER_WORDS: Final = ("GreaterThan", "GreaterThanOrEqualTo", "LessThan", "LessThanOrEqualTo")
_VALUE_WORDS: Final = ("Equals", *_ORDER_WORDS, "Between")
_LABEL_WORDS: Final = ("BeginsWith", "EndsWith", "Contains", *_VALUE_WORDS)
_DATE_WORDS: Final = ("Equals", "Before", "BeforeOrEqualTo", "After", "AfterOrEqualTo", "Between")
_PERIODS: Final = {
    **{name.lower(): name for name in ("Yesterday", "Today", "Tomorrow")},
    **{
        f"{when.lower()}{unit}": f"{when}{unit}"
        for when in ("Last", "This", "Next")
        for unit in ("Week", "Month", "Quarter", "Year")
    },
    "yearToDate": "YearToDate",
    **{f"Q{number}": f"AllDatesInPeriodQuarter{number}" for number in range(1, 5)},
    **{
        f"M{number}": f"AllDatesInPeriod{name}"
        for number, name in enumerate(
            (
                *("January", "February", "March", "April", "May", "June"),
                *("July", "August", "September", "October", "November", "December"),
            ),
            1,
        )
    },
}
_PERIOD_TYPES: Final = {period: name for name, period in _PERIODS.items()}


def _types() -> Iterator[tuple[str, tuple[str, str, bool]]]:
    for kind, words in (("Label", _LABEL_WORDS), ("Value", _VALUE_WORDS), ("Date", _DATE_WORDS)):
        for word in words:
            shows, hides = _WORDS[word]
            yield f"{_PREFIXES[kind]}{shows}", (kind, word, False)
            yield f"{_PREFIXES[kind]}{hides}", (kind, word, True)


_NAMES: Final = {what: name for name, what in _types()}
_TYPES: Final = dict(sorted(_types(), key=lambda both: both[1][2], reverse=True))
"""A type that can be told without `exclusive` is."""


def read_filters(root: ET.Element) -> tuple[PivotCondition, ...]:
    """The filters of a definition; those of other kinds (by OLAP measures) aren't told."""
    found = (_read(element) for element in root.iterfind(f"{_MAIN}filters/{_MAIN}filter"))
    return tuple(condition for condition in found if condition is not None)


def _read(element: ET.Element) -> PivotCondition | None:
    name = element.get("type", "")
    field, value = int(element.get("fld", "0")), int(element.get("iMeasureFld", "0"))
    if name in _UNITS:
        top = element.find(f".//{_MAIN}top10")
        if top is None:
            return None
        condition = "TopN" if top.get("top", "1") in ("1", "true") else "BottomN"
        low = float(top.get("val", "0"))
        return PivotCondition(field, "Value", condition, low=low, unit=_UNITS[name], value=value)
    if name in _PERIODS:
        return PivotCondition(field, "Date", _PERIODS[name])
    if name not in _TYPES:
        return None
    kind, condition, exclusive = _TYPES[name]
    if kind == "Label":
        return PivotCondition(
            field,
            "Label",
            condition,
            exclusive,
            element.get("stringValue1", ""),
            element.get("stringValue2", ""),
        )
    bounds = [float(found.get("val", "0")) for found in element.iter(f"{_MAIN}customFilter")]
    whole = element.find(f".//{{{_X15}}}pivotFilter")
    return PivotCondition(
        field,
        "Value" if kind == "Value" else "Date",
        condition,
        exclusive,
        low=bounds[0] if bounds else 0.0,
        high=bounds[-1] if bounds else 0.0,
        value=value,
        whole_days=whole is not None and whole.get("useWholeDay") in ("1", "true"),
    )


def filters_xml(conditions: Iterable[PivotCondition]) -> str:
    """The element with all of them, "" without any."""
    written = [_filter(number, found) for number, found in enumerate(conditions, 1)]
    if not written:
        return ""
    return f'<filters count="{len(written)}">{"".join(written)}</filters>'


def _filter(number: int, condition: PivotCondition) -> str:
    name, column = _type_and_column(condition)
    text = f'<filter fld="{condition.field}" type="{name}" evalOrder="-1" id="{number}"'
    if condition.kind == "Value":
        text += f' iMeasureFld="{condition.value}"'
    if condition.kind == "Label":
        text += f" stringValue1={quoteattr(condition.text)}"
        if condition.condition == "Between":
            text += f" stringValue2={quoteattr(condition.upper_text)}"
    elif condition.kind == "Date" and condition.condition in _DATE_WORDS:
        text += f' stringValue1="{_plain(condition.low)}"'
        if condition.condition == "Between":
            text += f' stringValue2="{_plain(condition.high)}"'
    text += f'><autoFilter ref="A1"><filterColumn colId="0">{column}</filterColumn></autoFilter>'
    if condition.whole_days:
        text += (
            '<extLst><ext uri="{0605FD5F-26C8-4aeb-8148-2DB25E43C511}" '
            f'xmlns:x15="{_X15}"><x15:pivotFilter useWholeDay="1"/></ext></extLst>'
        )
    return text + "</filter>"


def _type_and_column(condition: PivotCondition) -> tuple[str, str]:
    """The type of a filter and what its column of cells would be filtered by."""
    low = _plain(condition.low)
    match condition.condition:
        case "TopN" | "BottomN":
            end = "" if condition.condition == "TopN" else ' top="0"'
            share = ' percent="1"' if condition.unit == "Percent" else ""
            name = _UNIT_TYPES[condition.unit]
            return name, f'<top10{end}{share} val="{low}" filterVal="{low}"/>'
        case period if period in _PERIOD_TYPES:
            name = _PERIOD_TYPES[period]
            return name, f'<dynamicFilter type="{name}"/>'
        case _:
            name = _NAMES[condition.kind, condition.condition, condition.exclusive]
            return name, _customs(condition)


def _customs(condition: PivotCondition) -> str:
    """Comparisons of cells; texts with stars for the rest of a label."""
    label = condition.kind == "Label"
    low = condition.text if label else _plain(condition.low)
    high = condition.upper_text if label else _plain(condition.high)
    no = ' operator="notEqual"' if condition.exclusive else ""
    match condition.condition:
        case "Equals":
            return _custom(no, low)
        case "BeginsWith":
            return _custom(no, f"{low}*")
        case "EndsWith":
            return _custom(no, f"*{low}")
        case "Contains":
            return _custom(no, f"*{low}*")
        case word if word in _OPERATORS:
            return _custom(f' operator="{_OPERATORS[word][condition.exclusive]}"', low)
        case _:
            ends = ("lessThan", "greaterThan")
            if not condition.exclusive:
                ends = ("greaterThanOrEqual", "lessThanOrEqual")
            both = "" if condition.exclusive else ' and="1"'
            inner = (
                f'<customFilter operator="{ends[0]}" val={quoteattr(low)}/>'
                f'<customFilter operator="{ends[1]}" val={quoteattr(high)}/>'
            )
            return f"<customFilters{both}>{inner}</customFilters>"


def _custom(operator: str, value: str) -> str:
    return f"<customFilters><customFilter{operator} val={quoteattr(value)}/></customFilters>"


def _plain(number: float) -> str:
    return re.sub(r"\.0$", "", repr(float(number)))
