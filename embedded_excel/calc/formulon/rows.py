"""Rows that differ from their sheet's default, read at a cost a million of them can bear."""

import struct
from collections.abc import Iterator
from typing import NamedTuple

from embedded_excel.calc.formulon.book import Book

_RECORD = struct.Struct("<I4xdiBB2xiIii")
"""The engine's record of a row: `fm_row_layout_t`."""


class RowRecord(NamedTuple):
    """One row; a style counts only if it has one, a height (in points) likewise."""

    row: int
    height: float
    hidden: int
    outline_level: int
    collapsed: int
    has_style: int
    style: int
    has_height: int
    custom_height: int


def row_records(book: Book, sheet: int) -> Iterator[RowRecord]:
    """Rows of a sheet that have a record. Nothing else of the engine is called meanwhile.

    A file can give each of its 1,048,576 rows a style; the wheel's own reader takes 11 s for them.
    """
    library, handle = book.library, book.handle
    out = library.alloc(_RECORD.size)
    try:
        book.export("fm_sheet_get_row_override_count")(handle, sheet, out)
        record_at, read, unpack = (
            book.export("fm_sheet_get_row_override"),
            library.read_bytes,
            _RECORD.unpack,
        )
        for index in range(library.read_u32(out)):
            book.check(record_at(handle, sheet, index, out), "The rows can't be read")
            yield RowRecord(*unpack(read(out, _RECORD.size)))
    finally:
        library.free(out)
