"""A formula as what it is when filled: its R1C1 pattern, and its A1 text in any other cell.

Telling that the next cell holds the same formula filled down is then one comparison of texts,
without reading the formula again.
"""

from dataclasses import dataclass
from typing import TypeAlias

from tieout.workbook.address import MAX_COLUMNS, column_letters, column_number
from tieout.workbook.formula_tokens import Token, tokenize
from tieout.workbook.r1c1 import token_to_r1c1

_Piece: TypeAlias = str | tuple[bool, int]
"""Text as it is, or (is a row, distance) of a part that moves along."""


@dataclass(frozen=True, slots=True)
class Fill:
    """A formula that can be written for other cells.

    Attributes:
        r1c1: Its pattern, as `to_r1c1` gives it.
    """

    r1c1: str
    _pieces: tuple[_Piece, ...]

    def down(self, column: int) -> tuple[str, tuple[int, ...]]:
        """A `%` template and the distances of its rows, for the cells of one column.

        `template % tuple(row + distance …)` is the formula in that row.
        """
        texts: list[str] = []
        rows: list[int] = []
        for piece in self._pieces:
            if isinstance(piece, str):
                texts.append(piece.replace("%", "%%"))
            elif piece[0]:
                texts.append("%d")
                rows.append(piece[1])
            else:
                target = column + piece[1]
                texts.append(column_letters(target) if 0 < target <= MAX_COLUMNS else "?")
        return "".join(texts), tuple(rows)

    def at(self, row: int, column: int) -> str:
        """The formula in the cell at (`row`, `column`), both 1-based."""
        template, rows = self.down(column)
        return template % tuple(row + distance for distance in rows)

    @property
    def moves(self) -> bool:
        """Whether its A1 text differs from cell to cell."""
        return any(not isinstance(piece, str) for piece in self._pieces)


def read_fill(formula: str, row: int, column: int) -> Fill:
    """The formula of the cell at (`row`, `column`) as a fill."""
    tokens = list(tokenize(formula))
    pieces: list[_Piece] = []
    for token in tokens:
        pieces.append(token.prefix)
        if token.kind in ("cells", "columns", "rows"):
            pieces.extend(_moving(token, row, column))
        else:
            pieces.append(token.text)
    r1c1 = "".join(token_to_r1c1(token, row, column) for token in tokens)
    return Fill(r1c1, tuple(_merged(pieces)))


def _moving(token: Token, row: int, column: int) -> list[_Piece]:
    found: list[_Piece] = []
    for number, corner in enumerate(token.text.split(":")):
        if number:
            found.append(":")
        absolute_column = corner.startswith("$") and not corner[1].isdigit()
        rest = corner[1:] if absolute_column else corner
        letters = rest.rstrip("0123456789").rstrip("$")
        row_part = rest[len(letters) :]
        if letters and absolute_column:
            found.append("$" + letters)
        elif letters:
            found.append((False, column_number(letters) - column))
        if row_part.startswith("$"):
            found.append(row_part)
        elif row_part:
            found.append((True, int(row_part) - row))
    return found


def _merged(pieces: list[_Piece]) -> list[_Piece]:
    """Adjoining texts as one."""
    found: list[_Piece] = []
    for piece in pieces:
        last = found[-1] if found else None
        if isinstance(piece, str) and isinstance(last, str):
            found[-1] = last + piece
        elif piece != "":
            found.append(piece)
    return found
