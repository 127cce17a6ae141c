"""Turns of a written model that uses deferred tools, on a workbook of one sheet, without a pane."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from embedded_excel.host import EmbeddedExcel
from tieout.agent.events import TurnFinished
from tieout.execution.approvals import ApprovalRequest
from tieout.headless.embedded_host import EmbeddedHost
from tieout.headless.v8_sandbox import V8Sandbox
from tieout.llm.client import JsonDict, ModelEvent, ModelRequest
from tieout.llm.scripted_client import ScriptedModel, parse_script
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results
from tieout.sessions.conversation import Conversation, Ports
from tieout.sessions.outside import Outside
from tieout.sessions.recorder import Recorder
from tieout.settings import Settings
from tieout.workbook.address import Address


@dataclass
class Asked:
    """Answers questions as told, and remembers them."""

    answers: list[bool] = field(default_factory=list)
    questions: list[ApprovalRequest] = field(default_factory=list)

    async def decide(self, request: ApprovalRequest) -> bool:
        self.questions.append(request)
        return self.answers.pop(0)


def tool_script(*calls: tuple[str, dict]) -> list[JsonDict]:
    """Replies that fetch and run deferred tools one after the other, and then answer."""
    script: list[JsonDict] = []
    for name, arguments in calls:
        for tool, given in (
            ("get_tool_info", {"name": name}),
            ("execute_tool", {"name": name, "arguments": json.dumps(arguments)}),
        ):
            call = {"type": "tool_use", "name": tool, "input": given}
            script.append({"content": [call], "stop_reason": "tool_use"})
    script.append({"content": [{"type": "text", "text": "Done."}], "stop_reason": "end_turn"})
    return script


class HeardModel(ScriptedModel):
    """Keeps what it was sent."""

    def __init__(self, script: list[JsonDict]) -> None:
        super().__init__(parse_script(json.dumps(script)))
        self.requests: list[JsonDict] = []

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        self.requests.append(request.body)
        async for event in super().stream(request):
            yield event


@dataclass
class Heard:
    """What one turn gave the model.

    Attributes:
        results: Text of each execute_tool's result, with whether it was an error.
        elsewhere: All that the model read outside tool results.
    """

    results: list[tuple[str, bool]]
    elsewhere: str
    end: TurnFinished | None = None


async def tool_turn(
    *calls: tuple[str, dict],
    outside: Outside | None = None,
    settings: Settings | None = None,
    approver: Asked | None = None,
    recorder: Recorder | None = None,
    task: str = "Do it.",
    cells: list[list[object]] | None = None,
) -> Heard:
    """Run one turn whose model makes these calls."""
    host = EmbeddedHost(EmbeddedExcel.new("book.xlsx"))
    if cells:
        batch = BatchBuilder()
        area = Address("", 1, 1, len(cells), len(cells[0]))
        batch.worksheet("Sheet1").range(area.local).set("Formulas", cells)
        Results(await host.send(batch.build()))
    sandbox = V8Sandbox()
    model = HeardModel(tool_script(*calls))
    ports = Ports(host, sandbox, model, "test", exclusive=True, approver=approver,
                  outside=outside or Outside())  # fmt: skip
    end: TurnFinished | None = None
    try:
        async for event in Conversation(ports, settings or Settings(), recorder).turn(task):
            if isinstance(event, TurnFinished):
                end = event
    finally:
        await sandbox.close()
        await host.close()
    return _heard(model, end)


def _heard(model: HeardModel, end: TurnFinished | None) -> Heard:
    last = model.requests[-1]
    asked: dict[str, str] = {}
    heard = Heard([], json.dumps(last["system"]) + json.dumps(last["tools"]), end)
    for message in last["messages"]:  # type: ignore[union-attr]
        for block in message["content"]:  # type: ignore[index,call-overload]
            if block["type"] == "tool_use":
                asked[block["id"]] = block["name"]
            elif block["type"] == "tool_result":
                content = block["content"]
                text = content if isinstance(content, str) else "".join(b["text"] for b in content)
                if asked.get(block["tool_use_id"]) == "execute_tool":
                    heard.results.append((text, bool(block.get("is_error"))))
            else:
                heard.elsewhere += json.dumps(block, ensure_ascii=False)
    return heard
