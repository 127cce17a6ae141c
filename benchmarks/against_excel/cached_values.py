"""What Excel last calculated in a workbook, read from its XML without any engine.

Also the same package with those values taken out, so that nothing can be echoed.
"""

import io
import re
import zipfile
from dataclasses import dataclass, field
from xml.etree import ElementTree

from embedded_excel.calc.cells import CellError, CellValue, Rect
from embedded_excel.calc.formulon.formulas import parse_rect

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_OFFICE = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_CELL = re.compile(rb"<c\b([^>]*?)(?:/>|>(.*?)</c>)", re.DOTALL)
_AT = re.compile(rb'\br="([A-Z]+)([0-9]+)"')
_VALUE = re.compile(rb"<v\b[^>]*?(?:/>|>.*?</v>)", re.DOTALL)

NEWER_ERROR = CellError("an error newer than the file format, stored as #VALUE!")

Place = tuple[int, int]


@dataclass
class Sheet:
    """One sheet: Excel's values by 0-based (row, column), formulas, array areas by anchor."""

    name: str
    part: str
    cached: dict[Place, CellValue] = field(default_factory=dict)
    formulas: dict[Place, str] = field(default_factory=dict)
    arrays: dict[Place, Rect] = field(default_factory=dict)
    data_tables: set[Place] = field(default_factory=set)


@dataclass
class Workbook:
    """The sheets of a package in tab order, its names, and whether it iterates."""

    sheets: list[Sheet]
    names: dict[str, str]
    iterates: bool
    links: bool
    vba: bool
    precision_as_displayed: bool


def read(package: bytes) -> Workbook:
    """Parse a normalised package."""
    with zipfile.ZipFile(io.BytesIO(package)) as parts:
        names = {name.lower(): name for name in parts.namelist()}
        book_part = _book_part(parts)
        book = ElementTree.fromstring(parts.read(book_part))
        targets = _targets(parts, names, book_part)
        shared = _shared_texts(parts, names)
        sheets: list[Sheet] = []
        for one in book.iter(f"{_MAIN}sheet"):
            part = targets.get(one.get(f"{_OFFICE}id", ""), "")
            sheet = Sheet(one.get("name", ""), names.get(part.lower(), ""))
            if sheet.part and "worksheets/" in sheet.part.lower():
                _read_sheet(parts.read(sheet.part), sheet, shared)
            sheets.append(sheet)
        setting = book.find(f"{_MAIN}calcPr")
        attributes = {} if setting is None else setting.attrib
        return Workbook(
            sheets,
            {
                name.get("name", "").upper(): name.text or ""
                for name in book.iter(f"{_MAIN}definedName")
            },
            attributes.get("iterate") in ("1", "true"),
            any("externallinks/" in name for name in names),
            any(name.endswith("vbaproject.bin") for name in names),
            attributes.get("fullPrecision") in ("0", "false"),
        )


def _book_part(parts: zipfile.ZipFile) -> str:
    root = ElementTree.fromstring(parts.read("_rels/.rels"))
    for relation in root:
        if relation.get("Type", "").endswith("/officeDocument"):
            return relation.get("Target", "").lstrip("/")
    return "xl/workbook.xml"


def _targets(parts: zipfile.ZipFile, names: dict[str, str], book_part: str) -> dict[str, str]:
    folder, _, file = book_part.rpartition("/")
    relations = names[f"{folder}/_rels/{file}.rels".lstrip("/").lower()]
    found: dict[str, str] = {}
    for relation in ElementTree.fromstring(parts.read(relations)):
        target = relation.get("Target", "")
        found[relation.get("Id", "")] = (
            target.lstrip("/") if target.startswith("/") else f"{folder}/{target}"
        )
    return found


def _shared_texts(parts: zipfile.ZipFile, names: dict[str, str]) -> list[str]:
    part = names.get("xl/sharedstrings.xml")
    if part is None:
        return []
    root = ElementTree.fromstring(parts.read(part))
    return [
        "".join(
            text.text or ""
            for run in (item, *item.iter(f"{_MAIN}r"))
            for text in run.findall(f"{_MAIN}t")
        )
        for item in root.findall(f"{_MAIN}si")
    ]


def _read_sheet(content: bytes, sheet: Sheet, shared: list[str]) -> None:
    values: dict[Place, CellValue] = {}
    for cell in ElementTree.fromstring(content).iter(f"{_MAIN}c"):
        reference = cell.get("r")
        if reference is None:
            continue
        rect = parse_rect(reference)
        place = (rect.top, rect.left)
        value = _value(cell, shared)
        if value is not None:
            values[place] = value
        formula = cell.find(f"{_MAIN}f")
        if formula is None:
            continue
        area = formula.get("ref")
        kind = formula.get("t")
        sheet.formulas[place] = formula.text or ""
        if kind == "dataTable":
            box = parse_rect(area or reference)
            sheet.data_tables.update(_places(box))
        elif kind == "array" and area is not None:
            sheet.arrays[place] = parse_rect(area)
    wanted = set(sheet.formulas)
    for box in sheet.arrays.values():
        wanted.update(_places(box))
    sheet.cached = {place: value for place, value in values.items() if place in wanted}


def _places(box: Rect) -> set[Place]:
    return {
        (row, column)
        for row in range(box.top, box.bottom + 1)
        for column in range(box.left, box.right + 1)
    }


def _value(cell: ElementTree.Element, shared: list[str]) -> CellValue:
    text = cell.findtext(f"{_MAIN}v")
    match cell.get("t", "n"):
        case "s":
            return shared[int(text or 0)]
        case "str":
            return _unescaped(text or "")
        case "b":
            return None if text is None else text.strip() in ("1", "true")
        case "e":
            if text == "#VALUE!" and cell.get("vm") is not None:
                return NEWER_ERROR
            return None if text is None else CellError(text)
        case "n":
            return float(text) if text else None
        case _:
            return None


def _unescaped(text: str) -> str:
    return re.sub(r"_x([0-9A-Fa-f]{4})_", lambda match: chr(int(match[1], 16)), text)


def without(package: bytes, workbook: Workbook) -> bytes:
    """The package without the values of formulas and of the areas of array formulas."""
    out = io.BytesIO()
    sheets = {sheet.part: sheet for sheet in workbook.sheets if sheet.cached}
    with zipfile.ZipFile(io.BytesIO(package)) as source, zipfile.ZipFile(out, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name in sheets:
                content = _stripped(content, sheets[name])
            target.writestr(name, content)
    return out.getvalue()


def _stripped(content: bytes, sheet: Sheet) -> bytes:
    keep = sheet.data_tables

    def cell(match: re.Match[bytes]) -> bytes:
        at = _AT.search(match[1])
        if at is None or match[2] is None:
            return match[0]
        rect = parse_rect(at[0].decode()[3:-1])
        place = (rect.top, rect.left)
        if place not in sheet.cached or place in keep:
            return match[0]
        attributes = re.sub(rb'\s+t="[a-zA-Z]+"', b"", match[1])
        return b"<c" + attributes + b">" + _VALUE.sub(b"", match[2]) + b"</c>"

    return _CELL.sub(cell, content)
