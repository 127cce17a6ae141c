"""What Excel documents about AutoFilters of sheets and tables."""

import io

import openpyxl
import pytest

CELLS = """
    sheet.getRange("A1:C6").values = [
      ["Region", "Units", "Day"], ["North", 5, "2024-01-05"], ["South", 12, "2024-02-10"],
      ["North", 30, "2024-02-20"], ["West", 7, "2024-03-01"], ["", 50, "2023-03-01"]];
"""
TABLE = (
    CELLS
    + """
    const table = sheet.tables.add("A1:C6", true);
    table.name = "Sales";
"""
)


@pytest.fixture
def shown(value):
    """Which of rows 2 to 6 show."""

    def read():
        hidden = value("""
            const rows = [2, 3, 4, 5, 6].map(row => sheet.getRange(`${row}:${row}`));
            for (const row of rows) row.load("rowHidden");
            await context.sync();
            return rows.map(row => row.rowHidden);
        """)
        return [row for row, hide in enumerate(hidden, 2) if not hide]

    return read


@pytest.fixture
def saved(excel):
    return lambda: openpyxl.load_workbook(io.BytesIO(excel.to_bytes())).worksheets[0]


@pytest.mark.parametrize(
    ("column", "criteria", "rows"),
    [
        (0, '{filterOn: "Values", values: ["North", "West"]}', [2, 4, 5]),
        (0, '{filterOn: "Values", values: ["South", ""]}', [3, 6]),
        (1, '{filterOn: "Values", values: ["12", "50"]}', [3, 6]),
        (1, '{filterOn: "Custom", criterion1: ">10"}', [3, 4, 6]),
        (
            1,
            '{filterOn: "Custom", criterion1: ">=7", criterion2: "<30", operator: "And"}',
            [3, 5],
        ),
        (1, '{filterOn: "Custom", criterion1: "<6", criterion2: ">40", operator: "Or"}', [2, 6]),
        (0, '{filterOn: "Custom", criterion1: "=*th"}', [2, 3, 4]),
        (0, '{filterOn: "Custom", criterion1: "<>North"}', [3, 5, 6]),
        (1, '{filterOn: "TopItems", criterion1: "2"}', [4, 6]),
        (1, '{filterOn: "BottomPercent", criterion1: "40"}', [2, 5]),
        (1, '{filterOn: "Dynamic", dynamicCriteria: "AboveAverage"}', [4, 6]),
        (2, '{filterOn: "Dynamic", dynamicCriteria: "AllDatesInPeriodMarch"}', [5, 6]),
        (
            2,
            '{filterOn: "Values", values: [{date: "2024-02-01", specificity: "Month"}]}',
            [3, 4],
        ),
    ],
)
def test_criteria_hide_the_rows_they_exclude(value, shown, column, criteria, rows):
    read = value(
        CELLS
        + f"""
        const filter = sheet.autoFilter;
        filter.apply(sheet.getRange("A1:C6"), {column}, {criteria});
        filter.load("enabled,isDataFiltered,criteria");
        const range = filter.getRange();
        range.load("address");
        await context.sync();
        return [filter.enabled, filter.isDataFiltered, filter.criteria, range.address];
    """
    )
    given = value(f"return {criteria};")
    assert read[0] is read[1] is True
    assert read[3] == "Sheet1!A1:C6"
    assert [one is not None for one in read[2]] == [at == column for at in range(3)]
    assert given.items() <= (read[2][column] | {"operator": given.get("operator")} | given).items()
    assert read[2][column]["filterOn"] == given["filterOn"]
    assert shown() == rows


