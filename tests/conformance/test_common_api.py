"""`Office.context.document` through the real office.js, in an Excel with and without HostBridge."""

import io

import openpyxl
import pytest
from office_page import OfficePage

from embedded_excel.host import EmbeddedExcel

DOCUMENT = "const document = Office.context.document;\n"
FILLED = """
const sheet = context.workbook.worksheets.getActiveWorksheet();
sheet.getRange("A1:B3").values = [["Item", "Price"], ["Nuts", 2.5], ["Bolts", 4]];
sheet.getRange("B2:B3").numberFormat = [["0.00"], ["0.00"]];
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
    return page.value(page.excel, DOCUMENT + code)


def failure(page, code):
    """Code of the Common API's error that a call ends with."""
    return value(page, f"try {{ {code} }} catch (error) {{ return error.code; }} return 0;")


def test_the_page_finds_itself_in_excel(page):
    assert page.host == {"host": "Excel", "platform": "PC", "addin": None}
    supported = value(
        page,
        """const set = Office.context.requirements;
        return ["1.12", "1.15", "1.16"].map(version => set.isSetSupported("ExcelApi", version));""",
    )
    assert supported == [True, True, False]


def test_the_selected_cells_come_as_rows_text_or_displayed_text(page):
    found = value(
        page,
        FILLED
        + """sheet.getRange("A2:B3").select();
        await context.sync();
        return [
          await called(done => document.getSelectedDataAsync("matrix", done)),
          await called(done => document.getSelectedDataAsync("text", done)),
          await called(done => document.getSelectedDataAsync("matrix", {valueFormat: "formatted"}, done)),
        ];""",
    )
    assert found == [
        [["Nuts", 2.5], ["Bolts", 4]],
        "Nuts\t2.5\nBolts\t4",
        [["Nuts", "2.50"], ["Bolts", "4.00"]],
    ]


def test_hidden_rows_can_be_left_out(page):
    found = value(
        page,
        FILLED
        + """sheet.getRange("2:2").rowHidden = true;
        sheet.getRange("A1:B3").select();
        await context.sync();
        return called(done => document.getSelectedDataAsync("matrix", {filterType: "onlyVisible"}, done));
        """,
    )
    assert found == [["Item", "Price"], ["Bolts", 4]]


def test_a_table_comes_with_its_headings_and_cells_without_one_are_refused(page):
    found = value(
        page,
        FILLED
        + """sheet.tables.add("A1:B3", true);
        sheet.getRange("A2").select();
        await context.sync();
        return called(done => document.getSelectedDataAsync("table", done));""",
    )
    assert found == {"headers": [["Item", "Price"]], "rows": [["Nuts", 2.5], ["Bolts", 4]]}
    select = 'context.workbook.worksheets.getActiveWorksheet().getRange("F9").select();'
    code = f'{select} await context.sync(); await called(done => document.getSelectedDataAsync("table", done));'
    assert failure(page, code) == 1001


def test_data_is_written_from_the_selected_cell(page):
    written = value(
        page,
        """const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.getRange("C3").select();
        await context.sync();
        await called(done => document.setSelectedDataAsync([[1, 2], [3, "=C3+D3"]], done));
        const range = sheet.getRange("C3:D4").load("values");
        await context.sync();
        return range.values;""",
    )
    assert written == [[1, 2], [3, 3]]


def test_data_must_fit_a_larger_selection_and_not_cover_filled_cells(page):
    two = """const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.getRange("A1:A2").select(); await context.sync();
        await called(done => document.setSelectedDataAsync([[1, 2, 3]], done));"""
    assert failure(page, two) == 2002
    covered = """const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.getRange("B1").values = [["kept"]];
        sheet.getRange("A1").select(); await context.sync();
        await called(done => document.setSelectedDataAsync([[1, 2]], done));"""
    assert failure(page, covered) == 2003


