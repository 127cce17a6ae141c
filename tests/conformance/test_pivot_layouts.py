"""What Excel documents about the layout of PivotTables: subtotals, empty lines, labels, cells."""

import io
import zipfile

import pytest

from embedded_excel.host import EmbeddedExcel

SALES = """
    const data = context.workbook.worksheets.add("Data");
    data.getRange("A1:D7").values = [
      ["Farm", "Type", "Year", "Crates"],
      ["A", "Lime", 2024, 10], ["B", "Lemon", 2024, 20], ["A", "Lemon", 2025, 5],
      ["B", "Lime", 2025, 7], ["A", "Lime", 2025, 4], ["C", "Kiwi", 2024, 1]];
    const sheet = context.workbook.worksheets.add("Pivot");
    const pivot = sheet.pivotTables.add("Farm Sales", "Data!A1:D7", "A1");
    pivot.rowHierarchies.add(pivot.hierarchies.getItem("Farm"));
    pivot.rowHierarchies.add(pivot.hierarchies.getItem("Type"));
    pivot.dataHierarchies.add(pivot.hierarchies.getItem("Crates"));
    await context.sync();
"""
SAME = """
    const pivot = context.workbook.pivotTables.getItem("Farm Sales");
    const farm = pivot.hierarchies.getItem("Farm").fields.getItem("Farm");
    const type = pivot.hierarchies.getItem("Type").fields.getItem("Type");
    const sum = pivot.dataHierarchies.getItem("Sum of Crates");
"""
LINES = """
    const shown = pivot.layout.getRange().load("values");
    await context.sync();
    return shown.values.map(row => row.join("|"));
"""
OUTLINE = ["Farm|Type|Sum of Crates", "A||19", "|Lemon|5", "|Lime|14", "B||27"]


@pytest.fixture
def sales(office_js, excel):
    office_js.value(excel, SALES)
    return lambda code: office_js.value(excel, SAME + code)


@pytest.fixture
def again(sales, office_js, excel):
    """What code returns in the workbook saved and opened again."""
    opened: list[EmbeddedExcel] = []

    def run(code):
        opened.append(EmbeddedExcel.from_bytes(excel.to_bytes(), "again.xlsx"))
        return office_js.value(opened[-1], SAME + code)

    yield run
    for one in opened:
        one.close()


def test_subtotals_can_be_left_out(sales, again):
    assert sales('pivot.layout.subtotalLocation = "Off";' + LINES) == [
        "Row Labels|Sum of Crates",
        "A|",
        "Lemon|5",
        "Lime|14",
        "B|",
        "Lemon|20",
        "Lime|7",
        "C|",
        "Kiwi|1",
        "Grand Total|47",
    ]
    read = 'pivot.layout.load("subtotalLocation"); await context.sync();'
    assert again(read + "return pivot.layout.subtotalLocation;") == "Off"
    shown = sales('pivot.layout.subtotalLocation = "AtBottom";' + LINES)
    assert shown[1:5] == ["A|", "Lemon|5", "Lime|14", "A Total|19"]
    assert sales('pivot.layout.subtotalLocation = "AtTop";' + LINES)[1] == "A|19"


def test_an_empty_line_after_each_item(sales, again):
    shown = sales("pivot.layout.displayBlankLineAfterEachItem(true);" + LINES)
    assert shown == [
        "Row Labels|Sum of Crates",
        *("A|19", "Lemon|5", "Lime|14", "|"),
        *("B|27", "Lemon|20", "Lime|7", "|"),
        *("C|1", "Kiwi|1", "|"),
        "Grand Total|47",
    ]
    assert again(LINES) == shown
    assert len(sales("pivot.layout.displayBlankLineAfterEachItem(false);" + LINES)) == 10


def test_labels_are_repeated_in_outline_and_tabular_form(sales, again):
    sales('pivot.layout.layoutType = "Outline"; pivot.layout.repeatAllItemLabels(true);')
    shown = sales(LINES)
    assert shown[:5] == ["Farm|Type|Sum of Crates", "A||19", "A|Lemon|5", "A|Lime|14", "B||27"]
    assert again(LINES) == shown
    assert sales('pivot.layout.layoutType = "Tabular";' + LINES)[1:4] == [
        "A|Lemon|5",
        "A|Lime|14",
        "A Total||19",
    ]
    sales('pivot.layout.layoutType = "Outline"; pivot.layout.repeatAllItemLabels(false);')
    assert sales(LINES)[:5] == OUTLINE


def test_an_item_that_is_closed_shows_its_total_alone(sales, again):
    shown = sales('farm.items.getItem("A").isExpanded = false;' + LINES)
    assert shown[1:4] == ["A|19", "B|27", "Lemon|20"]
    assert again(LINES) == shown
    sales('pivot.layout.layoutType = "Tabular";')
    assert sales(LINES)[1:3] == ["A||19", "B|Lemon|20"]


def test_an_item_can_have_another_name(sales, again):
    shown = sales('type.items.getItem("Lime").name = "Green";' + LINES)
    assert shown[:4] == ["Row Labels|Sum of Crates", "A|19", "Green|14", "Lemon|5"]
    assert again(LINES) == shown


def test_items_without_a_record_show_when_they_are_asked_for(sales, again):
    shown = sales("type.showAllItems = true;" + LINES)
    assert shown[1:5] == ["A|19", "Kiwi|", "Lemon|5", "Lime|14"]
    assert again(LINES) == shown


