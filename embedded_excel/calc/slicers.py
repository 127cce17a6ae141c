"""The part of the seam for slicers over columns of tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from embedded_excel.calc.chart_parts import ChartPlace

SlicerSort: TypeAlias = Literal["Ascending", "Descending"]


@dataclass(frozen=True, slots=True)
class Slicer:
    """A slicer. What it selects is the table's filter.

    Attributes:
        id: Of its frame, stable within its sheet.
        table: Name of the table.
        column: Name of the column.
    """

    id: int
    name: str
    caption: str
    table: str
    column: str
    place: ChartPlace
    style: str = ""
    sort: SlicerSort = "Ascending"


class SlicerParts(Protocol):
    """Slicers over tables, sheet by sheet; those over PivotTables stay as they came."""

    def slicers(self, sheet: int) -> Sequence[Slicer]:
        """The slicers that lie on a sheet."""
        ...

    def add(self, sheet: int, slicer: Slicer) -> int:
        """Add one; its id."""
        ...

    def update(self, sheet: int, slicer: Slicer) -> None:
        """Replace caption, place, style and order of the one with this id."""
        ...

    def remove(self, sheet: int, slicer: Slicer) -> None:
        """Delete it; the filter stays."""
        ...
