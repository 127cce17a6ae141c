"""What Excel documents about PivotTables, and how it lays them out."""

import io

import openpyxl
import pytest

from embedded_excel.host import EmbeddedExcel

SALES = """
    const data = context.workbook.worksheets.add("Data");
    data.getRange("A1:E6").values = [
      ["Farm", "Type", "Class", "Crates", "Price"],
      ["A", "Lime", "Org", 10, 1], ["B", "Lemon", "Conv", 20, 2], ["A", "Lemon", "Conv", 5, 3],
      ["B", "Lime", "Org", 7, 4], ["A", "Lime", "Conv", 1, 5]];
    const sheet = context.workbook.worksheets.add("Pivot");
    const pivot = sheet.pivotTables.add("Farm Sales", "Data!A1:E6", "A2");
"""
ROWS = """
    pivot.rowHierarchies.add(pivot.hierarchies.getItem("Farm"));
    pivot.rowHierarchies.add(pivot.hierarchies.getItem("Type"));
    pivot.dataHierarchies.add(pivot.hierarchies.getItem("Crates"));
"""
SAME = """
    const sheet = context.workbook.worksheets.getItem("Pivot");
    const pivot = sheet.pivotTables.getItem("Farm Sales");
"""
SHOWN = """
    const shown = pivot.layout.getRange().load("values");
    await context.sync();
    return shown.values;
"""
COMPACT = [
    ["Row Labels", "Sum of Crates"],
    ["A", 16],
    ["Lemon", 5],
    ["Lime", 11],
    ["B", 27],
    ["Lemon", 20],
    ["Lime", 7],
    ["Grand Total", 43],
]


@pytest.fixture
def value(office_js, excel):
    return lambda code: office_js.value(excel, code)


@pytest.fixture
def sales(value):
    assert value(SALES + ROWS + SHOWN) == COMPACT
    return lambda code: value(SAME + code)


@pytest.fixture
def failure(office_js, excel):
    def run(code):
        error = office_js.run(excel, code + "\nawait context.sync();").error
        assert error is not None
        return error["code"]

    return run


def test_a_new_pivot_shows_nothing_and_knows_its_source(value):
    assert value(
        SALES
        + """
        pivot.load("name");
        pivot.hierarchies.load("items/name");
        const source = pivot.getDataSourceString(), kind = pivot.getDataSourceType();
        const used = sheet.getUsedRangeOrNullObject();
        await context.sync();
        return [pivot.name, pivot.hierarchies.items.map(item => item.name), source.value,
                kind.value, used.isNullObject];
    """
    ) == [
        "Farm Sales",
        ["Farm", "Type", "Class", "Crates", "Price"],
        "Data!A1:E6",
        "LocalRange",
        True,
    ]


def test_areas_of_a_compact_pivot(sales):
    assert sales("""
        const layout = pivot.layout;
        const ranges = [layout.getRange(), layout.getDataBodyRange(), layout.getRowLabelRange(),
                        layout.getColumnLabelRange()].map(range => range.load("address"));
        layout.load("layoutType,showRowGrandTotals");
        await context.sync();
        return [...ranges.map(range => range.address), layout.layoutType,
                layout.showRowGrandTotals];
    """) == ["Pivot!A2:B9", "Pivot!B3:B9", "Pivot!A2:A9", "Pivot!B2", "Compact", True]


def test_a_hierarchy_is_on_one_axis_at_a_time(sales):
    assert sales('pivot.columnHierarchies.add(pivot.hierarchies.getItem("Type"));' + SHOWN) == [
        ["Sum of Crates", "Column Labels", "", ""],
        ["Row Labels", "Lemon", "Lime", "Grand Total"],
        ["A", 5, 11, 16],
        ["B", 20, 7, 27],
        ["Grand Total", 25, 18, 43],
    ]
    assert sales("""
        const row = pivot.rowHierarchies.getItemOrNullObject("Type");
        await context.sync();
        return row.isNullObject;
    """)


def test_several_data_fields_stand_side_by_side(sales):
    assert sales(
        'pivot.rowHierarchies.remove(pivot.rowHierarchies.getItem("Type"));'
        'pivot.dataHierarchies.add(pivot.hierarchies.getItem("Price"));'
        'pivot.dataHierarchies.add(pivot.hierarchies.getItem("Class"));' + SHOWN
    ) == [
        ["Row Labels", "Sum of Crates", "Sum of Price", "Count of Class"],
        ["A", 16, 9, 3],
        ["B", 27, 6, 2],
        ["Grand Total", 43, 15, 5],
    ]


def test_cells_of_a_pivot_that_shrinks_are_cleared(sales):
    assert (
        sales("""
        pivot.rowHierarchies.remove(pivot.rowHierarchies.getItem("Type"));
        const used = sheet.getUsedRange(true).load("address");
        await context.sync();
        return used.address;
    """)
        == "Pivot!A2:B5"
    )


