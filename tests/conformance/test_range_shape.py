"""Where a range is and the ranges one gets to from it."""

import pytest

SHEET = "const sheet = context.workbook.worksheets.getActiveWorksheet();\n"


@pytest.fixture
def address(office_js, excel):
    def run(expression, before=""):
        return office_js.value(
            excel,
            f"""{SHEET}{before}
            const found = {expression};
            found.load("address");
            await context.sync();
            return found.isNullObject ? null : found.address;""",
        )

    return run


@pytest.fixture
def failure(office_js, excel):
    def run(code):
        error = office_js.run(excel, SHEET + code).error
        assert error is not None
        return error["code"]

    return run


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ('sheet.getRange("B2:D5").getCell(1, 2)', "Sheet1!D3"),
        ('sheet.getRange("B2:D5").getCell(9, 9)', "Sheet1!K11"),
        ('sheet.getRange("B2:D5").getRow(1)', "Sheet1!B3:D3"),
        ('sheet.getRange("B2:D5").getColumn(2)', "Sheet1!D2:D5"),
        ('sheet.getRange("B2:D5").getOffsetRange(-1, 1)', "Sheet1!C1:E4"),
        ('sheet.getRange("B2:D5").getResizedRange(2, -1)', "Sheet1!B2:C7"),
        ('sheet.getRange("B2:D5").getAbsoluteResizedRange(1, 2)', "Sheet1!B2:C2"),
        ('sheet.getRange("B2:C5").getBoundingRect("D10:E15")', "Sheet1!B2:E15"),
        ('sheet.getRange("B2:D5").getIntersection("C4:F9")', "Sheet1!C4:D5"),
        ('sheet.getRange("B2:D5").getIntersectionOrNullObject("F9")', None),
        ('sheet.getRange("B4:E11").getEntireColumn()', "Sheet1!B:E"),
        ('sheet.getRange("B4:E11").getEntireRow()', "Sheet1!4:11"),
        ('sheet.getRange("B2:D5").getLastCell()', "Sheet1!D5"),
        ('sheet.getRange("B2:D5").getLastRow()', "Sheet1!B5:D5"),
        ('sheet.getRange("B2:D5").getLastColumn()', "Sheet1!D2:D5"),
        ('sheet.getRange("B3:D5").getRowsAbove(2)', "Sheet1!B1:D2"),
        ('sheet.getRange("B3:D5").getRowsAbove(-2)', "Sheet1!B3:D4"),
        ('sheet.getRange("B3:D5").getRowsBelow()', "Sheet1!B6:D6"),
        ('sheet.getRange("B3:D5").getRowsBelow(-1)', "Sheet1!B5:D5"),
        ('sheet.getRange("B3:D5").getColumnsBefore(1)', "Sheet1!A3:A5"),
        ('sheet.getRange("B3:D5").getColumnsAfter(2)', "Sheet1!E3:F5"),
        ('sheet.getRange("B3:D5").getColumnsAfter(-2)', "Sheet1!C3:D5"),
        ('sheet.getRange("$B$3:$A$1")', "Sheet1!A1:B3"),
        ("sheet.getRange()", "Sheet1!1:1048576"),
    ],
)
def test_ranges_lead_to_ranges(address, expression, expected):
    assert address(expression) == expected


@pytest.mark.parametrize(
    "expression",
    [
        'sheet.getRange("A1").getOffsetRange(-1, 0)',
        'sheet.getRange("XFD1").getOffsetRange(0, 1)',
        'sheet.getRange("A1").getResizedRange(-1, 0)',
        'sheet.getRange("A1:B2").getRow(2)',
        'sheet.getRange("nowhere!!")',
        'sheet.getRange("A1").getBoundingRect("Table9")',
    ],
)
def test_what_lies_outside_is_an_invalid_argument(failure, expression):
    assert failure(f'{expression}.load("address"); await context.sync();') == "InvalidArgument"


def test_no_intersection_is_item_not_found(failure):
    code = 'sheet.getRange("A1").getIntersection("B2").load("address"); await context.sync();'
    assert failure(code) == "ItemNotFound"


