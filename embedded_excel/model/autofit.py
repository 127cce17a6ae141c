"""Column widths and row heights that fit, by average character widths.

Without a font engine this is an estimate: digits and lower-case letters count as one character of
the font's size, narrow ones as half, wide ones as one and a half, full-width ones as two.
"""

import unicodedata

from embedded_excel.calc.cells import CellStyle, Rect
from embedded_excel.model.areas import clipped
from embedded_excel.model.workbook import Area, OpenWorkbook

_NARROW = frozenset("iIjl.,:;'|!()[]{}`tfr ")
_WIDE = frozenset("mwMW@%QOGDNUHAKXVYRCB&")
_POINTS_PER_EM = 0.48
_BOLD = 1.07
_PADDING = 5.25
_LINE = 15.0 / 11.0
_INDENT = 6.75
_MAX_WIDTH = 1342.5
_MAX_HEIGHT = 409.5


def text_width(text: str, style: CellStyle) -> float:
    """Width of a line of text in points."""
    units = 0.0
    for character in text:
        if character in _NARROW:
            units += 0.55
        elif character in _WIDE:
            units += 1.3
        else:
            units += 2.0 if unicodedata.east_asian_width(character) in "WF" else 1.0
    width = units * style.font.size * _POINTS_PER_EM
    return width * _BOLD if style.font.bold else width


def _cells(workbook: OpenWorkbook, area: Area) -> list[tuple[int, int, str, CellStyle]]:
    part = clipped(workbook, area)
    if part is None:
        return []
    engine, sheet = workbook.engine, workbook.sheet_index(area.sheet)
    texts, styles = engine.texts(sheet, part), engine.style_ids(sheet, part)
    merged = list(engine.merges(sheet))
    return [
        (part.top + row, part.left + column, text, engine.style(styles[row][column]))
        for row, line in enumerate(texts)
        for column, text in enumerate(line)
        if text and not _in_any(merged, part.top + row, part.left + column)
    ]


def _in_any(rects: list[Rect], row: int, column: int) -> bool:
    return any(
        rect.top <= row <= rect.bottom and rect.left <= column <= rect.right for rect in rects
    )


def fitting_widths(workbook: OpenWorkbook, area: Area) -> dict[int, float]:
    """Width in points of each column of an area that shows anything. Merged cells don't count."""
    widths: dict[int, float] = {}
    for _, column, text, style in _cells(workbook, area):
        if style.wrap_text and " " in text.strip():
            continue
        longest = max(text_width(line, style) for line in text.split("\n"))
        width = longest + _PADDING + style.indent * _INDENT
        widths[column] = min(max(widths.get(column, 0.0), round(width * 4) / 4), _MAX_WIDTH)
    return widths


def fitting_heights(workbook: OpenWorkbook, area: Area) -> dict[int, float | None]:
    """Height in points of each row of an area; None means automatic again (nothing shows)."""
    sheet = workbook.sheet_index(area.sheet)
    axis = workbook.engine.column_axis(sheet)
    heights: dict[int, float | None] = {
        row: None
        for row in workbook.engine.row_axis(sheet).sizes
        if area.rect.top <= row <= area.rect.bottom
    }
    for row, column, text, style in _cells(workbook, area):
        lines = text.split("\n") if style.wrap_text else [text]
        count = 0
        for line in lines:
            room = max(axis.sizes.get(column, axis.default) - _PADDING, 1.0)
            count += max(1, -(-int(text_width(line, style)) // int(room))) if style.wrap_text else 1
        height = round(count * style.font.size * _LINE * 4) / 4
        heights[row] = min(max(heights.get(row) or 0.0, height), _MAX_HEIGHT)
    return heights
