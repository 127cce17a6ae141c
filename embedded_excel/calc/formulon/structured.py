"""Formulas that name a table, when its columns are renamed or the table goes."""

import re
from collections.abc import Callable
from dataclasses import replace

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Rect, Table
from embedded_excel.calc.formulon import names, sheets
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.cells import walk, write_raw
from embedded_excel.calc.formulon.formulas import column_letters, replace_table_references

_ALL = Rect(0, 0, MAX_ROWS - 1, MAX_COLUMNS - 1)
_SPECIFIER = re.compile(r"#(All|Data|Headers|Totals|This Row)", re.IGNORECASE)
_COLUMN = re.compile(r"\[((?:'.|[^\[\]'])+)\]")

Found = list[tuple[int, int, int, str]]
"""Sheet, row, column and stored text of formulas."""


def formulas_naming(book: Book, table: str) -> Found:
    """Every formula in which the table's name stands."""
    read_cstr = book.library.read_cstr
    wanted = table.lower()
    found: Found = []
    for sheet in range(book.wheel.sheet_count()):
        for row, column, formula, _ in walk(book, sheet, _ALL):
            if formula:
                text = read_cstr(formula)
                if "[" in text and wanted in text.lower():
                    found.append((sheet, row, column, text))
    return found


def store(book: Book, formulas: Found) -> None:
    """Write formulas in the stored form."""
    for sheet in {sheet for sheet, *_ in formulas}:
        write_raw(
            book,
            sheet,
            (),
            [(row, column, text) for at, row, column, text in formulas if at == sheet],
        )


def rewrite_names(book: Book, table: str, rewrite: Callable[[str], str]) -> None:
    """Apply a change to the defined names that name the table."""
    for name in names.names(book):
        if "[" in name.formula and table.lower() in name.formula.lower():
            names.set_name(book, replace(name, formula=rewrite(name.formula)))


def rename_columns(text: str, table: str, columns: dict[str, str]) -> str:
    """Replace column names inside a table's references."""
    known = {_escaped(old).lower(): _escaped(new) for old, new in columns.items()}

    def column(match: re.Match[str]) -> str:
        return f"[{known.get(match.group(1).lower(), match.group(1))}]"

    return replace_table_references(
        text, table, lambda name, brackets: name + _COLUMN.sub(column, brackets)
    )


def _escaped(column: str) -> str:
    return re.sub(r"([\[\]#'@])", r"'\1", column)


def to_cell_references(book: Book, text: str, table: Table, sheet: int, row: int) -> str:
    """Write the cells a table's references mean, as Excel does when a table becomes a range."""
    prefix = sheets.quoted(book.wheel.sheet_name(table.sheet)) + "!" if sheet != table.sheet else ""

    def plain(_name: str, brackets: str) -> str:
        area = _meaning(table, brackets, row)
        if area is None:
            return "#REF!"
        left, right = f"${column_letters(area.left)}", f"${column_letters(area.right)}"
        if _is_this_row(brackets):
            corner, end = f"{left}{area.top + 1}", f"{right}{area.bottom + 1}"
        else:
            corner, end = f"{left}${area.top + 1}", f"{right}${area.bottom + 1}"
        return prefix + (corner if corner == end else f"{corner}:{end}")

    return replace_table_references(text, table.name, plain)


def _is_this_row(brackets: str) -> bool:
    return "#this row" in brackets.lower()


def _meaning(table: Table, brackets: str, row: int) -> Rect | None:
    inside = brackets[1:-1]
    parts = {match.group(1).lower() for match in _SPECIFIER.finditer(inside)}
    top, bottom = _rows(table, parts, row)
    known = {_escaped(column.name).lower(): at for at, column in enumerate(table.columns)}
    named = [part for part in _COLUMN.findall(brackets) if not _SPECIFIER.fullmatch(part)]
    positions = [known.get(part.lower()) for part in named]
    if top > bottom or None in positions:
        return None
    found = [position for position in positions if position is not None]
    first, last = (min(found), max(found)) if found else (0, len(table.columns) - 1)
    return Rect(top, table.rect.left + first, bottom, table.rect.left + last)


def _rows(table: Table, parts: set[str], row: int) -> tuple[int, int]:
    top, bottom = table.rect.top + int(table.header), table.rect.bottom - int(table.totals)
    if "this row" in parts:
        return row, row
    if "all" in parts:
        return table.rect.top, table.rect.bottom
    first, last = bottom + 1, top - 1
    if not parts or "data" in parts:
        first, last = top, bottom
    if "headers" in parts and table.header:
        first, last = min(first, table.rect.top), max(last, table.rect.top)
    if "totals" in parts and table.totals:
        first, last = min(first, table.rect.bottom), max(last, table.rect.bottom)
    return first, last
