"""A typed builder for the server's own batches.

    batch = BatchBuilder()
    cells = batch.worksheet("Sheet1").range("A1:D200")
    wanted = cells.load("Values", "Formulas")
    cells.set("Formulas", [[...]])
    response = await host.send(batch.build())
    values = Results(response).properties(wanted)["Values"]

Paths are memoised: asking twice for the same object gives the same path, instantiated once. Names
are wire names (`Values`, `GetRange`). Shapes follow what Office.js itself sends; references are not
kept, so an object of one batch can't be used in the next.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from tieout.office_wire.batch import Batch

INSTANTIATE, QUERY, METHOD, SET = 1, 2, 3, 4
PATH_WORKBOOK, PATH_METHOD, PATH_PROPERTY, PATH_INDEXER = 1, 3, 4, 5
FLAG_WRITE = 1


@dataclass(frozen=True, slots=True)
class ResultHandle:
    """Where an answer will be in the response: the id of the action that asks for it."""

    action_id: int


@dataclass(frozen=True, slots=True)
class WireObject:
    """An object of the batch being built; its methods add paths and actions."""

    batch: "BatchBuilder"
    path: int

    def child(self, name: str) -> "WireObject":
        """The object behind a navigation property, such as `Worksheets`."""
        return self.batch.add_path(PATH_PROPERTY, name, self.path)

    def item(self, key: str | int) -> "WireObject":
        """An item of this collection by name, id or number."""
        return self.batch.add_path(PATH_INDEXER, "", self.path, (key,))

    def method(self, name: str, *arguments: JsonValue) -> "WireObject":
        """The object a reading method returns."""
        return self.batch.add_path(PATH_METHOD, name, self.path, arguments)

    def create(self, name: str, *arguments: JsonValue) -> "WireObject":
        """The object a writing method makes, such as `Add`. Every call makes another one."""
        self.batch.writes = True
        return self.batch.add_path(PATH_METHOD, name, self.path, arguments, memoise=False)

    def range(self, address: str) -> "WireObject":
        """A range of this worksheet, by its local A1 address."""
        return self.method("GetRange", address)

    @property
    def identity(self) -> ResultHandle:
        """The answer to the path's Instantiate: None there means a null object."""
        return self.batch.instantiated[self.path]

    def load(self, *names: str) -> ResultHandle:
        """Ask for properties, `Format/Font/Bold` style; of the items, when it is a collection."""
        return self.batch.add_action(QUERY, "", self.path, {"QueryInfo": {"Select": list(names)}})

    def set(self, name: str, value: JsonValue) -> ResultHandle:
        """Assign a property, by the name it is written under."""
        self.batch.writes = True
        arguments: dict[str, JsonValue] = {"ArgumentInfo": {"Arguments": [value]}}
        return self.batch.add_action(SET, name, self.path, arguments)

    def call(self, name: str, *arguments: JsonValue, writes: bool = True) -> ResultHandle:
        """Call a method that returns nothing or a scalar."""
        self.batch.writes = self.batch.writes or writes
        info: dict[str, JsonValue] = {"ArgumentInfo": {"Arguments": list(arguments)}}
        return self.batch.add_action(METHOD, name, self.path, info)


class BatchBuilder:
    """Collects paths and actions in order; `build` gives the batch."""

    def __init__(self) -> None:
        self._next_id = 1
        self._actions: list[JsonValue] = []
        self._paths: dict[str, JsonValue] = {}
        self._memo: dict[str, WireObject] = {}
        self.instantiated: dict[int, ResultHandle] = {}
        self.writes = False

    @property
    def workbook(self) -> WireObject:
        """The workbook."""
        return self.add_path(PATH_WORKBOOK, "", None)

    @property
    def worksheets(self) -> WireObject:
        """The worksheet collection."""
        return self.workbook.child("Worksheets")

    def worksheet(self, key: str) -> WireObject:
        """A worksheet by name or id."""
        return self.worksheets.item(key)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was asked for yet."""
        return not self._actions

    def add_path(
        self,
        kind: int,
        name: str,
        parent: int | None,
        arguments: Sequence[JsonValue] | None = None,
        *,
        memoise: bool = True,
    ) -> WireObject:
        """Add an object path with its Instantiate, or give back the one already there."""
        key = json.dumps([kind, name, parent, arguments])
        if memoise and key in self._memo:
            return self._memo[key]
        path_id = self._take_id()
        path: dict[str, JsonValue] = {"Id": path_id, "ObjectPathType": kind, "Name": name}
        if parent is not None:
            path["ParentObjectPathId"] = parent
        if arguments is not None:
            path["ArgumentInfo"] = {"Arguments": list(arguments)}
        self._paths[str(path_id)] = path
        made = WireObject(self, path_id)
        if memoise:
            self._memo[key] = made
        self.instantiated[path_id] = self.add_action(INSTANTIATE, "", path_id, {})
        return made

    def add_action(
        self, kind: int, name: str, path: int, extra: dict[str, JsonValue]
    ) -> ResultHandle:
        """Add an action on a path; its answer is found by the handle."""
        action_id = self._take_id()
        self._actions.append(
            {"Id": action_id, "ActionType": kind, "Name": name, "ObjectPathId": path, **extra}
        )
        return ResultHandle(action_id)

    def build(self) -> Batch:
        """The finished batch; bit 1 of its flags says whether it writes."""
        body: dict[str, JsonValue] = {
            "AutoKeepReference": False,
            "Actions": list(self._actions),
            "ObjectPaths": dict(self._paths),
        }
        return Batch(body, FLAG_WRITE if self.writes else 0)

    def _take_id(self) -> int:
        taken = self._next_id
        self._next_id += 1
        return taken
