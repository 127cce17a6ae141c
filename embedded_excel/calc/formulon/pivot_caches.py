"""Caches of PivotTables: the data they were computed from, and the labels of its distinct values."""

from collections.abc import Mapping
from typing import TypeAlias

from embedded_excel.calc.cells import CellError, CellValue
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.cells import ERROR_CODES
from embedded_excel.calc.pivot_labels import label_of
from embedded_excel.calc.pivots import PivotData
from embedded_excel.xlsx.pivot_parts import CachedData, read_caches

Items: TypeAlias = dict[int, dict[str, CellValue]]
"""Field → label → value."""
Columns: TypeAlias = tuple[tuple[CellValue, ...], ...]


class Caches:
    """Data of caches and the labels of their shared items, in the order of the cache.

    The engine doesn't tell those of a loaded file: they are read from its package, once.
    """

    def __init__(self) -> None:
        self._items: dict[int, Items] = {}
        self._columns: dict[int, Columns] = {}
        self._loaded: dict[int, CachedData] | None = None

    def loaded(self, book: Book, cache: int) -> CachedData | None:
        """A cache as the file has it."""
        if self._loaded is None:
            date1904 = book.wheel.date1904() if book.pivots_as_loaded else False
            self._loaded = read_caches(book.pivots_as_loaded, date1904=date1904)
        return self._loaded.get(cache)

    def items(self, book: Book, cache: int) -> Mapping[int, Mapping[str, CellValue]]:
        """Field → its distinct values by their labels."""
        if cache not in self._items:
            found = self.loaded(book, cache)
            self._items[cache] = {} if found is None else dict(found.items)
        return self._items[cache]

    def labels(self, book: Book, cache: int, number: int) -> tuple[str, ...]:
        """Labels of a field's distinct values, in the order of the cache."""
        return tuple(self.items(book, cache).get(number, ()))

    def columns(self, book: Book, cache: int) -> Columns:
        """The values of every record, field by field."""
        if cache not in self._columns:
            found = self.loaded(book, cache)
            self._columns[cache] = () if found is None else found.columns
        return self._columns[cache]

    def data(self, book: Book, cache: int) -> PivotData:
        """All of it."""
        columns = self.columns(book, cache)
        names = [book.wheel.pivot_cache_field_name(cache, place) for place in range(len(columns))]
        return PivotData(tuple(names), columns)

    def fill(self, book: Book, cache: int, data: PivotData) -> None:
        """Replace the records; columns with text get their items listed."""
        wheel = book.wheel
        wheel.pivot_cache_record_clear(cache)
        self._items[cache] = {}
        self._columns[cache] = data.columns
        for number in range(len(data.columns)):
            wheel.pivot_cache_field_clear_shared_items(cache, number)
        for row in zip(*data.columns, strict=True):
            record = wheel.pivot_cache_record_add(cache)
            for number, value in enumerate(row):
                _put(book, (cache, record, number), value)
        for number, column in enumerate(data.columns):
            if any(isinstance(value, str) for value in column):
                self.list_items(book, cache, number)

    def list_items(self, book: Book, cache: int, number: int) -> None:
        """List a field's distinct values, unless they are listed."""
        known = self.items(book, cache)
        columns = self.columns(book, cache)
        if number in known or number >= len(columns):
            return
        column = columns[number]
        distinct: dict[str, CellValue] = {}
        for value in column:
            distinct.setdefault(label_of(value), value)
        for value in distinct.values():
            _share(book, cache, number, value)
        self._items[cache][number] = distinct
        # Once a field's values are listed, its records hold their positions in the list.
        places = {label: place for place, label in enumerate(distinct)}
        for record, value in enumerate(column):
            place = float(places[label_of(value)])
            book.wheel.pivot_cache_record_set_number(cache, record, number, place)

    def forget(self, cache: int) -> None:
        """A cache was removed."""
        self._items.pop(cache, None)
        self._columns.pop(cache, None)
        if self._loaded is not None:
            self._loaded.pop(cache, None)


def _put(book: Book, place: tuple[int, int, int], value: CellValue) -> None:
    wheel = book.wheel
    match value:
        case None:
            wheel.pivot_cache_record_set_blank(*place)
        case bool():
            wheel.pivot_cache_record_set_bool(*place, value)
        case int() | float():
            wheel.pivot_cache_record_set_number(*place, float(value))
        case CellError():
            wheel.pivot_cache_record_set_error(*place, ERROR_CODES.index(value.code))
        case str():
            wheel.pivot_cache_record_set_text(*place, value)


def _share(book: Book, cache: int, number: int, value: CellValue) -> None:
    wheel = book.wheel
    match value:
        case None:
            wheel.pivot_cache_field_add_shared_item_blank(cache, number)
        case bool():
            wheel.pivot_cache_field_add_shared_item_bool(cache, number, value)
        case int() | float():
            wheel.pivot_cache_field_add_shared_item_number(cache, number, float(value))
        case CellError():
            wheel.pivot_cache_field_add_shared_item_error(
                cache, number, ERROR_CODES.index(value.code)
            )
        case str():
            wheel.pivot_cache_field_add_shared_item_text(cache, number, value)
