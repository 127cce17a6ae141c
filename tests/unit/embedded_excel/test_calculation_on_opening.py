"""Formulas that were saved without a value have one once the workbook is open."""

import io
import zipfile

import openpyxl
import pytest

from embedded_excel.calc.cells import DefinedName, Formula, Rect
from embedded_excel.host import EmbeddedExcel
from embedded_excel.xlsx.calculation import wants_calculation


def _package(sheet: str, workbook: str = "<workbook/>") -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as package:
        package.writestr("xl/workbook.xml", workbook)
        package.writestr("xl/worksheets/sheet1.xml", sheet)
    return content.getvalue()


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ('<c r="A1"><f>1+1</f><v>2</v></c>', False),
        ('<c r="A1"><f>1+1</f></c>', True),
        ('<c r="A1"><f>1+1</f><v/></c>', True),
        ('<c r="A1"><f>1+1</f><v></v></c>', True),
        ('<c r="A1" t="str"><f>""</f><v></v></c>', False),
        ('<c r="A1"><f t="shared" si="0"/></c>', True),
        ('<c r="A1"><f t="shared" si="0"/><v>1</v></c>', False),
        ('<c r="A1"/><c r="B1" s="3"/>', False),
    ],
)
def test_a_formula_without_a_value_wants_calculation(sheet, wanted):
    assert wants_calculation(_package(sheet)) is wanted


NAMES = '<workbook><definedName name="Start" hidden="0">Sheet1!$A$1</definedName></workbook>'


@pytest.mark.parametrize(
    ("formula", "wanted"),
    [("_xlfn.SEQUENCE(2,1,start)", True), ("Starts+1", False), ("A1:A2*2", False)],
)
def test_a_formula_that_spills_by_a_name_wants_calculation(formula, wanted):
    cell = f'<c r="B1" cm="1"><f t="array" ref="B1:B2">{formula}</f><v>1</v></c>'
    assert wants_calculation(_package(cell, NAMES)) is wanted
    assert not wants_calculation(_package(cell.replace("B1:B2", "B1"), NAMES))


def test_spilled_cells_are_there_when_the_workbook_is_opened():
    excel = EmbeddedExcel.new()
    engine = excel.workbook.engine
    engine.set_name(DefinedName("Start", "=Sheet1!$A$1"))
    engine.write(0, [(0, 0, 5.0), (0, 1, Formula("=SEQUENCE(3,1,Start)"))])
    engine.recalculate()
    content = excel.to_bytes()
    excel.close()
    opened = EmbeddedExcel.from_bytes(content, "book.xlsx")
    values = opened.workbook.engine.read(0, Rect(0, 1, 2, 1)).values
    opened.close()
    assert values == ((5.0,), (6.0,), (7.0,))


def test_a_file_may_ask_for_calculation():
    asking = '<workbook><calcPr calcId="1" fullCalcOnLoad="1"/></workbook>'
    assert wants_calculation(_package("", asking))
    assert not wants_calculation(_package("", asking.replace('"1"/>', '"0"/>')))


def test_a_workbook_saved_without_values_shows_them_when_opened(tmp_path):
    book = openpyxl.Workbook()
    book.active["A1"], book.active["A2"] = 20, "=A1*2.1"
    path = tmp_path / "book.xlsx"
    book.save(path)
    excel = EmbeddedExcel.open(path)
    assert excel.workbook.engine.read(0, Rect(1, 0, 1, 0)).values == ((42.0,),)
    assert excel.revision == 0
    excel.close()
