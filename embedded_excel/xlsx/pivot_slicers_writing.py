"""Putting slicers over PivotTables into a saved package, in the place of the rectangles that stand for them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape, quoteattr

from embedded_excel.xlsx.parts import Parts, parse_xml
from embedded_excel.xlsx.pivot_parts import cache_parts
from embedded_excel.xlsx.pivot_slicers import MARK, SLICER, SLICER_CACHE, X14, SlicerRecord
from embedded_excel.xlsx.relationships import (
    OFFICE,
    declare,
    relate,
    related,
    sheet_parts,
    workbook_part,
)

_HEAD: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_SPACES: Final = (
    f'xmlns="{X14}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'mc:Ignorable="x" xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
)
_MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RECTANGLE: Final = re.compile(
    r"<xdr:sp\b(?:(?!</xdr:sp>).)*?<xdr:cNvPr\b[^>]*?\bname=\"" + MARK + r"([^\"]*)\""
    r"(?:(?!</xdr:sp>).)*</xdr:sp>",
    re.DOTALL,
)
_NUMBER: Final = re.compile(r"<xdr:cNvPr\b[^>]*?\bid=\"(\d+)\"")
_CACHE_MARK: Final = re.compile(r"<x14:pivotCacheDefinition\b[^>]*?pivotCacheId=\"(\d+)\"")
_CACHE_NAME: Final = re.compile(r"<slicerCacheDefinition\b[^>]*?\sname=\"([^\"]*)\"")
_NAMES: Final = re.compile(r"<definedNames>|<definedNames/>")
_AFTER_NAMES: Final = re.compile(
    r"<(?:calcPr|oleSize|customWorkbookViews|pivotCaches|smartTagPr|smartTagTypes|webPublishing|"
    r"fileRecoveryPr|webPublishObjects|extLst)\b|</workbook>"
)


@dataclass(frozen=True, slots=True)
class SlicerItems:
    """What a slicer's cache says of its items.

    Attributes:
        cache: Number of the pivots' cache.
        selected: Per item, its place in that cache and whether it is selected.
    """

    cache: int
    selected: tuple[tuple[int, bool], ...]


def put_in(parts: Parts, slicers: Sequence[tuple[int, SlicerRecord, SlicerItems]]) -> None:
    """Add slicers, each with its sheet in tab order; `record.pivots` count sheets so, too."""
    workbook = workbook_part(parts)
    sheets = sheet_parts(parts)
    root = parse_xml(parts[workbook], workbook)
    tabs = [sheet.get("sheetId", "0") for sheet in root.iterfind(f"{_MAIN}sheets/{_MAIN}sheet")]
    written: dict[str, str] = {}
    slicers = _with_free_caches(parts, slicers)
    for _, record, items in slicers:
        if record.cache not in written:
            written[record.cache] = _cache(parts, workbook, tabs, record, items)
    if written:
        inner = "".join(f'<x14:slicerCache r:id="{relation}"/>' for relation in written.values())
        uri = "{BBE1A952-AA13-448e-AADC-164F8A28A991}"
        _extend(parts, workbook, uri, f"<x14:slicerCaches>{inner}</x14:slicerCaches>")
        _name(parts, workbook, list(written))
    for place, sheet in enumerate(sheets):
        mine = [record for found, record, _ in slicers if found == place]
        if mine:
            _sheet_list(parts, sheet, mine)
            _frames(parts, sheet, {record.name for record in mine})


def _with_free_caches(
    parts: Parts, slicers: Sequence[tuple[int, SlicerRecord, SlicerItems]]
) -> list[tuple[int, SlicerRecord, SlicerItems]]:
    """Slicers whose caches are called like no cache of a table's slicer."""
    taken = {
        match[1].casefold()
        for name, content in parts.items()
        if name.startswith("xl/slicerCaches/")
        and (match := _CACHE_NAME.search(content.decode("utf-8-sig"))) is not None
    }
    names: dict[str, str] = {}
    for _, record, _ in slicers:
        name, number = record.cache, 1
        while name.casefold() in taken:
            name, number = f"{record.cache}{number}", number + 1
        if record.cache not in names:
            names[record.cache] = name
            taken.add(name.casefold())
    return [
        (sheet, replace(record, cache=names[record.cache]), items)
        for sheet, record, items in slicers
    ]


def _cache(
    parts: Parts, workbook: str, tabs: Sequence[str], record: SlicerRecord, items: SlicerItems
) -> str:
    part = _free(parts, "xl/slicerCaches/slicerCache{}.xml")
    pivots = "".join(
        f'<pivotTable tabId="{tabs[sheet]}" name={quoteattr(name)}/>'
        for sheet, name in record.pivots
        if sheet < len(tabs)
    )
    shown = "".join(
        f'<i x="{place}" s="1"/>' if selected else f'<i x="{place}"/>'
        for place, selected in items.selected
    )
    order = ' sortOrder="descending"' if record.sort == "Descending" else ""
    number = _cache_number(parts, items.cache)
    parts[part] = (
        f"{_HEAD}<slicerCacheDefinition {_SPACES} name={quoteattr(record.cache)} "
        f"sourceName={quoteattr(record.source)}><pivotTables>{pivots}</pivotTables>"
        f'<data><tabular pivotCacheId="{number}"{order}>'
        f'<items count="{len(items.selected)}">{shown}</items></tabular></data>'
        "</slicerCacheDefinition>"
    ).encode()
    declare(parts, part, "application/vnd.ms-excel.slicerCache+xml")
    return relate(parts, workbook, SLICER_CACHE, part)


