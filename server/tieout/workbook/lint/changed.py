"""What a change did to a workbook, as the rules see it: only what was not so before."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from tieout.workbook.address import Address
from tieout.workbook.changes import CellChange
from tieout.workbook.findings import Finding
from tieout.workbook.lint.catalogue import RULES
from tieout.workbook.lint.errors import (
    CIRCULAR_REFERENCE,
    FORMULA_AS_TEXT,
    INVALID_FORMULA,
    error_fix,
    reads_as_formula,
)
from tieout.workbook.lint.formula import Place
from tieout.workbook.lint.graph import Node
from tieout.workbook.lint.inputs import UNSOURCED_NUMBER, is_new_assumption
from tieout.workbook.lint.overwritten import FORMULA_OVERWRITTEN, HARDCODED_VALUE, shared_pattern
from tieout.workbook.lint.rule import Rule
from tieout.workbook.lint.suppressions import sift, suppressions
from tieout.workbook.lint.texts import NUMBER_AS_TEXT, is_number_as_text
from tieout.workbook.lint.view import ERRORS, WorkbookView
from tieout.workbook.lint.workbooks import in_order, merged
from tieout.workbook.sampling import list_some
from tieout.workbook.snapshot import WorkbookSnapshot

_MOST_NAMED = 5
_LARGE = 20_000
"""Cells; of a larger sheet the rows around what changed are gone through, about as many cells."""
_ROWS_AROUND = 100
_OWN_WAY = frozenset(
    rule.code
    for rule in (
        INVALID_FORMULA,
        FORMULA_AS_TEXT,
        FORMULA_OVERWRITTEN,
        HARDCODED_VALUE,
        NUMBER_AS_TEXT,
    )
)
"""Rules that look at the changed cells themselves."""


def lint(
    changes: Sequence[CellChange], before: WorkbookSnapshot, after: WorkbookSnapshot
) -> tuple[Finding, ...]:
    """Findings that a change set caused, must-fix ones first."""
    if not changes:
        return ()
    spans = _spans(changes)
    judged = _changed_places(changes)
    starts = _written_formulas(changes)
    view = WorkbookView(after, rows=_rows(after, spans), judged=judged, starts=starts)
    old = WorkbookView(before, rows=_rows(before, spans), judged=judged)
    found = [
        *_new_errors(changes, view),
        *_text_formulas(changes),
        *_constants_among_formulas(changes, old, view),
        *_numbers_as_text(changes, view),
        *_new_assumptions(changes, view),
        *_caused(changes, old, view),
    ]
    kept, _ = sift(merged(found), suppressions(after.names))
    return in_order(kept)


def _changed_places(changes: Sequence[CellChange]) -> dict[str, set[Place]]:
    """Cells whose findings, each by itself, can be new."""
    found: dict[str, set[Place]] = {}
    for change in changes:
        place = (change.address.top, change.address.left)
        found.setdefault(change.address.sheet, set()).add(place)
    return found


def _written_formulas(changes: Sequence[CellChange]) -> frozenset[Node]:
    """Where a new circle would have to pass."""
    return frozenset(
        (change.address.sheet, change.address.top, change.address.left)
        for change in changes
        if change.after.formula and change.after.formula != change.before.formula
    )


def _spans(changes: Sequence[CellChange]) -> dict[str, tuple[int, int]]:
    """First and last changed row of each sheet, by lower-case name."""
    found: dict[str, tuple[int, int]] = {}
    for change in changes:
        name, row = change.address.sheet.casefold(), change.address.top
        first, last = found.get(name, (row, row))
        found[name] = (min(first, row), max(last, row))
    return found


def _rows(
    workbook: WorkbookSnapshot, spans: Mapping[str, tuple[int, int]]
) -> dict[str, tuple[int, int]]:
    """Which rows of large sheets to go through: those around what changed, and not too many."""
    found: dict[str, tuple[int, int]] = {}
    for sheet in workbook.sheets:
        name, used = sheet.name.casefold(), sheet.used
        if used is None or used.size <= _LARGE:
            continue
        if name not in spans:
            found[name] = (1, 0)
            continue
        first, last = spans[name]
        top = max(used.top, first - _ROWS_AROUND)
        most = max(first + _ROWS_AROUND, top + _LARGE // used.columns)
        found[name] = (top, min(last + _ROWS_AROUND, most))
    return found


def _caused(
    changes: Sequence[CellChange], old: WorkbookView, view: WorkbookView
) -> Iterator[Finding]:
    """Findings of all other rules on the sheets that changed, less what they found before."""
    changed = {change.address for change in changes}
    sheets = dict.fromkeys(change.address.sheet for change in changes)
    written = {change.address.sheet for change in changes if change.kind != "recalculated"}
    for rule in RULES:
        if rule.code in _OWN_WAY:
            continue
        for name in sheets:
            sheet = view.sheet(name)
            if sheet is None or not (rule.spreads or name in written):
                continue
            if rule is CIRCULAR_REFERENCE and not view.starts:
                continue
            found = [f for f in rule.check(rule, view, sheet) if _touches(f, changed)]
            if not found:
                continue
            known = _found_before(rule, old, name)
            for finding in found:
                cells = tuple(cell for cell in finding.cells if cell not in known)
                if cells:
                    yield replace(finding, cells=cells)


def _touches(finding: Finding, changed: Collection[Address]) -> bool:
    return any(cell in changed for cell in (*finding.cells, *finding.compared))


def _found_before(rule: Rule, old: WorkbookView, name: str) -> frozenset[Address]:
    sheet = old.sheet(name)
    if sheet is None:
        return frozenset()
    return frozenset(cell for finding in rule.check(rule, old, sheet) for cell in finding.cells)


def _is_error(value: object) -> bool:
    return isinstance(value, str) and value in ERRORS


def _new_errors(changes: Sequence[CellChange], view: WorkbookView) -> Iterator[Finding]:
    """Cells that show an error they didn't show before, told by where it starts."""
    fresh = {
        (change.address.sheet, change.address.top, change.address.left): change
        for change in changes
        if _is_error(change.after.value)
        and change.after.value != change.before.value
        and change.after.formula
    }
    if not fresh:
        return
    roots: dict[str, list[Node]] = {}
    infected: list[Node] = []
    for node, change in fresh.items():
        if any(source in fresh for source in view.errors.get(node, ())):
            infected.append(node)
        else:
            roots.setdefault(str(change.after.value), []).append(node)
    for number, (error, nodes) in enumerate(sorted(roots.items())):
        why = _why(error, nodes[0], view, fresh)
        yield _error(nodes, why + (_spread(infected) if number == 0 else ""), error)
    if infected and not roots:
        why = "These cells now show an error they take from one another (a circle of references)."
        yield _error(infected, why, "#REF!")


