"""`getVisibleView`: what Excel documents about the visible cells of a range."""

FILLED = """
sheet.getRange("A1:C4").values = [
  ["Item", "Cost", "Note"], ["pen", 2, "a"], ["ink", 9, "b"], ["cap", 4, "c"]];
"""


def test_a_view_has_only_the_rows_a_filter_leaves(value):
    assert value(
        FILLED
        + """
        const table = sheet.tables.add("A1:C4", true);
        table.columns.getItem("Cost").filter.applyValuesFilter(["2", "4"]);
        const view = table.getDataBodyRange().getVisibleView();
        view.load("values, text, rowCount, columnCount, cellAddresses, valueTypes, formulas");
        await context.sync();
        return [view.values, view.rowCount, view.columnCount, view.cellAddresses[1],
                view.valueTypes[0], view.text, view.formulas];
    """
    ) == [
        [["pen", 2, "a"], ["cap", 4, "c"]],
        2,
        3,
        ["Sheet1!A4", "Sheet1!B4", "Sheet1!C4"],
        ["String", "Double", "String"],
        [["pen", "2", "a"], ["cap", "4", "c"]],
        [["pen", 2, "a"], ["cap", 4, "c"]],
    ]


def test_hidden_rows_and_columns_are_left_out_and_not_written(value, formulas):
    assert value(
        FILLED
        + """
        sheet.getRange("3:3").rowHidden = true;
        sheet.getRange("B:B").columnHidden = true;
        const range = sheet.getRange("A2:C4");
        const view = range.getVisibleView();
        view.values = [["PEN", "A"], ["CAP", "C"]];
        view.rows.load("items/values, items/index");
        const second = view.rows.getItemAt(1).load("values, numberFormat");
        const count = view.rows.getCount();
        const whole = view.getRange().load("address");
        await context.sync();
        return [view.rows.items.map(row => [row.index, row.values]), second.values,
                second.numberFormat, count.value, whole.address];
    """
    ) == [
        [[0, [["PEN", "A"]]], [1, [["CAP", "C"]]]],
        [["CAP", "C"]],
        [["General", "General"]],
        2,
        "Sheet1!A2:C4",
    ]
    assert formulas("A2:C4") == [["PEN", 2, "A"], ["ink", 9, "b"], ["CAP", 4, "C"]]


def test_a_view_wants_as_many_cells_as_are_visible(failure):
    assert (
        failure("""
        sheet.getRange("2:2").rowHidden = true;
        sheet.getRange("A1:A3").getVisibleView().values = [[1], [2], [3]];
    """)
        == "InvalidArgument"
    )


def test_a_view_of_whole_columns_is_refused(failure):
    assert failure('sheet.getRange("A:A").getVisibleView().load("values");') == "InvalidArgument"
