"""A1 formulas to R1C1: the form in which a filled-down formula reads the same in every cell.

Rules as Excel writes them: relative parts as `R[-1]C[2]`, zero offsets bare (`RC[-1]`), absolute
parts as `R1C1`; a whole row or column whose ends agree is written once (`C[-1]`, `R5`); functions
without the `_xlfn.` that files store.
"""

import re

from tieout.workbook.address import column_number
from tieout.workbook.formula_tokens import Token, tokenize

_CORNER = re.compile(r"(\$?)([A-Za-z]{1,3})(\$?)([0-9]+)\Z")
_STORED_PREFIX = re.compile(r"(?:_xlfn\.|_xlws\.)+", re.IGNORECASE)


def to_r1c1(formula: str, row: int, column: int) -> str:
    """The formula of the cell at (`row`, `column`), both 1-based, in R1C1 notation.

    Text that is no formula is given back as it is.
    """
    if not formula.startswith("="):
        return formula
    return "".join(token_to_r1c1(token, row, column) for token in tokenize(formula))


def token_to_r1c1(token: Token, row: int, column: int) -> str:
    """One token of a formula in R1C1 notation."""
    if token.kind in ("cells", "columns", "rows"):
        return token.prefix + _convert(token, row, column)
    if token.kind == "function":
        return token.prefix + _STORED_PREFIX.sub("", token.text)
    return token.prefix + token.text


def _convert(token: Token, row: int, column: int) -> str:
    parts = token.text.split(":")
    if token.kind == "cells":
        return ":".join(_corner(part, row, column) for part in parts)
    if token.kind == "columns":
        ends = [_part("C", part, column_number(part.lstrip("$")), column) for part in parts]
    else:
        ends = [_part("R", part, int(part.lstrip("$")), row) for part in parts]
    return ends[0] if ends[0] == ends[1] else ":".join(ends)


def _corner(text: str, row: int, column: int) -> str:
    match = _CORNER.match(text)
    assert match is not None
    return _part("R", match[3], int(match[4]), row) + _part(
        "C", match[1], column_number(match[2]), column
    )


def _part(letter: str, text: str, target: int, here: int) -> str:
    if text.startswith("$"):
        return f"{letter}{target}"
    return letter if target == here else f"{letter}[{target - here}]"
