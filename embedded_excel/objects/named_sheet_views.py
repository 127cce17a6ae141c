"""NamedSheetView and NamedSheetViewCollection."""

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.errors import item_not_found
from embedded_excel.model import sheet_views
from embedded_excel.model.areas import item_at
from embedded_excel.model.workbook import OpenWorkbook, SheetId
from embedded_excel.objects.base import (
    ExcelCollection,
    ExcelObject,
    excel_class,
    method,
    scalar,
)


@excel_class("NamedSheetView")
class NamedSheetView(ExcelObject):
    """How a sheet is filtered in one of its views."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId, view: str) -> None:
        super().__init__(workbook)
        self._sheet = sheet
        self._view = view

    @scalar("Name")
    def name(self) -> JsonValue:
        """The name; "" of the temporary view."""
        return sheet_views.view_of(self.workbook, self._sheet, self._view).name

    @name.setter
    def set_name(self, value: JsonValue) -> None:
        """Rename; the temporary view is kept by it."""
        sheet_views.rename(self.workbook, self._sheet, self._view, value)

    @method("Activate")
    def activate(self) -> None:
        """Show it."""
        sheet_views.activate(self.workbook, self._sheet, self._view)

    @method("Delete")
    def delete(self) -> None:
        """Delete it."""
        sheet_views.delete(self.workbook, self._sheet, self._view)

    @method("Duplicate")
    def duplicate(self, name: JsonValue) -> "NamedSheetView":
        """Copy it."""
        copy = sheet_views.duplicate(self.workbook, self._sheet, self._view, name)
        return NamedSheetView(self.workbook, self._sheet, copy.id)


@excel_class("NamedSheetViewCollection")
class NamedSheetViewCollection(ExcelCollection):
    """The views of a sheet besides the default one."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId) -> None:
        super().__init__(workbook)
        self._sheet = sheet

    @override
    def items(self) -> list[NamedSheetView]:
        views = sheet_views.views_of(self.workbook, self._sheet)
        return [self._item(view.id) for view in views]

    @override
    def get_item(self, key: JsonValue) -> NamedSheetView:
        """A view by its name, whose case counts; the temporary one by ""."""
        for view in sheet_views.views_of(self.workbook, self._sheet):
            if view.name == key:
                return self._item(view.id)
        raise item_not_found()

    @method("GetItemAt")
    def get_item_at(self, index: JsonValue) -> NamedSheetView:
        """A view by its position."""
        return item_at(self.items(), index)

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """How many there are, the temporary one among them."""
        return len(self.items())

    @method("Add")
    def add(self, name: JsonValue) -> NamedSheetView:
        """Add a view like what shows."""
        return self._item(sheet_views.add(self.workbook, self._sheet, name).id)

    @method("EnterTemporary")
    def enter_temporary(self) -> NamedSheetView:
        """Show a new temporary view."""
        return self._item(sheet_views.enter_temporary(self.workbook, self._sheet).id)

    @method("Exit")
    def exit(self) -> None:
        """Show the default view."""
        sheet_views.leave(self.workbook, self._sheet)

    @method("GetActive")
    def get_active(self) -> NamedSheetView:
        """The view that shows."""
        return self._item(sheet_views.shown_view(self.workbook, self._sheet).id)

    def _item(self, view: str) -> NamedSheetView:
        return NamedSheetView(self.workbook, self._sheet, view)
