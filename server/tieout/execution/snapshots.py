"""Snapshots of a workbook, taken through an Excel host by the server's own batches.

One batch asks for the structure, one for the used ranges, then blocks of cells follow, packed up to
50,000 cells a batch. Once the sheets are known, structure and used ranges are one batch; while
the workbook is small and the last look still tells its size, the cells come along in it too.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from pydantic import JsonValue

from tieout.errors import ExcelError
from tieout.execution.chart_reads import AskedSources, ChartReads, charts_of, with_sources
from tieout.execution.column_reads import column_snapshot
from tieout.execution.ports import ExcelHost
from tieout.execution.wire_cells import CELL_PROPERTIES
from tieout.office_wire.batch import JsonObject
from tieout.office_wire.build import BatchBuilder, ResultHandle, WireObject
from tieout.office_wire.response import Results
from tieout.workbook.address import Address
from tieout.workbook.cell_columns import TextPool
from tieout.workbook.snapshot import (
    CalculationMode,
    ChartSnapshot,
    NameSnapshot,
    RangeSnapshot,
    SheetSnapshot,
    TableSnapshot,
    Visibility,
    WorkbookSnapshot,
    join_rows,
)

_GONE = ResultHandle(-1)


@dataclass(frozen=True, slots=True)
class SnapshotLimits:
    """Sizes in cells.

    Attributes:
        block: Most cells of one batch.
        whole: A workbook up to this size is read whole.
        sheet: A sheet over this size is never read.
        together: Up to this size cells are asked for in the same batch as the structure.
    """

    block: int = 50_000
    whole: int = 200_000
    sheet: int = 1_000_000
    together: int = 20_000


@dataclass(slots=True)
class _Asked:
    """Handles of one batch that asks for structure, used ranges, or both."""

    sheets: ResultHandle = _GONE
    active: ResultHandle = _GONE
    names: ResultHandle = _GONE
    tables: ResultHandle = _GONE
    application: ResultHandle = _GONE
    used: dict[str, ResultHandle] = field(default_factory=dict[str, ResultHandle])
    sheet_names: dict[str, ResultHandle] = field(default_factory=dict[str, ResultHandle])
    table_areas: dict[str, ResultHandle] = field(default_factory=dict[str, ResultHandle])
    charts: AskedSources = field(default_factory=AskedSources)


class Snapshots:
    """Takes snapshots of one host's workbook; counts the batches it needed."""

    def __init__(self, host: ExcelHost, limits: SnapshotLimits = SnapshotLimits()) -> None:
        self._host = host
        self._limits = limits
        self._charts = ChartReads(host.capabilities)
        self._pool = TextPool()
        self.batches = 0

    async def take(
        self,
        *,
        last: WorkbookSnapshot | None = None,
        named: Collection[str] = (),
        grew: bool = True,
    ) -> WorkbookSnapshot:
        """The workbook as it is now.

        Args:
            last: An earlier look, whose sheets and tables are asked for at once.
            named: Sheets to read even when the workbook is too large to be read whole.
            grew: False when no used range can have grown far since `last`.

        Raises:
            ExcelError: Excel refused a batch.
            PaneLost: The host went away.
        """
        together = last is not None and not grew and last.used_cells <= self._limits.together
        looks = await self._first(last, together=together)
        looks = await self._complete(looks)
        return await self._with_cells(looks, named, together=together)

    async def _first(self, last: WorkbookSnapshot | None, *, together: bool) -> "_Looks":
        """Structure, and what is known to be there; once more with less when charts get in the way."""
        builder, asked = BatchBuilder(), _Asked()
        self._ask_structure(builder, asked)
        for sheet in () if last is None else last.sheets:
            item = builder.worksheets.method("GetItemOrNullObject", sheet.id)
            self._ask_sheet(asked, item, sheet.id, with_cells=together)
        for table in () if last is None else last.tables:
            item = builder.workbook.child("Tables").method("GetItemOrNullObject", table.id)
            asked.table_areas[table.id] = item.method("GetRange").load("Address")
        self._charts.ask(builder, asked.charts, () if last is None else last.charts)
        try:
            return _Looks(await self._send(builder), asked)
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

    def _ask_structure(self, builder: BatchBuilder, asked: _Asked) -> None:
        charts = self._charts.selection()
        asked.sheets = builder.worksheets.load("Name", "Id", "Visibility", *charts)
        asked.active = builder.worksheets.method("GetActiveWorksheet").load("Name")
        asked.names = builder.workbook.child("Names").load("Name", "Formula", "Visible")
        tables = builder.workbook.child("Tables")
        asked.tables = tables.load("Name", "Id", "ShowHeaders", "ShowTotals")
        asked.application = builder.workbook.child("Application").load("CalculationMode")

    def _ask_sheet(
        self, asked: _Asked, item: WireObject, sheet_id: str, *, with_cells: bool
    ) -> None:
        used = item.method("GetUsedRangeOrNullObject", True)
        properties = ("Address", *CELL_PROPERTIES) if with_cells else ("Address",)
        asked.used[sheet_id] = used.load(*properties)
        asked.sheet_names[sheet_id] = item.child("Names").load("Name", "Formula", "Visible")

    async def _complete(self, looks: "_Looks") -> "_Looks":
        """Ask for the used ranges and table areas that the first batch couldn't know."""
        builder, asked = BatchBuilder(), _Asked()
        for entry in looks.sheet_entries():
            sheet_id = _text(entry, "Id")
            if sheet_id not in looks.asked.used:
                self._ask_sheet(asked, builder.worksheet(sheet_id), sheet_id, with_cells=False)
        for entry in looks.table_entries():
            table_id = _text(entry, "Id")
            if table_id not in looks.asked.table_areas:
                item = builder.workbook.child("Tables").item(table_id)
                asked.table_areas[table_id] = item.method("GetRange").load("Address")
        self._charts.ask(builder, asked.charts, list(looks.charts_without_sources()))
        if builder.is_empty:
            return looks
        try:
            return replace(looks, more=_Looks(await self._send(builder), asked))
        except ExcelError:
            if not asked.charts.by_chart:
                raise
            self._charts.less()
            return await self._complete(looks)

    async def _with_cells(
        self, looks: "_Looks", named: Collection[str], *, together: bool
    ) -> WorkbookSnapshot:
        sheets = list(looks.sheets())
        total = sum(sheet.used.size for sheet in sheets if sheet.used is not None)
        wanted = {name.casefold() for name in (*named, looks.active_sheet())}
        cells: dict[str, RangeSnapshot] = looks.cells(self._pool) if together else {}
        chosen = [
            sheet
            for sheet in sheets
            if sheet.used is not None
            and sheet.name not in cells
            and self._fits(sheet.used)
            and (total <= self._limits.whole or sheet.name.casefold() in wanted)
        ]
        cells |= await self._read([sheet.used for sheet in chosen if sheet.used is not None])
        return WorkbookSnapshot(
            tuple(
                replace(
                    sheet,
                    cells=cells.get(sheet.name),
                    was_read=sheet.used is None or sheet.name in cells,
                )
                for sheet in sheets
            ),
            tuple(looks.names()),
            tuple(looks.tables()),
            looks.calculation_mode(),
            looks.active_sheet(),
            tuple(looks.charts()),
        )

    def _fits(self, used: Address) -> bool:
        return used.size <= self._limits.sheet

    async def _read(self, ranges: Sequence[Address]) -> dict[str, RangeSnapshot]:
        """Cells of whole rectangles, one per sheet, in packed batches."""
        blocks: dict[str, list[RangeSnapshot]] = {}
        for pack in _packs(ranges, self._limits.block):
            builder = BatchBuilder()
            handles = [
                builder.worksheet(area.sheet).range(area.local).load(*CELL_PROPERTIES)
                for area in pack
            ]
            results = await self._send(builder)
            for area, handle in zip(pack, handles, strict=True):
                cells = column_snapshot(area, results.properties(handle), self._pool)
                blocks.setdefault(area.sheet, []).append(cells)
        return {sheet: join_rows(parts) for sheet, parts in blocks.items()}

    async def _send(self, builder: BatchBuilder) -> Results:
        self.batches += 1
        return Results(await self._host.send(builder.build()))


