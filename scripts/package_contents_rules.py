"""Rules about what the parts of a workbook say to each other: indexes, names, counts."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar
from xml.etree import ElementTree as ET

Roots = dict[str, ET.Element]
Targets = Callable[[Roots, str], dict[str, tuple[str, str]]]
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_OFFICE = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_X14 = "{http://schemas.microsoft.com/office/spreadsheetml/2009/9/main}"
_CELL = re.compile(r"\$?([A-Z]{1,3})\$?([0-9]{1,7})")
_MOST_NAME = 31
_BOUNDS = frozenset({"num", "percent", "max", "min", "formula", "percentile"})
T = TypeVar("T")


def content_problems(roots: Roots, targets: Targets) -> Iterator[str]:
    """What breaks a rule.

    Args:
        roots: The XML parts.
        targets: Relationships of a part: id → end of the type, target.
    """
    workbook = next(
        (target for kind, target in targets(roots, "").values() if kind == "officeDocument"), ""
    )
    if workbook not in roots:
        yield "The workbook's part is missing."
        return
    related = targets(roots, workbook)
    yield from _book(roots, workbook, related)
    styles = _first(roots, related, "styles")
    strings = _first(roots, related, "sharedStrings")
    counts = {
        "styles": len(styles.findall(f"{_MAIN}cellXfs/{_MAIN}xf")) if styles is not None else 1,
        "strings": len(strings.findall(f"{_MAIN}si")) if strings is not None else 0,
        "dxfs": len(styles.findall(f"{_MAIN}dxfs/{_MAIN}dxf")) if styles is not None else 0,
    }
    if styles is not None:
        yield from _styles(styles)
    for kind, target in related.values():
        if kind == "worksheet" and target in roots:
            yield from _sheet(target, roots[target], counts)
    yield from _tables(roots)
    yield from _pivots(roots, workbook, targets)
    yield from _drawings(roots)
    yield from _slicers(roots)


def _first(roots: Roots, related: dict[str, tuple[str, str]], wanted: str) -> ET.Element | None:
    return next(
        (roots[target] for kind, target in related.values() if kind == wanted and target in roots),
        None,
    )


def _book(roots: Roots, workbook: str, related: dict[str, tuple[str, str]]) -> Iterator[str]:
    root = roots[workbook]
    sheets = root.findall(f"{_MAIN}sheets/{_MAIN}sheet")
    if not sheets:
        yield "The workbook has no sheet."
    names = [sheet.get("name", "") for sheet in sheets]
    yield from (f"Two sheets are called {name}." for name in _twice(map(str.casefold, names)))
    yield from (f"The sheet name {name!r} is too long." for name in names if len(name) > _MOST_NAME)
    for number in _twice(sheet.get("sheetId", "") for sheet in sheets):
        yield f"Two sheets have the number {number}."
    for sheet in sheets:
        kind, _ = related.get(sheet.get(f"{_OFFICE}id", ""), ("", ""))
        if not kind.lower().endswith("sheet"):
            yield f"The sheet {sheet.get('name')} has no part."
    defined = [
        (name.get("name", "").casefold(), name.get("localSheetId", ""))
        for name in root.iterfind(f"{_MAIN}definedNames/{_MAIN}definedName")
    ]
    yield from (f"The name {name} is defined twice." for name, _ in _twice(defined))
    for name, scope in defined:
        if scope and int(scope) >= len(sheets):
            yield f"The name {name} belongs to a sheet that isn't there."


def _styles(root: ET.Element) -> Iterator[str]:
    for group, item in (
        *(("fonts", "font"), ("fills", "fill"), ("borders", "border"), ("cellXfs", "xf")),
        *(("cellStyleXfs", "xf"), ("dxfs", "dxf"), ("cellStyles", "cellStyle")),
    ):
        found = root.find(f"{_MAIN}{group}")
        if found is None:
            continue
        number = len(found.findall(f"{_MAIN}{item}"))
        if found.get("count", str(number)) != str(number):
            yield f"The styles count {found.get('count')} {group}, but have {number}."
    sizes = {
        name: len(root.findall(f"{_MAIN}{name}s/{_MAIN}{name}"))
        for name in ("font", "fill", "border")
    }
    named = len(root.findall(f"{_MAIN}cellStyleXfs/{_MAIN}xf"))
    for record in root.iterfind(f"{_MAIN}cellXfs/{_MAIN}xf"):
        for name, size in sizes.items():
            if int(record.get(f"{name}Id", "0")) >= max(size, 1):
                yield f"A cell style asks for {name} {record.get(f'{name}Id')} of {size}."
        if int(record.get("xfId", "0")) >= max(named, 1):
            yield f"A cell style asks for named style {record.get('xfId')} of {named}."


def _sheet(part: str, root: ET.Element, counts: dict[str, int]) -> Iterator[str]:
    last_row = 0
    for row in root.iterfind(f"{_MAIN}sheetData/{_MAIN}row"):
        number = int(row.get("r", str(last_row + 1)))
        if number <= last_row:
            yield f"{part}: row {number} comes after row {last_row}."
        last_row, last = number, 0
        for cell in row:
            column = _column(cell.get("r", "")) or last + 1
            if column <= last:
                yield f"{part}: {cell.get('r')} comes too late in its row."
            last = column
            yield from _cell(part, cell, counts)
    yield from _around(part, root, counts)


def _around(part: str, root: ET.Element, counts: dict[str, int]) -> Iterator[str]:
    """What a sheet holds beside its cells."""
    merged = [one.get("ref", "") for one in root.iterfind(f"{_MAIN}mergeCells/{_MAIN}mergeCell")]
    yield from (f"{part}: {area} is merged twice." for area in _twice(merged))
    for group, item in (
        *(("mergeCells", "mergeCell"), ("dataValidations", "dataValidation")),
        *(("tableParts", "tablePart"), ("rowBreaks", "brk"), ("colBreaks", "brk")),
    ):
        found = root.find(f"{_MAIN}{group}")
        if found is not None:
            number = len(found.findall(f"{_MAIN}{item}"))
            if not number and group != "tableParts":
                yield f"{part}: {group} is empty."
            if found.get("count", str(number)) != str(number):
                yield f"{part}: {group} counts {found.get('count')}, but has {number}."
    for bound in root.iter(f"{_MAIN}cfvo"):
        if bound.get("type") not in _BOUNDS:
            yield f"{part}: a rule has a bound of the kind {bound.get('type')}."
    for rule in root.iter(f"{_MAIN}cfRule"):
        if int(rule.get("dxfId", "-1")) >= counts["dxfs"]:
            yield f"{part}: a rule asks for format {rule.get('dxfId')} of {counts['dxfs']}."
        if not int(rule.get("priority", "0")):
            yield f"{part}: a rule has no priority."


def _cell(part: str, cell: ET.Element, counts: dict[str, int]) -> Iterator[str]:
    if int(cell.get("s", "0")) >= counts["styles"]:
        yield f"{part}: {cell.get('r')} has style {cell.get('s')} of {counts['styles']}."
    if cell.get("t") == "s":
        value = cell.findtext(f"{_MAIN}v") or "0"
        if not value.isdecimal() or int(value) >= counts["strings"]:
            yield f"{part}: {cell.get('r')} has text {value} of {counts['strings']}."


def _tables(roots: Roots) -> Iterator[str]:
    tables = {part: root for part, root in roots.items() if root.tag == f"{_MAIN}table"}
    for name in _twice(root.get("displayName", "").casefold() for root in tables.values()):
        yield f"Two tables are called {name}."
    for number in _twice(root.get("id", "") for root in tables.values()):
        yield f"Two tables have the number {number}."
    for part, root in tables.items():
        columns = root.findall(f"{_MAIN}tableColumns/{_MAIN}tableColumn")
        first, _, last = root.get("ref", "").partition(":")
        width = _column(last or first) - _column(first) + 1
        if width != len(columns):
            yield f"{part} is {width} columns wide, but names {len(columns)}."
        names = [column.get("name", "").casefold() for column in columns]
        yield from (f"{part} has two columns called {name}." for name in _twice(names))


def _pivots(roots: Roots, workbook: str, targets: Targets) -> Iterator[str]:
    caches = {
        cache.get("cacheId"): targets(roots, workbook).get(cache.get(f"{_OFFICE}id", ""), ("", ""))
        for cache in roots[workbook].iterfind(f"{_MAIN}pivotCaches/{_MAIN}pivotCache")
    }
    for part, root in roots.items():
        if root.tag != f"{_MAIN}pivotTableDefinition":
            continue
        _, cache = caches.get(root.get("cacheId"), ("", ""))
        if cache not in roots:
            yield f"{part} has no cache."
            continue
        shared = [
            len(field.find(f"{_MAIN}sharedItems") or ())
            for field in roots[cache].iterfind(f"{_MAIN}cacheFields/{_MAIN}cacheField")
        ]
        fields = root.findall(f"{_MAIN}pivotFields/{_MAIN}pivotField")
        if len(fields) != len(shared):
            yield f"{part} has {len(fields)} fields, its cache {len(shared)}."
            continue
        for number, field in enumerate(fields):
            grouped = roots[cache].find(
                f"{_MAIN}cacheFields/{_MAIN}cacheField[{number + 1}]/{_MAIN}fieldGroup"
            )
            for item in field.iterfind(f"{_MAIN}items/{_MAIN}item") if grouped is None else ():
                if int(item.get("x", "-1")) >= shared[number]:
                    yield f"{part}: field {number} has item {item.get('x')} of {shared[number]}."
        for tag in ("rowFields", "colFields"):
            for field in root.iterfind(f"{_MAIN}{tag}/{_MAIN}field"):
                if not -2 <= int(field.get("x", "0")) < len(fields):
                    yield f"{part}: {tag} names field {field.get('x')}."


def _drawings(roots: Roots) -> Iterator[str]:
    for part, root in roots.items():
        if root.tag.endswith("}wsDr"):
            numbers = [one.get("id", "") for one in root.iter() if str(one.tag).endswith("}cNvPr")]
            for number in _twice(number for number in numbers if number != "0"):
                yield f"{part}: two objects have the number {number}."


def _slicers(roots: Roots) -> Iterator[str]:
    caches = {
        root.get("name", "")
        for root in roots.values()
        if root.tag == f"{_X14}slicerCacheDefinition"
    }
    names = [one.get("name", "") for root in roots.values() for one in root.iter(f"{_X14}slicer")
             if one.get("cache") is not None]  # fmt: skip
    yield from (f"Two slicers are called {name}." for name in _twice(names))
    for part, root in roots.items():
        for slicer in root.iter(f"{_X14}slicer"):
            if slicer.get("cache") is not None and slicer.get("cache") not in caches:
                yield f"{part}: the slicer {slicer.get('name')} has no cache."


def _column(cell: str) -> int:
    """Number of a cell's column, 1 for A; 0 for none."""
    match = _CELL.match(cell)
    number = 0
    for letter in match[1] if match else "":
        number = number * 26 + ord(letter) - 64
    return number


def _twice(items: Iterable[T]) -> list[T]:
    seen: set[T] = set()
    found: list[T] = []
    for item in items:
        if item in seen:
            found.append(item)
        seen.add(item)
    return found
