"""Real workbooks: load, recalculate, save, read again; values as Excel had them."""

import io
import math
import os
import warnings
import zipfile
from pathlib import Path

import openpyxl
import pytest

from embedded_excel.calc.cells import Block, CellError, CellValue, Rect
from embedded_excel.calc.formulon_engine import FormulonEngine
from embedded_excel.xlsx.package import read_workbook_file

DATA = Path(os.environ.get("TIEOUT_SHARED_DATA", Path(__file__).parents[5] / "shared" / "data"))
FILES = sorted((DATA / "corpus").glob("*.xlsx"))[::13][:42] if DATA.is_dir() else []
VOLATILE = ("NOW(", "TODAY(", "RAND", "OFFSET(", "INDIRECT(", "CELL(", "INFO(")

pytestmark = [pytest.mark.data, pytest.mark.skipif(not FILES, reason="no shared data folder")]


def same(one: CellValue, other: object) -> bool:
    if isinstance(one, CellError):
        return one.code == other
    if isinstance(one, bool) or isinstance(other, bool):
        return one == other
    if isinstance(one, float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
    return (one or None) == (other or None)


def spaceless(block: Block) -> list[list[str | None]]:
    """Formulas without blanks: the engine writes those of newer functions without them."""
    return [[text and text.replace(" ", "") for text in row] for row in block.formulas]


def saved_values(package: bytes) -> dict[str, dict[tuple[int, int], object]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        book = openpyxl.load_workbook(io.BytesIO(package), data_only=True)
        return {
            sheet.title: {
                (cell.row - 1, cell.column - 1): cell.value
                for row in sheet.iter_rows()
                for cell in row
                if cell.value is not None
            }
            for sheet in book.worksheets
        }


def test_the_corpus_is_read_recalculated_and_saved():
    compared = wrong = 0
    for path in FILES:
        engine = FormulonEngine.load(read_workbook_file(path))
        engine.recalculate()
        again = FormulonEngine.load(engine.save())
        for sheet, name in enumerate(engine.sheet_names()):
            used = engine.used_rect(sheet, values_only=True)
            assert again.used_rect(sheet, values_only=True) == used, (path.name, name)
            if used is None:
                continue
            before, after = engine.read(sheet, used), again.read(sheet, used)
            assert spaceless(before) == spaceless(after), (path.name, name)
            for one, other in zip(before.values, after.values, strict=True):
                for left, right in zip(one, other, strict=True):
                    compared += 1
                    wrong += not same(left, right.code if isinstance(right, CellError) else right)
        engine.close()
        again.close()
    print(f"{len(FILES)} files, {compared:,} cells, {wrong} differ after saving")
    assert compared > 10_000
    assert wrong / compared < 0.001


def test_recalculated_values_agree_with_what_excel_had_stored():
    compared = wrong = 0
    for path in FILES:
        engine = FormulonEngine.load(read_workbook_file(path))
        stored = [
            engine.read(sheet, used) if used else None
            for sheet in range(len(engine.sheet_names()))
            for used in [engine.used_rect(sheet, values_only=True)]
        ]
        engine.recalculate(full=True)
        for sheet, before in enumerate(stored):
            if before is None:
                continue
            used = engine.used_rect(sheet, values_only=True)
            assert used is not None
            after = engine.read(sheet, used)
            for row, formulas in enumerate(before.formulas):
                for column, formula in enumerate(formulas):
                    if formula is None or any(word in formula.upper() for word in VOLATILE):
                        continue
                    was = before.values[row][column]
                    now = after.values[row][column]
                    compared += 1
                    wrong += not same(now, was.code if isinstance(was, CellError) else was)
        engine.close()
    print(f"{len(FILES)} files, {compared:,} formulas, {wrong} differ from Excel's values")
    assert compared > 3_000
    assert wrong / compared < 0.03


def test_an_independent_reader_finds_the_same_values_in_the_saved_files():
    compared = wrong = 0
    for path in FILES:
        if path.stat().st_size > 100_000:
            continue
        engine = FormulonEngine.load(read_workbook_file(path))
        engine.recalculate()
        package = engine.save()
        assert zipfile.ZipFile(io.BytesIO(package)).testzip() is None
        try:
            found = saved_values(package)
        except (ValueError, TypeError, KeyError):
            continue
        for sheet, name in enumerate(engine.sheet_names()):
            used = engine.used_rect(sheet, values_only=True)
            if used is None or name not in found:
                continue
            for row, cells in enumerate(engine.read(sheet, used).values):
                for column, value in enumerate(cells):
                    other = found[name].get((used.top + row, used.left + column))
                    if value is None or not isinstance(other, str | int | float | bool | None):
                        continue
                    compared += 1
                    wrong += not same(value, other)
        engine.close()
    print(f"{compared:,} cells read by openpyxl, {wrong} differ")
    assert compared > 5_000
    assert wrong / compared < 0.001


def test_the_brewery_model_is_read_whole():
    path = DATA / "workbooks" / "brewery-model-10y.xlsx"
    engine = FormulonEngine.load(read_workbook_file(path))
    formulas = 0
    for sheet in range(len(engine.sheet_names())):
        used = engine.used_rect(sheet, values_only=True) or Rect(0, 0, 0, 0)
        block = engine.read(sheet, used)
        formulas += sum(text is not None for row in block.formulas for text in row)
    assert formulas == 23_014
