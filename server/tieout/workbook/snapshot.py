"""What a workbook looked like at one moment: cells of rectangles, sheets, names, tables."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

import numpy as np
from typing_extensions import override

from tieout.workbook.address import Address, InvalidAddress
from tieout.workbook.cell_columns import CellColumns, CellContent, no_cells, stacked
from tieout.workbook.changes import EMPTY, CellState

Row: TypeAlias = tuple[CellContent, ...]
TextRow: TypeAlias = tuple[str, ...]
CalculationState: TypeAlias = Literal["Done", "Calculating", "Pending"]
CalculationMode: TypeAlias = Literal["Automatic", "AutomaticExceptTables", "Manual"]
Visibility: TypeAlias = Literal["Visible", "Hidden", "VeryHidden"]


@dataclass(frozen=True, slots=True)
class _Rows:
    """The four grids of a rectangle, row by row."""

    values: tuple[Row, ...]
    formulas: tuple[TextRow, ...]
    texts: tuple[TextRow, ...]
    number_formats: tuple[TextRow, ...]


class RangeSnapshot:
    """Cells of one rectangle, as rows or as columns; immutable. All grids have its shape.

    Rows suit what is read for its text; what is kept of whole sheets stands in columns, and its
    rows are only made when somebody asks for them.
    """

    __slots__ = ("_columns", "_rows", "address")

    def __init__(
        self,
        address: Address,
        values: tuple[Row, ...] = (),
        formulas: tuple[TextRow, ...] = (),
        texts: tuple[TextRow, ...] = (),
        number_formats: tuple[TextRow, ...] = (),
        *,
        columns: CellColumns | None = None,
    ) -> None:
        shape = (len(values),) if columns is None else columns.kinds.shape
        assert shape[0] == address.rows
        self.address = address
        self._columns = columns
        self._rows: _Rows | None = None
        if columns is None:
            self._rows = _Rows(values, formulas, texts, number_formats)

    @property
    def columns(self) -> CellColumns | None:
        """The arrays, when that is how the cells are kept."""
        return self._columns

    def _grids(self) -> "_Rows":
        if self._rows is None:
            columns = self._columns
            assert columns is not None
            self._rows = _Rows(
                tuple(columns.values()),
                tuple(columns.rows_of(columns.formulas)),
                tuple(columns.rows_of(columns.texts)),
                tuple(columns.rows_of(columns.formats)),
            )
        return self._rows

    @property
    def values(self) -> tuple[Row, ...]:
        """Rows of values."""
        return self._grids().values

    @property
    def formulas(self) -> tuple[TextRow, ...]:
        """Rows of formulas with the leading `=`; "" where a cell has none."""
        return self._grids().formulas

    @property
    def texts(self) -> tuple[TextRow, ...]:
        """Rows of what is displayed."""
        return self._grids().texts

    @property
    def number_formats(self) -> tuple[TextRow, ...]:
        """Rows of number formats."""
        return self._grids().number_formats

    @override
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RangeSnapshot):
            return NotImplemented
        return self.address == other.address and self._grids() == other._grids()

    @override
    def __hash__(self) -> int:
        return hash(self.address)

    @override
    def __repr__(self) -> str:
        return f"RangeSnapshot({self.address})"

    def state(self, row: int, column: int) -> CellState:
        """One cell by its 1-based place on the sheet; empty outside the rectangle."""
        down, across = row - self.address.top, column - self.address.left
        if not (0 <= down < self.address.rows and 0 <= across < self.address.columns):
            return EMPTY
        rows, columns = self._rows, self._columns
        if rows is not None:
            return CellState(
                rows.texts[down][across],
                rows.values[down][across],
                rows.formulas[down][across],
                rows.number_formats[down][across],
            )
        assert columns is not None
        text = columns.pool.text
        return CellState(
            text(columns.texts[down, across]),
            columns.value(down, across),
            text(columns.formulas[down, across]),
            text(columns.formats[down, across]),
        )

    def states(self, places: Sequence[tuple[int, int]]) -> list[CellState]:
        """Many cells by their (row, column); much faster than one by one where they are in columns."""
        columns = self._columns
        if columns is None or not places:
            return [self.state(row, column) for row, column in places]
        at = np.array(places, np.int64) - (self.address.top, self.address.left)
        shape = columns.kinds.shape
        inside = ((at >= 0) & (at < shape)).all(axis=1)
        down, across = at[inside].T
        found = columns.cells(down, across)
        made = [CellState(text, value, formula, code) for value, formula, text, code in found]
        if inside.all():
            return made
        rest = iter(made)
        flags: list[bool] = np.atleast_1d(inside).tolist()
        return [next(rest) if within else EMPTY for within in flags]

    def content(self, row: int, column: int) -> tuple[CellContent, str]:
        """Value and formula of one cell; (None, "") outside the rectangle."""
        down, across = row - self.address.top, column - self.address.left
        if not (0 <= down < self.address.rows and 0 <= across < self.address.columns):
            return None, ""
        rows, columns = self._rows, self._columns
        if rows is not None:
            return rows.values[down][across], rows.formulas[down][across]
        assert columns is not None
        formula = columns.pool.text(columns.formulas[down, across])
        return columns.value(down, across), formula

    def filled(self) -> Iterator[tuple[int, int]]:
        """(row, column) of every cell with content, in row order."""
        top, left = self.address.top, self.address.left
        if self._columns is not None:
            for down, across in np.argwhere(self._columns.filled).tolist():
                yield top + down, left + across
            return
        rows = self._grids()
        for down, (values, formulas) in enumerate(zip(rows.values, rows.formulas, strict=True)):
            for across, (value, formula) in enumerate(zip(values, formulas, strict=True)):
                if value is not None or formula:
                    yield top + down, left + across

    def part(self, wanted: Address) -> "RangeSnapshot":
        """The cells of `wanted`, which may reach outside (cells there are empty)."""
        if self._columns is not None:
            if self.address.contains(wanted):
                down, across = wanted.top - self.address.top, wanted.left - self.address.left
                part = self._columns.part(down, across, wanted.rows, wanted.columns)
                return RangeSnapshot(wanted, columns=part)
            if wanted.top > self.address.bottom:
                none = no_cells(self._columns.pool, wanted.rows, wanted.columns)
                return RangeSnapshot(wanted, columns=none)
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

    def moved(self, address: Address) -> "RangeSnapshot":
        """The same cells at another place of the same size."""
        if self._columns is not None:
            return RangeSnapshot(address, columns=self._columns)
        rows = self._grids()
        return RangeSnapshot(address, rows.values, rows.formulas, rows.texts, rows.number_formats)

    def mapped(self, change: Callable[[str], str]) -> "RangeSnapshot":
        """The same cells with every formula changed."""
        if self._columns is not None:
            return RangeSnapshot(self.address, columns=self._columns.mapped(change))
        rows = self._grids()
        formulas = tuple(
            tuple(change(text) if text else "" for text in row) for row in rows.formulas
        )
        return RangeSnapshot(self.address, rows.values, formulas, rows.texts, rows.number_formats)


def join_rows(bands: Sequence[RangeSnapshot]) -> RangeSnapshot:
    """Bands of rows of one width, in order, as one rectangle that begins where the first does."""
    if len(bands) == 1:
        return bands[0]
    first = bands[0].address
    rows = sum(band.address.rows for band in bands)
    whole = replace(first, bottom=first.top + rows - 1)
    columns = [band.columns for band in bands if band.columns is not None]
    if len(columns) == len(bands):
        return RangeSnapshot(whole, columns=stacked(columns))
    return RangeSnapshot(
        whole,
        tuple(row for band in bands for row in band.values),
        tuple(row for band in bands for row in band.formulas),
        tuple(row for band in bands for row in band.texts),
        tuple(row for band in bands for row in band.number_formats),
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

    def states(self, places: Sequence[tuple[int, int]]) -> list[CellState]:
        """Many cells by their (row, column)."""
        return [EMPTY] * len(places) if self.cells is None else self.cells.states(places)

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

    @property
    def area(self) -> Address | None:
        """The cells it stands for; None for a formula, a constant or a broken reference."""
        try:
            area = Address.parse(self.formula.removeprefix("="))
        except InvalidAddress:
            return None
        return area if area.sheet else None


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
    calculation_state: CalculationState = field(default="Done", kw_only=True)
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
