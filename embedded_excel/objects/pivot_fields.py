"""Fields of a PivotTable and their items."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.pivots import Aggregation
from embedded_excel.errors import invalid_argument
from embedded_excel.model.areas import flag
from embedded_excel.model.pivot_fields import with_field
from embedded_excel.model.pivot_filters import (
    FilterType,
    described,
    filtered,
    is_filtered,
    unfiltered,
)
from embedded_excel.model.workbook import OpenWorkbook
from embedded_excel.objects.base import ExcelObject, excel_class, method, navigation, scalar
from embedded_excel.objects.pivot_base import OfField, OfPivot, OfValue, text_of
from embedded_excel.objects.pivot_items import PivotItem, PivotItemCollection
from embedded_excel.wire.members import enum_value

_SUBTOTALS: dict[str, Aggregation] = {
    "sum": "Sum",
    "count": "Count",
    "average": "Average",
    "max": "Max",
    "min": "Min",
    "product": "Product",
    "countNumbers": "CountNumbers",
    "standardDeviation": "StandardDeviation",
    "standardDeviationP": "StandardDeviationP",
    "variance": "Variance",
    "varianceP": "VarianceP",
}

_CONDITIONS = {
    "labelFilter": "LabelFilterCondition",
    "valueFilter": "ValueFilterCondition",
    "dateFilter": "DateFilterCondition",
}


@excel_class("PivotField")
class PivotField(OfField):
    """A column of the source: its items, their order and their subtotals."""

    @scalar("Id")
    def id(self) -> JsonValue:
        """Its name in the source."""
        return self.state.name

    @scalar("Name")
    def name(self) -> JsonValue:
        """What the pivot shows in its place."""
        return self.caption()

    @name.setter
    def set_name(self, value: JsonValue) -> None:
        """Show another name."""
        state = replace(self.state, caption=text_of(value))
        self.change(with_field(self.pivot, self.number, state))

    @scalar("Subtotals")
    def subtotals(self) -> JsonValue:
        """Which subtotals its items have."""
        state = self.state
        chosen: dict[str, JsonValue] = {"automatic": state.subtotal and not state.subtotals}
        return chosen | {key: name in state.subtotals for key, name in _SUBTOTALS.items()}

    @subtotals.setter
    def set_subtotals(self, value: JsonValue) -> None:
        """Choose them."""
        if not isinstance(value, dict):
            raise invalid_argument()
        chosen = tuple(name for key, name in _SUBTOTALS.items() if value.get(key) is True)
        automatic = value.get("automatic") is True
        state = replace(
            self.state,
            subtotals=() if automatic else chosen,
            subtotal=automatic or bool(chosen) or "automatic" not in value,
        )
        self.change(with_field(self.pivot, self.number, state))

    @scalar("ShowAllItems")
    def show_all_items(self) -> JsonValue:
        """Whether items without a record show."""
        return self.state.show_all

    @show_all_items.setter
    def set_show_all_items(self, value: JsonValue) -> None:
        """Show or hide them."""
        state = replace(self.state, show_all=flag(value))
        self.change(with_field(self.pivot, self.number, state))

    @navigation("Items")
    def items(self) -> PivotItemCollection:
        """The values it has in the source."""
        return PivotItemCollection(self.workbook, self.pivot_id, self.number)

    @method("SortByLabels")
    def sort_by_labels(self, ascending: JsonValue) -> None:
        """Order its items by their labels."""
        up = (
            ascending
            if isinstance(ascending, bool)
            else enum_value("SortBy", ascending) == "Ascending"
        )
        state = replace(self.state, sort="Ascending" if up else "Descending", sort_by="")
        self.change(with_field(self.pivot, self.number, state))

    @method("SortByValues")
    def sort_by_values(self, sort_by: JsonValue, values: object, scope: object) -> None:
        """Order its items by a data field's totals, of all or at some items of the other axis."""
        order = "Ascending" if enum_value("SortBy", sort_by) == "Ascending" else "Descending"
        if not isinstance(values, OfValue):
            raise invalid_argument()
        state = replace(
            self.state, sort=order, sort_by=values.state.name, sort_at=self._scope(scope)
        )
        self.change(with_field(self.pivot, self.number, state))

    def _scope(self, items: object) -> tuple[str, ...]:
        """Labels on the other axis, outermost first."""
        pivot = self.pivot
        other = pivot.columns if self.number in pivot.rows else pivot.rows
        chosen: dict[int, str] = {}
        for item in cast("list[object]", items) if isinstance(items, list) else []:
            if not isinstance(item, PivotItem) or item.number not in other:
                raise invalid_argument()
            chosen[item.number] = item.item
        if not set(other[: len(chosen)]) == set(chosen):
            raise invalid_argument()
        return tuple(chosen[number] for number in other[: len(chosen)])

    @method("ApplyFilter")
    def apply_filter(self, filter_: object) -> None:
        """Show some items only: chosen ones, or by their labels or values."""
        if not isinstance(filter_, dict):
            raise invalid_argument()
        given = cast("dict[str, JsonValue]", _plain(cast("object", filter_)))
        pivot = self.pivot
        several = self.workbook.engine.pivots.options(pivot).several_filters
        self.change(filtered(pivot, self.number, _spelled(given), several=several))

    @method("ClearAllFilters")
    def clear_all_filters(self) -> None:
        """Show all items."""
        pivot = self.pivot
        if is_filtered(pivot, self.number):
            self.change(unfiltered(pivot, self.number))

    @method("ClearFilter")
    def clear_filter(self, filter_type: JsonValue) -> None:
        """Remove a kind of filter."""
        kind, pivot = _kind(filter_type), self.pivot
        if is_filtered(pivot, self.number, kind):
            self.change(unfiltered(pivot, self.number, kind))

    @method("GetFilters")
    def get_filters(self) -> JsonValue:
        """Its filters."""
        return described(self.pivot, self.number)

    @method("IsFiltered")
    def is_filtered(self, filter_type: JsonValue) -> JsonValue:
        """Whether it has a filter, or one of a kind."""
        if filter_type is None:
            return is_filtered(self.pivot, self.number)
        return is_filtered(self.pivot, self.number, _kind(filter_type))


