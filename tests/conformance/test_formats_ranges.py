"""What Excel documents about the formats of ranges."""

import pytest


def test_a_font_is_set_and_read(value):
    assert value("""
        const font = sheet.getRange("A1:B2").format.font;
        font.set({name: "Arial", size: 14, bold: true, italic: true, underline: "Double",
                  strikethrough: true, color: "red"});
        font.load();
        await context.sync();
        return [font.name, font.size, font.bold, font.italic, font.underline,
                font.strikethrough, font.color];
    """) == ["Arial", 14, True, True, "Double", True, "#FF0000"]


def test_a_property_that_differs_between_cells_is_null(value):
    assert value("""
        sheet.getRange("A1").format.font.bold = true;
        sheet.getRange("B1").format.horizontalAlignment = "Center";
        sheet.getRange("A1").format.columnWidth = 100;
        const format = sheet.getRange("A1:B2").format;
        format.load("horizontalAlignment,columnWidth,rowHeight,wrapText,font/bold,font/italic,font/name");
        await context.sync();
        return [format.font.bold, format.font.italic, format.font.name !== null,
                format.horizontalAlignment, format.columnWidth, format.rowHeight, format.wrapText];
    """) == [None, False, True, None, None, 15, False]


def test_subscript_and_superscript_exclude_each_other(value):
    assert value("""
        const font = sheet.getRange("A1").format.font;
        font.subscript = true;
        font.superscript = true;
        font.load("subscript,superscript");
        await context.sync();
        return [font.subscript, font.superscript];
    """) == [False, True]


@pytest.mark.parametrize(
    ("given", "read"), [("#4472c4", "#4472C4"), ("FFA500", "#FFA500"), ("orange", "#FFA500")]
)
def test_fills_take_colours_in_several_spellings(value, given, read):
    assert value(f"""
        const fill = sheet.getRange("A1").format.fill;
        fill.color = "{given}";
        fill.load("color,pattern");
        await context.sync();
        return [fill.color, fill.pattern];
    """) == [read, "Solid"]


def test_a_cleared_fill_reads_as_white(value):
    assert value("""
        const fill = sheet.getRange("A1").format.fill;
        fill.color = "red";
        fill.clear();
        fill.load("color,pattern");
        await context.sync();
        return [fill.color, fill.pattern];
    """) == ["#FFFFFF", "None"]


def test_borders_of_a_block(value):
    assert value("""
        const borders = sheet.getRange("B2:C3").format.borders;
        borders.getItem("EdgeBottom").style = "Continuous";
        borders.getItem("EdgeBottom").weight = "Thick";
        borders.getItem("InsideVertical").style = "Dash";
        borders.getItem("InsideVertical").color = "blue";
        borders.getItem("EdgeTop").style = "Double";
        borders.load("count,items/sideIndex,items/style,items/weight,items/color");
        await context.sync();
        return [borders.count, borders.items
            .filter(item => item.style !== "None")
            .map(item => [item.sideIndex, item.style, item.weight, item.color])];
    """) == [
        8,
        [
            ["EdgeTop", "Double", "Thick", "#000000"],
            ["EdgeBottom", "Continuous", "Thick", "#000000"],
            ["InsideVertical", "Dash", "Thin", "#0000FF"],
        ],
    ]


def test_neighbours_share_their_border(value):
    assert value("""
        sheet.getRange("A1").format.borders.getItem("EdgeBottom").style = "Continuous";
        const top = sheet.getRange("A2").format.borders.getItem("EdgeTop");
        top.load("style");
        await context.sync();
        const before = top.style;
        top.style = "None";
        const bottom = sheet.getRange("A1").format.borders.getItem("EdgeBottom");
        bottom.load("style");
        await context.sync();
        return [before, bottom.style];
    """) == ["Continuous", "None"]


def test_a_border_that_differs_along_the_edge_is_null(value):
    assert (
        value("""
        sheet.getRange("A1").format.borders.getItem("EdgeTop").style = "Continuous";
        const top = sheet.getRange("A1:B1").format.borders.getItem("EdgeTop");
        top.load("style");
        await context.sync();
        return top.style;
    """)
        is None
    )


def test_alignment_and_protection(value):
    assert value("""
        const format = sheet.getRange("A1").format;
        format.set({horizontalAlignment: "Right", verticalAlignment: "Top", wrapText: true,
                    textOrientation: 45, shrinkToFit: true});
        format.protection.locked = false;
        format.protection.formulaHidden = true;
        format.load("horizontalAlignment,verticalAlignment,wrapText,textOrientation,shrinkToFit");
        format.protection.load("locked,formulaHidden");
        await context.sync();
        return [format.horizontalAlignment, format.verticalAlignment, format.wrapText,
                format.textOrientation, format.shrinkToFit,
                format.protection.locked, format.protection.formulaHidden];
    """) == ["Right", "Top", True, 45, True, False, True]


