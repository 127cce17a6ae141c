"""WorksheetProtection."""

from pydantic import JsonValue

from embedded_excel.model import protecting
from embedded_excel.model.workbook import OpenWorkbook, SheetId
from embedded_excel.objects.base import ExcelObject, excel_class, method, scalar


@excel_class("WorksheetProtection")
class WorksheetProtection(ExcelObject):
    """Whether locked cells refuse changes, and what else is allowed."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId) -> None:
        super().__init__(workbook)
        self.sheet = sheet

    @scalar("Protected")
    def protected(self) -> JsonValue:
        """Whether it is on."""
        return protecting.protection_of(self.workbook, self.sheet).on

    @scalar("Options")
    def options(self) -> JsonValue:
        """What is allowed all the same."""
        return protecting.options_json(protecting.protection_of(self.workbook, self.sheet))

    @method("Protect")
    def protect(self, options: JsonValue, password: JsonValue) -> None:
        """Turn it on."""
        protecting.protect(self.workbook, self.sheet, options, password)

    @method("Unprotect")
    def unprotect(self, password: JsonValue) -> None:
        """Turn it off."""
        protecting.unprotect(self.workbook, self.sheet, password)
