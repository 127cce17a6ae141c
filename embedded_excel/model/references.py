"""References inside A1 formula texts: finding them, and rewriting them when cells move.

Only what moving cells needs is understood: strings, sheet prefixes, cell and area references,
structured references, names and errors are told apart; everything else is copied as it stands.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Rect
from embedded_excel.model.a1 import column_index, column_letters

REF_ERROR = "#REF!"

_PREFIX = (
    r"(?P<prefix>'(?:[^']|'')+'!|(?:\[[^\[\]]*\])?[^\W\d][\w.]*(?::[\w.]+)?!|\[\d+\](?:[\w.]+)?!)?"
)
_BOUND = r"(?![\w.(!\[\\?'])"
_TOKEN = re.compile(
    r'(?P<text>"(?:[^"]|"")*")'
    r"|(?P<error>\#(?:REF!|DIV/0!|N/A|NAME\?|NULL!|NUM!|VALUE!|SPILL!|CALC!|FIELD!|BLOCKED!"
    r"|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA))"
    r"|(?P<reference>" + _PREFIX + r"(?:"
    r"(?P<cells>\$?[A-Za-z]{1,3}\$?[0-9]{1,7}(?::\$?[A-Za-z]{1,3}\$?[0-9]{1,7})?" + _BOUND + r")"
    r"|(?P<columns>\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}" + _BOUND + r")"
    r"|(?P<rows>\$?[0-9]{1,7}:\$?[0-9]{1,7}" + _BOUND + r")))"
    r"|(?P<number>[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|\.[0-9]+(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<sheet>'(?:[^']|'')*'!?)"
    r"|(?P<word>[^\W\d\\]|[\\_])(?:[\w.\\?]*)"
)
_POINT = re.compile(r"(\$?)([A-Za-z]{1,3})?(\$?)([0-9]{1,7})?")


@dataclass(frozen=True, slots=True)
class Point:
    """One corner of a reference: 0-based row and column (None in whole columns or rows)."""

    row: int | None
    column: int | None
    row_fixed: bool = False
    column_fixed: bool = False

    def text(self) -> str:
        """The corner in A1 notation."""
        letters = (
            "" if self.column is None else "$" * self.column_fixed + column_letters(self.column)
        )
        number = "" if self.row is None else "$" * self.row_fixed + str(self.row + 1)
        return letters + number

    def inside(self) -> bool:
        """Whether the corner lies on the sheet."""
        return (self.row is None or 0 <= self.row < MAX_ROWS) and (
            self.column is None or 0 <= self.column < MAX_COLUMNS
        )


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference as it stands in a formula.

    Attributes:
        prefix: The sheet prefix as written, `!` included; "" without one.
        last: None for a single cell.
    """

    prefix: str
    first: Point
    last: Point | None

    def text(self) -> str:
        """The reference in A1 notation, or #REF! when a corner left the sheet."""
        if not self.first.inside() or (self.last is not None and not self.last.inside()):
            return self.prefix + REF_ERROR
        if self.last is None:
            return self.prefix + self.first.text()
        return f"{self.prefix}{self.first.text()}:{self.last.text()}"

    def rect(self) -> Rect:
        """The cells meant, whichever way the corners are written."""
        last = self.last or self.first
        rows = (self.first.row, last.row)
        columns = (self.first.column, last.column)
        top, bottom = (
            (0, MAX_ROWS - 1) if rows[0] is None or rows[1] is None else sorted((rows[0], rows[1]))
        )
        left, right = (
            (0, MAX_COLUMNS - 1)
            if columns[0] is None or columns[1] is None
            else sorted((columns[0], columns[1]))
        )
        return Rect(top, left, bottom, right)

    def sheet_name(self) -> str | None:
        """Name of the sheet, None without a prefix. 3-D and external prefixes come as written."""
        if not self.prefix:
            return None
        name = self.prefix[:-1]
        if name.startswith("'"):
            return name[1:-1].replace("''", "'")
        return name

    def to_rect(self, rect: Rect) -> "Reference":
        """The same reference, dollar signs kept, to other cells."""
        last = self.last
        if last is None and (rect.rows, rect.columns) != (1, 1):
            last = self.first
        first = replace(
            self.first,
            row=None if self.first.row is None else rect.top,
            column=None if self.first.column is None else rect.left,
        )
        if last is not None:
            last = replace(
                last,
                row=None if last.row is None else rect.bottom,
                column=None if last.column is None else rect.right,
            )
        return replace(self, first=first, last=last)


