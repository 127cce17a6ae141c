"""Setting and SettingCollection: what an add-in keeps in the workbook."""

from collections.abc import Sequence

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model.workbook import OpenWorkbook
from embedded_excel.objects.base import ExcelCollection, ExcelObject, excel_class, method, scalar


@excel_class("Setting")
class Setting(ExcelObject):
    """One setting, by its key. Office.js writes a Date into the value as `Date(milliseconds)`."""

    def __init__(self, workbook: OpenWorkbook, key: str) -> None:
        super().__init__(workbook)
        self._key = key

    @override
    def identity(self) -> dict[str, JsonValue]:
        return {"_Id": self._key}

    @scalar("_Id")
    def id(self) -> JsonValue:
        """What the collection finds it by."""
        return self._key

    @scalar("Key")
    def key(self) -> JsonValue:
        """Its key."""
        return self._key

    @scalar("Value")
    def value(self) -> JsonValue:
        """Its value."""
        if self._key not in self.workbook.settings:
            raise item_not_found()
        return self.workbook.settings[self._key]

    @value.setter
    def set_value(self, value: JsonValue) -> None:
        """Change the value."""
        if self._key not in self.workbook.settings:
            raise item_not_found()
        self.workbook.settings[self._key] = value

    @method("Delete")
    def delete(self) -> None:
        """Delete it."""
        if self.workbook.settings.pop(self._key, self) is self:
            raise item_not_found()


@excel_class("SettingCollection")
class SettingCollection(ExcelCollection):
    """The settings. Excel stores them under the add-in's own identity, which nobody has here: they
    last as long as the workbook is open, and `losses` says so.
    """

    @override
    def items(self) -> Sequence[Setting]:
        return [Setting(self.workbook, key) for key in self.workbook.settings]

    @override
    def get_item(self, key: JsonValue) -> Setting:
        found = self.get_item_or_null_object(key)
        if found is None:
            raise item_not_found()
        return found

    @method("GetItemOrNullObject")
    def get_item_or_null_object(self, key: JsonValue) -> Setting | None:
        """A setting by its key, or null."""
        known = isinstance(key, str) and key in self.workbook.settings
        return Setting(self.workbook, key) if known and isinstance(key, str) else None

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """How many there are."""
        return len(self.workbook.settings)

    @method("Add")
    def add(self, key: JsonValue, value: JsonValue) -> Setting:
        """Add a setting, or set the one that has the key."""
        if not isinstance(key, str) or not key:
            raise invalid_argument()
        self.workbook.settings[key] = value
        return Setting(self.workbook, key)
