"""The steps that take an execution back, each a few actions of one of the server's own batches."""

from dataclasses import dataclass, replace
from typing import TypeAlias

from pydantic import JsonValue

from tieout.execution.undo.chart_undo import DropChart
from tieout.execution.undo.format_operations import FormatOperation
from tieout.execution.undo.object_operations import ObjectOperation
from tieout.execution.undo.rule_operations import RuleOperation
from tieout.execution.undo.table_undo import TableOperation
from tieout.office_wire.build import BatchBuilder
from tieout.workbook.address import Address
from tieout.workbook.snapshot import CalculationMode, NameSnapshot


@dataclass(frozen=True, slots=True)
class WriteCells:
    """Set the contents of a rectangle, and its number formats; None leaves a format as it is."""

    area: Address
    contents: tuple[tuple[JsonValue, ...], ...]
    number_formats: tuple[tuple[str | None, ...], ...]

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"The contents of {self.area}"

    def halves(self) -> "tuple[WriteCells, ...]":
        """The upper and the lower half; none of a single row."""
        half, area = self.area.rows // 2, self.area
        if half == 0:
            return ()
        upper = replace(area, bottom=area.top + half - 1)
        lower = replace(area, top=area.top + half)
        return (
            WriteCells(upper, self.contents[:half], self.number_formats[:half]),
            WriteCells(lower, self.contents[half:], self.number_formats[half:]),
        )

    def write(self, batch: BatchBuilder) -> None:
        target = batch.worksheet(self.area.sheet).range(self.area.local)
        known = any(code is not None for row in self.number_formats for code in row)
        # Numbers typed into a text format become text, so formats go first without `@`, then whole.
        plain = [
            ["General" if code == "@" else code for code in row] for row in self.number_formats
        ]
        if known:
            target.set("NumberFormat", [list[JsonValue](row) for row in plain])
        target.set("Formulas", [list[JsonValue](row) for row in self.contents])
        if known:
            target.set("NumberFormat", [list[JsonValue](row) for row in self.number_formats])


@dataclass(frozen=True, slots=True)
class AddSheet:
    """Make a sheet again that was deleted; its cells are written afterwards."""

    name: str
    position: int
    visibility: str

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"Deleting the sheet {self.name}"

    def write(self, batch: BatchBuilder) -> None:
        sheet = batch.worksheets.create("Add", self.name)
        sheet.set("Position", self.position)
        if self.visibility != "Visible":
            sheet.set("Visibility", self.visibility)


@dataclass(frozen=True, slots=True)
class DeleteSheet:
    """Delete a sheet that was added."""

    name: str

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"Adding the sheet {self.name}"

    def write(self, batch: BatchBuilder) -> None:
        batch.worksheet(self.name).call("Delete")


@dataclass(frozen=True, slots=True)
class SetSheet:
    """Give a sheet its old name or visibility back."""

    name: str
    member: str
    value: str

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"The {self.member.lower()} of the sheet {self.name}"

    def write(self, batch: BatchBuilder) -> None:
        batch.worksheet(self.name).set(self.member, self.value)


@dataclass(frozen=True, slots=True)
class SetCalculation:
    """Give the workbook its old calculation mode back."""

    mode: CalculationMode

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return "The calculation mode"

    def write(self, batch: BatchBuilder) -> None:
        batch.workbook.child("Application").set("CalculationMode", self.mode)


@dataclass(frozen=True, slots=True)
class RestoreName:
    """Put a defined name back, or delete one that was added."""

    name: NameSnapshot
    how: str

    @property
    def label(self) -> str:
        """What it is about, as the start of a sentence."""
        return f"The name {self.name.name}"

    def write(self, batch: BatchBuilder) -> None:
        owner = batch.worksheet(self.name.sheet) if self.name.sheet else batch.workbook
        names = owner.child("Names")
        if self.how == "add":
            names.create("Add", self.name.name, self.name.formula, None)
        elif self.how == "delete":
            names.item(self.name.name).call("Delete")
        else:
            names.item(self.name.name).set("Formula", self.name.formula)


Operation: TypeAlias = (
    WriteCells
    | AddSheet
    | DeleteSheet
    | SetSheet
    | SetCalculation
    | RestoreName
    | TableOperation
    | DropChart
    | FormatOperation
    | RuleOperation
    | ObjectOperation
)
