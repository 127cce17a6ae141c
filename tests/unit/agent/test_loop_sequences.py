"""Whole turns, as the sequence of events a listener sees."""

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from tests.unit.agent.ledger import (
    MAP,
    Ledger,
    assembler,
    code,
    events,
    loop,
    names,
    results,
    text,
)
from tieout.agent.clock import ManualClock
from tieout.agent.events import (
    AnswerText,
    CodeText,
    ExecutionFinished,
    ExecutionStarted,
    RequestStarted,
    RetryScheduled,
    TurnFinished,
    TurnStarted,
    UsageReported,
)
from tieout.agent.limits import Limits, retry_delay
from tieout.errors import ModelFailed, ModelFailure
from tieout.llm.client import (
    AssistantMessage,
    Completed,
    JsonDict,
    ModelEvent,
    ModelRequest,
    TextDelta,
    Usage,
)
from tieout.llm.exchange import RecordedExchange, RecordingClient, exchange_of
from tieout.llm.local_rules import check_request
from tieout.llm.replay_client import ReplayModel
from tieout.llm.scripted_client import ScriptedModel


def last(seen: list[object]) -> TurnFinished:
    assert [type(event) for event in seen].count(TurnFinished) == 1
    end = seen[-1]
    assert isinstance(end, TurnFinished)
    return end


async def finish(agent: object, *_: object) -> None:
    """The transcript can be sent again: the API's rules accept a next task."""
    transcript = agent.transcript.with_task("next", MAP)  # type: ignore[attr-defined]
    check_request(assembler().assemble(transcript).request.body)


async def test_a_turn_with_one_run_is_this_sequence() -> None:
    ask = replace(code("set A1 5"), usage=Usage(10, 20, 30, 4))
    call = str(ask.content[0]["id"])
    agent = loop(ScriptedModel([ask, text("A1 is 5.")]), ledger := Ledger())
    seen = await events(agent)
    (finished,) = (event for event in seen if isinstance(event, ExecutionFinished))
    assert seen == [
        TurnStarted(1, "Sum it"),
        RequestStarted(1),
        CodeText(call, '{"code": "set A1 5"}'),
        UsageReported(Usage(10, 20, 30, 4)),
        ExecutionStarted(call, "x1", "set A1 5"),
        finished,
        RequestStarted(2),
        AnswerText("A1 is 5."),
        UsageReported(Usage()),
        TurnFinished("answered", "", "A1 is 5."),
    ]
    assert (finished.result.text, ledger.cells) == ("A1 -> 5", {"A1": "5"})
    await finish(agent)


async def test_a_second_turn_goes_on_with_the_same_conversation() -> None:
    agent = loop(ScriptedModel([text("one"), text("two")]), Ledger())
    await events(agent, "first")
    seen = await events(agent, "second")
    assert seen[0] == TurnStarted(2, "second")
    assert seen[1] == RequestStarted(1)
    assert last(seen).answer == "two"
    spoken = [block["text"] for block in _texts(agent)]
    assert spoken == ["first", "one", "second", "two"]


def _texts(agent: object) -> list[JsonDict]:
    return [
        block
        for message in agent.transcript.messages  # type: ignore[attr-defined]
        for block in message["content"]
        if block["type"] == "text"
    ]


async def test_calls_of_one_message_run_in_order_and_stop_at_the_first_failure() -> None:
    agent = loop(
        ScriptedModel([code("set A1 1", "fail no such sheet", "set A1 2"), text("Sorry.")]),
        ledger := Ledger(),
    )
    seen = await events(agent)
    assert ledger.ran == ["set A1 1", "fail no such sheet"]
    assert results(agent) == [
        ("A1 -> 1", False),
        ("no such sheet", True),
        ("Not run because call 2 failed.", True),
    ]
    assert last(seen).end == "answered"
    await finish(agent)


