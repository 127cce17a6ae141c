"""Lay the layers into one request, the same way every time, and say what it is made of.

Order: tools, L0, capabilities, L1, L3, L2, tail. At most four cache marks: the system prompt and L1
for an hour, the last history block for five minutes, and one that moves along by itself.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from pydantic import JsonValue

from tieout.context.blocks import HOUR, MINUTES, joined, with_mark, without_marks
from tieout.context.entries import entry
from tieout.context.layers import LAYERS, Layer, LayerBudgets
from tieout.context.manifest import EvidenceEntry, LayerShare, RequestManifest
from tieout.context.tokens import ESTIMATE, RememberedTokens, TokenCounter
from tieout.context.transcript import Transcript
from tieout.context.weighing import json_tokens, message_tokens, result_tokens
from tieout.llm.canonical import request_sha256, sha256_of
from tieout.llm.client import JsonDict, ModelRequest
from tieout.prompts.assemble import SystemPrompt

_DEFAULT_BUDGETS: Final = LayerBudgets()
RequestParts: TypeAlias = Mapping[Layer, Sequence[JsonValue]]
"""What stands in each layer, in request order."""


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
        parts: Tools, system blocks and messages by layer, without cache marks.
    """

    request: ModelRequest
    manifest: RequestManifest
    parts: RequestParts

    @property
    def tokens(self) -> dict[Layer, int]:
        """Per layer, in request order."""
        return {share.layer: share.tokens for share in self.manifest.layers}

    @property
    def total_tokens(self) -> int:
        """Of the whole input."""
        return self.manifest.tokens


class RequestAssembler:
    """Builds requests from a transcript. Holds nothing that changes.

    Args:
        tools: Tool definitions, in API form.
        prompt: The system prompt's blocks.
        settings: Model and limits.
        counter: Counts tokens.
        budgets: Most tokens per layer.
    """

    def __init__(
        self,
        tools: Sequence[JsonDict],
        prompt: SystemPrompt,
        settings: ModelSettings,
        counter: TokenCounter | None = None,
        budgets: LayerBudgets = _DEFAULT_BUDGETS,
    ) -> None:
        self._settings = settings
        self.counter: TokenCounter = counter or RememberedTokens(ESTIMATE)
        self.budgets = budgets
        self._tools: list[JsonValue] = [*tools]
        persona: JsonDict = {"type": "text", "text": prompt.persona}
        capabilities: JsonDict = {"type": "text", "text": prompt.capabilities}
        self._system: list[JsonValue] = [persona, {**capabilities, "cache_control": HOUR}]
        standing: dict[Layer, list[JsonValue]] = {
            "tools": self._tools,
            "L0": [persona],
            "capabilities": [capabilities],
        }
        self._standing_parts = standing
        self._standing = {
            layer: (sha256_of(part), json_tokens(part, self.counter) if layer == "tools" else 0)
            for layer, part in standing.items()
        }
        for layer, text in (("L0", prompt.persona), ("capabilities", prompt.capabilities)):
            self._standing[layer] = (self._standing[layer][0], self.counter.count(text))

    @property
    def settings(self) -> ModelSettings:
        """As given."""
        return self._settings

    @property
    def tools(self) -> list[JsonValue]:
        """The tool definitions."""
        return self._tools

    def assemble(
        self, transcript: Transcript, max_tokens: int | None = None, number: int = 1
    ) -> AssembledRequest:
        """The request for a transcript that ends with the user (or with a paused answer).

        Args:
            transcript: The conversation so far.
            max_tokens: Another output limit for this one request.
            number: The request's id within the session.
        """
        body: JsonDict = {
            "model": self._settings.model_id,
            "max_tokens": max_tokens or self._settings.max_output_tokens,
            "tools": self._tools,
            "system": self._system,
            "messages": _laid(transcript),
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
        shares = self._shares(transcript)
        manifest = RequestManifest(
            id=number,
            kind="step",
            model=self._settings.model_id,
            counter=self.counter.name,
            epoch=transcript.epoch,
            request_sha256=request_sha256(body),
            layers=shares,
            evidence=self._evidence(transcript),
            constraints=_constraint_ids(transcript),
            ceiling=self.budgets.ceiling,
        )
        hashes = {share.layer: share.sha256 for share in shares}
        parts: dict[Layer, Sequence[JsonValue]] = {
            **self._standing_parts,
            "L1": without_marks(transcript.task_messages),
            "L3": without_marks(transcript.history_messages),
            "L2": without_marks(transcript.pack_messages),
            "tail": without_marks(transcript.tail),
        }
        return AssembledRequest(ModelRequest(body, {**hashes}), manifest, parts)

    def _shares(self, transcript: Transcript) -> tuple[LayerShare, ...]:
        moving: dict[Layer, tuple[JsonDict, ...]] = {
            "L1": transcript.task_messages,
            "L3": transcript.history_messages,
            "L2": transcript.pack_messages,
            "tail": transcript.tail,
        }
        shares: list[LayerShare] = []
        cumulative = ""
        for layer in LAYERS:
            if layer in moving:
                sha = sha256_of(without_marks(moving[layer]))
                tokens = message_tokens(moving[layer], self.counter)
            else:
                sha, tokens = self._standing[layer]
            cumulative = hashlib.sha256(f"{cumulative}{layer}{sha}".encode()).hexdigest()
            held = tokens
            if layer == "L2":
                held += result_tokens(transcript.tail, self.counter)
            shares.append(LayerShare(layer, sha, cumulative, tokens, held, self.budgets.of(layer)))
        return tuple(shares)

    def _evidence(self, transcript: Transcript) -> tuple[EvidenceEntry, ...]:
        standing = [entry(one, self.counter, left_out=False) for one in transcript.seen]
        out = transcript.pack.left_out if transcript.pack is not None else ()
        return (*standing, *out)


def _laid(transcript: Transcript) -> list[JsonValue]:
    parts = (
        with_mark(transcript.task_messages, HOUR),
        with_mark(transcript.history_messages, MINUTES),
        transcript.pack_messages,
        transcript.tail,
    )
    return [*joined(parts)]


def _constraint_ids(transcript: Transcript) -> tuple[str, ...]:
    stated = (transcript.task, transcript.present)
    return tuple(
        dict.fromkeys(each.id for task in stated if task is not None for each in task.constraints)
    )
