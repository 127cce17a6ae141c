"""Rows and columns: sizes and hiding."""

from dataclasses import replace

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Axis
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.rows import row_records

_EXCEL_ROW_HEIGHT = 15.0
"""Excel's height for Calibri 11; the engine's own estimate is that of another platform."""
_PIXEL = 0.75


def row_axis(book: Book, sheet: int) -> Axis:
    """Heights in points and hidden rows."""
    sizes: dict[int, float] = {}
    hidden: set[int] = set()
    for record in row_records(book, sheet):
        if record.has_height:
            sizes[record.row] = record.height
        if record.hidden:
            hidden.add(record.row)
    defaults = book.wheel.get_sheet_format_defaults(sheet)
    if defaults.zero_height:
        height = 0.0
    elif defaults.has_default_row_height:
        height = defaults.default_row_height
    else:
        height = _EXCEL_ROW_HEIGHT
    return Axis(sizes, frozenset(hidden), height)


def column_axis(book: Book, sheet: int) -> Axis:
    """Widths in points, snapped to whole pixels as Excel does, and hidden columns."""
    wheel = book.wheel
    sizes: dict[int, float] = {}
    hidden: set[int] = set()
    for column in wheel.get_sheet_columns(sheet):
        span = range(column.first, min(column.last, MAX_COLUMNS - 1) + 1)
        if column.has_width:
            sizes.update(dict.fromkeys(span, wheel.column_chars_to_pt(sheet, column.width)))
        if column.hidden:
            hidden.update(span)
    chars = wheel.get_sheet_format_defaults(sheet).effective_default_col_width
    return Axis(sizes, frozenset(hidden), wheel.column_chars_to_pt(sheet, chars))


def set_row_height(book: Book, sheet: int, first: int, last: int, points: float | None) -> None:
    """Heights of a span; the default of the sheet when the span is all of it."""
    if (first, last) == (0, MAX_ROWS - 1):
        _set_default_height(book, sheet, points)
        return
    if points is None:
        call, size = book.export("fm_sheet_clear_row_height"), ()
    else:
        call, size = book.export("fm_sheet_set_row_height"), (_whole_pixels(points),)
    for row in range(first, last + 1):
        book.check(call(book.handle, sheet, row, *size), "The row height can't be set")


def _set_default_height(book: Book, sheet: int, points: float | None) -> None:
    for record in list(row_records(book, sheet)):
        book.wheel.clear_row_height(sheet, record.row)
    defaults = book.wheel.get_sheet_format_defaults(sheet)
    book.wheel.set_sheet_format_defaults(
        sheet,
        replace(
            defaults,
            default_row_height=_EXCEL_ROW_HEIGHT if points is None else _whole_pixels(points),
            has_default_row_height=points is not None,
            custom_height=points is not None,
            zero_height=False,
        ),
    )


def _whole_pixels(points: float) -> float:
    return round(points / _PIXEL) * _PIXEL


def set_column_width(book: Book, sheet: int, first: int, last: int, points: float | None) -> None:
    """Widths of a span."""
    if points is None:
        book.wheel.clear_column_width(sheet, first, last)
        return
    chars = book.wheel.column_pt_to_chars(sheet, points)
    book.wheel.set_column_width(sheet, first, last, chars)


def set_rows_hidden(book: Book, sheet: int, first: int, last: int, hidden: bool) -> None:
    """Hide or show a span of rows; showing the whole sheet touches only what was hidden."""
    call = book.export("fm_sheet_set_row_hidden")
    rows = range(first, last + 1)
    if not hidden:
        rows = [row for row in row_axis(book, sheet).hidden if first <= row <= last]
    for row in rows:
        book.check(call(book.handle, sheet, row, int(hidden)), "The rows can't be hidden")
