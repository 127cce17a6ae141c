import os
import sys
from pathlib import Path

import pytest

from embedded_excel.host import EmbeddedExcel
from tieout.execution.snapshots import Snapshots
from tieout.headless.embedded_host import EmbeddedHost
from tieout.workbook.range_text import range_text

sys.path.insert(0, str(Path(__file__).parents[1] / "unit" / "workbook"))
from range_text_reader import expected, read_text

SHARED = Path(os.environ.get("TIEOUT_SHARED_DATA", Path(__file__).parents[3] / "shared" / "data"))
NAMES = ("bakery-case", "dcf-model", "self-auditing-model", "three-statement-dcf")


@pytest.mark.data
@pytest.mark.skipif(not SHARED.exists(), reason="the shared data folder isn't there")
@pytest.mark.parametrize("name", NAMES)
async def test_every_sheet_of_a_real_workbook_reads_back_without_loss(name: str) -> None:
    host = EmbeddedHost(EmbeddedExcel.open(SHARED / "workbooks" / f"{name}.xlsx"))
    snapshot = await Snapshots(host).take()
    await host.close()
    read = [sheet.cells for sheet in snapshot.sheets if sheet.cells is not None]
    assert read
    for cells in read:
        for layout in ("rows", "cells"):
            found = read_text(range_text(cells, layout=layout, budget=None))
            assert (found.cells, found.formats) == expected(cells), cells.address
