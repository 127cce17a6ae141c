"""The part of a worksheet with its named views (MS-XLSX, named sheet views)."""

import re
import uuid
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Final
from xml.etree import ElementTree as ET
from xml.sax.saxutils import quoteattr

from embedded_excel.calc.sheet_views import NamedView, ViewColumn, ViewFilter, ViewSort
from embedded_excel.errors import WorkbookFileError
from embedded_excel.model.a1 import parse_rect, rect_text
from embedded_excel.xlsx.filter_columns import MAIN, read_column, write_column
from embedded_excel.xlsx.parts import Parts, parse_xml
from embedded_excel.xlsx.relationships import (
    declare,
    relate,
    related,
    remove_part,
    unrelate,
)
from embedded_excel.xlsx.revisions import identity_of_filter

_SPACE: Final = "http://schemas.microsoft.com/office/spreadsheetml/2019/namedsheetviews"
_VIEWS: Final = f"{{{_SPACE}}}"
_KIND: Final = "http://schemas.microsoft.com/office/2019/04/relationships/namedSheetView"
_TYPE: Final = "application/vnd.ms-excel.namedsheetviews+xml"
_HEAD: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_PREFIXES: Final = {_VIEWS: "", MAIN: "x:"}
_NAME: Final = re.compile(r"(\{[^}]*\})(.*)", re.DOTALL)
_FILTER_ID: Final = re.compile(rb'\bfilterId="([^"]*)"')


def read_views(parts: Parts, sheet: str) -> tuple[NamedView, ...]:
    """Named views of a sheet; none when something in them can't be read, which keeps the part.

    Args:
        parts: The sheets' relationships, their views and their tables.
        sheet: The sheet's part; its own content isn't needed.
    """
    found = related(parts, sheet, "/namedSheetView")
    if not found:
        return ()
    try:
        tables = _tables(parts, sheet)
        root = parse_xml(parts[found[0].target], found[0].target)
        return tuple(_view(element, tables) for element in root.iterfind(f"{_VIEWS}namedSheetView"))
    except (ValueError, KeyError, IndexError, RecursionError, WorkbookFileError):
        return ()


def _tables(parts: Parts, sheet: str) -> dict[str, tuple[str, str]]:
    """Name and part of each table of a sheet, by the id it has in the file."""
    found: dict[str, tuple[str, str]] = {}
    for relation in related(parts, sheet, "/table"):
        root = parse_xml(parts[relation.target], relation.target)
        found[root.get("id", "")] = (root.get("displayName", ""), relation.target)
    return found


def _view(element: ET.Element, tables: Mapping[str, tuple[str, str]]) -> NamedView:
    filters = (_filter(one, tables) for one in element.iterfind(f"{_VIEWS}nsvFilter"))
    extensions = element.find(f"{_VIEWS}extLst")
    return NamedView(
        element.attrib["name"],
        element.attrib["id"],
        tuple(one for one in filters if one is not None),
        "" if extensions is None else ET.tostring(extensions, "unicode"),
    )


def _filter(element: ET.Element, tables: Mapping[str, tuple[str, str]]) -> ViewFilter | None:
    """A filter; None for one of a table that isn't there."""
    table = element.get("tableId", "0")
    rect = parse_rect(element.get("ref", ""))
    if rect is None or (table != "0" and table not in tables):
        return None
    ordering = element.find(f"{_VIEWS}sortRules")
    rules = [] if ordering is None else ordering.findall(f"{_VIEWS}sortRule")
    return ViewFilter(
        None if table == "0" else tables[table][0],
        rect,
        tuple(
            column
            for found in element.iterfind(f"{_VIEWS}columnFilter")
            if (column := _column(found)) is not None
        ),
        tuple(ViewSort(int(rule.attrib["colId"]), ET.tostring(rule, "unicode")) for rule in rules),
        () if ordering is None else tuple(ordering.attrib.items()),
    )


def _column(element: ET.Element) -> ViewColumn | None:
    criteria = element.findall(f"{_VIEWS}filter")
    if not criteria or not len(criteria[0]):
        return None
    look = element.find(f"{_VIEWS}dxf")
    number = int(element.attrib["colId"])
    return ViewColumn(read_column(number, criteria[0], look), ET.tostring(element, "unicode"))


