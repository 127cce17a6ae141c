"""The model is told which Excel it has, where that isn't the embedded one."""

import pytest

from tieout.execution.looks.workbook_map import excel_line
from tieout.execution.ports import EMBEDDED, HostCapabilities


@pytest.mark.parametrize(
    ("name", "sets", "said"),
    [
        ("Excel", {"ExcelApi": "1.14"}, "ExcelApi 1.14"),
        (EMBEDDED, {"ExcelApi": "1.18"}, ""),
        ("Excel (not connected)", {}, ""),
    ],
)
def test_an_excel_of_a_version_is_named(name: str, sets: dict[str, str], said: str) -> None:
    line = excel_line(HostCapabilities(name, sets))
    assert said in line
    assert bool(line) == bool(said)
