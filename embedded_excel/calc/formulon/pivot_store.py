"""Reading PivotTables from the engine, and storing what differs in it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from formulon.workbook import FormulonError, PivotFieldInfo, PivotFieldSpec

from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.pivot_caches import Caches
from embedded_excel.calc.formulon.pivot_extras import KeptExtras, extras_from
from embedded_excel.calc.formulon.pivot_formats import format_code, format_id
from embedded_excel.calc.formulon.pivot_values import FUNCTIONS, spec_of, value_of
from embedded_excel.calc.pivot_labels import SortKey, sort_key
from embedded_excel.calc.pivots import (
    Pivot,
    PivotAxis,
    PivotField,
    PivotItem,
    PivotLayoutType,
    PivotSort,
    PivotSource,
)
from embedded_excel.xlsx.pivot_extras import PivotExtras

AXES: Final[tuple[PivotAxis, ...]] = ("Row", "Column", "None", "Filter")
NO_AXIS: Final = -1
FILTER_GAP: Final = 1
_VALUE_AXIS: Final = 2
_SORTS: Final[tuple[PivotSort, ...]] = ("Descending", "Ascending", "Manual")
_LAYOUTS: Final[tuple[PivotLayoutType, ...]] = ("Compact", "Tabular", "Outline")
_ONLY_VALUES: Final = 2
"""Lines above the values when data fields have a heading of their own over them."""


class PivotStore:
    """Pivots of an open book, by sheet and index."""

    def __init__(self, caches: Caches, extras: KeptExtras) -> None:
        self._caches = caches
        self._extras = extras

    # -- reading -----------------------------------------------------------------------------
    def pivot(self, book: Book, sheet: int, index: int) -> Pivot:
        """One of them as it is."""
        wheel, key = book.wheel, (sheet, index)
        name, cache = wheel.pivot_name(*key), wheel.pivot_cache_id(*key)
        extras = self._extras.of(book, sheet, name)
        source = wheel.get_pivot_cache_worksheet_source(cache)
        values = tuple(
            value_of(book, wheel.pivot_data_field_at(*key, number))
            for number in range(wheel.pivot_data_field_count(*key))
        )
        found = [
            self._field(book, key, number, extras)
            for number in range(wheel.pivot_field_count(*key))
        ]
        fields = _sorted_by(found, extras, [value.name for value in values])
        # The file format names them by where they stand, the API by what they add up.
        column_totals, row_totals = wheel.pivot_grand_totals(*key)
        rows = _real(wheel.pivot_row_field_order(*key), fields)
        columns = _real(wheel.pivot_col_field_order(*key), fields)
        used = {number for number, field in enumerate(fields) if field.axis != "None"}
        place = self._corner(book, key, used | {value.field for value in values})
        above = sum(field.axis == "Filter" for field in fields)
        headed = extras.place[0] == _ONLY_VALUES and not columns
        return Pivot(
            name=name,
            sheet=sheet,
            index=index,
            top=-1 if place is None else place[0] + (above + FILTER_GAP if above else 0),
            left=-1 if place is None else place[1],
            source=PivotSource()
            if source is None
            else PivotSource(source.sheet or "", source.ref or "", source.name or ""),
            fields=tuple(fields),
            rows=rows,
            columns=columns,
            values=values,
            conditions=extras.conditions,
            layout=_LAYOUTS[int(wheel.get_pivot_report_layout(*key))],
            row_totals=row_totals,
            column_totals=column_totals,
            values_on=extras.values_on,
            values_at=extras.values_at,
            header_rows=extras.place[0] if headed else 0,
        )

    def _corner(self, book: Book, key: tuple[int, int], used: set[int]) -> tuple[int, int] | None:
        """Where the engine would write it; None when it can't be computed."""
        loaded = self._caches.loaded(book, book.wheel.pivot_cache_id(*key))
        if loaded is not None and used & loaded.derived:
            return None
        try:
            layout = book.wheel.pivot_layout(*key)
        except FormulonError:
            return None
        return layout.top, layout.left

    def _field(
        self, book: Book, key: tuple[int, int], number: int, extras: PivotExtras
    ) -> PivotField:
        wheel = book.wheel
        cache = wheel.pivot_cache_id(*key)
        found: PivotFieldInfo = wheel.pivot_field_at(*key, number)
        labels = self._caches.labels(book, cache, number)
        own = extras.of_field(number)
        captions = dict(own.captions)
        items: dict[str, PivotItem] = {}
        for place in range(wheel.pivot_field_item_count(*key, number)):
            item = wheel.pivot_field_item_at(*key, number, place)
            bound = 0 <= item.cache_index < len(labels)
            name = labels[item.cache_index] if bound else item.name
            opened = item.cache_index not in own.collapsed
            items[name] = PivotItem(name, item.visible, opened, captions.get(item.cache_index, ""))
        for name in labels:
            items.setdefault(name, PivotItem(name))
        return PivotField(
            name=found.source_name or wheel.pivot_cache_field_name(cache, number),
            caption=found.custom_name,
            axis="None" if found.axis is None else AXES[int(found.axis)],
            sort=_SORTS[int(found.sort_order)],
            sort_by=found.sort_by_field,
            items=tuple(items.values()),
            subtotals=tuple(FUNCTIONS[int(function)] for function in found.subtotal_fns),
            subtotal=bool(found.subtotal_fns) or own.subtotal,
            subtotal_top=found.subtotal_top,
            show_all=own.show_all,
            blank_line=own.blank_line,
            repeat=own.repeat,
            number_format=format_code(book, found.number_format),
        )

    # -- storing -----------------------------------------------------------------------------
    def update(self, book: Book, pivot: Pivot, size: tuple[int, int]) -> None:
        """Store what differs; `size` is what its body takes in rows and columns."""
        before = self.pivot(book, pivot.sheet, pivot.index)
        try:
            self._store(book, before, pivot, size)
        except FormulonError:
            stored = self.pivot(book, pivot.sheet, pivot.index)
            self._store(book, stored, before, size)
            raise
        finally:
            book.changed()

    def _store(self, book: Book, before: Pivot, pivot: Pivot, size: tuple[int, int]) -> None:
        wheel, key = book.wheel, (pivot.sheet, pivot.index)
        if before.name != pivot.name:
            self._extras.rename(book, before, pivot.name)
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
        wheel.pivot_filter_clear(*key)
        wheel.set_pivot_report_layout(*key, _LAYOUTS.index(pivot.layout))
        wheel.pivot_set_grand_totals(*key, pivot.column_totals, pivot.row_totals)
        for number, (old, new) in enumerate(zip(before.fields, pivot.fields, strict=True)):
            if (old.sort, old.sort_by) != (new.sort, new.sort_by):
                wheel.pivot_field_set_sort(*key, number, _SORTS.index(new.sort), new.sort_by)
        cache = wheel.pivot_cache_id(*key)
        extras = extras_from(
            pivot,
            self._extras.of(book, pivot.sheet, pivot.name),
            lambda number: list(self._caches.labels(book, cache, number)),
        )
        self._extras.keep(book, pivot, extras)
        wheel.pivot_set_anchor(*key, pivot.top, pivot.left, *size)

    def _store_field(
        self, book: Book, pivot: Pivot, number: int, old: PivotField, new: PivotField, summed: bool
    ) -> None:
        wheel, key = book.wheel, (pivot.sheet, pivot.index)
        axis = _VALUE_AXIS if summed else NO_AXIS
        hides = not all(item.visible for item in new.items)
        if new.axis != "None":
            axis = AXES.index(new.axis)
        if new.axis != "None" or hides:
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
        if new.axis not in ("None", old.axis) or old.items != new.items:
            self.store_items(book, pivot, number, new)

    def store_items(self, book: Book, pivot: Pivot, number: int, field: PivotField) -> None:
        """Say which of a field's items show."""
        wheel, key = book.wheel, (pivot.sheet, pivot.index)
        cache = wheel.pivot_cache_id(*key)
        labels = self._caches.labels(book, cache, number)
        values = self._caches.items(book, cache).get(number, {})
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

        def order(place: int) -> SortKey:
            return sort_key(values.get(labels[place], labels[place]))

        for place in sorted(range(len(labels)), key=order):
            wheel.pivot_field_add_item_at(*key, number, place, labels[place] not in hidden)


def _sorted_by(
    fields: list[PivotField], extras: PivotExtras, names: Sequence[str]
) -> list[PivotField]:
    """Fields that know which data field they are sorted by, and where."""
    done: list[PivotField] = []
    for number, field in enumerate(fields):
        own = extras.of_field(number)
        if not 0 <= own.sorted_by < len(names):
            done.append(field)
            continue
        at = tuple(
            fields[along].items[place].name
            for along, place in own.sort_at
            if along < len(fields) and place < len(fields[along].items)
        )
        done.append(replace(field, sort_by=names[own.sorted_by], sort_at=at))
    return done


def _real(order: Sequence[int], fields: Sequence[PivotField]) -> tuple[int, ...]:
    """Positions of fields; the place of the data fields among them is no field."""
    return tuple(number for number in order if 0 <= number < len(fields))
