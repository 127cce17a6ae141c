"""Sheets of other workbooks, and workbooks opened beside this one."""

import base64

import pytest

from embedded_excel.host import EmbeddedExcel

SOURCE = """
const first = context.workbook.worksheets.getItem("Sheet1");
first.getRange("A1:B3").values = [["Item", "Cost"], ["pen", 2], ["ink", 3]];
first.getRange("A1:B1").style = "Heading1";
first.getRange("B2").format.fill.color = "#FF0000";
first.getRange("A:A").format.columnWidth = 120;
first.getRange("D1").formulas = [["=SUM(Costs[Cost])+Sheet1!B2"]];
first.getRange("D2").formulas = [["=SEQUENCE(2)"]];
first.getRange("F1:G1").merge();
first.freezePanes.freezeRows(1);
first.tabColor = "#00FF00";
first.tables.add("A1:B3", true).name = "Costs";
const rule = first.getRange("B2:B3").conditionalFormats.add("Custom");
rule.custom.rule.formula = "=$B2>Other!$A$1";
first.getRange("B2").dataValidation.rule = {wholeNumber: {formula1: 1, operator: "GreaterThan"}};
const other = context.workbook.worksheets.add("Other");
other.getRange("A1").values = [[2]];
other.getRange("B1").formulas = [["=Sheet1!B3*10"]];
context.workbook.names.add("Rate", other.getRange("A1"));
const third = context.workbook.worksheets.add("Third");
third.getRange("A1").formulas = [["=Other!A1"]];
"""


@pytest.fixture
def source(office_js):
    host = EmbeddedExcel.new("Source.xlsx")
    office_js.value(host, SOURCE)
    content = base64.b64encode(host.to_bytes()).decode()
    host.close()
    return f'const file = "{content}";\n'


def test_sheets_come_with_cells_formulas_looks_and_layout(value, source):
    assert value(
        source
        + """
        const ids = context.workbook.insertWorksheetsFromBase64(file,
          {sheetNamesToInsert: ["Sheet1", "Other"], positionType: "After", relativeTo: "Sheet1"});
        await context.sync();
        const sheets = context.workbook.worksheets.load("items/name, items/id, items/tabColor");
        await context.sync();
        const copy = sheets.items[1], other = sheets.items[2];
        const sum = copy.getRange("D1:D3").load("values, formulas");
        const head = copy.getRange("A1").load("style, format/columnWidth");
        const fill = copy.getRange("B2").format.fill.load("color");
        const frozen = copy.freezePanes.getLocationOrNullObject().load("address");
        const tables = copy.tables.load("items/name");
        const back = other.getRange("B1").load("formulas, values");
        const rate = context.workbook.names.getItem("Rate").load("formula");
        const rule = copy.getRange("B2").conditionalFormats.getItemAt(0).custom.rule.load("formula");
        const valid = copy.getRange("B2").dataValidation.load("type");
        await context.sync();
        return [ids.value.length === 2 && ids.value[0] === copy.id,
                sheets.items.map(one => one.name), copy.tabColor, sum.values, sum.formulas[0][0],
                head.style, head.format.columnWidth, fill.color, frozen.address.split("!").pop(),
                tables.items.map(one => one.name), back.formulas[0][0], back.values[0][0],
                rate.formula, rule.formula, valid.type];
    """
    ) == [
        True,
        ["Sheet1", "Sheet1 (2)", "Other"],
        "#00FF00",
        [[7], [1], [2]],
        "=SUM(Costs[Cost])+'Sheet1 (2)'!B2",
        "Heading1",
        120,
        "#FF0000",
        "1:1",
        ["Costs"],
        "='Sheet1 (2)'!B3*10",
        30,
        "=Other!$A$1",
        "=$B2>Other!$A$1",
        "WholeNumber",
    ]


def test_all_sheets_come_to_the_end_unless_told_otherwise(value, source):
    assert value(
        source
        + """
        context.workbook.insertWorksheetsFromBase64(file);
        const sheets = context.workbook.worksheets.load("items/name");
        const active = context.workbook.worksheets.getActiveWorksheet().load("name");
        await context.sync();
        return [sheets.items.map(one => one.name), active.name];
    """
    ) == [["Sheet1", "Sheet1 (2)", "Other", "Third"], "Sheet1"]


def test_a_table_whose_name_is_taken_gets_another_one(value, source):
    assert value(
        source
        + """
        sheet.getRange("A1:A2").values = [["Own"], [1]];
        sheet.tables.add("A1:A2", true).name = "Costs";
        context.workbook.insertWorksheetsFromBase64(file, {sheetNamesToInsert: ["Sheet1"]});
        const cell = context.workbook.worksheets.getItem("Sheet1 (2)").getRange("D1").load("formulas, values");
        await context.sync();
        return [cell.formulas[0][0], cell.values[0][0]];
    """
    ) == ["=SUM(Costs2[Cost])+'Sheet1 (2)'!B2", 7]


def test_references_to_sheets_left_behind_are_broken(value, source):
    assert (
        value(
            source
            + """
        context.workbook.insertWorksheetsFromBase64(file, {sheetNamesToInsert: ["Third"]});
        const cell = context.workbook.worksheets.getItem("Third").getRange("A1").load("formulas");
        await context.sync();
        return cell.formulas[0][0];
    """
        )
        == "=#REF!"
    )


@pytest.mark.parametrize(
    ("call", "code"),
    [
        ('insertWorksheetsFromBase64("no workbook")', "InvalidArgument"),
        ('insertWorksheetsFromBase64(file, {sheetNamesToInsert: ["None"]})', "InvalidArgument"),
        (
            'insertWorksheetsFromBase64(file, {positionType: "After", relativeTo: "None"})',
            "ItemNotFound",
        ),
    ],
)
def test_what_cannot_be_inserted(failure, source, call, code):
    assert failure(f"{source} context.workbook.{call};") == code


def test_sheets_with_comments_are_not_supported(office_js, failure):
    host = EmbeddedExcel.new()
    office_js.value(host, 'context.workbook.comments.add("Sheet1!A1", "Here");')
    content = base64.b64encode(host.to_bytes()).decode()
    host.close()
    code = f'context.workbook.insertWorksheetsFromBase64("{content}");'
    assert failure(code) == "UnsupportedFeature"


def test_a_new_workbook_is_opened_beside_this_one(office_js, excel, source):
    code = "await Excel.createWorkbook(); await Excel.createWorkbook(file);"
    assert office_js.run(excel, source + code, raw_context=True).error is None
    empty, file = excel.opened_workbooks
    assert empty == b""
    again = EmbeddedExcel.from_bytes(file, "Opened.xlsx")
    assert list(again.workbook.engine.sheet_names()) == ["Sheet1", "Other", "Third"]
    again.close()


def test_a_new_workbook_needs_a_file_that_is_one(failure):
    code = 'context.workbook.application.createWorkbook("bm90IGEgemlw").open();'
    assert failure(code) == "InvalidArgument"
