"""The part of the seam for PivotTables: what they are made of, and what they show."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from embedded_excel.calc.cells import CellValue, Rect
from embedded_excel.calc.slicers import SlicerParts

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
ConditionKind: TypeAlias = Literal["Label", "Value", "Date"]
TopUnit: TypeAlias = Literal["Items", "Percent", "Sum"]
LineKind: TypeAlias = Literal["Item", "Subtotal", "Total", "Blank"]
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
    """One of the values a field has in the source: whether it is shown, and what is below it.

    Attributes:
        caption: What the pivot shows in its place, "" for the value.
    """

    name: str
    visible: bool = True
    expanded: bool = True
    caption: str = ""


@dataclass(frozen=True, slots=True)
class PivotField:
    """A column of the source.

    Attributes:
        caption: What the pivot shows in its place, "" for the name.
        sort_by: Name of the data field its items are sorted by, "" for their labels.
        sort_at: Where on the other axis: labels, outermost first; empty for the totals.
        items: Known only for fields that were placed on an axis, and for columns of text; in the
            order of a field that is sorted by hand.
        subtotals: Functions of its subtotals; empty for the automatic one.
        subtotal: Whether it has subtotals at all.
        show_all: Whether items without a record show.
        blank_line: Whether an empty line follows each item.
        repeat: Whether an item's label stands in each of its lines.
    """

    name: str
    caption: str = ""
    axis: PivotAxis = "None"
    sort: PivotSort = "Ascending"
    sort_by: str = ""
    sort_at: tuple[str, ...] = ()
    items: tuple[PivotItem, ...] = ()
    subtotals: tuple[Aggregation, ...] = ()
    subtotal: bool = True
    subtotal_top: bool = True
    show_all: bool = False
    blank_line: bool = False
    repeat: bool = False
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
    """A filter on a field by its labels, its dates, or the totals of a data field.

    Attributes:
        condition: Office.js `LabelFilterCondition`, `ValueFilterCondition` or `DateFilterCondition`.
        exclusive: Whether it hides what meets the condition.
        text: The label to compare with, or the lower one; `upper_text` the higher one.
        low: The bound, the lower bound, how many (of `unit`), or a date's serial number.
        value: Position of the data field.
        whole_days: Whether the time of a day doesn't count.
    """

    field: int
    kind: ConditionKind
    condition: str
    exclusive: bool = False
    text: str = ""
    upper_text: str = ""
    low: float = 0.0
    high: float = 0.0
    unit: TopUnit = "Items"
    value: int = 0
    whole_days: bool = False


@dataclass(frozen=True, slots=True)
class Pivot:
    """A PivotTable. `index` counts those of its sheet; `top` and `left` is where its body starts.

    Attributes:
        top: -1 for one that came with a file and can't be computed (grouped fields).
        rows: Fields on the row axis, outermost first; `columns` the same.
        values_on: The axis several data fields stand on, and `values_at` their level there, -1
            for the innermost.
        header_rows: Lines above the values if the file says so, 0 for as many as there have to be.
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
    values_on: Literal["Row", "Column"] = "Column"
    values_at: int = -1
    header_rows: int = 0

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
        row_caption, column_caption, total_caption: What stands in the place of Excel's own words.
        refresh_on_open: Whether Excel takes over the source's data when it opens the file.
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
    refresh_on_open: bool = False
    title: str = ""
    description: str = ""
    row_caption: str = ""
    column_caption: str = ""
    total_caption: str = ""


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
class PivotLine:
    """A row or a column of a pivot beside its headings.

    Attributes:
        path: Labels of the fields on its axis, outermost first, as deep as the line goes.
        level: Of the last label, counting a level of data fields.
        value: Position of the data field, -1 where the other axis tells it.
        function: Of a subtotal that isn't the data field's own.
        filled: Whether it has values.
        fresh: The first level whose label shows in it.
    """

    kind: LineKind
    path: tuple[str, ...]
    level: int = 0
    value: int = -1
    function: Aggregation | None = None
    filled: bool = True
    fresh: int = 0


@dataclass(frozen=True, slots=True)
class PivotReport:
    """What a pivot shows now, computed from its cache.

    Attributes:
        body: Without the filter area.
        filters: The filter area above it, None without one.
        values: Where the values are, None without any; its rows and columns are `lines` and
            `across`.
    """

    body: Rect
    filters: Rect | None
    cells: tuple[PivotCell, ...]
    values: Rect | None = None
    lines: tuple[PivotLine, ...] = ()
    across: tuple[PivotLine, ...] = ()


class PivotParts(Protocol):
    """PivotTables of a workbook. Cells are the caller's: the engine computes what to write."""

    @property
    def slicers(self) -> SlicerParts:
        """Slicers over pivots."""
        ...

    def data(self, pivot: Pivot) -> PivotData:
        """The data it shows, as it was taken over."""
        ...

    def values_of(self, pivot: Pivot, field: int) -> Mapping[str, CellValue]:
        """The values of a field by their labels."""
        ...

    def values_with_data(self, pivot: Pivot, field: int) -> AbstractSet[str]:
        """Labels of a field with a record that passes the filters of the others."""
        ...

    def know_items(self, pivot: Pivot, field: int) -> Pivot:
        """The pivot with the items of a field known, on whatever axis it is."""
        ...

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
        """Let it, and those that share its data, take over what its source has now. Columns are
        found by name.
        """
        ...

    def sharing(self, pivot: Pivot) -> Sequence[Pivot]:
        """The pivots that show the same data, itself included."""
        ...

    def options(self, pivot: Pivot) -> PivotOptions:
        """How it shows what it shows."""
        ...

    def set_source(self, pivot: Pivot, source: PivotSource) -> None:
        """Say where its data is now, without taking it over."""
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
