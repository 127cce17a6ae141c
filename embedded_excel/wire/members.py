"""The facts about Excel's API that the executor checks requests against (`wire-members.json`)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from embedded_excel.errors import invalid_argument

MethodKind: TypeAlias = Literal["void", "scalar", "object"]

_PACKAGE = Path(__file__).resolve().parent.parent
_PLACES = (
    _PACKAGE.parent / "office_js_reference" / "wire-members.json",
    _PACKAGE / "_data" / "wire-members.json",
)


@dataclass(frozen=True, slots=True)
class ScalarFact:
    """A scalar property. `setter` is the name it is written under, mostly its wire name."""

    wire: str
    js: str
    writable: bool
    setter: str


@dataclass(frozen=True, slots=True)
class MethodFact:
    """A method; `arity` counts its formal arguments."""

    wire: str
    js: str
    kind: MethodKind
    read: bool
    arity: int
    returns: str


@dataclass(frozen=True, slots=True)
class EventFact:
    """An event that is registered by a method call.

    Attributes:
        target: `own` = the object's id, `parent` = the id of the object above, `workbook`, or
            `scope` = the worksheet above, else the workbook.
    """

    js: str
    event_type: int
    target: Literal["own", "parent", "workbook", "scope"]
    register: bool


@dataclass(frozen=True, slots=True)
class ClassFacts:
    """One class of the API. Look-ups by lower-case name, since `load` takes any casing."""

    name: str
    is_collection: bool
    item: str
    item_has_indexer: bool
    indexer_js: str
    scalars: Mapping[str, ScalarFact] = field(default_factory=dict[str, ScalarFact])
    scalars_by_lower: Mapping[str, ScalarFact] = field(default_factory=dict[str, ScalarFact])
    scalars_by_setter: Mapping[str, ScalarFact] = field(default_factory=dict[str, ScalarFact])
    navigations: Mapping[str, str] = field(default_factory=dict[str, str])
    navigation_types: Mapping[str, str] = field(default_factory=dict[str, str])
    navigations_by_lower: Mapping[str, str] = field(default_factory=dict[str, str])
    methods: Mapping[str, MethodFact] = field(default_factory=dict[str, MethodFact])
    events: Mapping[str, EventFact] = field(default_factory=dict[str, EventFact])


@dataclass(frozen=True, slots=True)
class ApiFacts:
    """Every class and enum of the API."""

    classes: Mapping[str, ClassFacts]
    enums: Mapping[str, tuple[str, ...]]


def _event_target(expression: str) -> Literal["own", "parent", "workbook", "scope"]:
    if expression.endswith("_eventTargetId"):
        return "scope"
    if expression.endswith("_ParentObject.id"):
        return "parent"
    return "own" if expression.endswith(".id") else "workbook"


def _class_facts(name: str, entry: Any) -> ClassFacts:
    scalars = {
        wire: ScalarFact(wire, fact["js"], fact["writable"], fact.get("set", wire))
        for wire, fact in entry["scalars"].items()
    }
    navigations: dict[str, str] = {wire: nav["js"] for wire, nav in entry["navigations"].items()}
    events: dict[str, EventFact] = {}
    for event in entry.get("events", ()):
        if event["generic"]:
            target = _event_target(event["targetId"])
            code = event["eventType"]
            events[event["register"]] = EventFact(event["js"], code, target, register=True)
            events[event["unregister"]] = EventFact(event["js"], code, target, register=False)
    return ClassFacts(
        name=name,
        is_collection=entry["collection"],
        item=entry.get("item", ""),
        item_has_indexer=entry.get("itemHasIndexer", False),
        indexer_js=entry.get("indexer", {}).get("js", "getItem"),
        scalars=scalars,
        scalars_by_lower={fact.js.lower(): fact for fact in scalars.values()},
        scalars_by_setter={fact.setter: fact for fact in scalars.values()},
        navigations=navigations,
        navigation_types={wire: nav["type"] for wire, nav in entry["navigations"].items()},
        navigations_by_lower={js.lower(): wire for wire, js in navigations.items()},
        methods={
            wire: MethodFact(
                wire,
                fact["js"],
                fact["kind"],
                fact["read"],
                len(fact["args"]),
                fact.get("type", ""),
            )
            for wire, fact in entry["methods"].items()
        },
        events=events,
    )


@cache
def member_sets() -> Mapping[tuple[str, str], tuple[str, str]]:
    """Class and wire name of a member → the requirement set that brought it, and its version."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for name, entry in _document()["classes"].items():
        for kind in ("scalars", "navigations", "methods"):
            for wire, fact in entry[kind].items():
                set_name, _, version = fact.get("api", "").partition(" ")
                if version:
                    found[name, wire] = (set_name, version)
                    found[name, fact.get("set", wire)] = (set_name, version)
    return found


@cache
def api_facts() -> ApiFacts:
    """The facts, read once.

    Raises:
        FileNotFoundError: The file is neither in the checkout nor in the package.
    """
    document = _document()
    return ApiFacts(
        {name: _class_facts(name, entry) for name, entry in document["classes"].items()},
        {name: tuple(values) for name, values in document["enums"].items()},
    )


def _document() -> Any:
    for place in _PLACES:
        if place.exists():
            return json.loads(place.read_text(encoding="utf-8"))
    raise FileNotFoundError("wire-members.json is missing; reinstall the package")


_NO_FACTS = ClassFacts(
    "",
    is_collection=False,
    item="",
    item_has_indexer=False,
    indexer_js="getItem",
)


def class_facts(name: str) -> ClassFacts:
    """Facts of a class; a class the library doesn't have has none."""
    return api_facts().classes.get(name, _NO_FACTS)


def enum_value(enum: str, value: object) -> str:
    """A value of an API enum, in the enum's own casing.

    Raises:
        ExcelApiError: InvalidArgument when it isn't one.
    """
    values = api_facts().enums[enum]
    if isinstance(value, str):
        for known in values:
            if known.lower() == value.lower():
                return known
    raise invalid_argument()
