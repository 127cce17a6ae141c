"""What Excel says while nobody asks: that somebody edited some cells. Never believed, only looked after.

A hint widens what is read again and says whose an edit is; a look is never shortened because no hint came.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tieout.workbook.address import Address
from tieout.workbook.changes import Author

MOST_HINTS = 1_000
"""Older ones are forgotten: no look depends on them."""
HintSource: TypeAlias = Literal["local", "remote"]


@dataclass(frozen=True, slots=True)
class Hint:
    """Cells of a sheet were edited; `area` is None where Excel didn't say which."""

    sheet_id: str
    area: Address | None
    by: Author


HintedAreas: TypeAlias = Mapping[str, Sequence[tuple[Address, Author]]]
"""Areas and whose edits they are, by sheet in lower case."""


class Hints:
    """What one Excel hinted at since it was last asked."""

    def __init__(self) -> None:
        self._waiting: deque[Hint] = deque(maxlen=MOST_HINTS)

    def note(self, hints: Sequence[Hint]) -> None:
        """Keep some until they are taken."""
        self._waiting.extend(hints)

    def take(self) -> tuple[Hint, ...]:
        """All that wait, oldest first."""
        taken = tuple(self._waiting)
        self._waiting.clear()
        return taken


def hinted_areas(hints: Sequence[Hint], names: Mapping[str, str]) -> HintedAreas:
    """The areas hints name; `names` are sheets by their ids."""
    found: dict[str, tuple[tuple[Address, Author], ...]] = {}
    for hint in hints:
        name = names.get(hint.sheet_id)
        if name is not None and hint.area is not None:
            area = Address(name, hint.area.top, hint.area.left, hint.area.bottom, hint.area.right)
            key = name.casefold()
            found[key] = (*found.get(key, ()), (area, hint.by))
    return found


def author_of(address: Address, areas: HintedAreas) -> Author | None:
    """Who, by the newest hint, edited a cell."""
    for area, by in reversed(areas.get(address.sheet.casefold(), ())):
        if area.contains(address):
            return by
    return None
