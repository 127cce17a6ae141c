"""Limits of a turn, and stopping it at any point."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from tests.unit.agent.ledger import (
    MAP,
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
    AnswerText,
    ExecutionStarted,
    RetryScheduled,
    TurnFinished,
)
from tieout.agent.limits import Limits
from tieout.errors import ModelFailed
from tieout.llm.client import (
    ModelEvent,
    ModelRequest,
    TextDelta,
    Usage,
)
from tieout.llm.scripted_client import ScriptedModel


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
