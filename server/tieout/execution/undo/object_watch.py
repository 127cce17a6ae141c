"""Pre-images of protection, links, PivotTables and slicers that an execution may change."""

from collections.abc import Sequence
from dataclasses import replace

from tieout.errors import ExcelError
from tieout.execution.ports import ExcelHost
from tieout.execution.undo.object_looks import asked_of, read_objects
from tieout.office_wire.touch import Write
from tieout.workbook.address import Address
from tieout.workbook.object_image import Asked, ObjectKey, ObjectPoint, ObjectState
from tieout.workbook.snapshot import WorkbookSnapshot


class ObjectWatch:
    """The pre-images of one execution.

    Attributes:
        uncovered: Sheet and text of what couldn't be read.
    """

    def __init__(self, host: ExcelHost) -> None:
        self._host = host
        self._asked: dict[Asked, None] = {}
        self._before: dict[ObjectKey, ObjectState] = {}
        self.uncovered: list[tuple[str, str]] = []

    async def before(self, writes: Sequence[Write], known: WorkbookSnapshot) -> None:
        """Read what a batch may change, each once.

        Raises:
            PaneLost: The host went away.
        """
        wanted: dict[Asked, Write] = {}
        for write in writes:
            for one in asked_of(write, known):
                whole = one.noun == "link" and Asked("link", one.sheet_id) in self._asked
                if one not in self._asked and not whole:
                    wanted[one] = write
        found: dict[ObjectKey, ObjectState] = {}
        for one, write in list(wanted.items()):
            try:
                found |= await read_objects(self._host, [one])
            except ExcelError as error:
                del wanted[one]
                where = f" on {write.sheet}" if write.sheet else ""
                text = f"{one.noun}s{where}, which couldn't be read ({error})"
                self.uncovered.append((write.sheet, text))
        for key, state in found.items():
            if not self._is_known(key):
                self._before[key] = state
        self._asked.update(dict.fromkeys(wanted))

    def _is_known(self, key: ObjectKey) -> bool:
        """Whether it was looked for before: what is found now isn't how it was then."""
        if key.noun != "link":
            return Asked(key.noun, key.sheet_id) in self._asked or Asked(key.noun) in self._asked
        cell = Address.parse(key.id)
        return any(
            one.noun == "link"
            and one.sheet_id == key.sheet_id
            and (one.area is None or one.area.contains(cell))
            for one in self._asked
        )

    @property
    def point(self) -> ObjectPoint:
        """What was read; `objects_again` adds how it is after the run."""
        return ObjectPoint(tuple(self._asked), self._before)


async def objects_again(
    host: ExcelHost, point: ObjectPoint, workbook: WorkbookSnapshot
) -> ObjectPoint:
    """The point with how things are now, on sheets that still exist.

    Raises:
        ExcelError: Excel refused.
        PaneLost: The host went away.
    """
    there = {sheet.id for sheet in workbook.sheets}
    asked = [one for one in point.asked if not one.sheet_id or one.sheet_id in there]
    before = {
        key: state
        for key, state in point.before.items()
        if not key.sheet_id or key.sheet_id in there or key.noun in ("PivotTable", "slicer")
    }
    return replace(point, before=before, after=await read_objects(host, asked, again=True))
