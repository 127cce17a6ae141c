"""How an execution found and left the looks of cells and sheets, and how they are now."""

from dataclasses import dataclass, field

from tieout.execution.ports import ExcelHost
from tieout.execution.undo.format_reads import FREEZE, Look, read_formats
from tieout.execution.undo.rule_watch import rules_again
from tieout.workbook.format_image import FormatImage, Spot, Values, different
from tieout.workbook.rule_image import RulePoint
from tieout.workbook.snapshot import WorkbookSnapshot

SHEET_PROPERTIES = ("TabColor", "ShowGridlines", "ShowHeadings", FREEZE)
"""What a sheet that is made again gets back besides its cells."""


@dataclass(frozen=True, slots=True)
class FormatPoint:
    """Formats before and after an execution, and how to read them again."""

    looks: tuple[Look, ...] = ()
    before: FormatImage = field(default_factory=dict[Spot, Values])
    after: FormatImage = field(default_factory=dict[Spot, Values])
    rules: RulePoint = field(default_factory=RulePoint)
    lost: FormatImage = field(default_factory=dict[Spot, Values])
    """Of sheets that the execution deleted."""

    @property
    def differs(self) -> bool:
        """Whether anything is different after the execution, rules over cells included."""
        return bool(self.changed) or self.rules.differs

    @property
    def changed(self) -> tuple[Spot, ...]:
        """What looks different after the execution."""
        return different(self.before, self.after)


async def look_again(
    host: ExcelHost, point: FormatPoint, workbook: WorkbookSnapshot
) -> FormatPoint:
    """The point with how its formats and rules are now, on sheets that still exist.

    Raises:
        ExcelError: Excel refused.
        PaneLost: The host went away.
    """
    there = {sheet.id for sheet in workbook.sheets}
    looks = tuple(look for look in point.looks if look.sheet_id in there)
    lost = {spot: values for spot, values in point.before.items() if spot.sheet_id not in there}
    lost = {**point.lost, **lost}
    rules = await rules_again(host, point.rules, workbook)
    if not looks:
        return FormatPoint(rules=rules, lost=lost)
    before = {spot: values for spot, values in point.before.items() if spot.sheet_id in there}
    return FormatPoint(looks, before, await read_formats(host, looks), rules, lost)
