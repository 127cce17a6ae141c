"""What Excel documents about charts: adding, finding, placing, typing, deleting them."""

import pytest

SHEET = "const sheet = context.workbook.worksheets.getActiveWorksheet();\n"
DATA = """
    sheet.getRange("A1:C4").values =
      [["", "Q1", "Q2"], ["North", 10, 20], ["South", 30, 40], ["East", 5, 6]];
"""
FAMILIES = [
    "ColumnClustered ColumnStacked ColumnStacked100 BarClustered BarStacked BarStacked100",
    "3DColumn 3DColumnClustered 3DColumnStacked 3DColumnStacked100 3DBarClustered 3DBarStacked"
    " 3DBarStacked100",
    "Line LineStacked LineStacked100 LineMarkers LineMarkersStacked LineMarkersStacked100 3DLine",
    "Area AreaStacked AreaStacked100 3DArea 3DAreaStacked 3DAreaStacked100",
    "Pie PieExploded 3DPie 3DPieExploded PieOfPie BarOfPie Doughnut DoughnutExploded",
    "XYScatter XYScatterSmooth XYScatterSmoothNoMarkers XYScatterLines XYScatterLinesNoMarkers"
    " Bubble Bubble3DEffect",
    "Radar RadarMarkers RadarFilled Surface SurfaceWireframe SurfaceTopView"
    " SurfaceTopViewWireframe",
    "CylinderColClustered CylinderColStacked CylinderColStacked100 CylinderCol"
    " CylinderBarClustered ConeColClustered ConeCol ConeBarStacked PyramidColClustered PyramidCol"
    " PyramidBarStacked100",
]


@pytest.fixture
def value(office_js, excel):
    office_js.value(excel, SHEET + DATA + "await context.sync();")
    return lambda code: office_js.value(excel, SHEET + code)


@pytest.fixture
def failure(office_js, excel, value):
    def run(code):
        error = office_js.run(excel, SHEET + code + "\nawait context.sync();").error
        assert error is not None
        return error["code"]

    return run


ADD = 'const chart = sheet.charts.add("ColumnClustered", sheet.getRange("A1:C4"));\n'


def test_a_chart_takes_its_series_from_the_columns_with_headers_as_names(value):
    assert value(
        ADD
        + """
        chart.load("name,chartType,plotBy,width,height"); chart.title.load("text,visible");
        chart.legend.load("visible,position"); chart.series.load("items/name,count");
        const first = chart.series.getItemAt(0);
        const ranges = ["Values", "Categories"].map(d => first.getDimensionDataSourceString(d));
        const values = first.getDimensionValues("Values");
        const names = first.getDimensionValues("Categories");
        await context.sync();
        return [chart.name, chart.chartType, chart.plotBy, chart.width, chart.height,
                chart.title.text, chart.title.visible, chart.legend.visible,
                chart.legend.position, chart.series.items.map(s => s.name), chart.series.count,
                ranges.map(r => r.value), values.value, names.value];
        """
    ) == [
        "Chart 1",
        "ColumnClustered",
        "Columns",
        360,
        216,
        "Chart Title",
        True,
        True,
        "Bottom",
        ["Q1", "Q2"],
        2,
        ["Sheet1!$B$2:$B$4", "Sheet1!$A$2:$A$4"],
        [10, 30, 5],
        ["North", "South", "East"],
    ]


def test_series_by_rows_are_named_by_the_first_column(value):
    assert value("""
        const chart = sheet.charts.add("Line", sheet.getRange("A1:C4"), Excel.ChartSeriesBy.rows);
        chart.series.load("items/name"); chart.load("plotBy");
        const categories = chart.series.getItemAt(0).getDimensionValues("Categories");
        await context.sync();
        return [chart.series.items.map(s => s.name), chart.plotBy, categories.value];
    """) == [["North", "South", "East"], "Rows", ["Q1", "Q2"]]


def test_a_single_series_lends_its_name_to_the_automatic_title(value):
    assert value("""
        const chart = sheet.charts.add("Pie", sheet.getRange("A1:B4"), "Columns");
        chart.title.load("text"); await context.sync();
        const before = chart.title.text;
        sheet.getRange("B1").values = [["Quarter 1"]];
        chart.title.load("text"); await context.sync();
        return [before, chart.title.text];
    """) == ["Q1", "Quarter 1"]


