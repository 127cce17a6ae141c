"""A model whose replies are written in a file, for demonstrations, scripts and tests.

The file is a JSON array of replies in the Messages API's form:
`[{"content": [blocks…], "stop_reason": "tool_use"}, …]`. `content` may be a text; `id` of a
`tool_use` block and `usage` may be left out.
"""

import json
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from tieout.errors import ModelFailed, SettingsError
from tieout.llm.client import (
    AssistantMessage,
    Completed,
    JsonDict,
    ModelEvent,
    ModelRequest,
    TextDelta,
    ThinkingDelta,
    ToolInputDelta,
    Usage,
)

_PIECE = 24
"""Characters per streamed piece: small enough to see it being written."""


class _Block(BaseModel):
    model_config = ConfigDict(extra="allow", frozen=True)


class _TextBlock(_Block):
    type: Literal["text"]
    text: str = Field(min_length=1)


class _ThinkingBlock(_Block):
    type: Literal["thinking"]
    thinking: str
    signature: str = ""


class _RedactedBlock(_Block):
    type: Literal["redacted_thinking"]
    data: str


class _ToolBlock(_Block):
    type: Literal["tool_use"]
    id: str = ""
    name: str
    input: JsonDict


_ScriptBlock: TypeAlias = Annotated[
    _TextBlock | _ThinkingBlock | _RedactedBlock | _ToolBlock, Field(discriminator="type")
]


class _ScriptUsage(BaseModel):
    input_tokens: int = 0
    cache_creation_input_tokens: int = 0
    cache_read_input_tokens: int = 0
    output_tokens: int = 0


class _ScriptReply(BaseModel):
    content: list[_ScriptBlock] | str
    stop_reason: str
    usage: _ScriptUsage = _ScriptUsage()


_SCRIPT: TypeAdapter[list[_ScriptReply]] = TypeAdapter(list[_ScriptReply])


def parse_script(text: str, source: str = "The script") -> tuple[AssistantMessage, ...]:
    """Read replies; tool calls without an id get one that depends on their place only.

    Args:
        text: The file's content.
        source: What to call it in an error.

    Raises:
        SettingsError: Not JSON, or not in the form above; says where.
    """
    try:
        parsed = json.loads(text)
    except ValueError as error:
        raise SettingsError(f"{source} is not JSON: {error}.") from None
    try:
        replies = _SCRIPT.validate_python(parsed)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise SettingsError(
            f"{source} is not an array of model replies: {first['msg']} at {where or 'its top'}."
        ) from None
    return tuple(_message(number, reply) for number, reply in enumerate(replies, start=1))


def _message(number: int, reply: _ScriptReply) -> AssistantMessage:
    if isinstance(reply.content, str):
        blocks: list[JsonDict] = [{"type": "text", "text": reply.content}]
    else:
        blocks = [block.model_dump(mode="json") for block in reply.content]
    for place, block in enumerate(blocks, start=1):
        if block["type"] == "tool_use" and not block["id"]:
            block["id"] = f"toolu_script_{number}_{place}"
    return AssistantMessage(tuple(blocks), reply.stop_reason, Usage(**reply.usage.model_dump()))


class ScriptedModel:
    """A `ModelClient` that answers with the next reply of a script, whatever it is asked."""

    def __init__(self, replies: Sequence[AssistantMessage], name: str = "scripted") -> None:
        self._replies = tuple(replies)
        self._name = name
        self._used = 0

    @classmethod
    def from_file(cls, path: Path) -> Self:
        """Read a script file.

        Raises:
            SettingsError: It can't be read or isn't a script.
        """
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise SettingsError(f"The script {path} can't be read: {error.strerror}.") from None
        except UnicodeDecodeError:
            raise SettingsError(f"The script {path} is not UTF-8 text.") from None
        return cls(parse_script(text, f"The script {path}"), f"scripted:{path.name}")

    @property
    def name(self) -> str:
        """`scripted:FILENAME`."""
        return self._name

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Stream the next reply in pieces; fails without a retry when there is none left."""
        if self._used == len(self._replies):
            raise ModelFailed(
                "invalid_request",
                f"The script has {len(self._replies)} replies and the agent asked for one more.",
            )
        message = self._replies[self._used]
        self._used += 1
        for event in pieces_of(message):
            yield event
        yield Completed(message)


def pieces_of(message: AssistantMessage) -> Iterator[ModelEvent]:
    """The deltas a service would have sent for a whole message."""
    for block in message.content:
        match block:
            case {"type": "text", "text": str(text)}:
                yield from (TextDelta(piece) for piece in _cut(text))
            case {"type": "thinking", "thinking": str(text)}:
                yield from (ThinkingDelta(piece) for piece in _cut(text))
            case {"type": "tool_use", "id": str(identity), "input": tool_input}:
                whole = json.dumps(tool_input, ensure_ascii=False)
                yield from (ToolInputDelta(identity, piece) for piece in _cut(whole))
            case _:
                pass


def _cut(text: str) -> Iterator[str]:
    return (text[start : start + _PIECE] for start in range(0, len(text), _PIECE))
