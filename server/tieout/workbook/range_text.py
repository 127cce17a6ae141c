"""A range as the model reads it: rows with their numbers, formulas by pattern, formats by area.

    Sheet1!A1:D200 (200×4) · table Sales · hazards: autofilter on
    rows (r: A | B | C | D)
    2: North | 1200 | 9.99 | 11,988 F1
    formulas: F1 = RC[-2]*RC[-1]  in D2:D200
    styles: D2:D200 199 cells numberFormat #,##0.00

Without sampling it is lossless for values (to Excel's 15 digits; texts over 1,000 characters are
cut and say so), R1C1 formulas and number formats.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, assert_never

from tieout.workbook.address import Address, column_letters
from tieout.workbook.cell_styles import RangeStyles
from tieout.workbook.cell_text import value_text
from tieout.workbook.headers import NO_HEADINGS, Headings
from tieout.workbook.r1c1 import to_r1c1
from tieout.workbook.sampling import areas, list_some
from tieout.workbook.snapshot import RangeSnapshot
from tieout.workbook.tokens import estimate_tokens

Layout: TypeAlias = Literal["rows", "cells"]

DEFAULT_BUDGET = 7_000
ALIAS_FROM = 11
"""A pattern seen this often gets an alias."""
_MOST_STYLES = 60
_SHARES = (0.5, 0.25, 0.12, 0.06, 0.03, 0.015, 0.007, 0.003, 0.001, 0.0003)


@dataclass(frozen=True, slots=True)
class RangeContext:
    """What is known about the surroundings of a range.

    Attributes:
        tables: Names of tables that overlap it.
        hazards: Phrases such as "autofilter on".
        headers: Column headings from above the range, when it doesn't contain them.
        headers_at: Where those headings stand.
        headings: Column headings and row labels that lie outside the range, line by line.
        styles: How its cells look, when that was read.
    """

    tables: tuple[str, ...] = ()
    hazards: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    headers_at: Address | None = None
    headings: Headings = NO_HEADINGS
    styles: RangeStyles | None = None


def range_text(
    cells: RangeSnapshot,
    *,
    layout: Layout = "rows",
    context: RangeContext = RangeContext(),
    budget: int = DEFAULT_BUDGET,
) -> str:
    """The text of a range under a budget of estimated tokens; over it, rows are left out."""
    every = range(cells.address.rows)
    for body in (_Body(cells, layout, areas=cells.address.size), _Body(cells, layout)):
        text = "\n".join(body.lines(every, context))
        if estimate_tokens(text) <= budget:
            return text
    for share in _SHARES:
        kept = _kept_rows(cells.address.rows, share)
        text = "\n".join(body.lines(kept, context))
        if estimate_tokens(text) <= budget:
            return text
    least = _Body(cells, layout, areas=3, longest=80)
    return "\n".join(least.lines(_kept_rows(cells.address.rows, 0), context))


def _kept_rows(count: int, share: float) -> Sequence[int]:
    """First rows, and a few from the end; at least three and two."""
    wanted = min(count, max(5, int(count * share)))
    tail = max(2, wanted // 10)
    head = wanted - tail
    return sorted({*range(min(head, count)), *range(max(0, count - tail), count)})


@dataclass(frozen=True, slots=True)
class _Body:
    """How to write a range: `longest` characters of a text, `areas` listed of a pattern or format."""

    cells: RangeSnapshot
    layout: Layout
    areas: int = 12
    longest: int = 1_000

    def lines(self, kept: Sequence[int], context: RangeContext) -> Iterator[str]:
        address = self.cells.address
        yield _header_line(address, context)
        patterns = self._patterns()
        aliases = _aliases(patterns)
        if self.layout == "rows":
            columns = range(address.left, address.right + 1)
            yield f"rows (r: {' | '.join(column_letters(column) for column in columns)})"
        else:
            yield "cells (address:value)"
        yield from self._rows(kept, patterns, aliases)
        yield from _formula_line(patterns, aliases, address, self.areas)
        yield from self._styles_line()
        if context.headers and context.headers_at is not None:
            at = context.headers_at
            named = " | ".join(
                f"{column_letters(at.left + number)}{at.top} {value_text(text, text)}"
                for number, text in enumerate(context.headers)
                if text
            )
            yield f"headers: {named}   (added: not in the range you asked for)"

    def _patterns(self) -> dict[tuple[int, int], str]:
        """R1C1 text of every formula, by offset in the range."""
        address = self.cells.address
        return {
            (down, across): to_r1c1(formula, address.top + down, address.left + across)
            for down, row in enumerate(self.cells.formulas)
            for across, formula in enumerate(row)
            if formula
        }

    def _rows(
        self,
        kept: Sequence[int],
        patterns: dict[tuple[int, int], str],
        aliases: dict[str, str],
    ) -> Iterator[str]:
        top = self.cells.address.top
        expected = 0
        empty_from: int | None = None
        for down in kept:
            line = self._row(down, patterns, aliases)
            if empty_from is not None and (line or down != expected):
                yield _empty_line(top + empty_from, top + expected - 1)
                empty_from = None
            if down != expected:
                yield _left_out(top + expected, top + down - 1)
            if line:
                yield line
            elif empty_from is None:
                empty_from = down
            expected = down + 1
        if empty_from is not None:
            yield _empty_line(top + empty_from, top + expected - 1)
        if expected < self.cells.address.rows:
            yield _left_out(top + expected, self.cells.address.bottom)

    def _row(self, down: int, patterns: dict[tuple[int, int], str], aliases: dict[str, str]) -> str:
        address = self.cells.address
        row = address.top + down
        texts: list[str] = []
        for across, value in enumerate(self.cells.values[down]):
            text = value_text(value, self.cells.texts[down][across], self.longest)
            pattern = patterns.get((down, across))
            if pattern is not None:
                text += self._formula(pattern, self.cells.formulas[down][across], aliases)
            texts.append(text)
        match self.layout:
            case "rows":
                while texts and not texts[-1]:
                    texts.pop()
                return f"{row}: {' | '.join(texts)}" if texts else ""
            case "cells":
                return " | ".join(
                    f"{column_letters(address.left + across)}{row}:{text}"
                    for across, text in enumerate(texts)
                    if text
                )
            case _:
                assert_never(self.layout)

    def _formula(self, pattern: str, formula: str, aliases: dict[str, str]) -> str:
        alias = aliases.get(pattern)
        if alias is not None:
            return f" {alias}" if self.layout == "rows" else f"({alias})"
        return f" [{in_place(formula)}]"

    def _styles_line(self) -> Iterator[str]:
        address = self.cells.address
        groups: dict[str, list[tuple[int, int]]] = {}
        for down, row in enumerate(self.cells.number_formats):
            for across, number_format in enumerate(row):
                if number_format != "General":
                    place = (address.top + down, address.left + across)
                    groups.setdefault(number_format, []).append(place)
        if not groups:
            return
        parts: list[str] = []
        for number_format, places in list(groups.items())[:_MOST_STYLES]:
            where = list_some([area.local for area in areas(places, "")], self.areas, "areas")
            count = f"{len(places):,} cell{'' if len(places) == 1 else 's'}"
            parts.append(f"{where} {count} numberFormat {_quoted(number_format)}")
        more = len(groups) - _MOST_STYLES
        if more > 0:
            parts.append(f"and {more} more number formats")
        yield "styles: " + " · ".join(parts)


def in_place(formula: str) -> str:
    """A formula for brackets in a row; a JSON string when it would break the row apart."""
    if "|" in formula or not formula.isprintable():
        return json.dumps(formula, ensure_ascii=False)
    return formula


def _quoted(number_format: str) -> str:
    plain = number_format.isprintable() and "·" not in number_format
    if plain and number_format == number_format.strip() and not number_format.startswith('"'):
        return number_format
    return json.dumps(number_format, ensure_ascii=False).replace("·", "\\u00b7")


def _header_line(address: Address, context: RangeContext) -> str:
    parts = [f"{address} ({address.rows}×{address.columns})"]
    parts.extend(f"table {name}" for name in context.tables)
    if context.hazards:
        parts.append("hazards: " + ", ".join(context.hazards))
    return " · ".join(parts)


def _aliases(patterns: dict[tuple[int, int], str]) -> dict[str, str]:
    """Pattern → `F1`, `F2`…, in the order they first appear."""
    counts = Counter(patterns.values())
    often = [pattern for pattern in counts if counts[pattern] >= ALIAS_FROM]
    return {pattern: f"F{number}" for number, pattern in enumerate(often, 1)}


def _formula_line(
    patterns: dict[tuple[int, int], str],
    aliases: dict[str, str],
    address: Address,
    most_areas: int,
) -> Iterator[str]:
    if not aliases:
        return
    places: dict[str, list[tuple[int, int]]] = {pattern: [] for pattern in aliases}
    for (down, across), pattern in patterns.items():
        if pattern in places:
            places[pattern].append((address.top + down, address.left + across))
    parts: list[str] = []
    for pattern, alias in aliases.items():
        found = [area.local for area in areas(places[pattern], "")]
        where = list_some(found, most_areas, "areas")
        body = pattern[1:]
        text = body if body.isprintable() and "·" not in body else json.dumps(body)
        parts.append(f"{alias} = {text}  in {where}")
    yield "formulas: " + " · ".join(parts)


def _empty_line(first: int, last: int) -> str:
    return f"{first}: ∅" if first == last else f"{first}-{last}: ∅"


def _left_out(first: int, last: int) -> str:
    count = last - first + 1
    rows = f"row {first}" if count == 1 else f"rows {first}-{last}"
    return f"... {rows} left out ({count:,}); read a smaller range to see them"
