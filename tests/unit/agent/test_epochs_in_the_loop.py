"""Epochs as the loop carries them out: whatever fails on the way, the turn goes on."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence

import pytest

from tests.unit.agent.ledger import Ledger, applied, assembler, code, events, failed, text
from tests.unit.agent.turn_ends import finish, last
from tieout.agent.clock import CountingIds, ManualClock
from tieout.agent.events import UsageReported
from tieout.agent.limits import Limits
from tieout.agent.loop import AgentLoop
from tieout.context.constraints import Constraint
from tieout.context.manifest import RequestManifest
from tieout.errors import ModelFailed, PaneLost
from tieout.execution.outcome import ExecutionResult
from tieout.llm.client import AssistantMessage, Completed, ModelEvent, ModelRequest, Usage
from tieout.llm.exchange import RecordedExchange, RecordingClient, exchange_of
from tieout.llm.local_rules import check_request
from tieout.llm.replay_client import ReplayModel
from tieout.workbook.conclusions import parse_conclusion
from tieout.workbook.evidence import EvidencePiece, range_id

LINES = "\n".join(f"{n} North|{n * 37}|{n * 1.5:.2f}" for n in range(2, 150))
SMALL = "claude-haiku-5-5"
CLOSED = {"conclusion": "Read rows 2 to 149.", "rejected": [], "open": ["write the total"]}


class Reading(Ledger):
    """`read AREA` shows many rows; `done WORDS` closes the step; the rest as a ledger."""

    async def execute(self, code: str, *, execution_id: str) -> ExecutionResult:
        word, _, rest = code.partition(" ")
        if word not in ("read", "done", "fail"):
            return await super().execute(code, execution_id=execution_id)
        self.ran.append(code)
        if word == "fail":
            return failed(rest)
        if word == "done":
            conclusion = parse_conclusion({"conclusion": rest})
            return self._told(applied("closed"), execution_id, conclusion=conclusion)
        identity = range_id(rest, 1)
        shown = EvidencePiece("range", identity, f"{identity} (148×3)\n{LINES}")
        return self._told(applied(shown.text), execution_id, evidence=(shown,))

    def _told(self, result: ExecutionResult, execution_id: str, **more: object) -> ExecutionResult:
        for name, value in {"run": f"exec-{execution_id[1:]}", "revision": 1, **more}.items():
            object.__setattr__(result, name, value)
        return result


class Reader:
    """Reads evidence again, or fails."""

    def __init__(self, failure: Exception | None = None) -> None:
        self.failure = failure
        self.asked: list[tuple[str, ...]] = []

    async def reread(
        self, areas: Sequence[str], budget: int, count: Callable[[str], int]
    ) -> tuple[EvidencePiece, ...]:
        self.asked.append(tuple(areas))
        assert budget >= 0
        if self.failure is not None:
            raise self.failure
        pieces = [EvidencePiece("range", f"{area}@r1", f"{area}@r1 again") for area in areas]
        return tuple(piece for piece in pieces if count(piece.text) <= budget)


class Model:
    """Answers the agent from one list and light calls from another."""

    name = "two lists"

    def __init__(
        self,
        replies: Sequence[AssistantMessage],
        light: Sequence[AssistantMessage | ModelFailed | None] = (),
    ) -> None:
        self.replies, self.light = list(replies), list(light)
        self.requests: list[ModelRequest] = []
        self.waiting = asyncio.Event()

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        check_request(request.body)
        self.requests.append(request)
        step = (self.light if request.body["model"] == SMALL else self.replies).pop(0)
        if isinstance(step, ModelFailed):
            raise step
        if step is None:
            self.waiting.set()
            await asyncio.Event().wait()
        assert step is not None
        yield Completed(step)

    @property
    def models(self) -> list[object]:
        return [request.body["model"] for request in self.requests]


def agent(model: object, reader: Reader | None = None, **more: object) -> AgentLoop:
    return AgentLoop(
        model,  # type: ignore[arg-type]
        Reading(),
        assembler(),
        Limits(),
        ManualClock(),
        CountingIds(),
        jitter=lambda: 1.0,
        evidence=reader or Reader(),
        small_model=SMALL,
        **more,  # type: ignore[arg-type]
    )


def reads(count: int = 4) -> list[AssistantMessage]:
    return [code(f"read Sheet1!A{n}:C{n + 147}") for n in range(1, count + 1)]


GOOD = text(json.dumps(CLOSED))
CALLS = ["claude-opus-5-5"] * 4


async def test_a_step_over_its_budget_is_closed_by_the_small_model_and_the_turn_goes_on() -> None:
    model = Model([*reads(), text("Done.")], [GOOD])
    loop = agent(model, reader := Reader())
    seen = await events(loop)
    assert last(seen).answer == "Done."
    assert model.models == [*CALLS, SMALL, "claude-opus-5-5"]
    sent = str(model.requests[-1].body["messages"])
    assert "Concluded: Read rows 2 to 149." in sent
    assert "Open: write the total" in sent
    assert sent.count("toolu_ev_") == 2
    assert len(reader.asked) == 1
    assert [type(event) for event in seen].count(UsageReported) == len(model.requests)
    await finish(loop)


@pytest.mark.parametrize(
    "light",
    [
        ModelFailed("overloaded", "busy"),
        ModelFailed("not_found", "no such model"),
        text("I can't."),
        text(json.dumps(CLOSED), "max_tokens"),
        text('{"conclusion": ""}'),
    ],
)
async def test_a_light_call_that_fails_costs_no_retry_and_code_closes_the_step(
    light: AssistantMessage | ModelFailed,
) -> None:
    model = Model([*reads(), text("Done.")], [light])
    loop = agent(model)
    assert last(await events(loop)).answer == "Done."
    assert model.models.count(SMALL) == 1
    assert "4 runs (exec-1 to exec-4); 0 cells changed." in str(model.requests[-1].body["messages"])
    await finish(loop)


async def test_stopping_a_light_call_keeps_the_transcript_as_it_was() -> None:
    model = Model(reads(), [None])
    loop = agent(model)
    running = asyncio.ensure_future(events(loop))
    await model.waiting.wait()
    loop.stop()
    assert last(await running).end == "stopped"
    assert loop.transcript.epoch == 0
    assert "A4:C151" in str(loop.transcript.messages)
    await finish(loop)


async def test_losing_excel_while_evidence_is_read_again_ends_the_turn_only() -> None:
    model = Model([*reads(), text("Next.")], [GOOD, GOOD])
    loop = agent(model, reader := Reader(PaneLost("the socket closed")))
    assert last(await events(loop)).end == "pane_lost"
    assert loop.transcript.epoch == 0
    reader.failure = None
    assert last(await events(loop, "Next")).answer == "Next."
    assert loop.transcript.epoch == 1
    await finish(loop)


async def test_steps_that_the_model_closed_need_no_light_call() -> None:
    replies = [reply for each in reads(3) for reply in (each, code("done rows read"))]
    model = Model([*replies, code("read Sheet1!A9:C156"), text("Done.")], [GOOD])
    loop = agent(model)
    assert last(await events(loop)).answer == "Done."
    text_sent = str(model.requests[-1].body["messages"])
    assert text_sent.count("Concluded: rows read") == 3
    assert model.models.count(SMALL) == 1


async def test_thinking_of_a_closed_step_is_never_sent_again() -> None:
    thoughtful = [code(f"read Sheet1!A{n}:C{n + 147}", thinking=True) for n in range(1, 5)]

    class Unsigned(Model):
        async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
            self.requests.append(request)
            replies = self.light if request.body["model"] == SMALL else self.replies
            step = replies.pop(0)
            assert isinstance(step, AssistantMessage)
            yield Completed(step)

    model = Unsigned([*thoughtful, text("Done.")], [GOOD])
    await events(agent(model))
    thinking = ["'type': 'thinking'" in str(request.body["messages"]) for request in model.requests]
    assert thinking == [False, True, True, True, False, False]


async def test_a_task_too_long_is_refused_in_a_sentence_and_the_next_one_works() -> None:
    model = Model([text("Fine.")])
    loop = agent(model)
    end = last(await events(loop, "word " * 5_000))
    assert end.end == "limit"
    assert end.reason.startswith("The task is too long")
    assert model.requests == []
    assert loop.transcript.messages == ()
    assert last(await events(loop, "Short")).answer == "Fine."
    assert "word word" not in str(model.requests[0].body)


async def test_constraints_reach_the_request_and_the_manifest() -> None:
    seen: list[RequestManifest] = []
    model = Model([text("Fine.")])
    loop = agent(model, on_request=lambda manifest, _: seen.append(manifest))
    demand = Constraint("K1", "Never touch „Inputs“.", 1)
    _ = [event async for event in loop.run_turn("Sum it", "Sheet1", [demand], 3)]
    assert "K1: Never touch „Inputs“." in str(model.requests[0].body["messages"])
    assert seen[0].constraints == ("K1",)
    assert [one.id for one in seen[0].evidence] == ["map:workbook@r3"]


@pytest.mark.parametrize("light", [GOOD, ModelFailed("overloaded", "busy")])
async def test_light_calls_are_recorded_and_replayed_like_any_exchange_also_failed_ones(
    light: AssistantMessage | ModelFailed,
) -> None:
    recorded: list[RecordedExchange] = []
    inner = Model([*reads(), text("Done.")], [light])
    client = RecordingClient(inner, lambda *one: recorded.append(exchange_of(*one)))
    first = await events(agent(client))
    replayed = ReplayModel(recorded, strict=True)
    second = await events(agent(replayed))
    assert replayed.remaining == 0
    assert second[-1] == first[-1]


async def test_what_a_request_used_is_told_with_its_number() -> None:
    told: list[tuple[int, int]] = []
    replies = [AssistantMessage(each.content, each.stop_reason, Usage(7)) for each in reads()]
    light = AssistantMessage(GOOD.content, "end_turn", Usage(3))
    model = Model([*replies, text("Done.")], [light])
    counted = agent(
        model, on_usage=lambda used: told.append((used.request_id, used.usage.input_tokens))
    )
    await events(counted)
    assert told == [(1, 7), (2, 7), (3, 7), (4, 7), (5, 3), (6, 0)]
