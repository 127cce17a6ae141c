"""What Excel documents about the series of charts, their points, labels and trend lines."""

import pytest

SHEET = "const sheet = context.workbook.worksheets.getActiveWorksheet();\n"
DATA = """
    sheet.getRange("A1:D4").values =
      [["", "Q1", "Q2", "Rate"], ["North", 10, 20, 0.1], ["South", 30, 40, 0.2],
       ["East", 5, 6, 0.3]];
    sheet.charts.add("ColumnClustered", sheet.getRange("A1:C4")).name = "Sales";
"""
CHART = 'const chart = sheet.charts.getItem("Sales"); const first = chart.series.getItemAt(0);\n'


@pytest.fixture
def value(office_js, excel):
    office_js.value(excel, SHEET + DATA + "await context.sync();")
    return lambda code: office_js.value(excel, SHEET + CHART + code)


@pytest.fixture
def failure(office_js, excel, value):
    def run(code):
        error = office_js.run(excel, SHEET + CHART + code + "\nawait context.sync();").error
        assert error is not None
        return error["code"]

    return run


def test_an_added_series_shows_once_it_has_values(value):
    assert value("""
        const added = chart.series.add("Rate"); added.load("name"); await context.sync();
        const last = chart.series.getItemAt(2);
        last.setValues(sheet.getRange("D2:D4")); last.setXAxisValues(sheet.getRange("A2:A4"));
        const values = last.getDimensionValues("Values");
        const names = last.getDimensionValues("Categories");
        const kind = last.getDimensionDataSourceType("Values");
        chart.series.load("items/name,count"); await context.sync();
        return [values.value, names.value, kind.value, chart.series.items.map(s => s.name)];
    """) == [
        [0.1, 0.2, 0.3],
        ["North", "South", "East"],
        "LocalRange",
        ["Q1", "Q2", "Rate"],
    ]


def test_a_series_can_be_added_before_others(value):
    assert value("""
        chart.series.add("Zero", 0); chart.series.load("items/name,items/plotOrder");
        await context.sync();
        return chart.series.items.map(s => [s.name, s.plotOrder]);
    """) == [["Zero", 0], ["Q1", 1], ["Q2", 2]]


def test_a_deleted_series_is_gone_and_the_others_stay(value):
    assert value("""
        first.delete(); chart.series.load("items/name"); await context.sync();
        return chart.series.items.map(s => s.name);
    """) == ["Q2"]


def test_names_are_texts_or_cells(value):
    assert value("""
        first.name = "Sold"; first.load("name"); await context.sync();
        const given = first.name;
        first.name = "=Sheet1!$D$1"; first.load("name"); await context.sync();
        const linked = first.name;
        sheet.getRange("D1").values = [["Share"]]; first.load("name"); await context.sync();
        return [given, linked, first.name];
    """) == ["Sold", "Rate", "Share"]


def test_a_combination_stands_on_two_axes(value):
    assert value("""
        const rate = chart.series.add("Rate"); rate.setValues(sheet.getRange("D2:D4"));
        rate.chartType = "Line"; rate.axisGroup = "Secondary";
        chart.load("chartType"); chart.series.load("items/name,items/chartType,items/axisGroup");
        const axis = chart.axes.getItem("Value", "Secondary"); axis.load("visible,axisGroup,type");
        await context.sync();
        const found = chart.series.items.map(s => [s.name, s.chartType, s.axisGroup]);
        chart.series.getItemAt(2).axisGroup = "Primary";
        chart.series.load("items/axisGroup"); await context.sync();
        return [chart.chartType, found, axis.visible, axis.axisGroup, axis.type,
                chart.series.items.map(s => s.axisGroup)];
    """) == [
        "ColumnClustered",
        [
            ["Q1", "ColumnClustered", "Primary"],
            ["Q2", "ColumnClustered", "Primary"],
            ["Rate", "Line", "Secondary"],
        ],
        True,
        "Secondary",
        "Value",
        ["Primary", "Primary", "Primary"],
    ]


def test_a_chart_without_secondary_axes_has_none_to_give(failure):
    assert failure('chart.axes.getItem("Value", "Secondary").load("visible");') == "ItemNotFound"


