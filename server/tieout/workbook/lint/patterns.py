"""Formulas that are not filled like those beside them."""

import re
from collections import Counter
from collections.abc import Iterator

from tieout.workbook.findings import Finding
from tieout.workbook.lint.formula import Formula, Place, Reference
from tieout.workbook.lint.lines import AXES, Axis, Run, compare_run, lines, runs
from tieout.workbook.lint.rule import Example, Rule
from tieout.workbook.lint.totals import is_total
from tieout.workbook.lint.view import SheetView, WorkbookView

_OPERATORS = frozenset({"+", "-", "*", "/", "^", "<", ">", "=", "&"})
_NUMBER = re.compile(r"[0-9.]+")
_LEAST_FILLED = 3
_RECURRING = 3
_LEAST_COPIES = 4


def _is_misplaced(sheet: SheetView, total: Formula, axis: Axis) -> bool:
    """Whether a total stands in the middle of a table: no other total in the line across."""
    across: Axis = "column" if axis == "row" else "row"
    line = lines(sheet, across)[total.column if axis == "row" else total.row]
    if any(other is not total and is_total(other, axis) for other in line):
        return False
    down, right = (0, 1) if axis == "row" else (1, 0)
    before = sheet.formulas.get((total.row - down, total.column - right))
    after = sheet.formulas.get((total.row + down, total.column + right))
    return before is not None and after is not None and before.pattern == after.pattern


def _is_explained(sheet: SheetView, odd: Formula, axis: Axis) -> bool:
    """Whether the line across explains it: a formula there reads the same in R1C1."""
    across: Axis = "column" if axis == "row" else "row"
    line = lines(sheet, across)[odd.column if axis == "row" else odd.row]
    return any(other is not odd and other.pattern == odd.pattern for other in line)


def _wording(formula: Formula) -> str:
    """The shape with numbers cut out too."""
    return _NUMBER.sub("", formula.shape)


def _is_structured(formula: Formula) -> bool:
    """Whether it names a table's columns: which cells these are can't be compared."""
    return any(token.kind == "bracket" for token in formula.tokens)


