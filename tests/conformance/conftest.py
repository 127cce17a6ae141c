import pytest
from office_js import OfficeJs

from embedded_excel.host import EmbeddedExcel

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
