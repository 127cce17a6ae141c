"""LinkedWorkbook and its collection: workbooks that formulas refer to. They are never opened here."""

from collections.abc import Sequence

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model.workbook import OpenWorkbook
from embedded_excel.objects.base import ExcelCollection, ExcelObject, excel_class, method, scalar


@excel_class("LinkedWorkbook")
class LinkedWorkbook(ExcelObject):
    """One of them."""

    def __init__(self, workbook: OpenWorkbook, target: str) -> None:
        super().__init__(workbook)
        self._target = target

    @override
    def identity(self) -> dict[str, JsonValue]:
        return {"Id": self._target}

    @scalar("Id")
    def id(self) -> JsonValue:
        """Where it is."""
        return self._target


@excel_class("LinkedWorkbookCollection")
class LinkedWorkbookCollection(ExcelCollection):
    """All of them."""

    @override
    def items(self) -> Sequence[LinkedWorkbook]:
        targets = self.workbook.engine.documents.linked_workbooks()
        return [LinkedWorkbook(self.workbook, target) for target in targets]

    @override
    def get_item(self, key: JsonValue) -> LinkedWorkbook:
        found = self.get_item_or_null_object(key)
        if found is None:
            raise item_not_found()
        return found

    @method("GetItemOrNullObject")
    def get_item_or_null_object(self, key: JsonValue) -> LinkedWorkbook | None:
        """One by where it is, or a null object."""
        if not isinstance(key, str):
            raise invalid_argument()
        targets = self.workbook.engine.documents.linked_workbooks()
        return LinkedWorkbook(self.workbook, key) if key in targets else None
