"""What labels of points say by themselves: the parts they show, one after the other."""

from embedded_excel.calc.cells import CellValue, Rect
from embedded_excel.model.chart_layout import category_names
from embedded_excel.model.chart_sources import data_values, formula, series_name, source_areas
from embedded_excel.model.chart_xml import ChartXml, Element, get, truth
from embedded_excel.model.charts import ChartRef, all_series

_SEPARATOR = ", "


def automatic_text(
    ref: ChartRef, document: ChartXml, series: Element, point: int, label: Element | None
) -> str:
    """The text of a label without one of its own."""
    said: list[str] = []
    if truth(label, "c:showSerName", absent=False):
        position = all_series(document).index(series)
        said.append(series_name(ref.workbook, series, ref.sheet, position))
    if truth(label, "c:showCatName", absent=False):
        names = category_names(ref, series)
        said.append(names[point] if point < len(names) else "")
    if truth(label, "c:showVal", absent=False):
        said.append(
            _value(ref, series, "val" if get(series, "c:val") is not None else "yVal", point)
        )
    if truth(label, "c:showPercent", absent=False):
        said.append(_percent(ref, series, point))
    if truth(label, "c:showBubbleSize", absent=False):
        said.append(_value(ref, series, "bubbleSize", point))
    between = get(label, "c:separator")
    return (_SEPARATOR if between is None else between.text or "").join(said)


def _value(ref: ChartRef, series: Element, name: str, point: int) -> str:
    """A value as its cell shows it."""
    areas = source_areas(ref.workbook, formula(series, name), ref.sheet)
    place = point
    for area in areas or ():
        rect = area.rect
        if place < rect.rows * rect.columns:
            row, column = rect.top + place // rect.columns, rect.left + place % rect.columns
            ref.workbook.settle()
            sheet = ref.workbook.sheet_index(area.sheet)
            return ref.workbook.engine.texts(sheet, Rect(row, column, row, column))[0][0]
        place -= rect.rows * rect.columns
    found = data_values(ref.workbook, series, name, ref.sheet)
    return _plain(found[point]) if point < len(found) else ""


def _percent(ref: ChartRef, series: Element, point: int) -> str:
    found = data_values(ref.workbook, series, "val", ref.sheet)
    numbers = [abs(cell) if isinstance(cell, int | float) else 0.0 for cell in found]
    whole = sum(numbers)
    return f"{numbers[point] / whole:.0%}" if whole and point < len(numbers) else "0%"


def _plain(cell: CellValue) -> str:
    if isinstance(cell, float):
        return f"{cell:.10g}"
    return "" if cell is None else str(cell)
