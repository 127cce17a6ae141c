"""What headings are found by, asked for in a batch of the server's own, and read from its answer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from tieout.execution.looks.wire_cells import CELL_PROPERTIES, range_snapshot
from tieout.office_wire.build import ResultHandle, WireObject
from tieout.office_wire.response import Results
from tieout.workbook.address import Address, InvalidAddress
from tieout.workbook.cell_styles import CellStyle, RangeStyles
from tieout.workbook.sheet_look import SheetLook
from tieout.workbook.snapshot import RangeSnapshot, TableSnapshot

_LOOKS: JsonValue = {
    "format": {
        "font": {"bold": True},
        "fill": {"color": True, "pattern": True},
    }
}


@dataclass(frozen=True, slots=True)
class AskedBand:
    """Cells of a band of rows; `looks` only where they were asked for."""

    area: Address
    cells: ResultHandle | None
    looks: ResultHandle | None


def ask_band(
    sheet: WireObject, area: Address, *, cells: bool = True, looks: bool = True
) -> AskedBand:
    """Ask for the contents and the looks of a band."""
    target = sheet.range(area.local)
    return AskedBand(
        area,
        target.load(*CELL_PROPERTIES) if cells else None,
        target.call("GetCellProperties", _LOOKS, writes=False) if looks else None,
    )


@dataclass(frozen=True, slots=True)
class AskedSheet:
    """Freeze panes of a sheet, and its merged areas where they were asked for."""

    frozen: ResultHandle
    merged: ResultHandle | None


def ask_sheet(sheet: WireObject, around: Address | None) -> AskedSheet:
    """Ask for the split of frozen panes, and for merged areas that touch `around`."""
    frozen = sheet.child("FreezePanes").method("GetLocationOrNullObject").load("Address")
    if around is None:
        return AskedSheet(frozen, None)
    merged = sheet.range(around.local).method("GetMergedAreasOrNullObject")
    return AskedSheet(frozen, merged.load("Address"))


def band_cells(band: AskedBand, results: Results) -> RangeSnapshot | None:
    """The contents of a band, when they were asked for."""
    if band.cells is None:
        return None
    return range_snapshot(band.area, results.properties(band.cells))


def band_styles(band: AskedBand, results: Results) -> RangeStyles | None:
    """Bold and fill of a band's cells; nothing else of their look was asked for."""
    grid = None if band.looks is None else results.value(band.looks)
    if not isinstance(grid, list) or len(grid) != band.area.rows:
        return None
    table: dict[CellStyle, int] = {}
    ids: list[list[int]] = []
    for line in grid:
        if not isinstance(line, list):
            return None
        ids.append([table.setdefault(_style(cell), len(table)) for cell in line])
    return RangeStyles(band.area, (band.area,), tuple(table), ids)


def sheet_look(
    bands: Sequence[RangeSnapshot],
    styles: Sequence[RangeStyles],
    sheet: AskedSheet,
    results: Results,
    tables: Sequence[TableSnapshot],
) -> SheetLook:
    """All that was read of a sheet, as one value."""
    frozen = local_areas(results.properties(sheet.frozen).get("Address"))
    name = bands[0].address.sheet
    merged = None if sheet.merged is None else results.properties(sheet.merged).get("Address")
    rows, columns = _split(next(iter(frozen), None))
    return SheetLook(
        tuple(bands),
        tuple(styles),
        tuple(Address(name, a.top, a.left, a.bottom, a.right) for a in local_areas(merged)),
        rows,
        columns,
        tuple(table for table in tables if table.address.sheet.casefold() == name.casefold()),
    )


def local_areas(text: JsonValue) -> list[Address]:
    """Areas of an address of several, such as `Sheet1!A1:B2,Sheet1!D4`; without their sheet."""
    if not isinstance(text, str):
        return []
    return list(_areas(text))


def _areas(text: str) -> Iterator[Address]:
    quoted = False
    part = ""
    for letter in (*text, ","):
        quoted ^= letter == "'"
        if letter != "," or quoted:
            part += letter
            continue
        try:
            area = Address.parse(part)
        except InvalidAddress:
            area = None
        if area is not None:
            yield Address("", area.top, area.left, area.bottom, area.right)
        part = ""


def _split(location: Address | None) -> tuple[int, int]:
    """Frozen rows and columns by the frozen cells: whole rows freeze no column, and so on."""
    if location is None:
        return 0, 0
    if ":" in location.local and location.local.replace(":", "").isdigit():
        return location.bottom, 0
    if location.local.replace(":", "").isalpha():
        return 0, location.right
    return location.bottom, location.right


def _style(cell: JsonValue) -> CellStyle:
    shape = _inner(cell, "format")
    fill = _inner(shape, "fill")
    color = fill.get("color")
    filled = fill.get("pattern") not in (None, "None") and isinstance(color, str)
    return CellStyle(
        bold=_inner(shape, "font").get("bold") is True,
        fill=color if filled and isinstance(color, str) else "",
    )


def _inner(value: JsonValue, name: str) -> dict[str, JsonValue]:
    inner = value.get(name) if isinstance(value, dict) else None
    return inner if isinstance(inner, dict) else {}
