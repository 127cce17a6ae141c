"""Filters of a pivot's field: from what the API passes to what is stored, and back."""

from dataclasses import replace
from datetime import datetime
from typing import Final, Literal, TypeAlias, cast

from pydantic import JsonValue

from embedded_excel.calc.pivots import Pivot, PivotCondition, PivotItem, TopUnit
from embedded_excel.errors import invalid_argument
from embedded_excel.model.pivot_fields import with_field

FilterType: TypeAlias = Literal["Manual", "Label", "Value", "Date"]
_GIVEN: Final[dict[str, FilterType]] = {
    "manualFilter": "Manual",
    "labelFilter": "Label",
    "valueFilter": "Value",
    "dateFilter": "Date",
}
_EPOCH: Final = datetime(1899, 12, 30)
_DAY: Final = 86_400
_COMPARED: Final = (*("Equals", "Before", "BeforeOrEqualTo", "After", "AfterOrEqualTo", "Between"),)
_INSIDE: Final = ("BeginsWith", "EndsWith", "Contains")
"""Conditions that look for a part of a label."""
_UNITS: Final[dict[str, TopUnit]] = {"Items": "Items", "Percent": "Percent", "Sum": "Sum"}


def filtered(
    pivot: Pivot, number: int, given: dict[str, JsonValue], *, several: bool = False
) -> Pivot:
    """A field with a filter, in the place of those it has.

    Args:
        pivot: The pivot.
        number: Which field.
        given: What `applyFilter` got: one of its filters, with its words as the API spells them.
        several: Filters of other kinds stay (`allowMultipleFiltersPerField`).

    Raises:
        ExcelApiError: InvalidArgument.
    """
    chosen = [kind for kind in _GIVEN if given.get(kind)]
    if len(chosen) != 1 or pivot.fields[number].axis == "None":
        raise invalid_argument()
    rule = given[chosen[0]]
    if not isinstance(rule, dict):
        raise invalid_argument()
    kind = _GIVEN[chosen[0]]
    bare = unfiltered(pivot, number, kind if several else None)
    match kind:
        case "Manual":
            return _only(bare, number, rule.get("selectedItems"))
        case "Label":
            condition = _label(number, rule)
        case "Value":
            condition = _value(pivot, number, rule)
        case "Date":
            condition = _date(number, rule)
    return replace(bare, conditions=(*bare.conditions, condition))


def unfiltered(pivot: Pivot, number: int, kind: FilterType | None = None) -> Pivot:
    """A field without its filters, or without those of a type."""
    new = pivot
    if kind in (None, "Manual"):
        items = tuple(replace(item, visible=True) for item in pivot.fields[number].items)
        new = with_field(new, number, replace(pivot.fields[number], items=items))
    kept = tuple(
        condition
        for condition in pivot.conditions
        if condition.field != number or kind not in (None, condition.kind)
    )
    return replace(new, conditions=kept)


def is_filtered(pivot: Pivot, number: int, kind: FilterType | None = None) -> bool:
    """Whether a field has a filter, or one of a type."""
    hidden = not all(item.visible for item in pivot.fields[number].items)
    kinds = {found.kind for found in pivot.conditions if found.field == number}
    if kind is None:
        return hidden or bool(kinds)
    return hidden if kind == "Manual" else kind in kinds


def described(pivot: Pivot, number: int) -> dict[str, JsonValue]:
    """The filters of a field as the API shows them."""
    found: dict[str, JsonValue] = {}
    items = pivot.fields[number].items
    if not all(item.visible for item in items):
        names = sorted((item.name for item in items if item.visible), key=str.casefold)
        found["manualFilter"] = {"selectedItems": [*names]}
    for condition in pivot.conditions:
        if condition.field == number:
            found[condition.kind.lower() + "Filter"] = _rule(pivot, condition)
    return found


def _rule(pivot: Pivot, condition: PivotCondition) -> JsonValue:
    rule: dict[str, JsonValue] = {
        "condition": condition.condition,
        "exclusive": condition.exclusive,
    }
    match condition.kind:
        case "Label" if condition.condition == "Between":
            return rule | {"lowerBound": condition.text, "upperBound": condition.upper_text}
        case "Label":
            inside = condition.condition in _INSIDE
            return rule | {"substring" if inside else "comparator": condition.text}
        case "Date":
            if condition.condition not in _COMPARED:
                return rule
            rule["wholeDays"] = condition.whole_days
            low, high = _moment(condition.low), _moment(condition.high)
            if condition.condition == "Between":
                return rule | {"lowerBound": low, "upperBound": high}
            return rule | {"comparator": low}
        case "Value":
            rule["value"] = pivot.values[condition.value].name
            if condition.condition in ("TopN", "BottomN"):
                return rule | {"threshold": condition.low, "selectionType": condition.unit}
            if condition.condition == "Between":
                return rule | {"lowerBound": condition.low, "upperBound": condition.high}
            return rule | {"comparator": condition.low}


