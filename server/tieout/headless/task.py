"""One task on one workbook file, without a browser: what `tieout run` does."""

import hashlib
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

from embedded_excel.errors import WorkbookFileError
from embedded_excel.host import EmbeddedExcel
from embedded_excel.model.behaviours import parse_behaviours
from embedded_excel.xlsx.write import check_target, fit_to_extension, write_workbook_file
from tieout import __version__
from tieout.agent.events import AgentEvent, ExecutionFinished, TurnFinished, UsageReported
from tieout.errors import SettingsError, UserError, WorkbookUnusable
from tieout.execution.approvals import FixedApprover
from tieout.execution.outcome import ExecutionResult
from tieout.headless.embedded_host import EmbeddedHost
from tieout.headless.run_outside import beside_a_run
from tieout.headless.v8_sandbox import V8Sandbox
from tieout.llm.client import Usage
from tieout.protocol.frames import ConstraintCard
from tieout.sessions.constraint_cards import shown_constraints
from tieout.sessions.context_parts import context_header
from tieout.sessions.conversation import Conversation, Ports
from tieout.sessions.models import OpenedModel
from tieout.sessions.recorder import Recorder
from tieout.sessions.recording import Header
from tieout.sessions.trace.tracer import open_tracer, run_id
from tieout.settings import Settings
from tieout.skills.library import load_library


@dataclass(frozen=True, slots=True)
class Task:
    """What to do, on which file, and where results go."""

    workbook: Path
    text: str
    out: Path
    record: Path | None = None
    allow_losses: bool = False
    """Deletions and emptied cells outside the code's scope are allowed: nobody can be asked."""
    attach: tuple[Path, ...] = ()
    """Files the agent may read."""
    allow_web: bool = False
    """Web tools may send queries and addresses: nobody can be asked for each."""
    constraints: tuple[str, ...] = ()
    """What holds for the whole run, in the user's words; nobody can waive one."""


@dataclass(slots=True)
class TaskReport:
    """What happened.

    Attributes:
        saved: Whether the file `out` was written.
        session: Names the run's trace.
        recording_failure: Why the recording is incomplete, or "".
        pages: Files of pages that were made of the workbook.
        constraints: All that held at the end, with what was enforced of them.
    """

    end: TurnFinished | None = None
    executions: list[ExecutionResult] = field(default_factory=list[ExecutionResult])
    usage: list[Usage] = field(default_factory=list[Usage])
    losses: list[str] = field(default_factory=list[str])
    saved: bool = False
    recording_failure: str = ""
    session: str = field(default_factory=run_id)
    pages: list[Path] = field(default_factory=list[Path])
    constraints: tuple[ConstraintCard, ...] = ()

    @property
    def answered(self) -> bool:
        """Whether the agent finished its task."""
        return self.end is not None and self.end.end == "answered"


def open_workbook(path: Path, settings: Settings) -> EmbeddedExcel:
    """Open a workbook file in the embedded Excel.

    Raises:
        WorkbookUnusable: It can't be opened; one sentence says why.
        SettingsError: There is no such behaviour of Excel.
    """
    try:
        behaviours = parse_behaviours(filter(None, settings.excel_behaviours.split(",")))
    except ValueError as error:
        raise SettingsError(str(error)) from error
    try:
        excel = EmbeddedExcel.open(path, max_bytes=settings.max_workbook_bytes)
    except WorkbookFileError as error:
        raise WorkbookUnusable(str(error)) from error
    excel.behave(behaviours)
    return excel


def check_out(workbook: Path, out: Path) -> None:
    """Find out before the work whether its result can be saved.

    Args:
        workbook: A file that was opened.
        out: Where it will be saved.

    Raises:
        UserError: It certainly can't be.
    """
    try:
        check_target(out)
        if out.suffix.lower() != workbook.suffix.lower():
            fit_to_extension(workbook.read_bytes(), out)
    except WorkbookFileError as error:
        raise UserError(str(error)) from error


async def run_task(
    task: Task, model: OpenedModel, settings: Settings, on_event: Callable[[AgentEvent], None]
) -> TaskReport:
    """Run a task and save the workbook if the agent finished it; otherwise the file is untouched.

    Raises:
        UserError: A file can't be opened, read or written.
    """
    report = TaskReport()
    outside, pages = beside_a_run(task.workbook, task.attach)
    if task.allow_web:
        settings = settings.model_copy(update={"web": "on"})
    async with AsyncExitStack() as stack:
        host = EmbeddedHost(open_workbook(task.workbook, settings))
        check_out(task.workbook, task.out)
        stack.push_async_callback(host.close)
        sandbox = V8Sandbox(settings.office_js)
        stack.push_async_callback(sandbox.close)
        recorder = None
        alone = await host.with_excel(lambda excel: not excel.behaviours.co_author)
        if task.record is not None:
            header = _header(task, model, host, settings)
            header = header.model_copy(update={"exclusive": alone})
            recorder = stack.enter_context(Recorder(task.record, header))
        watcher = open_tracer(
            settings, report.session, workbook=task.workbook.name, model=model.client.name
        )
        ports = Ports(
            host,
            sandbox,
            model.client,
            model.model_id,
            exclusive=alone,
            approver=FixedApprover(allow=task.allow_losses),
            outside=outside,
            watcher=watcher,
        )
        conversation = Conversation(ports, settings, recorder)
        for text in task.constraints:
            conversation.ledger.add(text)
        async for event in conversation.turn(task.text):
            _note(report, event)
            on_event(event)
        report.constraints = shown_constraints(conversation).constraints
        report.losses = await host.with_excel(lambda excel: list(excel.losses()))
        if report.answered:
            await _save(host, task)
            report.saved = True
            report.pages = pages.write(task.out)
        report.recording_failure = "" if recorder is None else recorder.failure
    return report


async def _save(host: EmbeddedHost, task: Task) -> None:
    """Write the workbook; one that nothing touched stays, or is copied, byte for byte."""
    touched = await host.with_excel(lambda excel: excel.revision > 0)
    try:
        if touched:
            await host.with_excel(lambda excel: excel.save(task.out))
        elif task.out.resolve() != task.workbook.resolve():
            write_workbook_file(task.out, task.workbook.read_bytes())
    except WorkbookFileError as error:
        raise UserError(str(error)) from error


def _note(report: TaskReport, event: AgentEvent) -> None:
    match event:
        case ExecutionFinished():
            report.executions.append(event.result)
        case UsageReported():
            report.usage.append(event.usage)
        case TurnFinished():
            report.end = event
        case _:
            pass


def _header(task: Task, model: OpenedModel, host: EmbeddedHost, settings: Settings) -> Header:
    return Header(
        tieout=__version__,
        about=(
            "A run of `tieout run`: the model's messages, the batches that went to Excel and "
            "Excel's responses, in order."
        ),
        workbook=task.workbook.name,
        sha256=hashlib.sha256(task.workbook.read_bytes()).hexdigest(),
        model=model.client.name,
        model_id=model.model_id,
        host=host.capabilities.name,
        edit_mode=settings.edit_mode,
        scope_policy=settings.scope_policy,
        own_skills=load_library(settings.skills).own_ids,
        context=context_header(settings, model.client),
        requirement_sets=host.capabilities.requirement_sets,
    )
