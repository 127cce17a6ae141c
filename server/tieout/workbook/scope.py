"""What a piece of code says it will change: its `// scope:` comment."""

import re
from dataclasses import dataclass

from tieout.workbook.address import Address, InvalidAddress

_COMMENT = re.compile(r"^\s*//\s*scope\s*:\s*(.+?)\s*$", re.IGNORECASE)
_PART = re.compile(r"(?:[^,']|'(?:[^']|'')*')+")


@dataclass(frozen=True, slots=True)
class Scope:
    """Cells and whole sheets the code means to change.

    Attributes:
        text: As written.
        sheets: Whole sheets, by name.
        unreadable: Parts that are neither an address nor `sheet:Name`.
    """

    text: str
    areas: tuple[Address, ...]
    sheets: tuple[str, ...] = ()
    unreadable: tuple[str, ...] = ()

    def covers(self, address: Address) -> bool:
        """Whether every cell of an address lies in the scope; names ignore case."""
        sheet = address.sheet.casefold()
        if any(name.casefold() == sheet for name in self.sheets):
            return True
        return any(area.contains(address) for area in self.areas)


def parse_scope(code: str) -> Scope | None:
    """The scope named in the comments before the code's first statement, or None.

    `// scope: Sheet1!D2:D201, sheet:Summary, 'My Sheet'!A:C`
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
    sheets: list[str] = []
    unreadable: list[str] = []
    sheet = ""
    for part in (match[0].strip() for match in _PART.finditer(text)):
        if not part:
            continue
        if part.lower().startswith("sheet:"):
            sheets.append(_unquote(part[6:].strip()))
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
    return Scope(text, tuple(areas), tuple(sheets), tuple(unreadable))


def _unquote(name: str) -> str:
    if len(name) > 1 and name.startswith("'") and name.endswith("'"):
        return name[1:-1].replace("''", "'")
    return name
