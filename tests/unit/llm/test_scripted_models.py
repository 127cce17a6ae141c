"""Replies from a file, from a recording, and the client that records."""

import json
from pathlib import Path

import pytest

from tieout.errors import ModelFailed, RecordingError, SettingsError
from tieout.llm.client import (
    AssistantMessage,
    Completed,
    ModelClient,
    ModelEvent,
    ModelRequest,
    TextDelta,
    ToolInputDelta,
)
from tieout.llm.exchange import (
    RecordedExchange,
    RecordingClient,
    exchange_from_json,
    exchange_of,
    exchange_to_json,
)
from tieout.llm.replay_client import ReplayModel
from tieout.llm.scripted_client import ScriptedModel, parse_script

SCRIPT = """[
  {"content": [{"type": "text", "text": "I'll look at the totals of the sheet."},
               {"type": "tool_use", "name": "execute_code", "input": {"code": "return 1"}}],
   "stop_reason": "tool_use"},
  {"content": "Done.", "stop_reason": "end_turn", "usage": {"output_tokens": 3}}
]"""


def request(text: str = "hi", **layers: str) -> ModelRequest:
    return ModelRequest(
        {"model": "m", "messages": [{"role": "user", "content": text}]},
        layers or {"L0": "0", "L1": "1"},
    )


async def answers(model: ModelClient, asked: ModelRequest) -> list[ModelEvent]:
    return [event async for event in model.stream(asked)]


async def test_a_script_is_streamed_in_pieces_that_add_up() -> None:
    model = ScriptedModel(parse_script(SCRIPT))
    events = await answers(model, request())
    completed = events[-1]
    assert isinstance(completed, Completed)
    texts = [event.text for event in events if isinstance(event, TextDelta)]
    code = [event for event in events if isinstance(event, ToolInputDelta)]
    assert len(texts) > 1
    assert "".join(texts) == completed.message.content[0]["text"]
    assert json.loads("".join(event.partial_json for event in code)) == {"code": "return 1"}
    assert {event.tool_use_id for event in code} == {"toolu_script_1_2"}


def test_ids_left_out_depend_on_the_place_only_and_given_ones_are_kept() -> None:
    assert parse_script(SCRIPT) == parse_script(SCRIPT)
    named = SCRIPT.replace('"name"', '"id": "mine", "name"')
    assert parse_script(named)[0].content[1]["id"] == "mine"


async def test_an_exhausted_script_fails_without_a_retry() -> None:
    model = ScriptedModel(parse_script('[{"content": "a", "stop_reason": "end_turn"}]'))
    await answers(model, request())
    with pytest.raises(ModelFailed, match="1 replies") as failed:
        await answers(model, request())
    assert not failed.value.retryable


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "is not JSON"),
        ('{"content": []}', "not an array of model replies"),
        ('[{"content": [{"type": "video"}], "stop_reason": "x"}]', "at 0.content"),
        ('[{"content": "a"}]', "at 0.stop_reason"),
    ],
)
def test_a_broken_script_is_one_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "replies.json"
    path.write_text(text)
    with pytest.raises(SettingsError, match=sentence):
        ScriptedModel.from_file(path)


def test_a_script_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="can't be read: No such file"):
        ScriptedModel.from_file(tmp_path / "none.json")
    (tmp_path / "latin.json").write_bytes(b"\xff\xfe[]")
    with pytest.raises(SettingsError, match="not UTF-8"):
        ScriptedModel.from_file(tmp_path / "latin.json")


async def test_recorded_exchanges_replay_the_same_events() -> None:
    recorded: list[RecordedExchange] = []
    model = RecordingClient(
        ScriptedModel(parse_script(SCRIPT)),
        lambda asked, message: recorded.append(exchange_of(asked, message)),
    )
    first = [await answers(model, request("a")), await answers(model, request("b"))]
    assert model.name == "scripted"
    stored = [
        exchange_from_json(json.loads(json.dumps(exchange_to_json(each)))) for each in recorded
    ]
    replay = ReplayModel(stored, strict=True)
    assert [await answers(replay, request("a")), await answers(replay, request("b"))] == first
    assert replay.remaining == 0


@pytest.mark.parametrize(
    ("layers", "named"),
    [
        ({"L0": "0", "L1": "other"}, "layer L1"),
        ({"L0": "other", "L1": "other"}, "layer L0"),
        ({"L0": "0", "L1": "1", "tail": "new"}, "layer tail"),
        ({"L0": "0", "L1": "1"}, "settings"),
    ],
)
async def test_a_strict_replay_names_the_first_layer_that_differs(
    layers: dict[str, str], named: str
) -> None:
    exchange = exchange_of(
        request("a"), AssistantMessage(({"type": "text", "text": "x"},), "end_turn")
    )
    with pytest.raises(RecordingError, match=f"Request 1 differs.*{named}"):
        await answers(ReplayModel([exchange], strict=True), request("b", **layers))


async def test_a_lenient_replay_answers_and_keeps_the_difference() -> None:
    exchange = exchange_of(
        request("a"), AssistantMessage(({"type": "text", "text": "x"},), "end_turn")
    )
    replay = ReplayModel([exchange], strict=False)
    assert await answers(replay, request("b", L0="9")) == [
        TextDelta("x"),
        Completed(exchange.message),
    ]
    assert replay.differences == ["Request 1 differs from the recording, first in its layer L0."]
    with pytest.raises(RecordingError, match="asked for one more"):
        await answers(replay, request("b"))


def test_a_broken_exchange_is_one_sentence() -> None:
    with pytest.raises(RecordingError, match="broken model exchange"):
        exchange_from_json({"request_sha256": "x", "layers": {}})
