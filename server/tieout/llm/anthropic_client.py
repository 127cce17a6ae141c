"""The Messages API through Anthropic's SDK: the only module that imports it.

The SDK's own retries, stream helper and tool runner are not used: its helper parses cut-off tool
input into valid-looking calls, a clean end without `message_stop` raises nothing, and an error in
the middle of a stream arrives as a status error with status 200. Here the raw server-sent events
are read, and a message exists only after `message_stop`.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Protocol, cast

import anthropic
import httpx2
from anthropic import AsyncAnthropic, AsyncStream

from tieout.errors import ModelFailed
from tieout.llm.accumulate import MessageAccumulator
from tieout.llm.client import Completed, ModelEvent, ModelRequest
from tieout.llm.failures import retry_after_seconds, service_failure
from tieout.llm.wire_events import parse_event


class _ServerSentEvent(Protocol):
    @property
    def event(self) -> str | None: ...

    @property
    def data(self) -> str: ...


@dataclass(frozen=True, slots=True)
class StreamTimeouts:
    """Patience with the service, in seconds.

    Attributes:
        connect: Until the connection stands.
        first_event: Until the response begins; long prompts are slow to start.
        idle: Between two events, pings included.
    """

    connect: float = 10.0
    first_event: float = 600.0
    idle: float = 60.0


class AnthropicClient:
    """A `ModelClient` for one model id. Close it with `aclose` when done.

    Args:
        model_id: Such as `claude-opus-5-5`; only for the name, the request's body decides.
        api_key: The key; never logged.
        base_url: Another Messages API; None for Anthropic's (or `ANTHROPIC_BASE_URL`).
    """

    def __init__(
        self,
        model_id: str,
        api_key: str,
        base_url: str | None = None,
        timeouts: StreamTimeouts = StreamTimeouts(),
    ) -> None:
        self._name = f"anthropic:{model_id}"
        self._timeouts = timeouts
        self._client = AsyncAnthropic(
            api_key=api_key,
            base_url=base_url,
            max_retries=0,
            open_telemetry=False,
            timeout=httpx2.Timeout(timeouts.first_event, connect=timeouts.connect),
        )

    @property
    def name(self) -> str:
        """`anthropic:ID`."""
        return self._name

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Send the request once and yield its events; raises only `ModelFailed`."""
        try:
            response = await self._open(request)
        except Exception as error:
            raise _classified(error) from error
        accumulator = MessageAccumulator()
        events = AsyncStream.raw_events(response)
        try:
            while not accumulator.is_whole:
                sent = await self._next(events)
                if sent is None:
                    break
                event = parse_event(sent.event, sent.data)
                shown = accumulator.feed(event) if event is not None else None
                if shown is not None:
                    yield shown
        except Exception as error:
            raise _classified(error) from error
        finally:
            await response.aclose()
        yield Completed(accumulator.message())

    async def _open(self, request: ModelRequest) -> httpx2.Response:
        # The body is already in the API's form; the SDK's parameter types would only restate it.
        body = cast("dict[str, Any]", request.body)
        async with asyncio.timeout(self._timeouts.first_event):
            stream = await self._client.messages.create(**body, stream=True)
        return stream.response

    async def _next(self, events: AsyncIterator[_ServerSentEvent]) -> _ServerSentEvent | None:
        async with asyncio.timeout(self._timeouts.idle):
            return await anext(events, None)


def _classified(error: Exception) -> ModelFailed:
    match error:
        case ModelFailed():
            return error
        case anthropic.APIStatusError():
            return service_failure(
                error.type,
                error.status_code,
                error.api_message or error.message,
                retry_after_seconds(error.response.headers),
            )
        case TimeoutError() | anthropic.APITimeoutError() | httpx2.TimeoutException():
            return ModelFailed("transport", "The model's service stopped answering.")
        case anthropic.APIConnectionError() | httpx2.HTTPError() | httpx2.StreamError() | OSError():
            cause = error.__cause__ or error
            return ModelFailed(
                "transport",
                f"The connection to the model's service broke ({type(cause).__name__}).",
            )
        case anthropic.CredentialsError():
            return ModelFailed("authentication", "No usable key for the model's service is set.")
        case _:
            return ModelFailed(
                "invalid_request",
                f"The request could not be sent ({type(error).__name__}: {error}).",
            )
