"""Cells of a rectangle as arrays, one for each property, with every text stored once.

A million cells cost about 21 MB beside their distinct texts, and two rectangles that share a pool
are compared without touching a single text.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, compress
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

CellContent: TypeAlias = str | float | bool | None
"""A cell's value; None is empty. Errors are their text, dates are serial numbers."""
Kinds: TypeAlias = NDArray[np.uint8]
Numbers: TypeAlias = NDArray[np.float64]
Codes: TypeAlias = NDArray[np.int32]
Mask: TypeAlias = NDArray[np.bool_]

EMPTY_KIND, NUMBER_KIND, TEXT_KIND, LOGICAL_KIND = range(4)


class _Kinds(dict[type, int]):
    """Kinds of values by their type; whatever else JSON may hold counts as empty."""

    def __missing__(self, _: type) -> int:
        return EMPTY_KIND


_KIND_OF = _Kinds(
    {
        int: NUMBER_KIND,
        float: NUMBER_KIND,
        str: TEXT_KIND,
        bool: LOGICAL_KIND,
    }
)


class _Coded(dict[str, int]):
    """Texts to codes; a text that is asked for gets the next one."""

    def __init__(self, texts: list[str]) -> None:
        self._texts = texts

    def __missing__(self, text: str) -> int:
        code = self[text] = len(self._texts)
        self._texts.append(text)
        return code


class TextPool:
    """Texts by code. Code 0 is the empty text. It only grows, as long as its workbook is watched."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._codes = _Coded(self._texts)
        self.code("")

    def __len__(self) -> int:
        return len(self._texts)

    def code(self, text: str) -> int:
        """The code of a text; the same for equal texts."""
        return self._codes[text]

    def codes(self, texts: Iterator[object], count: int) -> Codes:
        """Codes of `count` things that are all texts."""
        return np.fromiter(map(self._codes.__getitem__, texts), np.int32, count)  # pyright: ignore[reportArgumentType]

    def text(self, code: int) -> str:
        """The text of a code."""
        return self._texts[code]

    def texts(self, codes: Codes) -> list[str]:
        """The texts of a row of codes."""
        return [self._texts[code] for code in codes.tolist()]


@dataclass(frozen=True, slots=True, eq=False)
class CellColumns:
    """The cells of one rectangle; every array has the shape (rows, columns).

    Attributes:
        kinds: What a value is: empty, number, text or logical.
        numbers: Numbers, 0 or 1 for logical values, and the code of a text; 0 where empty.
        formulas: Codes of formulas with the leading `=`; 0 where the cell has none.
        texts: Codes of what is displayed.
        formats: Codes of number formats.
    """

    pool: TextPool
    kinds: Kinds
    numbers: Numbers
    formulas: Codes
    texts: Codes
    formats: Codes

    @property
    def filled(self) -> Mask:
        """Cells that hold a value or a formula."""
        return (self.kinds != EMPTY_KIND) | (self.formulas != 0)

    def value(self, down: int, across: int) -> CellContent:
        """One cell's value, by its offset in the rectangle."""
        number = float(self.numbers[down, across])
        kind = int(self.kinds[down, across])
        if kind == NUMBER_KIND:
            return number
        if kind == TEXT_KIND:
            return self.pool.text(int(number))
        return None if kind == EMPTY_KIND else bool(number)

    def cells(
        self, down: NDArray[np.int64], across: NDArray[np.int64]
    ) -> Iterator[tuple[CellContent, str, str, str]]:
        """Value, formula, displayed text and number format of many cells, by their offsets."""
        kinds, numbers = self.kinds[down, across].tolist(), self.numbers[down, across].tolist()
        values = (
            number
            if kind == NUMBER_KIND
            else None
            if kind == EMPTY_KIND
            else self.pool.text(int(number))
            if kind == TEXT_KIND
            else bool(number)
            for kind, number in zip(kinds, numbers, strict=True)
        )
        formulas = self.pool.texts(self.formulas[down, across])
        texts = self.pool.texts(self.texts[down, across])
        return zip(
            values, formulas, texts, self.pool.texts(self.formats[down, across]), strict=True
        )

    def values(self) -> Iterator[tuple[CellContent, ...]]:
        """Rows of values."""
        for kinds, numbers in zip(self.kinds, self.numbers, strict=True):
            yield tuple(
                number
                if kind == NUMBER_KIND
                else None
                if kind == EMPTY_KIND
                else self.pool.text(int(number))
                if kind == TEXT_KIND
                else bool(number)
                for kind, number in zip(kinds.tolist(), numbers.tolist(), strict=True)
            )

    def rows_of(self, codes: Codes) -> Iterator[tuple[str, ...]]:
        """Rows of texts of one of the coded arrays."""
        for row in codes:
            yield tuple(self.pool.texts(row))

    def part(self, top: int, left: int, rows: int, columns: int) -> "CellColumns":
        """The cells of a smaller rectangle, by its offset; a view, nothing is copied."""
        down, across = slice(top, top + rows), slice(left, left + columns)
        return CellColumns(
            self.pool,
            self.kinds[down, across],
            self.numbers[down, across],
            self.formulas[down, across],
            self.texts[down, across],
            self.formats[down, across],
        )

    def copied(self) -> "CellColumns":
        """The same cells in arrays of their own."""
        return CellColumns(
            self.pool,
            self.kinds.copy(),
            self.numbers.copy(),
            self.formulas.copy(),
            self.texts.copy(),
            self.formats.copy(),
        )

    def mapped(self, change: Callable[[str], str]) -> "CellColumns":
        """The cells with every formula changed; each distinct formula is changed once."""
        distinct, places = np.unique(self.formulas, return_inverse=True)
        texts = [self.pool.text(code) for code in distinct.tolist()]
        changed = [self.pool.code(change(text)) if text else 0 for text in texts]
        formulas = np.array(changed, np.int32)[places].reshape(self.formulas.shape)
        return replace(self, formulas=formulas)

    def differing(self, other: "CellColumns") -> Mask:
        """Where content, displayed text or number format differs; same shape, same pool."""
        return (
            (self.kinds != other.kinds)
            | (self.numbers != other.numbers)
            | (self.formulas != other.formulas)
            | (self.texts != other.texts)
            | (self.formats != other.formats)
        )


