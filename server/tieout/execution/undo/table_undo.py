"""Taking tables back: those that were added, moved, restyled, converted or deleted."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import JsonValue

from tieout.execution.undo.typed_contents import typed_content
from tieout.office_wire.build import BatchBuilder
from tieout.workbook.address import Address
from tieout.workbook.snapshot import TableSnapshot, WorkbookSnapshot
from tieout.workbook.table_image import TablePoint, TableSettings

_Contents: TypeAlias = tuple[JsonValue, ...]


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
    """Give a table its old name, cells, header and totals row back."""

    name: str
    old: TableSnapshot
    totals: _Contents | None = None
    """What to type into the totals row when that comes back."""
    header: bool | None = None
    """Whether the header row is shown again or hidden."""
    drops_totals: bool = False
    buttons: JsonValue = None
    """Whether filter buttons show, which a header row that comes back has."""

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"The size or name of the table {self.name}"

    def write(self, batch: BatchBuilder) -> None:
        table = batch.workbook.child("Tables").item(self.name)
        if self.header is not None:
            table.set("ShowHeaders", self.header)
        if self.buttons is not None:
            table.set("ShowFilterButton", self.buttons)
        if self.drops_totals:
            table.set("ShowTotals", False)
        if self.totals is not None:
            table.call("Resize", _without_totals(self.old).local)
            table.set("ShowTotals", True)
            _totals_row(batch, self.old, self.totals)
        else:
            table.call("Resize", self.old.address.local)
        if self.name != self.old.name:
            table.set("Name", self.old.name)


@dataclass(frozen=True, slots=True)
class RemakeTable:
    """Make a table again of the cells it had; other cells are written afterwards."""

    old: TableSnapshot
    settings: TableSettings
    header: _Contents
    totals: _Contents | None

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"Removing the table {self.old.name}"

    def write(self, batch: BatchBuilder) -> None:
        area = self.old.address
        sheet = batch.worksheet(area.sheet)
        head = Address("", area.top, area.left, area.top, area.right)
        sheet.range(head.local).set("Formulas", [list(self.header)])
        if self.totals is not None:
            sheet.range(_last_row(area).local).call("Clear", "Contents")
        table = batch.workbook.child("Tables").create("Add", str(_without_totals(self.old)), True)
        table.set("Name", self.old.name)
        for name, value in self.settings:
            if value is not None:
                table.set(name, value)
        if self.totals is not None:
            table.set("ShowTotals", True)
            _totals_row(batch, self.old, self.totals)


@dataclass(frozen=True, slots=True)
class RestyleTable:
    """Give a table its old style, banding and buttons back."""

    id: str
    name: str
    settings: TableSettings

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"The look of the table {self.name}"

    def write(self, batch: BatchBuilder) -> None:
        table = batch.workbook.child("Tables").item(self.id)
        for name, value in self.settings:
            if value is not None:
                table.set(name, value)


TableOperation: TypeAlias = DropTable | ReshapeTable | RemakeTable | RestyleTable


def _totals_row(batch: BatchBuilder, old: TableSnapshot, contents: _Contents) -> None:
    row = _last_row(old.address)
    batch.worksheet(row.sheet).range(row.local).set("Formulas", [list(contents)])


def _last_row(area: Address) -> Address:
    return Address(area.sheet, area.bottom, area.left, area.bottom, area.right)


def _without_totals(table: TableSnapshot) -> Address:
    area, bottom = table.address, table.address.bottom - table.show_totals
    return Address(area.sheet, area.top, area.left, bottom, area.right)


@dataclass(frozen=True, slots=True)
class TableUndo:
    """What to do about the tables of an execution.

    Attributes:
        added: Names of sheets that the execution added.
        remade: Names of sheets that are made again.
    """

    before: WorkbookSnapshot
    after: WorkbookSnapshot
    now: WorkbookSnapshot
    looks: TablePoint
    added: Collection[str]
    remade: Collection[str]

    def operations(self) -> Iterator[TableOperation]:
        """In the order they must run, before cells are written."""
        before = {table.id: table for table in self.before.tables}
        now = {table.id: table for table in self.now.tables}
        for table in self.after.tables:
            old = before.get(table.id)
            if now.get(table.id) != table or table.address.sheet in self.added or old == table:
                continue
            if old is None or self._has_moved(table, old):
                yield DropTable(table.name)
            else:
                yield self._reshape(table, old)
        for table in self.rebuilt():
            look = self.looks.before.get(table.id)
            yield RemakeTable(
                table,
                () if look is None else look.settings,
                self._row(table, table.address.top),
                self._totals(table),
            )
        for table, old, _ in self.looks.changed():
            if table in now:
                yield RestyleTable(table, now[table].name, old)

    def rebuilt(self) -> Iterator[TableSnapshot]:
        """Tables as they were that are made again; Excel moves no table by resizing it."""
        yield from (table for table in self._gone() if self._can_be_made(table))
        now = {table.id: table for table in self.now.tables}
        before = {table.id: table for table in self.before.tables}
        for table in self.after.tables:
            old = before.get(table.id)
            if old is not None and now.get(table.id) == table and self._has_moved(table, old):
                yield old

    def referring(self) -> Iterator[tuple[str, int, int]]:
        """Sheet in lower case, row and column of formulas that lose a rebuilt table's names."""
        rebuilt = list(self.rebuilt())
        marks = [f"{table.name.casefold()}[" for table in rebuilt]
        for sheet in self.before.sheets if rebuilt else ():
            for row, column in () if sheet.cells is None else sheet.cells.filled():
                formula = sheet.content(row, column)[1].casefold()
                own = any(
                    table.address.contains(Address.cell(table.address.sheet, row, column))
                    for table in rebuilt
                    if table.address.sheet == sheet.name
                )
                if formula and (own or any(mark in formula for mark in marks)):
                    yield sheet.name.casefold(), row, column

    def _has_moved(self, table: TableSnapshot, old: TableSnapshot) -> bool:
        place = table.address.top - (old.show_header and not table.show_header)
        moved = (place, table.address.left) != (old.address.top, old.address.left)
        return moved and table.address.sheet not in self.added and old.show_header

    def _reshape(self, table: TableSnapshot, old: TableSnapshot) -> ReshapeTable:
        look = self.looks.before.get(table.id)
        shown_again = old.show_header and not table.show_header
        settings = dict(look.settings) if look is not None and shown_again else {}
        return ReshapeTable(
            table.name,
            old,
            self._totals(old) if not table.show_totals else None,
            old.show_header if old.show_header != table.show_header else None,
            table.show_totals and not old.show_totals,
            settings.get("ShowFilterButton"),
        )

    def _gone(self) -> Iterator[TableSnapshot]:
        after = {table.id for table in self.after.tables}
        for table in self.before.tables:
            if table.id not in after:
                yield table

    def _can_be_made(self, table: TableSnapshot) -> bool:
        sheet = self.before.sheet(table.address.sheet)
        there = table.address.sheet in self.remade or (
            sheet is not None and any(sheet.id == other.id for other in self.now.sheets)
        )
        free = all(other.name.casefold() != table.name.casefold() for other in self.now.tables)
        return there and free and table.show_header and sheet is not None and sheet.was_read

    def _row(self, table: TableSnapshot, row: int) -> _Contents:
        area = table.address
        sheet = self.before.sheet(area.sheet)
        assert sheet is not None
        return tuple(
            typed_content(sheet.state(row, column)) for column in range(area.left, area.right + 1)
        )

    def _totals(self, table: TableSnapshot) -> _Contents | None:
        return self._row(table, table.address.bottom) if table.show_totals else None

    def left(self) -> Iterator[str]:
        """Sentences about what isn't as it was."""
        before = {table.id: table for table in self.before.tables}
        now = {table.id: table for table in self.now.tables}
        for table in self._gone():
            look = self.looks.before.get(table.id)
            if not self._can_be_made(table):
                if table.address.sheet in self.remade or self.now.sheet(table.address.sheet):
                    yield (
                        f"The table {table.name} was removed; its cells are restored as plain cells."
                    )
            elif look is None:
                yield f"The style of the table {table.name} is lost."
            elif look.filtered:
                yield f"The filters of the table {table.name} are lost."
        for table in self.after.tables:
            current = now.get(table.id)
            if before.get(table.id) != table and current is not None and current != table:
                yield f"The table {table.name} was changed since and was left as it is."
