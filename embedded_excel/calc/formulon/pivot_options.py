"""Options of pivots, which the engine carries in their parts without reading them."""

from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.pivots import Pivot, PivotOptions
from embedded_excel.xlsx.pivot_options import PivotKey, read_options, write_options


class KeptOptions:
    """Options by the pivot's cache and name: those set here, and those the file came with."""

    def __init__(self) -> None:
        self._set: dict[PivotKey, PivotOptions] = {}
        self._loaded: dict[PivotKey, PivotOptions] | None = None

    def of(self, book: Book, pivot: Pivot) -> PivotOptions:
        """Options of a pivot; the file's are read when they are first asked for."""
        key = _key(book, pivot)
        if key in self._set:
            return self._set[key]
        if self._loaded is None:
            self._loaded = read_options(book.wheel.save())
        return self._loaded.get(key, PivotOptions())

    def keep(self, book: Book, pivot: Pivot, options: PivotOptions) -> None:
        """Set them."""
        self._set[_key(book, pivot)] = options

    def write(self, package: bytes) -> bytes:
        """A saved package with the options that were set."""
        return write_options(package, self._set)


def _key(book: Book, pivot: Pivot) -> PivotKey:
    return book.wheel.pivot_cache_id(pivot.sheet, pivot.index), pivot.name
