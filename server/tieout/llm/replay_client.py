"""A model that answers from a recording, and notices when it is asked something else."""

from collections.abc import AsyncIterator, Sequence

from tieout.errors import ModelFailed, RecordingError
from tieout.llm.canonical import request_sha256
from tieout.llm.client import Completed, ModelEvent, ModelRequest
from tieout.llm.exchange import RecordedExchange
from tieout.llm.scripted_client import pieces_of

CONSOLIDATION = "consolidation"
"""Name of the one layer of a light call, which closes a step beside the agent's own requests."""


class ReplayModel:
    """A `ModelClient` over recorded exchanges, in their order.

    Args:
        exchanges: The recording's model side.
        strict: Whether a request must be byte-identical to the recorded one.

    Attributes:
        differences: One sentence per request that differed (only ever filled when not strict).
    """

    def __init__(
        self, exchanges: Sequence[RecordedExchange], strict: bool, name: str = "replay"
    ) -> None:
        self._exchanges = tuple(exchanges)
        self._strict = strict
        self._name = name
        self._used = 0
        self.differences: list[str] = []

    @property
    def name(self) -> str:
        """As given, `replay` by default."""
        return self._name

    @property
    def remaining(self) -> int:
        """Recorded exchanges that were not asked for yet."""
        return len(self._exchanges) - self._used

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Answer with the next recorded message.

        Raises:
            RecordingError: There is none left, or (strict) the request differs; the sentence names
                the first layer that does.
        """
        if not self.remaining:
            raise RecordingError(
                f"The recording holds {len(self._exchanges)} model answers and the run asked for "
                "one more: the run no longer matches it."
            )
        number = self._used + 1
        exchange = self._exchanges[self._used]
        if CONSOLIDATION in request.layers and CONSOLIDATION not in exchange.layers:
            # Light calls that fail leave no exchange, and the run went on without them.
            raise ModelFailed("incomplete", "The recorded light call had no answer.")
        if request_sha256(request.body) != exchange.request_sha256:
            difference = (
                f"Request {number} differs from the recording, "
                f"first in its {first_difference(exchange.layers, request.layers)}."
            )
            if self._strict:
                raise RecordingError(difference)
            self.differences.append(difference)
        self._used += 1
        for event in pieces_of(exchange.message):
            yield event
        yield Completed(exchange.message)


def first_difference(recorded: dict[str, str], now: dict[str, str]) -> str:
    """The first layer, in request order, whose hash differs: `layer L1`; else the settings."""
    for layer in [*recorded, *(name for name in now if name not in recorded)]:
        if recorded.get(layer) != now.get(layer):
            return f"layer {layer}"
    return "settings (model, limits, thinking or tool choice)"
