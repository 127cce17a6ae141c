"""One request and its answer, as a recording keeps it; and the client that records."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import TypeAlias, cast

from pydantic import TypeAdapter, ValidationError

from tieout.errors import RecordingError
from tieout.llm.canonical import request_sha256
from tieout.llm.client import (
    AssistantMessage,
    Completed,
    JsonDict,
    ModelClient,
    ModelEvent,
    ModelRequest,
)


@dataclass(frozen=True, slots=True)
class RecordedExchange:
    """One finished exchange with a model.

    Attributes:
        request_sha256: Of the request's canonical bytes.
        layers: SHA-256 per context layer, in request order.
        message: The whole answer. The pieces it came in are not kept: they follow from it.
    """

    request_sha256: str
    layers: dict[str, str]
    message: AssistantMessage


_EXCHANGE: TypeAdapter[RecordedExchange] = TypeAdapter(RecordedExchange)


def exchange_of(request: ModelRequest, message: AssistantMessage) -> RecordedExchange:
    """What to record of an exchange."""
    return RecordedExchange(request_sha256(request.body), dict(request.layers), message)


def exchange_to_json(exchange: RecordedExchange) -> JsonDict:
    """The exchange as a JSON object."""
    return cast("JsonDict", _EXCHANGE.dump_python(exchange, mode="json"))


def exchange_from_json(value: JsonDict) -> RecordedExchange:
    """Read what `exchange_to_json` wrote.

    Raises:
        RecordingError: Not such an object; says what is wrong with it.
    """
    try:
        return _EXCHANGE.validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise RecordingError(
            f"The recording holds a broken model exchange: {first['msg']} at {where or 'its top'}."
        ) from None


ExchangeListener: TypeAlias = Callable[[ModelRequest, AssistantMessage], None]


class RecordingClient:
    """A `ModelClient` that passes another's events on and reports each finished exchange.

    The listener is called before `Completed` is passed on, so that an answer that was acted upon
    is always in the record.
    """

    def __init__(self, model: ModelClient, listener: ExchangeListener) -> None:
        self._model = model
        self._listener = listener

    @property
    def name(self) -> str:
        """The recorded client's name."""
        return self._model.name

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """The other client's events, unchanged."""
        async for event in self._model.stream(request):
            if isinstance(event, Completed):
                self._listener(request, event.message)
            yield event
