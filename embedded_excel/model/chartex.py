"""Charts of the kinds that came with Excel 2016: histograms, waterfalls, treemaps and others.

Their part is one of its own ([MS-ODRAWXML] 2.24.3, `cx`): data with references and the values last seen,
and series that say how they are laid out.
"""

from collections.abc import Iterable
from typing import Final

from embedded_excel.calc.cells import CellValue, Rect
from embedded_excel.calc.chart_parts import SeriesIn
from embedded_excel.calc.shapes import Drawn, Link, Part
from embedded_excel.errors import invalid_argument
from embedded_excel.model.areas import used_part
from embedded_excel.model.chart_places import Box
from embedded_excel.model.chart_sources import cell_values, reference_text
from embedded_excel.model.chart_titles import AUTOMATIC
from embedded_excel.model.chart_xml import (
    ChartXml,
    Element,
    fragment,
    get,
    number_text,
    remove,
    serialise,
)
from embedded_excel.model.charts import ChartRef
from embedded_excel.model.shape_building import anchored
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId

CX: Final = "http://schemas.microsoft.com/office/drawing/2014/chartex"
_TYPE: Final = b"application/vnd.ms-office.chartex+xml"
_RELATION: Final = b"http://schemas.microsoft.com/office/2014/relationships/chartEx"
_FRAME: Final = (
    '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
    '<mc:Choice xmlns:cx1="http://schemas.microsoft.com/office/drawing/2015/9/8/chartex" '
    'Requires="cx1"><xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="0" name=""/>'
    '<xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/>'
    '<a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic>'
    f'<a:graphicData uri="{CX}"><cx:chart r:id="rId1"/></a:graphicData></a:graphic>'
    '</xdr:graphicFrame></mc:Choice><mc:Fallback><xdr:sp macro="" textlink=""><xdr:nvSpPr>'
    '<xdr:cNvPr id="0" name=""/><xdr:cNvSpPr><a:spLocks noTextEdit="1"/></xdr:cNvSpPr></xdr:nvSpPr>'
    '<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></a:xfrm>'
    '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:sp></mc:Fallback>'
    "</mc:AlternateContent>"
)
LAYOUTS: Final = {
    "Histogram": "clusteredColumn",
    "Pareto": "clusteredColumn",
    "Boxwhisker": "boxWhisker",
    "RegionMap": "regionMap",
    "Treemap": "treemap",
    "Waterfall": "waterfall",
    "Sunburst": "sunburst",
    "Funnel": "funnel",
}
_INSIDE: Final = {
    "Histogram": '<cx:layoutPr><cx:binning intervalClosed="r"/></cx:layoutPr>',
    "Pareto": "<cx:layoutPr><cx:aggregation/></cx:layoutPr>",
    "Boxwhisker": '<cx:layoutPr><cx:visibility meanLine="0" meanMarker="1" nonoutliers="0" '
    'outliers="1"/><cx:statistics quartileMethod="exclusive"/></cx:layoutPr>',
    "RegionMap": '<cx:layoutPr><cx:geography cultureLanguage="en-US" cultureRegion="US" '
    'attribution="Powered by Bing"/></cx:layoutPr>',
    "Treemap": '<cx:layoutPr><cx:parentLabelLayout val="overlapping"/></cx:layoutPr>',
    "Waterfall": "<cx:layoutPr><cx:subtotals/></cx:layoutPr>",
    "Sunburst": "",
    "Funnel": "",
}
_SIZES: Final = {"Treemap": "size", "Sunburst": "size", "RegionMap": "colorVal"}
_MANY: Final = ("Boxwhisker", "Waterfall", "Histogram")
"""Types that show several columns of values; others show the first."""
_AXES: Final = (
    '<cx:axis id="0"><cx:catScaling gapWidth="{gap}"/><cx:tickLabels/></cx:axis>'
    '<cx:axis id="1"><cx:valScaling/><cx:majorGridlines/><cx:tickLabels/></cx:axis>'
)
_GAPS: Final = {"Histogram": "0", "Pareto": "0", "Boxwhisker": "1", "Waterfall": "0.5"}


