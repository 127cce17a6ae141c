"""Formulas that cost more than they show: time to calculate, and files that others lack."""

from collections.abc import Iterator

from tieout.workbook.findings import Finding
from tieout.workbook.lint.rule import Example, Rule
from tieout.workbook.lint.view import SheetView, WorkbookView

_SLOW = frozenset(
    {
        "SUMPRODUCT",
        "MMULT",
        "FILTER",
        "UNIQUE",
        "SORT",
        "SORTBY",
        "FREQUENCY",
        "TRANSPOSE",
        "MODE",
        "LET",
    }
)
_VOLATILE = frozenset(
    {"NOW", "TODAY", "RAND", "RANDBETWEEN", "RANDARRAY", "OFFSET", "INDIRECT", "CELL", "INFO"}
)


def _whole_column(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    del view
    found = [
        place
        for place, formula in sheet.single_formulas()
        if any(r.whole and r.function in _SLOW for r in formula.references)
    ]
    if found:
        yield rule.finding(sheet, found)


WHOLE_COLUMN = Rule(
    "WHOLE_COLUMN",
    "review",
    "Whole columns in a slow function",
    "A whole column or row (A:A, 1:1) directly in " + ", ".join(sorted(_SLOW)) + ". SUM, SUMIFS, "
    "VLOOKUP and the like stop at the last filled row and are left alone.",
    "The function goes through a million rows for the few that are filled.",
    "Name the rows that are used, or turn the data into a table.",
    Example({"A1": 1, "B1": 2, "C1": "=SUMPRODUCT(A:A,B:B)"}, ("C1",)),
    _whole_column,
)


def _volatile(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    del view
    found = [
        place
        for place, formula in sheet.single_formulas()
        if not _VOLATILE.isdisjoint(formula.functions)
    ]
    if found:
        yield rule.finding(sheet, found)


VOLATILE_FUNCTION = Rule(
    "VOLATILE_FUNCTION",
    "review",
    "Volatile function",
    "A formula calls " + ", ".join(sorted(_VOLATILE)) + ".",
    "The formula recalculates at every change, and what it gives depends on when, not on the inputs.",
    "Use INDEX instead of OFFSET or INDIRECT, and a dated input cell instead of TODAY or NOW.",
    Example({"A1": 1, "B1": "=OFFSET(A1,0,0)"}, ("B1",)),
    _volatile,
)


def _external(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    del view
    found = [
        place
        for place, formula in sheet.single_formulas()
        if any(token.prefix and token.is_external for token in formula.tokens)
    ]
    if found:
        yield rule.finding(sheet, found)


EXTERNAL_LINK = Rule(
    "EXTERNAL_LINK",
    "review",
    "Link to another workbook",
    "A formula refers to a cell of another workbook.",
    "The value comes from another file, which may move, change or be missing elsewhere.",
    "Bring the figure into an input sheet with its source beside it.",
    Example({"A1": "='[Budget.xlsx]Q1'!B4"}, ("A1",)),
    _external,
)
