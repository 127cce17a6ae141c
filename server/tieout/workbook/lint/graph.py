"""Which formulas depend on which, and the circles among them."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from tieout.workbook.lint.formula import Reference

if TYPE_CHECKING:
    from tieout.workbook.lint.view import WorkbookView

Node: TypeAlias = tuple[str, int, int]
"""Sheet name, row, column."""
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
    if edges is None:
        return ()
    left = _without_ends(edges)
    found = [
        tuple(sorted(group))
        for group in _strong_groups(left)
        if len(group) > 1 or group[0] in left[group[0]]
    ]
    return tuple(sorted(found))


def _edges(view: "WorkbookView") -> dict[Node, list[Node]] | None:
    rows: dict[tuple[str, int], list[int]] = {}
    for sheet in view.sheets:
        for row, column in sheet.formulas:
            rows.setdefault((sheet.name, column), []).append(row)
    known: dict[tuple[str, int, int, int, int], list[Node]] = {}
    edges: dict[Node, list[Node]] = {}
    count = 0
    for sheet, formula in view.formulas():
        sources: list[Node] = []
        for reference in formula.references:
            target = view.target(sheet, reference)
            if target is None or _asks_no_value(reference):
                continue
            key = (target.name, reference.top, reference.left, reference.bottom, reference.right)
            if key not in known:
                known[key] = list(_formulas_in(rows, target.bounds_columns, key))
            sources.extend(known[key])
        count += len(sources)
        if count > _MOST_EDGES:
            return None
        edges[sheet.name, formula.row, formula.column] = sources
    return edges


def _asks_no_value(reference: Reference) -> bool:
    return reference.function in _NO_VALUE or (
        reference.function == "INDEX" and reference.argument == 0 and reference.alone
    )


def _formulas_in(
    rows: Mapping[tuple[str, int], Sequence[int]],
    columns: tuple[int, int],
    area: tuple[str, int, int, int, int],
) -> Iterator[Node]:
    name, top, left, bottom, right = area
    for column in range(max(left, columns[0]), min(right, columns[1]) + 1):
        line = rows.get((name, column), ())
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
