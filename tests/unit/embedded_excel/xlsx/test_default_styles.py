"""Workbooks without a part for styles, which Excel opens in its defaults."""

import io
import re
import zipfile
from dataclasses import replace

import openpyxl

from embedded_excel.calc.cells import CellStyle, Rect
from embedded_excel.calc.formulon_engine import FormulonEngine
from embedded_excel.xlsx.package import read_package

FIRST = Rect(0, 0, 0, 0)


def without_styles() -> bytes:
    book = openpyxl.Workbook()
    book.active["A1"] = 41.5
    whole = io.BytesIO()
    book.save(whole)
    bare = io.BytesIO()
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(bare, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name.endswith(".rels") or name == "[Content_Types].xml":
                content = re.sub(rb"<[^<>]*styles[^<>]*/>", b"", content)
            if name != "xl/styles.xml":
                target.writestr(name, content)
    return bare.getvalue()


def test_its_cells_have_the_look_and_the_texts_of_a_new_workbook():
    engine = FormulonEngine.load(read_package(without_styles()))
    assert engine.style(engine.style_ids(0, FIRST)[0][0]) == CellStyle()
    assert engine.texts(0, FIRST) == [["41.5"]]


def test_a_cell_can_be_formatted_without_the_others():
    engine = FormulonEngine.load(read_package(without_styles()))
    engine.restyle(0, FIRST, lambda style: replace(style, number_format="0.00"))
    again = FormulonEngine.load(read_package(engine.save()))
    assert again.texts(0, FIRST) == [["41.50"]]
    assert again.style(again.style_ids(0, Rect(1, 1, 1, 1))[0][0]) == CellStyle()
