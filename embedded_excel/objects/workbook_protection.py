"""WorkbookProtection."""

from pydantic import JsonValue

from embedded_excel.model.documents import protect_structure, unprotect_structure
from embedded_excel.objects.base import ExcelObject, excel_class, method, scalar


@excel_class("WorkbookProtection")
class WorkbookProtection(ExcelObject):
    """Whether sheets can be added, renamed, moved, hidden and deleted."""

    @scalar("Protected")
    def protected(self) -> JsonValue:
        """Whether they can't."""
        return self.workbook.engine.documents.structure_lock().locked

    @method("Protect")
    def protect(self, password: JsonValue) -> None:
        """Lock them, with or without a password."""
        protect_structure(self.workbook, password)

    @method("Unprotect")
    def unprotect(self, password: JsonValue) -> None:
        """Unlock them."""
        unprotect_structure(self.workbook, password)