def _packs(ranges: Sequence[Address], most: int) -> Iterator[list[Address]]:
    """Rectangles cut into bands of rows and packed so that no batch has over `most` cells."""
    pack: list[Address] = []
    size = 0
    for area in ranges:
        for band in _bands(area, most):
            if pack and size + band.size > most:
                yield pack
                pack, size = [], 0
            pack.append(band)
            size += band.size
    if pack:
        yield pack


def _bands(area: Address, most: int) -> Iterator[Address]:
    rows = max(1, most // area.columns)
    for top in range(area.top, area.bottom + 1, rows):
        bottom = min(area.bottom, top + rows - 1)
        yield Address(area.sheet, top, area.left, bottom, area.right)


@dataclass(frozen=True, slots=True)
class _Looks:
    """The answers of one structure batch, and of the one that completed it."""

    results: Results
    asked: _Asked
    more: "_Looks | None" = None

    def sheet_entries(self) -> Sequence[JsonObject]:
        return self.results.items(self.asked.sheets)

    def table_entries(self) -> Sequence[JsonObject]:
        return self.results.items(self.asked.tables)

    def active_sheet(self) -> str:
        return _text(self.results.properties(self.asked.active), "Name")

    def calculation_mode(self) -> CalculationMode:
        mode = _text(self.results.properties(self.asked.application), "CalculationMode")
        return cast("CalculationMode", mode or "Automatic")

    def sheets(self) -> Iterator[SheetSnapshot]:
        for entry in self.sheet_entries():
            name, sheet_id = _text(entry, "Name"), _text(entry, "Id")
            visibility = cast("Visibility", _text(entry, "Visibility") or "Visible")
            yield SheetSnapshot(name, sheet_id, visibility, self._used(name, sheet_id))

    def _used(self, name: str, sheet_id: str) -> Address | None:
        properties = self._properties("used", sheet_id)
        address = _text(properties, "Address")
        if not address:
            return None
        local = Address.parse(address)
        return replace(local, sheet=name)

    def cells(self, pool: TextPool) -> dict[str, RangeSnapshot]:
        """Cells that came along with the used ranges, by sheet name."""
        found: dict[str, RangeSnapshot] = {}
        for sheet in self.sheets():
            handle = self.asked.used.get(sheet.id)
            if handle is None or sheet.used is None:
                continue
            properties = self.results.properties(handle)
            if properties.get("Values") is not None:
                found[sheet.name] = column_snapshot(sheet.used, properties, pool)
        return found

    def names(self) -> Iterator[NameSnapshot]:
        yield from _names(self.results.items(self.asked.names), "")
        for sheet in self.sheets():
            owner = self if sheet.id in self.asked.sheet_names else self.more
            if owner is not None and sheet.id in owner.asked.sheet_names:
                handle = owner.asked.sheet_names[sheet.id]
                yield from _names(owner.results.items(handle), sheet.name)

    def tables(self) -> Iterator[TableSnapshot]:
        for entry in self.table_entries():
            table_id = _text(entry, "Id")
            address = _text(self._properties("table_areas", table_id), "Address")
            if address:
                yield TableSnapshot(
                    _text(entry, "Name"),
                    table_id,
                    Address.parse(address),
                    entry.get("ShowHeaders") is not False,
                    entry.get("ShowTotals") is True,
                )

    def charts(self) -> Iterator[ChartSnapshot]:
        for entry in self.sheet_entries():
            for chart in charts_of(entry):
                yield self._with_sources(chart) or chart

    def charts_without_sources(self) -> Iterator[ChartSnapshot]:
        for entry in self.sheet_entries():
            for chart in charts_of(entry):
                if chart.series and self._with_sources(chart) is None:
                    yield chart

    def _with_sources(self, chart: ChartSnapshot) -> ChartSnapshot | None:
        found = with_sources(chart, self.results, self.asked.charts)
        if found is None and self.more is not None:
            return with_sources(chart, self.more.results, self.more.asked.charts)
        return found

    def _properties(self, kind: str, key: str) -> JsonObject:
        handles = self.asked.used if kind == "used" else self.asked.table_areas
        if key in handles:
            return self.results.properties(handles[key])
        return {} if self.more is None else self.more._properties(kind, key)  # noqa: SLF001


def _names(entries: Sequence[JsonObject], sheet: str) -> Iterator[NameSnapshot]:
    for entry in entries:
        formula: JsonValue = entry.get("Formula")
        text = formula if isinstance(formula, str) else ""
        yield NameSnapshot(_text(entry, "Name"), text, sheet, entry.get("Visible") is not False)


def _text(entry: JsonObject, key: str) -> str:
    value = entry.get(key)
    if value is None:
        return ""
    if isinstance(value, str | int | float):
        return str(value)
    raise ExcelError("GeneralException", f"Excel answered with an unreadable {key}.")
