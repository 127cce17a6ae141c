"""Slicers over PivotTables, as `SlicerParts`: kept here, with a rectangle of the engine in each one's place."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

from formulon.workbook import DrawingObject

from embedded_excel.calc.chart_parts import ChartPlace, Corner
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.pivot_caches import Caches
from embedded_excel.calc.formulon.pivot_extras import KeptExtras
from embedded_excel.calc.pivots import Pivot
from embedded_excel.calc.slicers import Slicer
from embedded_excel.xlsx.package import pack, unpack
from embedded_excel.xlsx.pivot_slicers import MARK, SlicerRecord
from embedded_excel.xlsx.pivot_slicers_writing import SlicerItems, put_in

_TWO_CELL = 1
_ONE_CELL_EDIT = 1


class PivotSlicers:
    """The slicers over pivots of one open workbook. Their pivots are known by their sheets' keys."""

    def __init__(
        self,
        opened: Callable[[], AbstractContextManager[Book]],
        extras: KeptExtras,
        caches: Caches,
        pivots: Callable[[], Sequence[Pivot]],
    ) -> None:
        self._open = opened
        self._extras = extras
        self._caches = caches
        self._pivots = pivots

    def slicers(self, sheet: int) -> Sequence[Slicer]:
        """Those that lie on a sheet."""
        with self._open() as book:
            return [self._slicer(book, item, record) for item, record in self._frames(book, sheet)]

    def _frames(self, book: Book, sheet: int) -> Iterator[tuple[DrawingObject, SlicerRecord]]:
        records = book.pivot_slicers
        for item in book.wheel.list_drawing_objects(sheet) if records else ():
            name = item.name.removeprefix(MARK)
            if item.name.startswith(MARK) and name in records:
                yield item, records[name]

    def _slicer(self, book: Book, item: DrawingObject, record: SlicerRecord) -> Slicer:
        places = [self._extras.place_of(book, key) for key, _ in record.pivots]
        return Slicer(
            item.object_id,
            record.name,
            record.caption,
            "",
            record.source,
            ChartPlace(
                Corner(item.from_row, item.from_col, item.from_row_off, item.from_col_off),
                Corner(item.to_row, item.to_col, item.to_row_off, item.to_col_off),
            ),
            record.style,
            record.sort,
            tuple(
                (place, name)
                for place, (_, name) in zip(places, record.pivots, strict=True)
                if place >= 0
            ),
        )

    def add(self, sheet: int, slicer: Slicer) -> int:
        """Add one over the first of its pivots."""
        with self._open() as book:
            records = book.pivot_slicers
            sheets = range(book.wheel.sheet_count())
            others = [one for index in sheets for one in book.wheel.list_slicers(index)]
            names = {*records, *(one.name for one in others)}
            name = free_name(slicer.column, " ", names)
            taken = {*(record.cache for record in records.values())}
            taken |= {one.cache_name for one in others}
            stem = "Slicer_" + "".join(c if c.isalnum() or c == "_" else "_" for c in slicer.column)
            records[name] = SlicerRecord(
                name,
                slicer.caption,
                free_name(stem, "", taken),
                slicer.column,
                tuple((self._extras.sheet_key(book, at), pivot) for at, pivot in slicer.pivots),
                slicer.style,
                slicer.sort,
            )
            number = book.wheel.insert_shape(sheet, name=MARK + name, **_anchor(slicer.place))
            book.changed()
            return number

    def update(self, sheet: int, slicer: Slicer) -> None:
        """Replace name, caption, place, style and order of the one with this id."""
        with self._open() as book:
            item, record = self._found(book, sheet, slicer)
            records = book.pivot_slicers
            del records[record.name]
            records[slicer.name] = replace(
                record,
                name=slicer.name,
                caption=slicer.caption,
                style=slicer.style,
                sort=slicer.sort,
            )
            changes: dict[str, Any] = {}
            if slicer.place != self._slicer(book, item, record).place:
                changes |= _anchor(slicer.place)
            if slicer.name != record.name:
                changes["name"] = MARK + slicer.name
            if changes:
                book.wheel.update_shape(sheet, slicer.id, **changes)
            book.changed()

    def remove(self, sheet: int, slicer: Slicer) -> None:
        """Delete it; the filter stays."""
        with self._open() as book:
            _, record = self._found(book, sheet, slicer)
            del book.pivot_slicers[record.name]
            book.wheel.remove_shape(sheet, slicer.id)
            book.changed()

    def _found(self, book: Book, sheet: int, slicer: Slicer) -> tuple[DrawingObject, SlicerRecord]:
        for item, record in self._frames(book, sheet):
            if item.object_id == slicer.id:
                return item, record
        raise EngineRefused("There is no such slicer.")

    def pivot_renamed(self, book: Book, key: tuple[int, str], name: str) -> None:
        """A pivot gets another name."""
        for record in list(book.pivot_slicers.values()):
            pivots = tuple((key[0], name) if one == key else one for one in record.pivots)
            book.pivot_slicers[record.name] = replace(record, pivots=pivots)

    def write(self, package: bytes) -> bytes:
        """A saved package with the slicers in it."""
        with self._open() as book:
            if not book.pivot_slicers:
                return package
            found: list[tuple[int, SlicerRecord, SlicerItems]] = []
            for sheet in range(book.wheel.sheet_count()):
                for item, record in self._frames(book, sheet):
                    slicer = self._slicer(book, item, record)
                    items = self._items(book, slicer)
                    if items is not None:
                        found.append((sheet, replace(record, pivots=slicer.pivots), items))
        parts = unpack(package)
        put_in(parts, found)
        return pack(parts)

    def _items(self, book: Book, slicer: Slicer) -> SlicerItems | None:
        for pivot in self._pivots():
            if (pivot.sheet, pivot.name) not in slicer.pivots:
                continue
            cache = book.wheel.pivot_cache_id(pivot.sheet, pivot.index)
            for number, field in enumerate(pivot.fields):
                if field.name == slicer.column:
                    labels = self._caches.labels(book, cache, number)
                    places = {label: place for place, label in enumerate(labels)}
                    selected = tuple(
                        (places[item.name], item.visible)
                        for item in field.items
                        if item.name in places
                    )
                    return SlicerItems(cache, selected)
        return None


def free_name(stem: str, between: str, taken: set[str]) -> str:
    """A name that isn't taken in any case: the stem, or with a number behind it."""
    name, number, known = stem, 1, {one.casefold() for one in taken}
    while name.casefold() in known:
        name, number = f"{stem}{between}{number}", number + 1
    return name


def _anchor(place: ChartPlace) -> dict[str, Any]:
    start, end = place.start, place.end
    if end is None:
        raise EngineRefused("A slicer goes from cell to cell.")
    return {
        "anchor_kind": _TWO_CELL,
        "edit_as": _ONE_CELL_EDIT,
        "from_row": start.row,
        "from_col": start.column,
        "from_row_off": start.down,
        "from_col_off": start.across,
        "to_row": end.row,
        "to_col": end.column,
        "to_row_off": end.down,
        "to_col_off": end.across,
    }