@pytest.mark.parametrize(
    "code",
    [
        'first.chartType = "3DColumn";',
        'chart.chartType = "Pie"; first.axisGroup = "Secondary";',
        "first.gapWidth = 501;",
        "first.overlap = 101;",
        "first.doughnutHoleSize = 50;",
        "first.smooth = true;",
        "first.markerSize = 1;",
        'first.dataLabels.position = "BestFit";',
        'chart.chartType = "Line"; first.dataLabels.position = "OutsideEnd";',
        'chart.chartType = "Pie"; first.trendlines.add("Linear");',
        'first.setBubbleSizes(sheet.getRange("D2:D4"));',
        'first.getDimensionValues("XValues");',
    ],
)
def test_what_a_type_hasnt_is_refused(failure, code):
    assert failure(code) == "InvalidArgument"


def test_lines_and_fills_are_kept(value):
    assert value("""
        first.format.fill.setSolidColor("orange");
        const line = first.format.line;
        line.color = "#00AA00"; line.weight = 2.5; line.lineStyle = "Dash";
        line.load("color,weight,lineStyle"); await context.sync();
        const set = [line.color, line.weight, line.lineStyle];
        line.clear(); line.load("lineStyle"); await context.sync();
        return [set, line.lineStyle];
    """) == [["#00AA00", 2.5, "Dash"], "None"]


def test_markers_are_a_line_s_own(value):
    assert value("""
        chart.chartType = "LineMarkers";
        first.markerStyle = "Diamond"; first.markerSize = 9; first.smooth = true;
        first.markerBackgroundColor = "#112233"; first.markerForegroundColor = "red";
        const second = chart.series.getItemAt(1);
        first.load("markerStyle,markerSize,smooth,markerBackgroundColor,markerForegroundColor");
        second.load("markerStyle,smooth"); await context.sync();
        return [first.markerStyle, first.markerSize, first.smooth, first.markerBackgroundColor,
                first.markerForegroundColor, second.markerStyle, second.smooth];
    """) == ["Diamond", 9, True, "#112233", "#FF0000", "Circle", False]


def test_gap_and_overlap_belong_to_all_series_of_a_type(value):
    assert value("""
        first.gapWidth = 60; first.overlap = -10;
        chart.series.load("items/gapWidth,items/overlap"); await context.sync();
        return chart.series.items.map(s => [s.gapWidth, s.overlap]);
    """) == [[60, -10], [60, -10]]


def test_labels_of_a_series(value):
    assert value("""
        first.load("hasDataLabels"); await context.sync();
        const before = first.hasDataLabels;
        first.hasDataLabels = true;
        const labels = first.dataLabels;
        labels.position = "InsideEnd"; labels.numberFormat = "0.0"; labels.separator = "; ";
        labels.showCategoryName = true; labels.format.font.color = "#0000FF";
        labels.load("showValue,showCategoryName,showSeriesName,position,numberFormat,separator,linkNumberFormat");
        labels.format.font.load("color"); chart.series.load("items/hasDataLabels");
        await context.sync();
        return [before, labels.showValue, labels.showCategoryName, labels.showSeriesName,
                labels.position, labels.numberFormat, labels.separator, labels.linkNumberFormat,
                labels.format.font.color, chart.series.items.map(s => s.hasDataLabels)];
    """) == [
        False, True, True, False, "InsideEnd", "0.0", "; ", False, "#0000FF", [True, False],
    ]  # fmt: skip


def test_labels_of_the_chart_are_those_of_every_series(value):
    assert value("""
        chart.dataLabels.showValue = true; chart.dataLabels.format.font.bold = true;
        chart.series.load("items/hasDataLabels");
        const fonts = [0, 1].map(i => chart.series.getItemAt(i).dataLabels.format.font);
        fonts.forEach(font => font.load("bold")); await context.sync();
        const shown = chart.series.items.map(s => s.hasDataLabels);
        first.hasDataLabels = false; chart.series.load("items/hasDataLabels");
        await context.sync();
        return [shown, fonts.map(font => font.bold), chart.series.items.map(s => s.hasDataLabels)];
    """) == [[True, True], [True, True], [False, True]]