async def test_meta_tools_and_unknown_tools_are_answered() -> None:
    blocks: list[JsonDict] = [
        {"type": "tool_use", "id": "a", "name": "get_tool_info", "input": {"name": "*"}},
        {"type": "tool_use", "id": "b", "name": "bash", "input": {"command": "ls"}},
    ]
    agent = loop(ScriptedModel([AssistantMessage(tuple(blocks), "tool_use"), text("ok")]), Ledger())
    seen = await events(agent)
    assert [text.partition(".")[0] for text, _ in results(agent)] == [
        "No deferred tools are installed",
        "There is no tool 'bash'",
    ]
    assert not any(isinstance(event, ExecutionStarted) for event in seen)
    await finish(agent)


async def test_invalid_json_is_answered_and_never_run() -> None:
    broken = replace(code("set A1 1"), invalid_inputs=())
    call = str(broken.content[0]["id"])
    broken = replace(broken, invalid_inputs=((call, "Unterminated string"),))
    agent = loop(ScriptedModel([broken, text("ok")]), ledger := Ledger())
    await events(agent)
    assert ledger.ran == []
    assert "Unterminated string" in results(agent)[0][0]


class Flaky:
    """A model that fails as told before it answers."""

    def __init__(self, *steps: ModelFailed | AssistantMessage) -> None:
        self.steps = list(steps)
        self.requests: list[ModelRequest] = []

    name = "flaky"

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        self.requests.append(request)
        step = self.steps.pop(0)
        yield TextDelta("I ")
        if isinstance(step, ModelFailed):
            raise step
        yield Completed(step)


async def test_a_retryable_failure_sends_the_identical_request_again_and_shows_it() -> None:
    model = Flaky(
        ModelFailed("overloaded", "Overloaded"),
        ModelFailed("rate_limit", "Slow down", 30.0),
        text("Done."),
    )
    agent = loop(model, Ledger(), clock=(clock := ManualClock()))
    seen = await events(agent)
    assert names(seen) == [
        "TurnStarted",
        "RequestStarted",
        "AnswerText",
        "RetryScheduled",
        "AnswerText",
        "RetryScheduled",
        "AnswerText",
        "UsageReported",
        "TurnFinished",
    ]
    assert [event for event in seen if isinstance(event, RetryScheduled)] == [
        RetryScheduled("The model's service is overloaded: Overloaded.", 1, 1.0),
        RetryScheduled("The model's service is limiting requests: Slow down.", 2, 30.0),
    ]
    assert clock.slept == [1.0, 30.0]
    assert model.requests[0] == model.requests[1] == model.requests[2]
    assert last(seen).answer == "Done."


async def test_retries_end_after_five_and_double_their_wait_to_eight_seconds() -> None:
    agent = loop(
        Flaky(*[ModelFailed("transport", "reset")] * 6), Ledger(), clock=(clock := ManualClock())
    )
    end = last(await events(agent))
    assert clock.slept == [1.0, 2.0, 4.0, 8.0, 8.0]
    assert end == TurnFinished(
        "model_failed", "The model's service can't be reached after 6 attempts: reset.", ""
    )
    await finish(agent)


@pytest.mark.parametrize(
    "kind", ["invalid_request", "authentication", "permission", "not_found", "too_large"]
)
async def test_other_failures_end_the_turn_at_once(kind: ModelFailure) -> None:
    agent = loop(Flaky(ModelFailed(kind, "no")), Ledger())
    seen = await events(agent)
    assert last(seen).end == "model_failed"
    assert not any(isinstance(event, RetryScheduled) for event in seen)
    await finish(agent)


def test_the_backoff_is_jittered_but_never_below_what_the_service_asked() -> None:
    assert [retry_delay(n, None, 0.5) for n in range(1, 6)] == [0.5, 1.0, 2.0, 4.0, 4.0]
    assert retry_delay(1, 20.0, 0.0) == 20.0


