"""Undo points: what one execution changed, and the plan that takes it back.

Restored are contents and number formats of cells; formats, sizes, merged areas and sheet properties,
conditional formats, validation and comments by their pre-images; sheets that were added, renamed or
hidden; names; tables; charts that were added. A deleted sheet is made again. Only what still is as
the execution left it is touched; the rest is listed, and so is what can't be restored.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from tieout.execution.undo.chart_undo import charts_left, drop_charts
from tieout.execution.undo.format_operations import (
    FormatOperations,
    format_operations,
    spot_text,
)
from tieout.execution.undo.format_point import FormatPoint
from tieout.execution.undo.object_operations import ObjectRestore, object_operations
from tieout.execution.undo.rule_operations import RuleRestore, rule_operations
from tieout.execution.undo.sheet_undo import remade_formats, remade_rules, remade_sentences
from tieout.execution.undo.table_undo import TableUndo
from tieout.execution.undo.typed_contents import typed_content
from tieout.execution.undo.undo_operations import (
    AddSheet,
    DeleteSheet,
    Operation,
    RestoreName,
    SetCalculation,
    SetSheet,
    WriteCells,
)
from tieout.workbook.address import Address
from tieout.workbook.changes import CellState, ChangeSet
from tieout.workbook.differing import differing_places
from tieout.workbook.format_image import FormatDifference, FormatImage, Spot, to_restore
from tieout.workbook.object_image import ObjectImage
from tieout.workbook.rule_image import RuleImage, RuleNoun
from tieout.workbook.sampling import areas, list_some
from tieout.workbook.snapshot import NameSnapshot, SheetSnapshot, WorkbookSnapshot

_MOST_KEPT = 5


@dataclass(frozen=True, slots=True)
class UndoPoint:
    """One execution by its snapshots and what they differed in."""

    undo_id: str
    before: WorkbookSnapshot
    after: WorkbookSnapshot
    changes: ChangeSet
    uncovered: tuple[str, ...] = ()
    """What else was written that can't be restored, such as `Chart.name on Sheet1`."""
    formats: FormatPoint = field(default_factory=FormatPoint)


@dataclass(frozen=True, slots=True)
class Reverted:
    """What a revert did.

    Attributes:
        restored: Cells and objects that are as they were.
        kept: Cells left alone because they no longer hold what the execution wrote.
        undo_id: Takes this revert back, or "" when nothing was restored.
        not_covered: Sentences about what couldn't be taken back.
    """

    restored: int
    kept: tuple[Address, ...]
    undo_id: str
    not_covered: tuple[str, ...] = ()


def together(reverts: Sequence[Reverted], undo_id: str) -> Reverted:
    """Several reverts as one; `undo_id` takes them back when anything was restored."""
    kept = dict.fromkeys(address for one in reverts for address in one.kept)
    sentences = dict.fromkeys(text for one in reverts for text in one.not_covered)
    restored = sum(one.restored for one in reverts)
    undone = undo_id if any(one.undo_id for one in reverts) else ""
    return Reverted(restored, tuple(kept), undone, tuple(sentences))


@dataclass(frozen=True, slots=True)
class RestorePlan:
    """Operations in the order they must run, and what they leave out."""

    operations: tuple[Operation, ...]
    restored: int
    kept: tuple[Address, ...]
    not_covered: tuple[str, ...]
    looks: tuple[Spot, ...] = ()
    """Formats that the operations restore."""
    rules: tuple[tuple[str, RuleNoun], ...] = ()
    """Sheet and kind of what lies over cells and is restored."""


def plan_restore(
    point: UndoPoint, now: WorkbookSnapshot, formats_now: FormatPoint | None = None
) -> RestorePlan:
    """How to get from `now` back to before the execution.

    `formats_now` holds the formats of the point's looks as they are now; None: as after the run.
    """
    planner = _Planner(point, now)
    current = formats_now or point.formats
    things = planner.things(current.rules.objects.after)
    looks = planner.formats(current.after, things.relinked)
    rules = planner.rules(current.rules.after)
    objects = list(planner.sheets_first())
    tables = list(planner.tables().operations())
    names_first, names_last = planner.names()
    cells, restored, kept = planner.cells()
    last = [*planner.sheets_last(), *planner.calculation()]
    shown, made = looks.operations, planner.remade()
    operations = (
        *things.first,
        *objects,
        *drop_charts(point.before, point.after, now),
        *tables,
        *shown.first,
        *names_first,
        *things.links,
        *cells,
        *shown.then,
        *made.then,
        *rules.operations,
        *remade_rules(point.formats, planner.deleted()),
        *names_last,
        *last,
        *shown.last,
        *made.last,
        *things.last,
    )
    count = restored + len(operations) - len(cells)
    not_covered = (*planner.not_covered(), *looks.kept, *rules.sentences, *things.sentences)
    return RestorePlan(operations, count, kept, not_covered, looks.restored, rules.restored)