def _point(text: str) -> Point:
    match = _POINT.fullmatch(text)
    assert match is not None
    letters, digits = match[2], match[4]
    # In `$1` the regular expression sees the first dollar sign, whichever part it belongs to.
    row_fixed = bool(match[3]) or (letters is None and bool(match[1]))
    return Point(
        int(digits) - 1 if digits else None,
        column_index(letters) if letters else None,
        row_fixed=row_fixed,
        column_fixed=letters is not None and bool(match[1]),
    )


def _parse(match: re.Match[str]) -> Reference | None:
    body = match["cells"] or match["columns"] or match["rows"]
    first, _, last = body.partition(":")
    reference = Reference(match["prefix"] or "", _point(first), _point(last) if last else None)
    corners = (reference.first, reference.last or reference.first)
    return reference if all(corner.inside() for corner in corners) else None


def _skip_brackets(formula: str, start: int) -> int:
    depth = 0
    position = start
    while position < len(formula):
        character = formula[position]
        if character == "'":
            position += 1
        elif character == "[":
            depth += 1
        elif character == "]":
            depth -= 1
            if depth == 0:
                return position + 1
        position += 1
    return position


def spans(formula: str) -> Iterator[tuple[int, int, Reference]]:
    """Every reference of a formula with its start and end in the text."""
    position = 0
    while position < len(formula):
        match = _TOKEN.match(formula, position)
        if match is None:
            opens = formula[position] == "["
            position = _skip_brackets(formula, position) if opens else position + 1
            continue
        if match["reference"]:
            reference = _parse(match)
            if reference is not None:
                yield match.start(), match.end(), reference
        position = max(match.end(), position + 1)


def rewrite(formula: str, change: Callable[[Reference], str | None]) -> str:
    """A formula with references replaced; `change` answers None to leave one as it stands."""
    parts: list[str] = []
    done = 0
    for start, end, reference in spans(formula):
        text = change(reference)
        if text is not None:
            parts += [formula[done:start], text]
            done = end
    return "".join([*parts, formula[done:]]) if parts else formula


def copied(formula: str, rows: int, columns: int) -> str:
    """A formula after copying its cell down and right: relative parts move, fixed ones stay.

    A reference pushed off the sheet becomes #REF!, as in Excel.
    """
    if rows == columns == 0:
        return formula

    def moved(point: Point) -> Point:
        return replace(
            point,
            row=point.row if point.row is None or point.row_fixed else point.row + rows,
            column=point.column
            if point.column is None or point.column_fixed
            else point.column + columns,
        )

    return rewrite(
        formula,
        lambda ref: replace(
            ref, first=moved(ref.first), last=None if ref.last is None else moved(ref.last)
        ).text(),
    )


class TransposeRefused(Exception):
    """A reference that has one relative and one fixed part can't be transposed."""


def transposed(formula: str, origin: tuple[int, int], target: tuple[int, int]) -> str:
    """A formula after a transposing copy: offsets down and right change places.

    Raises:
        TransposeRefused: A reference mixes fixed and relative parts, or is whole rows or columns.
    """

    def moved(point: Point) -> Point:
        if point.row is None or point.column is None or point.row_fixed != point.column_fixed:
            raise TransposeRefused
        if point.row_fixed:
            return point
        return replace(
            point,
            row=target[0] + point.column - origin[1],
            column=target[1] + point.row - origin[0],
        )

    return rewrite(
        formula,
        lambda ref: replace(
            ref, first=moved(ref.first), last=None if ref.last is None else moved(ref.last)
        ).text(),
    )


def relocated(formula: str, home: str, sheet: str, move: Callable[[Rect], Rect | None]) -> str:
    """A formula after cells of one sheet moved (inserted, deleted, cut and pasted).

    Args:
        formula: Text with `=`, or the text of a defined name.
        home: Name of the sheet the formula is on: what references without a sheet mean.
        sheet: Name of the sheet whose cells moved.
        move: Where a rectangle is afterwards; None when its cells are gone.
    """

    def change(reference: Reference) -> str | None:
        name = reference.sheet_name()
        if (home if name is None else name).casefold() != sheet.casefold():
            return None
        before = reference.rect()
        after = move(before)
        if after is None:
            return reference.prefix + REF_ERROR
        return None if after == before else reference.to_rect(after).text()

    return rewrite(formula, change)
