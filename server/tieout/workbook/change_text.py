"""The diff summary the model reads after a write: exact counts, samples by fixed rules.

Findings stand first when something must be fixed. `∅` is an empty cell; values are as displayed;
formulas stand in brackets; rows into which the same formulas were filled are one line. Over the
budget, samples are thinned, and findings cut off last; counts are always those of all cells.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tieout.workbook.address import Address, quote_sheet
from tieout.workbook.changes import CellChange, CellState, ChangeSet, ObjectChange
from tieout.workbook.findings import Finding
from tieout.workbook.sampling import column_runs, list_areas, sample_indices
from tieout.workbook.telling_samples import (
    ChangedRows,
    changed_rows,
    most_different,
    telling,
    with_odd,
)
from tieout.workbook.tokens import estimate_tokens

HEADING = "--- CELL DIFF SUMMARY ---"
DEFAULT_BUDGET = 1_500
_MOST_TEXT = 60
_MOST_FORMULA = 160
_MOST_AREAS = 4


_ALL = 1_000_000


@dataclass(frozen=True, slots=True)
class _Detail:
    """How much to show: rows per group, cells per row, objects, findings."""

    rows: int
    cells: int
    objects: int
    findings: int = _ALL


_DETAILS = (
    _Detail(10, 4, 20),
    _Detail(6, 3, 10),
    _Detail(3, 1, 6),
    _Detail(1, 1, 3),
    _Detail(1, 1, 3, findings=12),
)


def change_text(changes: ChangeSet, budget: int = DEFAULT_BUDGET) -> str:
    """The summary under a budget of estimated tokens, as far as thinning samples allows."""
    text = ""
    for detail in _DETAILS:
        text = "\n".join(_lines(changes, detail))
        if estimate_tokens(text) <= budget:
            break
    return text


def _lines(changes: ChangeSet, detail: _Detail) -> Iterator[str]:
    yield HEADING
    if changes.is_empty:
        yield "Nothing changed."
        yield from changes.notes
        return
    flagged = {cell for finding in changes.findings for cell in finding.cells}
    must_fix = any(finding.severity == "must_fix" for finding in changes.findings)
    if must_fix:
        yield from _findings(changes, detail)
    written = [change for change in changes.cells if change.kind == "written"]
    clean = [change for change in written if change.address not in flagged]
    if clean:
        yield f"Changed without issues: {_count(len(clean))}"
        yield from _rows(clean, detail)
    yield from _group("Recalculated", changes, "recalculated", detail)
    yield from _group("Outside the scope you named", changes, "collateral", detail)
    yield from _group("Changed by somebody else meanwhile", changes, "foreign", detail)
    yield from _objects(changes.objects, detail)
    if changes.findings and not must_fix:
        yield from _findings(changes, detail)
    yield from changes.notes


def _count(number: int) -> str:
    return f"{number:,} cell{'' if number == 1 else 's'}"


def _rows(changes: Sequence[CellChange], detail: _Detail) -> Iterator[str]:
    groups = changed_rows(changes)
    odd = changes[most_different(changes)].address
    holds_odd = next(at for at, group in enumerate(groups) if group.has_row(odd.sheet, odd.top))
    shown = with_odd(len(groups), detail.rows, holds_odd)
    for index in shown:
        yield _row(groups[index], detail)
    left = len(groups) - len(shown)
    if left:
        rows = sum(last - first + 1 for first, last in _spans(groups, shown))
        yield f"  ... and {rows:,} more row{'' if rows == 1 else 's'}"


def _spans(groups: Sequence[ChangedRows], shown: Sequence[int]) -> Iterator[tuple[int, int]]:
    chosen = set(shown)
    return (group.rows for at, group in enumerate(groups) if at not in chosen)


def _row(group: ChangedRows, detail: _Detail) -> str:
    cells = group.cells
    first, last = group.rows
    columns = column_runs({change.address.left for change in cells})
    which, how = (
        (f"Row {first}", "") if first == last else (f"Rows {first}-{last}", ", filled down")
    )
    chosen = telling(cells, detail.cells)
    samples = "; ".join(_change(cells[index]) for index in chosen)
    if len(cells) > len(chosen):
        samples += f"; ... and {len(cells) - len(chosen):,} more"
    name = quote_sheet(cells[0].address.sheet)
    return f"  {name}!{which} ({columns}): {_count(len(cells))}{how}   → {samples}"


def _group(title: str, changes: ChangeSet, kind: str, detail: _Detail) -> Iterator[str]:
    cells = [change for change in changes.cells if change.kind == kind]
    if not cells:
        return
    names = list_areas([change.address for change in cells], _MOST_AREAS)
    shown = telling(cells, detail.cells)
    samples = "; ".join(_change(cells[index], with_sheet=True) for index in shown)
    if len(cells) == 1:
        yield f"{title}: 1 cell   → {samples}"
        return
    more = len(cells) - len(shown)
    tail = f"; ... and {more:,} more" if more else ""
    yield f"{title}: {_count(len(cells))} in {names}   → {samples}{tail}"


def _objects(objects: Sequence[ObjectChange], detail: _Detail) -> Iterator[str]:
    if not objects:
        return
    yield f"Objects: {len(objects):,} change{'' if len(objects) == 1 else 's'}"
    for change in objects[: detail.objects]:
        note = f" ({_clip(change.detail, _MOST_FORMULA)})" if change.detail else ""
        yield f"  {change.noun} {change.name} {change.verb}{note}"
    if len(objects) > detail.objects:
        yield f"  ... and {len(objects) - detail.objects:,} more"


def _findings(changes: ChangeSet, detail: _Detail) -> Iterator[str]:
    by_cell = {change.address: change for change in changes.cells}
    flagged = {cell for finding in changes.findings for cell in finding.cells}
    yield f"Cells that need review: {_count(len(flagged))}"
    for finding in changes.findings[: detail.findings]:
        yield from _finding(finding, by_cell, detail)
    if len(changes.findings) > detail.findings:
        yield f"  ... and {len(changes.findings) - detail.findings:,} more findings"


def _finding(
    finding: Finding, by_cell: dict[Address, CellChange], detail: _Detail
) -> Iterator[str]:
    label = "MUST FIX" if finding.severity == "must_fix" else "REVIEW"
    shown = sample_indices(len(finding.cells), detail.cells)
    samples = "; ".join(
        _change(by_cell[cell], with_sheet=True) if cell in by_cell else str(cell)
        for cell in (finding.cells[index] for index in shown)
    )
    more = len(finding.cells) - len(shown)
    tail = f"; ... and {more:,} more" if more else ""
    yield f"  {label} {finding.code}: {_count(len(finding.cells))}   → {samples}{tail}"
    yield f"    {finding.reason} {finding.fix}"


def _change(change: CellChange, *, with_sheet: bool = False) -> str:
    where = str(change.address) if with_sheet else change.address.local
    before, after = _state(change.before), _state(change.after)
    formula = ""
    if change.after.formula and change.kind != "recalculated":
        formula = f" [{_clip(change.after.formula, _MOST_FORMULA)}]"
    elif change.before.formula and change.kind != "recalculated":
        before += f" [{_clip(change.before.formula, _MOST_FORMULA)}]"
    return f"{where}: {before} -> {after}{formula}"


def _state(state: CellState) -> str:
    if state.is_empty:
        return "∅"
    text = state.text if isinstance(state.value, str) else state.text.strip()
    if not text or (set(text) == {"#"} and len(text) > 1):
        text = "" if state.value is None else _plain(state.value)
    if isinstance(state.value, str) and not state.formula and _reads_as_number(text):
        return f'"{_clip(text, _MOST_TEXT)}"'
    return _clip(text, _MOST_TEXT) or '""'


def _plain(value: str | float | bool) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return value if isinstance(value, str) else f"{value:.15g}"


def _reads_as_number(text: str) -> bool:
    return bool(text) and text.strip(" -+()$€£%").replace(",", "").replace(".", "", 1).isdigit()


def _clip(text: str, limit: int) -> str:
    flat = " ".join(text.split()) if any(mark in text for mark in "\n\r\t") else text
    return flat if len(flat) <= limit else f"{flat[: limit - 1]}…"
