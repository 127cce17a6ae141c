"""Hierarchies of a PivotTable and the axes they stand on."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.pivots import Pivot, PivotAxis
from embedded_excel.errors import invalid_argument, not_implemented
from embedded_excel.model import pivots
from embedded_excel.model.areas import flag, integer
from embedded_excel.model.pivot_fields import placed, reordered, with_field
from embedded_excel.objects.base import ExcelObject, excel_class, method, navigation, scalar
from embedded_excel.objects.pivot_base import OfField, OfPivot, text_of
from embedded_excel.objects.pivot_fields import PivotFieldCollection


class _Hierarchy(OfField):
    """A column of the source, on an axis or not."""

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
        name, pivot = text_of(value), self.pivot
        others = [field for number, field in enumerate(pivot.fields) if number != self.number]
        if any((field.caption or field.name).casefold() == name.casefold() for field in others):
            raise invalid_argument()
        self.change(with_field(pivot, self.number, replace(self.state, caption=name)))

    @navigation("Fields")
    def fields(self) -> PivotFieldCollection:
        """Its one field."""
        return PivotFieldCollection(self.workbook, self.pivot_id, self.number)


@excel_class("PivotHierarchy")
class PivotHierarchy(_Hierarchy):
    """A column of the source."""


@excel_class("RowColumnPivotHierarchy")
class RowColumnPivotHierarchy(_Hierarchy):
    """A column of the source on the row or column axis."""

    @scalar("Position")
    def position(self) -> JsonValue:
        """Place on its axis, outermost first."""
        return _order(self.pivot, self.state.axis).index(self.number)

    @position.setter
    def set_position(self, value: JsonValue) -> None:
        """Move it on its axis."""
        pivot, axis = self.pivot, self.state.axis
        order = _order(pivot, axis)
        place = integer(value)
        if not 0 <= place < len(order):
            raise invalid_argument()
        new = reordered(order, self.number, place)
        self.change(replace(pivot, rows=new) if axis == "Row" else replace(pivot, columns=new))

    @method("SetToDefault")
    def set_to_default(self) -> None:
        """Back to the name of the source."""
        self.change(with_field(self.pivot, self.number, replace(self.state, caption="")))


@excel_class("FilterPivotHierarchy")
class FilterPivotHierarchy(_Hierarchy):
    """A column of the source above the pivot, to filter by."""

    @scalar("Position")
    def position(self) -> JsonValue:
        """Place among the filters, which stand in the order of the source here."""
        return self.pivot.filters.index(self.number)

    @scalar("EnableMultipleFilterItems")
    def enable_multiple_filter_items(self) -> JsonValue:
        """Whether several items can be chosen: always."""
        return True

    @enable_multiple_filter_items.setter
    def set_enable_multiple_filter_items(self, value: JsonValue) -> None:
        """Accepts true only."""
        if not flag(value):
            raise not_implemented("FilterPivotHierarchy.enableMultipleFilterItems = false")

    @method("SetToDefault")
    def set_to_default(self) -> None:
        """Back to the name of the source, and to all items."""
        field = self.state
        items = tuple(replace(item, visible=True) for item in field.items)
        self.change(with_field(self.pivot, self.number, replace(field, caption="", items=items)))


@excel_class("PivotHierarchyCollection")
class PivotHierarchyCollection(OfPivot):
    """Every column of the source."""

    @override
    def named(self) -> Sequence[tuple[str, ExcelObject]]:
        return [
            (field.caption or field.name, PivotHierarchy(self.workbook, self.pivot_id, number))
            for number, field in enumerate(self.pivot.fields)
        ]


class _Axis(OfPivot):
    """Hierarchies on an axis."""

    axis: ClassVar[PivotAxis]
    item: ClassVar[type[_Hierarchy]]

    @override
    def named(self) -> Sequence[tuple[str, ExcelObject]]:
        pivot = self.pivot
        return [
            (
                pivot.fields[number].caption or pivot.fields[number].name,
                self.item(self.workbook, self.pivot_id, number),
            )
            for number in _order(pivot, self.axis)
        ]

    @method("Add")
    def add(self, hierarchy: object) -> ExcelObject:
        """Put a column on this axis, as the innermost; it leaves its other axis."""
        if not isinstance(hierarchy, _Hierarchy):
            raise invalid_argument()
        number, pivot = hierarchy.number, self.pivot
        if pivot.fields[number].axis != self.axis:
            code = pivots.label_format(self.workbook, pivot.source, number)
            pivots.change(self.workbook, placed(pivot, number, self.axis, code))
        return self.item(self.workbook, self.pivot_id, number)

    @method("Remove")
    def remove(self, hierarchy: object) -> None:
        """Take a column off this axis."""
        if not isinstance(hierarchy, _Hierarchy):
            raise invalid_argument()
        if hierarchy.state.axis != self.axis:
            raise invalid_argument()
        pivots.change(self.workbook, placed(self.pivot, hierarchy.number, "None"))


class RowHierarchies(_Axis):
    """The row axis."""

    axis = "Row"
    item = RowColumnPivotHierarchy


@excel_class("RowColumnPivotHierarchyCollection")
class ColumnHierarchies(_Axis):
    """The column axis; the row axis answers under the same class name."""

    axis = "Column"
    item = RowColumnPivotHierarchy


RowHierarchies.class_name = ColumnHierarchies.class_name


@excel_class("FilterPivotHierarchyCollection")
class FilterPivotHierarchyCollection(_Axis):
    """The filters above the pivot."""

    axis = "Filter"
    item = FilterPivotHierarchy


def _order(pivot: Pivot, axis: PivotAxis) -> tuple[int, ...]:
    match axis:
        case "Row":
            return pivot.rows
        case "Column":
            return pivot.columns
        case "Filter" | "None":
            return pivot.filters
