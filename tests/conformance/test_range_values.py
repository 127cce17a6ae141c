"""What Excel documents about the cells of a range: values, formulas, text, number formats."""

import pytest

SHEET = "const sheet = context.workbook.worksheets.getActiveWorksheet();\n"


@pytest.fixture
def failure(office_js, excel):
    def run(code):
        error = office_js.run(excel, SHEET + code).error
        assert error is not None
        return error

    return run


def read(address, what="values"):
    return f"""
        const range = sheet.getRange("{address}");
        range.load("{what}");
        await context.sync();
        return range.{what};
    """


def test_a_written_array_is_read_back_with_its_results(value):
    value('sheet.getRange("A1:B2").values = [[1, 2], ["text", "=A1+B1"]];')
    assert value(read("A1:B2")) == [[1, 2], ["text", 3]]
    assert value(read("A1:B2", "formulas")) == [[1, 2], ["text", "=A1+B1"]]
    assert value(read("A1:C3", "valueTypes")) == [
        ["Double", "Double", "Empty"],
        ["String", "Double", "Empty"],
        ["Empty", "Empty", "Empty"],
    ]


def test_a_single_value_goes_to_every_cell(value):
    value('sheet.getRange("A1:C2").values = 7;')
    assert value(read("A1:C2")) == [[7, 7, 7], [7, 7, 7]]


def test_null_leaves_a_cell_and_an_empty_text_clears_it(value):
    value('sheet.getRange("A1:C1").values = [[1, 2, 3]];')
    value('sheet.getRange("A1:C1").values = [[null, "", 9]];')
    assert value(read("A1:C1")) == [[1, "", 9]]


def test_null_in_number_formats_keeps_the_format(value):
    value('sheet.getRange("A1:B1").numberFormat = [["0.00", "@"]];')
    value('sheet.getRange("A1:B1").numberFormat = [[null, "0%"]];')
    assert value(read("A1:B1", "numberFormat")) == [["0.00", "0%"]]


@pytest.mark.parametrize(
    ("address", "given"),
    [
        ("A1:B2", "[[1, 2]]"),
        ("A1:B1", "[[1, 2], [3, 4]]"),
        ("A1:B2", "[[1, 2], [3]]"),
        ("A1:B1", "[1, 2]"),
    ],
)
def test_an_array_of_another_shape_is_refused(failure, value, address, given):
    error = failure(f'sheet.getRange("{address}").values = {given}; await context.sync();')
    assert error["code"] == "InvalidArgument"
    assert error["message"] == (
        "The number of rows or columns in the input array doesn't match the size or dimensions of "
        "the range."
    )
    assert error["debugInfo"]["errorLocation"] == "Range.values"
    assert value(read("A1:B2")) == [["", ""], ["", ""]]


def test_texts_are_read_as_if_typed(value):
    value("""
        sheet.getRange("A1:A7").values =
            [["12%"], ["1/2/2024"], ["TRUE"], ["007"], ["'007"], ["$1,234.50"], ["2024-03-05"]];
    """)
    assert value(read("A1:A7")) == [[0.12], [45293], [True], [7], ["007"], [1234.5], [45356]]
    assert value(read("A1:A3", "numberFormat")) == [["0%"], ["m/d/yyyy"], ["General"]]


def test_a_cell_formatted_as_text_keeps_what_it_gets(value):
    value("""
        const range = sheet.getRange("A1:A2");
        range.numberFormat = [["@"], ["@"]];
        range.values = [["007"], ["1/2/2024"]];
    """)
    assert value(read("A1:A2")) == [["007"], ["1/2/2024"]]
    assert value(read("A1:A2", "valueTypes")) == [["String"], ["String"]]


def test_a_typed_format_doesn_t_replace_one_that_is_set(value):
    value('sheet.getRange("A1").numberFormat = "0.000"; sheet.getRange("A1").values = "12%";')
    assert value(read("A1", "numberFormat")) == [["0.000"]]
    assert value(read("A1")) == [[0.12]]


def test_errors_are_read_as_their_text(value):
    value('sheet.getRange("A1:B1").formulas = [["=1/0", "=NA()"]];')
    assert value(read("A1:B1")) == [["#DIV/0!", "#N/A"]]
    assert value(read("A1:B1", "valueTypes")) == [["Error", "Error"]]


def test_a_formula_that_doesn_t_parse_is_refused_and_nothing_is_written(failure, value):
    value('sheet.getRange("A1").values = "before";')
    error = failure(
        'sheet.getRange("A1:A2").formulas = [["=1+1"], ["=SUM("]]; await context.sync();'
    )
    assert error["code"] == "InvalidArgument"
    assert error["debugInfo"]["errorLocation"] == "Range.formulas"
    assert value(read("A1:A2")) == [["before"], [""]]


def test_a_refused_formula_leaves_the_one_before_with_its_value(failure, value):
    value('sheet.getRange("A1:B1").formulas = [["=1+2", "=A1*2"]];')
    failure('sheet.getRange("A1").formulas = [["=SUM("]]; await context.sync();')
    assert value(read("A1:B1")) == [[3, 6]]
    assert value(read("A1:B1", "formulas")) == [["=1+2", "=A1*2"]]


