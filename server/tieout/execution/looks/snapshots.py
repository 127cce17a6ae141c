"""Snapshots of a workbook, taken through an Excel host by the server's own batches.

One batch asks for the structure, one for the used ranges, then blocks of cells follow, packed up to
50,000 cells a batch. Once the sheets are known, structure and used ranges are one batch; while
the workbook is small and the last look still tells its size, the cells come along in it too.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from tieout.errors import ExcelError
from tieout.execution.looks.chart_reads import ChartReads
from tieout.execution.looks.column_reads import KnownBlocks
from tieout.execution.looks.refresh import StaleCells, Touched
from tieout.execution.looks.scattered_reads import FEW, read_scattered
from tieout.execution.looks.structure_looks import Asked, Looks, text_of
from tieout.execution.looks.wire_cells import CELL_PROPERTIES
from tieout.execution.ports import ExcelHost
from tieout.office_wire.build import BatchBuilder, WireObject
from tieout.office_wire.excel_errors import rule_for
from tieout.office_wire.response import Results
from tieout.workbook.address import MAX_COLUMNS, Address
from tieout.workbook.cell_columns import TextPool
from tieout.workbook.dependents import Dependents
from tieout.workbook.hints import Hint
from tieout.workbook.snapshot import (
    RangeSnapshot,
    SheetSnapshot,
    WorkbookSnapshot,
    join_rows,
)


@dataclass(frozen=True, slots=True)
class SnapshotLimits:
    """Sizes in cells.

    Attributes:
        block: Most cells of one batch.
        part: Most cells of one answer in it; one that didn't change needn't be sent again.
        whole: A workbook up to this size is read whole.
        sheet: A sheet over this size is never read.
        together: Up to this size cells are asked for in the same batch as the structure.
    """

    block: int = 50_000
    part: int = 10_000
    whole: int = 200_000
    sheet: int = 1_000_000
    together: int = 20_000


class Snapshots:
    """Takes snapshots of one host's workbook; counts the batches it needed."""

    def __init__(self, host: ExcelHost, limits: SnapshotLimits = SnapshotLimits()) -> None:
        self._host = host
        self._limits = limits
        self._charts = ChartReads(host)
        self._pool = TextPool()
        self._blocks = KnownBlocks(self._pool)
        self._dependents: Dependents | None = None
        self.batches = 0

    def hints(self) -> tuple[Hint, ...]:
        """Edits that Excel told of since this was asked."""
        return self._host.capabilities.hints.take()

    async def take(
        self,
        *,
        last: WorkbookSnapshot | None = None,
        named: Collection[str] = (),
        grew: bool = True,
        touched: Touched | None = None,
    ) -> WorkbookSnapshot:
        """The workbook as it is now.

        Args:
            last: An earlier look, whose sheets and tables are asked for at once.
            named: Sheets to read even when the workbook is too large to be read whole.
            grew: False when no used range can have grown far since `last`.
            touched: All that changed cells since `last`; a large workbook is then brought up to date
                instead of read again.

        Raises:
            ExcelError: Excel refused a batch.
            PaneLost: The host went away.
        """
        together = last is not None and not grew and last.used_cells <= self._limits.together
        looks = await self._first(last, together=together)
        looks = await self._complete(looks)
        if touched is not None and last is not None and not together:
            renewed = await self._renewed(looks, last, touched)
            if renewed is not None:
                return renewed
        return await self._with_cells(looks, named, together=together)

    async def _renewed(
        self, looks: "Looks", last: WorkbookSnapshot, touched: Touched
    ) -> WorkbookSnapshot | None:
        """The last look brought up to date; None where that isn't safe, or not worth it."""
        sheets = list(looks.sheets())
        same = [(sheet.id, sheet.name) for sheet in sheets]
        if last.used_cells <= self._limits.whole or tuple(looks.names()) != last.names:
            return None
        if same != [(sheet.id, sheet.name) for sheet in last.sheets]:
            return None
        if self._dependents is None or not self._dependents.fits(last):
            self._dependents = Dependents(last)
        stale = StaleCells(last, self._dependents, touched)
        renewed: list[SheetSnapshot] = []
        for sheet, before in zip(sheets, last.sheets, strict=True):
            if not before.was_read or sheet.used is None:
                renewed.append(replace(sheet, was_read=before.was_read or sheet.used is None))
                continue
            areas = stale.areas(sheet)
            if areas is None:
                found = await self._read([sheet.used])
                renewed.append(replace(sheet, cells=found[sheet.used.sheet]))
            else:
                cells = await self._again(stale, sheet, areas)
                if cells is None:
                    return None
                renewed.append(replace(sheet, cells=cells))
        return looks.workbook(renewed)

    async def _again(
        self, stale: StaleCells, sheet: SheetSnapshot, areas: Sequence[Address]
    ) -> RangeSnapshot | None:
        """The sheet with these areas as they are now; None when everything must be read."""
        if len(areas) > FEW:
            self.batches += 1
            found = await read_scattered(self._host, areas, self._pool)
            if found is not None:
                return None if stale.fills(found.columns) else stale.patched(sheet, found)
        parts = await self._read_parts(areas)
        if any(part.columns is not None and stale.fills(part.columns) for part in parts):
            return None
        return stale.patched(sheet, parts)

    async def _first(self, last: WorkbookSnapshot | None, *, together: bool) -> "Looks":
        """Structure, and what is known to be there; once more with less when charts get in the way."""
        builder, asked = BatchBuilder(), Asked()
        self._ask_structure(builder, asked)
        for sheet in () if last is None else last.sheets:
            item = builder.worksheets.method("GetItemOrNullObject", sheet.id)
            self._ask_sheet(asked, item, sheet.id, with_cells=together)
        for table in () if last is None else last.tables:
            item = builder.workbook.child("Tables").method("GetItemOrNullObject", table.id)
            asked.table_areas[table.id] = item.method("GetRange").load("Address")
        self._charts.ask(builder, asked.charts, () if last is None else last.charts)
        try:
            return Looks(await self._send(builder), asked)
        except ExcelError:
            if not self._charts.asks:
                raise
            self._charts.less()
            return await self._first(last, together=together)

    async def read_more(
        self, snapshot: WorkbookSnapshot, names: Collection[str]
    ) -> WorkbookSnapshot:
        """The snapshot with the cells of more sheets, as they are now."""
        wanted = {name.casefold() for name in names}
        missing = [
            sheet
            for sheet in snapshot.unread
            if sheet.name.casefold() in wanted and (sheet.used is None or self._fits(sheet.used))
        ]
        if not missing:
            return snapshot
        cells = await self._read([sheet.used for sheet in missing if sheet.used is not None])
        read = {sheet.id: cells.get(sheet.name) for sheet in missing}
        sheets = tuple(
            replace(sheet, cells=read[sheet.id], was_read=True) if sheet.id in read else sheet
            for sheet in snapshot.sheets
        )
        return replace(snapshot, sheets=sheets)

    def _ask_structure(self, builder: BatchBuilder, asked: Asked) -> None:
        charts = self._charts.selection()
        asked.sheets = builder.worksheets.load("Name", "Id", "Visibility", *charts)
        asked.active = builder.worksheets.method("GetActiveWorksheet").load("Name")
        asked.names = builder.workbook.child("Names").load("Name", "Formula", "Visible")
        tables = builder.workbook.child("Tables")
        asked.tables = tables.load("Name", "Id", "ShowHeaders", "ShowTotals")
        asked.application = builder.workbook.child("Application").load(
            "CalculationMode", "CalculationState"
        )

    def _ask_sheet(
        self, asked: Asked, item: WireObject, sheet_id: str, *, with_cells: bool
    ) -> None:
        used = item.method("GetUsedRangeOrNullObject", True)
        properties = ("Address", *CELL_PROPERTIES) if with_cells else ("Address",)
        asked.used[sheet_id] = used.load(*properties)
        asked.sheet_names[sheet_id] = item.child("Names").load("Name", "Formula", "Visible")

    async def _complete(self, looks: "Looks") -> "Looks":
        """Ask for the used ranges and table areas that the first batch couldn't know."""
        builder, asked = BatchBuilder(), Asked()
        for entry in looks.sheet_entries():
            sheet_id = text_of(entry, "Id")
            if sheet_id not in looks.asked.used:
                self._ask_sheet(asked, builder.worksheet(sheet_id), sheet_id, with_cells=False)
        for entry in looks.table_entries():
            table_id = text_of(entry, "Id")
            if table_id not in looks.asked.table_areas:
                item = builder.workbook.child("Tables").item(table_id)
                asked.table_areas[table_id] = item.method("GetRange").load("Address")
        self._charts.ask(builder, asked.charts, list(looks.charts_without_sources()))
        if builder.is_empty:
            return looks
        try:
            return replace(looks, more=Looks(await self._send(builder), asked))
        except ExcelError:
            if not asked.charts.by_chart:
                raise
            self._charts.less()
            return await self._complete(looks)

    async def _with_cells(
        self, looks: "Looks", named: Collection[str], *, together: bool
    ) -> WorkbookSnapshot:
        sheets = list(looks.sheets())
        total = sum(sheet.used.size for sheet in sheets if sheet.used is not None)
        wanted = {name.casefold() for name in (*named, looks.active_sheet())}
        cells: dict[str, RangeSnapshot] = looks.cells(self._blocks) if together else {}
        chosen = [
            sheet
            for sheet in sheets
            if sheet.used is not None
            and sheet.name not in cells
            and self._fits(sheet.used)
            and (total <= self._limits.whole or sheet.name.casefold() in wanted)
        ]
        cells |= await self._read([sheet.used for sheet in chosen if sheet.used is not None])
        return looks.workbook(
            [
                replace(
                    sheet,
                    cells=cells.get(sheet.name),
                    was_read=sheet.used is None or sheet.name in cells,
                )
                for sheet in sheets
            ]
        )

    def _fits(self, used: Address) -> bool:
        # Of whole rows and columns Excel tells no values.
        return used.size <= self._limits.sheet and used.columns < MAX_COLUMNS

    async def _read(self, ranges: Sequence[Address]) -> dict[str, RangeSnapshot]:
        """Cells of whole rectangles, one per sheet, in packed batches."""
        blocks: dict[str, list[RangeSnapshot]] = {}
        for part in await self._read_parts(ranges):
            blocks.setdefault(part.address.sheet, []).append(part)
        return {sheet: join_rows(parts) for sheet, parts in blocks.items()}

    async def _read_parts(self, ranges: Sequence[Address]) -> list[RangeSnapshot]:
        """Cells of rectangles, cut into bands of rows where they are large."""
        parts: list[RangeSnapshot] = []
        for pack in _packs(ranges, self._limits):
            parts.extend(await self._read_pack(pack))
        return parts

    async def _read_pack(self, pack: Sequence[Address]) -> list[RangeSnapshot]:
        """Cells in one batch; in smaller ones where Excel finds the answer too large."""
        builder = BatchBuilder()
        handles = [
            builder.worksheet(area.sheet).range(area.local).load(*CELL_PROPERTIES) for area in pack
        ]
        try:
            results = await self._send(builder)
        except ExcelError as error:
            halves = _halves(pack) if rule_for(error.code).smaller else ()
            if not halves:
                raise
            return [part for half in halves for part in await self._read_pack(half)]
        return [
            self._blocks.snapshot(area, results, handle)
            for area, handle in zip(pack, handles, strict=True)
        ]

    async def _send(self, builder: BatchBuilder) -> Results:
        self.batches += 1
        return Results(await self._host.send(builder.build()))


def _packs(ranges: Sequence[Address], limits: SnapshotLimits) -> Iterator[list[Address]]:
    """Rectangles cut into bands of rows and packed into batches."""
    pack: list[Address] = []
    size = 0
    for area in ranges:
        for band in _bands(area, min(limits.part, limits.block)):
            if pack and size + band.size > limits.block:
                yield pack
                pack, size = [], 0
            pack.append(band)
            size += band.size
    if pack:
        yield pack


def _halves(pack: Sequence[Address]) -> Sequence[Sequence[Address]]:
    """A pack as two smaller ones; none when it is a single row."""
    if len(pack) > 1:
        return pack[: len(pack) // 2], pack[len(pack) // 2 :]
    area = pack[0]
    if area.rows == 1:
        return ()
    middle = (area.top + area.bottom) // 2
    upper = Address(area.sheet, area.top, area.left, middle, area.right)
    return (upper,), (Address(area.sheet, middle + 1, area.left, area.bottom, area.right),)


def _bands(area: Address, most: int) -> Iterator[Address]:
    rows = max(1, most // area.columns)
    for top in range(area.top, area.bottom + 1, rows):
        bottom = min(area.bottom, top + rows - 1)
        yield Address(area.sheet, top, area.left, bottom, area.right)
