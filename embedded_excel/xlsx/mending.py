"""Relationships an engine mislays on saving, put right again.

A part that asks for a relationship which isn't there makes Excel offer a repair. Three kinds of parts come
out so: tables fed by queries (their relationships keep the old name of the part), references to other
workbooks (only the first relationship is kept), and views of several people with their own printers.
"""

import io
import re
import zipfile
from dataclasses import dataclass, field
from typing import Final

from embedded_excel.errors import WorkbookFileError
from embedded_excel.xlsx.package import pack, unpack
from embedded_excel.xlsx.parts import Parts
from embedded_excel.xlsx.relationships import relations, relationships_part

_TABLE: Final = re.compile(r"xl/tables/[^/]+\.xml")
_LINK: Final = re.compile(r"xl/externalLinks/[^/]+\.xml")
_SHEET: Final = re.compile(r"xl/(?:work|chart)sheets/[^/]+\.xml")
_NEEDED: Final = re.compile(r"xl/(?:tables|externalLinks)/|\.rels$")
_ID: Final = re.compile(rb"<table\b[^>]*?\sid=\"(\d+)\"")
_AUTOMATIC: Final = re.compile(rb"(<cfvo type=\")auto(Min|Max)")
_PAGE_SETUP: Final = re.compile(rb"<pageSetup\b[^>]*?/?>")
_ASKED: Final = re.compile(rb"\s\w+:id=\"([^\"]*)\"")


@dataclass(frozen=True, slots=True)
class KeptRelations:
    """Relationships of a loaded package.

    Attributes:
        tables: Number of a table → its relationships part.
        links: Content of a reference to another workbook → its relationships part.
        printers: How many parts with a printer's settings there were.
    """

    tables: dict[bytes, bytes] = field(default_factory=dict[bytes, bytes])
    links: dict[bytes, bytes] = field(default_factory=dict[bytes, bytes])
    printers: int = 0


def relations_to_keep(package: bytes) -> KeptRelations:
    """What has to be remembered of a package that is opened."""
    kept = KeptRelations()
    try:
        with zipfile.ZipFile(io.BytesIO(package)) as archive:
            names = set(archive.namelist())
            for name in names:
                rels = relationships_part(name)
                if rels not in names:
                    continue
                if _TABLE.fullmatch(name):
                    number = _ID.search(archive.read(name))
                    if number is not None:
                        kept.tables[number[1]] = archive.read(rels)
                elif _LINK.fullmatch(name):
                    kept.links[archive.read(name)] = archive.read(rels)
    except zipfile.BadZipFile:
        return kept
    printers = sum("/printerSettings" in name for name in names)
    return KeptRelations(kept.tables, kept.links, printers)


def mended(package: bytes, kept: KeptRelations) -> bytes:
    """A saved package whose parts find what they ask for; the same bytes when they do."""
    if not (kept.tables or kept.links or kept.printers):
        return package
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        names = archive.namelist()
        some = {name: archive.read(name) for name in names if _NEEDED.search(name)}
    some |= {name: b"" for name in names if name not in some}
    changes = _tables(some, kept) | _links(some, kept)
    lost = _lost_printers(some)
    if not changes and not lost:
        return package
    parts = unpack(package)
    for name, content in changes.items():
        if content is None:
            parts.pop(name, None)
        else:
            parts[name] = content
    for sheet in lost:
        parts[sheet] = _without_lost_printers(parts, sheet)
    return pack(parts)


def with_plain_bars(package: bytes) -> bytes:
    """A package whose data bars have, for readers of the first edition, the bounds that edition knows.

    Bounds that Excel finds itself came later: they belong into the extension alone, which has them.
    """
    parts = unpack(package)
    for name, content in parts.items():
        if _SHEET.fullmatch(name) and b"<dataBar" in content:
            parts[name] = _AUTOMATIC.sub(
                lambda match: match[1] + (b"min" if match[2] == b"Min" else b"max"), content
            )
    return pack(parts)


def _tables(parts: Parts, kept: KeptRelations) -> dict[str, bytes | None]:
    if not kept.tables:
        return {}
    wanted: dict[str, bytes] = {}
    for name, content in parts.items():
        number = _ID.search(content) if _TABLE.fullmatch(name) else None
        if number is not None and number[1] in kept.tables:
            wanted[relationships_part(name)] = kept.tables[number[1]]
    there = {name for name in parts if name.startswith("xl/tables/_rels/")}
    changes: dict[str, bytes | None] = dict.fromkeys(there - wanted.keys())
    return changes | {
        name: content for name, content in wanted.items() if parts.get(name) != content
    }


def _links(parts: Parts, kept: KeptRelations) -> dict[str, bytes | None]:
    changes: dict[str, bytes | None] = {}
    for name, content in parts.items():
        if not _LINK.fullmatch(name) or content not in kept.links:
            continue
        asked = set(_ASKED.findall(content))
        if asked - _known(parts, name):
            changes[relationships_part(name)] = kept.links[content]
    return changes


def _known(parts: Parts, part: str) -> set[bytes]:
    content = parts.get(relationships_part(part), b"")
    return set(re.findall(rb"<Relationship\b[^>]*?\bId=\"([^\"]*)\"", content))


def _lost_printers(parts: Parts) -> list[str]:
    """Sheets, when settings of printers are there that no sheet is related to."""
    settings = {name for name in parts if "/printerSettings" in name}
    sheets = [name for name in parts if _SHEET.fullmatch(name)]
    try:
        related = {found.target for sheet in sheets for found in relations(parts, sheet)}
    except WorkbookFileError:
        return []
    return sheets if settings - related else []


def _without_lost_printers(parts: Parts, sheet: str) -> bytes:
    known = _known(parts, sheet)

    def drop(match: re.Match[bytes]) -> bytes:
        return _ASKED.sub(lambda asked: asked[0] if asked[1] in known else b"", match[0])

    return _PAGE_SETUP.sub(drop, parts[sheet])
