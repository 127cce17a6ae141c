"""Relationships and content types of a package: finding parts, adding and removing them."""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import quoteattr

from embedded_excel.xlsx.parts import Parts, parse_xml

OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_NAMESPACE: Final = "http://schemas.openxmlformats.org/package/2006/relationships"
_EMPTY: Final = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    f'<Relationships xmlns="{_NAMESPACE}"></Relationships>'
).encode()
_MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_TYPES: Final = "[Content_Types].xml"


@dataclass(frozen=True, slots=True)
class Relation:
    """One relationship; `target` is a part's name."""

    id: str
    kind: str
    target: str


def relationships_part(part: str) -> str:
    """Where a part's relationships are; of the package itself for ""."""
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def relations(parts: Parts, part: str) -> Iterator[Relation]:
    """Relationships of a part to other parts of the package."""
    content = parts.get(relationships_part(part))
    if content is None:
        return
    for element in parse_xml(content, relationships_part(part)):
        target = element.get("Target", "")
        if element.get("TargetMode") != "External":
            base = "/" if target.startswith("/") else posixpath.dirname(part)
            where = posixpath.normpath(posixpath.join("/", base, target)).lstrip("/")
            yield Relation(element.get("Id", ""), element.get("Type", ""), where)


def related(parts: Parts, part: str, ending: str) -> list[Relation]:
    """Relationships whose type ends in a word, such as `/customXml`, to parts that are there."""
    return [
        relation
        for relation in relations(parts, part)
        if relation.kind.endswith(ending) and relation.target in parts
    ]


def relate(parts: Parts, part: str, kind: str, target: str) -> str:
    """Add a relationship; its id."""
    where = relationships_part(part)
    content = parts.get(where, _EMPTY)
    taken = {relation.get("Id") for relation in parse_xml(content, where)}
    number = 1
    while f"rId{number}" in taken:
        number += 1
    path = posixpath.relpath("/" + target, posixpath.join("/", posixpath.dirname(part)))
    element = (
        f'<Relationship Id="rId{number}" Type={quoteattr(kind)} Target={quoteattr(path)}/>'
    ).encode()
    if b"</Relationships>" not in content:
        content = _EMPTY
    parts[where] = content.replace(b"</Relationships>", element + b"</Relationships>")
    return f"rId{number}"


def unrelate(parts: Parts, part: str, relation: str) -> None:
    """Remove a relationship."""
    where = relationships_part(part)
    pattern = rb'<Relationship\b[^>]*\bId="' + re.escape(relation.encode()) + rb'"[^>]*/>\s*'
    parts[where] = re.sub(pattern, b"", parts[where])


def declare(parts: Parts, part: str, content_type: str) -> None:
    """Say what kind of content a part has."""
    name = quoteattr("/" + part)
    types = parts[_TYPES]
    if f"PartName={name}".encode() not in types:
        element = f'<Override PartName={name} ContentType="{content_type}"/>'.encode()
        parts[_TYPES] = types.replace(b"</Types>", element + b"</Types>")


def declare_extension(parts: Parts, extension: str, content_type: str) -> None:
    """Say what kind of content parts with an extension have."""
    types = parts[_TYPES]
    if f'Extension="{extension}"'.encode() not in types:
        element = f'<Default Extension="{extension}" ContentType="{content_type}"/>'.encode()
        parts[_TYPES] = re.sub(rb"(<Types\b[^>]*>)", rb"\1" + element, types, count=1)


def remove_part(parts: Parts, part: str) -> None:
    """Take a part out, with its relationships and its declared type."""
    parts.pop(part, None)
    parts.pop(relationships_part(part), None)
    pattern = rb'<Override\b[^>]*\bPartName="/' + re.escape(part.encode()) + rb'"[^>]*/>\s*'
    parts[_TYPES] = re.sub(pattern, b"", parts[_TYPES])


def workbook_part(parts: Parts) -> str:
    """The workbook's part."""
    found = related(parts, "", "/officeDocument")
    return found[0].target if found else "xl/workbook.xml"


def sheet_parts(parts: Parts) -> list[str]:
    """Parts of the sheets in tab order; "" for one that is missing."""
    workbook = workbook_part(parts)
    targets = {relation.id: relation.target for relation in relations(parts, workbook)}
    root = parse_xml(parts.get(workbook, b"<workbook/>"), workbook)
    identity = f"{{{OFFICE}}}id"
    return [
        targets.get(sheet.get(identity, ""), "")
        for sheet in root.iterfind(f"{{{_MAIN}}}sheets/{{{_MAIN}}}sheet")
    ]
