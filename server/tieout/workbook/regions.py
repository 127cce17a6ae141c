"""The regions of a sheet: tables, and blocks of cells that stand together.

Works on rectangles of filled cells, so that two cells at opposite corners of a sheet cost two
cells. Rectangles belong together when at most one blank row or three blank columns lie between
them; a blank column separates blocks that each have labels and figures of their own. Tables stand
for themselves.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tieout.workbook.address import Address
from tieout.workbook.snapshot import RangeSnapshot, TableSnapshot

_BLANK_ROWS, _BLANK_COLUMNS = 1, 3
_MOST_GROUPS = 2_000
_SPLIT_ROWS = 400


@dataclass(frozen=True, slots=True)
class Region:
    """A block of cells or a table.

    Attributes:
        cells: Filled cells in it.
        formulas: How many of them are formulas.
        table: The table's name; "" for a block.
    """

    address: Address
    cells: int
    formulas: int = 0
    table: str = ""


def filled_areas(cells: RangeSnapshot, *, formulas: bool = False) -> list[Address]:
    """Rectangles that cover the filled cells (or those with formulas): runs of equal rows."""
    address = cells.address
    rows = cells.formulas if formulas else cells.values
    shapes = ((down, tuple(_runs(row, cells.formulas[down]))) for down, row in enumerate(rows))
    found: list[Address] = []
    for shape, lines in groupby(shapes, key=lambda line: line[1]):
        downs = [down for down, _ in lines]
        top, bottom = address.top + downs[0], address.top + downs[-1]
        for first, last in shape:
            left, right = address.left + first, address.left + last
            found.append(Address(address.sheet, top, left, bottom, right))
    return found


def _runs(row: Sequence[object], formulas: Sequence[str]) -> Iterator[tuple[int, int]]:
    start: int | None = None
    for across, value in enumerate(row):
        if (value is not None and value != "") or formulas[across]:
            start = across if start is None else start
        elif start is not None:
            yield start, across - 1
            start = None
    if start is not None:
        yield start, len(row) - 1


def find_regions(
    filled: Sequence[Address],
    formulas: Sequence[Address] = (),
    tables: Sequence[TableSnapshot] = (),
) -> tuple[Region, ...]:
    """Regions by their top left corners, of rectangles on one sheet that don't overlap."""
    own = [Region(table.address, 0, table=table.name) for table in tables]
    loose = [part for area in filled for part in _outside(area, [r.address for r in own])]
    boxes = [*own, *(Region(box, 0) for box in _grouped(loose))]
    counted = _counted(boxes, filled, formulas)
    return tuple(
        sorted(
            (region for region in counted if region.cells or region.table),
            key=lambda region: (region.address.top, region.address.left),
        )
    )


def _grouped(areas: Sequence[Address]) -> list[Address]:
    """Bounding boxes of what stands together."""
    done: list[Address] = []
    active: list[Address] = []
    for area in sorted(areas, key=lambda area: (area.top, area.left)):
        still: list[Address] = []
        box = area
        for other in active:
            if other.bottom + _BLANK_ROWS + 1 < area.top:
                done.append(other)
            elif _near(other, box):
                box = _around(other, box)
            else:
                still.append(other)
        active = [*still, box]
    return _settled([*done, *active])


def _settled(boxes: list[Address]) -> list[Address]:
    """Boxes that came to touch each other as they grew, joined."""
    if len(boxes) > _MOST_GROUPS:
        whole = boxes[0]
        for box in boxes[1:]:
            whole = _around(whole, box)
        return [whole]
    joined = True
    while joined:
        joined = False
        kept: list[Address] = []
        for box in boxes:
            place = next((n for n, other in enumerate(kept) if _near(other, box)), None)
            if place is None:
                kept.append(box)
            else:
                kept[place] = _around(kept[place], box)
                joined = True
        boxes = kept
    return boxes


def _near(one: Address, other: Address) -> bool:
    return (
        one.top <= other.bottom + _BLANK_ROWS + 1
        and other.top <= one.bottom + _BLANK_ROWS + 1
        and one.left <= other.right + _BLANK_COLUMNS + 1
        and other.left <= one.right + _BLANK_COLUMNS + 1
    )


