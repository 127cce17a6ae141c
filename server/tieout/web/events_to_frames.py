"""Agent events as frames for the pane. Pure.

A diff card is for reading: it holds at most 500 cells and clipped texts, chosen so that what needs
a person's eye is among them. Its counts are of everything.
"""

from collections.abc import Iterable, Sequence
from typing import assert_never, get_args

from tieout.agent.events import (
    AgentEvent,
    AnswerText,
    CodeText,
    ExecutionFinished,
    ExecutionStarted,
    RequestStarted,
    RetryScheduled,
    Thinking,
    TurnFinished,
    TurnStarted,
    UsageReported,
)
from tieout.execution.ports import ConsoleLine, Killed, Returned, SandboxResult, Threw
from tieout.protocol.frames import (
    AnswerTextFrame,
    CellCard,
    CodeTextFrame,
    ConsoleEntry,
    ExecutionFinishedFrame,
    ExecutionStartedFrame,
    FindingCard,
    ObjectCard,
    RequestStartedFrame,
    RetryFrame,
    ServerFrame,
    ThinkingFrame,
    TurnFinishedFrame,
    TurnStartedFrame,
    UsageFrame,
)
from tieout.workbook.address import Address
from tieout.workbook.changes import CellChange, ChangeKind, ChangeSet, ObjectChange
from tieout.workbook.findings import Finding

MAX_CELLS = 500
MAX_OBJECTS = 200
MAX_FINDINGS = 200
MAX_FINDING_CELLS = 50
MAX_CONSOLE_LINES = 200
MAX_NOTES = 50
MAX_CELL_TEXT = 300
MAX_LINE_TEXT = 4_000
MAX_ERROR_TEXT = 4_000


def to_frame(event: AgentEvent, *, seconds: float = 0.0) -> ServerFrame:
    """The frame that shows an event.

    Args:
        event: Any event of the loop.
        seconds: How long the run took, for a finished execution.
    """
    match event:
        case TurnStarted(turn, task):
            return TurnStartedFrame(turn=turn, task=task)
        case RequestStarted(number):
            return RequestStartedFrame(number=number)
        case AnswerText(text):
            return AnswerTextFrame(text=text)
        case Thinking(text):
            return ThinkingFrame(text=text)
        case CodeText(tool_use_id, partial_json):
            return CodeTextFrame(tool_use_id=tool_use_id, partial_json=partial_json)
        case ExecutionStarted(_, execution_id, code):
            return ExecutionStartedFrame(execution_id=execution_id, code=code)
        case ExecutionFinished():
            return _finished(event, seconds)
        case RetryScheduled(reason, attempt, wait):
            return RetryFrame(reason=reason, attempt=attempt, seconds=wait)
        case UsageReported(usage):
            return UsageFrame(
                input_tokens=usage.input_tokens + usage.cache_creation_input_tokens,
                cache_read_input_tokens=usage.cache_read_input_tokens,
                output_tokens=usage.output_tokens,
            )
        case TurnFinished(end, reason, _):
            return TurnFinishedFrame(end=end, reason=reason)
        case _:
            assert_never(event)


def exact_counts(changes: ChangeSet) -> dict[str, int]:
    """`{written, recalculated, collateral, foreign}` in cells, `{must_fix, review}` in findings."""
    kinds: tuple[str, ...] = get_args(ChangeKind)
    counts = dict.fromkeys((*kinds, "must_fix", "review"), 0)
    for cell in changes.cells:
        counts[cell.kind] += cell.address.size
    for finding in changes.findings:
        counts[finding.severity] += 1
    return counts


def shown_cells(changes: ChangeSet, limit: int = MAX_CELLS) -> tuple[CellChange, ...]:
    """At most `limit` cells, in the change set's order.

    Cells of must-fix findings come first into the choice, then collateral ones, then cells with
    anything to review, then the rest from the top.
    """
    if len(changes.cells) <= limit:
        return changes.cells
    must_fix = _cells_of(changes.findings, "must_fix")
    review = _cells_of(changes.findings, "review")

    def rank(cell: CellChange) -> int:
        if _key(cell.address) in must_fix:
            return 0
        if cell.kind in ("collateral", "foreign"):
            return 1
        return 2 if _key(cell.address) in review else 3

    order = sorted(range(len(changes.cells)), key=lambda i: rank(changes.cells[i]))[:limit]
    return tuple(changes.cells[i] for i in sorted(order))


