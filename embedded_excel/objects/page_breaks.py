"""Manual page breaks."""

from collections.abc import Sequence

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.cells import Rect
from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model.areas import resolve
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId
from embedded_excel.objects.base import ExcelCollection, ExcelObject, excel_class, method, scalar
from embedded_excel.objects.tracked import TrackedRange, new_range


@excel_class("PageBreak")
class PageBreak(ExcelObject):
    """A page begins with a row, or a column, because someone said so."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId, before: int, *, rows: bool) -> None:
        super().__init__(workbook)
        self.sheet = sheet
        self.before = before
        self.rows = rows

    @override
    def identity(self) -> dict[str, JsonValue]:
        return {"_Id": self.id}

    @scalar("_Id")
    def id(self) -> JsonValue:
        """The row or column after it, as a text."""
        return f"{'row' if self.rows else 'column'} {self.before}"

    @scalar("RowIndex")
    def row_index(self) -> JsonValue:
        """0-based row after it; 0 for a break between columns."""
        return self.before if self.rows else 0

    @scalar("ColumnIndex")
    def column_index(self) -> JsonValue:
        """0-based column after it; 0 for a break between rows."""
        return 0 if self.rows else self.before

    @method("Delete")
    def delete(self) -> None:
        """Take it away."""
        pages = self.workbook.engine.sheet_parts.pages
        pages.remove_break(self.workbook.sheet_index(self.sheet), self.before, rows=self.rows)
        self.workbook.changed = True

    @method("GetCellAfterBreak")
    def get_cell_after_break(self) -> TrackedRange:
        """The first cell after it."""
        row, column = (self.before, 0) if self.rows else (0, self.before)
        return new_range(self.workbook, Area(self.sheet, Rect(row, column, row, column)))


@excel_class("PageBreakCollection")
class PageBreakCollection(ExcelCollection):
    """The manual breaks between rows, or between columns, of a sheet."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId, *, rows: bool) -> None:
        super().__init__(workbook)
        self.sheet = sheet
        self.rows = rows

    @override
    def items(self) -> Sequence[PageBreak]:
        found = self.workbook.engine.sheet_parts.pages.breaks(
            self.workbook.sheet_index(self.sheet), rows=self.rows
        )
        return [PageBreak(self.workbook, self.sheet, one, rows=self.rows) for one in found]

    @override
    def get_item(self, key: JsonValue) -> PageBreak:
        items = self.items()
        if isinstance(key, str):
            for item in items:
                if item.id == key:
                    return item
        elif isinstance(key, int) and 0 <= key < len(items):
            return items[key]
        raise item_not_found()

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """How many there are."""
        return len(self.items())

    @method("Add")
    def add(self, cells: object) -> PageBreak:
        """Begin a page with the first cell of a range."""
        if isinstance(cells, TrackedRange):
            area = cells.area
        elif isinstance(cells, str) and cells:
            area = resolve(self.workbook, cells, self.sheet)
        else:
            raise invalid_argument()
        before = area.rect.top if self.rows else area.rect.left
        if area.sheet != self.sheet or before == 0:
            raise invalid_argument()
        pages = self.workbook.engine.sheet_parts.pages
        pages.add_break(self.workbook.sheet_index(self.sheet), before, rows=self.rows)
        self.workbook.changed = True
        return PageBreak(self.workbook, self.sheet, before, rows=self.rows)

    @method("RemovePageBreaks")
    def remove_page_breaks(self) -> None:
        """Take all of them away."""
        for item in self.items():
            item.delete()