def test_points_have_looks_and_labels_of_their_own(value):
    assert value("""
        const point = first.points.getItemAt(1);
        point.format.fill.setSolidColor("#AA0000"); point.format.border.color = "#00BB00";
        point.hasDataLabel = true; point.dataLabel.text = "Peak";
        point.load("value,hasDataLabel"); point.format.border.load("color");
        point.dataLabel.load("text"); first.points.load("count,items/hasDataLabel,items/value");
        await context.sync();
        return [point.value, point.hasDataLabel, point.format.border.color, point.dataLabel.text,
                first.points.count, first.points.items.map(p => [p.value, p.hasDataLabel])];
    """) == [
        30,
        True,
        "#00BB00",
        "Peak",
        3,
        [[10, False], [30, True], [5, False]],
    ]


def test_one_point_can_hide_its_label(value):
    assert value("""
        first.hasDataLabels = true; first.points.getItemAt(0).hasDataLabel = false;
        first.points.load("items/hasDataLabel"); await context.sync();
        return first.points.items.map(p => p.hasDataLabel);
    """) == [False, True, True]


def test_trend_lines_are_added_changed_and_deleted(value):
    assert value("""
        const line = first.trendlines.add("Polynomial");
        line.polynomialOrder = 3; line.showEquation = true; line.showRSquared = true;
        line.name = "Fit"; line.forwardPeriod = 1.5; line.format.line.color = "#123456";
        first.trendlines.add(); await context.sync();
        const held = first.trendlines.getItem(0);
        held.load("type,polynomialOrder,showEquation,showRSquared,name,forwardPeriod");
        held.format.line.load("color"); first.trendlines.load("items/type"); await context.sync();
        const set = [held.type, held.polynomialOrder, held.showEquation, held.showRSquared,
                     held.name, held.forwardPeriod, held.format.line.color];
        const types = first.trendlines.items.map(t => t.type);
        held.delete(); const count = first.trendlines.getCount(); await context.sync();
        return [set, types, count.value];
    """) == [
        ["Polynomial", 3, True, True, "Fit", 1.5, "#123456"],
        ["Polynomial", "Linear"],
        1,
    ]


def test_error_bars_of_a_series(value, failure):
    assert value("""
        const bars = first.yErrorBars; bars.load("visible"); await context.sync();
        const before = bars.visible;
        bars.visible = true; bars.type = "Percent"; bars.include = "PlusValues";
        bars.endStyleCap = false; bars.format.line.color = "#AA0000";
        bars.load("visible,type,include,endStyleCap"); bars.format.line.load("color");
        await context.sync();
        const set = [bars.visible, bars.type, bars.include, bars.endStyleCap, bars.format.line.color];
        bars.visible = false; bars.load("visible"); await context.sync();
        return [before, set, bars.visible];
    """) == [False, [True, "Percent", "PlusValues", False, "#AA0000"], False]
    assert failure("first.xErrorBars.visible = true;") == "InvalidArgument"


def test_slices_turn_and_stand_apart(value):
    assert value("""
        chart.chartType = "Doughnut";
        first.doughnutHoleSize = 30; first.firstSliceAngle = 90; first.explosion = 10;
        first.load("doughnutHoleSize,firstSliceAngle,explosion,varyByCategories");
        await context.sync();
        return [first.doughnutHoleSize, first.firstSliceAngle, first.explosion,
                first.varyByCategories];
    """) == [30, 90, 10, True]


def test_bubbles_have_x_y_and_size(value):
    assert value("""
        sheet.getRange("F1:H3").values = [["x", "y", "size"], [1, 2, 3], [4, 5, 6]];
        const bubbles = sheet.charts.add("Bubble", sheet.getRange("F1:H3"), "Columns");
        const series = bubbles.series.getItemAt(0); bubbles.series.load("count");
        const parts = ["XValues", "YValues", "BubbleSizes"]
          .map(d => series.getDimensionDataSourceString(d));
        await context.sync();
        return [bubbles.series.count, parts.map(p => p.value)];
    """) == [1, ["Sheet1!$F$2:$F$3", "Sheet1!$G$2:$G$3", "Sheet1!$H$2:$H$3"]]
