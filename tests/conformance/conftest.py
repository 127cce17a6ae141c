import io
import warnings

import openpyxl
import pytest
from office_js import OfficeJs

from embedded_excel.calc.cells import Rect
from embedded_excel.host import EmbeddedExcel
from embedded_excel.render.grid import tile

SHEET = "const sheet = context.workbook.worksheets.getActiveWorksheet();\n"


@pytest.fixture(scope="module")
def office_js():
    """One V8 isolate with Office.js for all tests of a module."""
    library = OfficeJs()
    yield library
    library.close()


@pytest.fixture
def excel():
    """An empty workbook."""
    host = EmbeddedExcel.new()
    yield host
    host.close()


@pytest.fixture
def value(office_js, excel):
    """What code returns that finds the active sheet as `sheet`."""
    return lambda code: office_js.value(excel, SHEET + code)


@pytest.fixture
def formulas(value):
    """The formulas of an address of the active sheet."""
    return lambda address: value(f"""
        const range = sheet.getRange("{address}");
        range.load("formulas");
        await context.sync();
        return range.formulas;
    """)


@pytest.fixture
def failure(office_js, excel):
    """The code of the error that such code ends with."""

    def run(code):
        error = office_js.run(excel, SHEET + code + "\nawait context.sync();").error
        assert error is not None
        return error["code"]

    return run


@pytest.fixture
def saved_rules(excel):
    """Rules of the saved file, as another library reads them, by cells."""

    def read():
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", ".*extension is not supported")
            sheet = openpyxl.load_workbook(io.BytesIO(excel.to_bytes())).worksheets[0]
        return {
            str(block.sqref): rule for block in sheet.conditional_formatting for rule in block.rules
        }

    return read


@pytest.fixture
def shown_fills(excel):
    """Fills as the grid shows them: row → colour, of column A."""

    def read():
        drawn = tile(excel.workbook, 1, "Sheet1", Rect(0, 0, 9, 0))
        found = {cell[0]: drawn["styles"][cell[4]] for cell in drawn["cells"]}
        return {row + 1: style["fill"] for row, style in found.items() if style["fill"]}

    return read
