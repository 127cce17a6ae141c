"""Slicers over tables, as `SlicerParts`."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Final

from formulon.workbook import Slicer as EngineSlicer

from embedded_excel.calc.chart_parts import ChartPlace, Corner
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.slicers import Slicer, SlicerSort

_SORTS: Final[tuple[SlicerSort, ...]] = ("Ascending", "Descending")


class FormulonSlicers:
    """The slicers of one open workbook."""

    def __init__(self, opened: Callable[[], AbstractContextManager[Book]]) -> None:
        self._open = opened

    def slicers(self, sheet: int) -> Sequence[Slicer]:
        """The slicers of a sheet."""
        with self._open() as book:
            return [_slicer(found) for found in book.wheel.list_slicers(sheet)]

    def add(self, sheet: int, slicer: Slicer) -> int:
        """Add one."""
        with self._open() as book:
            for index, table in enumerate(book.wheel.iter_tables()):
                if table.name.casefold() == slicer.table.casefold():
                    names = [column.name for column in table.columns]
                    number = book.wheel.add_slicer(
                        sheet,
                        index,
                        names.index(slicer.column),
                        anchor=_anchor(slicer.place),
                        name=new_name(book, slicer.column),
                        caption=slicer.caption,
                        style=slicer.style,
                    )
                    book.changed()
                    return number
        raise EngineRefused(f'There is no table "{slicer.table}".')

    def update(self, sheet: int, slicer: Slicer) -> None:
        """Replace what can be."""
        with self._open() as book:
            before = _slicer(book.wheel.list_slicers(sheet)[_index(book, sheet, slicer)])
            if slicer.name != before.name:
                raise EngineRefused("A slicer over a table can't be renamed.")
            book.wheel.update_slicer(
                sheet,
                _index(book, sheet, slicer),
                anchor=None if slicer.place == before.place else _anchor(slicer.place),
                caption=slicer.caption,
                style=slicer.style,
                sort_order=_SORTS.index(slicer.sort),
            )
            book.changed()

    def remove(self, sheet: int, slicer: Slicer) -> None:
        """Delete it."""
        with self._open() as book:
            book.wheel.remove_slicer(sheet, _index(book, sheet, slicer))
            book.changed()


def new_name(book: Book, stem: str) -> str | None:
    """A name for a slicer that is added; None where the engine finds one, without slicers over
    pivots.
    """
    if not book.pivot_slicers:
        return None
    sheets = range(book.wheel.sheet_count())
    known = {name.casefold() for name in book.pivot_slicers}
    known |= {one.name.casefold() for sheet in sheets for one in book.wheel.list_slicers(sheet)}
    name, number = stem, 1
    while name.casefold() in known:
        name, number = f"{stem} {number}", number + 1
    return name


def _index(book: Book, sheet: int, slicer: Slicer) -> int:
    for index, found in enumerate(book.wheel.list_slicers(sheet)):
        if found.object_id == slicer.id:
            return index
    raise EngineRefused("There is no such slicer.")


def _slicer(found: EngineSlicer) -> Slicer:
    start = Corner(found.from_row, found.from_col, found.from_row_off, found.from_col_off)
    end = Corner(found.to_row, found.to_col, found.to_row_off, found.to_col_off)
    return Slicer(
        found.object_id,
        found.name,
        found.caption,
        found.table_name,
        found.column_name,
        ChartPlace(start, end),
        found.style,
        _SORTS[int(found.sort_order)],
    )


def _anchor(place: ChartPlace) -> tuple[int, ...]:
    start, end = place.start, place.end
    if end is None:
        raise EngineRefused("A slicer goes from cell to cell.")
    corners = (start.row, start.column, end.row, end.column)
    return (*corners, start.down, start.across, end.down, end.across)
