"""The events of a streaming Messages API response, parsed once; unknown ones are passed over.

Source of the shapes: the Messages API's streaming documentation, API version 2026-10-21.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from tieout.errors import ModelFailed
from tieout.llm.client import JsonDict


class _Event(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class UsageFields(_Event):
    """Cumulative counts; a field that is None says nothing new."""

    input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    output_tokens: int | None = None


class _StartedMessage(_Event):
    usage: UsageFields = UsageFields()


class MessageStart(_Event):
    """The message begins."""

    type: Literal["message_start"]
    message: _StartedMessage


class BlockStart(_Event):
    """A content block begins with what is known of it."""

    type: Literal["content_block_start"]
    index: int
    content_block: JsonDict


class BlockDelta(_Event):
    """A piece of a block."""

    type: Literal["content_block_delta"]
    index: int
    delta: JsonDict


class BlockStop(_Event):
    """A block is whole."""

    type: Literal["content_block_stop"]
    index: int


class _StopDetails(_Event):
    category: str | None = None
    explanation: str | None = None


class _MessageChange(_Event):
    stop_reason: str | None = None
    stop_details: _StopDetails | None = None


class MessageDelta(_Event):
    """Why the message stops, and the final counts."""

    type: Literal["message_delta"]
    delta: _MessageChange
    usage: UsageFields = UsageFields()


class MessageStop(_Event):
    """The message is whole; nothing counts without it."""

    type: Literal["message_stop"]


class Ping(_Event):
    """A sign of life."""

    type: Literal["ping"]


class _ErrorDetail(_Event):
    type: str | None = None
    message: str = ""


class StreamError(_Event):
    """The service gave up in the middle of the stream."""

    type: Literal["error"]
    error: _ErrorDetail = _ErrorDetail()


WireEvent: TypeAlias = (
    MessageStart
    | BlockStart
    | BlockDelta
    | BlockStop
    | MessageDelta
    | MessageStop
    | Ping
    | StreamError
)

_KNOWN = frozenset(
    (
        "message_start",
        "content_block_start",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
        "ping",
        "error",
    )
)

_WIRE_EVENT: TypeAdapter[WireEvent] = TypeAdapter(Annotated[WireEvent, Field(discriminator="type")])


def parse_event(name: str | None, text: str) -> WireEvent | None:
    """Read one server-sent event; None for an event this program does not know.

    Raises:
        ModelFailed: A known event that can't be read; the answer is not whole.
    """
    if name not in _KNOWN:
        return None
    try:
        return _WIRE_EVENT.validate_json(text)
    except ValidationError:
        if name == "error":
            return StreamError(type="error", error=_ErrorDetail(message=text[:200]))
        raise ModelFailed(
            "incomplete", f"The model's service sent an unreadable {name} event."
        ) from None
