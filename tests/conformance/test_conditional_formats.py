"""What Excel documents about conditional formats."""

import io
import re
import zipfile

import openpyxl
import pytest
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import PatternFill

from embedded_excel.calc.cells import Rect
from embedded_excel.host import EmbeddedExcel
from embedded_excel.render.grid import tile

SHEET = "const sheet = context.workbook.worksheets.getActiveWorksheet();\n"
NUMBERS = """
    const range = sheet.getRange("A1:A5");
    range.values = [[1], [2], [3], [4], [5]];
    const formats = range.conditionalFormats;
"""


def test_a_cell_value_rule_is_kept_evaluated_and_saved(value, saved_rules, excel):
    read = value(
        NUMBERS
        + """
        const format = formats.add("CellValue");
        format.cellValue.format.font.set({color: "#FF0000", bold: true, underline: "Single"});
        format.cellValue.format.fill.color = "yellow";
        format.cellValue.format.borders.getItem("EdgeBottom").style = "Continuous";
        format.cellValue.rule = {formula1: "=2", formula2: "=4", operator: "Between"};
        format.load("type,priority,stopIfTrue,id");
        format.cellValue.load("rule");
        format.cellValue.format.font.load("color,bold,italic,underline");
        format.cellValue.format.fill.load("color");
        const bottom = format.cellValue.format.borders.bottom;
        bottom.load("style,sideIndex");
        const place = format.getRange();
        place.load("address");
        await context.sync();
        return [format.type, format.priority, format.stopIfTrue, typeof format.id,
                format.cellValue.rule, format.cellValue.format.font.toJSON(),
                format.cellValue.format.fill.color, bottom.style, bottom.sideIndex, place.address];
    """
    )
    assert read == [
        "CellValue",
        0,
        False,
        "string",
        {"formula1": "=2", "formula2": "=4", "operator": "Between"},
        {"bold": True, "color": "#FF0000", "italic": None, "underline": "Single"},
        "#FFFF00",
        "Continuous",
        "EdgeBottom",
        "Sheet1!A1:A5",
    ]
    rule = saved_rules()["A1:A5"]
    assert (rule.type, rule.operator, rule.formula) == ("cellIs", "between", ["2", "4"])
    assert (rule.dxf.font.b, rule.dxf.font.u) == (True, "single")
    assert rule.dxf.font.color.rgb == "FFFF0000"
    assert rule.dxf.font.sz is None
    assert rule.dxf.fill.bgColor.rgb == "FFFFFF00"
    assert rule.dxf.border.bottom.style == "thin"
    drawn = tile(excel.workbook, 1, "Sheet1", Rect(0, 0, 9, 0))
    looks = [drawn["styles"][cell[4]] for cell in drawn["cells"]]
    assert [look["fill"] for look in looks] == ["", "#FFFF00", "#FFFF00", "#FFFF00", ""]
    assert [look["font"]["bold"] for look in looks] == [False, True, True, True, False]
    assert looks[1]["font"]["color"] == "#FF0000"
    assert looks[1]["borders"]["bottom"].startswith("1px solid")


@pytest.mark.parametrize(
    ("rule", "rows"),
    [
        ('{formula1: "=$A$2", operator: "GreaterThan"}', [3, 4, 5]),
        ('{formula1: "=3", operator: "LessThanOrEqual"}', [1, 2, 3]),
        ('{formula1: "3", operator: "EqualTo"}', [3]),
        ('{formula1: "=2", formula2: "=4", operator: "NotBetween"}', [1, 5]),
    ],
)
def test_cell_value_rules_show_where_they_hold(value, shown_fills, rule, rows):
    value(
        NUMBERS
        + f"""
        const format = formats.add(Excel.ConditionalFormatType.cellValue).cellValue;
        format.format.fill.color = "#00FF00";
        format.rule = {rule};
    """
    )
    assert list(shown_fills()) == rows


@pytest.mark.parametrize(
    ("rule", "rows"),
    [
        ('{rank: 2, type: "TopItems"}', [4, 5]),
        ('{rank: 1, type: "BottomItems"}', [1]),
        ('{rank: 40, type: "BottomPercent"}', [1, 2]),
        ('{rank: 20, type: "TopPercent"}', [5]),
    ],
)
def test_top_and_bottom_rules_show_where_they_hold(value, shown_fills, saved_rules, rule, rows):
    value(
        NUMBERS
        + f"""
        const format = formats.add("TopBottom").topBottom;
        format.format.fill.color = "#00FF00";
        format.rule = {rule};
    """
    )
    assert list(shown_fills()) == rows
    assert saved_rules()["A1:A5"].type == "top10"


