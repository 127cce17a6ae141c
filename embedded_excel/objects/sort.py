"""RangeSort and TableSort."""

from dataclasses import replace

from pydantic import JsonValue

from embedded_excel.calc.cells import Table
from embedded_excel.calc.row_filters import SortState
from embedded_excel.errors import invalid_argument, not_implemented
from embedded_excel.model.areas import flag, integer
from embedded_excel.model.colors import color_code
from embedded_excel.model.sheet_views import deny_sorting
from embedded_excel.model.sorting import SortKey, sort_cells
from embedded_excel.model.workbook import Area, OpenWorkbook
from embedded_excel.objects.base import ExcelObject, excel_class, method, scalar
from embedded_excel.objects.range_base import choice

_METHODS = ("PinYin", "StrokeCount")


def sort_keys(fields: JsonValue, member: str) -> list[SortKey]:
    """The `SortField[]` argument.

    Raises:
        ExcelApiError: InvalidArgument, or NotImplemented for sorting by icon or subfield, and of
            tables, which remember their sort, by colour.
    """
    if not isinstance(fields, list) or not fields:
        raise invalid_argument()
    keys: list[SortKey] = []
    for field in fields:
        if not isinstance(field, dict):
            raise invalid_argument()
        on = choice(field.get("sortOn"), ("Value", "CellColor", "FontColor", "Icon"), "Value")
        if on == "Icon" or (on != "Value" and member != "RangeSort.apply"):
            raise not_implemented(f"{member} by {on}")
        if field.get("subField") is not None:
            raise not_implemented(f"{member} by subField")
        option = choice(field.get("dataOption"), ("Normal", "TextAsNumber"), "Normal")
        keys.append(
            SortKey(
                integer(field.get("key")),
                ascending=flag(field.get("ascending"), default=True),
                text_as_number=option == "TextAsNumber",
                look="CellColor" if on == "CellColor" else "FontColor" if on == "FontColor" else "",
                color=color_code(field.get("color")) if on != "Value" else "",
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
        deny_sorting(self.workbook, replace(self._area, rect=rect), "RangeSort.apply")
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

    @property
    def _body(self) -> Area:
        """The data rows."""
        table = self._table
        body = replace(
            table.rect,
            top=table.rect.top + table.header,
            bottom=table.rect.bottom - table.totals,
        )
        return Area(self.workbook.sheet_ids[table.sheet], body)

    @property
    def _state(self) -> SortState | None:
        filters = self.workbook.engine.sheet_parts.filters
        return filters.sort_state(self._table.sheet, self._table.id)

    def _note(self, state: SortState | None) -> None:
        filters = self.workbook.engine.sheet_parts.filters
        filters.set_sort_state(self._table.sheet, self._table.id, state)
        self.workbook.changed = True

    @scalar("Fields")
    def fields(self) -> JsonValue:
        """What the table was sorted by last."""
        state = self._state
        if state is None:
            return []
        return [
            {
                "ascending": ascending,
                "dataOption": "Normal",
                "key": column - self._table.rect.left,
                "sortOn": "Value",
            }
            for column, ascending in state.keys
        ]

    @scalar("MatchCase")
    def match_case(self) -> JsonValue:
        """Whether the case counted."""
        state = self._state
        return state is not None and state.match_case

    @scalar("Method")
    def sort_method(self) -> JsonValue:
        """How Chinese text was ordered."""
        state = self._state
        return _METHODS[state is not None and state.strokes]

    @method("Apply")
    def apply(self, fields: JsonValue, match_case: JsonValue, sort_method: JsonValue) -> None:
        """Sort the data rows; header and totals stay."""
        strokes = choice(sort_method, _METHODS, "PinYin") == "StrokeCount"
        keys = sort_keys(fields, "TableSort.apply")
        body, case = self._body, flag(match_case)
        deny_sorting(self.workbook, body, "TableSort.apply")
        sort_cells(self.workbook, body, keys, match_case=case)
        columns = tuple((body.rect.left + key.offset, key.ascending) for key in keys)
        self._note(SortState(body.rect, columns, case, strokes))

    @method("Clear")
    def clear(self) -> None:
        """Forget how the table was sorted; its rows stay where they are."""
        self._note(None)

    @method("Reapply")
    def reapply(self) -> None:
        """Sort again as last time."""
        state = self._state
        if state is not None:
            deny_sorting(self.workbook, self._body, "TableSort.reapply")
            left = self._table.rect.left
            keys = [SortKey(column - left, ascending=up) for column, up in state.keys]
            sort_cells(self.workbook, self._body, keys, match_case=state.match_case)
