"""The workbook as a browser grid draws it: sheets with sizes first, then tiles of cells.

Rows and columns are 0-based, sizes in points, rectangles `[top, left, bottom, right]` inclusive.
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias, TypedDict

from embedded_excel.calc.cells import (
    Axis,
    CellError,
    CellStyle,
    CellValue,
    Line,
    Rect,
    Visibility,
)
from embedded_excel.calc.conditional_rules import Shown
from embedded_excel.errors import invalid_argument
from embedded_excel.model.areas import Position, checked, intersection, sheet_named
from embedded_excel.model.typed_input import serial
from embedded_excel.model.workbook import OpenWorkbook
from embedded_excel.render.fitting import fitted
from embedded_excel.render.rule_looks import with_rule
from embedded_excel.render.table_styles import NOTHING, TablePaint, table_paint

MAX_TILE_CELLS = 20_000

Box: TypeAlias = list[int]
Align: TypeAlias = Literal["l", "r", "c"]
TileCell: TypeAlias = list[int | str]
"""`[row, column, text, formula, style index, align]`; formula is "" without one."""


class GridTable(TypedDict):
    """A table's place and look."""

    name: str
    range: Box
    style: str


class GridSheet(TypedDict):
    """A sheet without its cells."""

    name: str
    visibility: Visibility
    rows: int
    columns: int
    frozenRows: int
    frozenColumns: int
    gridlines: bool
    tabColor: str
    defaultRowHeight: float
    defaultColumnWidth: float
    rowHeights: dict[str, float]
    columnWidths: dict[str, float]
    hiddenRows: list[int]
    hiddenColumns: list[int]
    merges: list[Box]
    tables: list[GridTable]


class GridWorkbook(TypedDict):
    """All sheets of a workbook at a revision."""

    revision: int
    name: str
    active: str
    sheets: list[GridSheet]


class GridFont(TypedDict):
    """A font; `color` is `#RRGGBB`, `underline` the Office.js name."""

    name: str
    size: float
    bold: bool
    italic: bool
    underline: str
    strike: bool
    color: str


class GridStyle(TypedDict):
    """How cells look; `fill` is "" for none, `borders` are CSS values of the sides that have one."""

    font: GridFont
    fill: str
    numberFormat: str
    horizontal: str
    vertical: str
    wrap: bool
    indent: int
    borders: dict[str, str]


class GridTile(TypedDict):
    """Cells of a rectangle that show anything, and the styles they point at."""

    revision: int
    sheet: str
    cells: list[TileCell]
    styles: list[GridStyle]


def describe(workbook: OpenWorkbook, revision: int) -> GridWorkbook:
    """Every sheet's size, rows and columns that differ, merges and tables."""
    workbook.settle()
    engine = workbook.engine
    names = engine.sheet_names()
    return {
        "revision": revision,
        "name": workbook.file_name,
        "active": names[engine.active_sheet()],
        "sheets": [_sheet(workbook, index, name) for index, name in enumerate(names)],
    }


def _sheet(workbook: OpenWorkbook, index: int, name: str) -> GridSheet:
    engine = workbook.engine
    view = engine.sheet_view(index)
    used = engine.used_rect(index, values_only=False)
    rows, columns = engine.row_axis(index), engine.column_axis(index)
    return {
        "name": name,
        "visibility": view.visibility,
        "rows": 0 if used is None else used.bottom + 1,
        "columns": 0 if used is None else used.right + 1,
        "frozenRows": view.frozen_rows,
        "frozenColumns": view.frozen_columns,
        "gridlines": view.show_gridlines,
        "tabColor": view.tab_color,
        "defaultRowHeight": rows.default,
        "defaultColumnWidth": columns.default,
        "rowHeights": _sizes(rows),
        "columnWidths": _sizes(columns),
        "hiddenRows": sorted(rows.hidden),
        "hiddenColumns": sorted(columns.hidden),
        "merges": [_box(merge) for merge in engine.merges(index)],
        "tables": [
            {"name": table.name, "range": _box(table.rect), "style": table.style}
            for table in engine.tables()
            if table.sheet == index
        ],
    }


def _sizes(axis: Axis) -> dict[str, float]:
    return {str(index): size for index, size in sorted(axis.sizes.items())}


def _box(rect: Rect) -> Box:
    return [rect.top, rect.left, rect.bottom, rect.right]


def tile(workbook: OpenWorkbook, revision: int, sheet_name: str, rect: Rect) -> GridTile:
    """Cells of a rectangle.

    Raises:
        ExcelApiError: ItemNotFound for an unknown sheet, InvalidArgument for a rectangle outside
            the sheet or of more than `MAX_TILE_CELLS` cells.
    """
    checked(rect)
    if rect.rows * rect.columns > MAX_TILE_CELLS:
        raise invalid_argument(f"A tile has at most {MAX_TILE_CELLS:,} cells.")
    sheet_id = sheet_named(workbook, sheet_name)
    workbook.settle()
    index = workbook.sheet_index(sheet_id)
    used = workbook.engine.used_rect(index, values_only=False)
    part = None if used is None else intersection(used, rect)
    drawn = _Tile(workbook, index)
    drawn.show_rules(rect)
    if part is not None:
        drawn.read(part)
    drawn.rest_of_columns(rect, part)
    return {
        "revision": revision,
        "sheet": workbook.sheet_name(sheet_id),
        "cells": drawn.cells,
        "styles": drawn.styles,
    }


