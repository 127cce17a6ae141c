"""The regions of a sheet that was read whole, each with the texts that head its columns."""

from collections.abc import Sequence
from dataclasses import dataclass

from tieout.workbook.address import Address
from tieout.workbook.heading_rows import heading_text
from tieout.workbook.rectangles import mask_runs, rectangles
from tieout.workbook.regions import Region, filled_areas, find_regions, split_regions
from tieout.workbook.sheet_look import SheetLook
from tieout.workbook.sheet_map import region_headings
from tieout.workbook.snapshot import RangeSnapshot, SheetSnapshot, TableSnapshot

_SPLIT = 20_000
"""A sheet of more cells isn't searched for blocks that stand side by side."""
_MOST_HEADED = 12
_MOST_COLUMNS = 12
_LONGEST = 28
_CORNER = 3


@dataclass(frozen=True, slots=True)
class HeadedRegion:
    """A region; `row` is the row of its headings, 0 where none was found; then `title` is its first text."""

    region: Region
    row: int = 0
    headings: tuple[str, ...] = ()
    title: str = ""


def headed_regions(
    sheet: SheetSnapshot, tables: Sequence[TableSnapshot]
) -> tuple[HeadedRegion, ...]:
    """The regions of a sheet, the largest first; of the first dozen also their headings."""
    cells = sheet.cells
    if cells is None:
        return ()
    own = [table for table in tables if table.address.sheet.casefold() == sheet.name.casefold()]
    regions = find_regions(_areas(cells), _areas(cells, formulas=True), own)
    if cells.address.size <= _SPLIT:
        regions = split_regions(regions, cells)
    ordered = sorted(regions, key=lambda each: (-each.cells, each.address.top, each.address.left))
    look = SheetLook((cells,), tables=tuple(own))
    return tuple(
        _headed(look, region) if place < _MOST_HEADED else HeadedRegion(region)
        for place, region in enumerate(ordered)
    )


def _areas(cells: RangeSnapshot, *, formulas: bool = False) -> list[Address]:
    """Rectangles of filled cells, without making rows of cells that are kept in columns."""
    if cells.columns is None:
        return filled_areas(cells, formulas=formulas)
    mask = cells.columns.formulas != 0 if formulas else cells.columns.filled
    runs = mask_runs(mask, cells.address.top, cells.address.left)
    sheet = cells.address.sheet
    return [
        Address(sheet, area.top, area.left, area.bottom, area.right) for area in rectangles(runs)
    ]


def _headed(look: SheetLook, region: Region) -> HeadedRegion:
    rows = region_headings(look, region)
    if not rows:
        return HeadedRegion(region, title=_title(look.tiles[0], region.address))
    # Of several rows the one that tells columns apart best: a row of units tells nothing.
    row = max(rows, key=lambda row: (len(set(_texts(look, row, region.address))), row))
    return HeadedRegion(region, row, tuple(_texts(look, row, region.address)))


def _texts(look: SheetLook, row: int, area: Address) -> list[str]:
    right = min(area.right, area.left + _MOST_COLUMNS - 1)
    texts = (heading_text(look, row, column) for column in range(area.left, right + 1))
    return [text[:_LONGEST] for text in texts if text.strip()]


def _title(cells: RangeSnapshot, area: Address) -> str:
    """The first text near a region's top left corner."""
    for row in range(area.top, min(area.bottom, area.top + _CORNER) + 1):
        for column in range(area.left, min(area.right, area.left + _CORNER) + 1):
            value, formula = cells.content(row, column)
            if isinstance(value, str) and value.strip() and not formula:
                return value.strip()[:_LONGEST]
    return ""
