"""Answers about structure: a compact text for the model, and the same as JSON for its code.

One hop away is told in full, what lies further as ids. Whatever is left out is counted.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from tieout.workbook.address import Address
from tieout.workbook.headers import headings
from tieout.workbook.index.cards import card, fitting, marks, shown_values
from tieout.workbook.index.nodes import CELL_KINDS, Node
from tieout.workbook.index.rank import Ranked
from tieout.workbook.index.walks import Direction, Link, Step, error_chain, reach, walk
from tieout.workbook.index.workbook_index import WorkbookIndex
from tieout.workbook.sheet_look import SheetLook
from tieout.workbook.tokens import clip

_MOST_IDS = 60
_MOST_LISTED = 200
_JSON_VALUES = 400
_MOST_HEADED = 60


@dataclass(frozen=True, slots=True)
class Told:
    """One answer.

    Attributes:
        text: What the model reads.
        answer: What the code gets.
    """

    text: str
    answer: JsonValue


def told_search(
    index: WorkbookIndex, query: str, ranked: Sequence[Ranked], limit: int, budget: int
) -> Told:
    """The best places for a query; the next ones by id."""
    nodes = [index.nodes[one.place] for one in ranked]

    def text(shown: Sequence[Node]) -> str:
        rest = nodes[len(shown) :]
        found = f"{len(nodes):,} place{'' if len(nodes) == 1 else 's'}"
        lines = [f'search "{clip(query, 60)}": {found}, the best first']
        lines.extend(card(index, node) for node in shown)
        lines.extend(_ids("further", (node.id for node in rest), len(rest)))
        lines.extend(_unread(index))
        return "\n".join(lines)

    shown = nodes[: fitting(nodes[:limit], text, budget)]
    rest = [node.id for node in nodes[len(shown) :]]
    answer: JsonValue = {
        "query": query,
        "hits": [_json(index, node) for node in shown],
        "further": list[JsonValue](rest[:_MOST_LISTED]),
        "total": len(nodes),
        "unread": list[JsonValue](index.unread),
    }
    return Told(text(shown), answer)


def told_trace(
    index: WorkbookIndex, area: Address, direction: Direction, depth: int, budget: int
) -> Told:
    """What cells read, or what reads them, hop by hop; and where their error comes from."""
    steps = walk(index, area, direction, depth)
    near = [step for step in steps if step.hop == 1]
    chain = error_chain(index, Address.cell(area.sheet, area.top, area.left))
    here = [_part(index, place, area) for place in index.at(area)]
    moving = [node for node in here if node.reads.dynamic]
    moving += [
        index.nodes[step.place]
        for step in steps
        if step.place is not None and index.nodes[step.place].reads.dynamic
    ]

    def text(shown: Sequence[Step]) -> str:
        lines = [f"trace {area} {direction}, {_hops(depth)}"]
        lines.extend(f"from {card(index, node)}" for node in here[:_MOST_LISTED][:3])
        lines.extend(_chain(chain))
        lines.append(f"1 hop: {_places(len(near))}{'' if near else _nothing(direction)}")
        lines.extend(_card_of(index, step) for step in shown)
        left = [str(step.area) for step in near[len(shown) :]]
        lines.extend(_ids("and", left, len(left)))
        for hop in range(2, depth + 1):
            found = [str(step.area) for step in steps if step.hop == hop]
            lines.extend(_ids(_hops(hop), found, len(found)))
        lines.extend(
            _ids("reads more than its references say", (n.id for n in moving), len(moving))
        )
        lines.extend(_unread(index))
        return "\n".join(lines)

    shown = near[: fitting(near, text, budget)]
    answer: JsonValue = {
        "address": str(area),
        "direction": direction,
        "cells": [_json(index, node) for node in here[:_MOST_LISTED]],
        "steps": [_step_json(index, step) for step in steps[:_JSON_VALUES]],
        "total": len(steps),
        "dynamic": [node.id for node in moving[:_MOST_LISTED]],
        "errorChain": [_link_json(link) for link in chain],
        "unread": list[JsonValue](index.unread),
    }
    return Told(clip(text(shown), budget), answer)


def told_impact(index: WorkbookIndex, areas: Sequence[Address], budget: int) -> Told:
    """What may change when some cells do: by sheet, the nearest in full, where it comes out."""
    found = reach(index, areas)
    near = [step for step in found.steps if step.hop == 1]
    far = [step for step in found.steps if step.hop > 1 and step.place not in found.ends]
    ends = [step for step in found.steps if step.place in found.ends and step.hop > 1]
    cells = sum(step.area.size for step in found.steps)
    sheets: Counter[str] = Counter()
    for step in found.steps:
        sheets[step.area.sheet] += step.area.size
    scope = ", ".join(str(area) for area in areas)

    def text(shown: Sequence[Step]) -> str:
        least = "" if found.complete else "at least "
        what = f"{least}{cells:,} formula cells in {_places(len(found.steps))} may change"
        lines = [f"impact of {clip(scope, 80)}: {what if cells else 'no formula reads it'}"]
        if len(sheets) > 1:
            lines.append("by sheet: " + ", ".join(f"{n} {count:,}" for n, count in sheets.items()))
        lines.extend(_card_of(index, step) for step in shown if step.hop == 1)
        left = [str(step.area) for step in near[sum(s.hop == 1 for s in shown) :]]
        lines.extend(_ids("and at 1 hop", left, len(left)))
        outcome = [step for step in shown if step.hop > 1]
        if ends:
            lines.append(f"where it comes out ({_places(len(ends))} nobody reads):")
            lines.extend(_card_of(index, step) for step in outcome)
            rest = [str(step.area) for step in ends[len(outcome) :]]
            lines.extend(_ids("and", rest, len(rest)))
        lines.extend(_ids("between", (str(step.area) for step in far), len(far)))
        lines.extend(_ids("objects", (node.id for node in found.objects), len(found.objects)))
        lines.extend(
            _ids(
                "may read it too, known only at calculation",
                (node.id for node in found.dynamic),
                len(found.dynamic),
            )
        )
        lines.extend(_unread(index))
        return "\n".join(lines)

    candidates = [*near, *ends]
    shown = candidates[: fitting(candidates, text, budget)]
    answer: JsonValue = {
        "scope": scope,
        "cells": cells,
        "sheets": dict[str, JsonValue](sheets),
        "steps": [_step_json(index, step) for step in found.steps[:_JSON_VALUES]],
        "total": len(found.steps),
        "complete": found.complete,
        "ends": [str(step.area) for step in found.steps if step.place in found.ends],
        "objects": [node.id for node in found.objects],
        "dynamic": [node.id for node in found.dynamic[:_MOST_LISTED]],
        "unread": list[JsonValue](index.unread),
    }
    return Told(clip(text(shown), budget), answer)


def _part(index: WorkbookIndex, place: int, area: Address) -> Node:
    """A node as far as it lies in an area, with the formula of its first cell there."""
    node = index.nodes[place]
    if node.area is None or node.kind not in CELL_KINDS:
        return node
    part = Address(
        node.sheet,
        max(node.area.top, area.top),
        max(node.area.left, area.left),
        min(node.area.bottom, area.bottom),
        min(node.area.right, area.right),
    )
    if part == node.area:
        return node
    formula = index.workbook.state(part).formula if node.formula else ""
    return _headed(index, replace(node, id=str(part), area=part, formula=formula), part)


def _headed(index: WorkbookIndex, node: Node, part: Address) -> Node:
    """A part of a node with its own headings, where they are found."""
    sheet = index.workbook.sheet(node.sheet)
    if sheet is None or sheet.cells is None or part.size > _MOST_HEADED:
        return node
    tables = tuple(t for t in index.workbook.tables if t.address.sheet == sheet.name)
    found = headings(SheetLook((sheet.cells,), tables=tables), part)
    label = dict.fromkeys(text for line in found.columns for text in line.texts if text)
    heading = dict.fromkeys(text for line in found.rows[-1:] for text in line.texts if text)
    return replace(
        node,
        label=" · ".join(label) or node.label,
        heading=" · ".join(heading) or node.heading,
    )


def _card_of(index: WorkbookIndex, step: Step) -> str:
    via = f" via {step.via}" if step.via else ""
    if step.place is None:
        return f"{step.area} empty{via}"
    node = _part(index, step.place, step.area)
    whole = index.nodes[step.place]
    of = f" (of {whole.id})" if node.id != whole.id and whole.kind == "formulas" else ""
    return f"{card(index, node)}{of}{via}"


def _chain(chain: Sequence[Link]) -> Iterator[str]:
    if not chain:
        return
    links = [
        f"{link.cell} {link.text}{f' [{clip(link.formula, 60)}]' if link.formula else ''}"
        for link in chain
    ]
    yield f"error: {' <- '.join(links)}"
    root = chain[-1]
    why = "its own formula makes it" if root.formula else "it is typed in"
    yield f"root: {root.cell}: nothing it reads holds an error; {why}"


def _ids(title: str, ids: Iterable[str], count: int) -> Iterator[str]:
    if not count:
        return
    names = [found for found, _ in zip(ids, range(_MOST_IDS), strict=False)]
    more = f"; … {count - len(names):,} more" if count > len(names) else ""
    yield f"{title}: {'; '.join(names)}{more}"


def _unread(index: WorkbookIndex) -> Iterator[str]:
    if index.unread:
        yield (
            "not searched, the workbook is large; a sheet your code names is read: "
            + ", ".join(index.unread[:_MOST_IDS])
        )


def _places(count: int) -> str:
    return f"{count:,} place{'' if count == 1 else 's'}"


def _hops(count: int) -> str:
    return f"{count} hop{'' if count == 1 else 's'}"


def _nothing(direction: Direction) -> str:
    return " (it reads no cells)" if direction == "precedents" else " (no formula reads it)"


def _json(index: WorkbookIndex, node: Node) -> dict[str, JsonValue]:
    values = [] if node.area is None else shown_values(index.workbook, node.area)
    found: dict[str, JsonValue] = {
        "id": node.id,
        "kind": node.kind,
        "address": "" if node.area is None else str(node.area),
        "label": node.label,
        "heading": node.heading,
        "formula": node.formula,
        "text": list[JsonValue](values),
        "cells": node.cells,
    }
    warnings = list[JsonValue](marks(index, node))
    if warnings:
        found["marks"] = warnings
    return found


def _step_json(index: WorkbookIndex, step: Step) -> JsonValue:
    found: dict[str, JsonValue] = {"hop": step.hop, "via": step.via}
    if step.place is None:
        found.update(id=str(step.area), kind="empty", address=str(step.area))
    else:
        found.update(_json(index, _part(index, step.place, step.area)))
        found["family"] = index.nodes[step.place].id
    return found


def _link_json(link: Link) -> JsonValue:
    return {"address": str(link.cell), "text": link.text, "formula": link.formula}
