"""Messages and blocks in API form, built the same way everywhere."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final, cast

from pydantic import JsonValue

from tieout.llm.canonical import canonical_json, clean_text
from tieout.llm.client import JsonDict

HOUR: Final[JsonDict] = {"type": "ephemeral", "ttl": "1h"}
MINUTES: Final[JsonDict] = {"type": "ephemeral", "ttl": "5m"}
_NO_OUTPUT: Final = "(no output)"


def message(role: str, content: Sequence[JsonValue]) -> JsonDict:
    """A message."""
    return {"role": role, "content": [*content]}


def text_block(text: str) -> JsonDict:
    """A text; the service takes no blank one."""
    clean = clean_text(text)
    return {"type": "text", "text": clean if clean.strip() else _NO_OUTPUT}


def picture_block(png: str) -> JsonDict:
    """A PNG in base64."""
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": png}}


def call_block(identity: str, code: str) -> JsonDict:
    """A call of `execute_code` made on the model's behalf."""
    return {"type": "tool_use", "id": identity, "name": "execute_code", "input": {"code": code}}


def result_block(
    identity: str, text: str, pictures: Sequence[str] = (), *, is_error: bool = False
) -> JsonDict:
    """The answer to a tool call; the service takes nothing but text in a failed one."""
    shown = () if is_error else pictures
    block: JsonDict = {
        "type": "tool_result",
        "tool_use_id": identity,
        "content": [text_block(text), *(picture_block(png) for png in shown)],
    }
    if is_error:
        block["is_error"] = True
    return block


def said_for_the_model(
    identity: str, code: str, text: str, pictures: Sequence[str] = ()
) -> tuple[JsonDict, JsonDict]:
    """A call and its result, as two messages: how text of the workbook reaches the model."""
    return (
        message("assistant", [call_block(identity, code)]),
        message("user", [result_block(identity, text, pictures)]),
    )


def content_of(one: JsonDict) -> list[JsonDict]:
    """A message's blocks."""
    return cast("list[JsonDict]", one["content"])


def with_mark(messages: Sequence[JsonDict], mark: JsonDict) -> tuple[JsonDict, ...]:
    """The messages with a cache mark on their last block."""
    if not messages:
        return ()
    *before, last = messages
    *blocks, final = content_of(last)
    marked: JsonDict = {**final, "cache_control": mark}
    return (*before, message(str(last["role"]), [*blocks, marked]))


def without_marks(messages: Sequence[JsonDict]) -> list[JsonValue]:
    """The messages as caches and signatures see them."""
    return [
        message(
            str(one["role"]),
            [
                {key: value for key, value in block.items() if key != "cache_control"}
                for block in content_of(one)
            ],
        )
        for one in messages
    ]


def joined(parts: Iterable[Sequence[JsonDict]]) -> tuple[JsonDict, ...]:
    """One list of messages; neighbours of one role become one message, blocks in order."""
    result: list[JsonDict] = []
    for one in (each for part in parts for each in part):
        if result and result[-1]["role"] == one["role"]:
            result[-1] = message(str(one["role"]), [*content_of(result[-1]), *content_of(one)])
        else:
            result.append(one)
    return tuple(result)


def short_hash(value: JsonValue) -> str:
    """16 hex digits that depend on the value alone: for ids of calls made on the model's behalf."""
    return hashlib.sha256(canonical_json(value)).hexdigest()[:16]


def text_hash(text: str) -> str:
    """Hex SHA-256 of a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
