"""One execution of generated code, from scope comment to tool result.

Look before, run with every batch gated, look after, compare, lint, and take back what a failed run
wrote. The workbook is only ever touched through the host; the code's own words prove nothing.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count

from tieout.errors import ExcelError, PaneLost
from tieout.execution.approvals import ApprovalRequest, Approver, FixedApprover, Grant, declined
from tieout.execution.change_report import (
    beyond_scope,
    forbidden_formula,
    is_unseen,
    scope_notes,
    shown_changes,
)
from tieout.execution.code_services import CodeServices
from tieout.execution.constraints.constraint_guard import ConstraintGuard, ConstraintSource
from tieout.execution.error_advice import advised
from tieout.execution.evidence.evidence_of_runs import beside
from tieout.execution.evidence.evidence_reads import EvidenceReads
from tieout.execution.limits import DEFAULT_LIMITS, ExecutorLimits
from tieout.execution.looks.first_look import FirstLook, Overview
from tieout.execution.looks.look_after import look_after
from tieout.execution.looks.mirror import Mirror
from tieout.execution.looks.snapshots import Snapshots
from tieout.execution.looks.workbook_map import MAP_BUDGET
from tieout.execution.lookups.lookups import Lookups
from tieout.execution.lookups.spec_texts import take_specs
from tieout.execution.outcome import ExecutionResult, Outcome
from tieout.execution.ports import (
    CodeError,
    ExcelHost,
    Killed,
    Returned,
    Sandbox,
    SandboxResult,
    SandboxRun,
    Threw,
)
from tieout.execution.preflight import preflight
from tieout.execution.result_text import Report, result_text
from tieout.execution.run_notes import run_notes
from tieout.execution.running_code import RunningCode, to_the_end
from tieout.execution.undo.format_point import look_again
from tieout.execution.undo.restore import take_back
from tieout.execution.undo.sheet_undo import with_remade
from tieout.execution.undo.undo import Reverted, UndoPoint, together
from tieout.execution.undo.undo_points import UndoPoints
from tieout.execution.user_edits import SeenCells
from tieout.settings import EditMode
from tieout.skills.library import NO_SKILLS, SkillLibrary
from tieout.workbook.changes import ChangeSet
from tieout.workbook.compare import compare
from tieout.workbook.scope import Scope, parse_scope
from tieout.workbook.snapshot import WorkbookSnapshot

_MOST_QUESTIONS = 4
"""About one piece of code: its scope, what its batches delete, what is gone at its end."""


def same_id(execution_id: str) -> str:
    """The run id of a sandbox in this process: the execution's own."""
    return execution_id


