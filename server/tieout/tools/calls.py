"""Read the model's tool calls into a closed set of values."""

from dataclasses import dataclass
from typing import TypeAlias

from pydantic import BaseModel, ConfigDict, ValidationError

from tieout.llm.client import AssistantMessage, JsonDict
from tieout.tools import definitions

MAX_CODE_CHARACTERS = 64 * 1024
"""Longer code is refused unread: it is almost always pasted data."""


@dataclass(frozen=True, slots=True)
class ExecuteCode:
    """Run code on the workbook."""

    tool_use_id: str
    code: str


@dataclass(frozen=True, slots=True)
class GetToolInfo:
    """Describe a deferred tool."""

    tool_use_id: str
    name: str


@dataclass(frozen=True, slots=True)
class ExecuteTool:
    """Run a deferred tool; `arguments` is the text of a JSON object, not yet read."""

    tool_use_id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class InvalidCall:
    """A call that can't be run; `problem` is the text the model gets."""

    tool_use_id: str
    problem: str


ToolCall: TypeAlias = ExecuteCode | GetToolInfo | ExecuteTool | InvalidCall


class _Input(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class _Code(_Input):
    code: str


class _Name(_Input):
    name: str


class _NameAndArguments(_Input):
    name: str
    arguments: str


def tool_calls(message: AssistantMessage) -> tuple[ToolCall, ...]:
    """The message's tool calls in order. Nothing is run here."""
    problems = dict(message.invalid_inputs)
    return tuple(
        _call(block, problems.get(str(block.get("id"))))
        for block in message.content
        if block.get("type") == "tool_use"
    )


def _call(block: JsonDict, problem: str | None) -> ToolCall:
    identity = str(block.get("id"))
    name = block.get("name")
    if problem is not None:
        return InvalidCall(
            identity,
            f"The input of this {name} call was not valid JSON ({problem}), so nothing was run. "
            "Send the whole call again, with quotes and line breaks inside the code escaped.",
        )
    try:
        return _parsed(identity, str(name), block.get("input"))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "input"
        return InvalidCall(
            identity, f"The input of {name} is wrong: {where}: {first['msg']}. Nothing was run."
        )


def _parsed(identity: str, name: str, tool_input: object) -> ToolCall:
    match name:
        case definitions.EXECUTE_CODE:
            return _code(identity, _Code.model_validate(tool_input).code)
        case definitions.GET_TOOL_INFO:
            return GetToolInfo(identity, _Name.model_validate(tool_input).name)
        case definitions.EXECUTE_TOOL:
            given = _NameAndArguments.model_validate(tool_input)
            return ExecuteTool(identity, given.name, given.arguments)
        case _:
            known = ", ".join(str(tool["name"]) for tool in definitions.TOOLS)
            return InvalidCall(identity, f"There is no tool {name!r}. The tools are: {known}.")


def _code(identity: str, code: str) -> ToolCall:
    if not code.strip():
        return InvalidCall(identity, "The code is empty; nothing was run.")
    if len(code) > MAX_CODE_CHARACTERS:
        return InvalidCall(
            identity,
            f"The code has {len(code):,} characters; {MAX_CODE_CHARACTERS:,} is the most. Nothing "
            "was run. Split the work into several calls, and compute data instead of pasting it.",
        )
    return ExecuteCode(identity, code)
