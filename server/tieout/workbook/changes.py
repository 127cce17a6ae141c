"""What an execution did to a workbook: cell changes and object changes, attributed."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tieout.workbook.address import Address
from tieout.workbook.findings import Finding

ChangeKind: TypeAlias = Literal["written", "recalculated", "collateral", "foreign"]
"""`written`: content or formula set by the code (or its format). `recalculated`: same formula,
new value. `collateral`: content changed outside the scope the code named. `foreign`: content that
somebody else set while the code ran."""

Author: TypeAlias = Literal["execution", "user", "co-author"]
"""Whose change it is. A user's other add-ins and macros count as the user."""


@dataclass(frozen=True, slots=True)
class CellState:
    """One cell as a person sees it, and what is behind it. All "" for an empty cell.

    Attributes:
        text: Displayed text.
        value: Underlying value; None when empty. Errors are their text, such as "#REF!".
        formula: With the leading `=`, or "" where there is none.
        number_format: Excel's format code.
    """

    text: str = ""
    value: str | float | bool | None = None
    formula: str = ""
    number_format: str = "General"

    @property
    def is_empty(self) -> bool:
        """Whether the cell has no content."""
        return self.value is None and not self.formula


EMPTY = CellState()


@dataclass(frozen=True, slots=True)
class CellChange:
    """One cell before and after."""

    address: Address
    kind: ChangeKind
    before: CellState
    after: CellState
    by: Author = "execution"

    @property
    def is_own(self) -> bool:
        """Whether the code itself set the content: it neither followed nor is somebody else's."""
        return self.kind in ("written", "collateral")


@dataclass(frozen=True, slots=True)
class ObjectChange:
    """A sheet, name, table, format area, size or setting that was added, changed or removed.

    Attributes:
        noun: What it is, such as "sheet", "name", "table", "format", "merged area", "row height".
        name: Which one: a name, or an A1 address.
        verb: What happened.
        detail: One short phrase, such as "Sheet2 → Summary"; "" when nothing adds.
    """

    noun: str
    name: str
    verb: Literal["added", "changed", "removed"]
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """Everything one execution changed, in sheet, row, column order."""

    cells: tuple[CellChange, ...] = ()
    objects: tuple[ObjectChange, ...] = ()
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    """Sentences that qualify it, such as "Calculation is manual: values were not recalculated."."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing changed."""
        return not self.cells and not self.objects
