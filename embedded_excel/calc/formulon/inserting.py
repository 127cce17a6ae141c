"""Inserting rows and columns, which take the look of those before them, as in Excel."""

from collections.abc import Iterator, Sequence

from embedded_excel.calc.cells import MAX_COLUMNS, Rect
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.extent import used_rect
from embedded_excel.calc.formulon.rows import row_records
from embedded_excel.calc.formulon.styles import axis_styles, style_ids


def insert_rows(book: Book, sheet: int, row: int, count: int) -> None:
    """Insert rows before `row`; they look like the row above."""
    used = used_rect(book, sheet, values_only=False) if row else None
    look: list[int] = []
    if used is not None and used.top <= row - 1 <= used.bottom:
        look = style_ids(book, sheet, Rect(row - 1, used.left, row - 1, used.right))[0]
    whole = axis_styles(book, sheet)[0].get(row - 1, 0)
    height = next(
        (
            found.height
            for found in row_records(book, sheet)
            if found.row == row - 1 and found.custom_height
        ),
        None,
    )
    book.wheel.insert_rows(sheet, row, count)
    last = row + count - 1
    if whole:
        book.wheel.set_row_style(sheet, row, last, whole)
    if height is not None:
        for fresh in range(row, last + 1):
            book.wheel.set_row_height(sheet, fresh, height)
    if used is not None:
        for start, end, style in _runs(look, used.left):
            if style not in (0, whole):
                book.wheel.set_range_xf_index(sheet, row, start, last, end, style)
    book.changed()


def insert_columns(book: Book, sheet: int, column: int, count: int) -> None:
    """Insert columns before `column`; they look like the column to the left."""
    used = used_rect(book, sheet, values_only=False) if column else None
    look: list[int] = []
    if used is not None and used.left <= column - 1 <= used.right:
        box = Rect(used.top, column - 1, used.bottom, column - 1)
        look = [ids[0] for ids in style_ids(book, sheet, box)]
    before = next(
        (
            found
            for found in book.wheel.get_sheet_columns(sheet)
            if column and found.first <= column - 1 <= min(found.last, MAX_COLUMNS - 1)
        ),
        None,
    )
    book.wheel.insert_cols(sheet, column, count)
    last = column + count - 1
    whole = before.style_xf if before is not None and before.has_style else 0
    if before is not None and before.has_width:
        book.wheel.set_column_width(sheet, column, last, before.width)
    if whole:
        book.wheel.set_column_style(sheet, column, last, whole)
    if used is not None:
        for start, end, style in _runs(look, used.top):
            if style not in (0, whole):
                book.wheel.set_range_xf_index(sheet, start, column, end, last, style)
    book.changed()


def _runs(ids: Sequence[int], offset: int) -> Iterator[tuple[int, int, int]]:
    start = 0
    for index in range(1, len(ids) + 1):
        if index == len(ids) or ids[index] != ids[start]:
            yield offset + start, offset + index - 1, ids[start]
            start = index
