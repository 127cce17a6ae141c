"""A conversation about one workbook: host, sandbox, model and loop put together, and recorded."""

import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace

from tieout.agent.clock import Clock, CountingIds, IdSource, SystemClock
from tieout.agent.events import AgentEvent, ExecutionFinished, TurnFinished, TurnStarted
from tieout.agent.limits import Limits
from tieout.agent.loop import AgentLoop
from tieout.context.assembler import ModelSettings, RequestAssembler
from tieout.context.constraints import constraints_text
from tieout.context.tokens import estimated_tokens, token_counter
from tieout.errors import ExcelError, PaneLost
from tieout.execution.approvals import Approver, FixedApprover
from tieout.execution.executor import Executor, same_id
from tieout.execution.limits import ExecutorLimits
from tieout.execution.looks.first_look import map_budget
from tieout.execution.lookups.lookups import Lookups
from tieout.execution.patient_host import PatientHost
from tieout.execution.ports import ExcelHost, Sandbox
from tieout.execution.undo.undo import Reverted
from tieout.llm.client import ModelClient
from tieout.llm.exchange import RecordingClient
from tieout.prompts.assemble import system_prompt
from tieout.prompts.wrapped_api import load_wrapped_api
from tieout.sessions.asking import RecordingApprover
from tieout.sessions.context_parts import budgets_of, small_model_for
from tieout.sessions.deferred_tools import deferred_tools
from tieout.sessions.ledger import ConstraintLedger
from tieout.sessions.meaning import load_meaning
from tieout.sessions.models import OpenedModel
from tieout.sessions.outside import Outside
from tieout.sessions.recorded_host import RecordingHost
from tieout.sessions.recorder import Recorder
from tieout.sessions.text_index import SqliteTextIndex
from tieout.sessions.trace.tracer import RequestWatcher
from tieout.settings import Settings
from tieout.skills.library import load_library
from tieout.tools.definitions import TOOLS


@dataclass(frozen=True, slots=True)
class Ports:
    """What a conversation works with.

    Attributes:
        model_id: What requests name as their model.
        exclusive: Nobody else edits the workbook while the conversation runs.
        approver: Who is asked before something is lost; None: nobody, so the answer is no.
        remote: The sandbox is on the other side of a socket: its run ids must be unguessable.
        outside: What the deferred tools reach beyond the workbook.
        watcher: Hears of every request, for the trace.
    """

    host: ExcelHost
    sandbox: Sandbox
    model: ModelClient
    model_id: str
    exclusive: bool = False
    approver: Approver | None = None
    remote: bool = False
    ids: IdSource = field(default_factory=CountingIds)
    clock: Clock = field(default_factory=SystemClock)
    outside: Outside = field(default_factory=Outside)
    watcher: RequestWatcher | None = None


def _unguessable(execution_id: str) -> str:
    return f"{execution_id}-{secrets.token_hex(16)}"


def turn_undo_id(first: str) -> str:
    """Takes a whole turn back, by the undo id of its first execution."""
    return f"turn/{first}"


class Conversation:
    """One workbook, one agent, any number of turns, one at a time."""

    def __init__(
        self,
        ports: Ports,
        settings: Settings,
        recorder: Recorder | None = None,
        executor: Executor | None = None,
        ledger: ConstraintLedger | None = None,
    ) -> None:
        host, model = PatientHost(ports.host), ports.model
        self._ports, self._settings = ports, settings
        approver = ports.approver or FixedApprover()
        if recorder is not None:
            host = RecordingHost(host, recorder.write)
            approver = RecordingApprover(approver, recorder.write)
            model = RecordingClient(model, recorder.exchange)
        self._recorder = recorder
        write = None if recorder is None else recorder.write
        self.ledger = ledger or ConstraintLedger(write)
        skills = load_library(settings.skills)
        self._executor = executor or Executor(
            host,
            ports.sandbox,
            mode=settings.edit_mode,
            limits=ExecutorLimits(scope_policy=settings.scope_policy),
            approver=approver,
            exclusive=ports.exclusive,
            run_id=_unguessable if ports.remote else same_id,
            skills=skills,
            constraints=self.ledger,
            lookups=Lookups(SqliteTextIndex(), load_meaning() if settings.semantic else None),
        )
        assembler = RequestAssembler(
            TOOLS,
            system_prompt(load_wrapped_api(), skills),
            ModelSettings(ports.model_id, settings.max_output_tokens),
            token_counter(settings.token_counter),
            budgets_of(settings),
        )
        limits = Limits(
            requests=settings.max_turns,
            total_tokens=settings.max_total_tokens,
            seconds=settings.task_seconds,
        )
        self._loop = AgentLoop(
            model,
            self._executor,
            assembler,
            limits,
            ports.clock,
            ports.ids,
            deferred=deferred_tools(
                skills,
                ports.outside,
                settings,
                host,
                approver=ports.approver,
                write=write,
            ),
            on_request=None if ports.watcher is None else ports.watcher.request,
            on_usage=None if ports.watcher is None else ports.watcher.counted,
            evidence=self._executor.evidence,
            small_model=small_model_for(model, settings),
            constraints=self.ledger.look,
        )
        self._turns = 0

    async def turn(self, task: str) -> AsyncIterator[AgentEvent]:
        """Work on a task; events as `AgentLoop.run_turn`, from TurnStarted to TurnFinished."""
        self._turns += 1
        task = self._ports.outside.told(task)
        self._executor.lookups.about(task)
        if self._recorder is not None:
            self._recorder.turn(task)
        constraints = self.ledger.begin(task)
        try:
            words = estimated_tokens(f"{task}\n{constraints_text(constraints)}")
            budget = map_budget(self._settings.task_tokens, words)
            seen = await self._executor.overview(budget)
        except (ExcelError, PaneLost) as error:
            end = "pane_lost" if isinstance(error, PaneLost) else "model_failed"
            yield TurnStarted(self._turns, task)
            yield self._ended(TurnFinished(end, f"The workbook couldn't be read: {error}", ""))
            return
        undo_ids: list[str] = []
        revision = self._executor.evidence.revision
        running = self._loop.run_turn(task, seen.map, constraints, revision, seen.since)
        async for event in running:
            if isinstance(event, ExecutionFinished) and event.result.undo_id:
                undo_ids.append(event.result.undo_id)
                self._executor.group(turn_undo_id(undo_ids[0]), undo_ids)
            if isinstance(event, TurnFinished):
                self._ended(event)
            yield event

    def stop(self) -> None:
        """End the running turn; the code that runs is killed and taken back."""
        self._loop.stop()

    def continued_with(
        self, model: OpenedModel, settings: Settings, watcher: RequestWatcher | None = None
    ) -> "Conversation":
        """A new conversation with another model about the same workbook; undo points live on."""
        ports = replace(self._ports, model=model.client, model_id=model.model_id, watcher=watcher)
        return Conversation(ports, settings, executor=self._executor, ledger=self.ledger)

    def enforced(self, text: str) -> str | None:
        """What code enforces of a constraint; "" for nothing, None before the workbook was seen."""
        workbook = self._executor.first_look.workbook
        return None if workbook is None else self._executor.guard.enforced(text, workbook)

    async def revert(self, undo_id: str) -> Reverted:
        """Take one execution, a revert or a whole turn back; as `Executor.revert`."""
        return await self._executor.revert(undo_id)

    def _ended(self, event: TurnFinished) -> TurnFinished:
        if self._recorder is not None:
            self._recorder.end(event.end, event.answer)
        return event