@pytest.mark.parametrize("reason", ["", "something_new", "tool_use"])
async def test_unknown_ends_count_as_broken_answers(reason: str) -> None:
    agent = loop(ScriptedModel([text("half", reason), text("whole")]), Ledger())
    seen = await events(agent)
    assert [event.attempt for event in seen if isinstance(event, RetryScheduled)] == [1]
    assert last(seen).answer == "whole"
    await finish(agent)


async def test_an_open_call_at_the_token_limit_is_discarded_and_asked_for_with_twice_the_limit() -> (
    None
):
    model = Flaky(
        code("set A1 9", stop_reason="max_tokens"),
        code("set A1 9", stop_reason="max_tokens"),
        code("set A1 1"),
        text("ok"),
    )
    agent = loop(model, ledger := Ledger())
    seen = await events(agent)
    assert ledger.ran == ["set A1 1"]
    assert [request.body["max_tokens"] for request in model.requests] == [1000, 2000, 2000, 1000]
    assert model.requests[0].layers == model.requests[1].layers
    assert "Write shorter code" in str(model.requests[2].body["messages"])
    assert last(seen).end == "answered"
    await finish(agent)


async def test_a_call_that_is_cut_off_three_times_ends_the_turn() -> None:
    agent = loop(ScriptedModel([code("x", stop_reason="max_tokens")] * 3), ledger := Ledger())
    assert last(await events(agent)).end == "limit"
    assert ledger.ran == []
    await finish(agent)


async def test_a_text_cut_at_the_limit_is_continued_and_joined() -> None:
    agent = loop(ScriptedModel([text("The sum ", "max_tokens"), text("is 9.")]), Ledger())
    assert last(await events(agent)) == TurnFinished("answered", "", "The sum is 9.")
    await finish(agent)


async def test_a_text_without_end_is_given_up() -> None:
    agent = loop(ScriptedModel([text("la ", "max_tokens")] * 4), Ledger())
    end = last(await events(agent))
    assert (end.end, end.answer) == ("limit", "la la la la ")
    await finish(agent)


async def test_a_paused_turn_is_sent_again_unchanged() -> None:
    model = Flaky(text("Thinking about it.", "pause_turn"), text("Done."))
    agent = loop(model, Ledger())
    assert last(await events(agent)).answer == "Done."
    messages = model.requests[1].body["messages"]
    assert isinstance(messages, list)
    assert messages[-1] == {
        "role": "assistant",
        "content": [{"type": "text", "text": "Thinking about it."}],
    }


async def test_a_refusal_says_what_the_service_said_and_keeps_nothing_of_it() -> None:
    refusal = replace(text("Well, ", "refusal"), stop_detail="cyber")
    agent = loop(ScriptedModel([refusal]), Ledger())
    assert last(await events(agent)) == TurnFinished(
        "refused", "The model declined to answer (cyber).", ""
    )
    assert "Well," not in str(agent.transcript.messages)
    await finish(agent)


async def test_a_full_context_ends_the_turn() -> None:
    agent = loop(ScriptedModel([text("x", "model_context_window_exceeded")]), Ledger())
    assert last(await events(agent)).end == "limit"
    await finish(agent)


THOUGHT: JsonDict = {"type": "thinking", "thinking": "hm", "signature": "s"}


@pytest.mark.parametrize("content", [(), (THOUGHT,)])
async def test_an_empty_answer_is_nudged_once(content: tuple[JsonDict, ...]) -> None:
    empty = AssistantMessage(content, "end_turn")
    agent = loop(ScriptedModel([code("get A1"), empty, text("9")]), Ledger())
    assert last(await events(agent)).answer == "9"
    await finish(agent)
    agent = loop(ScriptedModel([empty, empty]), Ledger())
    assert last(await events(agent)).reason == "The model ended without an answer."
    await finish(agent)


async def test_calls_in_a_message_that_did_not_stop_for_tools_are_never_run() -> None:
    message = AssistantMessage((*text("Done.").content, *code("set A1 1").content), "end_turn")
    agent = loop(ScriptedModel([message]), ledger := Ledger())
    assert last(await events(agent)).answer == "Done."
    assert ledger.ran == []
    await finish(agent)


