"""Formulas the engine reads differently from Excel: they calculate as in Excel and look the same."""

import io
import zipfile

import pytest

from embedded_excel.calc.cells import DefinedName, Formula, Rect, Table, TableColumn
from embedded_excel.calc.formulon.dialect import (
    MARK,
    from_dialect,
    to_dialect,
    without_cut_criteria,
)
from embedded_excel.calc.formulon.relative_names import anchored, relative
from embedded_excel.calc.formulon_engine import FormulonEngine

HIDING = {"YEAR", "RATE"}


@pytest.mark.parametrize(
    ("formula", "written"),
    [
        ("=YEAR(A1)&Year", f"=YEAR(A1)&Year{MARK}"),
        ("=PMT(rate/12,1,2)", f"=PMT(rate{MARK}/12,1,2)"),
        ("=Sheet1!Year+1", f"=Sheet1!Year{MARK}+1"),
        ('="Year"&T[Year]', None),
        ("=Year!A1+'Year'!B1", None),
        ("=Year[Rate]", None),
        ("=Years+My.Rate+Rate_1", None),
        ("=_xlpm.rate*2", None),
    ],
)
def test_only_the_name_itself_is_marked(formula: str, written: str | None) -> None:
    assert to_dialect(formula, HIDING) == (written or formula)
    assert from_dialect(to_dialect(formula, HIDING)) == formula


@pytest.mark.parametrize(
    ("formula", "written"),
    [
        ("=SEQUENCE(15,,16)", "=SEQUENCE(15,((1)),16)"),
        ("=SUM(SEQUENCE(,3))", "=SUM(SEQUENCE(((1)),3))"),
        ("=RANDARRAY(,2,,,TRUE)", "=RANDARRAY(((1)),2,((0)),((1)),TRUE)"),
        ("=SEQUENCE(ROWS(SEQUENCE(2,,5)),,1)", "=SEQUENCE(ROWS(SEQUENCE(2,((1)),5)),((1)),1)"),
        ("=SEQUENCE(2,1,{1,2})", None),
        ('="SEQUENCE(1,,2)"', None),
        ("=IF(A1,,2)", None),
        ("=SEQUENCE(1,,", None),
    ],
)
def test_an_argument_left_out_is_written_out(formula: str, written: str | None) -> None:
    assert to_dialect(formula, ()) == (written or formula)
    assert from_dialect(to_dialect(formula, ())) == formula


def test_criteria_keep_their_whole_range() -> None:
    cut = "=_xlfn.MAXIFS($A$1:$A$9,@B1:B9,@C1,@D1:D9,@E1:E9)+@F1:F9"
    whole = "=_xlfn.MAXIFS($A$1:$A$9,B1:B9,@C1,D1:D9,@E1:E9)+@F1:F9"
    assert without_cut_criteria(cut) == whole


@pytest.fixture
def engine():
    made = FormulonEngine.new()
    yield made
    made.close()


def column(engine: FormulonEngine, rows: int, at: int = 3) -> list[object]:
    return [row[0] for row in engine.read(0, Rect(0, at, rows - 1, at)).values]


def test_a_name_does_not_hide_the_function_it_is_called_like(engine: FormulonEngine) -> None:
    engine.set_name(DefinedName("Year", "=Sheet1!$A$1"))
    formulas = ("=YEAR(44013)", "=Year*2", "=SUM(Year,YEAR(44013))")
    engine.write(0, [(0, 0, 7.0), *((row, 3, Formula(f)) for row, f in enumerate(formulas))])
    engine.recalculate()
    assert column(engine, 3) == [2020, 14, 2027]
    assert [row[0] for row in engine.read(0, Rect(0, 3, 2, 3)).formulas] == list(formulas)
    assert [name.name for name in engine.names()] == ["Year"]


def test_such_a_name_survives_a_file_in_its_own_words(engine: FormulonEngine) -> None:
    engine.set_name(DefinedName("Year", "=Sheet1!$A$1"))
    engine.set_name(DefinedName("Twice", "=Year*2"))
    formulas = ("=YEAR(44013)+Year", "=Twice", "=SUM(SEQUENCE(2,,Year))")
    engine.write(0, [(0, 0, 7.0), *((row, 3, Formula(f)) for row, f in enumerate(formulas))])
    engine.recalculate()
    package = engine.save()
    with zipfile.ZipFile(io.BytesIO(package)) as parts:
        whole = b"".join(parts.read(name) for name in parts.namelist())
        assert b'<definedName name="Year">' in parts.read("xl/workbook.xml")
        assert b"SEQUENCE(2,,Year)" in parts.read("xl/worksheets/sheet1.xml")
    assert MARK.encode() not in whole
    again = FormulonEngine.load(package)
    again.write(0, [(0, 0, 8.0)])
    again.recalculate(full=True)
    assert column(again, 3) == [2028, 16, 17]
    assert [row[0] for row in again.read(0, Rect(0, 3, 2, 3)).formulas] == list(formulas)
    again.remove_name("YEAR", None)
    assert [name.name for name in again.names()] == ["Twice"]
    again.close()


