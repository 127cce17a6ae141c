"""What Excel documents about titles, legends, axes, gridlines, plot areas and fonts of charts."""

import pytest

SHEET = "const sheet = context.workbook.worksheets.getActiveWorksheet();\n"
DATA = """
    sheet.getRange("A1:C4").values =
      [["", "Q1", "Q2"], ["North", 10, 20], ["South", 30, 40], ["East", 5, 6]];
    sheet.charts.add("ColumnClustered", sheet.getRange("A1:C4")).name = "Sales";
"""
CHART = """const chart = sheet.charts.getItem("Sales");
const axis = chart.axes.valueAxis, names = chart.axes.categoryAxis;
"""


@pytest.fixture
def value(office_js, excel):
    office_js.value(excel, SHEET + DATA + "await context.sync();")
    return lambda code: office_js.value(excel, SHEET + CHART + code)


@pytest.fixture
def error(office_js, excel, value):
    def run(code):
        found = office_js.run(excel, SHEET + CHART + code + "\nawait context.sync();").error
        assert found is not None
        return found

    return run


# -- titles and legend -------------------------------------------------------------------------
def test_a_title_takes_text_font_and_fill(value):
    assert value("""
        const title = chart.title, font = title.format.font;
        title.text = "Sales & costs"; title.overlay = true; title.textOrientation = 45;
        font.size = 18; font.color = "#112233"; font.bold = true; font.italic = true;
        font.underline = "Single"; font.name = "Arial";
        title.format.fill.setSolidColor("yellow"); title.format.border.color = "red";
        title.load("text,overlay,visible,textOrientation,position"); font.load();
        title.format.border.load("color"); await context.sync();
        return [title.text, title.overlay, title.visible, title.textOrientation, title.position,
                font.toJSON(), title.format.border.color];
    """) == [
        "Sales & costs",
        True,
        True,
        45,
        "Automatic",
        {"bold": True, "color": "#112233", "italic": True, "name": "Arial", "size": 18,
         "underline": "Single"},
        "#FF0000",
    ]  # fmt: skip


def test_the_font_survives_a_new_text(value):
    assert value("""
        const font = chart.title.format.font;
        font.color = "#AA0000"; font.size = 20; chart.title.text = "Other";
        font.load("color,size"); await context.sync();
        return [font.color, font.size];
    """) == ["#AA0000", 20]


def test_a_hidden_title_comes_back_by_a_text(value):
    assert value("""
        chart.title.visible = false; chart.title.load("visible,text"); await context.sync();
        const hidden = [chart.title.visible, chart.title.text];
        chart.title.text = "Back"; chart.title.load("visible,text"); await context.sync();
        return [hidden, [chart.title.visible, chart.title.text]];
    """) == [[False, None], [True, "Back"]]


def test_a_title_can_show_a_cell(value):
    assert value("""
        sheet.getRange("E1").values = [["From a cell"]];
        chart.title.setFormula("=Sheet1!$E$1"); chart.title.load("text"); await context.sync();
        const first = chart.title.text;
        sheet.getRange("E1").values = [["Changed"]]; chart.title.load("text");
        await context.sync();
        return [first, chart.title.text];
    """) == ["From a cell", "Changed"]


def test_a_piece_of_a_title_has_a_font_of_its_own(value):
    assert value("""
        chart.title.text = "Sales of North\\nand South";
        chart.title.getSubstring(0, 5).font.color = "#AA0000";
        chart.title.getSubstring(9, 9).font.bold = true;
        const fonts = [[0, 5], [6, 2], [15, 3]].map(([a, n]) => chart.title.getSubstring(a, n).font);
        fonts.forEach(font => font.load("color,bold")); chart.title.load("text");
        await context.sync();
        return [fonts.map(font => [font.color, font.bold]), chart.title.text];
    """) == [
        [["#AA0000", False], ["#595959", False], ["#595959", True]],
        "Sales of North\nand South",
    ]


def test_a_data_table_shows_below_charts_of_categories(value, error):
    assert value("""
        const table = chart.getDataTable(); table.load("visible"); await context.sync();
        const before = table.visible;
        table.visible = true; table.showLegendKey = false; table.showOutlineBorder = true;
        table.format.font.color = "#123456"; table.format.font.load("color");
        table.load("visible,showLegendKey,showHorizontalBorder,showOutlineBorder");
        await context.sync();
        const set = [table.visible, table.showLegendKey, table.showHorizontalBorder,
                     table.showOutlineBorder, table.format.font.color];
        table.visible = false; table.load("visible"); await context.sync();
        chart.chartType = "Pie"; const none = chart.getDataTableOrNullObject();
        none.load("visible"); await context.sync();
        return [before, set, table.visible, none.isNullObject];
    """) == [False, [True, False, True, True, "#123456"], False, True]
    assert error("chart.getDataTable();")["code"] == "InvalidArgument"


