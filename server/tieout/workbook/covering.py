"""Which of many cells lie in any of many areas, in time that grows with their sum."""

from collections.abc import Sequence

import numpy as np

from tieout.workbook.address import Address
from tieout.workbook.cell_columns import Mask

Place = tuple[int, int]
"""Row and column, from 1."""


def covered(places: Sequence[Place], areas: Sequence[Address]) -> Mask:
    """For each cell whether an area holds it; sheets aren't looked at."""
    at = np.array(places, np.int64).reshape(-1, 2)
    if not len(at) or not areas:
        return np.zeros(len(at), np.bool_)
    top, left = at.min(axis=0).tolist()
    bottom, right = at.max(axis=0).tolist()
    mask = np.zeros((bottom - top + 1, right - left + 1), np.bool_)
    for area in areas:
        mark(mask, Address("", top, left, bottom, right), area)
    return mask[at[:, 0] - top, at[:, 1] - left]


def mark(mask: Mask, whole: Address, area: Address) -> None:
    """Set the cells of an area in the mask of a rectangle."""
    top, left = max(area.top - whole.top, 0), max(area.left - whole.left, 0)
    bottom, right = area.bottom - whole.top + 1, area.right - whole.left + 1
    if bottom > 0 and right > 0:
        mask[top:bottom, left:right] = True
