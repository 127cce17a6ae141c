"""The shipped recordings: they replay byte for byte, and they are what the product does today."""

import os
import subprocess
import sys

import pytest

from tieout.sessions.demonstrations import demonstrations
from tieout.sessions.recording import read_recording

ALL = demonstrations()


def _tieout(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tieout", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, **environment},
    )


def test_there_are_three_demonstrations():
    assert len(ALL) == 3


@pytest.mark.parametrize("demonstration", ALL, ids=lambda item: item.name)
def test_a_demonstration_replays_byte_for_byte_under_another_hash_seed_and_locale(demonstration):
    done = _tieout(
        "replay", str(demonstration.recording), "--strict",
        PYTHONHASHSEED="4242", LC_ALL="tr_TR.UTF-8", LANG="tr_TR.UTF-8", TZ="Pacific/Apia",
    )  # fmt: skip
    assert done.stderr == ""
    assert done.returncode == 0
    assert "byte-identical" in done.stdout


@pytest.mark.parametrize("demonstration", ALL, ids=lambda item: item.name)
def test_a_recording_holds_what_a_run_of_today_would_record(demonstration, tmp_path):
    replies = demonstration.workbook.with_name("replies.json")
    recording = tmp_path / "recording.jsonl"
    done = _tieout(
        "run", str(demonstration.workbook), "--task", demonstration.task,
        "--model", f"scripted:{replies}", "--out", str(tmp_path / "out.xlsx"),
        "--record", str(recording), PYTHONHASHSEED="17", TIEOUT_TOKEN_COUNTER="estimate",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert recording.read_text("utf-8") == demonstration.recording.read_text("utf-8"), (
        "the recording is stale: run scripts/record_demonstrations.py"
    )


def test_a_changed_layer_is_named(tmp_path):
    original = ALL[0].recording.read_text("utf-8")
    exchange = read_recording(ALL[0].recording).exchanges[1]
    changed = tmp_path / "changed.jsonl"
    first = original.replace(exchange.layers["L0"], "0" * 64)
    changed.write_text(first.replace(exchange.request_sha256, "1" * 64), "utf-8")
    done = _tieout("replay", str(changed), "--strict")
    assert done.returncode == 3
    assert "Request 2 differs from the recording, first in its layer L0" in done.stderr


def test_a_changed_response_of_excel_leads_the_replay_elsewhere_and_says_so(tmp_path):
    original = ALL[0].recording.read_text("utf-8")
    changed = tmp_path / "changed.jsonl"
    changed.write_text(original.replace("Balance check", "Balance cheque"), "utf-8")
    done = _tieout("replay", str(changed), "--strict")
    assert done.returncode == 3
    assert "differs" in done.stderr
