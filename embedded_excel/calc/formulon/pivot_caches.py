"""Caches of PivotTables: the data they were computed from, and the labels of its distinct values."""

from collections.abc import Mapping
from typing import TypeAlias
from xml.etree import ElementTree as ET

from embedded_excel.calc.cells import CellError, CellValue
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.cells import ERROR_CODES
from embedded_excel.calc.pivots import PivotData
from embedded_excel.xlsx.package import unpack
from embedded_excel.xlsx.parts import Parts, parse_xml
from embedded_excel.xlsx.relationships import OFFICE, relations, workbook_part

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
BLANK = "(blank)"
Items: TypeAlias = dict[int, dict[str, CellValue]]
"""Field → label → value."""


class Caches:
    """Labels of shared items by cache and field, in the order of the cache.

    The engine doesn't tell those of a loaded file: they are read from the package it saves, once.
    """

    def __init__(self) -> None:
        self._items: dict[int, Items] = {}
        self._columns: dict[int, tuple[tuple[CellValue, ...], ...]] = {}
        self._read = False

    def items(self, book: Book, cache: int) -> Mapping[int, Mapping[str, CellValue]]:
        """Field → its distinct values by their labels."""
        if cache not in self._items:
            if not self._read:
                self._read = True
                for loaded, items in _loaded(unpack(book.wheel.save())).items():
                    self._items.setdefault(loaded, items)
            self._items.setdefault(cache, {})
        return self._items[cache]

    def labels(self, book: Book, cache: int, number: int) -> tuple[str, ...]:
        """Labels of a field's distinct values, in the order of the cache."""
        return tuple(self.items(book, cache).get(number, ()))

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
        if number in known or cache not in self._columns:
            return
        column = self._columns[cache][number]
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


def label_of(value: CellValue) -> str:
    """A value as an item's name."""
    match value:
        case None | "":
            return BLANK
        case bool():
            return str(value).upper()
        case int() | float():
            return f"{value:.15g}"
        case CellError():
            return value.code
        case str():
            return value


def _put(book: Book, place: tuple[int, int, int], value: CellValue) -> None:
    wheel = book.wheel
    match value:
        case None | "":
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
        case None | "":
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


def _loaded(parts: Parts) -> dict[int, Items]:
    workbook = workbook_part(parts)
    targets = {relation.id: relation.target for relation in relations(parts, workbook)}
    found: dict[int, Items] = {}
    root = parse_xml(parts[workbook], workbook)
    for cache in root.iterfind(f"{_MAIN}pivotCaches/{_MAIN}pivotCache"):
        part = targets.get(cache.get(f"{{{OFFICE}}}id", ""), "")
        if part in parts:
            definition = parse_xml(parts[part], part)
            fields = definition.iterfind(f"{_MAIN}cacheFields/{_MAIN}cacheField")
            found[int(cache.get("cacheId", "0"))] = {
                number: {label_of(value): value for value in map(_value, items)}
                for number, field in enumerate(fields)
                if (items := field.find(f"{_MAIN}sharedItems")) is not None and len(items)
            }
    return found


def _value(item: ET.Element) -> CellValue:
    value = item.get("v", "")
    match item.tag.removeprefix(_MAIN):
        case "m":
            return None
        case "b":
            return value in ("1", "true")
        case "n":
            return float(value)
        case "e":
            return CellError(value)
        case _:
            return value
