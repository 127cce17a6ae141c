"""Agent events as frames: every event has one, and a card stays small whatever happened."""

from typing import get_args

import pytest

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
from tieout.execution.outcome import ExecutionResult
from tieout.execution.ports import CodeError, ConsoleLine, Killed, Returned, SandboxResult, Threw
from tieout.llm.client import Usage
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
    ThinkingFrame,
    TurnFinishedFrame,
    TurnStartedFrame,
    UsageFrame,
)
from tieout.protocol.outbox import encode
from tieout.web.events_to_frames import exact_counts, shown_cells, to_frame
from tieout.workbook.address import Address
from tieout.workbook.changes import (
    EMPTY,
    CellChange,
    CellState,
    ChangeKind,
    ChangeSet,
    ObjectChange,
)
from tieout.workbook.findings import Finding


def cell(row: int, kind: ChangeKind = "written", text: str = "1") -> CellChange:
    return CellChange(Address.cell("S", row, 1), kind, EMPTY, CellState(text, 1.0, "=A1"))


def finished(
    changes: ChangeSet, sandbox: SandboxResult | None = None, seconds: float = 0.0
) -> ExecutionFinishedFrame:
    result = ExecutionResult("applied", sandbox or Returned(None), changes, "text", False, "u1")
    frame = to_frame(ExecutionFinished("t", "e", result), seconds=seconds)
    assert isinstance(frame, ExecutionFinishedFrame)
    return frame


SIMPLE = [
    (TurnStarted(1, "do"), TurnStartedFrame(turn=1, task="do")),
    (RequestStarted(2), RequestStartedFrame(number=2)),
    (AnswerText("a"), AnswerTextFrame(text="a")),
    (Thinking("b"), ThinkingFrame(text="b")),
    (CodeText("t", "{"), CodeTextFrame(tool_use_id="t", partial_json="{")),
    (ExecutionStarted("t", "e", "code"), ExecutionStartedFrame(execution_id="e", code="code")),
    (RetryScheduled("busy", 1, 2.0), RetryFrame(reason="busy", attempt=1, seconds=2.0)),
    (
        UsageReported(Usage(10, 20, 30, 40)),
        UsageFrame(input_tokens=30, cache_read_input_tokens=30, output_tokens=40),
    ),
    (TurnFinished("limit", "why", "x"), TurnFinishedFrame(end="limit", reason="why")),
]


@pytest.mark.parametrize(("event", "frame"), SIMPLE, ids=lambda value: type(value).__name__)
def test_an_event_becomes_its_frame(event: AgentEvent, frame: object):
    assert to_frame(event) == frame


def test_every_event_of_the_union_is_tested_here():
    tested = {type(event) for event, _ in SIMPLE} | {ExecutionFinished}
    assert tested == set(get_args(AgentEvent))


def test_a_finished_execution_shows_what_changed():
    changes = ChangeSet(
        cells=(
            CellChange(
                Address.cell("My Sheet", 2, 4),
                "written",
                CellState("3", 3.0),
                CellState("11,988", 11988.0, "=B2*C2", "#,##0"),
            ),
        ),
        objects=(ObjectChange("sheet", "Summary", "added"),),
        findings=(Finding("must_fix", "X", (Address.cell("My Sheet", 2, 4),), "why", "fix"),),
        notes=("Calculation is manual.",),
    )
    frame = finished(changes, Returned(1, (ConsoleLine("warn", "careful"),)), seconds=1.5)
    assert frame == ExecutionFinishedFrame(
        execution_id="e",
        outcome="applied",
        console=(ConsoleEntry(level="warn", text="careful"),),
        cells=(
            CellCard(
                sheet="My Sheet",
                address="D2",
                kind="written",
                before="3",
                after="11,988",
                after_formula="=B2*C2",
            ),
        ),
        objects=(ObjectCard(noun="sheet", name="Summary", verb="added"),),
        findings=(
            FindingCard(
                severity="must_fix", code="X", cells=("'My Sheet'!D2",), why="why", fix="fix"
            ),
        ),
        notes=("Calculation is manual.",),
        counts={
            "written": 1,
            "recalculated": 0,
            "collateral": 0,
            "foreign": 0,
            "must_fix": 1,
            "review": 0,
        },
        undo_id="u1",
        seconds=1.5,
    )


