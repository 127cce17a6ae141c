"""Protection, links, PivotTables and slicers at one moment, and how two moments differ.

What is known of a thing is JSON as Excel's API gives it, so that it can be compared and set again.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from pydantic import JsonValue

from tieout.workbook.address import Address, quote_sheet
from tieout.workbook.changes import ObjectChange

ObjectNoun: TypeAlias = Literal[
    "sheet protection", "workbook protection", "link", "PivotTable", "slicer"
]
_LONGEST = 160


@dataclass(frozen=True, slots=True)
class ObjectKey:
    """One thing.

    Attributes:
        sheet_id: Excel's identity of its sheet; "" for what is the workbook's.
        id: A link's cell, or the identity of a PivotTable or slicer.
    """

    noun: ObjectNoun
    sheet_id: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class ObjectState:
    """What is known of it: its name, where it has one, and its settings as JSON text."""

    text: str
    name: str = ""

    @property
    def settings(self) -> dict[str, JsonValue]:
        """The settings."""
        found: JsonValue = json.loads(self.text)
        return found if isinstance(found, dict) else {}

    @classmethod
    def of(cls, settings: Mapping[str, JsonValue], name: str = "") -> "ObjectState":
        """From settings in any order."""
        return cls(json.dumps(dict(settings), sort_keys=True), name)


ObjectImage: TypeAlias = Mapping[ObjectKey, ObjectState]


@dataclass(frozen=True, slots=True)
class Asked:
    """Things of one kind that are read before and after: of the workbook, a sheet, or some cells.

    Links without an area are those of all that is used or formatted on the sheet, at each time.
    """

    noun: ObjectNoun
    sheet_id: str = ""
    area: Address | None = None


@dataclass(frozen=True, slots=True)
class ObjectPoint:
    """Things before and after an execution, as far as it may have changed them."""

    asked: tuple[Asked, ...] = ()
    before: ObjectImage = field(default_factory=dict[ObjectKey, ObjectState])
    after: ObjectImage = field(default_factory=dict[ObjectKey, ObjectState])

    @property
    def changed(self) -> tuple[ObjectKey, ...]:
        """What was added, changed or removed."""
        keys = {**self.before, **self.after}
        return tuple(key for key in keys if self.before.get(key) != self.after.get(key))

    def changes(self, names: Mapping[str, str]) -> Iterator[ObjectChange]:
        """The same for people, on sheets that are still there; `names` are sheets by their ids."""
        for key in self.changed:
            was, now = self.before.get(key), self.after.get(key)
            if key.sheet_id and key.sheet_id not in names:
                continue
            name = _name(key, now or was, names)
            if key.noun in ("sheet protection", "workbook protection"):
                yield ObjectChange(key.noun, name, "changed", f"{_shown(was)} → {_shown(now)}")
            elif was is None:
                yield ObjectChange(key.noun, name, "added", _shown(now))
            elif now is None:
                yield ObjectChange(key.noun, name, "removed", _shown(was))
            else:
                yield ObjectChange(key.noun, name, "changed", _difference(was, now))


def _name(key: ObjectKey, state: ObjectState | None, names: Mapping[str, str]) -> str:
    if key.noun == "link":
        return f"{quote_sheet(names[key.sheet_id])}!{key.id}"
    if state is not None and state.name:
        return state.name
    return names[key.sheet_id] if key.sheet_id else "workbook"


def _shown(state: ObjectState | None) -> str:
    if state is None:
        return "none"
    settings = state.settings
    protected = settings.get("Protected")
    if protected is not None:
        options = settings.get("Options")
        allowed = (
            [name for name, value in options.items() if value is True]
            if isinstance(options, dict)
            else []
        )
        return (
            ("on" + (f", allows {', '.join(allowed)}" if allowed else "")) if protected else "off"
        )
    return _clip(", ".join(f"{name} {_value(value)}" for name, value in settings.items() if value))


def _difference(was: ObjectState, now: ObjectState) -> str:
    old, new = was.settings, now.settings
    parts = [
        f"{name} {_value(old.get(name))} → {_value(new.get(name))}"
        for name in {**old, **new}
        if old.get(name) != new.get(name)
    ]
    if was.name != now.name:
        parts.insert(0, f"{was.name} → {now.name}")
    return _clip(", ".join(parts))


def _value(value: JsonValue) -> str:
    if isinstance(value, list):
        return " + ".join(str(part) for part in value) or "∅"
    return "∅" if value in (None, "") else str(value)


def _clip(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
