"""Lookups that need sorted data and don't have it."""

from collections.abc import Iterator, Sequence

from tieout.workbook.findings import Finding
from tieout.workbook.formula_tokens import Token
from tieout.workbook.lint.formula import Call, Place, Reference, reference
from tieout.workbook.lint.rule import Example, Rule
from tieout.workbook.lint.view import SheetView, WorkbookView

_MODE_AT = {"VLOOKUP": 3, "HLOOKUP": 3, "MATCH": 2}
_LEAST_ARGUMENTS = 2
_FALSE = frozenset({"0", "FALSE"})
_NAMES = frozenset({*_MODE_AT, "LOOKUP"})


def _unsorted(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    found: list[Place] = []
    for place, formula in sheet.single_formulas():
        if _NAMES.isdisjoint(formula.functions):
            continue
        for call in formula.calls:
            area = _searched(call)
            target = None if area is None else view.target(sheet, area)
            if area is not None and target is not None and not _is_sorted(target, area, call.name):
                found.append(place)
                break
    if found:
        yield rule.finding(sheet, found)


def _searched(call: Call) -> Reference | None:
    """The range an approximate lookup searches; None for exact and other calls."""
    if call.name not in _NAMES or len(call.arguments) < _LEAST_ARGUMENTS:
        return None
    at = _MODE_AT.get(call.name)
    if at is not None and at < len(call.arguments):
        mode = _text(call.arguments[at])
        if mode in _FALSE or mode in ("", "-1") or not _is_literal(call.arguments[at]):
            return None
    argument = call.arguments[1]
    return reference(argument[0]) if len(argument) == 1 else None


def _text(argument: Sequence[Token]) -> str:
    return "".join(token.prefix + token.text for token in argument).upper()


def _is_literal(argument: Sequence[Token]) -> bool:
    return all(token.kind in ("number", "name", "other") for token in argument)


def _is_sorted(target: SheetView, area: Reference, name: str) -> bool:
    """Whether the first column (row, for HLOOKUP and flat ranges) ascends, as far as it is filled."""
    bounds = target.bounds
    if bounds is None:
        return True
    flat = name == "HLOOKUP" or (name != "VLOOKUP" and area.top == area.bottom)
    if flat:
        columns = range(max(area.left, bounds.left), min(area.right, bounds.right) + 1)
        values = [target.value(area.top, column) for column in columns]
    else:
        rows = range(max(area.top, bounds.top), min(area.bottom, bounds.bottom) + 1)
        values = [target.value(row, area.left) for row in rows]
    return _ascends(
        [v for v in values if isinstance(v, int | float) and not isinstance(v, bool)]
    ) and (_ascends([v.casefold() for v in values[1:] if isinstance(v, str) and v]))


def _ascends(values: Sequence[float] | Sequence[str]) -> bool:
    return list(values) == sorted(values, key=lambda value: value)


UNSORTED_LOOKUP = Rule(
    "UNSORTED_LOOKUP",
    "review",
    "Approximate lookup in unsorted data",
    "LOOKUP, or VLOOKUP, HLOOKUP or MATCH with the last argument left out, TRUE or 1, in a range whose "
    "numbers, or whose texts from the second cell on, do not ascend.",
    "The lookup takes the nearest match, which is wrong where the data isn't sorted.",
    "Ask for an exact match (FALSE or 0), or sort the data in ascending order.",
    Example(
        {"A1": 10, "A2": 30, "A3": 20, "B1": 1, "B2": 2, "B3": 3, "C1": "=VLOOKUP(20,A1:B3,2)"},
        ("C1",),
    ),
    _unsorted,
    spreads=True,
)
