"""Formulas by pattern: fills down and across, arrays, data tables, spills, breaks, names of LAMBDA."""

import gzip
import json
import os
from pathlib import Path

import pytest
from sheets import Cell, cells

from tieout.workbook.address import Address
from tieout.workbook.cell_grid import cell_grid
from tieout.workbook.cell_styles import RangeStyles
from tieout.workbook.formula_fill import read_fill
from tieout.workbook.formula_patterns import formula_patterns
from tieout.workbook.r1c1 import to_r1c1
from tieout.workbook.range_text import RangeContext, range_text

SHARED = Path(os.environ.get("TIEOUT_SHARED_DATA", Path(__file__).parents[4] / "shared" / "data"))
PAIRS = SHARED / "r1c1.jsonl.gz"


def lines(rows: list[list[object]], **context: object) -> list[str]:
    text = range_text(cells("Sheet1!A1", rows), context=RangeContext(**context))
    return text.split("\n")[2:]


def column(texts: list[str]) -> list[list[object]]:
    return [[1.0, Cell(2.0, text)] for text in texts]


@pytest.mark.parametrize(
    ("formula", "there"),
    [
        ("=B2*C2", "=D5*E5"),
        ("=$B2*C$2", "=$B5*E$2"),
        ("=SUM(A:A,$3:$3,2:2)", "=SUM(C:C,$3:$3,5:5)"),
        ("='100% it''s'!A1&\"A1 %d\"", "='100% it''s'!C4&\"A1 %d\""),
        ("=LAMBDA(x,x+A1)(B1)", "=LAMBDA(x,x+C4)(D4)"),
        ("=Sales[[#This Row],[A1]]+B2#", "=Sales[[#This Row],[A1]]+D5#"),
    ],
)
def test_a_fill_writes_the_formula_for_another_cell(formula: str, there: str) -> None:
    fill = read_fill(formula, 2, 4)
    assert fill.at(2, 4) == formula
    assert fill.at(5, 6) == there
    assert to_r1c1(there, 5, 6) == fill.r1c1


@pytest.mark.data
@pytest.mark.skipif(not PAIRS.exists(), reason="the shared data folder isn't there")
def test_fills_are_as_excel_writes_them() -> None:
    with gzip.open(PAIRS, "rt", encoding="utf-8") as file:
        for line in file:
            pair = json.loads(line)
            fill = read_fill(pair["a1"], pair["row"], pair["col"])
            assert fill.at(pair["row"], pair["col"]) == pair["a1"]
            assert fill.r1c1 == to_r1c1(pair["a1"], pair["row"], pair["col"])


def test_a_fill_to_the_right_is_one_area() -> None:
    rows: list[list[object]] = [[1.0, 2.0, 3.0], [Cell(1.0, f"={c}1*2") for c in "ABC"]]
    assert lines(rows)[-2:] == ["formulas:", "A2:C2 =A1*2"]


def test_a_cell_that_breaks_the_pattern_stays_visible() -> None:
    texts = [f"=A{row}*2" for row in range(1, 31)]
    rows = column(texts)
    rows[16] = [1.0, 99.0]
    found = lines(rows)
    assert "B1:B16,B18:B30 F1 =RC[-1]*2" in found
    assert "breaks: B17 (F1)" in found
    assert "17 1|99" in found


def test_a_break_is_shown_in_a_sample_too() -> None:
    rows = column([f"=A{row}*2" for row in range(1, 2_001)])
    rows[1_234] = [1.0, 99.0]
    found = lines(rows)
    assert "1235 1|99" in found
    assert any(line.startswith("left out: ") for line in found)


def test_an_empty_row_between_formulas_is_no_break() -> None:
    rows = column([f"=A{row}*2" for row in range(1, 13)])
    rows[5] = [None, None]
    assert not any(line.startswith("breaks") for line in lines(rows))


def test_one_text_in_all_cells_is_an_array_and_not_many_patterns() -> None:
    rows = [[1.0, Cell(2.0, "=TABLE(A1,A2)")] for _ in range(40)]
    assert lines(rows)[-2:] == ["formulas:", "B1:B40 {=TABLE(A1,A2)}"]
    found = formula_patterns(cell_grid(cells("Sheet1!A1", rows)))
    assert [pattern.kind for pattern in found.patterns] == ["same"]
    assert found.breaks == ()


def test_an_absolute_formula_in_all_cells_is_an_ordinary_fill() -> None:
    rows = [[1.0, Cell(2.0, "=$A$1*2")] for _ in range(40)]
    assert lines(rows)[-2:] == ["formulas:", "B1:B40 F1 =R1C1*2"]


def test_spilled_values_are_told_from_constants() -> None:
    area = Address("Sheet1", 1, 2, 3, 2)
    rows: list[list[object]] = [[3.0, Cell(1.0, "=SORT(A1:A3)")], [1.0, 2.0], [2.0, 3.0]]
    styles = RangeStyles(Address("Sheet1", 1, 1, 3, 2), spills=(area,))
    found = lines(rows, styles=styles)
    assert found[0] == "1 3|1=SORT(A1:A3)"
    assert "spills: B1#=B1:B3" in found


def test_aliases_are_given_in_the_order_of_appearance() -> None:
    rows: list[list[object]] = [
        [1.0, Cell(0.0, f"=A{row}+1"), Cell(0.0, f"=A{row}*3")] for row in range(1, 12)
    ]
    assert lines(rows)[-2:] == ["B1:B11 F1 =RC[-1]+1", "C1:C11 F2 =RC[-2]*3"]
