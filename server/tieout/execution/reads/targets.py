"""Where a text leads in this workbook, as rectangles.

Names, tables and whole columns are asked of Excel: code may have changed them since the snapshot.
What doesn't exist is answered with what does, nearest first.
"""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from pydantic import JsonValue

from tieout.errors import ExcelError, ModelVisibleError
from tieout.execution.ports import ExcelHost
from tieout.execution.reads.sheet_reads import worksheet
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results
from tieout.workbook.address import MAX_COLUMNS, MAX_ROWS, Address, InvalidAddress
from tieout.workbook.cell_references import (
    BadReference,
    CellReference,
    NameReference,
    TableReference,
    parse_references,
)
from tieout.workbook.near_names import listed
from tieout.workbook.snapshot import NameSnapshot, TableSnapshot, WorkbookSnapshot

_Finish: TypeAlias = Callable[[Results], Address | None]


@dataclass(frozen=True, slots=True)
class Targets:
    """Resolves texts against a workbook.

    Attributes:
        host: Asked for used ranges of whole columns, column names, and what the code added itself.
        known: The latest snapshot.
        sheet: Where an area without a sheet is; "" for the active one.
    """

    host: ExcelHost
    known: WorkbookSnapshot
    sheet: str = ""

    async def resolve(self, text: str) -> list[Address]:
        """The rectangles a text means, each with its sheet; none for a whole empty column.

        Raises:
            ModelVisibleError: It means nothing here; the message names what there is.
            ExcelError: Excel refused.
            PaneLost: The host went away.
        """
        try:
            found = parse_references(text)
        except BadReference as bad:
            raise ModelVisibleError(f"{bad}.") from None
        try:
            return await self._found(found)
        except ExcelError as error:
            added = [self._as_table(reference) for reference in found]
            if added != list(found):
                with contextlib.suppress(ExcelError):
                    return await self._found(added)
            raise await self.missing(text, found, error) from error

    async def _found(self, references: Sequence[CellReference]) -> list[Address]:
        builder = BatchBuilder()
        finish = [self._plan(builder, reference) for reference in references]
        results: Results | None = None
        if not builder.is_empty:
            results = Results(await self.host.send(builder.build()))
        areas = (one if isinstance(one, Address) else self._ask(one, results) for one in finish)
        return [area for area in areas if area is not None]

    def _as_table(self, reference: CellReference) -> CellReference:
        """A name the snapshot doesn't have may be a table the code has just added."""
        if not isinstance(reference, NameReference) or reference.sheet:
            return reference
        unknown = self.name(reference) is None
        return TableReference(reference.name, ("#all",)) if unknown else reference

    def _ask(self, finish: _Finish, results: Results | None) -> Address | None:
        assert results is not None
        return finish(results)

    def _plan(self, builder: BatchBuilder, reference: CellReference) -> Address | _Finish:
        match reference:
            case Address():
                return self._plan_area(builder, reference)
            case NameReference():
                return self._plan_name(builder, reference)
            case TableReference():
                return self._plan_table(builder, reference)

    def _plan_area(self, builder: BatchBuilder, area: Address) -> Address | _Finish:
        named = replace(area, sheet=area.sheet or self.sheet or self.known.active_sheet)
        if area.rows < MAX_ROWS and area.columns < MAX_COLUMNS:
            return named
        target = worksheet(builder, named.sheet).range(area.local)
        handle = target.method("GetUsedRangeOrNullObject", True).load("Address")
        return lambda results: _address(results.properties(handle).get("Address"))

    def _plan_name(self, builder: BatchBuilder, wanted: NameReference) -> Address | _Finish:
        if self.table(wanted.name) is not None and not wanted.sheet:
            return self._plan_table(builder, TableReference(wanted.name, ("#all",)))
        name = self.name(wanted)
        scope = (
            builder.workbook if name is None or not name.sheet else builder.worksheet(name.sheet)
        )
        owner = builder.worksheet(wanted.sheet) if wanted.sheet and name is None else scope
        handle = owner.child("Names").item(wanted.name).method("GetRange").load("Address")
        return lambda results: _address(results.properties(handle).get("Address"))

    def _plan_table(self, builder: BatchBuilder, wanted: TableReference) -> Address | _Finish:
        target = builder.workbook.child("Tables").item(wanted.table)
        columns = target.child("Columns").load("Name")
        whole = target.method("GetRange").load("Address")
        shape = target.load("ShowHeaders", "ShowTotals")

        def finish(results: Results) -> Address:
            address = _address(results.properties(whole).get("Address"))
            assert address is not None
            flags = results.properties(shape)
            headed = flags.get("ShowHeaders") is not False
            found = TableSnapshot(
                wanted.table, "", address, headed, flags.get("ShowTotals") is True
            )
            names = [str(item.get("Name")) for item in results.items(columns)]
            return table_part(found, wanted, *_columns(wanted, names))

        return finish

    def table(self, name: str) -> TableSnapshot | None:
        """A table the snapshot has."""
        folded = name.casefold()
        return next((t for t in self.known.tables if t.name.casefold() == folded), None)

    def name(self, wanted: NameReference) -> NameSnapshot | None:
        """A defined name: of the sheet, else of the workbook."""
        sheet = (wanted.sheet or self.sheet or self.known.active_sheet).casefold()
        found = [n for n in self.known.names if n.name.casefold() == wanted.name.casefold()]
        of_sheet = [n for n in found if n.sheet and n.sheet.casefold() == sheet]
        return next(iter([*of_sheet, *(n for n in found if not n.sheet)]), None)

    async def missing(
        self, text: str, found: Sequence[CellReference], error: ExcelError
    ) -> ModelVisibleError:
        """What to say when Excel doesn't know one of the things a text names."""
        builder = BatchBuilder()
        handle = builder.worksheets.load("Name")
        items = Results(await self.host.send(builder.build())).items(handle)
        sheets = [str(item.get("Name")) for item in items]
        folded = {sheet.casefold() for sheet in sheets}
        for reference in found:
            sheet = "" if isinstance(reference, TableReference) else reference.sheet
            if sheet and sheet.casefold() not in folded:
                return ModelVisibleError(f"No sheet '{sheet}'. {listed('Sheets', sheet, sheets)}.")
        for reference in found:
            problem = "" if isinstance(reference, Address) else self._unknown(reference)
            if problem:
                return ModelVisibleError(problem)
        return ModelVisibleError(f"{text} can't be read: {error}")

    def _unknown(self, reference: NameReference | TableReference) -> str:
        wanted = reference.table if isinstance(reference, TableReference) else reference.name
        if isinstance(reference, NameReference) and self.name(reference) is not None:
            return f"The name {wanted} is no range: {self.name(reference).formula}"  # pyright: ignore[reportOptionalMemberAccess]
        noun = "table" if isinstance(reference, TableReference) else "name or table"
        parts = [f"No {noun} '{wanted}'"]
        if isinstance(reference, NameReference):
            visible = [name.name for name in self.known.names if name.visible]
            parts.append(listed("Names", wanted, visible))
        parts.append(listed("Tables", wanted, (table.name for table in self.known.tables)))
        parts.append(listed("Sheets", wanted, (sheet.name for sheet in self.known.sheets)))
        return ". ".join(part for part in parts if part) + "."


