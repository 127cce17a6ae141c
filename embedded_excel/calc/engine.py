"""The seam to a calculation engine that also reads and writes .xlsx.

The object model talks to this Protocol only, so an engine can be replaced. Sheets are 0-based
indexes in tab order; the caller keeps stable identities over them. Every method that reads or
writes more than a cell takes a rectangle: engines behind a foreign-call boundary pay per call.

Errors: an engine raises `EngineRefused` for what Excel would refuse (bad name, bad formula), and
`EngineFailed` when it broke; after the latter the workbook must be re-opened from its last bytes.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from embedded_excel.calc.arrays import Arrays
from embedded_excel.calc.cells import (
    Axis,
    Block,
    CalculationMode,
    CellInput,
    CellStyle,
    CellValue,
    DefinedName,
    Rect,
    SheetView,
    Table,
    Visibility,
)
from embedded_excel.calc.chart_parts import ChartParts
from embedded_excel.calc.documents import Documents
from embedded_excel.calc.pivots import PivotParts
from embedded_excel.calc.shapes import ShapeParts
from embedded_excel.calc.sheet_parts import SheetParts
from embedded_excel.calc.tracing import Tracing


class EngineRefused(Exception):
    """The engine says no to an input, as Excel would (a formula that doesn't parse, a taken name)."""


class EngineFailed(Exception):
    """The engine itself broke (a trap, out of memory). Its state is lost."""


class Engine(Protocol):
    """An open workbook: cells, calculation, structure, styles, parts, saving."""

    @property
    def arrays(self) -> Arrays:
        """Array formulas of fixed size."""
        ...

    @property
    def charts(self) -> ChartParts:
        """The charts."""
        ...

    @property
    def documents(self) -> Documents:
        """What belongs to the file: properties, custom parts, iteration, protection."""
        ...

    @property
    def sheet_parts(self) -> SheetParts:
        """What sheets carry beside cells: links, rules, comments, filters, protection, pages."""
        ...

    @property
    def pivots(self) -> PivotParts:
        """The PivotTables."""
        ...

    @property
    def shapes(self) -> ShapeParts:
        """Shapes, lines and images."""
        ...

    @property
    def tracing(self) -> Tracing:
        """Which cells formulas read."""
        ...

    # -- package -----------------------------------------------------------------------------
    def save(self) -> bytes:
        """The workbook as .xlsx bytes, with everything loaded preserved as far as possible."""
        ...

    def losses(self) -> Sequence[str]:
        """What `save` can't carry over from the file that was loaded, one sentence each."""
        ...

    def close(self) -> None:
        """Free the engine. Idempotent."""
        ...

    # -- sheets ------------------------------------------------------------------------------
    def sheet_names(self) -> Sequence[str]:
        """Names in tab order."""
        ...

    def add_sheet(self, name: str) -> None:
        """Append a sheet."""
        ...

    def remove_sheet(self, sheet: int) -> None:
        """Delete a sheet; references to it become #REF!."""
        ...

    def rename_sheet(self, sheet: int, name: str) -> None:
        """Rename, adjusting every reference."""
        ...

    def move_sheet(self, sheet: int, to: int) -> None:
        """Move a tab to a new 0-based position."""
        ...

    def copy_sheet(self, sheet: int, name: str, to: int) -> None:
        """Copy cells, styles, sizes, merges, tables (renamed) and view of a sheet to position `to`."""
        ...

    def active_sheet(self) -> int:
        """Index of the active sheet."""
        ...

    def set_active_sheet(self, sheet: int) -> None:
        """Activate a sheet."""
        ...

    def sheet_view(self, sheet: int) -> SheetView:
        """Visibility, frozen panes, gridlines, headings, tab colour."""
        ...

    def set_visibility(self, sheet: int, visibility: Visibility) -> None:
        """Show or hide a tab."""
        ...

    def set_frozen(self, sheet: int, rows: int, columns: int) -> None:
        """Freeze this many top rows and left columns; 0, 0 unfreezes."""
        ...

    def set_gridlines(self, sheet: int, shown: bool) -> None:
        """Show or hide gridlines."""
        ...

    def set_headings(self, sheet: int, shown: bool) -> None:
        """Show or hide row and column headings."""
        ...

    def set_tab_color(self, sheet: int, color: str) -> None:
        """`#RRGGBB`, or "" for none."""
        ...

    def is_protected(self, sheet: int) -> bool:
        """Whether the sheet is protected."""
        ...

    # -- cells -------------------------------------------------------------------------------
    def used_rect(self, sheet: int, *, values_only: bool) -> Rect | None:
        """Smallest rectangle of used cells, None when empty. Without `values_only`, cells that
        carry only a style count too.
        """
        ...

    def read(self, sheet: int, rect: Rect) -> Block:
        """Values and formulas. The caller clips `rect` to the used range."""
        ...

    def texts(self, sheet: int, rect: Rect) -> Sequence[Sequence[str]]:
        """Displayed text of each cell, by its number format and value."""
        ...

    def write(self, sheet: int, cells: Iterable[tuple[int, int, CellInput]], /) -> None:
        """Store many cells `(row, column, input)`; does not recalculate.

        Raises:
            EngineRefused: A formula doesn't parse; the message names its position in `cells`.
                Cells before it are stored.
        """
        ...

    def occupied(self, sheet: int, rect: Rect) -> Iterable[tuple[int, int]]:
        """Positions in `rect` that hold a value or formula, row by row."""
        ...

    def recalculate(self, *, full: bool = False) -> None:
        """Bring every value up to date; `full` recalculates even what isn't dirty."""
        ...

    def calculation_mode(self) -> CalculationMode:
        """The workbook's calculation mode."""
        ...

    def set_calculation_mode(self, mode: CalculationMode) -> None:
        """Set the mode; stored in the file. The caller decides when to recalculate."""
        ...

    def date1904(self) -> bool:
        """Whether serial dates count from 1904."""
        ...

    def evaluate(self, sheet: int, formula: str) -> CellValue:
        """Value of a formula as if entered in A1 of `sheet`, without storing it."""
        ...

    def calculate_area(self, sheet: int, rect: Rect) -> None:
        """Bring the formulas of a rectangle up to date, and what they need; no others."""
        ...

    def spill_rect(self, sheet: int, row: int, column: int) -> Rect | None:
        """The area the array formula at or over this cell spills into, or None."""
        ...

    # -- structure ---------------------------------------------------------------------------
    def insert_rows(self, sheet: int, row: int, count: int) -> None:
        """Insert whole rows before `row`, adjusting every reference, style, table and part."""
        ...

    def delete_rows(self, sheet: int, row: int, count: int) -> None:
        """Delete whole rows."""
        ...

    def insert_columns(self, sheet: int, column: int, count: int) -> None:
        """Insert whole columns before `column`."""
        ...

    def delete_columns(self, sheet: int, column: int, count: int) -> None:
        """Delete whole columns."""
        ...

    def merges(self, sheet: int) -> Sequence[Rect]:
        """Merged areas."""
        ...

    def merge(self, sheet: int, rect: Rect) -> None:
        """Merge a rectangle."""
        ...

    def unmerge(self, sheet: int, rect: Rect) -> None:
        """Split every merged area that intersects `rect`."""
        ...

    # -- styles and sizes --------------------------------------------------------------------
    def style_ids(self, sheet: int, rect: Rect) -> Sequence[Sequence[int]]:
        """Interned style id of each cell, row and column styles included."""
        ...

    def style(self, style_id: int) -> CellStyle:
        """The style behind an id from `style_ids`."""
        ...

    def restyle(self, sheet: int, rect: Rect, change: Callable[[CellStyle], CellStyle]) -> None:
        """Replace each cell's style by `change(style)`, called once per distinct style. A rect of
        whole rows or columns restyles them as such, without a cell each.
        """
        ...

    def row_axis(self, sheet: int) -> Axis:
        """Row heights in points, and hidden rows."""
        ...

    def column_axis(self, sheet: int) -> Axis:
        """Column widths in points, and hidden columns."""
        ...

    def set_row_height(self, sheet: int, first: int, last: int, points: float | None) -> None:
        """Set heights, or None to go back to automatic."""
        ...

    def set_column_width(self, sheet: int, first: int, last: int, points: float | None) -> None:
        """Set widths, or None to go back to the default."""
        ...

    def set_rows_hidden(self, sheet: int, first: int, last: int, hidden: bool) -> None:
        """Hide or show rows."""
        ...

    def set_columns_hidden(self, sheet: int, first: int, last: int, hidden: bool) -> None:
        """Hide or show columns."""
        ...

    # -- names and tables --------------------------------------------------------------------
    def names(self) -> Sequence[DefinedName]:
        """Defined names, hidden ones included."""
        ...

    def set_name(self, name: DefinedName) -> None:
        """Add or replace a name in its scope."""
        ...

    def remove_name(self, name: str, sheet: int | None) -> None:
        """Delete a name from a scope."""
        ...

    def tables(self) -> Sequence[Table]:
        """Every table of the workbook, in creation order."""
        ...

    def add_table(self, table: Table) -> Table:
        """Create a table over existing cells; `id` is ignored and the stored one returned."""
        ...

    def update_table(self, table: Table) -> None:
        """Replace name, rect, columns, totals, style of the table with this id."""
        ...

    def remove_table(self, table_id: int) -> None:
        """Remove the table, keeping its cells (convert to range)."""
        ...
