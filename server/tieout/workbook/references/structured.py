"""Structured references: the text between the brackets, and back.

    Units   #Totals   @   @Units   @[Unit price]   [#Headers],[Units]:[Price]   [[Odd '[name']]]

An apostrophe stands before a bracket, `#`, `@` or apostrophe that belongs to a column's name.
"""

import re
from collections.abc import Iterator

from tieout.workbook.references.model import Prefix, TablePart, TableRows

_ROWS: dict[str, TableRows] = {
    "#all": "#all",
    "#headers": "#headers",
    "#data": "#data",
    "#totals": "#totals",
    "#this row": "#this row",
}
_SHOWN: dict[TableRows, str] = {
    "#all": "#All",
    "#headers": "#Headers",
    "#data": "#Data",
    "#totals": "#Totals",
    "#this row": "#This Row",
}
_SPECIAL = re.compile(r"['\[\]#@]")
_ESCAPED = re.compile(r"'(.)", re.DOTALL)
_PIECE = re.compile(r"\s*\[((?:'.|[^'\[\]])*)\]\s*", re.DOTALL)


class NoTablePart(ValueError):
    """Text between brackets that is no structured reference."""


def parse_part(prefix: Prefix, table: str, brackets: str) -> TablePart:
    """A structured reference.

    Args:
        prefix: Another workbook, mostly none.
        table: The table's name, "" for the one the formula stands in.
        brackets: From the outer `[` to its `]`.

    Raises:
        NoTablePart: What it is isn't one.
    """
    if not (brackets.startswith("[") and brackets.endswith("]") and len(brackets) > 1):
        raise NoTablePart(brackets)
    inner = brackets[1:-1]
    rows: list[TableRows] = []
    bare = inner.strip()
    if bare.startswith("@"):
        rows.append("#this row")
        inner = bare = bare[1:].strip()
    if not bare:
        return TablePart(prefix, table, tuple(rows))
    if not bare.startswith("["):
        named = _ROWS.get(bare.lower())
        if named is not None:
            return TablePart(prefix, table, (*rows, named))
        name = _plain(bare)
        return TablePart(prefix, table, tuple(rows), name, name)
    first = last = ""
    for names in _items(inner):
        named = _ROWS.get(names[0].lower()) if len(names) == 1 else None
        if named is not None:
            rows.append(named)
        elif not first:
            first, last = _plain(names[0]), _plain(names[-1])
        else:
            raise NoTablePart(brackets)
    return TablePart(prefix, table, tuple(rows), first, last)


def _items(inner: str) -> Iterator[tuple[str, ...]]:
    """`[a],[b]:[c]` as (a,), (b, c)."""
    place = 0
    while place < len(inner):
        names: list[str] = []
        while True:
            match = _PIECE.match(inner, place)
            if match is None:
                raise NoTablePart(inner)
            names.append(match[1])
            place = match.end()
            if place == len(inner) or inner[place] != ":":
                break
            place += 1
        yield tuple(names)
        if place < len(inner):
            if inner[place] != ",":
                raise NoTablePart(inner)
            place += 1


def _plain(name: str) -> str:
    return _ESCAPED.sub(r"\1", name)


def part_text(part: TablePart) -> str:
    """A structured reference as formulas write it, without its prefix."""
    columns = ""
    if part.first:
        columns = f"[{_escaped(part.first)}]"
        if part.last != part.first:
            columns += f":[{_escaped(part.last)}]"
    rows = ",".join(f"[{_SHOWN[name]}]" for name in part.rows)
    if part.rows == ("#this row",):
        return f"{part.table}[@{columns}]"
    inner = ",".join(piece for piece in (rows, columns) if piece)
    plain = part.first == part.last and _SPECIAL.search(part.first) is None
    if not part.rows and part.first and plain and part.first.strip() == part.first:
        inner = part.first
    elif len(part.rows) == 1 and not part.first:
        inner = _SHOWN[part.rows[0]]
    return f"{part.table}[{inner}]"


def _escaped(name: str) -> str:
    return _SPECIAL.sub(lambda match: f"'{match[0]}", name)