@pytest.mark.parametrize(
    ("function", "name", "total"),
    [
        ("Average", "Average of Crates", 8.6),
        ("Count", "Count of Crates", 5),
        ("CountNumbers", "Count of Crates", 5),
        ("Max", "Max of Crates", 20),
        ("Min", "Min of Crates", 1),
        ("Product", "Product of Crates", 7000),
        ("StandardDeviation", "StdDev of Crates", 7.162401832),
        ("VarianceP", "Varp of Crates", 41.04),
    ],
)
def test_functions(sales, function, name, total):
    shown = sales(
        f'pivot.dataHierarchies.getItem("Sum of Crates").summarizeBy = "{function}";{SHOWN}'
    )
    assert shown[0][1] == name
    assert shown[-1][1] == pytest.approx(total)


def test_names_and_number_formats_of_data_fields(sales, failure):
    assert sales("""
        const field = pivot.dataHierarchies.getItem("Sum of Crates");
        field.name = "Boxes";
        field.numberFormat = "#,##0.0";
        const body = pivot.layout.getDataBodyRange().load("text");
        await context.sync();
        field.summarizeBy = "Max";
        field.load("name,numberFormat,summarizeBy");
        await context.sync();
        return [body.text[0][0], field.name, field.numberFormat, field.summarizeBy];
    """) == ["16.0", "Boxes", "#,##0.0", "Max"]
    # A data field can't be called like a column of the source.
    code = SAME + 'pivot.dataHierarchies.getItem("Boxes").name = "Crates";'
    assert failure(code) == "InvalidArgument"


def test_values_shown_as_shares(sales):
    assert sales("""
        pivot.dataHierarchies.getItem("Sum of Crates").showAs = {
          calculation: "PercentOfGrandTotal"};
        const body = pivot.layout.getDataBodyRange().load("text");
        await context.sync();
        return body.text.map(row => row[0]);
    """) == ["37.21%", "11.63%", "25.58%", "62.79%", "46.51%", "16.28%", "100.00%"]


def test_outline_and_tabular_form(sales):
    outline = sales('pivot.layout.layoutType = "Outline";' + SHOWN)
    assert outline[:4] == [
        ["Farm", "Type", "Sum of Crates"],
        ["A", "", 16],
        ["", "Lemon", 5],
        ["", "Lime", 11],
    ]
    tabular = sales('pivot.layout.layoutType = "Tabular";' + SHOWN)
    assert tabular[:4] == [
        ["Farm", "Type", "Sum of Crates"],
        ["A", "Lemon", 5],
        ["", "Lime", 11],
        ["A Total", "", 16],
    ]


def test_order_of_items_and_of_hierarchies(sales):
    shown = sales(
        """
        pivot.rowHierarchies.getItem("Farm").fields.getItem("Farm").sortByLabels("Descending");
        pivot.layout.showColumnGrandTotals = false;
    """
        + SHOWN
    )
    assert [row[0] for row in shown] == ["Row Labels", "B", "Lemon", "Lime", "A", "Lemon", "Lime"]
    shown = sales(
        """
        const field = pivot.rowHierarchies.getItem("Farm").fields.getItem("Farm");
        field.sortByValues("Ascending", pivot.dataHierarchies.getItem("Sum of Crates"));
        pivot.rowHierarchies.getItem("Type").position = 0;
    """
        + SHOWN
    )
    assert [row[0] for row in shown] == ["Row Labels", "Lemon", "A", "B", "Lime", "B", "A"]


def test_filters_stand_above_and_hide_what_isn_t_chosen(sales, failure):
    assert sales("""
        pivot.filterHierarchies.add(pivot.hierarchies.getItem("Class"));
        const field = pivot.filterHierarchies.getItem("Class").fields.getItem("Class");
        field.applyFilter({manualFilter: {selectedItems: ["Org"]}});
        const above = pivot.layout.getFilterAxisRange().load("address,values");
        const shown = pivot.layout.getRange().load("address");
        const total = pivot.layout.getDataBodyRange().getLastRow().load("values");
        const filters = field.getFilters(), filtered = field.isFiltered();
        await context.sync();
        return [above.address, above.values, shown.address, total.values, filters.value,
                filtered.value];
    """) == [
        "Pivot!A1:B1",
        [["Class", "Org"]],
        "Pivot!A3:B8",
        [[17]],
        {"manualFilter": {"selectedItems": ["Org"]}},
        True,
    ]
    code = SAME + 'const field = pivot.hierarchies.getItem("Class").fields.getItem("Class");'
    unknown = "{manualFilter: {selectedItems: ['None']}}"
    assert failure(code + f"field.applyFilter({unknown});") == "InvalidArgument"


def test_an_item_can_be_hidden_but_not_all(sales, failure):
    shown = sales(
        """
        const items = pivot.rowHierarchies.getItem("Type").fields.getItem("Type").items;
        items.getItem("Lime").visible = false;
    """
        + SHOWN
    )
    assert shown[-1] == ["Grand Total", 25]
    code = 'pivot.rowHierarchies.getItem("Type").fields.getItem("Type").items.getItem("Lemon")'
    assert failure(SAME + code + ".visible = false;") == "InvalidArgument"


