"""Maps of sheets of real workbooks, as golden files a reader can judge at a glance."""

import os
from pathlib import Path

import pytest

from embedded_excel.host import EmbeddedExcel
from tieout.execution.looks.snapshots import Snapshots
from tieout.execution.reads.sheet_reads import read_sheet, used_range
from tieout.headless.embedded_host import EmbeddedHost
from tieout.workbook.sheet_map import map_text

TESTS = Path(__file__).resolve().parent.parent
GOLDEN = TESTS / "golden" / "sheet_maps"
SHEETS = [
    ("six-tables.xlsx", "P&L Example"),
    ("six-tables.xlsx", "Start-Up Costs Example"),
    ("self-auditing-model.xlsx", "Timing"),
    ("self-auditing-model.xlsx", "Debt"),
    ("self-auditing-model.xlsx", "L&N"),
    ("accounts.xlsx", ""),
    ("combo-chart.xlsx", ""),
    ("pivot-tables.xlsx", ""),
]


@pytest.mark.parametrize(("workbook", "sheet"), SHEETS)
async def test_the_map_of_a_real_sheet_is_the_golden_one(workbook: str, sheet: str) -> None:
    host = EmbeddedHost(EmbeddedExcel.open(TESTS / "workbooks" / workbook))
    try:
        known = await Snapshots(host).take()
        used = await used_range(host, sheet)
        assert used is not None
        read = await read_sheet(host, used, known)
        text = map_text(used, read.regions, read.look, 2_500) + "\n"
    finally:
        await host.close()
    name = f"{Path(workbook).stem}_{sheet or 'active'}".lower().replace(" ", "-").replace("&", "n")
    golden = GOLDEN / f"{name}.txt"
    if os.environ.get("TIEOUT_UPDATE_GOLDEN"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")
