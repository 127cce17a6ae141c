"""The agent loop, the real SDK and the local Messages API together, through every fault.

After each turn the API must accept the next one: its rules are the judge of the transcript.
"""

from itertools import pairwise

import pytest

from tests.unit.agent.ledger import MAP, Ledger, code, events, loop, names, results, text
from tieout.agent.clock import ManualClock
from tieout.agent.events import (
    AgentEvent,
    AnswerText,
    ExecutionStarted,
    RetryScheduled,
    Thinking,
    TurnFinished,
    UsageReported,
)
from tieout.agent.limits import Limits
from tieout.agent.loop import AgentLoop
from tieout.llm.anthropic_client import AnthropicClient, StreamTimeouts
from tieout.llm.canonical import canonical_request, growing_prefix
from tieout.llm.client import AssistantMessage, JsonDict
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

LONG = "I read the sheet first, then I write the value and check it against the source. " * 3


def reply(*codes: str) -> AssistantMessage:
    message = code(*codes, thinking=True)
    words: JsonDict = {"type": "text", "text": LONG}
    return AssistantMessage((message.content[0], words, *message.content[1:]), "tool_use")


class Session:
    """A loop over the real client, closed at the end."""

    def __init__(self, api: LocalMessagesApi, limits: Limits | None = None) -> None:
        self.client = AnthropicClient(
            "claude-opus-5-5", "key", api.url, StreamTimeouts(5.0, 30.0, 1.0)
        )
        self.ledger = Ledger()
        self.clock = ManualClock()
        self.loop: AgentLoop = loop(self.client, self.ledger, limits, clock=self.clock)

    async def __aenter__(self) -> "Session":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.client.aclose()


def end_of(seen: list[AgentEvent]) -> TurnFinished:
    end = seen[-1]
    assert isinstance(end, TurnFinished)
    return end


def messages_of(body: JsonDict) -> list[JsonDict]:
    messages = body["messages"]
    assert isinstance(messages, list)
    return messages  # type: ignore[return-value]


@pytest.mark.parametrize(
    "fault",
    [
        StatusError(429, "rate_limit_error", "slow", (("retry-after-ms", "1500"),)),
        StatusError(500, "api_error"),
        StatusError(529, "overloaded_error"),
        ErrorEvent("overloaded_error"),
        ErrorEvent("api_error", after_events=9),
        ConnectionCut(0),
        ConnectionCut(9),
        Stall(7),
    ],
)
@pytest.mark.parametrize("at", [1, 2])
async def test_a_passing_fault_costs_one_visible_retry_and_nothing_runs_twice(
    fault: Fault, at: int
) -> None:
    script = [reply("set A1 5"), text("A1 is 5."), text("Next.")]
    # Events counted from the start of the answer: the second answer here is short.
    if at == 2 and not isinstance(fault, StatusError):
        script[1] = text(LONG)
    async with LocalMessagesApi(script, {at: fault}) as api, Session(api) as session:
        seen = await events(session.loop)
        assert [event.attempt for event in seen if isinstance(event, RetryScheduled)] == [1]
        assert end_of(seen).end == "answered"
        assert session.ledger.ran == ["set A1 5"]
        assert api.requests[at - 1].raw == api.requests[at].raw
        assert end_of(await events(session.loop, "next")).answer == "Next."
        assert api.refusals == []


async def test_an_answer_without_its_end_is_asked_for_again() -> None:
    script = [reply("set A1 5"), reply("set A1 5"), text("ok")]
    async with LocalMessagesApi(script, {1: EndWithoutStop()}) as api, Session(api) as session:
        seen = await events(session.loop)
        assert [event.attempt for event in seen if isinstance(event, RetryScheduled)] == [1]
        assert session.ledger.ran == ["set A1 5"]
        assert (end_of(seen).end, api.refusals) == ("answered", [])


@pytest.mark.parametrize("block_stop", [True, False])
async def test_a_cut_tool_call_never_runs_and_is_asked_for_with_twice_the_limit(
    block_stop: bool,
) -> None:
    script = [reply("set A1 5"), reply("set A1 6"), text("ok"), text("Next.")]
    faults = {1: CutToolInput(block_stop)}
    async with LocalMessagesApi(script, faults) as api, Session(api) as session:
        assert end_of(await events(session.loop)).end == "answered"
        assert session.ledger.ran == ["set A1 6"]
        assert [request.body["max_tokens"] for request in api.requests] == [1000, 2000, 1000]
        await events(session.loop, "next")
        assert api.refusals == []


async def test_invalid_tool_json_is_answered_and_the_conversation_goes_on() -> None:
    script = [reply("set A1 5"), reply("set A1 6"), text("ok")]
    async with LocalMessagesApi(script, {1: BrokenToolInput()}) as api, Session(api) as session:
        assert end_of(await events(session.loop)).end == "answered"
        assert session.ledger.ran == ["set A1 6"]
        assert "not valid JSON" in results(session.loop)[0][0]
        assert api.refusals == []


