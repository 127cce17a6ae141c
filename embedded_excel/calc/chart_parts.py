"""The part of the seam that keeps charts: each one a part of the file, as XML, in a place on a sheet.

The object model reads and changes the XML of the chart part itself (ECMA-376, DrawingML charts), so
everything a chart of Excel can hold can be kept. The engine's share is to hold the part in the
workbook, to move references and anchors with cells and sheets, and to save it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from embedded_excel.calc.cells import Rect

EMU_PER_POINT = 12_700
SeriesIn: TypeAlias = Literal["Auto", "Columns", "Rows"]
Sticking: TypeAlias = Literal["twoCell", "oneCell", "absolute"]
"""What follows the cells below: place and size, place alone, nothing."""


@dataclass(frozen=True, slots=True)
class Corner:
    """A point on a sheet: a cell, and how far into it, in EMU."""

    row: int
    column: int
    down: int = 0
    across: int = 0


@dataclass(frozen=True, slots=True)
class ChartPlace:
    """Where a chart lies: from its first corner to `end`, or of a size in EMU where it has no end.

    Attributes:
        offset: Distance from the sheet's corner in EMU, for a chart without a cell to start from.
    """

    start: Corner
    end: Corner | None
    size: tuple[int, int] = (0, 0)
    offset: tuple[int, int] | None = None
    sticking: Sticking = "twoCell"


@dataclass(frozen=True, slots=True)
class ChartEntry:
    """A chart of a sheet; its id is stable within the sheet."""

    id: int
    name: str
    place: ChartPlace


class ChartParts(Protocol):
    """The charts of an open workbook. Sheets are 0-based tab positions."""

    def charts(self, sheet: int) -> Sequence[ChartEntry]:
        """Charts of a sheet, from the back to the front."""
        ...

    def part(self, sheet: int, chart: int) -> bytes:
        """XML of the chart part: a `chartSpace`, in a namespace of its own (`chartex`) for the kinds
        of charts that came with Excel 2016.

        Raises:
            EngineRefused: There is no such chart.
        """
        ...

    def set_part(self, sheet: int, chart: int, xml: bytes) -> None:
        """Replace the chart part."""
        ...

    def add(
        self,
        sheet: int,
        source_sheet: int,
        source: Rect,
        place: ChartPlace | None,
        *,
        series: SeriesIn,
        xy: bool,
    ) -> int:
        """Add a chart of a range, split into series as Excel does; its id.

        With `xy` it is a scatter chart, whose series have x values; else clustered columns.
        """
        ...

    def place(self, sheet: int, chart: int, place: ChartPlace) -> None:
        """Move and resize a chart."""
        ...

    def rename(self, sheet: int, chart: int, name: str) -> None:
        """Name a chart."""
        ...

    def remove(self, sheet: int, chart: int) -> None:
        """Delete a chart and its part."""
        ...

    def theme_font(self, name: str) -> str:
        """Typeface of the theme's `+mn-lt` or `+mj-lt`."""
        ...

    def theme_color(self, name: str) -> str:
        """`#RRGGBB` of a theme colour such as `accent1`, `tx1` or `bg1`."""
        ...
