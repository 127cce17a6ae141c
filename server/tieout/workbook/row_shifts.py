"""Whole rows that were inserted or deleted, so that rows which only moved don't count as changed.

A shift is believed only when most rows of the sheet (four in five) are found again in place: their
constants are the same and formulas stand where formulas stood. What Excel then does to references anywhere
in the workbook is done to the earlier snapshot, and the comparison sees real differences only.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from tieout.workbook.address import Address
from tieout.workbook.changes import ObjectChange
from tieout.workbook.formula_tokens import Token, tokenize
from tieout.workbook.snapshot import RangeSnapshot, SheetSnapshot, WorkbookSnapshot, join_rows

_ENOUGH = 0.8
_CORNER = re.compile(r"(\$?[A-Za-z]{1,3}\$?|\$?)([0-9]+)\Z")


@dataclass(frozen=True, slots=True)
class RowShift:
    """`count` rows inserted before row `start` of a sheet; deleted from there when negative."""

    sheet: str
    start: int
    count: int

    def change(self) -> ObjectChange:
        """The shift as an object change."""
        last = self.start + abs(self.count) - 1
        where = str(Address(self.sheet, self.start, 1, last, 16_384))
        return ObjectChange("rows", where, "added" if self.count > 0 else "removed")

    def span(self, top: int, bottom: int) -> tuple[int, int] | None:
        """Where rows `top` to `bottom` are afterwards; None when all were deleted."""
        if self.count > 0:
            return (
                top + self.count if top >= self.start else top,
                bottom + self.count if bottom >= self.start else bottom,
            )
        gone, end = -self.count, self.start - self.count - 1
        first = top if top < self.start else max(self.start, top - gone)
        last = bottom if bottom < self.start else max(self.start - 1, bottom - gone)
        if top > end:
            first = top - gone
        return (first, last) if first <= last else None

    def area(self, area: Address) -> Address | None:
        """Where an area is afterwards."""
        if area.sheet.casefold() != self.sheet.casefold():
            return area
        span = self.span(area.top, area.bottom)
        return None if span is None else replace(area, top=span[0], bottom=span[1])

    def formula(self, formula: str, own_sheet: str) -> str:
        """A formula as Excel rewrites it."""
        return "".join(self._token(token, own_sheet) for token in tokenize(formula))

    def _token(self, token: Token, own_sheet: str) -> str:
        sheet = token.sheet if token.prefix else own_sheet
        text = token.prefix + token.text
        if token.kind not in ("cells", "rows") or sheet is None:
            return text
        if sheet.casefold() != self.sheet.casefold():
            return text
        corners = [match for part in token.text.split(":") if (match := _CORNER.match(part))]
        rows = [int(match[2]) for match in corners]
        span = self.span(min(rows), max(rows))
        if span is None:
            return f"{token.prefix}#REF!"
        moved = dict(zip((min(rows), max(rows)), span, strict=True))
        return token.prefix + ":".join(
            f"{match[1]}{moved[row]}" for match, row in zip(corners, rows, strict=True)
        )


def find_shift(before: SheetSnapshot, after: SheetSnapshot) -> RowShift | None:
    """The insertion or deletion of rows that best explains two looks at a sheet."""
    if before.used is None or after.used is None or before.cells is None or after.cells is None:
        return None
    count = after.used.bottom - before.used.bottom
    if count == 0:
        return None
    old, new = _rows(before.cells), _rows(after.cells)
    stayed = {row for row, content in old.items() if new.get(row) == content}
    moved = {row for row, content in old.items() if new.get(row + count) == content}
    gone = max(0, -count)
    score = len(moved - set(range(1, 1 + gone)))
    best, start = score, 1
    for row in range(1, before.used.bottom + 1):
        score += (row in stayed) - (row + gone in moved)
        if score >= best:
            best, start = score, row + 1
    if best <= len(stayed) or best < _ENOUGH * (len(old) - gone):
        return None
    return RowShift(after.name, start, count)


def _rows(cells: RangeSnapshot) -> dict[int, tuple[tuple[int, object], ...]]:
    """Filled cells of each row by column: constants, and a mark where a formula stands."""
    found: dict[int, list[tuple[int, object]]] = {}
    for row, column in cells.filled():
        value, formula = cells.content(row, column)
        found.setdefault(row, []).append((column, "=" if formula else (value, type(value))))
    return {row: tuple(content) for row, content in found.items()}


def shifted(workbook: WorkbookSnapshot, shifts: Iterable[RowShift]) -> WorkbookSnapshot:
    """A workbook as these shifts alone would have left it."""
    for shift in shifts:
        tables = (
            replace(table, address=shift.area(table.address) or table.address)
            for table in workbook.tables
        )
        names = (
            replace(name, formula=shift.formula(name.formula, name.sheet))
            for name in workbook.names
        )
        charts = (
            replace(
                chart,
                series=tuple(
                    replace(series, values=shift.formula(series.values, chart.sheet))
                    for series in chart.series
                ),
            )
            for chart in workbook.charts
        )
        workbook = replace(
            workbook,
            sheets=tuple(_shift_sheet(sheet, shift) for sheet in workbook.sheets),
            names=tuple(names),
            tables=tuple(tables),
            charts=tuple(charts),
        )
    return workbook


def _shift_sheet(sheet: SheetSnapshot, shift: RowShift) -> SheetSnapshot:
    cells = sheet.cells
    if cells is None:
        return sheet
    cells = cells.mapped(lambda formula: shift.formula(formula, sheet.name))
    if sheet.name.casefold() == shift.sheet.casefold():
        cells = _move_rows(cells, shift)
    return replace(sheet, cells=cells, used=cells.address)


def _move_rows(cells: RangeSnapshot, shift: RowShift) -> RangeSnapshot:
    if shift.count > 0:
        area = cells.address
        if shift.start <= area.top:
            top, bottom = area.top + shift.count, area.bottom + shift.count
            return cells.moved(replace(area, top=top, bottom=bottom))
        above = cells.part(replace(area, bottom=shift.start - 1))
        empty = cells.part(
            Address(area.sheet, area.bottom + 1, area.left, area.bottom + shift.count, area.right)
        )
        below = cells.part(replace(area, top=shift.start))
        return join_rows((above, empty, below))
    area = cells.address
    end = shift.start - shift.count - 1
    kept = [
        cells.part(replace(area, top=top, bottom=bottom))
        for top, bottom in ((area.top, shift.start - 1), (end + 1, area.bottom))
        if top <= bottom
    ]
    joined = join_rows(kept)
    return joined.moved(replace(area, bottom=area.top + joined.address.rows - 1))
