"""What a new step begins with: candidates by structure, ranked by relevance, one state of each.

Gate 1, structure: what the closed step read, changed or cited. Gate 2, relevance: ranked; what it
didn't use is let go. Gate 3, contradiction: superseded and revoked pieces stay out, and of cells
within cells only the larger range stays. Gate 4, the budget, is `pack`.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from tieout.context.anchors import changed_areas
from tieout.context.entries import entry
from tieout.context.manifest import EvidenceEntry, GateDecision
from tieout.context.runs import RunFacts
from tieout.context.seen import SeenPiece
from tieout.context.tokens import TokenCounter
from tieout.workbook.address import Address
from tieout.workbook.evidence import EvidenceKind, EvidencePiece, anchor_of

EXAMPLES: Final[frozenset[EvidenceKind]] = frozenset({"spec", "api", "skill", "web"})
"""Supplementary: they fall first, and don't depend on the workbook."""
_ONCE: Final[frozenset[EvidenceKind]] = frozenset({"diff", "output", "note", "find", "picture"})
"""Of one run; carried over only while the model hasn't answered to it."""
_MOST_CHANGED: Final = 6


class Relevance(IntEnum):
    """Why a piece is wanted, most urgent first."""

    UNSEEN = 0
    ERROR = 1
    CITED = 2
    CHANGED = 3
    READ = 4
    EXAMPLE = 5


_WHY: Final = {
    Relevance.UNSEEN: "just came back, not yet answered to",
    Relevance.ERROR: "the last error",
    Relevance.CITED: "cited by the conclusion",
    Relevance.CHANGED: "changed in the closed step",
    Relevance.READ: "read in the closed step",
    Relevance.EXAMPLE: "looked up in the closed step",
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A candidate that passed the gates before the budget.

    Attributes:
        area: Cells to read again; None for a text that is carried over as it is.
        piece: The last text of it that was seen; None for cells that were changed but never read.
    """

    relevance: Relevance
    anchor: str
    area: Address | None
    piece: EvidencePiece | None

    @property
    def why(self) -> str:
        """In a few words."""
        return _WHY[self.relevance]


@dataclass(frozen=True, slots=True)
class Unseen:
    """The results the model hasn't answered to: their exchange, and the workbook's revision."""

    exchange: int
    revision: int


@dataclass(frozen=True, slots=True)
class Choice:
    """What the gates let through, most urgent first, and what they left out."""

    wanted: tuple[Wanted, ...]
    left_out: tuple[EvidenceEntry, ...]


def choose(
    seen: Sequence[SeenPiece],
    runs: Sequence[RunFacts],
    cited: Collection[str],
    unseen: Unseen,
    counter: TokenCounter,
) -> Choice:
    """Gates 1 to 3.

    Args:
        seen: What the model had in front of it.
        runs: Of the steps that are closed now.
        cited: Ids the conclusions name.
        unseen: What the model hasn't answered to.
        counter: For the entries of what is left out.
    """
    found: dict[str, Wanted] = {}
    left: list[EvidenceEntry] = []
    anchors = {anchor_of(one) for one in cited}
    last_error = next((run.name for run in reversed(runs) if run.error), "")
    revoked = {one.piece.anchor for one in seen if one.state == "revoked"}
    for one in reversed(seen):
        if one.place == "map" or one.piece.anchor in found:
            continue
        if one.state != "fresh":
            left.append(entry(one, counter, _gate("contradiction", one.state)))
            continue
        relevance = _relevance(one, anchors, last_error, unseen)
        if relevance is None:
            left.append(entry(one, counter, _gate("relevance", "not used in the closed step")))
            continue
        as_it_is = relevance is Relevance.UNSEEN and one.piece.revision == unseen.revision
        area = None if as_it_is else one.piece.area
        found[one.piece.anchor] = Wanted(relevance, one.piece.anchor, area, one.piece)
    for area in _changed(runs):
        anchor = str(area)
        if anchor not in found and anchor not in revoked and not _covered(area, found.values()):
            found[anchor] = Wanted(Relevance.CHANGED, anchor, area, None)
    newest = sorted(found.values(), key=lambda one: one.relevance)
    return Choice(tuple(_without_contained(newest)), tuple(left))


def _relevance(
    one: SeenPiece, cited: Collection[str], last_error: str, unseen: Unseen
) -> Relevance | None:
    piece = one.piece
    if one.exchange and one.exchange == unseen.exchange:
        return Relevance.UNSEEN
    if piece.kind == "error":
        return Relevance.ERROR if one.run == last_error else None
    if piece.anchor in cited:
        return Relevance.CITED
    if piece.kind in _ONCE or not one.exchange:
        return None
    return Relevance.EXAMPLE if piece.kind in EXAMPLES else Relevance.READ


def _changed(runs: Sequence[RunFacts]) -> list[Address]:
    areas: dict[Address, None] = {}
    for run in reversed(runs):
        areas |= dict.fromkeys(area for area, _ in changed_areas(run.changes))
    return list(areas)[:_MOST_CHANGED]


def _covered(area: Address, wanted: Iterable[Wanted]) -> bool:
    return any(one.area is not None and one.area.contains(area) for one in wanted)


def _without_contained(wanted: Sequence[Wanted]) -> list[Wanted]:
    kept: list[Wanted] = []
    for one in wanted:
        larger = (each for each in kept if each.area is not None and one.area is not None)
        if not any(each.area.contains(one.area) for each in larger if each.area and one.area):
            kept.append(one)
    return kept


def _gate(gate: str, reason: str) -> GateDecision:
    known = "contradiction" if gate == "contradiction" else "relevance"
    return GateDecision(known, kept=False, reason=reason)
