"""RangeBorderCollection and RangeBorder: edges, inside lines and diagonals of a range."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias, cast

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.cells import (
    MAX_COLUMNS,
    MAX_ROWS,
    CellStyle,
    Line,
    LineStyle,
    LineWeight,
    Rect,
)
from embedded_excel.errors import invalid_argument
from embedded_excel.model.areas import integer, styles_in
from embedded_excel.model.colors import color_code
from embedded_excel.model.events import format_changed
from embedded_excel.model.protecting import deny_unless
from embedded_excel.model.workbook import Area, OpenWorkbook
from embedded_excel.objects.base import (
    ExcelCollection,
    ExcelObject,
    excel_class,
    method,
    scalar,
)
from embedded_excel.objects.range_base import choice
from embedded_excel.objects.styled_areas import number, tinting

Side: TypeAlias = Literal[
    "edge_top", "edge_bottom", "edge_left", "edge_right", "diagonal_down", "diagonal_up"
]

SIDES = (
    "EdgeTop",
    "EdgeBottom",
    "EdgeLeft",
    "EdgeRight",
    "InsideVertical",
    "InsideHorizontal",
    "DiagonalDown",
    "DiagonalUp",
)
LINE_STYLES = (
    "None",
    "Continuous",
    "Dash",
    "DashDot",
    "DashDotDot",
    "Dot",
    "Double",
    "SlantDashDot",
)
WEIGHTS = ("Hairline", "Thin", "Medium", "Thick")


def line_on(style: CellStyle, side: Side) -> Line:
    """The line on a side of a cell."""
    match side:
        case "edge_top":
            return style.edge_top
        case "edge_bottom":
            return style.edge_bottom
        case "edge_left":
            return style.edge_left
        case "edge_right":
            return style.edge_right
        case "diagonal_down":
            return style.diagonal_down
        case "diagonal_up":
            return style.diagonal_up


def with_line(style: CellStyle, side: Side, line: Line) -> CellStyle:
    """A cell with another line on a side."""
    match side:
        case "edge_top":
            return replace(style, edge_top=line)
        case "edge_bottom":
            return replace(style, edge_bottom=line)
        case "edge_left":
            return replace(style, edge_left=line)
        case "edge_right":
            return replace(style, edge_right=line)
        case "diagonal_down":
            return replace(style, diagonal_down=line)
        case "diagonal_up":
            return replace(style, diagonal_up=line)


def side_of(index: str) -> Side:
    """The side of a single cell that a border is.

    Raises:
        ExcelApiError: InvalidArgument for what only lies between cells.
    """
    match index:
        case "EdgeTop":
            return "edge_top"
        case "EdgeBottom":
            return "edge_bottom"
        case "EdgeLeft":
            return "edge_left"
        case "EdgeRight":
            return "edge_right"
        case "DiagonalDown":
            return "diagonal_down"
        case "DiagonalUp":
            return "diagonal_up"
        case _:
            raise invalid_argument()


def _strips(rect: Rect, index: str) -> list[tuple[Rect, Side]]:
    """The cells and the side of them that carry a border of a range. The first strip owns it; a
    second one is the neighbours' side of the same lines.
    """
    top, bottom = replace(rect, bottom=rect.top), replace(rect, top=rect.bottom)
    left, right = replace(rect, right=rect.left), replace(rect, left=rect.right)
    match index:
        case "EdgeTop":
            above = replace(top, top=rect.top - 1, bottom=rect.top - 1)
            return [(top, "edge_top"), (above, "edge_bottom")]
        case "EdgeBottom":
            below = replace(bottom, top=rect.bottom + 1, bottom=rect.bottom + 1)
            return [(bottom, "edge_bottom"), (below, "edge_top")]
        case "EdgeLeft":
            before = replace(left, left=rect.left - 1, right=rect.left - 1)
            return [(left, "edge_left"), (before, "edge_right")]
        case "EdgeRight":
            after = replace(right, left=rect.right + 1, right=rect.right + 1)
            return [(right, "edge_right"), (after, "edge_left")]
        case "InsideHorizontal":
            uppers = replace(rect, bottom=rect.bottom - 1)
            return [(uppers, "edge_bottom"), (replace(rect, top=rect.top + 1), "edge_top")]
        case "InsideVertical":
            lefts = replace(rect, right=rect.right - 1)
            return [(lefts, "edge_right"), (replace(rect, left=rect.left + 1), "edge_left")]
        case "DiagonalDown":
            return [(rect, "diagonal_down")]
        case _:
            return [(rect, "diagonal_up")]


def _on_sheet(rect: Rect) -> bool:
    return 0 <= rect.top <= rect.bottom < MAX_ROWS and 0 <= rect.left <= rect.right < MAX_COLUMNS


@excel_class("RangeBorder")
class RangeBorder(ExcelObject):
    """One side of a range's border."""

    def __init__(self, workbook: OpenWorkbook, areas: tuple[Area, ...], index: str) -> None:
        super().__init__(workbook)
        self._areas = areas
        self._index = index

    def lines(self) -> set[Line]:
        """The different lines on this side. A line drawn by the neighbour's cell counts too."""
        found: set[Line] = set()
        for area in self._areas:
            strips = [
                {
                    line_on(style, side)
                    for style in styles_in(self.workbook, replace(area, rect=rect))
                }
                for rect, side in _strips(area.rect, self._index)
                if _on_sheet(rect)
            ]
            own = strips[0] if strips else {Line()}
            other = strips[1] if len(strips) > 1 else own
            found |= other if own == {Line()} else own
        return found

    def draw(self, change: Callable[[Line], Line]) -> None:
        """Change every line on this side."""
        for area in self._areas:
            deny_unless(self.workbook, area.sheet, "allowFormatCells")
        for area in self._areas:
            sheet = self.workbook.sheet_index(area.sheet)
            strips = [pair for pair in _strips(area.rect, self._index) if _on_sheet(pair[0])]
            for place, (rect, side) in enumerate(strips):
                owner = place == 0

                def restyled(
                    style: CellStyle, side: Side = side, *, owner: bool = owner
                ) -> CellStyle:
                    line = line_on(style, side)
                    # The neighbour's own line would win or differ, so it follows the change.
                    return (
                        with_line(style, side, change(line))
                        if owner or line.style != "None"
                        else style
                    )

                self.workbook.engine.restyle(sheet, rect, restyled)
            self.workbook.changed = True
            format_changed(self.workbook, area)

    @scalar("SideIndex")
    def side_index(self) -> JsonValue:
        """Which side."""
        return self._index

    @scalar("Style")
    def style(self) -> JsonValue:
        """Line style, null when lines differ."""
        found = {line.style for line in self.lines()}
        return found.pop() if len(found) == 1 else None

    @style.setter
    def set_style(self, value: JsonValue) -> None:
        """Draw with a style, or take the line away with None."""
        style = cast("LineStyle", choice(value, LINE_STYLES))
        if style == "None":
            self.draw(lambda _: Line())
            return
        self.draw(lambda line: replace(line, style=style, weight=_weight(style, line.weight)))

    @scalar("Weight")
    def weight(self) -> JsonValue:
        """Line weight, null when lines differ."""
        found = {line.weight for line in self.lines()}
        return found.pop() if len(found) == 1 else None

    @weight.setter
    def set_weight(self, value: JsonValue) -> None:
        """Draw with a weight; a side without a line gets a continuous one."""
        weight = cast("LineWeight", choice(value, WEIGHTS))

        def change(line: Line) -> Line:
            style = "Continuous" if line.style in ("None", "Double") else line.style
            return replace(line, style=style, weight=weight)

        self.draw(change)

    @scalar("Color")
    def color(self) -> JsonValue:
        """Colour as `#RRGGBB`, null when lines differ."""
        found = {line.color.upper() for line in self.lines()}
        return found.pop() if len(found) == 1 else None

    @color.setter
    def set_color(self, value: JsonValue) -> None:
        """Draw in a colour; a side without a line gets a continuous one."""
        code = color_code(value)

        def change(line: Line) -> Line:
            style = "Continuous" if line.style == "None" else line.style
            return replace(line, style=style, color=code, tint=0.0)

        self.draw(change)

    @scalar("TintAndShade")
    def tint_and_shade(self) -> JsonValue:
        """How much lighter or darker the colour is made, -1 to 1; null when lines differ."""
        found = {line.tint for line in self.lines()}
        return found.pop() if len(found) == 1 else None

    @tint_and_shade.setter
    def set_tint_and_shade(self, value: JsonValue) -> None:
        """Lighten or darken the line, where there is one."""
        tint = number(value, -1, 1)
        with tinting("RangeBorder.tintAndShade"):
            self.draw(lambda line: line if line.style == "None" else replace(line, tint=tint))


