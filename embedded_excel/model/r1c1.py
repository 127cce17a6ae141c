"""R1C1 notation: A1 formulas as seen from a cell, and back."""

import re

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS
from embedded_excel.model.a1 import column_letters
from embedded_excel.model.references import Point, Reference, rewrite

_PART = r"(?:\[-?[0-9]{1,7}\]|[0-9]{1,7})?"
_BOUND = r"(?![\w.(!\[\\?'])"
_R1C1_TOKEN = re.compile(
    r'(?P<text>"(?:[^"]|"")*")'
    r"|(?P<error>\#[A-Z][A-Z0-9/_]*[!?]?)"
    r"|(?P<sheet>'(?:[^']|'')*'!?)"
    rf"|(?P<cell>[Rr](?P<row>{_PART})[Cc](?P<column>{_PART})){_BOUND}"
    rf"|(?P<rows>[Rr](?P<whole_row>{_PART})){_BOUND}"
    rf"|(?P<columns>[Cc](?P<whole_column>{_PART})){_BOUND}"
    r"|(?P<number>[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<word>[^\W\d][\w.\\?]*(?:!|\[)?)"
)


def _axis(letter: str, position: int | None, fixed: bool, home: int) -> str:
    if position is None:
        return ""
    if fixed:
        return f"{letter}{position + 1}"
    return letter if position == home else f"{letter}[{position - home}]"


def to_r1c1(formula: str, row: int, column: int) -> str:
    """An A1 formula of a cell (0-based) in R1C1 notation."""

    def point(corner: Point) -> str:
        return _axis("R", corner.row, corner.row_fixed, row) + _axis(
            "C", corner.column, corner.column_fixed, column
        )

    def change(reference: Reference) -> str:
        first = point(reference.first)
        if reference.last is None:
            return reference.prefix + first
        last = point(reference.last)
        whole = reference.first.row is None or reference.first.column is None
        if whole and first == last:
            return reference.prefix + first
        return f"{reference.prefix}{first}:{last}"

    return rewrite(formula, change)


def _absolute(part: str, home: int, size: int) -> tuple[int, bool]:
    if not part:
        return home, False
    if part.startswith("["):
        # An offset past the edge comes in again at the other side, as in Excel.
        return (home + int(part[1:-1])) % size, False
    return int(part) - 1, True


def _row_text(part: str, home: int) -> str:
    row, fixed = _absolute(part, home, MAX_ROWS)
    return "$" * fixed + str(row + 1)


def _column_text(part: str, home: int) -> str:
    column, fixed = _absolute(part, home, MAX_COLUMNS)
    return "$" * fixed + column_letters(column)


def _a1(match: re.Match[str], row: int, column: int) -> str:
    if match["cell"]:
        return _column_text(match["column"], column) + _row_text(match["row"], row)
    if match["rows"]:
        return _row_text(match["whole_row"], row)
    if match["columns"]:
        return _column_text(match["whole_column"], column)
    return match[0]


def _alone(formula: str, match: re.Match[str]) -> bool:
    """Whether a whole row or column stands without a colon: A1 has to repeat it."""
    before = formula[: match.start()].rstrip()
    after = formula[match.end() :].lstrip()
    return not before.endswith(":") and not after.startswith(":")


def from_r1c1(formula: str, row: int, column: int) -> str:
    """An R1C1 formula of a cell (0-based) in A1 notation. Parts that are A1 already stay."""
    parts: list[str] = []
    position = 0
    while position < len(formula):
        match = _R1C1_TOKEN.match(formula, position)
        if match is None:
            end = position + 1
            if formula[position] == "[":
                end = _after_brackets(formula, position)
            parts.append(formula[position:end])
            position = end
            continue
        text = _a1(match, row, column)
        if (match["rows"] or match["columns"]) and _alone(formula, match):
            text = f"{text}:{text}"
        if match["word"] and match["word"].endswith("["):
            end = _after_brackets(formula, match.end() - 1)
            parts.append(formula[position:end])
            position = end
            continue
        parts.append(text)
        position = match.end()
    return "".join(parts)


def _after_brackets(formula: str, start: int) -> int:
    depth = 0
    for position in range(start, len(formula)):
        depth += {"[": 1, "]": -1}.get(formula[position], 0)
        if depth == 0:
            return position + 1
    return len(formula)
