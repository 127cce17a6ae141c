"""Small members of ranges, areas and names, as Excel documents them."""

import io

import openpyxl


def test_the_array_values_of_names(value):
    assert value("""
        sheet.getRange("A1:B2").values = [[1, "x"], [true, ""]];
        const names = context.workbook.names;
        names.add("Cells", sheet.getRange("A1:B2"));
        names.add("Fixed", '={1,-2.5;"a ""b"", {c}",TRUE}');
        names.add("One", "=6*7");
        const all = ["Cells", "Fixed", "One"].map(name => names.getItem(name).load("type"));
        const arrays = all.map(item => item.arrayValues.load("values, types"));
        await context.sync();
        return [all.map(item => item.type), arrays.map(item => item.values),
                arrays.map(item => item.types)];
    """) == [
        ["Range", "Array", "Double"],
        [[[1, "x"], [True, ""]], [[1, -2.5], ['a "b", {c}', True]], [[42]]],
        [
            [["Double", "String"], ["Boolean", "Empty"]],
            [["Double", "Double"], ["String", "Boolean"]],
            [["Double"]],
        ],
    ]


def test_one_conditional_format_for_several_areas(value, saved_rules):
    assert value("""
        const areas = sheet.getRanges("A1:A3,C1:C3");
        const format = areas.conditionalFormats.add("Custom");
        format.custom.rule.formula = "=A1>1";
        const beside = sheet.getRange("C2").conditionalFormats.getCount();
        const where = format.getRanges().load("address");
        const count = areas.conditionalFormats.getCount();
        await context.sync();
        return [beside.value, where.address, count.value];
    """) == [1, "Sheet1!A1:A3,Sheet1!C1:C3", 1]
    assert list(saved_rules()) == ["A1:A3 C1:C3"]


def test_conditional_formats_of_several_areas_are_cleared(value):
    assert value("""
        sheet.getRange("A1:C1").conditionalFormats.add("DataBar");
        sheet.getRanges("A1,C1").conditionalFormats.clearAll();
        const left = ["A1", "B1", "C1"].map(address => sheet.getRange(address)
          .conditionalFormats.getCount());
        await context.sync();
        return left.map(one => one.value);
    """) == [0, 1, 0]


def test_one_rule_of_validation_for_several_areas(excel, value):
    rule = '{custom: {formula: "=A1>1"}}'
    assert value(f"""
        sheet.getRange("A1:C3").values = [[1, 1, 1], [2, 2, 2], [3, 3, 3]];
        const areas = sheet.getRanges("A1:A3,C1:C3");
        areas.dataValidation.rule = {rule};
        areas.dataValidation.prompt = {{message: "More than one", title: "Cost"}};
        areas.dataValidation.load("type, rule, valid, prompt");
        const last = sheet.getRange("C3").dataValidation.load("rule");
        const beside = sheet.getRange("B1").dataValidation.load("type");
        const wrong = areas.dataValidation.getInvalidCells().load("address");
        await context.sync();
        const found = areas.dataValidation;
        return [found.type, found.rule.custom.formula, found.valid, found.prompt.message,
                last.rule.custom.formula, beside.type, wrong.address];
    """) == ["Custom", "=A1>1", None, "More than one", "=C3>1", "None", "Sheet1!A1,Sheet1!C1"]
    value("""sheet.getRanges("A1:A3,C1:C3").dataValidation.clear();""")
    sheet = openpyxl.load_workbook(io.BytesIO(excel.to_bytes())).worksheets[0]
    assert not sheet.data_validations.dataValidation


def test_cells_have_no_linked_data_types(value):
    assert value("""
        const range = sheet.getRange("A1:B1");
        range.convertDataTypeToText();
        range.showCard();
        range.load("linkedDataTypeState");
        await context.sync();
        return range.linkedDataTypeState;
    """) == [["None", "None"]]


def test_merged_areas_have_to_be_there_or_are_null(value, failure):
    assert (
        value("""
        sheet.getRange("B2:C3").merge();
        const found = sheet.getRange("A1:B2").getMergedAreasOrNullObject().load("address");
        await context.sync();
        return found.address;
    """)
        == "Sheet1!B2:C3"
    )
    assert failure("context.workbook.getActiveChart().load('name');") == "ItemNotFound"