def test_table_data_becomes_a_table(page):
    name = value(
        page,
        """const data = new Office.TableData([["Nuts", 2], ["Bolts", 4]], [["Item", "Price"]]);
        await called(done => document.setSelectedDataAsync(data, {coercionType: "table"}, done));
        const table = context.workbook.tables.getItemAt(0).load("showHeaders");
        const range = table.getRange().load("values");
        await context.sync();
        return [table.showHeaders, range.values];""",
    )
    assert name == [True, [["Item", "Price"], ["Nuts", 2], ["Bolts", 4]]]


def test_settings_are_kept_when_saved_and_are_those_of_the_workbook(page):
    found = value(
        page,
        """document.settings.set("rate", {value: 0.05});
        document.settings.set("gone", 1);
        document.settings.remove("gone");
        await called(done => document.settings.saveAsync(done));
        const setting = context.workbook.settings.getItem("rate").load("value");
        context.workbook.settings.add("fromExcel", "yes");
        await context.sync();
        await called(done => document.settings.refreshAsync(done));
        return [setting.value, document.settings.get("rate"), document.settings.get("fromExcel"),
                document.settings.get("gone")];""",
    )
    assert found == [{"value": 0.05}, {"value": 0.05}, "yes", None]


def test_saved_settings_are_told_to_listeners(page):
    code = """
    context.workbook.settings.onSettingsChanged.add(async args => { events.push("excel"); });
    await context.sync();
    await called(done => document.settings.addHandlerAsync("settingsChanged", () => events.push("document"), done));
    document.settings.set("a", 1);
    await called(done => document.settings.saveAsync(done));
    """
    value(page, code)
    page.deliver_events(page.excel)
    assert sorted(page.collected()) == ["document", "excel"]


def test_the_file_comes_in_slices_and_opens(page):
    value(page, FILLED + "await context.sync();")
    content = value(
        page,
        """const file = await called(done => document.getFileAsync("compressed", {sliceSize: 1000}, done));
        const bytes = [];
        for (let index = 0; index < file.sliceCount; index++) {
          const slice = await called(done => file.getSliceAsync(index, done));
          if (slice.size !== slice.data.length) throw new Error("size");
          bytes.push(...slice.data);
        }
        if (bytes.length !== file.size) throw new Error("length");
        await called(done => file.closeAsync(done));
        return bytes;""",
    )
    book = openpyxl.load_workbook(io.BytesIO(bytes(content)))
    assert book.active["B3"].value == 4


def test_only_two_copies_of_the_file_are_held_and_others_than_compressed_are_refused(page):
    open_one = 'await called(done => document.getFileAsync("compressed", done));'
    assert failure(page, open_one * 3) == 11000
    assert failure(page, 'await called(done => document.getFileAsync("text", done));') == 1009


def test_the_file_s_place_is_empty_until_it_is_saved(page):
    where = "(await called(done => document.getFilePropertiesAsync(done))).url"
    assert value(page, f"return {where};") == ""
    saved = f'context.workbook.save("Save"); await context.sync(); return {where};'
    assert value(page, saved) == "Book1.xlsx"


def test_a_moved_selection_is_told_to_the_document_s_handler_until_it_is_removed(page):
    value(
        page,
        """globalThis.selected = () => events.push("moved");
        await called(done => document.addHandlerAsync("documentSelectionChanged", selected, done));
        context.workbook.worksheets.getActiveWorksheet().getRange("C3").select();
        await context.sync();""",
    )
    page.deliver_events(page.excel)
    assert page.collected() == ["moved"]
    value(
        page,
        """await called(done => document.removeHandlerAsync("documentSelectionChanged", {handler: selected}, done));
        context.workbook.worksheets.getActiveWorksheet().getRange("C4").select();
        await context.sync();""",
    )
    page.deliver_events(page.excel)
    assert page.collected() == []


def test_excel_has_no_views_of_slides(page):
    assert value(page, "return typeof document.getActiveViewAsync;") == "undefined"
