"""Contents of a package by kind, as countable values that don't depend on how they are numbered."""

import hashlib
import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from datetime import date
from posixpath import dirname, join, normpath
from xml.etree import ElementTree

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.formulon.formulas import parse_rect
from embedded_excel.calc.formulon.style_codes import BUILT_IN_FORMATS

Node = ElementTree.Element
Contents = dict[str, Counter[object]]

_DOLLAR = '"$"'
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_UNSEEN = {
    "uid",
    "Ignorable",
    "dyDescent",
    "rsid",
    "dxfId",
    "priority",
    "shapeId",
    "count",
    "spans",
}
_PARTS = {
    "charts": r"charts/chart(?:ex)?[0-9]*\.xml",
    "pivots": r"pivottables/.*\.xml",
    "comments": r"(?:comments[^/]*|threadedcomments/.*)\.xml",
    "tables": r"tables/.*\.xml",
    "slicers": r"slicers/.*\.xml",
    "custom xml": r"customxml/item[0-9]+\.xml",
}


def read(package: bytes) -> Contents:
    """What a package holds, by kind."""
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    found: Contents = {
        kind: Counter() for kind in (*_PARTS, *_SHEET_KINDS, "names", "images", "macros")
    }
    for name, content in parts.items():
        low = name.lower()
        if "/media/" in low:
            found["images"][hashlib.sha256(content).hexdigest()[:12]] += 1
        elif low.endswith("vbaproject.bin"):
            found["macros"][hashlib.sha256(content).hexdigest()[:12]] += 1
        for kind, pattern in _PARTS.items():
            if re.search(pattern + "$", low) and "_rels" not in low:
                found[kind][_digest(kind, content)] += 1
    _read_book(parts, found)
    return found


def _digest(kind: str, content: bytes) -> object:
    root = ElementTree.fromstring(content)
    if kind == "charts":
        return tuple(
            sorted(
                (_tag(node), (node.text or "").strip())
                for node in root.iter()
                if _tag(node) in ("f", "v", "t") or _tag(node).endswith("Chart")
            )
        )
    if kind == "pivots":
        return root.get("name", ""), tuple(sorted(_tag(node) for node in root.iter()))
    if kind == "comments":
        return tuple(
            (
                node.get("ref"),
                "".join(text.text or "" for text in node.iter() if _tag(text) in ("t", "text")),
            )
            for node in root.iter()
            if _tag(node) in ("comment", "threadedComment")
        )
    if kind == "tables":
        return tuple(
            root.get(key) for key in ("displayName", "ref", "totalsRowCount", "headerRowCount")
        ), tuple(node.get("name") for node in root.iter() if _tag(node) == "tableColumn")
    return _tag(root)


def _tag(node: Node) -> str:
    return node.tag.rsplit("}", 1)[-1]


def _read_book(parts: dict[str, bytes], found: Contents) -> None:
    names = {name.lower(): name for name in parts}
    book_part = next(name for low, name in names.items() if low.endswith("workbook.xml"))
    book = ElementTree.fromstring(parts[book_part])
    targets = dict(_relations(parts, names, book_part))
    looks = _Looks(parts, names)
    order: list[str] = []
    for node in book.iter():
        if _tag(node) == "sheet":
            relation = next(
                (value for key, value in node.attrib.items() if key.endswith("}id")), ""
            )
            order.append(node.get("name", ""))
            part = names.get(targets.get(relation, "").lower(), "")
            if "worksheets" in part.lower():
                _read_sheet(node, ElementTree.fromstring(parts[part]), looks, found)
        elif _tag(node) == "definedName":
            found["names"][
                node.get("name"), node.get("localSheetId"), re.sub(r"\s", "", node.text or "")
            ] += 1


