"""Undo points: what one execution changed, and the plan that takes it back.

Restored are cell contents and number formats, sheets that were added, renamed or hidden, defined
names, tables that were added, moved or renamed, and charts that were added. Only what still is as the execution left
it is touched; the rest is listed. Not restored: deleted sheets and charts, fonts, fills, borders, sizes, pivots, rules.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import JsonValue

from tieout.execution.chart_undo import DropChart, charts_left, drop_charts
from tieout.office_wire.build import BatchBuilder
from tieout.workbook.address import Address
from tieout.workbook.changes import CellState, ChangeSet
from tieout.workbook.sampling import areas
from tieout.workbook.snapshot import NameSnapshot, SheetSnapshot, WorkbookSnapshot

_PLAIN_TEXT = re.compile(r"[^\W\d][^\d%$€£¥:/\\]*\Z")
_WORDS_WITH_MEANING = frozenset({"true", "false"})


@dataclass(frozen=True, slots=True)
class UndoPoint:
    """One execution by its snapshots and what they differed in."""

    undo_id: str
    before: WorkbookSnapshot
    after: WorkbookSnapshot
    changes: ChangeSet
    uncovered: tuple[str, ...] = ()
    """What else was written that can't be restored, such as `RangeFill.color on Sheet1!A1`."""


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


@dataclass(frozen=True, slots=True)
class WriteCells:
    """Set the contents of a rectangle, and its number formats where they differ."""

    area: Address
    contents: tuple[tuple[JsonValue, ...], ...]
    number_formats: tuple[tuple[str, ...], ...]

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"The contents of {self.area}"

    def write(self, batch: BatchBuilder) -> None:
        target = batch.worksheet(self.area.sheet).range(self.area.local)
        # Numbers typed into a text format become text, so formats go first without `@`, then whole.
        plain = [
            ["General" if code == "@" else code for code in row] for row in self.number_formats
        ]
        target.set("NumberFormat", [list[JsonValue](row) for row in plain])
        target.set("Formulas", [list[JsonValue](row) for row in self.contents])
        target.set("NumberFormat", [list[JsonValue](row) for row in self.number_formats])


@dataclass(frozen=True, slots=True)
class DeleteSheet:
    """Delete a sheet that was added."""

    name: str

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"Adding the sheet {self.name}"

    def write(self, batch: BatchBuilder) -> None:
        batch.worksheet(self.name).call("Delete")


@dataclass(frozen=True, slots=True)
class SetSheet:
    """Give a sheet its old name or visibility back."""

    name: str
    member: str
    value: str

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"The {self.member.lower()} of the sheet {self.name}"

    def write(self, batch: BatchBuilder) -> None:
        batch.worksheet(self.name).set(self.member, self.value)


@dataclass(frozen=True, slots=True)
class RestoreName:
    """Put a defined name back, or delete one that was added."""

    name: NameSnapshot
    how: str

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"The name {self.name.name}"

    def write(self, batch: BatchBuilder) -> None:
        owner = batch.worksheet(self.name.sheet) if self.name.sheet else batch.workbook
        names = owner.child("Names")
        if self.how == "add":
            names.create("Add", self.name.name, self.name.formula, None)
        elif self.how == "delete":
            names.item(self.name.name).call("Delete")
        else:
            names.item(self.name.name).set("Formula", self.name.formula)


@dataclass(frozen=True, slots=True)
class DropTable:
    """Turn a table that was added back into plain cells."""

    name: str

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"Adding the table {self.name}"

    def write(self, batch: BatchBuilder) -> None:
        batch.workbook.child("Tables").item(self.name).method("ConvertToRange")


@dataclass(frozen=True, slots=True)
class ReshapeTable:
    """Give a table its old name and cells back."""

    name: str
    old_name: str
    area: Address

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"The size or name of the table {self.name}"

    def write(self, batch: BatchBuilder) -> None:
        table = batch.workbook.child("Tables").item(self.name)
        table.call("Resize", self.area.local)
        if self.name != self.old_name:
            table.set("Name", self.old_name)


Operation: TypeAlias = (
    WriteCells | DeleteSheet | SetSheet | RestoreName | DropTable | ReshapeTable | DropChart
)


@dataclass(frozen=True, slots=True)
class RestorePlan:
    """Operations in the order they must run, and what they leave out."""

    operations: tuple[Operation, ...]
    restored: int
    kept: tuple[Address, ...]
    not_covered: tuple[str, ...]


