"""Filters of pivots by label or value, which the engine stores and evaluates."""

from typing import Final

from formulon.workbook import PivotFilterSpec, PivotFilterType, PivotFilterValueKind

from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.pivots import ConditionKind, Pivot, PivotCondition, PivotField

_TYPES: Final[dict[ConditionKind, PivotFilterType]] = {
    "ValueTop": PivotFilterType.VALUE_TOP_10,
    "ValueGreaterThan": PivotFilterType.VALUE_GREATER_THAN,
    "ValueBetween": PivotFilterType.VALUE_BETWEEN,
    "LabelContains": PivotFilterType.LABEL_CONTAINS,
    "LabelBeginsWith": PivotFilterType.LABEL_BEGINS_WITH,
}
_KINDS: Final[dict[int, ConditionKind]] = {int(number): kind for kind, number in _TYPES.items()}
_AXES: Final = {"Row": 0, "Column": 1, "None": 0, "Filter": 3}
_INT, _DOUBLE, _TEXT = (
    PivotFilterValueKind.INT,
    PivotFilterValueKind.DOUBLE,
    PivotFilterValueKind.TEXT,
)


def conditions(
    book: Book, sheet: int, index: int, fields: tuple[PivotField, ...]
) -> tuple[PivotCondition, ...]:
    """The filters of a pivot that have a name here; others stay in the file untouched."""
    names = [field.name for field in fields]
    found: list[PivotCondition] = []
    for number in range(book.wheel.pivot_filter_count(sheet, index)):
        spec = book.wheel.pivot_filter_at(sheet, index, number)
        kind = _KINDS.get(int(spec.type))
        if kind is not None and spec.field_name in names:
            whole = int(spec.value_kind) == int(_INT)
            low = float(spec.value_int) if whole else spec.value_double
            high_whole = int(spec.value_high_kind) == int(_INT)
            high = float(spec.value_high_int) if high_whole else spec.value_high_double
            place = names.index(spec.field_name)
            text = spec.value_text or ""
            found.append(PivotCondition(place, kind, text, low, high, spec.data_field_index))
    return tuple(found)


def store_conditions(book: Book, pivot: Pivot) -> None:
    """Replace the filters of a pivot."""
    book.wheel.pivot_filter_clear(pivot.sheet, pivot.index)
    for condition in pivot.conditions:
        field = pivot.fields[condition.field]
        spec = PivotFilterSpec(
            _AXES[field.axis],
            field.name,
            _TYPES[condition.kind],
            data_field_index=condition.value,
        )
        match condition.kind:
            case "LabelContains" | "LabelBeginsWith":
                spec.value_kind, spec.value_text = _TEXT, condition.text
            case "ValueTop":
                spec.value_kind, spec.value_int = _INT, int(condition.low)
            case "ValueGreaterThan":
                spec.value_kind, spec.value_double = _DOUBLE, condition.low
            case "ValueBetween":
                spec.value_kind, spec.value_double = _DOUBLE, condition.low
                spec.value_high_kind, spec.value_high_double = _DOUBLE, condition.high
        book.wheel.pivot_filter_add(pivot.sheet, pivot.index, spec)