def write_views(
    parts: Parts, sheet: str, before: Sequence[NamedView], after: Sequence[NamedView]
) -> None:
    """Give a sheet its views; the temporary one isn't kept.

    Args:
        parts: The whole package.
        sheet: The sheet's part.
        before: Its views as they were read from this file.
        after: The same now.
    """
    kept = [view for view in after if view.name]
    found = related(parts, sheet, "/namedSheetView")
    if not kept:
        for relation in found if before else ():
            unrelate(parts, sheet, relation.id)
            remove_part(parts, relation.target)
        return
    if found and list(before) == kept and _still_fits(parts, sheet, parts[found[0].target]):
        return
    part = found[0].target if found else _new_part(parts, sheet)
    kept_too = [] if not found else _unread(parse_xml(parts[part], part), before)
    places = {name.casefold(): (number, at) for number, (name, at) in _tables(parts, sheet).items()}
    written = [_text(_view_element(parts, sheet, view, places)) for view in kept]
    written += [_text(element) for element in kept_too]
    text = (
        f'{_HEAD}<namedSheetViews xmlns="{_SPACE}" xmlns:x="{MAIN[1:-1]}">'
        f"{''.join(written)}</namedSheetViews>"
    )
    parts[part] = text.encode()


def _unread(root: ET.Element, before: Sequence[NamedView]) -> list[ET.Element]:
    """What a part says besides the views that were read from it."""
    known = {view.id for view in before}
    return [element for element in root if element.get("id") not in known]


def _still_fits(parts: Parts, sheet: str, content: bytes) -> bool:
    """Whether every filter of the views is one that the sheet or a table has."""
    homes = [parts[sheet], *(parts[at] for _, at in _tables(parts, sheet).values())]
    return all(any(name in home for home in homes) for name in _FILTER_ID.findall(content))


def _new_part(parts: Parts, sheet: str) -> str:
    stem = "xl/namedSheetViews/namedSheetView"
    part = next(name for n in count(1) if (name := f"{stem}{n}.xml") not in parts)
    relate(parts, sheet, _KIND, part)
    declare(parts, part, _TYPE)
    return part


def _view_element(
    parts: Parts, sheet: str, view: NamedView, places: Mapping[str, tuple[str, str]]
) -> ET.Element:
    element = ET.Element(f"{_VIEWS}namedSheetView", {"name": view.name, "id": view.id})
    for found in view.filters:
        own = ("0", sheet) if found.table is None else places.get(found.table.casefold())
        identity = None if own is None else identity_of_filter(parts, own[1])
        if own is not None and identity is not None and (found.columns or found.rules):
            attributes = {"filterId": identity, "ref": rect_text(found.rect), "tableId": own[0]}
            _fill(ET.SubElement(element, f"{_VIEWS}nsvFilter", attributes), found)
    if view.extensions:
        element.append(parse_xml(view.extensions.encode(), sheet))
    return element


def _fill(parent: ET.Element, found: ViewFilter) -> None:
    for one in found.columns:
        parent.append(_column_element(one))
    if found.rules:
        ordering = ET.SubElement(parent, f"{_VIEWS}sortRules", dict(found.ordering))
        for rule in found.rules:
            element = parse_xml(rule.xml.encode(), "a rule")
            element.set("colId", str(rule.column))
            left = found.rect.left + rule.column
            cells = type(found.rect)(found.rect.top, left, found.rect.bottom, left)
            for condition in element:
                if condition.get("ref") is not None:
                    condition.set("ref", rect_text(cells))
            ordering.append(element)


def _column_element(found: ViewColumn) -> ET.Element:
    number = str(found.filter.column)
    if found.xml:
        element = parse_xml(found.xml.encode(), "a column")
        for one in (element, *element.iterfind(f"{_VIEWS}filter")):
            one.set("colId", number)
        return element
    element = ET.Element(f"{_VIEWS}columnFilter", {"colId": number})
    criterion = ET.Element(f"{_VIEWS}filter", {"colId": number})
    look = write_column(criterion, found.filter)
    if look is not None:
        look.tag = f"{_VIEWS}dxf"
        element.append(look)
    element.append(criterion)
    return element


def _text(element: ET.Element) -> str:
    """An element with the prefixes of the part's root; what has others declares them itself."""
    split = _NAME.fullmatch(element.tag)
    prefix = None if split is None else _PREFIXES.get(split[1])
    plain = not (element.text or "").strip() and not any("{" in name for name in element.attrib)
    if split is None or prefix is None or not plain:
        return ET.tostring(element, "unicode").strip()
    attributes = "".join(f" {name}={quoteattr(value)}" for name, value in element.attrib.items())
    start = f"<{prefix}{split[2]}{attributes}"
    if not len(element):
        return f"{start}/>"
    return f"{start}>{''.join(_text(child) for child in element)}</{prefix}{split[2]}>"


def new_view_id(seed: str) -> str:
    """A GUID in braces, the same for the same text."""
    return f"{{{uuid.uuid5(uuid.NAMESPACE_OID, seed)}}}".upper()
