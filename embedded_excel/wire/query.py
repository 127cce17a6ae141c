"""What `load` answers: an object's properties as asked for, in wire or in JavaScript names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from embedded_excel.calc.engine import EngineFailed, EngineRefused
from embedded_excel.errors import ExcelApiError, invalid_argument, not_implemented
from embedded_excel.objects.base import MEMBERS, ExcelCollection, ExcelObject
from embedded_excel.wire.errors import Located, deny_member, member_location
from embedded_excel.wire.members import ClassFacts, class_facts
from embedded_excel.wire.paths import Objects
from embedded_excel.wire.request import Query, RecursiveQuery

MAX_DEPTH = 16
"""Deepest chain of navigation properties in one name of a `load`."""

MAX_RECURSIVE_OBJECTS = 100_000
DEFAULT_RECURSIVE_DEPTH = 8


@dataclass(slots=True)
class Selection:
    """The names asked for at one object, lower-case, with what is asked below each."""

    everything: bool = False
    identity_only: bool = False
    names: "dict[str, Selection]" = field(default_factory=dict[str, "Selection"])

    def add(self, steps: Sequence[str]) -> None:
        """Add one name, such as `format`, `font`, `color`."""
        selection = self
        for step in steps:
            if step == "*":
                selection.everything = True
                return
            selection = selection.names.setdefault(step, Selection())

    @property
    def empty(self) -> bool:
        """Nothing asked by name: everything is meant."""
        return self.everything or not (self.names or self.identity_only)


def selection_of(query: Query | None) -> Selection:
    """The tree of a query's names. Separators `/` and `.`, any casing.

    Raises:
        ExcelApiError: InvalidArgument for a name of more than `MAX_DEPTH` steps.
    """
    root = Selection()
    if query is None:
        return root
    for name in query.select:
        root.add(_steps(name))
    for name in query.expand:
        root.add([*_steps(name), "*"])
    if query.expand and not query.select:
        root.everything = True
    return root


def _steps(name: str) -> list[str]:
    steps = [step.strip().lower() for step in name.replace(".", "/").split("/")]
    if len(steps) > MAX_DEPTH:
        raise invalid_argument()
    return [step for step in steps if step]


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads objects of one request.

    Attributes:
        camel_case: Answer JavaScript names and `items` (`retrieve`) instead of wire names.
    """

    objects: Objects
    camel_case: bool = False

    def query(self, target: ExcelObject | None, query: Query | None) -> JsonValue:
        """The properties a query asks for, with the object's identity.

        Raises:
            Located: A property failed or isn't implemented.
        """
        return self._read(target, selection_of(query), query)

    def _read(
        self, target: ExcelObject | None, selection: Selection, query: Query | None = None
    ) -> JsonValue:
        if target is None:
            return None
        facts = class_facts(target.class_name)
        if isinstance(target, ExcelCollection):
            return self._collection(target, facts, selection, query)
        values = self._properties(target, facts, selection)
        if not self.camel_case:
            values.update(target.identity())
        return values

    def _properties(
        self, target: ExcelObject, facts: ClassFacts, selection: Selection
    ) -> dict[str, JsonValue]:
        values: dict[str, JsonValue] = {}
        if selection.empty:
            values.update(self._every_scalar(target, facts))
        for name, below in selection.names.items():
            scalar = facts.scalars_by_lower.get(name)
            if scalar is not None:
                values[scalar.js if self.camel_case else scalar.wire] = read_scalar(
                    target, scalar.wire
                )
                continue
            wire = facts.navigations_by_lower.get(name)
            if wire is None:
                # Excel skips names it doesn't know; code loads such a one to get items alone.
                continue
            found = self._read(self.objects.navigate(target, wire), below)
            values[facts.navigations[wire] if self.camel_case else wire] = found
        return values

    def _every_scalar(self, target: ExcelObject, facts: ClassFacts) -> dict[str, JsonValue]:
        values: dict[str, JsonValue] = {}
        for wire, scalar in MEMBERS[target.class_name].scalars.items():
            fact = facts.scalars.get(wire)
            try:
                value = scalar.get(target)
            except (ExcelApiError, EngineRefused):
                continue
            values[fact.js if fact is not None and self.camel_case else wire] = value
        return values

    def _collection(
        self,
        collection: ExcelCollection,
        facts: ClassFacts,
        selection: Selection,
        query: Query | None,
    ) -> JsonValue:
        own, item_selection = _split(selection, facts)
        values = self._properties(collection, facts, own) if own is not None else {}
        try:
            items = collection.items()
        except NotImplementedError:
            location = f"{collection.class_name}.items"
            raise Located(location, not_implemented(location)) from None
        skip = query.skip if query is not None else 0
        stop = None if query is None or query.top is None else skip + query.top
        answers: list[JsonValue] = [
            self._item(item, index, facts, item_selection, skip > 0)
            for index, item in enumerate(items[skip:stop], start=skip)
        ]
        found: dict[str, JsonValue] = {"items" if self.camel_case else "_Items": answers}
        return found | values

    def _item(
        self, item: ExcelObject, index: int, facts: ClassFacts, selection: Selection, shifted: bool
    ) -> JsonValue:
        answer = self._read(item, selection)
        if not isinstance(answer, dict) or self.camel_case:
            return answer
        identity = item.identity()
        if not facts.item_has_indexer:
            # An id would make the client ask this collection by key, which it can't.
            for key in ("Id", "_Id"):
                answer.pop(key, None)
            if shifted and "_ReferenceId" not in identity:
                answer["_Index"] = index
        return answer


