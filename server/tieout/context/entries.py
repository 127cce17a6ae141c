"""Pieces of evidence as the manifest lists them."""

from tieout.context.blocks import text_hash
from tieout.context.manifest import EvidenceEntry, EvidenceState, GateDecision
from tieout.context.seen import SeenPiece
from tieout.context.tokens import TokenCounter
from tieout.workbook.evidence import EvidencePiece


def entry(
    one: SeenPiece, counter: TokenCounter, *gates: GateDecision, left_out: bool = True
) -> EvidenceEntry:
    """A piece as the manifest lists it."""
    state: EvidenceState = one.state
    if left_out and state == "fresh":
        state = "irrelevant"
    return EvidenceEntry(
        id=one.piece.id,
        kind=one.piece.kind,
        anchor=one.piece.anchor,
        revision=one.piece.revision,
        place="left_out" if left_out else one.place,
        state=state,
        why=one.why,
        tokens=counter.count(one.piece.text),
        sha256=one.sha256,
        gates=gates,
        superseded_by=one.superseded_by,
    )


def dropped(
    piece: EvidencePiece,
    why: str,
    counter: TokenCounter,
    state: EvidenceState,
    gate: GateDecision,
) -> EvidenceEntry:
    """A candidate that a gate kept out of a pack."""
    return EvidenceEntry(
        id=piece.id,
        kind=piece.kind,
        anchor=piece.anchor,
        revision=piece.revision,
        place="left_out",
        state=state,
        why=why,
        tokens=counter.count(piece.text),
        sha256=text_hash(piece.text),
        gates=(gate,),
    )
