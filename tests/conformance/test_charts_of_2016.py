"""What Excel documents about the kinds of charts that came with Excel 2016, and stocks with volumes."""

import io
import zipfile
from xml.etree import ElementTree as ET

import openpyxl
import pytest

from embedded_excel.host import EmbeddedExcel

SHEET = "const sheet = context.workbook.worksheets.getActiveWorksheet();\n"
DATA = """
    sheet.getRange("A1:C5").values = [["Region", "Team", "Sales"], ["North", "a", 10],
      ["North", "b", -4], ["South", "a", 7], ["South", "b", 12]];
"""
CX = "{http://schemas.microsoft.com/office/drawing/2014/chartex}"
KINDS = [
    "Histogram",
    "Pareto",
    "Boxwhisker",
    "RegionMap",
    "Treemap",
    "Waterfall",
    "Sunburst",
    "Funnel",
]


def saved(excel, name="xl/charts/chartEx1.xml"):
    """A part of the saved file."""
    return zipfile.ZipFile(io.BytesIO(excel.to_bytes())).read(name)


@pytest.mark.parametrize("kind", KINDS)
def test_a_chart_of_each_kind_is_added_saved_and_opened(office_js, excel, value, kind):
    load = """
        chart.load("name,chartType,width,height"); chart.title.load("text,visible");
        chart.series.load("count,items/name,items/chartType");
        await context.sync();
        return [chart.name, chart.chartType, chart.width, chart.height, chart.title.text,
                chart.series.items.map(one => [one.name, one.chartType])];
    """
    code = (
        DATA
        + f"""
        const chart = sheet.charts.add("{kind}", sheet.getRange("A1:C5"));
        chart.name = "New"; chart.title.text = "Sales & more"; chart.width = 300;
    """
    )
    expected = ["New", kind, 300, 216, "Sales & more", [["Sales", kind]]]
    assert value(code + load) == expected
    other = EmbeddedExcel.from_bytes(excel.to_bytes(), "again.xlsx")
    try:
        found = office_js.value(other, SHEET + 'const chart = sheet.charts.getItem("New");' + load)
        assert found == expected
    finally:
        other.close()


def test_data_are_references_with_the_values_last_seen(excel, value):
    value(DATA + 'sheet.charts.add("Sunburst", sheet.getRange("A1:C5")); await context.sync();')
    root = ET.fromstring(saved(excel))
    [names, numbers] = root.find(f"{CX}chartData/{CX}data")
    assert names.get("type") == "cat"
    assert names.findtext(f"{CX}f") == "Sheet1!$A$2:$B$5"
    levels = [[point.text for point in level] for level in names.findall(f"{CX}lvl")]
    assert levels == [["a", "b", "a", "b"], ["North", "North", "South", "South"]]
    assert numbers.get("type") == "size"
    assert numbers.findtext(f"{CX}f") == "Sheet1!$C$2:$C$5"
    assert [point.text for point in numbers.find(f"{CX}lvl")] == ["10", "-4", "7", "12"]


def test_references_move_with_the_cells(excel, value):
    value(DATA + 'sheet.charts.add("Waterfall", sheet.getRange("B1:C5")); await context.sync();')
    value('sheet.getRange("1:2").insert("Down"); sheet.name = "Data"; await context.sync();')
    root = ET.fromstring(saved(excel))
    assert [found.text for found in root.iter(f"{CX}f")] == [
        "Data!$B$4:$B$7",
        "Data!$C$4:$C$7",
        "Data!$C$3",
    ]


def test_other_readers_open_such_a_file(excel, value):
    value(DATA + 'sheet.charts.add("Funnel", sheet.getRange("B1:C5")); await context.sync();')
    content = excel.to_bytes()
    assert openpyxl.load_workbook(io.BytesIO(content)).sheetnames == ["Sheet1"]
    types = zipfile.ZipFile(io.BytesIO(content)).read("[Content_Types].xml")
    assert b"application/vnd.ms-office.chartex+xml" in types


def test_bins_of_a_histogram(value):
    assert value(
        DATA
        + """
        const bins = sheet.charts.add("Histogram", sheet.getRange("C1:C5")).series.getItemAt(0)
            .binOptions;
        const read = [];
        const note = async () => { bins.load(); await context.sync(); read.push(bins.toJSON()); };
        await note();
        bins.width = 2.5; bins.allowOverflow = true; await note();
        bins.overflowValue = 11; bins.underflowValue = -2; bins.count = 4; await note();
        bins.type = "Category"; await note();
        return read.map(one => [one.type, one.width, one.count, one.allowOverflow,
                                one.overflowValue, one.allowUnderflow, one.underflowValue]);
    """
    ) == [
        ["Auto", 0, 0, False, 0, False, 0],
        ["BinWidth", 2.5, 0, True, 0, False, 0],
        ["BinCount", 0, 4, True, 11, True, -2],
        ["Category", 0, 0, False, 0, False, 0],
    ]