def test_criteria_of_an_older_file_are_looked_for_in_every_row(engine: FormulonEngine) -> None:
    formula = '=MAXIFS(A1:A3,B1:B3,"x",C1:C3,">0")'
    rows = [(1.0, "x", 1.0), (2.0, "x", 0.0), (3.0, "y", 1.0)]
    cells = [(row, at, value) for row, line in enumerate(rows) for at, value in enumerate(line)]
    engine.write(0, [*cells, (4, 3, Formula(formula))])
    engine.recalculate()
    older = FormulonEngine.load(as_older_excel_writes(engine.save()))
    older.recalculate(full=True)
    block = older.read(0, Rect(4, 3, 4, 3))
    assert (block.values, block.formulas) == (((1.0,),), ((formula,),))
    older.close()


def as_older_excel_writes(package: bytes) -> bytes:
    """The same workbook with the formula in a plain cell."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as source, zipfile.ZipFile(out, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "xl/worksheets/sheet1.xml":
                assert b'cm="1"><f t="array" ref="D5">' in content
                content = content.replace(b'cm="1"><f t="array" ref="D5">', b"><f>")
            target.writestr(name, content)
    return out.getvalue()


def test_line_breaks_in_headers_of_a_table_survive_a_file(engine: FormulonEngine) -> None:
    engine.write(0, [(0, 0, "Unit\nprice"), (1, 0, 5.0), (2, 0, 7.0)])
    columns = (TableColumn("Unit\nprice"),)
    engine.add_table(Table(0, "Sales", 0, Rect(0, 0, 2, 0), columns))
    engine.write(0, [(4, 3, Formula("=SUM(Sales[Unit\nprice])"))])
    engine.recalculate()
    package = engine.save()
    with zipfile.ZipFile(io.BytesIO(package)) as parts:
        assert b'name="Unit_x000a_price"' in parts.read("xl/tables/table1.xml")
    again = FormulonEngine.load(package)
    again.recalculate(full=True)
    assert [column.name for column in again.tables()[0].columns] == ["Unit\nprice"]
    assert again.read(0, Rect(4, 3, 4, 3)).values == ((12.0,),)
    again.close()


def test_the_table_around_a_formula_need_not_be_named_in_a_file(engine: FormulonEngine) -> None:
    engine.write(0, [(0, 0, "Price"), (1, 0, 5.0), (2, 0, 7.0), (3, 0, None)])
    engine.add_table(Table(0, "Sales", 0, Rect(0, 0, 3, 0), (TableColumn("Price"),)))
    engine.write(0, [(3, 0, Formula("=SUBTOTAL(109,A2:A3)"))])
    engine.recalculate()
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(engine.save())) as source, zipfile.ZipFile(out, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "xl/worksheets/sheet1.xml":
                assert b"SUBTOTAL(109,A2:A3)" in content
                content = content.replace(b"SUBTOTAL(109,A2:A3)", b"SUBTOTAL(109,[Price])")
            if name == "xl/tables/table1.xml":
                content = content.replace(b' ref="A1:A4"', b' ref="A1:A4" totalsRowCount="1"', 1)
            target.writestr(name, content)
    older = FormulonEngine.load(out.getvalue())
    older.recalculate(full=True)
    block = older.read(0, Rect(3, 0, 3, 0))
    assert (block.values, block.formulas) == (((12.0,),), (("=SUBTOTAL(109,Sales[Price])",),))
    older.close()


@pytest.mark.parametrize(
    ("formula", "written"),
    [
        ("Sheet1!$B1", "OFFSET(Sheet1!$B$1,ROW()-1,0)"),
        ("'A b'!B$2*2", "OFFSET('A b'!$A$2,0,COLUMN()+0)*2"),
        ("SUM(S!A$4:A$8)", "SUM(OFFSET(S!$A$4,0,COLUMN()-1):OFFSET(S!$A$8,0,COLUMN()-1))"),
        ("S!$A$1:$A1", "S!$A$1:OFFSET(S!$A$1,ROW()-1,0)"),
        ("S!$A1048576", "OFFSET(S!$A$1,ROW()-2,0)"),
        ("S!$A$1:$B$9", None),
        ('"S!A1"&S!$A:$A', None),
        ("LOG10(2)", None),
    ],
)
def test_names_that_refer_relatively_start_from_a_fixed_cell(
    formula: str, written: str | None
) -> None:
    assert anchored(formula) == (written or formula)
    assert relative(anchored(formula)) == formula


def test_a_name_that_refers_relatively_looks_from_the_cell_that_uses_it(
    engine: FormulonEngine,
) -> None:
    names = {"Hours": "=Sheet1!$B1", "Above": "=Sheet1!A$1:A$2", "Before": "=Sheet1!$B1048576"}
    for name, formula in names.items():
        engine.set_name(DefinedName(name, formula))
    engine.write(0, [(row, 1, 10.0 * (row + 1)) for row in range(3)])
    formulas = ("=Hours", "=Hours*2", "=SUM(Hours,Before)")
    engine.write(0, [(row, 3, Formula(formula)) for row, formula in enumerate(formulas)])
    engine.write(0, [(5, 1, Formula("=SUM(Above)"))])
    engine.recalculate()
    assert column(engine, 3) == [10, 40, 50]
    assert engine.read(0, Rect(5, 1, 5, 1)).values == ((30.0,),)
    package = engine.save()
    with zipfile.ZipFile(io.BytesIO(package)) as parts:
        assert b">Sheet1!$B1<" in parts.read("xl/workbook.xml")
    again = FormulonEngine.load(package)
    again.write(0, [(2, 1, 100.0)])
    again.recalculate(full=True)
    assert column(again, 3) == [10, 40, 120]
    assert {name.name: name.formula for name in again.names()} == names
    again.close()
