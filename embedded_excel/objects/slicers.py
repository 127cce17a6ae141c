"""Slicer, SlicerItem and their collections."""

from dataclasses import replace
from typing import cast

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.slicers import Slicer as SlicerState
from embedded_excel.calc.slicers import SlicerSort
from embedded_excel.errors import invalid_argument, not_implemented
from embedded_excel.model import slicers
from embedded_excel.model.areas import flag, sheet_named
from embedded_excel.model.chart_places import Box
from embedded_excel.model.workbook import OpenWorkbook, SheetId
from embedded_excel.objects.base import (
    ExcelCollection,
    ExcelObject,
    excel_class,
    method,
    navigation,
    scalar,
)
from embedded_excel.objects.listed_collection import ListedCollection
from embedded_excel.objects.pivot_base import OfField
from embedded_excel.objects.pivot_tables import PivotTable, PivotTableCollection
from embedded_excel.objects.range_base import make
from embedded_excel.objects.tables import Table, TableCollection
from embedded_excel.wire.members import enum_value


class _OfSlicer(ExcelObject):
    """A slicer or part of it, by the sheet it lies on and its frame."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId, number: int) -> None:
        super().__init__(workbook)
        self.sheet = sheet
        self.number = number

    @property
    def state(self) -> SlicerState:
        """The slicer as it is now."""
        return slicers.slicer_by_id(self.workbook, self.sheet, self.number)


@excel_class("Slicer")
class Slicer(_OfSlicer):
    """A slicer over a column of a table or a field of a pivot; lengths in points."""

    def _change(self, slicer: SlicerState) -> None:
        slicers.change(self.workbook, self.sheet, slicer)

    def _box(self) -> Box:
        return slicers.box_of(self.workbook, self.sheet, self.state)

    def _put(self, part: str, value: JsonValue) -> None:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise invalid_argument()
        box = replace(self._box(), **{part: float(value)})
        slicers.put(self.workbook, self.sheet, self.state, box)

    @override
    def identity(self) -> dict[str, JsonValue]:
        return {"Id": self.id}

    @scalar("Id")
    def id(self) -> JsonValue:
        """Identity: the sheet and the frame."""
        return f"{self.sheet}{self.number}"

    @scalar("Name")
    def name(self) -> JsonValue:
        """Name."""
        return self.state.name

    @name.setter
    def set_name(self, value: JsonValue) -> None:
        """Rename it."""
        if not isinstance(value, str) or not value:
            raise invalid_argument()
        slicers.rename(self.workbook, self.sheet, self.state, value)

    @scalar("Caption")
    def caption(self) -> JsonValue:
        """Its heading."""
        return self.state.caption

    @caption.setter
    def set_caption(self, value: JsonValue) -> None:
        """Set it."""
        if not isinstance(value, str):
            raise invalid_argument()
        self._change(replace(self.state, caption=value))

    @scalar("Style")
    def style(self) -> JsonValue:
        """Name of its style."""
        return self.state.style

    @style.setter
    def set_style(self, value: JsonValue) -> None:
        """Set one of Excel's styles."""
        if not isinstance(value, str) or not value.startswith("SlicerStyle"):
            raise invalid_argument()
        self._change(replace(self.state, style=value))

    @scalar("SortBy")
    def sort_by(self) -> JsonValue:
        """Order of its items."""
        return self.state.sort

    @sort_by.setter
    def set_sort_by(self, value: JsonValue) -> None:
        """Set it."""
        order = enum_value("SlicerSortType", value)
        if order == "DataSourceOrder":
            raise not_implemented("Slicer.sortBy = DataSourceOrder")
        self._change(replace(self.state, sort=cast("SlicerSort", order)))

    @scalar("Left")
    def left(self) -> JsonValue:
        """Distance from the left."""
        return self._box().left

    @left.setter
    def set_left(self, value: JsonValue) -> None:
        """Move it."""
        self._put("left", value)

    @scalar("Top")
    def top(self) -> JsonValue:
        """Distance from the top."""
        return self._box().top

    @top.setter
    def set_top(self, value: JsonValue) -> None:
        """Move it."""
        self._put("top", value)

    @scalar("Width")
    def width(self) -> JsonValue:
        """Width."""
        return self._box().width

    @width.setter
    def set_width(self, value: JsonValue) -> None:
        """Resize it."""
        self._put("width", value)

    @scalar("Height")
    def height(self) -> JsonValue:
        """Height."""
        return self._box().height

    @height.setter
    def set_height(self, value: JsonValue) -> None:
        """Resize it."""
        self._put("height", value)

    @scalar("IsFilterCleared")
    def is_filter_cleared(self) -> JsonValue:
        """Whether all items are selected."""
        return slicers.selected(self.workbook, self.state) is None

    @navigation("Worksheet")
    def worksheet(self) -> ExcelObject:
        """The sheet it lies on."""
        return make("Worksheet", self.workbook, self.sheet)

    @navigation("SlicerItems")
    def slicer_items(self) -> "SlicerItemCollection":
        """The values it offers."""
        return SlicerItemCollection(self.workbook, self.sheet, self.number)

    @method("GetSelectedItems")
    def get_selected_items(self) -> JsonValue:
        """Keys of the selected items."""
        state = self.state
        chosen = slicers.selected(self.workbook, state)
        keys: list[JsonValue] = []
        keys.extend(slicers.values_of(self.workbook, state) if chosen is None else chosen)
        return keys

    @method("SelectItems")
    def select_items(self, items: JsonValue) -> None:
        """Select items by their keys; none means all."""
        if items is None or items == []:
            slicers.select(self.workbook, self.state, None)
            return
        if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
            raise invalid_argument()
        slicers.select(self.workbook, self.state, [str(item) for item in items])

    @method("ClearFilters")
    def clear_filters(self) -> None:
        """Select all items."""
        slicers.select(self.workbook, self.state, None)

    @method("Delete")
    def delete(self) -> None:
        """Delete it."""
        slicers.delete(self.workbook, self.sheet, self.state)


