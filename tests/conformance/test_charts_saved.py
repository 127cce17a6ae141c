"""Charts in files: saved, read by others, opened again, and found in workbooks made by Excel."""

import io
import re
import zipfile
from pathlib import Path

import openpyxl
import pytest
from openpyxl.chart import BarChart, LineChart

from embedded_excel.host import EmbeddedExcel

WORKBOOKS = Path(__file__).resolve().parents[1] / "workbooks"
SHEET = "const sheet = context.workbook.worksheets.getActiveWorksheet();\n"
BUILD = """
    sheet.getRange("A1:D4").values =
      [["", "Q1", "Q2", "Rate"], ["North", 10, 20, 0.1], ["South", 30, 40, 0.2],
       ["East", 5, 6, 0.3]];
    const chart = sheet.charts.add("ColumnStacked", sheet.getRange("A1:D4"), "Columns");
    chart.name = "Sales <1>"; chart.title.text = "Sales & rate"; chart.legend.position = "Top";
    chart.setPosition("F2", "M20");
    const rate = chart.series.getItemAt(2);
    rate.chartType = "LineMarkers"; rate.axisGroup = "Secondary"; rate.hasDataLabels = true;
    rate.format.line.color = "#00AA00"; rate.trendlines.add("Linear");
    chart.axes.getItem("Value", "Secondary").numberFormat = "0%";
    chart.axes.valueAxis.maximum = 100; chart.axes.valueAxis.title.text = "Units";
    chart.series.getItemAt(0).points.getItemAt(0).format.fill.setSolidColor("#AA0000");
"""
READ = """
    const chart = sheet.charts.getItemAt(0);
    chart.load("name,chartType,left,top,width,height"); chart.title.load("text");
    chart.legend.load("position"); chart.series.load("items/name,items/chartType,items/axisGroup");
    chart.axes.valueAxis.load("maximum"); chart.axes.valueAxis.title.load("text");
    const second = chart.axes.getItem("Value", "Secondary"); second.load("numberFormat");
    const rate = chart.series.getItemAt(2); rate.format.line.load("color"); rate.load("hasDataLabels");
    rate.trendlines.load("items/type");
    const source = rate.getDimensionDataSourceString("Values");
    await context.sync();
    return [chart.name, chart.chartType, chart.left, chart.top, chart.width, chart.height,
            chart.title.text, chart.legend.position,
            chart.series.items.map(s => [s.name, s.chartType, s.axisGroup]),
            chart.axes.valueAxis.maximum, chart.axes.valueAxis.title.text, second.numberFormat,
            rate.format.line.color, rate.hasDataLabels, rate.trendlines.items.map(t => t.type),
            source.value];
"""


def colour(found):
    """openpyxl gives a colour as text, or as an element where it carries more."""
    return getattr(found, "val", found)


@pytest.fixture
def saved(office_js, excel):
    office_js.value(excel, SHEET + BUILD + "await context.sync();")
    return excel.to_bytes()


def test_a_chart_is_the_same_after_saving_and_opening(office_js, excel, saved):
    again = EmbeddedExcel.from_bytes(saved, "again.xlsx")
    assert office_js.value(again, SHEET + READ) == office_js.value(excel, SHEET + READ)
    assert list(again.losses()) == []
    again.close()


def test_another_reader_finds_the_chart(saved):
    [chart] = openpyxl.load_workbook(io.BytesIO(saved)).active._charts
    bars, lines = chart._charts
    assert isinstance(bars, BarChart)
    assert isinstance(lines, LineChart)
    assert (bars.grouping, bars.overlap) == ("stacked", 100)
    assert [series.val.numRef.f for series in bars.series] == [
        "Sheet1!$B$2:$B$4",
        "Sheet1!$C$2:$C$4",
    ]
    assert lines.series[0].val.numRef.f == "Sheet1!$D$2:$D$4"
    assert lines.series[0].trendline.trendlineType == "linear"
    assert colour(lines.series[0].graphicalProperties.ln.solidFill.srgbClr) == "00AA00"
    assert colour(bars.series[0].dPt[0].graphicalProperties.solidFill.srgbClr) == "AA0000"
    assert bars.y_axis.scaling.max == 100
    assert chart.title.tx.rich.p[0].r[0].t == "Sales & rate"
    assert chart.legend.position == "t"
    marker = chart.anchor._from
    assert (marker.row, marker.col) == (1, 5)


