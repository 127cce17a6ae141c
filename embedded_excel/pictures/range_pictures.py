"""Pictures of cells: fills, borders, gridlines and displayed texts, in the renderer's own typeface.

Shapes and charts over the cells aren't drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from embedded_excel.calc.cells import Axis, Rect
from embedded_excel.errors import invalid_argument
from embedded_excel.model.areas import is_unbounded
from embedded_excel.model.workbook import Area, OpenWorkbook
from embedded_excel.pictures.canvas import Across, Canvas, text_extent
from embedded_excel.render.grid import MAX_TILE_CELLS, GridStyle, TileCell, tile

_GRIDLINE: Final = "#D4D4D4"
_PADDING: Final = 2.0
_LEADING: Final = 1.25
_PER_PIXEL: Final = 0.75
_DASHES: Final[dict[str, tuple[float, ...]]] = {"dashed": (3, 2), "dotted": (1, 1)}
_ACROSS: Final[dict[str, Across]] = {"l": "l", "c": "m", "r": "r"}
_PER_INDENT: Final = 7.0


@dataclass(frozen=True, slots=True)
class _Box:
    """A cell's place in points."""

    left: float
    top: float
    right: float
    bottom: float


def picture_of_range(workbook: OpenWorkbook, area: Area) -> str:
    """A PNG of an area as base64 text, as large as its cells at 96 dots an inch.

    Raises:
        ExcelApiError: InvalidArgument for whole rows, whole columns and too many cells.
    """
    rect = area.rect
    if is_unbounded(rect) or rect.rows * rect.columns > MAX_TILE_CELLS:
        raise invalid_argument()
    drawing = _Drawing(workbook, area)
    return drawing.encoded()


class _Drawing:
    """One picture in the making."""

    def __init__(self, workbook: OpenWorkbook, area: Area) -> None:
        engine, sheet = workbook.engine, workbook.sheet_index(area.sheet)
        rect = area.rect
        found = tile(workbook, 0, workbook.sheet_name(area.sheet), rect)
        self._rect = rect
        self._styles = found["styles"]
        self._cells = {(int(cell[0]), int(cell[1])): cell for cell in found["cells"]}
        self._across = _edges(engine.column_axis(sheet), rect.left, rect.right)
        self._down = _edges(engine.row_axis(sheet), rect.top, rect.bottom)
        self._merges = {(merge.top, merge.left): merge for merge in engine.merges(sheet)}
        self._gridlines = engine.sheet_view(sheet).show_gridlines
        self._canvas = Canvas(self._across[-1], self._down[-1], "#FFFFFF")

    def encoded(self) -> str:
        """Draw everything, the lower layers first."""
        if self._gridlines:
            self._draw_gridlines()
        for place, cell in self._cells.items():
            fill = self._style(cell)["fill"]
            if fill:
                box = self._box(place)
                self._canvas.box(
                    box.left, box.top, box.right - box.left, box.bottom - box.top, fill
                )
        for place, cell in self._cells.items():
            if cell[2]:
                self._draw_text(place, cell)
        for place, cell in self._cells.items():
            self._draw_borders(self._box(place), self._style(cell)["borders"])
        return self._canvas.encoded("PNG")

    def _style(self, cell: TileCell) -> GridStyle:
        return self._styles[int(cell[4])]

    def _box(self, place: tuple[int, int]) -> _Box:
        rect = self._merges.get(place, Rect(*place, *place))
        top, left = rect.top - self._rect.top, rect.left - self._rect.left
        bottom = min(rect.bottom, self._rect.bottom) - self._rect.top
        right = min(rect.right, self._rect.right) - self._rect.left
        return _Box(
            self._across[left], self._down[top], self._across[right + 1], self._down[bottom + 1]
        )

    def _draw_gridlines(self) -> None:
        width, height = self._across[-1], self._down[-1]
        for x in self._across:
            self._canvas.line([(x, 0), (x, height)], _GRIDLINE)
        for y in self._down:
            self._canvas.line([(0, y), (width, y)], _GRIDLINE)

    def _draw_borders(self, box: _Box, borders: dict[str, str]) -> None:
        corners = {
            "top": ((box.left, box.top), (box.right, box.top)),
            "bottom": ((box.left, box.bottom), (box.right, box.bottom)),
            "left": ((box.left, box.top), (box.left, box.bottom)),
            "right": ((box.right, box.top), (box.right, box.bottom)),
        }
        for side, css in borders.items():
            width, look, color = css.split(" ", 2)
            points = float(width.removesuffix("px")) * _PER_PIXEL
            self._canvas.line([*corners[side]], color, points, _DASHES.get(look, ()))

    def _draw_text(self, place: tuple[int, int], cell: TileCell) -> None:
        style, box = self._style(cell), self._box(place)
        size, indent = style["font"]["size"], style["indent"] * _PER_INDENT
        room = box.right - box.left - 2 * _PADDING - indent
        lines = _lines(str(cell[2]), size, room if style["wrap"] else None)
        if not style["wrap"] and cell[5] == "l" and place not in self._merges:
            box = _Box(box.left, box.top, self._free_edge(place), box.bottom)
        paper = Canvas(box.right - box.left, box.bottom - box.top)
        height = len(lines) * size * _LEADING
        first = {
            "Top": _PADDING,
            "Center": (box.bottom - box.top - height) / 2,
        }.get(style["vertical"], box.bottom - box.top - height - _PADDING / 2)
        across = _ACROSS[str(cell[5])]
        x = {
            "l": _PADDING + indent,
            "m": (box.right - box.left) / 2,
            "r": box.right - box.left - _PADDING - indent,
        }[across]
        for number, line in enumerate(lines):
            y = first + (number + 0.5) * size * _LEADING
            paper.text((x, y), line, size, style["font"]["color"], across)
        self._canvas.lay(paper, (box.left, box.top))

    def _free_edge(self, place: tuple[int, int]) -> float:
        """Where text that runs over stops: at the next cell to the right that holds something."""
        row, column = place[0], place[1] + 1
        while column <= self._rect.right:
            cell = self._cells.get((row, column))
            if cell is not None and (cell[2] or cell[3]):
                break
            column += 1
        return self._across[column - self._rect.left]


def _edges(axis: Axis, first: int, last: int) -> list[float]:
    """Where rows or columns begin, and where the last one ends."""
    sizes = (
        0.0 if index in axis.hidden else axis.sizes.get(index, axis.default)
        for index in range(first, last + 1)
    )
    return [0.0, *accumulate(sizes)]


def _lines(text: str, size: float, room: float | None) -> Sequence[str]:
    """The lines of a text; `room` is where they break, None where they only do at line breaks."""
    if room is None:
        return [text.replace("\n", " ")]
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and text_extent(longer, size) > room:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return lines
