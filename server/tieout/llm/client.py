"""The seam to a model: one streaming request, a closed set of events.

Contract of every client: events arrive in order; `Completed` is last and appears exactly once, and
only when the service said the message is whole (`message_stop`); otherwise the iterator raises
`ModelFailed`. A client never retries: the loop does, visibly.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from pydantic import JsonValue

JsonDict: TypeAlias = dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """A Messages API request body, complete but for `stream`.

    Attributes:
        body: `{model, max_tokens, system, tools, messages, tool_choice?, thinking?, …}`.
        layers: SHA-256 (hex) per context layer, in request order, such as `{"tools": …, "L0": …}`;
            names the culprit when a replay differs.
    """

    body: JsonDict
    layers: dict[str, str]


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A piece of the answer's text."""

    text: str


@dataclass(frozen=True, slots=True)
class ThinkingDelta:
    """A piece of the model's visible thinking."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolInputDelta:
    """A piece of a tool call's JSON input, for showing code while it is written."""

    tool_use_id: str
    partial_json: str


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the service counted them. Total input is the sum of the three input fields."""

    input_tokens: int = 0
    cache_creation_input_tokens: int = 0
    cache_read_input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class AssistantMessage:
    """A whole model message.

    Attributes:
        content: Blocks exactly as to be sent back (text, thinking, redacted_thinking, tool_use).
        stop_reason: As the service gave it; unknown reasons are kept as text.
        invalid_inputs: tool_use id → parser message, where the input was not valid JSON
            (the block's `input` is then `{}`).
        stop_detail: The service's own words on why it stopped, such as a refusal's; often "".
    """

    content: tuple[JsonDict, ...]
    stop_reason: str
    usage: Usage = Usage()
    invalid_inputs: tuple[tuple[str, str], ...] = ()
    stop_detail: str = ""


@dataclass(frozen=True, slots=True)
class Completed:
    """The message is whole."""

    message: AssistantMessage


ModelEvent: TypeAlias = TextDelta | ThinkingDelta | ToolInputDelta | Completed


class ModelClient(Protocol):
    """A model that answers one request as a stream of events."""

    @property
    def name(self) -> str:
        """What to call it in logs, reports and the pane, such as `anthropic:claude-opus-5-5`."""
        ...

    def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Send the request and yield its events; see the module for the contract."""
        ...
