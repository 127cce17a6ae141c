"""Numbers where formulas belong."""

from collections.abc import Iterator

from tieout.workbook.findings import Finding
from tieout.workbook.lint.formula import Place
from tieout.workbook.lint.rule import Example, Rule
from tieout.workbook.lint.view import SheetView, WorkbookView

_PAIRS = (((-1, 0), (1, 0)), ((0, -1), (0, 1)), ((-2, 0), (-1, 0)), ((0, -2), (0, -1)))
"""Where two equal formulas say what belongs here: on both sides, or twice before."""


def shared_pattern(sheet: SheetView, place: Place, *, both_sides: bool = False) -> object | None:
    """What the formulas around a cell have in common in R1C1; None when nothing."""
    for one, other in _PAIRS[:2] if both_sides else _PAIRS:
        first = sheet.formulas.get((place[0] + one[0], place[1] + one[1]))
        second = sheet.formulas.get((place[0] + other[0], place[1] + other[1]))
        if first is not None and second is not None and first.pattern == second.pattern:
            return first.pattern
    return None


def _among_formulas(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    del view
    found = [
        place
        for place, value in sheet.constants.items()
        if isinstance(value, int | float)
        and not isinstance(value, bool)
        and shared_pattern(sheet, place, both_sides=True) is not None
    ]
    if found:
        yield rule.finding(sheet, found)


HARDCODED_VALUE = Rule(
    "HARDCODED_VALUE",
    "review",
    "Number in a line of formulas",
    "A typed number between two formulas, above and below or left and right of it, that are equal in "
    "R1C1. In a change, also a number other than 0 written next to two equal formulas.",
    "A fixed number stands in line with formulas that are all the same.",
    "Use the formula of the neighbours, or keep the number as a labelled input.",
    Example({"A1": 1, "B1": "=A1*2", "A2": 2, "B2": 4, "A3": 3, "B3": "=A3*2"}, ("B2",)),
    _among_formulas,
)

FORMULA_OVERWRITTEN = Rule(
    "FORMULA_OVERWRITTEN",
    "must_fix",
    "Formula replaced by a number",
    "In a change: a cell that held a formula like those around it in R1C1 now holds a typed number. (In a "
    "workbook alone nobody can see what stood there before; see HARDCODED_VALUE.)",
    "A number replaced a formula that its neighbours share.",
    "Write the formula back unless the user asked for a fixed number here.",
    Example({}, ()),
    lambda rule, view, sheet: iter(()),
)
