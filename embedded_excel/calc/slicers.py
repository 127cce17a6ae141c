"""The part of the seam for slicers over columns of tables, and over fields of PivotTables."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from embedded_excel.calc.chart_parts import ChartPlace

SlicerSort: TypeAlias = Literal["Ascending", "Descending"]


@dataclass(frozen=True, slots=True)
class Slicer:
    """A slicer. What it selects is the table's filter, or which items the field of its pivots shows.

    Attributes:
        id: Of its frame, stable within its sheet.
        table: Name of the table, "" for a slicer over pivots.
        column: Name of the column or field.
        pivots: Sheet and name of each pivot it filters.
    """

    id: int
    name: str
    caption: str
    table: str
    column: str
    place: ChartPlace
    style: str = ""
    sort: SlicerSort = "Ascending"
    pivots: tuple[tuple[int, str], ...] = ()


class SlicerParts(Protocol):
    """Slicers, sheet by sheet: those over tables, or those over pivots."""

    def slicers(self, sheet: int) -> Sequence[Slicer]:
        """The slicers that lie on a sheet."""
        ...

    def add(self, sheet: int, slicer: Slicer) -> int:
        """Add one; its id."""
        ...

    def update(self, sheet: int, slicer: Slicer) -> None:
        """Replace name, caption, place, style and order of the one with this id.

        Raises:
            EngineRefused: A slicer over a table can't be renamed.
        """
        ...

    def remove(self, sheet: int, slicer: Slicer) -> None:
        """Delete it; the filter stays."""
        ...