@pytest.mark.parametrize(
    ("criterion", "rows"),
    [
        ("Blanks", [4, 5]),
        ("NonBlanks", [1, 2, 3]),
        ("Errors", [5]),
        ("NonErrors", [1, 2, 3, 4]),
        ("DuplicateValues", [1, 2]),
        ("UniqueValues", [3]),
        ("AboveAverage", [3]),
        ("BelowAverage", [1, 2]),
    ],
)
def test_preset_rules_show_where_they_hold(value, shown_fills, criterion, rows):
    last = '"=1/0"' if "Errors" in criterion else '""'
    assert value(f"""
        const range = sheet.getRange("A1:A5");
        range.formulas = [[1], [1], [7], [""], [{last}]];
        const format = range.conditionalFormats.add("PresetCriteria").preset;
        format.format.fill.color = "#00FF00";
        format.rule = {{criterion: "{criterion}"}};
        format.load("rule");
        await context.sync();
        return format.rule;
    """) == {"criterion": criterion}
    assert list(shown_fills()) == rows


def test_dates_of_a_period_show_by_the_workbook_s_clock(value, shown_fills):
    value("""
        const range = sheet.getRange("A1:A3");
        range.formulas = [["=TODAY()"], ["=TODAY()-1"], ["=TODAY()-40"]];
        const format = range.conditionalFormats.add("PresetCriteria").preset;
        format.format.fill.color = "#00FF00";
        format.rule = {criterion: "LastSevenDays"};
    """)
    assert list(shown_fills()) == [1, 2]


@pytest.mark.parametrize(
    ("operator", "rows"),
    [("Contains", [1, 2, 4]), ("NotContains", [3]), ("BeginsWith", [1]), ("EndsWith", [2])],
)
def test_text_rules_show_where_they_hold(value, shown_fills, saved_rules, operator, rows):
    read = value(f"""
        const range = sheet.getRange("A1:A4");
        range.values = [["red wine"], ["dark Red"], ["blue"], ["a red b"]];
        const format = range.conditionalFormats.add("ContainsText").textComparison;
        format.format.fill.color = "#00FF00";
        format.rule = {{operator: "{operator}", text: "red"}};
        format.load("rule");
        await context.sync();
        return format.rule;
    """)
    assert read == {"operator": operator, "text": "red"}
    assert list(shown_fills()) == rows
    assert saved_rules()["A1:A4"].text == "red"


def test_a_custom_rule_s_formula_is_relative_to_the_first_cell(value, shown_fills, saved_rules):
    read = value("""
        sheet.getRange("A2:B5").values = [[1, 5], [9, 5], [2, 5], [7, 5]];
        const format = sheet.getRange("A2:A5").conditionalFormats.add("Custom").custom;
        format.format.fill.color = "#0000FF";
        format.rule.formula = "=A2>B2";
        format.rule.load();
        await context.sync();
        return format.rule.toJSON();
    """)
    assert read == {
        "formula": "=A2>B2",
        "formulaLocal": "=A2>B2",
        "formulaR1C1": "=RC>RC[1]",
    }
    assert shown_fills() == {3: "#0000FF", 5: "#0000FF"}
    assert saved_rules()["A2:A5"].formula == ["A2>B2"]


COLLECTION = (
    NUMBERS
    + """
    for (const color of ["#0000FF", "#00FF00", "#FF0000"]) {
      const format = formats.add("CellValue").cellValue;
      format.format.fill.color = color;
      format.rule = {formula1: "=2", operator: "GreaterThan"};
    }
    await context.sync();
"""
)


def test_the_collection_counts_finds_orders_and_deletes(value, shown_fills):
    assert value(
        COLLECTION
        + """
        formats.load("items/priority,items/type");
        const count = formats.getCount();
        const last = formats.getItemAt(2);
        last.load("id");
        await context.sync();
        const again = formats.getItem(last.id);
        again.priority = 0;
        again.stopIfTrue = true;
        await context.sync();
        again.load("priority,stopIfTrue");
        const gone = formats.getItemOrNullObject("{nothing}");
        gone.load("id");
        await context.sync();
        return [count.value, formats.items.map(item => item.priority), again.priority,
                again.stopIfTrue, gone.isNullObject];
    """
    ) == [3, [0, 1, 2], 0, True, True]
    assert shown_fills() == {3: "#0000FF", 4: "#0000FF", 5: "#0000FF"}
    assert value("""
        const formats = sheet.getRange("A1:A5").conditionalFormats;
        formats.getItemAt(0).delete();
        await context.sync();
        const count = formats.getCount();
        const elsewhere = sheet.getRange("C1").conditionalFormats.getCount();
        await context.sync();
        return [count.value, elsewhere.value];
    """) == [2, 0]
    assert shown_fills() == {3: "#FF0000", 4: "#FF0000", 5: "#FF0000"}


