"""Parts a file carries for others: custom XML (ECMA-376 15.2.5) and properties of sheets (18.3.1.22)."""

import io
import re
import zipfile
from collections.abc import Sequence
from itertools import count
from typing import Final
from xml.sax.saxutils import quoteattr

from embedded_excel.calc.documents import CustomXml, DocumentParts, views_of_sheet
from embedded_excel.errors import WorkbookFileError
from embedded_excel.xlsx.document_properties import read_properties, write_properties
from embedded_excel.xlsx.package import pack, unpack
from embedded_excel.xlsx.parts import Parts, parse_xml
from embedded_excel.xlsx.queries import read_queries
from embedded_excel.xlsx.relationships import (
    OFFICE,
    declare,
    declare_extension,
    relate,
    related,
    remove_part,
    sheet_parts,
    unrelate,
    workbook_part,
)
from embedded_excel.xlsx.sheet_views import read_views, write_views
from embedded_excel.xlsx.style_groups import read_style_groups

_ITEMS: Final = "http://schemas.openxmlformats.org/officeDocument/2006/customXml"
_HEAD: Final = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
_SMALL: Final = re.compile(
    r"\.rels$|^docProps/|^customXml/|^\[Content|(?:workbook|styles)\.xml$|/namedSheetViews/"
    r"|/tables/",
    re.IGNORECASE,
)
"""Parts to read when no sheet has properties; sheets themselves can be large."""
_PROPERTIES: Final = re.compile(rb"<customProperties\b[^>]*>.*?</customProperties>", re.DOTALL)
_PROPERTY: Final = re.compile(rb"<customPr\b[^>]*/?>")
_AFTER: Final = re.compile(
    rb"<(?:cellWatches|ignoredErrors|smartTags|drawing|legacyDrawing|legacyDrawingHF|drawingHF|"
    rb"picture|oleObjects|controls|webPublishItems|tableParts|extLst)\b|</worksheet>"
)
"""Elements that may only follow the properties in a sheet (sequence of CT_Worksheet)."""
_RELATIONSHIPS_PREFIX: Final = f' xmlns:r="{OFFICE}"'.encode()


def read_document(package: bytes) -> DocumentParts:
    """What a package says about itself and carries for others."""
    try:
        with zipfile.ZipFile(io.BytesIO(package)) as archive:
            names = archive.namelist()
            sheets_too = any("customProperty" in name for name in names)
            parts = {
                name: archive.read(name)
                for name in names
                if sheets_too or _SMALL.search(name) is not None
            }
    except zipfile.BadZipFile:
        return DocumentParts()
    try:
        return _read(parts)
    except WorkbookFileError:
        # The engine reads packages whose XML isn't quite well-formed; they just say nothing here.
        return DocumentParts()


def _read(parts: Parts) -> DocumentParts:
    return DocumentParts(
        read_properties(parts),
        tuple(_custom_xml(parts)),
        tuple(tuple(_sheet_properties(parts, sheet)) for sheet in sheet_parts(parts)),
        read_style_groups(parts),
        read_queries(parts),
        tuple(read_views(parts, sheet) for sheet in sheet_parts(parts)),
    )


def write_document(package: bytes, before: DocumentParts, after: DocumentParts) -> bytes:
    """The package with what differs changed; the same bytes when nothing does.

    Views of sheets name filters by identities that may have got lost on the way, even when
    nothing differs.
    """
    if before == after and not any(after.views):
        return package
    parts = unpack(package)
    write_properties(parts, before.properties, after.properties)
    if before.custom_xml != after.custom_xml:
        _write_custom_xml(parts, after.custom_xml)
    sheets = sheet_parts(parts)
    if (before.views or after.views) and len(sheets) == len(after.sheets):
        for index, sheet in enumerate(sheets):
            if sheet in parts:
                # The part moved with its sheet; its views are those that were read from it.
                write_views(parts, sheet, read_views(parts, sheet), views_of_sheet(after, index))
    if before.sheets == after.sheets:
        # Wherever they moved, the engine carried the properties of unchanged sheets along.
        return pack(parts)
    for sheet, properties in zip(sheets, after.sheets, strict=False):
        if sheet in parts and _sheet_properties(parts, sheet) != list(properties):
            _write_sheet_properties(parts, sheet, properties)
    return pack(parts)


