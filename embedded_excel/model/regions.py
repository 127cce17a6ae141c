"""Blocks of filled cells: the region around a cell, and where Ctrl+Arrow goes."""

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Rect
from embedded_excel.model.areas import Position
from embedded_excel.model.workbook import Area, OpenWorkbook

_STEPS = {"Up": (-1, 0), "Down": (1, 0), "Left": (0, -1), "Right": (0, 1)}


def _filled(workbook: OpenWorkbook, area: Area) -> set[Position]:
    index = workbook.sheet_index(area.sheet)
    used = workbook.engine.used_rect(index, values_only=True)
    return set() if used is None else set(workbook.engine.occupied(index, used))


def surrounding_region(workbook: OpenWorkbook, cell: Area) -> Rect:
    """The smallest block around a cell whose neighbouring row and column on each side are blank."""
    filled = _filled(workbook, cell)
    rect = cell.rect
    grown = True
    while grown:
        grown = False
        ring = Rect(rect.top - 1, rect.left - 1, rect.bottom + 1, rect.right + 1)
        touching = [
            (row, column)
            for row, column in filled
            if ring.top <= row <= ring.bottom
            and ring.left <= column <= ring.right
            and not (rect.top <= row <= rect.bottom and rect.left <= column <= rect.right)
        ]
        if touching:
            rows = [rect.top, rect.bottom, *(row for row, _ in touching)]
            columns = [rect.left, rect.right, *(column for _, column in touching)]
            rect = Rect(min(rows), min(columns), max(rows), max(columns))
            grown = True
    return rect


def data_edge(workbook: OpenWorkbook, cell: Area, direction: str) -> Rect:
    """The cell Ctrl+Arrow goes to: the end of a filled run, or the next filled cell, or the edge."""
    down, right = _STEPS[direction]
    row, column = cell.rect.top, cell.rect.left
    filled = _filled(workbook, cell)
    if down:
        line = {place[0] for place in filled if place[1] == column}
        at, step, end = row, down, MAX_ROWS - 1 if down > 0 else 0
    else:
        line = {place[1] for place in filled if place[0] == row}
        at, step, end = column, right, MAX_COLUMNS - 1 if right > 0 else 0
    if at in line and at + step in line:
        while at + step in line:
            at += step
    else:
        beyond = [place for place in line if (place - at) * step > 0]
        at = min(beyond, key=lambda place: (place - at) * step) if beyond else end
    return Rect(at, column, at, column) if down else Rect(row, at, row, at)
