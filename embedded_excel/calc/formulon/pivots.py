"""PivotTables: the engine stores them and their caches; what they show is computed here."""

from collections.abc import Callable, Generator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace

from formulon.workbook import PivotFieldSpec, PivotWorksheetSource

from embedded_excel.calc.cells import CellValue
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.cells import evaluate
from embedded_excel.calc.formulon.formulas import format_rect
from embedded_excel.calc.formulon.pivot_caches import Caches
from embedded_excel.calc.formulon.pivot_extras import KeptExtras
from embedded_excel.calc.formulon.pivot_slicers import PivotSlicers
from embedded_excel.calc.formulon.pivot_store import NO_AXIS, PivotStore
from embedded_excel.calc.pivot_cells import head_of, report, with_data
from embedded_excel.calc.pivot_lines import levels
from embedded_excel.calc.pivot_records import Calendar
from embedded_excel.calc.pivots import Pivot, PivotData, PivotOptions, PivotReport, PivotSource
from embedded_excel.xlsx.pivot_extras import Placed


class FormulonPivots:
    """The pivots of an open book."""

    def __init__(self, open_book: Callable[[], AbstractContextManager[Book]]) -> None:
        self._open = open_book
        self._caches = Caches()
        self._extras = KeptExtras()
        self._store = PivotStore(self._caches, self._extras)
        self.slicers = PivotSlicers(open_book, self._extras, self._caches, self.pivots)
        self._extras.on_rename = self.slicers.pivot_renamed
        self._known: dict[tuple[int, int], tuple[object, PivotReport]] = {}

    # -- sheets ------------------------------------------------------------------------------
    @contextmanager
    def sheet_going(self, sheet: int) -> Generator[None]:
        """While a sheet is deleted: pivots on other sheets that draw from it keep their data, and
        still say where it came from.
        """
        with self._open() as book:
            wheel = book.wheel
            name = wheel.sheet_name(sheet).casefold() if wheel.pivot_cache_count() else ""
            kept = {
                wheel.pivot_cache_id(pivot.sheet, pivot.index): pivot.source
                for pivot in self.pivots()
                if pivot.sheet != sheet and pivot.source.sheet.casefold() == name
            }
            for cache in kept:
                wheel.set_pivot_cache_worksheet_source(cache, None)
            self._extras.sheet_goes(book, sheet)
        yield
        with self._open() as book:
            for cache, source in kept.items():
                book.wheel.set_pivot_cache_worksheet_source(cache, _stored(source))
            book.changed()

    def sheet_moved(self, sheet: int, to: int) -> None:
        """A tab was moved."""
        with self._open() as book:
            self._extras.sheet_moves(book, sheet, to)

    def copy(self, sheet: int, target: int) -> None:
        """Give a copied sheet the pivots of its model, over the same caches; one that can't be
        made again is noted as lost.
        """
        with self._open() as book:
            self._extras.sheet_came(book, target)
        for pivot in [found for found in self.pivots() if found.sheet == sheet]:
            with self._open() as book:
                made = book.wheel.pivot_count(target)
            try:
                self._copy(pivot, target)
            except EngineRefused:
                with self._open() as book:
                    if book.wheel.pivot_count(target) > made:
                        book.wheel.pivot_remove(target, made)
                    book.notes.append(f'A copied sheet lacks the PivotTable "{pivot.name}".')
                    book.changed()

    def _copy(self, pivot: Pivot, target: int) -> None:
        if pivot.top < 0:
            raise EngineRefused("A pivot that can't be computed can't be copied.")
        with self._open() as book:
            wheel, last = book.wheel, len(pivot.fields) - 1
            cache = wheel.pivot_cache_id(pivot.sheet, pivot.index)
            index = wheel.pivot_create(target, pivot.name, cache, pivot.top, pivot.left)
            wheel.pivot_field_add(target, index, PivotFieldSpec(pivot.fields[last].name))
            wheel.pivot_field_set_axis(target, index, last, NO_AXIS)
            made = replace(pivot, sheet=target, index=index)
            self._extras.keep(book, made, self._extras.of(book, pivot.sheet, pivot.name))
            book.changed()
        self.update(made)

    # -- reading -----------------------------------------------------------------------------
    def pivots(self) -> Sequence[Pivot]:
        """All of them, sheet by sheet."""
        with self._open() as book:
            return book.remember_shape(("pivots",), lambda: self._read(book))

    def _read(self, book: Book) -> list[Pivot]:
        return [
            self._store.pivot(book, sheet, index)
            for sheet in range(book.wheel.sheet_count())
            for index in range(book.wheel.pivot_count(sheet))
        ]

    def sharing(self, pivot: Pivot) -> Sequence[Pivot]:
        """The pivots that show the same data, itself included."""
        with self._open() as book:
            cache = book.wheel.pivot_cache_id(pivot.sheet, pivot.index)
            return [
                found
                for found in self.pivots()
                if book.wheel.pivot_cache_id(found.sheet, found.index) == cache
            ]

    def data(self, pivot: Pivot) -> PivotData:
        """The data it shows."""
        with self._open() as book:
            return self._caches.data(book, book.wheel.pivot_cache_id(pivot.sheet, pivot.index))

    def values_of(self, pivot: Pivot, field: int) -> Mapping[str, CellValue]:
        """The values of a field by their labels."""
        with self._open() as book:
            cache = book.wheel.pivot_cache_id(pivot.sheet, pivot.index)
            return self._caches.items(book, cache).get(field, {})

    def values_with_data(self, pivot: Pivot, field: int) -> AbstractSet[str]:
        """Labels of a field with a record that passes the filters of the others."""
        with self._open() as book:
            cache = book.wheel.pivot_cache_id(pivot.sheet, pivot.index)
            return with_data(pivot, self._caches.data(book, cache), field, self._days(book, pivot))

    def know_items(self, pivot: Pivot, field: int) -> Pivot:
        """The pivot with the items of a field known."""
        with self._open() as book:
            cache = book.wheel.pivot_cache_id(pivot.sheet, pivot.index)
            self._caches.list_items(book, cache, field)
            book.changed()
            return self._store.pivot(book, pivot.sheet, pivot.index)

    def options(self, pivot: Pivot) -> PivotOptions:
        """How it shows what it shows."""
        with self._open() as book:
            extras = self._extras.of(book, pivot.sheet, pivot.name)
            cache = book.wheel.pivot_cache_id(pivot.sheet, pivot.index)
            loaded = self._caches.loaded(book, cache)
        on_open = extras.options.refresh_on_open or (loaded is not None and loaded.refresh_on_open)
        return replace(extras.options, refresh_on_open=on_open)

    def report(self, pivot: Pivot) -> PivotReport:
        """What it shows."""
        with self._open() as book:
            cache = book.wheel.pivot_cache_id(pivot.sheet, pivot.index)
            columns = self._caches.columns(book, cache)
            options = self._extras.of(book, pivot.sheet, pivot.name).options
            days = self._days(book, pivot)
            key = (pivot, options, id(columns), days.today)
            known = self._known.get((pivot.sheet, pivot.index))
            if known is not None and known[0] == key:
                return known[1]
            data = self._caches.data(book, cache)
            if len(data.columns) < len(pivot.fields):
                missing = ((),) * (len(pivot.fields) - len(data.columns))
                data = PivotData(data.names, (*data.columns, *missing))
        shown = report(pivot, data, options, days)
        self._known[pivot.sheet, pivot.index] = (key, shown)
        return shown

    def _days(self, book: Book, pivot: Pivot) -> Calendar:
        today = 0.0
        if any(found.kind == "Date" for found in pivot.conditions):
            now = evaluate(book, 0, "=TODAY()")
            today = float(now) if isinstance(now, int | float) else 0.0
        return Calendar(today, date1904=book.wheel.date1904())

    # -- changing ----------------------------------------------------------------------------
    def add(
        self, sheet: int, name: str, place: tuple[int, int], source: PivotSource, data: PivotData
    ) -> Pivot:
        """Make an empty one."""
        with self._open() as book:
            wheel = book.wheel
            cache = wheel.pivot_cache_create(0)
            self._caches.forget(cache)
            wheel.set_pivot_cache_worksheet_source(cache, _stored(source))
            for field in data.names:
                wheel.pivot_cache_field_add(cache, field)
            self._caches.fill(book, cache, data)
            index = wheel.pivot_create(sheet, name, cache, *place)
            # One field placed and taken off again makes all of them known.
            wheel.pivot_field_add(sheet, index, PivotFieldSpec(data.names[-1]))
            wheel.pivot_field_set_axis(sheet, index, len(data.names) - 1, NO_AXIS)
            book.changed()
            made = self._store.pivot(book, sheet, index)
            extras = self._extras.of(book, sheet, name)
            self._extras.keep(book, made, replace(extras, options=PivotOptions()))
            return made

    def update(self, pivot: Pivot) -> None:
        """Store what differs."""
        with self._open() as book:
            cache = book.wheel.pivot_cache_id(pivot.sheet, pivot.index)
            for number, field in enumerate(pivot.fields):
                if field.axis != "None":
                    self._caches.list_items(book, cache, number)
            self._store.update(book, pivot, self._size(pivot))

    def _size(self, pivot: Pivot) -> tuple[int, int]:
        body = self.report(pivot).body
        return body.rows, body.columns

    def set_source(self, pivot: Pivot, source: PivotSource) -> None:
        """Say where its data is now."""
        with self._open() as book:
            cache = book.wheel.pivot_cache_id(pivot.sheet, pivot.index)
            book.wheel.set_pivot_cache_worksheet_source(cache, _stored(source))
            book.changed()

    def set_options(self, pivot: Pivot, options: PivotOptions) -> None:
        """Keep them for the next save."""
        with self._open() as book:
            extras = self._extras.of(book, pivot.sheet, pivot.name)
            self._extras.keep(book, pivot, replace(extras, options=options))

    def refresh(self, pivot: Pivot, data: PivotData) -> None:
        """Take over new data."""
        with self._open() as book:
            names = [field.name for field in pivot.fields]
            missing = [name for name in names if name not in data.names]
            if missing:
                raise EngineRefused(f'The source has no column "{missing[0]}" any more.')
            ordered = tuple(data.columns[data.names.index(name)] for name in names)
            cache = book.wheel.pivot_cache_id(pivot.sheet, pivot.index)
            others = self.sharing(pivot)
            self._caches.fill(book, cache, PivotData(tuple(names), ordered))
            for other in others:
                for number, field in enumerate(other.fields):
                    if field.axis != "None" or not all(item.visible for item in field.items):
                        self._caches.list_items(book, cache, number)
                        self._store.store_items(book, other, number, field)
            book.changed()
            for other in others:
                now = self._store.pivot(book, other.sheet, other.index)
                self._store.update(book, now, self._size(now))

    def remove(self, pivot: Pivot) -> None:
        """Delete it, and its cache when nothing else draws from it."""
        with self._open() as book:
            wheel = book.wheel
            cache = wheel.pivot_cache_id(pivot.sheet, pivot.index)
            wheel.pivot_remove(pivot.sheet, pivot.index)
            self._extras.forget(book, pivot)
            self._known.clear()
            book.changed()
            used = {
                wheel.pivot_cache_id(sheet, index)
                for sheet in range(wheel.sheet_count())
                for index in range(wheel.pivot_count(sheet))
            }
            if cache not in used:
                wheel.pivot_cache_remove(cache)
                self._caches.forget(cache)

    def write(self, package: bytes) -> bytes:
        """A saved package with what was set here."""

        def placed(sheet: int, name: str) -> Placed:
            found = next(
                pivot for pivot in self.pivots() if (pivot.sheet, pivot.name) == (sheet, name)
            )
            ref = format_rect(self.report(found).body) if found.conditions else ""
            return Placed(levels(found, "Row"), levels(found, "Column"), head_of(found), ref)

        with self._open() as book:
            package = self._extras.write(book, package, placed)
        return self.slicers.write(package)


def _stored(source: PivotSource) -> PivotWorksheetSource:
    return PivotWorksheetSource(source.ref or None, source.sheet or None, source.name or None)
