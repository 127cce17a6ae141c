"""What the user forbids or demands, as L1 states it: word for word, with an id."""

from collections.abc import Sequence
from dataclasses import dataclass

CONSTRAINTS_HEADING = "Standing constraints, in the user's words; they hold until withdrawn:"


@dataclass(frozen=True, slots=True)
class Constraint:
    """One constraint.

    Attributes:
        id: Such as `K1`; never given twice in a session.
        text: The user's words, unchanged.
        source_turn: The turn it was said in, from 1.
    """

    id: str
    text: str
    source_turn: int


def constraints_text(constraints: Sequence[Constraint]) -> str:
    """The block of L1, one constraint a line; "" without any."""
    if not constraints:
        return ""
    lines = [f"{each.id}: {each.text}" for each in constraints]
    return "\n".join([CONSTRAINTS_HEADING, *lines])