@excel_class("SlicerItem")
class SlicerItem(_OfSlicer):
    """One value a slicer offers."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId, number: int, key: str) -> None:
        super().__init__(workbook, sheet, number)
        self._key = key

    @scalar("Key")
    def key(self) -> JsonValue:
        """The value."""
        return self._key

    @scalar("Name")
    def name(self) -> JsonValue:
        """The value as it is shown."""
        return self._key

    @scalar("HasData")
    def has_data(self) -> JsonValue:
        """Whether a row or record has it that passes the other filters of a pivot."""
        return slicers.has_data(self.workbook, self.state, self._key)

    @scalar("IsSelected")
    def is_selected(self) -> JsonValue:
        """Whether the filter keeps it."""
        chosen = slicers.selected(self.workbook, self.state)
        return chosen is None or self._key in chosen

    @is_selected.setter
    def set_is_selected(self, value: JsonValue) -> None:
        """Select it too, or no longer."""
        state, wanted = self.state, flag(value)
        known = slicers.values_of(self.workbook, state)
        chosen = slicers.selected(self.workbook, state)
        keys = set(known if chosen is None else chosen)
        keys = keys | {self._key} if wanted else keys - {self._key}
        items = [key for key in known if key in keys]
        slicers.select(self.workbook, state, None if len(items) in (0, len(known)) else items)


@excel_class("SlicerItemCollection")
class SlicerItemCollection(ListedCollection[SlicerItem]):
    """The values a slicer offers, in its order."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId, number: int) -> None:
        super().__init__(workbook)
        self._sheet = sheet
        self._number = number

    @override
    def listed(self) -> list[SlicerItem]:
        state = slicers.slicer_by_id(self.workbook, self._sheet, self._number)
        return [
            SlicerItem(self.workbook, self._sheet, self._number, key)
            for key in slicers.values_of(self.workbook, state)
        ]

    @override
    def answers_to(self, item: SlicerItem, key: JsonValue) -> bool:
        return item.key == key


@excel_class("SlicerCollection")
class SlicerCollection(ListedCollection[Slicer]):
    """Slicers of a sheet or of the workbook."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId | None = None) -> None:
        super().__init__(workbook)
        self._sheet = sheet

    @override
    def listed(self) -> list[Slicer]:
        sheets = self.workbook.sheet_ids if self._sheet is None else [self._sheet]
        return [
            Slicer(self.workbook, sheet, slicer.id)
            for sheet in sheets
            for slicer in slicers.slicers_on(self.workbook, sheet)
        ]

    @override
    def answers_to(self, item: Slicer, key: JsonValue) -> bool:
        names = (item.state.name.casefold(), str(item.id).casefold())
        return str(key).casefold() in names

    @method("Add")
    def add(self, source: object, field: object, destination: object) -> Slicer:
        """Add a slicer over a column of a table or a field of a pivot, on this sheet or another."""
        if isinstance(source, str):
            source = self._named(source)
        if isinstance(source, PivotTable):
            pivot = source.pivot
            sheet = self._destination(destination) or self.workbook.sheet_ids[pivot.sheet]
            place = _field_of(source, field)
            number = slicers.add_for_pivot(self.workbook, sheet, pivot, place)
            return Slicer(self.workbook, sheet, number)
        if not isinstance(source, Table):
            raise invalid_argument()
        table = source.state
        sheet = self._destination(destination) or self.workbook.sheet_ids[table.sheet]
        number = slicers.add(self.workbook, sheet, table, _column(source, field))
        return Slicer(self.workbook, sheet, number)

    def _named(self, name: str) -> ExcelObject:
        """A table or pivot by name or id."""
        pivot = PivotTableCollection(self.workbook).get_item_or_null_object(name)
        return pivot or TableCollection(self.workbook).get_item(name)

    def _destination(self, destination: object) -> SheetId | None:
        sheet = getattr(destination, "sheet", None)
        if isinstance(sheet, str):
            return sheet
        if isinstance(destination, str):
            known = destination in self.workbook.sheet_ids
            return destination if known else sheet_named(self.workbook, destination)
        return self._sheet


def _field_of(table: PivotTable, field: object) -> int:
    """Position of the field that was passed by object, name or id."""
    if isinstance(field, OfField):
        return field.number
    for number, known in enumerate(table.pivot.fields):
        if isinstance(field, str) and field.casefold() in (
            known.name.casefold(),
            known.caption.casefold(),
        ):
            return number
    raise invalid_argument()


def _column(table: Table, field: object) -> str:
    """Name of the column that was passed by object, name or position."""
    columns = table.state.columns
    if isinstance(field, ExcelObject):
        identity = field.identity().get("Id")
        found = table.columns()
        assert isinstance(found, ExcelCollection)
        for column, known in zip(found.items(), columns, strict=True):
            if column.identity().get("Id") == identity:
                return known.name
    if isinstance(field, int) and not isinstance(field, bool) and 0 <= field < len(columns):
        return columns[field].name
    if not isinstance(field, str):
        raise invalid_argument()
    return field
