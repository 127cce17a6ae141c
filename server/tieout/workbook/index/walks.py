"""Walks from cells along who reads whom, exact to the cell within filled formulas."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np

from tieout.workbook.address import Address
from tieout.workbook.cell_columns import TEXT_KIND
from tieout.workbook.formula_tokens import ERROR_TEXTS
from tieout.workbook.index.nodes import Node
from tieout.workbook.index.workbook_index import WorkbookIndex
from tieout.workbook.regions import overlap

Direction: TypeAlias = Literal["precedents", "dependents"]

MOST_STEPS = 2_000
_STEPS_OF_ONE = 4
_LONGEST_CHAIN = 30


@dataclass(frozen=True, slots=True)
class Step:
    """Cells that a walk came to.

    Attributes:
        hop: How many formulas away.
        place: Their node's place in the index; None for cells without content.
        area: Those of its cells that are concerned.
        via: The name or table they are read by, as an id, or "".
    """

    hop: int
    place: int | None
    area: Address
    via: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A cell of a chain of errors."""

    cell: Address
    text: str
    formula: str


def walk(
    index: WorkbookIndex, start: Address, direction: Direction, depth: int
) -> tuple[Step, ...]:
    """What an area reads, or what reads it, up to some hops away; by hop, then by place."""
    found: list[Step] = []
    seen: dict[int, list[Address]] = {}
    frontier = [start]
    for hop in range(1, depth + 1):
        fresh: dict[tuple[int | None, Address], Step] = {}
        for area in frontier:
            for step in _next(index, area, direction, hop):
                if _is_new(seen, step, start):
                    fresh.setdefault((step.place, step.area), step)
        ordered = sorted(fresh.values(), key=_order)
        for step in ordered:
            if step.place is not None:
                seen.setdefault(step.place, []).append(step.area)
        found.extend(ordered)
        frontier = [step.area for step in ordered]
        if not frontier or len(found) > MOST_STEPS:
            break
    return tuple(found[:MOST_STEPS])


def _order(step: Step) -> tuple[bool, int, Address]:
    return step.place is None, step.place or 0, step.area


def _is_new(seen: dict[int, list[Address]], step: Step, start: Address) -> bool:
    if step.place is None:
        return True
    return not start.contains(step.area) and not any(
        area.contains(step.area) for area in seen.get(step.place, ())
    )


def _next(index: WorkbookIndex, area: Address, direction: Direction, hop: int) -> Iterator[Step]:
    if direction == "dependents":
        for place, part in index.reading(area):
            yield Step(hop, place, part)
        return
    for _, target, via in index.read_by(area):
        places = index.at(target)
        for place in places:
            node = index.nodes[place]
            part = None if node.area is None else overlap(node.area, target)
            if part is not None:
                yield Step(hop, place, replace(part, sheet=node.sheet), via)
        if not places:
            yield Step(hop, None, target, via)


@dataclass(frozen=True, slots=True)
class Reached:
    """What may change when some cells do.

    Attributes:
        steps: One for each node, with all of its cells that are reached; `hop` is the nearest way.
        objects: Names, tables and charts over changed cells, by id.
        dynamic: Formulas outside of that which read what only calculation tells.
        ends: Places whose cells nobody reads: where a change comes out.
        complete: False when there are more places than anybody wants to know.
    """

    steps: tuple[Step, ...]
    objects: tuple[Node, ...]
    dynamic: tuple[Node, ...]
    ends: frozenset[int]
    complete: bool = True


def reach(index: WorkbookIndex, areas: Sequence[Address]) -> Reached:
    """Everything that depends on some areas, over any number of formulas.

    A family that feeds itself, such as a running balance, counts as a whole after a few rounds, so
    that a thousand periods aren't a thousand steps; then the answer says more rather than less.
    """
    found: dict[int, Step] = {}
    rounds: dict[int, int] = {}
    frontier, hop = list(areas), 0
    while frontier and len(found) <= MOST_STEPS:
        hop += 1
        fresh: dict[int, Address] = {}
        for area in frontier:
            for place, part in index.reading(area):
                known = fresh.get(place) or (found[place].area if place in found else None)
                if known is not None and known.contains(part):
                    continue
                whole = index.nodes[place].area
                rounds[place] = rounds.get(place, 0) + 1
                grown = part if known is None else _around(known, part)
                if rounds[place] > _STEPS_OF_ONE and whole is not None:
                    grown = whole
                fresh[place] = grown
        for place, area in fresh.items():
            nearest = found[place].hop if place in found else hop
            found[place] = Step(nearest, place, area)
        frontier = [fresh[place] for place in sorted(fresh)]
    steps = tuple(sorted(found.values(), key=lambda step: (step.hop, step.place or 0)))
    concerned = [*areas, *(step.area for step in steps)]
    objects = sorted({place for area in concerned for place in index.objects_over(area)})
    return Reached(
        steps,
        tuple(index.nodes[place] for place in objects),
        tuple(
            node
            for place, node in enumerate(index.nodes)
            if node.reads.dynamic and node.kind == "formulas" and place not in found
        ),
        frozenset(place for place, step in found.items() if not any(index.reading(step.area))),
        not frontier,
    )


def _around(one: Address, other: Address) -> Address:
    return Address(
        one.sheet,
        min(one.top, other.top),
        min(one.left, other.left),
        max(one.bottom, other.bottom),
        max(one.right, other.right),
    )


def error_chain(index: WorkbookIndex, cell: Address) -> tuple[Link, ...]:
    """From a cell that shows an error to the cell it comes from; empty when it shows none.

    At each formula the first cell it reads that holds an error is followed, in the order they are
    written. The last link is the root: nothing it reads holds one.
    """
    chain: list[Link] = []
    at: Address | None = cell
    while at is not None and len(chain) < _LONGEST_CHAIN:
        state = index.workbook.state(at)
        text = state.value if isinstance(state.value, str) else ""
        if text not in _ERRORS or any(link.cell == at for link in chain):
            break
        chain.append(Link(at, text, state.formula))
        at = _first_error(index, at)
    return tuple(chain)


_ERRORS = frozenset(ERROR_TEXTS)


def _first_error(index: WorkbookIndex, cell: Address) -> Address | None:
    for _, target, _ in index.read_by(cell):
        sheet = index.workbook.sheet(target.sheet)
        if sheet is None or sheet.cells is None:
            continue
        part = overlap(target, sheet.cells.address)
        columns = sheet.cells.columns
        if part is None or columns is None:
            continue
        top, left = sheet.cells.address.top, sheet.cells.address.left
        where = (
            slice(part.top - top, part.bottom - top + 1),
            slice(part.left - left, part.right - left + 1),
        )
        codes = [columns.pool.code(text) for text in ERROR_TEXTS]
        wrong = (columns.kinds[where] == TEXT_KIND) & np.isin(columns.numbers[where], codes)
        for down, across in np.argwhere(wrong).tolist():
            found = Address.cell(sheet.name, part.top + down, part.left + across)
            if found != cell:
                return found
    return None
