"""What Excel documents about where parts of charts lie, their pictures, shadows and activation."""

import base64
import io

import pytest
from PIL import Image

from embedded_excel.host import EmbeddedExcel

SHEET = "const sheet = context.workbook.worksheets.getActiveWorksheet();\n"
DATA = """
    sheet.getRange("A1:C4").values =
      [["", "Q1", "Q2"], ["North", 10, 20], ["South", 30, 40], ["East", 5, 6]];
    sheet.charts.add("ColumnClustered", sheet.getRange("A1:C4")).name = "Sales";
"""
CHART = 'const chart = sheet.charts.getItem("Sales"), first = chart.series.getItemAt(0);\n'


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


@pytest.fixture
def reopened(office_js, excel):
    def run(code):
        other = EmbeddedExcel.from_bytes(excel.to_bytes(), "again.xlsx")
        try:
            return office_js.value(other, SHEET + CHART + code)
        finally:
            other.close()

    return run


@pytest.fixture
def image(value):
    def run(code):
        shown = value(code + " await context.sync(); return picture.value;")
        return Image.open(io.BytesIO(base64.b64decode(shown))).convert("RGB")

    return run


# -- places ----------------------------------------------------------------------------------------
def test_parts_lie_within_the_chart_and_beside_each_other(value):
    title, legend, plot, inside, axis, width, height = value("""
        chart.title.text = "Sales"; chart.legend.position = "Bottom";
        chart.load("width,height");
        chart.title.load("left,top,width,height"); chart.legend.load("left,top,width,height");
        const area = chart.plotArea; area.load();
        chart.axes.valueAxis.load("left,top,width,height");
        await context.sync();
        const box = part => [part.left, part.top, part.width, part.height];
        return [box(chart.title), box(chart.legend), box(area),
                [area.insideLeft, area.insideTop, area.insideWidth, area.insideHeight],
                box(chart.axes.valueAxis), chart.width, chart.height];
    """)
    for left, top, wide, tall in (title, legend, plot, inside, axis):
        assert left >= 0
        assert top >= 0
        assert left + wide <= width
        assert top + tall <= height
    assert title[0] + title[2] / 2 == pytest.approx(width / 2)
    assert title[1] + title[3] <= plot[1]
    assert plot[1] + plot[3] <= legend[1]
    assert axis[0] + axis[2] == pytest.approx(inside[0])
    assert inside[1] + inside[3] < plot[1] + plot[3]


def test_a_part_placed_by_hand_is_where_it_was_put(value, reopened):
    load = """
        chart.title.load("left,top,position"); chart.legend.load("left,top,width,height,position");
        await context.sync();
        return [chart.title.left, chart.title.top, chart.title.position, chart.legend.left,
                chart.legend.top, chart.legend.width, chart.legend.height, chart.legend.position]
            .map(part => typeof part === "number" ? Math.round(part * 100) / 100 : part);
    """
    expected = [20, 5, "Top", 300, 40, 50, 60, "Custom"]
    code = """
        chart.title.text = "Sales"; chart.title.left = 20; chart.title.top = 5;
        chart.legend.visible = true;
        chart.legend.set({left: 300, top: 40, width: 50, height: 60});
    """
    assert value(code + load) == expected
    assert reopened(load) == expected


def test_entries_of_a_legend_share_its_room(value):
    assert value("""
        chart.legend.visible = true; chart.legend.position = "Right";
        chart.legend.load("top,height");
        const entries = chart.legend.legendEntries;
        entries.load("items/top,items/height");
        await context.sync();
        const [one, two] = entries.items;
        return [one.top === chart.legend.top, Math.abs(one.top + one.height - two.top) < 0.01,
                Math.abs(one.height * 2 - chart.legend.height) < 0.01];
    """) == [True, True, True]


# -- labels ----------------------------------------------------------------------------------------
def test_a_label_says_what_it_shows(value):
    assert value("""
        sheet.getRange("B2").numberFormat = [["0.00"]];
        first.hasDataLabels = true;
        first.dataLabels.showSeriesName = true; first.dataLabels.showCategoryName = true;
        first.dataLabels.separator = " / ";
        const label = first.points.getItemAt(0).dataLabel;
        label.load("text,autoText,formula"); await context.sync();
        const before = [label.text, label.autoText];
        label.formula = "=Sheet1!$A$3"; label.load("text,autoText,formula"); await context.sync();
        const linked = [label.text, label.autoText, label.formula];
        label.text = "mine"; label.load("text,formula"); await context.sync();
        return [before, linked, label.text, label.formula];
    """) == [
        ["Q1 / North / 10.00", True],
        ["South", False, "=Sheet1!$A$3"],
        "mine",
        "mine",
    ]