def test_a_sheet_name_with_spaces_is_quoted(address):
    before = 'const other = context.workbook.worksheets.add("P & L");\n'
    assert address('other.getRange("A1:B2")', before) == "'P & L'!A1:B2"


def test_used_ranges_follow_values_or_formats(address):
    fill = """
        sheet.getRange("B2:C3").values = [[1, 2], [3, 4]];
        sheet.getRange("E9").format.fill.color = "yellow";
    """
    assert address("sheet.getUsedRange()", fill) == "Sheet1!B2:E9"
    assert address("sheet.getUsedRange(true)") == "Sheet1!B2:C3"
    assert address('sheet.getRange("C:C").getUsedRange(true)') == "Sheet1!C2:C3"
    assert address('sheet.getRange("C:F").getUsedRange()') == "Sheet1!C2:E9"
    assert address('sheet.getRange("D:D").getUsedRangeOrNullObject()') is None
    assert address('sheet.getRange("H1:K9").getUsedRangeOrNullObject(true)') is None


def test_regions_and_edges_are_those_of_the_keyboard(address):
    fill = """
        sheet.getRange("B2:C4").values = [[1, 2], [3, 4], [5, 6]];
        sheet.getRange("B8").values = 1;
    """
    assert address('sheet.getRange("C3").getSurroundingRegion()', fill) == "Sheet1!B2:C4"
    assert address('sheet.getRange("B2").getRangeEdge("Down")') == "Sheet1!B4"
    assert address('sheet.getRange("B4").getRangeEdge("Down")') == "Sheet1!B8"
    assert address('sheet.getRange("B8").getRangeEdge("Down")') == "Sheet1!B1048576"
    assert address('sheet.getRange("B2:B3").getExtendedRange("Right")') == "Sheet1!B2:C3"


def test_hidden_is_null_when_only_some_rows_are(office_js, excel):
    assert office_js.value(
        excel,
        SHEET
        + """
        sheet.getRange("2:3").rowHidden = true;
        const [all, some, none] = ["A2:A3", "A1:A2", "A5"].map(a => sheet.getRange(a));
        for (const range of [all, some, none]) range.load("rowHidden,hidden,height");
        await context.sync();
        return [all, some, none].map(range => [range.rowHidden, range.hidden, range.height]);
    """,
    ) == [[True, True, 0], [None, None, 15], [False, False, 15]]


def test_find_looks_in_the_range_or_after_a_single_cell(address):
    fill = """
        sheet.getRange("A1:B3").values = [["cat", "Caterpillar"], ["scatter", "dog"], ["CAT", 1]];
    """
    assert address('sheet.getRange("A1:B3").find("cat", {})', fill) == "Sheet1!A1"
    assert address('sheet.getRange("A1").find("cat", {})') == "Sheet1!B1"
    assert address('sheet.getRange("A1:B3").find("CAT", {matchCase: true})') == "Sheet1!A3"
    assert (
        address(
            'sheet.getRange("A1:B3").find("cat", {completeMatch: true, searchDirection: "Backwards"})'
        )
        == "Sheet1!A3"
    )
    assert address('sheet.getRange("A1:B3").findOrNullObject("mouse", {})') is None


def test_special_cells_by_kind(address, failure):
    fill = """
        sheet.getRange("A1:B3").formulas = [["x", "=1/0"], [1, "=A2"], ["", true]];
        sheet.getRange("2:2").rowHidden = true;
    """
    constants = 'sheet.getRange("A1:B3").getSpecialCells("Constants"'
    assert address(f"{constants})", fill) == "Sheet1!A1:A2,Sheet1!B3"
    assert address(f'{constants}, "Numbers")') == "Sheet1!A2"
    assert address('sheet.getRange("A1:B3").getSpecialCells("Formulas", "Errors")') == "Sheet1!B1"
    assert address('sheet.getRange("A1:B3").getSpecialCells("Blanks")') == "Sheet1!A3"
    assert address('sheet.getRange("A1:B3").getSpecialCells("Visible")') == (
        "Sheet1!A1:B1,Sheet1!A3:B3"
    )
    assert (
        failure(f'{constants}, "Errors").load("address"); await context.sync();') == "ItemNotFound"
    )
