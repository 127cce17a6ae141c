"""Formulas taken apart once for all rules: their shape, what they refer to, what they call.

The shape is the formula with every cell reference cut out; two formulas were filled from one another
when their shapes are equal and what was cut out moved along. Offsets are counted as in R1C1.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

from tieout.workbook.address import MAX_COLUMNS, MAX_ROWS, column_number
from tieout.workbook.formula_tokens import Token, tokenize
from tieout.workbook.references.model import CellsReference
from tieout.workbook.references.parse import parse_tokens

HOLE = "\N{SECTION SIGN}"
Place: TypeAlias = tuple[int, int]
"""(row, column), 1-based."""
Coordinate: TypeAlias = tuple[int, bool, bool]
"""One row or column of a reference: number, whether it is fixed by `$`, whether it is a row."""
_MOST_SUMMANDS = 60
_PREFIXES = ("_XLFN.", "_XLWS.")


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
class Call:
    """One call of a function, with the tokens of each argument; `depth` counts calls around it."""

    name: str
    arguments: tuple[tuple[Token, ...], ...]
    depth: int


@dataclass(frozen=True)
class Formula:
    """One formula and where it stands."""

    text: str
    row: int
    column: int
    shape: str
    coordinates: tuple[Coordinate, ...]
    tokens: tuple[Token, ...]

    @cached_property
    def pattern(self) -> tuple[str, tuple[object, ...]]:
        """Equal for formulas that read the same in R1C1."""
        offsets: list[object] = []
        for number, fixed, is_row in self.coordinates:
            offsets.append(
                ("$", number) if fixed else number - (self.row if is_row else self.column)
            )
        return self.shape, tuple(offsets)

    @cached_property
    def meaning(self) -> object:
        """As the pattern, but equal too for formulas that add the same cells in other words."""
        if any(
            t.kind not in ("cells", "function") and t.text not in "+()," for t in self.tokens[1:]
        ):
            return self.pattern
        if self.functions - {"SUM"} or not self.references:
            return self.pattern
        found: list[tuple[str, int, int]] = []
        for reference in self.references:
            rows = range(reference.top, reference.bottom + 1)
            columns = range(reference.left, reference.right + 1)
            if reference.sheet is None or len(rows) * len(columns) > _MOST_SUMMANDS:
                return self.pattern
            found.extend(
                (reference.sheet, row - self.row, column - self.column)
                for row in rows
                for column in columns
            )
        return tuple(sorted(found))

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """What it refers to, in order; names and structured references are left out."""
        return tuple(_references(self.tokens))

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """What it calls, inner calls after their outer ones."""
        return tuple(_calls(self.tokens))

    @cached_property
    def functions(self) -> frozenset[str]:
        """Names of what it calls, in capitals."""
        return frozenset(function_name(t) for t in self.tokens if t.kind == "function")


def function_name(token: Token) -> str:
    """A function's name in capitals, without what files store in front of newer ones."""
    name = token.text.upper()
    for prefix in _PREFIXES:
        name = name.removeprefix(prefix)
    return name


@lru_cache(maxsize=1 << 15)
def take_apart(text: str, row: int, column: int) -> Formula:
    """The formula `text` (with its `=`) of the cell at `row`, `column`; kept for the next look."""
    tokens = tuple(token for token in tokenize(text) if not token.text.isspace())
    if len(tokens) > 1 and tokens[1].text == "+":
        tokens = (tokens[0], *tokens[2:])
    shape: list[str] = []
    coordinates: list[Coordinate] = []
    for token in tokens:
        if token.kind in ("cells", "columns", "rows"):
            shape.append(token.prefix)
            shape.append(":".join(HOLE for _ in token.text.split(":")))
            coordinates.extend(_coordinates(token))
        elif token.kind == "function":
            shape.append(token.prefix + function_name(token))
        else:
            shape.append(token.prefix + token.text)
    return Formula(text, row, column, "".join(shape), tuple(coordinates), tokens)


def _coordinates(token: Token) -> Iterator[Coordinate]:
    for corner in token.text.split(":"):
        letters = corner.rstrip("0123456789")
        digits = corner[len(letters) :]
        row_fixed = letters.endswith("$") if digits else False
        name = letters.rstrip("$") if digits else letters
        if name.strip("$"):
            yield column_number(name.strip("$")), name.startswith("$"), False
        if digits:
            yield int(digits), row_fixed, True


def area(token: Token) -> tuple[int, int, int, int]:
    """Top, left, bottom, right of a reference token."""
    found = tuple(_coordinates(token))
    rows = [number for number, _, is_row in found if is_row]
    columns = [number for number, _, is_row in found if not is_row]
    return (
        min(rows, default=1),
        min(columns, default=1),
        max(rows, default=MAX_ROWS),
        max(columns, default=MAX_COLUMNS),
    )


def reference(token: Token) -> Reference | None:
    """What a token refers to; None for other tokens."""
    if token.kind not in ("cells", "columns", "rows"):
        return None
    sheet = token.sheet if token.prefix else ""
    return Reference(sheet, *area(token), whole=token.kind != "cells")


def _references(tokens: Sequence[Token]) -> Iterator[Reference]:
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


def _calls(tokens: Sequence[Token]) -> Iterator[Call]:
    found: list[tuple[int, Call]] = []
    stack: list[tuple[int, str, list[list[Token]]]] = []
    for number, token in enumerate(tokens):
        if token.text == "(" and token.kind == "other":
            before = tokens[number - 1] if number else None
            name = function_name(before) if before is not None and before.kind == "function" else ""
            for _, _, arguments in stack:
                arguments[-1].append(token)
            stack.append((number, name, [[]]))
            continue
        if token.text == ")" and token.kind == "other" and stack:
            start, name, arguments = stack.pop()
            if name:
                parts = tuple(tuple(argument) for argument in arguments)
                found.append((start, Call(name, parts, len(stack))))
        elif token.text == "," and token.kind == "other" and stack:
            for _, _, arguments in stack[:-1]:
                arguments[-1].append(token)
            stack[-1][2].append([])
            continue
        for _, _, arguments in stack:
            arguments[-1].append(token)
    for _, call in sorted(found, key=lambda pair: pair[0]):
        yield call
