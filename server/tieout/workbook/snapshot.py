"""What a workbook looked like at one moment: cells of rectangles, sheets, names, tables."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from tieout.workbook.address import Address
from tieout.workbook.changes import EMPTY, CellState

CellContent: TypeAlias = str | float | bool | None
"""A cell's value; None is empty. Errors are their text, dates are serial numbers."""
Row: TypeAlias = tuple[CellContent, ...]
TextRow: TypeAlias = tuple[str, ...]
CalculationMode: TypeAlias = Literal["Automatic", "AutomaticExceptTables", "Manual"]
Visibility: TypeAlias = Literal["Visible", "Hidden", "VeryHidden"]


@dataclass(frozen=True, slots=True)
class RangeSnapshot:
    """Cells of one rectangle, row by row; all four grids have its shape.

    Attributes:
        formulas: With the leading `=`; "" where the cell has none.
        texts: What is displayed.
    """

    address: Address
    values: tuple[Row, ...]
    formulas: tuple[TextRow, ...]
    texts: tuple[TextRow, ...]
    number_formats: tuple[TextRow, ...]

    def __post_init__(self) -> None:
        assert len(self.values) == self.address.rows

    def state(self, row: int, column: int) -> CellState:
        """One cell by its 1-based place on the sheet; empty outside the rectangle."""
        down, across = row - self.address.top, column - self.address.left
        if not (0 <= down < self.address.rows and 0 <= across < self.address.columns):
            return EMPTY
        return CellState(
            self.texts[down][across],
            self.values[down][across],
            self.formulas[down][across],
            self.number_formats[down][across],
        )

    def content(self, row: int, column: int) -> tuple[CellContent, str]:
        """Value and formula of one cell; (None, "") outside the rectangle."""
        down, across = row - self.address.top, column - self.address.left
        if not (0 <= down < self.address.rows and 0 <= across < self.address.columns):
            return None, ""
        return self.values[down][across], self.formulas[down][across]

    def filled(self) -> Iterator[tuple[int, int]]:
        """(row, column) of every cell with content, in row order."""
        for down, (values, formulas) in enumerate(zip(self.values, self.formulas, strict=True)):
            for across, (value, formula) in enumerate(zip(values, formulas, strict=True)):
                if value is not None or formula:
                    yield self.address.top + down, self.address.left + across

    def part(self, wanted: Address) -> "RangeSnapshot":
        """The cells of `wanted`, which may reach outside (cells there are empty)."""
        states = [
            [self.state(row, column) for column in range(wanted.left, wanted.right + 1)]
            for row in range(wanted.top, wanted.bottom + 1)
        ]
        return RangeSnapshot(
            wanted,
            tuple(tuple(state.value for state in row) for row in states),
            tuple(tuple(state.formula for state in row) for row in states),
            tuple(tuple(state.text for state in row) for row in states),
            tuple(tuple(state.number_format for state in row) for row in states),
        )


@dataclass(frozen=True, slots=True)
class SheetSnapshot:
    """One worksheet.

    Attributes:
        id: Excel's identity, which survives renaming.
        used: Smallest rectangle with all content, or None when the sheet is empty.
        cells: Content of `used`; None when the sheet is empty or was not read.
        was_read: False when the sheet was left out because the workbook is large.
    """

    name: str
    id: str
    visibility: Visibility = "Visible"
    used: Address | None = None
    cells: RangeSnapshot | None = None
    was_read: bool = True

    def state(self, row: int, column: int) -> CellState:
        """One cell; empty where nothing is or nothing was read."""
        return EMPTY if self.cells is None else self.cells.state(row, column)

    def content(self, row: int, column: int) -> tuple[CellContent, str]:
        """Value and formula of one cell."""
        return (None, "") if self.cells is None else self.cells.content(row, column)


@dataclass(frozen=True, slots=True)
class NameSnapshot:
    """A defined name; `sheet` is its scope, "" for the workbook."""

    name: str
    formula: str
    sheet: str = ""
    visible: bool = True


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """A table; `address` is all of it, header and totals included."""

    name: str
    id: str
    address: Address
    show_header: bool = True
    show_totals: bool = False


@dataclass(frozen=True, slots=True)
class ChartSeriesSnapshot:
    """A series of a chart; `values` is the reference it is drawn of, "" where that isn't known."""

    name: str
    type: str
    values: str = ""


@dataclass(frozen=True, slots=True)
class ChartSnapshot:
    """A chart.

    Attributes:
        id: Excel's identity, which survives renaming.
        sheet: Name of its sheet; `sheet_id` is the sheet's identity.
        type: Excel's name of its type, such as `ColumnClustered`.
        title: "" when no title shows.
    """

    name: str
    id: str
    sheet_id: str
    sheet: str
    type: str
    title: str = ""
    series: tuple[ChartSeriesSnapshot, ...] = ()


@dataclass(frozen=True, slots=True)
class WorkbookSnapshot:
    """A workbook at one moment; sheets in tab order."""

    sheets: tuple[SheetSnapshot, ...]
    names: tuple[NameSnapshot, ...] = ()
    tables: tuple[TableSnapshot, ...] = ()
    calculation_mode: CalculationMode = "Automatic"
    active_sheet: str = ""
    charts: tuple[ChartSnapshot, ...] = ()
    _by_name: dict[str, SheetSnapshot] = field(
        default_factory=dict[str, SheetSnapshot], init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        self._by_name.update({sheet.name.casefold(): sheet for sheet in self.sheets})

    def sheet(self, name: str) -> SheetSnapshot | None:
        """A sheet by name, ignoring case."""
        return self._by_name.get(name.casefold())

    def state(self, address: Address) -> CellState:
        """The top left cell of an address."""
        sheet = self.sheet(address.sheet)
        return EMPTY if sheet is None else sheet.state(address.top, address.left)

    @property
    def used_cells(self) -> int:
        """Cells in all used ranges together."""
        return sum(sheet.used.size for sheet in self.sheets if sheet.used is not None)

    @property
    def unread(self) -> tuple[SheetSnapshot, ...]:
        """Sheets whose cells were left out."""
        return tuple(sheet for sheet in self.sheets if not sheet.was_read)
