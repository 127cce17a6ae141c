"""Array formulas of fixed size: the engine keeps those of a file, and makes dynamic ones only."""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Rect
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.cells import walk

_ALL = Rect(0, 0, MAX_ROWS - 1, MAX_COLUMNS - 1)
_FIXED = re.compile(
    rb"<c\b(?![^>]*\bcm\s*=)[^>]*>\s*<f\b(?=[^>]*\bt\s*=\s*[\"']array[\"'])"
    rb"[^>]*\bref\s*=\s*[\"'][A-Z]+[0-9]+:"
)


def has_fixed_arrays(sheet: bytes) -> bool:
    """Whether a sheet's XML has such a formula over more than a cell (a dynamic one has a `cm`)."""
    return b"array" in sheet and _FIXED.search(sheet) is not None


class FormulonArrays:
    """Array formulas of an open workbook."""

    def __init__(self, opened: Callable[[], AbstractContextManager[Book]]) -> None:
        self._open = opened

    def fixed(self, sheet: int) -> Sequence[Rect]:
        """Areas no part of which can be changed."""
        with self._open() as book:
            return fixed_arrays(book, sheet)


def fixed_arrays(book: Book, sheet: int) -> list[Rect]:
    """Areas of a sheet's array formulas of fixed size."""
    if not book.fixed_arrays:
        return []
    return book.remember_shape(("fixed arrays", sheet), lambda: _find(book, sheet))


def forget_overwritten(book: Book, sheet: int, cells: Iterable[tuple[int, int, object]]) -> None:
    """After a write that may have replaced such an array as a whole."""
    blocks = fixed_arrays(book, sheet)
    if any(
        block.top == row and block.left == column for block in blocks for row, column, _ in cells
    ):
        book.changed()


def note_copied(book: Book, sheet: int, name: str) -> None:
    """Say that a copied sheet has dynamic arrays where the sheet has those of fixed size."""
    if fixed_arrays(book, sheet):
        book.notes.append(
            f'On the copied sheet "{name}", array formulas of fixed size have become dynamic.'
        )


def _find(book: Book, sheet: int) -> list[Rect]:
    anchors = [(row, column) for row, column, formula, _ in walk(book, sheet, _ALL) if formula]
    found: list[Rect] = []
    for row, column in anchors:
        spill = book.wheel.spill_info(sheet, row, column)
        if spill.engaged and (spill.rows, spill.cols) != (1, 1):
            rect = Rect(row, column, row + spill.rows - 1, column + spill.cols - 1)
            if is_fixed(book, sheet, rect):
                found.append(rect)
    return found


def is_fixed(book: Book, sheet: int, rect: Rect) -> bool:
    """Whether the array over an area of several cells is: the engine refuses to blank a cell of it.

    In an area that is spilled into a blank changes nothing, once the formula has spilled again.
    """
    blank = book.export("fm_workbook_set_blank")
    if blank(book.handle, sheet, rect.bottom, rect.right) != 0:
        return True
    book.wheel.partial_recalc(sheet, rect.top, rect.top, rect.left, rect.left)
    return False
