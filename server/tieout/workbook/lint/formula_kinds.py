"""Formulas filled from one another, read once: they differ in the corners of their references only.

One of a kind is tokenized and parsed; of the others only the corners are read. What can't be proved to
work that way (a corner in a sheet's name, one outside the grid) is tokenized each time.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

from tieout.workbook.address import MAX_COLUMNS, MAX_ROWS, column_letters, column_number
from tieout.workbook.formula_tokens import Token, tokenize
from tieout.workbook.references.model import CellsReference
from tieout.workbook.references.parse import parse_tokens

HOLE = "\N{SECTION SIGN}"
Coordinate: TypeAlias = tuple[int, bool, bool]
"""One row or column of a reference: number, whether it is fixed by `$`, whether it is a row."""
Tokens: TypeAlias = tuple[Token, ...]
_CELLS = frozenset({"cells", "columns", "rows"})
_PREFIXES = ("_XLFN.", "_XLWS.")
_QUOTED = r""" "(?:[^"]|"")*" | '(?:[^']|'')*' """
_CORNER = r"(?<![\w.\\])(\$?)([A-Za-z]{1,3})(\$?)([0-9]{1,7})(?![\w.(!\[])"
_PIECES = re.compile(f"{_QUOTED}|{_CORNER}", re.VERBOSE)
_IN_TOKEN = re.compile(r"(\$?)[A-Z]+(\$?)[0-9]+")
_GAP, _FIXED = "\0", "\1"
"""Where a corner was cut out, and that its row is fixed; no formula holds these."""
_FIRST_COLUMN, _FIRST_ROW = 9_001, 700_001
"""Corners by which the gaps of a kind are told apart."""
_LONGEST = len("XFD")
_OF_A_CELL = 2
"""Coordinates."""
_MOST_KINDS = 1 << 13
_Corner: TypeAlias = tuple[str, str]
"""Letters and digits."""


@dataclass(frozen=True, slots=True)
class Reference:
    """Cells a formula refers to.

    Attributes:
        sheet: As written, unquoted; "" for the formula's own. None for other workbooks and 3-D.
        function: Innermost function it stands in, in capitals; "" outside of any.
        argument: Its place in that function's arguments, from 0.
        alone: Whether it is the whole argument (or the whole formula).
        whole: Whether it names whole rows or columns.
    """

    sheet: str | None
    top: int
    left: int
    bottom: int
    right: int
    function: str = ""
    argument: int = 0
    alone: bool = False
    whole: bool = False

    @property
    def is_cell(self) -> bool:
        """Whether it is one cell."""
        return self.top == self.bottom and self.left == self.right


@dataclass(frozen=True, slots=True)
class _Kind:
    """What formulas of one kind share; all of the first one.

    Attributes:
        holes: Where in `coordinates` the column of each corner is; its row follows.
        references: None when they can't be told apart by `spans`.
        spans: Start and end in `coordinates` of each reference.
    """

    shape: str
    coordinates: tuple[Coordinate, ...]
    holes: tuple[int, ...]
    tokens: Tokens
    references: tuple[Reference, ...] | None
    spans: tuple[tuple[int, int], ...]


def function_name(token: Token) -> str:
    """A function's name in capitals, without what files store in front of newer ones."""
    name = token.text.upper()
    for prefix in _PREFIXES:
        name = name.removeprefix(prefix)
    return name


class FormulaParts:
    """What one formula is made of, each part worked out when it is asked for."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._corners, self._kind = _kind_of(text)

    @cached_property
    def tokens(self) -> Tokens:
        """As `meant_tokens`."""
        kind = self._kind
        if kind is None:
            return meant_tokens(self._text)
        left = iter(self._corners)

        def fill(match: re.Match[str]) -> str:
            letters, number = next(left)
            return f"{match[1]}{letters}{match[2]}{number}"

        return tuple(
            Token("cells", _IN_TOKEN.sub(fill, token.text), token.prefix)
            if token.kind == "cells"
            else token
            for token in kind.tokens
        )

    @cached_property
    def shape(self) -> str:
        """The formula with every cell reference cut out."""
        return shape_of(self.tokens) if self._kind is None else self._kind.shape

    @cached_property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """What was cut out."""
        kind = self._kind
        if kind is None:
            return coordinates_of(self.tokens)
        found = list(kind.coordinates)
        for at, (letters, number) in zip(kind.holes, self._corners, strict=True):
            found[at] = (column_number(letters), found[at][1], False)
            found[at + 1] = (int(number), found[at + 1][1], True)
        return tuple(found)

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """What it refers to, in order; names and structured references are left out."""
        kind, all_of_them = self._kind, self.coordinates
        if kind is None or kind.references is None:
            return references_of(self.tokens)
        return tuple(
            Reference(
                like.sheet,
                *bounds_of(all_of_them[first:end]),
                like.function,
                like.argument,
                like.alone,
                like.whole,
            )
            for like, (first, end) in zip(kind.references, kind.spans, strict=True)
        )


def meant_tokens(text: str) -> Tokens:
    """The tokens of a formula without spaces, and without a plus at its start."""
    tokens = tuple(token for token in tokenize(text) if not token.text.isspace())
    return (tokens[0], *tokens[2:]) if len(tokens) > 1 and tokens[1].text == "+" else tokens


def _kind_of(text: str) -> tuple[list[_Corner], _Kind | None]:
    corners: list[_Corner] = []

    def hollow(match: re.Match[str]) -> str:
        if match[2] is None:
            return match[0]
        corners.append((match[2], match[4]))
        return f"{match[1]}{_GAP}{_FIXED if match[3] else ''}"

    key = _PIECES.sub(hollow, text)
    for letters, number in corners:
        if not _in_grid(letters, number):
            return corners, None
    return corners, _kind(key)


def _in_grid(letters: str, number: str) -> bool:
    return (
        letters.isupper()
        and number[0] != "0"
        and int(number) <= MAX_ROWS
        and (len(letters) < _LONGEST or column_number(letters) <= MAX_COLUMNS)
    )


@lru_cache(maxsize=_MOST_KINDS)
def _kind(key: str) -> _Kind | None:
    """The kind of formulas that are equal to `key` but for their corners; None when that can't be told."""
    first, *rest = key.split(_GAP)
    columns = [_FIRST_COLUMN + at for at in range(len(rest))]
    text = first + "".join(
        f"{column_letters(column)}{_dollar(part)}{_FIRST_ROW + at}{_after_dollar(part)}"
        for at, (column, part) in enumerate(zip(columns, rest, strict=True))
    )
    tokens = meant_tokens(text)
    coordinates = coordinates_of(tokens)
    places = {number: at for at, (number, _, is_row) in enumerate(coordinates) if not is_row}
    rows = {number for number, _, is_row in coordinates if is_row}
    marked = [number for number, _, is_row in coordinates if not is_row and number in set(columns)]
    if marked != columns or not rows >= {_FIRST_ROW + at for at in range(len(rest))}:
        return None
    holes = tuple(places[column] for column in columns)
    spans = _spans(tokens)
    found = references_of(tokens)
    return _Kind(
        shape_of(tokens),
        coordinates,
        holes,
        tokens,
        found if len(found) == len(spans) else None,
        spans,
    )