async def test_a_lost_pane_ends_the_turn_with_every_call_answered() -> None:
    agent = loop(ScriptedModel([code("set A1 1", "lose", "set A1 2")]), ledger := Ledger())
    seen = await events(agent)
    assert names(seen)[-3:] == [
        "ExecutionStarted:lose",
        "ExecutionFinished:unknown",
        "TurnFinished",
    ]
    assert last(seen) == TurnFinished("pane_lost", "The connection to Excel was lost.", "")
    assert ledger.ran == ["set A1 1", "lose"]
    assert [is_error for _, is_error in results(agent)] == [False, True, True]
    assert "unknown" in results(agent)[1][0]
    await finish(agent)


async def test_a_bug_in_the_executor_is_an_event_and_leaves_no_cell_text_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    agent = loop(ScriptedModel([code("bug"), text("I could not.")]), Ledger())
    seen = await events(agent)
    assert "ExecutionFinished:unknown" in names(seen)
    assert last(seen).end == "answered"
    assert "RuntimeError" in caplog.text
    assert "secret" not in caplog.text + str(results(agent))


async def test_a_bug_in_the_model_client_is_an_event() -> None:
    class Broken:
        name = "broken"

        async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
            raise KeyError("oops")
            yield

    agent = loop(Broken(), Ledger())
    assert last(await events(agent)).reason == "Tieout failed internally (KeyError)."
    await finish(agent)


async def test_requests_calls_tokens_and_time_are_limited() -> None:
    many = [code(f"get A{n}") for n in range(9)]
    spent = [replace(message, usage=Usage(100, 0, 0, 0)) for message in many]
    cases = [
        (Limits(requests=3), many, "3 requests"),
        (Limits(tool_calls=2), many, "2 tool calls"),
        (Limits(total_tokens=150), spent, "200 tokens"),
    ]
    for limits, script, sentence in cases:
        agent = loop(ScriptedModel(script), Ledger(), limits)
        end = last(await events(agent))
        assert end.end == "limit"
        assert sentence in end.reason
        await finish(agent)
    slow = Flaky(ModelFailed("overloaded", "x", 60.0), code("get A1"))
    agent = loop(slow, Ledger(), Limits(seconds=30))
    assert "1 minutes" in last(await events(agent)).reason


async def test_the_same_error_three_times_ends_the_turn() -> None:
    script = [code(f"fail ItemNotFound: no sheet X {n * ' '}") for n in range(1)] + [
        code("fail ItemNotFound: no sheet X"),
        code("get A1"),
        code("fail ItemNotFound: no sheet X"),
        code("get A2"),
        code("fail ItemNotFound: no sheet X"),
        text("never asked"),
    ]
    agent = loop(ScriptedModel(script[1:]), ledger := Ledger())
    end = last(await events(agent))
    assert end == TurnFinished(
        "limit", "The same error came back again: ItemNotFound: no sheet X", ""
    )
    assert len(ledger.ran) == 5
    await finish(agent)


async def test_identical_code_with_an_identical_result_runs_only_twice_in_a_row() -> None:
    script = [code("get A1"), code("get A1"), code("get A1"), code("get A2"), text("Empty.")]
    agent = loop(ScriptedModel(script), ledger := Ledger())
    seen = await events(agent)
    assert ledger.ran == ["get A1", "get A1", "get A2"]
    assert "exactly this code" in results(agent)[2][0]
    assert last(seen).answer == "Empty."


async def test_identical_code_whose_result_changes_may_run_again() -> None:
    script = [code("get A1"), code("set A1 1"), code("get A1"), code("set A1 1"), text("ok")]
    agent = loop(ScriptedModel(script), ledger := Ledger())
    await events(agent)
    assert len(ledger.ran) == 4


