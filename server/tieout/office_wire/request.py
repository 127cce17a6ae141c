"""A batch's body, parsed once: actions in order, paths by id."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from tieout.errors import GateRefused
from tieout.office_wire.batch import Batch

ActionType: TypeAlias = Literal[
    "instantiate", "query", "method", "set", "trace", "recursive", "json", "unchanged", "update"
]
PathType: TypeAlias = Literal[
    "workbook", "new", "method", "property", "indexer", "reference", "null"
]
_ACTIONS: tuple[ActionType, ...] = (
    "instantiate",
    "query",
    "method",
    "set",
    "trace",
    "recursive",
    "json",
    "unchanged",
    "update",
)
_PATHS: tuple[PathType, ...] = (
    "workbook",
    "new",
    "method",
    "property",
    "indexer",
    "reference",
    "null",
)


_DEEPEST = 100


class _Arguments(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)
    Arguments: list[JsonValue] = Field(default_factory=list[JsonValue])
    ReferencedObjectPathIds: JsonValue = None


class _Action(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)
    Id: int
    ActionType: int = Field(ge=1, le=len(_ACTIONS))
    Name: str | None = ""
    ObjectPathId: int = 0
    ArgumentInfo: _Arguments = Field(default_factory=_Arguments)
    ObjectState: JsonValue = None


class _Path(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)
    Id: int
    ObjectPathType: int = Field(ge=1, le=len(_PATHS))
    Name: str | None = ""
    ParentObjectPathId: int | None = None
    ArgumentInfo: _Arguments = Field(default_factory=_Arguments)


class _Body(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)
    Actions: list[_Action] = Field(default_factory=list[_Action])
    ObjectPaths: dict[str, _Path] = Field(default_factory=dict[str, _Path])


@dataclass(frozen=True, slots=True)
class Action:
    """One action. `refers` is as in `Path`; `state` is the object of an update, else None."""

    id: int
    type: ActionType
    name: str
    path: int
    arguments: tuple[JsonValue, ...] = ()
    refers: tuple[int, ...] = ()
    state: JsonValue = None


@dataclass(frozen=True, slots=True)
class Path:
    """One object path. `refers` marks arguments that are ids of other paths (0: literal)."""

    id: int
    type: PathType
    name: str
    parent: int | None = None
    arguments: tuple[JsonValue, ...] = ()
    refers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """Actions in order and paths by id."""

    actions: tuple[Action, ...]
    paths: dict[int, Path]


def parse_request(batch: Batch) -> Request:
    """Read a batch.

    Raises:
        GateRefused: It has another shape, an unknown type of action or path, or paths in a circle.
    """
    try:
        body = _Body.model_validate(batch.body)
    except ValidationError as cause:
        first = cause.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise GateRefused(f"The batch is malformed at {where}: {first['msg']}.") from cause
    actions = tuple(
        Action(
            action.Id,
            _ACTIONS[action.ActionType - 1],
            action.Name or "",
            action.ObjectPathId,
            tuple(action.ArgumentInfo.Arguments),
            _refers(action.ArgumentInfo),
            action.ObjectState,
        )
        for action in body.Actions
    )
    paths = {path.Id: _path(path) for path in body.ObjectPaths.values()}
    if any(key != str(path.Id) for key, path in body.ObjectPaths.items()):
        raise GateRefused("The batch is malformed: an object path stands under another id.")
    _refuse_circles(paths)
    return Request(actions, paths)


def _path(path: _Path) -> Path:
    kind = _PATHS[path.ObjectPathType - 1]
    return Path(
        path.Id,
        kind,
        path.Name or "",
        path.ParentObjectPathId if kind != "null" else None,
        tuple(path.ArgumentInfo.Arguments),
        _refers(path.ArgumentInfo),
    )


def _refers(arguments: _Arguments) -> tuple[int, ...]:
    refers = arguments.ReferencedObjectPathIds
    ids = refers if isinstance(refers, list) else []
    return tuple(number if isinstance(number, int) else 0 for number in ids)


def _refuse_circles(paths: dict[int, Path]) -> None:
    depths: dict[int, int] = {}
    for start in paths:
        seen: list[int] = []
        here: int | None = start
        while here is not None and here not in depths:
            if here in seen or len(seen) > _DEEPEST:
                raise GateRefused("The batch is malformed: its object paths don't end.")
            seen.append(here)
            path = paths.get(here)
            here = None if path is None else path.parent
        depth = 0 if here is None else depths[here]
        if depth + len(seen) > _DEEPEST:
            raise GateRefused("The batch is malformed: its object paths are nested too deep.")
        for number, path_id in enumerate(reversed(seen), 1):
            depths[path_id] = depth + number
