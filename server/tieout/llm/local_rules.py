"""What the Messages API refuses, as a pure check over a request body.

Source: the API's documentation for version 2026-10-21 (tool use, prompt caching, preserved
thinking, migration notes). A local API without these rules would let a broken transcript pass.
"""

import base64
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from pydantic import JsonValue

from tieout.llm.canonical import canonical_json
from tieout.llm.client import JsonDict

_KNOWN_KEYS = frozenset(
    (
        "model",
        "max_tokens",
        "messages",
        "system",
        "tools",
        "tool_choice",
        "thinking",
        "stream",
        "cache_control",
        "metadata",
        "stop_sequences",
        "output_config",
        "service_tier",
        "diagnostics",
    )
)
_REMOVED_KEYS = ("temperature", "top_p", "top_k")
_USER_BLOCKS = ("text", "image", "document", "tool_result")
_ASSISTANT_BLOCKS = ("text", "thinking", "redacted_thinking", "tool_use")
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}\Z")
_IMAGES = ("image/png", "image/jpeg", "image/gif", "image/webp")
_MOST_IMAGE = 5 * 1024 * 1024
_MAX_OUTPUT = 128_000
_MAX_BREAKPOINTS = 4


class Refusal(Exception):
    """Why a request is refused, in the API's words; it becomes a 400."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class _Place:
    """A block and where it is, as the API names places: `messages.1.content.0`."""

    path: str
    role: str
    block: JsonDict


def check_request(body: JsonDict, *, continues_paused_turn: bool = False) -> None:
    """Check a whole request body.

    Args:
        body: The parsed body.
        continues_paused_turn: Whether the last answer stopped with `pause_turn`: only then may
            the messages end with the assistant's.

    Raises:
        Refusal: The first rule that is broken.
    """
    _check_settings(body)
    _check_tools(body)
    messages = _messages(body)
    for index, message in enumerate(messages):
        _check_message(index, message)
    if messages[0]["role"] != "user":
        raise Refusal("messages: first message must use the user role")
    if messages[-1]["role"] == "assistant" and not continues_paused_turn:
        raise Refusal(
            "This model does not support assistant message prefill. "
            "The conversation must end with a user message."
        )
    _check_tool_answers(messages)
    _check_breakpoints(body, messages)
    _check_signatures(body, messages)


def _check_settings(body: JsonDict) -> None:
    for key in body:
        if key in _REMOVED_KEYS:
            raise Refusal(f"{key}: is not supported in this API version")
        if key not in _KNOWN_KEYS:
            raise Refusal(f"{key}: Extra inputs are not permitted")
    if not isinstance(body.get("model"), str):
        raise Refusal("model: Field required")
    limit = body.get("max_tokens")
    if not isinstance(limit, int) or isinstance(limit, bool) or not 1 <= limit <= _MAX_OUTPUT:
        raise Refusal(f"max_tokens: must be a whole number from 1 to {_MAX_OUTPUT}")
    _check_output(body.get("output_config"))
    match body.get("tool_choice"):
        case None | {"type": "auto" | "none"}:
            pass
        case {"type": "any" | "tool"}:
            raise Refusal("tool_choice: forced tool use is not supported by this model")
        case _:
            raise Refusal("tool_choice.type: Input should be 'auto' or 'none'")


def _check_output(config: JsonValue) -> None:
    """An answer's form: a JSON schema in which every object is closed."""
    match config:
        case None | {"format": None}:
            return
        case {"format": {"type": "json_schema", "schema": dict(schema)}}:
            if any(each.get("additionalProperties") is not False for each in _objects(schema)):
                raise Refusal(
                    "output_config.format.schema: For 'object' type, 'additionalProperties' must "
                    "be explicitly set to false"
                )
        case {"format": _}:
            raise Refusal("output_config.format: Input should be a json_schema with a schema")
        case dict():
            return
        case _:
            raise Refusal("output_config: Input should be an object")


def _objects(schema: JsonDict) -> Iterator[JsonDict]:
    if schema.get("type") == "object":
        yield schema
    for value in schema.values():
        if isinstance(value, dict):
            yield from _objects(value)


