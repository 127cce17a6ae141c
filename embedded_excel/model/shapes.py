"""Shapes on their sheets: found by their ids, read and changed as elements of the drawing's part.

ECMA-376 Part 1, 20.5 (SpreadsheetML drawings). A shape in a group is found and changed like any
other; what it is part of is stored with it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, TypeVar

from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.shapes import Drawn, ShapeEntry
from embedded_excel.errors import ExcelApiError, item_not_found, not_implemented
from embedded_excel.model.chart_xml import ChartXml, Element, get, local, parse, serialise, tag
from embedded_excel.model.workbook import OpenWorkbook, SheetId

T = TypeVar("T")
KINDS: Final = {
    "sp": "GeometricShape",
    "cxnSp": "Line",
    "pic": "Image",
    "grpSp": "Group",
    "graphicFrame": "Unsupported",
}
"""Elements of objects, and Office.js's `ShapeType` for each; charts are no shape it supports."""
_KEPT: Final = 64


@dataclass(frozen=True, slots=True)
class Found:
    """A shape in the anchor it lies in.

    Attributes:
        entry: What lies in the anchor: the shape or its outermost group.
        parents: Groups around the element, the outermost first.
    """

    entry: ShapeEntry
    document: ChartXml
    drawn: Drawn
    element: Element
    parents: tuple[Element, ...]


@dataclass(frozen=True, slots=True)
class ShapeRef:
    """One shape, by identity: it stays the same in a group and out of it."""

    workbook: OpenWorkbook
    sheet: SheetId
    number: int

    @property
    def sheet_index(self) -> int:
        """Tab position of its sheet."""
        return self.workbook.sheet_index(self.sheet)

    def find(self, *, to_change: bool = False) -> Found:
        """The shape as it is now; what isn't to be changed may be shared with other readers.

        Raises:
            ExcelApiError: ItemNotFound when it was deleted.
        """
        entries = self.workbook.engine.shapes.shapes(self.sheet_index)
        mine = [entry for entry in entries if entry.id == self.number]
        for entry in mine or [entry for entry in entries if entry.kind == "Group"]:
            drawn = self.workbook.engine.shapes.drawn(self.sheet_index, entry.id)
            if str(self.number).encode() not in drawn.anchor:
                continue
            document = (
                parse(drawn.anchor, anchor=True) if to_change else anchor_to_read(drawn.anchor)
            )
            for parents, element in members(object_in(document)):
                if identity_of(element) == self.number:
                    return Found(entry, document, drawn, element, parents)
        raise item_not_found()

    def read(self) -> Element:
        """Its element, to look at."""
        return self.find().element

    def edit(self, change: Callable[[Element], T]) -> T:
        """Change its element."""
        found = self.find(to_change=True)
        result = change(found.element)
        self.store(found)
        return result

    def store(self, found: Found) -> None:
        """Keep a changed anchor."""
        try:
            self.workbook.engine.shapes.set_drawn(
                self.sheet_index,
                found.entry.id,
                replace(found.drawn, anchor=serialise(found.document)),
            )
        except EngineRefused as error:
            raise not_implemented(f"this change of a shape ({error})") from error
        self.workbook.changed = True


@lru_cache(maxsize=_KEPT)
def anchor_to_read(anchor: bytes) -> ChartXml:
    """An anchor to look at only: it is shared by all who look at the same bytes."""
    return parse(anchor, anchor=True)


def object_in(document: ChartXml) -> Element:
    """The object of an anchor.

    Raises:
        ExcelApiError: NotImplemented when it holds nothing that is known here.
    """
    for element in document.root:
        if local(element) in KINDS:
            return element
    raise not_implemented("what is inside this drawing object")


def members(element: Element) -> Iterator[tuple[tuple[Element, ...], Element]]:
    """An object and what is grouped in it, each with the groups around it."""
    yield (), element
    if local(element) == "grpSp":
        for child in children(element):
            for parents, found in members(child):
                yield (element, *parents), found


def children(group: Element) -> list[Element]:
    """What is grouped, from the back to the front."""
    return [element for element in group if local(element) in KINDS]


def identified(element: Element) -> Element:
    """The element with an object's id, name and description.

    Raises:
        ExcelApiError: NotImplemented when there is none.
    """
    for part in element:
        if local(part).startswith("nv"):
            found = get(part, "xdr:cNvPr")
            if found is not None:
                return found
    raise not_implemented("a shape without an identity")


