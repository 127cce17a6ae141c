"""What the model is told of the workbook when a task begins: the map, and what others changed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tieout.execution.looks.mirror import Mirror
from tieout.execution.looks.workbook_map import MAP_BUDGET, excel_line, workbook_map
from tieout.execution.looks.workbook_state import WorkbookState, workbook_state
from tieout.execution.lookups.lookups import Lookups
from tieout.execution.ports import ExcelHost
from tieout.workbook.address import quote_sheet
from tieout.workbook.changes import CellChange, CellState
from tieout.workbook.sampling import sample_indices
from tieout.workbook.snapshot import WorkbookSnapshot
from tieout.workbook.tokens import clip

LEAST_BUDGET: Final = 300
_SINCE, _MARGIN = 600, 0.8
"""Tokens kept for edits; and what of the rest, for the map is estimated by another counter."""
_MOST_EDITS = 12
_MOST_SHEETS = 6
_LONGEST = 40


@dataclass(frozen=True, slots=True)
class Overview:
    """Texts of the workbook for the first request of a task.

    Attributes:
        map: Sheets, regions, names, hazards, selection.
        since: What others changed since the model was last told, with old and new values, or "".
    """

    map: str
    since: str = ""


class FirstLook:
    """Looks at the workbook at the beginning of tasks; one per session.

    Args:
        exclusive: Nobody else edits the workbook: as long as it is the same, nothing is asked again.
        lookups: Told what the user selected and changed, which draws searches there.

    Attributes:
        workbook: As it was last seen here.
    """

    def __init__(
        self, host: ExcelHost, mirror: Mirror, *, exclusive: bool, lookups: Lookups | None = None
    ) -> None:
        self._host = host
        self._mirror = mirror
        self._exclusive = exclusive
        self._lookups = lookups or Lookups()
        self._state: WorkbookState | None = None
        self._written: tuple[WorkbookSnapshot, WorkbookState, int, str] | None = None
        self.workbook: WorkbookSnapshot | None = None

    async def tell(self, budget: int = MAP_BUDGET) -> Overview:
        """Look, and write it down; edits that are told here are not told again by a result.

        Takes one batch besides the look itself; none where nothing can have changed.

        Raises:
            ExcelError: Excel refused to be read.
            PaneLost: The host went away.
        """
        now = await self._mirror.look()
        same = self._exclusive and now is self.workbook
        if self._state is None or not same:
            self._state = await workbook_state(self._host, now)
        self.workbook = now
        since = edits_text(self._mirror.edits)
        self._lookups.touched(edit.address for edit in self._mirror.edits)
        self._lookups.selected(self._state.selection)
        self._mirror.edits = []
        shown = self._map(now, self._state, budget)
        lines = (excel_line(self._host.capabilities), shown)
        return Overview("\n".join(line for line in lines if line), since)

    def _map(self, now: WorkbookSnapshot, state: WorkbookState, budget: int) -> str:
        written = self._written
        if written is None or written[0] is not now or written[1:3] != (state, budget):
            written = (now, state, budget, workbook_map(now, budget, state))
            self._written = written
        return written[3]


def map_budget(layer: int, words: int) -> int:
    """Tokens for the map, in a layer that also holds the task's words and the constraints."""
    return max(LEAST_BUDGET, min(MAP_BUDGET, int((layer - words - _SINCE) * _MARGIN)))


def edits_text(edits: Sequence[CellChange]) -> str:
    """Edits as lines, a cell that was changed several times once; "" without any."""
    merged: dict[tuple[str, int, int], CellChange] = {}
    for edit in edits:
        key = (edit.address.sheet.casefold(), edit.address.top, edit.address.left)
        first = merged.get(key)
        merged[key] = edit if first is None else replace(edit, before=first.before)
    found = [edit for edit in merged.values() if edit.before != edit.after]
    return "\n".join(_lines(found)) if found else ""


def _lines(edits: Sequence[CellChange]) -> Iterator[str]:
    counts: dict[str, int] = {}
    for edit in edits:
        counts[edit.address.sheet] = counts.get(edit.address.sheet, 0) + 1
    number = f"{len(edits):,} cell{'' if len(edits) == 1 else 's'}"
    yield f"Since the last task the user or somebody else changed {number} (old -> new):"
    if len(counts) > 1:
        parts = [f"{quote_sheet(sheet)} {count:,}" for sheet, count in counts.items()]
        more = f" and {len(parts) - _MOST_SHEETS} more sheets" if len(parts) > _MOST_SHEETS else ""
        yield f"  by sheet: {', '.join(parts[:_MOST_SHEETS])}{more}"
    shown = sample_indices(len(edits), _MOST_EDITS)
    for index in shown:
        edit = edits[index]
        by = " (a co-author)" if edit.by == "co-author" else ""
        yield f"  {edit.address}: {_shown(edit.before)} -> {_shown(edit.after)}{by}"
    if len(edits) > len(shown):
        yield f"  ... and {len(edits) - len(shown):,} more cells"


def _shown(state: CellState) -> str:
    text = clip(state.text, _LONGEST) or "∅"
    return f"{text} [{clip(state.formula, _LONGEST)}]" if state.formula else text