def test_a_moved_label_stays_moved(value, reopened):
    value("""
        first.hasDataLabels = true;
        const label = first.points.getItemAt(1).dataLabel;
        label.load("top,left"); await context.sync();
        label.top -= 30; label.left += 10;
        label.horizontalAlignment = "Left"; label.verticalAlignment = "Top";
        await context.sync();
    """)
    moved = """
        const [one, two] = [0, 1].map(place => first.points.getItemAt(place).dataLabel);
        for (const label of [one, two]) {
          label.load("top,left,width,height,horizontalAlignment,verticalAlignment");
        }
        await context.sync();
        const before = [two.top, two.left];
        two.top += 30; two.left -= 10; two.load("top,left"); await context.sync();
        return [Math.round(two.top - before[0]), Math.round(two.left - before[1]),
                two.horizontalAlignment, two.verticalAlignment, one.horizontalAlignment,
                two.width > 0 && two.height > 0];
    """
    assert value(moved) == [30, -10, "Left", "Top", "Center", True]
    assert reopened(moved) == [30, -10, "Left", "Top", "Center", True]


def test_a_bubble_chart_gives_its_dimensions_by_both_names(value):
    assert value("""
        sheet.getRange("F1:H4").values = [["x", "y", "size"], [1, 2, 3], [4, 5, 6], [7, 8, 9]];
        const bubbles = sheet.charts.add("Bubble", sheet.getRange("F1:H4"), "Columns").series.getItemAt(0);
        const found = ["Categories", "XValues", "Values", "YValues", "BubbleSizes"]
            .map(name => bubbles.getDimensionValues(name));
        await context.sync();
        return found.map(one => one.value);
    """) == [[1, 4, 7], [1, 4, 7], [2, 5, 8], [2, 5, 8], [3, 6, 9]]


def test_a_trend_line_s_label_is_kept(value, reopened, failure):
    load = """
        const label = first.trendlines.getItem(0).label;
        label.load("autoText,text,numberFormat,linkNumberFormat,textOrientation,"
                   + "horizontalAlignment,verticalAlignment,formula");
        label.format.font.load("color,size");
        await context.sync();
        return [label.toJSON(), label.format.font.color, label.format.font.size];
    """
    code = """
        const line = first.trendlines.add("Linear");
        line.showEquation = true;
        line.label.numberFormat = "0.0"; line.label.text = "slope"; line.label.textOrientation = 30;
        line.label.verticalAlignment = "Bottom"; line.label.horizontalAlignment = "Right";
        line.label.format.font.color = "#FF0000"; line.label.format.font.size = 12;
    """
    looks = {
        "autoText": False,
        "text": "slope",
        "formula": "slope",
        "numberFormat": "0.0",
        "linkNumberFormat": False,
        "textOrientation": 30,
        "horizontalAlignment": "Right",
        "verticalAlignment": "Bottom",
    }
    found = value(code + load)
    assert {name: found[0][name] for name in looks} == looks
    assert found[1:] == ["#FF0000", 12]
    again = reopened(load)
    assert {name: again[0][name] for name in looks} == looks
    code = "first.trendlines.add('Linear').label.text = 'hidden';"
    assert failure(code) == "InvalidArgument"


# -- shadows ---------------------------------------------------------------------------------------
def test_shadows_of_titles_legends_and_series_are_kept(value, reopened):
    load = """
        const parts = [chart.title, chart.legend, first];
        for (const part of parts) part.load("showShadow");
        await context.sync();
        return parts.map(part => part.showShadow);
    """
    assert value("chart.title.text = 'x'; chart.legend.visible = true;" + load) == [False] * 3
    assert value(f"for (const p of [chart.title, chart.legend, first]) p.showShadow = true;{load}")
    assert reopened(load) == [True, True, True]
    assert value("chart.legend.showShadow = false;" + load) == [True, False, True]