@dataclass(frozen=True, slots=True)
class _Looks:
    operations: FormatOperations
    restored: tuple[Spot, ...]
    kept: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Planner:
    point: UndoPoint
    now: WorkbookSnapshot

    def _sheets(self) -> Iterator[tuple[SheetSnapshot, SheetSnapshot, SheetSnapshot]]:
        """(before, after, now) of every sheet that is in all three."""
        before = {sheet.id: sheet for sheet in self.point.before.sheets}
        now = {sheet.id: sheet for sheet in self.now.sheets}
        for after in self.point.after.sheets:
            if after.id in before and after.id in now:
                yield before[after.id], after, now[after.id]

    def formats(self, now: FormatImage, relinked: Collection[tuple[str, str]] = ()) -> _Looks:
        doomed = {sheet.id for sheet in self._added() if self._untouched(sheet)}
        before, after = self.point.formats.before, self.point.formats.after
        found = to_restore(before, after, now)
        linked = {
            spot: values
            for spot, values in before.items()
            if (spot.sheet_id, spot.area.local) in relinked and now.get(spot) == after.get(spot)
        }
        found = FormatDifference({**found.restore, **linked}, found.kept)
        there = {sheet.id: sheet.name for sheet in self.now.sheets if sheet.id not in doomed}
        found = FormatDifference(
            {spot: values for spot, values in found.restore.items() if spot.sheet_id in there},
            tuple(spot for spot in found.kept if spot.sheet_id in there),
        )
        names = [spot_text(spot, there.__getitem__) for spot in found.kept]
        listed = list_some(names, _MOST_KEPT, "formats")
        kept = (f"Left alone, because it was changed since: {listed}.",) if names else ()
        operations = format_operations(found.restore, now, there.__getitem__)
        return _Looks(operations, tuple(found.restore), kept)

    def rules(self, now: RuleImage) -> RuleRestore:
        doomed = {sheet.id for sheet in self._added() if self._untouched(sheet)}
        names = {sheet.id: sheet.name for sheet in self.now.sheets}
        for before, after, current in self._sheets():
            if before.name != after.name == current.name:
                names[current.id] = before.name
        return rule_operations(self.point.formats.rules, now, names, doomed)

    def things(self, now: ObjectImage) -> ObjectRestore:
        doomed = {sheet.id for sheet in self._added() if self._untouched(sheet)}
        names = {sheet.id: sheet.name for sheet in self.now.sheets if sheet.id not in doomed}
        before = {sheet.id: sheet for sheet in self.point.before.sheets}

        def content(sheet_id: str, cell: str) -> JsonValue:
            place = Address.parse(cell)
            return typed_content(before[sheet_id].state(place.top, place.left))

        return object_operations(self.point.formats.rules.objects, now, names, content)

    def sheets_first(self) -> Iterator[Operation]:
        for before, after, now in self._sheets():
            if before.visibility != after.visibility == now.visibility:
                yield SetSheet(now.name, "Visibility", before.visibility)
        for before, after, now in self._sheets():
            if before.name != after.name == now.name:
                yield SetSheet(now.name, "Name", before.name)
        for position, sheet in enumerate(self.point.before.sheets):
            if sheet in self.deleted():
                yield AddSheet(sheet.name, position, sheet.visibility)

    def deleted(self) -> tuple[SheetSnapshot, ...]:
        """Sheets the execution deleted whose cells are known and whose name is free."""
        after = {sheet.id for sheet in self.point.after.sheets}
        return tuple(
            sheet
            for sheet in self.point.before.sheets
            if sheet.id not in after and sheet.was_read and self.now.sheet(sheet.name) is None
        )

    def remade(self) -> FormatOperations:
        return remade_formats(self.point.formats, self.deleted())

    def sheets_last(self) -> Iterator[Operation]:
        for sheet in self._added():
            if self._untouched(sheet):
                yield DeleteSheet(self._now_name(sheet))

    def calculation(self) -> Iterator[Operation]:
        before, after = self.point.before.calculation_mode, self.point.after.calculation_mode
        if before != after == self.now.calculation_mode:
            yield SetCalculation(before)

    def _added(self) -> Iterator[SheetSnapshot]:
        before = {sheet.id for sheet in self.point.before.sheets}
        now = {sheet.id for sheet in self.now.sheets}
        for sheet in self.point.after.sheets:
            if sheet.id not in before and sheet.id in now:
                yield sheet

    def _now_name(self, sheet: SheetSnapshot) -> str:
        return next(other.name for other in self.now.sheets if other.id == sheet.id)

    def _untouched(self, sheet: SheetSnapshot) -> bool:
        now = next(other for other in self.now.sheets if other.id == sheet.id)
        places = set(() if sheet.cells is None else sheet.cells.filled())
        places |= set(() if now.cells is None else now.cells.filled())
        return all(
            _same_content(sheet.state(row, column), now.state(row, column))
            for row, column in places
        )

    def cells(self) -> tuple[list[Operation], int, tuple[Address, ...]]:
        restored = 0
        operations: list[Operation] = []
        kept: list[Address] = []
        written = {
            (change.address.sheet.casefold(), change.address.top, change.address.left)
            for change in self.point.changes.cells
            if change.is_own
        }
        others = {
            (change.address.sheet.casefold(), change.address.top, change.address.left)
            for change in self.point.changes.cells
            if change.kind == "foreign"
        }
        written.update(self.tables().referring())
        for before, after, now in self._sheets():
            places: list[tuple[int, int]] = []
            for row, column in _places(before, after, written):
                content = (after.name.casefold(), row, column) in written
                if (after.name.casefold(), row, column) in others:
                    continue
                old, ours = before.state(row, column), after.state(row, column)
                if not content and old.number_format == ours.number_format:
                    continue
                current = now.state(row, column)
                if _same_content(ours, current) and ours.number_format == current.number_format:
                    places.append((row, column))
                elif not (
                    _same_content(old, current) and old.number_format == current.number_format
                ):
                    kept.append(Address.cell(now.name, row, column))
            restored += len(places)
            name = before.name if before.name != after.name == now.name else now.name
            operations.extend(_writes(places, name, before))
        for sheet in self.deleted():
            places = [] if sheet.cells is None else list(sheet.cells.filled())
            restored += len(places)
            operations.extend(_writes(places, sheet.name, sheet))
        return operations, restored, tuple(kept)

    def names(self) -> tuple[list[Operation], list[Operation]]:
        """Names to put back before cells are written, and names to delete afterwards."""
        before, after = _by_key(self.point.before), _by_key(self.point.after)
        now = _by_key(self.now)
        first: list[Operation] = []
        last: list[Operation] = []
        for key, name in before.items():
            if key not in after and key not in now:
                first.append(RestoreName(name, "add"))
            elif key in after and name.formula != after[key].formula and now.get(key) == after[key]:
                first.append(RestoreName(name, "set"))
        for key, name in after.items():
            added_with_sheet = any(sheet.name == name.sheet for sheet in self._added())
            if key not in before and now.get(key) == name and not added_with_sheet:
                last.append(RestoreName(name, "delete"))
        return first, last

    def tables(self) -> TableUndo:
        return TableUndo(
            self.point.before,
            self.point.after,
            self.now,
            self.point.formats.rules.tables,
            {sheet.name for sheet in self._added()},
            {sheet.name for sheet in self.deleted()},
        )

    def not_covered(self) -> Iterator[str]:
        for text in self.point.uncovered:
            yield f"Not restored: {text}."
        after = {sheet.id for sheet in self.point.after.sheets}
        made = self.deleted()
        yield from remade_sentences(self.point.formats, made)
        for sheet in self.point.before.sheets:
            if sheet not in made and sheet.id not in after:
                yield f"The deleted sheet {sheet.name} can't be brought back from here."
        for sheet in self._added():
            if not self._untouched(sheet):
                yield f"The added sheet {sheet.name} was edited since and was left in place."
        yield from self.tables().left()
        yield from charts_left(self.point.before, self.point.after, self.now)


