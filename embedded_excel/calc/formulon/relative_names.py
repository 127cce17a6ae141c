"""Defined names that refer relatively: `Sheet1!$B1` means column B of the row the name is used in.

The engine reads such a name as if it were used in A1. `OFFSET` from a fixed cell, by the row or
column of the cell that asks, says the same in a way it understands.
"""

import re
from typing import Final

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS
from embedded_excel.calc.formulon.formulas import column_letters, parse_rect

_SHEET: Final = r"(?:'(?:[^']|'')+'|[^\W\d][\w.]*)!"
_CORNER: Final = r"\$?[A-Za-z]{1,3}\$?[0-9]{1,7}"
_REFERENCE = re.compile(
    rf'"(?:[^"]|"")*"|(?<![\w.$\]!\'])(?P<sheet>{_SHEET})(?P<first>{_CORNER})'
    rf"(?::(?P<last>{_CORNER}))?(?![\w.(!\[:])"
)
_FIXED = re.compile(r"\$[A-Za-z]+\$[0-9]+")
_PARTS = re.compile(r"(\$?)([A-Za-z]+)(\$?)([0-9]+)")
_ANCHORED = re.compile(
    rf"OFFSET\((?P<sheet>{_SHEET})\$(?P<column>[A-Z]+)\$(?P<row>[0-9]+),"
    r"(?P<down>0|ROW\(\)[+-][0-9]+),(?P<right>0|COLUMN\(\)[+-][0-9]+)\)"
)


def anchored(formula: str) -> str:
    """A name's formula with `OFFSET` in place of relative references."""

    def change(match: re.Match[str]) -> str:
        sheet, first, last = match["sheet"], match["first"], match["last"]
        corners = [first] if last is None else [first, last]
        if sheet is None or all(_FIXED.fullmatch(corner) for corner in corners):
            return match[0]
        return ":".join(_anchor(sheet, corner) for corner in corners)

    return _REFERENCE.sub(change, formula)


def relative(formula: str) -> str:
    """A name's formula as Excel has it."""
    if "OFFSET(" not in formula:
        return formula

    def change(match: re.Match[str]) -> str:
        column, right = _position(match["right"], parse_rect(match["column"] + "1").left)
        row, down = _position(match["down"], int(match["row"]) - 1)
        corner = (
            f"{'' if right else '$'}{column_letters(column % MAX_COLUMNS)}"
            f"{'' if down else '$'}{row % MAX_ROWS + 1}"
        )
        second = formula[: match.start()].endswith(":")
        return corner if second else match["sheet"] + corner

    return _ANCHORED.sub(change, formula)


def _anchor(sheet: str, corner: str) -> str:
    parts = _PARTS.fullmatch(corner)
    assert parts is not None
    cell = parse_rect(corner)
    column, right = _offset("COLUMN()", bool(parts[1]), cell.left, MAX_COLUMNS)
    row, down = _offset("ROW()", bool(parts[3]), cell.top, MAX_ROWS)
    place = f"{sheet}${column_letters(column)}${row + 1}"
    return place if down == right == "0" else f"OFFSET({place},{down},{right})"


def _offset(own: str, fixed: bool, position: int, size: int) -> tuple[int, str]:
    """Where to start on an axis, and how far to go; a position near the end lies before A1."""
    if fixed:
        return position, "0"
    distance = position if position < size // 2 else position - size
    return 0, f"{own}{distance - 1:+d}"


def _position(distance: str, start: int) -> tuple[int, bool]:
    """Position on an axis as used in A1, and whether it is relative."""
    if distance == "0":
        return start, False
    return start + int(distance[distance.index(")") + 1 :]) + 1, True
