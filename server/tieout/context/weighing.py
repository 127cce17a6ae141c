"""Tokens of messages and blocks, by the session's counter."""

from collections.abc import Iterable, Sequence
from typing import Final

from pydantic import JsonValue

from tieout.context.blocks import content_of
from tieout.context.tokens import TokenCounter
from tieout.llm.canonical import canonical_json
from tieout.llm.client import JsonDict

PICTURE_TOKENS: Final = 1_600
"""Of one picture: the service counts about a token for each 750 pixels, and shrinks larger ones."""
_MESSAGE: Final = 4
_BLOCK: Final = 4
_CALL: Final = 16
_REDACTED: Final = 4
"""Characters of hidden thinking to a token."""


def json_tokens(value: JsonValue, counter: TokenCounter) -> int:
    """Of a value as JSON, such as tool definitions."""
    return counter.count(canonical_json(value).decode())


def message_tokens(messages: Iterable[JsonDict], counter: TokenCounter) -> int:
    """Of whole messages."""
    return sum(
        _MESSAGE + sum(block_tokens(block, counter) for block in content_of(one))
        for one in messages
    )


def result_tokens(messages: Sequence[JsonDict], counter: TokenCounter) -> int:
    """Of the tool results in messages: what they show of the workbook and of specifications."""
    return sum(
        block_tokens(block, counter)
        for one in messages
        for block in content_of(one)
        if block.get("type") == "tool_result"
    )


def block_tokens(block: JsonDict, counter: TokenCounter) -> int:
    """Of one block; a signature isn't counted."""
    match block:
        case {"type": "text", "text": str(text)} | {"type": "thinking", "thinking": str(text)}:
            return _BLOCK + counter.count(text)
        case {"type": "tool_use", "input": given}:
            return _CALL + json_tokens(given, counter)
        case {"type": "tool_result", "content": list(parts)}:
            inner = [part for part in parts if isinstance(part, dict)]
            return _CALL + sum(block_tokens(part, counter) for part in inner)
        case {"type": "image"}:
            return PICTURE_TOKENS
        case {"type": "redacted_thinking", "data": str(hidden)}:
            return len(hidden) // _REDACTED
        case _:
            return json_tokens({**block}, counter)
