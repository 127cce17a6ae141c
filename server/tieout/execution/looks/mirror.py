"""What is known of the workbook between two executions: the last look, and what others changed."""

from collections.abc import Sequence
from dataclasses import replace

from tieout.execution.error_advice import what_is_gone
from tieout.execution.evidence.evidence_trail import WorkbookRevision
from tieout.execution.looks.snapshots import Snapshots
from tieout.workbook.changes import CellChange
from tieout.workbook.compare import compare
from tieout.workbook.hints import author_of, hinted_areas
from tieout.workbook.snapshot import WorkbookSnapshot


class Mirror:
    """The workbook as it was last seen, one per session.

    Args:
        snapshots: Takes the looks.
        exclusive: Nobody else edits the workbook, so the last look still holds.

    Attributes:
        last: The last look; None when the workbook has to be seen anew.
        edits: What somebody else changed since the model was last told, oldest first.
        gone: Sheets, tables and names that somebody else removed or renamed, as phrases.
        revision: How often the workbook changed, or had to be seen anew.
    """

    def __init__(self, snapshots: Snapshots, *, exclusive: bool) -> None:
        self._snapshots = snapshots
        self._exclusive = exclusive
        self.last: WorkbookSnapshot | None = None
        self.edits: list[CellChange] = []
        self.gone: list[str] = []
        self.revision = WorkbookRevision()

    async def look(self, named: Sequence[str] = ()) -> WorkbookSnapshot:
        """The workbook now. What others changed since the last look is added to `edits`.

        Raises:
            ExcelError: Excel refused to be read.
            PaneLost: The host went away.
        """
        last = self.last
        if last is not None and self._exclusive:
            self.last = await self._snapshots.read_more(last, named)
            return self.last
        hints = self._snapshots.hints()
        known = {} if last is None else {sheet.id: sheet.name for sheet in last.sheets}
        hinted = [known[hint.sheet_id] for hint in hints if hint.sheet_id in known]
        now = await self._snapshots.take(last=last, named=[*named, *hinted], grew=last is None)
        if last is None:
            self.revision.changed()
        else:
            changes = compare(last, now)
            areas = hinted_areas(hints, {sheet.id: sheet.name for sheet in now.sheets})
            self.edits.extend(
                replace(change, by=author_of(change.address, areas) or "user")
                for change in changes.cells
                if change.kind == "written"
            )
            self.gone.extend(what_is_gone(changes.objects))
            if not changes.is_empty:
                self.revision.changed()
        self.last = now
        return now

    async def look_before(self, code: str) -> WorkbookSnapshot:
        """The workbook before a run, with the cells of every sheet that the code names.

        Raises:
            ExcelError: Excel refused to be read.
            PaneLost: The host went away.
        """
        known = [] if self.last is None else [sheet.name for sheet in self.last.sheets]
        before = await self.look([name for name in known if name in code])
        return await self._snapshots.read_more(
            before, [sheet.name for sheet in before.sheets if sheet.name in code]
        )
