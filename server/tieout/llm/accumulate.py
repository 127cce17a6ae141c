"""Build one assistant message from its stream of events, exactly as it must be sent back."""

import json
from dataclasses import dataclass, field
from typing import Never, assert_never

from pydantic import JsonValue

from tieout.errors import ModelFailed
from tieout.llm.client import (
    AssistantMessage,
    JsonDict,
    ModelEvent,
    TextDelta,
    ThinkingDelta,
    ToolInputDelta,
    Usage,
)
from tieout.llm.failures import service_failure
from tieout.llm.wire_events import (
    BlockDelta,
    BlockStart,
    BlockStop,
    MessageDelta,
    MessageStart,
    MessageStop,
    Ping,
    StreamError,
    UsageFields,
    WireEvent,
)

_TOOL_BLOCKS = ("tool_use", "server_tool_use")


def parse_tool_input(text: str) -> tuple[JsonDict, str]:
    """The object in a tool call's JSON, and "" or what is wrong with it (then the object is empty).

    Only a whole, standard JSON object of text that UTF-8 can carry counts: the model's cut-off
    JSON must never look like a shorter valid call.
    """
    if not text.strip():
        return {}, ""
    try:
        value: JsonValue = json.loads(text, parse_constant=_refuse_constant)
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return {}, "the text holds half of a surrogate pair"
    except (ValueError, RecursionError) as error:
        return {}, str(error) or type(error).__name__
    if not isinstance(value, dict):
        return {}, f"expected a JSON object, got {type(value).__name__}"
    return value, ""


def _refuse_constant(name: str) -> Never:
    raise ValueError(f"{name} is not JSON")


@dataclass(slots=True)
class MessageAccumulator:
    """Folds events into a message. Feed every event in order, then ask for the message.

    Attributes:
        is_whole: Whether `message_stop` was seen.
    """

    is_whole: bool = False
    _blocks: dict[int, JsonDict] = field(default_factory=dict[int, JsonDict])
    _inputs: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    _usage: Usage = field(default_factory=Usage)
    _stop_reason: str = ""
    _stop_detail: str = ""

    def feed(self, event: WireEvent) -> ModelEvent | None:
        """Take one event; returns what there is to show of it, if anything.

        Raises:
            ModelFailed: An error event, or a stream that contradicts itself.
        """
        match event:
            case MessageStart():
                self._count(event.message.usage)
            case BlockStart():
                self._blocks[event.index] = dict(event.content_block)
            case BlockDelta():
                return self._take_delta(event)
            case MessageDelta():
                self._stop_reason = event.delta.stop_reason or self._stop_reason
                if details := event.delta.stop_details:
                    self._stop_detail = details.explanation or details.category or ""
                self._count(event.usage)
            case MessageStop():
                self.is_whole = True
            case StreamError():
                raise service_failure(event.error.type, 200, event.error.message)
            case BlockStop() | Ping():
                pass
            case _:
                assert_never(event)
        return None

    def message(self) -> AssistantMessage:
        """The whole message.

        Raises:
            ModelFailed: `message_stop` was not seen.
        """
        if not self.is_whole:
            raise ModelFailed("incomplete", "The model's answer ended before it was complete.")
        content: list[JsonDict] = []
        invalid: list[tuple[str, str]] = []
        for index, block in sorted(self._blocks.items()):
            finished, problem = self._finished(index, block)
            if finished.get("type") == "text" and not str(finished.get("text", "")).strip():
                continue  # the service sends blank text but refuses to take it back
            content.append(finished)
            if problem:
                invalid.append((str(finished.get("id", "")), problem))
        return AssistantMessage(
            tuple(content), self._stop_reason, self._usage, tuple(invalid), self._stop_detail
        )

    def _finished(self, index: int, block: JsonDict) -> tuple[JsonDict, str]:
        if block.get("type") not in _TOOL_BLOCKS or index not in self._inputs:
            return block, ""
        tool_input, problem = parse_tool_input("".join(self._inputs[index]))
        return {**block, "input": tool_input}, problem

    def _take_delta(self, event: BlockDelta) -> ModelEvent | None:
        block = self._blocks.get(event.index)
        if block is None:
            raise ModelFailed("incomplete", "The model's service sent a piece of no known block.")
        match event.delta:
            case {"type": "text_delta", "text": str(text)}:
                block["text"] = str(block.get("text", "")) + text
                return TextDelta(text) if text else None
            case {"type": "thinking_delta", "thinking": str(text)}:
                block["thinking"] = str(block.get("thinking", "")) + text
                return ThinkingDelta(text) if text else None
            case {"type": "signature_delta", "signature": str(signature)}:
                block["signature"] = signature
            case {"type": "input_json_delta", "partial_json": str(piece)}:
                self._inputs.setdefault(event.index, []).append(piece)
                return ToolInputDelta(str(block.get("id", "")), piece) if piece else None
            case {"type": "citations_delta", "citation": citation}:
                earlier = block.get("citations")
                block["citations"] = [*(earlier if isinstance(earlier, list) else []), citation]
            case _:
                pass
        return None

    def _count(self, new: UsageFields) -> None:
        old = self._usage
        self._usage = Usage(
            _newer(new.input_tokens, old.input_tokens),
            _newer(new.cache_creation_input_tokens, old.cache_creation_input_tokens),
            _newer(new.cache_read_input_tokens, old.cache_read_input_tokens),
            _newer(new.output_tokens, old.output_tokens),
        )


def _newer(new: int | None, old: int) -> int:
    return old if new is None else new
