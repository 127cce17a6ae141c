"""Events of a stream become one message, or a failure; never a shorter message."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.errors import ModelFailed
from tieout.llm.accumulate import MessageAccumulator, parse_tool_input
from tieout.llm.client import (
    AssistantMessage,
    JsonDict,
    ModelEvent,
    TextDelta,
    ToolInputDelta,
    Usage,
)
from tieout.llm.wire_events import parse_event

START: JsonDict = {
    "type": "message_start",
    "message": {"usage": {"input_tokens": 9, "output_tokens": 1}},
}
STOP: JsonDict = {"type": "message_stop"}


def fold(*events: JsonDict) -> tuple[AssistantMessage, list[ModelEvent]]:
    accumulator = MessageAccumulator()
    shown: list[ModelEvent] = []
    for sent in events:
        event = parse_event(str(sent["type"]), json.dumps(sent))
        if event is not None and (piece := accumulator.feed(event)) is not None:
            shown.append(piece)
    return accumulator.message(), shown


def block(index: int, start: JsonDict, *deltas: JsonDict) -> list[JsonDict]:
    return [
        {"type": "content_block_start", "index": index, "content_block": start},
        *({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": index},
    ]


def stopped(reason: str | None, **usage: int) -> JsonDict:
    return {"type": "message_delta", "delta": {"stop_reason": reason}, "usage": dict(usage)}


def test_every_block_is_kept_as_it_must_be_sent_back() -> None:
    message, _ = fold(
        START,
        *block(
            0,
            {"type": "thinking", "thinking": "", "signature": ""},
            {"type": "thinking_delta", "thinking": "Let me "},
            {"type": "thinking_delta", "thinking": "look."},
            {"type": "signature_delta", "signature": "c2ln"},
        ),
        *block(1, {"type": "redacted_thinking", "data": "xyz"}),
        *block(2, {"type": "text", "text": ""}, {"type": "text_delta", "text": "Hi"}),
        *block(
            3,
            {
                "type": "tool_use",
                "id": "t1",
                "name": "execute_code",
                "input": {},
                "caller": {"type": "direct"},
            },
            {"type": "input_json_delta", "partial_json": ""},
            {"type": "input_json_delta", "partial_json": '{"code": "1E5'},
            {"type": "input_json_delta", "partial_json": ' + 1"}'},
        ),
        stopped("tool_use", output_tokens=65),
        STOP,
    )
    assert message == AssistantMessage(
        (
            {"type": "thinking", "thinking": "Let me look.", "signature": "c2ln"},
            {"type": "redacted_thinking", "data": "xyz"},
            {"type": "text", "text": "Hi"},
            {
                "type": "tool_use",
                "id": "t1",
                "name": "execute_code",
                "input": {"code": "1E5 + 1"},
                "caller": {"type": "direct"},
            },
        ),
        "tool_use",
        Usage(9, 0, 0, 65),
    )


def test_empty_visible_thinking_with_a_signature_is_kept() -> None:
    message, shown = fold(
        START,
        *block(
            0,
            {"type": "thinking", "thinking": "", "signature": ""},
            {"type": "signature_delta", "signature": "c2ln"},
        ),
        stopped("end_turn"),
        STOP,
    )
    assert message.content == ({"type": "thinking", "thinking": "", "signature": "c2ln"},)
    assert shown == []


def test_blank_text_is_dropped_because_the_service_would_not_take_it_back() -> None:
    message, _ = fold(
        START,
        *block(0, {"type": "text", "text": ""}, {"type": "text_delta", "text": " \n"}),
        *block(1, {"type": "text", "text": ""}),
        stopped("end_turn"),
        STOP,
    )
    assert message.content == ()


def test_a_stream_without_message_stop_is_no_message() -> None:
    with pytest.raises(ModelFailed) as failed:
        fold(START, *block(0, {"type": "text", "text": ""}), stopped("end_turn"))
    assert failed.value.kind == "incomplete"


def test_an_error_event_is_classified_by_its_type() -> None:
    with pytest.raises(ModelFailed, match="Overloaded") as failed:
        fold(
            START, {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
        )
    assert (failed.value.kind, failed.value.retryable) == ("overloaded", True)


def test_an_error_event_that_is_not_json_is_still_a_failure() -> None:
    event = parse_event("error", "upstream connect error")
    assert event is not None
    with pytest.raises(ModelFailed, match="upstream connect error"):
        MessageAccumulator().feed(event)


def test_an_unreadable_known_event_and_a_piece_of_no_block_are_failures() -> None:
    with pytest.raises(ModelFailed, match="unreadable message_delta"):
        parse_event("message_delta", "{")
    with pytest.raises(ModelFailed, match="no known block"):
        fold(
            START,
            {
                "type": "content_block_delta",
                "index": 7,
                "delta": {"type": "text_delta", "text": "x"},
            },
        )


def test_unknown_events_and_deltas_are_passed_over() -> None:
    message, _ = fold(
        START,
        {"type": "something_new", "x": 1},
        *block(
            0,
            {"type": "text", "text": ""},
            {"type": "mood_delta", "mood": 1},
            {"type": "text_delta", "text": "ok"},
        ),
        stopped("end_turn"),
        STOP,
    )
    assert message.content == ({"type": "text", "text": "ok"},)


def test_a_cut_tool_input_is_invalid_and_empty_with_or_without_its_block_stop() -> None:
    whole = block(
        0,
        {"type": "tool_use", "id": "t1", "name": "execute_tool", "input": {}},
        {"type": "input_json_delta", "partial_json": '{"row": 12, "col": 34'},
    )
    for events in (whole, whole[:-1]):
        message, _ = fold(START, *events, stopped("max_tokens"), STOP)
        assert message.content[0]["input"] == {}
        assert [identity for identity, _ in message.invalid_inputs] == ["t1"]


def test_a_tool_call_without_any_input_has_an_empty_one() -> None:
    message, _ = fold(
        START,
        *block(0, {"type": "tool_use", "id": "t", "name": "n", "input": {}}),
        stopped("tool_use"),
        STOP,
    )
    assert message.content[0]["input"] == {}
    assert message.invalid_inputs == ()


def test_only_pieces_with_content_are_shown() -> None:
    _, shown = fold(
        START,
        *block(
            0,
            {"type": "text", "text": ""},
            {"type": "text_delta", "text": "a"},
            {"type": "text_delta", "text": ""},
        ),
        *block(
            1,
            {"type": "tool_use", "id": "t1", "name": "n", "input": {}},
            {"type": "input_json_delta", "partial_json": ""},
            {"type": "input_json_delta", "partial_json": "{}"},
        ),
        stopped("tool_use"),
        STOP,
    )
    assert shown == [TextDelta("a"), ToolInputDelta("t1", "{}")]


def test_a_refusal_keeps_what_the_service_said() -> None:
    message, _ = fold(
        START,
        {
            "type": "message_delta",
            "delta": {
                "stop_reason": "refusal",
                "stop_details": {"type": "refusal", "category": "cyber", "explanation": None},
            },
            "usage": {"output_tokens": 2},
        },
        STOP,
    )
    assert (message.stop_reason, message.stop_detail) == ("refusal", "cyber")


@pytest.mark.parametrize(
    "text", ["[1]", '"x"', '{"a": NaN}', '{"a": 1}}', '{"code": "\\ud800"}', "[" * 100_000]
)
def test_what_is_not_one_plain_json_object_is_invalid(text: str) -> None:
    value, problem = parse_tool_input(text)
    assert value == {}
    assert problem


@given(st.dictionaries(st.text(), st.text() | st.integers() | st.booleans()), st.data())
def test_no_cut_of_a_tool_input_ever_looks_valid(
    value: dict[str, object], data: st.DataObject
) -> None:
    whole = json.dumps(value)
    assert parse_tool_input(whole) == (value, "")
    cut = data.draw(st.integers(1, len(whole) - 1))
    assert parse_tool_input(whole[:cut])[1]
