"""A sheet as a map: its regions with size, headings, first and last rows, instead of its cells.

Model: 1,240 cells in 2 regions of A1:M90 (a map; read on by address)
A3:H40 table Sales, 38×8, 304 cells, 25% formulas
  3*|Region|Units|Price
  4|North|1200|9.99
  40|Total|84000|
J3:M10 block, 8×4, 30 cells
"""

from collections.abc import Iterator, Sequence

from tieout.workbook.address import Address, quote_sheet
from tieout.workbook.headers import headings
from tieout.workbook.heading_rows import heading_text
from tieout.workbook.regions import Region
from tieout.workbook.sheet_look import SheetLook
from tieout.workbook.tokens import estimate_tokens

BIG = 5_000
"""A used range of so many cells is shown as a map."""
HEAD_ROWS, TAIL_ROWS = 8, 2
"""Rows of a region that a map needs."""
MOST_COLUMNS = 40
_MOST_REGIONS = 40
_SHOWN_COLUMNS, _LONGEST = 12, 28
_DETAILS = ((2, 1), (1, 1), (1, 0), (0, 0))


def is_worth_a_map(used: Address, regions: Sequence[Region]) -> bool:
    """Whether a sheet is better shown as a map: it has several regions, or is big."""
    return len(regions) > 1 or used.size >= BIG


def map_tiles(regions: Sequence[Region]) -> Iterator[Address]:
    """The cells a map shows: first and last rows of its regions."""
    for region in regions[:_MOST_REGIONS]:
        area = region.address
        right = min(area.right, area.left + MOST_COLUMNS - 1)
        last = min(area.bottom, area.top + HEAD_ROWS - 1)
        yield Address(area.sheet, area.top, area.left, last, right)
        first = max(last + 1, area.bottom - TAIL_ROWS + 1)
        if first <= area.bottom:
            yield Address(area.sheet, first, area.left, area.bottom, right)


def region_headings(look: SheetLook, region: Region) -> tuple[int, ...]:
    """Rows of a region that hold its headings, top first."""
    area = region.address
    if area.rows == 1:
        return ()
    row = min(area.bottom, area.top + HEAD_ROWS - 1)
    body = Address(area.sheet, row, area.left, row, area.right)
    rows = (line.at.top for line in headings(look, body).rows)
    return tuple(row for row in rows if row >= area.top)


def map_text(used: Address, regions: Sequence[Region], look: SheetLook, budget: int) -> str:
    """The map under a budget of estimated tokens."""
    text = ""
    for first, last in _DETAILS:
        text = "\n".join(_lines(used, regions, look, (first, last)))
        if estimate_tokens(text) <= budget:
            break
    return text


def _lines(
    used: Address, regions: Sequence[Region], look: SheetLook, shown: tuple[int, int]
) -> Iterator[str]:
    cells = sum(region.cells for region in regions)
    count = f"{len(regions):,} region{'' if len(regions) == 1 else 's'}"
    name = quote_sheet(used.sheet)
    yield f"{name}: {cells:,} cells in {count} of {used.local} (a map, not the cells)"
    for region in regions[:_MOST_REGIONS]:
        yield _title(region)
        heads = region_headings(look, region)
        for row in heads if shown != (0, 0) else heads[-1:]:
            yield f"  {row}* {_row(look, region.address, row)}"
        area = region.address
        begin = (heads[-1] if heads else area.top - 1) + 1
        rows = [
            *range(begin, begin + shown[0]),
            *range(area.bottom - shown[1] + 1, area.bottom + 1),
        ]
        for row in sorted({row for row in rows if begin <= row <= area.bottom}):
            if text := _row(look, area, row):
                yield f"  {row} {text}"
    more = regions[_MOST_REGIONS:]
    if more:
        places = ", ".join(region.address.local for region in more[:_MOST_REGIONS])
        yield f"{len(more):,} more regions: {places}{' …' if len(more) > _MOST_REGIONS else ''}"
    if regions:
        yield f'read on by address, such as sheet.getCellRange("{regions[0].address}")'


def _title(region: Region) -> str:
    area = region.address
    kind = f"table {region.table}" if region.table else "block"
    share = round(100 * region.formulas / region.cells) if region.cells else 0
    formulas = f", {share}% formulas" if region.formulas else ""
    size = f"{area.rows:,}×{area.columns:,}"
    return f"{area.local} {kind}, {size}, {region.cells:,} cells{formulas}"


def _row(look: SheetLook, area: Address, row: int) -> str:
    right = min(area.right, area.left + _SHOWN_COLUMNS - 1)
    texts = [heading_text(look, row, column) for column in range(area.left, right + 1)]
    cut = [text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…" for text in texts]
    while cut and not cut[-1]:
        cut.pop()
    more = f"|… {area.right - right} more" if cut and area.right > right else ""
    return "|".join(text.replace("|", "¦") for text in cut) + more
