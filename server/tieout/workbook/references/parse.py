"""What a formula refers to, read from its tokens in one pass.

The one reader of references: the lint rules, the areas that a look is brought up to date by, and
the index of a workbook all start from what it finds.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from tieout.workbook.address import column_number
from tieout.workbook.formula_tokens import Token, tokenize
from tieout.workbook.references.model import (
    HERE,
    BrokenReference,
    CellsReference,
    Edge,
    FormulaReference,
    Link,
    NamedReference,
    ParsedFormula,
    ReferenceUse,
)
from tieout.workbook.references.structured import NoTablePart, parse_part
from tieout.workbook.references.text import parse_prefix

_CORNER = re.compile(r"(\$?)([A-Za-z]*)(\$?)([0-9]*)\Z")
_STORED = re.compile(r"(?:_xlfn\.|_xlws\.|_xludf\.)+", re.IGNORECASE)
_PARAMETER = "_xlpm."
_OPERATORS = frozenset("=+-*/^&%<>(),;:{}@# \n\r\t")
_CONSTANTS = frozenset({"true", "false"})
_BINDERS = frozenset({"LET", "LAMBDA"})


def function_text(text: str) -> str:
    """A function's name in capitals, without what files store in front of newer ones."""
    return _STORED.sub("", text).upper()


@lru_cache(maxsize=1 << 12)
def parse_formula(formula: str) -> ParsedFormula:
    """What a formula (with its `=`) refers to. Never fails: what can't be read is in `unread`."""
    return parse_tokens(tuple(tokenize(formula)))


def parse_tokens(tokens: Sequence[Token]) -> ParsedFormula:
    """The same of tokens that are at hand."""
    return _Reader(tokens).read()


@dataclass(slots=True)
class _Frame:
    """An open parenthesis: the function before it, and where in its arguments we are."""

    function: str
    argument: int = 0
    bound: dict[str, int] = field(default_factory=dict[str, int])
    """Names it binds, by the argument from which on they hold."""


