"""Which formulas depend on which, and the circles among them."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from tieout.workbook.lint.formula import Formula, Reference

if TYPE_CHECKING:
    from tieout.workbook.lint.view import SheetView, WorkbookView

Node: TypeAlias = tuple[str, int, int]
"""Sheet name, row, column."""
_Known: TypeAlias = dict[tuple[str, int, int, int, int], list[Node]]
"""Formulas by the area they are in."""
_MOST_EDGES = 2_000_000
_NO_VALUE = frozenset(
    {
        "ROW",
        "ROWS",
        "COLUMN",
        "COLUMNS",
        "CELL",
        "AREAS",
        "SHEET",
        "FORMULATEXT",
        "ISFORMULA",
        "ISREF",
        "OFFSET",
    }
)
"""Functions that look where a cell is, not what is in it. INDEX looks at the one cell it picks."""


def circles(view: "WorkbookView") -> tuple[tuple[Node, ...], ...]:
    """Groups of formulas that depend on one another, each sorted; none when there is too much to search.

    Formulas that no circle can pass are taken away first (those that read no formula, then those
    that read only such ones), so that a sound workbook ends here.
    """
    edges = _edges(view)
    return () if edges is None else _circles_of(edges)


def circles_through(view: "WorkbookView", starts: Iterable[Node]) -> tuple[tuple[Node, ...], ...]:
    """The circles that pass one of these cells, and those that they depend on.

    Only what the cells depend on is gone through, so that a change costs what it reaches.
    """
    edges: dict[Node, list[Node]] = {}
    known: _Known = {}
    waiting, count = list(starts), 0
    while waiting:
        node = waiting.pop()
        name, row, column = node
        sheet = view.sheet(name)
        formula = None if node in edges or sheet is None else sheet.formula_at(row, column)
        if formula is None or sheet is None:
            continue
        edges[node] = list(_sources(view, sheet, formula, known))
        waiting.extend(edges[node])
        count += len(edges[node])
        if count > _MOST_EDGES:
            return ()
    return _circles_of(edges)


def _circles_of(edges: Mapping[Node, Sequence[Node]]) -> tuple[tuple[Node, ...], ...]:
    left = _without_ends(edges)
    found = [
        tuple(sorted(group))
        for group in _strong_groups(left)
        if len(group) > 1 or group[0] in left[group[0]]
    ]
    return tuple(sorted(found))


def _edges(view: "WorkbookView") -> dict[Node, list[Node]] | None:
    known: _Known = {}
    edges: dict[Node, list[Node]] = {}
    count = 0
    for sheet, formula in view.formulas():
        sources = list(_sources(view, sheet, formula, known))
        count += len(sources)
        if count > _MOST_EDGES:
            return None
        edges[sheet.name, formula.row, formula.column] = sources
    return edges


def _sources(
    view: "WorkbookView", sheet: "SheetView", formula: Formula, known: _Known
) -> Iterator[Node]:
    """The formulas whose values a formula asks for."""
    for reference in formula.references:
        target = view.target(sheet, reference)
        if target is None or _asks_no_value(reference):
            continue
        key = (target.name, reference.top, reference.left, reference.bottom, reference.right)
        if key not in known:
            known[key] = list(_formulas_in(target, key))
        yield from known[key]


def _asks_no_value(reference: Reference) -> bool:
    return reference.function in _NO_VALUE or (
        reference.function == "INDEX" and reference.argument == 0 and reference.alone
    )


def _formulas_in(target: "SheetView", area: tuple[str, int, int, int, int]) -> Iterator[Node]:
    name, top, left, bottom, right = area
    columns = target.bounds_columns
    for column in range(max(left, columns[0]), min(right, columns[1]) + 1):
        line = target.formula_rows.get(column, ())
        for index in range(bisect_left(line, top), len(line)):
            if line[index] > bottom:
                break
            yield name, line[index], column


def _without_ends(edges: Mapping[Node, Sequence[Node]]) -> dict[Node, list[Node]]:
    """The graph without nodes from which every path ends."""
    readers: dict[Node, list[Node]] = {}
    waiting: dict[Node, int] = {}
    for node, sources in edges.items():
        waiting[node] = len(sources)
        for source in sources:
            readers.setdefault(source, []).append(node)
    free = [node for node, count in waiting.items() if count == 0]
    while free:
        node = free.pop()
        del waiting[node]
        for reader in readers.get(node, ()):
            waiting[reader] -= 1
            if waiting[reader] == 0:
                free.append(reader)
    return {node: [s for s in edges[node] if s in waiting] for node in waiting}


def _strong_groups(edges: Mapping[Node, Sequence[Node]]) -> Iterator[list[Node]]:
    """Strongly connected groups (Tarjan), without recursion."""
    order: dict[Node, int] = {}
    lowest: dict[Node, int] = {}
    open_nodes: list[Node] = []
    is_open: set[Node] = set()
    for start in edges:
        if start in order:
            continue
        work: list[tuple[Node, int]] = [(start, 0)]
        while work:
            node, at = work.pop()
            if at == 0:
                order[node] = lowest[node] = len(order)
                open_nodes.append(node)
                is_open.add(node)
            elif edges[node][at - 1] in is_open:
                lowest[node] = min(lowest[node], lowest[edges[node][at - 1]])
            while at < len(edges[node]) and edges[node][at] in order:
                if edges[node][at] in is_open:
                    lowest[node] = min(lowest[node], order[edges[node][at]])
                at += 1
            if at < len(edges[node]):
                work.extend(((node, at + 1), (edges[node][at], 0)))
            elif lowest[node] == order[node]:
                group: list[Node] = []
                while not group or group[-1] != node:
                    group.append(open_nodes.pop())
                    is_open.discard(group[-1])
                yield group
