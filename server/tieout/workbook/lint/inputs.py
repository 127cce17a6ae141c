"""Numbers that people typed: into cells and into formulas."""

import re
from collections.abc import Iterator
from itertools import pairwise

from tieout.workbook.findings import Finding
from tieout.workbook.lint.formula import Formula, Place, function_name
from tieout.workbook.lint.rule import Example, Rule
from tieout.workbook.lint.view import SheetView, WorkbookView

_THOUSAND = 1_000
_DATA = 7
"""So many typed numbers in a line are data, not assumptions."""
_AXIS = 3
PLAIN_NUMBERS = frozenset(
    (0, 1, 2, 3, 4, 5, 6, 7, 10, 12, 24, 30, 31, 52, 60, 90, 100, 180, 360, 364, 365, 365.25, 366)
) | {1_000, 10_000, 100_000, 1_000_000, 1_000_000_000, 0.5, 1_024}
"""Counts of months, weeks and days, powers of ten and small integers: no assumptions."""
_STRUCTURAL = frozenset(
    [
        "VLOOKUP",
        "HLOOKUP",
        "LOOKUP",
        "XLOOKUP",
        "MATCH",
        "XMATCH",
        "INDEX",
        "OFFSET",
        "INDIRECT",
        "CHOOSE",
        "ROUND",
        "ROUNDUP",
        "ROUNDDOWN",
        "MROUND",
        "CEILING",
        "FLOOR",
        "TRUNC",
        "LEFT",
        "RIGHT",
        "MID",
        "FIND",
        "SEARCH",
        "SUBSTITUTE",
        "REPLACE",
        "REPT",
        "TEXT",
        "DATE",
        "TIME",
        "EDATE",
        "EOMONTH",
        "WEEKDAY",
        "WEEKNUM",
        "WORKDAY",
        "YEARFRAC",
        "DATEDIF",
        "SUBTOTAL",
        "AGGREGATE",
        "SMALL",
        "LARGE",
        "RANK",
        "ADDRESS",
        "ROW",
        "COLUMN",
        "SEQUENCE",
        "TAKE",
        "DROP",
        "CHOOSECOLS",
        "CHOOSEROWS",
        "CHAR",
        "UNICHAR",
        "MOD",
        "FIXED",
        "DOLLAR",
        "LOG",
        "BASE",
        "DEC2BIN",
        "PERCENTILE",
        "QUARTILE",
        "COUNTIF",
        "COUNTIFS",
        "SUMIF",
        "SUMIFS",
        "AVERAGEIF",
        "AVERAGEIFS",
    ]
)
"""Functions in which a number says where, how or which, not how much."""
_RATE = re.compile(
    r"\b(rate|margin|tax|wacc|discount|yield|inflation|probability|churn|share|interest)\b",
    re.IGNORECASE,
)
_PERCENT_MOST = 2.0
_SOURCE = re.compile(
    r"\s*(data )?(sources?|notes?|basis|references?|comments?|evidence)\s*:?\s*\Z", re.IGNORECASE
)


def _assumptions(formula: Formula) -> Iterator[float]:
    """Numbers typed into a formula that are more than counting and converting."""
    stack: list[str] = []
    for number, token in enumerate(formula.tokens):
        if token.text == "(":
            before = formula.tokens[number - 1]
            stack.append(function_name(before) if before.kind == "function" else "")
        elif token.text == ")" and stack:
            stack.pop()
        elif token.kind == "number" and not any(name in _STRUCTURAL for name in stack):
            value = float(token.text)
            if value not in PLAIN_NUMBERS and formula.tokens[number - 1].text != "^":
                yield value