def plan_restore(point: UndoPoint, now: WorkbookSnapshot) -> RestorePlan:
    """How to get from `now` back to before the execution."""
    planner = _Planner(point, now)
    objects = list(planner.sheets_first())
    tables = list(planner.tables())
    names_first, names_last = planner.names()
    cells, restored, kept = planner.cells()
    last = list(planner.sheets_last())
    charts = list(drop_charts(point.before, point.after, now))
    operations = (*objects, *charts, *tables, *names_first, *cells, *names_last, *last)
    count = restored + len(operations) - len(cells)
    return RestorePlan(operations, count, kept, tuple(planner.not_covered()))


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

    def sheets_first(self) -> Iterator[Operation]:
        for before, after, now in self._sheets():
            if before.visibility != after.visibility == now.visibility:
                yield SetSheet(now.name, "Visibility", before.visibility)
        for before, after, now in self._sheets():
            if before.name != after.name == now.name:
                yield SetSheet(now.name, "Name", before.name)

    def sheets_last(self) -> Iterator[Operation]:
        for sheet in self._added():
            if self._untouched(sheet):
                yield DeleteSheet(self._now_name(sheet))

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
            if change.kind != "recalculated"
        }
        for before, after, now in self._sheets():
            places: list[tuple[int, int]] = []
            for row, column in _places(before, after):
                content = (after.name.casefold(), row, column) in written
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

    def tables(self) -> Iterator[Operation]:
        before = {table.id: table for table in self.point.before.tables}
        now = {table.id: table for table in self.now.tables}
        added = {sheet.name for sheet in self._added()}
        for table in self.point.after.tables:
            old = before.get(table.id)
            if now.get(table.id) != table or table.address.sheet in added or old == table:
                continue
            if old is None:
                yield DropTable(table.name)
            elif old.show_totals == table.show_totals and old.show_header == table.show_header:
                yield ReshapeTable(table.name, old.name, old.address)

    def _tables_left(self) -> Iterator[str]:
        before = {table.id: table for table in self.point.before.tables}
        now = {table.id: table for table in self.now.tables}
        after = {table.id for table in self.point.after.tables}
        for table in self.point.before.tables:
            if table.id not in after:
                yield f"The table {table.name} was removed; its cells are restored as plain cells."
        for table in self.point.after.tables:
            old, current = before.get(table.id), now.get(table.id)
            if old == table or current is None:
                continue
            if current != table:
                yield f"The table {table.name} was changed since and was left as it is."
            elif old is not None and (old.show_totals, old.show_header) != (
                table.show_totals,
                table.show_header,
            ):
                yield f"The header or total row of the table {table.name} was left as it is."

    def not_covered(self) -> Iterator[str]:
        for text in self.point.uncovered:
            yield f"Not restored: {text}."
        after = {sheet.id for sheet in self.point.after.sheets}
        for sheet in self.point.before.sheets:
            if sheet.id not in after:
                yield f"The deleted sheet {sheet.name} can't be brought back from here."
        for sheet in self._added():
            if not self._untouched(sheet):
                yield f"The added sheet {sheet.name} was edited since and was left in place."
        yield from self._tables_left()
        yield from charts_left(self.point.before, self.point.after, self.now)


def _by_key(snapshot: WorkbookSnapshot) -> dict[tuple[str, str], NameSnapshot]:
    return {(name.sheet.casefold(), name.name.casefold()): name for name in snapshot.names}


def _places(one: SheetSnapshot, other: SheetSnapshot) -> list[tuple[int, int]]:
    places = set(() if one.cells is None else one.cells.filled())
    places |= set(() if other.cells is None else other.cells.filled())
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
            tuple(tuple(state.number_format for state in row) for row in states),
        )


def _same_content(one: CellState, other: CellState) -> bool:
    """Same formula, or without one the same value; a recalculated value is still ours."""
    if one.formula or other.formula:
        return one.formula == other.formula
    return one.value == other.value and type(one.value) is type(other.value)


def typed_content(state: CellState) -> JsonValue:
    """What to type into a cell so that it holds this content again.

    Text that Excel would turn into a number, date or formula gets a leading apostrophe.
    """
    if state.formula:
        return state.formula
    value = state.value
    if value is None:
        return ""
    if isinstance(value, str) and (
        not _PLAIN_TEXT.match(value) or value.casefold() in _WORDS_WITH_MEANING
    ):
        return f"'{value}"
    return value
