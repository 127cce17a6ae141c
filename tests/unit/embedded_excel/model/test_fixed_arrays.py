"""Array formulas of fixed size, as Excel made them before dynamic arrays (Ctrl+Shift+Enter)."""

import io
import re
import zipfile

import openpyxl
import pytest
from openpyxl.worksheet.formula import ArrayFormula

from embedded_excel.calc.cells import CellError, Formula, Rect
from embedded_excel.calc.formulon_engine import FormulonEngine
from embedded_excel.errors import ExcelApiError
from embedded_excel.model.cell_copying import clear_cells
from embedded_excel.model.cell_writing import write_json
from embedded_excel.model.workbook import Area, OpenWorkbook

BLOCK = Rect(0, 3, 4, 3)


def package() -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    for row in range(1, 4):
        sheet.cell(row, 1).value = row
    sheet["D1"] = ArrayFormula("D1:D5", "=A1:A3*2")
    sheet["F1"] = ArrayFormula("F1", "=SUM(A1:A3*A1:A3)")
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


@pytest.fixture
def workbook() -> OpenWorkbook:
    engine = FormulonEngine.load(package())
    engine.recalculate()
    return OpenWorkbook(engine)


def area(workbook: OpenWorkbook, rect: Rect) -> Area:
    return Area(workbook.sheet_ids[0], rect)


def formulas_of(saved: bytes, sheet: str = "sheet1") -> list[str]:
    with zipfile.ZipFile(io.BytesIO(saved)) as archive:
        xml = archive.read(f"xl/worksheets/{sheet}.xml").decode()
    return re.findall(r'<c r="[A-Z0-9]+"(?: cm="\d+")?><f[^>]*>', xml)


def test_its_size_is_the_files_and_cells_beyond_the_result_are_na(workbook: OpenWorkbook):
    values = workbook.engine.read(0, BLOCK).values
    missing = CellError("#N/A")
    assert values == ((2.0,), (4.0,), (6.0,), (missing,), (missing,))
    assert list(workbook.engine.arrays.fixed(0)) == [BLOCK]


def test_it_is_saved_as_one_after_edits_and_inserted_rows(workbook: OpenWorkbook):
    engine = workbook.engine
    engine.write(0, [(0, 0, 10.0), (0, 7, Formula("=A1:A3*3"))])
    engine.insert_rows(0, 0, 1)
    engine.recalculate()
    assert formulas_of(engine.save()) == [
        '<c r="D2"><f t="array" ref="D2:D6">',
        '<c r="F2"><f t="array" ref="F2">',
        '<c r="H2" cm="1"><f t="array" ref="H2:H4">',
    ]
    assert list(engine.arrays.fixed(0)) == [Rect(1, 3, 5, 3)]


@pytest.mark.parametrize("rect", [Rect(1, 3, 1, 3), Rect(0, 3, 0, 3), Rect(0, 0, 2, 4)])
def test_a_part_of_it_is_not_written_and_nothing_else_is_either(workbook: OpenWorkbook, rect: Rect):
    before = workbook.engine.read(0, Rect(0, 0, 9, 9))
    with pytest.raises(ExcelApiError, match="change part of an array") as refused:
        write_json(workbook, area(workbook, rect), 7)
    assert refused.value.code == "InvalidOperation"
    with pytest.raises(ExcelApiError, match="change part of an array"):
        clear_cells(workbook, area(workbook, rect), contents=True, formats=False)
    assert workbook.engine.read(0, Rect(0, 0, 9, 9)) == before


def test_all_of_it_may_be_overwritten_and_then_each_cell(workbook: OpenWorkbook):
    write_json(workbook, area(workbook, BLOCK), 7)
    assert list(workbook.engine.arrays.fixed(0)) == []
    write_json(workbook, area(workbook, Rect(1, 3, 1, 3)), 8)
    assert workbook.engine.read(0, Rect(0, 3, 1, 3)).values == ((7.0,), (8.0,))


def test_an_array_that_spills_is_no_fixed_one(workbook: OpenWorkbook):
    engine = workbook.engine
    engine.write(0, [(0, 7, Formula("=A1:A3*3"))])
    engine.insert_columns(0, 9, 1)
    engine.recalculate()
    assert list(engine.arrays.fixed(0)) == [BLOCK]
    assert engine.read(0, Rect(0, 7, 2, 7)).values == ((3.0,), (6.0,), (9.0,))


def test_on_a_copied_sheet_it_is_dynamic_and_that_is_said(workbook: OpenWorkbook):
    engine = workbook.engine
    assert not any("array" in loss for loss in engine.losses())
    engine.copy_sheet(0, "Copy", 1)
    assert [loss for loss in engine.losses() if "array" in loss] == [
        'On the copied sheet "Copy", array formulas of fixed size have become dynamic.'
    ]