def test_a_pivot_follows_its_source_only_when_refreshed(sales):
    change = 'context.workbook.worksheets.getItem("Data").getRange("D2").values = [[110]];'
    assert sales(change + SHOWN) == COMPACT
    assert sales("pivot.refresh();" + SHOWN)[-1] == ["Grand Total", 143]


def test_a_table_as_source_brings_its_new_rows(value):
    assert value(
        SALES
        + """
        const table = data.tables.add("A1:E6", true);
        table.name = "Sales";
        const other = sheet.pivotTables.add("Other", table, sheet.getRange("F2"));
        other.rowHierarchies.add(other.hierarchies.getItem("Farm"));
        other.dataHierarchies.add(other.hierarchies.getItem("Crates"));
        table.rows.add(null, [["C", "Kiwi", "Org", 100, 1]]);
        sheet.pivotTables.refreshAll();
        const shown = other.layout.getRange().load("address,values");
        const source = other.getDataSourceString(), kind = other.getDataSourceType();
        await context.sync();
        return [source.value, kind.value, shown.address, shown.values];
    """
    ) == [
        "Sales",
        "LocalTable",
        "Pivot!F2:G6",
        [["Row Labels", "Sum of Crates"], ["A", 16], ["B", 27], ["C", 100], ["Grand Total", 143]],
    ]


def test_numbers_as_labels_are_numbers_in_order(value):
    assert value(
        """
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        sheet.getRange("A1:B4").values = [["Year", "Sum"], [2025, 1], [987, 2], [2025, 4]];
        const pivot = sheet.pivotTables.add("P", "A1:B4", "D1");
        pivot.rowHierarchies.add(pivot.hierarchies.getItem("Year"));
        pivot.dataHierarchies.add(pivot.hierarchies.getItem("Sum"));
    """
        + SHOWN
    ) == [["Row Labels", "Sum of Sum"], [987, 2], [2025, 5], ["Grand Total", 7]]


def test_pivots_keep_off_other_objects(sales, failure):
    sales('sheet.getRange("D5:D6").values = [["Head"], [1]]; sheet.tables.add("D5:D6", true);')
    code = SAME + 'pivot.columnHierarchies.add(pivot.hierarchies.getItem("Type"));'
    assert failure(code) == "PivotTableRangeConflict"
    assert sales(SHOWN) == COMPACT
    again = 'sheet.pivotTables.add("{}", "Data!A1:E6", "{}");'
    assert failure(SAME + again.format("Other", "A3")) == "PivotTableRangeConflict"
    assert failure(SAME + again.format("farm sales", "J1")) == "ItemAlreadyExists"
    assert failure(SAME + 'sheet.pivotTables.add("X", "Data!G1:H3", "J1");') == "InvalidArgument"


def test_a_pivot_survives_saving(sales, excel, office_js):
    sales("""
        const items = pivot.rowHierarchies.getItem("Type").fields.getItem("Type").items;
        items.getItem("Lime").visible = false;
        pivot.dataHierarchies.getItem("Sum of Crates").name = "Boxes";
        pivot.name = "Renamed";
    """)
    content = excel.to_bytes()
    again = EmbeddedExcel.from_bytes(content, "again.xlsx")
    assert office_js.value(
        again,
        """
        const pivot = context.workbook.pivotTables.getItem("Renamed");
        pivot.rowHierarchies.load("items/name");
        const items = pivot.rowHierarchies.getItem("Type").fields.getItem("Type").items;
        items.load("items/name,items/visible");
        const shown = pivot.layout.getRange().load("address,values");
        await context.sync();
        const before = [pivot.rowHierarchies.items.map(item => item.name),
          items.items.map(item => [item.name, item.visible]), shown.values.length];
        items.getItem("Lime").visible = true;
        const after = pivot.layout.getRange().load("values");
        await context.sync();
        return [...before, after.values.length];
    """,
    ) == [["Farm", "Type"], [["Lemon", True], ["Lime", False]], 6, 8]
    again.close()
    pivot = openpyxl.load_workbook(io.BytesIO(content))["Pivot"]._pivots[0]
    assert (pivot.name, pivot.location.ref) == ("Renamed", "A2:B7")
    assert pivot.dataFields[0].name == "Boxes"
    assert pivot.cache.cacheSource.worksheetSource.ref == "A1:E6"


def test_a_deleted_pivot_takes_its_cells_along(sales, failure):
    assert sales("""
        pivot.delete();
        const used = sheet.getUsedRangeOrNullObject(true);
        const count = sheet.pivotTables.getCount();
        await context.sync();
        return [used.isNullObject, count.value];
    """) == [True, 0]
    assert failure(SAME) == "ItemNotFound"
