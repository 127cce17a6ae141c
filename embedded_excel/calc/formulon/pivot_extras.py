"""What the engine doesn't keep of PivotTables: known from the file, or set here, and written back."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.pivots import Pivot, PivotField
from embedded_excel.errors import WorkbookFileError
from embedded_excel.xlsx.package import pack, unpack
from embedded_excel.xlsx.parts import Parts, parse_xml
from embedded_excel.xlsx.pivot_extras import (
    FieldExtras,
    PivotExtras,
    Placed,
    extras_of,
    with_extras,
)
from embedded_excel.xlsx.pivot_options import set_attribute
from embedded_excel.xlsx.pivot_parts import cache_parts, definitions

Key = tuple[int, str]
"""A number that stays with a sheet while the workbook is open, and a pivot's name."""
_CACHE_ROOT = re.compile(r"<pivotCacheDefinition\b[^>]*>")


def _nobody(book: Book, key: Key, name: str) -> None:
    """Nobody needs to know of another name."""
    del book, key, name


class KeptExtras:
    """Extras by the pivot's sheet and name: those set here, and those the file came with."""

    def __init__(self) -> None:
        self._set: dict[Key, PivotExtras] = {}
        self._loaded: dict[Key, PivotExtras] | None = None
        self._sheets: list[int] | None = None
        self._next = 0
        self.on_rename: Callable[[Book, Key, str], None] = _nobody
        """Told before a pivot gets another name."""

    # -- sheets ------------------------------------------------------------------------------
    def _keys(self, book: Book) -> list[int]:
        count = book.wheel.sheet_count()
        if self._sheets is None:
            # The first look comes before any sheet is moved or deleted: `sheet_…` are told before.
            self._sheets, self._next = list(range(count)), count
        while len(self._sheets) < count:
            self._sheets.append(self._next)
            self._next += 1
        return self._sheets

    def sheet_goes(self, book: Book, sheet: int) -> None:
        """A sheet is about to be deleted."""
        self._keys(book).pop(sheet)

    def sheet_moves(self, book: Book, sheet: int, to: int) -> None:
        """A tab is about to move, or has."""
        keys = self._keys(book)
        keys.insert(to, keys.pop(sheet))

    def sheet_came(self, book: Book, at: int) -> None:
        """A sheet was put between others."""
        if self._sheets is None:
            self._sheets = list(range(book.wheel.sheet_count() - 1))
            self._next = len(self._sheets)
        self._sheets.insert(at, self._next)
        self._next += 1

    def sheet_key(self, book: Book, sheet: int) -> int:
        """The number that stays with a sheet."""
        return self._keys(book)[sheet]

    def place_of(self, book: Book, key: int) -> int:
        """Where the sheet with a number is now, -1 when it is gone."""
        keys = self._keys(book)
        return keys.index(key) if key in keys else -1

    def key(self, book: Book, sheet: int, name: str) -> Key:
        """How a pivot is known."""
        return self._keys(book)[sheet], name

    # -- extras ------------------------------------------------------------------------------
    def of(self, book: Book, sheet: int, name: str) -> PivotExtras:
        """Extras of a pivot."""
        key = self.key(book, sheet, name)
        if self._loaded is None:
            self._loaded = dict(_read(book.pivots_as_loaded))
        return self._set.get(key) or self._loaded.get(key) or PivotExtras()

    def keep(self, book: Book, pivot: Pivot, extras: PivotExtras) -> None:
        """Set them; the part is written anew on saving."""
        self._set[self.key(book, pivot.sheet, pivot.name)] = extras

    def rename(self, book: Book, pivot: Pivot, name: str) -> None:
        """A pivot gets another name."""
        extras = self.of(book, pivot.sheet, pivot.name)
        self.on_rename(book, self.key(book, pivot.sheet, pivot.name), name)
        self._set.pop(self.key(book, pivot.sheet, pivot.name), None)
        self.keep(book, replace(pivot, name=name), extras)

    def forget(self, book: Book, pivot: Pivot) -> None:
        """A pivot was deleted."""
        key = self.key(book, pivot.sheet, pivot.name)
        self._set.pop(key, None)
        if self._loaded is not None:
            self._loaded.pop(key, None)

    def write(self, book: Book, package: bytes, placed: Callable[[int, str], Placed]) -> bytes:
        """A saved package with what was set here; `placed` is asked with a pivot's sheet and name."""
        if not self._set:
            return package
        parts = unpack(package)
        caches = cache_parts(parts)
        for sheet, part in definitions(parts):
            root = parse_xml(parts[part], part)
            name = root.get("name", "")
            extras = self._set.get(self.key(book, sheet, name))
            if extras is not None:
                text = parts[part].decode("utf-8-sig")
                parts[part] = with_extras(text, extras, placed(sheet, name)).encode()
                cache = caches.get(int(root.get("cacheId", "0")))
                if cache is not None:
                    parts[cache] = _refreshed(parts[cache])
        return pack(parts)


def _refreshed(content: bytes) -> bytes:
    """A cache's part that lets Excel lay out anew what was changed here."""
    text = content.decode("utf-8-sig")
    root = _CACHE_ROOT.search(text)
    if root is None:
        return content
    tag = set_attribute(root[0], "refreshOnLoad", "1")
    return (text[: root.start()] + tag + text[root.end() :]).encode()


def _read(parts: Parts) -> Iterator[tuple[Key, PivotExtras]]:
    if not parts:
        return
    for sheet, part in definitions(parts):
        try:
            root = parse_xml(parts[part], part)
            yield (sheet, root.get("name", "")), extras_of(root)
        except (WorkbookFileError, ValueError):
            continue


def extras_from(
    pivot: Pivot, before: PivotExtras, labels: Callable[[int], list[str]]
) -> PivotExtras:
    """Extras of a pivot as it is to be. `labels` are those of a field, in the order of the cache."""
    return replace(
        before,
        conditions=pivot.conditions,
        fields=tuple(
            _field_extras(pivot, number, field, labels) for number, field in enumerate(pivot.fields)
        ),
        values_on=pivot.values_on,
        values_at=pivot.values_at,
    )


def _field_extras(
    pivot: Pivot, number: int, field: PivotField, labels: Callable[[int], list[str]]
) -> FieldExtras:
    other = pivot.columns if number in pivot.rows else pivot.rows
    at: list[tuple[int, int]] = []
    for along, label in zip(other, field.sort_at, strict=False):
        names = [item.name for item in pivot.fields[along].items]
        if label in names:
            at.append((along, names.index(label)))
    special = {item.name: item for item in field.items if item.caption or not item.expanded}
    places = [
        (place, special[label])
        for place, label in enumerate(labels(number) if special else ())
        if label in special
    ]
    values = [value.name for value in pivot.values]
    return FieldExtras(
        field.subtotal and not field.subtotals,
        field.show_all,
        field.blank_line,
        field.repeat,
        values.index(field.sort_by) if field.sort_by in values else -1,
        tuple(at),
        frozenset(place for place, item in places if not item.expanded),
        tuple((place, item.caption) for place, item in places if item.caption),
    )
