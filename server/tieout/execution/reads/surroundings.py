"""What lies around a range, asked for in the same batch as its cells: headings, looks, the sheet's state."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tieout.execution.looks.look_batches import (
    AskedBand,
    AskedSheet,
    ask_band,
    ask_sheet,
    band_cells,
    band_styles,
    sheet_look,
)
from tieout.office_wire.build import ResultHandle, WireObject
from tieout.office_wire.response import Results
from tieout.workbook.address import Address
from tieout.workbook.hazards import SheetHazards
from tieout.workbook.headers import Headings, headings
from tieout.workbook.regions import overlap
from tieout.workbook.sheet_look import SheetLook
from tieout.workbook.snapshot import RangeSnapshot, WorkbookSnapshot

_ABOVE, _BELOW, _TOP = 40, 14, 15
"""Rows read above and below a range, and at the top of its sheet."""
_OWN_ROWS = 24
_LOOKS_ABOVE = 25
_WIDEST = 60
_LEFT_EDGE = 16
_BESIDE = 8


@dataclass(frozen=True, slots=True)
class AskedSurroundings:
    """Handles of a batch. `state` is missing where this Excel can't tell it."""

    area: Address
    tiles: tuple[AskedBand, ...]
    sheet: AskedSheet
    filter: ResultHandle | None = None
    protection: ResultHandle | None = None


def ask_surroundings(
    sheet: WireObject, area: Address, used: Address, *, merged: bool, state: bool = True
) -> AskedSurroundings:
    """Ask for what headings and hazards of a range are told by.

    Args:
        sheet: Where to ask.
        area: The range; its sheet is named.
        used: The used range of the sheet, as far as known; bounds what is read.
        merged: Whether to ask for merged areas.
        state: Whether to ask for filter and protection.
    """
    tiles = [ask_band(sheet, tile, looks=False) for tile in _content_tiles(area, used)]
    looks = [ask_band(sheet, tile, cells=False) for tile in _look_tiles(area, used)]
    around = _box([tile.area for tile in tiles] or [area]) if merged else None
    return AskedSurroundings(
        area,
        (*tiles, *looks),
        ask_sheet(sheet, around),
        sheet.child("AutoFilter").load("Enabled", "IsDataFiltered") if state else None,
        sheet.child("Protection").load("Protected") if state else None,
    )


def look_around(
    asked: AskedSurroundings, results: Results, cells: RangeSnapshot, known: WorkbookSnapshot
) -> SheetLook:
    """What was read of a sheet, completed by the latest snapshot."""
    tiles = [read for tile in asked.tiles if (read := band_cells(tile, results)) is not None]
    styles = [read for tile in asked.tiles if (read := band_styles(tile, results)) is not None]
    snapshot = known.sheet(asked.area.sheet)
    if snapshot is not None and snapshot.cells is not None:
        tiles.append(snapshot.cells)
    return sheet_look([cells, *tiles], styles, asked.sheet, results, known.tables)


def headings_around(look: SheetLook, area: Address) -> Headings:
    """Column headings and row labels outside a range."""
    return headings(look, area)


def hazards_around(
    asked: AskedSurroundings,
    results: Results,
    look: SheetLook,
    known: WorkbookSnapshot,
) -> SheetHazards:
    """The state of the sheet; hidden rows and columns are told by the range itself."""

    def says(handle: ResultHandle | None, name: str) -> bool:
        return handle is not None and results.properties(handle).get(name) is True

    return SheetHazards(
        filter_on=says(asked.filter, "Enabled"),
        filtered=says(asked.filter, "IsDataFiltered"),
        protected=says(asked.protection, "Protected"),
        merged=tuple(area for area in look.merged if overlap(area, asked.area) is not None),
        calculation=known.calculation_mode,
    )


def _content_tiles(area: Address, used: Address) -> Iterator[Address]:
    """Rows around the range, and the first rows of the sheet; not wider than need be."""
    bottom = min(area.bottom, area.top + _OWN_ROWS) + _BELOW
    near = (max(1, area.top - _ABOVE), min(bottom, max(used.bottom, area.bottom)))
    for left, right in _columns(area, used):
        yield Address(area.sheet, near[0], left, near[1], right)
        top = min(used.top, near[0])
        if top < near[0]:
            last = min(near[0] - 1, top + _TOP - 1)
            yield Address(area.sheet, top, left, last, right)


def _look_tiles(area: Address, used: Address) -> Iterator[Address]:
    """Rows above the range and its first one, and the first rows of the sheet."""
    first = max(1, area.top - _LOOKS_ABOVE)
    for left, right in _columns(area, used):
        yield Address(area.sheet, first, left, area.top, right)
        top = min(used.top, first)
        if top < first:
            last = min(first - 1, top + _TOP - 1)
            yield Address(area.sheet, top, left, last, right)


def _columns(area: Address, used: Address) -> Iterator[tuple[int, int]]:
    left = min(used.left, area.left)
    right = min(max(used.right, area.right), area.right + _BESIDE, area.left + _WIDEST)
    if right - left < _WIDEST:
        yield left, right
        return
    yield left, left + _LEFT_EDGE - 1
    yield max(left + _LEFT_EDGE, area.left - _BESIDE), max(right, left + _LEFT_EDGE)


def _box(areas: Sequence[Address]) -> Address:
    return Address(
        areas[0].sheet,
        min(area.top for area in areas),
        min(area.left for area in areas),
        max(area.bottom for area in areas),
        max(area.right for area in areas),
    )