def _slips(run: Run, line: tuple[Formula, ...]) -> list[Formula]:
    """Odd formulas between regular ones; at an end only what is nearly regular."""
    regular = {id(formula) for formula in run.regular}
    at = [number for number, formula in enumerate(run.line) if id(formula) in regular]
    inner = [f for f in run.line[at[0] : at[-1]] if id(f) not in regular]
    found = inner if len(inner) <= max(1, len(run.regular) // 4) else []
    before, after = run.line[: at[0]], run.line[at[-1] + 1 :]
    if len(before) == 1 and _has_other_operator(before[0], run, run.regular[0]):
        found = [before[0], *found]
    if len(after) == 1 and (
        after[0] is not line[-1]
        or _has_other_operator(after[0], run, run.regular[-1])
        or _slid_last(after[0], run.regular)
    ):
        found = [*found, after[0]]
    return found


def _slid_last(last: Formula, regular: tuple[Formula, ...]) -> bool:
    """Whether the last of a run says the same as the regular ones, which are all alike, of other cells."""
    return (
        last.shape == regular[-1].shape
        and len(regular) >= _LEAST_FILLED
        and len({formula.pattern for formula in regular}) == 1
        and len(last.references) > 1
        and all(reference.is_cell for reference in last.references)
    )


def _has_other_operator(one: Formula, run: Run, other: Formula) -> bool:
    """Whether a formula is filled like the regular ones but for operators."""
    if len(one.tokens) != len(other.tokens) or not run.refers_like_regular(one):
        return False
    pairs = [
        (a.text, b.text)
        for a, b in zip(one.tokens, other.tokens, strict=True)
        if a.text != b.text and a.kind not in ("cells", "columns", "rows")
    ]
    return bool(pairs) and all(a in _OPERATORS and b in _OPERATORS for a, b in pairs)


def _inconsistent(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    del view
    for axis in AXES:
        for line in runs(sheet, axis):
            plain = tuple(f for f in line if not is_total(f, axis) or _is_misplaced(sheet, f, axis))
            run = compare_run(axis, plain) if len(plain) >= _LEAST_FILLED else None
            if run is None or not run.regular[0].coordinates:
                continue
            odd = [
                formula
                for formula in _slips(run, line)
                if not _is_explained(sheet, formula, axis) and not _is_structured(formula)
            ]
            wordings = Counter(_wording(formula) for formula in odd)
            meanings = Counter(formula.meaning for formula in run.odd)
            odd = [
                formula
                for formula in odd
                if max(wordings[_wording(formula)], meanings[formula.meaning]) < _RECURRING
            ]
            if odd:
                yield rule.finding(sheet, [(formula.row, formula.column) for formula in odd])


INCONSISTENT_FORMULA = Rule(
    "INCONSISTENT_FORMULA",
    "review",
    "Formula unlike its neighbours",
    "In three or more formulas side by side in a row or column, at least six in ten read the same in "
    "R1C1 (or their references move by a constant step), and this one, between two of them, does not. At "
    "the ends of such a run only a formula that differs in an operator is named, or the last one when it "
    "refers to other single cells in the same words. Not named: totals of the run, unless other lines have "
    "none there; formulas that read like another one in the line across; names and structured references; "
    "three or more slips in the same words; brackets round the whole formula; "
    "and slips that are more than a quarter of the regular formulas.",
    "The formula differs from the formulas on both sides of it.",
    "Fill the neighbours' formula into it, or say beside it why this cell is different.",
    Example(
        {
            "A1": 1,
            "B1": "=A1*2",
            "A2": 2,
            "B2": "=A2*2",
            "A3": 3,
            "B3": "=A2*2",
            "A4": 4,
            "B4": "=A4*2",
        },
        ("B3",),
    ),
    _inconsistent,
    fault=True,
)


def _number_for_reference(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    del view
    found = [
        (formula.row, formula.column)
        for formula in sheet.formulas.values()
        if formula.coordinates
        and any(token.kind == "number" for token in formula.tokens)
        and any(_replaces_reference(formula, beside) for beside in _beside(sheet, formula))
    ]
    found = [place for place in found if not _recurs(place, frozenset(found))]
    if found:
        yield rule.finding(sheet, found)


def _recurs(place: Place, found: frozenset[Place]) -> bool:
    """Whether three or more found cells stand side by side: then numbers are their pattern."""
    return any(
        all((place[0] + down * step, place[1] + right * step) in found for step in steps)
        for down, right in ((1, 0), (0, 1))
        for steps in ((1, 2), (-1, 1), (-2, -1))
    )


def _beside(sheet: SheetView, formula: Formula) -> Iterator[Formula]:
    for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        beside = sheet.formulas.get((formula.row + down, formula.column + right))
        if beside is not None:
            yield beside


def _replaces_reference(formula: Formula, beside: Formula) -> bool:
    """Whether a number stands in `formula` where `beside` refers to a cell; the rest is alike."""
    if len(formula.tokens) != len(beside.tokens):
        return False
    swapped = False
    for one, other in zip(formula.tokens, beside.tokens, strict=True):
        if one.kind == "number" and other.kind == "cells" and ":" not in other.text:
            swapped = True
        elif one.kind != other.kind or (one.kind != "cells" and one.text != other.text):
            return False
    return swapped


NUMBER_FOR_REFERENCE = Rule(
    "NUMBER_FOR_REFERENCE",
    "review",
    "Number where the neighbour has a reference",
    "The formula is the same as the one above, below, left or right of it, piece by piece, but holds a "
    "number where that one refers to a cell. Not named: three or more such formulas side by side.",
    "A number stands in the formula where the formula beside it refers to a cell.",
    "Refer to the cell instead of typing its value.",
    Example({"A1": 5, "B1": 2, "C1": "=A1*B1", "A2": 6, "B2": 3, "C2": "=A2*3"}, ("C2",)),
    _number_for_reference,
    fault=True,
)


def _missing_dollar(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    for axis in AXES:
        for line in runs(sheet, axis):
            if len(line) < _LEAST_COPIES or len({formula.pattern for formula in line}) > 1:
                continue
            if any(_slid_off(view, sheet, axis, line, n) for n in range(len(line[0].references))):
                yield rule.finding(sheet, [(formula.row, formula.column) for formula in line[1:]])


def _slid_off(
    view: WorkbookView, sheet: SheetView, axis: Axis, line: tuple[Formula, ...], number: int
) -> bool:
    """Whether a reference hits a number in the first formula and nothing in all the others."""
    targets: list[Reference] = [formula.references[number] for formula in line]
    first = targets[0]
    if not first.is_cell or first == targets[1]:
        return False
    target = view.target(sheet, first)
    if target is None or target.kind(first.top, first.left) not in ("number", "formula"):
        return False
    here = line[0].row if axis == "row" else line[0].column
    if first.sheet == "" and (first.top if axis == "row" else first.left) == here:
        return False
    return all(target.kind(r.top, r.left) == "empty" for r in targets[1:])


MISSING_DOLLAR = Rule(
    "MISSING_DOLLAR",
    "review",
    "Copied reference that needs a $",
    "In four or more formulas side by side that read the same in R1C1, a reference to one cell (not in "
    "the line itself) finds a number in the first formula and an empty cell in all others.",
    "The reference moved off its cell when the formula was copied: only the first copy finds a number.",
    "Fix the reference with $ in the first formula and copy it again.",
    Example(
        {"E1": 0.2, **{f"A{row}": row * 10 for row in (1, 2, 3, 4)}}
        | {f"B{row}": f"=A{row}*E{row}" for row in (1, 2, 3, 4)},
        ("B2", "B3", "B4"),
    ),
    _missing_dollar,
    fault=True,
)
