"""Precedents and dependents of cells: what formulas read, as areas of any sheet."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.tracing import Node
from embedded_excel.errors import ExcelApiError, item_not_found
from embedded_excel.model.areas import clipped, contains, intersection, sheet_named
from embedded_excel.model.formula_shift import formulas_of
from embedded_excel.model.references import spans
from embedded_excel.model.workbook import Area, OpenWorkbook

_STRING = re.compile(r'"(?:[^"]|"")*"')
_NAME = re.compile(r"\[|(?<![\w.\\#/!'])(?!TRUE\b|FALSE\b)[^\W\d][\w.\\?]*(?![\w.\\?(])", re.I)


def direct_precedents(workbook: OpenWorkbook, area: Area) -> tuple[Area, ...]:
    """Areas the formulas of an area read.

    Raises:
        ExcelApiError: ItemNotFound when there are none.
    """
    found: list[Area] = []
    for node, formula in _formulas_in(workbook, area):
        found.extend(_read_by(workbook, node, formula))
    return _found(workbook, found)


def all_precedents(workbook: OpenWorkbook, area: Area) -> tuple[Area, ...]:
    """Areas the formulas of an area read, and what the formulas there read, on every level.

    Raises:
        ExcelApiError: ItemNotFound when there are none.
    """
    found: dict[Area, None] = {}
    seen: set[Node] = set()
    waiting = [area]
    while waiting:
        for node, formula in _formulas_in(workbook, waiting.pop()):
            if node in seen:
                continue
            seen.add(node)
            new = [read for read in _read_by(workbook, node, formula) if read not in found]
            found.update(dict.fromkeys(new))
            waiting.extend(new)
    return _found(workbook, found)


def direct_dependents(workbook: OpenWorkbook, area: Area) -> tuple[Area, ...]:
    """Cells whose formulas read any cell of an area.

    Raises:
        ExcelApiError: ItemNotFound when there are none.
    """
    return _found(workbook, _cells(workbook, _readers(workbook, area)))


def all_dependents(workbook: OpenWorkbook, area: Area) -> tuple[Area, ...]:
    """Cells whose formulas read any cell of an area, directly or through others.

    Raises:
        ExcelApiError: ItemNotFound when there are none.
    """
    found: set[Node] = set()
    for node in _readers(workbook, area):
        if node not in found:
            found.add(node)
            found.update(workbook.engine.tracing.all_dependents(node))
    return _found(workbook, _cells(workbook, sorted(found)))


def _readers(workbook: OpenWorkbook, area: Area) -> list[Node]:
    workbook.settle()
    readers: list[Node] = []
    for sheet in range(len(workbook.sheet_ids)):
        for (row, column), formula in formulas_of(workbook, sheet):
            node = (sheet, row, column)
            if any(
                read.sheet == area.sheet and intersection(read.rect, area.rect) is not None
                for read in _read_by(workbook, node, formula)
            ):
                readers.append(node)
    return readers


def _formulas_in(workbook: OpenWorkbook, area: Area) -> Iterator[tuple[Node, str]]:
    rect = clipped(workbook, area, values_only=True)
    if rect is None:
        return
    sheet = workbook.sheet_index(area.sheet)
    for row, formulas in enumerate(workbook.engine.read(sheet, rect).formulas, rect.top):
        for column, formula in enumerate(formulas, rect.left):
            if formula is not None:
                yield (sheet, row, column), formula


def _read_by(workbook: OpenWorkbook, node: Node, formula: str) -> list[Area]:
    """What one formula reads: its references as written; names and tables as the cells they are."""
    home = workbook.sheet_ids[node[0]]
    areas: list[Area] = []
    rest, position = "", 0
    for start, end, reference in spans(formula):
        rest, position = rest + formula[position:start] + "0", end
        name = reference.sheet_name()
        try:
            sheet = home if name is None else sheet_named(workbook, name)
        except ExcelApiError:
            # Another workbook's, or several sheets at once: the engine knows the latter.
            rest += "["
            continue
        areas.append(Area(sheet, reference.rect()))
    rest += formula[position:]
    if _NAME.search(_STRING.sub("", rest)) is None:
        return areas
    cells = _cells(workbook, workbook.engine.tracing.precedents(node))
    return [*areas, *(cell for cell in cells if not _covered(cell, areas))]


def _covered(area: Area, areas: Iterable[Area]) -> bool:
    return any(
        other.sheet == area.sheet and other != area and contains(other.rect, area.rect)
        for other in areas
    )


def _cells(workbook: OpenWorkbook, nodes: Iterable[Node]) -> list[Area]:
    """Cells joined to rectangles: along rows first, then rows of the same width."""
    lines: list[tuple[int, Rect]] = []
    for sheet, row, column in sorted(set(nodes)):
        if lines:
            last_sheet, last = lines[-1]
            if (last_sheet, last.top, last.right + 1) == (sheet, row, column):
                lines[-1] = (sheet, replace(last, right=column))
                continue
        lines.append((sheet, Rect(row, column, row, column)))
    blocks: dict[tuple[int, int, int], list[Rect]] = {}
    for sheet, line in lines:
        column_blocks = blocks.setdefault((sheet, line.left, line.right), [])
        if column_blocks and column_blocks[-1].bottom + 1 == line.top:
            column_blocks[-1] = replace(column_blocks[-1], bottom=line.bottom)
        else:
            column_blocks.append(line)
    return [
        Area(workbook.sheet_ids[sheet], rect)
        for (sheet, _, _), rects in blocks.items()
        for rect in rects
    ]


def _found(workbook: OpenWorkbook, areas: Iterable[Area]) -> tuple[Area, ...]:
    listed = list(dict.fromkeys(areas))
    kept = [area for area in listed if not _covered(area, listed)]
    if not kept:
        raise item_not_found()
    order = workbook.sheet_ids.index
    return tuple(sorted(kept, key=lambda area: (order(area.sheet), area.rect.top, area.rect.left)))