def test_items_behind_a_cell(sales):
    assert sales("""
        pivot.columnHierarchies.add(pivot.hierarchies.getItem("Year"));
        const body = pivot.layout.getDataBodyRange();
        const cell = body.getCell(2, 1).load("values");
        const rows = pivot.layout.getPivotItems("Row", cell).load("items/name");
        const columns = pivot.layout.getPivotItems("Column", cell).load("items/name");
        const field = pivot.layout.getDataHierarchy(cell).load("name");
        await context.sync();
        return [cell.values[0][0], rows.items.map(item => item.name),
                columns.items.map(item => item.name), field.name];
    """) == [4, ["A", "Lime"], ["2025"], "Sum of Crates"]


def test_sorting_by_a_cell_sorts_its_field_at_its_column(sales, again):
    sales('pivot.columnHierarchies.add(pivot.hierarchies.getItem("Year"));')
    shown = sales(
        """
        const body = pivot.layout.getDataBodyRange();
        pivot.layout.setAutoSortOnCell(body.getCell(0, 1), "Descending");
    """
        + LINES
    )
    assert [row for row in shown if row[0] in "ABC"] == ["A|10|9|19", "B|20|7|27", "C|1||1"]
    assert again(LINES) == shown
    shown = sales(
        """
        const body = pivot.layout.getDataBodyRange();
        pivot.layout.setAutoSortOnCell(body.getCell(0, 2), "Ascending");
    """
        + LINES
    )
    assert [row[0] for row in shown if row[0] in "ABC"] == ["C", "A", "B"]


def test_sorting_by_values_at_an_item(sales):
    sales('pivot.columnHierarchies.add(pivot.hierarchies.getItem("Year"));')
    year = 'pivot.hierarchies.getItem("Year").fields.getItem("Year").items.getItem("2024")'
    shown = sales(f'farm.sortByValues("Descending", sum, [{year}]);{LINES}')
    assert [row[0] for row in shown if row[0] in "ABC"] == ["B", "A", "C"]


def test_grand_totals_are_stored_where_excel_looks_for_them(sales, excel, again):
    """The file format calls the line at the bottom the total of the rows."""
    sales("pivot.layout.showColumnGrandTotals = false;")
    assert again(LINES)[-1] == "Kiwi|1"
    with zipfile.ZipFile(io.BytesIO(excel.to_bytes())) as archive:
        part = archive.read("xl/pivotTables/pivotTable1.xml").decode()
    assert 'rowGrandTotals="0"' in part
    assert 'colGrandTotals="0"' not in part


def test_days_and_months_come_in_their_own_order(office_js, excel):
    shown = office_js.value(
        excel,
        """
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.getRange("A1:B4").values = [["Month", "N"], ["Mar", 1], ["Jan", 2], ["Feb", 3]];
        const pivot = sheet.pivotTables.add("P", "A1:B4", "D1");
        pivot.rowHierarchies.add(pivot.hierarchies.getItem("Month"));
        pivot.dataHierarchies.add(pivot.hierarchies.getItem("N"));
    """
        + LINES,
    )
    assert shown[1:4] == ["Jan|2", "Feb|3", "Mar|1"]
    shown = office_js.value(
        excel, 'const pivot = context.workbook.pivotTables.getItem("P");'
        "pivot.useCustomSortLists = false;" + LINES
    )  # fmt: skip
    assert shown[1:4] == ["Feb|3", "Jan|2", "Mar|1"]


def test_a_pivot_refreshed_on_opening_says_so(sales, again):
    read = 'pivot.load("refreshOnOpen"); await context.sync(); return pivot.refreshOnOpen;'
    assert sales(read) is False
    assert sales("pivot.refreshOnOpen = true;" + read) is True
    assert again(read) is True


def test_a_source_that_changed_is_taken_over_on_opening_where_a_pivot_asks_for_it(sales, again):
    change = 'context.workbook.worksheets.getItem("Data").getRange("D2").values = [[110]];'
    assert sales(f"pivot.refreshOnOpen = true;{change}{LINES}")[-1] == "Grand Total|47"
    assert again(LINES)[-1] == "Grand Total|147"


@pytest.mark.parametrize(
    "code", ['("3:3").insert("Down")', '("3:3").delete("Up")', '("B3").insert("Down")',
             '("B3").delete("Left")', '("B:B").insert("Right")']
)  # fmt: skip
def test_cells_don_t_come_into_a_pivot(sales, office_js, excel, code):
    find = 'const sheet = context.workbook.worksheets.getItem("Pivot");'
    error = office_js.run(excel, f"{find} sheet.getRange{code}; await context.sync();").error
    assert error is not None
    assert error["code"] == "PivotTableRangeConflict"
    assert sales(LINES)[1] == "A|19"


def test_a_pivot_moves_with_its_cells_and_goes_with_them(sales):
    move = 'const sheet = context.workbook.worksheets.getItem("Pivot"); sheet.getRange("A1:C1")'
    assert sales(f"""
        {move}.insert("Down");
        const shown = pivot.layout.getRange().load("address,values");
        await context.sync();
        const before = [shown.address, shown.values[1][1]];
        type.items.getItem("Lime").visible = false;
        const now = pivot.layout.getRange().load("address");
        await context.sync();
        sheet.getRange("A1:C20").delete("Up");
        const count = sheet.pivotTables.getCount();
        await context.sync();
        return [...before, now.address, count.value];
    """) == ["Pivot!A2:B11", 19, "Pivot!A2:B9", 0]