def _spans(tokens: Tokens) -> tuple[tuple[int, int], ...]:
    """Which coordinates are those of each reference."""
    found: list[tuple[int, int]] = []
    for token in tokens:
        if token.kind in _CELLS:
            start = found[-1][1] if found else 0
            found.append((start, start + len(token_coordinates(token))))
    return tuple(found)


def _dollar(part: str) -> str:
    return "$" if part.startswith(_FIXED) else ""


def _after_dollar(part: str) -> str:
    return part.removeprefix(_FIXED)


def shape_of(tokens: Tokens) -> str:
    """Equal for formulas that differ in their cell references only, and in brackets round the whole."""
    shape: list[str] = []
    for token in tokens:
        if token.kind in _CELLS:
            shape.append(token.prefix)
            shape.append(":".join(HOLE for _ in token.text.split(":")))
        elif token.kind == "function":
            shape.append(token.prefix + function_name(token))
        else:
            shape.append(token.prefix + token.text)
    return _without_brackets("".join(shape))


def _without_brackets(shape: str) -> str:
    """Without brackets that stand round the whole formula, for they change nothing."""
    while shape.startswith("=(") and shape.endswith(")") and not {'"', "'"} & set(shape):
        depth = 0
        for at, mark in enumerate(shape):
            depth += (mark == "(") - (mark == ")")
            if depth == 0 and 0 < at < len(shape) - 1:
                return shape
        shape = f"={shape[2:-1]}"
    return shape


def references_of(tokens: Tokens) -> tuple[Reference, ...]:
    """What tokens refer to, by the parser."""
    return tuple(_references(tokens))


def _references(tokens: Tokens) -> Iterator[Reference]:
    for use in parse_tokens(tokens).uses:
        cells = use.reference
        if isinstance(cells, CellsReference):
            prefix = cells.prefix
            elsewhere = prefix.is_external or prefix.last
            yield Reference(
                None if elsewhere else prefix.first,
                *cells.bounds,
                use.function,
                use.argument,
                use.alone and (not cells.spill or use.function == "ANCHORARRAY"),
                cells.rows is None or cells.columns is None,
            )


def bounds_of(coordinates: Sequence[Coordinate]) -> tuple[int, int, int, int]:
    """Top, left, bottom, right of one reference."""
    if len(coordinates) == _OF_A_CELL and coordinates[1][2] and not coordinates[0][2]:
        row, column = coordinates[1][0], coordinates[0][0]
        return row, column, row, column
    rows = [number for number, _, is_row in coordinates if is_row]
    columns = [number for number, _, is_row in coordinates if not is_row]
    return (
        min(rows, default=1),
        min(columns, default=1),
        max(rows, default=MAX_ROWS),
        max(columns, default=MAX_COLUMNS),
    )


def coordinates_of(tokens: Tokens) -> tuple[Coordinate, ...]:
    """Every row and column of the references, in order."""
    return tuple(
        coordinate
        for token in tokens
        if token.kind in _CELLS
        for coordinate in token_coordinates(token)
    )


def token_coordinates(token: Token) -> tuple[Coordinate, ...]:
    """Rows and columns of one reference."""
    found: list[Coordinate] = []
    for corner in token.text.split(":"):
        letters = corner.rstrip("0123456789")
        digits = corner[len(letters) :]
        row_fixed = letters.endswith("$") if digits else False
        name = letters.rstrip("$") if digits else letters
        if name.strip("$"):
            found.append((column_number(name.strip("$")), name.startswith("$"), False))
        if digits:
            found.append((int(digits), row_fixed, True))
    return tuple(found)
