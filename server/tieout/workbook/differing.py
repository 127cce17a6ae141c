"""Where two looks at one sheet differ: array against array where both stand in columns."""

from collections.abc import Iterator, Sequence

import numpy as np

from tieout.workbook.address import Address
from tieout.workbook.cell_columns import CellColumns, Mask
from tieout.workbook.snapshot import RangeSnapshot, SheetSnapshot


def differing_places(
    before: SheetSnapshot | None, after: SheetSnapshot
) -> Sequence[tuple[int, int]]:
    """(row, column) of cells whose content, displayed text or number format differs, in row order.

    Where only one look covers a cell, its content alone counts: no format of the other is known.
    """
    old, new = None if before is None else before.cells, after.cells
    if old is None or new is None:
        only = new if old is None else old
        return [] if only is None else list(only.filled())
    if old.columns is not None and new.columns is not None and old.columns.pool is new.columns.pool:
        return _of_columns(old, old.columns, new, new.columns)
    return list(_of_rows(old, new))


def _of_columns(
    old: RangeSnapshot, was: CellColumns, new: RangeSnapshot, now: CellColumns
) -> Sequence[tuple[int, int]]:
    one, other = old.address, new.address
    if (one.top, one.left, one.bottom, one.right) == (
        other.top,
        other.left,
        other.bottom,
        other.right,
    ):
        return _places(was.differing(now), one.top, one.left)
    found: set[tuple[int, int]] = set()
    shared = _shared(one, other)
    if shared is not None:
        mine = was.part(*_offset(one, shared), shared.rows, shared.columns)
        theirs = now.part(*_offset(other, shared), shared.rows, shared.columns)
        found.update(_places(mine.differing(theirs), shared.top, shared.left))
    for area, columns in ((one, was), (other, now)):
        alone = columns.filled
        if shared is not None:
            down, across = _offset(area, shared)
            alone[down : down + shared.rows, across : across + shared.columns] = False
        found.update(_places(alone, area.top, area.left))
    return sorted(found)


def _shared(one: Address, other: Address) -> Address | None:
    top, left = max(one.top, other.top), max(one.left, other.left)
    bottom, right = min(one.bottom, other.bottom), min(one.right, other.right)
    if top > bottom or left > right:
        return None
    return Address(other.sheet, top, left, bottom, right)


def _offset(area: Address, inner: Address) -> tuple[int, int]:
    return inner.top - area.top, inner.left - area.left


def _places(mask: Mask, top: int, left: int) -> list[tuple[int, int]]:
    return [(top + down, left + across) for down, across in np.argwhere(mask).tolist()]


def _of_rows(old: RangeSnapshot, new: RangeSnapshot) -> Iterator[tuple[int, int]]:
    one, other = old.address, new.address
    shared = _shared(one, other)
    left, right = min(one.left, other.left), max(one.right, other.right)
    for row in range(min(one.top, other.top), max(one.bottom, other.bottom) + 1):
        for column in range(left, right + 1):
            was, now = old.state(row, column), new.state(row, column)
            if shared is not None and _within(shared, row, column):
                differs = was != now or type(was.value) is not type(now.value)
            else:
                differs = not (was.is_empty and now.is_empty)
            if differs:
                yield row, column


def _within(area: Address, row: int, column: int) -> bool:
    return area.top <= row <= area.bottom and area.left <= column <= area.right
