"""WorksheetFreezePanes."""

from pydantic import JsonValue

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Rect
from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model.areas import integer, resolve
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId
from embedded_excel.objects.base import ExcelObject, excel_class, method
from embedded_excel.objects.tracked import TrackedRange, new_range


@excel_class("WorksheetFreezePanes")
class WorksheetFreezePanes(ExcelObject):
    """The frozen top rows and left columns of a sheet."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId) -> None:
        super().__init__(workbook)
        self.sheet = sheet

    @method("FreezeAt")
    def freeze_at(self, frozen: object) -> None:
        """Freeze everything down to and right to the end of a range; nothing when it is null."""
        if frozen is None:
            self._freeze(0, 0)
            return
        if isinstance(frozen, TrackedRange):
            area = frozen.area
        elif isinstance(frozen, str):
            area = resolve(self.workbook, frozen, self.sheet)
        else:
            raise invalid_argument()
        rect = area.rect
        rows = 0 if rect.rows == MAX_ROWS else rect.bottom + 1
        columns = 0 if rect.columns == MAX_COLUMNS else rect.right + 1
        if area.sheet != self.sheet or not (rows or columns):
            raise invalid_argument()
        self._freeze(rows, columns)

    @method("FreezeRows")
    def freeze_rows(self, count: JsonValue) -> None:
        """Freeze the top rows, one by default."""
        self._freeze(integer(count, 1), 0)

    @method("FreezeColumns")
    def freeze_columns(self, count: JsonValue) -> None:
        """Freeze the left columns, one by default."""
        self._freeze(0, integer(count, 1))

    @method("Unfreeze")
    def unfreeze(self) -> None:
        """Freeze nothing."""
        self._freeze(0, 0)

    @method("GetLocation")
    def get_location(self) -> TrackedRange:
        """The frozen cells."""
        location = self.get_location_or_null_object()
        if location is None:
            raise item_not_found()
        return location

    @method("GetLocationOrNullObject")
    def get_location_or_null_object(self) -> TrackedRange | None:
        """The frozen cells, or null when nothing is frozen."""
        view = self.workbook.engine.sheet_view(self.workbook.sheet_index(self.sheet))
        rows, columns = view.frozen_rows, view.frozen_columns
        if not rows and not columns:
            return None
        rect = Rect(0, 0, (rows or MAX_ROWS) - 1, (columns or MAX_COLUMNS) - 1)
        return new_range(self.workbook, Area(self.sheet, rect))

    def _freeze(self, rows: int, columns: int) -> None:
        if not (0 <= rows < MAX_ROWS and 0 <= columns < MAX_COLUMNS):
            raise invalid_argument()
        self.workbook.engine.set_frozen(self.workbook.sheet_index(self.sheet), rows, columns)
