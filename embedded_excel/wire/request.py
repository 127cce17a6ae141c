"""A request body as values, checked. What is wrong with a body is said in one sentence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias, cast

from pydantic import JsonValue

from embedded_excel.errors import ExcelApiError

MAX_ACTIONS = 250_000
MAX_NESTING = 32
"""Deepest nesting of arrays and objects inside an argument."""

References: TypeAlias = "Sequence[int | References]"


class ActionKind(IntEnum):
    """`ActionType` on the wire."""

    INSTANTIATE = 1
    QUERY = 2
    METHOD = 3
    SET_PROPERTY = 4
    TRACE = 5
    RECURSIVE_QUERY = 6
    QUERY_AS_JSON = 7
    ENSURE_UNCHANGED = 8
    UPDATE = 9


class PathKind(IntEnum):
    """`ObjectPathType` on the wire."""

    GLOBAL_OBJECT = 1
    NEW_OBJECT = 2
    METHOD = 3
    PROPERTY = 4
    INDEXER = 5
    REFERENCE_ID = 6
    NULL_OBJECT = 7


@dataclass(frozen=True, slots=True)
class Arguments:
    """Arguments of a method, setter or indexer.

    Attributes:
        values: The JSON arguments in order.
        references: Parallel to `values`: the path id of an argument that is an object, 0 for a
            literal, a nested sequence for an array. May be shorter.
    """

    values: Sequence[JsonValue] = ()
    references: References = ()


NO_ARGUMENTS = Arguments()


@dataclass(frozen=True, slots=True)
class Query:
    """What `load` asked for; empty = every scalar."""

    select: Sequence[str] = ()
    expand: Sequence[str] = ()
    top: int | None = None
    skip: int = 0


@dataclass(frozen=True, slots=True)
class RecursiveQuery:
    """`loadRecursive`: what to read of each class, and how deep."""

    queries: Mapping[str, Query]
    max_depth: int | None


@dataclass(frozen=True, slots=True)
class ObjectPath:
    """How to reach one object."""

    id: int
    kind: PathKind
    name: str
    parent: int | None
    arguments: Arguments = NO_ARGUMENTS


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do, in order."""

    id: int
    kind: ActionKind
    name: str
    path: int
    arguments: Arguments = NO_ARGUMENTS
    query: Query | None = None
    recursive: RecursiveQuery | None = None
    state: Mapping[str, JsonValue] | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """A whole body."""

    actions: Sequence[Action]
    paths: Mapping[int, ObjectPath]


def invalid_request(what: str) -> ExcelApiError:
    """The body can't be processed; `what` says which part."""
    return ExcelApiError("InvalidRequest", f"Cannot process the request. {what}", 400)


def parse_request(body: Mapping[str, JsonValue]) -> Request:
    """Read a body.

    Raises:
        ExcelApiError: InvalidRequest, naming the part that is wrong; RequestPayloadSizeLimitExceeded
            with more than `MAX_ACTIONS` actions.
    """
    actions = body.get("Actions")
    paths = body.get("ObjectPaths", {})
    if not isinstance(actions, list):
        raise invalid_request("Actions must be an array.")
    if not isinstance(paths, dict):
        raise invalid_request("ObjectPaths must be an object.")
    if len(actions) > MAX_ACTIONS or len(paths) > MAX_ACTIONS:
        raise ExcelApiError(
            "RequestPayloadSizeLimitExceeded",
            f"The request payload size has exceeded the limit of {MAX_ACTIONS} actions.",
            413,
        )
    parsed = [_action(index, action) for index, action in enumerate(actions)]
    return Request(parsed, {path.id: path for path in map(_path, paths.items())})


def _action(index: int, entry: JsonValue) -> Action:
    where = f"Actions[{index}]"
    fields = _object(entry, where)
    try:
        kind = ActionKind(_integer(fields.get("ActionType"), f"{where}.ActionType"))
    except ValueError:
        raise invalid_request(f"{where}.ActionType is unknown.") from None
    needs_path = kind is not ActionKind.TRACE
    path = _integer(fields.get("ObjectPathId", None if needs_path else 0), f"{where}.ObjectPathId")
    query = recursive = state = None
    if kind in (ActionKind.INSTANTIATE, ActionKind.QUERY, ActionKind.QUERY_AS_JSON):
        info = fields.get("QueryInfo")
        if info is not None:
            query = _query(info, where)
    elif kind is ActionKind.RECURSIVE_QUERY:
        recursive = _recursive(fields.get("RecursiveQueryInfo"), where)
    elif kind in (ActionKind.ENSURE_UNCHANGED, ActionKind.UPDATE):
        state = _object(fields.get("ObjectState"), f"{where}.ObjectState")
    return Action(
        id=_integer(fields.get("Id"), f"{where}.Id"),
        kind=kind,
        name=_text(fields.get("Name", ""), f"{where}.Name"),
        path=path,
        arguments=_arguments(fields.get("ArgumentInfo"), where),
        query=query,
        recursive=recursive,
        state=state,
    )


