"""The model's calls become values, or a sentence it can act on."""

import pytest

from tieout.llm.canonical import sha256_of
from tieout.llm.client import AssistantMessage, JsonDict
from tieout.tools.calls import (
    MAX_CODE_CHARACTERS,
    ExecuteCode,
    ExecuteTool,
    GetToolInfo,
    InvalidCall,
    tool_calls,
)
from tieout.tools.definitions import TOOLS


def call(name: str, tool_input: object, problem: str = "") -> object:
    block: JsonDict = {"type": "tool_use", "id": "t1", "name": name, "input": tool_input}  # type: ignore[dict-item]
    invalid = (("t1", problem),) if problem else ()
    (result,) = tool_calls(
        AssistantMessage(({"type": "text", "text": "x"}, block), "tool_use", invalid_inputs=invalid)
    )
    return result


def test_the_tool_bytes_are_frozen() -> None:
    """A change here costs every user's prompt cache once; change the hash on purpose only."""
    assert [tool["name"] for tool in TOOLS] == ["execute_code", "get_tool_info", "execute_tool"]
    assert sha256_of([*TOOLS]) == (
        "c3d00a6952b81c8b14844923795461f2d2443cd9b5c43f5eb7426b70f7841f2a"
    )


def test_good_calls_are_read() -> None:
    assert call("execute_code", {"code": "return 1"}) == ExecuteCode("t1", "return 1")
    assert call("get_tool_info", {"name": "*"}) == GetToolInfo("t1", "*")
    assert call("execute_tool", {"name": "a", "arguments": "{}"}) == ExecuteTool("t1", "a", "{}")


@pytest.mark.parametrize(
    ("name", "tool_input", "sentence"),
    [
        ("execute_code", {}, "code: Field required"),
        ("execute_code", {"code": 5}, "valid string"),
        ("execute_code", {"code": "x", "sheet": "y"}, "sheet: Extra inputs"),
        ("execute_code", {"code": " \n"}, "code is empty"),
        ("execute_code", {"code": "x" * (MAX_CODE_CHARACTERS + 1)}, "65,537 characters"),
        ("execute_code", ["x"], "input"),
        ("run_python", {"code": "x"}, "execute_code, get_tool_info, execute_tool"),
    ],
)
def test_wrong_calls_say_what_is_wrong(name: str, tool_input: object, sentence: str) -> None:
    result = call(name, tool_input)
    assert isinstance(result, InvalidCall)
    assert sentence in result.problem


def test_input_that_was_not_json_is_never_read_even_if_it_looks_usable() -> None:
    result = call("execute_code", {"code": "return 1"}, "Unterminated string")
    assert isinstance(result, InvalidCall)
    assert "not valid JSON (Unterminated string)" in result.problem
