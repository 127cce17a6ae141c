"""Pre-images of conditional formats, validation, comments and looks of tables that may change."""

from collections.abc import Sequence
from dataclasses import replace

from tieout.errors import ExcelError
from tieout.execution.ports import ExcelHost
from tieout.execution.undo.format_aspects import MOVERS
from tieout.execution.undo.object_watch import ObjectWatch, objects_again
from tieout.execution.undo.rule_looks import read_rules
from tieout.execution.undo.table_looks import read_table_looks, tables_at_risk
from tieout.office_wire.touch import Write
from tieout.workbook.rule_image import RulePoint, SheetRules
from tieout.workbook.snapshot import WorkbookSnapshot
from tieout.workbook.table_image import TableLook, TablePoint

_CARRIED = frozenset(
    {
        "Worksheet.delete",
        "Range.autoFill",
        "Range.moveTo",
        "Range.removeDuplicates",
        "Table.delete",
        "Table.resize",
    }
)
_COPIES = frozenset({"Range.copyFrom", "RangeAreas.copyFrom"})
_CLEARS = frozenset({"Range.clear", "RangeAreas.clear"})
_MOVING_PARTS = ("TableRow", "TableColumn")


def may_change_rules(write: Write) -> bool:
    """Whether a write can add, change, move or remove what lies over cells."""
    if sets_rules(write) or write.member in MOVERS or write.member in _CARRIED:
        return True
    if write.member in _COPIES or write.member in _CLEARS:
        return write.how in ("", "All", "Formats")
    return write.member.startswith(_MOVING_PARTS)


def sets_rules(write: Write) -> bool:
    """Whether a write is about nothing else."""
    class_name = write.member.partition(".")[0]
    return "Conditional" in class_name or class_name.startswith(("DataValidation", "Comment"))


class RuleWatch:
    """The pre-images of one execution.

    Attributes:
        uncovered: Sheet and text of what couldn't be read.
    """

    def __init__(self, host: ExcelHost) -> None:
        self._host = host
        self._before: dict[str, SheetRules] = {}
        self._asked: set[str] = set()
        self._tables: dict[str, TableLook] = {}
        self._objects = ObjectWatch(host)
        self.uncovered: list[tuple[str, str]] = []

    async def before(self, writes: Sequence[Write], known: WorkbookSnapshot) -> None:
        """Read the rules and looks of tables that a batch may change, each once.

        Raises:
            PaneLost: The host went away.
        """
        tables = [table for table in tables_at_risk(writes, known) if table.id not in self._tables]
        try:
            found = await read_table_looks(self._host, [table.id for table in tables])
            self._tables.update(found)
        except ExcelError as error:
            self.uncovered.extend(
                (table.address.sheet, f"the style of the table {table.name} ({error})")
                for table in tables
            )
        await self._read_rules(writes, known)
        await self._objects.before(writes, known)
        self.uncovered.extend(self._objects.uncovered)
        self._objects.uncovered.clear()

    async def _read_rules(self, writes: Sequence[Write], known: WorkbookSnapshot) -> None:
        found = [known.sheet(write.sheet) for write in writes if may_change_rules(write)]
        names = {sheet.id: sheet.name for sheet in found if sheet is not None}
        wanted = [sheet for sheet in names if sheet not in self._asked]
        self._asked.update(wanted)
        if not wanted:
            return
        try:
            self._before.update(await read_rules(self._host, wanted))
        except ExcelError as error:
            self.uncovered.extend(
                (
                    names[sheet],
                    "conditional formats, validation and comments on "
                    f"{names[sheet]}, which couldn't be read ({error})",
                )
                for sheet in wanted
            )

    @property
    def point(self) -> RulePoint:
        """What was read; `rules_again` adds how it is after the run."""
        tables = TablePoint(self._tables)
        return RulePoint(self._before, tables=tables, objects=self._objects.point)


async def rules_again(host: ExcelHost, point: RulePoint, workbook: WorkbookSnapshot) -> RulePoint:
    """The point with the rules as they are now, on sheets that still exist.

    Raises:
        ExcelError: Excel refused.
        PaneLost: The host went away.
    """
    there = [sheet.id for sheet in workbook.sheets if sheet.id in point.before]
    tables = [table.id for table in workbook.tables if table.id in point.tables.before]
    looks = replace(point.tables, after=await read_table_looks(host, tables))
    rules = await read_rules(host, there) if there else {}
    objects = await objects_again(host, point.objects, workbook)
    return replace(point, after=rules, tables=looks, objects=objects)
