"""Where charts lie: points from the sheet's corner, and the cells under their corners."""

from dataclasses import dataclass, replace

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Axis, Rect
from embedded_excel.calc.chart_parts import EMU_PER_POINT, ChartPlace, Corner
from embedded_excel.model.charts import ChartRef
from embedded_excel.model.workbook import OpenWorkbook, SheetId

DEFAULT_SIZE = (360.0, 216.0)
"""Points: what Excel gives a chart that is added without a place."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in points from the sheet's corner."""

    left: float
    top: float
    width: float
    height: float


def box_of(ref: ChartRef) -> Box:
    """Where a chart is."""
    return box_at(ref.workbook, ref.sheet_index, ref.entry.place)


def box_at(workbook: OpenWorkbook, sheet: int, place: ChartPlace) -> Box:
    """The box of a place on the sheet with a tab position."""
    rows, columns = workbook.engine.row_axis(sheet), workbook.engine.column_axis(sheet)
    if place.offset is not None:
        left, top = (part / EMU_PER_POINT for part in place.offset)
    else:
        left, top = _point(columns, rows, place.start)
    if place.end is None:
        width, height = (part / EMU_PER_POINT for part in place.size)
    else:
        right, bottom = _point(columns, rows, place.end)
        width, height = right - left, bottom - top
    return Box(*(round(part, 4) for part in (left, top, width, height)))


def put(ref: ChartRef, box: Box) -> None:
    """Move and resize a chart."""
    place = place_in(ref.workbook, ref.sheet, box)
    sticking = ref.entry.place.sticking
    ref.workbook.engine.charts.place(ref.sheet_index, ref.number, replace(place, sticking=sticking))
    ref.workbook.changed = True


def place_in(workbook: OpenWorkbook, sheet: SheetId, box: Box) -> ChartPlace:
    """The place of a box."""
    index = workbook.sheet_index(sheet)
    rows, columns = workbook.engine.row_axis(index), workbook.engine.column_axis(index)
    top, down = _cell_at(rows, box.top, MAX_ROWS)
    left, across = _cell_at(columns, box.left, MAX_COLUMNS)
    bottom, end_down = _cell_at(rows, box.top + box.height, MAX_ROWS)
    right, end_across = _cell_at(columns, box.left + box.width, MAX_COLUMNS)
    return ChartPlace(Corner(top, left, down, across), Corner(bottom, right, end_down, end_across))


def box_of_cells(workbook: OpenWorkbook, sheet: SheetId, rect: Rect) -> Box:
    """The box of cells."""
    index = workbook.sheet_index(sheet)
    rows, columns = workbook.engine.row_axis(index), workbook.engine.column_axis(index)
    left, top = before(columns, rect.left), before(rows, rect.top)
    return Box(
        left, top, before(columns, rect.right + 1) - left, before(rows, rect.bottom + 1) - top
    )


def before(axis: Axis, index: int) -> float:
    """Points before a row or column."""
    total = axis.default * index
    total += sum(size - axis.default for at, size in axis.sizes.items() if at < index)
    return total - sum(axis.sizes.get(at, axis.default) for at in axis.hidden if at < index)


def _size(axis: Axis, index: int) -> float:
    return 0.0 if index in axis.hidden else axis.sizes.get(index, axis.default)


def _point(columns: Axis, rows: Axis, corner: Corner) -> tuple[float, float]:
    across = min(corner.across / EMU_PER_POINT, _size(columns, corner.column))
    down = min(corner.down / EMU_PER_POINT, _size(rows, corner.row))
    return before(columns, corner.column) + across, before(rows, corner.row) + down


def _cell_at(axis: Axis, points: float, count: int) -> tuple[int, int]:
    """Index of the row or column at a distance, and how far into it, in EMU."""
    low, high = 0, count - 1
    while low < high:
        middle = (low + high + 1) // 2
        if before(axis, middle) <= points:
            low = middle
        else:
            high = middle - 1
    rest = min(points - before(axis, low), _size(axis, low))
    return low, round(max(0.0, rest) * EMU_PER_POINT)
