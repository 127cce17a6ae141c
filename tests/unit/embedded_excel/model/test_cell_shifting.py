"""Moving a part of rows is ours, whole rows are the engine's: where both apply they must agree."""

import random

import openpyxl
import pytest

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Formula, Rect
from embedded_excel.errors import ExcelApiError
from embedded_excel.host import EmbeddedExcel
from embedded_excel.model.a1 import rect_text
from embedded_excel.model.cell_shifting import delete_cells, insert_cells
from embedded_excel.model.cell_writing import write_json
from embedded_excel.model.workbook import Area

SIZE = 8


def fill(host, seed):
    """A block of numbers and formulas on the first sheet, formulas on a second one."""
    chance = random.Random(seed)
    engine = host.workbook.engine
    engine.add_sheet("Other")
    host.workbook.sheet_ids.append(host.workbook.new_sheet_id())

    def reference():
        row, column = chance.randrange(SIZE), chance.randrange(SIZE)
        bottom, right = chance.randrange(row, SIZE), chance.randrange(column, SIZE)
        text = rect_text(Rect(row, column, bottom, right))
        return text if ":" in text else chance.choice([text, f"${text}"])

    for row in range(SIZE):
        for column in range(SIZE):
            if chance.random() < 0.3:
                content = Formula(f"=SUM({reference()})+ROWS({reference()})")
            else:
                content = float(chance.randrange(100))
            engine.write(0, [(row, column, content)])
    for row in range(5):
        engine.write(1, [(row, 0, Formula(f"=SUM(Sheet1!{reference()})"))])
    engine.recalculate()


def formulas(host):
    engine = host.workbook.engine
    box = Rect(0, 0, SIZE + 4, SIZE + 4)
    return [
        [
            # The engine drops the sheet's name from a broken reference; Excel keeps it.
            value if formula is None else formula.replace("Sheet1!#REF!", "#REF!")
            for values, texts in zip(
                engine.read(sheet, box).values, engine.read(sheet, box).formulas, strict=True
            )
            for value, formula in zip(values, texts, strict=True)
        ]
        for sheet in (0, 1)
    ]


@pytest.fixture
def hosts():
    pair = (EmbeddedExcel.new(), EmbeddedExcel.new())
    yield pair
    for host in pair:
        host.close()


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("insert", [True, False])
@pytest.mark.parametrize("vertical", [True, False])
def test_a_part_over_all_used_columns_moves_as_whole_rows_do(hosts, seed, insert, vertical):
    ours, engines = hosts
    chance = random.Random(seed)
    start, count = chance.randrange(1, SIZE - 1), chance.randrange(1, 3)
    part, whole = (
        (
            Rect(start, 0, start + count - 1, SIZE + 3),
            Rect(start, 0, start + count - 1, MAX_COLUMNS - 1),
        )
        if vertical
        else (
            Rect(0, start, SIZE + 3, start + count - 1),
            Rect(0, start, MAX_ROWS - 1, start + count - 1),
        )
    )
    for host, rect in ((ours, part), (engines, whole)):
        fill(host, seed)
        area = Area(host.workbook.sheet_ids[0], rect)
        if insert:
            insert_cells(host.workbook, area, down=vertical)
        else:
            delete_cells(host.workbook, area, up=vertical)
    assert formulas(ours) == formulas(engines)


def test_locked_cells_of_a_protected_sheet_are_denied(tmp_path):
    path = tmp_path / "protected.xlsx"
    book = openpyxl.Workbook()
    sheet = book.active
    sheet["A1"] = 1
    sheet["B1"].protection = openpyxl.styles.Protection(locked=False)
    sheet.protection.enable()
    book.save(path)
    host = EmbeddedExcel.open(path)
    area = Area(host.workbook.sheet_ids[0], Rect(0, 0, 0, 0))
    with pytest.raises(ExcelApiError) as caught:
        write_json(host.workbook, area, 5)
    assert caught.value.code == "AccessDenied"
    write_json(host.workbook, Area(area.sheet, Rect(0, 1, 0, 1)), 5)
    assert host.workbook.value_at(area.sheet, 0, 0) == 1
    assert host.workbook.value_at(area.sheet, 0, 1) == 5
    host.close()


def test_a_what_if_data_table_is_left_alone(tmp_path):
    path = tmp_path / "whatif.xlsx"
    book = openpyxl.Workbook()
    sheet = book.active
    sheet["A1"], sheet["A2"], sheet["B3"] = 2, "=A1*10", "=A2"
    for row, rate in enumerate((1, 2, 3), 4):
        sheet.cell(row, 1, rate)
    sheet["B4"] = openpyxl.worksheet.formula.DataTableFormula(ref="B4:B6", r1="A1", dt2D=False)
    book.save(path)
    host = EmbeddedExcel.open(path)
    engine, box = host.workbook.engine, Rect(0, 0, 8, 2)
    engine.recalculate(full=True)
    before = engine.read(0, box)
    with pytest.raises(ExcelApiError) as caught:
        insert_cells(host.workbook, Area(host.workbook.sheet_ids[0], Rect(3, 0, 3, 1)), down=True)
    assert caught.value.code == "NotImplemented"
    assert engine.read(0, box) == before
    host.close()
