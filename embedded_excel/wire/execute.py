"""Runs one request against the open workbook: in order, up to the first error, without rollback."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import assert_never, cast

from pydantic import JsonValue

from embedded_excel.calc.engine import EngineFailed
from embedded_excel.errors import (
    ExcelApiError,
    invalid_argument,
    not_implemented,
    standard_error,
)
from embedded_excel.model.events import WORKBOOK_TARGET, calculated
from embedded_excel.model.workbook import OpenWorkbook
from embedded_excel.objects.base import MEMBERS, ExcelObject
from embedded_excel.wire.errors import (
    Located,
    api_not_found,
    as_api_error,
    deny_member,
    error_body,
    error_response,
    member_location,
)
from embedded_excel.wire.members import EventFact, class_facts
from embedded_excel.wire.paths import Argument, Objects
from embedded_excel.wire.query import Reader, RecursiveReader, read_scalar
from embedded_excel.wire.request import (
    Action,
    ActionKind,
    RecursiveQuery,
    Request,
    parse_request,
)

_NOT_IN_THE_FILE = frozenset({"EnableEvents", "IsDirty"})
"""Properties whose setting doesn't change the workbook."""


def run_batch(workbook: OpenWorkbook, body: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Answer one body as Excel does: `{Error, Results, TraceIds}`.

    Whatever is wrong with the body or with a member becomes `Error`; nothing is rolled back.

    Raises:
        EngineFailed: The engine broke; the workbook's state is lost.
    """
    try:
        request = parse_request(body)
    except ExcelApiError as error:
        return error_response(error)
    workbook.deferring = True
    workbook.shifts.clear()
    calculations = workbook.calculations
    try:
        response = _Run(workbook, request).run()
        workbook.calculation_suspended = False
        workbook.settle()
        if workbook.calculations > calculations:
            calculated(workbook)
    finally:
        workbook.deferring = False
        workbook.calculation_suspended = False
    return response


@dataclass(slots=True)
class _Run:
    workbook: OpenWorkbook
    request: Request
    objects: Objects = field(init=False)
    reader: Reader = field(init=False)
    results: list[JsonValue] = field(default_factory=list[JsonValue])
    traces: list[JsonValue] = field(default_factory=list[JsonValue])

    def __post_init__(self) -> None:
        self.objects = Objects(self.workbook, self.request)
        self.reader = Reader(self.objects)

    def run(self) -> dict[str, JsonValue]:
        failure: JsonValue = None
        for index, action in enumerate(self.request.actions):
            older = self.objects.count
            if index == self.workbook.behaviours.stops_after:
                aborted = standard_error("RequestAborted")
                failure = error_body(aborted, self._location(action), index)
                break
            try:
                value = self._perform(action)
            except EngineFailed:
                raise
            except Located as located:
                failure = error_body(as_api_error(located.cause), located.location, index)
                break
            except ExcelApiError as error:
                failure = error_body(error, "", index)
                break
            except Exception as error:
                failure = error_body(as_api_error(error), "", index)
                break
            if self.workbook.shifts:
                self.objects.follow_shifts(older)
            self.results.append({"ActionId": action.id, "Value": value})
        return {"Error": failure, "Results": self.results, "TraceIds": self.traces}

    def _location(self, action: Action) -> str:
        """Where an action would happen."""
        target = self.objects.known(action.path)
        if target is None or not action.name:
            return self.objects.location(action.path)
        return member_location(target.class_name, action.name)

    def _perform(self, action: Action) -> JsonValue:
        if action.kind is ActionKind.TRACE:
            self.traces.append(action.id)
            return None
        target = self.objects.resolve(action.path)
        if target is None:
            return None
        match action.kind:
            case ActionKind.INSTANTIATE:
                return self._instantiate(target, action)
            case ActionKind.QUERY:
                self.workbook.settle()
                return self.reader.query(target, action.query)
            case ActionKind.METHOD:
                return self._method(target, action)
            case ActionKind.SET_PROPERTY:
                arguments = self.objects.arguments(action.arguments)
                self._set(target, action.name, arguments[0] if arguments else None)
                return None
            case ActionKind.RECURSIVE_QUERY:
                self.workbook.settle()
                query = action.recursive or RecursiveQuery({}, None)
                return RecursiveReader(self.reader, query).read(target)
            case ActionKind.QUERY_AS_JSON:
                self.workbook.settle()
                return Reader(self.objects, camel_case=True).query(target, action.query)
            case ActionKind.ENSURE_UNCHANGED:
                self.workbook.settle()
                self._ensure_unchanged(target, action.state or {})
                return None
            case ActionKind.UPDATE:
                self._update(target, action.state or {})
                return None
            case _:
                assert_never(action.kind)

    def _instantiate(self, target: ExcelObject, action: Action) -> JsonValue:
        identity = dict(target.identity())
        query = action.query
        # The operational API asks for properties along with the object; a bare {} asks nothing.
        if query is None or not (query.select or query.expand):
            return identity
        self.workbook.settle()
        answer = self.reader.query(target, query)
        return answer | identity if isinstance(answer, dict) else answer

    def _method(self, target: ExcelObject, action: Action) -> JsonValue:
        facts = class_facts(target.class_name)
        event = facts.events.get(action.name)
        if event is not None:
            self._register(target, event, action)
            return None
        arguments = self.objects.arguments(action.arguments)
        value = self.objects.call(target, action.name, arguments)
        if value is None or isinstance(value, ExcelObject):
            return None
        return cast("JsonValue", value)

    def _register(self, target: ExcelObject, event: EventFact, action: Action) -> None:
        key = (event.event_type, self._event_target(target, event, action))
        count = self.workbook.registrations.get(key, 0) + (1 if event.register else -1)
        if count > 0:
            self.workbook.registrations[key] = count
        else:
            self.workbook.registrations.pop(key, None)

    def _event_target(self, target: ExcelObject, event: EventFact, action: Action) -> str:
        match event.target:
            case "workbook":
                return WORKBOOK_TARGET
            case "own":
                source: ExcelObject | None = target
            case "parent" | "scope":
                source = self.objects.parent_of(action.path)
        identity = {} if source is None else source.identity()
        return str(identity.get("Id", WORKBOOK_TARGET))

    def _set(self, target: ExcelObject, setter: str, value: Argument) -> None:
        facts = class_facts(target.class_name)
        fact = facts.scalars_by_setter.get(setter) or facts.scalars.get(setter)
        wire = setter if fact is None else fact.wire
        location = member_location(target.class_name, wire)
        scalar = MEMBERS[target.class_name].scalars.get(wire)
        if fact is None and scalar is None:
            raise Located(location, api_not_found(location))
        if fact is not None and not fact.writable:
            raise Located(location, read_only(location))
        if scalar is None or scalar.set is None:
            raise Located(location, not_implemented(location))
        try:
            deny_member(self.workbook, target.class_name, wire)
            scalar.set(target, cast("JsonValue", value))
        except EngineFailed:
            raise
        except Exception as error:
            raise Located(location, error) from error
        if wire not in _NOT_IN_THE_FILE:
            self.workbook.changed = True

    def _update(self, target: ExcelObject, state: Mapping[str, JsonValue]) -> None:
        facts = class_facts(target.class_name)
        for name, value in state.items():
            wire = facts.navigations_by_lower.get(name.lower())
            if wire is not None and isinstance(value, dict):
                below = self.objects.navigate(target, wire)
                if below is not None:
                    self._update(below, value)
                continue
            scalar = facts.scalars_by_lower.get(name.lower())
            if scalar is None:
                location = f"{target.class_name}.{name}"
                raise Located(location, api_not_found(location))
            self._set(target, scalar.setter, value)

    def _ensure_unchanged(self, target: ExcelObject, state: Mapping[str, JsonValue]) -> None:
        facts = class_facts(target.class_name)
        for name, expected in state.items():
            scalar = facts.scalars_by_lower.get(name.lower())
            if scalar is None:
                raise Located(f"{target.class_name}.{name}", invalid_argument())
            if read_scalar(target, scalar.wire) != expected:
                raise Located(
                    member_location(target.class_name, scalar.wire),
                    ExcelApiError(
                        "Conflict", "Request could not be processed because of a conflict.", 409
                    ),
                )


def read_only(location: str) -> ExcelApiError:
    """Someone sets a property that can only be read."""
    return ExcelApiError(
        "InvalidOperation",
        f"The operation attempted is invalid on the object. {location} is read-only.",
        400,
    )