def add_extended(
    workbook: OpenWorkbook,
    sheet: SheetId,
    kind: str,
    source: Area,
    series_in: SeriesIn,
    place: tuple[Box, str],
) -> ChartRef:
    """Add a chart of a range, in a box and with a name.

    Raises:
        ExcelApiError: InvalidArgument when the range has no numbers.
    """
    content = serialise(_part(workbook, kind, source, series_in))
    part = Part(b"xl/charts/chartEx1.xml", _TYPE, content)
    link = Link(b"rId1", _RELATION, b"../charts/chartEx1.xml", 0, part)
    frame = fragment(_FRAME)
    anchor = anchored(workbook, sheet, frame, place[0], prefixes=_prefixes())
    engine, index = workbook.engine, workbook.sheet_index(sheet)
    number = engine.shapes.add(index, Drawn(anchor, (link,)))
    engine.charts.rename(index, number, place[1])
    workbook.changed = True
    return ChartRef(workbook, sheet, number)


def _prefixes() -> dict[str, str]:
    return {
        "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
        "cx1": "http://schemas.microsoft.com/office/drawing/2015/9/8/chartex",
        "cx": CX,
    }


def _part(workbook: OpenWorkbook, kind: str, source: Area, series_in: SeriesIn) -> ChartXml:
    workbook.settle()
    filled = used_part(workbook, source, values_only=True)
    if filled is None:
        raise invalid_argument("The range holds nothing to show.")
    names, values, heads = _split(workbook, Area(source.sheet, filled), series_in)
    if not values:
        raise invalid_argument("A chart of this type needs a column of numbers.")
    shown = values if kind in _MANY else values[:1]
    data: list[str] = []
    series: list[str] = []
    for number, area in enumerate(shown):
        dims = "" if kind == "Histogram" or not names else _names(workbook, names)
        dims += _numbers(workbook, area, _SIZES.get(kind, "val"))
        data.append(f'<cx:data id="{number}">{dims}</cx:data>')
        head = _head(workbook, heads[number])
        series.append(
            f'<cx:series layoutId="{LAYOUTS[kind]}" uniqueId="{{{number + 1:08X}-0000-4000-8000-'
            f'000000000000}}">{head}<cx:dataId val="{number}"/>{_INSIDE[kind]}</cx:series>'
        )
    if kind == "Pareto":
        series.append(
            '<cx:series layoutId="paretoLine" ownerIdx="0" uniqueId="{000000FF-0000-4000-8000-'
            '000000000000}"><cx:axisId val="2"/></cx:series>'
        )
    axes = _AXES.format(gap=_GAPS.get(kind, "0.5")) if kind in _GAPS else ""
    if kind == "Pareto":
        axes += '<cx:axis id="2"><cx:valScaling max="1" min="0"/><cx:units unit="percentage"/>'
        axes += "<cx:tickLabels/></cx:axis>"
    if kind == "Funnel":
        axes = '<cx:axis id="0"><cx:catScaling gapWidth="0.06"/><cx:tickLabels/></cx:axis>'
    root = fragment(
        f"<cx:chartSpace><cx:chartData>{''.join(data)}</cx:chartData><cx:chart>"
        '<cx:title pos="t" align="ctr" overlay="0"/><cx:plotArea><cx:plotAreaRegion>'
        f"{''.join(series)}</cx:plotAreaRegion>{axes}</cx:plotArea></cx:chart></cx:chartSpace>"
    )
    return ChartXml(root, {"cx": CX})


def _split(
    workbook: OpenWorkbook, area: Area, series_in: SeriesIn
) -> tuple[list[Area], list[Area], list[Area | None]]:
    """Lines with names, lines with numbers, and the cell at the head of each of these."""
    rect = area.rect
    down = series_in == "Columns" or (series_in == "Auto" and rect.rows >= rect.columns)
    lines = [
        Rect(rect.top, at, rect.bottom, at) if down else Rect(at, rect.left, at, rect.right)
        for at in (range(rect.left, rect.right + 1) if down else range(rect.top, rect.bottom + 1))
    ]
    cells = [cell_values(workbook, [Area(area.sheet, line)]) for line in lines]
    headed = any(_is_number(cell) for line in cells for cell in line[1:]) and not any(
        _is_number(line[0]) for line in cells
    )
    bodies = [line[1:] if headed else line for line in cells]
    first = next(
        (at for at, body in enumerate(bodies) if any(_is_number(cell) for cell in body)),
        len(lines),
    )

    def body(line: Rect) -> Area:
        top, left = (1, 0) if down else (0, 1)
        shift = headed
        return Area(
            area.sheet,
            Rect(line.top + top * shift, line.left + left * shift, line.bottom, line.right),
        )

    heads = [
        Area(area.sheet, Rect(line.top, line.left, line.top, line.left)) if headed else None
        for line in lines[first:]
    ]
    return [body(line) for line in lines[:first]], [body(line) for line in lines[first:]], heads


