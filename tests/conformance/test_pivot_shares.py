"""Values of PivotTables shown as shares, differences, ranks and running totals, worked out by hand."""

import pytest

from embedded_excel.host import EmbeddedExcel

# Farm × year: A 10 30, B 20 -, C 40 60; in all 160.
SALES = """
    const data = context.workbook.worksheets.add("Data");
    data.getRange("A1:C6").values = [
      ["Farm", "Year", "Crates"],
      ["A", 2024, 10], ["A", 2025, 30], ["B", 2024, 20], ["C", 2024, 40], ["C", 2025, 60]];
    const sheet = context.workbook.worksheets.add("Pivot");
    const pivot = sheet.pivotTables.add("P", "Data!A1:C6", "A1");
    pivot.rowHierarchies.add(pivot.hierarchies.getItem("Farm"));
    pivot.columnHierarchies.add(pivot.hierarchies.getItem("Year"));
    pivot.dataHierarchies.add(pivot.hierarchies.getItem("Crates"));
    await context.sync();
"""
SAME = """
    const pivot = context.workbook.pivotTables.getItem("P");
    const sum = pivot.dataHierarchies.getItem("Sum of Crates");
    const field = name => pivot.hierarchies.getItem(name).fields.getItem(name);
"""
BODY = """
    const body = pivot.layout.getDataBodyRange().load("values");
    await context.sync();
    return body.values;
"""
FARM, YEAR = 'baseField: field("Farm")', 'baseField: field("Year")'
B, OLD = (
    'baseItem: field("Farm").items.getItem("B")',
    'baseItem: field("Year").items.getItem("2024")',
)
EMPTY = ""
CASES = [
    ('calculation: "PercentOfGrandTotal"',
     [[10 / 160, 30 / 160, 40 / 160], [20 / 160, 0, 20 / 160], [40 / 160, 60 / 160, 100 / 160],
      [70 / 160, 90 / 160, 1]]),
    ('calculation: "PercentOfRowTotal"',
     [[0.25, 0.75, 1], [1, 0, 1], [0.4, 0.6, 1], [70 / 160, 90 / 160, 1]]),
    ('calculation: "PercentOfColumnTotal"',
     [[1 / 7, 1 / 3, 0.25], [2 / 7, 0, 0.125], [4 / 7, 2 / 3, 0.625], [1, 1, 1]]),
    ('calculation: "Index"',
     [[10 * 160 / (40 * 70), 30 * 160 / (40 * 90), 1], [20 * 160 / (20 * 70), 0, 1],
      [40 * 160 / (100 * 70), 60 * 160 / (100 * 90), 1], [1, 1, 1]]),
    (f'calculation: "RunningTotal", {FARM}',
     [[10, 30, 40], [30, 30, 60], [70, 90, 160], [EMPTY, EMPTY, EMPTY]]),
    (f'calculation: "RunningTotal", {YEAR}',
     [[10, 40, EMPTY], [20, 20, EMPTY], [40, 100, EMPTY], [70, 160, EMPTY]]),
    (f'calculation: "PercentRunningTotal", {FARM}',
     [[1 / 7, 1 / 3, 0.25], [3 / 7, 1 / 3, 0.375], [1, 1, 1], [EMPTY, EMPTY, EMPTY]]),
    (f'calculation: "DifferenceFrom", {FARM}, {B}',
     [[-10, 30, 20], [EMPTY, EMPTY, EMPTY], [20, 60, 80], [EMPTY, EMPTY, EMPTY]]),
    (f'calculation: "DifferenceFrom", {YEAR}, {OLD}',
     [[EMPTY, 20, EMPTY], [EMPTY, -20, EMPTY], [EMPTY, 20, EMPTY], [EMPTY, 20, EMPTY]]),
    (f'calculation: "PercentDifferenceFrom", {YEAR}, {OLD}',
     [[EMPTY, 2, EMPTY], [EMPTY, "#NULL!", EMPTY], [EMPTY, 0.5, EMPTY], [EMPTY, 2 / 7, EMPTY]]),
    (f'calculation: "PercentOf", {FARM}, {B}',
     [[0.5, "#NULL!", 2], [1, EMPTY, 1], [2, "#NULL!", 5], [EMPTY, EMPTY, EMPTY]]),
    (f'calculation: "RankAscending", {FARM}',
     [[1, 1, 2], [2, EMPTY, 1], [3, 2, 3], [EMPTY, EMPTY, EMPTY]]),
    (f'calculation: "RankDecending", {FARM}',
     [[3, 2, 2], [2, EMPTY, 3], [1, 1, 1], [EMPTY, EMPTY, EMPTY]]),
    ('calculation: "PercentOfParentRowTotal"',
     [[1 / 7, 1 / 3, 0.25], [2 / 7, 0, 0.125], [4 / 7, 2 / 3, 0.625], [1, 1, 1]]),
    ('calculation: "PercentOfParentColumnTotal"',
     [[0.25, 0.75, 1], [1, 0, 1], [0.4, 0.6, 1], [70 / 160, 90 / 160, 1]]),
]  # fmt: skip


@pytest.fixture
def sales(office_js, excel):
    office_js.value(excel, SALES)
    return lambda code: office_js.value(excel, SAME + code)


def equal(shown, expected):
    return [
        [cell if isinstance(cell, str) else pytest.approx(cell) for cell in row] for row in expected
    ] == shown


@pytest.mark.parametrize(("rule", "expected"), CASES)
def test_values_shown_as(sales, rule, expected, excel, office_js):
    assert equal(sales(f"sum.showAs = {{{rule}}};{BODY}"), expected)
    again = EmbeddedExcel.from_bytes(excel.to_bytes(), "again.xlsx")
    read = 'sum.load("showAs"); await context.sync(); return sum.showAs.calculation;'
    assert office_js.value(again, SAME + read) in rule
    refreshed = office_js.value(again, SAME + "pivot.refresh();" + BODY)
    again.close()
    assert equal(refreshed, expected)


def test_a_share_of_an_outer_item(sales):
    """Percent of the parent total: of the item of the base field a line stands below."""
    sales("""
        pivot.columnHierarchies.remove(pivot.columnHierarchies.getItem("Year"));
        pivot.rowHierarchies.add(pivot.hierarchies.getItem("Year"));
    """)
    shown = sales(f'sum.showAs = {{calculation: "PercentOfParentTotal", {FARM}}};{BODY}')
    expected = [[1], [0.25], [0.75], [1], [1], [1], [0.4], [0.6], [EMPTY]]
    assert equal(shown, expected)


def test_what_is_shown_otherwise_is_a_value_again(sales):
    sales('sum.showAs = {calculation: "PercentOfGrandTotal"};')
    assert sales('sum.showAs = {calculation: "None"};' + BODY)[-1] == [70, 90, 160]
