"""Cells as few rectangles: how areas of one formula pattern or one look are written."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tieout.workbook.address import Address, column_letters
from tieout.workbook.sampling import areas

Run: TypeAlias = tuple[int, int, int]
"""Cells of one column: (column, first row, last row)."""
_MOST_BOTH_WAYS = 5_000


def rectangles(runs: Sequence[Run]) -> tuple[Address, ...]:
    """Rectangles that hold exactly the cells of these runs, each run as long as it can be.

    Equal runs of adjoining columns are joined; where joining along rows first needs fewer
    rectangles, and there aren't too many cells to try, that is taken.
    """
    found = _joined(runs)
    if len(found) < 2 or sum(bottom - top + 1 for _, top, bottom in runs) > _MOST_BOTH_WAYS:  # noqa: PLR2004
        return found
    cells = ((row, column) for column, top, bottom in runs for row in range(top, bottom + 1))
    other = areas(cells, "")
    return other if len(other) < len(found) else found


def mask_runs(mask: NDArray[np.bool_], top: int, left: int) -> list[Run]:
    """The runs of the set cells of a grid whose first cell is at (`top`, `left`)."""
    padded = np.zeros((mask.shape[0] + 2, mask.shape[1]), dtype=np.int8)
    padded[1:-1] = mask
    steps = np.diff(padded, axis=0).T
    columns, starts = np.nonzero(steps == 1)
    ends = np.nonzero(steps == -1)[1]
    return list(
        zip(
            (columns + left).tolist(),
            (starts + top).tolist(),
            (ends + top - 1).tolist(),
            strict=True,
        )
    )


def areas_text(found: Iterable[Address]) -> str:
    """Areas as one word without sheets: `D2:D56,D58`."""
    return ",".join(local_text(area) for area in found)


def local_text(area: Address) -> str:
    """An area by its corners, also when it is whole rows or columns."""
    first = f"{column_letters(area.left)}{area.top}"
    if area.size == 1:
        return first
    return f"{first}:{column_letters(area.right)}{area.bottom}"


def _joined(runs: Sequence[Run]) -> tuple[Address, ...]:
    """Runs joined across columns."""
    open_areas: dict[tuple[int, int], Address] = {}
    done: list[Address] = []
    for column, top, bottom in sorted(runs):
        before = open_areas.get((top, bottom))
        if before is not None and before.right == column - 1:
            open_areas[top, bottom] = Address("", top, before.left, bottom, column)
        else:
            if before is not None:
                done.append(before)
            open_areas[top, bottom] = Address("", top, column, bottom, column)
    done.extend(open_areas.values())
    return tuple(sorted(done))