def test_a_new_format_comes_before_the_others_and_has_an_id_of_its_own(value):
    assert value(
        COLLECTION
        + """
        formats.load("items/id"); await context.sync();
        const [red, green] = formats.items;
        red.delete(); green.delete(); formats.add("Custom"); formats.add("CellValue");
        formats.load("items/id,items/type"); await context.sync();
        return [formats.items.map(item => item.type), new Set(formats.items.map(item => item.id)).size];
    """
    ) == [["CellValue", "Custom", "CellValue"], 3]


def test_clearing_a_part_of_the_range_leaves_the_rest(value, saved_rules, shown_fills):
    value(
        COLLECTION
        + """
        sheet.getRange("A3").conditionalFormats.clearAll();
    """
    )
    assert shown_fills() == {4: "#FF0000", 5: "#FF0000"}
    assert set(saved_rules()) == {"A1:A2 A4:A5"}
    value('sheet.getRange("A4:A9").clear("Formats");')
    assert shown_fills() == {}
    assert set(saved_rules()) == {"A1:A2"}


def test_a_rule_survives_saving_and_opening_with_its_format(value, office_js, excel):
    value(COLLECTION)
    again = EmbeddedExcel.from_bytes(excel.to_bytes(), "Again.xlsx")
    try:
        read = office_js.value(
            again,
            SHEET
            + """
            const formats = sheet.getRange("A2").conditionalFormats;
            formats.load("items/type,items/priority");
            await context.sync();
            const first = formats.items[0].cellValue;
            first.load("rule");
            first.format.fill.load("color");
            await context.sync();
            first.rule = {formula1: "=5", operator: "EqualTo"};
            await context.sync();
            first.load("rule");
            await context.sync();
            return [formats.items.length, first.rule.formula1, first.format.fill.color];
        """,
        )
    finally:
        again.close()
    assert read == [3, "=5", "#FF0000"]


def test_rows_and_cells_that_move_take_their_formats_along(value, saved_rules):
    value("""
        const format = sheet.getRange("B2:C4").conditionalFormats.add("Custom").custom;
        format.format.fill.color = "#0000FF";
        format.rule.formula = "=$A2>0";
        await context.sync();
        sheet.getRange("1:1").insert("Down");
        await context.sync();
        sheet.getRange("C1:C2").insert("Down");
    """)
    assert {cells: rule.formula for cells, rule in saved_rules().items()} == {
        "B3:B5": ["$A3>0"],
        "C5:C7": ["$A3>0"],
    }


def test_wrong_kinds_and_rules_are_refused(value, failure):
    add = 'const format = sheet.getRange("A1").conditionalFormats.add("CellValue");\n'
    assert failure('sheet.getRange("A1").conditionalFormats.add("Sparkle");') == "InvalidArgument"
    assert failure(add + 'format.cellValue.rule = {formula1: "=1", operator: "Invalid"};') == (
        "InvalidArgument"
    )
    assert failure(add + 'format.dataBar.load("axisColor");') == "InvalidArgument"
    assert value(
        add
        + """
        const bar = format.dataBarOrNullObject;
        bar.load("axisColor");
        await context.sync();
        return bar.isNullObject;
    """
    )


def test_fills_of_rules_in_files_stay_visible_after_saving(office_js):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet["A1"] = 5
    fill = PatternFill(bgColor="FFFF0000")
    sheet.conditional_formatting.add("A1:A9", CellIsRule("greaterThan", ["3"], fill=fill))
    content = io.BytesIO()
    book.save(content)
    excel = EmbeddedExcel.from_bytes(content.getvalue(), "Rules.xlsx")
    try:
        color = office_js.value(
            excel,
            """
            const sheet = context.workbook.worksheets.getActiveWorksheet();
            const fill = sheet.getRange("A1").conditionalFormats.getItemAt(0).cellValue.format.fill;
            fill.load("color");
            await context.sync();
            return fill.color;
            """,
        )
        saved = zipfile.ZipFile(io.BytesIO(excel.to_bytes())).read("xl/styles.xml").decode()
    finally:
        excel.close()
    assert color == "#FF0000"
    assert re.search(r'<patternFill patternType="solid"><bgColor rgb="FFFF0000"', saved)
    assert 'patternType="none"><bgColor' not in saved
