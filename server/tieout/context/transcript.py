"""The conversation as the service sees it: append-only, and sendable after every step.

Thinking is bound to everything before it and the prompt cache is keyed by it, so nothing that was
sent is ever edited: each operation returns a transcript that begins with the old one, block by
block. Every tool call is answered in the same operation that adds it.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self, cast

from pydantic import JsonValue

from tieout.llm.canonical import clean_text
from tieout.llm.client import AssistantMessage, JsonDict

_MAP_CODE = (
    "// The workbook as it is at the start of this task.\n"
    "async function execute() { return await general.listSheets(); }"
)
_LONG_LIVED: JsonDict = {"type": "ephemeral", "ttl": "1h"}


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """The answer to one tool call."""

    tool_use_id: str
    text: str
    is_error: bool = False
    pictures: tuple[str, ...] = ()
    """PNGs in base64, after the text."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """Messages in API form.

    Attributes:
        messages: Alternating user and assistant messages; the last is the user's, unless an
            answer was just added.
        task_messages: How many of the first messages are the first task (L1).
    """

    messages: tuple[JsonDict, ...] = ()
    task_messages: int = 0
    _map_digest: str = ""
    _tasks: int = 0

    def with_task(self, task: str, workbook_map: str) -> Self:
        """Add a user's task, word for word, and what the workbook holds.

        The map is text of the workbook, which others may have written: it goes into the result
        of a tool call made on the model's behalf, never into a message of the user. A map that
        hasn't changed since the last task isn't repeated.
        """
        text = clean_text(task) if task.strip() else "(The user sent an empty message.)"
        messages = self._and_user_text(text)
        shown = clean_text(workbook_map) if workbook_map.strip() else "(The workbook is empty.)"
        digest = hashlib.sha256(shown.encode()).hexdigest()
        number = self._tasks + 1
        if digest != self._map_digest:
            identity = f"toolu_map_{number}_{digest[:16]}"
            call: JsonDict = {
                "type": "tool_use",
                "id": identity,
                "name": "execute_code",
                "input": {"code": _MAP_CODE},
            }
            result = _result(ToolAnswer(identity, shown))
            if not self.messages:
                result["cache_control"] = _LONG_LIVED
            messages = (*messages, _message("assistant", [call]), _message("user", [result]))
        return replace(
            self,
            messages=messages,
            task_messages=self.task_messages or len(messages),
            _map_digest=digest,
            _tasks=number,
        )

    def with_answer(self, message: AssistantMessage) -> Self:
        """Add a message of the model that called no tool."""
        return replace(self, messages=(*self.messages, _said(message)))

    def with_exchange(self, message: AssistantMessage, answers: Sequence[ToolAnswer]) -> Self:
        """Add a message of the model and the answers to all its tool calls, in their order."""
        answered = _message("user", [_result(answer) for answer in answers])
        return replace(self, messages=(*self.messages, _said(message), answered))

    def with_note(self, text: str) -> Self:
        """Add a text of ours on the user's side, after whatever is there."""
        return replace(self, messages=self._and_user_text(text))

    @property
    def ends_with_user(self) -> bool:
        """Whether the model speaks next."""
        return bool(self.messages) and self.messages[-1]["role"] == "user"

    def _and_user_text(self, text: str) -> tuple[JsonDict, ...]:
        if not self.ends_with_user:
            return (*self.messages, _message("user", [_text(text)]))
        last = self.messages[-1]
        content = cast("list[JsonDict]", last["content"])
        return (*self.messages[:-1], _message("user", [*content, _text(text)]))


def _said(message: AssistantMessage) -> JsonDict:
    # The service doesn't take a message back that ends with thinking, though it sends such.
    content: list[JsonValue] = [*message.content]
    while content and _is_thinking(content[-1]):
        content.pop()
    assert content, "a message without anything to send back can't be kept"
    return _message("assistant", content)


def _is_thinking(block: JsonValue) -> bool:
    return isinstance(block, dict) and block.get("type") in ("thinking", "redacted_thinking")


def _message(role: str, content: list[JsonValue]) -> JsonDict:
    return {"role": role, "content": content}


def _text(text: str) -> JsonDict:
    return {"type": "text", "text": text}


def _picture(png: str) -> JsonDict:
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": png}}


def _result(answer: ToolAnswer) -> JsonDict:
    text = clean_text(answer.text)
    block: JsonDict = {
        "type": "tool_result",
        "tool_use_id": answer.tool_use_id,
        "content": [
            _text(text if text.strip() else "(no output)"),
            # The service takes nothing but text in a failed result.
            *(_picture(picture) for picture in answer.pictures if not answer.is_error),
        ],
    }
    if answer.is_error:
        block["is_error"] = True
    return block
