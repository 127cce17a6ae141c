"""Arguments that are guarded for the engine: they calculate as in Excel and look as written."""

import io

import openpyxl
import pytest

from embedded_excel.calc.cells import CellError, Formula, Rect
from embedded_excel.calc.formulon.dialect import from_dialect, is_dialect, to_dialect
from embedded_excel.calc.formulon_engine import FormulonEngine

AT = Rect(9, 9, 9, 9)
VALUE = CellError("#VALUE!")


@pytest.fixture
def engine() -> FormulonEngine:
    engine = FormulonEngine.new()
    engine.write(
        0,
        [
            (0, 0, 12.0),
            (1, 0, 5.0),
            (0, 1, '[<10]0" small"'),
            (1, 1, "0.00"),
            (2, 1, '[<10]0;"big"'),
            (3, 1, "[h]:mm"),
            (0, 2, "a,b"),
            (1, 2, True),
        ],
    )
    return engine


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        # A number that doesn't meet the condition of the only section is shown as General.
        ("=TEXT(A1,B1)", "12"),
        ("=TEXT(A2,B1)", "5 small"),
        ('=TEXT(12,"[<10]0")', "12"),
        ("=TEXT(A1,TEXT(0,B2))", "12.00"),
        ("=TEXT(A1,B2)", "12.00"),
        ("=TEXT(A1,B3)", "big"),
        ("=TEXT(1.5,B4)", "36:00"),
        ('=TEXT(A1,"0.0")', "12.0"),
        # "If col_delimiter is blank, #VALUE!".
        ("=TEXTSPLIT(C1,C9)", VALUE),
        ('=TEXTSPLIT(C1,",",C9)', VALUE),
        ('=TEXTSPLIT(C1,"")', VALUE),
        ('=TEXTSPLIT(C1,",")', "a"),
        ('=TEXTBEFORE("abc","x",1,0,0,C9)', ""),
        ('=TEXTAFTER("abc","x",1,0,0,"no")', "no"),
        # "If any cells are empty or contain text" there is no product; logical values count as text.
        ("=SUM(MMULT(A1:A2,A1:A1))", 204.0),
        ("=SUM(MMULT(A1:A2,C2:C2))", VALUE),
        ("=SUM(MMULT(A1:A2,NA()))", CellError("#N/A")),
        ("=SUM(#REF!:#REF!)", CellError("#REF!")),
    ],
)
def test_the_value_is_excels_and_the_formula_as_written(
    engine: FormulonEngine, formula: str, value: object
) -> None:
    engine.write(0, [(9, 9, Formula(formula))])
    engine.recalculate()
    again = FormulonEngine.load(engine.save())
    again.recalculate(full=True)
    for opened in (engine, again):
        block = opened.read(0, AT)
        assert (block.values, block.formulas) == (((value,),), ((formula,),))


def test_a_guard_follows_inserted_rows(engine: FormulonEngine) -> None:
    engine.write(0, [(9, 9, Formula("=TEXT(A1,B1)"))])
    engine.insert_rows(0, 0, 2)
    assert engine.read(0, Rect(11, 9, 11, 9)).formulas == (("=TEXT(A3,B3)",),)


@pytest.mark.parametrize(
    "formula",
    [
        "=TEXT(A1,B1)&MMULT(A1:B2,MMULT(C1:D2,E1:F2))",
        "=TEXTSPLIT(A1,B1,C1,TRUE,0,B1)",
        '="((#REF!))"&TEXT(A1,IF(B1,"0",B2))',
        "=IF(SUM(#REF!:#REF!),1,#REF!)",
        "=TEXT(A1,((B1)))",
    ],
)
def test_what_was_written_comes_back(formula: str) -> None:
    guarded = to_dialect(formula, ())
    assert guarded != formula
    assert is_dialect(guarded)
    assert from_dialect(guarded) == formula


@pytest.mark.parametrize(
    "formula",
    ["=TEXT(A1)", "=TEXT(A1,", '=TEXT(A1,"0.00")', '=TEXTSPLIT(A1,{",",";"})', '="TEXT(A1,B1)"'],
)
def test_what_needs_no_guard_has_none(formula: str) -> None:
    assert to_dialect(formula, ()) == formula


def test_a_formula_that_would_become_too_long_goes_without() -> None:
    formula = f"=TEXT(A1,{'B1&' * 1_000}B1)"
    assert to_dialect(formula, ()) == formula


def test_formulas_outside_cells_are_left_as_they_are() -> None:
    book = openpyxl.Workbook()
    book.active["A1"] = "=TEXT(B1,C1)"
    look = openpyxl.styles.Font(bold=True)
    rule = openpyxl.formatting.rule.FormulaRule(formula=["TEXT(A1,F1)=A2"], font=look)
    book.active.conditional_formatting.add("A1", rule)
    buffer = io.BytesIO()
    book.save(buffer)
    engine = FormulonEngine.load(buffer.getvalue())
    (found,) = engine.sheet_parts.conditional.rules(0)
    assert found.formula1 == "TEXT(A1,F1)=A2"


def test_a_formula_of_an_older_excel_keeps_its_intersections() -> None:
    book = openpyxl.Workbook()
    for row, code in enumerate(("0.0", '[<10]0" small"'), 1):
        book.active.cell(row, 1).value = 12
        book.active.cell(row, 2).value = code
        book.active.cell(row, 3).value = "=TEXT(A1:A2,B1:B2)"
    buffer = io.BytesIO()
    book.save(buffer)
    opened = FormulonEngine.load(buffer.getvalue())
    opened.recalculate(full=True)
    block = opened.read(0, Rect(0, 2, 1, 2))
    assert block.values == (("12.0",), ("12",))
    assert block.formulas == (("=TEXT(@A1:A2,@B1:B2)",),) * 2
