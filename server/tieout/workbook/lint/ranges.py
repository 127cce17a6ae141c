"""Totals over the wrong cells."""

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from tieout.workbook.findings import Finding
from tieout.workbook.lint.formula import HOLE, Formula, Place, Reference, function_name
from tieout.workbook.lint.lines import AXES, Axis, lines, position, split_at_gaps
from tieout.workbook.lint.rule import Example, Rule
from tieout.workbook.lint.totals import (
    AGGREGATES,
    gap_to_range,
    is_strip,
    is_total,
    own_column_ranges,
    own_ranges,
)
from tieout.workbook.lint.view import SheetView, WorkbookView

Extent: TypeAlias = tuple[tuple[int, int], ...]
_LISTED = re.compile(rf"{HOLE}(?:[:,]{HOLE})+")
_CONTESTED = 6
_LEAST = 3
_YEARS = (1900, 2100)
_REACH = 2
_MOST_MISSED = 2


def _extent(formula: Formula, axis: Axis) -> Extent | None:
    """From where to where a total adds up, counted from itself; None when it is no such total."""
    if function_name(formula.tokens[1]) not in AGGREGATES:
        return None
    found = [r for r in formula.references if r.function in AGGREGATES]
    if not found or (len(found) == 1 and found[0].is_cell):
        return None
    if not all(is_strip(reference, formula, axis) for reference in found):
        return None
    if axis == "row":
        return tuple((r.top - formula.row, r.bottom - formula.row) for r in found)
    return tuple((r.left - formula.column, r.right - formula.column) for r in found)


