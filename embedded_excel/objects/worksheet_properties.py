"""WorksheetCustomProperty and its collection."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.documents import DocumentParts
from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model.documents import change
from embedded_excel.model.workbook import OpenWorkbook, SheetId
from embedded_excel.objects.base import ExcelCollection, ExcelObject, excel_class, method, scalar

MOST_CHARACTERS = 255


def _pairs(workbook: OpenWorkbook, sheet: SheetId) -> tuple[tuple[str, str], ...]:
    return workbook.engine.documents.document().sheets[workbook.sheet_index(sheet)]


def _store(workbook: OpenWorkbook, sheet: SheetId, pairs: Sequence[tuple[str, str]]) -> None:
    index = workbook.sheet_index(sheet)

    def apply(parts: DocumentParts) -> DocumentParts:
        before, after = parts.sheets[:index], parts.sheets[index + 1 :]
        return replace(parts, sheets=(*before, tuple(pairs), *after))

    change(workbook, apply)


@excel_class("WorksheetCustomProperty")
class WorksheetCustomProperty(ExcelObject):
    """One property of a sheet, by its key, whatever the case."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId, key: str) -> None:
        super().__init__(workbook)
        self._sheet = sheet
        self._key = key

    def _pair(self) -> tuple[str, str]:
        for pair in _pairs(self.workbook, self._sheet):
            if pair[0].casefold() == self._key.casefold():
                return pair
        raise item_not_found()

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
        return self._pair()[0]

    @scalar("Value")
    def value(self) -> JsonValue:
        """Its value."""
        return self._pair()[1]

    @value.setter
    def set_value(self, value: JsonValue) -> None:
        """Change the value."""
        if not isinstance(value, str):
            raise invalid_argument()
        old = self._pair()
        pairs = _pairs(self.workbook, self._sheet)
        _store(
            self.workbook,
            self._sheet,
            [(old[0], value) if pair == old else pair for pair in pairs],
        )

    @method("Delete")
    def delete(self) -> None:
        """Delete it."""
        old = self._pair()
        pairs = _pairs(self.workbook, self._sheet)
        _store(self.workbook, self._sheet, [pair for pair in pairs if pair != old])


@excel_class("WorksheetCustomPropertyCollection")
class WorksheetCustomPropertyCollection(ExcelCollection):
    """The properties of one sheet."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId) -> None:
        super().__init__(workbook)
        self._sheet = sheet

    @override
    def items(self) -> Sequence[WorksheetCustomProperty]:
        return [
            WorksheetCustomProperty(self.workbook, self._sheet, key)
            for key, _ in _pairs(self.workbook, self._sheet)
        ]

    @override
    def get_item(self, key: JsonValue) -> WorksheetCustomProperty:
        found = self.get_item_or_null_object(key)
        if found is None:
            raise item_not_found()
        return found

    @method("GetItemOrNullObject")
    def get_item_or_null_object(self, key: JsonValue) -> WorksheetCustomProperty | None:
        """A property by its key, or null."""
        for known, _ in _pairs(self.workbook, self._sheet):
            if known.casefold() == str(key).casefold():
                return WorksheetCustomProperty(self.workbook, self._sheet, known)
        return None

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """How many there are."""
        return len(_pairs(self.workbook, self._sheet))

    @method("Add")
    def add(self, key: JsonValue, value: JsonValue) -> WorksheetCustomProperty:
        """Add a property, or set the one that has the key."""
        if not isinstance(key, str) or not 0 < len(key) <= MOST_CHARACTERS:
            raise invalid_argument()
        if not isinstance(value, str):
            raise invalid_argument()
        known = self.get_item_or_null_object(key)
        if known is not None:
            known.set_value(value)
            return known
        _store(self.workbook, self._sheet, [*_pairs(self.workbook, self._sheet), (key, value)])
        return WorksheetCustomProperty(self.workbook, self._sheet, key)
