"""PivotTables that Excel saved: refreshing them from their source gives the cells Excel shows."""

import os
from pathlib import Path

import pytest

from embedded_excel.calc.cells import CellValue
from embedded_excel.host import EmbeddedExcel
from embedded_excel.model import pivots

SHARED = Path(os.environ.get("TIEOUT_SHARED_DATA", Path(__file__).parents[3] / "shared" / "data"))


def plain(value: CellValue) -> CellValue:
    """A value to compare: an empty text is an empty cell, numbers to 12 digits."""
    return float(f"{value:.12g}") if isinstance(value, float) else value or None


@pytest.mark.data
@pytest.mark.skipif(not SHARED.exists(), reason="needs the shared workbooks")
@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("poi--3b17486d.xlsx", "PivotTable3"),
        ("poi--658dd327.xlsx", "PivotTable2"),
        ("IronCalc--35010189.xlsx", "PivotTable1"),
        ("ClosedXML--e03116d4.xlsx", "PivotTable1"),
        ("calamine--632407ef.xlsx", "PivotTable5"),
    ],
)
def test_a_refreshed_pivot_shows_what_excel_shows(file, name):
    host = EmbeddedExcel.open(SHARED / "corpus" / file)
    engine = host.workbook.engine
    pivot = next(found for found in engine.pivots.pivots() if found.name == name)
    body = engine.pivots.report(pivot).body
    before = engine.read(pivot.sheet, body).values
    assert any(value is not None for row in before for value in row)
    pivots.refresh(host.workbook, pivot)
    after = engine.read(pivot.sheet, body).values
    again = next(found for found in engine.pivots.pivots() if found.name == name)
    assert engine.pivots.report(again).body == body
    host.close()
    assert [list(map(plain, row)) for row in after] == [list(map(plain, row)) for row in before]