def _check_tools(body: JsonDict) -> None:
    tools = body.get("tools", [])
    if not isinstance(tools, list):
        raise Refusal("tools: Input should be a valid array")
    names: set[str] = set()
    for index, tool in enumerate(tools):
        match tool:
            case {"name": str(name), "input_schema": {"type": "object", **schema}}:
                pass
            case _:
                raise Refusal(f"tools.{index}: name and input_schema of type object are required")
        if not _NAME.match(name) or name in names:
            raise Refusal(f"tools.{index}.name: Tool names must be unique and plain")
        names.add(name)
        if tool.get("strict") and schema.get("additionalProperties") is not False:
            raise Refusal(
                f"tools.{index}.input_schema: additionalProperties must be false in strict tools"
            )


def _messages(body: JsonDict) -> list[JsonDict]:
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        raise Refusal("messages: at least one message is required")
    for index, message in enumerate(messages):
        if not isinstance(message, dict) or message.get("role") not in ("user", "assistant"):
            raise Refusal(f"messages.{index}.role: Input should be 'user' or 'assistant'")
    return cast("list[JsonDict]", messages)


def blocks_of(content: JsonValue) -> list[JsonDict]:
    """A message's or a system prompt's content as blocks; a text is one text block."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if isinstance(content, list):
        return [block for block in content if isinstance(block, dict)]
    return []


def _places(index: int, message: JsonDict) -> Iterator[_Place]:
    for at, block in enumerate(blocks_of(message.get("content"))):
        yield _Place(f"messages.{index}.content.{at}", str(message["role"]), block)


def _check_message(index: int, message: JsonDict) -> None:
    content = message.get("content")
    if not isinstance(content, str | list) or not content:
        raise Refusal(f"messages.{index}: all messages must have non-empty content")
    for place in _places(index, message):
        allowed = _USER_BLOCKS if place.role == "user" else _ASSISTANT_BLOCKS
        if place.block.get("type") not in allowed:
            raise Refusal(f"{place.path}.type: not allowed in a message of the {place.role}")
        _check_block(place)
    if message["role"] == "assistant" and blocks_of(content)[-1].get("type") in (
        "thinking",
        "redacted_thinking",
    ):
        raise Refusal(
            f"messages.{index}: The final block in an assistant message cannot be thinking"
        )


def _check_block(place: _Place) -> None:
    match place.block:
        case {"type": "text"}:
            _check_text(place.path, place.block)
        case {"type": "tool_use", "id": str(identity), "name": str(), "input": dict()}:
            if not _NAME.match(identity):
                raise Refusal(f"{place.path}.id: String should match '^[a-zA-Z0-9_-]+$'")
        case {"type": "tool_use"}:
            raise Refusal(f"{place.path}: tool_use needs id, name and an input object")
        case {"type": "tool_result", "content": list(parts)}:
            for at, part in enumerate(parts):
                if isinstance(part, dict) and part.get("type") == "text":
                    _check_text(f"{place.path}.content.{at}", part)
                elif isinstance(part, dict) and part.get("type") == "image":
                    failed = place.block.get("is_error") is True
                    _check_image(f"{place.path}.content.{at}", part, failed=failed)
        case {"type": "thinking", "signature": str()} | {"type": "redacted_thinking"}:
            if "cache_control" in place.block:
                raise Refusal(f"{place.path}.cache_control: not allowed on thinking blocks")
        case {"type": "thinking"}:
            raise Refusal(f"{place.path}.signature: Field required")
        case _:
            pass


def _check_text(path: str, block: JsonDict) -> None:
    text = block.get("text")
    if not isinstance(text, str) or not text:
        raise Refusal(f"{path}: text content blocks must be non-empty")
    if not text.strip():
        raise Refusal(f"{path}: text content blocks must contain non-whitespace text")


def _check_tool_answers(messages: list[JsonDict]) -> None:
    seen: set[str] = set()
    open_ids: list[str] = []
    for index, message in enumerate(messages):
        blocks = blocks_of(message["content"])
        if message["role"] == "user":
            _check_answers(index, blocks, open_ids)
            open_ids = []
            continue
        if open_ids:
            raise Refusal(_unanswered(index - 1, open_ids))
        open_ids = [str(block["id"]) for block in blocks if block.get("type") == "tool_use"]
        for identity in open_ids:
            if identity in seen:
                raise Refusal(f"messages.{index}: `tool_use` ids must be unique")
            seen.add(identity)
    if open_ids:
        raise Refusal(_unanswered(len(messages) - 1, open_ids))


def _unanswered(index: int, ids: list[str]) -> str:
    return (
        f"messages.{index}: `tool_use` ids were found without `tool_result` blocks immediately "
        f"after: {', '.join(ids)}. Each `tool_use` block must have a corresponding "
        "`tool_result` block in the next message."
    )


def _check_image(path: str, block: JsonDict, *, failed: bool) -> None:
    """An image in base64: a known type, readable, of at most 5 MB, and in no failed result."""
    if failed:
        raise Refusal(f"{path}: all content must be type `text` if `is_error` is true")
    match block.get("source"):
        case {"type": "base64", "media_type": str(kind), "data": str(data)} if kind in _IMAGES:
            try:
                size = len(base64.b64decode(data, validate=True))
            except ValueError:
                raise Refusal(f"{path}.image.source.base64: invalid base64 data") from None
            if size > _MOST_IMAGE:
                raise Refusal(f"{path}.image.source.base64: image exceeds 5 MB maximum")
        case _:
            raise Refusal(f"{path}.image.source: Input should be a base64 image")


def _check_answers(index: int, blocks: list[JsonDict], open_ids: list[str]) -> None:
    answered = [str(block.get("tool_use_id")) for block in blocks if _is_result(block)]
    if missing := [identity for identity in open_ids if identity not in answered]:
        raise Refusal(_unanswered(index - 1, missing))
    if len(set(answered)) != len(answered):
        raise Refusal(f"messages.{index}: each tool_use must have a single result")
    if strange := [identity for identity in answered if identity not in open_ids]:
        raise Refusal(
            f"messages.{index}: unexpected `tool_use_id` found in `tool_result` blocks: "
            f"{', '.join(strange)}"
        )
    if any(not _is_result(block) for block in blocks[: len(answered)]):
        raise Refusal(f"messages.{index}: `tool_result` blocks must come first in the content")


def _is_result(block: JsonDict) -> bool:
    return block.get("type") == "tool_result"


def _check_breakpoints(body: JsonDict, messages: list[JsonDict]) -> None:
    marks = [mark for _, _, mark in cached_blocks(body, messages) if mark is not None]
    if len(marks) + ("cache_control" in body) > _MAX_BREAKPOINTS:
        raise Refusal(
            f"A maximum of {_MAX_BREAKPOINTS} blocks with cache_control may be provided. "
            f"Found {len(marks) + ('cache_control' in body)}."
        )
    lifetimes = [lifetime(mark) for mark in [*marks, body.get("cache_control")] if mark is not None]
    if lifetimes != sorted(lifetimes, reverse=True):
        raise Refusal("a ttl='1h' cache_control block must not come after a ttl='5m' one")


def lifetime(mark: JsonValue) -> int:
    """Seconds a cache mark asks for.

    Raises:
        Refusal: Not a mark the API knows.
    """
    match mark:
        case {"type": "ephemeral", **rest} if rest in ({"ttl": "5m"}, {}):
            return 300
        case {"type": "ephemeral", **rest} if rest == {"ttl": "1h"}:
            return 3600
        case _:
            raise Refusal("cache_control: Input should be {'type': 'ephemeral', 'ttl'?: '5m'|'1h'}")


def cached_blocks(
    body: JsonDict, messages: list[JsonDict]
) -> Iterator[tuple[str, JsonDict, JsonValue]]:
    """Every block in prefix order as (part, block without its mark, mark or None)."""
    sections: list[tuple[str, list[JsonDict]]] = [
        ("tools", blocks_of(body.get("tools"))),
        ("system", blocks_of(body.get("system"))),
        *((str(message["role"]), blocks_of(message["content"])) for message in messages),
    ]
    for part, blocks in sections:
        for block in blocks:
            bare = {key: value for key, value in block.items() if key != "cache_control"}
            yield part, bare, block.get("cache_control")


def prefix_signature(body: JsonDict, messages_before: list[JsonDict]) -> str:
    """The signature of thinking produced after this prefix: it binds the block to the prefix."""
    prefix: list[JsonValue] = [
        [part, block] for part, block, _ in cached_blocks(body, messages_before)
    ]
    return base64.b64encode(hashlib.sha256(canonical_json(prefix)).digest()).decode()


def _check_signatures(body: JsonDict, messages: list[JsonDict]) -> None:
    for index, message in enumerate(messages):
        for place in _places(index, message):
            if place.block.get("type") != "thinking":
                continue
            if place.block["signature"] != prefix_signature(body, messages[:index]):
                raise Refusal(
                    f"{place.path}: Invalid `signature` in `thinking` block. The block is bound "
                    "to a different conversation. Remove the block, or set "
                    '`thinking.block_binding.prefix_mismatch_behavior` to "drop_block".'
                )
