"""The executions of a session that can be taken back, alone or together."""

from collections.abc import Sequence

from tieout.execution.undo.undo import UndoPoint
from tieout.execution.undo.undo_aliases import followed, remade
from tieout.workbook.snapshot import WorkbookSnapshot


class UndoPoints:
    """Undo points by id, oldest first.

    Args:
        most: How many are kept; the oldest go first.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._points: dict[str, UndoPoint] = {}
        self._groups: dict[str, tuple[str, ...]] = {}

    @property
    def ids(self) -> tuple[str, ...]:
        """Executions that can be taken back, oldest first."""
        return tuple(self._points)

    def __contains__(self, undo_id: str) -> bool:
        return undo_id in self._points

    def __getitem__(self, undo_id: str) -> UndoPoint:
        return self._points[undo_id]

    def remember(self, point: UndoPoint) -> None:
        """Keep a point; one of the same id is forgotten."""
        self._points.pop(point.undo_id, None)
        self._points[point.undo_id] = point
        while len(self._points) > self._most:
            del self._points[next(iter(self._points))]

    def forget(self, undo_id: str) -> None:
        """It was taken back."""
        del self._points[undo_id]

    def follow(self, wanted: WorkbookSnapshot, now: WorkbookSnapshot) -> None:
        """Sheets and tables were made again: let every point know them by their new identities."""
        ids = remade(wanted, now)
        if ids:
            self._points = {key: followed(point, ids) for key, point in self._points.items()}

    def group(self, group_id: str, undo_ids: Sequence[str]) -> None:
        """Let one id stand for several points, oldest first, such as those of a turn."""
        self._groups[group_id] = tuple(undo_ids)

    def ungroup(self, group_id: str) -> tuple[str, ...] | None:
        """The members of a group that are still there, newest first; None if it is no group."""
        group = self._groups.pop(group_id, None)
        if group is None:
            return None
        return tuple(one for one in reversed(group) if one in self._points)
