"""Formulas read by their kind are what the tokenizer and the parser say of each alone."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tieout.workbook.lint.formula_kinds import (
    FormulaParts,
    coordinates_of,
    meant_tokens,
    references_of,
    shape_of,
)

AWKWARD = (
    "=A1", "=$A1+A$1*$A$1", "=+B7-C9", '=TEXT(A1,"#,##0")&"B2"', "=Jan1:Mar3!A1", "='Q1 A1'!B2:C3",
    "=SUM(A:C)+SUM(5:9)+A1", "=Sheet1!A1048576", "=A1048577", "=XFE1+XFD1", "=a1+B2", "=LOG10(A1)",
    "=Table1[A1]+B2", "=A1#", "=SUM(A1#)", "=#REF!+A1", "=[Book.xlsx]S!A1+B2", "=1E5+E5", "=A01+A1",
    "=IF(A1>0,SUM(B1:B9),-1)", "=_xlfn.XLOOKUP(A1,B:B,C:C)", "=OFFSET(A1,1,0):B9", "=A1 B2", "=A1:B2 B1:C9",
    "=LET(x1,A1,x1+B2)", "=FY24+FY25", "={A1}", "=SUM(C3:A1)", "=A1%", '="open', "=", "text A1",
)  # fmt: skip


def check(formula: str) -> None:
    tokens = meant_tokens(formula)
    parts = FormulaParts(formula)
    assert parts.tokens == tokens
    assert (parts.shape, parts.coordinates) == (shape_of(tokens), coordinates_of(tokens))
    assert parts.references == references_of(tokens)


@pytest.mark.parametrize("formula", AWKWARD)
def test_awkward_formulas_are_read_as_alone(formula: str) -> None:
    check(formula)
    check(formula.replace("A1", "AB77").replace("B2", "$C$15"))


corner = st.builds(
    lambda a, column, b, row: f"{a}{column}{b}{row}",
    st.sampled_from(["", "$"]),
    st.sampled_from(["A", "B", "Z", "AA", "XFD", "XFE", "q"]),
    st.sampled_from(["", "$"]),
    st.sampled_from([1, 2, 9, 10, 123, 1_048_576, 1_048_577]),
)
area = st.one_of(corner, st.builds(lambda a, b: f"{a}:{b}", corner, corner))
operand = st.one_of(
    area,
    st.builds(lambda sheet, a: sheet + a, st.sampled_from(["S1!", "'My A1'!", "Q1:Q4!"]), area),
    st.sampled_from(["1.5", '"A1"', "Rate", "T1[A1]", "5:9", "A:C", "A1#", "#N/A"]),
    st.builds(lambda name, a: f"{name}({a},{a})", st.sampled_from(["SUM", "LOG10", "INDEX"]), area),
)


@given(st.lists(operand, min_size=1, max_size=5), st.sampled_from(["+", "*", ", ", " ", "&"]))
@settings(max_examples=400, deadline=None)
def test_random_formulas_are_read_as_alone(operands: list[str], operator: str) -> None:
    check("=" + operator.join(operands))


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("=A1/B1", "=(A1/B1)", True),
        ("=A1/B1", "=((A1/B1))", True),
        ("=(A1+B1)*(C1)", "=A1+B1)*(C1", False),
        ("=(A1+B1)/C1", "=A1+B1/C1", False),
    ],
)
def test_brackets_round_the_whole_formula_change_nothing(one, other, alike) -> None:
    assert (FormulaParts(one).shape == FormulaParts(other).shape) == alike
