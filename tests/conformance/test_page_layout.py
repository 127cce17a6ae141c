"""What Excel documents about page layout, page breaks and outlines."""

import io

import openpyxl
import pytest


@pytest.fixture
def saved(excel):
    return lambda: openpyxl.load_workbook(io.BytesIO(excel.to_bytes())).worksheets[0]


def test_a_new_sheet_has_excel_s_page(value):
    assert value("""
        const page = sheet.pageLayout;
        page.load();
        page.headersFooters.load("state,useSheetMargins,useSheetScale");
        const area = page.getPrintAreaOrNullObject();
        const rows = page.getPrintTitleRowsOrNullObject();
        await context.sync();
        return [page.orientation, page.paperSize, page.zoom, page.leftMargin, page.topMargin,
                page.headerMargin, page.centerHorizontally, page.printGridlines, page.printOrder,
                page.firstPageNumber, page.printErrors, page.printComments, page.blackAndWhite,
                page.headersFooters.state, page.headersFooters.useSheetMargins,
                area.isNullObject, rows.isNullObject];
    """) == [
        "Portrait",
        "Letter",
        {"scale": 100},
        50.4,
        54,
        21.6,
        False,
        False,
        "DownThenOver",
        "",
        "AsDisplayed",
        "NoComments",
        False,
        "Default",
        True,
        True,
        True,
    ]


def test_page_set_up_reads_back_and_is_saved(value, saved):
    assert value("""
        const page = sheet.pageLayout;
        page.set({orientation: "Landscape", paperSize: "A4", centerHorizontally: true,
                  printGridlines: true, printHeadings: true, blackAndWhite: true, draftMode: true,
                  printOrder: "OverThenDown", firstPageNumber: 5, printErrors: "Dash",
                  printComments: "EndSheet", leftMargin: 36});
        page.setPrintMargins("Inches", {top: 1.5, footer: 0.25});
        page.zoom = {horizontalFitToPages: 1};
        await context.sync();
        page.load();
        await context.sync();
        return [page.orientation, page.paperSize, page.centerHorizontally, page.printGridlines,
                page.printHeadings, page.blackAndWhite, page.draftMode, page.printOrder,
                page.firstPageNumber, page.printErrors, page.printComments, page.leftMargin,
                page.topMargin, page.footerMargin, page.zoom];
    """) == [
        "Landscape",
        "A4",
        True,
        True,
        True,
        True,
        True,
        "OverThenDown",
        5,
        "Dash",
        "EndSheet",
        36,
        108,
        18,
        {"horizontalFitToPages": 1, "verticalFitToPages": None},
    ]
    sheet = saved()
    page = sheet.page_setup
    assert (page.orientation, page.paperSize) == ("landscape", 9)
    assert (page.fitToWidth or 1, page.fitToHeight) == (1, 0)  # the file leaves out a 1
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert (page.blackAndWhite, page.draft, page.pageOrder) == (True, True, "overThenDown")
    assert (page.firstPageNumber, page.errors, page.cellComments) == (5, "dash", "atEnd")
    assert (sheet.page_margins.left, sheet.page_margins.top) == (0.5, 1.5)
    assert sheet.print_options.horizontalCentered
    assert sheet.print_options.gridLines
    value("sheet.pageLayout.zoom = {scale: 60};")
    assert saved().page_setup.scale == 60


def test_print_area_and_titles_read_back_and_follow_inserted_rows(value, saved):
    assert value("""
        const page = sheet.pageLayout;
        page.setPrintArea("A1:D9");
        page.setPrintTitleRows("$1:$2");
        page.setPrintTitleColumns("A:A");
        await context.sync();
        sheet.getRange("5:6").insert("Down");
        const area = page.getPrintArea();
        const rows = page.getPrintTitleRows();
        const columns = page.getPrintTitleColumns();
        for (const range of [area, rows, columns]) range.load("address");
        await context.sync();
        return [area.address, rows.address, columns.address];
    """) == ["Sheet1!A1:D11", "Sheet1!1:2", "Sheet1!A:A"]
    sheet = saved()
    assert sheet.print_area == "'Sheet1'!$A$1:$D$11"
    assert (sheet.print_title_rows, sheet.print_title_cols) == ("$1:$2", "$A:$A")


def test_print_titles_are_whole_rows_and_columns(failure):
    assert failure('sheet.pageLayout.setPrintTitleRows("A1:C1");') == "InvalidArgument"
    assert failure('sheet.pageLayout.setPrintTitleColumns("A1:A9");') == "InvalidArgument"


