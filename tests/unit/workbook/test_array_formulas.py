"""Formulas that may fill more than their own cell; in doubt they may."""

import pytest

from tieout.workbook.array_formulas import may_fill_more
from tieout.workbook.formula_tokens import tokenize

ALONE = [
    "=A1+B2*2",
    "=SUM(A1:A9)/COUNT(B:B)",
    "=IF(A1>0,SUMIFS(C:C,A:A,A1,B:B,$B$1),0)",
    "=INDEX(B2:B9,MATCH(A1,A2:A9,0))",
    "=VLOOKUP(A1,Sheet2!A:D,3,FALSE)",
    "=SUMPRODUCT(A1:A9,B1:B9)",
    "=NPV(B1,C1:C9)+XIRR(A1:A9,B1:B9)",
    "=SUM(Units)",
    "=Rate*2",
    "=[@Units]*Sales[@Price]",
    "=SUM(Sales[Units])-SUM(Units)",
    "=STDEV.S(A1:A9)",
    "=A1:A1*2",
    '="A1:A9"&B1',
]
FILLS = [
    "=A1:A9",
    "=A1:A9*2",
    "=SUM(A1:A9*B1:B9)",
    "=SUMIF(A:A,B1:B3,C:C)",
    "=MATCH(A1:A3,B:B,0)",
    "=INDEX(A1:C9,0,2)",
    "=INDEX(A1:C9,2,0)",
    "=INDEX(A1:C9,,2)",
    "=INDEX(A1:C9,2,)",
    "=SEQUENCE(3)",
    "=_xlfn._xlws.SORT(A1:A9)",
    "=_xlfn.XLOOKUP(A1,B:B,C:D)",
    "=LET(x,A1,x)",
    "=A1#",
    "=SUM({1,2}*A1)",
    "=Units*2",
    "=Sales[Units]*2",
    "=IF(A1:A3>0,1,0)",
    "=CONTOSO.PRICES(A1)",
    "=1:1",
]


@pytest.mark.parametrize("formula", ALONE)
def test_these_give_one_value(formula: str) -> None:
    assert not may_fill_more(tuple(tokenize(formula)), {"units"})


@pytest.mark.parametrize("formula", FILLS)
def test_these_may_give_several(formula: str) -> None:
    assert may_fill_more(tuple(tokenize(formula)), {"units"})
