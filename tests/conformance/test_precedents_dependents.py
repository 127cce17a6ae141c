"""What Excel documents about the precedents and dependents of cells."""

import pytest

MODEL = """
    const first = context.workbook.worksheets.getItem("Sheet1");
    const second = context.workbook.worksheets.add("Second");
    first.getRange("A1:A4").values = [[1], [2], [3], [4]];
    first.getRange("C1:C2").formulas = [["=SUM(A1:A3)"], ["=C1*2+A4"]];
    second.getRange("B2:B3").formulas = [["=Sheet1!C2+1"], ["=Sheet1!A1&\\"Sheet1!A2\\""]];
    await context.sync();
"""
SHEETS = """
    const first = context.workbook.worksheets.getItem("Sheet1");
    const second = context.workbook.worksheets.getItem("Second");
"""


@pytest.fixture
def addresses(office_js, excel):
    office_js.value(excel, MODEL)

    def run(call, before=""):
        return office_js.value(
            excel,
            f"""{SHEETS}{before}
            const found = {call};
            found.load("addresses");
            await context.sync();
            return found.addresses;
        """,
        )

    return run


@pytest.fixture
def failure(office_js, excel):
    def run(call):
        run = office_js.run(excel, f"{SHEETS}{call}.load('addresses'); await context.sync();")
        assert run.error is not None
        return run.error["code"]

    return run


def test_direct_precedents_are_the_areas_formulas_name(addresses):
    assert addresses('first.getRange("C1").getDirectPrecedents()') == ["Sheet1!A1:A3"]
    assert addresses('second.getRange("B2").getDirectPrecedents()') == ["Sheet1!C2"]
    found = addresses('first.getRange("C1:C2").getDirectPrecedents()')
    assert found == ["Sheet1!A1:A3,Sheet1!C1,Sheet1!A4"]
    # A reference inside a text is none.
    assert addresses('second.getRange("B3").getDirectPrecedents()') == ["Sheet1!A1"]


def test_precedents_on_every_level(addresses):
    found = addresses('second.getRange("B2").getPrecedents()')
    assert found == ["Sheet1!A1:A3,Sheet1!C1,Sheet1!C2,Sheet1!A4"]


def test_dependents_on_one_and_on_every_level(addresses):
    assert addresses('first.getRange("A2").getDirectDependents()') == ["Sheet1!C1"]
    found = addresses('first.getRange("A1").getDirectDependents()')
    assert found == ["Sheet1!C1", "Second!B3"]
    assert addresses('first.getRange("A2").getDependents()') == ["Sheet1!C1:C2", "Second!B2"]


def test_names_and_tables_are_followed(addresses):
    before = """
        context.workbook.names.add("Rates", first.getRange("A2:A3"));
        first.getRange("F1:F3").values = [["Units"], [1], [2]];
        first.tables.add("F1:F3", true).name = "Sales";
        second.getRange("D1:D2").formulas = [["=SUM(Rates)"], ["=SUM(Sales[Units])"]];
        await context.sync();
    """
    assert addresses('second.getRange("D1").getDirectPrecedents()', before) == ["Sheet1!A2:A3"]
    assert addresses('second.getRange("D2").getDirectPrecedents()') == ["Sheet1!F2:F3"]
    assert addresses('first.getRange("F3").getDirectDependents()') == ["Second!D2"]


def test_areas_by_sheet_and_over_several_syncs(addresses, office_js, excel):
    assert office_js.value(
        excel,
        SHEETS
        + """
        const found = first.getRange("A1").getDependents();
        found.areas.load("items/address");
        found.ranges.load("items/address");
        await context.sync();
        const areas = found.getRangeAreasBySheet("Second").load("address");
        const none = found.getRangeAreasOrNullObjectBySheet("Sheet1").load("address");
        await context.sync();
        return [found.areas.items.map(item => item.address),
                found.ranges.items.map(item => item.address), areas.address, none.address];
    """,
    ) == [
        ["Sheet1!C1:C2", "Second!B2:B3"],
        ["Sheet1!C1:C2", "Second!B2:B3"],
        "Second!B2:B3",
        "Sheet1!C1:C2",
    ]


def test_cells_without_any_say_so(addresses, failure):
    assert failure('first.getRange("A1").getDirectPrecedents()') == "ItemNotFound"
    assert failure('first.getRange("A1").getPrecedents()') == "ItemNotFound"
    assert failure('second.getRange("B2").getDirectDependents()') == "ItemNotFound"