def _why(error: str, node: Node, view: WorkbookView, fresh: Mapping[Node, CellChange]) -> str:
    old = next((source for source in view.errors.get(node, ()) if source not in fresh), None)
    if old is not None:
        where = Address.cell(*old)
        return f"The formula takes over {error} from {where}, which had it before."
    return f"The formula gives {error}, which it did not before."


def _spread(infected: Sequence[Node]) -> str:
    if not infected:
        return ""
    names = [str(Address.cell(*node)) for node in infected]
    count = (
        "1 cell downstream now shows"
        if len(infected) == 1
        else f"{len(infected):,} cells downstream now show"
    )
    return f" {count} an error too: {list_some(names, _MOST_NAMED, 'cells')}."


def _error(nodes: Sequence[Node], why: str, error: str) -> Finding:
    cells = tuple(Address.cell(*node) for node in nodes)
    return Finding(INVALID_FORMULA.severity, INVALID_FORMULA.code, cells, why, error_fix(error))


def _about(rule: Rule, cells: Sequence[Address]) -> Iterator[Finding]:
    if cells:
        yield Finding(rule.severity, rule.code, tuple(cells), rule.why, rule.fix)


def _text_formulas(changes: Sequence[CellChange]) -> Iterator[Finding]:
    """Text starting with `=` that was meant to be a formula."""
    yield from _about(
        FORMULA_AS_TEXT,
        [
            change.address
            for change in changes
            if change.kind != "recalculated"
            and not change.after.formula
            and reads_as_formula(change.after.value)
        ],
    )


def _constants_among_formulas(
    changes: Sequence[CellChange], old: WorkbookView, view: WorkbookView
) -> Iterator[Finding]:
    overwritten: list[Address] = []
    beside: list[Address] = []
    for change in changes:
        value, place = change.after.value, (change.address.top, change.address.left)
        sheet, was = view.sheet(change.address.sheet), old.sheet(change.address.sheet)
        if change.kind == "recalculated" or change.after.formula or sheet is None:
            continue
        if not isinstance(value, int | float) or isinstance(value, bool):
            continue
        pattern = shared_pattern(sheet, place, both_sides=value == 0)
        replaced = None if was is None else was.formulas.get(place)
        if replaced is not None and was is not None:
            if replaced.pattern in (pattern, shared_pattern(was, place)):
                overwritten.append(change.address)
        elif pattern is not None:
            beside.append(change.address)
    yield from _about(FORMULA_OVERWRITTEN, overwritten)
    yield from _about(HARDCODED_VALUE, beside)


def _new_assumptions(changes: Sequence[CellChange], view: WorkbookView) -> Iterator[Finding]:
    """Numbers typed into empty cells, which formulas use and nothing explains."""
    yield from _about(
        UNSOURCED_NUMBER,
        [
            change.address
            for change in changes
            if change.kind != "recalculated"
            and change.before.is_empty
            and not change.after.formula
            and isinstance(change.after.value, int | float)
            and not isinstance(change.after.value, bool)
            and (sheet := view.sheet(change.address.sheet)) is not None
            and is_new_assumption(view, sheet, (change.address.top, change.address.left))
        ],
    )


def _numbers_as_text(changes: Sequence[CellChange], view: WorkbookView) -> Iterator[Finding]:
    yield from _about(
        NUMBER_AS_TEXT,
        [
            change.address
            for change in changes
            if change.kind != "recalculated"
            and change.before.value != change.after.value
            and (sheet := view.sheet(change.address.sheet)) is not None
            and is_number_as_text(sheet, (change.address.top, change.address.left))
        ],
    )
