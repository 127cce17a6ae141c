"""RangeSort and TableSort."""

from dataclasses import replace

from pydantic import JsonValue

from embedded_excel.calc.cells import Table
from embedded_excel.errors import invalid_argument, not_implemented
from embedded_excel.model.areas import flag, integer
from embedded_excel.model.sorting import SortKey, sort_cells
from embedded_excel.model.workbook import Area, OpenWorkbook
from embedded_excel.objects.base import ExcelObject, excel_class, method
from embedded_excel.objects.range_base import choice

_METHODS = ("PinYin", "StrokeCount")


def sort_keys(fields: JsonValue, member: str) -> list[SortKey]:
    """The `SortField[]` argument.

    Raises:
        ExcelApiError: InvalidArgument, or NotImplemented for sorting by colour, icon or subfield.
    """
    if not isinstance(fields, list) or not fields:
        raise invalid_argument()
    keys: list[SortKey] = []
    for field in fields:
        if not isinstance(field, dict):
            raise invalid_argument()
        if choice(field.get("sortOn"), ("Value", "CellColor", "FontColor", "Icon"), "Value") != (
            "Value"
        ):
            raise not_implemented(f"{member} by colour or icon")
        if field.get("subField") is not None:
            raise not_implemented(f"{member} by subField")
        option = choice(field.get("dataOption"), ("Normal", "TextAsNumber"), "Normal")
        keys.append(
            SortKey(
                integer(field.get("key")),
                ascending=flag(field.get("ascending"), default=True),
                text_as_number=option == "TextAsNumber",
            )
        )
    return keys


@excel_class("RangeSort")
class RangeSort(ExcelObject):
    """Sorts the cells of a range."""

    def __init__(self, workbook: OpenWorkbook, area: Area) -> None:
        super().__init__(workbook)
        self._area = area

    @method("Apply")
    def apply(
        self,
        fields: JsonValue,
        match_case: JsonValue,
        has_headers: JsonValue,
        orientation: JsonValue,
        sort_method: JsonValue,
    ) -> None:
        """Sort now; a header row (or column) stays where it is."""
        by_columns = choice(orientation, ("Rows", "Columns"), "Rows") == "Columns"
        choice(sort_method, _METHODS, "PinYin")
        keys = sort_keys(fields, "RangeSort.apply")
        rect = self._area.rect
        if flag(has_headers):
            if by_columns:
                rect = replace(rect, left=rect.left + 1)
            else:
                rect = replace(rect, top=rect.top + 1)
            if rect.rows < 1 or rect.columns < 1:
                return
        sort_cells(
            self.workbook,
            replace(self._area, rect=rect),
            keys,
            match_case=flag(match_case),
            by_columns=by_columns,
        )


@excel_class("TableSort")
class TableSort(ExcelObject):
    """Sorts the rows of a table."""

    def __init__(self, workbook: OpenWorkbook, table: Table) -> None:
        super().__init__(workbook)
        self._table = table

    @method("Apply")
    def apply(self, fields: JsonValue, match_case: JsonValue, sort_method: JsonValue) -> None:
        """Sort the data rows; header and totals stay."""
        choice(sort_method, _METHODS, "PinYin")
        keys = sort_keys(fields, "TableSort.apply")
        table = self._table
        body = replace(
            table.rect,
            top=table.rect.top + table.header,
            bottom=table.rect.bottom - table.totals,
        )
        area = Area(self.workbook.sheet_ids[table.sheet], body)
        sort_cells(self.workbook, area, keys, match_case=flag(match_case))
