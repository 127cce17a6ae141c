"""What Excel documents about tables, their columns and rows."""

import pytest

SHEET = "const sheet = context.workbook.worksheets.getActiveWorksheet();\n"
SALES = """
    sheet.getRange("B2:D4").values =
      [["Region", "Units", "Price"], ["North", 2, 10], ["South", 3, 20]];
    const table = sheet.tables.add("B2:D4", true);
    table.name = "Sales";
    await context.sync();
"""
SAME = 'const table = sheet.tables.getItem("Sales");\n'


@pytest.fixture
def sales(value):
    value(SALES)
    return lambda code: value(SAME + code)


def test_a_new_table_has_excel_s_defaults(value):
    assert value("""
        sheet.getRange("A1:B3").values = [["a", "b"], [1, 2], [3, 4]];
        const table = sheet.tables.add("Sheet1!A1:B3", true);
        table.load();
        const parts = [table.getRange(), table.getHeaderRowRange(), table.getDataBodyRange()];
        for (const part of parts) part.load("address");
        table.columns.load("items/name,items/index,count");
        await context.sync();
        const {id, ...rest} = table.toJSON();
        return [typeof id, rest.name, rest.style, rest.showHeaders, rest.showTotals,
                rest.showBandedRows, rest.showBandedColumns, rest.showFilterButton,
                parts.map(part => part.address), table.columns.count,
                table.columns.items.map(column => [column.name, column.index])];
    """) == [
        "string",
        "Table1",
        "TableStyleMedium2",
        True,
        False,
        True,
        False,
        True,
        ["Sheet1!A1:B3", "Sheet1!A1:B1", "Sheet1!A2:B3"],
        2,
        [["a", 0], ["b", 1]],
    ]


def test_headers_become_unique_texts(value):
    assert value("""
        sheet.getRange("A1:E2").values = [["x", "X", 2024, "", true], [1, 2, 3, 4, 5]];
        const header = sheet.tables.add("A1:E2", true).getHeaderRowRange();
        header.load("values,valueTypes");
        await context.sync();
        return [header.values, header.valueTypes];
    """) == [[["x", "X2", "2024", "Column4", "TRUE"]], [["String"] * 5]]


def test_without_headers_the_data_moves_down_under_generated_ones(value, formulas):
    assert value("""
        sheet.getRange("A1:B2").values = [[1, 2], [3, 4]];
        sheet.getRange("A3").values = "below";
        sheet.getRange("E1").formulas = [["=A2"]];
        const range = sheet.tables.add(sheet.getRange("A1:B2"), false).getRange();
        range.load("address,values");
        await context.sync();
        return [range.address, range.values];
    """) == ["Sheet1!A1:B3", [["Column1", "Column2"], [1, 2], [3, 4]]]
    assert formulas("A4") == [["below"]]
    assert formulas("E1") == [["=A3"]]


def test_tables_can_t_overlap(sales, failure):
    assert failure('sheet.tables.add("D4:E6", true);') == "MergedRangeConflict"


def test_tables_are_found_by_name_id_and_place(sales):
    assert sales("""
        table.load("id");
        await context.sync();
        const found = [sheet.tables.getItem("sales"), context.workbook.tables.getItem(table.id),
                       context.workbook.tables.getItemAt(0), sheet.getRange("D4:Z9").getTables().getFirst()];
        const none = sheet.tables.getItemOrNullObject("Nope");
        const outside = sheet.getRange("A1:C3").getTables(true).getCount();
        const count = context.workbook.tables.getCount();
        for (const one of found) one.load("name");
        await context.sync();
        return [found.map(one => one.name), none.isNullObject, outside.value, count.value];
    """) == [["Sales"] * 4, True, 0, 1]


@pytest.mark.parametrize("name", ["has space", "A1", "R1C1", "C", "1st", "", "a!b"])
def test_a_bad_name_is_refused(sales, failure, name):
    assert failure(f'sheet.tables.getItem("Sales").name = "{name}";') == "InvalidArgument"


def test_a_taken_name_is_refused_and_formulas_follow_a_new_one(sales, failure, formulas):
    sales('sheet.getRange("F1").formulas = [["=SUM(Sales[Units])"]]; table.name = "Orders";')
    assert formulas("F1") == [["=SUM(Orders[Units])"]]
    assert (
        failure("""
        sheet.getRange("H1:H2").values = [["x"], [1]];
        sheet.tables.add("H1:H2", true).name = "orders";
    """)
        == "ItemAlreadyExists"
    )


def test_rows_are_appended_inserted_and_deleted(sales, formulas):
    assert sales("""
        sheet.getRange("B6").values = "below";
        table.rows.add(null, [["East", 4, 30], ["West", 5, 40]]);
        table.rows.add(0, [["First", 1, 1]]);
        const row = table.rows.getItemAt(1);
        row.load("index,values");
        table.rows.load("count");
        await context.sync();
        table.rows.deleteRows([0, 2]);
        return [row.index, row.values, table.rows.count];
    """) == [1, [["North", 2, 10]], 5]
    assert formulas("B2:D7") == [
        ["Region", "Units", "Price"],
        ["North", 2, 10],
        ["East", 4, 30],
        ["West", 5, 40],
        ["", "", ""],
        ["below", "", ""],
    ]