def _finished(event: ExecutionFinished, seconds: float) -> ExecutionFinishedFrame:
    result = event.result
    changes = result.changes
    return ExecutionFinishedFrame(
        execution_id=event.execution_id,
        outcome=result.outcome,
        error=_clip(_error_text(result.sandbox), MAX_ERROR_TEXT),
        console=_console(result.sandbox.console),
        cells=tuple(_cell_card(cell) for cell in shown_cells(changes)),
        objects=tuple(_object_card(change) for change in changes.objects[:MAX_OBJECTS]),
        findings=_finding_cards(changes.findings),
        notes=_notes(changes),
        counts=exact_counts(changes),
        undo_id=result.undo_id,
        seconds=seconds,
    )


def _error_text(result: SandboxResult) -> str:
    match result:
        case Returned():
            return ""
        case Threw(error, _):
            name = error.code or error.name
            return f"{name}: {error.message}" if error.message else name
        case Killed(_, detail, _):
            return f"The code was stopped: {detail}"
        case _:
            assert_never(result)


def _console(lines: Sequence[ConsoleLine]) -> tuple[ConsoleEntry, ...]:
    shown = [
        ConsoleEntry(level=line.level, text=_clip(line.text, MAX_LINE_TEXT))
        for line in lines[:MAX_CONSOLE_LINES]
    ]
    if len(lines) > MAX_CONSOLE_LINES:
        rest = f"... and {len(lines) - MAX_CONSOLE_LINES:,} more lines"
        shown.append(ConsoleEntry(level="info", text=rest))
    return tuple(shown)


def _cell_card(cell: CellChange) -> CellCard:
    return CellCard(
        sheet=cell.address.sheet,
        address=cell.address.local,
        kind=cell.kind,
        by=cell.by,
        before=_clip(cell.before.text, MAX_CELL_TEXT),
        before_formula=_clip(cell.before.formula, MAX_CELL_TEXT),
        after=_clip(cell.after.text, MAX_CELL_TEXT),
        after_formula=_clip(cell.after.formula, MAX_CELL_TEXT),
    )


def _object_card(change: ObjectChange) -> ObjectCard:
    return ObjectCard(
        noun=change.noun,
        name=_clip(change.name, MAX_CELL_TEXT),
        verb=change.verb,
        detail=_clip(change.detail, MAX_CELL_TEXT),
    )


def _finding_cards(findings: Sequence[Finding]) -> tuple[FindingCard, ...]:
    worst_first = sorted(findings, key=lambda finding: finding.severity != "must_fix")
    return tuple(
        FindingCard(
            severity=finding.severity,
            code=finding.code,
            cells=tuple(str(address) for address in finding.cells[:MAX_FINDING_CELLS]),
            compared=tuple(str(address) for address in finding.compared[:MAX_FINDING_CELLS]),
            why=finding.why,
            fix=finding.fix,
        )
        for finding in worst_first[:MAX_FINDINGS]
    )


def _notes(changes: ChangeSet) -> tuple[str, ...]:
    notes = list(changes.notes[:MAX_NOTES])
    for total, limit, noun in (
        (len(changes.cells), MAX_CELLS, "changed cells"),
        (len(changes.objects), MAX_OBJECTS, "changed objects"),
        (len(changes.findings), MAX_FINDINGS, "findings"),
    ):
        if total > limit:
            notes.append(f"Shown here: {limit:,} of {total:,} {noun}.")
    return tuple(notes)


def _cells_of(findings: Iterable[Finding], severity: str) -> frozenset[tuple[str, int, int]]:
    return frozenset(
        _key(address)
        for finding in findings
        if finding.severity == severity
        for address in finding.cells
    )


def _key(address: Address) -> tuple[str, int, int]:
    return (address.sheet.casefold(), address.top, address.left)


def _clip(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
