"""Slicers over PivotTables in a package ([MS-XLSX] 2.3.6): taken out on opening, put in on saving.

While a workbook is open a rectangle with a marked name stands in each one's place on its sheet, so that
the engine moves it with the cells.
"""

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal
from xml.etree import ElementTree as ET
from xml.sax.saxutils import quoteattr

from embedded_excel.errors import WorkbookFileError
from embedded_excel.xlsx.package import pack, unpack
from embedded_excel.xlsx.parts import Parts, parse_xml
from embedded_excel.xlsx.relationships import (
    related,
    remove_part,
    sheet_parts,
    unrelate,
    workbook_part,
)

MARK: Final = "slicer-frame:"
"""What the name of a rectangle in a slicer's place starts with."""
X14: Final = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
SLICER: Final = "http://schemas.microsoft.com/office/2007/relationships/slicer"
SLICER_CACHE: Final = "http://schemas.microsoft.com/office/2007/relationships/slicerCache"
_MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_NS: Final = f"{{{X14}}}"
_FRAME: Final = re.compile(
    r"<mc:AlternateContent\b(?:(?!</mc:AlternateContent>).)*?"
    r"<\w+:slicer\b[^>]*?\bname=\"([^\"]*)\"[^>]*/>.*?</mc:AlternateContent>",
    re.DOTALL,
)
_SHEET_LIST: Final = re.compile(
    r"<ext\b[^>]*\{A8765BA9-456A-4dab-B4F3-ACF838C121DE\}[^>]*>.*?</ext>", re.DOTALL | re.IGNORECASE
)
_BOOK_LIST: Final = re.compile(
    r"<ext\b[^>]*\{BBE1A952-AA13-448e-AADC-164F8A28A991\}[^>]*>.*?</ext>", re.DOTALL | re.IGNORECASE
)
_EMPTY: Final = re.compile(r"<extLst>\s*</extLst>|<definedNames>\s*</definedNames>")
Order = Literal["Ascending", "Descending"]


@dataclass(frozen=True, slots=True)
class SlicerRecord:
    """A slicer over pivots.

    Attributes:
        cache: Name of its cache, which others may share.
        source: Name of the field in the source.
        pivots: Sheet (as the caller counts them) and name of each pivot it filters.
        attributes: What else its element says, such as how many columns it has.
    """

    name: str
    caption: str
    cache: str
    source: str
    pivots: tuple[tuple[int, str], ...]
    style: str = ""
    sort: Order = "Ascending"
    attributes: tuple[tuple[str, str], ...] = field(default=(("rowHeight", "241300"),))


def take_out(parts: Parts) -> list[SlicerRecord]:
    """Remove the slicers over pivots from a package; rectangles stand in their places."""
    workbook = workbook_part(parts)
    tabs = _tabs(parts, workbook)
    caches: dict[str, tuple[str, str, Order, tuple[tuple[int, str], ...]]] = {}
    for relation in related(parts, workbook, "/slicerCache"):
        root = parse_xml(parts[relation.target], relation.target)
        tabular = root.find(f"{_NS}data/{_NS}tabular")
        if tabular is None:
            continue
        caches[root.get("name", "")] = (
            relation.target,
            root.get("sourceName", ""),
            "Descending" if tabular.get("sortOrder") == "descending" else "Ascending",
            tuple(
                (tabs[int(pivot.get("tabId", "0"))], pivot.get("name", ""))
                for pivot in root.iterfind(f"{_NS}pivotTables/{_NS}pivotTable")
                if int(pivot.get("tabId", "0")) in tabs
            ),
        )
        unrelate(parts, workbook, relation.id)
        remove_part(parts, relation.target)
    if not caches:
        return []
    _cut(parts, workbook, _BOOK_LIST)
    for name in caches:
        pattern = (
            rf"<definedName\b[^>]*?\bname={re.escape(quoteattr(name))}[^>]*>#N/A</definedName>"
        )
        _cut(parts, workbook, re.compile(pattern))
    found: list[SlicerRecord] = []
    for sheet in sheet_parts(parts):
        if sheet:
            found += _from_sheet(parts, sheet, caches)
    return found


def _tabs(parts: Parts, workbook: str) -> dict[int, int]:
    """The sheet's number in the file → its place among the tabs."""
    root = parse_xml(parts[workbook], workbook)
    sheets = root.iterfind(f"{_MAIN}sheets/{_MAIN}sheet")
    return {int(sheet.get("sheetId", "0")): place for place, sheet in enumerate(sheets)}


def _from_sheet(
    parts: Parts,
    sheet: str,
    caches: dict[str, tuple[str, str, Order, tuple[tuple[int, str], ...]]],
) -> Iterator[SlicerRecord]:
    taken: set[str] = set()
    for relation in related(parts, sheet, "/slicer"):
        root = parse_xml(parts[relation.target], relation.target)
        if not all(element.get("cache") in caches for element in root):
            continue
        for element in root:
            record = _record(element, caches)
            taken.add(record.name)
            yield record
        unrelate(parts, sheet, relation.id)
        remove_part(parts, relation.target)
    if taken:
        _cut(parts, sheet, _SHEET_LIST)
    for drawing in related(parts, sheet, "/drawing") if taken else ():
        text = parts[drawing.target].decode("utf-8-sig")

        def stand_in(match: re.Match[str]) -> str:
            name = ET.fromstring(f'<a n="{match[1]}"/>').get("n", "")  # noqa: S314
            return _rectangle(name) if name in taken else match[0]

        parts[drawing.target] = _FRAME.sub(stand_in, text).encode()


def _record(
    element: ET.Element, caches: dict[str, tuple[str, str, Order, tuple[tuple[int, str], ...]]]
) -> SlicerRecord:
    known = dict(element.attrib)
    name, cache = known.pop("name", ""), known.pop("cache", "")
    _, source, sort, pivots = caches[cache]
    return SlicerRecord(
        name,
        known.pop("caption", name),
        cache,
        source,
        pivots,
        known.pop("style", ""),
        sort,
        tuple((key, value) for key, value in known.items() if not key.startswith("{")),
    )


def _rectangle(name: str) -> str:
    return (
        '<xdr:sp macro="" textlink=""><xdr:nvSpPr>'
        f'<xdr:cNvPr id="1" name={quoteattr(MARK + name)}/><xdr:cNvSpPr/></xdr:nvSpPr><xdr:spPr>'
        '<a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></a:xfrm>'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:sp>'
    )


def _cut(parts: Parts, part: str, pattern: re.Pattern[str]) -> None:
    text = pattern.sub("", parts[part].decode("utf-8-sig"))
    parts[part] = _EMPTY.sub("", text).encode()


def without_pivot_slicers(package: bytes) -> tuple[bytes, list[SlicerRecord]]:
    """A package without its slicers over pivots, and these; the same bytes if it has none."""
    try:
        with zipfile.ZipFile(io.BytesIO(package)) as archive:
            names = [name.lower() for name in archive.namelist()]
    except zipfile.BadZipFile:
        return package, []
    if not all(any(word in name for name in names) for word in ("slicer", "pivot")):
        return package, []
    parts = unpack(package)
    try:
        found = take_out(parts)
    except WorkbookFileError:
        return package, []
    return (pack(parts), found) if found else (package, [])
