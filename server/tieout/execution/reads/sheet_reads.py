"""A whole sheet: its regions, found by its cells while it is small, else by where Excel says cells are."""

from dataclasses import dataclass

from tieout.execution.looks.look_batches import local_areas
from tieout.execution.looks.wire_cells import CELL_PROPERTIES, range_snapshot
from tieout.execution.ports import ExcelHost
from tieout.office_wire.build import BatchBuilder, WireObject
from tieout.office_wire.response import Results
from tieout.workbook.address import MAX_COLUMNS, Address
from tieout.workbook.regions import Region, filled_areas, find_regions, split_regions
from tieout.workbook.sheet_look import SheetLook
from tieout.workbook.sheet_map import map_tiles
from tieout.workbook.snapshot import RangeSnapshot, TableSnapshot, WorkbookSnapshot

WHOLE = 100_000
"""A used range up to this many cells is read whole."""


@dataclass(frozen=True, slots=True)
class SheetRead:
    """A sheet as its regions; `cells` only when it was read whole.

    Attributes:
        look: What was read of it: everything, or the first and last rows of the regions.
    """

    used: Address
    regions: tuple[Region, ...]
    look: SheetLook
    cells: RangeSnapshot | None = None


async def used_range(host: ExcelHost, name: str) -> Address | None:
    """The used range of a sheet ("" for the active one), with its sheet; None when it is empty.

    Raises:
        ExcelError: There is no such sheet.
    """
    builder = BatchBuilder()
    handle = worksheet(builder, name).method("GetUsedRangeOrNullObject", True).load("Address")
    address = Results(await host.send(builder.build())).properties(handle).get("Address")
    return Address.parse(address) if isinstance(address, str) else None


async def read_sheet(host: ExcelHost, used: Address, known: WorkbookSnapshot) -> SheetRead:
    """The regions of a sheet: one batch, two when it is large."""
    tables = [
        table for table in known.tables if table.address.sheet.casefold() == used.sheet.casefold()
    ]
    if used.size <= WHOLE and used.columns < MAX_COLUMNS:
        return await _read_whole(host, used, tables)
    return await _read_parts(host, used, tables)


async def _read_whole(host: ExcelHost, used: Address, tables: list[TableSnapshot]) -> SheetRead:
    builder = BatchBuilder()
    handle = builder.worksheet(used.sheet).range(used.local).load(*CELL_PROPERTIES)
    results = Results(await host.send(builder.build()))
    cells = range_snapshot(used, results.properties(handle))
    found = find_regions(filled_areas(cells), filled_areas(cells, formulas=True), tables)
    regions = split_regions(found, cells)
    return SheetRead(used, regions, SheetLook((cells,), tables=tuple(tables)), cells)


async def _read_parts(host: ExcelHost, used: Address, tables: list[TableSnapshot]) -> SheetRead:
    """Where constants and formulas are, then the ends of the regions they make."""
    builder = BatchBuilder()
    target = builder.worksheet(used.sheet).range(used.local)
    constants, formulas = (
        target.method("GetSpecialCellsOrNullObject", kind, "All").load("Address")
        for kind in ("Constants", "Formulas")
    )
    results = Results(await host.send(builder.build()))
    areas = [
        [_on(used.sheet, area) for area in local_areas(results.properties(handle).get("Address"))]
        for handle in (constants, formulas)
    ]
    regions = find_regions([*areas[0], *areas[1]], areas[1], tables)
    builder = BatchBuilder()
    asked = [
        (tile, builder.worksheet(used.sheet).range(tile.local).load(*CELL_PROPERTIES))
        for tile in map_tiles(regions)
    ]
    results = Results(await host.send(builder.build()))
    tiles = tuple(range_snapshot(tile, results.properties(handle)) for tile, handle in asked)
    return SheetRead(used, regions, SheetLook(tiles, tables=tuple(tables)))


def worksheet(builder: BatchBuilder, name: str) -> WireObject:
    """A sheet by name; the active one for ""."""
    if name:
        return builder.worksheet(name)
    return builder.worksheets.method("GetActiveWorksheet")


def _on(sheet: str, area: Address) -> Address:
    return Address(sheet, area.top, area.left, area.bottom, area.right)
