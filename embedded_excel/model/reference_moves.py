"""What refers to cells from outside of cells, after some of them moved: charts, PivotTables, sparklines.

Whole rows and columns are the engine's; this is for parts of them, and for cells that are moved.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final
from xml.sax.saxutils import escape, unescape

from embedded_excel.calc.cells import Rect
from embedded_excel.model.a1 import parse_rect, rect_text
from embedded_excel.model.references import relocated
from embedded_excel.model.workbook import OpenWorkbook, SheetId

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
