"""What Excel does with links, validation and conditional formats when their cells are copied."""

import io

import openpyxl
import pytest

SHEET = "const sheet = context.workbook.worksheets.getActiveWorksheet();\n"
RULES = """
    const range = sheet.getRange("B2:B4");
    range.values = [[1], [2], [3]];
    range.dataValidation.rule = {custom: {formula: "=A2>0"}};
    const format = range.conditionalFormats.add("Custom").custom;
    format.format.fill.color = "#FF0000";
    format.rule.formula = "=A2>1";
    sheet.getRange("B3").hyperlink = {address: "https://example.org"};
    await context.sync();
"""


@pytest.fixture
def value(office_js, excel):
    return lambda code: office_js.value(excel, SHEET + code)


@pytest.fixture
def saved(excel):
    """Rules by cells: of validation, of formats; and the cells with links."""

    def read(index=0):
        sheet = openpyxl.load_workbook(io.BytesIO(excel.to_bytes())).worksheets[index]
        validations = {str(r.sqref): r.formula1 for r in sheet.data_validations.dataValidation}
        formats = {
            str(block.sqref): rule.formula[0]
            for block in sheet.conditional_formatting
            for rule in block.rules
        }
        links = [cell.coordinate for row in sheet for cell in row if cell.hyperlink]
        return validations, formats, links

    return read


def test_copying_all_takes_rules_and_links_along(value, saved):
    value(RULES + 'sheet.getRange("D10").copyFrom("B2:B4");')
    validations, formats, links = saved()
    assert validations == {"B2:B4": "A2>0", "D10:D12": "C10>0"}
    assert formats == {"B2:B4 D10:D12": "A2>1"}
    assert links == ["B3", "D11"]


def test_copying_formats_takes_conditional_formats_alone(value, saved):
    value(RULES + 'sheet.getRange("D2").copyFrom("B2:B4", "Formats");')
    validations, formats, links = saved()
    assert validations == {"B2:B4": "A2>0"}
    assert formats == {"B2:B4 D2:D4": "A2>1"}
    assert links == ["B3"]


def test_copying_values_takes_no_rules(value, saved):
    value(RULES + 'sheet.getRange("D2").copyFrom("B2:B4", "Values");')
    assert saved() == ({"B2:B4": "A2>0"}, {"B2:B4": "A2>1"}, ["B3"])


def test_copying_to_another_sheet_adds_the_rules_there_in_place_of_others(value, saved):
    value(
        RULES
        + """
        const other = context.workbook.worksheets.add("Other");
        other.getRange("A1:C9").dataValidation.rule = {custom: {formula: "=TRUE"}};
        other.getRange("B1").copyFrom(range);
    """
    )
    validations, formats, links = saved(1)
    assert {frozenset(cells.split()): rule for cells, rule in validations.items()} == {
        frozenset({"A1:A3", "C1:C3", "A4:C9"}): "TRUE",
        frozenset({"B1:B3"}): "A1>0",
    }
    assert formats == {"B1:B3": "A1>1"}
    assert links == ["B2"]


def test_moving_cells_with_rules_is_not_pretended(office_js, excel):
    run = office_js.run(excel, SHEET + RULES + 'range.moveTo("F2"); await context.sync();')
    assert run.error["code"] == "NotImplemented"
