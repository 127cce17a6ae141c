"""Behaviour that public samples of the API rely on, one by one."""


def test_the_first_rows_of_a_table_made_of_headers_fill_its_empty_row(excel, office_js):
    code = """
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        const table = sheet.tables.add('A1:C1', true);
        table.getHeaderRowRange().values = [['Revenue', 'Rate', 'Due']];
        table.rows.add(null, [[100, 0.25, '=A2 * B2'], [200, 0.5, '=A3 * B3']]);
        const range = table.getRange().load('address, values');
        const more = table.rows.add(null, [[1, 1, 1]]).load('index');
        await context.sync();
        return [range.address, range.values, more.index];"""
    cells = [["Revenue", "Rate", "Due"], [100, 0.25, 25], [200, 0.5, 100]]
    assert office_js.value(excel, code) == ["Sheet1!A1:C3", cells, 2]


def test_a_row_that_holds_anything_stays(excel, office_js):
    code = """
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.getRange('A1:B2').values = [['a', 'b'], ['', 1]];
        const table = sheet.tables.add('A1:B2', true);
        table.rows.add(null, [[2, 2]]);
        const body = table.getDataBodyRange().load('values');
        await context.sync();
        return body.values;"""
    assert office_js.value(excel, code) == [["", 1], [2, 2]]


def test_loading_a_name_excel_does_not_know_loads_the_items_alone(excel, office_js):
    code = """
        const sheets = context.workbook.worksheets;
        sheets.add('Second');
        sheets.load('NoPropertiesNeeded');
        await context.sync();
        const range = sheets.items[1].getRange('A1');
        range.load('values, nothingOfTheKind');
        await context.sync();
        let missing = '';
        try { sheets.items[0].name; } catch (error) { missing = error.code; }
        return [sheets.items.length, range.values, missing];"""
    assert office_js.value(excel, code) == [2, [[""]], "PropertyNotLoaded"]


def test_a_range_can_be_resized_past_its_first_cell(excel, office_js):
    code = """
        const cell = context.workbook.worksheets.getActiveWorksheet().getRange('D4');
        const ranges = [[0, -2], [-3, 0], [1, 1]].map(
            by => cell.getResizedRange(...by).load('address'));
        await context.sync();
        return ranges.map(range => range.address);"""
    assert office_js.value(excel, code) == ["Sheet1!B4:D4", "Sheet1!D1:D4", "Sheet1!D4:E5"]
    outside = (
        "context.workbook.worksheets.getActiveWorksheet().getRange('B2').getResizedRange(0, -2);"
    )
    failed = office_js.run(excel, outside + "await context.sync();")
    assert failed.error is not None
    assert failed.error["code"] == "InvalidArgument"


def test_a_sheet_finds_and_replaces_text_in_all_its_cells(excel, office_js):
    code = """
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.getRange('A1:B3').values = [['Complete', 'open'], ['complete', 1], ['none', 'COMPLETE']];
        const found = sheet.findAll('complete', {completeMatch: false, matchCase: false});
        found.load('address');
        const exact = sheet.findAllOrNullObject('Complete', {matchCase: true}).load('address');
        const nothing = sheet.findAllOrNullObject('missing', {});
        await context.sync();
        const count = sheet.replaceAll('complete', 'done', {});
        const range = sheet.getUsedRange().load('values');
        await context.sync();
        return [found.address, exact.address, nothing.isNullObject, count.value, range.values];"""
    found, exact, nothing, count, values = office_js.value(excel, code)
    assert found == "Sheet1!A1:A2,Sheet1!B3"
    assert exact == "Sheet1!A1"
    assert nothing is True
    assert count == 3
    assert values == [["done", "open"], ["done", 1], ["none", "done"]]
    missing = (
        "context.workbook.worksheets.getActiveWorksheet().findAll('missing', {}).load('address');"
    )
    failed = office_js.run(excel, missing + "await context.sync();")
    assert failed.error is not None
    assert failed.error["code"] == "ItemNotFound"
