"""Stock charts with a volume: columns on the primary axes, prices on the secondary ones."""

from typing import Final

from embedded_excel.calc.chart_parts import SeriesIn
from embedded_excel.errors import ExcelApiError, invalid_argument
from embedded_excel.model.chart_building import add_chart
from embedded_excel.model.chart_groups import is_secondary, move_series
from embedded_excel.model.chart_types import KINDS, kind_of
from embedded_excel.model.chart_xml import ChartXml, local
from embedded_excel.model.charts import ChartRef, all_series
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId

WITH_VOLUME: Final = {"StockVHLC": "StockHLC", "StockVOHLC": "StockOHLC"}
_SERIES: Final = {"StockVHLC": 4, "StockVOHLC": 5}


def add_with_volume(
    workbook: OpenWorkbook, sheet: SheetId, name: str, source: Area, series: SeriesIn
) -> ChartRef:
    """Add a stock chart whose first series is the volume.

    Raises:
        ExcelApiError: InvalidArgument unless the range has as many series as such a chart needs.
    """
    prices = KINDS[WITH_VOLUME[name]]
    needed = _SERIES[name]
    ref = add_chart(workbook, sheet, KINDS["ColumnClustered"], source, series)

    def split(document: ChartXml) -> None:
        known = all_series(document)
        if len(known) != needed:
            raise invalid_argument(f"A chart of this type needs {needed} series.")
        for found in known[1:]:
            move_series(document, found, prices, secondary=True, stocks=True)

    try:
        ref.edit(split)
    except ExcelApiError:
        workbook.engine.charts.remove(ref.sheet_index, ref.number)
        raise
    return ref


def volume_type(document: ChartXml) -> str:
    """Which of the two a chart is, "" for neither."""
    groups = document.groups()
    if [local(group) for group in groups] != ["barChart", "stockChart"]:
        return ""
    if not is_secondary(document, groups[1]):
        return ""
    return "StockVOHLC" if kind_of(document, groups[1]).variant == "open" else "StockVHLC"
