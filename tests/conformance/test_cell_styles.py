"""Named cell styles, as Excel's documentation and its own style table describe them."""

import io
import zipfile
from xml.etree import ElementTree as ET

import openpyxl
import pytest

from embedded_excel.host import EmbeddedExcel

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def reopened(excel):
    return EmbeddedExcel.from_bytes(excel.to_bytes(), "again.xlsx")


def saved_styles(excel):
    """Name → (record in cellStyleXfs, cellStyle) of the saved file, as its XML says."""
    package = zipfile.ZipFile(io.BytesIO(excel.to_bytes()))
    root = ET.fromstring(package.read("xl/styles.xml"))
    records = list(root.find(f"{MAIN}cellStyleXfs"))
    return {
        style.get("name"): (records[int(style.get("xfId"))], style)
        for style in root.find(f"{MAIN}cellStyles")
    }


def test_cells_nobody_formatted_are_normal(value):
    assert (
        value("""
        const range = sheet.getRange("A1:C3").load("style");
        await context.sync();
        return range.style;
    """)
        == "Normal"
    )


def test_a_built_in_style_is_given_by_its_word_and_answers_with_it(value):
    assert value("""
        const heading = sheet.getRange("A1"), neutral = sheet.getRange("A2");
        heading.style = "Heading1";
        neutral.style = Excel.BuiltInStyle.neutral;
        heading.load("style, format/font/bold, format/font/size");
        neutral.load("style, format/font/color, format/fill/color");
        await context.sync();
        return [heading.style, heading.format.font.bold, heading.format.font.size,
                neutral.style, neutral.format.font.color, neutral.format.fill.color];
    """) == ["Heading1", True, 15, "Neutral", "#9C5700", "#FFEB9C"]


def test_cells_in_different_styles_answer_null(value):
    assert (
        value("""
        sheet.getRange("A1").style = "Good";
        const range = sheet.getRange("A1:A2").load("style");
        await context.sync();
        return range.style;
    """)
        is None
    )


def test_a_style_leaves_alone_what_it_does_not_include(value):
    # "Comma" is a number format only: the fill of the cell stays.
    assert value("""
        const cell = sheet.getRange("A1");
        cell.values = [[1234.5]];
        cell.format.fill.color = "#112233";
        cell.style = "Comma";
        cell.load("style, text, numberFormat, format/fill/color");
        await context.sync();
        return [cell.style, cell.text[0][0], cell.format.fill.color];
    """) == ["Comma", " 1,234.50 ", "#112233"]


def test_normal_takes_every_format_away(value):
    assert value("""
        const cell = sheet.getRange("A1");
        cell.format.fill.color = "red";
        cell.format.font.bold = true;
        cell.numberFormat = [["0.00"]];
        cell.style = "Normal";
        cell.load("numberFormat, format/fill/pattern, format/font/bold");
        await context.sync();
        return [cell.numberFormat[0][0], cell.format.fill.pattern, cell.format.font.bold];
    """) == ["General", "None", False]


def test_a_style_that_does_not_exist_is_refused(failure):
    assert failure('sheet.getRange("A1").style = "Not a style";') == "InvalidArgument"


def test_excel_lists_its_own_styles_of_every_workbook(value):
    names = value("""
        const styles = context.workbook.styles.load("items/name, items/builtIn");
        const count = styles.getCount();
        await context.sync();
        return [count.value, styles.items.every(style => style.builtIn),
                styles.items.map(style => style.name)];
    """)
    assert names[:2] == [47, True]
    assert names[2] == sorted(names[2], key=str.casefold)
    assert {"Normal", "Heading 1", "20% - Accent1", "Check Cell"} <= set(names[2])


def test_a_new_style_is_changed_given_and_read(value):
    assert value("""
        const styles = context.workbook.styles;
        styles.add("Turned");
        const style = styles.getItem("Turned");
        style.textOrientation = 38;
        style.autoIndent = true;
        style.shrinkToFit = true;
        style.locked = false;
        style.numberFormat = "0.0%";
        style.horizontalAlignment = "Distributed";
        style.readingOrder = "RightToLeft";
        style.font.bold = true;
        style.fill.color = "#00FF00";
        style.borders.getItem("EdgeBottom").style = "Double";
        const cell = sheet.getRange("B2");
        cell.values = [[0.5]];
        cell.style = "turned";
        cell.load("style, text, format/textOrientation, format/autoIndent, format/readingOrder");
        style.load("builtIn, textOrientation, autoIndent, locked, readingOrder");
        const line = cell.format.borders.getItem("EdgeBottom").load("style");
        const border = style.borders.getItem("EdgeBottom").load("style");
        await context.sync();
        return [cell.style, cell.text[0][0], cell.format.textOrientation, cell.format.autoIndent,
                cell.format.readingOrder, line.style, border.style,
                style.builtIn, style.textOrientation, style.locked, style.readingOrder];
    """) == [
        *("Turned", "50.0%", 38, True, "RightToLeft", "Double", "Double"),
        *(False, 38, False, "RightToLeft"),
    ]


def test_cells_follow_their_style_where_they_have_no_look_of_their_own(value):
    assert value("""
        context.workbook.styles.add("Mine");
        const style = context.workbook.styles.getItem("Mine");
        const range = sheet.getRange("A1:A2");
        range.style = "Mine";
        sheet.getRange("A2").format.font.color = "#FF0000";
        await context.sync();
        style.font.color = "#0000FF";
        style.fill.color = "#FFFF00";
        const cells = ["A1", "A2"].map(address => sheet.getRange(address)
          .load("format/font/color, format/fill/color, style"));
        await context.sync();
        return cells.map(cell => [cell.format.font.color, cell.format.fill.color, cell.style]);
    """) == [["#0000FF", "#FFFF00", "Mine"], ["#FF0000", "#FFFF00", "Mine"]]


