"""Texts of cells whose number format the engine reads differently from Excel.

Number formats 14 and 22 name no code in the file: Excel shows them by the system's settings,
`m/d/yyyy` in the United States; the engine writes the year with two digits. A format of one section
with a condition shows what doesn't meet it as General; the engine forgets the condition.
"""

import re
from functools import cache
from typing import Final

from formulon.workbook import Value, ValueKind

from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.style_codes import BUILT_IN_FORMATS
from embedded_excel.calc.formulon.styles import style

_CODES: Final = frozenset({BUILT_IN_FORMATS[14], BUILT_IN_FORMATS[22]})
_CONDITION = re.compile(r"\[(?:<|>|=|<=|>=|<>)-?[0-9.]+\]")
_LITERAL = re.compile(r'"[^"]*"|\\.|_.|\*.')


@cache
def _read_as(code: str) -> str | None:
    """The code to show a number by, or None where the engine reads the code right."""
    if code in _CODES:
        return code
    bare = _LITERAL.sub("", code)
    return f"{code};General" if ";" not in bare and _CONDITION.search(bare) else None


class SpecialFormats:
    """Says how a number looks in those formats, by its format record."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._read_as: dict[int, str | None] = {}

    def reads(self, record: int) -> bool:
        """Whether the engine reads the format of a record differently."""
        return self._code(record) is not None

    def text(self, record: int, value: float) -> str | None:
        """The displayed text, or None where the engine's own is right."""
        code = self._code(record)
        if code is None:
            return None
        number = Value(kind=ValueKind.NUMBER, number=value)
        text, _ = self._book.wheel.format_value(number, code)
        return text

    def _code(self, record: int) -> str | None:
        if record not in self._read_as:
            self._read_as[record] = _read_as(style(self._book, record).number_format)
        return self._read_as[record]
