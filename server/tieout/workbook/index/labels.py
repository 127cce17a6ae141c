"""What names the rows and columns of a place, found for a whole sheet at once.

Quicker and rougher than the headings a read shows: the nearest texts to the left, the nearest text or
period above, and the last text that has a row to itself as the section. Good enough to be found by.
"""

import re
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from tieout.workbook.address import Address
from tieout.workbook.cell_columns import NUMBER_KIND, TEXT_KIND, CellColumns, Mask
from tieout.workbook.date_display import reads_as_date
from tieout.workbook.formula_tokens import ERROR_TEXTS

_YEARS = (1900, 2100)
_MOST_LINES = 24
_NEXT_LABEL, _BEFORE_UNIT = 3, 12
_UNIT = 12
"""So short a text may be a unit: the label comes further left."""
_LONGEST = 80
_NUMERAL = re.compile(r"[-+(]?[$€£¥]?[0-9][0-9., ]*%?[)]?\Z")


class SheetLabels:
    """Labels of one sheet's cells.

    Args:
        area: Where the cells stand.
        cells: Their content.
    """

    def __init__(self, area: Address, cells: CellColumns) -> None:
        self._area, self._cells = area, cells
        texts = _texts(cells)
        heads = texts | _periods(cells)
        self._left = _last_of(texts)
        self._above = _last_of(heads.T).T
        figures = (cells.kinds == NUMBER_KIND).any(axis=1)
        alone = (np.count_nonzero(texts, axis=1) == 1) & ~figures
        self._section = _last_of(alone.reshape(1, -1))[0]
        self._first = np.where(texts.any(axis=1), texts.argmax(axis=1), -1)

    def rows(self, area: Address) -> str:
        """Labels left of an area's rows, each once."""
        across = area.left - self._area.left - 1
        if across < 0:
            return ""
        found: dict[str, None] = {}
        for down in _some(area.top - self._area.top, area.bottom - self._area.top):
            near = int(self._left[down, across])
            if near < 0:
                continue
            further = int(self._left[down, near - 1]) if near else -1
            text = self._text(down, near)
            reach = _BEFORE_UNIT if len(text) <= _UNIT else _NEXT_LABEL
            if further >= 0 and near - further <= reach:
                found[self._text(down, further)] = None
            found[text] = None
        return _joined(found)

    def columns(self, area: Address) -> str:
        """Headings above an area's columns, each once."""
        down = area.top - self._area.top - 1
        if down < 0:
            return ""
        found: dict[str, None] = {}
        for across in _some(area.left - self._area.left, area.right - self._area.left):
            near = int(self._above[down, across])
            if near < 0:
                continue
            further = int(self._above[near - 1, across]) if near else -1
            if further >= 0 and near - further == 1:
                found[self._text(further, across)] = None
            found[self._text(near, across)] = None
        return _joined(found)

    def section(self, area: Address) -> str:
        """The nearest row above an area that holds nothing but one text."""
        down = area.top - self._area.top - 1
        row = int(self._section[down]) if down >= 0 else -1
        return "" if row < 0 else self._text(row, int(self._first[row]))

    def _text(self, down: int, across: int) -> str:
        shown = self._cells.pool.text(int(self._cells.texts[down, across]))
        return " ".join(shown.split())[:_LONGEST]


def _last_of(mask: Mask) -> NDArray[np.int32]:
    """For each cell the last column with a set cell up to it in its row, or -1."""
    columns = np.arange(mask.shape[1], dtype=np.int32)
    return np.maximum.accumulate(np.where(mask, columns, np.int32(-1)), axis=1)


def _some(first: int, last: int) -> Sequence[int]:
    """Lines from first to last, at most some of them, evenly."""
    count = last - first + 1
    if count <= _MOST_LINES:
        return range(first, last + 1)
    return [first + round(step * (count - 1) / (_MOST_LINES - 1)) for step in range(_MOST_LINES)]


def _joined(texts: Iterable[str]) -> str:
    return " · ".join(text for text in texts if text)


def _texts(cells: CellColumns) -> Mask:
    """Cells with a text that is no error and no number."""
    mask = cells.kinds == TEXT_KIND
    codes = np.unique(cells.numbers[mask]).astype(np.int64)
    others = [
        code
        for code in codes.tolist()
        if (text := cells.pool.text(code)) in _ERRORS or not text.strip() or _NUMERAL.match(text)
    ]
    return mask & ~np.isin(cells.numbers, others) if others else mask


def _periods(cells: CellColumns) -> Mask:
    """Years and dates."""
    numbers = cells.kinds == NUMBER_KIND
    codes: NDArray[np.int32] = np.unique(cells.formats)
    dates = [code for code in codes.tolist() if reads_as_date(cells.pool.text(code))]
    plain = [code for code in codes.tolist() if cells.pool.text(code) in ("General", "0")]
    years = (cells.numbers >= _YEARS[0]) & (cells.numbers <= _YEARS[1])
    whole = cells.numbers == np.floor(cells.numbers)
    return numbers & (
        np.isin(cells.formats, dates) | (years & whole & np.isin(cells.formats, plain))
    )


_ERRORS = frozenset(ERROR_TEXTS)
