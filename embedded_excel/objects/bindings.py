"""Binding and BindingCollection."""

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.errors import ExcelApiError, invalid_argument, item_not_found
from embedded_excel.model import bindings, sheets
from embedded_excel.model.bindings import BindingKind
from embedded_excel.model.workbook import Area, OpenWorkbook
from embedded_excel.model.workbook import Binding as State
from embedded_excel.objects.base import ExcelObject, excel_class, method, scalar
from embedded_excel.objects.listed_collection import ListedCollection
from embedded_excel.objects.range_base import area_argument, make
from embedded_excel.objects.range_cells import RangeCells


@excel_class("Binding")
class Binding(ExcelObject):
    """Cells or a table that an add-in bound under an id."""

    def __init__(self, workbook: OpenWorkbook, key: str) -> None:
        super().__init__(workbook)
        self.bound_id = key

    @property
    def state(self) -> State:
        """The binding.

        Raises:
            ExcelApiError: ItemNotFound when it was released.
        """
        found = self.workbook.bindings.get(self.bound_id)
        if found is None:
            raise item_not_found()
        return found

    @override
    def identity(self) -> dict[str, JsonValue]:
        return {"Id": self.bound_id}

    @scalar("Id")
    def id(self) -> JsonValue:
        """Its id."""
        return self.bound_id

    @scalar("Type")
    def type(self) -> JsonValue:
        """`Range`, `Table` or `Text`."""
        return self.state.kind

    @method("GetRange")
    def get_range(self) -> ExcelObject:
        """The cells of a range binding."""
        return make("Range", self.workbook, self._area("Range"))

    @method("GetTable")
    def get_table(self) -> ExcelObject:
        """The table of a table binding."""
        self._area("Table")
        return make("Table", self.workbook, bindings.table_of(self.workbook, self.state).id)

    @method("GetText")
    def get_text(self) -> JsonValue:
        """The displayed text of a text binding."""
        cell = make("Range", self.workbook, self._area("Text"))
        assert isinstance(cell, RangeCells)
        text: JsonValue = cell.text
        return text[0][0] if isinstance(text, list) and isinstance(text[0], list) else ""

    @method("Delete")
    def delete(self) -> None:
        """Release it; the cells stay."""
        if not bindings.unbind(self.workbook, self.bound_id):
            raise item_not_found()

    def _area(self, kind: BindingKind) -> Area:
        if self.state.kind != kind:
            raise ExcelApiError(
                "InvalidOperation",
                f"The operation attempted is invalid on the object. The binding is of type "
                f"{self.state.kind}, not {kind}.",
                400,
            )
        return bindings.area_of(self.workbook, self.state)


@excel_class("BindingCollection")
class BindingCollection(ListedCollection[Binding]):
    """What add-ins bound. Excel keeps bindings in the file under the add-in's own identity, which
    nobody has here: they last as long as the workbook is open, and `losses` says so.
    """

    @override
    def listed(self) -> list[Binding]:
        return [Binding(self.workbook, key) for key in self.workbook.bindings]

    @override
    def answers_to(self, item: Binding, key: JsonValue) -> bool:
        return item.bound_id == key

    @scalar("Count")
    def count(self) -> JsonValue:
        """How many there are."""
        return len(self.workbook.bindings)

    @method("Add")
    def add(self, range_: JsonValue, binding_type: JsonValue, key: JsonValue) -> Binding:
        """Bind a Range or an address."""
        home = sheets.selected(self.workbook)
        return self._bind(area_argument(self.workbook, range_, home), binding_type, key)

    @method("AddFromNamedItem")
    def add_from_named_item(
        self, name: JsonValue, binding_type: JsonValue, key: JsonValue
    ) -> Binding:
        """Bind what a defined name or a table's name stands for, or an address."""
        if not isinstance(name, str):
            raise invalid_argument()
        home = sheets.selected(self.workbook)
        return self._bind(area_argument(self.workbook, name, home), binding_type, key)

    @method("AddFromSelection")
    def add_from_selection(self, binding_type: JsonValue, key: JsonValue) -> Binding:
        """Bind the selection."""
        area = sheets.selected(self.workbook)
        if not bindings.fits(self.workbook, area, bindings.kind_of(binding_type)):
            raise ExcelApiError(
                "InvalidSelection", "The current selection is invalid for this operation.", 400
            )
        return self._bind(area, binding_type, key)

    def _bind(self, area: Area, binding_type: JsonValue, key: JsonValue) -> Binding:
        if not isinstance(key, str) or not key:
            raise invalid_argument()
        kind = bindings.kind_of(binding_type)
        return Binding(self.workbook, bindings.bind(self.workbook, area, kind, key).id)
