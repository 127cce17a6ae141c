"""Searching and replacing over a whole sheet."""

from pydantic import JsonValue

from embedded_excel.calc.cells import Rect
from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model.searching import joined, searched_texts
from embedded_excel.model.workbook import Area, SheetId
from embedded_excel.objects.base import MEMBERS, ExcelObject, method
from embedded_excel.objects.range_edit import search_of
from embedded_excel.objects.tracked import TrackedAreas, new_areas, new_range


class WorksheetSearch(ExcelObject):
    """The members of Worksheet that look for text."""

    sheet: SheetId

    @method("FindAll")
    def find_all(self, text: JsonValue, criteria: JsonValue) -> TrackedAreas:
        """Every cell that contains a text."""
        found = self.find_all_or_null(text, criteria)
        if found is None:
            raise item_not_found()
        return found

    @method("FindAllOrNullObject")
    def find_all_or_null(self, text: JsonValue, criteria: JsonValue) -> TrackedAreas | None:
        """Every cell that contains a text, or a null object."""
        if not isinstance(text, str) or not text:
            raise invalid_argument()
        pattern = search_of(text, criteria).pattern()
        used = self._searched()
        if used is None:
            return None
        lines: list[list[int]] = [[] for _ in range(used.rows)]
        for (row, column), texts in searched_texts(self.workbook, Area(self.sheet, used)):
            if any(pattern.search(one) for one in texts):
                lines[row - used.top].append(column - used.left)
        areas = tuple(Area(self.sheet, rect) for rect in joined(lines, used))
        return new_areas(self.workbook, areas) if areas else None

    @method("ReplaceAll")
    def replace_all(
        self, text: JsonValue, replacement: JsonValue, criteria: JsonValue
    ) -> JsonValue:
        """Replace a text in every cell; answers the number of replacements."""
        used = self._searched() or Rect(0, 0, 0, 0)
        cells = new_range(self.workbook, Area(self.sheet, used))
        return MEMBERS["Range"].methods["ReplaceAll"](cells, text, replacement, criteria)

    def _searched(self) -> Rect | None:
        self.workbook.settle()
        index = self.workbook.sheet_index(self.sheet)
        return self.workbook.engine.used_rect(index, values_only=True)