def _relations(
    parts: dict[str, bytes], names: dict[str, str], part: str
) -> Iterator[tuple[str, str]]:
    folder = dirname(part)
    rels = names.get(f"{folder}/_rels/{part.rsplit('/', 1)[-1]}.rels".lstrip("/").lower())
    if rels is not None:
        for node in ElementTree.fromstring(parts[rels]):
            target = node.get("Target", "")
            full = target.lstrip("/") if target.startswith("/") else normpath(join(folder, target))
            yield node.get("Id", ""), full


_SHEET_KINDS = (
    "values",
    "merges",
    "widths and heights",
    "views",
    "conditional formats",
    "validation",
    "styles",
    "hyperlinks",
    "protection",
    "page layout",
    "filters",
    "sparklines",
)


def _read_sheet(entry: Node, root: Node, looks: "_Looks", found: Contents) -> None:
    sheet = entry.get("name", "")
    areas = [
        parse_rect(node.get("ref", "A1"))
        for node in root.iter()
        if _tag(node) == "f" and node.get("t") in ("array", "dataTable")
    ]
    for node in root.iter():
        tag = _tag(node)
        if tag == "mergeCell":
            found["merges"][sheet, node.get("ref")] += 1
        elif tag == "col":
            look = tuple(node.get(key) for key in ("hidden", "outlineLevel"))
            width = round(float(node.get("width", 0)), 2)
            for column in range(int(node.get("min", 1)), min(int(node.get("max", 1)), 300) + 1):
                found["widths and heights"][sheet, "column", column, width, look] += 1
        elif tag == "row" and (node.get("ht") or node.get("hidden")):
            height = round(float(node.get("ht", 0)), 2)
            hidden = node.get("hidden") in ("1", "true")
            found["widths and heights"][sheet, node.get("r"), height, hidden] += 1
        elif tag == "c":
            _read_cell(sheet, node, looks, found, areas)
        elif tag in _WHOLE:
            plain = _plain(node)
            if plain != ("sheetView", (), "", ()):
                found[_WHOLE[tag]][sheet, plain] += 1
    found["views"][sheet, entry.get("state", "visible")] += 1


_WHOLE = {
    "sheetView": "views",
    "conditionalFormatting": "conditional formats",
    "dataValidation": "validation",
    "hyperlink": "hyperlinks",
    "sheetProtection": "protection",
    "pageSetup": "page layout",
    "pageMargins": "page layout",
    "autoFilter": "filters",
    "sparkline": "sparklines",
}


def _read_cell(sheet: str, node: Node, looks: "_Looks", found: Contents, areas: list[Rect]) -> None:
    place = node.get("r", "")
    look = looks.of(int(node.get("s", 0)))
    if look != looks.of(0):
        found["styles"][sheet, place, look] += 1
    value = next((child.text for child in node if _tag(child) == "v"), None)
    if node.get("t") == "inlineStr":
        value = _item_text(next(child for child in node if _tag(child) == "is"))
    if value is None or any(_tag(child) == "f" for child in node):
        return
    at = parse_rect(place)
    if any(a.top <= at.top <= a.bottom and a.left <= at.left <= a.right for a in areas):
        return
    if node.get("t") == "s":
        value = looks.texts[int(value)]
    elif node.get("t") == "d":
        value = repr(float((date.fromisoformat(value[:10]) - date(1899, 12, 30)).days))
    elif node.get("t", "n") == "n":
        value = repr(float(value))
    found["values"][sheet, place, value] += 1


_DEFAULTS = {("0", ""), ("false", "")}


def _plain(node: Node) -> tuple[str, tuple[tuple[str, str], ...], str, tuple[object, ...]]:
    """Tag, attributes and children that matter; "1" and "true" are the same, "0" is the default."""
    attributes = []
    for key, value in node.attrib.items():
        if key.startswith(_RELATION):
            continue
        name = key.rsplit("}", 1)[-1]
        plain = {"true": "1", "false": "0"}.get(value, value)
        plain = re.sub(r"^(-?[0-9]+)\.0+$", r"\1", plain)
        plain = re.sub(r"\b([A-Z]+)1:([A-Z]+)1048576\b", r"\1:\2", plain)
        plain = re.sub(r"\bA([0-9]+):XFD([0-9]+)\b", r"\1:\2", plain)
        if name not in _UNSEEN and plain != "0" and (name, plain) not in _STANDARD:
            attributes.append((name, plain))
    children = tuple(_plain(child) for child in node if _tag(child) not in ("extLst",))
    if _tag(node) == "sheetView":
        children = tuple(sorted(children, key=repr))
    return _tag(node), tuple(sorted(attributes)), (node.text or "").strip(), children


