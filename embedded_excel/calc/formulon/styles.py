"""Styles of cells, rows and columns."""

import struct
from collections.abc import Callable
from dataclasses import replace

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, CellStyle, Rect
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.rows import row_records
from embedded_excel.calc.formulon.stored import stored_cells
from embedded_excel.calc.formulon.style_records import changed_record, look_of

_MOST_CELLS_AT_ONCE = 1_000_000
_RECORDS_AT_ONCE = 65_536
_FEW_CELLS = 300


# -- reading -----------------------------------------------------------------------------------
def style(book: Book, index: int) -> CellStyle:
    """The style behind a cell format record."""
    known = book.styles.get(index)
    if known is None:
        known = book.styles[index] = look_of(book, book.wheel.get_cell_xf(index))
    return known


def style_ids(book: Book, sheet: int, rect: Rect) -> list[list[int]]:
    """Format record of each cell; a cell without one of its own has its row's, then its column's."""
    rows, columns = axis_styles(book, sheet)
    ids = _own_ids(book, sheet, rect)
    if rows or columns:
        styled = [index for index in range(rect.left, rect.right + 1) if columns.get(index)]
        whole = range(rect.left, rect.right + 1)
        open_cells = [
            (row, column)
            for row, found in enumerate(ids, rect.top)
            for column in (whole if rows.get(row) else styled)
            if found[column - rect.left] == 0
        ]
        if open_cells:
            _inherit(book, sheet, rect, ids, open_cells)
    return ids


def _own_ids(book: Book, sheet: int, rect: Rect) -> list[list[int]]:
    """Format record each cell of a rectangle has of its own, 0 for none."""
    library = book.library
    ids: list[list[int]] = []
    step = max(1, _RECORDS_AT_ONCE // rect.columns)
    to = library.alloc(4 * rect.columns * min(step, rect.rows))
    try:
        for top in range(rect.top, rect.bottom + 1, step):
            bottom = min(top + step - 1, rect.bottom)
            box = (top, rect.left, bottom, rect.right)
            book.export("loop_styles")(book.handle, sheet, *box, to)
            raw = library.read_bytes(to, 4 * rect.columns * (bottom - top + 1))
            ids += map(list, struct.iter_unpack(f"<{rect.columns}I", raw))
    finally:
        library.free(to)
    return ids


def axis_styles(book: Book, sheet: int) -> tuple[dict[int, int], dict[int, int]]:
    """Styles of whole rows and whole columns, where there are any."""

    def find() -> tuple[dict[int, int], dict[int, int]]:
        columns = {
            index: axis.style_xf
            for axis in book.wheel.get_sheet_columns(sheet)
            if axis.has_style
            for index in range(axis.first, min(axis.last, MAX_COLUMNS - 1) + 1)
        }
        rows = {record.row: record.style for record in row_records(book, sheet) if record.has_style}
        return rows, columns

    return book.remember_shape(("axis styles", sheet), find)


def _inherit(
    book: Book, sheet: int, rect: Rect, ids: list[list[int]], cells: list[tuple[int, int]]
) -> None:
    """Fill in what cells without a record inherit; a cell that owns the default keeps it."""
    rows, columns = axis_styles(book, sheet)
    owned = _stored_cells(book, sheet) if len(cells) > _FEW_CELLS else None
    for row, column in cells:
        if owned is not None:
            style_id = 0 if (row, column) in owned else rows.get(row) or columns.get(column) or 0
        else:
            style_id = book.wheel.get_effective_style(sheet, row, column).xf_index
        ids[row - rect.top][column - rect.left] = style_id


def _stored_cells(book: Book, sheet: int) -> frozenset[tuple[int, int]]:
    def find() -> frozenset[tuple[int, int]]:
        return frozenset((row, column) for row, column, *_ in stored_cells(book, sheet))

    return book.remember(("stored", sheet), find)


def stored_styles(book: Book, sheet: int) -> list[tuple[int, int, int]]:
    """Cells whose style isn't what an empty sheet of this layout has: row, column, id."""
    rows, columns = axis_styles(book, sheet)
    return sorted(
        (row, column, own)
        for row, column, own, _ in stored_cells(book, sheet)
        if own or row in rows or column in columns
    )


# -- writing -----------------------------------------------------------------------------------
def restyle(book: Book, sheet: int, rect: Rect, change: Callable[[CellStyle], CellStyle]) -> None:
    """Change every cell's style, once for each distinct one."""

    def changed(base: int) -> int:
        before = style(book, base)
        after = change(before)
        return base if after == before else index_of(book, base, after)

    remap(book, sheet, rect, changed)


def remap(book: Book, sheet: int, rect: Rect, to: Callable[[int], int]) -> None:
    """Give cells other format records, by those they have.

    The engine takes full height as a selection of columns and full width as one of rows.
    """
    for part in _parts(rect):
        box = (part.top, part.left, part.bottom, part.right)
        bases = book.wheel.range_style_bases(sheet, *box)
        mapping = {base: record for base in bases if (record := to(base)) != base}
        if mapping:
            book.wheel.remap_range_style(sheet, *box, mapping)
            book.changed()


def _parts(rect: Rect) -> list[Rect]:
    """The engine styles at most a million cells a call; whole rows and columns count as none."""
    if rect.rows == MAX_ROWS or rect.columns == MAX_COLUMNS:
        return [rect]
    step = max(1, _MOST_CELLS_AT_ONCE // rect.columns)
    return [
        replace(rect, top=top, bottom=min(top + step - 1, rect.bottom))
        for top in range(rect.top, rect.bottom + 1, step)
    ]


def index_of(book: Book, base: int, wanted: CellStyle) -> int:
    """Record for a style, differing from the base record only where the style does."""
    known = book.style_indexes.get((base, wanted))
    if known is None:
        record = changed_record(book, book.wheel.get_cell_xf(base), wanted)
        known = book.wheel.add_cell_xf(record)
        book.style_indexes[(base, wanted)] = known
    return known
