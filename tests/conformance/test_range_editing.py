"""Inserting, deleting, copying, moving, sorting and clearing cells."""

import pytest


def test_inserting_cells_moves_what_is_below_and_references_follow(value, formulas):
    value("""
        sheet.getRange("A1:B3").values = [[1, 10], [2, 20], [3, 30]];
        sheet.getRange("D1:D3").formulas = [["=SUM(A1:A3)"], ["=A3+B3"], ["=SUM(A1:B3)"]];
        sheet.getRange("A2").insert("Down");
    """)
    assert formulas("A1:B4") == [[1, 10], ["", 20], [2, 30], [3, ""]]
    assert formulas("D1:D3") == [["=SUM(A1:A4)"], ["=A4+B3"], ["=SUM(A1:B3)"]]


def test_deleting_cells_moves_others_up_and_breaks_references_to_them(value, formulas):
    value("""
        sheet.getRange("A1:A4").values = [[1], [2], [3], [4]];
        sheet.getRange("C1:C3").formulas = [["=SUM(A1:A4)"], ["=A2"], ["=A4"]];
        sheet.getRange("A2").delete("Up");
    """)
    assert formulas("A1:A4") == [[1], [3], [4], [""]]
    assert formulas("C1:C3") == [["=SUM(A1:A3)"], ["=#REF!"], ["=A3"]]


def test_inserting_to_the_right_takes_formats_along(value, formulas):
    value("""
        sheet.getRange("A1:B1").formulas = [[1, "=A1"]];
        sheet.getRange("B1").format.font.bold = true;
        sheet.getRange("A1").insert("Right");
    """)
    assert formulas("A1:C1") == [["", 1, "=B1"]]
    assert value("""
        const fonts = ["A1", "B1", "C1"].map(a => sheet.getRange(a).format.font);
        for (const font of fonts) font.load("bold");
        await context.sync();
        return fonts.map(font => font.bold);
    """) == [False, False, True]


def test_entire_rows_and_names_and_other_sheets_follow(value, formulas):
    value("""
        sheet.getRange("A1:A3").values = [[1], [2], [3]];
        context.workbook.names.add("Last", sheet.getRange("A3"));
        const other = context.workbook.worksheets.add("Other");
        other.getRange("A1").formulas = [["=Sheet1!A3+Last"]];
        sheet.getRange("2:3").insert("Down");
    """)
    assert formulas("A1:A5") == [[1], [""], [""], [2], [3]]
    assert value("""
        const cell = context.workbook.worksheets.getItem("Other").getRange("A1");
        cell.load("formulas,values");
        await context.sync();
        return [cell.formulas, cell.values];
    """) == [[["=Sheet1!A5+Last"]], [[6]]]


def test_a_partial_insert_reaches_names_and_other_sheets_too(value):
    assert value("""
        sheet.getRange("A1:A3").values = [[1], [2], [3]];
        context.workbook.names.add("Last", sheet.getRange("A3"));
        const cell = context.workbook.worksheets.add("Other").getRange("A1");
        cell.formulas = [["=Sheet1!A3*10+Last"]];
        sheet.getRange("A2:A3").insert("Down");
        cell.load("formulas,values");
        await context.sync();
        return [cell.formulas, cell.values];
    """) == [[["=Sheet1!A5*10+Last"]], [[33]]]


def test_a_kept_range_moves_with_its_cells(value):
    assert value("""
        const kept = sheet.getRange("A3");
        kept.values = "kept";
        await context.sync();
        sheet.getRange("A1").insert("Down");
        kept.load("address,values");
        await context.sync();
        return [kept.address, kept.values];
    """) == ["Sheet1!A4", [["kept"]]]


def test_filled_cells_are_not_pushed_off_the_sheet(failure, value):
    value('sheet.getRange("A1048576").values = 1;')
    assert failure('sheet.getRange("A1").insert("Down");') == "NonBlankCellOffSheet"


def test_cells_of_a_table_can_t_be_torn_apart(failure, value):
    value("""
        sheet.getRange("B2:C4").values = [["a", "b"], [1, 2], [3, 4]];
        sheet.tables.add("B2:C4", true);
    """)
    assert failure('sheet.getRange("B1").insert("Down");') == "InsertDeleteConflict"


