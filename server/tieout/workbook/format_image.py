"""What cells, rows, columns and sheets looked like at one moment, and how to get back there.

A `Spot` is the smallest thing that is compared and restored by itself: the font of one cell, one
edge of its border, one column's size, the merged areas of a sheet, one property of a sheet. Values
are kept as Excel's API gives them; colours by theme are therefore known as plain colours only.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pydantic import JsonValue

from tieout.workbook.address import MAX_COLUMNS, MAX_ROWS, Address

SpotKind: TypeAlias = Literal["cell", "area", "row", "column", "merges", "sheet"]
"""`area` is a rectangle, and `row` and `column` may be several, that are alike throughout."""
CellGroup: TypeAlias = Literal["font", "fill", "alignment", "protection", "borders", "numberFormat"]
CELL_GROUPS: tuple[CellGroup, ...] = (
    "font",
    "fill",
    "alignment",
    "protection",
    "borders",
    "numberFormat",
)
Values: TypeAlias = tuple[tuple[str, JsonValue], ...]
"""Property → value in a fixed order, by wire names."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Something with formats of its own.

    Attributes:
        sheet_id: Excel's identity of the sheet, which survives renaming.
        area: Its cells; whole rows or columns for those, one cell for what a sheet has once.
        group: A cell group, a border's side such as `EdgeTop`, or a property of the sheet.
        whole: Of an area that is the unfilled rest of whole columns or rows: all of those.
    """

    sheet_id: str
    kind: SpotKind
    area: Address
    group: str = ""
    whole: Address | None = None


FormatImage: TypeAlias = Mapping[Spot, Values]


@dataclass(frozen=True, slots=True)
class FormatDifference:
    """What a restore has to set, and what it leaves alone."""

    restore: Mapping[Spot, Values]
    kept: tuple[Spot, ...]


def to_restore(before: FormatImage, after: FormatImage, now: FormatImage) -> FormatDifference:
    """Spots that still look as they did after the run, with what they have to get back.

    An area that was alike before and is mixed after the run holds no value to compare; it is given
    back its old look as long as it is still mixed.
    """
    restore: dict[Spot, Values] = {}
    kept: list[Spot] = []
    for spot, old in before.items():
        ours, current = after.get(spot), now.get(spot)
        if old in (ours, current) or not is_restorable(spot):
            continue
        if current == ours:
            restore[spot] = old if ours is None else _changed(spot, old, ours)
        else:
            kept.append(spot)
    return FormatDifference(restore, tuple(kept))


_FACING = {
    "EdgeTop": ("EdgeBottom", -1, 0),
    "EdgeBottom": ("EdgeTop", 1, 0),
    "EdgeLeft": ("EdgeRight", 0, -1),
    "EdgeRight": ("EdgeLeft", 0, 1),
}


def disturbed(restore: FormatImage, now: FormatImage) -> Iterator[tuple[Spot, Values]]:
    """What restoring changes besides, with the values it has to keep.

    Setting one side of an edge sets the neighbour's side too where that has a line. The rest of
    whole columns is restored by setting the columns, filled cells included.
    """
    for spot in restore:
        facing = _FACING.get(spot.group)
        if spot.kind == "cell" and facing is not None:
            group, down, across = facing
            row, column = spot.area.top + down, spot.area.left + across
            other = Spot(spot.sheet_id, "cell", Address("", row, column, row, column), group)
            if other in now and other not in restore:
                yield other, now[other]
    wholes = [spot for spot in restore if spot.whole is not None]
    for spot, values in now.items() if wholes else ():
        if (
            spot.kind in ("cell", "area")
            and spot.whole is None
            and any(
                spot.sheet_id == over.sheet_id
                and spot.group == over.group
                and over.whole is not None
                and intersection(spot.area, over.whole) is not None
                for over in wholes
            )
        ):
            yield spot, tuple({**dict(values), **dict(restore.get(spot, ()))}.items())


def is_restorable(spot: Spot) -> bool:
    """Not the borders of the unfilled rest of a sheet: whole columns have other sides."""
    return spot.whole is None or spot.group in CELL_GROUPS


def different(one: FormatImage, other: FormatImage) -> tuple[Spot, ...]:
    """Spots of the first image that look different in the other one."""
    return tuple(spot for spot, values in one.items() if other.get(spot) != values)


def _changed(spot: Spot, old: Values, ours: Values) -> Values:
    """The properties to set. Lines, fills and sizes are set whole: their properties interact."""
    if spot.kind not in ("cell", "area") or spot.group not in ("font", "alignment", "protection"):
        return old
    known = dict(ours)
    return tuple((name, value) for name, value in old if known.get(name) != value)


def intersection(one: Address, other: Address) -> Address | None:
    """The cells of both, or None; the first one's sheet."""
    top, left = max(one.top, other.top), max(one.left, other.left)
    bottom, right = min(one.bottom, other.bottom), min(one.right, other.right)
    return Address(one.sheet, top, left, bottom, right) if top <= bottom and left <= right else None


def without(area: Address, taken: Address) -> tuple[Address, ...]:
    """The cells of `area` that aren't in `taken`, as up to four rectangles."""
    cut = intersection(area, taken)
    if cut is None:
        return (area,)
    parts: list[Address] = []
    if area.top < cut.top:
        parts.append(Address(area.sheet, area.top, area.left, cut.top - 1, area.right))
    if cut.bottom < area.bottom:
        parts.append(Address(area.sheet, cut.bottom + 1, area.left, area.bottom, area.right))
    if area.left < cut.left:
        parts.append(Address(area.sheet, cut.top, area.left, cut.bottom, cut.left - 1))
    if cut.right < area.right:
        parts.append(Address(area.sheet, cut.top, cut.right + 1, cut.bottom, area.right))
    return tuple(parts)


def widened(area: Address, rows: int, columns: int) -> Address:
    """The area with so many more rows and columns at its end, within the grid."""
    return Address(
        area.sheet,
        area.top,
        area.left,
        min(MAX_ROWS, area.bottom + rows),
        min(MAX_COLUMNS, area.right + columns),
    )


def surrounded(area: Address) -> Address:
    """The area with one cell more on every side, within the grid: neighbours share its edges."""
    return Address(
        area.sheet,
        max(1, area.top - 1),
        max(1, area.left - 1),
        min(MAX_ROWS, area.bottom + 1),
        min(MAX_COLUMNS, area.right + 1),
    )


def bounding(one: Address | None, other: Address) -> Address:
    """The smallest rectangle around both."""
    if one is None:
        return other
    return Address(
        other.sheet,
        min(one.top, other.top),
        min(one.left, other.left),
        max(one.bottom, other.bottom),
        max(one.right, other.right),
    )
