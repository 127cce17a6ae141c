"""Run the tool calls of one message, strictly in order, and answer every one."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias, assert_never

from tieout.agent.clock import IdSource
from tieout.agent.events import AgentEvent, ExecutionFinished, ExecutionStarted
from tieout.agent.stop import StopRequested, StopSwitch
from tieout.agent.turn import Turn
from tieout.context.runs import RunFacts, ToolAnswer
from tieout.errors import KillReason, PaneLost
from tieout.execution.outcome import ExecutionResult
from tieout.execution.ports import Killed
from tieout.llm.client import AssistantMessage
from tieout.tools.calls import (
    ExecuteCode,
    ExecuteTool,
    GetToolInfo,
    InvalidCall,
    ToolCall,
    tool_calls,
)
from tieout.tools.deferred import DeferredTools, ToolText
from tieout.tools.executor import CodeExecutor
from tieout.workbook.changes import ChangeSet
from tieout.workbook.evidence import run_name

_log = logging.getLogger(__name__)

_INTERRUPTED: Final = (
    "The user stopped the work while this was running. Part of it may have been applied: read the "
    "cells concerned before relying on them."
)
_CONNECTION_LOST: Final = "The connection to Excel was lost."
_PANE_LOST: Final = (
    "The connection to Excel was lost while this was running. Whether it was applied is unknown: "
    "read the cells concerned before relying on them, and don't run it again blindly."
)
_REPEATED: Final = (
    "Not run: exactly this code has just run {times} times with the same result. Change the "
    "approach, or answer with what you know."
)

Emit: TypeAlias = Callable[[AgentEvent], None]


@dataclass(frozen=True, slots=True)
class ToolRun:
    """Opens the calls of a message for running."""

    executor: CodeExecutor
    deferred: DeferredTools
    ids: IdSource
    stop: StopSwitch

    def open(self, turn: Turn, message: AssistantMessage, emit: Emit) -> "CallBatch":
        """The calls of one message; nothing runs yet."""
        return CallBatch(self, turn, tool_calls(message), emit)


@dataclass(slots=True)
class CallBatch:
    """The calls of one message and their answers so far."""

    run_on: ToolRun
    turn: Turn
    calls: Sequence[ToolCall]
    emit: Emit
    _answers: dict[str, ToolAnswer] = field(default_factory=dict[str, ToolAnswer])
    _runs: dict[str, RunFacts] = field(default_factory=dict[str, RunFacts])
    _failed: int = 0

    async def run(self) -> None:
        """Run the calls in order; after a failed one the others are answered, not run.

        Raises:
            StopRequested: The user stopped; `answers` is complete all the same.
        """
        for number, call in enumerate(self.calls, start=1):
            reason = self._reason_not_to_run(call)
            if reason:
                self._answers[call.tool_use_id] = ToolAnswer(call.tool_use_id, reason, True)
                continue
            self.turn.calls += 1
            answer = await self._answered(call)
            self._answers[call.tool_use_id] = ToolAnswer(
                call.tool_use_id,
                answer.text,
                answer.is_error,
                answer.pictures,
                self._runs.get(call.tool_use_id),
                answer.evidence,
            )
            if answer.is_error:
                self._failed = self._failed or number
                mistake = self._mistake(call, answer)
                if self.turn.is_stuck_on(mistake):
                    first_line = mistake.strip().partition("\n")[0][:200]
                    self.turn.finish("limit", f"The same error came back again: {first_line}")
            if self.run_on.stop.requested:
                raise StopRequested

    def answers(self) -> tuple[ToolAnswer, ...]:
        """An answer to every call, whatever happened."""
        return tuple(
            self._answers.get(call.tool_use_id)
            or ToolAnswer(call.tool_use_id, "Not run: the work was stopped.", True)
            for call in self.calls
        )

    def _reason_not_to_run(self, call: ToolCall) -> str:
        limit = self.turn.limits.tool_calls
        if self.turn.end is None and self.turn.calls >= limit:
            self.turn.finish("limit", f"Stopped after {limit} tool calls, the limit for one task.")
        if self.turn.end is not None:
            return f"Not run: {self.turn.end.reason}"
        if self._failed and not isinstance(call, InvalidCall):
            return f"Not run because call {self._failed} failed."
        return ""

    def _mistake(self, call: ToolCall, answer: ToolText) -> str:
        """What counts as the same error: parser positions and refused repetitions don't differ."""
        match call:
            case InvalidCall():
                return "The tool call was invalid."
            case ExecuteCode():
                return self.turn.last_error or answer.text
            case _:
                return answer.text

    async def _answered(self, call: ToolCall) -> ToolText:
        match call:
            case InvalidCall():
                return ToolText(call.problem, is_error=True)
            case GetToolInfo():
                return self.run_on.deferred.info(call.name)
            case ExecuteTool():
                return await self._deferred(call)
            case ExecuteCode():
                return await self._execute(call)
            case _:
                assert_never(call)

    async def _deferred(self, call: ExecuteTool) -> ToolText:
        self._expect_interruption(call)
        try:
            running = self.run_on.deferred.run(call.name, call.arguments)
            return await self.run_on.stop.run(running)
        except StopRequested:
            return ToolText(_INTERRUPTED, is_error=True)
        except PaneLost as lost:
            self.turn.finish("pane_lost", str(lost) or _CONNECTION_LOST)
            return ToolText(_PANE_LOST, is_error=True)
        except Exception as error:  # a tool's bug must not end the conversation
            return ToolText(_crashed(call.name, error), is_error=True)

    async def _execute(self, call: ExecuteCode) -> ToolText:
        if self.turn.refuses(call.code):
            times = self.turn.limits.same_code
            return ToolText(_REPEATED.format(times=times), is_error=True)
        self._expect_interruption(call)
        execution_id = self.run_on.ids.execution_id()
        self.emit(ExecutionStarted(call.tool_use_id, execution_id, call.code))
        result = await self._result(call, execution_id)
        self.turn.ran(call.code, result.text, is_error=result.is_error)
        self._runs[call.tool_use_id] = facts_of(result, execution_id)
        self.emit(ExecutionFinished(call.tool_use_id, execution_id, result))
        return ToolText(result.text, result.is_error, result.pictures)

    async def _result(self, call: ExecuteCode, execution_id: str) -> ExecutionResult:
        try:
            running = self.run_on.executor.execute(call.code, execution_id=execution_id)
            result = await self.run_on.stop.run(running, self.run_on.executor.stop)
        except StopRequested:
            return _unknown("cancelled", "Stopped by the user.", _INTERRUPTED)
        except PaneLost as lost:
            self.turn.finish("pane_lost", str(lost) or _CONNECTION_LOST)
            return _unknown("crashed", _CONNECTION_LOST, _PANE_LOST)
        except Exception as error:  # a bug of ours must not end the conversation
            return _unknown("crashed", type(error).__name__, _crashed("execute_code", error))
        if result.pane_lost:
            self.turn.finish("pane_lost", "The pane that ran the code went away.")
        return result

    def _expect_interruption(self, call: ToolCall) -> None:
        # Stands if the task is cancelled under us: the call began, so "not run" would be a lie.
        self._answers[call.tool_use_id] = ToolAnswer(call.tool_use_id, _INTERRUPTED, True)


def facts_of(result: ExecutionResult, execution_id: str) -> RunFacts:
    """What a run leaves for the context."""
    return RunFacts(
        result.run or run_name(execution_id),
        result.revision,
        result.evidence,
        result.changes,
        result.text if result.is_error else "",
        result.revoked,
        result.conclusion,
    )


def _crashed(tool: str, error: Exception) -> str:
    _log.error("%s failed: %s", tool, type(error).__name__)
    _log.debug("traceback", exc_info=error)
    return (
        f"Tieout itself failed while running this ({type(error).__name__}). Whether it was applied "
        "is unknown: read the cells concerned before relying on them."
    )


def _unknown(reason: KillReason, detail: str, text: str) -> ExecutionResult:
    return ExecutionResult("unknown", Killed(reason, detail), ChangeSet(), text, is_error=True)