_STANDARD = {
    ("workbookViewId", "0"),
    ("tabSelected", "1"),
    ("zoomScale", "100"),
    ("zoomScaleNormal", "100"),
    ("showGridLines", "1"),
    ("showRowColHeaders", "1"),
    ("applyNumberFormat", "1"),
    ("id", "rId1"),
    ("errorStyle", "stop"),
    ("operator", "between"),
    ("operator", "equal"),
    ("type", "none"),
    ("locked", "1"),
    ("patternType", "none"),
    ("pane", "topLeft"),
    ("topLeftCell", "A1"),
}


class _Looks:
    """Cell formats as they look: number format, font, fill, borders, alignment, protection."""

    def __init__(self, parts: dict[str, bytes], names: dict[str, str]) -> None:
        self._known: dict[int, object] = {}
        self.texts: list[str] = []
        if "xl/sharedstrings.xml" in names:
            root = ElementTree.fromstring(parts[names["xl/sharedstrings.xml"]])
            self.texts = [_item_text(item) for item in root if _tag(item) == "si"]
        self._groups: dict[str, list[Node]] = {}
        if "xl/styles.xml" in names:
            for group in ElementTree.fromstring(parts[names["xl/styles.xml"]]):
                self._groups[_tag(group)] = list(group)
        self._formats = {
            node.get("numFmtId"): node.get("formatCode") for node in self._groups.get("numFmts", [])
        }

    def of(self, index: int) -> object:
        if index not in self._known:
            self._known[index] = self._find(index)
        return self._known[index]

    def _find(self, index: int) -> object:
        records = self._groups.get("cellXfs", [])
        if index >= len(records):
            return None
        record = records[index]
        number = record.get("numFmtId", "0")
        built_in = BUILT_IN_FORMATS.get(int(number), number)
        return (
            (self._formats.get(number) or built_in).replace("\\", "").replace(_DOLLAR, "$"),
            *(
                self._part(record, *pair)
                for pair in (("fontId", "fonts"), ("fillId", "fills"), ("borderId", "borders"))
            ),
            tuple(_plain(child) for child in record if _tag(child) != "extLst"),
        )

    def _part(self, record: Node, key: str, group: str) -> object:
        index, known = int(record.get(key, 0)), self._groups.get(group, [])
        if index >= len(known):
            return None
        return tuple(sorted(filter(None, (_seen(child) for child in known[index]))))


def _seen(node: Node) -> str:
    """A part of a font, fill or border as it looks: automatic text is black, no line is no line."""
    tag, attributes, _, children = _plain(node)
    if tag in ("family", "charset", "scheme") or attributes == (("val", "none"),):
        return ""
    if tag == "color" and attributes in (
        (("rgb", "FF000000"),),
        (("theme", "1"),),
        (("auto", "1"),),
    ):
        return ""
    if tag in ("left", "right", "top", "bottom", "diagonal", "start", "end") and not attributes:
        return ""
    if tag in ("b", "i", "strike", "u"):
        return (
            ""
            if node.get("val") in ("0", "false")
            else f"{tag} {node.get('val', '1')}".replace("u single", "u 1")
        )
    text = repr((tag, attributes, children))
    return re.sub(r"(0\.[0-9]{12})[0-9]+", r"\1", text)


def _item_text(item: Node) -> str:
    found = []
    for child in item:
        if _tag(child) == "t":
            found.append(child.text or "")
        elif _tag(child) == "r":
            found.extend(text.text or "" for text in child if _tag(text) == "t")
    return "".join(found)
