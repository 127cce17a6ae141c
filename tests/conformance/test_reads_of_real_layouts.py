"""What the model reads of twenty layouts of real workbooks, to be judged at a glance."""

import os
from pathlib import Path

import pytest

from embedded_excel.host import EmbeddedExcel
from tieout.execution.looks.snapshots import Snapshots
from tieout.execution.reads.reads import CodeReads
from tieout.headless.embedded_host import EmbeddedHost

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "golden" / "reads"
LAYOUTS = (
    ("ledger with blocks", "accounts", "AIAL!A1:M149", "rows"),
    ("part of a ledger", "accounts", "CIAL!C20:H60", "rows"),
    ("ledger as cells", "accounts", "WIAL!A1:K12", "cells"),
    ("plan over 25 years", "combo-chart", "'25 Year Non-Renewal Plan'!A1:AP36", "rows"),
    ("look-up lists", "combo-chart", "Lookups!A1:R39", "rows"),
    ("formulas between tables", "pivot-tables", "Formula!A3:D9", "rows"),
    ("two tables side by side", "pivot-tables", "Table!C1:L15", "rows"),
    ("report of a pivot table", "pivot-tables", "PivotTable!B5:E18", "rows"),
    ("cover", "self-auditing-model", "' '!B7:I25", "rows"),
    ("quarterly cash flow", "self-auditing-model", "QCF!A1:BI47", "rows"),
    ("inputs with units", "self-auditing-model", "Inputs!A1:Q63", "rows"),
    ("part of a timeline", "self-auditing-model", "Cons!K10:T30", "rows"),
    ("operations", "self-auditing-model", "Ops!A1:N59", "rows"),
    ("debt as csv", "self-auditing-model", "Debt!A1:P45", "csv"),
    ("timing flags", "self-auditing-model", "Timing!A1:BI14", "rows"),
    ("notes", "self-auditing-model", "'L&N'!A1:I35", "rows"),
    ("start page", "six-tables", "Start!B1:B8", "rows"),
    ("costs with totals", "six-tables", "'Start-Up Costs Example'!B1:F10", "rows"),
    ("empty template", "six-tables", "'P&L Template'!B1:O23", "rows"),
    ("profit and loss by month", "six-tables", "'P&L Example'!B1:O22", "rows"),
)


@pytest.mark.parametrize("workbook", sorted({workbook for _, workbook, _, _ in LAYOUTS}))
async def test_reads_are_the_golden_texts(workbook: str) -> None:
    """Run with TIEOUT_UPDATE_GOLDEN=1 to accept new texts; read the diff before you do."""
    host = EmbeddedHost(EmbeddedExcel.open(ROOT / "workbooks" / f"{workbook}.xlsx"))
    known = await Snapshots(host).take()
    different: list[str] = []
    for name, file, address, layout in LAYOUTS:
        if file != workbook:
            continue
        reads = CodeReads(host, lambda: known, 100_000)
        await reads.call("read", {"address": address, "layout": layout})
        text = reads.texts[0] + "\n"
        golden = GOLDEN / f"{name.replace(' ', '_')}.txt"
        if os.environ.get("TIEOUT_UPDATE_GOLDEN"):
            golden.parent.mkdir(exist_ok=True)
            golden.write_text(text, encoding="utf-8")
        if not golden.exists() or golden.read_text(encoding="utf-8") != text:
            different.append(name)
    await host.close()
    assert different == []
