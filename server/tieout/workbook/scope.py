"""What a piece of code says it will change: its `// scope:` comment."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from tieout.workbook.address import Address, InvalidAddress

_COMMENT = re.compile(r"^\s*//\s*scope\s*:\s*(.+?)\s*$", re.IGNORECASE)
_PART = re.compile(r"(?:[^,']|'(?:[^']|'')*')+")


@dataclass(frozen=True, slots=True)
class Scope:
    """Cells, whole sheets, tables and names the code means to change.

    Attributes:
        text: As written.
        sheets: Whole sheets, by name.
        tables: Tables, by name: their cells and the tables themselves.
        names: Defined names.
        calculation: Whether the calculation mode is in it.
        unreadable: Parts that are no address and no `sheet:`, `table:` or `name:`.
    """

    text: str
    areas: tuple[Address, ...]
    sheets: tuple[str, ...] = ()
    unreadable: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    calculation: bool = False

    def covers(self, address: Address) -> bool:
        """Whether every cell of an address lies in the scope; names ignore case."""
        if self.has_sheet(address.sheet):
            return True
        return any(area.contains(address) for area in self.areas)

    def has_sheet(self, name: str) -> bool:
        """Whether a whole sheet is in the scope."""
        return _among(name, self.sheets)

    def has_table(self, name: str) -> bool:
        """Whether a table itself is in the scope."""
        return _among(name, self.tables)

    def has_name(self, name: str) -> bool:
        """Whether a defined name is in the scope."""
        return _among(name, self.names)

    def with_tables(self, tables: Mapping[str, Address]) -> "Scope":
        """The scope with the cells of its tables, by their names in lower case."""
        found = [tables[name.casefold()] for name in self.tables if name.casefold() in tables]
        return replace(self, areas=(*self.areas, *found))

    def lies_in(self, other: "Scope") -> bool:
        """Whether another scope covers all of this one."""
        return (
            all(other.covers(area) for area in self.areas)
            and all(other.has_sheet(name) for name in self.sheets)
            and all(other.has_table(name) for name in self.tables)
            and all(other.has_name(name) for name in self.names)
            and (other.calculation or not self.calculation)
        )


def _among(name: str, names: Iterable[str]) -> bool:
    return any(name.casefold() == other.casefold() for other in names)


def parse_scope(code: str) -> Scope | None:
    """The scope named in the comments before the code's first statement, or None.

    `// scope: Sheet1!D2:D201, sheet:Summary, 'My Sheet'!A:C, table:Sales, name:TaxRate, calculation`
    """
    for line in code.splitlines():
        stripped = line.strip()
        if stripped and not stripped.startswith("//"):
            return None
        match = _COMMENT.match(line)
        if match:
            return _read(match[1])
    return None


def _read(text: str) -> Scope:
    areas: list[Address] = []
    named: dict[str, list[str]] = {"sheet": [], "table": [], "name": []}
    unreadable: list[str] = []
    calculation = False
    sheet = ""
    for part in (match[0].strip() for match in _PART.finditer(text)):
        if not part:
            continue
        if part.casefold() == "calculation":
            calculation = True
            continue
        noun, _, rest = part.partition(":")
        if noun.lower() in named and rest:
            named[noun.lower()].append(_unquote(rest.strip()))
            continue
        try:
            area = Address.parse(part)
        except InvalidAddress:
            unreadable.append(part)
            continue
        sheet = area.sheet or sheet
        if not sheet:
            unreadable.append(part)
            continue
        areas.append(Address(sheet, area.top, area.left, area.bottom, area.right))
    return Scope(
        text,
        tuple(areas),
        tuple(named["sheet"]),
        tuple(unreadable),
        tuple(named["table"]),
        tuple(named["name"]),
        calculation,
    )


def _unquote(name: str) -> str:
    if len(name) > 1 and name.startswith("'") and name.endswith("'"):
        return name[1:-1].replace("''", "'")
    return name
