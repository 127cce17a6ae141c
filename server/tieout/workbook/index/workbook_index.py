"""The index of one workbook: its nodes, and which of them read which.

Made of a snapshot. What is found of a sheet's cells is kept from one snapshot to the next while they,
and what names and tables mean, are the same; edges between sheets are drawn anew, they are cheap.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tieout.workbook.address import Address
from tieout.workbook.cell_columns import Mask
from tieout.workbook.index.nodes import CELL_KINDS, Node
from tieout.workbook.index.object_nodes import object_nodes
from tieout.workbook.index.rule_nodes import rule_nodes
from tieout.workbook.index.sheet_nodes import SheetNodes, sheet_nodes
from tieout.workbook.index.standing import Standing, standing
from tieout.workbook.references.meaning import Meanings, Target
from tieout.workbook.regions import overlap
from tieout.workbook.rule_image import RuleImage
from tieout.workbook.snapshot import RangeSnapshot, SheetSnapshot, WorkbookSnapshot

NO_RULES: RuleImage = {}
_SAME_PATTERN = 0.3
_HOLDS = 0.5
_SMALL = 400
"""Areas of so many cells are looked up cell by cell."""


@dataclass(frozen=True, slots=True)
class Edges:
    """Which node reads which: `readers[i]` reads `read[i]`.

    Attributes:
        weights: Less for each of many that one node reads, and where nodes only belong together.
    """

    readers: NDArray[np.int64]
    read: NDArray[np.int64]
    weights: NDArray[np.float64]


@dataclass(frozen=True)
class WorkbookIndex:
    """Nodes in a fixed order: sheet by sheet in tab order, then names, tables, charts, rules, comments.

    Attributes:
        standings: What speaks against a sheet, by its name.
        unread: Sheets whose cells nobody read: they have no nodes.
        sheets: What each sheet was made of, kept for the next snapshot.
        rules: What lies over cells, as far as it was asked for.
    """

    workbook: WorkbookSnapshot
    nodes: tuple[Node, ...]
    standings: Mapping[str, Standing]
    unread: tuple[str, ...]
    sheets: Mapping[str, SheetNodes] = field(repr=False)
    rules: RuleImage = field(repr=False)

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The place of each node, by its id."""
        return {node.id: place for place, node in enumerate(self.nodes)}

    @cached_property
    def _owners(self) -> Mapping[str, tuple[Address, NDArray[np.int32]]]:
        """The node of each cell, by sheet in lower case; only sheets whose nodes don't overlap."""
        found: dict[str, tuple[Address, NDArray[np.int32]]] = {}
        for sheet, (places, bounds) in self._bounds.items():
            kept = self.workbook.sheet(sheet)
            if kept is None or kept.cells is None:
                continue
            area = kept.cells.address
            owners = np.full((area.rows, area.columns), -1, np.int32)
            for place, (top, left, bottom, right) in zip(places, bounds.T, strict=True):
                down, across = top - area.top, left - area.left
                owners[down : bottom - area.top + 1, across : right - area.left + 1] = place
            sizes = (bounds[2] - bounds[0] + 1) * (bounds[3] - bounds[1] + 1)
            if int(sizes.sum()) == np.count_nonzero(owners >= 0):
                found[sheet] = area, owners
        return found

    @cached_property
    def _bounds(self) -> Mapping[str, tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """Places and bounds of the nodes that are cells, by sheet in lower case."""
        found: dict[str, tuple[list[int], list[tuple[int, int, int, int]]]] = {}
        for place, node in enumerate(self.nodes):
            if node.kind in CELL_KINDS and node.area is not None:
                places, bounds = found.setdefault(node.sheet.casefold(), ([], []))
                area = node.area
                places.append(place)
                bounds.append((area.top, area.left, area.bottom, area.right))
        return {
            sheet: (np.array(places, np.int64), np.array(bounds, np.int64).T)
            for sheet, (places, bounds) in found.items()
        }

    def at(self, area: Address) -> list[int]:
        """Places of the nodes with cells in an area, in order."""
        if area.size <= _SMALL and area.sheet.casefold() in self._owners:
            used, owners = self._owners[area.sheet.casefold()]
            part = overlap(used, area)
            if part is None:
                return []
            inside = owners[
                part.top - used.top : part.bottom - used.top + 1,
                part.left - used.left : part.right - used.left + 1,
            ]
            return sorted(set(inside[inside >= 0].tolist()))
        found = self._bounds.get(area.sheet.casefold())
        if found is None:
            return []
        places, bounds = found
        return places[_overlaps(bounds, area)].tolist()

    @cached_property
    def edges(self) -> Edges:
        """Every edge once, by reader."""
        pairs: dict[tuple[int, int], float] = {}
        for place, node in enumerate(self.nodes):
            found = self._read_by_node(place, node)
            holds = node.kind not in ("formulas", "name", "chart")
            weight = (_HOLDS if holds else 1.0) / max(1, len(found)) ** 0.5
            for other in found:
                pairs[place, other] = weight
        for pair in self._same_patterns():
            pairs.setdefault(pair, _SAME_PATTERN)
        both = np.array(list(pairs), np.int64).reshape(-1, 2)
        weights = np.array(list(pairs.values()), np.float64)
        return Edges(both[:, 0], both[:, 1], weights)

    def _read_by_node(self, place: int, node: Node) -> dict[int, None]:
        """Places of what a node reads, itself left out."""
        found = {self.places[name]: None for name in node.reads.named if name in self.places}
        area = node.area or Address.cell(node.sheet, 1, 1)
        for target in node.reads.targets:
            found.update(dict.fromkeys(self.at(target.over(area))))
        found.pop(place, None)
        return found

    def _same_patterns(self) -> Iterator[tuple[int, int]]:
        """Families of one sheet with one pattern, each with the one before."""
        last: dict[tuple[str, str], int] = {}
        for place, node in enumerate(self.nodes):
            if node.kind == "formulas":
                key = (node.sheet, node.r1c1)
                if key in last:
                    yield last[key], place
                last[key] = place

    @cached_property
    def _targets(self) -> Mapping[str, tuple[list[tuple[int, Target]], NDArray[np.int64]]]:
        """What every node reads as a whole, by the sheet it reads from, in lower case."""
        found: dict[str, tuple[list[tuple[int, Target]], list[tuple[int, int, int, int]]]] = {}
        for place, node in enumerate(self.nodes):
            home = node.area or Address.cell(node.sheet, 1, 1)
            for target in node.reads.targets:
                read, bounds = found.setdefault(target.sheet.casefold(), ([], []))
                area = target.over(home)
                read.append((place, target))
                bounds.append((area.top, area.left, area.bottom, area.right))
        return {
            sheet: (read, np.array(bounds, np.int64).T) for sheet, (read, bounds) in found.items()
        }

    def _over(self, area: Address) -> Iterator[tuple[int, Target]]:
        """What reads something near an area: by whole families."""
        found = self._targets.get(area.sheet.casefold())
        if found is not None:
            read, bounds = found
            for number in np.flatnonzero(_overlaps(bounds, area)).tolist():
                yield read[number]

    def reading(self, area: Address) -> Iterator[tuple[int, Address]]:
        """Which cells of which families read something of an area, filled or not; exactly."""
        for place, target in self._over(area):
            node = self.nodes[place]
            if node.kind == "formulas" and node.area is not None:
                found = target.readers(node.area, area)
                if found is not None:
                    yield place, found

    def objects_over(self, area: Address) -> Iterator[int]:
        """Names, tables, charts and rules that stand for, hold or show something of an area."""
        for place, _ in self._over(area):
            if self.nodes[place].kind != "formulas":
                yield place

    def read_by(self, area: Address) -> Iterator[tuple[int, Address, str]]:
        """What the formulas in an area read: the family's place, the cells, and the name used."""
        for place in self.at(area):
            node = self.nodes[place]
            if node.kind != "formulas" or node.area is None:
                continue
            part = overlap(node.area, area)
            assert part is not None
            for target in node.reads.targets:
                yield place, self.clipped(target.over(part)), target.via

    def clipped(self, area: Address) -> Address:
        """Whole rows and columns as far as the sheet is used."""
        sheet = self.workbook.sheet(area.sheet)
        used = None if sheet is None else sheet.used
        if used is None or area.size < used.size:
            return area
        return overlap(area, used) or area


def _overlaps(bounds: NDArray[np.int64], area: Address) -> Mask:
    top, left, bottom, right = bounds
    return (top <= area.bottom) & (bottom >= area.top) & (left <= area.right) & (right >= area.left)


def build_index(
    workbook: WorkbookSnapshot, last: WorkbookIndex | None = None, rules: RuleImage = NO_RULES
) -> WorkbookIndex:
    """The index of a snapshot.

    Args:
        workbook: What to index.
        last: An earlier index of the same workbook: sheets with the same cells aren't read again.
        rules: Conditional formats, validation and comments, by identity of sheet.
    """
    meanings = Meanings(workbook)
    kept = last if last is not None and _mean_the_same(last.workbook, workbook) else None
    sheets: dict[str, SheetNodes] = {}
    for sheet in workbook.sheets:
        if sheet.cells is None:
            continue
        before = None if kept is None else kept.sheets.get(sheet.name)
        if before is None or not _same_cells(before.cells, sheet.cells):
            tables = [t for t in workbook.tables if t.address.sheet == sheet.name]
            before = sheet_nodes(sheet.cells, meanings, tables)
        sheets[sheet.name] = before
    nodes = [node for one in sheets.values() for node in one.nodes]
    return WorkbookIndex(
        workbook,
        (*nodes, *object_nodes(workbook, meanings), *rule_nodes(workbook, rules, meanings)),
        {sheet.name: standing(sheet) for sheet in workbook.sheets},
        tuple(sheet.name for sheet in workbook.sheets if not sheet.was_read),
        sheets,
        rules,
    )


def _mean_the_same(one: WorkbookSnapshot, other: WorkbookSnapshot) -> bool:
    """Whether formulas that didn't change read the same cells."""
    return (
        _structure(one.sheets) == _structure(other.sheets)
        and one.names == other.names
        and one.tables == other.tables
    )


def _structure(sheets: Sequence[SheetSnapshot]) -> list[str]:
    return [sheet.name for sheet in sheets]


def _same_cells(one: RangeSnapshot, other: RangeSnapshot) -> bool:
    if one is other:
        return True
    if one.address != other.address:
        return False
    mine, others = one.columns, other.columns
    if mine is None or others is None or mine.pool is not others.pool:
        return one == other
    return not mine.differing(others).any()
