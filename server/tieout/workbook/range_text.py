"""A range as the model reads it: rows with their numbers, formulas by pattern, looks by area.

    Sheet1!A1:D200 (200×4) · table Sales · hazards: autofilter on
    r A B C D
    2 North|1200|9.99|11988
    formulas:
    D2:D200 F1 =RC[-2]*RC[-1]
    styles:
    D2:D200 numbers format #,##0.00

Lossless for values (to Excel's 15 digits; texts over 1,000 characters are cut and say so), displayed
texts, R1C1 formulas and looks. Over the budget rows are left out by the rule of
`range_sampling`, and the text says which.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import assert_never

import numpy as np

from tieout.workbook.address import Address
from tieout.workbook.cell_grid import CellGrid, cell_grid
from tieout.workbook.cell_styles import RangeStyles
from tieout.workbook.formula_patterns import formula_patterns
from tieout.workbook.headers import NO_HEADINGS, Headings
from tieout.workbook.range_formulas import NamedPatterns, named_patterns
from tieout.workbook.range_layouts import CellWriter, Layout
from tieout.workbook.range_sampling import SampledRow, sampled_rows
from tieout.workbook.range_style_lines import note_lines, style_lines
from tieout.workbook.range_styles import StyleGroups, style_groups
from tieout.workbook.sampling import column_runs, number_runs
from tieout.workbook.snapshot import RangeSnapshot
from tieout.workbook.tokens import estimate_tokens

DEFAULT_BUDGET = 2_500
_UNLIMITED = 10**9
_LEAST_ROWS = 5
_ROW_SHARE = 0.12
"""A row may take this share of what is left for rows; wider ones lose columns."""
_MOST_GAPS = 8
_FORMULA_SHARE, _STYLE_SHARE, _NOTE_SHARE = 0.3, 0.2, 0.12


@dataclass(frozen=True, slots=True)
class RangeContext:
    """What is known about the surroundings of a range.

    Attributes:
        tables: Names of tables that overlap it.
        hazards: Phrases such as "autofilter on".
        headings: Column headings and row labels that lie outside the range, line by line.
        styles: How its cells look, when that was read.
    """

    tables: tuple[str, ...] = ()
    hazards: tuple[str, ...] = ()
    headings: Headings = NO_HEADINGS
    styles: RangeStyles | None = None


def range_text(
    cells: RangeSnapshot,
    *,
    layout: Layout = "rows",
    context: RangeContext = RangeContext(),
    budget: int | None = DEFAULT_BUDGET,
) -> str:
    """The text of a range under a budget of estimated tokens; None is without limit."""
    most = _UNLIMITED if budget is None else budget
    read = _Read(cells, cell_grid(cells), layout, context)
    # A cell costs a token at least, so what can't fit isn't written to find that out.
    if int(read.grid.filled.sum()) <= most:
        text = "\n".join(read.whole())
        if budget is None or estimate_tokens(text) <= most:
            return text
    return "\n".join(read.sampled(most))


@dataclass(slots=True)
class _Read:
    """One range on its way to text."""

    cells: RangeSnapshot
    grid: CellGrid
    layout: Layout
    context: RangeContext
    patterns: NamedPatterns = field(init=False)
    _styles: StyleGroups | None = None

    def __post_init__(self) -> None:
        self.patterns = named_patterns(formula_patterns(self.grid), self.context.styles)

    def whole(self) -> Iterator[str]:
        """Every row, every pattern, every look."""
        writer = self._writer()
        area = self.cells.address
        yield self._header_line()
        yield from self._head(writer)
        yield from self._lines(writer, range(area.top, area.bottom + 1))
        yield from self._formula_lines(_UNLIMITED, area.size)
        yield from self._style_lines(_UNLIMITED, area.size)
        yield from self._note_lines(_UNLIMITED)

    def sampled(self, budget: int) -> Iterator[str]:
        """Rows by the rule until the budget is used up, then what was left out."""
        header = self._header_line()
        formulas = list(self._formula_lines(int(budget * _FORMULA_SHARE), 12))
        styles = list(self._style_lines(int(budget * _STYLE_SHARE), 8))
        styles += self._note_lines(int(budget * _NOTE_SHARE))
        rest = budget - estimate_tokens("\n".join([header, *formulas, *styles])) - 120
        top = self.cells.address.top
        rows: list[int] = (np.flatnonzero(self.grid.filled.any(axis=1)) + top).tolist()
        every = sampled_rows(self.grid, rows, self.patterns.found.breaks)
        first = list(islice(every, _LEAST_ROWS))
        writer = self._narrowed(replace(self._writer(), longest=200), first, rest)
        head = list(self._head(writer))
        rest -= estimate_tokens("\n".join(head))
        shown: set[int] = set()
        reasons: Counter[str] = Counter()
        for one in chain(first, every):
            rest -= estimate_tokens(self._row(writer, one.row)) + 1
            if rest < 0 and len(shown) >= _LEAST_ROWS:
                break
            shown.add(one.row)
            reasons[one.reason] += 1
        yield header
        yield from head
        yield from self._lines(writer, sorted(shown))
        yield from formulas
        yield from styles
        yield from self._left_out(rows, shown, writer, reasons)

    def _writer(self) -> CellWriter:
        in_place = self.patterns.in_place()
        aliases: dict[tuple[int, int], str] = {}
        if self.layout == "cells":
            for number, pattern in self.patterns.listed():
                alias = self.patterns.aliases.get(number)
                for area in pattern.areas if alias else ():
                    for row in range(area.top, area.bottom + 1):
                        for column in range(area.left, area.right + 1):
                            aliases[row, column] = alias or ""
        return CellWriter(self.cells, in_place, aliases, self.context.headings)

    def _narrowed(self, writer: CellWriter, rows: Sequence[SampledRow], budget: int) -> CellWriter:
        """The writer with fewer columns when a row would take too much of the budget."""
        area = self.cells.address
        costs = [estimate_tokens(self._row(writer, one.row)) for one in rows]
        most = max(costs, default=0)
        allowed = max(60, int(budget * _ROW_SHARE))
        if most <= allowed or area.columns < 3:  # noqa: PLR2004
            return writer
        wanted = max(2, area.columns * allowed // most)
        columns = [
            column for column in range(area.left, area.right + 1) if self._has_content(column)
        ]
        kept = columns if len(columns) <= wanted else [*columns[: wanted - 1], columns[-1]]
        return replace(writer, columns=kept)

    def _head(self, writer: CellWriter) -> Iterator[str]:
        match self.layout:
            case "rows":
                yield from writer.rows_head()
            case "cells":
                yield from writer.heading_lines()
            case "csv":
                yield "csv, values only: formulas, looks and displayed texts are left out"
            case _:
                assert_never(self.layout)

    def _lines(self, writer: CellWriter, rows: Iterable[int]) -> Iterator[str]:
        match self.layout:
            case "rows":
                yield from writer.rows(rows)
            case "cells":
                yield from filter(None, map(writer.row_of_cells, rows))
            case "csv":
                yield from map(writer.row_of_csv, rows)
            case _:
                assert_never(self.layout)

    def _row(self, writer: CellWriter, row: int) -> str:
        match self.layout:
            case "rows":
                return writer.row(row)
            case "cells":
                return writer.row_of_cells(row)
            case "csv":
                return writer.row_of_csv(row)
            case _:
                assert_never(self.layout)

    def _formula_lines(self, budget: int, most_areas: int) -> Iterator[str]:
        if self.layout == "csv":
            return
        lines = self.patterns.lines(most_areas)
        if lines:
            yield "formulas:"
            yield from _within(lines, budget, "formula patterns")
        yield from self.patterns.spill_line()
        yield from self.patterns.break_line()

    def _style_lines(self, budget: int, most_areas: int) -> Iterator[str]:
        if self.layout == "csv":
            return
        if self._styles is None:
            self._styles = style_groups(self.grid, self.context.styles)
        lines = style_lines(self._styles, most_areas)
        partial = ""
        styles = self.context.styles
        if styles is not None and not styles.is_complete and styles.looked_at:
            rows = ", ".join(f"{band.top}-{band.bottom}" for band in styles.looked_at)
            partial = f" looks read of rows {rows} only; number formats of all"
        font = f" usual font {self._styles.font};" if self._styles.font else ""
        if lines or font:
            yield f"styles:{font}{partial}".removesuffix(";")
            yield from _within(lines, budget, "groups")

    def _note_lines(self, budget: int) -> Iterator[str]:
        if self.layout != "csv":
            for title, lines in note_lines(self.context.styles):
                yield title
                yield from _within(lines, budget // 2, "")

    def _left_out(
        self,
        rows: Sequence[int],
        shown: Collection[int],
        writer: CellWriter,
        reasons: Counter[str],
    ) -> Iterator[str]:
        area = self.cells.address
        hidden: list[int] = np.flatnonzero(~np.isin(rows, list(shown))).tolist()
        gaps = [(rows[first], rows[last]) for first, last in number_runs(hidden)]
        if gaps:
            where = f"{len(hidden):,} of {len(rows):,} rows"
            if len(gaps) <= _MOST_GAPS:
                named = ",".join(f"{a}" if a == b else f"{a}-{b}" for a, b in gaps)
                where = f"rows {named} ({where})"
            else:
                where = f"{where}, all not shown above"
            kinds = ", ".join(f"{count} {reason}" for reason, count in reasons.items())
            first, last = gaps[0]
            part = Address(area.sheet, first, area.left, min(last, first + 99), area.right)
            yield (
                f"left out: {where}; shown: {kinds}. The code has all values; "
                f'sheet.getCellRange("{part}") shows more'
            )
        if writer.columns is not None and len(writer.columns) < area.columns:
            kept = set(writer.columns)
            out = [
                column
                for column in range(area.left, area.right + 1)
                if column not in kept and self._has_content(column)
            ]
            if out:
                yield f"left out: columns {column_runs(out)}; the code has them"

    def _has_content(self, column: int) -> bool:
        return bool(self.grid.filled[:, column - self.cells.address.left].any())

    def _header_line(self) -> str:
        address, context = self.cells.address, self.context
        parts = [f"{address} ({address.rows}×{address.columns})"]
        parts.extend(f"table {name}" for name in context.tables)
        if context.hazards:
            parts.append("hazards: " + ", ".join(context.hazards))
        return " · ".join(parts)


def _within(lines: Sequence[str], budget: int, noun: str) -> Iterator[str]:
    """Lines until the budget is used up, then how many more there are."""
    for number, line in enumerate(lines):
        budget -= estimate_tokens(line) + 1
        if budget < 0 and number:
            yield f"… {len(lines) - number:,} more{noun and ' '}{noun}"
            return
        yield line
