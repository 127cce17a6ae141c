"""Which formulas certainly fill their own cell only, from their text alone.

When in doubt a formula may fill more. Source of the rules: Microsoft's "Dynamic array formulas and
spilled array behavior" (any formula that returns several values spills) and the functions' own pages.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tieout.workbook.formula_tokens import Token

_RETURN_ARRAYS: Final = frozenset(
    [
        "SEQUENCE",
        "FILTER",
        "SORT",
        "SORTBY",
        "UNIQUE",
        "RANDARRAY",
        "TRANSPOSE",
        "MMULT",
        "MINVERSE",
        "MUNIT",
        "FREQUENCY",
        "LINEST",
        "LOGEST",
        "TREND",
        "GROWTH",
        "TEXTSPLIT",
        "VSTACK",
        "HSTACK",
        "TOCOL",
        "TOROW",
        "WRAPROWS",
        "WRAPCOLS",
        "TAKE",
        "DROP",
        "CHOOSECOLS",
        "CHOOSEROWS",
        "EXPAND",
        "MAP",
        "BYROW",
        "BYCOL",
        "REDUCE",
        "SCAN",
        "MAKEARRAY",
        "LAMBDA",
        "LET",
        "XLOOKUP",
        "OFFSET",
        "INDIRECT",
        "GROUPBY",
        "PIVOTBY",
        "STOCKHISTORY",
        "MODE.MULT",
        "REGEXEXTRACT",
        "TRIMRANGE",
        "FILTERXML",
        "CUBESET",
        "ANCHORARRAY",
    ]
)
_DOTTED: Final = frozenset(
    [
        "STDEV.S",
        "STDEV.P",
        "VAR.S",
        "VAR.P",
        "RANK.EQ",
        "RANK.AVG",
        "PERCENTILE.INC",
        "PERCENTILE.EXC",
        "QUARTILE.INC",
        "QUARTILE.EXC",
        "MODE.SNGL",
        "COVARIANCE.P",
        "COVARIANCE.S",
        "FORECAST.LINEAR",
        "NETWORKDAYS.INTL",
        "WORKDAY.INTL",
        "CEILING.MATH",
        "FLOOR.MATH",
        "NORM.DIST",
        "NORM.INV",
        "NORM.S.DIST",
        "NORM.S.INV",
        "T.DIST",
        "T.INV",
        "CHISQ.DIST",
        "F.DIST",
        "BINOM.DIST",
        "POISSON.DIST",
        "EXPON.DIST",
        "ERROR.TYPE",
        "PERCENTRANK.INC",
        "PERCENTRANK.EXC",
        "CONFIDENCE.NORM",
        "ISO.CEILING",
    ]
)
_TAKE_AREAS: Final = frozenset(
    [
        "SUM",
        "AVERAGE",
        "AVERAGEA",
        "COUNT",
        "COUNTA",
        "COUNTBLANK",
        "MIN",
        "MAX",
        "MINA",
        "MAXA",
        "MEDIAN",
        "MODE",
        "MODE.SNGL",
        "STDEV",
        "STDEVA",
        "STDEVP",
        "STDEV.S",
        "STDEV.P",
        "VAR",
        "VARA",
        "VARP",
        "VAR.S",
        "VAR.P",
        "PRODUCT",
        "SUMPRODUCT",
        "SUMSQ",
        "SUMX2MY2",
        "SUMX2PY2",
        "SUMXMY2",
        "SUBTOTAL",
        "AGGREGATE",
        "GEOMEAN",
        "HARMEAN",
        "DEVSQ",
        "AVEDEV",
        "SKEW",
        "KURT",
        "CORREL",
        "PEARSON",
        "RSQ",
        "SLOPE",
        "INTERCEPT",
        "STEYX",
        "COVAR",
        "COVARIANCE.P",
        "COVARIANCE.S",
        "IRR",
        "MIRR",
        "XIRR",
        "XNPV",
        "AND",
        "OR",
        "XOR",
        "CONCAT",
        "TEXTJOIN",
        "ROWS",
        "COLUMNS",
        "GCD",
        "LCM",
        "DSUM",
        "DCOUNT",
        "DCOUNTA",
        "DAVERAGE",
        "DMAX",
        "DMIN",
        "DGET",
    ]
)
_AREA_ARGUMENTS: Final[dict[str, frozenset[int]]] = {
    **dict.fromkeys(("SUMIF", "AVERAGEIF"), frozenset({0, 2})),
    "COUNTIF": frozenset({0}),
    **dict.fromkeys(
        ("SUMIFS", "AVERAGEIFS", "MAXIFS", "MINIFS"), frozenset({0, *range(1, 254, 2)})
    ),
    "COUNTIFS": frozenset(range(0, 254, 2)),
    **dict.fromkeys(("MATCH", "XMATCH", "VLOOKUP", "HLOOKUP"), frozenset({1})),
    "LOOKUP": frozenset({1, 2}),
    "INDEX": frozenset({0}),
    **dict.fromkeys(("RANK", "RANK.EQ", "RANK.AVG"), frozenset({1})),
    **dict.fromkeys(
        (
            "LARGE",
            "SMALL",
            "PERCENTILE",
            "PERCENTILE.INC",
            "PERCENTILE.EXC",
            "QUARTILE",
            "QUARTILE.INC",
            "QUARTILE.EXC",
        ),
        frozenset({0}),
    ),
    **dict.fromkeys(("FORECAST", "FORECAST.LINEAR"), frozenset({1, 2})),
    "NPV": frozenset(range(1, 255)),
    **dict.fromkeys(("NETWORKDAYS", "WORKDAY"), frozenset({2})),
    **dict.fromkeys(("NETWORKDAYS.INTL", "WORKDAY.INTL"), frozenset({3})),
}
"""Functions that take areas in some arguments only; an area elsewhere makes them fill more cells."""


def may_fill_more(tokens: Sequence[Token], several: Iterable[str] = ()) -> bool:
    """Whether a formula may fill cells beside its own.

    Args:
        tokens: Of the whole formula.
        several: Names, in lower case, that stand for several cells.
    """
    parts = list(_joined(token for token in tokens if not token.text.isspace()))
    names = frozenset(several)
    stack: list[list[int | str]] = []
    for number, token in enumerate(parts):
        after = parts[number + 1].text if number + 1 < len(parts) else ")"
        before = parts[number - 1].text if number else "="
        if token.kind == "function":
            name = _name(token)
            if name in _RETURN_ARRAYS or ("." in name and name not in _DOTTED):
                return True
        elif token.text == "(":
            called = number > 0 and parts[number - 1].kind == "function"
            stack.append([_name(parts[number - 1]) if called else "", 0])
        elif token.text == ")" and stack:
            stack.pop()
        elif token.text == "," and stack:
            if stack[-1][0] == "INDEX" and before in (",", "0"):
                return True
            stack[-1][1] = int(stack[-1][1]) + 1
        elif token.text in ("{", "#"):
            return True
        elif _is_area(token, names):
            alone = before in ("(", ",") and after in (",", ")")
            if not alone or not stack or not _takes(str(stack[-1][0]), int(stack[-1][1])):
                return True
        if token.text == ")" and before in (",", "0") and _closes_index(parts, number):
            return True
    return False


def _joined(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens, with a table's name and the brackets after it as one."""
    name: Token | None = None
    for token in tokens:
        if name is not None:
            if token.kind == "bracket":
                token, name = Token("bracket", name.text + token.text), None  # noqa: PLW2901
            else:
                yield name
                name = None
        if token.kind == "name":
            name = token
        else:
            yield token
    if name is not None:
        yield name


def _takes(function: str, argument: int) -> bool:
    """Whether an area as this argument still gives one value."""
    if function in _TAKE_AREAS:
        return True
    return argument in _AREA_ARGUMENTS.get(function, ())


def _is_area(token: Token, names: frozenset[str]) -> bool:
    if token.kind in ("columns", "rows", "bracket"):
        return token.kind != "bracket" or "@" not in token.text
    if token.kind == "cells":
        one, _, other = token.text.replace("$", "").partition(":")
        return bool(other) and one != other
    return token.kind == "name" and token.text.casefold() in names


def _closes_index(parts: Sequence[Token], at: int) -> bool:
    """Whether this bracket closes a call of INDEX, whose last argument is empty or 0."""
    depth = 0
    for number in range(at, -1, -1):
        depth += {")": 1, "(": -1}.get(parts[number].text, 0)
        if depth == 0:
            return number > 0 and _name(parts[number - 1]) == "INDEX"
    return False


def _name(token: Token) -> str:
    if token.kind != "function":
        return ""
    name = token.text.upper()
    for prefix in ("_XLFN.", "_XLWS."):
        name = name.removeprefix(prefix)
    return name
