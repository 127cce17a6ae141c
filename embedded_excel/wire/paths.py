"""Object paths to objects. Each path is walked once per request, so a method that creates something
runs once however often its object is used.
"""

from collections.abc import Sequence
from itertools import islice
from typing import TypeAlias

from pydantic import JsonValue

from embedded_excel.calc.engine import EngineFailed
from embedded_excel.errors import invalid_argument, not_implemented
from embedded_excel.model.workbook import ACROSS_SHEETS, OpenWorkbook
from embedded_excel.objects.base import MEMBERS, ExcelCollection, ExcelObject
from embedded_excel.objects.tracked import (
    TrackedAreas,
    TrackedRange,
    invalid_reference,
    new_areas,
    new_range,
)
from embedded_excel.wire.errors import Located, api_not_found, deny_member, member_location
from embedded_excel.wire.members import class_facts
from embedded_excel.wire.request import (
    MAX_NESTING,
    Arguments,
    ObjectPath,
    PathKind,
    References,
    Request,
    invalid_request,
)

Argument: TypeAlias = "JsonValue | ExcelObject | list[Argument] | dict[str, Argument]"

_ADDRESSING = frozenset(
    {
        "GetActiveCell",
        "GetActiveWorksheet",
        "GetBoundingRect",
        "GetCell",
        "GetColumn",
        "GetEntireColumn",
        "GetEntireRow",
        "GetItem",
        "GetItemAt",
        "GetItemOrNullObject",
        "GetOffsetRange",
        "GetRange",
        "GetRangeByIndexes",
        "GetResizedRange",
        "GetRow",
        "_KeepReference",
        "_RemoveReference",
        "_ValidateArraySize",
    }
)
"""Methods that look at no cell's value, so pending recalculation can go on waiting."""


