"""Filters of a pivot's field: from what the API passes to what is stored, and back."""

from dataclasses import replace
from typing import Literal, TypeAlias, cast

from pydantic import JsonValue

from embedded_excel.calc.pivots import Pivot, PivotCondition
from embedded_excel.errors import invalid_argument, not_implemented
from embedded_excel.model.pivot_fields import with_field

FilterType: TypeAlias = Literal["Manual", "Label", "Value"]
_GIVEN: dict[str, FilterType] = {
    "manualFilter": "Manual",
    "labelFilter": "Label",
    "valueFilter": "Value",
}
_KINDS: dict[str, FilterType] = {
    "LabelContains": "Label",
    "LabelBeginsWith": "Label",
    "ValueGreaterThan": "Value",
    "ValueBetween": "Value",
    "ValueTop": "Value",
}


def filtered(
    pivot: Pivot, number: int, given: dict[str, JsonValue], *, several: bool = False
) -> Pivot:
    """A field with a filter, in the place of those it has.

    Args:
        pivot: The pivot.
        number: Which field.
        given: What `applyFilter` got: one of its filters.
        several: Filters of other kinds stay (`allowMultipleFiltersPerField`).

    Raises:
        ExcelApiError: InvalidArgument; NotImplemented for conditions that can't be stored.
    """
    chosen = [
        kind
        for kind in ("manualFilter", "labelFilter", "valueFilter", "dateFilter")
        if given.get(kind)
    ]
    if len(chosen) != 1 or pivot.fields[number].axis == "None":
        raise invalid_argument()
    rule = given[chosen[0]]
    if not isinstance(rule, dict):
        raise invalid_argument()
    bare = unfiltered(pivot, number, _GIVEN.get(chosen[0]) if several else None)
    match chosen[0]:
        case "manualFilter":
            return _only(bare, number, rule.get("selectedItems"))
        case "labelFilter":
            condition = _label(number, rule)
        case "valueFilter":
            condition = _value(pivot, number, rule)
        case _:
            raise not_implemented("PivotField.applyFilter with dateFilter")
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
        if condition.field != number or (kind is not None and _KINDS[condition.kind] != kind)
    )
    return replace(new, conditions=kept)


def is_filtered(pivot: Pivot, number: int, kind: FilterType | None = None) -> bool:
    """Whether a field has a filter, or one of a type."""
    hidden = not all(item.visible for item in pivot.fields[number].items)
    kinds = {_KINDS[found.kind] for found in pivot.conditions if found.field == number}
    if kind is None:
        return hidden or bool(kinds)
    return hidden if kind == "Manual" else kind in kinds


def described(pivot: Pivot, number: int) -> dict[str, JsonValue]:
    """The filters of a field as the API shows them."""
    found: dict[str, JsonValue] = {}
    items = pivot.fields[number].items
    if not all(item.visible for item in items):
        shown: list[JsonValue] = [item.name for item in items if item.visible]
        found["manualFilter"] = {"selectedItems": shown}
    for condition in pivot.conditions:
        if condition.field == number:
            found[_KINDS[condition.kind].lower() + "Filter"] = _rule(pivot, condition)
    return found


def _rule(pivot: Pivot, condition: PivotCondition) -> JsonValue:
    rule: dict[str, JsonValue] = {"exclusive": False}
    match condition.kind:
        case "LabelContains" | "LabelBeginsWith":
            name = condition.kind.removeprefix("Label")
            return rule | {"condition": name, "substring": condition.text}
        case "ValueGreaterThan":
            rule |= {"condition": "GreaterThan", "comparator": condition.low}
        case "ValueBetween":
            rule |= {
                "condition": "Between",
                "lowerBound": condition.low,
                "upperBound": condition.high,
            }
        case "ValueTop":
            rule |= {
                "condition": "TopN",
                "threshold": condition.low,
                "selectionType": "Items",
            }
    return rule | {"value": pivot.values[condition.value].name}


def _only(pivot: Pivot, number: int, chosen: object) -> Pivot:
    field = pivot.fields[number]
    if not isinstance(chosen, list) or not chosen:
        raise invalid_argument()
    names = {_item_name(item).casefold() for item in cast("list[object]", chosen)}
    if not names <= {item.name.casefold() for item in field.items}:
        raise invalid_argument()
    items = tuple(replace(item, visible=item.name.casefold() in names) for item in field.items)
    return with_field(pivot, number, replace(field, items=items))


def _item_name(item: object) -> str:
    if isinstance(item, str):
        return item
    if isinstance(item, int | float) and not isinstance(item, bool):
        return f"{item:.15g}"
    raise invalid_argument()


def _label(number: int, rule: dict[str, JsonValue]) -> PivotCondition:
    condition, text = _condition(rule), rule.get("substring")
    if condition not in ("Contains", "BeginsWith") or rule.get("exclusive") is True:
        raise not_implemented(f"a labelFilter that isn't Contains or BeginsWith ({condition})")
    if not isinstance(text, str) or not text:
        raise invalid_argument()
    kind = "LabelContains" if condition == "Contains" else "LabelBeginsWith"
    return PivotCondition(number, kind, text)


def _value(pivot: Pivot, number: int, rule: dict[str, JsonValue]) -> PivotCondition:
    condition = _condition(rule)
    names = [value.name.casefold() for value in pivot.values]
    name = str(rule.get("value", "")).casefold()
    if name not in names:
        raise invalid_argument()
    place = names.index(name)
    if rule.get("exclusive") is True:
        raise not_implemented("a valueFilter that is exclusive")
    match condition:
        case "GreaterThan":
            low = _number(rule.get("comparator"))
            return PivotCondition(number, "ValueGreaterThan", low=low, value=place)
        case "Between":
            low, high = _number(rule.get("lowerBound")), _number(rule.get("upperBound"))
            return PivotCondition(number, "ValueBetween", low=low, high=high, value=place)
        case "TopN" if rule.get("selectionType", "Items") == "Items":
            low = _number(rule.get("threshold"))
            return PivotCondition(number, "ValueTop", low=low, value=place)
        case _:
            raise not_implemented(f"a valueFilter of this kind ({condition})")


def _condition(rule: dict[str, JsonValue]) -> str:
    condition = rule.get("condition")
    if not isinstance(condition, str):
        raise invalid_argument()
    return condition


def _number(value: JsonValue) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise invalid_argument()
    return float(value)
