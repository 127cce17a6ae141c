"""The short names of Excel's classes, and the shortest way to each object.

People and models write `charts.add`, not `Excel.ChartCollection.add`: a class that is reached under
one property name, which leads to no other class, is keyed by that name.
"""

import heapq
import re
from collections.abc import Iterable, Mapping

from tieout.reference.declarations import Declaration, Member

_TOO_GENERAL = frozenset(
    [
        "custom",
        "field",
        "fields",
        "filter",
        "format",
        "group",
        "hierarchies",
        "image",
        "items",
        "label",
        "layout",
        "line",
        "preset",
        "properties",
        "rule",
        "shape",
        "text",
    ]
)
_CHOSEN = {
    "CustomPropertyCollection": "documentCustomProperties",
    "GroupShapeCollection": "groupShapes",
    "PivotFieldCollection": "pivotFields",
    "PivotHierarchyCollection": "pivotHierarchies",
    "PivotItemCollection": "pivotItems",
    "RangeAreasCollection": "rangeAreasCollection",
    "RangeBorderCollection": "borders",
    "RequestContext": "context",
    "ShapeCollection": "shapes",
    "TableRowCollection": "rows",
    "WorksheetCustomPropertyCollection": "worksheetCustomProperties",
}
_ROOTS = {
    "context": "RequestContext",
    "workbook": "Workbook",
    "sheet": "Worksheet",
    "range": "Range",
    "chart": "Chart",
    "table": "Table",
    "pivotTable": "PivotTable",
    "shape": "Shape",
}
_PLAIN_STEP, _CALL_STEP = 1.0, 1.6


def aliases(classes: Iterable[Declaration]) -> dict[str, str]:
    """Class name to its short name; every short name stands for one class."""
    named = {declaration.name: declaration for declaration in classes}
    reached: dict[str, set[str]] = {name: set() for name in named}
    for declaration in named.values():
        for member in declaration.members:
            if member.kind == "property" and member.type in reached and member.name != "context":
                reached[member.type].add(member.name.removesuffix("OrNullObject"))
    leads_to: dict[str, set[str]] = {}
    for name, properties in reached.items():
        for found in properties:
            leads_to.setdefault(found, set()).add(name)
    result: dict[str, str] = {}
    for name, properties in reached.items():
        only = next(iter(properties)) if len(properties) == 1 else ""
        usable = only and only not in _TOO_GENERAL and len(leads_to[only]) == 1
        result[name] = _CHOSEN.get(name) or (only if usable else name[0].lower() + name[1:])
    return result


def paths(classes: Mapping[str, Declaration]) -> dict[str, str]:
    """Class name to the shortest expression that reaches an object of it."""
    best: dict[str, str] = {}
    waiting = [(0.0, rank, root, name) for rank, (root, name) in enumerate(_ROOTS.items())]
    while waiting:
        cost, rank, path, name = heapq.heappop(waiting)
        if name in best or name not in classes:
            continue
        best[name] = path
        for member in classes[name].members:
            target, step = _step(member)
            if target in classes and target not in best:
                price = _CALL_STEP if member.kind == "method" else _PLAIN_STEP
                heapq.heappush(waiting, (cost + price, rank, f"{path}.{step}", target))
    return best


def _step(member: Member) -> tuple[str, str]:
    """Where a member leads, and how that is written; what may be missing comes last."""
    if member.name.endswith("OrNullObject") or member.name == "context":
        return "", ""
    if member.kind == "property":
        return member.type, member.name
    if member.kind == "method" and not re.match(r"(load|set|toJSON|track|untrack)$", member.name):
        arguments = ", ".join(item.name for item in member.parameters if not item.optional)
        return member.type, f"{member.name}({arguments})"
    return "", ""
