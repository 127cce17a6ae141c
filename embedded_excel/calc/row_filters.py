"""AutoFilters: their values, and the seam to an engine that keeps and applies them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.conditional_rules import IconPlace

FilterKind: TypeAlias = Literal[
    "Values", "Custom", "Top", "Dynamic", "CellColor", "FontColor", "Icon", "Other"
]
Comparison: TypeAlias = Literal["=", "<", "<=", "<>", ">=", ">"]
DatePart: TypeAlias = Literal["Year", "Month", "Day", "Hour", "Minute", "Second"]


@dataclass(frozen=True, slots=True)
class DateGroup:
    """Dates a values filter keeps: those that agree down to a part."""

    part: DatePart
    year: int
    month: int = 0
    day: int = 0
    hour: int = 0
    minute: int = 0
    second: int = 0


@dataclass(frozen=True, slots=True)
class Condition:
    """One comparison of a custom filter; the value may hold wildcards."""

    comparison: Comparison
    value: str


@dataclass(frozen=True, slots=True)
class ColumnFilter:
    """What one column of a filter keeps. Which fields count follows from `kind`.

    Attributes:
        column: 0-based within the filter's range.
        kind: `Other` stands for cells without an icon, kept as it came.
        values: Displayed texts that stay.
        dynamic: Office.js's `DynamicFilterCriteria`.
        color: `#RRGGBB` of the cells or texts that stay.
        icon: Of the cells that stay.
    """

    column: int
    kind: FilterKind
    values: tuple[str, ...] = ()
    blanks: bool = False
    dates: tuple[DateGroup, ...] = ()
    conditions: tuple[Condition, ...] = ()
    both: bool = False
    top: bool = True
    percent: bool = False
    count: float = 0
    dynamic: str = ""
    color: str = ""
    icon: IconPlace | None = None


@dataclass(frozen=True, slots=True)
class RowFilter:
    """An AutoFilter: its cells with the header row, and the columns that filter."""

    rect: Rect
    columns: tuple[ColumnFilter, ...] = field(default_factory=tuple)


@dataclass(frozen=True, slots=True)
class SortState:
    """How cells under a filter were sorted last.

    Attributes:
        rect: The cells that were sorted, without the header row.
        keys: Columns of the sheet, with whether they ascend, the most important first.
        strokes: Chinese text was ordered by strokes instead of sound.
    """

    rect: Rect
    keys: tuple[tuple[int, bool], ...]
    match_case: bool = False
    strokes: bool = False


class FilterParts(Protocol):
    """AutoFilters of sheets and tables. `table` is a table's id, None for the sheet's own."""

    def filter(self, sheet: int, table: int | None) -> RowFilter | None:
        """The filter, None without one."""
        ...

    def set_filter(self, sheet: int, table: int | None, found: RowFilter) -> None:
        """Replace the filter; rows stay as they are until `apply`."""
        ...

    def remove_filter(self, sheet: int, table: int | None) -> None:
        """Remove it; rows stay as they are."""
        ...

    def matching(self, sheet: int, table: int | None) -> tuple[int, Sequence[bool]]:
        """First row below the header, and for each row from there whether it stays."""
        ...

    def sort_state(self, sheet: int, table: int | None) -> SortState | None:
        """How its cells were sorted last, None when they weren't or there is no filter."""
        ...

    def set_sort_state(self, sheet: int, table: int | None, state: SortState | None) -> None:
        """Note it, or forget it; nothing happens without a filter."""
        ...
