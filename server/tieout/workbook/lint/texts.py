"""Numbers and dates that are stored as text."""

import re
from collections.abc import Iterator

from tieout.workbook.findings import Finding
from tieout.workbook.lint.formula import Place
from tieout.workbook.lint.number_texts import reads_as_number
from tieout.workbook.lint.rule import Example, Rule
from tieout.workbook.lint.view import SheetView, WorkbookView

_IDENTIFIER = re.compile(
    r"\b(id|ids|code|codes|zip|postal|postcode|phone|tel|account|acct|sku|isbn|iban|no|nr|number|ref|year)\b",
    re.IGNORECASE,
)
_DATE_TEXT = re.compile(
    r"(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}"
    r"|\d{1,2}[ -](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[ -,]*\d{2,4}"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2},? \d{4})\Z",
    re.IGNORECASE,
)
_DATE_FORMAT = re.compile(r"(?<![a-z\\\"])(?:d{1,4}|yy(?:yy)?)(?![a-z])", re.IGNORECASE)
_ARITHMETIC = frozenset("+-*/")


def is_identifier(sheet: SheetView, place: Place) -> bool:
    """Whether the nearest text above that is no number reads like the heading of identifiers."""
    for text in sheet.headings_above(*place):
        if not reads_as_number(text):
            return bool(_IDENTIFIER.search(text)) and not text[:1].isdigit()
    return False


def is_number_as_text(sheet: SheetView, place: Place) -> bool:
    """Whether a cell holds a number as text where a number belongs."""
    if not reads_as_number(sheet.value(*place)) or place in sheet.formulas:
        return False
    row, column = place
    if not sheet.is_numeric(row - 1, column):
        heads = sheet.is_numeric(row + 1, column) or (row + 1, column) in sheet.formulas
        beside = any(reads_as_number(sheet.value(row, column + step)) for step in (-1, 1))
        if heads or beside or sheet.kind(row - 1, column) == "empty":
            return False
    return not is_identifier(sheet, place)


def _as_text(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    del view
    found = [place for place in sheet.constants if is_number_as_text(sheet, place)]
    if found:
        yield rule.finding(sheet, found)


NUMBER_AS_TEXT = Rule(
    "NUMBER_AS_TEXT",
    "review",
    "Number stored as text",
    "A text that reads as a number (with a currency sign, thousands separators, a percent sign or "
    "brackets, but without leading zeros), below a number, or below a text when no number follows it and "
    "no other such text stands beside it. Not named: columns whose heading says id, code, account, phone, "
    "zip, no, year and the like.",
    "A number is stored as text, so sums and comparisons ignore it.",
    "Write it as a number, unless it is an identifier.",
    Example({"A1": "Amount", "A2": 5, "A3": ("", "1,200.50")}, ("A3",)),
    _as_text,
)


def _is_date(sheet: SheetView, row: int, column: int) -> bool:
    code = sheet.number_format(row, column)
    return sheet.is_numeric(row, column) and _DATE_FORMAT.search(code.split(";")[0]) is not None


def _is_date_text(value: object) -> bool:
    return isinstance(value, str) and _DATE_TEXT.match(value.strip()) is not None


def _date_with_text(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    found = [
        place
        for place, value in sheet.constants.items()
        if _is_date_text(value)
        and (_is_date(sheet, place[0] - 1, place[1]) or _is_date(sheet, place[0] + 1, place[1]))
    ]
    for place, formula in sheet.single_formulas():
        if not _ARITHMETIC.isdisjoint(token.text for token in formula.tokens):
            cells = [r for r in formula.references if r.is_cell and not r.function]
            targets = [(view.target(sheet, r), r) for r in cells]
            if any(t is not None and _is_date_text(t.value(r.top, r.left)) for t, r in targets):
                found.append(place)
    if found:
        yield rule.finding(sheet, found)


DATE_WITH_TEXT = Rule(
    "DATE_WITH_TEXT",
    "review",
    "Dates mixed with text",
    "A text that reads as a date directly above or below a real date; or a formula that adds or subtracts "
    "a cell with such a text.",
    "A date is stored as text, so counting days, sorting and comparing go wrong.",
    "Enter it as a date, or turn it into one with DATEVALUE.",
    Example(
        {"A1": 45292, "A2": ("", "2024-02-01"), "A3": 45352, "B3": "=A3-A2"},
        ("A2", "B3"),
        {"A1": "yyyy-mm-dd", "A3": "yyyy-mm-dd"},
    ),
    _date_with_text,
)
