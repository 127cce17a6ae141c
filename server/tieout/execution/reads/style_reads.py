"""Read how the cells of a range look and what is attached to them.

One batch for the looks and for what rules, comments and spills there are (without the latter where
this Excel doesn't know one of them); a second one, only when there are some, for where they apply; a third where validation differs from cell to cell. Of a large
range the looks of its first and last rows are read, and the value says so.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pydantic import JsonValue

from tieout.errors import ExcelError
from tieout.execution.ports import ExcelHost
from tieout.execution.reads.rule_reads import Attached, ask_what_there_is, read_attached
from tieout.office_wire.batch import JsonObject
from tieout.office_wire.build import BatchBuilder, ResultHandle
from tieout.office_wire.response import Results
from tieout.workbook.address import Address
from tieout.workbook.cell_styles import NO_EDGE, AreaNote, CellStyle, Edge, RangeStyles
from tieout.workbook.snapshot import RangeSnapshot

MAX_STYLED_CELLS = 4_000
"""Cells whose looks are read at most: an answer of about three megabytes."""
_TAIL_SHARE = 10
_OPTIONS: dict[str, JsonValue] = {
    "hidden": True,
    "hyperlink": True,
    "format": {
        "fill": {"color": True, "pattern": True},
        "font": {
            "name": True,
            "size": True,
            "color": True,
            "bold": True,
            "italic": True,
            "underline": True,
            "strikethrough": True,
        },
        "borders": {"style": True, "weight": True, "color": True},
        "protection": {"locked": True, "formulaHidden": True},
        "horizontalAlignment": True,
        "verticalAlignment": True,
        "indentLevel": True,
        "wrapText": True,
        "textOrientation": True,
    },
}


@dataclass(frozen=True, slots=True)
class _Looks:
    """Rows of looks as places in a table, and the links of cells."""

    table: tuple[CellStyle, ...]
    rows: dict[int, list[int]]
    links: tuple[AreaNote, ...]


async def read_styles(
    host: ExcelHost, area: Address, cells: RangeSnapshot | None = None
) -> RangeStyles | None:
    """Looks, rules, links, comments and spills of a range whose sheet is named.

    Args:
        host: Where to ask.
        area: The range.
        cells: Its content, when that is known: spills are only looked for around formulas.

    Returns:
        None when this Excel can't tell looks cell by cell.

    Raises:
        PaneLost: The host went away.
    """
    bands = tuple(_bands(area))
    for with_rules in (True, False):
        builder = BatchBuilder()
        sheet = builder.worksheet(area.sheet)
        handles = [
            sheet.range(band.local).call("GetCellProperties", _OPTIONS, writes=False)
            for band in bands
        ]
        asked = ask_what_there_is(builder, area) if with_rules else None
        try:
            results = Results(await host.send(builder.build()))
        except ExcelError:
            continue
        looks = _looks(area, bands, _read(bands, handles, results))
        if asked is None:
            return looks
        return _with(looks, await read_attached(host, asked, results, cells))
    return None


def _looks(area: Address, bands: tuple[Address, ...], looks: _Looks) -> RangeStyles:
    missing = [-1] * area.columns
    return RangeStyles(
        area,
        bands,
        looks.table,
        tuple(tuple(looks.rows.get(row, missing)) for row in range(area.top, area.bottom + 1)),
        hyperlinks=looks.links,
    )


def _with(styles: RangeStyles, attached: Attached) -> RangeStyles:
    return replace(
        styles,
        conditional=attached.conditional,
        validations=attached.validations,
        comments=attached.comments,
        spills=attached.spills,
    )


def _bands(area: Address) -> Iterator[Address]:
    """All of a small range; the first and last rows of a large one."""
    most = MAX_STYLED_CELLS // area.columns
    if area.rows <= most:
        yield area
        return
    tail = most // _TAIL_SHARE
    head = max(1, most - tail)
    right = min(area.right, area.left + MAX_STYLED_CELLS - 1)
    yield Address(area.sheet, area.top, area.left, area.top + head - 1, right)
    if tail:
        yield Address(area.sheet, area.bottom - tail + 1, area.left, area.bottom, right)


def _read(bands: tuple[Address, ...], handles: list[ResultHandle], results: Results) -> _Looks:
    table: dict[CellStyle, int] = {}
    known: dict[str, int] = {}
    rows: dict[int, list[int]] = {}
    links: list[AreaNote] = []
    for band, handle in zip(bands, handles, strict=True):
        grid = results.value(handle)
        for row, line in enumerate(grid if isinstance(grid, list) else [], band.top):
            ids = rows.setdefault(row, [])
            for column, cell in enumerate(line if isinstance(line, list) else [], band.left):
                given = cell if isinstance(cell, dict) else {}
                key = repr((given.get("format"), given.get("hidden")))
                if key not in known:
                    known[key] = table.setdefault(_style(given), len(table))
                ids.append(known[key])
                link = _inner(given, "hyperlink")
                if link:
                    links.append(AreaNote((Address.cell("", row, column),), _link_text(link)))
    return _Looks(tuple(table), rows, tuple(_joined(links)))


def _style(cell: JsonObject) -> CellStyle:
    shape = _inner(cell, "format")
    font, fill = _inner(shape, "font"), _inner(shape, "fill")
    protection, borders = _inner(shape, "protection"), _inner(shape, "borders")
    plain = CellStyle()
    pattern = _text(fill, "pattern") or "None"
    color = _text(fill, "color").upper()
    return CellStyle(
        font=_text(font, "name") or plain.font,
        size=_number(font, "size") or plain.size,
        color=(_text(font, "color") or plain.color).upper(),
        bold=font.get("bold") is True,
        italic=font.get("italic") is True,
        underline=_text(font, "underline") or "None",
        strikethrough=font.get("strikethrough") is True,
        fill="" if pattern == "None" and color in ("", "#FFFFFF") else color,
        pattern="Solid" if pattern == "None" else pattern,
        horizontal=_text(shape, "horizontalAlignment") or "General",
        vertical=_text(shape, "verticalAlignment") or "Bottom",
        indent=int(_number(shape, "indentLevel")),
        wrap=shape.get("wrapText") is True,
        rotation=int(_number(shape, "textOrientation")),
        top=_edge(borders, "top"),
        bottom=_edge(borders, "bottom"),
        left=_edge(borders, "left"),
        right=_edge(borders, "right"),
        locked=protection.get("locked") is not False,
        hidden=cell.get("hidden") is True,
        formula_hidden=protection.get("formulaHidden") is True,
    )


def _edge(borders: JsonObject, side: str) -> Edge:
    line = _inner(borders, side)
    style = _text(line, "style") or "None"
    if style == "None":
        return NO_EDGE
    color = _text(line, "color").upper() or "#000000"
    return Edge(style, _text(line, "weight") or "Thin", color)


def _link_text(link: JsonObject) -> str:
    address, place = _text(link, "address"), _text(link, "documentReference")
    return " ".join((f"{address}#{place}" if address and place else address or place).split())


def _joined(links: list[AreaNote]) -> Iterator[AreaNote]:
    """Equal links as one, with the cells of each."""
    by_text: dict[str, list[Address]] = {}
    for note in links:
        by_text.setdefault(note.text, []).extend(note.areas)
    for text, areas in by_text.items():
        yield AreaNote(tuple(areas), text)


def _inner(value: JsonObject, name: str) -> JsonObject:
    inner = value.get(name)
    return inner if isinstance(inner, dict) else {}


def _text(value: JsonObject, name: str) -> str:
    found = value.get(name)
    return found if isinstance(found, str) else ""


def _number(value: JsonObject, name: str) -> float:
    found = value.get(name)
    return float(found) if isinstance(found, int | float) else 0.0
