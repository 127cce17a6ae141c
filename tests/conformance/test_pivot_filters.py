"""What Excel documents about PivotFilters, and what happens to pivots when sheets come and go."""

import pytest

from embedded_excel.host import EmbeddedExcel

SALES = """
    const data = context.workbook.worksheets.add("Data");
    data.getRange("A1:C6").values = [
      ["Farm", "Type", "Crates"],
      ["A", "Lime", 10], ["B", "Lemon", 20], ["A", "Lemon", 5], ["B", "Lime", 7], ["C", "Kiwi", 1]];
    const sheet = context.workbook.worksheets.add("Pivot");
    const pivot = sheet.pivotTables.add("Farm Sales", "Data!A1:C6", "A2");
    pivot.rowHierarchies.add(pivot.hierarchies.getItem("Farm"));
    pivot.rowHierarchies.add(pivot.hierarchies.getItem("Type"));
    pivot.dataHierarchies.add(pivot.hierarchies.getItem("Crates"));
    await context.sync();
"""
SAME = """
    const pivot = context.workbook.pivotTables.getItem("Farm Sales");
    const farm = pivot.hierarchies.getItem("Farm").fields.getItem("Farm");
    const type = pivot.hierarchies.getItem("Type").fields.getItem("Type");
"""
LABELS = """
    const shown = pivot.layout.getRange().load("values");
    await context.sync();
    return shown.values.map(row => row.join(" "));
"""


@pytest.fixture
def sales(office_js, excel):
    office_js.value(excel, SALES)
    return lambda code: office_js.value(excel, SAME + code)


@pytest.fixture
def failure(office_js, excel):
    def run(code):
        error = office_js.run(excel, SAME + code + "\nawait context.sync();").error
        assert error is not None
        return error["code"]

    return run


def test_label_filters(sales):
    assert sales(
        'type.applyFilter({labelFilter: {condition: "BeginsWith", substring: "L"}});' + LABELS
    ) == [
        "Row Labels Sum of Crates",
        "A 15",
        "Lemon 5",
        "Lime 10",
        "B 27",
        "Lemon 20",
        "Lime 7",
        "Grand Total 42",
    ]
    shown = sales(
        'type.applyFilter({labelFilter: {condition: "Contains", substring: "im"}});' + LABELS
    )
    assert shown[1:] == ["A 10", "Lime 10", "B 7", "Lime 7", "Grand Total 17"]


def test_value_filters(sales, failure):
    rule = '{{valueFilter: {{condition: "{}", {}, value: "Sum of Crates"}}}}'
    for condition, bounds, farms in (
        ("GreaterThan", "comparator: 14", ["A 15", "B 27"]),
        ("Between", "lowerBound: 1, upperBound: 15", ["A 15", "C 1"]),
        ("TopN", 'threshold: 1, selectionType: "Items"', ["B 27"]),
    ):
        shown = sales(f"farm.applyFilter({rule.format(condition, bounds)});{LABELS}")
        assert [row for row in shown if row[:2] in ("A ", "B ", "C ")] == farms
    other = rule.format("GreaterThan", "comparator: 1").replace("Sum of Crates", "Other")
    assert failure(f"farm.applyFilter({other});") == "InvalidArgument"


def test_filters_are_told_and_cleared(sales):
    assert sales("""
        farm.applyFilter({valueFilter: {
          condition: "GreaterThan", comparator: 14, value: "Sum of Crates"}});
        type.applyFilter({manualFilter: {selectedItems: [type.items.getItem("Lime")]}});
        const told = [farm.getFilters(), type.getFilters(), farm.isFiltered("Value"),
                      farm.isFiltered("Label"), type.isFiltered()];
        await context.sync();
        farm.clearFilter("Value");
        type.clearAllFilters();
        const after = [farm.isFiltered(), type.isFiltered()];
        await context.sync();
        return [...told, ...after].map(result => result.value);
    """) == [
        {
            "valueFilter": {
                "condition": "GreaterThan",
                "comparator": 14,
                "exclusive": False,
                "value": "Sum of Crates",
            }
        },
        {"manualFilter": {"selectedItems": ["Lime"]}},
        True,
        False,
        True,
        False,
        False,
    ]


