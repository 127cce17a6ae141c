"""The session's count of workbook changes, and what running code says besides its reads."""

from dataclasses import dataclass, field

from tieout.workbook.conclusions import StepConclusion


@dataclass(slots=True)
class WorkbookRevision:
    """Rises with every batch that may write, every change somebody else made, and every undo.

    Two looks with one number saw the same workbook; it may rise without a visible difference.
    """

    number: int = 0

    def changed(self) -> None:
        """Count one change."""
        self.number += 1


@dataclass(slots=True)
class RunTold:
    """What running code said through its wrapped calls.

    Attributes:
        conclusion: Of a step it closed; the last one counts.
        revoked: Evidence ids it took back.
    """

    conclusion: StepConclusion | None = None
    revoked: list[str] = field(default_factory=list[str])
