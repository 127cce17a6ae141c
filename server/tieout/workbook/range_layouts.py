"""The cells of a range in three layouts: `rows`, `cells` and `csv`.

    rows                         cells                                csv
    r A B C                      A2:North | B2:1200 | C2:11988(F1)    North,1200,11988
    2 North|1200|11988

Empty cells at the end of a row, and rows without content, are not written. In `rows`, a cell says its
column after three or more empty cells, or columns left out: `7 Total|H:120`; and `^` stands for the
same text as in the line before, nine times at most, so that it is never far away.
"""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from tieout.workbook.address import Address, column_letters
from tieout.workbook.cell_text import literal_text, number_text, value_text
from tieout.workbook.date_display import iso_text, reads_as_date
from tieout.workbook.headers import NO_HEADINGS, Headings
from tieout.workbook.rectangles import local_text
from tieout.workbook.snapshot import CellContent, RangeSnapshot

Layout: TypeAlias = Literal["rows", "cells", "csv"]
OUTSIDE = "*"
"""Marks rows and columns that are not in the range: headings above it, labels beside it."""
DITTO = "^"
_JUMP = 3
_LONG, _MOST_DITTOS = 6, 9


@dataclass(frozen=True, slots=True)
class CellWriter:
    """Writes the cells of a range.

    Attributes:
        in_place: Formulas that are written in their cell, by (row, column).
        aliases: What stands for the others in the layout `cells`, by (row, column).
        columns: Columns to write, ascending; all when None.
        longest: Characters of a text before it is cut.
    """

    cells: RangeSnapshot
    in_place: Mapping[tuple[int, int], str]
    aliases: Mapping[tuple[int, int], str] = field(default_factory=dict[tuple[int, int], str])
    headings: Headings = NO_HEADINGS
    columns: Sequence[int] | None = None
    longest: int = 1_000

    def rows_head(self) -> Iterator[str]:
        """The line of column letters, and rows of headings from above."""
        columns = self._columns()
        labels = [column_letters(line.at.left) + OUTSIDE for line in self.headings.columns]
        yield " ".join(["r", *labels, *(column_letters(column) for column in columns)])
        for line in self.headings.rows:
            texts = [
                _heading(line.texts[column - line.at.left])
                if line.at.left <= column <= line.at.right
                else ""
                for column in columns
            ]
            yield self._line(f"{line.at.top}{OUTSIDE}", [""] * len(labels), texts)

    def heading_lines(self) -> Iterator[str]:
        """Headings from outside the range, for the layout `cells`."""
        for name, lines in (("headings", self.headings.rows), ("labels", self.headings.columns)):
            for line in lines:
                texts = [
                    f"{local_text(cell)}:{_heading(text)}"
                    for cell, text in zip(_strip(line.at), line.texts, strict=True)
                    if text
                ]
                yield f"{name} ({OUTSIDE} outside): {' | '.join(texts)}"

    def rows(self, rows: Iterable[int]) -> Iterator[str]:
        """Rows of the layout `rows`, ascending, those without content left out."""
        before: list[str] = []
        repeats = [0] * len(self._columns())
        for row in rows:
            texts = self._texts(row)
            if not any(texts):
                continue
            shown = texts.copy()
            for place, (text, above) in enumerate(zip(texts, before, strict=False)):
                if text == above and _is_long(text) and repeats[place] < _MOST_DITTOS:
                    shown[place] = DITTO
                    repeats[place] += 1
                else:
                    repeats[place] = 0
            before = texts
            yield self._line(str(row), self._labels(row), shown)

    def row(self, row: int) -> str:
        """One row of the layout `rows` by itself; "" without content."""
        texts = self._texts(row)
        return self._line(str(row), self._labels(row), texts) if any(texts) else ""

    def _labels(self, row: int) -> list[str]:
        return [
            _heading(line.texts[row - line.at.top]) if line.at.top <= row <= line.at.bottom else ""
            for line in self.headings.columns
        ]

    def row_of_cells(self, row: int) -> str:
        """One row of the layout `cells`; "" without content."""
        return " | ".join(
            f"{column_letters(column)}{row}:{text}"
            + (f"({alias})" if (alias := self.aliases.get((row, column))) else "")
            for column, text in zip(self._columns(), self._texts(row), strict=True)
            if text or (row, column) in self.aliases
        )

    def row_of_csv(self, row: int) -> str:
        """One row of values as CSV, every row with all its fields."""
        one = self._row(row)
        target = io.StringIO()
        csv.writer(target, lineterminator="").writerow(
            _csv_field(value, code)
            for value, code in zip(one.values[0], one.number_formats[0], strict=True)
        )
        return target.getvalue()

    def _line(self, head: str, labels: Sequence[str], texts: Sequence[str]) -> str:
        parts, gap = [*labels], 0
        before = self.cells.address.left - 1
        for column, text in zip(self._columns(), texts, strict=True):
            if not text:
                continue
            gap = column - before - 1
            jump = gap >= _JUMP or (gap and self.columns is not None)
            parts.extend([""] * (0 if jump else gap))
            parts.append(f"{column_letters(column)}:{text}" if jump else text)
            before = column
        return f"{head} {'|'.join(parts)}"

    def _texts(self, row: int) -> list[str]:
        one, left = self._row(row), self.cells.address.left
        columns, in_place = self._columns(), self.in_place
        values, shown, codes = one.values[0], one.texts[0], one.number_formats[0]
        texts: list[str] = []
        for column in columns:
            across = column - left
            text = value_text(values[across], shown[across], codes[across], self.longest)
            formula = in_place.get((row, column))
            texts.append(text + in_cell(formula) if formula else text)
        return texts

    def _row(self, row: int) -> RangeSnapshot:
        area = self.cells.address
        if area.rows == 1:
            return self.cells
        return self.cells.part(Address(area.sheet, row, area.left, row, area.right))

    def _columns(self) -> Sequence[int]:
        area = self.cells.address
        return range(area.left, area.right + 1) if self.columns is None else self.columns


def _heading(text: str) -> str:
    """A heading or label as displayed: numbers are no text here that has to be told from numbers."""
    return literal_text(text) if "|" in text or not text.isprintable() else text


def _is_long(text: str) -> bool:
    """Whether a text is worth a ditto; numbers, errors and formulas are always written."""
    return len(text) >= _LONG and not text[0].isdigit() and text[0] not in "-#" and "=" not in text


def in_cell(formula: str) -> str:
    """A formula behind its value; a JSON string when it would break the row apart."""
    if "|" in formula or not formula.isprintable():
        return " " + json.dumps(formula, ensure_ascii=False)
    return formula


def _csv_field(value: CellContent, code: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        return value
    return (iso_text(value) if reads_as_date(code) else None) or number_text(value)


def _strip(at: Address) -> Iterator[Address]:
    """The cells of one row or one column."""
    for row in range(at.top, at.bottom + 1):
        for column in range(at.left, at.right + 1):
            yield Address.cell("", row, column)
