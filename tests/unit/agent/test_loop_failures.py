"""Models that fail, break off or answer oddly, and how the turn goes on or ends."""

import logging
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from tests.unit.agent.ledger import (
    Ledger,
    code,
    events,
    loop,
    names,
    results,
    text,
)
from tests.unit.agent.turn_ends import Flaky, finish, last
from tieout.agent.clock import ManualClock
from tieout.agent.events import (
    RetryScheduled,
    TurnFinished,
)
from tieout.agent.limits import retry_delay
from tieout.errors import ModelFailed, ModelFailure
from tieout.llm.client import (
    AssistantMessage,
    JsonDict,
    ModelEvent,
    ModelRequest,
)
from tieout.llm.scripted_client import ScriptedModel


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


async def test_a_full_context_with_nothing_to_put_away_ends_the_turn() -> None:
    agent = loop(ScriptedModel([text("x", "model_context_window_exceeded")]), Ledger())
    assert last(await events(agent)).end == "limit"
    await finish(agent)


async def test_a_full_context_is_put_away_once_and_the_work_goes_on() -> None:
    full = text("Half an", "model_context_window_exceeded")
    agent = loop(ScriptedModel([code("get A1"), full, text("9")]), Ledger())
    assert last(await events(agent)).answer == "9"
    assert "Half an" not in str(agent.transcript.tail)
    await finish(agent)
    agent = loop(ScriptedModel([code("get A1"), full, full]), Ledger())
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
    assert last(seen) == TurnFinished("pane_lost", "the socket closed", "")
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