def table_part(table: TableSnapshot, wanted: TableReference, first: int, last: int) -> Address:
    """Rows and columns of a table.

    Raises:
        ModelVisibleError: It has no headers, totals or data.
    """
    area = table.address
    rows = list(_table_rows(table, wanted))
    return Address(
        area.sheet,
        min(top for top, _ in rows),
        area.left + first,
        max(bottom for _, bottom in rows),
        area.left + last,
    )


def _table_rows(table: TableSnapshot, wanted: TableReference) -> Iterator[tuple[int, int]]:
    top, bottom = table.address.top, table.address.bottom
    for part in wanted.parts:
        match part:
            case "#all":
                yield top, bottom
            case "#headers":
                if not table.show_header:
                    raise ModelVisibleError(f"The table {table.name} shows no headers.")
                yield top, top
            case "#totals":
                if not table.show_totals:
                    raise ModelVisibleError(f"The table {table.name} shows no totals.")
                yield bottom, bottom
            case "#data":
                yield top + table.show_header, bottom - table.show_totals


def _columns(wanted: TableReference, names: Sequence[str]) -> tuple[int, int]:
    if not wanted.first:
        return 0, len(names) - 1
    folded = [name.casefold() for name in names]
    places: list[int] = []
    for column in (wanted.first, wanted.last):
        if column.casefold() not in folded:
            there = listed("Columns", column, names)
            raise ModelVisibleError(f"{wanted.table} has no column '{column}'. {there}.")
        places.append(folded.index(column.casefold()))
    return min(places), max(places)


def _address(text: JsonValue) -> Address | None:
    if not isinstance(text, str):
        return None
    try:
        return Address.parse(text)
    except InvalidAddress:
        raise ModelVisibleError(f"{text} are several areas; read them one by one.") from None
