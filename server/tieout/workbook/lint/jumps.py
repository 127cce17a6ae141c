"""Typed numbers that break the row they stand in."""

import re
from collections.abc import Iterator
from statistics import median

from tieout.workbook.findings import Finding
from tieout.workbook.lint.formula import Place
from tieout.workbook.lint.rule import Example, Rule
from tieout.workbook.lint.view import SheetView, WorkbookView

_LEAST = 5
_SIGNED = re.compile(
    r"net|chang|varianc|cash|profit|loss|flow|growth|diff|gain|income|adjust|movement|delta|working capital|ebit|earning",
    re.IGNORECASE,
)
_FACTORS = (1_000.0, 1_000_000.0)
_WITHIN = 3.0
_ALIKE = 10.0


def _rows_of_numbers(sheet: SheetView) -> Iterator[list[tuple[Place, float]]]:
    """Typed numbers side by side in a row, in one number format, at least five."""
    run: list[tuple[Place, float]] = []
    for place, value in sheet.constants.items():
        if not isinstance(value, int | float) or isinstance(value, bool):
            continue
        last = run[-1][0] if run else (0, 0)
        joined = place[0] == last[0] and place[1] == last[1] + 1
        if not joined or sheet.number_format(*place) != sheet.number_format(*last):
            if len(run) >= _LEAST:
                yield run
            run = []
        run.append((place, float(value)))
    if len(run) >= _LEAST:
        yield run


def _sign_jump(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    del view
    for run in _rows_of_numbers(sheet):
        negative = [place for place, value in run if value < 0]
        positive = [place for place, value in run if value > 0]
        fewer, more = sorted((negative, positive), key=len)
        alone = len(fewer) == 1 and len(more) >= _LEAST - 1
        if alone and not _SIGNED.search(sheet.label(*fewer[0])):
            yield rule.finding(sheet, fewer)


SIGN_JUMP = Rule(
    "SIGN_JUMP",
    "review",
    "One number of the row with the other sign",
    "Among five or more typed numbers side by side in a row, in one number format, exactly one has the "
    "other sign. Rows are left alone when their label speaks of a net figure, change, variance, cash, "
    "profit, loss, flow, growth, difference, gain, income, adjustment, movement or earnings.",
    "One number of the row has the opposite sign of all others.",
    "Check the sign against the source.",
    Example({"A1": "Rent", "B1": 10, "C1": 11, "D1": -12, "E1": 12, "F1": 13}, ("D1",)),
    _sign_jump,
)


def _unit_jump(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    del view
    for run in _rows_of_numbers(sheet):
        sizes = [(place, abs(value)) for place, value in run if value]
        for place, size in sizes if len(sizes) >= _LEAST else ():
            others = [other for at, other in sizes if at != place]
            if max(others) <= _ALIKE * min(others) and _is_other_unit(size, median(others)):
                yield rule.finding(sheet, [place])


def _is_other_unit(size: float, usual: float) -> bool:
    ratio = max(size, usual) / min(size, usual)
    return any(factor / _WITHIN <= ratio <= factor * _WITHIN for factor in _FACTORS)


UNIT_JUMP = Rule(
    "UNIT_JUMP",
    "review",
    "One number of the row in another unit",
    "Among five or more typed numbers side by side in a row, in one number format, all but one lie within "
    "a factor of ten, and that one is about a thousand or a million times (within a factor of three) "
    "larger or smaller than their median.",
    "One number of the row is about a thousand or a million times off: it seems to be in another unit.",
    "Enter it in the unit of the row.",
    Example({"A1": "Sales", "B1": 510, "C1": 530, "D1": 548_000, "E1": 561, "F1": 580}, ("D1",)),
    _unit_jump,
)
