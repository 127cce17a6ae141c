"""A session's requests, each taken apart into layers and blocks; and what differs between two."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal, TypeAlias, cast

from pydantic import JsonValue

from tieout.context.layers import LAYERS, Attribution, Layer, attribution
from tieout.context.manifest import RequestManifest
from tieout.llm.canonical import canonical_json
from tieout.llm.client import Usage


@dataclass(frozen=True, slots=True)
class TraceBlock:
    """One block of a request, as it can be read.

    Attributes:
        layer: Where it stands.
        role: Of its message, `tool` for a definition, `system`.
        kind: Such as `text`, `tool_use`, `tool_result`, `thinking`.
        text: What it says; the JSON of what has no text.
    """

    layer: Layer
    role: str
    kind: str
    text: str

    @property
    def sha256(self) -> str:
        """Of the text, hex: equal blocks are kept once."""
        return hashlib.sha256(self.text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class TracedRequest:
    """One request and what the service counted for it; no usage when no answer came back."""

    manifest: RequestManifest
    blocks: tuple[TraceBlock, ...]
    usage: Usage | None = None

    def of(self, layer: Layer) -> tuple[TraceBlock, ...]:
        """The blocks of one layer."""
        return tuple(block for block in self.blocks if block.layer == layer)


@dataclass(frozen=True, slots=True)
class Trace:
    """A session's requests, in the order they were sent.

    Attributes:
        session: Its id.
        started: When it began, ISO 8601 in UTC, or "" for a recording.
        workbook: File name.
        model: Name of the model.
    """

    session: str
    started: str
    workbook: str
    model: str
    requests: tuple[TracedRequest, ...] = ()


Change: TypeAlias = Literal["same", "added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class BlockChange:
    """A block in two requests; None where one of them has none at its place."""

    layer: Layer
    change: Change
    before: TraceBlock | None
    after: TraceBlock | None


@dataclass(frozen=True, slots=True)
class RequestDifference:
    """What differs between two requests.

    Attributes:
        first: The first layer, in request order, whose bytes differ; None when none does.
        changes: Every block of both, by layer and place.
    """

    first: Layer | None
    changes: tuple[BlockChange, ...]

    @property
    def part(self) -> Attribution | None:
        """What a person calls the first layer that differs."""
        return attribution(self.first) if self.first is not None else None


def difference(before: TracedRequest, after: TracedRequest) -> RequestDifference:
    """Compare two requests layer by layer; blocks are paired by their place in the layer."""
    differing: list[Layer] = [
        layer
        for layer in LAYERS
        if before.manifest.share(layer).sha256 != after.manifest.share(layer).sha256
    ]
    changes = [
        _change(layer, old, new)
        for layer in LAYERS
        for old, new in zip_longest(before.of(layer), after.of(layer))
    ]
    return RequestDifference(differing[0] if differing else None, tuple(changes))


def _change(layer: Layer, old: TraceBlock | None, new: TraceBlock | None) -> BlockChange:
    if old is None:
        return BlockChange(layer, "added", old, new)
    if new is None:
        return BlockChange(layer, "removed", old, new)
    same = (old.role, old.kind, old.text) == (new.role, new.kind, new.text)
    return BlockChange(layer, "same" if same else "changed", old, new)


def blocks_of(parts: Mapping[Layer, Sequence[JsonValue]]) -> tuple[TraceBlock, ...]:
    """A request's layers as blocks.

    Args:
        parts: Per layer its pieces in API form: tool definitions, system blocks, or messages.
    """
    return tuple(block for layer in LAYERS for block in _layer_blocks(layer, parts.get(layer, ())))


def _layer_blocks(layer: Layer, pieces: Sequence[JsonValue]) -> Iterator[TraceBlock]:
    for piece in pieces:
        if not isinstance(piece, dict):
            continue
        if "role" in piece:
            content = piece.get("content")
            blocks = content if isinstance(content, list) else [content]
            for block in blocks:
                yield _block(layer, str(piece["role"]), block)
        elif layer == "tools":
            yield TraceBlock(layer, "tool", str(piece.get("name", "tool")), _json(piece))
        else:
            yield _block(layer, "system", piece)


def _block(layer: Layer, role: str, block: JsonValue) -> TraceBlock:
    if not isinstance(block, dict):
        return TraceBlock(layer, role, "text", str(block))
    kind = str(block.get("type", "text"))
    match block:
        case {"type": "text", "text": str(text)}:
            return TraceBlock(layer, role, kind, text)
        case {"type": "thinking", "thinking": str(text)}:
            return TraceBlock(layer, role, kind, text or "(not shown by the service)")
        case {"type": "tool_use", "input": {"code": str(code)}}:
            return TraceBlock(layer, role, kind, code)
        case {"type": "tool_result", "content": list(content)}:
            return TraceBlock(layer, role, kind, "\n".join(_piece(each) for each in content))
        case _:
            return TraceBlock(layer, role, kind, _json(block))


def _piece(block: JsonValue) -> str:
    match block:
        case {"type": "text", "text": str(text)}:
            return text
        case {"type": "image"}:
            return "(a picture)"
        case _:
            return _json(block)


def _json(value: object) -> str:
    return canonical_json(cast("JsonValue", value)).decode()