class Objects:
    """The objects of one request, by path id. None is a null object."""

    def __init__(self, workbook: OpenWorkbook, request: Request) -> None:
        self._workbook = workbook
        self._paths = request.paths
        self._known: dict[int, ExcelObject | None] = {}

    def resolve(self, path_id: int) -> ExcelObject | None:
        """The object of a path, reached through its ancestors.

        Raises:
            Located: A step failed; the location is the member of that step.
            ExcelApiError: The path can't be walked (missing, circular, nested too deeply).
        """
        return self._resolve(path_id, MAX_NESTING)

    @property
    def count(self) -> int:
        """How many objects are known."""
        return len(self._known)

    def follow_shifts(self, older: int) -> None:
        """Let objects nobody keeps move with inserted and deleted cells, as kept ones do.

        The first `older` objects were there when the cells moved; later ones came out of it.
        """
        for sheet, shift in self._workbook.shifts:
            for known in islice(self._known.values(), older):
                if isinstance(known, TrackedRange | TrackedAreas):
                    known.follow(sheet, shift)
        self._workbook.shifts.clear()

    def location(self, path_id: int) -> str:
        """`Class.member` that leads to an object, as far as it is known without walking there."""
        path = self._paths.get(path_id)
        parent = None if path is None or path.parent is None else self._known.get(path.parent)
        return (
            "" if path is None or parent is None else member_location(parent.class_name, path.name)
        )

    def known(self, path_id: int) -> ExcelObject | None:
        """The object of a path that was walked in this request."""
        return self._known.get(path_id)

    def parent_of(self, path_id: int) -> ExcelObject | None:
        """The object above, when the path has one."""
        parent = self._paths[path_id].parent
        return None if parent is None else self._known.get(parent)

    def arguments(self, given: Arguments) -> list[Argument]:
        """Arguments with objects in the place of their path ids."""
        return self._arguments(given, MAX_NESTING)

    def call(self, target: ExcelObject, name: str, arguments: list[Argument]) -> object:
        """Call a method, padded to its full length.

        Raises:
            Located: With the method's location.
        """
        if name not in _ADDRESSING:
            self._workbook.settle()
        try:
            return self._call(target, name, arguments)
        except EngineFailed:
            raise
        except Exception as error:
            raise Located(member_location(target.class_name, name), error) from error

    def _call(self, target: ExcelObject, name: str, arguments: list[Argument]) -> object:
        deny_member(self._workbook, target.class_name, name)
        fact = class_facts(target.class_name).methods.get(name)
        implementation = MEMBERS[target.class_name].methods.get(name)
        if fact is None and implementation is None:
            raise api_not_found(member_location(target.class_name, name))
        if implementation is None:
            raise not_implemented(member_location(target.class_name, name))
        if fact is not None:
            while len(arguments) > fact.arity and arguments[-1] is None:
                arguments.pop()
            if len(arguments) > fact.arity:
                raise invalid_argument(f"{fact.js} takes at most {fact.arity} arguments.")
            arguments.extend([None] * (fact.arity - len(arguments)))
            # Office.js doesn't mark every reading method as such (`getCellProperties`).
            if not fact.read and not name.startswith(("_", "Get", "Is")):
                self._workbook.changed = True
        return implementation(target, *arguments)

    def _resolve(self, path_id: int, depth: int) -> ExcelObject | None:
        chain: list[ObjectPath] = []
        seen: set[int] = set()
        step: int | None = path_id
        while step is not None and step not in self._known:
            path = self._paths.get(step)
            if path is None:
                raise invalid_request(f"Object path {step} is missing.")
            if step in seen or depth <= 0:
                raise invalid_request(f"Object path {step} leads back to itself.")
            seen.add(step)
            chain.append(path)
            step = None if path.kind is PathKind.NULL_OBJECT else path.parent
        for path in reversed(chain):
            self._known[path.id] = self._walk(path, depth)
        return self._known[path_id]

    def _walk(self, path: ObjectPath, depth: int) -> ExcelObject | None:
        match path.kind:
            case PathKind.GLOBAL_OBJECT:
                return MEMBERS["Workbook"].python_class(self._workbook)
            case PathKind.NULL_OBJECT:
                return None
            case PathKind.REFERENCE_ID:
                return object_by_reference(self._workbook, path.name)
            case PathKind.NEW_OBJECT:
                service = MEMBERS.get(path.name) if "." in path.name else None
                if service is None:
                    raise Located("", not_implemented(path.name[:100]))
                return service.python_class(self._workbook)
            case PathKind.METHOD | PathKind.PROPERTY | PathKind.INDEXER:
                if path.parent is None:
                    raise invalid_request(f"Object path {path.id} needs a parent.")
                parent = self._known[path.parent]
                if parent is None:
                    return None
                return self._below(parent, path, depth)

    def _below(self, parent: ExcelObject, path: ObjectPath, depth: int) -> ExcelObject | None:
        if path.kind is PathKind.METHOD:
            arguments = self._arguments(path.arguments, depth - 1)
            found = self.call(parent, path.name, arguments)
            if found is not None and not isinstance(found, ExcelObject):
                raise Located(
                    member_location(parent.class_name, path.name),
                    invalid_request(f"{path.name} returns no object."),
                )
            return found
        if path.kind is PathKind.PROPERTY:
            return self.navigate(parent, path.name)
        return self._indexed(parent, path)

    def navigate(self, parent: ExcelObject, name: str) -> ExcelObject | None:
        """The object behind a navigation property.

        Raises:
            Located: With the property's location.
        """
        location = member_location(parent.class_name, name)
        getter = MEMBERS[parent.class_name].navigations.get(name)
        if getter is None:
            known = name in class_facts(parent.class_name).navigations
            raise Located(location, not_implemented(location) if known else api_not_found(location))
        try:
            deny_member(self._workbook, parent.class_name, name)
            return getter(parent)
        except EngineFailed:
            raise
        except Exception as error:
            raise Located(location, error) from error

    def _indexed(self, parent: ExcelObject, path: ObjectPath) -> ExcelObject:
        location = f"{parent.class_name}.{class_facts(parent.class_name).indexer_js}"
        if not isinstance(parent, ExcelCollection):
            raise Located(location, not_implemented(location))
        key = path.arguments.values[0] if path.arguments.values else None
        try:
            if isinstance(key, bool) or not isinstance(key, str | int | float):
                raise invalid_argument()
            return parent.get_item(key)
        except EngineFailed:
            raise
        except Exception as error:
            raise Located(location, error) from error

    def _arguments(self, given: Arguments, depth: int) -> list[Argument]:
        return self._list(given.values, given.references, depth)

    def _list(
        self, values: Sequence[JsonValue], references: References, depth: int
    ) -> list[Argument]:
        if depth <= 0:
            raise invalid_request("Arguments are nested too deeply.")
        if not references and not any(isinstance(value, list | dict) for value in values):
            return list(values)
        result: list[Argument] = []
        count = len(references)
        for index, value in enumerate(values):
            reference = references[index] if index < count else 0
            if isinstance(reference, int) and reference > 0:
                result.append(self._object_argument(reference, depth))
            elif isinstance(value, list):
                nested = () if isinstance(reference, int) else reference
                result.append(self._list(value, nested, depth - 1))
            elif isinstance(value, dict):
                result.append(self._dictionary(value, depth))
            else:
                result.append(value)
        return result

    def _dictionary(self, value: dict[str, JsonValue], depth: int) -> Argument:
        reference = value.get("_ObjectPathId")
        if isinstance(reference, int) and len(value) == 1:
            return self._object_argument(reference, depth)
        keys = list(value)
        return dict(zip(keys, self._list(list(value.values()), (), depth - 1), strict=True))

    def _object_argument(self, reference: int, depth: int) -> Argument:
        # A null object as an argument reads as an argument left out.
        return self._resolve(reference, depth - 1)


def object_by_reference(workbook: OpenWorkbook, reference: str) -> TrackedRange | TrackedAreas:
    """The object a client keeps under a `_ReferenceId`.

    Raises:
        ExcelApiError: InvalidReference when it was removed or its cells were deleted.
    """
    if reference in workbook.area_references:
        name = "WorkbookRangeAreas" if reference.startswith(ACROSS_SHEETS) else "RangeAreas"
        areas = workbook.area_references[reference]
        return new_areas(workbook, areas, reference, class_name=name)
    area = workbook.references.get(reference)
    if area is None:
        raise invalid_reference()
    return new_range(workbook, area, reference)
