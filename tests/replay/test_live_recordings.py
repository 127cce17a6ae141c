"""Recordings of live Excel that lie in `live/`: understood batch by batch, and answered the same."""

import asyncio
import json
from pathlib import Path

import pytest

from embedded_excel.host import EmbeddedExcel
from tieout.execution.gate import check_batch
from tieout.headless.embedded_host import EmbeddedHost
from tieout.office_wire.batch import Batch, BatchResponse
from tieout.office_wire.places import Places
from tieout.office_wire.response import error_of, result_values
from tieout.office_wire.touch import learn, touched
from tieout.sessions.fidelity import Fidelity, compare_answers
from tieout.sessions.recording import read_recording

FOLDER = Path(__file__).parent / "live"
ALL = sorted(FOLDER.glob("*.jsonl"))
WITH_WORKBOOK = [path for path in ALL if path.with_suffix(".xlsx").is_file()]


def test_there_is_one_to_show_the_form():
    assert [path.name for path in ALL if path.stem == "figures"] == ["figures.jsonl"]
    assert WITH_WORKBOOK


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_every_batch_is_understood_and_every_answer_readable(path: Path):
    recording = read_recording(path)
    assert recording.batches
    places = Places({}, "", {}, {})
    for record in recording.batches:
        batch, response = Batch(record.request, record.flags), BatchResponse(record.response)
        check_batch(batch, places)
        touched(batch, places)
        if error_of(response) is None:
            assert result_values(response) or not record.request.get("Actions")
        learn(batch, response, places)


@pytest.mark.parametrize("path", WITH_WORKBOOK, ids=lambda path: path.stem)
def test_the_embedded_excel_answers_the_same_but_for_what_is_listed(path: Path):
    async def compare() -> Fidelity:
        host = EmbeddedHost(EmbeddedExcel.open(path.with_suffix(".xlsx")))
        try:
            return await compare_answers(read_recording(path), host.send)
        finally:
            await host.close()

    found = asyncio.run(compare())
    listed = path.with_suffix(".differs.json")
    known = set(json.loads(listed.read_text("utf-8"))) if listed.is_file() else set()
    assert found.equal.total() > 0
    assert set(found.differing) == known, found.examples