def test_copying_shifts_references_and_fills_multiples(value, formulas):
    value("""
        sheet.getRange("A1:B2").formulas = [[1, "=A1*$A$1"], [2, "=A2*$A$1"]];
        sheet.getRange("D1:G2").copyFrom("A1:B2");
    """)
    assert formulas("D1:G2") == [
        [1, "=D1*$A$1", 1, "=F1*$A$1"],
        [2, "=D2*$A$1", 2, "=F2*$A$1"],
    ]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ('"A1:B1", "Values"', [["x", 5]]),
        ('"A1:B1", "Formulas"', [["x", "=LEN(Z9)+5"]]),
        ('"A1:B1", "Link"', [["=Sheet1!A1", "=Sheet1!B1"]]),
        ('"A1:B1", "Formats"', [["old", "old"]]),
    ],
)
def test_a_copy_can_take_a_part(value, formulas, arguments, expected):
    value(f"""
        sheet.getRange("A1:B1").formulas = [["x", "=LEN(Z9)+5"]];
        sheet.getRange("A1:B1").numberFormat = [["0.0", "0.0"]];
        sheet.getRange("A9:B9").values = [["old", "old"]];
        sheet.getRange("A9").copyFrom({arguments});
    """)
    expected = [
        [str(item).replace("Z9", "Z17") if str(item).startswith("=LEN") else item for item in line]
        for line in expected
    ]
    assert formulas("A9:B9") == expected


def test_blank_cells_can_be_skipped_and_ranges_transposed(value, formulas):
    value("""
        sheet.getRange("A1:B2").values = [[1, ""], [3, 4]];
        sheet.getRange("D1:E2").values = [["a", "b"], ["c", "d"]];
        sheet.getRange("D1").copyFrom("A1:B2", "All", true);
        sheet.getRange("G1").copyFrom("A1:B2", "All", false, true);
    """)
    assert formulas("D1:E2") == [[1, "b"], [3, 4]]
    assert formulas("G1:H2") == [[1, 3], ["", 4]]


def test_moving_cells_takes_references_along(value, formulas):
    value("""
        sheet.getRange("A1:B1").formulas = [[5, "=A1*2"]];
        sheet.getRange("D1").formulas = [["=B1+SUM(A1:B1)"]];
        sheet.getRange("A1:B1").moveTo("A5");
    """)
    assert formulas("A1:B1") == [["", ""]]
    assert formulas("A5:B5") == [[5, "=A5*2"]]
    assert formulas("D1") == [["=B5+SUM(A5:B5)"]]


@pytest.mark.parametrize(
    ("apply_to", "expected"),
    [
        ('"Contents"', ["", True]),
        ('"Formats"', [1, False]),
        ("", ["", False]),
    ],
)
def test_clear_takes_contents_or_formats_or_both(value, apply_to, expected):
    assert (
        value(f"""
        const cell = sheet.getRange("A1");
        cell.values = 1;
        cell.format.font.bold = true;
        cell.clear({apply_to});
        cell.load("values,format/font/bold");
        await context.sync();
        return [cell.values[0][0], cell.format.font.bold];
    """)
        == expected
    )


def test_sorting_is_stable_and_moves_formulas_with_their_row(value, formulas):
    value("""
        sheet.getRange("A1:C5").formulas = [
          ["Name", "Amount", "Double"],
          ["b", 2, "=B2*2"], ["a", 3, "=B3*2"], ["c", 1, "=B4*2"], ["d", 2, "=B5*2"]];
        sheet.getRange("A1:C5").sort.apply([{key: 1, ascending: true}], false, true);
    """)
    assert formulas("A1:C5") == [
        ["Name", "Amount", "Double"],
        ["c", 1, "=B2*2"],
        ["b", 2, "=B3*2"],
        ["d", 2, "=B4*2"],
        ["a", 3, "=B5*2"],
    ]


@pytest.mark.parametrize(
    ("ascending", "expected"),
    [
        ("true", [[2], [10], ["Apple"], ["banana"], [False], [True], ["#N/A"], [""]]),
        ("false", [["#N/A"], [True], [False], ["banana"], ["Apple"], [10], [2], [""]]),
    ],
)
def test_values_sort_numbers_then_text_then_logical_then_errors_blanks_last(
    value, formulas, ascending, expected
):
    value(f"""
        sheet.getRange("A1:A8").values =
          [["banana"], [true], [""], [10], ["#N/A"], ["Apple"], [2], [false]];
        sheet.getRange("A1:A8").sort.apply([{{key: 0, ascending: {ascending}}}]);
    """)
    assert formulas("A1:A8") == expected


