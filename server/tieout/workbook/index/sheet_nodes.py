"""The nodes of one sheet: families of formulas, lines of inputs, runs of texts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from tieout.workbook.address import Address
from tieout.workbook.cell_columns import (
    EMPTY_KIND,
    LOGICAL_KIND,
    NUMBER_KIND,
    TEXT_KIND,
    CellColumns,
    Mask,
    TextPool,
    cell_columns,
)
from tieout.workbook.cell_grid import cell_grid
from tieout.workbook.formula_patterns import FormulaPattern, formula_patterns
from tieout.workbook.index.labels import SheetLabels
from tieout.workbook.index.nodes import Node, NodeKind
from tieout.workbook.index.words import format_words
from tieout.workbook.rectangles import mask_runs, rectangles
from tieout.workbook.references.meaning import Meanings
from tieout.workbook.references.parse import parse_formula
from tieout.workbook.snapshot import RangeSnapshot, TableSnapshot

_MOST_RUNS = 20_000
_LOW = 40
"""Up to so many rows a block of inputs may name them one by one."""
_MOST_TEXTS = 60
_LONGEST_TEXT = 80
_SAMPLE = 4_000


@dataclass(frozen=True, slots=True)
class SheetNodes:
    """What is found of one sheet's cells alone; edges are the workbook's."""

    cells: RangeSnapshot
    nodes: tuple[Node, ...]


def sheet_nodes(
    cells: RangeSnapshot, meanings: Meanings, tables: Sequence[TableSnapshot]
) -> SheetNodes:
    """All nodes of a sheet, by their top left corners."""
    columns = cells.columns if cells.columns is not None else _as_columns(cells)
    labels = SheetLabels(cells.address, columns)
    found = chain(
        _families(cells, meanings),
        _blocks(cells.address, columns, tables),
    )
    named = [_named(node, labels, columns, cells.address, tables) for node in found]
    named.sort(key=_place)
    return SheetNodes(cells, tuple(named))


def _place(node: Node) -> tuple[int, int, str]:
    assert node.area is not None
    return node.area.top, node.area.left, node.kind


def _as_columns(cells: RangeSnapshot) -> CellColumns:
    return cell_columns(TextPool(), cells.values, cells.formulas, cells.texts, cells.number_formats)


def _families(cells: RangeSnapshot, meanings: Meanings) -> Iterator[Node]:
    sheet = cells.address.sheet
    for pattern in formula_patterns(cell_grid(cells)).patterns:
        for area in pattern.areas:
            placed = replace(area, sheet=sheet)
            formula = _formula_at(cells, placed, pattern)
            still = pattern.kind == "same"
            yield Node(
                str(placed),
                "formulas",
                sheet,
                placed,
                formula,
                pattern.r1c1,
                still,
                reads=meanings.read(formula, placed, still=still),
            )


def _formula_at(cells: RangeSnapshot, area: Address, pattern: FormulaPattern) -> str:
    return cells.content(area.top, area.left)[1] or pattern.formula


def _blocks(area: Address, cells: CellColumns, tables: Sequence[TableSnapshot]) -> Iterator[Node]:
    constant = cells.formulas == 0
    numbers = constant & ((cells.kinds == NUMBER_KIND) | (cells.kinds == LOGICAL_KIND))
    for found in _lines(area, numbers):
        yield from _split(found, cells, area, tables)
    for found in _lines(area, constant & (cells.kinds == TEXT_KIND)):
        yield from (_node("texts", part) for part in _by_column(found))


def _lines(area: Address, mask: Mask) -> Iterator[Address]:
    """Rectangles of a mask; whole columns where there are too many."""
    steps = np.count_nonzero(mask[1:] & ~mask[:-1]) + np.count_nonzero(mask[0])
    if steps > _MOST_RUNS:
        for across in np.flatnonzero(mask.any(axis=0)).tolist():
            rows = np.flatnonzero(mask[:, across])
            top, bottom = area.top + int(rows[0]), area.top + int(rows[-1])
            column = area.left + across
            yield Address(area.sheet, top, column, bottom, column)
        return
    for found in rectangles(mask_runs(mask, area.top, area.left)):
        yield replace(found, sheet=area.sheet)


def _split(
    block: Address, cells: CellColumns, area: Address, tables: Sequence[TableSnapshot]
) -> Iterator[Node]:
    """Inputs row by row where texts name the rows, else column by column."""
    corner = Address.cell(block.sheet, block.top, block.left)
    in_table = any(table.address.contains(corner) for table in tables)
    by_row = not in_table and block.rows <= _LOW and _has_labels(block, cells, area)
    if not by_row:
        yield from (_node("inputs", part) for part in _by_column(block))
        return
    for row in range(block.top, block.bottom + 1):
        yield _node("inputs", replace(block, top=row, bottom=row))


def _has_labels(block: Address, cells: CellColumns, area: Address) -> bool:
    """Whether most rows have a text somewhere to the left."""
    down, across = block.top - area.top, block.left - area.left
    left = cells.kinds[down : down + block.rows, :across] == TEXT_KIND
    return bool(np.count_nonzero(left.any(axis=1)) * 2 > block.rows)


def _by_column(block: Address) -> Iterator[Address]:
    for column in range(block.left, block.right + 1):
        yield replace(block, left=column, right=column)


def _node(kind: NodeKind, area: Address) -> Node:
    return Node(str(area), kind, area.sheet, area)


def _named(
    node: Node,
    labels: SheetLabels,
    cells: CellColumns,
    area: Address,
    tables: Sequence[TableSnapshot],
) -> Node:
    """A node with the words it can be found by."""
    place = node.area
    assert place is not None
    corner = Address.cell(place.sheet, place.top, place.left)
    table = next((table.name for table in tables if table.address.contains(corner)), "")
    heads = dict.fromkeys((labels.columns(place), labels.section(place), table))
    body = [node.sheet, *_format_words(place, cells, area)]
    if node.formula:
        parsed = parse_formula(node.formula)
        body.extend(sorted(parsed.calls))
        body.extend(name.partition(":")[2] for name in node.reads.named)
    label = labels.rows(place)
    if node.kind == "texts":
        own = _own_texts(place, cells, area)
        heads = dict.fromkeys((*own[:1], *heads))
        body.extend(own[1:])
    return replace(
        node,
        label=label,
        heading=" · ".join(filter(None, heads)),
        body=" · ".join(body),
    )


def _part(cells: CellColumns, place: Address, area: Address) -> tuple[slice, slice]:
    down, across = place.top - area.top, place.left - area.left
    return slice(down, down + min(place.rows, _SAMPLE)), slice(across, across + place.columns)


def _format_words(place: Address, cells: CellColumns, area: Address) -> Iterator[str]:
    rows, columns = _part(cells, place, area)
    code = int(cells.formats[rows, columns][0, 0])
    yield from format_words(cells.pool.text(code))


def _own_texts(place: Address, cells: CellColumns, area: Address) -> list[str]:
    """The first different texts of a run of texts."""
    rows, columns = _part(cells, place, area)
    part = cells.kinds[rows, columns] != EMPTY_KIND
    codes = cells.texts[rows, columns][part].tolist()
    found: dict[str, None] = {}
    for code in dict.fromkeys(codes):
        found[" ".join(cells.pool.text(code).split())[:_LONGEST_TEXT]] = None
        if len(found) == _MOST_TEXTS:
            break
    return [text for text in found if text]