def test_a_legend_stands_at_a_side_or_nowhere(value):
    assert value("""
        const legend = chart.legend;
        legend.position = "Right"; legend.overlay = true; legend.format.font.size = 8;
        legend.load("position,overlay,visible"); legend.format.font.load("size");
        await context.sync();
        const set = [legend.position, legend.overlay, legend.visible, legend.format.font.size];
        legend.visible = false; legend.load("visible"); await context.sync();
        const hidden = legend.visible;
        legend.visible = true; legend.position = "Corner"; legend.load("position");
        await context.sync();
        return [set, hidden, legend.position];
    """) == [["Right", True, True, 8], False, "Corner"]


def test_a_legend_placed_by_hand_is_custom(value):
    assert value("""
        const legend = chart.legend;
        legend.left = 90; legend.top = 54; legend.width = 180; legend.height = 27;
        legend.load("position,left,top,width,height"); await context.sync();
        return [legend.position, legend.left, legend.top, legend.width, legend.height];
    """) == ["Custom", 90, 54, 180, 27]


def test_entries_of_the_legend_hide_one_by_one(value):
    assert value("""
        chart.legend.legendEntries.getItemAt(0).visible = false;
        const entries = chart.legend.legendEntries; entries.load("items/visible,items/index");
        await context.sync();
        return entries.items.map(e => [e.index, e.visible]);
    """) == [[0, False], [1, True]]


# -- axes ----------------------------------------------------------------------------------------
def test_bounds_and_units_are_set_and_given_back_to_excel(value):
    assert value("""
        axis.minimum = -10; axis.maximum = 90; axis.majorUnit = 20; axis.minorUnit = 5;
        const read = "minimum,maximum,majorUnit,minorUnit";
        axis.load(read); await context.sync();
        const set = read.split(",").map(name => axis[name]);
        axis.minimum = ""; axis.maximum = ""; axis.majorUnit = ""; axis.minorUnit = "";
        axis.load(read); await context.sync();
        return [set, read.split(",").map(name => axis[name])];
    """) == [[-10, 90, 20, 5], [0, 45, 5, 1]]


@pytest.mark.parametrize(
    ("values", "bounds"),
    [
        ([3, 2], [0, 3.5, 0.5]),
        ([5, 1], [0, 6, 1]),
        ([10, 1], [0, 12, 2]),
        ([99, 10], [0, 120, 20]),
        ([1204, 800], [0, 1400, 200]),
        ([-5, 5], [-6, 6, 2]),
    ],
)
def test_excel_chooses_bounds_by_its_rule(value, values, bounds):
    assert (
        value(f"""
        sheet.getRange("E1:E2").values = [[{values[0]}], [{values[1]}]];
        const other = sheet.charts.add("Line", sheet.getRange("E1:E2"), "Columns");
        const found = other.axes.valueAxis; found.load("minimum,maximum,majorUnit");
        await context.sync();
        return [found.minimum, found.maximum, found.majorUnit];
    """)
        == bounds
    )


def test_a_logarithmic_scale_has_a_base(value, error):
    assert value("""
        axis.scaleType = "Logarithmic"; axis.load("scaleType,logBase"); await context.sync();
        const first = [axis.scaleType, axis.logBase];
        axis.logBase = 2; axis.load("logBase"); await context.sync();
        const second = axis.logBase;
        axis.scaleType = "Linear"; axis.load("scaleType"); await context.sync();
        return [first, second, axis.scaleType];
    """) == [["Logarithmic", 10], 2, "Linear"]
    assert error("axis.logBase = 2;")["code"] == "InvalidArgument"
    assert error('names.scaleType = "Logarithmic";')["code"] == "InvalidArgument"


def test_titles_and_visibility_of_axes(value):
    assert value("""
        axis.title.text = "USD"; axis.title.format.font.color = "#0000AA";
        names.title.visible = true; names.visible = false;
        axis.title.load("text,visible,textOrientation"); axis.title.format.font.load("color");
        names.title.load("text,visible"); names.load("visible"); axis.load("visible");
        await context.sync();
        return [axis.title.text, axis.title.visible, axis.title.textOrientation,
                axis.title.format.font.color, names.title.text, names.title.visible,
                axis.visible, names.visible];
    """) == ["USD", True, 90, "#0000AA", "Axis Title", True, True, False]


def test_number_formats_are_the_cells_until_they_are_set(value):
    assert value("""
        axis.load("numberFormat,linkNumberFormat"); await context.sync();
        const before = [axis.numberFormat, axis.linkNumberFormat];
        axis.numberFormat = "#,##0.0"; axis.load("numberFormat,linkNumberFormat");
        await context.sync();
        return [before, [axis.numberFormat, axis.linkNumberFormat]];
    """) == [["General", True], ["#,##0.0", False]]


