"""What refers to cells from outside of cells, after some of them moved: charts, PivotTables, sparklines.

Whole rows and columns are the engine's; this is for parts of them, and for cells that are moved.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final
from xml.sax.saxutils import escape, unescape

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Rect
from embedded_excel.calc.pivots import Pivot
from embedded_excel.errors import standard_error
from embedded_excel.model.a1 import parse_rect, rect_text
from embedded_excel.model.areas import contains, intersection
from embedded_excel.model.references import relocated
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId, Shift

_FORMULA: Final = re.compile(rb"(<(?:\w+:)?f>|<(?:\w+:)?f\s[^>]*>)([^<]*)(</(?:\w+:)?f>)")
_ENTITIES: Final = {"&quot;": '"', "&apos;": "'"}
Move = Callable[[Rect], Rect | None]


def follow_outside(workbook: OpenWorkbook, sheet: SheetId, move: Move) -> None:
    """Let charts, sources of pivots and sparklines follow cells of a sheet.

    Args:
        workbook: The workbook; its cells have moved already.
        sheet: The sheet they are on.
        move: Where a rectangle of the sheet is afterwards, None when its cells are gone.
    """
    _follow_charts(workbook, sheet, move)
    _follow_pivots(workbook, sheet, move)
    _follow_sparklines(workbook, sheet, move)


def pivots_in_the_way(workbook: OpenWorkbook, area: Area, shift: Shift) -> list[Pivot]:
    """The pivots that cells moving in a part of rows or columns take along, whole.

    Raises:
        ExcelApiError: PivotTableRangeConflict when cells would be put into a pivot, or taken out.
    """
    index = workbook.sheet_index(area.sheet)
    limits = (MAX_ROWS, MAX_COLUMNS)
    band = (
        replace(area.rect, bottom=limits[0] - 1)
        if shift.vertical
        else replace(area.rect, right=limits[1] - 1)
    )
    along: list[Pivot] = []
    for pivot in workbook.engine.pivots.pivots():
        if pivot.sheet != index or pivot.top < 0:
            continue
        report = workbook.engine.pivots.report(pivot)
        for rect in (report.body, report.filters):
            if rect is None or intersection(rect, band) is None:
                continue
            after = shift.apply(rect)
            torn = after is not None and (after.rows, after.columns) != (rect.rows, rect.columns)
            if torn or not contains(band, rect):
                raise standard_error("PivotTableRangeConflict")
        if contains(band, report.body):
            along.append(pivot)
    return along


def move_pivots(workbook: OpenWorkbook, pivots: Sequence[Pivot], shift: Shift) -> None:
    """Let pivots lie where their cells have moved, or go with them."""
    parts = workbook.engine.pivots
    for pivot in reversed(pivots):
        after = shift.apply(Rect(pivot.top, pivot.left, pivot.top, pivot.left))
        if after is None:
            parts.remove(pivot)
        else:
            parts.update(replace(pivot, top=after.top, left=after.left))


def _rewriter(
    workbook: OpenWorkbook, sheet: SheetId, home: int, move: Move
) -> Callable[[str], str]:
    name, homes = workbook.sheet_name(sheet), workbook.engine.sheet_names()

    def rewrite(text: str) -> str:
        new = relocated(f"={text.removeprefix('=')}", homes[home], name, move)
        return new.removeprefix("=") if not text.startswith("=") else new

    return rewrite


def _follow_charts(workbook: OpenWorkbook, sheet: SheetId, move: Move) -> None:
    charts = workbook.engine.charts
    for index in range(len(workbook.sheet_ids)):
        rewrite = _rewriter(workbook, sheet, index, move)

        def rewritten(match: re.Match[bytes], rewrite: Callable[[str], str] = rewrite) -> bytes:
            text = unescape(match[2].decode(), _ENTITIES)
            return match[1] + escape(rewrite(text)).encode() + match[3]

        for chart in charts.charts(index):
            before = charts.part(index, chart.id)
            after = _FORMULA.sub(rewritten, before)
            if after != before:
                charts.set_part(index, chart.id, after)


def _follow_pivots(workbook: OpenWorkbook, sheet: SheetId, move: Move) -> None:
    name = workbook.sheet_name(sheet).casefold()
    parts = workbook.engine.pivots
    for pivot in parts.pivots():
        rect = parse_rect(pivot.source.ref) if pivot.source.ref else None
        if rect is None or pivot.source.sheet.casefold() != name:
            continue
        after = move(rect)
        if after is not None and after != rect:
            parts.set_source(pivot, replace(pivot.source, ref=rect_text(after)))


def _follow_sparklines(workbook: OpenWorkbook, sheet: SheetId, move: Move) -> None:
    for index, home in enumerate(workbook.sheet_ids):

        def cell(text: str, here: bool = home == sheet) -> str | None:
            rect = parse_rect(text)
            if rect is None or not here:
                return text
            after = move(rect)
            return None if after is None else rect_text(after)

        rewrite = _rewriter(workbook, sheet, index, move)
        workbook.engine.sheet_parts.sparklines.follow(index, cell, rewrite)