def test_what_boxes_maps_treemaps_and_waterfalls_show(value):
    assert value(
        DATA
        + """
        const add = kind => sheet.charts.add(kind, sheet.getRange("A1:C5")).series.getItemAt(0);
        const box = add("Boxwhisker").boxwhiskerOptions, map = add("RegionMap").mapOptions;
        const tree = add("Treemap"), fall = add("Waterfall");
        box.load(); map.load(); tree.load("parentLabelStrategy"); fall.load("showConnectorLines");
        await context.sync();
        const before = [box.toJSON(), map.toJSON(), tree.parentLabelStrategy, fall.showConnectorLines];
        box.set({quartileCalculation: "Inclusive", showInnerPoints: true, showMeanLine: true,
                 showMeanMarker: false, showOutlierPoints: false});
        map.set({labelStrategy: "ShowAll", level: "World", projectionType: "Robinson"});
        tree.parentLabelStrategy = "Banner"; fall.showConnectorLines = false;
        box.load(); map.load(); tree.load("parentLabelStrategy"); fall.load("showConnectorLines");
        await context.sync();
        return [before, [box.toJSON(), map.toJSON(), tree.parentLabelStrategy,
                         fall.showConnectorLines]];
    """
    ) == [
        [
            {
                "quartileCalculation": "Exclusive",
                "showInnerPoints": False,
                "showMeanLine": False,
                "showMeanMarker": True,
                "showOutlierPoints": True,
            },
            {"labelStrategy": "None", "level": "Automatic", "projectionType": "Automatic"},
            "Overlapping",
            True,
        ],
        [
            {
                "quartileCalculation": "Inclusive",
                "showInnerPoints": True,
                "showMeanLine": True,
                "showMeanMarker": False,
                "showOutlierPoints": False,
            },
            {"labelStrategy": "ShowAll", "level": "World", "projectionType": "Robinson"},
            "Banner",
            False,
        ],
    ]


def test_colours_of_a_map_run_between_values(value, failure):
    load = """
        map.load("gradientStyle,gradientMinimumColor,gradientMidpointColor,gradientMaximumColor,"
          + "gradientMinimumType,gradientMidpointType,gradientMaximumType,gradientMinimumValue,"
          + "gradientMidpointValue,gradientMaximumValue");
        await context.sync();
        const of = name => [map["gradient" + name + "Color"], map["gradient" + name + "Type"],
                            map["gradient" + name + "Value"]];
        return [map.gradientStyle, of("Minimum"), of("Midpoint"), of("Maximum")];
    """
    add = 'const map = sheet.charts.add("RegionMap", sheet.getRange("B1:C5")).series.getItemAt(0);'
    assert value(DATA + add + load) == [
        "TwoPhaseColor",
        ["", "ExtremeValue", 0],
        ["", "Percent", 0],
        ["", "ExtremeValue", 0],
    ]
    changes = """
        map.gradientStyle = "ThreePhaseColor";
        map.gradientMaximumColor = "red"; map.gradientMinimumColor = "#00FF00";
        map.gradientMidpointColor = "blue";
        map.gradientMidpointType = "Percent"; map.gradientMidpointValue = 40;
        map.gradientMaximumValue = 99; map.gradientMinimumType = "Number";
        map.gradientMinimumValue = -5;
    """
    assert value(add + changes + load) == [
        "ThreePhaseColor",
        ["#00FF00", "Number", -5],
        ["#0000FF", "Percent", 40],
        ["#FF0000", "Number", 99],
    ]
    assert failure(add + 'map.gradientMidpointType = "ExtremeValue";') == "InvalidArgument"


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ('sheet.charts.add("Funnel", sheet.getRange("A1:B5"));', "InvalidArgument"),
        ('sheet.charts.add("Treemap", sheet.getRange("H1:H5"));', "InvalidArgument"),
        ('add("Funnel").binOptions.load("type");', "InvalidArgument"),
        ('add("Pie").binOptions.load("type");', "InvalidArgument"),
        ('add("Histogram").binOptions.width = 0;', "InvalidArgument"),
        ('add("Histogram").format.fill.setSolidColor("red");', "NotImplemented"),
    ],
)
def test_what_such_charts_can_t_be(failure, code, error):
    add = 'const add = kind => sheet.charts.add(kind, sheet.getRange("B1:C5")).series.getItemAt(0);'
    assert failure(DATA + add + code) == error


def test_stocks_with_volumes_have_columns_and_prices_on_axes_of_their_own(office_js, excel, value):
    load = """
        chart.load("chartType"); chart.series.load("items/axisGroup,items/name,items/chartType");
        await context.sync();
        return [chart.chartType,
                chart.series.items.map(one => [one.name, one.axisGroup, one.chartType])];
    """
    assert value(
        """
        sheet.getRange("A1:F4").values = [["Day", "Volume", "Open", "High", "Low", "Close"],
          ["Mon", 900, 4, 6, 2, 5], ["Tue", 700, 5, 7, 3, 4], ["Wed", 800, 4, 8, 3, 7]];
        const chart = sheet.charts.add("StockVOHLC", sheet.getRange("A1:F4"), "Columns");
        chart.name = "Stock";
    """
        + load
    ) == [
        "StockVOHLC",
        [
            ["Volume", "Primary", "ColumnClustered"],
            ["Open", "Secondary", "StockOHLC"],
            ["High", "Secondary", "StockOHLC"],
            ["Low", "Secondary", "StockOHLC"],
            ["Close", "Secondary", "StockOHLC"],
        ],
    ]
    other = EmbeddedExcel.from_bytes(excel.to_bytes(), "again.xlsx")
    try:
        code = SHEET + 'const chart = sheet.charts.getItem("Stock");' + load
        assert office_js.value(other, code)[0] == "StockVOHLC"
    finally:
        other.close()


def test_stocks_with_volumes_need_all_their_series(failure):
    code = 'sheet.charts.add("StockVHLC", sheet.getRange("B1:C5"), "Columns");'
    assert failure(DATA + code) == "InvalidArgument"
