import gzip
import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS
from embedded_excel.model.a1 import column_letters
from embedded_excel.model.r1c1 import from_r1c1, to_r1c1

DATA = Path(os.environ.get("TIEOUT_SHARED_DATA", Path(__file__).parents[5] / "shared" / "data"))
PAIRS = DATA / "r1c1.jsonl.gz"


@pytest.mark.parametrize(
    ("a1", "row", "column", "r1c1"),
    [
        ("=C1", 1, 2, "=R[-1]C"),
        ("=$A51*E$2", 50, 4, "=RC1*R2C"),
        ("=SUM(A:A)", 0, 1, "=SUM(C[-1])"),
        ("=SUM($A:$C)", 5, 5, "=SUM(C1:C3)"),
        ("=SUM(3:4)", 2, 0, "=SUM(R:R[1])"),
        ("='My ''s'!B2&\"A1\"", 0, 0, "='My ''s'!R[1]C[1]&\"A1\""),
        ("=LOG10(A1)", 0, 0, "=LOG10(RC)"),
        ("=Sales[Qty]+Q1_total", 0, 0, "=Sales[Qty]+Q1_total"),
    ],
)
def test_a_formula_reads_the_same_in_both_notations(a1, row, column, r1c1):
    assert to_r1c1(a1, row, column) == r1c1
    assert from_r1c1(r1c1, row, column) == a1


def test_an_offset_past_the_edge_comes_in_at_the_other_side():
    assert from_r1c1("=R[-1]C", 0, 0) == f"=A{MAX_ROWS}"
    assert from_r1c1("=RC[-1]", 0, 0) == f"={column_letters(MAX_COLUMNS - 1)}1"


@given(
    st.integers(0, MAX_ROWS - 1),
    st.integers(0, MAX_COLUMNS - 1),
    st.integers(0, MAX_ROWS - 1),
    st.integers(0, MAX_COLUMNS - 1),
    st.sampled_from(["", "$"]),
    st.sampled_from(["", "$"]),
)
def test_any_reference_survives_the_way_there_and_back(row, column, at_row, at_column, one, two):
    formula = f"={one}{column_letters(column)}{two}{row + 1}+1"
    assert from_r1c1(to_r1c1(formula, at_row, at_column), at_row, at_column) == formula


@pytest.mark.data
@pytest.mark.skipif(not PAIRS.exists(), reason="the shared data folder isn't here")
def test_every_pair_written_by_excel_agrees():
    def plain(text):
        # The file format prefixes newer functions; one of the two texts has lost its line breaks.
        return text.replace("_xlfn.", "").replace("\r", "").replace("\n", "")

    wrong = []
    with gzip.open(PAIRS, "rt", encoding="utf-8") as lines:
        for line in lines:
            pair = json.loads(line)
            row, column = pair["row"] - 1, pair["col"] - 1
            a1, r1c1 = plain(pair["a1"]), plain(pair["r1c1"])
            there = to_r1c1(a1, row, column) == r1c1
            back = from_r1c1(r1c1, row, column) == a1
            if not (there and back):
                wrong.append(pair)
    # These two spell a reference to the workbook itself once as [0], once as its path on a disk.
    assert [pair["a1"] for pair in wrong] == ["=SUM([0]!col1_)", "=SUM([0]!col2_)"]
