"""The ways a local Messages API can fail, and the bytes of an answer.

Every failure named here was seen with the real SDK; the agent must survive each one.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import JsonValue

from tieout.llm.client import AssistantMessage, JsonDict, Usage

_PIECE = 40


@dataclass(frozen=True, slots=True)
class StatusError:
    """An HTTP error before the stream."""

    status: int
    error_type: str
    message: str = "refused"
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ErrorEvent:
    """An `error` event after some events of the answer."""

    error_type: str = "overloaded_error"
    message: str = "Overloaded"
    after_events: int = 4


@dataclass(frozen=True, slots=True)
class ConnectionCut:
    """The TCP connection is aborted after some events."""

    after_events: int = 4


@dataclass(frozen=True, slots=True)
class EndWithoutStop:
    """The response ends cleanly, without `message_stop`."""


@dataclass(frozen=True, slots=True)
class Stall:
    """After some events nothing comes any more, not even a ping."""

    after_events: int = 4


@dataclass(frozen=True, slots=True)
class CutToolInput:
    """The answer hits its token limit inside its last tool call's JSON.

    Attributes:
        block_stop: Whether the cut block still gets its `content_block_stop`; both happen.
    """

    block_stop: bool


@dataclass(frozen=True, slots=True)
class BrokenToolInput:
    """The last tool call's input is this text, which is not valid JSON."""

    text: str = '{"code": "return 1'


@dataclass(frozen=True, slots=True)
class UnknownEvents:
    """Events, block deltas and comments nobody documented are mixed into a good answer."""


Fault: TypeAlias = (
    StatusError
    | ErrorEvent
    | ConnectionCut
    | EndWithoutStop
    | Stall
    | CutToolInput
    | BrokenToolInput
    | UnknownEvents
)


def error_body(error_type: str, message: str) -> JsonDict:
    """The API's error object."""
    return {
        "type": "error",
        "error": {"type": error_type, "message": message},
        "request_id": "req_local",
    }


def server_sent(event: JsonDict) -> bytes:
    """One event as it goes over the wire."""
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()


def message_object(
    identity: str, model: JsonValue, message: AssistantMessage, usage: Usage, diagnostics: JsonValue
) -> JsonDict:
    """The whole message as a non-streaming answer gives it."""
    return {
        "id": identity,
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": list(message.content),
        "stop_reason": message.stop_reason or None,
        "stop_sequence": None,
        "usage": _usage_object(usage),
        "diagnostics": diagnostics,
    }


def _usage_object(usage: Usage) -> JsonDict:
    return {
        "input_tokens": usage.input_tokens,
        "cache_creation_input_tokens": usage.cache_creation_input_tokens,
        "cache_read_input_tokens": usage.cache_read_input_tokens,
        "output_tokens": usage.output_tokens,
    }


def answer_events(
    start: JsonDict, message: AssistantMessage, fault: Fault | None
) -> Iterator[JsonDict]:
    """The events of a streamed answer, spoiled where the fault is in the content.

    Args:
        start: The message object of `message_start`.
        message: What is answered.
        fault: Only the content faults matter here.
    """
    head = {**start, "content": [], "stop_reason": None}
    yield {"type": "message_start", "message": head}
    for index, block in enumerate(message.content):
        is_last = index == len(message.content) - 1
        yield from _block_events(index, block, fault if is_last else None)
        if index == 0:
            yield {"type": "ping"}
    reason = "max_tokens" if isinstance(fault, CutToolInput) else message.stop_reason or None
    delta: JsonDict = {"stop_reason": reason, "stop_sequence": None}
    if message.stop_detail:
        delta["stop_details"] = {"type": "refusal", "explanation": message.stop_detail}
    yield {
        "type": "message_delta",
        "delta": delta,
        "usage": {"output_tokens": _output_tokens(message)},
    }
    if not isinstance(fault, EndWithoutStop):
        yield {"type": "message_stop"}


def _output_tokens(message: AssistantMessage) -> int:
    return message.usage.output_tokens or 1 + len(json.dumps(message.content)) // 3


def _block_events(index: int, block: JsonDict, fault: Fault | None) -> Iterator[JsonDict]:
    empty, deltas = _opened(block, fault)
    yield {"type": "content_block_start", "index": index, "content_block": empty}
    if isinstance(fault, UnknownEvents):
        yield {"type": "content_block_mood", "index": index, "mood": "calm"}
        strange: JsonDict = {"type": "future_delta", "future": 1}
        deltas = [strange, *deltas]
    for delta in deltas:
        yield {"type": "content_block_delta", "index": index, "delta": delta}
    if not (isinstance(fault, CutToolInput) and not fault.block_stop):
        yield {"type": "content_block_stop", "index": index}


def _opened(block: JsonDict, fault: Fault | None) -> tuple[JsonDict, list[JsonDict]]:
    match block:
        case {"type": "text", "text": str(text)}:
            return {**block, "text": ""}, [
                {"type": "text_delta", "text": piece} for piece in _cut(text)
            ]
        case {"type": "thinking", "thinking": str(text), "signature": signature}:
            deltas: list[JsonDict] = [
                {"type": "thinking_delta", "thinking": piece} for piece in _cut(text)
            ]
            deltas.append({"type": "signature_delta", "signature": signature})
            return {**block, "thinking": "", "signature": ""}, deltas
        case {"type": "tool_use", "input": tool_input}:
            written = _input_text(json.dumps(tool_input), fault)
            return {**block, "input": {}}, [
                {"type": "input_json_delta", "partial_json": piece}
                for piece in ["", *_cut(written)]
            ]
        case _:
            return block, []


def _input_text(written: str, fault: Fault | None) -> str:
    match fault:
        case CutToolInput():
            return written[: max(1, len(written) * 2 // 3)]
        case BrokenToolInput():
            return fault.text
        case _:
            return written


def _cut(text: str) -> Iterator[str]:
    return (text[start : start + _PIECE] for start in range(0, len(text), _PIECE))