def test_two_new_styles_stay_two_though_they_look_the_same(value):
    assert value("""
        for (const name of ["One", "Two"]) context.workbook.styles.add(name);
        sheet.getRange("A1").style = "One";
        sheet.getRange("A2").style = "Two";
        const cells = ["A1", "A2", "A3"].map(address => sheet.getRange(address).load("style"));
        await context.sync();
        return cells.map(cell => cell.style);
    """) == ["One", "Two", "Normal"]


def test_deleting_a_style_makes_its_cells_normal(value):
    assert value("""
        const styles = context.workbook.styles;
        styles.add("Gone");
        styles.getItem("Gone").font.italic = true;
        const cell = sheet.getRange("A1");
        cell.style = "Gone";
        await context.sync();
        styles.getItem("Gone").delete();
        const gone = styles.getItemOrNullObject("Gone").load("name");
        cell.load("style, format/font/italic");
        await context.sync();
        return [gone.isNullObject, cell.style, cell.format.font.italic];
    """) == [True, "Normal", False]


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ('context.workbook.styles.add("Good");', "ItemAlreadyExists"),
        ('context.workbook.styles.add("");', "InvalidArgument"),
        ('context.workbook.styles.getItem("Normal").delete();', "InvalidArgument"),
        ('context.workbook.styles.getItem("None such").load("name");', "ItemNotFound"),
    ],
)
def test_what_styles_refuse(failure, code, error):
    assert failure(code) == error


def test_the_font_of_normal_is_the_font_of_cells_nobody_formatted(value):
    assert (
        value("""
        context.workbook.styles.getItem("Normal").font.name = "Arial";
        const cell = sheet.getRange("D9").load("format/font/name");
        await context.sync();
        return cell.format.font.name;
    """)
        == "Arial"
    )


def test_formats_cell_by_cell_know_styles(value):
    assert value("""
        const range = sheet.getRange("A1:B1");
        range.setCellProperties([[{style: "Heading1"}, {format: {autoIndent: true}}]]);
        const read = range.getCellProperties({style: true, format: {autoIndent: true}});
        await context.sync();
        return read.value[0].map(cell => [cell.style, cell.format.autoIndent]);
    """) == [["Heading1", False], ["Normal", True]]


def test_formats_row_by_row_and_column_by_column(value):
    assert value("""
        const range = sheet.getRange("B2:C3");
        range.setRowProperties([
          {format: {fill: {color: "#FF0000"}, rowHeight: 30}}, {rowHidden: true}]);
        range.setColumnProperties([{}, {format: {font: {bold: true}}}]);
        const rows = range.getRowProperties({rowIndex: true, rowHidden: true,
          format: {fill: {color: true}, font: {bold: true}, rowHeight: true}});
        const columns = range.getColumnProperties({columnIndex: true, format: {font: {bold: true}}});
        await context.sync();
        return [rows.value, columns.value];
    """) == [
        [
            {
                "rowIndex": 1,
                "rowHidden": False,
                "format": {"fill": {"color": "#FF0000"}, "font": {"bold": None}, "rowHeight": 30},
            },
            {
                "rowIndex": 2,
                "rowHidden": True,
                "format": {"fill": {"color": "#FFFFFF"}, "font": {"bold": None}, "rowHeight": 0},
            },
        ],
        [
            {"columnIndex": 1, "format": {"font": {"bold": False}}},
            {"columnIndex": 2, "format": {"font": {"bold": True}}},
        ],
    ]


def test_styles_are_in_the_file_as_excel_writes_them(excel, value):
    value("""
        sheet.getRange("A1").style = "Heading1";
        context.workbook.styles.add("Mine");
        const style = context.workbook.styles.getItem("Mine");
        style.includeNumber = false;
        style.includeFont = false;
        style.fill.color = "#00FF00";
        sheet.getRange("A2").style = "Mine";
    """)
    styles = saved_styles(excel)
    record, heading = styles["Heading 1"]
    assert heading.get("builtinId") == "16"
    left = {"applyNumberFormat", "applyFill", "applyAlignment", "applyProtection"}
    assert {name for name, said in record.items() if said == "0" and "apply" in name} == left
    record, mine = styles["Mine"]
    assert mine.get("builtinId") is None
    left = {"applyNumberFormat", "applyFont"}
    assert {name for name, said in record.items() if said == "0" and "apply" in name} == left
    sheet = openpyxl.load_workbook(io.BytesIO(excel.to_bytes())).worksheets[0]
    assert [sheet["A1"].style, sheet["A2"].style] == ["Heading 1", "Mine"]


def test_styles_are_there_when_the_file_is_opened_again(office_js, excel, value):
    value("""
        context.workbook.styles.add("Mine");
        const style = context.workbook.styles.getItem("Mine");
        style.includeAlignment = false;
        style.font.italic = true;
        sheet.getRange("A1").style = "Mine";
        sheet.getRange("A2").style = "Total";
    """)
    again = reopened(excel)
    found = office_js.value(
        again,
        """
        const sheet = context.workbook.worksheets.getFirst();
        const cells = ["A1", "A2"].map(address => sheet.getRange(address).load("style"));
        const style = context.workbook.styles.getItem("Mine")
          .load("includeAlignment, includeFont, builtIn, font/italic");
        await context.sync();
        return [cells.map(cell => cell.style), style.includeAlignment, style.includeFont,
                style.builtIn, style.font.italic];
    """,
    )
    again.close()
    assert found == [["Mine", "Total"], False, True, False, True]
