"""Figures that should agree with one another and don't."""

import re
from collections.abc import Iterator, Sequence

from tieout.workbook.findings import Finding
from tieout.workbook.lint.formula import Place
from tieout.workbook.lint.rule import Example, Rule
from tieout.workbook.lint.view import SheetView, WorkbookView

_TOTAL = re.compile(r"\s*(?:grand |sub-?)?total\b|\bsum\s*\Z", re.IGNORECASE)
_NO_SUM = re.compile(r"%|percent|average|mean|ratio|per\b", re.IGNORECASE)
_ASSETS = re.compile(r"\s*total assets\s*:?\Z", re.IGNORECASE)
_CLAIMS = re.compile(
    r"\s*total liabilities\s*(?:,|and|&|\+)+\s*"
    r"(?:(?:share|stock)holders['’]?\s*|owners?['’]?\s*|net\s+)?(?:equity|capital|assets|funds)\s*:?\Z",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"\s*(?:opening|beginning|starting) (?:cash|bank)\b|\s*cash\b.*\b(?:beginning|start) of",
    re.IGNORECASE,
)
_CLOSING = re.compile(r"\s*(?:closing|ending) (?:cash|bank)\b|\s*cash\b.*\bend of", re.IGNORECASE)
_FLOW = re.compile(
    r"\s*net (?:change|increase|decrease|movement|cash flow)\b.*|\s*(?:change|increase|movement) in cash\b.*",
    re.IGNORECASE,
)
_LEAST_PARTS = 3
_MOST_OFF = 0.5
_DECIMALS = re.compile(r"\.(0+)")


def _tolerance(sheet: SheetView, place: Place) -> float:
    """One unit of the last decimal that shows; a cent where nothing says."""
    code = sheet.number_format(*place)
    if code == "General":
        return 0.01
    decimals = _DECIMALS.search(code)
    return 1.0 if decimals is None else 10.0 ** -len(decimals[1])


def _differs(sheet: SheetView, place: Place, one: float, other: float) -> bool:
    return abs(one - other) > max(_tolerance(sheet, place), 1e-9 * max(abs(one), abs(other)))