def test_a_filter_is_in_the_file_and_takes_the_place_of_another(sales, excel, office_js):
    sales("""
        farm.applyFilter({manualFilter: {selectedItems: ["A"]}});
        farm.applyFilter({labelFilter: {condition: "Contains", substring: "B"}});
    """)
    again = EmbeddedExcel.from_bytes(excel.to_bytes(), "again.xlsx")
    assert office_js.value(
        again,
        SAME
        + """
        const filters = farm.getFilters();
        await context.sync();
        return filters.value;
    """,
    ) == {"labelFilter": {"condition": "Contains", "substring": "B", "exclusive": False}}
    again.close()


@pytest.fixture(autouse=True)
def _always_a_pivot(sales):
    """Every test here needs one, also those that only look at failures."""


def test_pivots_and_their_sources_move_with_cells(sales):
    assert sales("""
        context.workbook.worksheets.getItem("Pivot").getRange("1:2").insert("Down");
        const data = context.workbook.worksheets.getItem("Data");
        data.getRange("A:A").insert("Right");
        data.name = "Source";
        const shown = pivot.layout.getRange().load("address");
        const source = pivot.getDataSourceString();
        await context.sync();
        data.getRange("4:4").insert("Down");
        data.getRange("B4:D4").values = [["D", "Kiwi", 100]];
        pivot.refresh();
        const total = pivot.layout.getDataBodyRange().getLastCell().load("values");
        await context.sync();
        return [shown.address, source.value, total.values[0][0]];
    """) == ["Pivot!A4:B13", "Source!B1:D6", 143]


def test_a_pivot_outlives_the_sheet_of_its_source(sales, failure, excel):
    """It shows what it has, but can't be refreshed."""
    assert (
        sales("""
        context.workbook.worksheets.getItem("Data").delete();
        farm.items.getItem("A").visible = false;
        const total = pivot.layout.getDataBodyRange().getLastCell().load("values");
        await context.sync();
        return total.values[0][0];
    """)
        == 28
    )
    assert failure("pivot.refresh();") == "InvalidReference"
    assert not excel.losses()


def test_options_of_a_pivot_are_shown_and_kept(sales, excel, office_js):
    shown = sales(
        """
        pivot.columnHierarchies.add(pivot.hierarchies.getItem("Type"));
        pivot.layout.emptyCellText = "--";
        pivot.layout.showFieldHeaders = false;
        pivot.layout.autoFormat = false;
        pivot.layout.altTextTitle = "Farms & fruit";
    """
        + LABELS
    )
    assert shown[:3] == ["Sum of Crates    ", " Kiwi Lemon Lime Grand Total", "A -- 5 10 15"]
    again = EmbeddedExcel.from_bytes(excel.to_bytes(), "again.xlsx")
    read = """
        pivot.layout.load();
        pivot.load("allowMultipleFiltersPerField");
        await context.sync();
        const layout = pivot.layout;
        return [layout.emptyCellText, layout.showFieldHeaders, layout.autoFormat,
                layout.preserveFormatting, layout.altTextTitle, layout.enableFieldList,
                pivot.allowMultipleFiltersPerField];
    """
    expected = ["--", False, False, True, "Farms & fruit", True, False]
    assert sales(read) == office_js.value(again, SAME + read) == expected
    again.close()
    assert sales("pivot.layout.fillEmptyCells = false;" + LABELS)[2] == "A  5 10 15"


def test_filters_of_several_kinds_when_they_are_allowed(sales):
    assert sales("""
        pivot.allowMultipleFiltersPerField = true;
        farm.applyFilter({manualFilter: {selectedItems: ["A", "B"]}});
        farm.applyFilter({labelFilter: {condition: "Contains", substring: "B"}});
        const filters = farm.getFilters();
        await context.sync();
        return Object.keys(filters.value).sort();
    """) == ["labelFilter", "manualFilter"]


def test_a_copied_sheet_has_pivots_of_its_own(sales, excel):
    assert sales("""
        farm.applyFilter({manualFilter: {selectedItems: ["A"]}});
        const copy = context.workbook.worksheets.getItem("Pivot").copy("Beginning");
        const other = copy.pivotTables.getItem("Farm Sales");
        const first = other.layout.getRange().load("values");
        await context.sync();
        const before = first.values.length;
        other.hierarchies.getItem("Farm").fields.getItem("Farm").clearAllFilters();
        const now = other.layout.getRange().load("values");
        const kept = pivot.layout.getRange().load("values");
        const count = context.workbook.pivotTables.getCount();
        await context.sync();
        return [before, now.values.length, kept.values.length, count.value];
    """) == [5, 10, 5, 2]
    assert not any("pivot" in loss.lower() for loss in excel.losses())
