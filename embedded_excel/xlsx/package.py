"""From a file somebody gave to the bytes of a package that is safe to open.

A workbook is a zip of XML parts. What isn't one, hides a bomb or external entities, or is another
kind of Office file is refused here with one sentence; shapes of a package that Excel accepts and
the engine doesn't are rewritten (`normalise`).
"""

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from embedded_excel.errors import WorkbookFileError
from embedded_excel.xlsx.normalise import normalise
from embedded_excel.xlsx.parts import Parts, parse_xml

MOST_BYTES: Final = 100 * 1024 * 1024
"""Size of a file that is still opened, unless the caller says otherwise."""
MOST_UNPACKED: Final = 1024 * 1024 * 1024
MOST_RATIO: Final = 250
"""Real workbooks reach about 60 (long runs of equal rows); bombs start at 1,000."""
MOST_PARTS: Final = 20_000
_RATIO_FROM: Final = 20 * 1024 * 1024
_CHUNK: Final = 1 << 20
_LOCAL_HEADER, _LENGTHS_AT, _SIZES_BEHIND = 30, 26, 8
"""Of an entry's header in a zip: its length, where its two lengths stand, and a flag."""

_OLE: Final = bytes.fromhex("d0cf11e0a1b11ae1")
_ZIP_STARTS: Final = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_OTHER_KINDS: Final = (
    ("wordprocessingml", "a Word document"),
    ("presentationml", "a PowerPoint presentation"),
    ("sheet.binary", "a binary workbook (.xlsb); save it as .xlsx in Excel first"),
    ("vnd.oasis.opendocument", "an OpenDocument file; save it as .xlsx first"),
)
_OFFICE_DOCUMENT: Final = "/officeDocument"
_RELATIONSHIPS: Final = (
    "{http://schemas.openxmlformats.org/package/2006/relationships}Relationships"
)
_PROLOG = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s+|<\?.*?\?>|<!--.*?-->)*", re.DOTALL)
"""What may stand before the root element, up to a document type."""


def read_workbook_file(path: Path, *, most_bytes: int = MOST_BYTES) -> bytes:
    """Bytes of a workbook file, checked and normalised.

    Args:
        path: The file: .xlsx, .xlsm, .xltx or .xltm.
        most_bytes: Larger files are refused.

    Raises:
        WorkbookFileError: It can't be read or isn't a workbook this product opens.
    """
    try:
        size = path.stat().st_size
        if size <= most_bytes:
            content = path.read_bytes()
        else:
            raise _too_large(path.name, size, most_bytes)
    except FileNotFoundError:
        raise WorkbookFileError(f"There is no file {path}.") from None
    except IsADirectoryError:
        raise WorkbookFileError(f"{path} is a folder, not a workbook.") from None
    except OSError as error:
        raise WorkbookFileError(f"{path} can't be read: {error.strerror or error}.") from None
    return read_package(content, name=path.name, most_bytes=most_bytes)


def read_package(content: bytes, *, name: str = "The file", most_bytes: int = MOST_BYTES) -> bytes:
    """Check and normalise the bytes of a workbook.

    Args:
        content: The whole file.
        name: What errors call it.
        most_bytes: Larger content is refused.

    Raises:
        WorkbookFileError: It isn't a workbook this product opens.
    """
    if len(content) > most_bytes:
        raise _too_large(name, len(content), most_bytes)
    _refuse_other_formats(content, name)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = _unpack(archive, name)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, ValueError) as error:
        raise WorkbookFileError(f"{name} is damaged: its zip can't be read ({error}).") from None
    for part, text in parts.items():
        if part.endswith((".xml", ".rels", ".vml")):
            _refuse_doctype(part, text, name)
    _refuse_other_packages(parts, name)
    changed = normalise(parts)
    return content if changed is None else pack(changed)


def unpack(package: bytes) -> Parts:
    """The parts of a package that comes from here or from an engine."""
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def part_of(package: bytes, part: str) -> bytes:
    """One part alone."""
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        return archive.read(part)


def content_types(package: bytes) -> bytes:
    """The list of content types alone."""
    return part_of(package, "[Content_Types].xml")