def _split(selection: Selection, facts: ClassFacts) -> tuple[Selection | None, Selection]:
    """The names a collection answers itself, and those its items answer."""
    own = Selection()
    below = Selection(everything=selection.everything)
    for name, nested in selection.names.items():
        if name == "items":
            below.everything = below.everything or nested.empty
            below.names.update(nested.names)
        elif name in facts.scalars_by_lower or name in facts.navigations_by_lower:
            own.names[name] = nested
        else:
            below.names[name] = nested
    if selection.empty or (below.everything and not own.names):
        own.everything = True
        return own, below
    if not below.names and not below.everything:
        # Only the collection's own scalars were asked for: items carry their identity alone.
        below.identity_only = True
    return (own if own.names else None), below


def read_scalar(target: ExcelObject, wire: str) -> JsonValue:
    """One scalar.

    Raises:
        Located: It failed or isn't implemented.
    """
    scalar = MEMBERS[target.class_name].scalars.get(wire)
    location = member_location(target.class_name, wire)
    if scalar is None:
        raise Located(location, not_implemented(location))
    try:
        deny_member(target.workbook, target.class_name, wire)
        return scalar.get(target)
    except EngineFailed:
        raise
    except Exception as error:
        raise Located(location, error) from error


@dataclass(slots=True)
class RecursiveReader:
    """Answers `loadRecursive`: the named properties of every object of the named classes below."""

    reader: Reader
    query: RecursiveQuery
    visited: int = 0

    def read(self, target: ExcelObject | None) -> JsonValue:
        """The tree below an object.

        Raises:
            ExcelApiError: ResponsePayloadSizeLimitExceeded past `MAX_RECURSIVE_OBJECTS` objects.
        """
        asked = self.query.max_depth
        depth = DEFAULT_RECURSIVE_DEPTH if asked is None else min(asked, DEFAULT_RECURSIVE_DEPTH)
        return self._below(target, depth)

    def _below(self, target: ExcelObject | None, depth: int) -> JsonValue:
        if target is None:
            return None
        self.visited += 1
        if self.visited > MAX_RECURSIVE_OBJECTS:
            raise ExcelApiError(
                "ResponsePayloadSizeLimitExceeded",
                "The response payload size has exceeded the limit.",
                413,
            )
        if isinstance(target, ExcelCollection):
            values: dict[str, JsonValue] = {
                "_Items": [self._below(item, depth) for item in target.items()]
            }
        else:
            values = {}
            query = self.query.queries.get(target.class_name)
            if query is not None:
                answer = self.reader.query(target, query)
                values.update(answer if isinstance(answer, dict) else {})
            values.update(target.identity())
        if depth > 0:
            values.update(self._navigations(target, depth))
        return values

    def _navigations(self, target: ExcelObject, depth: int) -> Mapping[str, JsonValue]:
        facts = class_facts(target.class_name)
        found: dict[str, JsonValue] = {}
        for wire in MEMBERS[target.class_name].navigations:
            kind = facts.navigation_types.get(wire, "")
            if kind in self.query.queries or class_facts(kind).item in self.query.queries:
                found[wire] = self._below(self.reader.objects.navigate(target, wire), depth - 1)
        return found
