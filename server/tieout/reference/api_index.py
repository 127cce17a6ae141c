"""Classes and members of Excel's API as code sees them: what a member leads to, and since when."""

import json
import re
from dataclasses import dataclass
from functools import cache

from pydantic import BaseModel, ConfigDict, TypeAdapter

from tieout.assets import asset
from tieout.office_wire.facts import wire_facts
from tieout.reference.members import member_names


class _Member(BaseModel):
    model_config = ConfigDict(frozen=True)

    kind: str
    set: str = ""
    type: str = ""
    clearsUndo: bool = False  # noqa: N815 - as in the file


class _Declared(BaseModel):
    model_config = ConfigDict(frozen=True)

    kind: str
    set: str = ""
    extends: tuple[str, ...] = ()
    members: dict[str, _Member] = {}


@dataclass(frozen=True, slots=True)
class ApiMember:
    """A member of a class.

    Attributes:
        kind: `method`, `property` or `event`.
        leads_to: Class name of what it holds or returns, `Chart[]` for an array of them, "" for
            anything that isn't an object of Excel's.
        since: Requirement set such as `ExcelApi 1.7`, the class's where it states none; "" unknown.
        clears_undo: Using it to write clears the undo list of Excel itself.
    """

    name: str
    kind: str
    leads_to: str
    since: str
    clears_undo: bool

    @property
    def is_method(self) -> bool:
        """Whether it is called."""
        return self.kind == "method"


class ApiIndex:
    """Every class of Excel's API by its name."""

    def __init__(self, declared: dict[str, _Declared]) -> None:
        self._declared = {
            name.removeprefix("Excel."): item
            for name, item in declared.items()
            if item.kind == "class"
        }
        self._members: dict[str, dict[str, ApiMember]] = {}

    def has_class(self, name: str) -> bool:
        """Whether it is a class of Excel's own namespace."""
        return name in self._declared and "." not in name

    def member(self, class_name: str, name: str) -> ApiMember | None:
        """A member, inherited ones included."""
        return self._of(class_name).get(name)

    def names(self, class_name: str) -> list[str]:
        """All members of a class, and those only the running library has."""
        facts = wire_facts().classes.get(class_name)
        return [*self._of(class_name), *(member_names(facts) if facts else ())]

    def _of(self, class_name: str) -> dict[str, ApiMember]:
        if class_name not in self._members:
            found: dict[str, ApiMember] = {}
            item = self._declared.get(class_name)
            for base in item.extends if item else ():
                found |= self._of(base)
            for dotted, member in item.members.items() if item else ():
                since = member.set or (item.set if item else "")
                name = dotted.removeprefix(".")
                found[name] = ApiMember(
                    name,
                    member.kind,
                    self._leads_to(member.type),
                    since,
                    member.clearsUndo,
                )
            self._members[class_name] = found
        return self._members[class_name]

    def _leads_to(self, type_text: str) -> str:
        plain = type_text.removeprefix(": ")
        if re.fullmatch(r"\w+(\[\])?", plain) and self.has_class(plain.removesuffix("[]")):
            return plain
        return ""


_DETAIL = TypeAdapter(dict[str, _Declared])


@cache
def api_index() -> ApiIndex:
    """The index, read once from the reference; empty where that isn't installed."""
    try:
        path = asset("office_js_reference/api-reference.json")
    except FileNotFoundError:
        return ApiIndex({})
    return ApiIndex(_DETAIL.validate_python(json.loads(path.read_text("utf-8"))["detail"]))
