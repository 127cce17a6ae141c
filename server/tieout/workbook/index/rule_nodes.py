"""Nodes of what lies over cells: conditional formats, validation, comments."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pydantic import JsonValue

from tieout.workbook.address import Address
from tieout.workbook.index.nodes import Node, NodeKind
from tieout.workbook.references.meaning import Meanings, Reads, Target
from tieout.workbook.references.spans import Span
from tieout.workbook.rule_image import RuleImage, Setting
from tieout.workbook.snapshot import WorkbookSnapshot

_MOST_AREAS = 20
_LONGEST = 300


def rule_nodes(workbook: WorkbookSnapshot, rules: RuleImage, meanings: Meanings) -> Iterator[Node]:
    """Sheet by sheet; two of a kind over one area are told apart by a number."""
    seen: dict[str, int] = {}
    for sheet in workbook.sheets:
        found = rules.get(sheet.id)
        if found is None:
            continue
        nodes = [
            *(
                _over("conditional format", one.areas, one.settings, one.text, sheet.name, meanings)
                for one in found.conditional
                if one.areas
            ),
            *(
                _over("validation", (one.area,), one.settings, one.text, sheet.name, meanings)
                for one in found.validations
            ),
            *(
                _over(
                    "comment",
                    (one.cell,),
                    (),
                    " · ".join((one.content, *one.replies))[:_LONGEST],
                    sheet.name,
                    meanings,
                )
                for one in found.comments
            ),
        ]
        for node in nodes:
            seen[node.id] = seen.get(node.id, 0) + 1
            number = seen[node.id]
            yield node if number == 1 else replace(node, id=f"{node.id}/{number}")


def _over(
    kind: NodeKind,
    areas: Sequence[Address],
    settings: Sequence[Setting],
    text: str,
    sheet: str,
    meanings: Meanings,
) -> Node:
    """A node that belongs to its cells and reads what its formulas read."""
    placed = [
        Address(sheet, area.top, area.left, area.bottom, area.right) for area in areas[:_MOST_AREAS]
    ]
    own = [
        Target(sheet, Span.fixed(area.top, area.bottom), Span.fixed(area.left, area.right))
        for area in placed
    ]
    read = [
        meanings.read(formula, area)
        for formula in dict.fromkeys(_formulas(settings))
        for area in placed
    ]
    targets = dict.fromkeys((*own, *(target for one in read for target in one.targets)))
    return Node(
        f"{kind.replace(' ', '-')}:{placed[0]}",
        kind,
        sheet,
        placed[0],
        label=text,
        body=f"{sheet} · {kind}",
        reads=Reads(
            tuple(targets),
            tuple(dict.fromkeys(name for one in read for name in one.named)),
            tuple(dict.fromkeys(found for one in read for found in one.outside)),
            any(one.broken for one in read),
            any(one.dynamic for one in read),
        ),
    )


def _formulas(settings: Sequence[Setting]) -> Iterator[str]:
    """Every text in some settings that is a formula."""
    for setting in settings:
        if '"=' in setting.text:
            yield from _texts(json.loads(setting.text))


def _texts(value: JsonValue) -> Iterator[str]:
    if isinstance(value, str):
        if value.startswith("="):
            yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
