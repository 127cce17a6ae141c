"""Many small rectangles in few questions: several areas of a sheet at once, as `getRanges` takes them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from tieout.execution.looks.wire_cells import CELL_PROPERTIES, checked_grid
from tieout.execution.ports import ExcelHost
from tieout.office_wire.batch import JsonObject
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results
from tieout.workbook.address import Address
from tieout.workbook.cell_columns import CellColumns, TextPool, cell_columns

FEW = 32
"""Up to so many rectangles are asked for one by one."""
_MOST_TEXT = 8_000
"""Characters of an address of several areas; Excel takes 8,192."""


@dataclass(frozen=True, slots=True)
class ScatteredCells:
    """Cells of one sheet in no order: their places from 1, and what they hold, in one column."""

    rows: NDArray[np.int64]
    across: NDArray[np.int64]
    columns: CellColumns


async def read_scattered(
    host: ExcelHost, areas: Sequence[Address], pool: TextPool
) -> ScatteredCells | None:
    """The cells of many rectangles of one sheet; None when Excel answered for other rectangles.

    Raises:
        ExcelError: Excel refused the batch, or gave no cells.
        PaneLost: The host went away.
    """
    builder = BatchBuilder()
    handles = [
        builder.worksheet(sheet)
        .method("GetRanges", text)
        .child("Areas")
        .load("Address", *CELL_PROPERTIES)
        for sheet, text in _questions(areas)
    ]
    results = Results(await host.send(builder.build()))
    by_place = {_local(item): item for handle in handles for item in results.items(handle)}
    found = [by_place.get(area.local) for area in areas]
    answers = [item for item in found if item is not None]
    return None if len(answers) != len(areas) else _together(areas, answers, pool)


def _questions(areas: Sequence[Address]) -> Iterator[tuple[str, str]]:
    """Sheet and address of several areas, none too long."""
    for sheet, found in groupby(areas, lambda area: area.sheet):
        texts: list[str] = []
        length = 0
        for area in found:
            text = area.local
            if texts and length + len(text) + 1 > _MOST_TEXT:
                yield sheet, ",".join(texts)
                texts, length = [], 0
            texts.append(text)
            length += len(text) + 1
        yield sheet, ",".join(texts)


def _local(item: JsonObject) -> str:
    return str(item.get("Address")).rpartition("!")[2].replace("$", "")


def _together(
    areas: Sequence[Address], answers: Sequence[JsonObject], pool: TextPool
) -> ScatteredCells:
    grids = [
        [_flat(area, item, name) for area, item in zip(areas, answers, strict=True)]
        for name in CELL_PROPERTIES
    ]
    values, formulas, texts, formats = ([list(chain.from_iterable(grid))] for grid in grids)
    columns = cell_columns(pool, values, formulas, texts, formats)
    places = [
        (row, column)
        for area in areas
        for row in range(area.top, area.bottom + 1)
        for column in range(area.left, area.right + 1)
    ]
    at = np.array(places, np.int64)
    return ScatteredCells(at[:, 0], at[:, 1], columns)


def _flat(area: Address, item: JsonObject, name: str) -> Sequence[JsonValue]:
    grid = checked_grid(item, name, area)
    return grid[0] if len(grid) == 1 else list(chain.from_iterable(grid))
