import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from range_text_reader import expected, read_text
from sheets import Cell, cells, revenue

from tieout.workbook.address import Address
from tieout.workbook.headers import HeadingLine, Headings
from tieout.workbook.range_text import RangeContext, range_text
from tieout.workbook.snapshot import RangeSnapshot
from tieout.workbook.tokens import estimate_tokens

GOLDEN = Path(__file__).parents[2] / "golden"


def assert_reads_as(name: str, text: str) -> None:
    """Run with TIEOUT_UPDATE_GOLDEN=1 to accept a new text; read the diff before you do."""
    if os.environ.get("TIEOUT_UPDATE_GOLDEN"):
        (GOLDEN / name).write_text(text + "\n", encoding="utf-8")
    assert text + "\n" == (GOLDEN / name).read_text(encoding="utf-8")


def assert_lossless(read: RangeSnapshot) -> None:
    for layout in ("rows", "cells"):
        found = read_text(range_text(read, layout=layout, budget=None))
        wanted, wanted_formats = expected(read)
        assert found.cells == wanted
        assert {key: type(value[0]) for key, value in found.cells.items()} == {
            key: type(value[0]) for key, value in wanted.items()
        }
        assert found.formats == wanted_formats


def messy() -> RangeSnapshot:
    return cells(
        "'Q1 ''24 Plan'!B3",
        [
            ["Item | unit", "007", True, Cell(0.125, "", "12.5%", "0.0%")],
            [None, None, None, None],
            [
                Cell(45292.0, "", "1-Jan-24", "d-mmm-yy"),
                "TRUE",
                "1,200",
                Cell("#REF!", "=B3*#REF!", "#REF!"),
            ],
            ["=not a formula", ' "quoted" ', "line\nbreak", Cell("", '=""', "")],
            [
                Cell(-1200.0, "", "(1,200)", "#,##0;(#,##0)"),
                Cell(1234.5678, "", "$1,234.57", "$#,##0.00"),
                Cell(3.0, '=LEN("a | b")', "3"),
                Cell(5.0, "", "", ";;;"),
            ],
            ["ends in F12", "x [=1]", "∅", Cell(0.1 + 0.2, "=0.1+0.2", "0.3")],
            ["naïve ¥ text", "'leading", "-", Cell(1e20, "", "1E+20")],
            ["45292 (1-Jan-24)", "50%", "(5)", "F1"],
            [
                Cell(1.5, "", "1½", "# ?/?"),
                Cell(2.0, "", "####", "#,##0"),
                Cell(7.0, "", "7 · 8", '0" · 8"'),
                "... rows 2-3 left out",
            ],
        ],
    )


def test_a_formula_column_reads_as_in_the_design() -> None:
    text = range_text(revenue(), context=RangeContext(("Sales",), ("autofilter on",)))
    assert_reads_as("range_revenue.txt", text)


def test_awkward_cells_read_as_written_down() -> None:
    assert_reads_as("range_awkward.txt", range_text(messy()))


def test_a_formula_column_is_lossless() -> None:
    assert_lossless(revenue())


def test_awkward_cells_are_lossless() -> None:
    assert_lossless(messy())


def test_text_that_looks_like_a_number_stays_apart_from_the_number() -> None:
    text = range_text(cells("Sheet1!A1", [["007", 7, "7", "1e3", "12%", "2024-01-31"]]))
    assert '1 "007"|7|"7"|"1e3"|"12%"|"2024-01-31"' in text


def test_a_formula_seen_ten_times_is_written_as_it_is_and_eleven_times_gets_an_alias() -> None:
    def column(count: int) -> str:
        rows = [[1.0, Cell(2.0, f"=A{row}*2")] for row in range(1, count + 1)]
        return range_text(cells("Sheet1!A1", rows))

    assert "formulas:\nB1:B10 =A1*2" in column(10)
    assert "formulas:\nB1:B11 F1 =RC[-1]*2" in column(11)