def _custom_xml(parts: Parts) -> list[CustomXml]:
    found: list[CustomXml] = []
    for relation in related(parts, workbook_part(parts), "/customXml"):
        described = related(parts, relation.target, "/customXmlProps")
        if described:
            root = parse_xml(parts[described[0].target], described[0].target)
            identity = root.get(f"{{{_ITEMS}}}itemID", "")
            found.append(CustomXml(identity, _text(parts[relation.target])))
    return found


def _text(content: bytes) -> str:
    utf16 = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    return content.decode("utf-16" if utf16 else "utf-8-sig", "replace")


def _write_custom_xml(parts: Parts, wanted: Sequence[CustomXml]) -> None:
    workbook = workbook_part(parts)
    places: dict[str, str] = {}
    keep = {item.id for item in wanted}
    for relation in related(parts, workbook, "/customXml"):
        for described in related(parts, relation.target, "/customXmlProps"):
            root = parse_xml(parts[described.target], described.target)
            identity = root.get(f"{{{_ITEMS}}}itemID", "")
            if identity in keep:
                places[identity] = relation.target
            else:
                unrelate(parts, workbook, relation.id)
                remove_part(parts, described.target)
                remove_part(parts, relation.target)
    for item in wanted:
        place = places.get(item.id) or _new_item(parts, workbook, item.id)
        if place not in parts or _text(parts[place]) != item.xml:
            parts[place] = item.xml.encode()


def _new_item(parts: Parts, workbook: str, identity: str) -> str:
    number = next(n for n in count(1) if f"customXml/item{n}.xml" not in parts)
    place, described = f"customXml/item{number}.xml", f"customXml/itemProps{number}.xml"
    parts[place] = b""
    parts[described] = (
        f"{_HEAD}<ds:datastoreItem ds:itemID={quoteattr(identity)} "
        f'xmlns:ds="{_ITEMS}"><ds:schemaRefs/></ds:datastoreItem>'
    ).encode()
    relate(parts, workbook, f"{OFFICE}/customXml", place)
    relate(parts, place, f"{OFFICE}/customXmlProps", described)
    declare_extension(parts, "xml", "application/xml")
    declare(
        parts, described, "application/vnd.openxmlformats-officedocument.customXmlProperties+xml"
    )
    return place


def _sheet_properties(parts: Parts, sheet: str) -> list[tuple[str, str]]:
    block = _PROPERTIES.search(parts.get(sheet, b""))
    if block is None:
        return []
    targets = {
        relation.id: relation.target for relation in related(parts, sheet, "/customProperty")
    }
    found: list[tuple[str, str]] = []
    wrapped = b"<s" + _RELATIONSHIPS_PREFIX + b">" + b"".join(_PROPERTY.findall(block[0])) + b"</s>"
    for element in parse_xml(wrapped, sheet):
        target = targets.get(element.get(f"{{{OFFICE}}}id", ""), "")
        value = parts.get(target, b"").decode("utf-16-le", "replace")
        found.append((element.get("name", ""), value))
    return found


def _write_sheet_properties(parts: Parts, sheet: str, wanted: Sequence[tuple[str, str]]) -> None:
    for relation in related(parts, sheet, "/customProperty"):
        unrelate(parts, sheet, relation.id)
        remove_part(parts, relation.target)
    content = _PROPERTIES.sub(b"", parts[sheet], count=1)
    elements: list[str] = []
    for name, value in wanted:
        number = next(n for n in count(1) if f"xl/customProperty{n}.bin" not in parts)
        part = f"xl/customProperty{number}.bin"
        parts[part] = value.encode("utf-16-le", "surrogatepass")
        identity = relate(parts, sheet, f"{OFFICE}/customProperty", part)
        elements.append(f'<customPr name={quoteattr(name)} r:id="{identity}"/>')
    if elements:
        declare_extension(
            parts,
            "bin",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.customProperty",
        )
        block = f'<customProperties xmlns:r="{OFFICE}">{"".join(elements)}</customProperties>'
        start = max(content.rfind(b"</sheetData>"), content.rfind(b"<sheetData/>"), 0)
        place = _AFTER.search(content, start)
        assert place is not None
        content = content[: place.start()] + block.encode() + content[place.start() :]
    parts[sheet] = content