def test_rows_added_without_insisting_use_free_cells_below(sales, formulas):
    sales('sheet.getRange("B6").values = "below"; table.rows.add(null, [["E", 4, 30]], false);')
    assert formulas("B5:B6") == [["E"], ["below"]]
    sales('table.rows.add(null, [["F", 5, 40]], false);')
    assert formulas("B5:B7") == [["E"], ["F"], ["below"]]


def test_a_row_of_the_wrong_width_is_refused(sales, failure):
    code = 'sheet.getRange("A1"); sheet.tables.getItem("Sales").rows.add(null, [["x", 1]]);'
    assert failure(code) == "InvalidArgument"


def test_a_computed_column_is_added_and_new_rows_go_on_with_it(sales, formulas):
    sales("""
        table.columns.add(null, [["Revenue"], ["=[@Units]*[@Price]"], ["=[@Units]*[@Price]"]]);
        await context.sync();
        table.rows.add(null, [["East", 4, 30, null]]);
    """)
    assert formulas("E2:E5") == [
        ["Revenue"],
        ["=[@Units]*[@Price]"],
        ["=[@Units]*[@Price]"],
        ["=[@Units]*[@Price]"],
    ]
    assert sales("""
        const column = table.columns.getItem("Revenue").getDataBodyRange();
        column.load("values,address");
        await context.sync();
        return [column.address, column.values];
    """) == ["Sheet1!E3:E5", [[20], [60], [120]]]


def test_a_column_in_the_middle_moves_its_neighbours(sales, formulas):
    assert sales("""
        sheet.getRange("F2:F3").values = [["beside"], ["kept"]];
        const id = table.columns.getItem("Price");
        id.load("id");
        await context.sync();
        const added = table.columns.add(1, null, "Code");
        added.load("name,index");
        const price = table.columns.getItem(id.id);
        price.load("name,index");
        await context.sync();
        return [added.name, added.index, price.name, price.index];
    """) == ["Code", 1, "Price", 3]
    assert formulas("B2:G3") == [
        ["Region", "Code", "Units", "Price", "", "beside"],
        ["North", "", 2, 10, "", "kept"],
    ]


def test_a_deleted_column_closes_the_gap(sales, formulas):
    sales('table.columns.getItem("Units").delete();')
    assert formulas("B2:D3") == [["Region", "Price", ""], ["North", 10, ""]]


def test_renaming_a_column_or_its_header_cell_renames_it_in_formulas(sales, formulas):
    sales("""
        sheet.getRange("F1").formulas = [["=SUM(Sales[Units])"]];
        table.columns.getItem("Units").name = "Sold units";
        await context.sync();
        sheet.getRange("D2").values = "List price";
        sheet.getRange("F2").formulas = [["=SUM(Sales[List price])"]];
    """)
    assert formulas("B2:D2") == [["Region", "Sold units", "List price"]]
    assert formulas("F1:F2") == [["=SUM(Sales[Sold units])"], ["=SUM(Sales[List price])"]]
    assert sales("""
        const cells = sheet.getRange("F1:F2");
        cells.load("values");
        table.columns.load("items/name");
        await context.sync();
        return [cells.values, table.columns.items.map(column => column.name)];
    """) == [[[5], [30]], ["Region", "Sold units", "List price"]]


def test_the_totals_row_sums_the_last_column(sales, formulas):
    assert sales("""
        table.showTotals = true;
        const totals = table.getTotalRowRange();
        totals.load("address,values");
        const body = table.getDataBodyRange();
        body.load("address");
        await context.sync();
        return [totals.address, totals.values, body.address];
    """) == ["Sheet1!B5:D5", [["Total", "", 30]], "Sheet1!B3:D4"]
    sales('table.rows.add(null, [["East", 4, 30]]); table.showTotals = false;')
    assert formulas("B5:D6") == [["East", 4, 30], ["", "", ""]]


def test_parts_that_don_t_show_are_not_found(sales, failure):
    code = 'sheet.tables.getItem("Sales").getTotalRowRange().load("address");'
    assert failure(code) == "ItemNotFound"


def test_the_header_row_can_go_and_come_back(sales):
    assert sales("""
        table.showHeaders = false;
        const range = table.getRange();
        range.load("address");
        await context.sync();
        table.showHeaders = true;
        const header = table.getHeaderRowRange();
        header.load("address,values");
        await context.sync();
        return [range.address, header.address, header.values];
    """) == ["Sheet1!B3:D4", "Sheet1!B2:D2", [["Region", "Units", "Price"]]]