def _constant_in_formula(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    del view
    found = [
        place
        for place, formula in sheet.single_formulas()
        if formula.coordinates and any(True for _ in _assumptions(formula))
    ]
    if found:
        yield rule.finding(sheet, found)


CONSTANT_IN_FORMULA = Rule(
    "CONSTANT_IN_FORMULA",
    "review",
    "Number typed into a formula",
    "A formula that refers to cells holds a number other than "
    + ", ".join(f"{number:g}" for number in sorted(PLAIN_NUMBERS) if number < _THOUSAND)
    + " and powers of ten from a thousand on. Exponents don't count, nor do numbers in functions where "
    "they say which or how, such as VLOOKUP, INDEX, ROUND, DATE, TEXT, SUBTOTAL or SUMIFS.",
    "An assumption is typed into the formula, where nobody sees it or can change it in one place.",
    "Put the number into a labelled input cell and refer to it.",
    Example({"A1": 200, "B1": "=A1*1.19", "B2": "=ROUND(A1/12,3)"}, ("B1",)),
    _constant_in_formula,
)


def _unsourced(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    columns = _source_columns(sheet)
    found = [
        place
        for place, value in sheet.constants.items()
        if isinstance(value, int | float)
        and not isinstance(value, bool)
        and _lacks_source(sheet, place, columns)
        and view.is_read(sheet, place)
    ]
    if found:
        yield rule.finding(sheet, found)


def is_new_assumption(view: WorkbookView, sheet: SheetView, place: Place) -> bool:
    """Whether a typed number that formulas read stands alone, without a text to its right."""
    bounds = sheet.bounds
    if bounds is None or not view.is_read(sheet, place):
        return False
    noted = any(
        sheet.kind(place[0], column) == "text" for column in range(place[1] + 1, bounds.right + 1)
    )
    lines = [_typed_in_line(sheet, place, down, right) for down, right in ((1, 0), (0, 1))]
    return not noted and not any(len(line) >= _DATA or _counts_on(line) for line in lines)


def _typed_in_line(sheet: SheetView, place: Place, down: int, right: int) -> list[float]:
    """The typed numbers that stand in line with a cell, it included; `_DATA` each way at most."""
    before = _numbers_from(sheet, place, -down, -right)[1:]
    return [*reversed(before), *_numbers_from(sheet, place, down, right)]


def _numbers_from(sheet: SheetView, place: Place, down: int, right: int) -> list[float]:
    row, column = place
    found: list[float] = []
    while len(found) <= _DATA and sheet.kind(row, column) == "number":
        value = sheet.value(row, column)
        assert isinstance(value, int | float)
        found.append(value)
        row, column = row + down, column + right
    return found


def _counts_on(line: list[float]) -> bool:
    """Whether they are an axis: 0, 1, 2, 3 or 2026, 2027, 2028."""
    steps = {after - before for before, after in pairwise(line)}
    return len(line) >= _AXIS and len(steps) == 1 and 0 not in steps


def _source_columns(sheet: SheetView) -> list[Place]:
    """Headings of columns that name sources."""
    return [
        place
        for place, value in sheet.constants.items()
        if isinstance(value, str) and _SOURCE.match(value)
    ]


def _lacks_source(sheet: SheetView, place: Place, columns: list[Place]) -> bool:
    row, column = place
    for top, at in reversed(columns):
        if top < row and column < at and sheet.block_top(at, row) == top:
            return sheet.kind(row, at) == "empty"
    return not sheet.label(row, column) and not sheet.heading(row, column)


UNSOURCED_NUMBER = Rule(
    "UNSOURCED_NUMBER",
    "review",
    "Number without a stated source",
    "A typed number that a formula reads, when (a) a column to its right is headed Source, Note, Basis, "
    "Reference, Comment or Evidence, and the cell of its row in that column is empty although nothing "
    "separates it from the heading; or (b) there is no text to its left in the row nor above it in the "
    "column, so that nothing says what it is; or (c), in a change, it was typed into an empty cell, no text "
    "stands to its right in the row, and it is neither one of seven or more typed numbers in a line nor "
    "one of three or more that count on by the same step.",
    "A number that formulas use comes without a word on what it is or where it is from.",
    "Name what it is and where it comes from, beside it.",
    Example(
        {
            "A1": "Item",
            "B1": "Value",
            "C1": "Source",
            "A2": "Price",
            "B2": 9,
            "C2": "Contract p. 3",
            "A3": "Volume",
            "B3": 40,
            "D4": "x",
            "D5": "=B2*B3",
        },
        ("B3",),
    ),
    _unsourced,
)


def _odd_percent(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    del view
    found: list[Place] = []
    for place, value in sheet.constants.items():
        if not isinstance(value, int | float) or isinstance(value, bool):
            continue
        if "%" not in sheet.number_format(*place):
            continue
        named = _RATE.search(sheet.label(*place)) or _RATE.search(sheet.heading(*place))
        if abs(value) > (1.0 if named else _PERCENT_MOST):
            found.append(place)
    if found:
        yield rule.finding(sheet, found)


ODD_PERCENT = Rule(
    "ODD_PERCENT",
    "review",
    "Percentage out of reason",
    "A typed number shown as a percentage that is beyond ±200 %, or beyond ±100 % when the text to its "
    "left or above it says rate, margin, tax, WACC, discount, yield, inflation, probability, churn, share "
    "or interest.",
    "The percentage is larger than such a figure can be; 5 shown as a percentage is 500 %.",
    "Divide it by 100, or correct the number format.",
    Example(
        {"A1": "Tax rate", "B1": 25, "A2": "Growth", "B2": 0.05}, ("B1",), {"B1": "0%", "B2": "0%"}
    ),
    _odd_percent,
)
