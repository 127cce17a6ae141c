"""Fields of a PivotTable and their items."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.pivots import Aggregation
from embedded_excel.calc.pivots import PivotItem as ItemState
from embedded_excel.errors import invalid_argument, item_not_found, not_implemented
from embedded_excel.model.areas import flag
from embedded_excel.model.pivot_fields import with_field
from embedded_excel.model.pivot_filters import described, filtered, is_filtered, unfiltered
from embedded_excel.model.workbook import OpenWorkbook
from embedded_excel.objects.base import ExcelObject, excel_class, method, navigation, scalar
from embedded_excel.objects.pivot_base import OfField, OfPivot, OfValue, text_of
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
        if not chosen and value.get("automatic") is False:
            raise not_implemented("PivotField.subtotals without any")
        state = replace(self.state, subtotals=() if value.get("automatic") is True else chosen)
        self.change(with_field(self.pivot, self.number, state))

    @navigation("Items")
    def items(self) -> "PivotItemCollection":
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
    def sort_by_values(self, sort_by: JsonValue, values: object, scope: JsonValue) -> None:
        """Order its items by a data field's totals."""
        if scope:
            raise not_implemented("PivotField.sortByValues with items")
        order = "Ascending" if enum_value("SortBy", sort_by) == "Ascending" else "Descending"
        if not isinstance(values, OfValue):
            raise invalid_argument()
        state = replace(self.state, sort=order, sort_by=values.state.name)
        self.change(with_field(self.pivot, self.number, state))

    @method("ApplyFilter")
    def apply_filter(self, filter_: object) -> None:
        """Show some items only: chosen ones, or by their labels or values."""
        if not isinstance(filter_, dict):
            raise invalid_argument()
        given = cast("dict[str, JsonValue]", _plain(cast("object", filter_)))
        pivot = self.pivot
        several = self.workbook.engine.pivots.options(pivot).several_filters
        self.change(filtered(pivot, self.number, given, several=several))

    @method("ClearAllFilters")
    def clear_all_filters(self) -> None:
        """Show all items."""
        pivot = self.pivot
        if is_filtered(pivot, self.number):
            self.change(unfiltered(pivot, self.number))

    @method("ClearFilter")
    def clear_filter(self, filter_type: JsonValue) -> None:
        """Remove a kind of filter; there are none by date."""
        kind, pivot = enum_value("PivotFilterType", filter_type), self.pivot
        if kind in ("Manual", "Label", "Value") and is_filtered(pivot, self.number, kind):
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
        kind = enum_value("PivotFilterType", filter_type)
        return kind in ("Manual", "Label", "Value") and is_filtered(self.pivot, self.number, kind)


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


@excel_class("PivotItem")
class PivotItem(OfField):
    """One value of a field."""

    def __init__(self, workbook: OpenWorkbook, pivot: str, number: int, item: str) -> None:
        super().__init__(workbook, pivot, number)
        self.item = item

    def _item(self) -> ItemState:
        for item in self.state.items:
            if item.name == self.item:
                return item
        raise item_not_found()

    @override
    def identity(self) -> dict[str, JsonValue]:
        return {"Id": self.item}

    @scalar("Id")
    def id(self) -> JsonValue:
        """Its label."""
        return self.item

    @scalar("Name")
    def name(self) -> JsonValue:
        """Its label."""
        return self._item().name

    @scalar("IsExpanded")
    def is_expanded(self) -> JsonValue:
        """Whether what is below it shows: always."""
        return True

    @scalar("Visible")
    def visible(self) -> JsonValue:
        """Whether the pivot shows it."""
        return self._item().visible

    @visible.setter
    def set_visible(self, value: JsonValue) -> None:
        """Show or hide it; one item has to show."""
        shown, state = flag(value), self.state
        mine = self._item()
        items = tuple(
            replace(item, visible=shown) if item == mine else item for item in state.items
        )
        if state.axis == "None" or not any(item.visible for item in items):
            raise invalid_argument()
        self.change(with_field(self.pivot, self.number, replace(state, items=items)))


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


@excel_class("PivotItemCollection")
class PivotItemCollection(OfPivot):
    """The values of a field, in order."""

    def __init__(self, workbook: OpenWorkbook, pivot: str, number: int) -> None:
        super().__init__(workbook, pivot)
        self._number = number

    @override
    def named(self) -> Sequence[tuple[str, ExcelObject]]:
        items = sorted(self.pivot.fields[self._number].items, key=lambda item: item.name.casefold())
        return [
            (item.name, PivotItem(self.workbook, self.pivot_id, self._number, item.name))
            for item in items
        ]