def test_filters_of_several_columns_are_combined_cleared_and_saved(value, shown, saved):
    value(
        CELLS
        + """
        sheet.autoFilter.apply("A1:C6", 0, {filterOn: "Values", values: ["North"]});
        sheet.autoFilter.apply("A1:C6", 1, {filterOn: "Custom", criterion1: ">10"});
    """
    )
    assert shown() == [4]
    sheet = saved()
    assert sheet.auto_filter.ref == "A1:C6"
    first, second = sheet.auto_filter.filterColumn
    assert (first.colId, first.filters.filter) == (0, ["North"])
    assert (second.colId, second.customFilters.customFilter[0].val) == (1, "10")
    assert [row for row in range(2, 7) if not sheet.row_dimensions[row].hidden] == [4]
    value("sheet.autoFilter.clearColumnCriteria(0);")
    assert shown() == [3, 4, 6]
    value("sheet.autoFilter.clearCriteria();")
    assert shown() == [2, 3, 4, 5, 6]
    assert value("""
        sheet.autoFilter.load("enabled,isDataFiltered");
        await context.sync();
        return [sheet.autoFilter.enabled, sheet.autoFilter.isDataFiltered];
    """) == [True, False]


def test_a_filter_is_applied_again_on_demand_and_removed_with_its_rows_back(value, shown):
    value(
        CELLS
        + """
        sheet.autoFilter.apply("A1:C6", 1, {filterOn: "Custom", criterion1: ">10"});
        await context.sync();
        sheet.getRange("B2").values = 99;
    """
    )
    assert shown() == [3, 4, 6]
    value("sheet.autoFilter.reapply();")
    assert shown() == [2, 3, 4, 6]
    value("sheet.autoFilter.remove();")
    assert shown() == [2, 3, 4, 5, 6]
    assert value("""
        sheet.autoFilter.load("enabled");
        const none = sheet.autoFilter.getRangeOrNullObject();
        await context.sync();
        return [sheet.autoFilter.enabled, none.isNullObject];
    """) == [False, True]


def test_table_columns_filter_and_the_table_clears_and_reapplies(value, shown, saved):
    assert value(
        TABLE
        + """
        const filter = table.columns.getItem("Units").filter;
        filter.applyCustomFilter(">=12", "<=30", "And");
        filter.load("criteria");
        await context.sync();
        return filter.criteria;
    """
    ) == {"filterOn": "Custom", "criterion1": ">=12", "criterion2": "<=30", "operator": "And"}
    assert shown() == [3, 4]
    kept = saved().tables["Sales"].autoFilter
    assert (kept.ref, kept.filterColumn[0].colId) == ("A1:C6", 1)
    same = 'const table = sheet.tables.getItem("Sales");\n'
    value(same + 'table.columns.getItemAt(0).filter.applyValuesFilter(["North"]);')
    assert shown() == [4]
    value(same + 'table.columns.getItem("Units").filter.clear();')
    assert shown() == [2, 4]
    value(same + 'sheet.getRange("A5").values = "North"; table.reapplyFilters();')
    assert shown() == [2, 4, 5]
    value(same + "table.clearFilters();")
    assert shown() == [2, 3, 4, 5, 6]
    value(
        same + 'table.autoFilter.apply(table.getRange(), 1, {filterOn: "TopItems", criterion1: 1});'
    )
    assert shown() == [6]


def test_a_table_that_loses_its_filter_shows_its_rows(value, shown):
    value(TABLE + 'table.columns.getItem("Units").filter.applyTopItemsFilter(1);')
    assert shown() == [6]
    value('sheet.tables.getItem("Sales").showFilterButton = false;')
    assert shown() == [2, 3, 4, 5, 6]
    value("""
        const table = sheet.tables.getItem("Sales");
        table.showFilterButton = true;
        table.columns.getItem("Units").filter.applyBottomItemsFilter(1);
    """)
    assert shown() == [2]
    value('sheet.tables.getItem("Sales").convertToRange();')
    assert shown() == [2, 3, 4, 5, 6]


def test_a_filter_keeps_its_columns_when_the_table_gets_another_one(value, shown, saved):
    value(
        TABLE
        + """
        table.columns.getItem("Units").filter.applyCustomFilter(">10");
        await context.sync();
        table.columns.add(1, [["New"], [1], [2], [3], [4], [5]]);
    """
    )
    assert shown() == [3, 4, 6]
    kept = saved().tables["Sales"].autoFilter
    assert (kept.ref, kept.filterColumn[0].colId) == ("A1:D6", 2)


