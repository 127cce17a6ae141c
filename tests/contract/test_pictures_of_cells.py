"""Pictures of cells: drawn by the host, shown to the model after the text, a few and not too large."""

import base64

import pytest
from executions import executing

from tieout.context.transcript import ToolAnswer, Transcript
from tieout.llm.client import AssistantMessage
from tieout.llm.local_rules import Refusal, check_request

PNG = b"\x89PNG"


async def test_a_picture_comes_with_the_result_and_the_code_gets_its_address() -> None:
    async with executing() as (executor, _):
        code = 'return await sheet.renderRange("A1:D10");'
        result = await executor.execute(code, execution_id="e1")
        assert "picture 1: Sheet1!A1:D10" in result.text
        assert 'Returned: "Sheet1!A1:D10"' in result.text
        assert [base64.b64decode(picture)[:4] for picture in result.pictures] == [PNG]


async def test_too_large_and_too_many_are_told() -> None:
    async with executing() as (executor, _):
        large = await executor.execute('await sheet.renderRange("A1:Z999");', execution_id="e1")
        assert "at most 3,000" in large.text
        code = 'for (const a of ["A1", "A2", "A3"]) await sheet.renderRange(a);'
        many = await executor.execute(code, execution_id="e2")
        assert "at most 2 pictures" in many.text
        assert len(many.pictures) == 2


def request(picture: str, *, is_error: bool = False) -> dict[str, object]:
    called = AssistantMessage(
        ({"type": "tool_use", "id": "t1", "name": "execute_code", "input": {"code": "x"}},),
        "tool_use",
    )
    answer = ToolAnswer("t1", "shown", is_error, (picture,))
    transcript = Transcript().with_task("Look", "A map.").with_exchange(called, [answer])
    return {
        "model": "m",
        "max_tokens": 100,
        "messages": list(transcript.messages),
        "tools": [{"name": "execute_code", "input_schema": {"type": "object"}}],
    }


def blocks(body: dict[str, object]) -> list[str]:
    result = body["messages"][-1]["content"][0]
    return [block["type"] for block in result["content"]]


def test_the_service_takes_a_picture_after_the_text_and_none_in_a_failed_result() -> None:
    png = base64.b64encode(PNG + b"\r\n\x1a\n").decode()
    shown = request(png)
    assert blocks(shown) == ["text", "image"]
    check_request(shown)
    failed = request(png, is_error=True)
    assert blocks(failed) == ["text"]
    check_request(failed)
    with pytest.raises(Refusal, match="invalid base64"):
        check_request(request("no base64"))