def _only(pivot: Pivot, number: int, chosen: object) -> Pivot:
    field = pivot.fields[number]
    if not isinstance(chosen, list) or not chosen:
        raise invalid_argument()
    names = {_item_name(item).casefold() for item in cast("list[object]", chosen)}
    if not names <= {item.name.casefold() for item in field.items}:
        raise invalid_argument()
    items = tuple(replace(item, visible=item.name.casefold() in names) for item in field.items)
    return with_field(pivot, number, replace(field, items=items))


def showing(pivot: Pivot, number: int, names: set[str] | None) -> Pivot:
    """A field that shows these items only, or all, whatever axis it stands on."""
    field = pivot.fields[number]
    items: tuple[PivotItem, ...] = tuple(
        replace(item, visible=names is None or item.name in names) for item in field.items
    )
    return with_field(pivot, number, replace(field, items=items))


def _item_name(item: object) -> str:
    if isinstance(item, str):
        return item
    if isinstance(item, int | float) and not isinstance(item, bool):
        return f"{item:.15g}"
    raise invalid_argument()


def _label(number: int, rule: dict[str, JsonValue]) -> PivotCondition:
    condition = _word(rule.get("condition"))
    if condition == "Unknown":
        raise invalid_argument()
    exclusive = rule.get("exclusive") is True
    if condition == "Between":
        low, high = _text(rule.get("lowerBound")), _text(rule.get("upperBound"))
        return PivotCondition(number, "Label", condition, exclusive, low, high)
    # Substrings are for the conditions that look inside of a label; either is taken for both.
    names = ("substring", "comparator") if condition in _INSIDE else ("comparator", "substring")
    given = rule.get(names[0])
    text = _text(rule.get(names[1]) if given is None else given)
    return PivotCondition(number, "Label", condition, exclusive, text)


def _value(pivot: Pivot, number: int, rule: dict[str, JsonValue]) -> PivotCondition:
    condition = _word(rule.get("condition"))
    names = [value.name.casefold() for value in pivot.values]
    name = str(rule.get("value", "")).casefold()
    if name not in names or condition == "Unknown":
        raise invalid_argument()
    plain = PivotCondition(
        number, "Value", condition, rule.get("exclusive") is True, value=names.index(name)
    )
    match condition:
        case "TopN" | "BottomN":
            unit = _word(rule.get("selectionType") or "Items")
            return replace(plain, low=_number(rule.get("threshold")), unit=_UNITS[unit])
        case "Between":
            low, high = _number(rule.get("lowerBound")), _number(rule.get("upperBound"))
            return replace(plain, low=low, high=high)
        case _:
            return replace(plain, low=_number(rule.get("comparator")))


def _date(number: int, rule: dict[str, JsonValue]) -> PivotCondition:
    condition = _word(rule.get("condition"))
    plain = PivotCondition(
        number,
        "Date",
        condition,
        rule.get("exclusive") is True,
        whole_days=rule.get("wholeDays") is True,
    )
    match condition:
        case "Unknown":
            raise invalid_argument()
        case "Between":
            low, high = _serial(rule.get("lowerBound")), _serial(rule.get("upperBound"))
            return replace(plain, low=low, high=high)
        case _ if condition in _COMPARED:
            return replace(plain, low=_serial(rule.get("comparator")))
        case _ if plain.exclusive:
            # The file format has no type for the rest of a period.
            raise invalid_argument()
        case _:
            return plain


def _serial(value: JsonValue) -> float:
    """The serial number of a `FilterDatetime`, cut to its specificity."""
    if not isinstance(value, dict) or not isinstance(value.get("date"), str):
        raise invalid_argument()
    specificity = _word(value.get("specificity") or "Day")
    try:
        moment = datetime.fromisoformat(str(value["date"]).removesuffix("Z"))
    except ValueError:
        raise invalid_argument() from None
    kept = ("Year", "Month", "Day", "Hour", "Minute", "Second").index(specificity) + 1
    first = {"month": 1, "day": 1, "hour": 0, "minute": 0, "second": 0}
    cut = dict(list(first.items())[kept - 1 :])
    passed = moment.replace(tzinfo=None, microsecond=0, **cut) - _EPOCH
    return passed.days + passed.seconds / _DAY


def _moment(serial: float) -> JsonValue:
    seconds = round(serial * _DAY)
    moment = datetime.fromordinal(_EPOCH.toordinal() + seconds // _DAY)
    rest = seconds % _DAY
    date = moment.replace(hour=rest // 3600, minute=rest // 60 % 60, second=rest % 60)
    text = date.isoformat() if rest else date.date().isoformat()
    return {"date": text, "specificity": "Second" if rest else "Day"}


def _word(value: JsonValue) -> str:
    if not isinstance(value, str):
        raise invalid_argument()
    return value


def _text(value: JsonValue) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:.15g}"
    if not isinstance(value, str) or not value:
        raise invalid_argument()
    return value


def _number(value: JsonValue) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise invalid_argument()
    return float(value)
