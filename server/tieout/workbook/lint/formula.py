"""Formulas taken apart once for all rules: their shape, what they refer to, what they call.

The shape is the formula with every cell reference cut out; two formulas were filled from one another
when their shapes are equal and what was cut out moved along. Offsets are counted as in R1C1.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TypeAlias

from tieout.workbook.formula_tokens import Token
from tieout.workbook.lint.formula_kinds import (
    HOLE,
    Coordinate,
    FormulaParts,
    Reference,
    bounds_of,
    function_name,
    token_coordinates,
)

__all__ = [
    "HOLE",
    "Call",
    "Coordinate",
    "Formula",
    "Place",
    "Reference",
    "area",
    "function_name",
    "reference",
    "take_apart",
]
Place: TypeAlias = tuple[int, int]
"""(row, column), 1-based."""
_MOST_SUMMANDS = 60


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
    parts: FormulaParts = field(compare=False, repr=False)

    @property
    def shape(self) -> str:
        """The formula with every cell reference cut out."""
        return self.parts.shape

    @property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """Rows and columns of its references, in order."""
        return self.parts.coordinates

    @property
    def tokens(self) -> tuple[Token, ...]:
        """Its tokens without spaces, and without a plus at its start."""
        return self.parts.tokens

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

    @property
    def references(self) -> tuple[Reference, ...]:
        """What it refers to, in order; names and structured references are left out."""
        return self.parts.references

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """What it calls, inner calls after their outer ones."""
        return tuple(_calls(self.tokens))

    @cached_property
    def functions(self) -> frozenset[str]:
        """Names of what it calls, in capitals."""
        return frozenset(function_name(t) for t in self.tokens if t.kind == "function")


@lru_cache(maxsize=1 << 15)
def take_apart(text: str, row: int, column: int) -> Formula:
    """The formula `text` (with its `=`) of the cell at `row`, `column`; kept for the next look."""
    return Formula(text, row, column, FormulaParts(text))


def area(token: Token) -> tuple[int, int, int, int]:
    """Top, left, bottom, right of a reference token."""
    return bounds_of(token_coordinates(token))


def reference(token: Token) -> Reference | None:
    """What a token refers to; None for other tokens."""
    if token.kind not in ("cells", "columns", "rows"):
        return None
    sheet = token.sheet if token.prefix else ""
    return Reference(sheet, *area(token), whole=token.kind != "cells")


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
