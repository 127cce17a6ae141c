"""Formulon as an `Engine`: calculation, structure, styles and .xlsx of one open workbook."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

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
from embedded_excel.calc.documents import DocumentParts
from embedded_excel.calc.engine import Engine
from embedded_excel.calc.formulon import axes, copying, inserting, names, sheets, styles, tables
from embedded_excel.calc.formulon import cells as bulk
from embedded_excel.calc.formulon.arrays import FormulonArrays, note_copied
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.charts import FormulonCharts
from embedded_excel.calc.formulon.documents import FormulonDocuments
from embedded_excel.calc.formulon.entering import enter
from embedded_excel.calc.formulon.extent import used_rect
from embedded_excel.calc.formulon.library import Library
from embedded_excel.calc.formulon.losses import losses
from embedded_excel.calc.formulon.opened import Opened, Working
from embedded_excel.calc.formulon.opening import open_book, save_book
from embedded_excel.calc.formulon.pivots import FormulonPivots
from embedded_excel.calc.formulon.shapes import FormulonShapes
from embedded_excel.calc.formulon.sheet_parts import FormulonParts
from embedded_excel.calc.formulon.texts import texts
from embedded_excel.calc.formulon.tracing import FormulonTracing
from embedded_excel.xlsx.document_parts import read_document
from embedded_excel.xlsx.rich_text import RichTexts, find_rich_texts, restore_rich_texts

_MODES: Final[tuple[CalculationMode, ...]] = ("Automatic", "Manual", "AutomaticExceptTables")


class FormulonEngine(Opened):
    """An open workbook. Use it from one thread at a time; several workbooks may run side by side.

    Every method raises `EngineRefused` for what the workbook doesn't allow, and `EngineFailed`
    when the engine broke or the workbook was closed.
    """

    def __init__(
        self, library: Library, book: Book, rich: RichTexts, document: DocumentParts
    ) -> None:
        super().__init__(library, book)
        self._rich = rich
        self.documents = FormulonDocuments(self._opener(), document)
        self.pivots = FormulonPivots(self._opener())
        self.shapes = FormulonShapes(self._opener())
        self.tracing = FormulonTracing(self._opener())
        self.arrays = FormulonArrays(self._opener())
        self.sheet_parts = FormulonParts(self._opener())
        self.charts = FormulonCharts(self._opener())

    @classmethod
    def load(cls, package: bytes) -> "FormulonEngine":
        """Open the bytes of a package, as `embedded_excel.xlsx.package.read` gives them.

        Raises:
            EngineRefused: It isn't a package this engine can read.
            EngineFailed: The engine broke on it.
        """
        return cls._start(
            lambda library: open_book(library, package),
            find_rich_texts(package),
            read_document(package),
        )

    @classmethod
    def new(cls) -> "FormulonEngine":
        """An empty workbook with one sheet, "Sheet1"."""
        return cls._start(Book.new, RichTexts({}), DocumentParts(sheets=((),)))

    @classmethod
    def _start(
        cls, open_in: Callable[[Library], Book], rich: RichTexts, document: DocumentParts
    ) -> "FormulonEngine":
        library = Library()
        try:
            with Working(library, library):
                return cls(library, open_in(library), rich, document)
        except BaseException:
            library.close()
            raise

    # -- package -----------------------------------------------------------------------------
    def save(self) -> bytes:
        """The workbook as .xlsx bytes."""
        with self._open() as book:
            package = save_book(book)
        return self.documents.write(self.pivots.write(restore_rich_texts(package, self._rich)))

    def losses(self) -> Sequence[str]:
        """What saving can't carry over, one sentence each."""
        with self._open() as book:
            return losses(book, self._rich)

    def close(self) -> None:
        """Free the engine. Idempotent."""
        self._book = None
        self._library.close()

    def __del__(self) -> None:
        self.close()

    # -- sheets ------------------------------------------------------------------------------
    def sheet_names(self) -> Sequence[str]:
        """Names in tab order."""
        with self._open() as book:
            return tuple(sheets.names(book))

    def add_sheet(self, name: str) -> None:
        """Append a sheet."""
        with self._changing() as book:
            book.wheel.add_sheet(name)
            self.documents.sheet_came()

    def remove_sheet(self, sheet: int) -> None:
        """Delete a sheet."""
        with self.pivots.sheet_going(sheet), self._changing() as book:
            tables.forget_sheet(book, sheet)
            book.wheel.remove_sheet(sheet)
            self.documents.sheet_went(sheet)

    def rename_sheet(self, sheet: int, name: str) -> None:
        """Rename, adjusting every reference."""
        with self._changing() as book:
            book.wheel.rename_sheet(sheet, name)

    def move_sheet(self, sheet: int, to: int) -> None:
        """Move a tab."""
        with self._changing() as book:
            book.wheel.move_sheet(sheet, to)
            self.documents.sheet_moved(sheet, to)
            self.pivots.sheet_moved(sheet, to)

    def copy_sheet(self, sheet: int, name: str, to: int) -> None:
        """Copy a sheet to a position; what isn't copied is named in `losses`."""
        with self._changing() as book:
            note_copied(book, sheet, name)
            copying.copy_sheet(book, sheet, name, to)
            self.documents.sheet_came(to, copy_of=sheet)
        self.pivots.copy(sheet + (to <= sheet), to)

    def active_sheet(self) -> int:
        """Index of the active sheet."""
        with self._open() as book:
            return book.wheel.active_sheet()

    def set_active_sheet(self, sheet: int) -> None:
        """Activate a sheet."""
        with self._open() as book:
            book.wheel.set_active_sheet(sheet)

    def sheet_view(self, sheet: int) -> SheetView:
        """How the sheet is shown."""
        with self._open() as book:
            return sheets.view(book, sheet)

    def set_visibility(self, sheet: int, visibility: Visibility) -> None:
        """Show or hide a tab."""
        with self._open() as book:
            sheets.set_visibility(book, sheet, visibility)

    def set_frozen(self, sheet: int, rows: int, columns: int) -> None:
        """Freeze top rows and left columns."""
        with self._open() as book:
            book.wheel.set_sheet_freeze(sheet, rows, columns)

    def set_gridlines(self, sheet: int, shown: bool) -> None:
        """Show or hide gridlines."""
        with self._open() as book:
            book.wheel.set_sheet_show_grid_lines(sheet, shown)

    def set_headings(self, sheet: int, shown: bool) -> None:
        """Show or hide headings."""
        with self._open() as book:
            book.wheel.set_sheet_show_row_col_headers(sheet, shown)

    def set_tab_color(self, sheet: int, color: str) -> None:
        """`#RRGGBB` or ""."""
        with self._open() as book:
            sheets.set_tab_color(book, sheet, color)

    def is_protected(self, sheet: int) -> bool:
        """Whether the sheet is protected."""
        with self._open() as book:
            return book.remember_shape(
                ("protected", sheet), lambda: sheets.is_protected(book, sheet)
            )

    # -- cells -------------------------------------------------------------------------------
    def used_rect(self, sheet: int, *, values_only: bool) -> Rect | None:
        """Smallest rectangle of used cells."""
        with self._open() as book:
            return used_rect(book, sheet, values_only=values_only)

    def read(self, sheet: int, rect: Rect) -> Block:
        """Values and formulas."""
        with self._open() as book:
            return bulk.read(book, sheet, rect)

    def texts(self, sheet: int, rect: Rect) -> Sequence[Sequence[str]]:
        """Displayed text."""
        with self._open() as book:
            return texts(book, sheet, rect)

    def write(self, sheet: int, cells: Iterable[tuple[int, int, CellInput]]) -> None:
        """Store many cells; a table follows its header cells."""
        with self._open() as book:
            enter(book, sheet, cells)

    def occupied(self, sheet: int, rect: Rect) -> Iterable[tuple[int, int]]:
        """Positions that hold a value or formula."""
        with self._open() as book:
            return bulk.occupied(book, sheet, rect)

    def recalculate(self, *, full: bool = False) -> None:
        """Bring values up to date."""
        with self._open() as book:
            book.cells_changed()
            if full:
                bulk.mark_all_dirty(book)
            book.wheel.recalc()

    def calculation_mode(self) -> CalculationMode:
        """The workbook's mode."""
        with self._open() as book:
            return book.remember_shape(("mode",), lambda: _MODES[int(book.wheel.calc_mode())])

    def set_calculation_mode(self, mode: CalculationMode) -> None:
        """Set the mode."""
        with self._changing() as book:
            book.wheel.set_calc_mode(_MODES.index(mode))

    def date1904(self) -> bool:
        """Whether dates count from 1904."""
        with self._open() as book:
            return book.remember_shape(("1904",), book.wheel.date1904)

    def evaluate(self, sheet: int, formula: str) -> CellValue:
        """Value of a formula as if in A1, without storing it."""
        with self._open() as book:
            return bulk.evaluate(book, sheet, formula)

    def calculate_area(self, sheet: int, rect: Rect) -> None:
        """Bring a rectangle up to date."""
        with self._open() as book:
            book.cells_changed()
            book.wheel.partial_recalc(sheet, rect.top, rect.bottom, rect.left, rect.right)

    def spill_rect(self, sheet: int, row: int, column: int) -> Rect | None:
        """The area an array formula spills into."""
        with self._open() as book:
            found = book.wheel.spill_info(sheet, row, column)
            if not found.engaged:
                return None
            top, left = found.anchor_row, found.anchor_col
            return Rect(top, left, top + found.rows - 1, left + found.cols - 1)

    # -- structure ---------------------------------------------------------------------------
    def insert_rows(self, sheet: int, row: int, count: int) -> None:
        """Insert whole rows."""
        with self._changing() as book:
            inserting.insert_rows(book, sheet, row, count)

    def delete_rows(self, sheet: int, row: int, count: int) -> None:
        """Delete whole rows."""
        with self._changing() as book:
            book.wheel.delete_rows(sheet, row, count)

    def insert_columns(self, sheet: int, column: int, count: int) -> None:
        """Insert whole columns."""
        with self._changing() as book:
            inserting.insert_columns(book, sheet, column, count)

    def delete_columns(self, sheet: int, column: int, count: int) -> None:
        """Delete whole columns."""
        with self._changing() as book:
            book.wheel.delete_cols(sheet, column, count)

    def merges(self, sheet: int) -> Sequence[Rect]:
        """Merged areas."""
        with self._open() as book:
            return book.remember_shape(("merges", sheet), lambda: sheets.merges(book, sheet))

    def merge(self, sheet: int, rect: Rect) -> None:
        """Merge a rectangle."""
        with self._changing() as book:
            sheets.merge(book, sheet, rect)

    def unmerge(self, sheet: int, rect: Rect) -> None:
        """Split merged areas."""
        with self._changing() as book:
            sheets.unmerge(book, sheet, rect)

    # -- styles and sizes --------------------------------------------------------------------
    def style_ids(self, sheet: int, rect: Rect) -> Sequence[Sequence[int]]:
        """Style id of each cell."""
        with self._open() as book:
            return styles.style_ids(book, sheet, rect)

    def style(self, style_id: int) -> CellStyle:
        """The style behind an id."""
        with self._open() as book:
            return styles.style(book, style_id)

    def restyle(self, sheet: int, rect: Rect, change: Callable[[CellStyle], CellStyle]) -> None:
        """Change each distinct style of a rectangle."""
        with self._changing() as book:
            styles.restyle(book, sheet, rect, change)

    def row_axis(self, sheet: int) -> Axis:
        """Row heights and hidden rows."""
        with self._open() as book:
            return axes.row_axis(book, sheet)

    def column_axis(self, sheet: int) -> Axis:
        """Column widths and hidden columns."""
        with self._open() as book:
            return axes.column_axis(book, sheet)

    def set_row_height(self, sheet: int, first: int, last: int, points: float | None) -> None:
        """Set heights."""
        with self._open() as book:
            axes.set_row_height(book, sheet, first, last, points)

    def set_column_width(self, sheet: int, first: int, last: int, points: float | None) -> None:
        """Set widths."""
        with self._open() as book:
            axes.set_column_width(book, sheet, first, last, points)

    def set_rows_hidden(self, sheet: int, first: int, last: int, hidden: bool) -> None:
        """Hide or show rows."""
        with self._open() as book:
            axes.set_rows_hidden(book, sheet, first, last, hidden)

    def set_columns_hidden(self, sheet: int, first: int, last: int, hidden: bool) -> None:
        """Hide or show columns."""
        with self._open() as book:
            book.wheel.set_column_hidden(sheet, first, last, hidden)

    # -- names and tables --------------------------------------------------------------------
    def names(self) -> Sequence[DefinedName]:
        """Defined names."""
        with self._open() as book:
            return names.names(book)

    def set_name(self, name: DefinedName) -> None:
        """Add or replace a name."""
        with self._changing() as book:
            names.set_name(book, name)

    def remove_name(self, name: str, sheet: int | None) -> None:
        """Delete a name."""
        with self._changing() as book:
            names.remove_name(book, name, sheet)

    def tables(self) -> Sequence[Table]:
        """Every table."""
        with self._open() as book:
            return tuple(sorted(tables.tables(book), key=lambda table: table.id))

    def add_table(self, table: Table) -> Table:
        """Create a table."""
        with self._changing() as book:
            return tables.add_table(book, table)

    def update_table(self, table: Table) -> None:
        """Replace a table's properties."""
        with self._changing() as book:
            tables.update_table(book, table)

    def remove_table(self, table_id: int) -> None:
        """Convert to range."""
        with self._changing() as book:
            tables.remove_table(book, table_id)


_conforms: type[Engine] = FormulonEngine
