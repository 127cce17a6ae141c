import gzip
import json
import os
from pathlib import Path

import pytest

from tieout.workbook.address import Address
from tieout.workbook.formula_tokens import references, tokenize
from tieout.workbook.r1c1 import to_r1c1

SHARED = Path(os.environ.get("TIEOUT_SHARED_DATA", Path(__file__).parents[4] / "shared" / "data"))
PAIRS = SHARED / "r1c1.jsonl.gz"


@pytest.mark.parametrize(
    ("formula", "row", "column", "wanted"),
    [
        ("=B2*C2", 2, 4, "=RC[-2]*RC[-1]"),
        ("=$B2*C$2", 3, 4, "=R[-1]C2*R2C[-1]"),
        ("='My ''S'!$B$2:C3", 5, 5, "='My ''S'!R2C2:R[-2]C[-2]"),
        ("=SUM(A:A)+SUM(2:2)", 2, 3, "=SUM(C[-2])+SUM(R)"),
        ("=SUM($A:B,$1:2)", 5, 5, "=SUM(C1:C[-3],R1:R[-3])"),
        ("=Sheet1:Sheet3!A1", 1, 1, "=Sheet1:Sheet3!RC"),
        ("=Sales[[#This Row],[A1]]+Sales[B2]", 9, 9, "=Sales[[#This Row],[A1]]+Sales[B2]"),
        ('="A1 ""B2"" "&C3', 3, 3, '="A1 ""B2"" "&RC'),
        ("=B2#+@A1", 2, 2, "=RC#+@R[-1]C[-1]"),
        ("=LOG10(A1)+A1.x+XFE1+A1048577", 1, 1, "=LOG10(RC)+A1.x+XFE1+A1048577"),
        ("=[1]S!A1+'[b.xlsx]P L'!A1", 2, 2, "=[1]S!R[-1]C[-1]+'[b.xlsx]P L'!R[-1]C[-1]"),
        ("=INDEX(A1:B2,1):C3", 1, 1, "=INDEX(RC:R[1]C[1],1):R[2]C[2]"),
        ("=1E5+.5+{1,2;3,4}", 1, 1, "=1E5+.5+{1,2;3,4}"),
        ("=#REF!+Sheet1!#REF!", 1, 1, "=#REF!+Sheet1!#REF!"),
        ("=_xlfn.LET(x,A1,x)", 1, 1, "=LET(x,RC,x)"),
        ("plain text A1", 1, 1, "plain text A1"),
    ],
)
def test_references_turn_relative(formula: str, row: int, column: int, wanted: str) -> None:
    assert to_r1c1(formula, row, column) == wanted
    assert "".join(token.prefix + token.text for token in tokenize(formula)) == formula


def test_references_are_found_with_their_sheets() -> None:
    found = references("=A1+Other!B2:C3+'My S'!D:D+\"E5\"+Sales[F6]+Sheet1:Sheet2!G7", "Here")
    assert [str(area) for area in found] == ["Here!A1", "Other!B2:C3", "'My S'!D:D"]


@pytest.mark.data
@pytest.mark.skipif(not PAIRS.exists(), reason="the shared data folder isn't there")
def test_formulas_convert_as_excel_wrote_them() -> None:
    """All pairs but two, which name the file the formula came from.

    Line breaks are left out of the comparison: the source keeps them differently in its two forms.
    """
    wrong = []
    with gzip.open(PAIRS, "rt", encoding="utf-8") as lines:
        for line in lines:
            pair = json.loads(line)
            got = to_r1c1(pair["a1"], pair["row"], pair["col"])
            if got.translate({10: None, 13: None}) != pair["r1c1"].translate({10: None, 13: None}):
                wrong.append(pair["a1"])
    assert wrong == ["=SUM([0]!col1_)", "=SUM([0]!col2_)"]


def test_an_area_of_another_sheet_keeps_its_bounds() -> None:
    assert references("=SUM('O''N'!$A$1:$B$9)", "X") == (Address("O'N", 1, 1, 9, 2),)