def pack(parts: Parts) -> bytes:
    """Zip parts, the list of content types first, as readers expect."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=4) as archive:
        for part in sorted(parts, key=lambda part: part != "[Content_Types].xml"):
            archive.writestr(part, parts[part])
    return buffer.getvalue()


def replace_part(package: bytes, part: str, content: bytes) -> bytes:
    """A package with other content of one part; the others are copied as they are compressed."""
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(package)) as source,
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=4) as target,
    ):
        for entry in source.infolist():
            if entry.filename == part:
                target.writestr(part, content)
                continue
            packed = _packed(package, entry)
            # Sizes stand in the header from now on instead of behind the content.
            entry.flag_bits &= ~_SIZES_BEHIND
            entry.header_offset = target.start_dir
            buffer.seek(target.start_dir)
            buffer.write(entry.FileHeader())
            buffer.write(packed)
            target.start_dir = buffer.tell()
            target.filelist.append(entry)
            target.NameToInfo[entry.filename] = entry
    return buffer.getvalue()


def _packed(package: bytes, entry: zipfile.ZipInfo) -> bytes:
    """The compressed content of an entry."""
    name, extra = struct.unpack_from("<HH", package, entry.header_offset + _LENGTHS_AT)
    start = entry.header_offset + _LOCAL_HEADER + name + extra
    return package[start : start + entry.compress_size]


def _too_large(name: str, size: int, most: int) -> WorkbookFileError:
    return WorkbookFileError(
        f"{name} has {size / 1e6:,.0f} MB; workbooks of up to {most / 1e6:,.0f} MB are opened."
    )


def _refuse_other_formats(content: bytes, name: str) -> None:
    if not content:
        raise WorkbookFileError(f"{name} is empty.")
    if content.startswith(_OLE):
        if "EncryptedPackage".encode("utf-16-le") in content:
            raise WorkbookFileError(
                f"{name} is encrypted with a password; save a copy without one in Excel first."
            )
        if any(word.encode("utf-16-le") in content for word in ("Workbook", "Book")):
            raise WorkbookFileError(
                f"{name} is an Excel 97-2003 workbook (.xls); save it as .xlsx in Excel first."
            )
        raise WorkbookFileError(f"{name} isn't an Excel workbook (.xlsx).")
    if not content.startswith(_ZIP_STARTS):
        raise WorkbookFileError(f"{name} isn't an Excel workbook (.xlsx).")


def _unpack(archive: zipfile.ZipFile, name: str) -> Parts:
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    if len(entries) > MOST_PARTS:
        raise WorkbookFileError(f"{name} has {len(entries):,} parts, more than any workbook.")
    if any(entry.flag_bits & 1 for entry in entries):
        raise WorkbookFileError(f"{name} is a zip with a password, not an Excel workbook.")
    parts: Parts = {}
    total = packed = 0
    for entry in entries:
        packed += entry.compress_size
        pieces: list[bytes] = []
        for piece in _pieces(archive, entry):
            total += len(piece)
            if total > MOST_UNPACKED or (total > _RATIO_FROM and total > packed * MOST_RATIO):
                raise WorkbookFileError(f"{name} unpacks to far more than a workbook holds.")
            pieces.append(piece)
        parts[entry.filename.replace("\\", "/").lstrip("/")] = b"".join(pieces)
    return parts


def _pieces(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Iterator[bytes]:
    with archive.open(entry) as stream:
        while piece := stream.read(_CHUNK):
            yield piece


def _refuse_doctype(part: str, text: bytes, name: str) -> None:
    """A document type is where entities are declared; no part of a workbook has one."""
    if b"\0" in text[:4]:
        encoding = "utf-16-be" if text[:1] in (b"\0", b"\xfe") else "utf-16-le"
        text = text.decode(encoding, "replace").removeprefix("\ufeff").encode()
    prolog = _PROLOG.match(text)
    if prolog is not None and text[prolog.end() :].startswith(b"<!"):
        raise WorkbookFileError(f"{name} isn't safe to open: {part} declares a document type.")


def _refuse_other_packages(parts: Parts, name: str) -> None:
    types = parts.get("[Content_Types].xml")
    if types is None:
        raise WorkbookFileError(f"{name} is a zip, but not an Excel workbook.")
    for mark, kind in _OTHER_KINDS:
        if f"{mark}.".encode() in types and b"spreadsheetml" not in types:
            raise WorkbookFileError(f"{name} is {kind}.")
    if b"sheet.binary" in types:
        raise WorkbookFileError(f"{name} is {_OTHER_KINDS[2][1]}.")
    workbook = _workbook_part(parts, name)
    if workbook not in parts:
        raise WorkbookFileError(f"{name} is damaged: its workbook part is missing.")


def _workbook_part(parts: Parts, name: str) -> str:
    root = parse_xml(parts.get("_rels/.rels", b""), f"{name}: _rels/.rels")
    if root.tag != _RELATIONSHIPS:
        raise WorkbookFileError(
            f"{name} was written by a test version of Office and can't be opened."
        )
    for relation in root:
        if relation.get("Type", "").endswith(_OFFICE_DOCUMENT):
            return relation.get("Target", "").lstrip("/")
    raise WorkbookFileError(f"{name} is a zip, but not an Excel workbook.")
