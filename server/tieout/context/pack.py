"""L2: the evidence a new step begins with, read again as the workbook is now, under its budget.

Gate 4, the budget, takes what the other gates let through from the top: specs and reference texts
fall first; what the model hasn't seen yet, errors and what a conclusion rests on fall last.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tieout.context.blocks import said_for_the_model, short_hash
from tieout.context.cutting import cut_lines
from tieout.context.entries import dropped
from tieout.context.gates import EXAMPLES, Choice, Relevance, Unseen
from tieout.context.manifest import EvidenceEntry, GateDecision
from tieout.context.seen import SeenPiece
from tieout.context.tokens import TokenCounter
from tieout.llm.client import JsonDict
from tieout.workbook.evidence import EvidencePiece

OVERHEAD: Final = 150
"""Tokens of the call, the first line and ids, beside the pieces."""
_LEAST_PIECE: Final = 150
_MOST_CALLS: Final = 6


@dataclass(frozen=True, slots=True)
class EvidencePack:
    """The pieces of one pack.

    Attributes:
        pieces: By kind and id.
        left_out: What the gates kept away, for the manifest.
        pictures: PNGs in base64 that the model hasn't seen yet.
    """

    pieces: tuple[SeenPiece, ...]
    left_out: tuple[EvidenceEntry, ...] = ()
    pictures: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """As the model reads it."""
        first = "What the next step begins with; ranges were read again just now."
        return "\n".join([first, *(_named(one.piece) for one in self.pieces)])

    def messages(self) -> tuple[JsonDict, ...]:
        """The call that reads it, and its result; none for an empty pack."""
        if not self.pieces:
            return ()
        areas = [one.piece.anchor for one in self.pieces if one.piece.kind == "range"]
        calls = [f"await sheet.getCellRange({_quoted(area)});" for area in areas[:_MOST_CALLS]]
        code = "\n".join(["async function execute() {", *(f"  {each}" for each in calls), "}"])
        identity = f"toolu_ev_{short_hash([self.text, len(self.pictures)])}"
        return said_for_the_model(identity, code, self.text, self.pictures)


def packed(
    choice: Choice,
    reread: Sequence[EvidencePiece],
    budget: int,
    unseen: Unseen,
    counter: TokenCounter,
    pictures: Sequence[str] = (),
) -> EvidencePack:
    """Gate 4: the pieces that fit, most urgent first.

    Args:
        choice: What passed the other gates.
        reread: Ranges as they are now.
        budget: Tokens for the whole pack.
        unseen: As for `choose`.
        counter: Counts them.
        pictures: Not yet seen; they have been paid for from the budget.
    """
    now = {piece.anchor: piece for piece in reread}
    revision = max((piece.revision or 0 for piece in reread), default=unseen.revision)
    left = budget - OVERHEAD
    kept: list[SeenPiece] = []
    out = list(choice.left_out)
    for one in choice.wanted:
        piece = now.get(str(one.area)) if one.area is not None else one.piece
        if piece is None:
            if one.piece is not None:
                gone = GateDecision("structure", kept=False, reason="it can't be read any more")
                out.append(dropped(one.piece, one.why, counter, "irrelevant", gone))
            continue
        if one.relevance is not Relevance.UNSEEN and _is_old(piece, revision):
            old = GateDecision("contradiction", kept=False, reason="the workbook has changed")
            out.append(dropped(piece, one.why, counter, "superseded", old))
            continue
        fitted = _fitted(piece, left, counter)
        if fitted is None:
            full = GateDecision("budget", kept=False, reason=f"{budget:,} tokens are full")
            out.append(dropped(piece, one.why, counter, "over_budget", full))
            continue
        left -= counter.count(_named(fitted)) + 1
        kept.append(SeenPiece(fitted, "pack", one.why))
    kept.sort(key=lambda one: (one.piece.kind, one.piece.id))
    return EvidencePack(tuple(kept), tuple(out), tuple(pictures))


def _is_old(piece: EvidencePiece, revision: int) -> bool:
    return piece.kind not in EXAMPLES and (piece.revision or revision) < revision


def _fitted(piece: EvidencePiece, left: int, counter: TokenCounter) -> EvidencePiece | None:
    if counter.count(_named(piece)) + 1 <= left:
        return piece
    if left < _LEAST_PIECE or piece.kind in EXAMPLES:
        return None
    return replace(piece, text=cut_lines(piece.text, left - 60, counter))


def _named(piece: EvidencePiece) -> str:
    return (
        piece.text
        if piece.text.startswith((piece.id, f"[{piece.id}"))
        else (f"[{piece.id}] {piece.text}")
    )


def _quoted(area: str) -> str:
    return '"' + area.replace("\\", "\\\\").replace('"', '\\"') + '"'
