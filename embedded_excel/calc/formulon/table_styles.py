"""Styles of tables and PivotTables."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace

from formulon.workbook import TableStyle

from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.table_styles import CustomTableStyle, TableStyles

_TABLES, _PIVOTS = "TableStyleMedium2", "PivotStyleLight16"
"""What Excel takes where a file doesn't say (ECMA-376 part 1, 18.8.42 leaves it open)."""


class FormulonTableStyles:
    """The engine's list of them."""

    def __init__(self, open_book: Callable[[], AbstractContextManager[Book]]) -> None:
        self._open = open_book

    def custom(self) -> Sequence[CustomTableStyle]:
        """Every style of the workbook's own."""
        with self._open() as book:
            return [CustomTableStyle(one.name, one.table, one.pivot) for one in _stored(book)]

    def add(self, style: CustomTableStyle, copy_of: str = "") -> None:
        """A style without formats, or with those of another one."""
        with self._open() as book:
            source = next((one for one in _stored(book) if one.name == copy_of), TableStyle(""))
            book.wheel.set_table_style(
                replace(source, name=style.name, table=style.for_tables, pivot=style.for_pivots)
            )

    def remove(self, name: str) -> None:
        """Delete one."""
        with self._open() as book:
            book.wheel.remove_table_style(name)

    def defaults(self) -> tuple[str, str]:
        """Styles of new tables and PivotTables."""
        with self._open() as book:
            tables, pivots = book.wheel.table_style_defaults()
            return tables or _TABLES, pivots or _PIVOTS

    def set_default(self, *, tables: str | None = None, pivots: str | None = None) -> None:
        """Set one or both."""
        with self._open() as book:
            book.wheel.set_table_style_defaults(tables, pivots)


def _stored(book: Book) -> list[TableStyle]:
    return [book.wheel.get_table_style(index) for index in range(book.wheel.table_style_count())]


_conforms: type[TableStyles] = FormulonTableStyles
