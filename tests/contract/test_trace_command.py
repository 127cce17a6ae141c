"""`tieout trace` on a run of today: the session is kept, shown, compared; a recording gives the same."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tieout.sessions.demonstrations import demonstrations
from tieout.sessions.trace.store import TraceStore

DEMONSTRATION = demonstrations()[0]


def tieout(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    own = {"TIEOUT_TRACE": "true", "TIEOUT_SESSIONS_FILE": str(folder / "sessions.db"), **more}
    return subprocess.run(
        [sys.executable, "-m", "tieout", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, **own},
    )


def run(folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    return tieout(
        folder, "run", str(DEMONSTRATION.workbook), "--task", DEMONSTRATION.task,
        "--model", f"scripted:{DEMONSTRATION.workbook.with_name('replies.json')}",
        "--out", str(folder / "out.xlsx"), "--record", str(folder / "recording.jsonl"), **more,
    )  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("traced")
    done = run(folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def session(folder: Path) -> str:
    (line,) = TraceStore(folder / "sessions.db").sessions()
    return line.id


def test_a_run_is_listed_and_shown_with_every_layer(folder: Path, session: str) -> None:
    listed = tieout(folder, "trace").stdout
    assert listed.startswith(session)
    assert DEMONSTRATION.workbook.name in listed
    shown = tieout(folder, "trace", session).stdout
    assert re.search(r"#\s+step\s+tools\s+L0\s+capabilities\s+L1\s+L3\s+L2\s+tail", shown)
    assert re.search(r"\n\s*1\s+1\s+\d", shown)


def test_a_request_is_shown_whole(folder: Path, session: str) -> None:
    shown = tieout(folder, "trace", session, "--request", "2").stdout
    assert DEMONSTRATION.task in shown
    assert "== L0 (contract)" in shown
    assert "== evidence:" in shown


def test_two_requests_of_one_step_differ_in_their_tails_alone(folder: Path, session: str) -> None:
    shown = tieout(folder, "trace", session, "--diff", "1", "2").stdout
    assert "Requests 1 and 2 differ, first in tail (evidence)." in shown
    assert "== L1" not in shown


def test_a_recording_gives_the_same_layers(folder: Path, session: str) -> None:
    kept = tieout(folder, "trace", session, "--request", "2").stdout
    replayed = tieout(folder, "trace", str(folder / "recording.jsonl"), "--request", "2")
    assert replayed.stdout == kept, replayed.stderr


def test_what_is_not_there_is_said_in_a_sentence(folder: Path, session: str) -> None:
    for arguments, said in (
        (["nobody"], "No session nobody is kept"),
        ([session, "--request", "99"], "has no request 99"),
        (["missing.jsonl"], "There is no recording at missing.jsonl"),
    ):
        refused = tieout(folder, "trace", *arguments)
        assert refused.returncode == 2
        assert said in refused.stderr


def test_nothing_is_kept_when_traces_are_off(tmp_path: Path) -> None:
    assert run(tmp_path, TIEOUT_TRACE="false").returncode == 0
    assert not (tmp_path / "sessions.db").exists()


def test_a_file_of_sessions_that_can_not_be_opened_is_said_before_anything_runs(
    tmp_path: Path,
) -> None:
    (tmp_path / "sessions.db").mkdir()
    refused = run(tmp_path)
    assert refused.returncode == 2
    assert "The sessions can't be kept in" in refused.stderr
    assert not (tmp_path / "out.xlsx").exists()


def test_a_usual_place_that_can_not_be_used_keeps_nobody_from_working(tmp_path: Path) -> None:
    (tmp_path / "tieout").write_text("a file where the folder should be")
    own = {"TIEOUT_TRACE": "true", "XDG_DATA_HOME": str(tmp_path)}
    clean = {name: value for name, value in os.environ.items() if name != "TIEOUT_SESSIONS_FILE"}
    done = subprocess.run(
        [
            sys.executable, "-m", "tieout", "run", str(DEMONSTRATION.workbook), "--task", DEMONSTRATION.task,
            "--model", f"scripted:{DEMONSTRATION.workbook.with_name('replies.json')}",
            "--out", str(tmp_path / "out.xlsx"),
        ],
        capture_output=True, text=True, timeout=120, check=False, env=clean | own,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.xlsx").exists()