# -- activation ------------------------------------------------------------------------------------
def test_the_active_chart_is_told_and_left_when_cells_are_selected(office_js, excel, value):
    assert value("""
        const second = sheet.charts.add("Pie", sheet.getRange("A1:B4")); second.name = "Pie";
        for (const one of [chart, second]) {
          one.onActivated.add(async e => { events.push(["in", e.chartId]); });
          one.onDeactivated.add(async e => { events.push(["out", e.chartId]); });
          one.load("id");
        }
        const none = context.workbook.getActiveChartOrNullObject(); none.load("name");
        await context.sync();
        chart.activate(); second.activate();
        const active = context.workbook.getActiveChart(); active.load("name");
        await context.sync();
        sheet.getRange("B2").select();
        const after = context.workbook.getActiveChartOrNullObject(); after.load("name");
        await context.sync();
        events.push(["ids", chart.id, second.id]);
        return [none.isNullObject, active.name, after.isNullObject];
    """) == [True, "Pie", True]
    office_js.deliver_events(excel)
    [[_, one, two], *told] = office_js.collected()
    assert told == [["in", one], ["out", one], ["in", two], ["out", two]]


# -- pictures --------------------------------------------------------------------------------------
def test_a_picture_shows_the_series_in_their_colours(image):
    shown = image("""
        first.format.fill.setSolidColor("#FF0000");
        chart.format.fill.setSolidColor("#FFFFCC");
        chart.title.visible = false; chart.legend.visible = false;
        const picture = chart.getImage();
    """)
    assert shown.size == (480, 288)
    assert shown.getpixel((2, 2)) == (255, 255, 204)
    colors = shown.getcolors(100_000)
    red = sum(count for count, color in colors if color == (255, 0, 0))
    # Three columns of 10, 30 and 5 on a scale to 45: a tenth of the width, on average a third high.
    assert 2_000 < red < 20_000


@pytest.mark.parametrize(
    ("call", "size"),
    [
        ("chart.getImage(240)", (240, 144)),
        ("chart.getImage(undefined, 144)", (240, 144)),
        ("chart.getImage(300, 300)", (300, 300)),
        ('chart.getImage(300, 300, "Fit")', (300, 180)),
        ('chart.getImage(300, 90, "FitAndCenter")', (150, 90)),
    ],
)
def test_a_picture_has_the_size_asked_for(image, call, size):
    assert image(f"const picture = {call};").size == size


@pytest.mark.parametrize(
    "kind",
    [
        "BarStacked",
        "ColumnStacked100",
        "3DColumn",
        "LineMarkers",
        "AreaStacked",
        "Pie",
        "Doughnut",
        "XYScatterLines",
        "RadarFilled",
        "StockHLC",
        "Surface",
    ],
)
def test_every_kind_of_chart_draws_something(image, kind):
    shown = image(f"""
        sheet.getRange("F1:I4").values =
          [["", "a", "b", "c"], ["x", 9, 3, 5], ["y", 8, 2, 6], ["z", 7, 1, 4]];
        const drawn = sheet.charts.add("{kind}", sheet.getRange("F1:I4"));
        drawn.title.visible = false; drawn.legend.visible = false;
        const picture = drawn.getImage();
    """)
    colors = {color for _, color in shown.getcolors(100_000)}
    assert len(colors) > 4


def test_a_trend_line_is_called_by_its_kind_and_series(value):
    assert value("""
        const line = first.trendlines.add("Linear"), other = first.trendlines.add("MovingAverage");
        line.load("name"); other.load("name"); await context.sync();
        return [line.name, other.name];
    """) == ["Linear (Q1)", "2 per. Mov. Avg. (Q1)"]


def test_older_names_of_axis_crossings_mean_the_same(value):
    assert value("""
        const axis = chart.axes.categoryAxis;
        axis.setCrossesAt(20); axis.load("crosses,crossesAt,positionAt"); await context.sync();
        const custom = [axis.crosses, axis.crossesAt, axis.positionAt];
        axis.crosses = "Maximum"; axis.load("crosses,position");
        chart.load("categoryLabelLevel,seriesNameLevel"); await context.sync();
        return [custom, axis.crosses, axis.position, chart.categoryLabelLevel,
                chart.seriesNameLevel];
    """) == [["Custom", 20, 20], "Maximum", "Maximum", -1, -1]
