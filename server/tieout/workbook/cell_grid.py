"""The cells of a range as arrays: what patterns, looks and samples are found from in bulk."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from tieout.workbook.address import Address
from tieout.workbook.cell_columns import CellColumns
from tieout.workbook.formula_tokens import ERROR_TEXTS
from tieout.workbook.snapshot import RangeSnapshot

EMPTY, NUMBER, TEXT, LOGICAL, ERROR = range(5)
_KINDS: dict[type, int] = {type(None): EMPTY, float: NUMBER, int: NUMBER, str: TEXT, bool: LOGICAL}
_ERRORS = frozenset(ERROR_TEXTS)


@dataclass(frozen=True, slots=True)
class CellGrid:
    """Arrays over the cells of one rectangle, all of the shape (rows, columns).

    Attributes:
        kinds: What a value is; an empty text under a formula counts as text.
        numbers: Numbers; NaN where a value is none.
        formats: Places in `format_codes`.
        formulas: Column by column; None for a column without any.
        is_formula: Cells with a formula.
    """

    address: Address
    kinds: NDArray[np.uint8]
    numbers: NDArray[np.float64]
    formats: NDArray[np.int32]
    format_codes: tuple[str, ...]
    formulas: tuple[Sequence[str] | None, ...]
    is_formula: NDArray[np.bool_]

    @property
    def filled(self) -> NDArray[np.bool_]:
        """Cells with content."""
        return (self.kinds != EMPTY) | self.is_formula


def cell_grid(cells: RangeSnapshot) -> CellGrid:
    """The arrays of a rectangle, each made in one pass."""
    if cells.columns is not None:
        return _from_columns(cells.address, cells.columns)
    area = cells.address
    shape, count = (area.rows, area.columns), area.size
    values = list(chain.from_iterable(cells.values))
    kinds = np.fromiter(map(_KINDS.__getitem__, map(type, values)), np.uint8, count)
    numbers = np.full(count, np.nan)
    places = np.flatnonzero(kinds == NUMBER)
    numbers[places] = [values[place] for place in places.tolist()]
    errors = [place for place in np.flatnonzero(kinds == TEXT).tolist() if values[place] in _ERRORS]
    kinds[errors] = ERROR
    codes: dict[str, int] = {}
    formats = np.fromiter(
        (codes.setdefault(code, len(codes)) for row in cells.number_formats for code in row),
        np.int32,
        count,
    )
    columns = tuple(column if any(column) else None for column in zip(*cells.formulas, strict=True))
    is_formula = np.zeros(shape, np.bool_)
    for across, column in enumerate(columns):
        if column is not None:
            is_formula[:, across] = np.fromiter(map(bool, column), np.bool_, area.rows)
    return CellGrid(
        area,
        kinds.reshape(shape),
        numbers.reshape(shape),
        formats.reshape(shape),
        tuple(codes),
        columns,
        is_formula,
    )


def _from_columns(area: Address, kept: CellColumns) -> CellGrid:
    kinds = kept.kinds.copy()
    errors = [kept.pool.code(text) for text in ERROR_TEXTS]
    kinds[(kinds == TEXT) & np.isin(kept.numbers, errors)] = ERROR
    codes, formats = compact(kept.formats)
    texts = [kept.pool.text(code) for code in codes.tolist()]
    is_formula = kept.formulas != 0
    columns = tuple(
        kept.pool.texts(kept.formulas[:, across]) if has else None
        for across, has in enumerate(is_formula.any(axis=0).tolist())
    )
    return CellGrid(
        area,
        kinds,
        np.where(kinds == NUMBER, kept.numbers, np.nan),
        formats.astype(np.int32),
        tuple(texts),
        columns,
        is_formula,
    )


def compact(
    numbers: NDArray[np.int32] | NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The different numbers, none negative, ascending, and the place of each cell's among them.

    Counts instead of sorting: the numbers are codes, never far more than there are cells.
    """
    held = np.bincount(numbers.ravel()) > 0
    return np.flatnonzero(held), (np.cumsum(held) - 1)[numbers]