def _kind(value: JsonValue) -> FilterType:
    kind = enum_value("PivotFilterType", value)
    if kind == "Unknown":
        raise invalid_argument()
    return cast("FilterType", kind)


def _spelled(given: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """A filter with its words as the API spells them."""
    spelled: dict[str, JsonValue] = {}
    for kind, rule in given.items():
        if not isinstance(rule, dict) or kind not in _CONDITIONS:
            spelled[kind] = rule
            continue
        new: dict[str, JsonValue] = dict(rule)
        new["condition"] = enum_value(_CONDITIONS[kind], rule.get("condition"))
        if isinstance(rule.get("selectionType"), str):
            new["selectionType"] = enum_value("TopBottomSelectionType", rule["selectionType"])
        for name in ("comparator", "lowerBound", "upperBound"):
            moment = rule.get(name)
            if isinstance(moment, dict) and "specificity" in moment:
                found = enum_value("FilterDatetimeSpecificity", moment["specificity"])
                new[name] = moment | {"specificity": found}
        spelled[kind] = new
    return spelled


def _plain(value: object) -> object:
    """A filter with items by their names where PivotItems were passed."""
    match value:
        case PivotItem():
            return value.item
        case dict():
            return {key: _plain(part) for key, part in cast("dict[str, object]", value).items()}
        case list():
            return [_plain(part) for part in cast("list[object]", value)]
        case _:
            return value


@excel_class("PivotFieldCollection")
class PivotFieldCollection(OfPivot):
    """The one field of a hierarchy."""

    def __init__(self, workbook: OpenWorkbook, pivot: str, number: int) -> None:
        super().__init__(workbook, pivot)
        self._number = number

    @override
    def named(self) -> Sequence[tuple[str, ExcelObject]]:
        field = self.pivot.fields[self._number]
        found = PivotField(self.workbook, self.pivot_id, self._number)
        return [(field.caption or field.name, found)]
