"""Data fields of a PivotTable."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.pivots import Aggregation
from embedded_excel.errors import ExcelApiError, invalid_argument
from embedded_excel.model import pivots
from embedded_excel.model.areas import integer
from embedded_excel.model.pivot_fields import (
    changed_value,
    default_function,
    summarized,
    value_key,
    value_name,
    with_value,
    without_value,
)
from embedded_excel.objects.base import ExcelObject, excel_class, method, navigation, scalar
from embedded_excel.objects.pivot_base import OfField, OfPivot, OfValue, text_of
from embedded_excel.objects.pivot_fields import PivotField
from embedded_excel.objects.pivot_items import PivotItem
from embedded_excel.wire.members import enum_value

_PERCENT = "0.00%"
_ALONG_A_FIELD = frozenset(
    {
        *("PercentOf", "DifferenceFrom", "PercentDifferenceFrom", "PercentOfParentTotal"),
        *("RunningTotal", "PercentRunningTotal", "RankAscending", "RankDecending"),
    }
)
"""What is shown along a field: the first one when none is given."""


@excel_class("DataPivotHierarchy")
class DataPivotHierarchy(OfValue):
    """A column of the source with a function."""

    @scalar("Id")
    def id(self) -> JsonValue:
        """Identity."""
        return self.key

    @scalar("Name")
    def name(self) -> JsonValue:
        """What the pivot calls it."""
        return self.state.name

    @name.setter
    def set_name(self, value: JsonValue) -> None:
        """Call it something that is no column's name."""
        name, pivot, place = text_of(value), self.pivot, self.place
        taken = [field.name for field in pivot.fields]
        taken += [other.name for index, other in enumerate(pivot.values) if index != place]
        if name.casefold() in (other.casefold() for other in taken):
            raise invalid_argument()
        self.change(changed_value(pivot, place, replace(self.state, name=name)))

    @scalar("Position")
    def position(self) -> JsonValue:
        """Place among the data fields."""
        return self.place

    @position.setter
    def set_position(self, value: JsonValue) -> None:
        """Move it among the data fields."""
        pivot, to = self.pivot, integer(value)
        if not 0 <= to < len(pivot.values):
            raise invalid_argument()
        values = list(pivot.values)
        values.insert(to, values.pop(self.place))
        self.change(replace(pivot, values=tuple(values)))

    @scalar("NumberFormat")
    def number_format(self) -> JsonValue:
        """Number format of its cells."""
        return self.state.number_format or "General"

    @number_format.setter
    def set_number_format(self, value: JsonValue) -> None:
        """Set it."""
        state = replace(self.state, number_format=text_of(value))
        self.change(changed_value(self.pivot, self.place, state))

    @scalar("SummarizeBy")
    def summarize_by(self) -> JsonValue:
        """Its function."""
        return self.state.function

    @summarize_by.setter
    def set_summarize_by(self, value: JsonValue) -> None:
        """Set it; a name that Excel gave follows."""
        wanted = enum_value("AggregationFunction", value)
        pivot = self.pivot
        if wanted == "Unknown":
            raise invalid_argument()
        if wanted == "Automatic":
            wanted = self._default()
        self.change(summarized(pivot, self.place, cast("Aggregation", wanted)))

    @scalar("ShowAs")
    def show_as(self) -> JsonValue:
        """How its values are shown."""
        return {"calculation": self.state.show_as}

    @show_as.setter
    def set_show_as(self, value: object) -> None:
        """Show them as shares, differences, ranks or running totals."""
        if not isinstance(value, dict):
            raise invalid_argument()
        rule = cast("dict[str, object]", value)
        calculation = enum_value("ShowAsCalculation", rule.get("calculation"))
        field, item = rule.get("baseField"), rule.get("baseItem")
        pivot = self.pivot
        on_axes = (*pivot.rows, *pivot.columns)
        base_field = on_axes[0] if on_axes and calculation in _ALONG_A_FIELD else -1
        if isinstance(field, PivotField):
            base_field = field.number
        base_item = -1
        if isinstance(item, PivotItem):
            names = [known.name for known in item.state.items]
            base_item = names.index(item.item) if item.item in names else -1
        if calculation == "Unknown":
            raise invalid_argument()
        state = replace(
            self.state,
            number_format=_shown_format(self.state.number_format, calculation),
            show_as=calculation,
            base_field=base_field,
            base_item=base_item,
        )
        self.change(changed_value(self.pivot, self.place, state))

    @navigation("Field")
    def field(self) -> PivotField:
        """The column it is computed from."""
        return PivotField(self.workbook, self.pivot_id, self.state.field)

    @method("SetToDefault")
    def set_to_default(self) -> None:
        """Back to the name, function and looks Excel would give it."""
        pivot, place = self.pivot, self.place
        function = self._default()
        field = pivot.values[place].field
        state = replace(
            self.state,
            name=value_name(pivot, field, function, place),
            function=function,
            number_format="",
            show_as="None",
            base_field=-1,
            base_item=-1,
        )
        self.change(changed_value(pivot, place, state))

    def _default(self) -> Aggregation:
        return _default_function(self, self.state.field)


@excel_class("DataPivotHierarchyCollection")
class DataPivotHierarchyCollection(OfPivot):
    """The data fields."""

    @override
    def named(self) -> Sequence[tuple[str, ExcelObject]]:
        pivot = self.pivot
        return [
            (
                value.name,
                DataPivotHierarchy(self.workbook, self.pivot_id, value_key(pivot, place)),
            )
            for place, value in enumerate(pivot.values)
        ]

    @method("Add")
    def add(self, hierarchy: object) -> DataPivotHierarchy:
        """Sum up a column; one that isn't all numbers is counted."""
        if not isinstance(hierarchy, OfField):
            raise invalid_argument()
        function = _default_function(self, hierarchy.number)
        pivot = with_value(self.pivot, hierarchy.number, function)
        pivots.change(self.workbook, pivot)
        key = value_key(pivot, len(pivot.values) - 1)
        return DataPivotHierarchy(self.workbook, self.pivot_id, key)

    @method("Remove")
    def remove(self, hierarchy: object) -> None:
        """Remove one."""
        if not isinstance(hierarchy, DataPivotHierarchy):
            raise invalid_argument()
        pivots.change(self.workbook, without_value(self.pivot, hierarchy.place))


def _shown_format(code: str, calculation: str) -> str:
    """Excel shows shares as percentages unless somebody chose a format."""
    if calculation.startswith("Percent"):
        return code or _PERCENT
    return "" if code == _PERCENT else code


def _default_function(part: OfValue | OfPivot, field: int) -> Aggregation:
    pivot = part.pivot
    try:
        data = pivots.read_source(part.workbook, pivot.source)
    except ExcelApiError:
        return "Sum"
    return default_function(data, pivot.fields[field].name)
