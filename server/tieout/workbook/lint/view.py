"""The whole workbook as rules see it: formulas taken apart, kinds of cells, what reads what.

Everything is worked out once and at most once; a rule only asks.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, TypeAlias

from tieout.workbook.address import Address
from tieout.workbook.formula_areas import AreaReader
from tieout.workbook.formula_tokens import ERROR_TEXTS
from tieout.workbook.lint.formula import Formula, Place, Reference, take_apart
from tieout.workbook.lint.graph import Node, circles, circles_through
from tieout.workbook.lint.number_texts import reads_as_number
from tieout.workbook.snapshot import CellContent, RangeSnapshot, SheetSnapshot, WorkbookSnapshot

CellKind: TypeAlias = Literal["empty", "text", "number", "logical", "error", "formula"]
_HEADING_REACH = 200
_NAMELESS = WorkbookSnapshot(())
"""Names and tables in formulas don't count as references to their cells."""
ERRORS = frozenset(ERROR_TEXTS) - {"#GETTING_DATA", "#BUSY!"}


class SheetView:
    """One worksheet; empty when it was not read.

    Args:
        sheet: What was read of it.
        rows: First and last row that rules go through; other rows are there only to be looked at.
        judged: Cells that rules about single formulas go through; None: all.
    """

    def __init__(
        self,
        sheet: SheetSnapshot,
        rows: tuple[int, int] | None = None,
        judged: Collection[Place] | None = None,
    ) -> None:
        self.name = sheet.name
        self._judged = judged
        self.snapshot = sheet
        cells = sheet.cells if rows is None else _rows_of(sheet.cells, *rows)
        self._part = cells
        self._top = cells.address.top if cells else 1
        self._left = cells.address.left if cells else 1
        self._values = cells.values if cells else ()
        self._texts = cells.texts if cells else ()
        self._formats = cells.number_formats if cells else ()
        self._width = cells.address.columns if cells else 0

    @property
    def bounds(self) -> Address | None:
        """The used rectangle."""
        return None if self.snapshot.cells is None else self.snapshot.cells.address

    @cached_property
    def formulas(self) -> Mapping[Place, Formula]:
        """Every formula by its place, row by row."""
        found: dict[Place, Formula] = {}
        cells = self._part
        for down, row in enumerate(cells.formulas if cells else ()):
            for across, text in enumerate(row):
                if text:
                    place = (self._top + down, self._left + across)
                    found[place] = take_apart(text, *place)
        return found

    @cached_property
    def formula_rows(self) -> Mapping[int, Sequence[int]]:
        """Rows of each column that hold a formula, ascending; no formula is read for it."""
        found: dict[int, list[int]] = {}
        cells = self._part
        for down, row in enumerate(cells.formulas if cells else ()):
            for across, text in enumerate(row):
                if text:
                    found.setdefault(self._left + across, []).append(self._top + down)
        return found

    def formula_at(self, row: int, column: int) -> Formula | None:
        """One formula, without reading the others."""
        cells, down, across = self._part, row - self._top, column - self._left
        if cells is None or not (0 <= down < len(cells.formulas) and 0 <= across < self._width):
            return None
        text = cells.formulas[down][across]
        return take_apart(text, row, column) if text else None

    def single_formulas(self) -> Iterator[tuple[Place, Formula]]:
        """Formulas that are to be judged each by itself, row by row."""
        if self._judged is None:
            yield from self.formulas.items()
            return
        for place in sorted(self._judged):
            formula = self.formula_at(*place)
            if formula is not None:
                yield place, formula

    def formula_texts(self) -> Iterator[str]:
        """Every formula as it is written."""
        for row in self._part.formulas if self._part else ():
            yield from filter(None, row)

    @cached_property
    def constants(self) -> Mapping[Place, CellContent]:
        """Every filled cell that holds no formula, row by row."""
        cells = self._part
        return {
            (self._top + down, self._left + across): value
            for down, (row, texts) in enumerate(
                zip(self._values, cells.formulas if cells else (), strict=True)
            )
            for across, (value, formula) in enumerate(zip(row, texts, strict=True))
            if value is not None and not formula
        }

    @property
    def bounds_columns(self) -> tuple[int, int]:
        """First and last used column; an empty span when nothing is used."""
        bounds = self.bounds
        return (1, 0) if bounds is None else (bounds.left, bounds.right)

    @cached_property
    def error_places(self) -> tuple[Place, ...]:
        """Cells that show an error, row by row."""
        return tuple(
            (self._top + down, self._left + across)
            for down, row in enumerate(self._values)
            for across, value in enumerate(row)
            if isinstance(value, str) and value in ERRORS
        )

    def value(self, row: int, column: int) -> CellContent:
        """A cell's value; None outside."""
        down, across = row - self._top, column - self._left
        if 0 <= down < len(self._values) and 0 <= across < self._width:
            return self._values[down][across]
        return self.snapshot.content(row, column)[0]

    def text(self, row: int, column: int) -> str:
        """What a cell displays; "" outside."""
        down, across = row - self._top, column - self._left
        if 0 <= down < len(self._texts) and 0 <= across < self._width:
            return self._texts[down][across]
        return self.snapshot.state(row, column).text

    def number_format(self, row: int, column: int) -> str:
        """A cell's number format; General outside."""
        down, across = row - self._top, column - self._left
        if 0 <= down < len(self._formats) and 0 <= across < self._width:
            return self._formats[down][across]
        return self.snapshot.state(row, column).number_format

    def kind(self, row: int, column: int) -> CellKind:
        """What a cell holds. A blank text counts as empty."""
        if self.snapshot.content(row, column)[1]:
            return "formula"
        value = self.value(row, column)
        if value is None:
            return "empty"
        if isinstance(value, bool):
            return "logical"
        if isinstance(value, str):
            if not value.strip():
                return "empty"
            return "error" if value in ERRORS else "text"
        return "number"

    def is_numeric(self, row: int, column: int) -> bool:
        """Whether a cell shows a number, typed or calculated."""
        value = self.value(row, column)
        return isinstance(value, int | float) and not isinstance(value, bool)

    def address(self, place: Place) -> Address:
        """A place as an address."""
        return Address.cell(self.name, *place)

    @cached_property
    def columns(self) -> Mapping[int, tuple[Formula, ...]]:
        """Formulas of each column, from top to bottom."""
        found: dict[int, list[Formula]] = {}
        for formula in self.formulas.values():
            found.setdefault(formula.column, []).append(formula)
        return {column: tuple(formulas) for column, formulas in sorted(found.items())}

    @cached_property
    def rows(self) -> Mapping[int, tuple[Formula, ...]]:
        """Formulas of each row, from left to right."""
        found: dict[int, list[Formula]] = {}
        for formula in self.formulas.values():
            found.setdefault(formula.row, []).append(formula)
        return {row: tuple(formulas) for row, formulas in found.items()}

    def label(self, row: int, column: int) -> str:
        """The nearest text to the left in the row; "" when there is none."""
        for left in range(column - 1, self._left - 1, -1):
            value = self.value(row, left)
            if isinstance(value, str) and value.strip() and value not in ERRORS:
                return value.strip()
        return ""

    @cached_property
    def _headings(self) -> dict[int, list[tuple[int, str]]]:
        found: dict[int, list[tuple[int, str]]] = {}
        for (row, column), value in self.constants.items():
            if isinstance(value, str) and value.strip() and value not in ERRORS:
                found.setdefault(column, []).append((row, value.strip()))
        return found

    @cached_property
    def number_texts(self) -> tuple[Place, ...]:
        """Texts that read as numbers."""
        return tuple(place for place, value in self.constants.items() if reads_as_number(value))

    def headings_above(self, row: int, column: int) -> Iterator[str]:
        """Texts above a cell in its column, the nearest first, at most two hundred rows away."""
        texts = self._headings.get(column, [])
        for at in range(bisect_left(texts, (row, "")) - 1, -1, -1):
            if row - texts[at][0] > _HEADING_REACH:
                return
            yield texts[at][1]

    def block_top(self, column: int, row: int) -> int:
        """The row of the nearest text above in a column that isn't directly under a filled cell."""
        texts = self._headings.get(column, [])
        for at in range(bisect_left(texts, (row, "")) - 1, -1, -1):
            if self.kind(texts[at][0] - 1, column) == "empty":
                return texts[at][0]
        return 0

    def heading(self, row: int, column: int) -> str:
        """The nearest text above in the column; "" when there is none."""
        texts = self._headings.get(column, [])
        at = bisect_left(texts, (row, ""))
        return texts[at - 1][1] if at else ""