async def test_unknown_events_change_nothing() -> None:
    script = [reply("set A1 5"), text("ok")]
    async with LocalMessagesApi(script, {1: UnknownEvents()}) as api, Session(api) as session:
        assert end_of(await events(session.loop)).end == "answered"
        assert session.ledger.ran == ["set A1 5"]


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (StatusError(400, "invalid_request_error", "bad"), "refused the request: bad."),
        (StatusError(401, "authentication_error", "bad key"), "missing or wrong: bad key."),
        (StatusError(403, "permission_error", "no"), "may not use this model: no."),
        (StatusError(404, "not_found_error", "model: x"), "does not know this model: model: x."),
        (StatusError(413, "request_too_large", "32 MB"), "larger than"),
    ],
)
async def test_a_lasting_fault_ends_the_turn_and_the_next_turn_works(
    fault: Fault, sentence: str
) -> None:
    script = [reply("set A1 5"), text("Next.")]
    async with LocalMessagesApi(script, {2: fault}) as api, Session(api) as session:
        seen = await events(session.loop)
        assert end_of(seen).end == "model_failed"
        assert sentence in end_of(seen).reason
        assert end_of(await events(session.loop, "next")).answer == "Next."
        assert api.refusals == []


async def test_a_service_that_stays_down_is_given_up_after_six_attempts() -> None:
    faults: dict[int, Fault] = {n: StatusError(529, "overloaded_error") for n in range(1, 7)}
    async with LocalMessagesApi([text("Next.")], faults) as api, Session(api) as session:
        assert end_of(await events(session.loop)).end == "model_failed"
        assert session.clock.slept == [1.0, 2.0, 4.0, 8.0, 8.0]
        assert end_of(await events(session.loop, "next")).answer == "Next."


@pytest.mark.parametrize(
    "script",
    [
        [reply("lose", "get A1"), text("Next.")],
        [reply("fail x"), reply("fail x"), reply("fail x"), text("Next.")],
        [AssistantMessage((), "end_turn"), AssistantMessage((), "end_turn"), text("Next.")],
        [text("No.", "refusal"), text("Next.")],
        [text("half", "max_tokens")] * 4 + [text("Next.")],
        [
            reply("get A1"),
            text("x", "model_context_window_exceeded"),
            text("x", "model_context_window_exceeded"),
            text("Next."),
        ],
        [text("Thinking.", "pause_turn"), text("Done."), text("Next.")],
        [reply("bug"), text("Sorry."), text("Next.")],
        [reply(f"get A{n}") for n in range(4)] + [text("Next.")],
    ],
)
async def test_after_any_end_the_api_accepts_the_next_turn(
    script: list[AssistantMessage],
) -> None:
    async with LocalMessagesApi(script) as api, Session(api, Limits(requests=4)) as session:
        await events(session.loop)
        assert end_of(await events(session.loop, "next", "another map")).answer == "Next."
        assert api.refusals == []


@pytest.mark.parametrize("moment", [AnswerText, Thinking, ExecutionStarted, UsageReported])
async def test_after_a_stop_at_any_moment_the_api_accepts_the_next_turn(moment: type) -> None:
    script = [reply("set A1 5"), text("Next."), text("Next.")]
    async with LocalMessagesApi(script) as api, Session(api) as session:
        seen: list[AgentEvent] = []
        async for event in session.loop.run_turn("go", MAP):
            seen.append(event)
            if isinstance(event, moment):
                session.loop.stop()
        assert end_of(seen).end == "stopped"
        assert end_of(await events(session.loop, "next")).answer == "Next."
        assert api.refusals == []


async def test_consecutive_requests_share_their_bytes_and_read_the_cache() -> None:
    script = [reply("set A1 5"), reply("get A1"), text("A1 is 5."), text("Still 5.")]
    async with LocalMessagesApi(script, cache_minimum=100) as api, Session(api) as session:
        seen = await events(session.loop)
        await events(session.loop, "And now?")
        bodies = [request.body for request in api.requests]
        for earlier, later in pairwise(bodies):
            assert canonical_request(later).startswith(growing_prefix(earlier))
        for earlier, later in pairwise(api.requests):
            assert later.usage.cache_read_input_tokens > 0
            assert later.usage.cache_read_input_tokens >= earlier.usage.cache_read_input_tokens
            assert later.usage.input_tokens == 0
        reported = [event.usage for event in seen if isinstance(event, UsageReported)]
        assert reported[1].cache_read_input_tokens == api.requests[1].usage.cache_read_input_tokens
        assert api.refusals == []


async def test_the_first_request_on_the_wire_is_laid_out_in_layers() -> None:
    async with LocalMessagesApi([text("x")]) as api, Session(api) as session:
        await events(session.loop, "Sum column D")
        body = api.requests[0].body
    assert [tool["name"] for tool in body["tools"]] == [  # type: ignore[index,call-overload,union-attr]
        "execute_code",
        "get_tool_info",
        "execute_tool",
    ]
    task, call, workbook = messages_of(body)
    assert task["content"] == [{"type": "text", "text": "Sum column D"}]
    assert call["role"] == "assistant"
    (result,) = workbook["content"]  # type: ignore[misc]
    assert (result["type"], result["content"]) == (  # type: ignore[index,call-overload]
        "tool_result",
        [{"type": "text", "text": MAP}],
    )
    assert {"temperature", "top_p", "top_k"}.isdisjoint(body)


async def test_the_sequence_over_the_wire_is_the_same_as_from_a_script() -> None:
    script = [reply("set A1 5"), text("A1 is 5.")]
    async with LocalMessagesApi(script) as api, Session(api) as session:
        assert names(await events(session.loop)) == [
            "TurnStarted",
            "RequestStarted",
            "Thinking",
            "AnswerText",
            "CodeText",
            "UsageReported",
            "ExecutionStarted:set A1 5",
            "ExecutionFinished:applied",
            "RequestStarted",
            "AnswerText",
            "UsageReported",
            "TurnFinished",
        ]
