from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from range_text_reader import expected, read_range
from sheets import Cell, cells, revenue

from tieout.workbook.address import Address
from tieout.workbook.range_text import RangeContext, range_text
from tieout.workbook.snapshot import RangeSnapshot
from tieout.workbook.tokens import estimate_tokens

GOLDEN = Path(__file__).parents[2] / "golden"
PLENTY = 10**9


def assert_lossless(read: RangeSnapshot) -> None:
    for layout in ("rows", "cells"):
        found, formats = read_range(range_text(read, layout=layout, budget=PLENTY))
        wanted, wanted_formats = expected(read)
        assert found == wanted
        assert {key: type(value[0]) for key, value in found.items()} == {
            key: type(value[0]) for key, value in wanted.items()
        }
        assert formats == wanted_formats


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
    golden = GOLDEN / "range_revenue.txt"
    assert text + "\n" == golden.read_text(encoding="utf-8")


def test_awkward_cells_read_as_written_down() -> None:
    golden = GOLDEN / "range_awkward.txt"
    assert range_text(messy()) + "\n" == golden.read_text(encoding="utf-8")


def test_a_formula_column_is_lossless() -> None:
    assert_lossless(revenue())


def test_awkward_cells_are_lossless() -> None:
    assert_lossless(messy())


def test_text_that_looks_like_a_number_stays_apart_from_the_number() -> None:
    text = range_text(cells("Sheet1!A1", [["007", 7, "7", "1e3", "12%"]]))
    assert '1: "007" | 7 | "7" | "1e3" | "12%"' in text


def test_a_formula_seen_ten_times_stays_in_place_and_eleven_times_gets_an_alias() -> None:
    def column(count: int) -> str:
        rows = [[1.0, Cell(2.0, f"=A{row}*2")] for row in range(1, count + 1)]
        return range_text(cells("Sheet1!A1", rows))

    assert "[=A10*2]" in column(10)
    assert "formulas:" not in column(10)
    assert "formulas: F1 = RC[-1]*2  in B1:B11" in column(11)


def test_over_the_budget_rows_are_left_out_and_named() -> None:
    read = revenue(5_000)
    text = range_text(read, budget=2_000)
    assert estimate_tokens(text) <= 2_000
    assert "1: Region | Units | Price | Revenue" in text
    left_out = [line for line in text.split("\n") if line.startswith("... rows")]
    assert len(left_out) == 1
    shown = sum(line[0].isdigit() for line in text.split("\n"))
    first, last = left_out[0].split("rows ")[1].split(" left")[0].split("-")
    assert shown + int(last) - int(first) + 1 == read.address.rows


def test_headers_from_above_are_marked_as_added() -> None:
    read = revenue().part(Address.parse("Sheet1!C50:D52"))
    at = Address.parse("Sheet1!C1:D1")
    text = range_text(read, context=RangeContext(headers=("Price", "Revenue"), headers_at=at))
    added = "headers: C1 Price | D1 Revenue   (added: not in the range you asked for)"
    assert added in text


def test_runs_of_empty_rows_are_one_line() -> None:
    read = cells("Sheet1!A1", [["a"], [None], [None], ["b"], [None]])
    assert range_text(read).split("\n")[2:] == ["1: a", "2-3: ∅", "4: b", "5: ∅"]


contents = st.one_of(
    st.none(),
    st.booleans(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=12),
    st.sampled_from(["=A1", "F1", " F2", "a [=b]", "#N/A", "1 (2)", "$5", "5 |", "|", "12:"]),
)
formulas = st.sampled_from(
    ["", "=A1+1", '="a | b]"&A1', "=SUM($A$1:B2)", "='My S'!A1", "=[@x]", "=A1\n+B1"]
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
