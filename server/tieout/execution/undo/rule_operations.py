"""Set conditional formats, validation and comments of a sheet back to what they were."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import JsonValue

from tieout.execution.undo.rule_looks import descend
from tieout.office_wire.build import BatchBuilder, WireObject
from tieout.workbook.address import quote_sheet
from tieout.workbook.rule_image import (
    Comment,
    ConditionalFormat,
    RuleImage,
    RuleNoun,
    RulePoint,
    Setting,
    SheetRules,
    Validation,
    left,
)

_MATCHES = {
    "FillColor": "MatchPositiveFillColor",
    "BorderColor": "MatchPositiveBorderColor",
}


@dataclass(frozen=True, slots=True)
class RestoreConditionalFormats:
    """Delete what was added or changed, make again what is gone, and put all in their order."""

    sheet_id: str
    sheet: str
    wanted: tuple[ConditionalFormat, ...]
    current: tuple[ConditionalFormat, ...]

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"The conditional formats of {self.sheet}"

    def write(self, batch: BatchBuilder) -> None:
        sheet = batch.worksheet(self.sheet_id)
        formats = sheet.method("GetRange", None).child("ConditionalFormats")
        there = list(self.current)
        for one in left(self.current, self.wanted):
            formats.item(one.id).call("Delete")
            there = [other for other in there if other is not one]
        placed: list[WireObject] = []
        for one in self.wanted:
            if one in there:
                placed.append(formats.item(there.pop(there.index(one)).id))
            else:
                placed.append(_make(sheet, one))
        for place, item in enumerate(placed):
            item.set("Priority", place)


def _make(sheet: WireObject, one: ConditionalFormat) -> WireObject:
    addresses = [area.local for area in one.areas]
    many = len(addresses) > 1
    target = sheet.method("GetRanges", ",".join(addresses)) if many else sheet.range(addresses[0])
    made = target.child("ConditionalFormats").create("Add", one.kind)
    values = {(setting.path, setting.name): setting.value for setting in one.settings}
    for setting in one.settings:
        if _is_set(setting, values):
            descend(made, setting.path).set(setting.name, _without_nulls(setting.value))
    return made


def _is_set(setting: Setting, values: Mapping[tuple[tuple[str, ...], str], JsonValue]) -> bool:
    """A new format leaves everything alone, so what is left alone needn't be set."""
    value = setting.value
    if value is None or value == "":
        return False
    if "Borders" in setting.path:
        return values[setting.path, "Style"] != "None"
    if setting.path[-1:] == ("NegativeFormat",):
        match = _MATCHES.get(setting.name)
        return value is True if match is None else values[setting.path, match] is not True
    return True


def _without_nulls(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return {name: _without_nulls(part) for name, part in value.items() if part is not None}
    if isinstance(value, list):
        return [_without_nulls(part) for part in value]
    return value


@dataclass(frozen=True, slots=True)
class RestoreValidation:
    """Give cells whose validation differs the one they had, or none."""

    sheet_id: str
    sheet: str
    wanted: tuple[Validation, ...]
    current: tuple[Validation, ...]

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"The data validation of {self.sheet}"

    def write(self, batch: BatchBuilder) -> None:
        sheet = batch.worksheet(self.sheet_id)
        for one in left(self.current, self.wanted):
            sheet.range(one.area.local).child("DataValidation").call("Clear")
        for one in left(self.wanted, self.current):
            target = sheet.range(one.area.local).child("DataValidation")
            for setting in one.settings:
                if setting.value not in (None, {}):
                    target.set(setting.name, setting.value)


@dataclass(frozen=True, slots=True)
class RestoreComments:
    """Delete threads that were added, and begin those again that are gone or changed."""

    sheet_id: str
    sheet: str
    wanted: tuple[Comment, ...]
    current: tuple[Comment, ...]

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"The comments of {self.sheet}"

    def write(self, batch: BatchBuilder) -> None:
        comments = batch.worksheet(self.sheet_id).child("Comments")
        rest = {one.id: one for one in left(self.wanted, self.current)}
        for one in left(self.current, self.wanted):
            old = rest.get(one.id)
            if old is not None and (old.cell, old.replies) == (one.cell, one.replies):
                _edit(comments.item(one.id), old, one)
                del rest[one.id]
            else:
                comments.item(one.id).call("Delete")
        for one in rest.values():
            where = f"{quote_sheet(self.sheet)}!{one.cell.local}"
            made = comments.create("Add", where, one.content, "Plain")
            for reply in one.replies:
                made.child("Replies").create("Add", reply, "Plain")
            if one.resolved:
                made.set("Resolved", True)


def _edit(thread: WireObject, old: Comment, now: Comment) -> None:
    if old.content != now.content:
        thread.set("Content", old.content)
    if old.resolved != now.resolved:
        thread.set("Resolved", old.resolved)


RuleOperation: TypeAlias = RestoreConditionalFormats | RestoreValidation | RestoreComments


@dataclass(frozen=True, slots=True)
class RuleRestore:
    """What is set back, and sentences about what isn't, or not quite."""

    operations: tuple[RuleOperation, ...]
    restored: tuple[tuple[str, RuleNoun], ...]
    sentences: tuple[str, ...]


def rule_operations(
    point: RulePoint, now: RuleImage, names: Mapping[str, str], doomed: Collection[str]
) -> RuleRestore:
    """The operations for what still is as the execution left it.

    `names` are the sheets by their ids as they will be called; `doomed` ones are deleted anyway.
    """
    operations: list[RuleOperation] = []
    restored: list[tuple[str, RuleNoun]] = []
    sentences: list[str] = []
    for sheet, noun in point.changed:
        if sheet not in names or sheet not in now or sheet in doomed:
            continue
        before, current = point.before[sheet], now[sheet]
        if before.same(current, noun):
            continue
        if not point.after[sheet].same(current, noun):
            sentences.append(
                f"Left alone, because it was changed since: the {noun}s of {names[sheet]}."
            )
            continue
        operation = operation_for(sheet, names[sheet], noun, before, current)
        operations.append(operation)
        restored.append((sheet, noun))
        sentences.extend(rewritten(operation))
    return RuleRestore(tuple(operations), tuple(restored), tuple(sentences))


def operation_for(
    sheet_id: str, name: str, noun: RuleNoun, wanted: SheetRules, current: SheetRules
) -> RuleOperation:
    """The operation that makes one kind of rules what it was."""
    match noun:
        case "conditional format":
            return RestoreConditionalFormats(
                sheet_id, name, wanted.conditional, current.conditional
            )
        case "validation":
            return RestoreValidation(sheet_id, name, wanted.validations, current.validations)
        case "comment":
            return RestoreComments(sheet_id, name, wanted.comments, current.comments)


def rewritten(operation: RuleOperation) -> Iterator[str]:
    """A sentence about threads that are begun again, in the user's own name."""
    if not isinstance(operation, RestoreComments):
        return
    there = {one.id for one in operation.current}
    gone = [one for one in left(operation.wanted, operation.current) if one.id not in there]
    if gone:
        cells: Sequence[str] = [one.cell.local for one in gone]
        yield (
            f"Comments on {operation.sheet}!{', '.join(cells)} were written again; their authors, "
            "times and mentions are lost."
        )
