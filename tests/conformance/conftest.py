import pytest
from office_js import OfficeJs

from embedded_excel.host import EmbeddedExcel


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