def test_what_can_not_be_filtered_is_refused(value, failure):
    value(CELLS)
    apply = 'sheet.autoFilter.apply("A1:C6", '
    assert failure(apply + '7, {filterOn: "Values", values: ["a"]});') == "InvalidArgument"
    assert failure(apply + '0, {filterOn: "Values", values: []});') == "InvalidArgument"
    assert failure(apply + '0, {filterOn: "TopItems", criterion1: "0"});') == "InvalidArgument"
    assert failure(apply + '0, {filterOn: "Icon"});') == "InvalidArgument"
    assert failure("sheet.autoFilter.remove(); sheet.autoFilter.reapply();") == "InvalidOperation"


def test_rows_are_kept_by_the_colour_of_cells_and_texts(value, shown, saved):
    colored = """
        sheet.getRange("A3").format.fill.color = "#FF0000";
        sheet.getRange("A5").format.fill.color = "#FF0000";
        sheet.getRange("B4").format.font.color = "#0000FF";
    """
    assert value(
        TABLE
        + colored
        + """
        const filter = table.columns.getItem("Region").filter;
        filter.applyCellColorFilter("#FF0000");
        filter.load("criteria");
        await context.sync();
        return [filter.criteria.filterOn, filter.criteria.color];
    """
    ) == ["CellColor", "#FF0000"]
    assert shown() == [3, 5]
    column = next(iter(saved().tables.values())).autoFilter.filterColumn[0]
    assert column.colId == 0
    assert column.colorFilter.cellColor in (None, True)  # which is what it is when it isn't said
    value("""
        const table = context.workbook.tables.getItem("Sales");
        table.clearFilters();
        table.columns.getItem("Units").filter.applyFontColorFilter("#0000FF");
    """)
    assert shown() == [4]


def test_a_sheets_filter_goes_by_colour_too(value, shown):
    value(
        CELLS
        + """
        sheet.getRange("B6").format.fill.color = "#00FF00";
        sheet.autoFilter.apply("A1:C6", 1, {filterOn: "CellColor", color: "#00FF00"});
    """
    )
    assert shown() == [6]


def test_rows_are_kept_by_their_icon(value, shown):
    assert value(
        TABLE
        + """
        const units = table.columns.getItem("Units").getDataBodyRange();
        units.conditionalFormats.add("IconSet").iconSet.style = "ThreeArrows";
        const filter = table.columns.getItem("Units").filter;
        filter.applyIconFilter({set: "ThreeArrows", index: 2});
        filter.load("criteria");
        await context.sync();
        return [filter.criteria.filterOn, filter.criteria.icon.set, filter.criteria.icon.index];
    """
    ) == ["Icon", "ThreeArrows", 2]
    # A third arrow begins at 67 % of the way from 5 to 50.
    assert shown() == [6]


def test_subtotals_count_the_rows_that_a_filter_shows(value):
    assert value(
        CELLS
        + """
        sheet.getRange("E1:E3").formulas = [
          ["=SUBTOTAL(9,B2:B6)"], ["=SUBTOTAL(109,B2:B6)"], ["=AGGREGATE(9,5,B2:B6)"]];
        const totals = sheet.getRange("E1:E3");
        const read = async () => {
          totals.load("values");
          await context.sync();
          return totals.values.flat();
        };
        const found = [await read()];
        sheet.autoFilter.apply("A1:C6", 0, {filterOn: "Values", values: ["North"]});
        found.push(await read());
        sheet.autoFilter.remove();
        found.push(await read());
        sheet.getRange("6:6").rowHidden = true;
        found.push(await read());
        return found;
    """
    ) == [[104, 104, 104], [35, 35, 35], [104, 104, 104], [104, 54, 54]]
