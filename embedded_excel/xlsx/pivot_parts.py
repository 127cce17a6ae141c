"""PivotTables in a package: which parts they are, and the data their caches hold."""

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from xml.etree import ElementTree as ET

from embedded_excel.calc.cells import CellError, CellValue
from embedded_excel.calc.pivot_labels import label_of
from embedded_excel.errors import WorkbookFileError
from embedded_excel.xlsx.parts import Parts, parse_xml
from embedded_excel.xlsx.relationships import (
    OFFICE,
    related,
    relations,
    sheet_parts,
    workbook_part,
)

_MAIN: Final = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_PIVOTS: Final = re.compile(r"pivot|slicer|workbook\.xml|\.rels$", re.IGNORECASE)
_EPOCH: Final = datetime(1899, 12, 30)
_EPOCH_1904: Final = datetime(1904, 1, 1)
_DAY: Final = 86_400


@dataclass(frozen=True, slots=True)
class CachedData:
    """The data of a cache.

    Attributes:
        items: Field → its shared items by their labels, in the order of the cache.
        columns: Per field, the value of each record; empty for fields made by grouping others.
        derived: Fields of groups and of formulas, which aren't computed here.
        refresh_on_open: Whether Excel takes over the source's data when it opens the file.
    """

    items: dict[int, dict[str, CellValue]]
    columns: tuple[tuple[CellValue, ...], ...]
    derived: frozenset[int] = frozenset()
    refresh_on_open: bool = False


def pivot_parts(package: bytes) -> Parts:
    """The parts that tell about pivots; none when there aren't any."""
    try:
        with zipfile.ZipFile(io.BytesIO(package)) as archive:
            names = archive.namelist()
            if not any("pivot" in name.lower() for name in names):
                return {}
            return {name: archive.read(name) for name in names if _PIVOTS.search(name)}
    except zipfile.BadZipFile:
        return {}


def definitions(parts: Parts) -> Iterator[tuple[int, str]]:
    """Sheet in tab order and part of each pivot."""
    for sheet, part in enumerate(sheet_parts(parts)):
        for relation in related(parts, part, "/pivotTable") if part else ():
            yield sheet, relation.target


def cache_parts(parts: Parts) -> dict[int, str]:
    """Number of a cache → the part of its definition."""
    workbook = workbook_part(parts)
    targets = {relation.id: relation.target for relation in relations(parts, workbook)}
    root = parse_xml(parts.get(workbook, b"<workbook/>"), workbook)
    found: dict[int, str] = {}
    for cache in root.iterfind(f"{_MAIN}pivotCaches/{_MAIN}pivotCache"):
        part = targets.get(cache.get(f"{{{OFFICE}}}id", ""), "")
        if part in parts:
            found[int(cache.get("cacheId", "0"))] = part
    return found


def read_caches(parts: Parts, *, date1904: bool) -> dict[int, CachedData]:
    """The data of every cache; a damaged part is as if it weren't there."""
    found: dict[int, CachedData] = {}
    for number, part in cache_parts(parts).items():
        try:
            found[number] = _cache(parts, part, _EPOCH_1904 if date1904 else _EPOCH)
        except (WorkbookFileError, ValueError):
            continue
    return found


def _cache(parts: Parts, part: str, epoch: datetime) -> CachedData:
    root = parse_xml(parts[part], part)
    fields = list(root.iterfind(f"{_MAIN}cacheFields/{_MAIN}cacheField"))
    shared: list[list[CellValue]] = []
    for field in fields:
        items = field.find(f"{_MAIN}sharedItems")
        shared.append([] if items is None else [_value(item, epoch) for item in items])
    derived = frozenset(
        number
        for number, field in enumerate(fields)
        if field.get("databaseField", "1") == "0"
        or ((group := field.find(f"{_MAIN}fieldGroup")) is not None and len(group))
    )
    stored = [
        number for number, field in enumerate(fields) if field.get("databaseField", "1") != "0"
    ]
    columns: list[list[CellValue]] = [[] for _ in fields]
    for relation in related(parts, part, "/pivotCacheRecords"):
        for record in parse_xml(parts[relation.target], relation.target):
            for number, value in zip(stored, record, strict=False):
                if value.tag == f"{_MAIN}x":
                    columns[number].append(shared[number][int(value.get("v", "0"))])
                else:
                    columns[number].append(_value(value, epoch))
    items = {number: {label_of(value): value for value in known} for number, known in
             enumerate(shared) if known}  # fmt: skip
    count = max(map(len, columns), default=0)
    return CachedData(
        items,
        tuple(tuple(column) if len(column) == count else (None,) * count for column in columns),
        derived,
        root.get("refreshOnLoad", "0") in ("1", "true"),
    )


def _value(item: ET.Element, epoch: datetime) -> CellValue:
    value = item.get("v", "")
    match item.tag.removeprefix(_MAIN):
        case "m":
            return None
        case "b":
            return value in ("1", "true")
        case "n":
            return float(value)
        case "e":
            return CellError(value)
        case "d":
            return _serial(value, epoch)
        case _:
            return value


def _serial(text: str, epoch: datetime) -> CellValue:
    try:
        passed = datetime.fromisoformat(text.removesuffix("Z")) - epoch
    except ValueError:
        return text
    return passed.days + passed.seconds / _DAY
