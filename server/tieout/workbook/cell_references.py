"""What a text that says where to read means: A1 and R1C1 areas, names, parts of tables, several of these.

    Sales!A1:B9      'P&L 2026'!C:C      R2C3:R9C4      TaxRate      Budget!TaxRate
    Orders[Units]    Orders[[Units]:[Price]]    Orders[#Headers]    Orders[[#Totals],[Units]]
    A1:B2, D4, Orders[Units]

Source of the syntax: Excel's help on references, structured references and the R1C1 style.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tieout.workbook.address import MAX_COLUMNS, MAX_ROWS, Address, InvalidAddress

TablePart: TypeAlias = Literal["#all", "#headers", "#data", "#totals"]

_R1C1 = re.compile(
    r"R([1-9][0-9]*)C([1-9][0-9]*)(?::R([1-9][0-9]*)C([1-9][0-9]*))?\Z", re.IGNORECASE
)
_LINES = re.compile(r"([RC])([1-9][0-9]*):([RC])([1-9][0-9]*)\Z", re.IGNORECASE)
_NAME = re.compile(r"[^\W\d][\w.\\?]*\Z|\\[\w.\\?]*\Z")
_TABLE = re.compile(r"(?P<table>[^\W\d][\w.\\]*)\[(?P<inner>.*)\]\Z", re.DOTALL)
_PARTS: dict[str, TablePart] = {
    "#all": "#all",
    "#headers": "#headers",
    "#data": "#data",
    "#totals": "#totals",
}


class BadReference(ValueError):
    """Text that says no place; the message says why."""


@dataclass(frozen=True, slots=True)
class NameReference:
    """A defined name, or a table by its name alone; `sheet` is "" when the text named none."""

    sheet: str
    name: str


@dataclass(frozen=True, slots=True)
class TableReference:
    """Part of a table.

    Attributes:
        parts: Its rows; the data when none are named.
        first: First column, "" for all of them; `last` is the same for one column.
    """

    table: str
    parts: tuple[TablePart, ...] = ("#data",)
    first: str = ""
    last: str = ""


CellReference: TypeAlias = Address | NameReference | TableReference


def parse_references(text: str) -> tuple[CellReference, ...]:
    """The places a text names, in order. A later area without a sheet is on the sheet of the first.

    Raises:
        BadReference: A part of it is none.
    """
    found: list[CellReference] = []
    for part in _split(text.strip().removeprefix("=")):
        sheet = found[0].sheet if found and isinstance(found[0], Address) else ""
        found.append(_reference(part.strip(), sheet))
    return tuple(found)


def _split(text: str) -> Iterator[str]:
    """Parts between commas that stand outside quotes and brackets."""
    depth, quoted, start = 0, False, 0
    for place, letter in enumerate(text):
        if letter == "'" and not depth:
            quoted = not quoted
        elif not quoted:
            depth += (letter == "[") - (letter == "]")
            if letter == "," and not depth:
                yield text[start:place]
                start = place + 1
    if quoted:
        raise BadReference(f"{text!r}: the quotes around the sheet name don't close")
    yield text[start:]


def _reference(text: str, sheet: str) -> CellReference:
    if not text:
        raise BadReference("an area between the commas is empty")
    table = _TABLE.match(text)
    if table is not None:
        return _of_table(table["table"], table["inner"])
    try:
        area = Address.parse(text)
    except InvalidAddress as invalid:
        if "grid" in str(invalid):
            raise BadReference(str(invalid)) from None
    else:
        return area if area.sheet else _on(sheet, area)
    name, local = _sheet_of(text)
    area = _from_r1c1(local)
    if area is not None:
        return _on(name or sheet, area)
    if _NAME.match(local):
        return NameReference(name, local)
    raise BadReference(
        f'{text!r} is no address; write "B2:D9", "B:D", "2:5", "R2C3:R9C4", a name, or a part of a '
        'table such as "Orders[Units]"'
    )


def _on(sheet: str, area: Address) -> Address:
    return Address(sheet, area.top, area.left, area.bottom, area.right)


def _sheet_of(text: str) -> tuple[str, str]:
    if text.startswith("'"):
        end = text.rfind("'!")
        return text[1:end].replace("''", "'"), text[end + 2 :]
    sheet, _, local = text.rpartition("!")
    return sheet, local


def _from_r1c1(text: str) -> Address | None:
    match = _R1C1.match(text)
    if match is not None:
        top, left = int(match[1]), int(match[2])
        bottom, right = int(match[3] or top), int(match[4] or left)
    elif (lines := _LINES.match(text)) is not None and lines[1].upper() == lines[3].upper():
        first, last = int(lines[2]), int(lines[4])
        rows = lines[1].upper() == "R"
        top, bottom = (first, last) if rows else (1, MAX_ROWS)
        left, right = (1, MAX_COLUMNS) if rows else (first, last)
    else:
        return None
    if max(top, bottom) > MAX_ROWS or max(left, right) > MAX_COLUMNS:
        raise BadReference(f"{text!r} lies outside Excel's grid (R1048576C16384 is its last cell)")
    return Address("", min(top, bottom), min(left, right), max(top, bottom), max(left, right))


def _of_table(table: str, inner: str) -> TableReference:
    """`Units`, `#Headers`, `[#Totals],[Units]`, `[Units]:[Price]`, or nothing for the data."""
    inner = inner.strip()
    if not inner:
        return TableReference(table)
    if not inner.startswith("["):
        part = _PARTS.get(inner.lower())
        if part is not None:
            return TableReference(table, (part,))
        if inner.startswith(("@", "#")):
            raise BadReference(f"{inner!r} of {table} has a meaning only inside a formula")
        return TableReference(table, ("#data",), _plain(inner), _plain(inner))
    parts: list[TablePart] = []
    columns: tuple[str, str] | None = None
    for piece in _split_items(inner):
        names = [_plain(name) for name in _bracketed(piece)]
        part = _PARTS.get(names[0].lower()) if len(names) == 1 else None
        if part is not None:
            parts.append(part)
        elif names and columns is None:
            columns = names[0], names[-1]
        else:
            raise BadReference(f"{table}[{inner}] names more than one run of columns")
    first, last = columns or ("", "")
    return TableReference(table, tuple(parts) or ("#data",), first, last)


def _split_items(inner: str) -> Iterator[str]:
    depth, start = 0, 0
    for place, letter in enumerate(inner):
        depth += (letter == "[") - (letter == "]")
        if letter == "," and not depth:
            yield inner[start:place]
            start = place + 1
    yield inner[start:]


def _bracketed(piece: str) -> list[str]:
    found = re.findall(r"\[((?:'.|[^'\]])*)\]", piece)
    if not found:
        raise BadReference(f"{piece!r} is no part of a table; write [Column] or [#Headers]")
    return list[str](found)


def _plain(name: str) -> str:
    """A column's name without the apostrophes that escape its brackets."""
    return re.sub(r"'(.)", r"\1", name.strip())