def test_headers_and_footers_have_three_parts(value, saved):
    assert value("""
        const group = sheet.pageLayout.headersFooters;
        group.defaultForAllPages.set({leftHeader: "&D", centerHeader: "R&&D", rightFooter: "&P"});
        group.state = "FirstAndDefault";
        group.firstPage.centerHeader = "Cover";
        group.useSheetScale = false;
        await context.sync();
        group.load("state,useSheetScale");
        group.defaultForAllPages.load();
        group.firstPage.load("centerHeader");
        await context.sync();
        const {leftHeader, centerHeader, rightHeader, rightFooter} = group.defaultForAllPages;
        return [group.state, group.useSheetScale, leftHeader, centerHeader, rightHeader,
                rightFooter, group.firstPage.centerHeader];
    """) == ["FirstAndDefault", False, "&D", "R&&D", "", "&P", "Cover"]
    sheet = saved()
    assert sheet.oddHeader.left.text == "&D"
    assert sheet.oddFooter.right.text == "&P"
    assert sheet.firstHeader.center.text == "Cover"
    assert sheet.HeaderFooter.differentFirst


def test_page_breaks_are_added_found_and_removed(value, failure, saved):
    assert value("""
        const rows = sheet.horizontalPageBreaks;
        const one = rows.add("A21:E21");
        rows.add(sheet.getRange("C41"));
        sheet.verticalPageBreaks.add("D1");
        one.load("rowIndex,columnIndex");
        const cell = one.getCellAfterBreak();
        cell.load("address");
        rows.load("items/rowIndex");
        await context.sync();
        return [one.rowIndex, one.columnIndex, cell.address, rows.items.map(item => item.rowIndex)];
    """) == [20, 0, "Sheet1!A21", [20, 40]]
    sheet = saved()
    assert [brk.id for brk in sheet.row_breaks.brk] == [20, 40]
    assert [brk.id for brk in sheet.col_breaks.brk] == [3]
    assert value("""
        sheet.horizontalPageBreaks.getItem(0).delete();
        sheet.verticalPageBreaks.removePageBreaks();
        const counts = [sheet.horizontalPageBreaks.getCount(), sheet.verticalPageBreaks.getCount()];
        await context.sync();
        return counts.map(count => count.value);
    """) == [1, 0]
    assert failure('sheet.horizontalPageBreaks.add("A1");') == "InvalidArgument"


def test_nonsense_is_refused(failure):
    page = "sheet.pageLayout."
    assert failure(page + "zoom = {scale: 9};") == "InvalidArgument"
    assert failure(page + "zoom = {};") == "InvalidArgument"
    assert failure(page + 'orientation = "Diagonal";') == "InvalidArgument"
    assert failure(page + "leftMargin = -1;") == "InvalidArgument"
    assert failure(page + "getPrintArea();") == "ItemNotFound"


GROUPS = """
    sheet.getRange("2:5").group("ByRows");
    sheet.getRange("3:4").group("ByRows");
    sheet.getRange("B:C").group("ByColumns");
    await context.sync();
"""


@pytest.fixture
def hidden(value):
    """Which of rows 1 to 7 are hidden, and which of columns A to D."""

    def read():
        return value("""
            const rows = [1, 2, 3, 4, 5, 6, 7].map(row => sheet.getRange(`${row}:${row}`));
            const columns = ["A", "B", "C", "D"].map(letter => sheet.getRange(`${letter}:${letter}`));
            for (const row of rows) row.load("rowHidden");
            for (const column of columns) column.load("columnHidden");
            await context.sync();
            return [rows.flatMap((row, index) => row.rowHidden ? [index + 1] : []),
                    columns.map(column => column.columnHidden)];
        """)

    return read


def test_groups_are_saved_and_can_be_undone(value, failure, saved):
    value(GROUPS)
    sheet = saved()
    assert [sheet.row_dimensions[row].outlineLevel for row in range(1, 7)] == [0, 1, 2, 2, 1, 0]
    assert sheet.column_dimensions["B"].outlineLevel == 1
    value('sheet.getRange("2:5").ungroup("ByRows");')
    sheet = saved()
    assert [sheet.row_dimensions[row].outlineLevel for row in range(1, 7)] == [0, 0, 1, 1, 0, 0]
    assert failure('sheet.getRange("A:A").group("ByRows");') == "InvalidArgument"
    assert failure('sheet.getRange("1:1").group("ByColumns");') == "InvalidArgument"
    assert failure('sheet.getRange("9:9").ungroup("ByRows");') == "InvalidOperation"


def test_details_are_hidden_and_shown_by_group_and_by_level(value, hidden, saved):
    value(GROUPS + 'sheet.getRange("3:4").hideGroupDetails("ByRows");')
    assert hidden() == [[3, 4], [False, False, False, False]]
    assert saved().row_dimensions[5].collapsed
    value('sheet.getRange("3:4").showGroupDetails("ByRows");')
    assert hidden()[0] == []
    value("sheet.showOutlineLevels(2, 1);")
    assert hidden() == [[3, 4], [False, True, True, False]]
    value("sheet.showOutlineLevels(1, 0);")
    assert hidden() == [[2, 3, 4, 5], [False, True, True, False]]
    value("sheet.showOutlineLevels(3, 2);")
    assert hidden() == [[], [False, False, False, False]]
