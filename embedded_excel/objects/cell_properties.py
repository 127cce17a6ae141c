"""`getCellProperties` and `setCellProperties`: formats of many cells in one call, cell by cell."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, cast

from pydantic import JsonValue

from embedded_excel.calc.cells import CellStyle, Line, Rect
from embedded_excel.errors import invalid_argument, not_implemented
from embedded_excel.model.a1 import rect_text
from embedded_excel.model.areas import MAX_CELLS_READ, is_unbounded
from embedded_excel.model.cell_styles import called
from embedded_excel.model.cell_writing import WRONG_SHAPE
from embedded_excel.model.workbook import Area
from embedded_excel.objects.base import MEMBERS, ExcelCollection, ExcelObject, method
from embedded_excel.objects.range_base import RangeBase, address_of, make

_FONT: Mapping[str, Callable[[CellStyle], JsonValue]] = {
    "name": lambda style: style.font.name,
    "size": lambda style: style.font.size,
    "bold": lambda style: style.font.bold,
    "italic": lambda style: style.font.italic,
    "underline": lambda style: style.font.underline,
    "strikethrough": lambda style: style.font.strikethrough,
    "subscript": lambda style: style.font.subscript,
    "superscript": lambda style: style.font.superscript,
    "color": lambda style: style.font.color.upper(),
    "tintAndShade": lambda style: style.font.tint,
}
_FILL: Mapping[str, Callable[[CellStyle], JsonValue]] = {
    "color": lambda style: style.fill.upper() or "#FFFFFF",
    "pattern": lambda style: style.pattern,
    "patternColor": lambda style: style.pattern_color.upper() or "#000000",
    "patternTintAndShade": lambda style: style.pattern_tint,
    "tintAndShade": lambda style: style.fill_tint,
}
_FORMAT: Mapping[str, Callable[[CellStyle], JsonValue]] = {
    "horizontalAlignment": lambda style: style.horizontal,
    "verticalAlignment": lambda style: style.vertical,
    "wrapText": lambda style: style.wrap_text,
    "shrinkToFit": lambda style: style.shrink_to_fit,
    "indentLevel": lambda style: style.indent,
    "autoIndent": lambda style: style.auto_indent,
    "readingOrder": lambda style: style.reading_order,
    "textOrientation": lambda style: 180 if style.rotation == 255 else style.rotation,  # noqa: PLR2004
    "protection": lambda style: {"locked": style.locked, "formulaHidden": style.formula_hidden},
}
_SIDES: Mapping[str, Callable[[CellStyle], Line]] = {
    "top": lambda style: style.edge_top,
    "bottom": lambda style: style.edge_bottom,
    "left": lambda style: style.edge_left,
    "right": lambda style: style.edge_right,
    "diagonalDown": lambda style: style.diagonal_down,
    "diagonalUp": lambda style: style.diagonal_up,
}
SIDE_INDEX = {
    "top": "EdgeTop",
    "bottom": "EdgeBottom",
    "left": "EdgeLeft",
    "right": "EdgeRight",
    "horizontal": "InsideHorizontal",
    "vertical": "InsideVertical",
    "diagonalDown": "DiagonalDown",
    "diagonalUp": "DiagonalUp",
}
_BORDER: Mapping[str, Callable[[Line], JsonValue]] = {
    "style": lambda line: line.style,
    "weight": lambda line: line.weight,
    "color": lambda line: line.color.upper(),
    "tintAndShade": lambda line: line.tint,
}

_Hidden: TypeAlias = tuple[frozenset[int], frozenset[int]]
"""Hidden rows and columns of a sheet."""


def asked(options: JsonValue) -> Sequence[tuple[str, JsonValue]]:
    """The properties an options object asks for."""
    if not isinstance(options, dict):
        raise invalid_argument()
    return [(name, value) for name, value in options.items() if value]


def _part(
    style: CellStyle, options: JsonValue, known: Mapping[str, Callable[[CellStyle], JsonValue]]
) -> dict[str, JsonValue]:
    found: dict[str, JsonValue] = {}
    for name, _ in asked(options):
        if name not in known:
            raise not_implemented(f"Range.getCellProperties of {name}")
        found[name] = known[name](style)
    return found


def _format(style: CellStyle, options: JsonValue) -> dict[str, JsonValue]:
    found: dict[str, JsonValue] = {}
    for name, inner in asked(options):
        match name:
            case "font":
                found[name] = _part(style, inner, _FONT)
            case "fill":
                found[name] = _part(style, inner, _FILL)
            case "borders":
                found[name] = {
                    side: {
                        key: _BORDER[key](line(style)) for key, _ in asked(inner) if key in _BORDER
                    }
                    for side, line in _SIDES.items()
                }
            case _:
                found |= _part(style, {name: True}, _FORMAT)
    return found


class RangeCellProperties(RangeBase):
    """Formats cell by cell."""

    @method("GetCellProperties")
    def get_cell_properties(self, options: JsonValue) -> JsonValue:
        """The asked properties of each cell, in JavaScript names."""
        rect = self.rect
        if is_unbounded(rect) or rect.rows * rect.columns > MAX_CELLS_READ:
            raise invalid_argument()
        known: dict[int, dict[str, JsonValue]] = {}
        hidden = self._hidden()
        grid: list[JsonValue] = []
        for row, ids in enumerate(self.engine.style_ids(self.sheet, rect), rect.top):
            line: list[JsonValue] = []
            for column, style in enumerate(ids, rect.left):
                if style not in known:
                    known[style] = self._of_style(style, options)
                line.append(
                    known[style] | self._of_place(Rect(row, column, row, column), options, hidden)
                )
            grid.append(line)
        return grid

    def _of_style(self, style: int, options: JsonValue) -> dict[str, JsonValue]:
        found: dict[str, JsonValue] = {}
        for name, inner in asked(options):
            match name:
                case "format":
                    found[name] = cast("JsonValue", _format(self.engine.style(style), inner))
                case "style":
                    found[name] = called(self.workbook, self.engine.documents.styles.name_of(style))
                case "address" | "addressLocal" | "hidden" | "hyperlink":
                    pass
                case _:
                    raise not_implemented(f"Range.getCellProperties of {name}")
        return found

    def _of_place(self, cell: Rect, options: JsonValue, hidden: _Hidden) -> dict[str, JsonValue]:
        found: dict[str, JsonValue] = {}
        area = Area(self.area.sheet, cell)
        for name, _ in asked(options):
            match name:
                case "address":
                    found[name] = address_of(self.workbook, area)
                case "addressLocal":
                    found[name] = rect_text(cell)
                case "hidden":
                    found[name] = cell.top in hidden[0] or cell.left in hidden[1]
                case "hyperlink":
                    scalar = MEMBERS["Range"].scalars["Hyperlink"]
                    found[name] = scalar.get(make("Range", self.workbook, area))
                case _:
                    pass
        return found

    def _hidden(self) -> _Hidden:
        engine = self.engine
        return engine.row_axis(self.sheet).hidden, engine.column_axis(self.sheet).hidden

    @method("SetCellProperties")
    def set_cell_properties(self, cells: JsonValue) -> None:
        """Set formats cell by cell; a 1 × 1 array goes to every cell."""
        rect = self.rect
        if is_unbounded(rect) or not isinstance(cells, list):
            raise invalid_argument()
        lines: list[list[JsonValue]] = []
        for line in cells:
            if not isinstance(line, list):
                raise invalid_argument(WRONG_SHAPE)
            lines.append(line)
        if len(lines) == 1 and len(lines[0]) == 1:
            self._apply(self.area, lines[0][0])
            return
        if len(lines) != rect.rows or any(len(line) != rect.columns for line in lines):
            raise invalid_argument(WRONG_SHAPE)
        for row, line in enumerate(lines, rect.top):
            for column, properties in enumerate(line, rect.left):
                cell = Rect(row, column, row, column)
                self._apply(Area(self.area.sheet, cell), properties)

    def _apply(self, area: Area, properties: JsonValue) -> None:
        if properties is None:
            return
        if not isinstance(properties, dict):
            raise invalid_argument()
        for name, value in properties.items():
            match name:
                case "format":
                    assign(make("RangeFormat", self.workbook, (area,)), value)
                case "style" | "hyperlink":
                    assign(make("Range", self.workbook, area), {name: value})
                case _:
                    raise not_implemented(f"Range.setCellProperties of {name}")


def assign(target: ExcelObject, values: JsonValue) -> None:
    """Set properties given in JavaScript names on an object of the API, nested ones too."""
    if not isinstance(values, dict):
        raise invalid_argument()
    members = MEMBERS[target.class_name]
    for name, value in values.items():
        wire = name[:1].upper() + name[1:]
        scalar = members.scalars.get(wire)
        if scalar is not None and scalar.set is not None:
            if value is not None:
                scalar.set(target, value)
        elif wire == "Borders" and isinstance(value, dict):
            borders = members.navigations[wire](target)
            assert borders is not None
            for side, line in value.items():
                _assign_border(borders, side, line)
        elif wire in members.navigations:
            inner = members.navigations[wire](target)
            assert inner is not None
            assign(inner, value)
        else:
            raise not_implemented(f"Range.setCellProperties of {name}")


def _assign_border(borders: ExcelObject, side: str, line: JsonValue) -> None:
    if side not in SIDE_INDEX:
        raise invalid_argument()
    assert isinstance(borders, ExcelCollection)
    if line is not None:
        assign(borders.get_item(SIDE_INDEX[side]), line)
