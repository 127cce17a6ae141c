"""Two snapshots of a workbook to one change set: what was written, what followed, what was hit.

A cell whose content was set is `written`, or `collateral` when a scope was named and the cell lies
outside it. A cell that kept its formula and shows another value is `recalculated`; so is one that an
array formula fills. Another constant in a cell outside everything the code addressed is `foreign`.
Changes of number formats alone are object changes, by area.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from tieout.workbook.address import Address, quote_sheet
from tieout.workbook.changes import (
    EMPTY,
    Author,
    CellChange,
    CellState,
    ChangeKind,
    ChangeSet,
    ObjectChange,
)
from tieout.workbook.compare_charts import chart_changes
from tieout.workbook.covering import covered
from tieout.workbook.differing import differing_places
from tieout.workbook.foreign_cells import Fillers
from tieout.workbook.formula_tokens import tokenize
from tieout.workbook.hints import HintedAreas, author_of
from tieout.workbook.sampling import areas, list_some
from tieout.workbook.scope import Scope
from tieout.workbook.snapshot import NameSnapshot, SheetSnapshot, TableSnapshot, WorkbookSnapshot

_MOST_AREAS = 6
_Difference: TypeAlias = tuple[tuple[int, int], CellState, CellState]
"""(row, column), and the cell before and after."""


@dataclass(frozen=True, slots=True)
class WriteTargets:
    """What code addressed when it set cell contents, as far as its batches tell.

    Attributes:
        bounded: Sheet name in lower case → areas set there. A sheet that isn't a key, or a
            `complete` of False, means: unknown, so every change counts as written.
    """

    bounded: Mapping[str, tuple[Address, ...]] = field(
        default_factory=dict[str, tuple[Address, ...]]
    )
    complete: bool = False
    others: HintedAreas = field(default_factory=dict[str, Sequence[tuple[Address, Author]]])
    """What Excel said that somebody else edited."""

    def missed(self, sheets: Collection[str], places: Sequence[tuple[int, int]]) -> list[bool]:
        """For each cell whether the code certainly didn't set it itself.

        Args:
            sheets: The names their sheet has and had.
            places: (row, column) of each.
        """
        if not self.complete:
            return [False] * len(places)
        keys = {name.casefold() for name in sheets}
        areas = [area for key in keys for area in self.bounded.get(key, ())]
        return (~covered(places, areas)).tolist()


def compare(
    before: WorkbookSnapshot,
    after: WorkbookSnapshot,
    scope: Scope | None = None,
    targets: WriteTargets = WriteTargets(),
) -> ChangeSet:
    """Every difference between two snapshots, without findings."""
    cells: list[CellChange] = []
    objects: list[ObjectChange] = list(_sheets(before, after))
    old_by_id = {sheet.id: sheet for sheet in before.sheets}
    renames = {
        old_by_id[sheet.id].name: sheet.name
        for sheet in after.sheets
        if sheet.id in old_by_id and old_by_id[sheet.id].name != sheet.name
    }
    fillers = Fillers(before, after)
    for sheet in after.sheets:
        old = old_by_id.get(sheet.id)
        if not sheet.was_read or (old is not None and not old.was_read):
            continue
        pair = _Pair(old, sheet, scope, targets, renames, fillers)
        differences = pair.differences()
        cells.extend(pair.cell_changes(differences))
        objects.extend(pair.format_changes(differences))
    objects.extend(_names(before.names, after.names, renames))
    objects.extend(_tables(before.tables, after.tables, renames))
    objects.extend(
        chart_changes(
            before.charts, after.charts, lambda reference: rename_in_formula(reference, renames)
        )
    )
    if before.calculation_mode != after.calculation_mode:
        detail = f"{before.calculation_mode} → {after.calculation_mode}"
        objects.append(ObjectChange("calculation mode", "workbook", "changed", detail))
    return ChangeSet(tuple(cells), tuple(objects), (), _notes(before, after))


def rename_in_formula(formula: str, renames: Mapping[str, str]) -> str:
    """A formula as Excel rewrites it when sheets are renamed."""
    if not renames or "!" not in formula:
        return formula
    by_old = {old.casefold(): new for old, new in renames.items()}
    pieces: list[str] = []
    for token in tokenize(formula):
        new = by_old.get(token.sheet.casefold()) if token.sheet else None
        pieces.append((token.prefix if new is None else quote_sheet(new) + "!") + token.text)
    return "".join(pieces)


@dataclass(frozen=True, slots=True)
class _Pair:
    before: SheetSnapshot | None
    after: SheetSnapshot
    scope: Scope | None
    targets: WriteTargets
    renames: Mapping[str, str]
    fillers: Fillers

    def differences(self) -> list[_Difference]:
        """Every place whose content, displayed text or format differs, in row order."""
        places = differing_places(self.before, self.after)
        old = [EMPTY] * len(places) if self.before is None else self.before.states(places)
        return list(zip(places, old, self.after.states(places), strict=True))

    def cell_changes(self, differences: Sequence[_Difference]) -> Iterator[CellChange]:
        """Changes of content, and of what formulas show."""
        name = self.after.name
        names = {name, name if self.before is None else self.before.name}
        missed = self.targets.missed(names, [place for place, _, _ in differences])
        for ((row, column), was, now), alone in zip(differences, missed, strict=True):
            same_value = was.value == now.value and type(was.value) is type(now.value)
            if same_value and was.formula == now.formula:
                continue
            address = Address(name, row, column, row, column)
            kind = self._kind(was.formula, now.formula, address, alone=alone)
            if kind == "recalculated" and same_value:
                continue
            if kind == "foreign":
                by = author_of(address, self.targets.others) or "user"
                yield CellChange(address, kind, was, now, by)
            else:
                yield CellChange(address, kind, was, now)

    def _kind(self, was: str, now: str, address: Address, *, alone: bool) -> ChangeKind:
        """What became of a cell; `alone`: the code certainly didn't address it."""
        if was and (was == now or rename_in_formula(was, self.renames) == now):
            return "recalculated"
        if alone and not now:
            row, column = address.top, address.left
            filled = self.fillers.reach(self.before, self.after, row, column)
            return "recalculated" if filled and not was else "foreign"
        if alone and author_of(address, self.targets.others) is not None:
            return "foreign"
        if self.scope is not None and not self.scope.covers(address):
            return "collateral"
        return "written"

    def format_changes(self, differences: Sequence[_Difference]) -> Iterator[ObjectChange]:
        old, new = self.before, self.after
        if old is None or old.cells is None or new.cells is None:
            return
        groups: dict[tuple[str, str], list[tuple[int, int]]] = {}
        for (row, column), was, now in differences:
            if was.is_empty or now.is_empty or was.number_format == now.number_format:
                continue
            groups.setdefault((was.number_format, now.number_format), []).append((row, column))
        for (was_format, now_format), places in groups.items():
            found = [str(area) for area in areas(places, new.name)]
            yield ObjectChange(
                "number format",
                list_some(found, _MOST_AREAS, "areas"),
                "changed",
                f"{was_format} → {now_format}, {len(places):,} cells",
            )


