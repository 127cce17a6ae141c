"""What one execution ended as, for the model, the user and the record."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tieout.execution.ports import SandboxResult
from tieout.workbook.changes import ChangeSet
from tieout.workbook.conclusions import StepConclusion
from tieout.workbook.evidence import EvidencePiece

Outcome: TypeAlias = Literal["applied", "not_applied", "rolled_back", "unknown"]
"""`unknown`: the pane or a sync was cut; the workbook is re-read, the code is never run again."""


@dataclass(frozen=True, slots=True)
class ExecutionResult:
    """One run of `execute_code`.

    Attributes:
        sandbox: How the code itself ended.
        changes: What changed, by the server's own snapshots before and after.
        text: The tool_result the model reads, under its token budget.
        is_error: Whether the tool_result is marked as an error.
        undo_id: Names the undo point, or "" when nothing can be undone.
        pictures: PNGs in base64 that the code asked for, shown to the model after the text.
        pane_lost: The pane that ran the code went away meanwhile; Excel itself still answered.
        run: What the model calls the run, such as `exec-12`; "" where it has no evidence.
        revision: How often the session's workbook had changed when the run was over.
        evidence: The text's parts with their ids.
        revoked: Evidence ids the code took back.
        conclusion: Of the step the code closed.
    """

    outcome: Outcome
    sandbox: SandboxResult
    changes: ChangeSet
    text: str
    is_error: bool
    undo_id: str = ""
    pane_lost: bool = False
    pictures: tuple[str, ...] = ()
    run: str = ""
    revision: int = 0
    evidence: tuple[EvidencePiece, ...] = ()
    revoked: tuple[str, ...] = ()
    conclusion: StepConclusion | None = None