def cell_columns(
    pool: TextPool,
    values: Sequence[Sequence[object]],
    formulas: Sequence[Sequence[object]],
    texts: Sequence[Sequence[object]],
    formats: Sequence[Sequence[object]],
) -> CellColumns:
    """Four grids of one shape, as Office.js answers them, in columns.

    A formula is a text that begins with `=` and isn't the cell's value; an empty text without a
    formula is an empty cell. Texts and formats that are no text count as "" and `General`.
    """
    rows, columns = len(values), len(values[0])
    shape, count = (rows, columns), rows * columns
    content: list[object] = list(chain.from_iterable(values))
    typed: list[object] = list(chain.from_iterable(formulas))
    coded = np.zeros(count, np.int32)
    for place, formula in enumerate(typed):
        # Most cells have no formula: their value comes again.
        if type(formula) is str and formula[:1] == "=" and formula != content[place]:
            coded[place] = pool.code(formula)
    kinds = np.fromiter(map(_KIND_OF.__getitem__, map(type, content)), np.uint8, count)
    numbers = np.zeros(count, np.float64)
    is_text = kinds == TEXT_KIND
    words = pool.codes(compress(content, is_text), int(is_text.sum()))
    numbers[is_text] = words
    kinds[np.nonzero(is_text)[0][(words == 0) & (coded[is_text] == 0)]] = EMPTY_KIND
    is_number = (kinds == NUMBER_KIND) | (kinds == LOGICAL_KIND)
    given = compress(content, is_number)
    numbers[is_number] = np.fromiter(given, np.float64, int(is_number.sum()))
    return CellColumns(
        pool,
        kinds.reshape(shape),
        numbers.reshape(shape),
        coded.reshape(shape),
        pool.codes(_only_texts(texts, ""), count).reshape(shape),
        pool.codes(_only_texts(formats, "General"), count).reshape(shape),
    )


def _only_texts(grid: Sequence[Sequence[object]], missing: str) -> Iterator[object]:
    """The cells of a grid, with a text for whatever is none."""
    flat: list[object] = list(chain.from_iterable(grid))
    if set(map(type, flat)) <= {str}:
        return iter(flat)
    return (text if isinstance(text, str) else missing for text in flat)


def no_cells(pool: TextPool, rows: int, columns: int) -> CellColumns:
    """Empty cells in the format General."""
    shape = (rows, columns)
    return CellColumns(
        pool,
        np.zeros(shape, np.uint8),
        np.zeros(shape, np.float64),
        np.zeros(shape, np.int32),
        np.zeros(shape, np.int32),
        np.full(shape, pool.code("General"), np.int32),
    )


def stacked(blocks: Sequence[CellColumns]) -> CellColumns:
    """Bands of rows of one pool and one width, in order, as one rectangle."""
    return CellColumns(
        blocks[0].pool,
        np.concatenate([block.kinds for block in blocks]),
        np.concatenate([block.numbers for block in blocks]),
        np.concatenate([block.formulas for block in blocks]),
        np.concatenate([block.texts for block in blocks]),
        np.concatenate([block.formats for block in blocks]),
    )