def _by_key(snapshot: WorkbookSnapshot) -> dict[tuple[str, str], NameSnapshot]:
    return {(name.sheet.casefold(), name.name.casefold()): name for name in snapshot.names}


def _places(
    one: SheetSnapshot, other: SheetSnapshot, written: Collection[tuple[str, int, int]]
) -> list[tuple[int, int]]:
    """Cells that may have to be put back: filled ones that differ, and what was written."""
    name = other.name.casefold()
    places = {(row, column) for sheet, row, column in written if sheet == name}
    places.update(
        place
        for place in differing_places(one, other)
        if one.content(*place) != (None, "") or other.content(*place) != (None, "")
    )
    return sorted(places)


def _writes(
    places: list[tuple[int, int]], sheet: str, before: SheetSnapshot
) -> Iterator[Operation]:
    for area in areas(places, sheet):
        states = [
            [before.state(row, column) for column in range(area.left, area.right + 1)]
            for row in range(area.top, area.bottom + 1)
        ]
        yield WriteCells(
            area,
            tuple(tuple(typed_content(state) for state in row) for row in states),
            tuple(
                tuple(
                    state.number_format if _was_looked_at(before, row, column) else None
                    for column, state in enumerate(line, area.left)
                )
                for row, line in enumerate(states, area.top)
            ),
        )


def _was_looked_at(sheet: SheetSnapshot, row: int, column: int) -> bool:
    """Whether the cell was in the used range; the number format of others isn't known."""
    used = sheet.used
    return used is not None and used.top <= row <= used.bottom and used.left <= column <= used.right


def _same_content(one: CellState, other: CellState) -> bool:
    """Same formula, or without one the same value; a recalculated value is still ours."""
    if one.formula or other.formula:
        return one.formula == other.formula
    return one.value == other.value and type(one.value) is type(other.value)
