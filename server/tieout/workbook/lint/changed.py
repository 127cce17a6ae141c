"""What looks wrong about cells that just changed. Every rule looks at changed cells only."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from tieout.workbook.address import Address
from tieout.workbook.changes import CellChange
from tieout.workbook.findings import Finding
from tieout.workbook.formula_tokens import ERROR_TEXTS, references, tokenize
from tieout.workbook.r1c1 import to_r1c1
from tieout.workbook.sampling import list_some
from tieout.workbook.snapshot import SheetSnapshot, WorkbookSnapshot

_ERRORS = frozenset(ERROR_TEXTS) - {"#GETTING_DATA", "#BUSY!"}
_NUMBER_AS_TEXT = re.compile(
    r"[-+(]?[$€£]?(?:[1-9][0-9]{0,14}|[1-9][0-9]{0,2}(?:,[0-9]{3})+|0)(?:\.[0-9]+)?%?\)?\Z"
)
_IDENTIFIER_HEADER = re.compile(
    r"\b(id|ids|code|codes|zip|postal|postcode|phone|tel|account|acct|sku|isbn|iban|no|nr|number|ref|year)\b",
    re.IGNORECASE,
)
_MOST_NAMED = 5
_HEADER_REACH = 200


def lint(
    changes: Sequence[CellChange], before: WorkbookSnapshot, after: WorkbookSnapshot
) -> tuple[Finding, ...]:
    """Findings about a change set, must-fix ones first."""
    found = [
        *_new_errors(changes, after),
        *_text_formulas(changes),
        *_constants_among_formulas(changes, before, after),
        *_numbers_as_text(changes, after),
    ]
    return tuple(sorted(found, key=lambda finding: finding.severity == "review"))


def _is_error(value: object) -> bool:
    return isinstance(value, str) and value in _ERRORS


def _new_errors(changes: Sequence[CellChange], after: WorkbookSnapshot) -> Iterator[Finding]:
    """Cells that show an error they didn't show before, told by where it starts."""
    fresh = {
        change.address: change
        for change in changes
        if _is_error(change.after.value)
        and change.after.value != change.before.value
        and change.after.formula
    }
    errors = _ErrorCells(after)
    roots: dict[str, list[Address]] = {}
    infected: list[Address] = []
    for address, change in fresh.items():
        if any(source in fresh and source != address for source in errors.sources(change)):
            infected.append(address)
        else:
            roots.setdefault(str(change.after.value), []).append(address)
    for number, (error, cells) in enumerate(sorted(roots.items())):
        why = f"The formula gives {error}, which it did not before."
        old = next((cell for cell in errors.sources(fresh[cells[0]]) if cell not in fresh), None)
        if old is not None:
            why = f"The formula takes over {error} from {old}, which had it before."
        if infected and number == 0:
            names = list_some([str(cell) for cell in infected], _MOST_NAMED, "cells")
            count = (
                "1 cell downstream now shows"
                if len(infected) == 1
                else (f"{len(infected):,} cells downstream now show")
            )
            why += f" {count} an error too: {names}."
        yield Finding("must_fix", "INVALID_FORMULA", tuple(cells), why, _error_fix(error))
    if infected and not roots:
        why = "These cells now show an error they take from one another (a circle of references)."
        yield Finding("must_fix", "INVALID_FORMULA", tuple(infected), why, _error_fix("#REF!"))


class _ErrorCells:
    """Every cell of a workbook that shows an error, found by area."""

    def __init__(self, after: WorkbookSnapshot) -> None:
        self._places: dict[str, list[tuple[int, int]]] = {}
        for sheet in after.sheets:
            cells = sheet.cells
            if cells is not None:
                self._places[sheet.name.casefold()] = [
                    (row, column)
                    for row, column in cells.filled()
                    if _is_error(cells.content(row, column)[0])
                ]

    def sources(self, change: CellChange) -> Iterator[Address]:
        """Cells the change's formula refers to that show an error."""
        for area in references(change.after.formula, change.address.sheet):
            places = self._places.get(area.sheet.casefold(), [])
            for row, column in islice(places, bisect_left(places, (area.top, 0)), None):
                if row > area.bottom:
                    break
                if area.left <= column <= area.right:
                    yield Address.cell(area.sheet, row, column)


