"""Bindings of the Common API, through the real office.js."""

import pytest
from office_page import OfficePage

from embedded_excel.host import EmbeddedExcel

SETUP = """
const bindings = Office.context.document.bindings;
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:B3").values = [["Item", "Price"], ["Nuts", 2], ["Bolts", 4]];
"""


@pytest.fixture(params=["bridge", "window.external"])
def page(request):
    excel = EmbeddedExcel.new()
    page = OfficePage(excel, bridge=request.param == "bridge")
    page.excel = excel
    yield page
    page.close()
    excel.close()


def value(page, code):
    return page.value(page.excel, SETUP + code)


def failure(page, code):
    return value(page, f"try {{ {code} }} catch (error) {{ return error.code; }} return 0;")


def test_the_selection_is_bound_read_written_and_released(page):
    found = value(
        page,
        """sheet.getRange("A2:B3").select();
        await context.sync();
        const made = await called(done => bindings.addFromSelectionAsync("matrix", {id: "prices"}, done));
        const before = await called(done => made.getDataAsync(done));
        await called(done => made.setDataAsync([["Rivets", 1]], {startRow: 1}, done));
        const part = await called(done => made.getDataAsync({startRow: 1, startColumn: 0, rowCount: 1, columnCount: 2}, done));
        const again = await called(done => bindings.getByIdAsync("prices", done));
        const all = await called(done => bindings.getAllAsync(done));
        await called(done => bindings.releaseByIdAsync("prices", done));
        return [before, part, [again.id, again.type, again.rowCount, again.columnCount], all.map(one => one.id)];""",
    )
    assert found == [
        [["Nuts", 2], ["Bolts", 4]],
        [["Rivets", 1]],
        ["prices", "matrix", 2, 2],
        ["prices"],
    ]
    assert failure(page, 'await called(done => bindings.getByIdAsync("prices", done));') == 3002


def test_a_name_or_a_table_s_name_is_bound(page):
    found = value(
        page,
        """context.workbook.names.add("rates", sheet.getRange("B2:B3"));
        const table = sheet.tables.add("A1:B3", true);
        table.name = "Prices";
        await context.sync();
        const named = await called(done => bindings.addFromNamedItemAsync("rates", "matrix", done));
        const made = await called(done => bindings.addFromNamedItemAsync("Prices", "table", {id: "t"}, done));
        await called(done => made.addRowsAsync([["Rivets", 1]], done));
        const data = await called(done => made.getDataAsync(done));
        await called(done => made.deleteAllDataValuesAsync(done));
        const rows = table.rows.load("items/values");
        await context.sync();
        return [named.rowCount, made.hasHeaders, data, rows.items.map(row => row.values)];""",
    )
    rows = [["Nuts", 2], ["Bolts", 4], ["Rivets", 1]]
    headers = [["Item", "Price"]]
    assert found == [2, True, {"headers": headers, "rows": rows}, [[["", ""]]]]


def test_what_cannot_be_bound_is_refused_by_number(page):
    assert (
        failure(
            page, 'await called(done => bindings.addFromNamedItemAsync("nothing", "matrix", done));'
        )
        == 3006
    )
    several = """sheet.getRange("A1:B2").select(); await context.sync();
        await called(done => bindings.addFromSelectionAsync("text", done));"""
    assert failure(page, several) == 3004


def test_changed_data_and_selections_inside_are_told_to_the_binding(page):
    value(
        page,
        """sheet.getRange("A2:B3").select();
        await context.sync();
        const made = await called(done => bindings.addFromSelectionAsync("matrix", {id: "prices"}, done));
        await called(done => made.addHandlerAsync("bindingDataChanged", args => events.push(["data", args.binding.id]), done));
        await called(done => made.addHandlerAsync("bindingSelectionChanged",
          args => events.push(["selection", args.startRow, args.startColumn, args.rowCount, args.columnCount]), done));
        sheet.getRange("D9").values = [[1]];
        sheet.getRange("B3").values = [[5]];
        sheet.getRange("B3:C4").select();
        await context.sync();""",
    )
    page.deliver_events(page.excel)
    assert sorted(page.collected()) == [["data", "prices"], ["selection", 1, 1, 1, 1]]


def test_going_to_a_binding_selects_it(page):
    found = value(
        page,
        """sheet.getRange("B2:B3").select();
        await context.sync();
        await called(done => bindings.addFromSelectionAsync("matrix", {id: "prices"}, done));
        sheet.getRange("F9").select();
        await context.sync();
        await called(done => Office.context.document.goToByIdAsync("prices", "binding", done));
        const range = context.workbook.getSelectedRange().load("address");
        await context.sync();
        return range.address;""",
    )
    assert found == "Sheet1!B2:B3"
