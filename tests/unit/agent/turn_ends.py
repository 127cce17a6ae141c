"""What every turn must end with, however it went, and a model that fails on the way."""

from collections.abc import AsyncIterator

from tests.unit.agent.ledger import (
    MAP,
    assembler,
)
from tieout.agent.events import (
    TurnFinished,
)
from tieout.errors import ModelFailed
from tieout.llm.client import AssistantMessage, Completed, ModelEvent, ModelRequest, TextDelta
from tieout.llm.local_rules import check_request


def last(seen: list[object]) -> TurnFinished:
    assert [type(event) for event in seen].count(TurnFinished) == 1
    end = seen[-1]
    assert isinstance(end, TurnFinished)
    return end


async def finish(agent: object, *_: object) -> None:
    """The transcript can be sent again: the API's rules accept a next task."""
    transcript = agent.transcript.with_task("next", MAP)  # type: ignore[attr-defined]
    check_request(assembler().assemble(transcript).request.body)


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
