"""How a table was sorted: what Excel documents about `TableSort`, and the file's sort state."""

import io

import openpyxl

TABLE = """
sheet.getRange("A1:B4").values = [["Item", "Cost"], ["pen", 3], ["ink", 1], ["cap", 2]];
const table = sheet.tables.add("A1:B4", true);
"""


def test_a_table_that_was_not_sorted_has_no_fields(value):
    assert value(
        TABLE
        + """
        table.sort.load("fields, matchCase, method");
        await context.sync();
        return [table.sort.fields, table.sort.matchCase, table.sort.method];
    """
    ) == [[], False, "PinYin"]


def test_a_sort_is_remembered_reapplied_and_forgotten(value):
    assert value(
        TABLE
        + """
        table.sort.apply([{key: 1, ascending: false}, {key: 0}], true);
        table.sort.load("fields, matchCase");
        await context.sync();
        const fields = table.sort.fields.map(one => [one.key, one.ascending, one.sortOn]);
        const matchCase = table.sort.matchCase;
        sheet.getRange("B2:B4").values = [[5], [6], [7]];
        table.sort.reapply();
        const body = table.getDataBodyRange().load("values");
        await context.sync();
        table.sort.clear();
        table.sort.load("fields");
        const after = table.getDataBodyRange().load("values");
        await context.sync();
        return [fields, matchCase, body.values, table.sort.fields, after.values];
    """
    ) == [
        [[1, False, "Value"], [0, True, "Value"]],
        True,
        [["ink", 7], ["cap", 6], ["pen", 5]],
        [],
        [["ink", 7], ["cap", 6], ["pen", 5]],
    ]


def test_the_sort_state_is_in_the_file(excel, value):
    value(TABLE + "table.sort.apply([{key: 1, ascending: false}]);")
    sheet = openpyxl.load_workbook(io.BytesIO(excel.to_bytes())).worksheets[0]
    table = next(iter(sheet.tables.values()))
    state = table.sortState or table.autoFilter.sortState
    assert state.ref == "A2:B4"
    assert [(one.ref, one.descending) for one in state.sortCondition] == [("B2:B4", True)]


def test_cells_are_sorted_by_their_colour(value, failure):
    assert value("""
        sheet.getRange("A1:B5").values = [["Item", "Cost"], ["pen", 3], ["ink", 1], ["cap", 2], ["pad", 4]];
        sheet.getRange("A3").format.fill.color = "#FFFF00";
        sheet.getRange("A5").format.fill.color = "#FFFF00";
        sheet.getRange("A2").format.font.color = "#FF0000";
        const cells = sheet.getRange("A1:B5");
        const sorted = async (fields) => {
          cells.sort.apply(fields, false, true);
          cells.load("values");
          await context.sync();
          return cells.values.slice(1).map(row => row[0]);
        };
        return [
          await sorted([{key: 0, sortOn: "CellColor", color: "#ffff00"}, {key: 1, ascending: false}]),
          await sorted([{key: 0, sortOn: "CellColor", color: "#ffff00", ascending: false}]),
          await sorted([{key: 0, sortOn: "FontColor", color: "red"}]),
        ];
    """) == [
        ["pad", "ink", "pen", "cap"],
        ["pen", "cap", "pad", "ink"],
        ["pen", "cap", "pad", "ink"],
    ]
    assert failure('sheet.getRange("A2:B5").sort.apply([{key: 0, sortOn: "CellColor"}]);') == (
        "InvalidArgument"
    )


def test_hidden_rows_stay_where_they_are(value):
    assert value(
        TABLE
        + """
        sheet.getRange("3:3").rowHidden = true;
        table.sort.apply([{key: 1}]);
        const body = table.getDataBodyRange().load("values");
        await context.sync();
        return body.values;
    """
    ) == [["cap", 2], ["ink", 1], ["pen", 3]]