def identity_of(element: Element) -> int:
    """An object's id."""
    return int(identified(element).get("id", "0"))


def locks(element: Element, *, make: bool) -> Element | None:
    """The element that says what users can't change."""
    for part in element:
        if not local(part).startswith("nv"):
            continue
        kind = local(part)[2:-2]
        holder = part.find(tag(f"xdr:cNv{kind}Pr"))
        name = tag(f"a:{kind[0].lower()}{kind[1:]}Locks")
        if holder is None:
            return None
        found = holder.find(name)
        if found is None and make:
            found = holder.makeelement(name, {})
            holder.insert(0, found)
        return found
    return None


def kind_of(element: Element) -> str:
    """Office.js's `ShapeType`."""
    return KINDS[local(element)]


def name_of(element: Element) -> str:
    """Name."""
    return identified(element).get("name", "")


def refs(workbook: OpenWorkbook, sheet: SheetId) -> list[ShapeRef]:
    """Shapes of a sheet, from the back to the front."""
    entries = workbook.engine.shapes.shapes(workbook.sheet_index(sheet))
    return [ShapeRef(workbook, sheet, entry.id) for entry in entries]


def remove(ref: ShapeRef) -> None:
    """Delete a shape; lines that were tied to it end where they are.

    Raises:
        ExcelApiError: ItemNotFound when it was deleted before.
    """
    found = ref.find(to_change=True)
    gone = {identity_of(element) for _, element in members(found.element)}
    if found.parents:
        found.parents[-1].remove(found.element)
        ref.store(found)
    else:
        ref.workbook.engine.shapes.remove(ref.sheet_index, found.entry.id)
    ref.workbook.changed = True
    untie(ref.workbook, ref.sheet, gone)


def untie(workbook: OpenWorkbook, sheet: SheetId, gone: set[int]) -> None:
    """Let lines forget shapes that are no more."""
    for entry in workbook.engine.shapes.shapes(workbook.sheet_index(sheet)):
        if entry.kind != "Line":
            continue
        line = ShapeRef(workbook, sheet, entry.id)
        if gone & {int(tie.get("id", "0")) for tie in ties(line.read())}:
            line.edit(lambda element: _untie(element, gone))


def ties(line: Element) -> list[Element]:
    """What a line's ends are tied to: `stCxn` and `endCxn`."""
    held = get(line, "xdr:nvCxnSpPr/xdr:cNvCxnSpPr")
    return [] if held is None else [tie for tie in held if local(tie) in ("stCxn", "endCxn")]


def _untie(line: Element, gone: set[int]) -> None:
    held = get(line, "xdr:nvCxnSpPr/xdr:cNvCxnSpPr")
    for tie in ties(line):
        if held is not None and int(tie.get("id", "0")) in gone:
            held.remove(tie)


def reorder(ref: ShapeRef, how: str) -> None:
    """Move a shape to or from the front, among its like: in its group or on its sheet."""
    found = ref.find(to_change=True)
    if found.parents:
        group = found.parents[-1]
        held = children(group)
        wanted = _position(held.index(found.element), len(held), how)
        others = [element for element in held if element is not found.element]
        others.insert(wanted, found.element)
        for element in held:
            group.remove(element)
        group.extend(others)
        ref.store(found)
        return
    engine = ref.workbook.engine.shapes
    orders = [entry.order for entry in engine.shapes(ref.sheet_index)]
    wanted = orders[_position(orders.index(found.entry.order), len(orders), how)]
    engine.reorder(ref.sheet_index, found.entry.id, wanted)
    ref.workbook.changed = True


def _position(position: int, count: int, how: str) -> int:
    return {
        "BringToFront": count - 1,
        "BringForward": min(position + 1, count - 1),
        "SendToBack": 0,
        "SendBackward": max(position - 1, 0),
    }[how]


def invalid_for(element: Element, member: str) -> ExcelApiError:
    """A member that this kind of shape doesn't have."""
    return ExcelApiError(
        "InvalidOperation",
        "The operation attempted is invalid on the object. "
        f"{name_of(element) or 'This shape'} has no {member}.",
        400,
    )
