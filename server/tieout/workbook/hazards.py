"""What makes a range dangerous to write to or to sum, as short phrases for its first line."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tieout.workbook.address import Address, column_letters
from tieout.workbook.formula_tokens import ERROR_TEXTS, tokenize
from tieout.workbook.regions import overlap
from tieout.workbook.sampling import number_runs
from tieout.workbook.snapshot import CalculationMode, RangeSnapshot

VERY_LARGE = 20_000
_MOST_RUNS = 6
_NUMBER_TEXT = re.compile(r"\s*[-+]?[$€£¥]?\s?[0-9][0-9,.\s]*%?\s*\Z")


@dataclass(frozen=True, slots=True)
class SheetHazards:
    """What is known of a sheet and a range on it.

    Attributes:
        filter_on: The sheet, or a table in the range, has filter buttons; `filtered`: rows are filtered.
        hidden_rows: Hidden rows of the range; None when some are and it isn't known which.
        hidden_columns: The same for columns.
        merged: Merged areas that touch it.
        spills: Areas that one formula fills.
    """

    filter_on: bool = False
    filtered: bool = False
    protected: bool = False
    hidden_rows: tuple[int, ...] | None = ()
    hidden_columns: tuple[int, ...] | None = ()
    merged: tuple[Address, ...] = ()
    spills: tuple[Address, ...] = ()
    calculation: CalculationMode = "Automatic"


def hazards(cells: RangeSnapshot, sheet: SheetHazards) -> tuple[str, ...]:
    """The phrases, the gravest first."""
    return tuple(_phrases(cells, sheet))


def _phrases(cells: RangeSnapshot, sheet: SheetHazards) -> Iterator[str]:
    if sheet.calculation != "Automatic":
        mode = "manual" if sheet.calculation == "Manual" else "automatic except for tables"
        yield f"calculation is {mode}: values may be old"
    if sheet.protected:
        yield "sheet protected"
    if sheet.filtered:
        yield "rows filtered"
    elif sheet.filter_on:
        yield "autofilter on"
    yield from _lines("row", sheet.hidden_rows)
    yield from _lines("column", sheet.hidden_columns)
    merged = [area.local for area in sheet.merged if overlap(area, cells.address) is not None]
    if merged:
        yield f"merged {_some(merged)}"
    if sheet.spills:
        yield f"spilled {_some([area.local for area in sheet.spills])}"
    yield from _of_cells(cells)
    if cells.address.size >= VERY_LARGE:
        yield f"very large ({cells.address.size:,} cells)"


def _of_cells(cells: RangeSnapshot) -> Iterator[str]:
    """What only the cells themselves tell."""
    address = cells.address
    errors: list[tuple[int, int]] = []
    texts: list[tuple[int, int]] = []
    external = 0
    known: dict[str, bool] = {}
    for down, (values, formulas) in enumerate(zip(cells.values, cells.formulas, strict=True)):
        for across, value in enumerate(values):
            if isinstance(value, str):
                if value in ERROR_TEXTS:
                    errors.append((down, across))
                elif not formulas[across] and _NUMBER_TEXT.match(value):
                    texts.append((down, across))
            formula = formulas[across]
            if "[" in formula:
                if formula not in known:
                    known[formula] = any(token.is_external for token in tokenize(formula))
                external += known[formula]
    for places, noun in ((errors, "error cell"), (texts, "number stored as text")):
        if places:
            first = Address.cell("", address.top + places[0][0], address.left + places[0][1])
            yield f"{_count(len(places), noun)} (first {first.local})"
    if external:
        yield _count(external, "link to another workbook").replace("workbooks", "workbook")


def _count(number: int, noun: str) -> str:
    if number == 1:
        return f"1 {noun}"
    head, _, rest = noun.partition(" ")
    plural = f"{head}s {rest}" if rest.startswith(("stored", "to")) else f"{noun}s"
    return f"{number:,} {plural}"


def _lines(noun: str, numbers: tuple[int, ...] | None) -> Iterator[str]:
    if numbers is None:
        yield f"some {noun}s hidden"
    elif numbers:
        names = [_run(noun, first, last) for first, last in number_runs(list(numbers))]
        more = f", and {len(names) - _MOST_RUNS} more runs" if len(names) > _MOST_RUNS else ""
        plural = f"{len(numbers):,} hidden {noun}{'s' if len(numbers) > 1 else ''}"
        yield f"{plural} ({', '.join(names[:_MOST_RUNS])}{more})"


def _run(noun: str, first: int, last: int) -> str:
    one, other = (
        (str(first), str(last)) if noun == "row" else (column_letters(first), column_letters(last))
    )
    return one if first == last else f"{one}-{other}"


def _some(names: Sequence[str]) -> str:
    more = len(names) - _MOST_RUNS
    return ", ".join(names[:_MOST_RUNS]) + (f" and {more} more" if more > 0 else "")


def other_lines(first: int, last: int, visible: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Lines from `first` to `last` that no visible run covers."""
    seen = {line for start, end in visible for line in range(start, end + 1)}
    return tuple(line for line in range(first, last + 1) if line not in seen)
