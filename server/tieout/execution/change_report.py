"""What one execution did, put together for its result: cells, objects, findings, notes."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from tieout.errors import GateRefused
from tieout.execution.code_services import CodeServices
from tieout.execution.formulas_guard import forbidden_part
from tieout.execution.looks.hidden_in_totals import hidden_in_totals
from tieout.execution.ports import ExcelHost
from tieout.execution.undo.format_point import FormatPoint
from tieout.workbook.address import Address, quote_sheet
from tieout.workbook.changes import ChangeSet, ObjectChange
from tieout.workbook.compare import compare
from tieout.workbook.format_image import Spot
from tieout.workbook.lint import lint
from tieout.workbook.lint.workbooks import in_order
from tieout.workbook.row_shifts import shifted
from tieout.workbook.rule_image import rule_changes
from tieout.workbook.sampling import areas, list_some
from tieout.workbook.scope import Scope
from tieout.workbook.snapshot import WorkbookSnapshot

_MOST_AREAS = 3
_SIDES = ("Edge", "Inside", "Diagonal")
SETTING: Final = "setting"
"""Noun of what was set and can't be compared."""
_UNSEEN: Final = "set by the code; not compared, not covered by an undo: read it back"


def scope_notes(scope: Scope | None) -> tuple[str, ...]:
    """A sentence about parts of the scope comment that weren't understood."""
    if scope is None or not scope.unreadable:
        return ()
    parts = ", ".join(scope.unreadable)
    return (f"Not understood in the scope comment: {parts}. Write Sheet1!A1:B2 or sheet:Name.",)


async def shown_changes(
    host: ExcelHost,
    services: CodeServices,
    after: WorkbookSnapshot,
    scope: Scope | None,
    formats: FormatPoint,
    uncovered: tuple[str, ...],
) -> ChangeSet:
    """What the result shows: rows that only moved are left out where that can be proved.

    `uncovered` is what an undo wouldn't restore; it is said now, not only when one undoes.
    """
    shifts = services.row_shifts(after)
    before = shifted(services.before, shifts)
    found = compare(before, after, _grown(scope, after), services.targets())
    objects = (
        *(shift.change() for shift in shifts),
        *found.objects,
        *services.format_changes(),
        *shape_changes(formats, after, services.formatted, services.moved),
        *formats.rules.tables.changes({table.id: table.name for table in after.tables}),
        *rule_changes(formats.rules, {sheet.id: sheet.name for sheet in after.sheets}),
        *formats.rules.objects.changes({sheet.id: sheet.name for sheet in after.sheets}),
    )
    notes = found.notes if shifts else (*found.notes, *services.notes())
    if uncovered and not found.cells and not objects:
        # "Nothing changed" would be a lie: these can't be compared, only named.
        objects = tuple(ObjectChange(SETTING, each, "changed", _UNSEEN) for each in uncovered)
    elif uncovered:
        notes = (*notes, f"Not covered by an undo: {'; '.join(uncovered)}.")
    own = [change for change in found.cells if change.kind != "foreign"]
    hidden = await hidden_in_totals(host, own, objects, after)
    findings = in_order((*lint(own, before, after), *hidden))
    return replace(found, objects=objects, findings=findings, notes=notes)


def forbidden_formula(changes: ChangeSet) -> str:
    """The second wall: formulas that came about without passing the gate as such."""
    for change in changes.cells:
        formula = change.after.formula
        if not formula or formula == change.before.formula:
            continue
        found = forbidden_part(formula)
        if found is not None:
            error = GateRefused(f"{change.address} ended up with {found}, which is not allowed.")
            return str(error)
    return ""


def _grown(scope: Scope | None, after: WorkbookSnapshot) -> Scope | None:
    """The scope with its tables as they are now: rows and columns added to one belong to it."""
    if scope is None:
        return None
    return scope.with_tables({table.name.casefold(): table.address for table in after.tables})


def is_unseen(changes: ChangeSet) -> bool:
    """Whether there is nothing in it that an undo could put back."""
    return not changes.cells and all(change.noun == SETTING for change in changes.objects)


def beyond_scope(changes: ChangeSet) -> str:
    """The sentence about cells outside the scope, where such a run is taken back; "" if none."""
    outside = [change for change in changes.cells if change.kind == "collateral"]
    if not outside:
        return ""
    by_sheet: dict[str, list[tuple[int, int]]] = {}
    for change in outside:
        place = (change.address.top, change.address.left)
        by_sheet.setdefault(change.address.sheet, []).append(place)
    found = [str(area) for sheet, places in by_sheet.items() for area in areas(places, sheet)]
    where = list_some(found, _MOST_AREAS, "areas")
    return (
        f"Outside the scope you named, {len(outside):,} cell{'' if len(outside) == 1 else 's'} changed ({where}). Changes "
        "outside the scope are not accepted here: name them in the scope, or leave them alone."
    )


def shape_changes(
    formats: FormatPoint,
    after: WorkbookSnapshot,
    formatted: Collection[Address],
    moved: Collection[str],
) -> Iterator[ObjectChange]:
    """What looks different after the run, besides the areas that the code formatted by address.

    Merged areas, hidden rows and columns and sheet properties always; other looks not on sheets
    where cells moved (by lower-case name), for they moved along.
    """
    names = {sheet.id: sheet.name for sheet in after.sheets}
    looks: dict[str, list[Spot]] = {}
    for spot in formats.changed:
        name = names[spot.sheet_id]
        now = formats.after.get(spot, ())
        if spot.kind == "merges":
            yield from _merged(name, spot, formats)
        elif spot.kind == "sheet":
            detail = f"{spot.group} {_shown(formats.before[spot])} → {_shown(now)}"
            if spot.group != "Position":
                yield ObjectChange("sheet", name, "changed", detail)
        elif spot.group == "hidden":
            hidden = any(value is True for _, value in now)
            where = str(_on(name, spot))
            yield ObjectChange(f"{spot.kind}s", where, "changed", "hidden" if hidden else "shown")
        elif name.casefold() not in moved and not any(
            area.contains(_on(name, spot)) for area in formatted
        ):
            looks.setdefault(name, []).append(spot)
    for name, spots in looks.items():
        yield _looks(name, spots)


def _looks(sheet: str, spots: list[Spot]) -> ObjectChange:
    cells = {(spot.area.top, spot.area.left) for spot in spots if spot.kind == "cell"}
    found = [*areas(cells, ""), *{spot.area: None for spot in spots if spot.kind != "cell"}]
    where = list_some([area.local for area in found], _MOST_AREAS, "areas")
    groups = {"borders" if spot.group.startswith(_SIDES) else spot.group: None for spot in spots}
    return ObjectChange("format", f"{quote_sheet(sheet)}!{where}", "changed", ", ".join(groups))


def _on(sheet: str, spot: Spot) -> Address:
    return Address(sheet, spot.area.top, spot.area.left, spot.area.bottom, spot.area.right)


def _merged(sheet: str, spot: Spot, formats: FormatPoint) -> Iterator[ObjectChange]:
    was = dict(formats.before[spot])
    now = dict(formats.after.get(spot, ()))
    for area in {**was, **now}:
        if (area in was) != (area in now):
            found = Address.parse(area)
            whole = Address(sheet, found.top, found.left, found.bottom, found.right)
            yield ObjectChange("merged area", str(whole), "added" if area in now else "removed")


def _shown(values: tuple[tuple[str, object], ...]) -> str:
    value = values[0][1] if values else None
    return "∅" if value in (None, "") else str(value)
