"""The real SDK against the local Messages API, in every way it can go wrong."""

import asyncio

import pytest

from tieout.errors import ModelFailed, ModelFailure
from tieout.llm.anthropic_client import AnthropicClient, StreamTimeouts
from tieout.llm.canonical import canonical_request
from tieout.llm.client import (
    AssistantMessage,
    Completed,
    JsonDict,
    ModelEvent,
    ModelRequest,
    TextDelta,
)
from tieout.llm.local_api import LocalMessagesApi
from tieout.llm.local_faults import (
    BrokenToolInput,
    ConnectionCut,
    CutToolInput,
    EndWithoutStop,
    ErrorEvent,
    Fault,
    Stall,
    StatusError,
    UnknownEvents,
)
from tieout.llm.scripted_client import parse_script

TOOL: JsonDict = {
    "name": "execute_code",
    "description": "d",
    "input_schema": {
        "type": "object",
        "properties": {"code": {"type": "string"}},
        "required": ["code"],
        "additionalProperties": False,
    },
    "strict": True,
}
BODY: JsonDict = {
    "model": "claude-opus-5-5",
    "max_tokens": 32_000,
    "system": [{"type": "text", "text": "system"}],
    "tools": [TOOL],
    "messages": [{"role": "user", "content": [{"type": "text", "text": "Größe? 日本 €"}]}],
}
REPLY = parse_script(
    """[{"content": [
        {"type": "thinking", "thinking": "First I read what is there, then I decide what to do."},
        {"type": "text", "text": "I'll read the sheet before I change anything in it."},
        {"type": "tool_use", "id": "toolu_1", "name": "execute_code",
         "input": {"code": "const rows = await sheet.getCellRange('A1:D9');\\nreturn rows.length;"}}],
      "stop_reason": "tool_use"}]"""
)


async def ask(api: LocalMessagesApi, body: JsonDict = BODY, idle: float = 30.0) -> list[ModelEvent]:
    client = AnthropicClient("claude-opus-5-5", "key", api.url, StreamTimeouts(5, 30, idle))
    try:
        return [event async for event in client.stream(ModelRequest(body, {}))]
    finally:
        await client.aclose()


def whole(events: list[ModelEvent]) -> AssistantMessage:
    assert [index for index, event in enumerate(events) if isinstance(event, Completed)] == [
        len(events) - 1
    ]
    completed = events[-1]
    assert isinstance(completed, Completed)
    return completed.message


async def test_an_answer_arrives_whole_and_its_thinking_is_accepted_back() -> None:
    final = parse_script('[{"content": "Nine rows.", "stop_reason": "end_turn"}]')
    async with LocalMessagesApi([*REPLY, *final]) as api:
        message = whole(await ask(api))
        assert message.content[1:] == REPLY[0].content[1:]
        assert message.content[0]["signature"]
        assert message.usage.input_tokens > 0
        messages: list[JsonDict] = [
            {"role": "user", "content": [{"type": "text", "text": "Größe? 日本 €"}]},
            {"role": "assistant", "content": list(message.content)},
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "9"}],
            },
        ]
        answer = whole(await ask(api, {**BODY, "messages": [*messages]}))
        assert (answer.content, api.refusals) == (({"type": "text", "text": "Nine rows."},), [])


async def test_the_body_reaches_the_service_unchanged_and_only_streaming_is_added() -> None:
    async with LocalMessagesApi(REPLY) as api:
        await ask(api)
        assert canonical_request(api.requests[0].body) == canonical_request(
            {**BODY, "stream": True}
        )


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (StatusError(400, "invalid_request_error"), "invalid_request"),
        (StatusError(401, "authentication_error"), "authentication"),
        (StatusError(402, "billing_error"), "permission"),
        (StatusError(403, "permission_error"), "permission"),
        (StatusError(404, "not_found_error"), "not_found"),
        (StatusError(413, "request_too_large"), "too_large"),
        (StatusError(429, "rate_limit_error"), "rate_limit"),
        (StatusError(500, "api_error"), "server"),
        (StatusError(504, "timeout_error"), "server"),
        (StatusError(529, "overloaded_error"), "overloaded"),
        (ErrorEvent("overloaded_error"), "overloaded"),
        (ErrorEvent("api_error"), "server"),
        (ErrorEvent("rate_limit_error", after_events=1), "rate_limit"),
        (ConnectionCut(0), "transport"),
        (ConnectionCut(6), "transport"),
        (EndWithoutStop(), "incomplete"),
    ],
)
async def test_a_failure_is_classified_and_sent_only_once(fault: Fault, kind: ModelFailure) -> None:
    async with LocalMessagesApi(REPLY, {1: fault}) as api:
        with pytest.raises(ModelFailed) as failed:
            await ask(api)
        assert failed.value.kind == kind
        assert str(failed.value)
        assert len(api.requests) == 1


async def test_a_stalled_stream_is_given_up_after_the_idle_limit() -> None:
    async with LocalMessagesApi(REPLY, {1: Stall(6)}) as api:
        with pytest.raises(ModelFailed, match="stopped answering") as failed:
            await ask(api, idle=0.05)
        assert failed.value.kind == "transport"


async def test_nobody_listening_is_a_transport_failure() -> None:
    async with LocalMessagesApi(REPLY) as api:
        pass
    with pytest.raises(ModelFailed) as failed:
        await ask(api)
    assert failed.value.kind == "transport"


async def test_the_wait_the_service_asks_for_is_passed_on_capped() -> None:
    fault = StatusError(429, "rate_limit_error", "slow down", (("retry-after", "9999"),))
    async with LocalMessagesApi(REPLY, {1: fault}) as api:
        with pytest.raises(ModelFailed, match="slow down") as failed:
            await ask(api)
        assert failed.value.retry_after == 60.0


@pytest.mark.parametrize("block_stop", [True, False])
async def test_a_cut_tool_input_never_looks_like_a_call(block_stop: bool) -> None:
    async with LocalMessagesApi(REPLY, {1: CutToolInput(block_stop)}) as api:
        message = whole(await ask(api))
    assert message.stop_reason == "max_tokens"
    assert message.content[-1]["input"] == {}
    assert message.invalid_inputs[0][0] == "toolu_1"


async def test_invalid_tool_json_is_reported_beside_an_empty_input() -> None:
    async with LocalMessagesApi(REPLY, {1: BrokenToolInput('{"code": "x')}) as api:
        message = whole(await ask(api))
    assert message.stop_reason == "tool_use"
    assert message.content[-1]["input"] == {}
    ((identity, problem),) = message.invalid_inputs
    assert identity == "toolu_1"
    assert "Unterminated string" in problem


async def test_unknown_events_change_nothing() -> None:
    async with LocalMessagesApi(REPLY, {1: UnknownEvents()}) as api:
        message = whole(await ask(api))
    assert message.content[1:] == REPLY[0].content[1:]


async def test_leaving_the_stream_early_closes_the_connection() -> None:
    async with LocalMessagesApi(REPLY, {1: Stall(12)}) as api:
        client = AnthropicClient("m", "key", api.url)
        stream = client.stream(ModelRequest(BODY, {}))
        task = asyncio.ensure_future(_first_text(stream))
        assert await task
        await stream.aclose()  # type: ignore[attr-defined]
        await client.aclose()


async def _first_text(stream: object) -> str:
    async for event in stream:  # type: ignore[attr-defined]
        if isinstance(event, TextDelta):
            return event.text
    return ""
