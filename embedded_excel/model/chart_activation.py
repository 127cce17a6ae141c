"""The active chart: the one that is selected instead of cells."""

from embedded_excel.model import events, sheets
from embedded_excel.model.charts import ChartRef
from embedded_excel.model.workbook import OpenWorkbook


def activate(ref: ChartRef) -> None:
    """Make a chart the active one, on the active sheet; the one before is left.

    Raises:
        ExcelApiError: ItemNotFound when it was deleted, InvalidOperation when its sheet is hidden.
    """
    workbook = ref.workbook
    entry = ref.entry
    if workbook.active_chart == (ref.sheet, entry.id, ref.id):
        return
    sheets.activate(workbook, ref.sheet)
    events.chart_activated(workbook, ref.sheet, entry.id, ref.id)


def active_chart(workbook: OpenWorkbook) -> ChartRef | None:
    """The active chart, None for none or one that was deleted."""
    held = workbook.active_chart
    if held is None or held[0] not in workbook.sheet_ids:
        return None
    index = workbook.sheet_index(held[0])
    known = any(entry.id == held[1] for entry in workbook.engine.charts.charts(index))
    return ChartRef(workbook, held[0], held[1]) if known else None