def test_ticks_labels_order_and_crossing(value):
    assert value("""
        axis.majorTickMark = "Outside"; axis.minorTickMark = "Cross";
        axis.tickLabelPosition = "Low"; axis.reversePlotOrder = true;
        axis.displayUnit = "Thousands"; axis.setPositionAt(15);
        names.tickLabelSpacing = 2; names.tickMarkSpacing = 3; names.offset = 50;
        names.alignment = "Left"; names.textOrientation = -45; names.categoryType = "TextAxis";
        names.position = "Maximum"; names.isBetweenCategories = false; names.multiLevel = false;
        axis.load("majorTickMark,minorTickMark,tickLabelPosition,reversePlotOrder,displayUnit," +
                  "showDisplayUnitLabel,position,positionAt");
        names.load("tickLabelSpacing,tickMarkSpacing,offset,alignment,textOrientation," +
                   "categoryType,position,isBetweenCategories,multiLevel");
        await context.sync();
        return [axis.majorTickMark, axis.minorTickMark, axis.tickLabelPosition,
                axis.reversePlotOrder, axis.displayUnit, axis.showDisplayUnitLabel,
                axis.position, axis.positionAt, names.tickLabelSpacing, names.tickMarkSpacing,
                names.offset, names.alignment, names.textOrientation, names.categoryType,
                names.position, names.isBetweenCategories, names.multiLevel];
    """) == [
        "Outside", "Cross", "Low", True, "Thousands", True, "Custom", 15, 2, 3, 50, "Left", -45,
        "TextAxis", "Maximum", False, False,
    ]  # fmt: skip


def test_dates_have_units_of_time(value, error):
    assert value("""
        names.categoryType = "DateAxis"; names.baseTimeUnit = "Months";
        names.majorTimeUnitScale = "Years"; names.load("categoryType,baseTimeUnit,majorTimeUnitScale");
        await context.sync();
        return [names.categoryType, names.baseTimeUnit, names.majorTimeUnitScale];
    """) == ["DateAxis", "Months", "Years"]
    assert error('axis.baseTimeUnit = "Days";')["code"] == "InvalidArgument"


def test_gridlines_come_and_go_and_take_a_colour(value):
    assert value("""
        axis.majorGridlines.load("visible"); names.majorGridlines.load("visible");
        await context.sync();
        const before = [axis.majorGridlines.visible, names.majorGridlines.visible];
        axis.majorGridlines.visible = false; names.minorGridlines.visible = true;
        names.minorGridlines.format.line.color = "#CCCCCC";
        axis.majorGridlines.load("visible"); names.minorGridlines.load("visible");
        names.minorGridlines.format.line.load("color"); await context.sync();
        return [before, axis.majorGridlines.visible, names.minorGridlines.visible,
                names.minorGridlines.format.line.color];
    """) == [[True, False], False, True, "#CCCCCC"]


def test_categories_can_come_from_other_cells(value):
    assert value("""
        sheet.getRange("E1:E3").values = [["N"], ["S"], ["E"]];
        names.setCategoryNames(sheet.getRange("E1:E3"));
        const found = [0, 1].map(i => chart.series.getItemAt(i).getDimensionValues("Categories"));
        await context.sync();
        return found.map(f => f.value);
    """) == [["N", "S", "E"], ["N", "S", "E"]]


def test_charts_without_axes_have_none_to_set(error):
    assert error('chart.chartType = "Pie"; axis.minimum = 0;')["code"] == "ItemNotFound"


# -- areas -----------------------------------------------------------------------------------------
def test_the_chart_area_lends_its_font_to_what_has_none(value):
    assert value("""
        chart.format.font.name = "Georgia"; chart.format.font.size = 9;
        chart.format.border.lineStyle = "None"; chart.format.border.load("lineStyle");
        const labels = chart.series.getItemAt(0).dataLabels.format.font; labels.load("name,size");
        await context.sync();
        return [labels.name, labels.size, chart.format.border.lineStyle];
    """) == ["Georgia", 9, "None"]


def test_a_plot_area_placed_by_hand_knows_its_place(value):
    assert value("""
        const area = chart.plotArea;
        area.insideLeft = 36; area.insideTop = 21.6; area.insideWidth = 288; area.insideHeight = 162;
        area.format.fill.setSolidColor("#EEEEEE");
        area.load("insideLeft,insideTop,insideWidth,insideHeight,position"); await context.sync();
        const set = [area.insideLeft, area.insideTop, area.insideWidth, area.insideHeight,
                     area.position].map(n => typeof n === "number" ? Math.round(n * 10) / 10 : n);
        area.position = "Automatic"; area.load("position"); await context.sync();
        return [set, area.position];
    """) == [[36, 21.6, 288, 162, "Custom"], "Automatic"]


@pytest.mark.parametrize(
    ("code", "member"),
    [
        ('chart.title.position = "Left";', "ChartTitle.position"),
        ('axis.format.line.lineStyle = "Grey50";', "ChartLineFormat.lineStyle"),
        ('chart.series.getItemAt(0).load("filtered");', "ChartSeries.filtered"),
    ],
)
def test_what_isnt_kept_names_itself(error, code, member):
    found = error(code)
    assert found["code"] == "NotImplemented"
    assert member in found["message"]
