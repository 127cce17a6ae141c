"""Conditional formats, validation and comments of sheets at one moment, and how two moments differ.

Values are JSON texts as Excel's API gives them, so that they can be compared and set again as they
are. What only tells one thing from another while the workbook is open (ids) is not compared.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, TypeVar

from pydantic import JsonValue

from tieout.workbook.address import Address
from tieout.workbook.changes import ObjectChange
from tieout.workbook.format_image import intersection, without
from tieout.workbook.object_image import ObjectPoint
from tieout.workbook.r1c1 import to_r1c1
from tieout.workbook.sampling import list_some
from tieout.workbook.table_image import TablePoint

RuleNoun: TypeAlias = Literal["conditional format", "validation", "comment"]
RULE_NOUNS: tuple[RuleNoun, ...] = ("conditional format", "validation", "comment")
_MOST_AREAS = 4


@dataclass(frozen=True, slots=True)
class Setting:
    """A property by its path of wire names below its owner, and its value as JSON."""

    path: tuple[str, ...]
    name: str
    text: str

    @property
    def value(self) -> JsonValue:
        """The value."""
        return json.loads(self.text)


@dataclass(frozen=True, slots=True)
class ConditionalFormat:
    """A conditional format; its formulas are written for the first cell of its first area."""

    id: str = field(compare=False)
    kind: str
    areas: tuple[Address, ...]
    settings: tuple[Setting, ...]
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Validation:
    """Cells with one validation; its formulas are written for the first of them."""

    area: Address
    settings: tuple[Setting, ...]
    text: str = field(default="", compare=False)

    @property
    def meaning(self) -> tuple[Setting, ...]:
        """The same wherever the area begins."""
        top, left = self.area.top, self.area.left
        return tuple(
            Setting(one.path, one.name, json.dumps(_relative(one.value, top, left)))
            for one in self.settings
        )


@dataclass(frozen=True, slots=True)
class Comment:
    """A thread of comments; who wrote it and when can't be set."""

    id: str = field(compare=False)
    cell: Address
    content: str
    resolved: bool = False
    replies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetRules:
    """What lies over the cells of one sheet; conditional formats with the one that wins first."""

    conditional: tuple[ConditionalFormat, ...] = ()
    validations: tuple[Validation, ...] = ()
    comments: tuple[Comment, ...] = ()

    def same(self, other: "SheetRules", noun: RuleNoun) -> bool:
        """Whether both say the same of their cells."""
        match noun:
            case "conditional format":
                return self.conditional == other.conditional
            case "validation":
                return not any(_unlike(self.validations, other.validations)) and not any(
                    _unlike(other.validations, self.validations)
                )
            case "comment":
                return set(self.comments) == set(other.comments)


RuleImage: TypeAlias = Mapping[str, SheetRules]
"""By Excel's identity of the sheet, which survives renaming."""


@dataclass(frozen=True, slots=True)
class RulePoint:
    """Rules before and after an execution, on the sheets where it may have changed them."""

    before: RuleImage = field(default_factory=dict[str, SheetRules])
    after: RuleImage = field(default_factory=dict[str, SheetRules])
    tables: TablePoint = field(default_factory=TablePoint)
    objects: ObjectPoint = field(default_factory=ObjectPoint)

    @property
    def differs(self) -> bool:
        """Whether anything is different after the execution, looks of tables and objects included."""
        return bool(self.changed) or any(self.tables.changed()) or bool(self.objects.changed)

    @property
    def changed(self) -> tuple[tuple[str, RuleNoun], ...]:
        """Sheet and noun of what differs, on sheets that are still there."""
        return tuple(
            (sheet, noun)
            for sheet, before in self.before.items()
            for noun in RULE_NOUNS
            if sheet in self.after and not before.same(self.after[sheet], noun)
        )


def rule_changes(point: RulePoint, names: Mapping[str, str]) -> Iterator[ObjectChange]:
    """What was added, changed and removed, by sheet; `names` are those after the execution."""
    for sheet, noun in point.changed:
        before, after = point.before[sheet], point.after[sheet]
        match noun:
            case "conditional format":
                old = [(one.areas, one.text) for one in left(before.conditional, after.conditional)]
                new = [(one.areas, one.text) for one in left(after.conditional, before.conditional)]
                if not old and not new:
                    yield ObjectChange(noun, names[sheet], "changed", "order")
            case "validation":
                old = [
                    ((area,), text) for area, text in _unlike(before.validations, after.validations)
                ]
                new = [
                    ((area,), text) for area, text in _unlike(after.validations, before.validations)
                ]
            case "comment":
                old = [((one.cell,), one.content) for one in left(before.comments, after.comments)]
                new = [((one.cell,), one.content) for one in left(after.comments, before.comments)]
        yield from _paired(noun, names[sheet], old, new)


_Described: TypeAlias = tuple[tuple[Address, ...], str]


def _paired(
    noun: RuleNoun, sheet: str, old: Sequence[_Described], new: Sequence[_Described]
) -> Iterator[ObjectChange]:
    """Same cells or same words before and after are one change."""
    rest = list(new)
    for areas, text in old:
        found = next((one for one in rest if one[0] == areas), None)
        found = found or next((one for one in rest if text and one[1] == text), None)
        if found is None:
            yield ObjectChange(noun, _where(sheet, areas), "removed", text)
            continue
        rest.remove(found)
        detail = f"{text} → {found[1]}" if found[1] != text else text
        if found[0] != areas:
            detail = f"{detail}, {_where('', areas)} → {_where('', found[0])}"
        yield ObjectChange(noun, _where(sheet, found[0]), "changed", detail)
    for areas, text in rest:
        yield ObjectChange(noun, _where(sheet, areas), "added", text)


def _where(sheet: str, areas: Sequence[Address]) -> str:
    named = [Address(sheet, area.top, area.left, area.bottom, area.right) for area in areas]
    return list_some([str(area) for area in named], _MOST_AREAS, "areas")


_Kept = TypeVar("_Kept", ConditionalFormat, Comment, Validation)


def left(some: Sequence[_Kept], others: Sequence[_Kept]) -> list[_Kept]:
    """Those of `some` that aren't among `others`; each of these stands for one only."""
    rest = list(others)
    found: list[_Kept] = []
    for one in some:
        if one in rest:
            rest.remove(one)
        else:
            found.append(one)
    return found


def _unlike(
    some: Sequence[Validation], others: Sequence[Validation]
) -> Iterator[tuple[Address, str]]:
    """The cells of `some` that don't have the same validation among `others`."""
    by_meaning: dict[tuple[Setting, ...], list[Address]] = {}
    for other in others:
        by_meaning.setdefault(other.meaning, []).append(other.area)
    for one in some:
        parts = (one.area,)
        for area in by_meaning.get(one.meaning, ()):
            if intersection(one.area, area) is not None:
                parts = tuple(piece for part in parts for piece in without(part, area))
        for part in parts:
            yield part, one.text


def _relative(value: JsonValue, top: int, left_: int) -> JsonValue:
    if isinstance(value, str):
        return to_r1c1(value, top, left_)
    if isinstance(value, dict):
        return {name: _relative(part, top, left_) for name, part in value.items()}
    return value
