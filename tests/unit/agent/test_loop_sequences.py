"""Whole turns, as the sequence of events a listener sees."""

from dataclasses import replace

from tests.unit.agent.ledger import (
    Ledger,
    code,
    events,
    loop,
    results,
    text,
)
from tests.unit.agent.turn_ends import finish, last
from tieout.agent.events import (
    AnswerText,
    CodeText,
    ExecutionFinished,
    ExecutionStarted,
    RequestStarted,
    TurnFinished,
    TurnStarted,
    UsageReported,
)
from tieout.context.manifest import CacheUsage, RequestManifest
from tieout.llm.client import (
    AssistantMessage,
    JsonDict,
    Usage,
)
from tieout.llm.exchange import RecordedExchange, RecordingClient, exchange_of
from tieout.llm.replay_client import ReplayModel
from tieout.llm.scripted_client import ScriptedModel


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


async def test_every_request_is_reported_for_the_trace_and_then_what_it_used() -> None:
    manifests, used = list[RequestManifest](), list[CacheUsage]()
    agent = loop(
        ScriptedModel([replace(code("get A1"), usage=Usage(7, 0, 0, 1)), text("x")]),
        Ledger(),
        on_request=lambda manifest, parts: manifests.append(manifest) or parts["tools"],
        on_usage=used.append,
    )
    await events(agent)
    assert [manifest.id for manifest in manifests] == [1, 2]
    assert used == [CacheUsage(1, Usage(7, 0, 0, 1)), CacheUsage(2, Usage())]