def _error_fix(error: str) -> str:
    match error:
        case "#REF!":
            return "Point the formula at cells that exist."
        case "#DIV/0!":
            return "Handle a zero or empty divisor, or correct the reference to it."
        case "#NAME?":
            return "Correct the function or name; check the quotes around text."
        case "#N/A":
            return "Check the lookup value and the range it is looked up in."
        case "#SPILL!":
            return "Clear the cells the result needs, or place the formula elsewhere."
        case "#VALUE!":
            return "Check that the arguments are numbers where numbers are needed."
        case _:
            return "Correct the formula or what it refers to."


def _text_formulas(changes: Sequence[CellChange]) -> Iterator[Finding]:
    """Text starting with `=` that was meant to be a formula."""
    cells = [
        change.address
        for change in changes
        if change.kind != "recalculated"
        and not change.after.formula
        and isinstance(change.after.value, str)
        and change.after.value.startswith("=")
        and any(token.kind in ("cells", "function") for token in tokenize(change.after.value))
    ]
    if cells:
        yield Finding(
            "must_fix",
            "FORMULA_AS_TEXT",
            tuple(cells),
            "The cell holds the text of a formula, so nothing is calculated.",
            'Set the number format to "General" first, then write the formula again.',
        )


@dataclass(frozen=True, slots=True)
class _Neighbours:
    """Whether the cells on both sides of one hold the same formula, in R1C1."""

    sheet: SheetSnapshot

    def pattern(self, row: int, column: int) -> str | None:
        for pair in (((-1, 0), (1, 0)), ((0, -1), (0, 1)), ((-2, 0), (-1, 0)), ((0, -2), (0, -1))):
            one, other = (self._at(row + down, column + across) for down, across in pair)
            if one and one == other:
                return one
        return None

    def _at(self, row: int, column: int) -> str:
        if row < 1 or column < 1:
            return ""
        formula = self.sheet.content(row, column)[1]
        return to_r1c1(formula, row, column) if formula else ""


def _constants_among_formulas(
    changes: Sequence[CellChange], before: WorkbookSnapshot, after: WorkbookSnapshot
) -> Iterator[Finding]:
    overwritten: list[Address] = []
    beside: list[Address] = []
    for change in changes:
        value = change.after.value
        if change.kind == "recalculated" or change.after.formula:
            continue
        if not isinstance(value, int | float) or isinstance(value, bool):
            continue
        sheet = after.sheet(change.address.sheet)
        if sheet is None:
            continue
        row, column = change.address.top, change.address.left
        pattern = _Neighbours(sheet).pattern(row, column)
        if change.before.formula:
            same = to_r1c1(change.before.formula, row, column)
            old = before.sheet(change.address.sheet)
            if pattern == same or (
                old is not None and _Neighbours(old).pattern(row, column) == same
            ):
                overwritten.append(change.address)
        elif pattern is not None:
            beside.append(change.address)
    if overwritten:
        yield Finding(
            "review",
            "FORMULA_OVERWRITTEN",
            tuple(overwritten),
            "A number replaced a formula that its neighbours share.",
            "Write the formula back unless the user asked for a fixed number here.",
        )
    if beside:
        yield Finding(
            "review",
            "HARDCODED_VALUE",
            tuple(beside),
            "A fixed number stands in line with formulas that are all the same.",
            "Use the formula of the neighbours, or keep the number as a labelled input.",
        )


def _numbers_as_text(changes: Sequence[CellChange], after: WorkbookSnapshot) -> Iterator[Finding]:
    cells = [
        change.address
        for change in changes
        if change.kind != "recalculated"
        and not change.after.formula
        and isinstance(change.after.value, str)
        and _NUMBER_AS_TEXT.match(change.after.value.strip())
        and change.before.value != change.after.value
        and not _is_identifier_column(change.address, after)
    ]
    if cells:
        yield Finding(
            "review",
            "NUMBER_AS_TEXT",
            tuple(cells),
            "A number is stored as text, so sums and comparisons ignore it.",
            "Write it as a number, unless it is an identifier.",
        )


def _is_identifier_column(address: Address, after: WorkbookSnapshot) -> bool:
    """Whether the nearest text above reads like the header of identifiers."""
    sheet = after.sheet(address.sheet)
    if sheet is None:
        return False
    headers: Iterable[object] = (
        sheet.content(row, address.left)[0]
        for row in range(address.top - 1, max(0, address.top - _HEADER_REACH), -1)
    )
    for value in headers:
        if isinstance(value, str) and not _NUMBER_AS_TEXT.match(value.strip()):
            return bool(_IDENTIFIER_HEADER.search(value)) and not value.strip()[:1].isdigit()
    return False
