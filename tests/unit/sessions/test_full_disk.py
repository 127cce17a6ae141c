"""Recording on a disk that is full, as Linux's /dev/full plays it."""

from pathlib import Path

import pytest

from tieout.errors import SettingsError
from tieout.sessions.recorder import Recorder
from tieout.sessions.recording import Header, read_recording

FULL = Path("/dev/full")


@pytest.fixture
def header() -> Header:
    return Header(
        tieout="0",
        about="",
        workbook="b.xlsx",
        sha256="",
        model="m",
        model_id="m",
        host="h",
        requirement_sets={},
    )


@pytest.mark.skipif(not FULL.exists(), reason="only Linux has a full disk to offer")
def test_a_recording_that_can_not_begin_is_refused(header: Header):
    with pytest.raises(SettingsError, match="No space left on device"), Recorder(FULL, header):
        pass


@pytest.mark.skipif(not FULL.exists(), reason="only Linux has a full disk to offer")
def test_a_disk_that_fills_up_ends_the_recording_and_not_the_run(tmp_path: Path, header: Header):
    path = tmp_path / "run.jsonl"
    with Recorder(path, header) as recorder:
        recorder.turn("first")
        assert recorder._file is not None
        recorder._file.close()
        recorder._file = FULL.open("w", encoding="utf-8")
        recorder.turn("second")
        recorder.turn("third")
    assert recorder.failure == f"The recording {path} is incomplete: No space left on device."
    assert len(read_recording(path).records) == 1
