import asyncio
import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from embedded_excel.host import EmbeddedExcel
from tieout.cli.app import app
from tieout.headless.embedded_host import EmbeddedHost
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results

ROOT = Path(__file__).resolve().parents[3]
LABELS = Path(os.environ.get("TIEOUT_SHARED_DATA", ROOT.parent / "shared" / "data")) / "lint"
BLOCK = {
    **{f"A{row}": f"Item {row}" for row in (2, 3, 4)},
    **{f"{column}{row}": row * 10 + 1 for row in (2, 3, 4) for column in "BCD"},
    **{f"{column}5": f"=SUM({column}2:{column}4)" for column in "BCD"},
}


async def made(path: Path, cells: dict[str, object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    host = EmbeddedHost(EmbeddedExcel.new())
    batch = BatchBuilder()
    for address, content in cells.items():
        target = batch.worksheet("Sheet1").range(address)
        target.set("Formulas", [[content]])  # pyright: ignore[reportArgumentType]
    Results(await host.send(batch.build()))
    await host.with_excel(lambda excel: excel.save(path))
    await host.close()


def measured(folder: Path) -> dict[str, dict[str, object]]:
    result: Result = CliRunner().invoke(app, ["bench", "lint", "--labels", str(folder)])
    assert result.exit_code == 0, result.output
    rows = [json.loads(line) for line in result.output.splitlines() if line.startswith("{")]
    return {row["metric"]: row for row in rows}


def test_labels_are_counted_cell_by_cell_with_both_sides_of_a_disagreement(tmp_path: Path) -> None:
    faulty, sound = tmp_path / "workbooks" / "faulty.xlsx", tmp_path / "workbooks" / "sound.xlsx"
    asyncio.run(made(faulty, BLOCK | {"C5": "=SUM(C2:C3)"}))
    asyncio.run(made(sound, BLOCK))
    bugs = [[2, 5, 0], [3, 5, 0], [4, 2, 0]]
    labels = {
        faulty.name: {"sheets": {"sheet1 ": {"bugs": bugs}}},
        sound.name: {"sheets": {"Sheet1": {"bugs": []}}},
    }
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    rows = measured(tmp_path)
    # flagged: C5, compared with B5 and D5; D5 is not labelled, D2 is and isn't flagged
    assert rows["precision"]["value"] == pytest.approx((2 / 3 + 1) / 2, abs=1e-4)
    assert rows["recall"]["value"] == pytest.approx((2 / 3 + 1) / 2, abs=1e-4)
    assert rows["recall of faulty workbooks"]["value"] == pytest.approx(2 / 3, abs=1e-4)
    assert rows["pooled precision"]["value"] == pytest.approx(2 / 3, abs=1e-4)
    assert rows["recall, kind formula fault"]["n"] == 3


def test_of_seeded_faults_the_faulty_cell_alone_counts(tmp_path: Path) -> None:
    path = tmp_path / "seeded" / "workbooks" / "seeded.xlsx"
    asyncio.run(made(path, BLOCK | {"C5": "=SUM(C2:C3)"}))
    label = {"file": path.name, "faulty_cells": [{"cell": "0!C!5", "type": "CRS"}]}
    (tmp_path / "seeded" / "labels.jsonl").write_text(json.dumps(label) + "\n")
    rows = measured(tmp_path)
    assert rows["precision"]["value"] == 1.0
    assert rows["recall, kind CRS"]["value"] == 1.0
    assert rows["rule TOTALS_DISAGREE, seeded"]["value"] == 1.0


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.skipif(not LABELS.is_dir(), reason="the shared data folder is not there")
def test_labelled_workbooks_are_judged_better_than_published() -> None:
    rows = measured(LABELS / "excelint")
    assert float(str(rows["precision"]["value"])) > 0.641
    assert float(str(rows["recall"]["value"])) > 0.621
    assert float(str(rows["must-fix precision"]["value"])) >= 0.95
