"""How far the used cells of a sheet reach."""

from collections.abc import Callable

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Rect
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.cells import open_page
from embedded_excel.calc.formulon.rows import row_records
from embedded_excel.calc.formulon.stored import stored_cells

_PROBE_FROM = 20_000


def used_rect(book: Book, sheet: int, *, values_only: bool) -> Rect | None:
    """Smallest rectangle of used cells, found by probing where a sheet has many."""
    return book.remember(("used", sheet, values_only), lambda: _extent(book, sheet, values_only))


def _extent(book: Book, sheet: int, values_only: bool) -> Rect | None:
    def populated(rect: Rect) -> bool:
        page = open_page(book, sheet, (rect.top, rect.left, rect.bottom, rect.right), 0, 1)
        out = book.library.out
        book.export("fm_cell_range_count")(page, out)
        count = book.library.read_u32(out)
        book.export("fm_cell_range_destroy")(page)
        return count > 0

    with_values = _probe(populated)
    if values_only:
        return with_values
    return _union(with_values, _styled_extent(book, sheet))


def _union(one: Rect | None, other: Rect | None) -> Rect | None:
    if one is None or other is None:
        return one or other
    return Rect(
        min(one.top, other.top),
        min(one.left, other.left),
        max(one.bottom, other.bottom),
        max(one.right, other.right),
    )


def _styled_extent(book: Book, sheet: int) -> Rect | None:
    """Extent of blank cells that carry a style of their own."""
    out = book.library.out
    book.export("fm_workbook_cell_count")(book.handle, sheet, out)
    count = book.library.read_u32(out)
    has_axis_styles = any(axis.has_style for axis in book.wheel.get_sheet_columns(sheet)) or any(
        record.has_style for record in row_records(book, sheet)
    )
    if count > _PROBE_FROM and not has_axis_styles:
        return _probe(
            lambda rect: (
                book.wheel.range_style_bases(
                    sheet,
                    rect.top,
                    rect.left,
                    min(rect.bottom, MAX_ROWS - 2),
                    min(rect.right, MAX_COLUMNS - 2),
                )
                not in ([], [0])
            )
        )
    return _scan_styled(book, sheet)


def _scan_styled(book: Book, sheet: int) -> Rect | None:
    places = [
        (row, column)
        for row, column, style, kind in stored_cells(book, sheet)
        if style and not kind
    ]
    if not places:
        return None
    rows, columns = [row for row, _ in places], [column for _, column in places]
    return Rect(min(rows), min(columns), max(rows), max(columns))


def _probe(exists: Callable[[Rect], bool]) -> Rect | None:
    """Bounds of what exists, by halving: about seventy questions however large the sheet is."""
    last_row, last_column = MAX_ROWS - 1, MAX_COLUMNS - 1
    if not exists(Rect(0, 0, last_row, last_column)):
        return None
    bottom = _first(last_row, lambda row: not exists(Rect(row + 1, 0, last_row, last_column)))
    top = _first(bottom, lambda row: exists(Rect(0, 0, row, last_column)))
    right = _first(
        last_column, lambda column: not exists(Rect(top, column + 1, bottom, last_column))
    )
    left = _first(right, lambda column: exists(Rect(top, 0, bottom, column)))
    return Rect(top, left, bottom, right)


def _first(last: int, holds: Callable[[int], bool]) -> int:
    """Smallest number in 0..last for which a monotone predicate holds; `last` needs no asking."""
    low, high = 0, last
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low
