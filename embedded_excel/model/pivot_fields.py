"""What a pivot is after a field was placed, renamed, sorted or summed: pure functions on `Pivot`."""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from embedded_excel.calc.pivot_words import FUNCTION_WORDS
from embedded_excel.calc.pivots import (
    Aggregation,
    Pivot,
    PivotAxis,
    PivotData,
    PivotField,
    PivotValue,
)


def with_field(pivot: Pivot, number: int, field: PivotField) -> Pivot:
    """One field replaced."""
    fields = (*pivot.fields[:number], field, *pivot.fields[number + 1 :])
    return replace(pivot, fields=fields)


def placed(pivot: Pivot, number: int, axis: PivotAxis, label_format: str = "") -> Pivot:
    """A field put on an axis, behind those that are there, and taken off its other axis."""
    field = pivot.fields[number]
    new = replace(
        field,
        axis=axis,
        number_format=field.number_format or (label_format if axis != "None" else ""),
        items=field.items
        if axis != "None"
        else tuple(replace(item, visible=True) for item in field.items),
    )
    moved = with_field(pivot, number, new)
    rows = tuple(row for row in pivot.rows if row != number)
    columns = tuple(column for column in pivot.columns if column != number)
    match axis:
        case "Row":
            rows = (*rows, number)
        case "Column":
            columns = (*columns, number)
        case "Filter" | "None":
            pass
        case _:
            assert_never(axis)
    conditions = pivot.conditions
    if axis == "None":
        conditions = tuple(found for found in conditions if found.field != number)
    return replace(moved, rows=rows, columns=columns, conditions=conditions)


def reordered(order: Sequence[int], number: int, position: int) -> tuple[int, ...]:
    """A field moved to a position among the others of its axis."""
    rest = [other for other in order if other != number]
    rest.insert(position, number)
    return tuple(rest)


def default_function(data: PivotData, name: str) -> Aggregation:
    """What Excel takes for a column: the sum of numbers, else how many there are."""
    column = data.columns[data.names.index(name)] if name in data.names else ()
    numbers = all(
        isinstance(value, int | float) and not isinstance(value, bool) for value in column
    )
    return "Sum" if numbers and column else "Count"


def value_name(pivot: Pivot, field: int, function: Aggregation, besides: int = -1) -> str:
    """`Sum of Sales`, numbered when another data field is called so."""
    name = f"{FUNCTION_WORDS[function]} of {pivot.fields[field].name}"
    taken = {value.name.casefold() for place, value in enumerate(pivot.values) if place != besides}
    number, free = 2, name
    while free.casefold() in taken:
        free, number = f"{name}{number}", number + 1
    return free


def with_value(pivot: Pivot, field: int, function: Aggregation) -> Pivot:
    """A data field added."""
    value = PivotValue(value_name(pivot, field, function), field, function)
    return replace(pivot, values=(*pivot.values, value))


def summarized(pivot: Pivot, place: int, function: Aggregation) -> Pivot:
    """A data field with another function; a name Excel gave follows it."""
    value = pivot.values[place]
    given = value_name(pivot, value.field, value.function, place)
    name = value_name(pivot, value.field, function, place) if value.name == given else value.name
    return changed_value(pivot, place, replace(value, function=function, name=name))


def changed_value(pivot: Pivot, place: int, value: PivotValue) -> Pivot:
    """A data field replaced; fields sorted by it follow its name."""
    old = pivot.values[place].name
    fields = tuple(
        replace(field, sort_by=value.name) if field.sort_by == old and old else field
        for field in pivot.fields
    )
    values = (*pivot.values[:place], value, *pivot.values[place + 1 :])
    return replace(pivot, values=values, fields=fields)


def without_value(pivot: Pivot, place: int) -> Pivot:
    """A data field removed."""
    name = pivot.values[place].name
    fields = tuple(
        replace(field, sort_by="") if field.sort_by == name else field for field in pivot.fields
    )
    conditions = tuple(
        replace(condition, value=condition.value - (condition.value > place))
        for condition in pivot.conditions
        if condition.value != place or not condition.kind.startswith("Value")
    )
    values = (*pivot.values[:place], *pivot.values[place + 1 :])
    return replace(pivot, fields=fields, values=values, conditions=conditions)


def value_key(pivot: Pivot, place: int) -> str:
    """An identity of a data field that stays when it is renamed: its field, and which of it."""
    field = pivot.values[place].field
    before = sum(value.field == field for value in pivot.values[:place])
    return f"{field}:{before}"