def _is_number(cell: CellValue) -> bool:
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _text(cell: CellValue) -> str:
    if _is_number(cell) and isinstance(cell, int | float):
        return number_text(cell)
    return "" if cell is None else str(cell)


def _points(cells: Iterable[CellValue]) -> str:
    return "".join(
        f'<cx:pt idx="{at}">{_escaped(_text(cell))}</cx:pt>'
        for at, cell in enumerate(cells)
        if cell is not None
    )


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _names(workbook: OpenWorkbook, areas: list[Area]) -> str:
    """Categories; several columns are levels, the last one the innermost, which comes first."""
    rect = Rect(
        min(area.rect.top for area in areas),
        min(area.rect.left for area in areas),
        max(area.rect.bottom for area in areas),
        max(area.rect.right for area in areas),
    )
    reference = _escaped(reference_text(workbook, Area(areas[0].sheet, rect)))
    levels = ""
    for area in reversed(areas):
        cells = cell_values(workbook, [area])
        levels += f'<cx:lvl ptCount="{len(cells)}">{_points(cells)}</cx:lvl>'
    return f'<cx:strDim type="cat"><cx:f>{reference}</cx:f>{levels}</cx:strDim>'


def _numbers(workbook: OpenWorkbook, area: Area, role: str) -> str:
    cells = cell_values(workbook, [area])
    known = [cell if _is_number(cell) else None for cell in cells]
    reference = _escaped(reference_text(workbook, area))
    return (
        f'<cx:numDim type="{role}"><cx:f>{reference}</cx:f><cx:lvl ptCount="{len(cells)}" '
        f'formatCode="General">{_points(known)}</cx:lvl></cx:numDim>'
    )


def _head(workbook: OpenWorkbook, head: Area | None) -> str:
    if head is None:
        return ""
    said = _escaped(" ".join(_text(cell) for cell in cell_values(workbook, [head])))
    reference = _escaped(reference_text(workbook, head))
    return f"<cx:tx><cx:txData><cx:f>{reference}</cx:f><cx:v>{said}</cx:v></cx:txData></cx:tx>"


# -- reading and changing --------------------------------------------------------------------------
def series_of(document: ChartXml) -> list[Element]:
    """The series, without those that belong to another (the line of a Pareto chart)."""
    region = get(document.root, "cx:chart/cx:plotArea/cx:plotAreaRegion")
    known = [] if region is None else list(region)
    return [
        found for found in known if found.tag.endswith("}series") and found.get("ownerIdx") is None
    ]


def extended_title(document: ChartXml) -> str | None:
    """What the title says, None without one."""
    held = get(document.root, "cx:chart/cx:title")
    if held is None:
        return None
    said = get(held, "cx:tx/cx:txData/cx:v")
    return AUTOMATIC if said is None else said.text or ""


def set_extended_title(document: ChartXml, text: str | None) -> None:
    """Let the title say something; "" lets it say what Excel says, None takes it away."""
    chart = get(document.root, "cx:chart")
    if chart is None:
        return
    held = get(chart, "cx:title")
    if text is None:
        if held is not None:
            chart.remove(held)
        return
    if held is None:
        held = fragment('<cx:title pos="t" align="ctr" overlay="0"/>')
        chart.insert(0, held)
    remove(held, "cx:tx")
    if text:
        made = fragment("<cx:tx><cx:txData><cx:v/></cx:txData></cx:tx>")
        made[0][0].text = text
        held.insert(0, made)


def series_text(series: Element, position: int) -> str:
    """A series' name as it was last seen."""
    found = get(series, "cx:tx/cx:txData/cx:v")
    return f"Series{position + 1}" if found is None else found.text or ""