def _totals_disagree(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    del view
    for axis in AXES:
        for line in lines(sheet, axis).values():
            totals = [formula for formula in line if _extent(formula, axis) is not None]
            for group in _of_one_kind(totals, axis):
                yield from _differing(rule, sheet, axis, group)


def _of_one_kind(totals: Sequence[Formula], axis: Axis) -> Iterator[tuple[Formula, ...]]:
    """Totals near one another that do the same to cells as far across."""
    kinds: dict[object, list[Formula]] = {}
    for formula in totals:
        kinds.setdefault((_doing(formula), _across(formula, axis)), []).append(formula)
    for alike in kinds.values():
        yield from split_at_gaps(alike, axis, _REACH)


def _doing(formula: Formula) -> str:
    """The shape, with ranges and lists of cells alike."""
    return _LISTED.sub(HOLE, formula.shape)


def _across(formula: Formula, axis: Axis) -> int:
    first = next(r for r in formula.references if r.function in AGGREGATES)
    return first.left - formula.column if axis == "row" else first.top - formula.row


def _differing(
    rule: Rule, sheet: SheetView, axis: Axis, group: tuple[Formula, ...]
) -> Iterator[Finding]:
    extents: dict[Extent | None, list[Formula]] = {}
    for formula in group:
        extents.setdefault(_extent(formula, axis), []).append(formula)
    if len(extents) == 1:
        return
    most, *rest = sorted(extents.values(), key=len, reverse=True)
    others = [formula for alike in rest for formula in alike]
    if len(group) < _LEAST or (len(others) > len(most) and len(extents) >= _LEAST):
        return
    compared = most if len(most) <= _CONTESTED * len(others) else []
    yield rule.finding(
        sheet,
        [(f.row, f.column) for f in sorted(others, key=lambda f: position(axis, f))],
        [(f.row, f.column) for f in compared],
    )


TOTALS_DISAGREE = Rule(
    "TOTALS_DISAGREE",
    "review",
    "Totals of one line over different cells",
    "Formulas that begin with SUM, AVERAGE, COUNT, MIN, MAX or the like in one row (or column), at most two cells "
    "apart, three or more of them, equal but for their ranges, take cells as far across but from and to "
    "different rows (columns). The minority is named, and the majority is what it is compared with when it "
    "is at most six times as many, for then either side may be the wrong one. Not named when there are "
    "three or more extents and none has the majority.",
    "Totals in one line add up different rows or columns.",
    "Let all of them start and end at the same row or column.",
    Example(
        {
            **{f"{column}{row}": row for row in (1, 2, 3) for column in "ABC"},
            "A4": "=SUM(A1:A3)",
            "B4": "=SUM(B2:B3)",
            "C4": "=SUM(C1:C3)",
        },
        ("B4",),
    ),
    _totals_disagree,
    fault=True,
)


def _starts_empty(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    del view
    found = list(
        dict.fromkeys(
            (formula.row, formula.column)
            for formula, reference in own_column_ranges(tuple(sheet.formulas.values()))
            if reference.bottom - reference.top > 1
            and sheet.kind(reference.top, reference.left) == "empty"
            and _is_filled(sheet, reference)
        )
    )
    if found:
        yield rule.finding(sheet, found)


def _is_filled(sheet: SheetView, reference: Reference) -> bool:
    rows = range(reference.top, reference.bottom + 1)
    return any(sheet.kind(row, reference.left) != "empty" for row in rows)


RANGE_STARTS_EMPTY = Rule(
    "RANGE_STARTS_EMPTY",
    "review",
    "Total that starts at an empty cell",
    "A SUM, AVERAGE or SUBTOTAL over three or more cells of its own column, above it, whose first cell is "
    "empty although others are filled: it reaches into a heading row or past its block.",
    "The range of the total starts with an empty cell, so it reaches beyond its block.",
    "Let the range start at the first filled cell of the block.",
    Example({"B1": "Costs", "A2": "Rent", "B3": 5, "B4": 6, "B5": "=SUM(B2:B4)"}, ("B5",)),
    _starts_empty,
)


def _includes_total(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    del view
    found = list(
        dict.fromkeys(
            (formula.row, formula.column)
            for formula, reference in own_column_ranges(tuple(sheet.formulas.values()))
            if reference.function != "SUBTOTAL" and _counts_twice(sheet, reference)
        )
    )
    if found:
        yield rule.finding(sheet, found)


def _counts_twice(sheet: SheetView, reference: Reference) -> bool:
    """Whether a total in the range adds up cells that are in the range too."""
    for row in range(reference.top, reference.bottom + 1):
        inner = sheet.formulas.get((row, reference.left))
        if inner is not None and _doing(inner) == f"=SUM({HOLE})" and is_total(inner, "column"):
            parts = (part for part in inner.references if not part.is_cell)
            if any(p.bottom >= reference.top and p.top <= reference.bottom for p in parts):
                return True
    return False


RANGE_INCLUDES_TOTAL = Rule(
    "RANGE_INCLUDES_TOTAL",
    "review",
    "Total over another total",
    "A SUM or AVERAGE over its own column, above it, whose range holds a plain SUM over that column "
    "together with cells which that SUM adds up. SUBTOTAL is left alone, since it skips its like.",
    "The range holds a total as well as the cells it adds up, so these count twice.",
    "Leave the inner total out of the range, or add up the totals alone.",
    Example(
        {"A1": 1, "A2": 2, "A3": ("=SUM(A1:A2)", 3), "A4": 4, "A5": ("=SUM(A1:A4)", 10)}, ("A5",)
    ),
    _includes_total,
    fault=True,
)


def _misses_cell(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    del view
    found: list[Place] = []
    for formula, reference in own_ranges(tuple(sheet.formulas.values())):
        between, inner = gap_to_range(formula, reference)
        near = 0 < len(between) <= _MOST_MISSED
        missed = near and all(_belongs(sheet, reference, inner, place) for place in between)
        if missed or _misses_above(sheet, formula, reference):
            found.append((formula.row, formula.column))
    if found:
        yield rule.finding(sheet, list(dict.fromkeys(found)))


def _misses_above(sheet: SheetView, formula: Formula, reference: Reference) -> bool:
    """Whether the one cell above the range is like its cells, and what is above that is not."""
    place, column = (reference.top - 1, reference.left), reference.left
    return (
        column == formula.column
        and reference.bottom < formula.row
        and place[0] > 1
        and _belongs(sheet, reference, (reference.top, column), place)
        and sheet.kind(place[0] - 1, column) == "text"
        and sheet.label(*place) != ""
    )


def _belongs(sheet: SheetView, reference: Reference, inner: Place, place: Place) -> bool:
    """Whether a cell is of the kind of a range's cells, and like the one next to it."""
    kinds = {
        sheet.kind(row, column)
        for row in range(reference.top, reference.bottom + 1)
        for column in range(reference.left, reference.right + 1)
    }
    if kinds not in ({"number"}, {"formula"}) or sheet.kind(*place) not in kinds:
        return False
    one, other = sheet.formulas.get(inner), sheet.formulas.get(place)
    if one is not None and other is not None and one.pattern != other.pattern:
        return False
    value = sheet.value(*place)
    same_format = sheet.number_format(*place) == sheet.number_format(*inner)
    return same_format and not (isinstance(value, float) and _YEARS[0] <= value <= _YEARS[1])


RANGE_MISSES_CELL = Rule(
    "RANGE_MISSES_CELL",
    "review",
    "Total that misses an adjacent cell",
    "A SUM, AVERAGE, SUBTOTAL, MAX, MIN or PRODUCT over cells above it, to its left or to its right that "
    "leaves out the one or two cells between the range and itself, or the one cell between a range above it "
    "and the heading, when these hold what the range holds: numbers, or the formula of the cell next to "
    "them, in the same number format. Numbers from 1900 to 2100 count as years, not as amounts.",
    "The total leaves out a filled cell that stands next to its range.",
    "Extend the range to the cell, or set the cell apart by an empty row.",
    Example(
        {"A1": "Rent", "B1": 5, "A2": "Tax", "B2": 6, "A3": "Fees", "B3": 7, "B4": "=SUM(B1:B2)"},
        ("B4",),
    ),
    _misses_cell,
    fault=True,
)


def _hides_rows(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    hidden = view.hidden_rows.get(sheet.name, frozenset())
    if not hidden:
        return
    found = [
        (formula.row, formula.column)
        for formula, reference in own_column_ranges(tuple(sheet.formulas.values()))
        if formula.row not in hidden
        and reference.function != "SUBTOTAL"
        and any(
            row in hidden and sheet.is_numeric(row, reference.left)
            for row in range(reference.top, reference.bottom + 1)
        )
    ]
    if found:
        yield rule.finding(sheet, list(dict.fromkeys(found)))


HIDDEN_ROWS_IN_TOTAL = Rule(
    "HIDDEN_ROWS_IN_TOTAL",
    "review",
    "Hidden rows inside a total",
    "A SUM or AVERAGE over its own column, above it, in a row that shows, whose range holds a number in a "
    "hidden row. SUBTOTAL is left alone: its number says whether hidden rows count.",
    "The total counts numbers in rows that are hidden.",
    "Show the rows, or use SUBTOTAL(109, …) if hidden rows should not count.",
    Example({"A1": 1, "A2": 2, "A3": 3, "A4": "=SUM(A1:A3)"}, ("A4",), hidden_rows=(2,)),
    _hides_rows,
)
