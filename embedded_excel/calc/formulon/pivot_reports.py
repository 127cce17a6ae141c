"""What the engine says a pivot shows, as values of the seam."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from formulon.workbook import FormulonError
from formulon.workbook import PivotCell as EngineCell

from embedded_excel.calc.cells import CellError, CellValue, Rect
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.cells import ERROR_CODES
from embedded_excel.calc.formulon.pivot_formats import format_code
from embedded_excel.calc.pivots import CellRole, Pivot, PivotCell, PivotOptions

_ROLES: Final[tuple[CellRole, ...]] = (
    "Header",
    "RowLabel",
    "ColumnLabel",
    "Data",
    "RowSubtotal",
    "ColumnSubtotal",
    "Total",
    "Blank",
)
_VALUES: Final = frozenset({"Data"})
_LABELS: Final = frozenset({1, 2, 4, 5})
"""Kinds of engine cells that may hold an item's label."""


def corner(book: Book, sheet: int, index: int) -> tuple[int, int] | None:
    """Where the engine would write it; None when it can't compute it."""
    try:
        layout = book.wheel.pivot_layout(sheet, index)
    except FormulonError:
        return None
    return layout.top, layout.left


def shown_cell(book: Book, cell: EngineCell, items: Mapping[str, CellValue]) -> PivotCell:
    """A cell of the engine's layout. `items` are the values of its field by their labels."""
    value = cell.value
    plain: CellValue = None
    if value.number is not None:
        plain = float(value.number)
    elif value.boolean is not None:
        plain = bool(value.boolean)
    elif value.text is not None:
        # Labels come as text; a number among a field's values is a number in its cell.
        known = items.get(value.text) if cell.kind in _LABELS else None
        plain = value.text if known is None else known
    elif value.error_code is not None:
        plain = CellError(ERROR_CODES[value.error_code])
    code = format_code(book, cell.number_format)
    return PivotCell(cell.row, cell.col, plain, _ROLES[int(cell.kind)], cell.depth, code)


def only_values(pivot: Pivot, cells: Sequence[PivotCell]) -> list[PivotCell]:
    """A pivot of one data field alone is a heading over a value, without a column of labels."""
    if len(pivot.values) != 1:
        return list(cells)
    kept = [cell for cell in cells if cell.row < pivot.top]
    return kept + [
        replace(cell, column=cell.column - 1)
        for cell in cells
        if cell.row >= pivot.top and cell.column > pivot.left
    ]


def around(cells: Sequence[PivotCell]) -> Rect | None:
    """The smallest rectangle around some cells."""
    if not cells:
        return None
    rows, columns = [cell.row for cell in cells], [cell.column for cell in cells]
    return Rect(min(rows), min(columns), max(rows), max(columns))


def with_options(
    pivot: Pivot, cells: Sequence[PivotCell], options: PivotOptions
) -> list[PivotCell]:
    """Cells with a text where there is no value, and without headings of fields if so wanted."""
    fields = (pivot.fields[number] for number in (*pivot.rows, *pivot.columns))
    headings = {"Row Labels", "Column Labels"} | {field.caption or field.name for field in fields}
    empty = options.empty_text if options.fill_empty else ""
    shown: list[PivotCell] = []
    for cell in cells:
        heading = cell.role == "Header" and cell.row >= pivot.top and cell.value in headings
        if heading and not options.field_headers:
            shown.append(replace(cell, value=None))
            continue
        if cell.role in _VALUES and cell.value is None and empty:
            shown.append(replace(cell, value=empty))
            continue
        shown.append(cell)
    return shown