@pytest.mark.parametrize("names", FAMILIES)
def test_every_type_is_added_as_what_it_is_called_and_found_again_in_the_file(
    office_js, excel, value, names
):
    from embedded_excel.host import EmbeddedExcel

    for name in names.split():
        value(f'sheet.charts.add("{name}", sheet.getRange("A1:C4")).name = "{name}";')
    read = """
        sheet.charts.load("items/name,items/chartType"); await context.sync();
        return sheet.charts.items.map(chart => [chart.name, chart.chartType]);
    """
    expected = [[name, name] for name in names.split()]
    assert value(read) == expected
    again = EmbeddedExcel.from_bytes(excel.to_bytes(), "again.xlsx")
    assert office_js.value(again, SHEET + read) == expected
    again.close()


def test_types_can_be_changed_into_each_other_without_losing_data(value):
    for name in ("BarStacked", "XYScatterLines", "Pie", "Area", "3DColumn", "ColumnClustered"):
        assert value(
            ("" if name != "BarStacked" else ADD)
            + f"""
            const held = sheet.charts.getItemAt(0); held.chartType = "{name}";
            held.load("chartType"); held.series.load("items/name,items/chartType");
            const dimension = "{name}".startsWith("XY") ? "YValues" : "Values";
            const source = held.series.getItemAt(1).getDimensionDataSourceString(dimension);
            await context.sync();
            return [held.chartType, held.series.items.map(s => s.name),
                    held.series.items[1].chartType, source.value];
            """
        ) == [name, ["Q1", "Q2"], name, "Sheet1!$C$2:$C$4"]


def test_stock_charts_ask_for_their_series_in_order(value, failure):
    assert failure('sheet.charts.add("StockHLC", sheet.getRange("A1:C4"));') == "InvalidArgument"
    assert value("""
        sheet.getRange("E1:H3").values = [["", "High", "Low", "Close"], ["Mon", 9, 5, 7], ["Tue", 8, 6, 7]];
        const chart = sheet.charts.add("StockHLC", sheet.getRange("E1:H3"), "Columns");
        chart.load("chartType"); await context.sync();
        sheet.charts.load("count"); await context.sync();
        return [chart.chartType, sheet.charts.count];
    """) == ["StockHLC", 1]


@pytest.mark.parametrize("name", ["Waterfall", "Treemap", "Histogram", "StockVOHLC"])
def test_types_that_charts_cant_be_turned_into_name_themselves(office_js, excel, value, name):
    error = office_js.run(
        excel,
        SHEET
        + f"""
        const chart = sheet.charts.add("Pie", sheet.getRange("A1:C4"));
        chart.chartType = "{name}"; await context.sync();
        """,
    ).error
    assert error["code"] == "NotImplemented"
    assert name in error["message"]


def test_charts_are_found_by_name_position_and_id(value, failure):
    assert value(
        ADD
        + """
        chart.name = "Sales"; chart.load("id"); await context.sync();
        const found = [sheet.charts.getItem("sales"), sheet.charts.getItemAt(0),
                       sheet.charts.getItemOrNullObject("Sales")];
        const none = sheet.charts.getItemOrNullObject("Nope");
        found.forEach(f => f.load("id")); const count = sheet.charts.getCount();
        await context.sync();
        return [found.every(f => f.id === chart.id), none.isNullObject, count.value];
        """
    ) == [True, True, 1]
    assert failure('sheet.charts.getItem("Nope").load("name");') == "ItemNotFound"
    assert failure('sheet.charts.getItemAt(1).load("name");') == "ItemNotFound"


def test_a_chart_lies_over_cells_and_moves_with_them(value):
    assert value(
        ADD
        + """
        chart.setPosition("F2", "K12"); chart.load("left,top,width,height");
        const cells = sheet.getRange("F2:K12"); cells.load("left,top,width,height");
        await context.sync();
        const placed = ["left", "top", "width", "height"].map(side => chart[side] - cells[side]);
        sheet.getRange("1:1").insert("Down"); chart.load("top"); cells.load("top");
        await context.sync();
        return [placed, chart.top - cells.top];
        """
    ) == [[0, 0, 0, 0], 0]


def test_place_and_size_are_set_in_points(value):
    assert value(
        ADD
        + """
        chart.left = 100; chart.top = 50.5; chart.width = 300; chart.height = 150;
        chart.load("left,top,width,height"); await context.sync();
        const set = [chart.left, chart.top, chart.width, chart.height];
        chart.setPosition("B3"); chart.load("left,top,width,height"); await context.sync();
        return [set, [chart.left, chart.top, chart.width, chart.height]];
        """
    ) == [[100, 50.5, 300, 150], [48, 30, 300, 150]]


