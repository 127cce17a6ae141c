"""Reading and writing the data of a selection or a binding as the Common API does.

The Common API answers with numbers instead of codes (`Office.ErrorCodeManager`), so what fails here
is `Refused` with such a number. Its rules are those of `Document.setSelectedDataAsync` and
`Binding.setDataAsync` in Microsoft's documentation: a single selected cell is where data starts, a
larger selection must have the shape of the data, and nothing outside the selection is overwritten.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pydantic import JsonValue

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Rect
from embedded_excel.model.areas import has_content
from embedded_excel.model.cell_writing import write_json
from embedded_excel.model.workbook import Area, OpenWorkbook

SUCCESS: Final = 0
SELECTION_NOT_OF_TYPE: Final = 1001
DATA_NOT_MATCH_SELECTION: Final = 2002
OVERWRITES_CELLS: Final = 2003
DATA_NOT_MATCH_SIZE: Final = 2004
START_OUTSIDE: Final = 2005
UNSUPPORTED_DATA: Final = 2000
DATA_NOT_OF_BINDING_TYPE: Final = 2008
BINDING_NOT_FOUND: Final = 3002
SELECTION_NOT_OF_BINDING_TYPE: Final = 3004
NOT_FOR_BINDING_TYPE: Final = 3005
NAME_NOT_FOUND: Final = 3006
NAME_NOT_OF_BINDING_TYPE: Final = 3008
NO_SUCH_PLACE: Final = 7002


class Refused(Exception):
    """The Common API's answer to what can't be done: a number of its own."""

    def __init__(self, status: int) -> None:
        super().__init__(str(status))
        self.status = status


@dataclass(frozen=True, slots=True)
class Data:
    """Data of a call: rows, and headings when they are of a table."""

    rows: list[list[JsonValue]]
    headers: list[list[JsonValue]] | None = None

    @property
    def lines(self) -> list[list[JsonValue]]:
        """Headings and rows, one below the other."""
        return [*(self.headers or ()), *self.rows]


def data_of(value: JsonValue) -> Data:
    """The data a client sent: a text, a number or a truth value, rows, or a `TableData`.

    Tabs and line breaks in a text part cells, as they do for Office.js.

    Raises:
        Refused: It is nothing of these, or its rows differ in length.
    """
    if isinstance(value, dict):
        headers = value.get("headers")
        return Data(_rows(value.get("rows")), None if headers is None else _rows(headers))
    if isinstance(value, str):
        return Data([list(line.split("\t")) for line in value.split("\n")])
    if isinstance(value, list):
        return Data(_rows(value))
    if isinstance(value, bool | int | float):
        return Data([[value]])
    raise Refused(UNSUPPORTED_DATA)


def _rows(value: JsonValue) -> list[list[JsonValue]]:
    lines = value if isinstance(value, list) else []
    # A flat array is one row.
    nested = lines if lines and all(isinstance(line, list) for line in lines) else [lines]
    rows = [line for line in nested if isinstance(line, list)]
    if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise Refused(UNSUPPORTED_DATA)
    return rows


def place_for(
    workbook: OpenWorkbook, selection: Area, lines: Sequence[Sequence[JsonValue]]
) -> Area:
    """The cells that data goes to when it is written to a selection.

    Raises:
        Refused: It has another shape, runs over the sheet's edge, or covers cells that are filled.
    """
    rect = selection.rect
    rows, columns = len(lines), len(lines[0])
    target = Area(selection.sheet, _from(rect.top, rect.left, rows, columns))
    if (rect.rows, rect.columns) == (rows, columns) or rows == columns == 1:
        return target
    if rect.rows > 1 or rect.columns > 1:
        raise Refused(DATA_NOT_MATCH_SELECTION)
    beside = [
        Area(target.sheet, replace(target.rect, top=rect.top + 1)),
        Area(target.sheet, replace(target.rect, left=rect.left + 1, bottom=rect.top)),
    ]
    for area in beside:
        if area.rect.rows > 0 and area.rect.columns > 0 and has_content(workbook, area):
            raise Refused(OVERWRITES_CELLS)
    return target


def part_of(bound: Area, start_row: int, start_column: int, rows: int, columns: int) -> Area:
    """A part of a binding's cells; no rows or columns means all that are left.

    Raises:
        Refused: It isn't inside.
    """
    rect = bound.rect
    top, left = rect.top + start_row, rect.left + start_column
    if not (rect.top <= top <= rect.bottom and rect.left <= left <= rect.right):
        raise Refused(START_OUTSIDE)
    part = _from(top, left, rows or rect.bottom - top + 1, columns or rect.right - left + 1)
    if part.bottom > rect.bottom or part.right > rect.right:
        raise Refused(DATA_NOT_MATCH_SIZE)
    return Area(bound.sheet, part)


def write(workbook: OpenWorkbook, area: Area, lines: list[list[JsonValue]]) -> None:
    """Write rows to cells of the same shape; null leaves a cell as it is.

    Raises:
        ExcelApiError: What `Range.values` would answer.
    """
    grid: list[JsonValue] = [list(line) for line in lines]
    write_json(workbook, area, grid)


def visible(workbook: OpenWorkbook, area: Area, rows: list[JsonValue]) -> list[JsonValue]:
    """Rows of an area without hidden rows and columns."""
    sheet = workbook.sheet_index(area.sheet)
    row_axis, column_axis = workbook.engine.row_axis(sheet), workbook.engine.column_axis(sheet)
    kept = [area.rect.left + at not in column_axis.hidden for at in range(area.rect.columns)]
    return [
        [cell for cell, shown in zip(line, kept, strict=True) if shown]
        for at, line in enumerate(rows)
        if isinstance(line, list) and area.rect.top + at not in row_axis.hidden
    ]


def _from(top: int, left: int, rows: int, columns: int) -> Rect:
    rect = Rect(top, left, top + rows - 1, left + columns - 1)
    if rect.bottom >= MAX_ROWS or rect.right >= MAX_COLUMNS:
        raise Refused(DATA_NOT_MATCH_SELECTION)
    return rect