@pytest.mark.parametrize(
    ("sandbox", "error"),
    [
        (Returned(None), ""),
        (Threw(CodeError("TypeError", "x is undefined")), "TypeError: x is undefined"),
        (
            Threw(CodeError("RichApi.Error", "No such sheet.", code="ItemNotFound")),
            "ItemNotFound: No such sheet.",
        ),
        (Threw(CodeError("Error", "")), "Error"),
        (Killed("time", "it ran 120 s."), "The code was stopped: it ran 120 s."),
    ],
)
def test_how_the_code_ended_is_one_line(sandbox: SandboxResult, error: str):
    assert finished(ChangeSet(), sandbox).error == error


def test_counts_are_exact_and_cells_are_capped():
    changes = ChangeSet(cells=tuple(cell(row) for row in range(1, 10_001)))
    frame = finished(changes)
    assert len(frame.cells) == 500
    assert frame.counts["written"] == 10_000
    assert frame.notes == ("Shown here: 500 of 10,000 changed cells.",)


def test_ranges_count_by_their_cells():
    changes = ChangeSet(cells=(CellChange(Address("S", 1, 1, 2, 3), "collateral", EMPTY, EMPTY),))
    assert exact_counts(changes)["collateral"] == 6


def test_what_needs_an_eye_is_among_the_shown_cells_in_order():
    cells = tuple(cell(row, "collateral" if row == 90 else "written") for row in range(1, 101))
    findings = (
        Finding("review", "R", (Address.cell("s", 80, 1),), "", ""),
        Finding("must_fix", "M", (Address.cell("S", 95, 1),), "", ""),
    )
    shown = shown_cells(ChangeSet(cells=cells, findings=findings), limit=5)
    assert [change.address.top for change in shown] == [1, 2, 80, 90, 95]


def test_few_cells_are_all_shown():
    changes = ChangeSet(cells=(cell(1), cell(2)))
    assert shown_cells(changes, limit=2) == changes.cells


def test_a_finding_comes_with_the_cells_it_disagrees_with():
    there = tuple(Address.cell("S", 1, column) for column in range(2, 5))
    finding = Finding("review", "A", (Address.cell("S", 1, 1),), "why", "fix", there)
    card = finished(ChangeSet(findings=(finding,))).findings[0]
    assert (card.cells, card.compared) == (("S!A1",), ("S!B1", "S!C1", "S!D1"))


def test_must_fix_findings_come_first():
    findings = tuple(
        Finding(severity, code, (), "", "")
        for severity, code in (("review", "A"), ("must_fix", "B"), ("review", "C"))
    )
    frame = finished(ChangeSet(findings=findings))
    assert [finding.code for finding in frame.findings] == ["B", "A", "C"]
    assert (frame.counts["must_fix"], frame.counts["review"]) == (1, 2)


def test_the_worst_card_still_fits_into_a_frame():
    text = "\u00e9" * 32_767
    address = Address.cell("S", 1, 1)
    changes = ChangeSet(
        cells=tuple(
            CellChange(address, "written", CellState(text, text, text), CellState(text, text, text))
            for _ in range(2_000)
        ),
        objects=tuple(ObjectChange("name", text, "added", text) for _ in range(2_000)),
        findings=tuple(
            Finding("review", "X", (address,) * 5_000, "why", "fix") for _ in range(1_000)
        ),
        notes=("note",) * 1_000,
    )
    console = tuple(ConsoleLine("log", text) for _ in range(2_000))
    frame = finished(changes, Threw(CodeError("E", text), console))
    assert len(encode(frame).encode()) < 4 * 1024 * 1024
    assert frame.console[-1] == ConsoleEntry(level="info", text="... and 1,800 more lines")
