"""The part of the seam for PivotTables: what they are made of, and what they show."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from embedded_excel.calc.cells import CellValue, Rect

PivotAxis: TypeAlias = Literal["None", "Row", "Column", "Filter"]
PivotSort: TypeAlias = Literal["Ascending", "Descending", "Manual"]
PivotLayoutType: TypeAlias = Literal["Compact", "Tabular", "Outline"]
Aggregation: TypeAlias = Literal[
    "Sum",
    "Count",
    "Average",
    "Max",
    "Min",
    "Product",
    "CountNumbers",
    "StandardDeviation",
    "StandardDeviationP",
    "Variance",
    "VarianceP",
]
ConditionKind: TypeAlias = Literal[
    "LabelContains", "LabelBeginsWith", "ValueGreaterThan", "ValueBetween", "ValueTop"
]
CellRole: TypeAlias = Literal[
    "Header", "RowLabel", "ColumnLabel", "Data", "RowSubtotal", "ColumnSubtotal", "Total", "Blank"
]


@dataclass(frozen=True, slots=True)
class PivotSource:
    """Where the data is: an address on a sheet, or the name of a table or range."""

    sheet: str = ""
    ref: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class PivotItem:
    """One of the values a field has in the source, and whether it is shown."""

    name: str
    visible: bool = True


@dataclass(frozen=True, slots=True)
class PivotField:
    """A column of the source.

    Attributes:
        caption: What the pivot shows in its place, "" for the name.
        sort_by: Name of the data field its items are sorted by, "" for their labels.
        items: Known only for fields that were placed on an axis, and for columns of text.
        subtotals: Functions of its subtotals; empty for the automatic one.
        subtotal: Whether it has subtotals at all.
    """

    name: str
    caption: str = ""
    axis: PivotAxis = "None"
    sort: PivotSort = "Ascending"
    sort_by: str = ""
    items: tuple[PivotItem, ...] = ()
    subtotals: tuple[Aggregation, ...] = ()
    subtotal: bool = True
    subtotal_top: bool = True
    number_format: str = ""


@dataclass(frozen=True, slots=True)
class PivotValue:
    """A data field: a column of the source with a function.

    Attributes:
        show_as: Office.js `ShowAsCalculation`; it may need the position of a field and of an item.
    """

    name: str
    field: int
    function: Aggregation = "Sum"
    number_format: str = ""
    show_as: str = "None"
    base_field: int = -1
    base_item: int = -1


@dataclass(frozen=True, slots=True)
class PivotCondition:
    """A filter on a field by its labels, or by the totals of a data field.

    Attributes:
        low: The bound, the lower bound, or how many items.
        value: Position of the data field.
    """

    field: int
    kind: ConditionKind
    text: str = ""
    low: float = 0.0
    high: float = 0.0
    value: int = 0


@dataclass(frozen=True, slots=True)
class Pivot:
    """A PivotTable. `index` counts those of its sheet; `top` and `left` is where its body starts.

    Attributes:
        top: -1 for one that came with a file and can't be computed (grouped fields).
        rows: Fields on the row axis, outermost first; `columns` the same.
    """

    name: str
    sheet: int
    index: int
    top: int
    left: int
    source: PivotSource
    fields: tuple[PivotField, ...]
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    values: tuple[PivotValue, ...] = ()
    conditions: tuple[PivotCondition, ...] = ()
    layout: PivotLayoutType = "Compact"
    row_totals: bool = True
    column_totals: bool = True

    @property
    def filters(self) -> tuple[int, ...]:
        """Fields on the filter axis."""
        return tuple(index for index, field in enumerate(self.fields) if field.axis == "Filter")


@dataclass(frozen=True, slots=True)
class PivotOptions:
    """How a pivot shows what it shows.

    Attributes:
        fill_empty: Whether cells without a value show `empty_text`.
        several_filters: Whether a field may have filters of several kinds at once.
        title, description: For those who can't see it.
    """

    auto_format: bool = True
    preserve_formatting: bool = True
    field_headers: bool = True
    fill_empty: bool = True
    empty_text: str = ""
    field_list: bool = True
    value_editing: bool = False
    several_filters: bool = False
    custom_lists: bool = True
    title: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class PivotData:
    """Rows of a source, column by column."""

    names: tuple[str, ...]
    columns: tuple[tuple[CellValue, ...], ...]


@dataclass(frozen=True, slots=True)
class PivotCell:
    """A cell a pivot shows."""

    row: int
    column: int
    value: CellValue
    role: CellRole
    depth: int = 0
    number_format: str = ""


@dataclass(frozen=True, slots=True)
class PivotReport:
    """What a pivot shows now, computed from its cache.

    Attributes:
        body: Without the filter area.
        filters: The filter area above it, None without one.
    """

    body: Rect
    filters: Rect | None
    cells: tuple[PivotCell, ...]


class PivotParts(Protocol):
    """PivotTables of a workbook. Cells are the caller's: the engine computes what to write."""

    def pivots(self) -> Sequence[Pivot]:
        """All of them, sheet by sheet."""
        ...

    def add(
        self, sheet: int, name: str, place: tuple[int, int], source: PivotSource, data: PivotData
    ) -> Pivot:
        """Make an empty one with its body at a cell."""
        ...

    def update(self, pivot: Pivot) -> None:
        """Replace name, place, fields, values and layout of the pivot at this sheet and index."""
        ...

    def refresh(self, pivot: Pivot, data: PivotData) -> None:
        """Take over the data its source has now. Columns are found by name."""
        ...

    def options(self, pivot: Pivot) -> PivotOptions:
        """How it shows what it shows."""
        ...

    def set_options(self, pivot: Pivot, options: PivotOptions) -> None:
        """Show it otherwise; the caller writes the cells anew."""
        ...

    def report(self, pivot: Pivot) -> PivotReport:
        """What it shows."""
        ...

    def remove(self, pivot: Pivot) -> None:
        """Delete it; its cells stay."""
        ...
