"""What every turn must end with, however it went."""

from tests.unit.agent.ledger import (
    MAP,
    assembler,
)
from tieout.agent.events import (
    TurnFinished,
)
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
