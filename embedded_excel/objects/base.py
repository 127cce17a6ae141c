"""How an object of Excel's API is written here: a class, and its members by their wire names.

    @excel_class("Range")
    class Range(ExcelObject):
        @scalar("Values")
        def values(self) -> JsonValue: ...

        @values.setter
        def set_values(self, value: JsonValue) -> None: ...

        @navigation("Format")
        def format(self) -> "RangeFormat": ...

        @method("GetCell")
        def get_cell(self, row: JsonValue, column: JsonValue) -> "Range": ...

The wire executor looks members up in `MEMBERS[class name]`. A member that the API has
(`wire-members.json`) and the table hasn't answers NotImplemented, naming itself.

Rules for members:
* Arguments arrive as JSON in order, padded with None to the API's full length; an argument that is
  an object of the same batch arrives as that ExcelObject.
* An object method returns an ExcelObject, or None for a null object (`…OrNullObject`); a void
  method returns None; a scalar method returns JSON.
* Members raise `ExcelApiError`; the executor adds the `Location`.
* A read method must not change state: it may run more than once in a batch.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from pydantic import JsonValue

if TYPE_CHECKING:
    from embedded_excel.model.workbook import OpenWorkbook


class ExcelObject:
    """Base of every API object. Objects are cheap views: all state lives in `OpenWorkbook`."""

    class_name: ClassVar[str] = ""

    def __init__(self, workbook: "OpenWorkbook") -> None:
        self.workbook = workbook

    def identity(self) -> dict[str, JsonValue]:
        """What Instantiate answers: `{"Id": …}`, `{"_Id": …}`, or {} for objects without one.

        Range and RangeAreas answer `_ReferenceId` once `_KeepReference` was called.
        """
        return {}


class ExcelCollection(ExcelObject):
    """A collection: what `load` expands to `_Items`, and what an Indexer path asks."""

    def items(self) -> Sequence[ExcelObject]:
        """Every item, in API order."""
        raise NotImplementedError

    def get_item(self, key: JsonValue) -> ExcelObject:
        """An item by name (case-insensitive) or id.

        Raises:
            ExcelApiError: ItemNotFound.
        """
        raise NotImplementedError


Object = TypeVar("Object", bound=ExcelObject)


@dataclass(slots=True)
class Scalar:
    """A scalar property: getter, and setter when it can be written."""

    get: Callable[[Any], JsonValue]
    set: Callable[[Any, JsonValue], None] | None = None


@dataclass(slots=True)
class ClassMembers:
    """The implemented members of one API class, by wire name (sub-classes' tables include bases)."""

    python_class: type[ExcelObject]
    scalars: dict[str, Scalar] = field(default_factory=dict[str, Scalar])
    navigations: dict[str, Callable[[Any], ExcelObject | None]] = field(
        default_factory=dict[str, Callable[[Any], "ExcelObject | None"]]
    )
    methods: dict[str, Callable[..., Any]] = field(default_factory=dict[str, Callable[..., Any]])


MEMBERS: dict[str, ClassMembers] = {}
"""API class name → its implemented members. Filled by `excel_class` when modules are imported."""

Getter = TypeVar("Getter", bound=Callable[..., JsonValue])


class scalar(Generic[Getter]):  # noqa: N801 - reads as a decorator
    """Marks a method as the getter of a scalar; `@name.setter` marks its setter."""

    def __init__(self, wire: str) -> None:
        self.wire = wire
        self.get: Callable[[Any], JsonValue] | None = None
        self.set: Callable[[Any, JsonValue], None] | None = None

    def __call__(self, get: Callable[[Any], JsonValue]) -> "scalar[Getter]":
        self.get = get
        return self

    def setter(self, set_: Callable[[Any, JsonValue], None]) -> Callable[[Any, JsonValue], None]:
        """The setter; it receives the JSON value as it was assigned."""
        self.set = set_
        return set_

    def __get__(self, instance: object, owner: type) -> Any:
        """On an instance, the value; on the class, this marker."""
        if instance is None:
            return self
        assert self.get is not None
        return self.get(instance)


_Function = TypeVar("_Function", bound=Callable[..., Any])


def navigation(wire: str) -> Callable[[_Function], _Function]:
    """Marks a method without arguments as a navigation property."""

    def mark(function: _Function) -> _Function:
        function.__dict__["__navigation__"] = wire
        return function

    return mark


def method(wire: str) -> Callable[[_Function], _Function]:
    """Marks a method as callable over the wire under this name."""

    def mark(function: _Function) -> _Function:
        function.__dict__["__wire_method__"] = wire
        return function

    return mark


_Class = TypeVar("_Class", bound=type[ExcelObject])


def excel_class(name: str) -> Callable[[_Class], _Class]:
    """Registers a class under its API name, collecting its members and those of its bases."""

    def register(python_class: _Class) -> _Class:
        python_class.class_name = name
        members = ClassMembers(python_class)
        for base in reversed(python_class.__mro__):
            for value in vars(base).values():
                if isinstance(value, scalar):
                    assert value.get is not None
                    members.scalars[value.wire] = Scalar(value.get, value.set)
                elif callable(value):
                    function: Callable[..., Any] = value
                    marks: dict[str, str] = getattr(function, "__dict__", {})
                    if "__navigation__" in marks:
                        members.navigations[marks["__navigation__"]] = function
                    if "__wire_method__" in marks:
                        members.methods[marks["__wire_method__"]] = function
        MEMBERS[name] = members
        return python_class

    return register