class Executor:
    """Runs code on one workbook, one execution at a time.

    Args:
        mode: `read_only` refuses every batch that writes.
        approver: Who is asked before something is lost, or, in `ask_before_edits`, changed.
        exclusive: Nobody else edits the workbook, so the last look still holds before the next run.
        run_id: Makes a sandbox run's id from the execution's; unguessable for a remote sandbox.
        skills: What `general.get…Info()` finds.
        constraints: The user's; they hold in every mode.
        lookups: Answers questions about structure.
    """

    def __init__(
        self,
        host: ExcelHost,
        sandbox: Sandbox,
        *,
        mode: EditMode = "accept_edits",
        limits: ExecutorLimits = DEFAULT_LIMITS,
        approver: Approver | None = None,
        exclusive: bool = False,
        run_id: Callable[[str], str] = same_id,
        skills: SkillLibrary = NO_SKILLS,
        constraints: ConstraintSource | None = None,
        lookups: Lookups | None = None,
    ) -> None:
        self.mode: EditMode = mode
        self._host = host
        self._limits = limits
        self._run_id = run_id
        self._skills = skills
        self.guard = ConstraintGuard(constraints)
        self.lookups = lookups or Lookups()
        self._snapshots = Snapshots(host, limits.snapshot)
        self._mirror = Mirror(self._snapshots, exclusive=exclusive)
        self.first_look = FirstLook(host, self._mirror, exclusive=exclusive, lookups=self.lookups)
        self._undo = UndoPoints(limits.undo_points)
        self._lock = asyncio.Lock()
        self._seen = SeenCells()
        self._approver: Approver = approver or FixedApprover()
        self._approved: tuple[Scope, ...] = ()
        self._running = RunningCode(sandbox, limits.drain)

    @property
    def undo_ids(self) -> tuple[str, ...]:
        """Executions that can be taken back, oldest first."""
        return self._undo.ids

    def stop(self) -> bool:
        """Kill the running code, if any; its execution ends as stopped and is taken back.

        Returns:
            Whether code was running; else cancel the task that awaits `execute`.
        """
        return self._running.stop()

    async def execute(self, code: str, *, execution_id: str) -> ExecutionResult:
        """Run code and say what it did. Failures of the code or of Excel are results.

        Raises:
            PaneLost: The host or the sandbox went away; what was applied is unknown.
        """
        async with self._lock:
            size = len(code.encode("utf-8"))
            if size > self._limits.code_bytes:
                return self._refused(f"The code is {size:,} bytes long, over the limit.")
            unknown = preflight(code, self._host.capabilities.requirement_sets).unknown
            if unknown:
                return self._refused("\n".join(unknown))
            grant = Grant(self.mode, parse_scope(code), self._approved, guard=self.guard)
            for questions in count():
                attempt = await self._attempt(code, execution_id, grant)
                result, request = attempt.result, attempt.request
                if request is None or result.outcome not in ("not_applied", "rolled_back"):
                    return result
                if questions == _MOST_QUESTIONS or not await self._approver.decide(request):
                    return declined(result, request)
                grant = grant.with_answer(request)
                self._approved = grant.approved
            raise AssertionError

    async def _attempt(self, code: str, execution_id: str, grant: Grant) -> "_Attempt":
        try:
            before = await self._mirror.look_before(code)
        except ExcelError as error:
            failure = f"The workbook couldn't be read before the run: {advised(error)}"
            return _Attempt(self._refused(failure))
        scope = grant.scope
        if scope is not None:
            tables = {table.name.casefold(): table.address for table in before.tables}
            grant = replace(grant, scope=scope.with_tables(tables))
        if refused := grant.refuses_scope(before):
            return _Attempt(self._refused(refused.sentence), refused.request)
        services = CodeServices(
            self._host,
            self._snapshots,
            before,
            grant=grant,
            read_budget=self._limits.text.reads,
            untold=self._seen.among(self._mirror.edits),
            skills=self._skills,
            revision=self._mirror.revision,
            lookups=self.lookups,
        )
        self.lookups.touched(edit.address for edit in self._mirror.edits)
        result = beside(services, execution_id, await self._run(code, execution_id, services))
        self._seen.add(services.seen)
        self.lookups.touched(services.seen)
        stopped = isinstance(result.sandbox, Killed)
        return _Attempt(result, None if stopped else services.wanted)

    def group(self, group_id: str, undo_ids: Sequence[str]) -> None:
        """Let one id stand for several executions, oldest first, such as those of a turn."""
        self._undo.group(group_id, undo_ids)

    async def revert(self, undo_id: str) -> Reverted:
        """Take an execution or a group of them back, as far as cells still hold what they wrote.

        Raises:
            KeyError: There is no such undo point (any more).
            ExcelError: Excel refused to be read.
            PaneLost: The host went away.
        """
        group = self._undo.ungroup(undo_id)
        if group is None:
            return await self._revert(undo_id)
        done = [await self._revert(one) for one in group]
        if not done:
            raise KeyError(undo_id)
        redo_id = f"{undo_id}/revert"
        self.group(redo_id, [one.undo_id for one in done if one.undo_id])
        return together(done, redo_id)

    async def _revert(self, undo_id: str) -> Reverted:
        async with self._lock:
            point = self._undo[undo_id]
            names = _sheet_names(point.after)
            now = await self._snapshots.take(last=self._mirror.last, named=names, grew=False)
            looks = await look_again(self._host, point.formats, now)
            done = await take_back(
                self._host, self._snapshots, point, now, formats_now=looks, named=names
            )
            self._mirror.last = done.workbook
            self._undo.follow(point.before, done.workbook)
            self._mirror.revision.changed()
            changes = compare(now, done.workbook)
            if changes.is_empty and not done.formats.differs:
                return Reverted(0, done.plan.kept, "", done.not_covered)
            self._mirror.edits.extend(each for each in changes.cells if each.kind == "written")
            redo = f"{undo_id}/revert"
            self._undo.forget(undo_id)
            self._undo.remember(UndoPoint(redo, now, done.workbook, changes, formats=done.formats))
            return Reverted(done.plan.restored, done.plan.kept, redo, done.not_covered)

    async def overview(self, budget: int = MAP_BUDGET) -> Overview:
        """The workbook for the first request of a task; raises as `snapshot`."""
        async with self._lock:
            return await self.first_look.tell(budget)

    @property
    def evidence(self) -> EvidenceReads:
        """Reads evidence again, between runs."""
        return EvidenceReads(self._host, self._mirror, self._lock)

    async def snapshot(self) -> WorkbookSnapshot:
        """The workbook as it is now; also what the next execution compares against.

        Raises:
            ExcelError: Excel refused to be read.
            PaneLost: The host went away.
        """
        async with self._lock:
            return await self._mirror.look()

    async def _run(self, code: str, execution_id: str, services: CodeServices) -> ExecutionResult:
        run = SandboxRun(
            self._run_id(execution_id),
            code,
            self._limits.sandbox,
            self._host.capabilities.requirement_sets,
            self._skills.texts_for(code),
        )
        try:
            result = await self._running.run(run, services)
        except asyncio.CancelledError:
            stopped = Killed("cancelled", "The task was ended.")
            await to_the_end(self._finish(code, execution_id, services, stopped))
            raise
        except PaneLost:
            self._mirror.last = None
            if services.lost is not None:
                raise
            return await self._without_its_pane(code, execution_id, services)
        return await self._finish(code, execution_id, services, result)

    async def _without_its_pane(
        self, code: str, execution_id: str, services: CodeServices
    ) -> ExecutionResult:
        """The sandbox is gone. Where Excel is elsewhere, what the code wrote can be taken back."""
        gone = Killed("crashed", "The pane that ran the code went away.")
        try:
            result = await self._finish(code, execution_id, services, gone)
        except PaneLost:
            self._mirror.last = None
            raise
        return replace(result, pane_lost=True)

    async def _finish(
        self,
        code: str,
        execution_id: str,
        services: CodeServices,
        result: SandboxResult,
    ) -> ExecutionResult:
        edits = tuple(self._mirror.edits)
        if services.wanted is None:
            self._mirror.edits = []
        result, specs = take_specs(result, self._skills)
        read = (*specs, *services.reads.texts)
        report = Report("not_applied", result, ChangeSet(), read, edits)
        scope = services.grant.scope
        said = preflight(code, self._host.capabilities.requirement_sets)
        notes = (*scope_notes(scope), *said.notes(failed=not isinstance(result, Returned)))
        notes = (*notes, *run_notes(result, services, self._mirror.gone))
        report = replace(report, notes=notes, pictures=services.reads.pictures)
        if not services.wrote:
            self._mirror.last = services.before
            ran = isinstance(result, Returned) and services.wanted is None
            done: Outcome = "applied" if ran else "not_applied"
            return self._result(replace(report, outcome=done), "")
        try:
            after, note = await look_after(
                self._host, self._snapshots, services, self._limits.drain
            )
            formats = await services.formats.after(after)
        except (ExcelError, TimeoutError) as error:
            self._mirror.last = None
            why = advised(error) if isinstance(error, ExcelError) else "Excel did not answer."
            failure = f"The workbook couldn't be read after the run: {why}"
            return self._result(replace(report, outcome="unknown", failure=failure), "")
        self._mirror.last = after
        report = replace(report, notes=(*report.notes, *([note] if note else [])))
        uncovered = services.uncovered(after)
        changes = await shown_changes(self._host, services, after, scope, formats, uncovered)
        differences = compare(services.before, after, None, services.targets())
        point = UndoPoint(execution_id, services.before, after, differences, uncovered, formats)
        refusal = forbidden_formula(changes) or self._beyond(changes, services)
        if isinstance(result, Returned) and not refusal and not services.unanswered:
            nothing = is_unseen(changes) and not formats.differs
            undo_id = "" if nothing else execution_id
            if undo_id:
                self._undo.remember(point)
            report = replace(report, outcome="applied", changes=changes, looked=True)
            return self._result(report, undo_id)
        return await self._take_back(replace(report, failure=refusal), point, services)

    def _beyond(self, changes: ChangeSet, services: CodeServices) -> str:
        """Why a run that reached its end is taken back all the same, or ""."""
        request = services.wanted or services.grant.lost_in(changes, services.before)
        if request is not None:
            services.wanted = request
            return f"To {request.text}, the user must agree first."
        strict = self.mode == "ask_before_edits" or self._limits.scope_policy == "rollback"
        return beyond_scope(changes) if strict else ""

    async def _take_back(
        self, report: Report, point: UndoPoint, services: CodeServices
    ) -> ExecutionResult:
        """Roll a failed run back, and look again whether that worked."""
        if services.unanswered:
            self._undo.remember(point)
            report = replace(report, outcome="unknown", changes=point.changes, looked=True)
            return self._result(report, "" if point.changes.is_empty else point.undo_id)
        if point.changes.is_empty and not point.uncovered and not point.formats.differs:
            return self._result(replace(report, outcome="not_applied"), "")
        try:
            done = await take_back(
                self._host,
                self._snapshots,
                point,
                point.after,
                formats_now=point.formats,
                named=services.seen_sheets,
            )
        except ExcelError as error:
            self._mirror.last = None
            note = f"The workbook couldn't be read after taking the run back: {advised(error)}"
            return self._result(replace(report, outcome="unknown", notes=(note,)), "")
        now = done.workbook
        self._mirror.last = now
        self._undo.follow(point.before, now)
        left = compare(with_remade(point.before, now), now, None, services.targets())
        written = [change for change in left.cells if change.is_own]
        if not written and not left.objects:
            report = replace(report, outcome="rolled_back", stayed=done.not_covered)
            return self._result(report, "")
        self._undo.remember(UndoPoint(point.undo_id, point.before, now, left, point.uncovered))
        report = replace(
            report, outcome="applied", changes=left, looked=True, stayed=done.not_covered
        )
        return self._result(report, point.undo_id)

    def _refused(self, failure: str) -> ExecutionResult:
        error = CodeError("Refused", failure)
        return self._result(Report("not_applied", Threw(error), ChangeSet()), "")

    def _result(self, report: Report, undo_id: str) -> ExecutionResult:
        return ExecutionResult(
            report.outcome,
            report.sandbox,
            report.changes,
            result_text(report, self._limits.text),
            is_error=not isinstance(report.sandbox, Returned) or bool(report.failure),
            undo_id=undo_id,
            pictures=tuple(report.pictures),
        )


@dataclass(frozen=True, slots=True)
class _Attempt:
    """One run of the code, and what must be asked before it can run to its end."""

    result: ExecutionResult
    request: ApprovalRequest | None = None


def _sheet_names(snapshot: WorkbookSnapshot) -> tuple[str, ...]:
    return tuple(sheet.name for sheet in snapshot.sheets if sheet.was_read)