class _Reader:
    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._stack: list[_Frame] = []
        self._uses: list[ReferenceUse] = []
        self._calls: set[str] = set()
        self._bound: set[str] = set()
        self._unread: list[str] = []
        self._braces = 0

    def read(self) -> ParsedFormula:
        position = number = 0
        while number < len(self._tokens):
            end = number + self._take(number, position)
            while number < end:
                token = self._tokens[number]
                position += len(token.prefix) + len(token.text)
                number += 1
        if self._stack or self._braces:
            self._unread.append("(")
        return ParsedFormula(
            tuple(self._uses),
            frozenset(self._calls),
            frozenset(self._bound),
            tuple(self._unread),
        )

    def _take(self, number: int, position: int) -> int:
        """Read what begins at a token; how many tokens that took."""
        token = self._tokens[number]
        match token.kind:
            case "cells" | "columns" | "rows":
                spill = self._spills(number, 1)
                self._use(_cells(token, spill=spill), number, 1 + spill, position)
                return 1 + spill
            case "name":
                return self._name(token, number, position)
            case "bracket":
                return self._part("", number, 0, position)
            case "error" if token.text == "#REF!":
                self._use(BrokenReference(parse_prefix(token.prefix)), number, 1, position)
            case "function":
                self._calls.add(function_text(token.text))
            case "other":
                self._mark(token.text, number)
            case _:
                pass
        return 1

    def _name(self, token: Token, number: int, position: int) -> int:
        folded = token.text.casefold()
        if number + 1 < len(self._tokens) and self._tokens[number + 1].kind == "bracket":
            return self._part(token.text, number, 1, position)
        if folded in _CONSTANTS or folded.startswith(_PARAMETER):
            return 1
        if self._binds(folded, number) or self._is_bound(folded):
            return 1
        spill = self._spills(number, 1)
        found = NamedReference(parse_prefix(token.prefix), token.text, spill=spill)
        self._use(found, number, 1 + spill, position)
        return 1 + spill

    def _part(self, table: str, number: int, before: int, position: int) -> int:
        """A structured reference, whose brackets stand `before` tokens further on."""
        brackets = self._tokens[number + before].text
        if not table and self._is_optional(brackets, number):
            return 1
        where = parse_prefix(self._tokens[number].prefix)
        try:
            found = parse_part(where, table, brackets)
        except NoTablePart:
            self._unread.append(brackets)
        else:
            self._use(found, number, before + 1, position)
        return before + 1

    def _use(self, reference: FormulaReference, number: int, taken: int, position: int) -> None:
        tokens = self._tokens[number : number + taken]
        length = sum(len(token.prefix) + len(token.text) for token in tokens)
        frame = next((one for one in reversed(self._stack) if one.function), None)
        before, after = self._beside(number, -1), self._beside(number + taken - 1, 1)
        function = "" if frame is None else frame.function
        if function == "ANCHORARRAY" and isinstance(reference, CellsReference | NamedReference):
            reference = replace(reference, spill=True)
        link, computed = self._link(number + taken - 1)
        self._uses.append(
            ReferenceUse(
                reference,
                position,
                position + length,
                function,
                0 if frame is None else frame.argument,
                before in ("(", ",", "=") and after in (")", ","),
                link,
                computed or self._after_computed(number),
                before == "@" or function == "SINGLE",
            )
        )

    def _link(self, number: int) -> tuple[Link, bool]:
        """What joins a reference that ends at a token to the next operand, and whether it is computed."""
        after = self._beside_at(number, 1)
        if after is None:
            return "", False
        token = self._tokens[after]
        if token.text == ":":
            other = self._beside_at(after, 1)
            computed = other is not None and self._tokens[other].kind == "function"
            return ":", computed
        spaced = after > number + 1
        if spaced and token.kind in ("cells", "columns", "rows", "name", "bracket"):
            return " ", False
        return "", False

    def _after_computed(self, number: int) -> bool:
        """Whether `)` and `:` stand before: `INDEX(…):A9`."""
        colon = self._beside_at(number, -1)
        if colon is None or self._tokens[colon].text != ":":
            return False
        return self._beside(colon, -1) == ")"

    def _beside_at(self, number: int, step: int) -> int | None:
        """The next token in a direction that is no space."""
        number += step
        while 0 <= number < len(self._tokens):
            if not self._tokens[number].text.isspace():
                return number
            number += step
        return None

    def _beside(self, number: int, step: int) -> str:
        at = self._beside_at(number, step)
        return ")" if at is None else self._tokens[at].text

    def _spills(self, number: int, step: int) -> bool:
        at = number + step
        return at < len(self._tokens) and self._tokens[at].text == "#"

    def _mark(self, text: str, number: int) -> None:
        """Parentheses, separators, operators."""
        if text == "(":
            before = self._beside_at(number, -1)
            token = None if before is None else self._tokens[before]
            called = token is not None and token.kind == "function"
            self._stack.append(_Frame(function_text(token.text) if called and token else ""))
        elif text == ")":
            if self._stack:
                self._stack.pop()
            else:
                self._unread.append(")")
        elif text in ("{", "}"):
            self._braces += 1 if text == "{" else -1
        elif text == "," and self._stack and not self._braces:
            self._stack[-1].argument += 1
        elif text not in _OPERATORS:
            self._unread.append(text)

    def _binds(self, name: str, number: int) -> bool:
        """Whether this is where LET or LAMBDA binds a name; it holds from the next value on."""
        frame = self._stack[-1] if self._stack else None
        if frame is None or frame.function not in _BINDERS:
            return False
        alone = self._beside(number, -1) in ("(", ",") and self._beside(number, 1) == ","
        if not alone or (frame.function == "LET" and frame.argument % 2):
            return False
        frame.bound.setdefault(name, frame.argument + (2 if frame.function == "LET" else 1))
        self._bound.add(name)
        return True

    def _is_bound(self, name: str) -> bool:
        return any(
            frame.bound.get(name, frame.argument + 1) <= frame.argument for frame in self._stack
        )

    def _is_optional(self, brackets: str, number: int) -> bool:
        """`[x]` among the parameters of a LAMBDA."""
        frame = self._stack[-1] if self._stack else None
        if frame is None or frame.function != "LAMBDA" or self._beside(number, 1) != ",":
            return False
        name = brackets[1:-1].casefold().removeprefix(_PARAMETER)
        frame.bound.setdefault(name, frame.argument + 1)
        self._bound.add(name)
        return True


def _cells(token: Token, *, spill: bool) -> CellsReference:
    first, colon, second = token.text.partition(":")
    row, column = _edges(first)
    last_row, last_column = _edges(second) if colon else (row, column)
    return CellsReference(
        parse_prefix(token.prefix) if token.prefix else HERE,
        None if row is None or last_row is None else (row, last_row),
        None if column is None or last_column is None else (column, last_column),
        not colon,
        spill,
    )


@lru_cache(maxsize=1 << 14)
def _edges(corner: str) -> tuple[Edge | None, Edge | None]:
    """Row and column of a corner; None for what it doesn't name."""
    match = _CORNER.match(corner)
    assert match is not None
    dollar, letters, inner, digits = match.groups()
    if not letters:
        return Edge(int(digits), fixed=bool(dollar or inner)), None
    column = Edge(column_number(letters), fixed=bool(dollar))
    return (Edge(int(digits), fixed=bool(inner)) if digits else None), column