def test_an_indent_stays_between_0_and_250(value):
    assert value("""
        const format = sheet.getRange("A1").format;
        format.indentLevel = 2;
        format.adjustIndent(3);
        format.load("indentLevel");
        await context.sync();
        const first = format.indentLevel;
        format.adjustIndent(-250);
        format.load("indentLevel");
        await context.sync();
        return [first, format.indentLevel];
    """) == [5, 0]


def test_sizes_are_points_and_can_be_standard_again(value):
    assert value("""
        const format = sheet.getRange("B2:C3").format;
        format.columnWidth = 120;
        format.rowHeight = 30;
        format.load("columnWidth,rowHeight,useStandardWidth,useStandardHeight");
        await context.sync();
        const set = [format.columnWidth, format.rowHeight, format.useStandardWidth, format.useStandardHeight];
        format.useStandardWidth = true;
        format.useStandardHeight = true;
        format.load("useStandardWidth,useStandardHeight");
        await context.sync();
        return [...set, format.useStandardWidth, format.useStandardHeight];
    """) == [120, 30, False, False, True, True]


def test_autofit_makes_room_for_the_longest_text(value):
    assert value("""
        sheet.getRange("A1:B1").values = [["a much longer text than the column shows", "x"]];
        sheet.getRange("A:B").format.autofitColumns();
        const [a, b] = ["A1", "B1"].map(address => sheet.getRange(address).format);
        a.load("columnWidth"); b.load("columnWidth");
        await context.sync();
        return [a.columnWidth > 150, b.columnWidth < 30];
    """) == [True, True]


def test_entire_columns_can_be_formatted_without_touching_each_cell(value):
    assert value("""
        const column = sheet.getRange("C:C");
        column.format.font.bold = true;
        column.format.fill.color = "#FFFF00";
        const far = sheet.getRange("C900000").format;
        far.load("font/bold,fill/color");
        column.format.load("font/bold");
        await context.sync();
        return [far.font.bold, far.fill.color, column.format.font.bold];
    """) == [True, "#FFFF00", True]


@pytest.mark.parametrize(
    "code",
    [
        'sheet.getRange("A1").format.fill.color = "no colour";',
        "sheet.getRange('A1').format.fill.color = null;",
        'sheet.getRange("A1").format.horizontalAlignment = "Middle";',
        'sheet.getRange("A1").format.rowHeight = 500;',
        'sheet.getRange("A1").format.textOrientation = 91;',
        'sheet.getRange("A1").format.font.size = 0;',
        'sheet.getRange("A1").format.borders.getItem("EdgeMiddle").style = "Continuous";',
    ],
)
def test_what_isn_t_a_format_is_an_invalid_argument(failure, code):
    assert failure(code) == "InvalidArgument"


def test_areas_are_formatted_together(value):
    assert value("""
        const areas = sheet.getRanges("A1:A2,C3");
        areas.format.font.bold = true;
        areas.load("address,areaCount,cellCount");
        areas.areas.load("items/address");
        const [yes, no] = ["C3", "C2"].map(address => sheet.getRange(address).format.font);
        yes.load("bold"); no.load("bold");
        await context.sync();
        return [areas.address, areas.areaCount, areas.cellCount,
                areas.areas.items.map(range => range.address), yes.bold, no.bold];
    """) == ["Sheet1!A1:A2,Sheet1!C3", 2, 3, ["Sheet1!A1:A2", "Sheet1!C3"], True, False]


def test_formats_can_be_read_and_set_cell_by_cell(value):
    assert value("""
        sheet.getRange("A1:B1").setCellProperties([[
            {format: {font: {bold: true}, fill: {color: "yellow"}}},
            {format: {borders: {bottom: {style: "Continuous", color: "red"}}, indentLevel: 2}}]]);
        const cells = sheet.getRange("A1:B1").getCellProperties({
            address: true,
            format: {font: {bold: true}, fill: {color: true}, borders: {style: true, color: true},
                     indentLevel: true}});
        await context.sync();
        return cells.value[0].map(({address, format}) =>
            [address, format.font.bold, format.fill.color, format.borders.bottom, format.indentLevel]);
    """) == [
        ["Sheet1!A1", True, "#FFFF00", {"style": "None", "color": "#000000"}, 0],
        ["Sheet1!B1", False, "#FFFFFF", {"style": "Continuous", "color": "#FF0000"}, 2],
    ]