def test_sorting_a_table_leaves_header_and_totals(sales, formulas):
    sales("table.showTotals = true; table.sort.apply([{key: 1, ascending: false}]);")
    assert [line[0] for line in formulas("B2:B5")] == ["Region", "South", "North", "Total"]


def test_resizing_takes_columns_and_rows_in(sales, failure):
    assert sales("""
        sheet.getRange("E2:E4").values = [["Note"], ["x"], ["y"]];
        table.resize("B2:F6");
        table.columns.load("items/name");
        const range = table.getRange();
        range.load("address");
        await context.sync();
        return [range.address, table.columns.items.map(column => column.name)];
    """) == ["Sheet1!B2:F6", ["Region", "Units", "Price", "Note", "Column1"]]
    assert failure('sheet.tables.getItem("Sales").resize("B3:F6");') == "InvalidArgument"


def test_a_table_becomes_plain_cells_or_goes_with_them(sales, formulas):
    assert sales("""
        const range = table.convertToRange();
        range.load("address");
        const count = sheet.tables.getCount();
        await context.sync();
        return [range.address, count.value];
    """) == ["Sheet1!B2:D4", 0]
    assert formulas("B2:B3") == [["Region"], ["North"]]


def test_deleting_a_table_empties_its_cells(sales, formulas):
    sales("table.delete();")
    assert formulas("B2:D4") == [["", "", ""]] * 3


def test_looks_can_be_set(sales, failure):
    assert sales("""
        table.set({style: "TableStyleLight9", showBandedRows: false, showBandedColumns: true,
                   highlightFirstColumn: true, highlightLastColumn: true, showFilterButton: false});
        table.load();
        await context.sync();
        return [table.style, table.showBandedRows, table.showBandedColumns,
                table.highlightFirstColumn, table.highlightLastColumn, table.showFilterButton];
    """) == ["TableStyleLight9", False, True, True, True, False]
    assert failure('sheet.tables.getItem("Sales").style = "NoSuchStyle";') == "InvalidArgument"


def test_writing_below_a_table_doesn_t_extend_it(sales):
    assert (
        sales("""
        sheet.getRange("B5").values = "below";
        const range = table.getRange();
        range.load("address");
        await context.sync();
        return range.address;
    """)
        == "Sheet1!B2:D4"
    )


def test_whole_rows_inserted_in_a_table_extend_it(sales):
    assert sales("""
        sheet.getRange("4:4").insert("Down");
        const range = table.getRange();
        range.load("address,values");
        await context.sync();
        return [range.address, range.values[2]];
    """) == ["Sheet1!B2:D5", ["", "", ""]]


def test_listeners_hear_of_new_tables_and_changed_cells(office_js, excel):
    office_js.value(
        excel,
        SHEET
        + """
        context.workbook.tables.onAdded.add(async e => { events.push(["added", e.worksheetId.length]); });
        sheet.onChanged.add(async e => { events.push([e.changeType, e.address]); });
        await context.sync();
    """,
    )
    office_js.value(
        excel,
        SHEET
        + """
        sheet.getRange("A1:B2").values = [["a", "b"], [1, 2]];
        sheet.tables.add("A1:B2", true);
        sheet.getRange("A5").delete("Up");
    """,
    )
    office_js.deliver_events(excel)
    heard = office_js.collected()
    assert ["RangeEdited", "A1:B2"] in heard
    assert ["added", 38] in heard
    assert ["CellDeleted", "A5"] in heard


def test_a_table_moves_with_cells_inserted_above_it(sales, formulas):
    assert sales("""
        sheet.getRange("F1").formulas = [["=SUM(Sales[Units])+C3"]];
        sheet.getRange("A1:E1").insert("Down");
        const range = table.getRange();
        range.load("address");
        const cell = sheet.getRange("F1");
        cell.load("formulas,values");
        await context.sync();
        return [range.address, cell.formulas, cell.values];
    """) == ["Sheet1!B3:D5", [["=SUM(Sales[Units])+C4"]], [[7]]]
    assert formulas("B2:D4") == [
        ["", "", ""],
        ["Region", "Units", "Price"],
        ["North", 2, 10],
    ]


def test_a_table_named_alone_is_its_data(sales):
    assert sales("""
        sheet.getRange("F1:F3").formulas = [["=ROWS(Sales)"], ["=SUM(sales)"], ["=INDEX(Sales,2,1)"]];
        const cells = sheet.getRange("F1:F3");
        cells.load("formulas,values");
        await context.sync();
        const first = [cells.formulas.flat(), cells.values.flat()];
        table.name = "Orders";
        table.rows.add(null, [["East", 5, 30]]);
        cells.load("formulas,values");
        await context.sync();
        return [first, [cells.formulas.flat(), cells.values.flat()]];
    """) == [
        [["=ROWS(Sales)", "=SUM(sales)", "=INDEX(Sales,2,1)"], [2, 35, "South"]],
        [["=ROWS(Orders)", "=SUM(Orders)", "=INDEX(Orders,2,1)"], [3, 70, "South"]],
    ]
