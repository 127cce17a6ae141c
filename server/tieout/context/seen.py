"""Evidence the model has in front of it: what is fresh, what was superseded, what was taken back.

Inside a step nothing that was sent can be edited, so an older state of an anchor stays where it is
and a later line says what replaced it; at the next epoch it is left out. Two revisions of one anchor
are never both fresh.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from tieout.context.blocks import text_hash
from tieout.context.manifest import EvidencePlace, EvidenceState
from tieout.workbook.evidence import EvidencePiece, anchor_of

State: TypeAlias = Literal["fresh", "superseded", "revoked"]


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """One piece in the request.

    Attributes:
        why: Why it is there, in a few words.
        run: The run that showed it; "" for a pack's.
        exchange: Number of the exchange that showed it, from 1; 0 for map and pack.
    """

    piece: EvidencePiece
    place: EvidencePlace
    why: str
    run: str = ""
    exchange: int = 0
    state: EvidenceState = "fresh"
    superseded_by: str = ""

    @property
    def sha256(self) -> str:
        """Of its text."""
        return text_hash(self.piece.text)


@dataclass(frozen=True, slots=True)
class Noted:
    """The pieces after something new was seen, and the lines that say what changed for old ones."""

    seen: tuple[SeenPiece, ...]
    lines: tuple[str, ...]


def see(seen: Sequence[SeenPiece], new: Iterable[SeenPiece]) -> Noted:
    """Add pieces; older states of their anchors become tombstones."""
    known, lines = list(seen), list[str]()
    for one in new:
        for at, old in enumerate(known):
            if old.state != "fresh" or not _replaces(one.piece, old.piece):
                continue
            known[at] = replace(old, state="superseded", superseded_by=one.piece.id)
            if old.piece.id != one.piece.id:
                old_name = old.piece.id
                if old.piece.anchor == one.piece.anchor:
                    old_name = old_name.removeprefix(old.piece.anchor)
                lines.append(f"{one.piece.id} supersedes {old_name}")
        known.append(one)
    return Noted(tuple(known), tuple(dict.fromkeys(lines)))


def revoke(seen: Sequence[SeenPiece], ids: Iterable[str]) -> Noted:
    """Take pieces back by their ids alone; an anchor takes back all its states."""
    known, lines = list(seen), list[str]()
    for identity in ids:
        hits = [
            at
            for at, one in enumerate(known)
            if one.state != "revoked" and identity in (one.piece.id, one.piece.anchor)
        ]
        for at in hits:
            known[at] = replace(known[at], state="revoked")
        lines.append(
            f"{identity} is revoked: don't rely on it"
            if hits
            else f"no evidence here has the id {identity}; nothing was revoked"
        )
    return Noted(tuple(known), tuple(lines))


def fresh(seen: Iterable[SeenPiece]) -> tuple[SeenPiece, ...]:
    """What may be relied on."""
    return tuple(one for one in seen if one.state == "fresh")


def revoked_ids(seen: Iterable[SeenPiece]) -> frozenset[str]:
    """Ids that were taken back."""
    return frozenset(one.piece.id for one in seen if one.state == "revoked")


def _replaces(new: EvidencePiece, old: EvidencePiece) -> bool:
    """Whether the new piece is another look at what the old one shows."""
    if anchor_of(new.id) == old.anchor and new.kind == old.kind:
        return True
    if new.revision is None or old.revision is None or new.revision <= old.revision:
        return False
    area, inner = new.area, old.area
    return area is not None and inner is not None and area.contains(inner)
