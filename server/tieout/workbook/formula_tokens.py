"""A tokenizer for A1 formulas as Excel's API gives them: English names, comma separators.

Made for rewriting references exactly: every character of the formula is in one token, in order, so
joining the texts gives the formula back.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tieout.workbook.address import (
    MAX_COLUMNS,
    MAX_ROWS,
    Address,
    InvalidAddress,
    column_number,
)

TokenKind: TypeAlias = Literal[
    "string", "error", "number", "cells", "columns", "rows", "name", "function", "bracket", "other"
]
"""`cells`: `A1`, `$A$1:B2`. `columns`: `A:C`. `rows`: `3:7`. `bracket`: `[…]` of a structured
reference. `other`: operators, separators, spaces."""

ERROR_TEXTS = (
    "#NULL!",
    "#DIV/0!",
    "#VALUE!",
    "#REF!",
    "#NAME?",
    "#NUM!",
    "#N/A",
    "#GETTING_DATA",
    "#SPILL!",
    "#CONNECT!",
    "#BLOCKED!",
    "#UNKNOWN!",
    "#FIELD!",
    "#CALC!",
    "#BUSY!",
    "#PYTHON!",
    "#TIMEOUT!",
    "#EXTERNAL!",
)

_WORD = r"A-Za-z0-9_.\\?\u0080-\U0010ffff"
_CORNER = r"\$?[A-Za-z]{1,3}\$?[1-9][0-9]{0,6}"
_END = rf"(?![{_WORD}(!\[])"
_NAME = r"[A-Za-z_\\\u0080-\U0010ffff][" + _WORD + "]*"
_SHEET_WORD = r"[A-Za-z0-9_.\u0080-\U0010ffff]+"
_PREFIX = rf"(?:'(?:[^']|'')*'|(?:\[[^\[\]]*\])?{_SHEET_WORD}(?::{_SHEET_WORD})?|\[[^\[\]]*\])!"
_TOKEN = re.compile(
    rf"""
      (?P<string>"(?:[^"]|"")*"?)
    | (?P<prefix>{_PREFIX})?
      (?: (?P<error>{"|".join(re.escape(text) for text in ERROR_TEXTS)})
        | (?P<cells>{_CORNER}:{_CORNER}{_END}|{_CORNER}{_END})
        | (?P<columns>\$?[A-Za-z]{{1,3}}:\$?[A-Za-z]{{1,3}}{_END})
        | (?P<rows>\$?[1-9][0-9]{{0,6}}:\$?[1-9][0-9]{{0,6}}{_END})
        | (?P<function>{_NAME}(?=\())
        | (?P<name>{_NAME})
      )
    | (?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a formula.

    Attributes:
        text: The piece without its sheet prefix.
        prefix: Sheet prefix with quotes and `!` as written, such as `'My Sheet'!`, or "".
    """

    kind: TokenKind
    text: str
    prefix: str = ""

    @property
    def sheet(self) -> str | None:
        """Sheet the prefix names, unquoted; None without one, and for 3-D and external ones."""
        body = self.prefix[:-1]
        quoted = body.startswith("'")
        if quoted:
            body = body[1:-1].replace("''", "'")
        if not body or "[" in body or ":" in body:
            return None
        return body

    @property
    def is_external(self) -> bool:
        """Whether the prefix names another workbook or a path."""
        return "[" in self.prefix or "\\" in self.prefix or "/" in self.prefix


def tokenize(formula: str) -> Iterator[Token]:
    """The tokens of a formula, from its `=` on."""
    position = 0
    while position < len(formula):
        match = _TOKEN.match(formula, position)
        if match is not None and match.end() > position:
            yield _from_match(match)
            position = match.end()
        elif formula[position] == "[":
            end = _bracket_end(formula, position)
            yield Token("bracket", formula[position:end])
            position = end
        else:
            yield Token("other", formula[position])
            position += 1


def _from_match(match: re.Match[str]) -> Token:
    prefix = match["prefix"] or ""
    if match["string"] is not None:
        return Token("string", match["string"])
    if match["number"] is not None:
        return Token("number", match["number"])
    if match["error"] is not None:
        return Token("error", match["error"], prefix)
    if match["cells"] is not None:
        inside = all(_corner_in_grid(corner) for corner in match["cells"].split(":"))
        return Token("cells" if inside else "name", match["cells"], prefix)
    if match["columns"] is not None:
        letters = match["columns"].replace("$", "").split(":")
        inside = all(column_number(part) <= MAX_COLUMNS for part in letters)
        return Token("columns" if inside else "name", match["columns"], prefix)
    if match["rows"] is not None:
        return Token("rows", match["rows"], prefix)
    if match["function"] is not None:
        return Token("function", match["function"], prefix)
    return Token("name", match["name"], prefix)


def _corner_in_grid(corner: str) -> bool:
    letters = corner.replace("$", "").rstrip("0123456789")
    return (
        column_number(letters) <= MAX_COLUMNS
        and int(corner.replace("$", "")[len(letters) :]) <= MAX_ROWS
    )


def _bracket_end(formula: str, start: int) -> int:
    """End of a bracketed part; an apostrophe inside escapes the next character."""
    depth, position = 0, start
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
    return len(formula)


def references(formula: str, sheet: str) -> tuple[Address, ...]:
    """Areas a formula refers to directly; `sheet` is where it stands.

    Names, structured references, 3-D references and other workbooks are left out.
    """
    found: list[Address] = []
    for token in tokenize(formula):
        if token.kind not in ("cells", "columns", "rows"):
            continue
        target = token.sheet if token.prefix else sheet
        if target is None:
            continue
        try:
            local = Address.parse(token.text)
        except InvalidAddress:
            continue
        found.append(Address(target, local.top, local.left, local.bottom, local.right))
    return tuple(found)
