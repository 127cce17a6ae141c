"""Lay the layers into one request, the same way every time.

Order and marks: tools (frozen), system (L0 and the capability tiers; kept an hour), the first task
with the workbook's map (L1; kept an hour), then the growing tail with one mark that moves by itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from pydantic import JsonValue

from tieout.context.tokens import estimated_tokens
from tieout.context.transcript import Transcript
from tieout.llm.canonical import canonical_json, sha256_of
from tieout.llm.client import JsonDict, ModelRequest
from tieout.prompts.assemble import SystemPrompt

Layer: TypeAlias = Literal["tools", "L0", "L1", "L3", "tail"]
"""`L3` is empty until steps are folded into history blocks; it has its place from the start."""


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """What a request says besides its content; constant within a session.

    Attributes:
        thinking: Mode of thinking; None leaves it out, for models that have no such setting.
    """

    model_id: str
    max_output_tokens: int = 32_000
    thinking: Literal["adaptive", "between_tools", "disabled"] | None = "adaptive"


@dataclass(frozen=True, slots=True)
class AssembledRequest:
    """A request and what it is made of.

    Attributes:
        tokens: Upper estimate per layer, in request order.
    """

    request: ModelRequest
    tokens: dict[Layer, int]

    @property
    def total_tokens(self) -> int:
        """Upper estimate of the whole input."""
        return sum(self.tokens.values())


class RequestAssembler:
    """Builds requests from a transcript. Holds nothing that changes.

    Args:
        tools: Tool definitions, in API form.
        prompt: The system prompt's blocks.
        settings: Model and limits.
    """

    def __init__(
        self, tools: Sequence[JsonDict], prompt: SystemPrompt, settings: ModelSettings
    ) -> None:
        self._settings = settings
        self._tools: list[JsonValue] = [*tools]
        self._system: list[JsonValue] = [
            {"type": "text", "text": prompt.persona},
            {
                "type": "text",
                "text": prompt.capabilities,
                "cache_control": {"type": "ephemeral", "ttl": "1h"},
            },
        ]
        self._standing: tuple[tuple[Layer, list[JsonValue]], ...] = (
            ("tools", self._tools),
            ("L0", self._system),
        )
        self._standing_hashes = {layer: sha256_of(part) for layer, part in self._standing}
        self._standing_tokens = {layer: _tokens(part) for layer, part in self._standing}

    @property
    def settings(self) -> ModelSettings:
        """As given."""
        return self._settings

    def assemble(self, transcript: Transcript, max_tokens: int | None = None) -> AssembledRequest:
        """The request for a transcript that ends with the user (or with a paused answer).

        Args:
            transcript: The conversation so far.
            max_tokens: Another output limit for this one request.
        """
        messages: list[JsonValue] = [*transcript.messages]
        body: JsonDict = {
            "model": self._settings.model_id,
            "max_tokens": max_tokens or self._settings.max_output_tokens,
            "tools": self._tools,
            "system": self._system,
            "messages": messages,
            "tool_choice": {"type": "auto", "disable_parallel_tool_use": True},
            "cache_control": {"type": "ephemeral"},
        }
        match self._settings.thinking:
            case None:
                pass
            case "adaptive":
                body["thinking"] = {"type": "adaptive", "display": "summarized"}
            case mode:
                body["thinking"] = {"type": mode}
        first, rest = messages[: transcript.task_messages], messages[transcript.task_messages :]
        history: list[JsonValue] = []
        moving: tuple[tuple[Layer, list[JsonValue]], ...] = (
            ("L1", first),
            ("L3", history),
            ("tail", rest),
        )
        hashes = self._standing_hashes | {layer: sha256_of(part) for layer, part in moving}
        tokens = self._standing_tokens | {layer: _tokens(part) for layer, part in moving}
        return AssembledRequest(ModelRequest(body, {**hashes}), cast("dict[Layer, int]", tokens))


def _tokens(part: list[JsonValue]) -> int:
    return estimated_tokens(canonical_json(part).decode()) if part else 0
