"""Storing cells with what hangs on them: header cells name a table's columns, an array may go."""

from collections.abc import Iterable

from embedded_excel.calc.cells import CellInput
from embedded_excel.calc.formulon import tables
from embedded_excel.calc.formulon.arrays import forget_overwritten
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.cells import write


def enter(book: Book, sheet: int, cells: Iterable[tuple[int, int, CellInput]]) -> None:
    """Store many cells.

    Raises:
        EngineRefused: Something can't be stored; the message names its position in `cells`.
    """
    book.cells_changed()
    headers = tables.header_cells(book, sheet)
    stored = list(cells)
    touched = {
        headers[row, column] for row, column, _ in stored if headers and (row, column) in headers
    }
    write(book, sheet, stored)
    if book.fixed_arrays:
        forget_overwritten(book, sheet, stored)
    if touched:
        tables.take_names_from_headers(book, touched)
