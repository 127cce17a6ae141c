"""How every engine behind the seam calculates: numbers, dates, texts, references, as Excel documents."""

import io

import openpyxl
import pytest
from engines import EngineKind, values

from embedded_excel.calc.cells import CellError, Formula, Rect
from embedded_excel.calc.documents import Iteration
from embedded_excel.calc.engine import Engine

needs = pytest.mark.needs
VALUE = CellError("#VALUE!")


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        # Fifteen digits: "Floating-point arithmetic may give inaccurate results in Excel".
        pytest.param("=0.5-0.4-0.1", 0.0, marks=needs("fifteen digits")),
        ("=1*(0.5-0.4-0.1)", -2.7755575615628914e-17),
        ("=0.1+0.2=0.3", True),
        pytest.param("=LEN(1/3)", 17.0, marks=needs("fifteen digits")),
        pytest.param('=1/3&""', "0.333333333333333", marks=needs("fifteen digits")),
        pytest.param("=12345678901234567=12345678901234500", True, marks=needs("fifteen digits")),
        # Dates of 1900 count a 29 February that never was.
        ("=DATE(1900,3,1)", 61.0),
        pytest.param("=DATE(1900,2,29)", 60.0, marks=needs("29 February 1900")),
        pytest.param("=DAY(60)", 29.0, marks=needs("29 February 1900")),
        ("=DATE(2024,1,31)+1", 45323.0),
        # Texts become numbers in arithmetic, not in functions over ranges.
        ('="3"+4', 7.0),
        ('="a"+1', VALUE),
        ("=TRUE+1", 2.0),
        ('=SUM("3",TRUE)', 4.0),
        ("=SUM(B1:B2)", 0.0),
        ('="1/2/2024"*1', 45293.0),
        # Operators.
        ("=-2^2", 4.0),
        ("=2^3^2", 64.0),
        ("=50%*10", 5.0),
        ('="abc"="ABC"', True),
        ("=1/0", CellError("#DIV/0!")),
        ("=SQRT(-1)", CellError("#NUM!")),
        ("=NOSUCH(1)", CellError("#NAME?")),
        ("=IFERROR(1/0,7)", 7.0),
        # Newer functions.
        ("=LET(x,2,y,x*3,x+y)", 8.0),
        ("=LAMBDA(a,b,a*b)(3,4)", 12.0),
        ("=SUM(FILTER({1,2,3,4},{1,0,0,1}))", 5.0),
        ("=SUM(MAP({1,2},LAMBDA(x,x*x)))", 5.0),
        pytest.param(
            '=TEXTJOIN("-",TRUE,UNIQUE({"a";"b";"a"}))', "a-b", marks=needs("arrays as arguments")
        ),
        pytest.param("=XLOOKUP(2,{1,2,3},{10,20,30})", 20.0, marks=needs("arrays as arguments")),
        ("=NPV(0.1,100,100)", pytest.approx(173.5537190082645)),
        ("=PMT(0.05/12,360,-100000)", pytest.approx(536.8216230121398)),
    ],
)
def test_a_formula_has_excels_value(engine: Engine, formula: str, value: object):
    engine.write(0, [(0, 1, "3"), (1, 1, True), (5, 5, Formula(formula))])
    engine.recalculate()
    assert values(engine, Rect(5, 5, 5, 5)) == ((value,),)


@needs("three dimensions")
def test_a_reference_through_sheets_reads_those_between(engine: Engine):
    engine.add_sheet("B")
    engine.add_sheet("C")
    for sheet in range(3):
        engine.write(sheet, [(0, 0, 10.0**sheet)])
    engine.write(2, [(1, 0, Formula("=SUM(Sheet1:C!A1)"))])
    engine.recalculate()
    assert values(engine, Rect(1, 0, 1, 0), 2) == ((111.0,),)


@needs("iteration")
def test_circular_references_are_calculated_when_told_to(engine: Engine):
    engine.documents.set_iteration(Iteration(enabled=True, most=100, change=0.0001))
    engine.write(0, [(0, 0, Formula("=A2+1")), (1, 0, Formula("=A1/2"))])
    engine.recalculate()
    ((first,), (second,)) = values(engine, Rect(0, 0, 1, 0))
    assert (first, second) == (pytest.approx(2.0, abs=0.001), pytest.approx(1.0, abs=0.001))
    engine.documents.set_iteration(Iteration(enabled=False, most=100, change=0.0001))
    assert engine.documents.iteration().enabled is False


@needs("circular zeros")
def test_circular_references_are_zero_otherwise(engine: Engine):
    engine.write(0, [(0, 0, Formula("=A2+1")), (1, 0, Formula("=A1/2"))])
    engine.recalculate()
    assert values(engine, Rect(0, 0, 1, 0)) == ((0.0,), (0.0,))


@needs("dates from 1904")
def test_dates_from_1904_count_from_there(kind: EngineKind):
    book = openpyxl.Workbook()
    book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    book.active["A1"] = "=DATE(1904,1,2)"
    buffer = io.BytesIO()
    book.save(buffer)
    engine = kind.load(buffer.getvalue())
    engine.recalculate()
    assert engine.date1904()
    assert values(engine, Rect(0, 0, 0, 0)) == ((1.0,),)
