"""The cells a sheet stores: blank ones that carry a style only are among them, spilled ones aren't."""

import struct
from collections.abc import Iterator
from typing import Final

from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.loops import CELL_BYTES

_AT_ONCE: Final = 16_384
_RECORD = struct.Struct("<II4xIi12x")


def stored_cells(book: Book, sheet: int) -> Iterator[tuple[int, int, int, int]]:
    """Row, column, format record and kind of value (0 for none) of each, in the engine's order.

    Nothing else of the engine is called meanwhile.
    """
    library = book.library
    book.export("fm_workbook_cell_count")(book.handle, sheet, library.out)
    count = library.read_u32(library.out)
    loop = book.export("loop_stored")
    buffer = library.alloc(CELL_BYTES * min(count, _AT_ONCE))
    try:
        for start in range(0, count, _AT_ONCE):
            end = min(start + _AT_ONCE, count)
            loop(book.handle, sheet, start, end, buffer)
            raw = library.read_bytes(buffer, CELL_BYTES * (end - start))
            yield from _RECORD.iter_unpack(raw)
    finally:
        library.free(buffer)
