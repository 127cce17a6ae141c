"""The engine alone, by the Python API of its own wheel."""

from pathlib import Path

import formulon
from formulon import MergeRange
from measuring import Work, main
from sizes import DEPENDENTS, READ_COLUMNS, READ_ROWS, WRITES

READ, TEXTS = 20_000, 2_000
"""Cells whose value, and whose text, is asked for: one takes 0.1 and 0.25 ms."""


def _write(_: Path) -> Work:
    book = formulon.Workbook.create_default()

    def work() -> object:
        for row in range(WRITES):
            book.set_number(0, row, 0, (row + 1) * 1.5)
        book.recalc()
        return True

    return work


def _read(folder: Path) -> Work:
    book = formulon.Workbook.load((folder / "read.xlsx").read_bytes())

    def work() -> object:
        asked, cursor = 0, None
        while asked < READ:
            cells, cursor = book.get_cells_in_range(
                0, MergeRange(0, 0, READ_ROWS - 1, READ_COLUMNS - 1), cursor, limit=READ
            )
            asked += len(cells)
        return None

    return work


def _texts(folder: Path) -> Work:
    book = formulon.Workbook.load((folder / "read.xlsx").read_bytes())

    def work() -> object:
        for row in range(TEXTS // READ_COLUMNS):
            for column in range(READ_COLUMNS):
                book.get_display_text(0, row, column)
        return None

    return work


def _edit(folder: Path) -> Work:
    book = formulon.Workbook.load((folder / "edit.xlsx").read_bytes())

    def work() -> object:
        book.set_number(0, 0, 0, 3.0)
        book.recalc()
        return book.get_value(0, DEPENDENTS - 1, 1).number

    return work


def _load(folder: Path) -> Work:
    return lambda: formulon.Workbook.load((folder / "million.xlsx").read_bytes()).sheet_name(0)


def _save(folder: Path) -> Work:
    book = formulon.Workbook.load((folder / "million.xlsx").read_bytes())

    def work() -> object:
        (folder / "by_engine.xlsx").write_bytes(book.save())
        return "saved"

    return work


# The module is compiled, or read from the cache, by the first workbook.
formulon.Workbook.create_default().close()
main(
    {
        "write": _write,
        "read": _read,
        "texts": _texts,
        "edit": _edit,
        "load": _load,
        "save": _save,
    }
)
