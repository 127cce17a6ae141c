"""PivotTables: the engine stores them, keeps their caches and computes what they show."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Final

from formulon.workbook import (
    FormulonError,
    PivotFieldInfo,
    PivotFieldSpec,
    PivotWorksheetSource,
)

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.pivot_caches import Caches
from embedded_excel.calc.formulon.pivot_conditions import conditions, store_conditions
from embedded_excel.calc.formulon.pivot_formats import format_code, format_id
from embedded_excel.calc.formulon.pivot_options import KeptOptions
from embedded_excel.calc.formulon.pivot_reports import (
    around,
    corner,
    only_values,
    shown_cell,
    with_options,
)
from embedded_excel.calc.formulon.pivot_values import FUNCTIONS, spec_of, value_of
from embedded_excel.calc.pivots import (
    Pivot,
    PivotAxis,
    PivotData,
    PivotField,
    PivotItem,
    PivotLayoutType,
    PivotOptions,
    PivotReport,
    PivotSort,
    PivotSource,
)

_AXES: Final[tuple[PivotAxis, ...]] = ("Row", "Column", "None", "Filter")
_VALUE_AXIS: Final = 2
_NO_AXIS: Final = -1
_SORTS: Final[tuple[PivotSort, ...]] = ("Descending", "Ascending", "Manual")
_LAYOUTS: Final[tuple[PivotLayoutType, ...]] = ("Compact", "Tabular", "Outline")
_EMPTY_SIZE: Final = (18, 3)
"""Rows and columns Excel reserves for a pivot without fields."""
_FILTER_GAP: Final = 1


class FormulonPivots:
    """The pivots of an open book."""

    def __init__(self, open_book: Callable[[], AbstractContextManager[Book]]) -> None:
        self._open = open_book
        self._caches = Caches()
        self._options = KeptOptions()

    def options(self, pivot: Pivot) -> PivotOptions:
        """How it shows what it shows."""
        with self._open() as book:
            return self._options.of(book, pivot)

    def set_options(self, pivot: Pivot, options: PivotOptions) -> None:
        """Keep them for the next save."""
        with self._open() as book:
            self._options.keep(book, pivot, options)

    def write(self, package: bytes) -> bytes:
        """A saved package with the options that were set here."""
        return self._options.write(package)

    def pivots(self) -> Sequence[Pivot]:
        """All of them, sheet by sheet."""
        with self._open() as book:
            return book.remember_shape(("pivots",), lambda: self._read(book))

    def _read(self, book: Book) -> list[Pivot]:
        return [
            self._pivot(book, sheet, index)
            for sheet in range(book.wheel.sheet_count())
            for index in range(book.wheel.pivot_count(sheet))
        ]

    def _pivot(self, book: Book, sheet: int, index: int) -> Pivot:
        wheel = book.wheel
        cache = wheel.pivot_cache_id(sheet, index)
        source = wheel.get_pivot_cache_worksheet_source(cache)
        place = corner(book, sheet, index)
        fields = tuple(
            self._field(book, (sheet, index), cache, number)
            for number in range(wheel.pivot_field_count(sheet, index))
        )
        row_totals, column_totals = wheel.pivot_grand_totals(sheet, index)
        above = sum(field.axis == "Filter" for field in fields)
        return Pivot(
            name=wheel.pivot_name(sheet, index),
            sheet=sheet,
            index=index,
            top=-1 if place is None else place[0] + (above + _FILTER_GAP if above else 0),
            left=-1 if place is None else place[1],
            source=PivotSource()
            if source is None
            else PivotSource(source.sheet or "", source.ref or "", source.name or ""),
            fields=fields,
            rows=_real(wheel.pivot_row_field_order(sheet, index), fields),
            columns=_real(wheel.pivot_col_field_order(sheet, index), fields),
            values=tuple(
                value_of(book, wheel.pivot_data_field_at(sheet, index, number))
                for number in range(wheel.pivot_data_field_count(sheet, index))
            ),
            conditions=conditions(book, sheet, index, fields),
            layout=_LAYOUTS[int(wheel.get_pivot_report_layout(sheet, index))],
            row_totals=row_totals,
            column_totals=column_totals,
        )

    def _field(self, book: Book, pivot: tuple[int, int], cache: int, number: int) -> PivotField:
        found: PivotFieldInfo = book.wheel.pivot_field_at(*pivot, number)
        labels = self._caches.labels(book, cache, number)
        hidden: set[str] = set()
        for place in range(book.wheel.pivot_field_item_count(*pivot, number)):
            item = book.wheel.pivot_field_item_at(*pivot, number, place)
            if not item.visible:
                bound = 0 <= item.cache_index < len(labels)
                hidden.add(item.name or (labels[item.cache_index] if bound else ""))
        return PivotField(
            name=found.source_name or book.wheel.pivot_cache_field_name(cache, number),
            caption=found.custom_name,
            axis="None" if found.axis is None else _AXES[int(found.axis)],
            sort=_SORTS[int(found.sort_order)],
            sort_by=found.sort_by_field,
            items=tuple(PivotItem(label, label not in hidden) for label in labels),
            subtotals=tuple(FUNCTIONS[int(function)] for function in found.subtotal_fns),
            subtotal=found.default_subtotal or bool(found.subtotal_fns),
            subtotal_top=found.subtotal_top,
            number_format=format_code(book, found.number_format),
        )

    def add(
        self, sheet: int, name: str, place: tuple[int, int], source: PivotSource, data: PivotData
    ) -> Pivot:
        """Make an empty one."""
        with self._open() as book:
            wheel = book.wheel
            cache = wheel.pivot_cache_create(0)
            wheel.set_pivot_cache_worksheet_source(cache, _stored(source))
            for field in data.names:
                wheel.pivot_cache_field_add(cache, field)
            self._caches.fill(book, cache, data)
            index = wheel.pivot_create(sheet, name, cache, *place)
            # One field placed and taken off again makes all of them known.
            wheel.pivot_field_add(sheet, index, PivotFieldSpec(data.names[-1]))
            wheel.pivot_field_set_axis(sheet, index, len(data.names) - 1, _NO_AXIS)
            book.changed()
            made = self._pivot(book, sheet, index)
            self._options.keep(book, made, PivotOptions())
            return made

    def copy(self, sheet: int, target: int) -> None:
        """Give a copied sheet the pivots of its model, over the same caches; one that can't be
        made again is noted as lost.
        """
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
            wheel.pivot_field_set_axis(target, index, last, _NO_AXIS)
            book.changed()
        self.update(replace(pivot, sheet=target, index=index))

    def update(self, pivot: Pivot) -> None:
        """Store what differs."""
        with self._open() as book:
            before = self._pivot(book, pivot.sheet, pivot.index)
            try:
                self._store(book, before, pivot)
            except FormulonError:
                self._store(book, self._pivot(book, pivot.sheet, pivot.index), before)
                raise
            finally:
                book.changed()

    def _store(self, book: Book, before: Pivot, pivot: Pivot) -> None:
        wheel, key = book.wheel, (pivot.sheet, pivot.index)
        if before.name != pivot.name:
            self._options.keep(book, pivot, self._options.of(book, before))
            wheel.pivot_set_name(*key, pivot.name)
        summed = {value.field for value in pivot.values}
        cleared = before.values != pivot.values or before.fields != pivot.fields
        if cleared:
            wheel.pivot_data_field_clear(*key)
        for number, (old, new) in enumerate(zip(before.fields, pivot.fields, strict=True)):
            self._store_field(book, pivot, number, old, new, number in summed)
        wheel.pivot_set_row_field_order(*key, list(pivot.rows))
        wheel.pivot_set_col_field_order(*key, list(pivot.columns))
        if cleared:
            for value in pivot.values:
                wheel.pivot_data_field_add(*key, spec_of(book, value, pivot))
        if cleared or before.conditions != pivot.conditions:
            store_conditions(book, pivot)
        wheel.set_pivot_report_layout(*key, _LAYOUTS.index(pivot.layout))
        wheel.pivot_set_grand_totals(*key, pivot.row_totals, pivot.column_totals)
        for number, (old, new) in enumerate(zip(before.fields, pivot.fields, strict=True)):
            if (old.sort, old.sort_by) != (new.sort, new.sort_by):
                wheel.pivot_field_set_sort(*key, number, _SORTS.index(new.sort), new.sort_by)
        self._place(book, pivot)

    def _store_field(
        self, book: Book, pivot: Pivot, number: int, old: PivotField, new: PivotField, summed: bool
    ) -> None:
        wheel, key = book.wheel, (pivot.sheet, pivot.index)
        axis = _VALUE_AXIS if summed else _NO_AXIS
        if new.axis != "None":
            axis = _AXES.index(new.axis)
            self._caches.list_items(book, wheel.pivot_cache_id(*key), number)
        if (old.caption, old.number_format, old.subtotal_top) != (
            new.caption,
            new.number_format,
            new.subtotal_top,
        ):
            code = format_id(book, new.number_format)
            spec = PivotFieldSpec(new.name, new.caption, max(axis, 0), new.subtotal_top, code)
            wheel.pivot_field_add(*key, spec)
        wheel.pivot_field_set_axis(*key, number, axis)
        if old.subtotals != new.subtotals:
            wheel.pivot_field_clear_subtotal_fns(*key, number)
            for function in new.subtotals:
                wheel.pivot_field_add_subtotal_fn(*key, number, FUNCTIONS.index(function))
        if new.axis != "None" and (old.axis, old.items) != (new.axis, new.items):
            self._store_items(book, pivot, number, new)

    def _store_items(self, book: Book, pivot: Pivot, number: int, field: PivotField) -> None:
        wheel, key = book.wheel, (pivot.sheet, pivot.index)
        labels = self._caches.labels(book, wheel.pivot_cache_id(*key), number)
        hidden = {item.name for item in field.items if not item.visible}
        known = [
            wheel.pivot_field_item_at(*key, number, place)
            for place in range(wheel.pivot_field_item_count(*key, number))
        ]
        if sorted(item.cache_index for item in known) == list(range(len(labels))):
            for place, item in enumerate(known):
                shown = labels[item.cache_index] not in hidden
                wheel.pivot_field_set_item_visible(*key, number, place, shown)
            return
        wheel.pivot_field_clear_items(*key, number)
        for place in sorted(range(len(labels)), key=lambda place: _sort_key(labels[place])):
            wheel.pivot_field_add_item_at(*key, number, place, labels[place] not in hidden)

    def _place(self, book: Book, pivot: Pivot) -> None:
        wheel, key = book.wheel, (pivot.sheet, pivot.index)
        wheel.pivot_set_anchor(*key, pivot.top, pivot.left, 1, 1)
        layout = wheel.pivot_layout(*key)
        above = len(pivot.filters) + _FILTER_GAP if pivot.filters else 0
        wheel.pivot_set_anchor(
            *key, pivot.top, pivot.left, max(layout.rows - above, 1), max(layout.cols, 1)
        )

    def refresh(self, pivot: Pivot, data: PivotData) -> None:
        """Take over new data."""
        with self._open() as book:
            names = [field.name for field in pivot.fields]
            missing = [name for name in names if name not in data.names]
            if missing:
                raise EngineRefused(f'The source has no column "{missing[0]}" any more.')
            ordered = tuple(data.columns[data.names.index(name)] for name in names)
            cache = book.wheel.pivot_cache_id(pivot.sheet, pivot.index)
            self._caches.fill(book, cache, PivotData(tuple(names), ordered))
            for number, field in enumerate(pivot.fields):
                if field.axis != "None":
                    self._caches.list_items(book, cache, number)
                    self._store_items(book, pivot, number, field)
            self._place(book, pivot)
            book.changed()

    def note_what_goes_with(self, sheet: int) -> None:
        """A sheet is about to be deleted: the engine drops the pivots that draw from it."""
        with self._open() as book:
            if not book.wheel.pivot_cache_count():
                return
            name = book.wheel.sheet_name(sheet)
            for pivot in self.pivots():
                if pivot.sheet != sheet and pivot.source.sheet.casefold() == name.casefold():
                    book.notes.append(
                        f'The PivotTable "{pivot.name}" went with the data on "{name}"; the cells '
                        "it showed are still there."
                    )

    def report(self, pivot: Pivot) -> PivotReport:
        """What it shows."""
        top, left = pivot.top, pivot.left
        if not (pivot.rows or pivot.columns or pivot.values or pivot.filters):
            rows, columns = _EMPTY_SIZE
            return PivotReport(Rect(top, left, top + rows - 1, left + columns - 1), None, ())
        with self._open() as book:
            layout = book.wheel.pivot_layout(pivot.sheet, pivot.index)
            cache = book.wheel.pivot_cache_id(pivot.sheet, pivot.index)
            values = {
                pivot.fields[number].name: items
                for number, items in self._caches.items(book, cache).items()
                if number < len(pivot.fields)
            }
            cells = [
                shown_cell(book, cell, values.get(cell.field_name, {})) for cell in layout.cells
            ]
        if not (pivot.rows or pivot.columns):
            cells = only_values(pivot, cells)
        cells = with_options(pivot, cells, self.options(pivot))
        body = [cell for cell in cells if cell.row >= top]
        above = [cell for cell in cells if cell.row < top and cell.role != "Blank"]
        return PivotReport(
            around(body) or Rect(top, left, top, left),
            around(above),
            tuple(cell for cell in cells if cell.row >= top or cell.role != "Blank"),
        )

    def remove(self, pivot: Pivot) -> None:
        """Delete it, and its cache when nothing else draws from it."""
        with self._open() as book:
            wheel = book.wheel
            cache = wheel.pivot_cache_id(pivot.sheet, pivot.index)
            wheel.pivot_remove(pivot.sheet, pivot.index)
            book.changed()
            used = {
                wheel.pivot_cache_id(sheet, index)
                for sheet in range(wheel.sheet_count())
                for index in range(wheel.pivot_count(sheet))
            }
            if cache not in used:
                wheel.pivot_cache_remove(cache)
                self._caches.forget(cache)


def _real(order: Sequence[int], fields: Sequence[PivotField]) -> tuple[int, ...]:
    """Positions of fields; the place of the data fields among them is no field."""
    return tuple(number for number in order if 0 <= number < len(fields))


def _stored(source: PivotSource) -> PivotWorksheetSource:
    return PivotWorksheetSource(source.ref or None, source.sheet or None, source.name or None)


def _sort_key(label: str) -> tuple[int, float, str]:
    try:
        return (0, float(label), "")
    except ValueError:
        return (1, 0.0, label.casefold())