def test_the_saved_part_has_its_elements_in_the_schema_s_order(saved):
    with zipfile.ZipFile(io.BytesIO(saved)) as archive:
        part = archive.read("xl/charts/chart1.xml").decode()
        assert "xl/theme/theme1.xml" in archive.namelist()
    series = re.search(r"<c:lineChart>.*?<c:ser>(.*?)</c:ser>", part, re.DOTALL)[1]
    places = [
        series.index(f"<c:{name}")
        for name in ("idx", "order", "tx", "spPr", "marker", "dLbls", "trendline", "cat", "val")
    ]
    assert places == sorted(places)
    groups = re.findall(r"<c:(\w+Chart|\w+Ax)>", part)
    assert groups == ["barChart", "lineChart", "catAx", "valAx", "catAx", "valAx"]


def test_values_beside_the_references_are_those_of_the_cells(office_js, excel, saved):
    office_js.value(excel, SHEET + 'sheet.getRange("B2").values = [[77]]; await context.sync();')
    [chart] = openpyxl.load_workbook(io.BytesIO(excel.to_bytes())).active._charts
    kept = chart._charts[0].series[0].val.numRef.numCache.pt
    assert [float(point.v) for point in kept] == [77, 30, 5]


def test_a_combination_made_by_excel_is_listed_and_read(office_js):
    excel = EmbeddedExcel.open(WORKBOOKS / "combo-chart.xlsx")
    assert office_js.value(
        excel,
        """
        const sheets = context.workbook.worksheets; sheets.load("items/name");
        await context.sync();
        const found = [];
        for (const sheet of sheets.items) {
          sheet.charts.load("items/name,items/chartType"); await context.sync();
          for (const chart of sheet.charts.items) {
            chart.series.load("items/name,items/chartType,items/axisGroup");
            chart.legend.load("position"); chart.title.load("visible");
            const source = chart.series.getItemAt(1).getDimensionDataSourceString("Values");
            const line = chart.series.getItemAt(1).format.line; line.load("weight");
            await context.sync();
            found.push([chart.name, chart.chartType, chart.legend.position, chart.title.visible,
              chart.series.items.map(s => [s.name, s.chartType, s.axisGroup]), source.value,
              line.weight]);
          }
        }
        return found;
        """,
    ) == [
        [
            "Chart 1",
            "ColumnClustered",
            "Custom",
            False,
            [
                ["Annual costs", "ColumnClustered", "Primary"],
                ["25 Year Annualized Cost", "Line", "Primary"],
                ["Annualized Lifecycle Cost", "Line", "Primary"],
            ],
            "'25 Year Non-Renewal Plan'!$O$35:$AM$35",
            6,
        ]
    ]
    excel.close()


def test_a_changed_combination_of_excel_keeps_the_rest(office_js):
    excel = EmbeddedExcel.open(WORKBOOKS / "combo-chart.xlsx")
    office_js.value(
        excel,
        """
        const sheet = context.workbook.worksheets.getItem("25 Year Non-Renewal Plan");
        const chart = sheet.charts.getItemAt(0);
        chart.title.text = "Costs"; chart.series.getItemAt(1).format.line.color = "#FF0000";
        await context.sync();
        """,
    )
    book = openpyxl.load_workbook(io.BytesIO(excel.to_bytes()))
    [chart] = next(sheet._charts for sheet in book if sheet._charts)
    bars, lines = chart._charts
    assert chart.title.tx.rich.p[0].r[0].t == "Costs"
    assert bars.series[0].val.numRef.f == "'25 Year Non-Renewal Plan'!$O$26:$AM$26"
    assert lines.series[0].graphicalProperties.ln.w == 76200
    assert colour(lines.series[0].graphicalProperties.ln.solidFill.srgbClr) == "FF0000"
    with zipfile.ZipFile(io.BytesIO(excel.to_bytes())) as archive:
        assert archive.read("xl/charts/chart1.xml").count(b'<c:symbol val="none"/>') == 2
    excel.close()


def test_a_deleted_chart_leaves_no_part(office_js, excel, saved):
    office_js.value(excel, SHEET + "sheet.charts.getItemAt(0).delete(); await context.sync();")
    with zipfile.ZipFile(io.BytesIO(excel.to_bytes())) as archive:
        assert not [name for name in archive.namelist() if name.startswith("xl/charts/")]
