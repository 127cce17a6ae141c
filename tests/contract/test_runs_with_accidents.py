"""`tieout run` on real workbooks while things go wrong: every accident is caught, all can be taken back.

The accidents: a cell outside the scope is hit, a number replaces a formula, a total loses its last row, a
script fails half way, somebody else edits a cell the agent has read. What is found is read from the
report of the real command; the way back is taken in a conversation about the same workbook.
"""

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from accidents import THEIRS, Accidents, find_accidents
from executions import WatchedHost
from portraits import differences, portrait

from embedded_excel.host import EmbeddedExcel
from tieout.agent.events import ExecutionFinished
from tieout.headless.embedded_host import EmbeddedHost
from tieout.headless.v8_sandbox import V8Sandbox
from tieout.sessions.conversation import Conversation, Ports, turn_undo_id
from tieout.sessions.models import open_model
from tieout.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("TIEOUT_SHARED_DATA", ROOT.parent / "shared" / "data")) / "workbooks"
COMMITTED = ROOT / "tests" / "workbooks"
ACCOUNTS = COMMITTED / "accounts.xlsx"
NAMES = ("alkem-dcf", "bakery-case", "brewery-model-10y", "dcf-model")
WORKBOOKS = [
    ACCOUNTS,
    pytest.param(COMMITTED / "self-auditing-model.xlsx", marks=pytest.mark.slow),
    *(
        pytest.param(DATA / f"{name}.xlsx", marks=[pytest.mark.data, pytest.mark.slow])
        for name in NAMES
    ),
]


@dataclass
class Told:
    """What is known after a conversation in which everything went wrong.

    Attributes:
        requests: How many requests Excel had got when the first execution was over.
        undo_points: How many executions changed something.
        left: What isn't as it was.
        kept: What the revert itself names as not taken back.
    """

    requests: int
    undo_points: int
    left: list[str]
    kept: list[str]


async def taken_back(path: Path, accidents: Accidents, folder: Path) -> Told:
    """Have all accidents, take the whole turn back, save, and compare the file with the original."""
    host = WatchedHost(EmbeddedHost(EmbeddedExcel.open(path)))
    sandbox = V8Sandbox()
    model = open_model(f"scripted:{accidents.replies(folder)}", Settings())
    conversation = Conversation(Ports(host, sandbox, model.client, model.model_id), Settings())
    shared, first, undo = accidents.inputs[2], 0, list[str]()
    try:
        async for event in conversation.turn("Have accidents"):
            if isinstance(event, ExecutionFinished):
                undo += [event.result.undo_id] if event.result.undo_id else []
                if not first:
                    first = len(host.batches)
                    await host.write(shared.sheet, shared.local, "Values", [[THEIRS]])
        reverted = await conversation.revert(turn_undo_id(undo[0]))
        await host.inner.with_excel(lambda excel: excel.save(folder / "reverted.xlsx"))
    finally:
        await sandbox.close()
        await host.inner.close()
    left = differences(await _original(path, accidents, folder), _picture(folder / "reverted.xlsx"))
    return Told(first, len(undo), left, [*map(str, reverted.kept), *reverted.not_covered])


async def _original(path: Path, accidents: Accidents, folder: Path) -> dict[str, object]:
    """The workbook with nothing but the other person's edit, saved and opened again."""
    shared = accidents.inputs[2]
    host = WatchedHost(EmbeddedHost(EmbeddedExcel.open(path)))
    await host.write(shared.sheet, shared.local, "Values", [[THEIRS]])
    await host.inner.with_excel(lambda excel: excel.save(folder / "original.xlsx"))
    await host.inner.close()
    return _picture(folder / "original.xlsx")


def _picture(path: Path) -> dict[str, object]:
    excel = EmbeddedExcel.open(path)
    try:
        return portrait(excel, whole=True)
    finally:
        excel.close()


def reported(path: Path, accidents: Accidents, folder: Path, requests: int) -> list[dict]:
    """What `tieout run` reports of each execution."""
    theirs = f"co_author={accidents.inputs[2]}:{THEIRS},after={requests}"
    done = subprocess.run(
        [
            *(sys.executable, "-m", "tieout", "run", path, "--task", "Have accidents"),
            *("--model", f"scripted:{folder / 'replies.json'}"),
            *("--out", folder / "out.xlsx", "--report", folder / "report.json"),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "TIEOUT_EXCEL_BEHAVIOURS": theirs},
    )
    assert done.returncode == 0, done.stderr
    return json.loads((folder / "report.json").read_text("utf-8"))["executions"]


def codes(execution: dict, cell: object) -> dict[str, str]:
    found = [f for f in execution["findings"] if str(cell) in f["cells"]]
    return {finding["code"]: finding["severity"] for finding in found}


def changed(execution: dict, kind: str) -> list[str]:
    return [cell["address"] for cell in execution["cells"] if cell["kind"] == kind]


@pytest.mark.parametrize("path", WORKBOOKS, ids=lambda path: path.stem)
async def test_every_accident_is_caught_and_everything_can_be_taken_back(path, tmp_path) -> None:
    if not path.exists():
        pytest.skip("the shared data folder is not there")
    accidents = await find_accidents(path)
    told = await taken_back(path, accidents, tmp_path)
    assert (told.undo_points, told.left, told.kept) == (4, [], [])
    runs = reported(path, accidents, tmp_path, told.requests)
    read, refused, confirmed, outside, over, short, half = runs
    meant, hit, shared, _ = map(str, accidents.inputs)
    assert (read["outcome"], read["is_error"]) == ("applied", False)
    assert (refused["outcome"], refused["cells"]) == ("not_applied", [])
    assert "would overwrite cells that somebody else changed" in refused["text"]
    assert f"{shared}: " in refused["text"]
    assert re.search(rf"->\s+\S*{THEIRS}", refused["text"].replace(",", ""))
    assert changed(confirmed, "written") == [shared]
    assert changed(outside, "collateral") == [hit]
    assert changed(outside, "written") == [meant]
    assert "Outside the scope you named: 1 cell" in outside["text"]
    assert codes(over, accidents.formula)["FORMULA_OVERWRITTEN"] == "must_fix"
    assert {"TOTALS_DISAGREE", "RANGE_MISSES_CELL"} & codes(short, accidents.total).keys()
    assert (half["outcome"], half["is_error"]) == ("rolled_back", True)
    assert half["cells"] == []


async def test_with_the_policy_of_rolling_back_a_hit_outside_the_scope_changes_nothing(
    tmp_path, monkeypatch
) -> None:
    monkeypatch.setenv("TIEOUT_SCOPE_POLICY", "rollback")
    accidents = await find_accidents(ACCOUNTS)
    accidents.replies(tmp_path)
    outside = reported(ACCOUNTS, accidents, tmp_path, 10_000)[3]
    assert outside["outcome"] == "rolled_back"
    assert str(accidents.inputs[1]) in outside["text"]
