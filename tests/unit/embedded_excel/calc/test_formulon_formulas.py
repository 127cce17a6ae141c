"""Formula text between the form people type, the stored form, and the form Excel shows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Rect
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.formulon.formulas import (
    FormulaContext,
    format_rect,
    parse_rect,
    replace_table_references,
    to_engine,
    to_excel,
)
from embedded_excel.calc.formulon_engine import FormulonEngine

CONTEXT = FormulaContext((("Sales", Rect(0, 0, 9, 3)), ("Other", Rect(0, 10, 9, 13))))


@pytest.fixture(autouse=True)
def active_library():
    engine = FormulonEngine.new()
    with engine._open():
        yield


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("=[@Qty]", "=Sales[[#This Row],[Qty]]"),
        ("=[@[Unit Price]]*2", "=Sales[[#This Row],[Unit Price]]*2"),
        ("=[ @Qty ]", "=Sales[[#This Row],[Qty]]"),
        ("=SUM([Qty])", "=SUM(Sales[Qty])"),
        ("=SUM(Other[@])", "=SUM(Other[#This Row])"),
        ("=SUM(Other[@[a]:[b]])", "=SUM(Other[[#This Row],[a]:[b]])"),
        ("=Sales[[#This Row],[Qty]]", "=Sales[[#This Row],[Qty]]"),
        ("=[1]Sheet1!A1", "=[1]Sheet1!A1"),
        ("='[Book 1.xlsx]Sheet1'!a1", "='[Book 1.xlsx]Sheet1'!A1"),
        ("=sum(a1:b2,sheet1!c3)", "=SUM(A1:B2,sheet1!C3)"),
        ("=if(true,\"sum(a1)\",'my sheet'!a$1)", "=IF(TRUE,\"sum(a1)\",'my sheet'!A$1)"),
        ("=sum(a:c)+xfe1+rate", "=SUM(A:C)+xfe1+rate"),
        ("=my_function(a1)", "=my_function(A1)"),
        ('="a""b[c"', '="a""b[c"'),
        ("=1e5+a1", "=1e5+A1"),
    ],
)
def test_typed_formulas_become_stored_ones(typed: str, stored: str):
    assert to_engine(typed, CONTEXT, 3, 1) == stored


@pytest.mark.parametrize(
    ("shown", "stored"),
    [
        ("=ROWS(Sales)", "=ROWS(Sales[])"),
        ("=SUM(sales)+Salesforce", "=SUM(sales[])+Salesforce"),
        ('=COUNTA(Sales[Qty])&"Sales"', '=COUNTA(Sales[Qty])&"Sales"'),
        ("='Sales'!A1+Sales!A1+Model!Sales", "='Sales'!A1+Sales!A1+Model!Sales"),
    ],
)
def test_a_table_named_alone_is_stored_with_empty_brackets(shown: str, stored: str):
    context = FormulaContext(CONTEXT.tables, known=frozenset({"sales", "other"}))
    assert to_engine(shown, context, 20, 20) == stored
    assert to_excel(stored, context, 20, 20) == shown


@pytest.mark.parametrize("typed", ["=[@Qty]", '="open', "=Sales[open", "='open", "1+1", "=[Qty]"])
def test_formulas_that_can_not_be_read_are_refused(typed: str):
    with pytest.raises(EngineRefused):
        to_engine(typed, CONTEXT, 50, 50)


@pytest.mark.parametrize(
    ("stored", "row", "column", "shown"),
    [
        ("=Sales[[#This Row],[Qty]]*2", 3, 1, "=[@Qty]*2"),
        ("=Sales[[#This Row],[Qty]]*2", 30, 1, "=Sales[@Qty]*2"),
        ("=Sales[[#This Row],[Unit Price]]", 3, 1, "=[@[Unit Price]]"),
        ("=SUM(Sales[[#This Row],[a]:[b]])", 3, 1, "=SUM([@[a]:[b]])"),
        ("=SUM(Sales[#This Row])", 3, 1, "=SUM([@])"),
        ("=MySales[[#This Row],[x]]", 3, 1, "=MySales[@x]"),
        ('="Sales[[#This Row],[Qty]]"', 3, 1, '="Sales[[#This Row],[Qty]]"'),
        ("=SUM(Sales[Qty])", 3, 1, "=SUM(Sales[Qty])"),
    ],
)
def test_stored_formulas_are_shown_as_excel_shows_them(stored, row, column, shown):
    assert to_excel(stored, CONTEXT, row, column) == shown


def test_what_is_shown_can_be_typed_again():
    stored = "=Sales[[#This Row],[Qty]]+Other[[#This Row],[a '[b'] c]]"
    assert to_engine(to_excel(stored, CONTEXT, 3, 1), CONTEXT, 3, 1) == stored


def test_tables_are_renamed_only_where_they_are_meant():
    text = '=SUM(Sales[Qty])+MySales[Qty]+LEN("Sales[Qty]")+sales[[#All],[Qty]]'
    renamed = replace_table_references(text, "Sales", lambda _, brackets: "New" + brackets)
    assert renamed == '=SUM(New[Qty])+MySales[Qty]+LEN("Sales[Qty]")+New[[#All],[Qty]]'


@given(
    st.tuples(st.integers(0, MAX_ROWS - 1), st.integers(0, MAX_COLUMNS - 1)),
    st.tuples(st.integers(0, MAX_ROWS - 1), st.integers(0, MAX_COLUMNS - 1)),
)
def test_rectangles_read_back_as_they_are_written(one, other):
    rect = Rect(
        min(one[0], other[0]), min(one[1], other[1]), max(one[0], other[0]), max(one[1], other[1])
    )
    assert parse_rect(format_rect(rect)) == rect
