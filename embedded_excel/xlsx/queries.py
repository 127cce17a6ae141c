"""Queries of Power Query, as a workbook keeps them (MS-QDEFF): read, never run.

They sit in a custom XML part: base64 of a stream whose third section holds, as XML, what became of
each query when it was last loaded.
"""

import base64
import binascii
import re
import struct
from collections.abc import Iterator
from typing import Final, get_args
from urllib.parse import unquote

from embedded_excel.calc.documents import LoadedTo, Query
from embedded_excel.errors import WorkbookFileError
from embedded_excel.xlsx.parts import Parts, parse_xml

_MASHUP: Final = "{http://schemas.microsoft.com/DataMashup}DataMashup"
_MARK: Final = re.compile(rb"D\0?a\0?t\0?a\0?M\0?a\0?s\0?h\0?u\0?p")
_SECTION: Final = re.compile(r"[^/]+/([^/]+)")
_DESTINATIONS: Final[tuple[LoadedTo, ...]] = get_args(LoadedTo)
_WITHOUT_ERROR: Final = ("", "Unknown")


def read_queries(parts: Parts) -> tuple[Query, ...]:
    """The queries of a package, by name; none when they can't be read."""
    for name, content in parts.items():
        if name.startswith("customXml/item") and _MARK.search(content[:400]) is not None:
            try:
                root = parse_xml(content, name)
                if root.tag == _MASHUP:
                    found = _queries(_metadata(base64.b64decode(root.text or "")))
                    return tuple(sorted(found, key=lambda query: query.name.casefold()))
            except (WorkbookFileError, binascii.Error, struct.error, UnicodeDecodeError):
                return ()
    return ()


def _metadata(stream: bytes) -> bytes:
    """The XML of the third section: sections are a length and so many bytes, after a version."""
    at = 4
    for _ in range(2):
        at += 4 + _length(stream, at)
    section = at + 4
    return stream[section + 8 : section + 8 + _length(stream, section + 4)]


def _length(stream: bytes, at: int) -> int:
    return struct.unpack_from("<I", stream, at)[0]


def _queries(metadata: bytes) -> Iterator[Query]:
    for item in parse_xml(metadata, "the list of queries").iterfind(".//{*}Item"):
        if item.findtext("{*}ItemLocation/{*}ItemType") != "Formula":
            continue
        path = _SECTION.fullmatch(item.findtext("{*}ItemLocation/{*}ItemPath") or "")
        if path is None:
            continue
        # A value begins with a letter for its type: s(tring), l(ong), d(ate).
        entries = {
            entry.get("Type", ""): entry.get("Value", "")[1:]
            for entry in item.iterfind("{*}StableEntries/{*}Entry")
        }
        target = entries.get("FillObjectType", "")
        failed = entries.get("FillErrorCode", "") not in _WITHOUT_ERROR
        yield Query(
            unquote(path[1]),
            target if target in _DESTINATIONS else "ConnectionOnly",
            in_data_model=entries.get("FillToDataModelEnabled") == "1",
            rows=-1 if failed else int(entries.get("FillCount") or 0),
            refreshed=entries.get("FillLastUpdated", ""),
            failed=failed,
        )
