"""Copying a sheet, which the engine can't do by itself."""

from embedded_excel.calc.formulon.book import Book


def copy_sheet(book: Book, sheet: int, name: str, to: int) -> None:
    """Not yet."""
    raise NotImplementedError
