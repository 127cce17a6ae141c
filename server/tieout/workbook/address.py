"""A1 addresses as values: parse, format, and the quoting rules of sheet names.

Rows and columns are 1-based, as people count them. Source of the limits and the syntax: Excel's
specification (1,048,576 rows, 16,384 columns).
"""

import re
from dataclasses import dataclass
from typing import Self

MAX_ROWS = 1_048_576
MAX_COLUMNS = 16_384


class InvalidAddress(ValueError):
    """Text that is no A1 address; the message says which and why."""


def column_letters(column: int) -> str:
    """Letters of a 1-based column: 1 → "A", 28 → "AB"."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def column_number(letters: str) -> int:
    """1-based column of letters, any case: "ab" → 28."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


_PLAIN_NAME = re.compile(r"[A-Za-z_\u0080-\uffff][A-Za-z0-9_.\u0080-\uffff]*\Z")
_LOOKS_LIKE_CELL = re.compile(r"[A-Za-z]{1,3}[0-9]+\Z|[Rr][0-9]*([Cc][0-9]*)?\Z|[Cc][0-9]*\Z")


def quote_sheet(name: str) -> str:
    """A sheet name as formulas and addresses write it: `Sheet1`, `'My Sheet'`, `'O''Neil'`."""
    spaced = any(character.isspace() for character in name)  # a no-break space is no letter
    if _PLAIN_NAME.match(name) and not _LOOKS_LIKE_CELL.match(name) and not spaced:
        return name
    return "'" + name.replace("'", "''") + "'"


_CELL = r"\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,6})"
_CELLS = re.compile(rf"{_CELL}(?::{_CELL})?\Z")
_COLUMNS = re.compile(r"\$?([A-Za-z]{1,3}):\$?([A-Za-z]{1,3})\Z")
_ROWS = re.compile(r"\$?([1-9][0-9]{0,6}):\$?([1-9][0-9]{0,6})\Z")


@dataclass(frozen=True, slots=True, order=True)
class Address:
    """A rectangle of cells on a sheet (`sheet` is "" when the text named none).

    All four bounds are 1-based and inclusive, with `top <= bottom` and `left <= right`.
    """

    sheet: str
    top: int
    left: int
    bottom: int
    right: int

    @classmethod
    def cell(cls, sheet: str, row: int, column: int) -> Self:
        """The address of one cell."""
        return cls(sheet, row, column, row, column)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `A1`, `A1:B2`, `A:C`, `3:7`, with or without `Sheet!` or `'My Sheet'!`.

        Raises:
            InvalidAddress: Not an address, or outside Excel's grid.
        """
        sheet, cells = _split_sheet(text.strip())
        if match := _CELLS.match(cells):
            first_column, first_row, last_column, last_row = match.groups()
            bounds = (
                int(first_row),
                column_number(first_column),
                int(last_row or first_row),
                column_number(last_column or first_column),
            )
        elif match := _COLUMNS.match(cells):
            bounds = (1, column_number(match[1]), MAX_ROWS, column_number(match[2]))
        elif match := _ROWS.match(cells):
            bounds = (int(match[1]), 1, int(match[2]), MAX_COLUMNS)
        else:
            raise InvalidAddress(f"{text!r} is not an A1 address")
        top, left, bottom, right = bounds
        top, bottom = sorted((top, bottom))
        left, right = sorted((left, right))
        if bottom > MAX_ROWS or right > MAX_COLUMNS:
            raise InvalidAddress(
                f"{text!r} lies outside Excel's grid (XFD1048576 is its last cell)"
            )
        return cls(sheet, top, left, bottom, right)

    @property
    def rows(self) -> int:
        """Number of rows."""
        return self.bottom - self.top + 1

    @property
    def columns(self) -> int:
        """Number of columns."""
        return self.right - self.left + 1

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.rows * self.columns

    @property
    def local(self) -> str:
        """Without the sheet: `A1`, `A1:B2`, `A:C`, `3:7`."""
        if self.rows == MAX_ROWS and self.columns < MAX_COLUMNS:
            return f"{column_letters(self.left)}:{column_letters(self.right)}"
        if self.columns == MAX_COLUMNS:
            return f"{self.top}:{self.bottom}"
        first = f"{column_letters(self.left)}{self.top}"
        if self.size == 1:
            return first
        return f"{first}:{column_letters(self.right)}{self.bottom}"

    def __str__(self) -> str:  # pyright: ignore[reportImplicitOverride]
        return f"{quote_sheet(self.sheet)}!{self.local}" if self.sheet else self.local

    def contains(self, other: "Address") -> bool:
        """Whether every cell of `other` lies in this one; sheet names ignore case."""
        return (
            self.sheet.casefold() == other.sheet.casefold()
            and self.top <= other.top
            and self.left <= other.left
            and self.bottom >= other.bottom
            and self.right >= other.right
        )


def _split_sheet(text: str) -> tuple[str, str]:
    if text.startswith("'"):
        end = text.rfind("'!")
        if end <= 0:
            raise InvalidAddress(f"{text!r} has a quoted sheet name without an end")
        return text[1:end].replace("''", "'"), text[end + 2 :]
    sheet, bang, cells = text.rpartition("!")
    return (sheet, cells) if bang else ("", text)