def test_a_formula_that_stands_alone_is_written_in_its_cell() -> None:
    text = range_text(cells("Sheet1!A1", [[1.0, Cell(2.0, "=A1*2"), Cell(2.0, "=$B$1")]]))
    assert text.split("\n")[2:] == ["1 1|2=A1*2|2=$B$1"]


def test_over_the_budget_rows_are_left_out_and_named() -> None:
    read = revenue(5_000)
    text = range_text(read, budget=2_000)
    assert estimate_tokens(text) <= 2_000
    assert "1 Region|Units|Price|Revenue" in text
    found = read_text(text)
    wanted, _ = expected(read)
    for place, (value, formula) in wanted.items():
        if place[0] in found.shown_rows:
            assert found.cells[place] == (value, formula)
        else:
            assert found.says_left_out(*place)
            assert found.cells.get(place, (None, ""))[1] == formula


def test_headers_from_above_are_marked_as_outside() -> None:
    read = revenue().part(Address.parse("Sheet1!C50:D52"))
    above = HeadingLine(Address.parse("Sheet1!C1:D1"), ("Price", "Revenue"))
    beside = HeadingLine(Address.parse("Sheet1!A50:A52"), ("North", "007", "a|b"))
    context = RangeContext(headings=Headings((above,), (beside,)))
    lines = range_text(read, context=context).split("\n")
    assert lines[1:4] == ["r A* C D", "1* |Price|Revenue", "50 North|9.99|12467.52"]
    assert lines[4].startswith("51 007|")
    assert lines[5].startswith('52 "a|b"|')
    text = range_text(read, layout="cells", context=context)
    assert "headings (* outside): C1:Price | D1:Revenue" in text
    assert 'labels (* outside): A50:North | A51:007 | A52:"a|b"' in text


def test_rows_without_content_are_not_written() -> None:
    read = cells("Sheet1!A1", [["a"], [None], [None], ["b"], [None]])
    assert range_text(read).split("\n")[2:] == ["1 a", "4 b"]


def test_a_long_text_that_repeats_is_written_every_tenth_time() -> None:
    read = cells("Sheet1!A1", [["Northern", number, "no"] for number in range(12)])
    lines = range_text(read).split("\n")[2:]
    assert lines[0] == "1 Northern|0|no"
    assert lines[1] == "2 ^|1|no"
    assert lines[9:11] == ["10 ^|9|no", "11 Northern|10|no"]
    assert_lossless(read)


def test_after_a_gap_a_cell_says_its_column() -> None:
    row: list[object] = ["Total", None, None, None, 7, None, None, 8]
    text = range_text(cells("Sheet1!A1", [row]))
    assert text.split("\n")[2:] == ["1 Total|E:7|||8"]


contents = st.one_of(
    st.none(),
    st.booleans(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=12),
    st.sampled_from(
        [
            "=A1",
            "F1",
            " F2",
            "a(F2)",
            "a=b",
            "#N/A",
            "1 (2)",
            "$5",
            "5 |",
            "|",
            "12:",
            "AB:x",
            "1*",
            "^",
        ]
    ),
)
formulas = st.sampled_from(
    ["", "=A1+1", "=B2", '="a | b]"&A1', "=SUM($A$1:B2)", "='My S'!A1", "=[@x]", "=A1\n+B1"]
)
formats = st.sampled_from(["General", "#,##0.00", "@", '"a · b" 0', "d/m/yyyy"])


@given(
    st.lists(
        st.lists(st.builds(Cell, contents, formulas, st.none(), formats), min_size=3, max_size=3),
        min_size=1,
        max_size=15,
    )
)
@settings(max_examples=150, deadline=None)
def test_any_range_is_lossless(rows: list[list[Cell]]) -> None:
    filled = [[Cell() if cell.value is None else cell for cell in row] for row in rows]
    assert_lossless(cells("Sheet1!C7", filled))


@pytest.mark.parametrize("layout", ["rows", "cells"])
def test_the_same_range_gives_the_same_text_twice(layout: str) -> None:
    assert range_text(messy(), layout=layout) == range_text(messy(), layout=layout)