def test_deleted_charts_are_gone(value, failure):
    assert (
        value(
            ADD
            + """
        await context.sync(); chart.delete(); sheet.charts.load("count"); await context.sync();
        return sheet.charts.count;
        """
        )
        == 0
    )


def test_other_data_keeps_type_and_looks(value):
    assert value(
        ADD
        + """
        chart.series.getItemAt(0).format.line.color = "#FF0000";
        sheet.getRange("E1:H3").values = [["", "a", "b", "c"], ["x", 1, 2, 3], ["y", 4, 5, 6]];
        chart.setData(sheet.getRange("E1:H3"), "Columns");
        chart.series.load("items/name"); chart.load("chartType");
        const line = chart.series.getItemAt(0).format.line; line.load("color");
        const last = chart.series.getItemAt(2).getDimensionDataSourceString("Values");
        await context.sync();
        return [chart.series.items.map(s => s.name), chart.chartType, line.color, last.value];
        """
    ) == [["a", "b", "c"], "ColumnClustered", "#FF0000", "Sheet1!$H$2:$H$3"]


def test_references_follow_inserted_and_deleted_rows_and_renamed_sheets(value):
    assert value(
        ADD
        + """
        const source = () => chart.series.getItemAt(0).getDimensionDataSourceString("Values");
        sheet.getRange("1:2").insert("Down"); const down = source(); await context.sync();
        sheet.getRange("5:5").delete("Up"); const up = source(); await context.sync();
        sheet.name = "My data"; const renamed = source(); await context.sync();
        return [down.value, up.value, renamed.value];
        """
    ) == ["Sheet1!$B$4:$B$6", "Sheet1!$B$4:$B$5", "'My data'!$B$4:$B$5"]


def test_a_copied_sheet_has_the_charts_and_they_show_the_copy(value):
    assert value(
        ADD
        + """
        chart.name = "Sales"; const copy = sheet.copy("End"); copy.name = "Copy";
        copy.charts.load("items/name"); await context.sync();
        const source = copy.charts.getItemAt(0).series.getItemAt(0)
          .getDimensionDataSourceString("Values");
        sheet.charts.load("count"); await context.sync();
        return [copy.charts.items.map(c => c.name), source.value, sheet.charts.count];
        """
    ) == [["Sales"], "Copy!$B$2:$B$4", 1]


def test_events_tell_of_added_and_deleted_charts(office_js, excel, value):
    value("""
        sheet.charts.onAdded.add(async e => { events.push([e.type, e.chartId, e.source]); });
        sheet.charts.onDeleted.add(async e => { events.push([e.type, e.chartId, e.source]); });
        await context.sync();
    """)
    chart = value(ADD + 'chart.load("id"); await context.sync(); return chart.id;')
    office_js.deliver_events(excel)
    value("sheet.charts.getItemAt(0).delete();")
    office_js.deliver_events(excel)
    assert office_js.collected() == [
        ["ChartAdded", chart, "Local"],
        ["ChartDeleted", chart, "Local"],
    ]


def test_settings_of_the_chart_itself(value):
    assert value(
        ADD
        + """
        chart.displayBlanksAs = "Interplotted"; chart.plotVisibleOnly = false;
        chart.showDataLabelsOverMaximum = true; chart.style = 26;
        chart.format.roundedCorners = true;
        chart.load("displayBlanksAs,plotVisibleOnly,showDataLabelsOverMaximum,style");
        chart.format.load("roundedCorners"); chart.worksheet.load("name");
        await context.sync();
        return [chart.displayBlanksAs, chart.plotVisibleOnly, chart.showDataLabelsOverMaximum,
                chart.style, chart.format.roundedCorners, chart.worksheet.name];
        """
    ) == ["Interplotted", False, True, 26, True, "Sheet1"]


@pytest.mark.parametrize(
    "code",
    [
        'sheet.charts.add("Nonsense", sheet.getRange("A1:C4"));',
        'sheet.charts.add("Invalid", sheet.getRange("A1:C4"));',
        'sheet.charts.add("Pie", sheet.getRange("A1:C4")).width = -1;',
        'sheet.charts.add("Pie", sheet.getRange("A1:C4")).name = "";',
        'sheet.charts.add("Pie", sheet.getRange("A1:C4"), "Diagonal");',
    ],
)
def test_nonsense_is_refused(failure, code):
    assert failure(code) == "InvalidArgument"