def _weight(style: LineStyle, weight: LineWeight) -> LineWeight:
    """Double lines are always thick, and the file format knows no thick dashes."""
    if style == "Double":
        return "Thick"
    if style == "SlantDashDot":
        return "Medium"
    if style not in ("None", "Continuous") and weight in ("Hairline", "Thick"):
        return "Thin"
    return weight


@excel_class("RangeBorderCollection")
class RangeBorderCollection(ExcelCollection):
    """The eight borders of a range."""

    def __init__(self, workbook: OpenWorkbook, areas: tuple[Area, ...]) -> None:
        super().__init__(workbook)
        self._areas = areas

    @property
    def sides(self) -> tuple[str, ...]:
        """Which borders there are, in API order."""
        return SIDES

    def border(self, index: str) -> RangeBorder:
        """One of them."""
        return RangeBorder(self.workbook, self._areas, index)

    @override
    def items(self) -> Sequence[ExcelObject]:
        return [self.border(index) for index in self.sides]

    @override
    def get_item(self, key: JsonValue) -> ExcelObject:
        return self.border(choice(key, SIDES))

    @scalar("Count")
    def count(self) -> JsonValue:
        """Number of borders."""
        return len(self.sides)

    @method("GetItemAt")
    def get_item_at(self, index: JsonValue) -> ExcelObject:
        """A border by its position."""
        place = integer(index)
        if not 0 <= place < len(self.sides):
            raise invalid_argument()
        return self.border(self.sides[place])

    @scalar("TintAndShade")
    def tint_and_shade(self) -> JsonValue:
        """How much lighter or darker the lines are made, -1 to 1; null when they differ."""
        found = {line.tint for border in self._borders() for line in border.lines()}
        return found.pop() if len(found) == 1 else None

    @tint_and_shade.setter
    def set_tint_and_shade(self, value: JsonValue) -> None:
        """Lighten or darken every line there is."""
        for border in self._borders():
            border.set_tint_and_shade(value)

    def _borders(self) -> list[RangeBorder]:
        return [self.border(index) for index in self.sides]
