"""Displayed texts of many cells."""

import struct
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from embedded_excel.calc.cells import Block, CellValue, Rect
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.cells import known_block, walk
from embedded_excel.calc.formulon.library import SCRATCH
from embedded_excel.calc.formulon.special_formats import SpecialFormats

_AT_ONCE: Final = 8_192
_ROOM: Final = 4 * SCRATCH
"""Room for the texts of one call; any single one fits."""
_ROOM_A_CELL: Final = 64
"""Room that most texts fit. Only what was made room for is copied out of the engine."""


def texts(book: Book, sheet: int, rect: Rect) -> list[list[str]]:
    """Displayed text; Excel shows a number that isn't displayable as `#`s only by column width."""
    shown = [[""] * rect.columns for _ in range(rect.rows)]
    special = SpecialFormats(book)
    block = known_block(book, sheet, rect)
    cells = list(_walked(book, sheet, rect) if block is None else _filled(block, rect))
    for start in range(0, len(cells), _AT_ONCE):
        part = cells[start : start + _AT_ONCE]
        found, records = _ask(book, sheet, [(row, column) for row, column, _ in part])
        own = frozenset(record for record in set(records) if special.reads(record))
        for (row, column, value), text, record in zip(part, found, records, strict=True):
            if record in own and isinstance(value, float):
                differently = special.text(record, value)
                shown[row - rect.top][column - rect.left] = (
                    text if differently is None else differently
                )
            else:
                shown[row - rect.top][column - rect.left] = text
    return shown


def _walked(book: Book, sheet: int, rect: Rect) -> Iterator[tuple[int, int, CellValue]]:
    return ((row, column, value) for row, column, _, value in walk(book, sheet, rect))


def _filled(block: Block, rect: Rect) -> Iterator[tuple[int, int, CellValue]]:
    for row, (values, formulas) in enumerate(
        zip(block.values, block.formulas, strict=True), rect.top
    ):
        for column, value in enumerate(values, rect.left):
            if value is not None or formulas[column - rect.left] is not None:
                yield row, column, value


def _ask(
    book: Book, sheet: int, places: Sequence[tuple[int, int]]
) -> tuple[list[str], Sequence[int]]:
    """Texts and format records of cells."""
    library, count = book.library, len(places)
    packed = struct.pack(f"<{2 * count}I", *chain.from_iterable(places))
    room = min(_ROOM, _ROOM_A_CELL * count)
    at = library.alloc(len(packed) + _ROOM)
    try:
        library.write_bytes(at, packed)
        to = at + len(packed)
        found: list[str] = []
        while len(found) < count:
            done = len(found)
            fitted = book.export("loop_texts")(
                book.handle, sheet, at + 8 * done, count - done, library.out, to, to + room
            )
            if fitted == 0 and room < _ROOM:
                room = _ROOM
                continue
            if fitted == 0:
                status = book.export("fm_workbook_get_display_text")(
                    book.handle, sheet, *places[done], library.out, library.out + 8
                )
                book.check(status or 1, "The text can't be read")
            pieces = library.read_bytes(to, room).split(b"\0", fitted)[:fitted]
            found += [piece.decode("utf-8", "replace") for piece in pieces]
        book.export("loop_styles_at")(book.handle, sheet, at, count, to)
        return found, struct.unpack(f"<{count}I", library.read_bytes(to, 4 * count))
    finally:
        library.free(at)
