"""What code adds to a closed step: exact addresses and formulas, the last error, evidence ids.

A conclusion is somebody's words and may leave things out; these are read off the runs.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tieout.context.runs import RunFacts
from tieout.workbook.address import Address
from tieout.workbook.changes import CellChange, ChangeSet
from tieout.workbook.r1c1 import to_r1c1
from tieout.workbook.sampling import areas

CHANGED: Final = "Changed: "
_MOST_AREAS: Final = 8
_MOST_OBJECTS: Final = 6
_MOST_IDS: Final = 12
_MOST_FORMULA: Final = 240
_MOST_ERROR: Final = 240
_MOST_CELLS: Final = 20_000
"""Of a larger change only the rectangle around it is named."""
_MOST_READ: Final = 4_000
"""Cells whose formulas are compared; of a larger change the areas are named by their first ones."""


def changed_areas(changes: ChangeSet) -> tuple[tuple[Address, str], ...]:
    """The rectangles that were written, each with the formula of its first cell or ""."""
    written = [change for change in changes.cells if change.kind == "written"]
    if len(written) > _MOST_CELLS:
        return tuple(_around(written))
    groups: dict[tuple[str, str], list[CellChange]] = {}
    for number, change in enumerate(written):
        formula = change.after.formula
        at = change.address
        pattern = to_r1c1(formula, at.top, at.left) if formula and number < _MOST_READ else ""
        groups.setdefault((at.sheet, pattern), []).append(change)
    found: list[tuple[Address, str]] = []
    for (sheet, _), cells in groups.items():
        first = {(cell.address.top, cell.address.left): cell.after.formula for cell in cells}
        found.extend((area, first[area.top, area.left]) for area in areas(first, sheet))
    return tuple(sorted(found))


def _around(written: Sequence[CellChange]) -> Iterator[tuple[Address, str]]:
    """The rectangle around very many cells, sheet by sheet."""
    by_sheet: dict[str, list[Address]] = {}
    for change in written:
        by_sheet.setdefault(change.address.sheet, []).append(change.address)
    for sheet, cells in sorted(by_sheet.items()):
        top, left = min(cell.top for cell in cells), min(cell.left for cell in cells)
        bottom, right = max(cell.bottom for cell in cells), max(cell.right for cell in cells)
        yield Address(sheet, top, left, bottom, right), f"({len(cells):,} cells within it)"


def changed_line(runs: Sequence[RunFacts]) -> str:
    """`Changed: Sheet1!D2:D200 =B2*C2; Summary!B4 (values)`; "" when nothing was."""
    latest: dict[Address, str] = {}
    objects: dict[str, None] = {}
    for run in runs:
        latest |= dict(changed_areas(run.changes))
        objects |= dict.fromkeys(_objects(run.changes))
    parts = [_area(area, formula) for area, formula in sorted(latest.items())]
    shown = [*_some(parts, _MOST_AREAS, "areas"), *_some([*objects], _MOST_OBJECTS, "objects")]
    return f"{CHANGED}{'; '.join(shown)}" if shown else ""


def error_line(runs: Sequence[RunFacts]) -> str:
    """The last error's text, cut; "" when no run failed."""
    failed = [run for run in runs if run.error]
    if not failed:
        return ""
    flat = " ".join(failed[-1].error.split())
    return f"Last error (error:{failed[-1].name}): {_cut(flat, _MOST_ERROR)}"


def evidence_line(ids: Iterable[str]) -> str:
    """The evidence a step rests on, newest last."""
    known = list(dict.fromkeys(ids))
    if not known:
        return ""
    more = f" and {len(known) - _MOST_IDS} older" if len(known) > _MOST_IDS else ""
    return f"Evidence: {', '.join(known[-_MOST_IDS:])}{more}"


def runs_line(runs: Sequence[RunFacts]) -> str:
    """What the runs did, by code alone: the conclusion when nobody wrote one."""
    if not runs:
        return "Nothing was run."
    cells = sum(len(run.changes.cells) for run in runs)
    failed = sum(1 for run in runs if run.error)
    count = f"{len(runs)} run{'' if len(runs) == 1 else 's'}"
    bad = f", {failed} of them failed" if failed else ""
    return f"{count} ({runs[0].name} to {runs[-1].name}){bad}; {cells:,} cells changed."


def _objects(changes: ChangeSet) -> Iterator[str]:
    for change in changes.objects:
        yield f"{change.noun} {change.name} {change.verb}"


def _area(area: Address, formula: str) -> str:
    return f"{area} {_cut(formula, _MOST_FORMULA)}" if formula else f"{area} (values)"


def _some(parts: Sequence[str], most: int, noun: str) -> Iterator[str]:
    yield from parts[:most]
    if len(parts) > most:
        yield f"{len(parts) - most:,} more {noun}"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
