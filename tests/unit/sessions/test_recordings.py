"""Recordings: what is written can be read, and what can't be read says so."""

import pytest

from tieout.errors import RecordingError
from tieout.execution.ports import HostCapabilities
from tieout.llm.client import AssistantMessage, ModelRequest, Usage
from tieout.llm.replay_client import ReplayModel
from tieout.llm.scripted_client import ScriptedModel
from tieout.office_wire.batch import Batch
from tieout.sessions.context_parts import context_header, small_model_for
from tieout.sessions.recorded_host import RecordingHost, ReplayHost, first_difference
from tieout.sessions.recorder import Recorder
from tieout.sessions.recording import BatchRecord, ContextHeader, Header, read_recording
from tieout.settings import Settings

HEADER = Header(
    tieout="0.1.0", about="a test", workbook="Book.xlsx", sha256="00", model="scripted:x", host="h"
)
BATCH = BatchRecord(flags=1, request={"Actions": [{"Id": 1}]}, response={"Error": None})


def test_a_recording_reads_back_as_it_was_written(tmp_path):
    path = tmp_path / "run.jsonl"
    message = AssistantMessage(({"type": "text", "text": "é"},), "end_turn", Usage(1, 2, 3, 4))
    request = ModelRequest({"model": "m", "messages": []}, {"L0": "ab"})
    with Recorder(path, HEADER) as recorder:
        recorder.turn("Do it")
        recorder.write(BATCH)
        recorder.exchange(request, message)
        recorder.end("answered", "Done.")
    recording = read_recording(path)
    assert recording.header == HEADER
    assert recording.tasks == ("Do it",)
    assert recording.batches == (BATCH,)
    assert recording.exchanges[0].message == message
    assert recording.exchanges[0].layers == {"L0": "ab"}
    assert recording.text() == path.read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "its first line is no header"),
        ("not json\n", "Line 1"),
        ('{"record":"end","end":"answered","answer":""}\n', "its first line is no header"),
        (HEADER.model_copy(update={"version": 99}).model_dump_json() + "\n", "version 99"),
        (HEADER.model_dump_json() + '\n{"record":"unheard of"}\n', "Line 2"),
    ],
)
def test_what_is_no_recording_says_so_in_a_sentence(tmp_path, text, sentence):
    path = tmp_path / "run.jsonl"
    path.write_text(text, "utf-8")
    with pytest.raises(RecordingError, match=sentence):
        read_recording(path)


def test_a_missing_recording_says_where_it_was_looked_for(tmp_path):
    with pytest.raises(RecordingError, match="no recording at"):
        read_recording(tmp_path / "none.jsonl")


async def test_a_replay_answers_the_recorded_batches_in_order_and_no_others():
    host = ReplayHost([BATCH], HostCapabilities("replay"))
    response = await host.send(Batch(BATCH.request))
    assert response.body == BATCH.response
    assert host.unanswered == 0
    with pytest.raises(RecordingError, match="sent a batch 2"):
        await host.send(Batch(BATCH.request))


async def test_a_batch_that_differs_ends_the_replay_and_names_the_place():
    host = ReplayHost([BATCH], HostCapabilities("replay"))
    with pytest.raises(RecordingError, match=r"Batch 1 .* at Actions\[0\]\.Id"):
        await host.send(Batch({"Actions": [{"Id": 2}]}))
    assert host.unanswered == 1


async def test_a_recording_host_keeps_what_went_by():
    kept: list[BatchRecord] = []
    host = RecordingHost(
        ReplayHost([BATCH], HostCapabilities("behind", {"ExcelApi": "1.9"})), kept.append
    )
    await host.send(Batch(BATCH.request, flags=1))
    assert kept == [BATCH]
    assert host.capabilities.requirement_sets == {"ExcelApi": "1.9"}


def test_numbers_that_json_writes_differently_differ():
    assert first_difference({"a": [1]}, {"a": [1.0]}) == "a[0]"
    assert first_difference({"a": {"b": 1}}, {"a": {}}) == "a.b"
    assert first_difference({"a": [1, 2]}, {"a": [1]}) == "a.length"
    assert first_difference({"a": "x"}, {"a": "x"}) is None


def test_a_replay_counts_and_cuts_as_the_recorded_run_did() -> None:
    context = ContextHeader(counter="ctok-4.8", small_model="claude-haiku-5-5", history_tokens=500)
    modes = HEADER.model_copy(update={"context": context}).modes
    shared = Settings(history_tokens=900).model_copy(update=modes)
    assert (shared.token_counter, shared.small_model) == ("ctok", "claude-haiku-5-5")
    assert (shared.history_tokens, shared.evidence_tokens) == (500, 8_000)


def test_a_script_has_no_reply_for_a_light_call() -> None:
    scripted, replayed = ScriptedModel([]), ReplayModel([], strict=True)
    assert small_model_for(scripted, Settings()) == ""
    assert small_model_for(replayed, Settings()) == Settings().small_model
    assert context_header(Settings(token_counter="estimate"), scripted).counter == "estimate-1"
