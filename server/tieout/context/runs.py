"""What one execution leaves for the context, beside the text of its result."""

from dataclasses import dataclass
from typing import Final

from tieout.workbook.changes import ChangeSet
from tieout.workbook.conclusions import StepConclusion
from tieout.workbook.evidence import EvidencePiece

_NOTHING: Final = ChangeSet()


@dataclass(frozen=True, slots=True)
class RunFacts:
    """One run.

    Attributes:
        name: Such as `exec-12`.
        revision: Of the workbook when it was over.
        error: Its error text, or "".
        revoked: Evidence ids that its code took back.
        conclusion: Of the step that its code closed.
    """

    name: str
    revision: int
    evidence: tuple[EvidencePiece, ...] = ()
    changes: ChangeSet = _NOTHING
    error: str = ""
    revoked: tuple[str, ...] = ()
    conclusion: StepConclusion | None = None


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """The answer to one tool call.

    Attributes:
        pictures: PNGs in base64, after the text.
        run: What the execution left, if the call was one.
        evidence: What another tool showed.
    """

    tool_use_id: str
    text: str
    is_error: bool = False
    pictures: tuple[str, ...] = ()
    run: RunFacts | None = None
    evidence: tuple[EvidencePiece, ...] = ()