@dataclass(frozen=True)
class WorkbookView:
    """A workbook as rules see it.

    Attributes:
        hidden_rows: By sheet name, where they were read.
        rows: First and last row to go through, by lower-case sheet name, where not all are.
        judged: Cells to be judged each by itself, by sheet name, where not all are.
        starts: Where circles are looked for: through these formulas; None: everywhere.
    """

    snapshot: WorkbookSnapshot
    hidden_rows: Mapping[str, frozenset[int]] = field(default_factory=dict[str, frozenset[int]])
    rows: Mapping[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    judged: Mapping[str, Collection[Place]] | None = None
    starts: frozenset[Node] | None = None

    @cached_property
    def sheets(self) -> tuple[SheetView, ...]:
        """In tab order; sheets that were not read are left out."""
        return tuple(
            SheetView(
                sheet,
                self.rows.get(sheet.name.casefold()),
                None if self.judged is None else self.judged.get(sheet.name, ()),
            )
            for sheet in self.snapshot.sheets
            if sheet.was_read
        )

    @cached_property
    def _by_name(self) -> dict[str, SheetView]:
        return {sheet.name.casefold(): sheet for sheet in self.sheets}

    def sheet(self, name: str) -> SheetView | None:
        """A sheet by name, ignoring case; None when there is none or it wasn't read."""
        return self._by_name.get(name.casefold())

    def target(self, own: SheetView, reference: Reference) -> SheetView | None:
        """The sheet a reference of a formula on `own` points to."""
        if reference.sheet is None:
            return None
        return own if reference.sheet == "" else self.sheet(reference.sheet)

    @cached_property
    def errors(self) -> "Mapping[Node, tuple[Node, ...]]":
        """Formulas that show an error, each with the error cells it refers to."""
        by_column: dict[tuple[str, int], list[int]] = {}
        for sheet in self.sheets:
            for row, column in sheet.error_places:
                by_column.setdefault((sheet.name, column), []).append(row)
        return {
            (sheet.name, *place): tuple(self._erring(sheet, sheet.formulas[place], by_column))
            for sheet in self.sheets
            for place in sheet.error_places
            if place in sheet.formulas
        }

    def _erring(
        self, sheet: SheetView, formula: Formula, by_column: Mapping[tuple[str, int], list[int]]
    ) -> Iterator[Node]:
        own = (sheet.name, formula.row, formula.column)
        for reference in formula.references:
            target = self.target(sheet, reference)
            if target is None:
                continue
            first, last = target.bounds_columns
            for column in range(max(reference.left, first), min(reference.right, last) + 1):
                for row in by_column.get((target.name, column), ()):
                    node = (target.name, row, column)
                    if reference.top <= row <= reference.bottom and node != own:
                        yield node

    @cached_property
    def _read_spans(self) -> Mapping[tuple[str, int], tuple[list[int], list[int]]]:
        """Rows of each column that formulas refer to, as merged spans: their starts and ends."""
        reader = AreaReader(_NAMELESS)
        areas = {
            (name or sheet.name.casefold(), *corners)
            for sheet in self.sheets
            for text in sheet.formula_texts()
            for name, *corners in reader.read(text).areas
        }
        spans: dict[tuple[str, int], list[tuple[int, int]]] = {}
        for name, top, left, bottom, right in areas:
            target = self.sheet(name)
            if target is None:
                continue
            first, last = target.bounds_columns
            for column in range(max(left, first), min(right, last) + 1):
                spans.setdefault((target.name, column), []).append((top, bottom))
        return {key: _merged(sorted(found)) for key, found in spans.items()}

    def is_read(self, sheet: SheetView, place: Place) -> bool:
        """Whether a formula refers to a cell, by itself or within a range."""
        starts, ends = self._read_spans.get((sheet.name, place[1]), ([], []))
        at = bisect_right(starts, place[0])
        return at > 0 and ends[at - 1] >= place[0]

    @cached_property
    def circles(self) -> tuple[tuple[Node, ...], ...]:
        """Groups of formulas that depend on one another."""
        return circles(self) if self.starts is None else circles_through(self, self.starts)

    def formulas(self) -> Iterator[tuple[SheetView, Formula]]:
        """Every formula of every sheet."""
        for sheet in self.sheets:
            for formula in sheet.formulas.values():
                yield sheet, formula


def _rows_of(cells: RangeSnapshot | None, first: int, last: int) -> RangeSnapshot | None:
    if cells is None:
        return None
    top, bottom = max(first, cells.address.top), min(last, cells.address.bottom)
    return cells.part(replace(cells.address, top=top, bottom=bottom)) if top <= bottom else None


def _merged(spans: list[tuple[int, int]]) -> tuple[list[int], list[int]]:
    starts: list[int] = []
    ends: list[int] = []
    for start, end in spans:
        if ends and start <= ends[-1] + 1:
            ends[-1] = max(ends[-1], end)
        else:
            starts.append(start)
            ends.append(end)
    return starts, ends