def _around(one: Address, other: Address) -> Address:
    return Address(
        one.sheet,
        min(one.top, other.top),
        min(one.left, other.left),
        max(one.bottom, other.bottom),
        max(one.right, other.right),
    )


def overlap(one: Address, other: Address) -> Address | None:
    """The cells two rectangles of one sheet have in common."""
    top, left = max(one.top, other.top), max(one.left, other.left)
    bottom, right = min(one.bottom, other.bottom), min(one.right, other.right)
    return Address(one.sheet, top, left, bottom, right) if top <= bottom and left <= right else None


def _outside(area: Address, holes: Sequence[Address]) -> Iterator[Address]:
    """The parts of a rectangle outside of others."""
    for number, hole in enumerate(holes):
        common = overlap(area, hole)
        if common is None:
            continue
        parts = (
            replace(area, bottom=common.top - 1),
            replace(area, top=common.bottom + 1),
            replace(area, top=common.top, bottom=common.bottom, right=common.left - 1),
            replace(area, top=common.top, bottom=common.bottom, left=common.right + 1),
        )
        for part in parts:
            if part.top <= part.bottom and part.left <= part.right:
                yield from _outside(part, holes[number + 1 :])
        return
    yield area


def _counted(
    regions: Sequence[Region], filled: Sequence[Address], formulas: Sequence[Address]
) -> list[Region]:
    return [
        replace(
            region,
            cells=_common(region.address, filled),
            formulas=_common(region.address, formulas),
        )
        for region in regions
    ]


def _common(box: Address, areas: Sequence[Address]) -> int:
    return sum(common.size for area in areas if (common := overlap(box, area)) is not None)


def split_regions(regions: Sequence[Region], cells: RangeSnapshot) -> tuple[Region, ...]:
    """Blocks that stand side by side, told apart by what they hold."""
    found = [part for region in regions for part in _split(region, cells)]
    filled, formulas = filled_areas(cells), filled_areas(cells, formulas=True)
    counted = _counted(found, filled, formulas)
    return tuple(sorted(counted, key=lambda region: (region.address.top, region.address.left)))


def _split(region: Region, cells: RangeSnapshot) -> list[Region]:
    if region.table:
        return [region]
    area = region.address
    for column in range(area.left + 1, area.right):
        left = replace(area, right=column - 1)
        if not _is_blank(cells, replace(area, left=column, right=column)):
            continue
        right = replace(area, left=column + 1)
        while right.left < right.right and _is_blank(cells, replace(right, right=right.left)):
            right = replace(right, left=right.left + 1)
        labels = replace(right, right=right.left)
        labelled = not _is_blank(cells, labels) and not _has_figures(cells, labels)
        if labelled and _has_figures(cells, left) and _has_figures(cells, right):
            return [
                Region(_trimmed(cells, left), 0),
                *_split(Region(_trimmed(cells, right), 0), cells),
            ]
    return [region]


def _is_blank(cells: RangeSnapshot, area: Address) -> bool:
    return not any(_filled_rows(cells, area, figures=False))


def _has_figures(cells: RangeSnapshot, area: Address) -> bool:
    return any(_filled_rows(cells, area, figures=True))


def _filled_rows(cells: RangeSnapshot, area: Address, *, figures: bool) -> Iterator[int]:
    for row in range(area.top, min(area.bottom, area.top + _SPLIT_ROWS) + 1):
        for column in range(area.left, area.right + 1):
            value, formula = cells.content(row, column)
            if isinstance(value, float) or (not figures and (value is not None or formula)):
                yield row
                break


def _trimmed(cells: RangeSnapshot, area: Address) -> Address:
    """Without blank rows at the top and bottom."""
    top, bottom = area.top, area.bottom
    while top < bottom and _is_blank(cells, replace(area, top=top, bottom=top)):
        top += 1
    while top < bottom and _is_blank(cells, replace(area, top=bottom, bottom=bottom)):
        bottom -= 1
    return replace(area, top=top, bottom=bottom)
