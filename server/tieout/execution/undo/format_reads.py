"""Read formats, sizes, merged areas and sheet properties, as one batch of the server's own."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, assert_never

from pydantic import JsonValue

from tieout.errors import ExcelError
from tieout.execution.ports import ExcelHost
from tieout.office_wire.build import BatchBuilder, ResultHandle, WireObject
from tieout.office_wire.response import Results
from tieout.workbook.address import MAX_COLUMNS, MAX_ROWS, Address
from tieout.workbook.format_image import Spot, SpotKind, Values

LookKind: TypeAlias = Literal["cells", "area", "rows", "columns", "merges", "sheet"]
"""`cells`: cell by cell. `area`: only if its cells are alike. Rows and columns likewise are read
one by one, or together when `Look.groups` is `("together",)`."""

PROPERTIES: Mapping[str, tuple[str, ...]] = {
    "font": (
        "Name", "Size", "Color", "Bold", "Italic", "Underline", "Strikethrough", "Subscript",
        "Superscript",
    ),
    "fill": ("Color", "Pattern"),
    "alignment": (
        "HorizontalAlignment", "VerticalAlignment", "WrapText", "ShrinkToFit", "IndentLevel",
        "TextOrientation",
    ),
    "protection": ("Locked", "FormulaHidden"),
    "borders": ("Style", "Weight", "Color"),
}  # fmt: skip
SIDES: Mapping[str, str] = {
    "top": "EdgeTop",
    "bottom": "EdgeBottom",
    "left": "EdgeLeft",
    "right": "EdgeRight",
    "diagonalDown": "DiagonalDown",
    "diagonalUp": "DiagonalUp",
}
_AREA_SIDES = (*SIDES.values(), "InsideHorizontal", "InsideVertical")
FREEZE = "FreezePanes"
_ONE = Address("", 1, 1, 1, 1)
_QUOTED = re.compile(r"'(?:[^']|'')*'")
_CHILDREN = {"font": "Font", "fill": "Fill", "protection": "Protection"}


@dataclass(frozen=True, slots=True)
class Look:
    """Something to read, before a write and after it alike.

    Attributes:
        groups: Cell groups of cells and areas, properties of a sheet.
        whole: As `Spot.whole`.
    """

    sheet_id: str
    kind: LookKind
    area: Address = _ONE
    groups: tuple[str, ...] = ()
    whole: Address | None = None


async def formatted_extents(host: ExcelHost, sheet_ids: Sequence[str]) -> dict[str, Address]:
    """The rectangle of each sheet that holds everything filled or formatted.

    Raises:
        ExcelError: Excel refused.
        PaneLost: The host went away.
    """
    builder = BatchBuilder()
    asked = {
        sheet: builder.worksheet(sheet).method("GetUsedRangeOrNullObject", False).load("Address")
        for sheet in sheet_ids
    }
    results = Results(await host.send(builder.build())) if asked else None
    found: dict[str, Address] = {}
    for sheet, handle in asked.items():
        for area in _local_areas(results.properties(handle).get("Address") if results else None):
            found[sheet] = Address.parse(area)
    return found


async def read_formats(host: ExcelHost, looks: Sequence[Look]) -> dict[Spot, Values]:
    """One batch for all looks. What is not alike throughout an area is left out.

    Raises:
        ExcelError: Excel refused, or can't tell formats cell by cell.
        PaneLost: The host went away.
    """
    builder = BatchBuilder()
    asked = [(look, list(_ask(builder, look))) for look in looks]
    results = Results(await host.send(builder.build()))
    found: dict[Spot, Values] = {}
    for look, questions in asked:
        for question in questions:
            found.update(_answer(look, question, results))
    return found


@dataclass(frozen=True, slots=True)
class _Question:
    """One handle, the group it answers, and the lines it is about."""

    handle: ResultHandle
    group: str = ""
    area: Address = _ONE


def _ask(builder: BatchBuilder, look: Look) -> Iterator[_Question]:
    sheet = builder.worksheet(look.sheet_id)
    match look.kind:
        case "cells":
            target = sheet.range(look.area.local)
            options = _cell_options(look.groups)
            if options:
                handle = target.call("GetCellProperties", {"format": options}, writes=False)
                yield _Question(handle, "cells")
            if "numberFormat" in look.groups:
                yield _Question(target.load("NumberFormat"), "numberFormat")
        case "area":
            yield from _ask_area(sheet.range(look.area.local).child("Format"), look)
        case "rows" | "columns":
            for lines in _lines(look):
                target = sheet.range(lines.local)
                rows = look.kind == "rows"
                hidden = target.load("RowHidden" if rows else "ColumnHidden")
                size = ("RowHeight", "UseStandardHeight")
                if not rows:
                    size = ("ColumnWidth", "UseStandardWidth")
                yield _Question(target.child("Format").load(*size), "size", lines)
                yield _Question(hidden, "hidden", lines)
        case "merges":
            merged = sheet.method("GetRange", None).method("GetMergedAreasOrNullObject")
            yield _Question(merged.load("Address"), "merges")
        case "sheet":
            for name in look.groups:
                if name == FREEZE:
                    location = sheet.child(FREEZE).method("GetLocationOrNullObject")
                    yield _Question(location.load("Address"), name)
                else:
                    yield _Question(sheet.load(name), name)
        case _:
            assert_never(look.kind)


def _cell_options(groups: Sequence[str]) -> dict[str, JsonValue]:
    options: dict[str, JsonValue] = {}
    for group in groups:
        asked: dict[str, JsonValue] = {_js(name): True for name in PROPERTIES.get(group, ())}
        if group == "alignment":
            options |= asked
        elif group != "numberFormat":
            options[group] = asked
    return options


def _ask_area(shape: WireObject, look: Look) -> Iterator[_Question]:
    for group in look.groups:
        if group == "borders":
            for side in area_sides(look.area):
                yield _Question(
                    shape.child("Borders").item(side).load(*PROPERTIES["borders"]), side
                )
        elif group in PROPERTIES:
            target = shape.child(_CHILDREN[group]) if group in _CHILDREN else shape
            yield _Question(target.load(*PROPERTIES[group]), group)


def area_sides(area: Address) -> Iterator[str]:
    """The sides of a border that an area of this shape has."""
    yield from SIDES.values()
    if area.rows > 1:
        yield "InsideHorizontal"
    if area.columns > 1:
        yield "InsideVertical"


def _lines(look: Look) -> Iterator[Address]:
    area = look.area
    if look.groups == ("together",):
        yield area
    elif look.kind == "rows":
        for row in range(area.top, area.bottom + 1):
            yield Address("", row, 1, row, MAX_COLUMNS)
    else:
        for column in range(area.left, area.right + 1):
            yield Address("", 1, column, MAX_ROWS, column)


def _answer(look: Look, question: _Question, results: Results) -> dict[Spot, Values]:
    match look.kind:
        case "cells":
            value = results.value(question.handle)
            if question.group == "numberFormat":
                value = results.properties(question.handle).get("NumberFormat")
            return dict(_cells(look, question.group, _grid(value, look.area)))
        case "area":
            properties = results.properties(question.handle)
            names = PROPERTIES.get(question.group, PROPERTIES["borders"])
            values = _settled(question.group, {name: properties.get(name) for name in names})
            if any(value is None or value == "" for _, value in values):
                return {}
            return {Spot(look.sheet_id, "area", look.area, question.group, look.whole): values}
        case "rows" | "columns":
            kind: SpotKind = "row" if look.kind == "rows" else "column"
            properties = results.properties(question.handle)
            values = tuple((name, properties.get(name)) for name in sorted(properties))
            if not values or any(value is None for _, value in values):
                return {}
            return {Spot(look.sheet_id, kind, question.area, question.group): values}
        case "merges":
            text = results.properties(question.handle).get("Address")
            spot = Spot(look.sheet_id, "merges", _ONE)
            return {spot: tuple((area, True) for area in _local_areas(text))}
        case "sheet":
            value = results.properties(question.handle).get(
                "Address" if question.group == FREEZE else question.group
            )
            if question.group == FREEZE and isinstance(value, str):
                value = _QUOTED.sub("", value).rpartition("!")[2]
            return {Spot(look.sheet_id, "sheet", _ONE, question.group): ((question.group, value),)}
        case _:
            assert_never(look.kind)


def _grid(value: JsonValue, area: Address) -> list[list[JsonValue]]:
    rows = [row for row in value if isinstance(row, list)] if isinstance(value, list) else []
    if len(rows) != area.rows or any(len(row) != area.columns for row in rows):
        raise ExcelError("RangeExceedsLimit", f"Excel gave no formats for {area}.")
    return rows


def _cells(look: Look, group: str, grid: list[list[JsonValue]]) -> Iterator[tuple[Spot, Values]]:
    known: dict[str, tuple[tuple[str, Values], ...]] = {}
    for row, line in enumerate(grid, look.area.top):
        for column, cell in enumerate(line, look.area.left):
            key = repr(cell)
            if key not in known:
                known[key] = tuple(_of_cell(cell, group, look.groups))
            area = Address("", row, column, row, column)
            for name, values in known[key]:
                yield Spot(look.sheet_id, "cell", area, name), values


def _of_cell(cell: JsonValue, group: str, groups: Sequence[str]) -> Iterator[tuple[str, Values]]:
    if group == "numberFormat":
        yield group, (("NumberFormat", cell),)
        return
    shape = _inner(cell, "format")
    for name in groups:
        if name == "borders":
            sides = _inner(shape, "borders")
            for js, side in SIDES.items():
                yield side, _settled(side, _named(_inner(sides, js), "borders"))
        elif name != "numberFormat":
            part = shape if name == "alignment" else _inner(shape, name)
            yield name, _settled(name, _named(part, name))


def _inner(value: JsonValue, name: str) -> dict[str, JsonValue]:
    inner = value.get(name) if isinstance(value, dict) else None
    return inner if isinstance(inner, dict) else {}


def _named(part: dict[str, JsonValue], group: str) -> dict[str, JsonValue]:
    return {name: part.get(_js(name)) for name in PROPERTIES[group]}


def _settled(group: str, values: dict[str, JsonValue]) -> Values:
    """A side without a line has no colour, a cell without a fill neither."""
    if group == "fill" and values.get("Pattern") == "None":
        return (("Pattern", "None"),)
    if group in _AREA_SIDES and values.get("Style") == "None":
        return (("Style", "None"),)
    return tuple(values.items())


def _local_areas(text: JsonValue) -> Iterator[str]:
    if isinstance(text, str):
        for part in _QUOTED.sub("", text).split(","):
            yield part.rpartition("!")[2]


def _js(name: str) -> str:
    return name[:1].lower() + name[1:]