def _cache_number(parts: Parts, cache: int) -> str:
    """The number a pivot cache is known by to slicers; it gets one if it has none."""
    part = cache_parts(parts).get(cache)
    if part is None:
        return str(cache)
    known = _CACHE_MARK.search(parts[part].decode("utf-8-sig"))
    if known is not None:
        return known[1]
    uri = "{725AE2AE-9491-48be-B2B4-4EB974FC3084}"
    _extend(parts, part, uri, f'<x14:pivotCacheDefinition pivotCacheId="{cache}"/>')
    return str(cache)


def _sheet_list(parts: Parts, sheet: str, slicers: Sequence[SlicerRecord]) -> None:
    part = _free(parts, "xl/slicers/slicer{}.xml")
    parts[part] = (
        f"{_HEAD}<slicers {_SPACES}>{''.join(map(_element, slicers))}</slicers>"
    ).encode()
    declare(parts, part, "application/vnd.ms-excel.slicer+xml")
    relation = relate(parts, sheet, SLICER, part)
    inner = f'<x14:slicerList><x14:slicer r:id="{relation}"/></x14:slicerList>'
    _extend(parts, sheet, "{A8765BA9-456A-4dab-B4F3-ACF838C121DE}", inner)


def _element(record: SlicerRecord) -> str:
    attributes = [
        ("name", record.name),
        ("cache", record.cache),
        ("caption", record.caption),
        *((("style", record.style),) if record.style else ()),
        *record.attributes,
    ]
    if not any(name == "rowHeight" for name, _ in attributes):
        attributes.append(("rowHeight", "241300"))
    return f"<slicer{''.join(f' {name}={quoteattr(value)}' for name, value in attributes)}/>"


def _extend(parts: Parts, part: str, uri: str, content: str) -> None:
    """Add an extension at the end of a part's root."""
    text = parts[part].decode("utf-8-sig").rstrip()
    spaces = f'xmlns:x14="{X14}" xmlns:r="{OFFICE}"'
    extension = f'<ext uri="{uri}" {spaces}>{content}</ext>'
    opening, closing, root = text.rpartition("</")
    if opening.rstrip().endswith("</extLst>"):
        before = opening.rstrip().removesuffix("</extLst>")
        text = f"{before}{extension}</extLst>{closing}{root}"
    else:
        text = f"{opening}<extLst>{extension}</extLst>{closing}{root}"
    parts[part] = text.encode()


def _name(parts: Parts, workbook: str, caches: Sequence[str]) -> None:
    """Each cache has a defined name without a value, so that nothing else takes it."""
    text = parts[workbook].decode("utf-8-sig")
    new = "".join(
        f"<definedName name={quoteattr(cache)}>#N/A</definedName>"
        for cache in caches
        if f"name={quoteattr(cache)}" not in text
    )
    if not new:
        return
    found = _NAMES.search(text)
    if found is not None and found[0].endswith("/>"):
        text = text.replace(found[0], f"<definedNames>{new}</definedNames>", 1)
    elif found is not None:
        text = text[: found.end()] + new + text[found.end() :]
    else:
        after = _AFTER_NAMES.search(text, text.find("</sheets>"))
        assert after is not None
        whole = f"<definedNames>{new}</definedNames>"
        text = text[: after.start()] + whole + text[after.start() :]
    parts[workbook] = text.encode()


def _frames(parts: Parts, sheet: str, names: set[str]) -> None:
    for drawing in related(parts, sheet, "/drawing"):
        text = parts[drawing.target].decode("utf-8-sig")

        def frame(match: re.Match[str]) -> str:
            name = ET.fromstring(f'<a n="{match[1]}"/>').get("n", "")  # noqa: S314
            number = _NUMBER.search(match[0])
            return _frame(name, number[1] if number else "2") if name in names else match[0]

        parts[drawing.target] = _RECTANGLE.sub(frame, text).encode()


def _frame(name: str, number: str) -> str:
    told = escape("Slicers over PivotTables need an application that supports them.")
    return (
        '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        '<mc:Choice xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" Requires="a14">'
        '<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr>'
        f'<xdr:cNvPr id="{number}" name={quoteattr(name)}/><xdr:cNvGraphicFramePr/>'
        '</xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>'
        '<a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/drawing/2010/slicer">'
        '<sle:slicer xmlns:sle="http://schemas.microsoft.com/office/drawing/2010/slicer" '
        f"name={quoteattr(name)}/></a:graphicData></a:graphic></xdr:graphicFrame></mc:Choice>"
        '<mc:Fallback><xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="0" name=""/>'
        '<xdr:cNvSpPr/></xdr:nvSpPr><xdr:spPr><a:xfrm><a:off x="0" y="0"/>'
        '<a:ext cx="1828800" cy="2524125"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>'
        '</xdr:spPr><xdr:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr lang="en-US" sz="1100"/>'
        f"<a:t>{told}</a:t></a:r></a:p></xdr:txBody></xdr:sp></mc:Fallback></mc:AlternateContent>"
    )


def _free(parts: Parts, pattern: str) -> str:
    return next(name for number in count(1) if (name := pattern.format(number)) not in parts)
