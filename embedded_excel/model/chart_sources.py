"""What series are drawn of: references to cells with the values last seen, or lists of values."""

import re
from typing import Final, Literal, TypeAlias

from embedded_excel.calc.cells import CellError, CellValue, Rect
from embedded_excel.errors import ExcelApiError
from embedded_excel.model.a1 import absolute_rect_text, sheet_prefix
from embedded_excel.model.areas import resolve
from embedded_excel.model.chart_xml import (
    Element,
    fragment,
    get,
    insert,
    number_text,
    remove,
    tag,
)
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId

SourceKind: TypeAlias = Literal["text", "number"]
_NUMBERED: Final = ("c:numRef", "c:strRef", "c:multiLvlStrRef")
_TOO_LONG: Final = 32_000
_QUOTED = re.compile(r"'(?:[^']|'')*'")


def reference_text(workbook: OpenWorkbook, area: Area) -> str:
    """`Sheet1!$A$2:$A$9`, as a chart part keeps it."""
    sheet = sheet_prefix(workbook.sheet_name(area.sheet))
    return f"{sheet}!{absolute_rect_text(area.rect)}"


def formula(series: Element, name: str) -> str:
    """The reference behind `cat`, `val`, `xVal`, `yVal`, `bubbleSize` or `tx`; "" for none."""
    for kind in _NUMBERED:
        found = get(series, f"c:{name}/{kind}/c:f")
        if found is not None:
            return found.text or ""
    return ""


def source_areas(workbook: OpenWorkbook, text: str, home: SheetId) -> list[Area] | None:
    """The areas of a reference, None when it isn't one of this workbook."""
    if not text or "[" in text or "#REF!" in text:
        return None
    held = text.removeprefix("=")
    if held.startswith("(") and held.endswith(")"):
        held = held[1:-1]
    try:
        return [resolve(workbook, part, home) for part in _parts(held)]
    except ExcelApiError:
        return None


def _parts(text: str) -> list[str]:
    names: list[str] = []

    def hide(match: re.Match[str]) -> str:
        names.append(match[0])
        return f"'{len(names) - 1}'"

    hidden = _QUOTED.sub(hide, text)
    return [
        re.sub(r"'(\d+)'", lambda match: names[int(match[1])], part) for part in hidden.split(",")
    ]


def cell_values(workbook: OpenWorkbook, areas: list[Area]) -> list[CellValue]:
    """Values of areas in reading order."""
    found: list[CellValue] = []
    for area in areas:
        sheet = workbook.sheet_index(area.sheet)
        used = workbook.engine.used_rect(sheet, values_only=True)
        rect = area.rect
        if used is not None and rect.rows * rect.columns > _TOO_LONG:
            rect = Rect(
                rect.top, rect.left, min(rect.bottom, used.bottom), min(rect.right, used.right)
            )
        if rect.rows > 0 and rect.columns > 0:
            block = workbook.engine.read(sheet, rect)
            found.extend(cell for row in block.values for cell in row)
    return found


def set_reference(
    workbook: OpenWorkbook, series: Element, name: str, area: Area, kind: SourceKind
) -> None:
    """Point a series' data at cells, with their values beside the reference as Excel keeps them."""
    workbook.settle()
    cells = cell_values(workbook, [area])
    remove(series, f"c:{name}")
    holder = insert(series, fragment(f"<c:{name}/>"))
    holder.append(_reference(reference_text(workbook, area), cells, kind))


def _reference(text: str, cells: list[CellValue], kind: SourceKind) -> Element:
    prefix = "num" if kind == "number" else "str"
    made = fragment(f"<c:{prefix}Ref><c:f/></c:{prefix}Ref>")
    made[0].text = text
    cache = fragment(f"<c:{prefix}Cache/>")
    if kind == "number":
        cache.append(fragment("<c:formatCode>General</c:formatCode>"))
    cache.append(fragment(f'<c:ptCount val="{len(cells)}"/>'))
    for index, cell in enumerate(cells):
        shown = _cached(cell, kind)
        if shown is not None:
            point = fragment(f'<c:pt idx="{index}"><c:v/></c:pt>')
            point[0].text = shown
            cache.append(point)
    made.append(cache)
    return made


def _cached(cell: CellValue, kind: SourceKind) -> str | None:
    match cell:
        case None:
            return None
        case bool():
            return ("1" if cell else "0") if kind == "number" else str(cell).upper()
        case float() | int():
            return number_text(cell)
        case CellError():
            return "0" if kind == "number" else cell.code
        case str():
            return "0" if kind == "number" else cell


def categories_kind(workbook: OpenWorkbook, area: Area) -> SourceKind:
    """Numbers and dates as categories are kept as numbers, everything else as text."""
    workbook.settle()
    cells = [cell for cell in cell_values(workbook, [area]) if cell is not None]
    numbers = all(isinstance(cell, int | float) and not isinstance(cell, bool) for cell in cells)
    return "number" if cells and numbers else "text"


def set_literal_name(series: Element, text: str) -> None:
    """Name a series by a text."""
    remove(series, "c:tx")
    made = fragment("<c:tx><c:v/></c:tx>")
    made[0].text = text
    insert(series, made)


def set_name_reference(workbook: OpenWorkbook, series: Element, area: Area) -> None:
    """Name a series by cells."""
    set_reference(workbook, series, "tx", area, "text")


def series_name(workbook: OpenWorkbook, series: Element, home: SheetId, position: int) -> str:
    """The name shown: what its cells show now, its text, or `Series1` counted from one."""
    literal = get(series, "c:tx/c:v")
    if literal is not None:
        return literal.text or ""
    text = formula(series, "tx")
    areas = source_areas(workbook, text, home)
    if areas:
        workbook.settle()
        shown = [
            cell
            for area in areas
            for row in workbook.engine.texts(workbook.sheet_index(area.sheet), area.rect)
            for cell in row
        ]
        return " ".join(part for part in shown if part) or f"Series{position + 1}"
    if get(series, "c:tx") is not None:
        kept = list(series.iterfind(f"{tag('c:tx')}//{tag('c:v')}"))
        return " ".join(found.text or "" for found in kept)
    return f"Series{position + 1}"


def data_values(
    workbook: OpenWorkbook, series: Element, name: str, home: SheetId
) -> list[CellValue]:
    """Values behind a source: the cells' now, or those kept in the part."""
    areas = source_areas(workbook, formula(series, name), home)
    if areas is not None:
        workbook.settle()
        return cell_values(workbook, areas)
    holder = get(series, f"c:{name}")
    if holder is None:
        return []
    counts = list(holder.iter(tag("c:ptCount")))
    kept: list[CellValue] = [None] * (int(counts[0].get("val", "0")) if counts else 0)
    for point in holder.iter(tag("c:pt")):
        index, text = int(point.get("idx", "0")), value_text(point)
        if index < len(kept):
            kept[index] = _number_or_text(text)
    return kept


def value_text(point: Element) -> str:
    """The text of a kept value."""
    found = get(point, "c:v")
    return "" if found is None else found.text or ""


def _number_or_text(text: str) -> CellValue:
    try:
        return float(text)
    except ValueError:
        return text


def list_text(series: Element, name: str) -> str:
    """A list of values kept in the chart itself, as a formula writes it: `{1,2,"x"}`."""
    holder = get(series, f"c:{name}")
    points = [] if holder is None else [value_text(point) for point in holder.iter(tag("c:pt"))]
    shown = (
        text if isinstance(_number_or_text(text), float) else '"' + text.replace('"', '""') + '"'
        for text in points
    )
    return "{" + ",".join(shown) + "}"