def _number(sheet: SheetView, row: int, column: int) -> float | None:
    value = sheet.value(row, column)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _total_off(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    del view
    found: list[Place] = []
    for (row, column), value in sheet.constants.items():
        if not isinstance(value, int | float) or isinstance(value, bool):
            continue
        label = sheet.label(row, column)
        if not _TOTAL.search(label) or _NO_SUM.search(f"{label} {sheet.heading(row, column)}"):
            continue
        parts = _parts_above(sheet, row, column)
        if len(parts) >= _LEAST_PARTS and _is_off(sheet, (row, column), float(value), parts):
            found.append((row, column))
    if found:
        yield rule.finding(sheet, found)


def _parts_above(sheet: SheetView, row: int, column: int) -> list[float]:
    parts: list[float] = []
    for above in range(row - 1, 0, -1):
        value = _number(sheet, above, column)
        if value is None or _TOTAL.search(sheet.label(above, column)):
            break
        parts.append(value)
    return parts


def _is_off(sheet: SheetView, place: Place, total: float, parts: Sequence[float]) -> bool:
    """Whether no run of cells upwards adds up to the total, and all of them come near it."""
    added = 0.0
    for part in parts:
        added += part
        if not _differs(sheet, place, added, total):
            return False
    return total != 0 and abs(added - total) <= _MOST_OFF * abs(total)


TOTAL_DOES_NOT_TIE = Rule(
    "TOTAL_DOES_NOT_TIE",
    "review",
    "Typed total that is not the sum of its parts",
    "A typed number whose label begins with Total (or Subtotal, Grand total), directly below three or more "
    "numbers: neither all of them nor the last few add up to it (within one unit of the last decimal "
    "shown), yet their sum is no more than half of it away. Columns and labels of percentages, averages "
    "and ratios are left alone.",
    "The typed total is not the sum of the numbers above it.",
    "Replace it by a SUM, or find the part that is wrong or missing.",
    Example(
        {
            "A1": "Rent",
            "B1": 10,
            "A2": "Wages",
            "B2": 20,
            "A3": "Tax",
            "B3": 5,
            "A4": "Total",
            "B4": 36,
        },
        ("B4",),
    ),
    _total_off,
    spreads=True,
)


def _labelled(sheet: SheetView, pattern: re.Pattern[str]) -> list[Place]:
    return [p for p, v in sheet.constants.items() if isinstance(v, str) and pattern.match(v)]


def _unbalanced(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    del view
    assets, claims = _labelled(sheet, _ASSETS), _labelled(sheet, _CLAIMS)
    bounds = sheet.bounds
    if not assets or not claims or bounds is None:
        return
    for asset_row, label in assets:
        below = [row for row, _ in claims if row > asset_row]
        if not below:
            continue
        claim_row = min(below)
        found: list[Place] = []
        for column in range(label + 1, bounds.right + 1):
            one, other = _number(sheet, asset_row, column), _number(sheet, claim_row, column)
            if one is None or other is None:
                continue
            if _differs(sheet, (asset_row, column), one, other):
                found.extend(((asset_row, column), (claim_row, column)))
        if found:
            yield rule.finding(sheet, found)


BALANCE_DOES_NOT_TIE = Rule(
    "BALANCE_DOES_NOT_TIE",
    "review",
    "Balance sheet that doesn't balance",
    "A row labelled Total assets and the next one below labelled Total liabilities and equity (or "
    "shareholders' equity, owners' equity, capital) differ in a column by more than one unit of the last "
    "decimal shown.",
    "The two sides of the balance sheet differ.",
    "Find the entry that is on one side only; don't plug the difference.",
    Example(
        {
            "A1": "Total assets",
            "B1": 100,
            "C1": 120,
            "A2": "Total liabilities and equity",
            "B2": 100,
            "C2": 118,
        },
        ("C1", "C2"),
    ),
    _unbalanced,
    spreads=True,
)


def _cash(rule: Rule, view: WorkbookView, sheet: SheetView) -> Iterator[Finding]:
    del view
    bounds = sheet.bounds
    opening, closing = _labelled(sheet, _OPENING), _labelled(sheet, _CLOSING)
    flows = _labelled(sheet, _FLOW)
    if bounds is None or len(opening) != 1 or len(closing) != 1 or len(flows) != 1:
        return
    rows = opening[0][0], flows[0][0], closing[0][0]
    found: list[Place] = []
    for column in range(closing[0][1] + 1, bounds.right + 1):
        start, flow, end = (_number(sheet, row, column) for row in rows)
        if start is None or flow is None or end is None:
            continue
        following = _number(sheet, rows[0], column + 1)
        if _differs(sheet, (rows[2], column), start + flow, end):
            found.append((rows[2], column))
        elif following is not None and _differs(sheet, (rows[2], column), end, following):
            found.append((rows[0], column + 1))
    if found:
        yield rule.finding(sheet, found)


CASH_DOES_NOT_ROLL = Rule(
    "CASH_DOES_NOT_ROLL",
    "review",
    "Cash that doesn't roll forward",
    "On a sheet with one row each for opening (beginning) cash, the net change in cash and closing "
    "(ending) cash: in a column, opening plus change is not closing, or closing is not the opening of the "
    "next column, by more than one unit of the last decimal shown.",
    "Cash does not roll forward: opening plus change is not closing, or the next opening differs.",
    "Link the opening balance to the last closing one, and check what the change leaves out.",
    Example(
        {
            "A1": "Opening cash",
            "B1": 10,
            "C1": 15,
            "A2": "Net change in cash",
            "B2": 5,
            "C2": 4,
            "A3": "Closing cash",
            "B3": 15,
            "C3": 20,
        },
        ("C3",),
    ),
    _cash,
    spreads=True,
)