def test_columns_can_be_sorted_and_keys_come_in_order(value, formulas):
    value("""
        sheet.getRange("A1:C2").values = [[2, 1, 2], ["b", "z", "a"]];
        sheet.getRange("A1:C2").sort.apply([{key: 0}, {key: 1}], false, false, "Columns");
    """)
    assert formulas("A1:C2") == [[1, 2, 2], ["z", "a", "b"]]


def test_text_that_looks_like_a_number_can_sort_as_one(value, formulas):
    value("""
        const range = sheet.getRange("A1:A3");
        range.values = [["'10"], [9], ["'8"]];
        range.sort.apply([{key: 0, dataOption: "TextAsNumber"}]);
    """)
    assert formulas("A1:A3") == [["8"], [9], ["10"]]


def test_a_key_outside_the_range_is_refused(failure):
    assert (
        failure("""
        sheet.getRange("A1:B2").values = [[1, 2], [3, 4]];
        sheet.getRange("A1:B2").sort.apply([{key: 2}]);
    """)
        == "InvalidArgument"
    )


def test_duplicates_go_and_the_rest_moves_up(value, formulas):
    assert value("""
        sheet.getRange("A1:B5").values = [["k", "v"], ["a", 1], ["A", 2], ["b", 3], ["a", 4]];
        const result = sheet.getRange("A1:B5").removeDuplicates([0], true);
        result.load("removed,uniqueRemaining");
        await context.sync();
        return [result.removed, result.uniqueRemaining];
    """) == [2, 2]
    assert formulas("A1:B5") == [["k", "v"], ["a", 1], ["b", 3], ["", ""], ["", ""]]


def test_replace_all_counts_what_it_replaced(value, formulas):
    assert (
        value("""
        sheet.getRange("A1:A3").formulas = [["North Q1"], ["=SUM(B1:B2)"], ["q1 and Q1"]];
        const count = sheet.getRange("A1:A3").replaceAll("Q1", "Q2", {matchCase: true});
        await context.sync();
        return count.value;
    """)
        == 2
    )
    assert formulas("A1:A3") == [["North Q2"], ["=SUM(B1:B2)"], ["q1 and Q2"]]


def test_select_moves_the_selection(value):
    assert (
        value("""
        sheet.getRange("C3:D4").select();
        const selected = context.workbook.getSelectedRange();
        selected.load("address");
        await context.sync();
        return selected.address;
    """)
        == "Sheet1!C3:D4"
    )


@pytest.mark.parametrize(
    ("seeds", "kind", "expected"),
    [
        ([[1], [3]], "FillDefault", [5, 7, 9]),
        ([[5], [""]], "FillCopy", [5, "", 5]),
        ([["Q3"], ["Q4"]], "FillDefault", ["Q1", "Q2", "Q3"]),
        ([["Item 8"], ["Item 9"]], "FillDefault", ["Item 10", "Item 11", "Item 12"]),
        ([["Jan"], ["Mar"]], "FillDefault", ["May", "Jul", "Sep"]),
        ([["x"], ["y"]], "FillDefault", ["x", "y", "x"]),
        ([["=B1*2"], ["=$B$1"]], "FillDefault", ["=B3*2", "=$B$1", "=B5*2"]),
    ],
)
def test_filling_goes_on_with_the_pattern(value, formulas, seeds, kind, expected):
    value(f"""
        sheet.getRange("A1:A2").formulas = {seeds!r};
        sheet.getRange("A1:A2").autoFill("A1:A5", "{kind}");
    """)
    assert [line[0] for line in formulas("A3:A5")] == expected


def test_a_single_number_is_copied_and_a_single_date_counts_on(value, formulas):
    value("""
        sheet.getRange("A1:A2").values = [[7], ["1/31/2024"]];
        sheet.getRange("A1").autoFill("A1:C1");
        sheet.getRange("A2").autoFill("A2:C2");
    """)
    assert formulas("A1:C2") == [[7, 7, 7], [45322, 45323, 45324]]
