"""Items of a PivotTable's fields."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.pivots import PivotItem as ItemState
from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model.areas import flag
from embedded_excel.model.pivot_fields import with_field
from embedded_excel.model.workbook import OpenWorkbook
from embedded_excel.objects.base import ExcelObject, excel_class, scalar
from embedded_excel.objects.pivot_base import OfField, OfPivot, text_of


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

    def _become(self, mine: ItemState) -> None:
        state = self.state
        items = tuple(mine if item.name == self.item else item for item in state.items)
        if state.axis == "None" or not any(item.visible for item in items):
            raise invalid_argument()
        self.change(with_field(self.pivot, self.number, replace(state, items=items)))

    @override
    def identity(self) -> dict[str, JsonValue]:
        return {"Id": self.item}

    @scalar("Id")
    def id(self) -> JsonValue:
        """The label of its value."""
        return self.item

    @scalar("Name")
    def name(self) -> JsonValue:
        """Its label."""
        item = self._item()
        return item.caption or item.name

    @name.setter
    def set_name(self, value: JsonValue) -> None:
        """Show it under another name that no other item has."""
        name, mine = text_of(value), self._item()
        others = [item for item in self.state.items if item.name != self.item]
        if any((item.caption or item.name).casefold() == name.casefold() for item in others):
            raise invalid_argument()
        self._become(replace(mine, caption="" if name == mine.name else name))

    @scalar("IsExpanded")
    def is_expanded(self) -> JsonValue:
        """Whether what is below it shows."""
        return self._item().expanded

    @is_expanded.setter
    def set_is_expanded(self, value: JsonValue) -> None:
        """Open or close it."""
        self._become(replace(self._item(), expanded=flag(value)))

    @scalar("Visible")
    def visible(self) -> JsonValue:
        """Whether the pivot shows it."""
        return self._item().visible

    @visible.setter
    def set_visible(self, value: JsonValue) -> None:
        """Show or hide it; one item has to show."""
        self._become(replace(self._item(), visible=flag(value)))


@excel_class("PivotItemCollection")
class PivotItemCollection(OfPivot):
    """The values of a field, in order; or some items, each with the number of its field."""

    def __init__(
        self,
        workbook: OpenWorkbook,
        pivot: str,
        number: int,
        chosen: Sequence[tuple[int, str]] | None = None,
    ) -> None:
        super().__init__(workbook, pivot)
        self._number = number
        self._chosen = chosen

    @override
    def named(self) -> Sequence[tuple[str, ExcelObject]]:
        fields = self.pivot.fields
        if self._chosen is None:
            names = (item.name for item in fields[self._number].items)
            chosen = [(self._number, name) for name in sorted(names, key=str.casefold)]
        else:
            chosen = list(self._chosen)
        captions = {
            (number, item.name): item.caption
            for number in {number for number, _ in chosen}
            for item in fields[number].items
        }
        return [
            (
                captions.get((number, name)) or name,
                PivotItem(self.workbook, self.pivot_id, number, name),
            )
            for number, name in chosen
        ]