@pytest.mark.parametrize(
    ("word", "outcome", "told"),
    [("wait", "unknown", "Part of it may"), ("settle", "rolled_back", "3 cells were changed")],
)
async def test_stopping_while_code_runs(word: str, outcome: str, told: str) -> None:
    agent = loop(ScriptedModel([code("set A1 1", word, "set A1 2")]), ledger := Ledger())
    seen: list[object] = []
    async for event in agent.run_turn("go", MAP):
        seen.append(event)
        if isinstance(event, ExecutionStarted) and event.code == word:
            await ledger.waiting.wait()
            agent.stop()
            agent.stop()
    assert ledger.stops == 1
    assert names(seen)[-2:] == [f"ExecutionFinished:{outcome}", "TurnFinished"]  # type: ignore[arg-type]
    assert last(seen) == TurnFinished("stopped", "Stopped.", "")
    assert ledger.ran == ["set A1 1", word]
    answers = results(agent)
    assert told in answers[1][0]
    assert answers[2] == ("Not run: the work was stopped.", True)
    await finish(agent)


async def test_stopping_in_the_middle_of_an_answer_keeps_nothing_of_it() -> None:
    closed = asyncio.Event()

    class Endless:
        name = "endless"

        async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
            try:
                yield TextDelta("once ")
                await asyncio.Event().wait()
            finally:
                closed.set()

    agent = loop(Endless(), Ledger())
    seen: list[object] = []
    async for event in agent.run_turn("go", MAP):
        seen.append(event)
        if isinstance(event, AnswerText):
            agent.stop()
    assert last(seen).end == "stopped"
    assert closed.is_set()
    assert "once" not in str(agent.transcript.messages)
    await finish(agent)


async def test_stopping_while_waiting_for_a_retry() -> None:
    class Forever(ManualClock):
        async def sleep(self, seconds: float) -> None:
            await asyncio.Event().wait()

    agent = loop(Flaky(ModelFailed("overloaded", "x")), Ledger(), clock=Forever())
    seen: list[object] = []
    async for event in agent.run_turn("go", MAP):
        seen.append(event)
        if isinstance(event, RetryScheduled):
            agent.stop()
    assert last(seen).end == "stopped"
    await finish(agent)


async def test_a_stopped_loop_takes_the_next_turn() -> None:
    agent = loop(ScriptedModel([code("wait"), text("fine")]), ledger := Ledger())
    async for event in agent.run_turn("go", MAP):
        if isinstance(event, ExecutionStarted):
            await ledger.waiting.wait()
            agent.stop()
    assert last(await events(agent, "again")).answer == "fine"


async def test_leaving_the_iterator_kills_the_code_and_leaves_a_sendable_transcript() -> None:
    agent = loop(ScriptedModel([code("set A1 1", "wait"), text("fine")]), ledger := Ledger())
    turn = agent.run_turn("go", MAP)
    async for event in turn:
        if isinstance(event, ExecutionStarted) and event.code == "wait":
            await ledger.waiting.wait()
            break
    await turn.aclose()  # type: ignore[attr-defined]
    assert [is_error for _, is_error in results(agent)] == [False, True]
    await finish(agent)
    assert last(await events(agent, "again")).answer == "fine"


async def test_a_strict_replay_repeats_the_turn_event_for_event_and_notices_another_task() -> None:
    recorded: list[RecordedExchange] = []
    script = [code("set A1 5"), code("get A1"), text("A1 is 5.")]
    model = RecordingClient(
        ScriptedModel(script), lambda asked, said: recorded.append(exchange_of(asked, said))
    )
    first = await events(loop(model, Ledger()))
    assert await events(loop(ReplayModel(recorded, strict=True), Ledger())) == first
    other = await events(loop(ReplayModel(recorded, strict=True), Ledger()), "Another task")
    assert "Request 1 differs from the recording, first in its layer L1." in last(other).reason


async def test_every_assembled_request_is_reported_for_the_trace() -> None:
    seen: list[object] = []
    agent = loop(ScriptedModel([code("get A1"), text("x")]), Ledger(), on_request=seen.append)
    await events(agent)
    assert len(seen) == 2