class _Tile:
    """Collects cells; equal looks are listed once."""

    def __init__(self, workbook: OpenWorkbook, sheet: int) -> None:
        self.cells: list[TileCell] = []
        self.styles: list[GridStyle] = []
        self._looks: dict[int, CellStyle] = {}
        self._workbook = workbook
        self._engine = workbook.engine
        self._sheet = sheet
        self._known: dict[tuple[int, TablePaint, Shown | None], int] = {}
        self._shown: Mapping[Position, Shown] = {}
        self._paints = [table for table in workbook.engine.tables() if table.sheet == sheet]
        self._columns = workbook.engine.column_axis(sheet)
        self._merges = {(merge.top, merge.left): merge for merge in workbook.engine.merges(sheet)}

    def read(self, part: Rect) -> None:
        """Used cells: what they hold and how they look."""
        block = self._engine.read(self._sheet, part)
        texts = self._engine.texts(self._sheet, part)
        styles = self._engine.style_ids(self._sheet, part)
        for row in range(part.rows):
            for column in range(part.columns):
                place = (part.top + row, part.left + column)
                self._add(
                    place,
                    texts[row][column],
                    block.formulas[row][column] or "",
                    block.values[row][column],
                    styles[row][column],
                )

    def rest_of_columns(self, rect: Rect, part: Rect | None) -> None:
        """Styled cells outside the used range: whole rows and columns that carry a format."""
        ids = self._engine.style_ids(self._sheet, rect)
        for row, line in enumerate(ids, rect.top):
            for column, style in enumerate(line, rect.left):
                inside = (
                    part is not None
                    and part.top <= row <= part.bottom
                    and part.left <= column <= part.right
                )
                shown = (row, column) in self._shown or (style and self._shows(style))
                if not inside and shown:
                    self._add((row, column), "", "", None, style)

    def show_rules(self, rect: Rect) -> None:
        """Find out what conditional formats change."""
        today = serial(self._workbook.today(), date1904=self._engine.date1904())
        rules = self._engine.sheet_parts.conditional
        self._shown = rules.shown(self._sheet, rect, 0.0 if today is None else today)

    def _shows(self, style_id: int) -> bool:
        return _visible(self._look(style_id))

    def _look(self, style_id: int) -> CellStyle:
        if style_id not in self._looks:
            self._looks[style_id] = self._engine.style(style_id)
        return self._looks[style_id]

    def _add(
        self, place: Position, text: str, formula: str, value: CellValue, style_id: int
    ) -> None:
        style = self._look(style_id)
        paint = table_paint(self._paints, *place) if self._paints else NOTHING
        shown = self._shown.get(place)
        if shown is not None:
            style = with_rule(style, shown.format)
        if not text and not formula and not _visible(style) and not paint.visible:
            return
        text = fitted(text, value, style, self._width(place))
        key = (style_id, paint, shown)
        if key not in self._known:
            self._known[key] = len(self.styles)
            self.styles.append(_style(style, paint))
        self.cells.append([*place, text, formula, self._known[key], align(style, value)])

    def _width(self, place: Position) -> float:
        """Width of a cell in points, of all of a merged area's in its first cell."""
        merge = self._merges.get(place)
        columns = [place[1]] if merge is None else range(merge.left, merge.right + 1)
        axis = self._columns
        return sum(
            axis.sizes.get(column, axis.default) for column in columns if column not in axis.hidden
        )


def align(style: CellStyle, value: CellValue) -> Align:
    """Where text stands: as set, else numbers right, booleans and errors centred, text left."""
    match style.horizontal:
        case "Left" | "Justify" | "Fill" | "Distributed":
            return "l"
        case "Right":
            return "r"
        case "Center" | "CenterAcrossSelection":
            return "c"
        case "General":
            pass
    match value:
        case bool() | CellError():
            return "c"
        case float() | int():
            return "r"
        case str() | None:
            return "l"


def _visible(style: CellStyle) -> bool:
    lines = (style.edge_top, style.edge_bottom, style.edge_left, style.edge_right)
    return bool(style.fill) or any(line.style != "None" for line in lines)


_WIDTHS = {"Hairline": "1px", "Thin": "1px", "Medium": "2px", "Thick": "3px"}
_LOOKS = {
    "Continuous": "solid",
    "Dash": "dashed",
    "DashDot": "dashed",
    "DashDotDot": "dashed",
    "Dot": "dotted",
    "Double": "double",
    "SlantDashDot": "dashed",
}


def _css(line: Line) -> str:
    width = "3px" if line.style == "Double" else _WIDTHS[line.weight]
    look = "dotted" if line.weight == "Hairline" else _LOOKS[line.style]
    return f"{width} {look} {line.color}"


def _style(style: CellStyle, paint: TablePaint) -> GridStyle:
    font = style.font
    sides = {
        "top": style.edge_top,
        "bottom": style.edge_bottom,
        "left": style.edge_left,
        "right": style.edge_right,
    }
    borders = {side: _css(line) for side, line in sides.items() if line.style != "None"}
    for side, css in paint.borders:
        borders.setdefault(side, css)
    # A cell's own colours win over the table's; black counts as not set.
    color = paint.color if paint.color and font.color.upper() == "#000000" else font.color
    return {
        "font": {
            "name": font.name,
            "size": font.size,
            "bold": font.bold or paint.bold,
            "italic": font.italic,
            "underline": font.underline,
            "strike": font.strikethrough,
            "color": color,
        },
        "fill": style.fill or paint.fill,
        "numberFormat": style.number_format,
        "horizontal": style.horizontal,
        "vertical": style.vertical,
        "wrap": style.wrap_text,
        "indent": style.indent,
        "borders": borders,
    }