def _path(item: tuple[str, JsonValue]) -> ObjectPath:
    key, entry = item
    where = f"ObjectPaths[{key[:20]!r}]"
    fields = _object(entry, where)
    identity = _integer(fields.get("Id"), f"{where}.Id")
    if str(identity) != key:
        raise invalid_request(f"{where}.Id doesn't match its key.")
    try:
        kind = PathKind(_integer(fields.get("ObjectPathType"), f"{where}.ObjectPathType"))
    except ValueError:
        raise invalid_request(f"{where}.ObjectPathType is unknown.") from None
    parent = fields.get("ParentObjectPathId")
    return ObjectPath(
        id=identity,
        kind=kind,
        name=_text(fields.get("Name", ""), f"{where}.Name"),
        parent=None if parent is None else _integer(parent, f"{where}.ParentObjectPathId"),
        arguments=_arguments(fields.get("ArgumentInfo"), where),
    )


def _arguments(info: JsonValue, where: str) -> Arguments:
    if info is None:
        return NO_ARGUMENTS
    fields = _object(info, f"{where}.ArgumentInfo")
    values = fields.get("Arguments")
    references = fields.get("ReferencedObjectPathIds")
    if values is None:
        values = []
    if references is None:
        references = []
    if not isinstance(values, list):
        raise invalid_request(f"{where}.ArgumentInfo.Arguments must be an array.")
    if not isinstance(references, list):
        raise invalid_request(f"{where}.ArgumentInfo.ReferencedObjectPathIds must be an array.")
    _check_references(references, where, MAX_NESTING)
    return Arguments(values, cast("References", references))


def _check_references(references: list[JsonValue], where: str, depth: int) -> None:
    for entry in references:
        if isinstance(entry, list) and depth > 0:
            _check_references(entry, where, depth - 1)
        elif not isinstance(entry, int):
            raise invalid_request(f"{where}.ArgumentInfo.ReferencedObjectPathIds holds no path id.")


def _query(info: JsonValue, where: str) -> Query:
    fields = _object(info, f"{where}.QueryInfo")
    top, skip = fields.get("Top"), fields.get("Skip")
    return Query(
        _names(fields.get("Select"), f"{where}.QueryInfo.Select"),
        _names(fields.get("Expand"), f"{where}.QueryInfo.Expand"),
        None if top is None else max(0, _integer(top, f"{where}.QueryInfo.Top")),
        0 if skip is None else max(0, _integer(skip, f"{where}.QueryInfo.Skip")),
    )


def _recursive(info: JsonValue, where: str) -> RecursiveQuery:
    fields = _object(info, f"{where}.RecursiveQueryInfo")
    queries = _object(fields.get("Queries", {}), f"{where}.RecursiveQueryInfo.Queries")
    depth = fields.get("MaxDepth")
    return RecursiveQuery(
        {name: _query(query, where) for name, query in queries.items()},
        None if depth is None else _integer(depth, f"{where}.RecursiveQueryInfo.MaxDepth"),
    )


def _names(value: JsonValue, where: str) -> Sequence[str]:
    if value is None:
        return ()
    if isinstance(value, str):
        return tuple(name.strip() for name in value.split(","))
    if not isinstance(value, list):
        raise invalid_request(f"{where} must be an array of names.")
    return tuple(_text(name, where) for name in value)


def _object(value: JsonValue, where: str) -> Mapping[str, JsonValue]:
    if not isinstance(value, dict):
        raise invalid_request(f"{where} must be an object.")
    return value


def _integer(value: JsonValue, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise invalid_request(f"{where} must be an integer.")
    return value


def _text(value: JsonValue, where: str) -> str:
    if not isinstance(value, str):
        raise invalid_request(f"{where} must be text.")
    return value
