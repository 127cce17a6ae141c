"""Name what a batch touches, from its paths and actions alone.

Addresses are followed through the reading methods of Worksheet and Range. Where the cells can't be
told (a used range, a selection, inserted rows, a sort) the write is unbounded: `area` is None.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from tieout.office_wire.batch import Batch, BatchResponse
from tieout.office_wire.facts import ClassFacts, wire_facts
from tieout.office_wire.places import Place, Places
from tieout.office_wire.range_steps import copy_target, step
from tieout.office_wire.request import Action, Path, Request, parse_request
from tieout.office_wire.response import result_values
from tieout.workbook.address import Address

_SPREADING = frozenset(
    {"Insert", "Delete", "AutoFill", "FlashFill", "MoveTo", "Apply", "RemoveDuplicates"}
)
_PLUMBING = frozenset(
    {
        "_KeepReference",
        "_RemoveReference",
        "_RemoveAllReferences",
        "_ValidateArraySize",
        "Activate",
        "Select",
        "Track",
    }
)
_READING_PREFIXES = ("Get", "Is", "_Get", "_Register", "_Unregister", "Show")


@dataclass(frozen=True, slots=True)
class Write:
    """One thing a batch sets, calls or makes.

    Attributes:
        sheet: Name of the sheet, or "" when it is the workbook's or unknown.
        area: The cells, or None when unbounded.
        member: `Class.member` in JavaScript casing, such as `Range.values`.
        origin: The cells a write starts from that spreads beyond them, such as inserted ones.
        how: What is cleared or copied, such as `Formats`; "" when the call doesn't say.
    """

    sheet: str
    area: Address | None
    member: str
    origin: Address | None = None
    how: str = ""


@dataclass(frozen=True, slots=True)
class Touch:
    """What a batch touches.

    Attributes:
        writes: In order of its actions.
        sheets: Names of all sheets it addresses, read or written.
        reads: Cells whose properties it loads.
    """

    writes: tuple[Write, ...]
    sheets: frozenset[str]
    reads: tuple[Address, ...] = ()


def touched(batch: Batch, places: Places) -> Touch:
    """What a batch touches, with what earlier answers taught.

    Raises:
        GateRefused: The batch isn't one (wrong types, a path that contains itself).
    """
    request = parse_request(batch)
    resolver = Resolver(request, places)
    writes = tuple(_writes(request, resolver))
    sheets = {resolver.place(path).sheet for path in request.paths}
    loaded = (resolver.place(action.path) for action in request.actions if action.type == "query")
    reads = tuple(place.area for place in loaded if place.area is not None)
    return Touch(writes, frozenset(sheets - {""}), reads)


def learn(batch: Batch, response: BatchResponse, places: Places) -> None:
    """Take ids and references from an answer into `places`."""
    request = parse_request(batch)
    resolver = Resolver(request, places)
    values = result_values(response)
    for action in request.actions:
        value = values.get(action.id)
        place = resolver.place(action.path)
        if action.type == "method" and action.name == "Activate" and action.id in values:
            places.active = place.sheet
        if not isinstance(value, dict):
            continue
        reference, identity, name = (value.get(key) for key in ("_ReferenceId", "Id", "Name"))
        if isinstance(reference, str):
            address = value.get("Address")
            known = _from_answer(place, address) if isinstance(address, str) else place
            places.references[reference] = known
        if place.class_name == "Worksheet" and isinstance(identity, str):
            sheet = name if isinstance(name, str) else place.sheet
            if sheet:
                places.sheets[identity] = places.sheets[sheet.casefold()] = sheet


def _from_answer(place: Place, address: str) -> Place:
    try:
        area = Address.parse(address)
    except ValueError:
        return place
    return Place(place.class_name, area.sheet or place.sheet, area)


def _writes(request: Request, resolver: "Resolver") -> Iterator[Write]:
    made: set[int] = set()
    for action in request.actions:
        place = resolver.place(action.path)
        facts = wire_facts().classes.get(place.class_name)
        match action.type:
            case "set" | "update":
                yield Write(place.sheet, place.area, _member(place, facts, action.name))
            case "method" if _is_write(action, facts):
                yield _called(action, place, _member(place, facts, action.name), resolver)
            case "instantiate":
                path = request.paths.get(action.path)
                if path is None or path.type != "method" or action.path in made:
                    continue
                made.add(action.path)
                parent = resolver.place(path.parent)
                parent_facts = wire_facts().classes.get(parent.class_name)
                if _path_writes(path, parent_facts):
                    member = _member(parent, parent_facts, path.name)
                    sheet = parent.sheet or _sheet_named(path, resolver)
                    yield Write(sheet, None, member, parent.area)
            case _:
                continue


def _sheet_named(path: Path, resolver: "Resolver") -> str:
    """The sheet that arguments of a method of the workbook tell: `tables.add("Sheet1!A1:B9")`."""
    for number, value in enumerate(path.arguments):
        referred = path.refers[number] if number < len(path.refers) else 0
        if referred:
            sheet = resolver.place(referred).sheet
        elif isinstance(value, str) and "!" in value and not value.startswith("="):
            sheet = _sheet_of(value)
        else:
            continue
        if sheet:
            return sheet
    return ""


def _sheet_of(text: str) -> str:
    try:
        return Address.parse(text).sheet
    except ValueError:
        return ""


def _called(action: Action, place: Place, member: str, resolver: "Resolver") -> Write:
    match action.name:
        case name if name in _SPREADING:
            return Write(place.sheet, None, member, place.area)
        case "Clear":
            return Write(place.sheet, place.area, member, how=_text(action.arguments, 0))
        case "CopyFrom":
            area = copy_target(place.area, action, resolver)
            return Write(place.sheet, area, member, how=_text(action.arguments, 1))
        case _:
            return Write(place.sheet, place.area, member)


def _text(arguments: Sequence[JsonValue], number: int) -> str:
    value = arguments[number] if len(arguments) > number else None
    return value if isinstance(value, str) else ""


def _is_write(action: Action, facts: ClassFacts | None) -> bool:
    if action.name in _PLUMBING or action.name.startswith(_READING_PREFIXES):
        return False
    method = facts.methods.get(action.name) if facts is not None else None
    return method is None or not method.read


def _path_writes(path: Path, facts: ClassFacts | None) -> bool:
    if path.name.startswith(_READING_PREFIXES):
        return False
    method = facts.methods.get(path.name) if facts is not None else None
    return method is None or not method.read


def _member(place: Place, facts: ClassFacts | None, wire: str) -> str:
    js = wire[:1].lower() + wire[1:]
    if facts is not None:
        scalar, method = facts.scalars.get(wire), facts.methods.get(wire)
        js = scalar.js if scalar is not None else method.js if method is not None else js
    return f"{place.class_name or 'Object'}.{js}"


class Resolver:
    """Follows the object paths of one request to places."""

    def __init__(self, request: Request, places: Places) -> None:
        self._request = request
        self._places = places
        self._known: dict[int, Place] = {}

    def place(self, path_id: int | None) -> Place:
        """The place of a path; an unknown one for a path that isn't there."""
        if path_id is None:
            return Place("")
        if path_id not in self._known:
            path = self._request.paths.get(path_id)
            self._known[path_id] = Place("")  # stands while arguments refer back to this path
            self._known[path_id] = Place("") if path is None else self._resolve(path)
        return self._known[path_id]

    def _resolve(self, path: Path) -> Place:
        match path.type:
            case "workbook":
                return Place("Workbook")
            case "new":
                return Place(path.name)
            case "reference":
                return self._places.references.get(path.name, Place("Range"))
            case "null":
                return Place("")
            case "property":
                return self._property(self.place(path.parent), path)
            case "indexer":
                return self._item(self.place(path.parent), path.arguments)
            case "method":
                return self._method(self.place(path.parent), path)

    def _property(self, parent: Place, path: Path) -> Place:
        facts = wire_facts().classes.get(parent.class_name)
        navigation = facts.navigations.get(path.name) if facts is not None else None
        if navigation is None:
            return Place("", parent.sheet)
        if navigation.type == "Worksheet":
            return Place("Worksheet", parent.sheet)
        return parent.within(navigation.type)

    def _item(self, parent: Place, arguments: Sequence[JsonValue]) -> Place:
        facts = wire_facts().classes.get(parent.class_name)
        item = ""
        if facts is not None:
            item = facts.item or (facts.indexer.type if facts.indexer is not None else "")
        return self._keyed(item, parent, arguments[0] if arguments else None)

    def _keyed(self, class_name: str, parent: Place, key: JsonValue) -> Place:
        match class_name:
            case "Worksheet":
                return Place("Worksheet", self._places.sheet_name(key))
            case "Table":
                area = self._places.tables.get(str(key).casefold())
                return Place("Table", area.sheet if area else parent.sheet, area)
            case "NamedItem":
                area = self._places.names.get(str(key).casefold())
                return Place("NamedItem", area.sheet if area else parent.sheet, area)
            case "RangeBorder":
                return parent.within("RangeBorder")
            case _:
                return Place(class_name, parent.sheet)

    def _method(self, parent: Place, path: Path) -> Place:
        facts = wire_facts().classes.get(parent.class_name)
        method = facts.methods.get(path.name) if facts is not None else None
        made = method.type if method is not None else ""
        if parent.class_name == "WorksheetCollection":
            return self._sheet_method(path)
        if path.name in ("GetItem", "GetItemOrNullObject") and path.arguments:
            return self._keyed(made, parent, path.arguments[0])
        if made == "Worksheet":
            return Place("Worksheet")  # a neighbour or a copy: which one isn't known here
        if made != "Range":
            return Place(made, parent.sheet)
        if parent.class_name in ("Worksheet", "Range"):
            return step(parent, path, self)
        if parent.class_name in ("Table", "NamedItem"):
            return parent.within("Range")
        return Place("Range", parent.sheet)

    def _sheet_method(self, path: Path) -> Place:
        key = path.arguments[0] if path.arguments else None
        if path.name in ("GetActiveWorksheet", "GetActiveWorksheetOrNullObject"):
            return Place("Worksheet", self._places.active)
        if path.name in ("Add", "GetItem", "GetItemOrNullObject") and key is not None:
            return Place("Worksheet", self._places.sheet_name(key))
        return Place("Worksheet" if path.name != "GetCount" else "")
