"""Groups of shapes, and copies of shapes on other sheets."""

import posixpath
from copy import deepcopy
from typing import Final

from embedded_excel.calc.shapes import Drawn, Link, Part
from embedded_excel.errors import invalid_argument
from embedded_excel.model.chart_xml import Element, R, fragment
from embedded_excel.model.shape_building import anchored, free_name
from embedded_excel.model.shape_places import box_in, fit, own_box, settle
from embedded_excel.model.shapes import (
    Found,
    ShapeRef,
    children,
    identified,
    identity_of,
    members,
    name_of,
    untie,
)
from embedded_excel.model.workbook import OpenWorkbook, SheetId

_LEAST: Final = 2
_GROUP: Final = (
    '<xdr:grpSp><xdr:nvGrpSpPr><xdr:cNvPr id="0" name=""/><xdr:cNvGrpSpPr/></xdr:nvGrpSpPr>'
    "<xdr:grpSpPr><a:xfrm/></xdr:grpSpPr></xdr:grpSp>"
)


def add_group(workbook: OpenWorkbook, sheet: SheetId, wanted: list[ShapeRef]) -> ShapeRef:
    """Group shapes; the group lies where the front one of them lay.

    Raises:
        ExcelApiError: InvalidArgument for fewer than two, for one twice, or for members of groups.
    """
    if len({ref.number for ref in wanted}) != len(wanted) or len(wanted) < _LEAST:
        raise invalid_argument()
    found = sorted(
        ((ref, ref.find(to_change=True)) for ref in wanted), key=lambda one: one[1].entry.order
    )
    if any(one.parents or ref.sheet != sheet for ref, one in found):
        raise invalid_argument()
    group = fragment(_GROUP)
    links: list[Link] = []
    others: list[Part] = []
    prefixes: dict[str, str] = {}
    for ref, one in found:
        settle(one.element, box_in(ref, one))
        links += _renumbered(one, len(links))
        others += one.drawn.others
        prefixes |= _new_prefixes(prefixes, one.document.prefixes)
        group.append(one.element)
    fit(group)
    identified(group).set("name", free_name(workbook, sheet, "Group"))
    engine, index = workbook.engine.shapes, workbook.sheet_index(sheet)
    anchor = anchored(workbook, sheet, group, own_box(group), prefixes=prefixes)
    order = found[-1][1].entry.order - len(found) + 1
    # The members are taken out last: the group's id must be none of theirs.
    number = engine.add(index, Drawn(anchor, tuple(links), tuple(others)))
    for _, one in found:
        engine.remove(index, one.entry.id)
    engine.reorder(index, number, order)
    workbook.changed = True
    return ShapeRef(workbook, sheet, number)


def _new_prefixes(known: dict[str, str], more: dict[str, str]) -> dict[str, str]:
    """Namespaces that aren't known yet, under prefixes that are free."""
    new: dict[str, str] = {}
    for prefix, uri in more.items():
        if uri not in known.values():
            free = prefix
            while free in known or free in new:
                free += "_"
            new[free] = uri
    return new


def _renumbered(found: Found, taken: int) -> list[Link]:
    """Relationships with ids of their own, which the element then refers to."""
    names = {
        link.id.decode(): f"rId{taken + number}"
        for number, link in enumerate(found.drawn.links, start=1)
    }
    for part in found.element.iter():
        for key, value in part.attrib.items():
            if key.startswith(R) and value in names:
                part.set(key, names[value])
    return [
        Link(names[link.id.decode()].encode(), link.kind, link.target, link.external, link.part)
        for link in found.drawn.links
    ]


def _with_used(anchor: bytes, element: Element, drawn: Drawn) -> Drawn:
    """An object with the relationships and parts it refers to, of those its group has."""
    wanted = {
        value for part in element.iter() for key, value in part.attrib.items() if key.startswith(R)
    }
    links = tuple(link for link in drawn.links if link.id.decode() in wanted)
    kept: list[Part] = []
    for link in links:
        if link.part is not None:
            folder, name = posixpath.split(link.part.path)
            own = posixpath.join(folder, b"_rels", name + b".rels")
            relations = b"".join(part.content for part in drawn.others if part.path == own)
            kept += [
                part
                for part in drawn.others
                if part.path == own or b"/" + part.path.rpartition(b"/")[2] in relations
            ]
    return Drawn(anchor, links, tuple(kept))


def ungroup(ref: ShapeRef) -> None:
    """Break a group up; its members keep their ids, places and order."""
    found = ref.find(to_change=True)
    top = found.parents[0] if found.parents else found.element
    whole = ShapeRef(ref.workbook, ref.sheet, identity_of(top))
    settle(top, box_in(whole, whole.find()))
    freed = children(found.element)
    if found.parents:
        parent = found.parents[-1]
        at = list(parent).index(found.element)
        parent[at : at + 1] = freed
        ref.store(found)
    else:
        _free(ref, found, freed)
    untie(ref.workbook, ref.sheet, {ref.number})


def _free(ref: ShapeRef, found: Found, freed: list[Element]) -> None:
    engine, index = ref.workbook.engine.shapes, ref.sheet_index
    engine.remove(index, found.entry.id)
    for place, child in enumerate(freed):
        anchor = anchored(
            ref.workbook, ref.sheet, child, own_box(child), prefixes=found.document.prefixes
        )
        number = engine.add(index, _with_used(anchor, child, found.drawn), keep_id=True)
        engine.reorder(index, number, found.entry.order + place)
    ref.workbook.changed = True


def copy_to(ref: ShapeRef, sheet: SheetId) -> ShapeRef:
    """Copy a shape to the same place of a sheet, in front of what is there."""
    found = ref.find()
    box = box_in(ref, found)
    element = deepcopy(found.element)
    settle(element, box)
    engine, index = ref.workbook.engine.shapes, ref.workbook.sheet_index(sheet)
    taken = {entry.name.casefold() for entry in engine.shapes(index)}
    if name_of(element).casefold() in taken:
        stem = name_of(element).rstrip("0123456789").rstrip() or name_of(element)
        identified(element).set("name", free_name(ref.workbook, sheet, stem))
    _renew_members(ref.workbook, sheet, element)
    anchor = anchored(
        ref.workbook,
        sheet,
        element,
        box,
        found.entry.place.sticking,
        prefixes=found.document.prefixes,
    )
    number = engine.add(index, _with_used(anchor, element, found.drawn))
    ref.workbook.changed = True
    return ShapeRef(ref.workbook, sheet, number)


def _renew_members(workbook: OpenWorkbook, sheet: SheetId, element: Element) -> None:
    """Members of a copied group need ids that nothing on the sheet has."""
    engine, index = workbook.engine.shapes, workbook.sheet_index(sheet)
    inside = list(members(element))[1:]
    if not inside:
        return
    most = max(
        (
            identity_of(one)
            for entry in engine.shapes(index)
            for _, one in members(ShapeRef(workbook, sheet, entry.id).read())
        ),
        default=0,
    )
    for number, (_, one) in enumerate(inside, start=most + 1):
        identified(one).set("id", str(number))
