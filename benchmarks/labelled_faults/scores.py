"""Precision and recall of flagged cells, as the study of ExceLint counts them, and pooled."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from statistics import fmean


@dataclass(frozen=True)
class Score:
    """Cells of one workbook: flagged and faulty, flagged alone, faulty alone."""

    right: int
    wrong: int
    missed: int

    @classmethod
    def of(cls, flagged: Collection[object], faulty: Collection[object]) -> "Score":
        """Compare two sets of cells."""
        one, other = set(flagged), set(faulty)
        return cls(len(one & other), len(one - other), len(other - one))

    @property
    def precision(self) -> float:
        """1 when nothing is flagged: no mistake was made. 0 when something is and nothing is faulty."""
        flagged = self.right + self.wrong
        return self.right / flagged if flagged else 1.0

    @property
    def recall(self) -> float:
        """1 when there is nothing to find."""
        faulty = self.right + self.missed
        return self.right / faulty if faulty else 1.0


@dataclass(frozen=True)
class Scores:
    """Workbooks together."""

    each: tuple[Score, ...]

    @classmethod
    def of(cls, scores: Iterable[Score]) -> "Scores":
        """Collect."""
        return cls(tuple(scores))

    @property
    def precision(self) -> float:
        """Mean over workbooks."""
        return fmean(score.precision for score in self.each) if self.each else 0.0

    @property
    def recall(self) -> float:
        """Mean over workbooks, those without faults counting 1."""
        return fmean(score.recall for score in self.each) if self.each else 0.0

    @property
    def recall_of_faulty(self) -> float:
        """Mean over workbooks that have faults."""
        faulty = [score.recall for score in self.each if score.right + score.missed]
        return fmean(faulty) if faulty else 0.0

    @property
    def faulty(self) -> int:
        """Workbooks that have faults."""
        return sum(1 for score in self.each if score.right + score.missed)

    @property
    def pooled(self) -> Score:
        """All cells as of one workbook."""
        return Score(
            sum(score.right for score in self.each),
            sum(score.wrong for score in self.each),
            sum(score.missed for score in self.each),
        )
