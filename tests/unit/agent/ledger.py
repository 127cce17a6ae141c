"""A small real executor for tests of the loop: one cell ledger, driven by a one-word language."""

import asyncio

from tieout.agent.clock import CountingIds, ManualClock
from tieout.agent.events import AgentEvent, ExecutionFinished, ExecutionStarted
from tieout.agent.limits import Limits
from tieout.agent.loop import AgentLoop
from tieout.context.assembler import ModelSettings, RequestAssembler
from tieout.errors import PaneLost
from tieout.execution.outcome import ExecutionResult
from tieout.execution.ports import CodeError, Returned, Threw
from tieout.llm.client import AssistantMessage, JsonDict, ModelClient
from tieout.prompts.assemble import SystemPrompt
from tieout.tools.definitions import TOOLS
from tieout.workbook.changes import ChangeSet

MAP = "Sheet1 A1:B9"


class Ledger:
    """`set A1 5`, `get A1`, `fail TEXT`, `lose`, `bug`, `wait` (until cancelled), `settle` (until
    stopped, then reports what was put back)."""

    def __init__(self) -> None:
        self.cells: dict[str, str] = {}
        self.ran: list[str] = []
        self.waiting = asyncio.Event()
        self.stops = 0
        self._kill: asyncio.Event | None = None

    def stop(self) -> bool:
        self.stops += 1
        if self._kill is None:
            return False
        self._kill.set()
        return True

    async def execute(self, code: str, *, execution_id: str) -> ExecutionResult:
        self.ran.append(code)
        match code.split(" ", 2):
            case ["set", address, value]:
                self.cells[address] = value
                return applied(f"{address} -> {value}")
            case ["get", address]:
                return applied(self.cells.get(address, ""))
            case ["fail", *words]:
                return failed(" ".join(words))
            case ["lose"]:
                raise PaneLost("the socket closed")
            case ["wait"]:
                self.waiting.set()
                await asyncio.Event().wait()
            case ["settle"]:
                self._kill = asyncio.Event()
                self.waiting.set()
                await self._kill.wait()
                return failed("Stopped; 3 cells were changed and put back.")
            case _:
                pass
        raise RuntimeError(f"secret text of cell B7 in {code}")


def applied(text: str) -> ExecutionResult:
    return ExecutionResult("applied", Returned(None), ChangeSet(), text, is_error=False)


def failed(text: str) -> ExecutionResult:
    return ExecutionResult(
        "rolled_back", Threw(CodeError("Error", text)), ChangeSet(), text, is_error=True
    )


def assembler(max_output_tokens: int = 1000) -> RequestAssembler:
    return RequestAssembler(
        TOOLS,
        SystemPrompt("You are an analyst.", "You can run code."),
        ModelSettings("claude-opus-5-5", max_output_tokens),
    )


def loop(
    model: ModelClient, ledger: Ledger, limits: Limits | None = None, **more: object
) -> AgentLoop:
    return AgentLoop(
        model,
        ledger,
        assembler(),
        limits or Limits(),
        more.pop("clock", None) or ManualClock(),  # type: ignore[arg-type]
        CountingIds(),
        jitter=lambda: 1.0,
        **more,  # type: ignore[arg-type]
    )


def text(words: str, stop_reason: str = "end_turn") -> AssistantMessage:
    return AssistantMessage(({"type": "text", "text": words},), stop_reason)


def code(*codes: str, stop_reason: str = "tool_use", thinking: bool = False) -> AssistantMessage:
    """A message that calls `execute_code` once per code; ids follow from the codes."""
    blocks: list[JsonDict] = [
        {
            "type": "tool_use",
            "id": f"toolu_{abs(hash_of(each))}_{place}",
            "name": "execute_code",
            "input": {"code": each},
        }
        for place, each in enumerate(codes)
    ]
    if thinking:
        blocks.insert(0, {"type": "thinking", "thinking": "Let me see.", "signature": ""})
    return AssistantMessage(tuple(blocks), stop_reason)


_ids = iter(range(1, 1_000_000))


def hash_of(_: str) -> int:
    """Tool ids only have to be unique within a test run."""
    return next(_ids)


async def events(
    agent: AgentLoop, task: str = "Sum it", workbook_map: str = MAP
) -> list[AgentEvent]:
    return [event async for event in agent.run_turn(task, workbook_map)]


def names(seen: list[AgentEvent]) -> list[str]:
    """The events as words, deltas of one kind joined, executions with their outcome."""
    words: list[str] = []
    for event in seen:
        word = type(event).__name__
        if isinstance(event, ExecutionFinished):
            word = f"{word}:{event.result.outcome}"
        if isinstance(event, ExecutionStarted):
            word = f"{word}:{event.code}"
        if not words or words[-1] != word or word not in ("AnswerText", "Thinking", "CodeText"):
            words.append(word)
    return words


def results(agent: AgentLoop) -> list[tuple[str, bool]]:
    """Every tool answer in the transcript but the workbook's map."""
    found: list[tuple[str, bool]] = []
    for message in agent.transcript.messages:
        for block in message["content"]:  # type: ignore[union-attr]
            assert isinstance(block, dict)
            if block["type"] == "tool_result" and "toolu_map" not in str(block["tool_use_id"]):
                found.append((block["content"][0]["text"], bool(block.get("is_error"))))  # type: ignore[index,call-overload,arg-type]
    return found