def _sheets(before: WorkbookSnapshot, after: WorkbookSnapshot) -> Iterator[ObjectChange]:
    old = {sheet.id: sheet for sheet in before.sheets}
    new = {sheet.id for sheet in after.sheets}
    for sheet in before.sheets:
        if sheet.id not in new:
            detail = "" if sheet.used is None else f"it used {sheet.used.local}"
            yield ObjectChange("sheet", sheet.name, "removed", detail)
    for sheet in after.sheets:
        was = old.get(sheet.id)
        if was is None:
            yield ObjectChange("sheet", sheet.name, "added")
            continue
        if was.name != sheet.name:
            yield ObjectChange("sheet", sheet.name, "changed", f"{was.name} → {sheet.name}")
        if was.visibility != sheet.visibility:
            detail = f"{was.visibility} → {sheet.visibility}"
            yield ObjectChange("sheet", sheet.name, "changed", detail)
    kept_before = [sheet.id for sheet in before.sheets if sheet.id in new]
    kept_after = [sheet.id for sheet in after.sheets if sheet.id in old]
    if kept_before != kept_after:
        order = ", ".join(sheet.name for sheet in after.sheets)
        yield ObjectChange("sheet order", "workbook", "changed", order)


def _names(
    before: tuple[NameSnapshot, ...], after: tuple[NameSnapshot, ...], renames: Mapping[str, str]
) -> Iterator[ObjectChange]:
    old = {(renames.get(name.sheet, name.sheet), name.name.casefold()): name for name in before}
    new = {(name.sheet, name.name.casefold()): name for name in after}
    for key, name in old.items():
        if key not in new:
            yield ObjectChange("name", _name_text(name), "removed", name.formula)
    for key, name in new.items():
        was = old.get(key)
        if was is None:
            yield ObjectChange("name", _name_text(name), "added", name.formula)
        elif rename_in_formula(was.formula, renames) != name.formula:
            detail = f"{was.formula} → {name.formula}"
            yield ObjectChange("name", _name_text(name), "changed", detail)


def _name_text(name: NameSnapshot) -> str:
    return f"{quote_sheet(name.sheet)}!{name.name}" if name.sheet else name.name


def _tables(
    before: tuple[TableSnapshot, ...], after: tuple[TableSnapshot, ...], renames: Mapping[str, str]
) -> Iterator[ObjectChange]:
    new = {table.id for table in after}
    known = {table.id for table in before}
    unknown = {table.name: table.id for table in after if table.id not in known}
    old = {
        # One that was made again has another identity.
        table.id if table.id in new else unknown.get(table.name, table.id): table
        for table in before
    }
    for key, table in old.items():
        if key not in new:
            yield ObjectChange("table", table.name, "removed", str(table.address))
    for table in after:
        was = old.get(table.id)
        if was is None:
            yield ObjectChange("table", table.name, "added", str(table.address))
            continue
        details: list[str] = []
        if was.name != table.name:
            details.append(f"{was.name} → {table.name}")
        where = renames.get(was.address.sheet, was.address.sheet)
        if (where, was.address.local) != (table.address.sheet, table.address.local):
            details.append(f"{was.address} → {table.address}")
        for label, shown, shows in (
            ("header row", was.show_header, table.show_header),
            ("total row", was.show_totals, table.show_totals),
        ):
            if shown != shows:
                details.append(f"{label} {'shown' if shows else 'hidden'}")
        if details:
            yield ObjectChange("table", table.name, "changed", ", ".join(details))


def _notes(before: WorkbookSnapshot, after: WorkbookSnapshot) -> tuple[str, ...]:
    notes: list[str] = []
    if after.calculation_mode == "Manual":
        notes.append(
            "Calculation is manual: formulas may still show old values until "
            "context.workbook.application.calculate is called."
        )
    elif after.calculation_state != "Done":
        notes.append(
            "Excel has not finished calculating: values may still be old. Read them again before "
            "you report a number."
        )
    left_out = {sheet.name for sheet in (*before.unread, *after.unread)}
    if left_out:
        names = list_some(sorted(left_out), 8, "sheets")
        notes.append(f"Large workbook: changes on these sheets were not looked for: {names}.")
    return tuple(notes)
