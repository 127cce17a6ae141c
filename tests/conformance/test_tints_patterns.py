"""Tints and pattern colours of formats: `tintAndShade` from -1 (black) over 0 to 1 (white)."""

import io

import openpyxl

THEMED = """
const first = sheet.getRange("A1"), second = sheet.getRange("A2");
for (const cell of [first, second]) cell.style = "Accent1";
"""


def test_a_colour_of_the_theme_is_lightened_and_darkened(value):
    assert value(
        THEMED
        + """
        const fill = first.format.fill.load("color, tintAndShade"), colors = [];
        await context.sync();
        colors.push(fill.tintAndShade);
        for (const tint of [0.5, -0.5]) {
            fill.tintAndShade = tint;
            fill.load("color, tintAndShade");
            await context.sync();
            const parts = [1, 3, 5].map(at => parseInt(fill.color.slice(at, at + 2), 16));
            colors.push(parts.reduce((sum, part) => sum + part), fill.tintAndShade);
        }
        return colors[1] > colors[3] ? [colors[0], colors[2], colors[4]] : colors;
    """
    ) == [0, 0.5, -0.5]


def test_tints_that_differ_are_null_and_a_new_colour_has_none(value):
    assert value(
        THEMED
        + """
        second.format.fill.tintAndShade = 0.25;
        second.format.font.tintAndShade = -0.25;
        const both = sheet.getRange("A1:A2").format.fill.load("tintAndShade");
        second.format.font.load("tintAndShade");
        await context.sync();
        const found = [both.tintAndShade, second.format.font.tintAndShade];
        second.format.fill.color = "#FF0000";
        second.format.fill.load("tintAndShade");
        await context.sync();
        return [...found, second.format.fill.tintAndShade];
    """
    ) == [None, -0.25, 0]


def test_lines_in_a_colour_of_the_theme_have_tints(value):
    assert value("""
        const cell = sheet.getRange("A1");
        cell.style = "Total";
        const borders = cell.format.borders;
        borders.tintAndShade = 0.6;
        const lines = ["EdgeTop", "EdgeBottom"].map(side =>
          borders.getItem(side).load("tintAndShade, style"));
        await context.sync();
        return lines.map(line => [line.style, line.tintAndShade]);
    """) == [["Continuous", 0.6], ["Double", 0.6]]


def test_a_fixed_colour_in_a_tint_says_that_it_is_not_there(failure):
    code = """
        const fill = sheet.getRange("A1").format.fill;
        fill.color = "#FF0000";
        fill.tintAndShade = 0.5;
    """
    assert failure(code) == "NotImplemented"


def test_a_pattern_has_a_colour_of_its_own(excel, value):
    assert value("""
        const fill = sheet.getRange("A1").format.fill;
        fill.color = "#FFFF00";
        fill.pattern = "Gray50";
        fill.load("patternColor");
        await context.sync();
        const automatic = fill.patternColor;
        fill.patternColor = "#0000FF";
        fill.load("color, pattern, patternColor, patternTintAndShade, tintAndShade");
        await context.sync();
        return [automatic, fill.color, fill.pattern, fill.patternColor, fill.patternTintAndShade,
                fill.tintAndShade];
    """) == ["#000000", "#FFFF00", "Gray50", "#0000FF", 0, 0]
    cell = openpyxl.load_workbook(io.BytesIO(excel.to_bytes())).worksheets[0]["A1"]
    assert cell.fill.patternType == "mediumGray"
    assert (cell.fill.bgColor.rgb, cell.fill.fgColor.rgb) == ("FFFFFF00", "FF0000FF")


def test_a_tint_keeps_the_colour_of_the_theme(excel, value):
    # "Accent1" is a style in a colour of the theme; a tint doesn't turn it into a fixed colour.
    value("""
        sheet.getRange("A1").style = "Accent1";
        sheet.getRange("A1").format.fill.tintAndShade = 0.4;
    """)
    color = openpyxl.load_workbook(io.BytesIO(excel.to_bytes())).worksheets[0]["A1"].fill.fgColor
    assert (color.type, color.theme, color.tint) == ("theme", 4, 0.4)


def test_a_tint_beyond_black_or_white_is_refused(failure):
    for part in ("fill", "font", "borders"):
        code = f'sheet.getRange("A1").format.{part}.tintAndShade = 1.5;'
        assert failure(code) == "InvalidArgument", part