def test_a_text_in_a_formula_is_limited_to_255_characters(failure):
    error = failure("""
        sheet.getRange("A1").formulas = [['="' + "x".repeat(256) + '"']]; await context.sync();
    """)
    assert error["code"] == "InvalidArgument"


def test_a_cell_takes_32767_characters_and_no_more(failure, value):
    value('sheet.getRange("A1").values = [["x".repeat(32767)]];')
    assert len(value(read("A1"))[0][0]) == 32767
    error = failure('sheet.getRange("A1").values = [["x".repeat(32768)]]; await context.sync();')
    assert error["code"] == "InvalidArgument"


def test_formulas_can_be_set_and_read_in_r1c1(value):
    value("""
        sheet.getRange("A1:A3").values = [[1], [2], [3]];
        sheet.getRange("B1:B3").formulasR1C1 = "=RC[-1]*R1C1";
    """)
    assert value(read("B1:B3", "formulas")) == [["=A1*$A$1"], ["=A2*$A$1"], ["=A3*$A$1"]]
    assert value(read("A3:B3", "formulasR1C1")) == [[3, "=RC[-1]*R1C1"]]


def test_entire_columns_answer_null_for_their_cells_but_know_their_size(value):
    found = value("""
        sheet.getRange("C2").values = 5;
        const range = sheet.getRange("C:C");
        range.load("values,text,formulas,numberFormat,address,cellCount,isEntireColumn");
        await context.sync();
        return [range.values, range.text, range.formulas, range.numberFormat,
                range.address, range.cellCount, range.isEntireColumn];
    """)
    assert found == [None, None, None, None, "Sheet1!C:C", 1048576, True]


def test_cells_of_entire_columns_can_t_be_set(failure):
    error = failure('sheet.getRange("A:B").values = "Due Date"; await context.sync();')
    assert error["code"] == "InvalidArgument"


@pytest.mark.parametrize("member", ["values = 5", "formulas = '=1'", "numberFormat = [[null]]"])
def test_one_value_for_a_whole_sheet_is_refused_before_it_is_spread(failure, member):
    assert failure(f"sheet.getRange().{member}; await context.sync();")["code"] == "InvalidArgument"


def test_more_cells_than_fit_the_memory_are_refused_and_cost_nothing(failure):
    code = "sheet.getRange('A1:CV20001').values = 5; await context.sync();"
    assert failure(code)["code"] == "RangeExceedsLimit"


def test_the_whole_sheet_has_more_cells_than_the_api_counts(value):
    assert (
        value(
            'const all = sheet.getRange(); all.load("cellCount"); await context.sync();'
            "return all.cellCount;"
        )
        == -1
    )


def test_text_shows_the_number_format(value):
    value("""
        const range = sheet.getRange("A1:C1");
        range.values = [[1234.5, 0.256, 45293]];
        range.numberFormat = [["#,##0.00", "0.0%", "yyyy-mm-dd"]];
    """)
    assert value(read("A1:C1", "text")) == [["1,234.50", "25.6%", "2024-01-02"]]


def test_number_formats_have_categories(value):
    value('sheet.getRange("A1:C1").numberFormat = [["0.00%", "m/d/yyyy", "General"]];')
    assert value(read("A1:C1", "numberFormatCategories")) == [["Percentage", "Date", "General"]]


def test_only_the_first_cell_of_a_merged_area_takes_a_value(value):
    value('sheet.getRange("A1:B2").merge(); sheet.getRange("A1:B2").values = [[1, 2], [3, 4]];')
    assert value(read("A1:B2")) == [[1, ""], ["", ""]]


def test_merging_keeps_the_first_value_and_across_merges_each_row(value):
    value('sheet.getRange("A1:B2").values = [["a", "b"], ["c", "d"]];')
    found = value("""
        sheet.getRange("A1:B2").merge(true);
        const merged = sheet.getRange("A1:C3").getMergedAreasOrNullObject();
        merged.load("address,areaCount");
        await context.sync();
        return [merged.address, merged.areaCount];
    """)
    assert found == ["Sheet1!A1:B1,Sheet1!A2:B2", 2]
    assert value(read("A1:B2")) == [["a", ""], ["c", ""]]


def test_a_dynamic_array_spills_and_knows_its_parent(value):
    found = value("""
        sheet.getRange("B2").formulas = [["=SEQUENCE(2,3)"]];
        const spill = sheet.getRange("B2").getSpillingToRange();
        const parent = sheet.getRange("D3").getSpillParent();
        const none = sheet.getRange("F9").getSpillParentOrNullObject();
        const some = sheet.getRange("A2:B2");
        for (const range of [spill, parent]) range.load("address,values,hasSpill");
        some.load("hasSpill");
        await context.sync();
        return [spill.address, spill.values, spill.hasSpill, parent.address, none.isNullObject, some.hasSpill];
    """)
    assert found == ["Sheet1!B2:D3", [[1, 2, 3], [4, 5, 6]], True, "Sheet1!B2", True, None]


def test_an_array_larger_than_a_piece_arrives_whole(value):
    assert value("""
        const rows = Array.from({length: 1600}, (_, i) => [i, `=A${i + 1}*2`]);
        const range = sheet.getRange("A1:B1600");
        range.formulas = rows;
        range.load("values");
        await context.sync();
        return [range.values[0], range.values[1599]];
    """) == [[0, 0], [1599, 3198]]
