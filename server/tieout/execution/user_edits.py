"""Cells that somebody else changed while the agent worked on what it had read."""

from collections.abc import Iterable, Sequence

from tieout.office_wire.touch import Write
from tieout.workbook.address import Address
from tieout.workbook.changes import CellChange
from tieout.workbook.tokens import clip

_MOST = 5
_MOST_AREAS = 500
_CONTENT = frozenset(
    {
        "Range.values",
        "Range.formulas",
        "Range.formulasR1C1",
        "Range.clear",
        "Range.copyFrom",
        "Range.valuesAsJson",
        "Range.delete",
    }
)


class SeenCells:
    """Areas whose contents the model was shown or set itself, in this session; the newest count."""

    def __init__(self) -> None:
        self._areas: dict[Address, None] = {}

    def add(self, areas: Iterable[Address]) -> None:
        """More areas."""
        for area in areas:
            self._areas.pop(area, None)
            self._areas[area] = None
        while len(self._areas) > _MOST_AREAS:
            del self._areas[next(iter(self._areas))]

    def among(self, edits: Iterable[CellChange]) -> tuple[CellChange, ...]:
        """Edits of cells that were seen."""
        return tuple(
            edit for edit in edits if any(area.contains(edit.address) for area in self._areas)
        )


def edited_under(writes: Sequence[Write], edits: Sequence[CellChange]) -> str:
    """Why a batch may not write yet: it would overwrite edits the model hasn't been told.

    The result of the refused run tells them, so the same code goes through the next time. "" when
    no edit lies under a write of contents.
    """
    areas = [
        area
        for write in writes
        if write.member in _CONTENT and (area := write.area or write.origin) is not None
    ]
    hit = [edit for edit in edits if any(area.contains(edit.address) for area in areas)]
    if not hit:
        return ""
    shown = "; ".join(
        f"{edit.address}: {_shown(edit.before.formula or edit.before.text)} -> "
        f"{_shown(edit.after.formula or edit.after.text)}"
        for edit in hit[:_MOST]
    )
    more = f"; and {len(hit) - _MOST:,} more" if len(hit) > _MOST else ""
    return (
        f"Nothing of this batch ran: it would overwrite cells that somebody else changed since you "
        f"last looked ({shown}{more}). Work with what is there now; to write over it all the same, "
        "run this code again."
    )


def _shown(text: str) -> str:
    return clip(text, 40) or "∅"
