"""References to cells with nothing, or nothing to calculate with, in them."""

from collections.abc import Callable, Iterator

from tieout.workbook.findings import Finding
from tieout.workbook.lint.formula import Formula, Reference
from tieout.workbook.lint.rule import Example, Rule
from tieout.workbook.lint.view import SheetView, WorkbookView

_OPERATORS = frozenset("+-*/^")
_CALCULATING = frozenset({"SUM", "AVERAGE", "PRODUCT", "SUMPRODUCT", "ROUND", "ABS", ""})


def _operands(formula: Formula, *, alone: bool) -> Iterator[Reference]:
    """Single cells that a formula calculates with: beside an operator, or (`alone`) all it is."""
    kinds = ("cells", "columns", "rows")
    places = [number for number, token in enumerate(formula.tokens) if token.kind in kinds]
    for number, reference in zip(places, formula.references, strict=True):
        if not reference.is_cell or reference.function not in _CALCULATING:
            continue
        before = formula.tokens[number - 1].text
        after = formula.tokens[number + 1].text if number + 1 < len(formula.tokens) else ""
        if before in _OPERATORS or after in _OPERATORS or (alone and before == "=" and not after):
            yield reference


def _targets(
    view: WorkbookView,
    sheet: SheetView,
    is_wrong: Callable[[SheetView, Reference], bool],
    *,
    alone: bool = True,
) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for place, formula in sheet.single_formulas():
        for reference in _operands(formula, alone=alone):
            target = view.target(sheet, reference)
            if target is not None and is_wrong(target, reference):
                found.append(place)
                break
    return found


def _is_nowhere(target: SheetView, reference: Reference) -> bool:
    """Whether a cell and the four around it are empty."""
    return all(
        target.kind(reference.top + down, reference.left + right) == "empty"
        for down, right in ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1))
    )


def _reads_something(view: WorkbookView, sheet: SheetView, formula: Formula) -> bool:
    """Whether any cell it names is filled, so that it is no form waiting for its inputs."""
    targets = [(view.target(sheet, r), r) for r in formula.references if r.is_cell]
    return len(targets) == 1 or any(
        target is not None and target.kind(r.top, r.left) != "empty" for target, r in targets
    )


def _to_empty(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    found = [
        place
        for place in _targets(view, sheet, _is_nowhere)
        if (formula := sheet.formula_at(*place)) and _reads_something(view, sheet, formula)
    ]
    if found:
        yield rule.finding(sheet, found)


REFERENCE_TO_EMPTY = Rule(
    "REFERENCE_TO_EMPTY",
    "review",
    "Reference to an empty cell",
    "A formula calculates with one cell (beside + - * / ^, or alone) that is empty, and so are the four "
    "cells around it: it points into nowhere, not at an input still to be filled in. Formulas "
    "with several references are left alone while all of these are empty.",
    "The formula calculates with an empty cell that no data stands near, which counts as 0.",
    "Point the reference at the cell that was meant.",
    Example({"A1": 5, "B1": "=A1*F9"}, ("B1",)),
    _to_empty,
    spreads=True,
)


def _is_text(target: SheetView, reference: Reference) -> bool:
    value = target.value(reference.top, reference.left)
    return target.kind(reference.top, reference.left) == "text" and value not in ("-", "–")


def _to_text(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    found = set(_targets(view, sheet, _is_text, alone=False))
    for place, formula in sheet.single_formulas():
        for reference in formula.references:
            if reference.function in ("SUM", "AVERAGE") and not reference.whole:
                target = view.target(sheet, reference)
                if target is not None and _holds_number_text(target, reference):
                    found.add(place)
    if found:
        yield rule.finding(sheet, sorted(found))


def _holds_number_text(target: SheetView, reference: Reference) -> bool:
    return any(
        reference.top < row <= reference.bottom and reference.left <= column <= reference.right
        for row, column in target.number_texts
    )


REFERENCE_TO_TEXT = Rule(
    "REFERENCE_TO_TEXT",
    "review",
    "Calculation with a text",
    "A formula calculates with one cell (beside + - * / ^) that holds a text other than a dash; or a SUM or AVERAGE has a text that reads as a number "
    "in its range, below the first row.",
    "The formula calculates with a cell that holds text, which is skipped or gives an error.",
    "Turn the text into a number, or leave the cell out.",
    Example({"A1": 5, "A2": ("", "12"), "A3": 7, "A4": "=SUM(A1:A3)"}, ("A4",)),
    _to_text,
    spreads=True,
)
