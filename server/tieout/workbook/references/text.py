"""References as formulas write them."""

import re
from functools import lru_cache
from typing import assert_never

from tieout.workbook.address import column_letters, quote_sheet
from tieout.workbook.references.model import (
    BrokenReference,
    CellsReference,
    Edge,
    FormulaReference,
    NamedReference,
    Prefix,
    TablePart,
)
from tieout.workbook.references.structured import part_text

_PREFIX = re.compile(r"(?P<path>.*?)(?:\[(?P<book>[^\[\]]*)\])?(?P<sheets>[^\[\]]*)\Z", re.DOTALL)
_PLAIN_BOOK = re.compile(r"[A-Za-z0-9_.]*\Z")


@lru_cache(maxsize=1 << 10)
def parse_prefix(text: str) -> Prefix:
    """A token's prefix, from the first quote to the `!`; "" gives no prefix."""
    body = text.removesuffix("!")
    if body.startswith("'"):
        body = body[1:-1].replace("''", "'")
    match = _PREFIX.match(body)
    if match is None or not body:
        return Prefix(first=body)
    path, book, sheets = match["path"], match["book"], match["sheets"]
    if book is None:
        path, sheets = "", body
    if "\\" in sheets or "/" in sheets:
        return Prefix(path, book or "", sheets)
    first, _, last = sheets.partition(":")
    return Prefix(path, book or "", first, last)


def prefix_text(prefix: Prefix) -> str:
    """With quotes where they are needed, and the `!`; "" for none."""
    if prefix == Prefix():
        return ""
    sheets = prefix.first + (f":{prefix.last}" if prefix.last else "")
    names = [name for name in (prefix.first, prefix.last) if name]
    book = f"[{prefix.workbook}]" if prefix.workbook else ""
    plain = all(quote_sheet(name) == name for name in names) and _PLAIN_BOOK.match(prefix.workbook)
    if plain and not prefix.path:
        return f"{book}{sheets}!"
    return "'" + f"{prefix.path}{book}{sheets}".replace("'", "''") + "'!"


def reference_text(reference: FormulaReference) -> str:
    """The reference as a formula writes it."""
    prefix = prefix_text(reference.prefix)
    match reference:
        case CellsReference():
            return prefix + _cells(reference) + ("#" if reference.spill else "")
        case TablePart():
            return prefix + part_text(reference)
        case NamedReference():
            return f"{prefix}{reference.name}{'#' if reference.spill else ''}"
        case BrokenReference():
            return f"{prefix}#REF!"
        case _:
            assert_never(reference)


def _cells(reference: CellsReference) -> str:
    rows, columns = reference.rows, reference.columns
    corners = [
        (_column(columns[at]) if columns else "") + (_row(rows[at]) if rows else "")
        for at in (0, 1)
    ]
    return corners[0] if reference.one else ":".join(corners)


def _column(edge: Edge) -> str:
    return f"{'$' if edge.fixed else ''}{column_letters(edge.number)}"


def _row(edge: Edge) -> str:
    return f"{'$' if edge.fixed else ''}{edge.number}"
