"""Shapes, lines, images and groups of the engine's drawings, as `ShapeParts`."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Final

from formulon.workbook import DrawingObject, DrawingObjectKind, FormulonError, ImageFormat

from embedded_excel.calc.chart_parts import ChartPlace, Corner, Sticking
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.charts import give_theme
from embedded_excel.calc.formulon.drawing_capture import Capture, unpack
from embedded_excel.calc.formulon.pictured_shapes import disguise, kind_in_description, reveal
from embedded_excel.calc.formulon.slicers import FormulonSlicers
from embedded_excel.calc.shapes import Drawn, ShapeEntry, ShapeKind

_KINDS: Final[dict[str, ShapeKind]] = {
    "sp": "Shape",
    "cxnSp": "Line",
    "grpSp": "Group",
    "pic": "Image",
}
_STICKING: Final[tuple[Sticking, ...]] = ("twoCell", "oneCell", "absolute")
_ONE_CELL, _ABSOLUTE = 0, 2


class FormulonShapes:
    """The shapes of one open workbook. To the engine they are pictures; see `pictured_shapes`."""

    def __init__(self, opened: Callable[[], AbstractContextManager[Book]]) -> None:
        self._open = opened
        self.slicers = FormulonSlicers(opened)

    def shapes(self, sheet: int) -> Sequence[ShapeEntry]:
        """From the back to the front."""
        with self._open() as book:
            return book.remember_shape(("shapes", sheet), lambda: _entries(book, sheet))

    def drawn(self, sheet: int, shape: int) -> Drawn:
        """An object as it is."""
        with self._open() as book:
            drawn = _capture(book, sheet, shape).drawn
            return replace(drawn, anchor=reveal(drawn.anchor))

    def set_drawn(self, sheet: int, shape: int, drawn: Drawn) -> None:
        """Let an object become another one."""
        with self._open() as book:
            position = _capture(book, sheet, shape).position
            held = Capture(position, replace(drawn, anchor=disguise(drawn.anchor)))
            book.wheel.restore_drawing(sheet, held.pack())
            book.changed()

    def add(self, sheet: int, drawn: Drawn, *, keep_id: bool = False) -> int:
        """Add an object in front of the others."""
        with self._open() as book:
            give_theme(book)
            position = len(_listed(book, sheet))
            held = Capture(position, replace(drawn, anchor=disguise(drawn.anchor)))
            number = book.wheel.restore_drawing(sheet, held.pack(), new_id=not keep_id)
            book.changed()
            return number

    def image_format(self, content: bytes) -> tuple[str, int, int]:
        """Format and size of an image."""
        with self._open() as book:
            found = book.wheel.probe_image(content)
            return ImageFormat(int(found.format)).name, found.px_width, found.px_height

    def reorder(self, sheet: int, shape: int, order: int) -> None:
        """Move an object from or to the front."""
        with self._open() as book:
            book.wheel.set_drawing_z_order(sheet, shape, order)
            book.changed()

    def remove(self, sheet: int, shape: int) -> None:
        """Delete it."""
        with self._open() as book:
            book.wheel.remove_drawing(sheet, shape)
            book.changed()


def _listed(book: Book, sheet: int) -> list[DrawingObject]:
    return book.remember_shape(
        ("drawing objects", sheet), lambda: list(book.wheel.list_drawing_objects(sheet))
    )


def _entries(book: Book, sheet: int) -> tuple[ShapeEntry, ...]:
    found = [
        (order, item)
        for order, item in enumerate(_listed(book, sheet))
        if item.kind in (DrawingObjectKind.PICTURE, DrawingObjectKind.CHART)
    ]
    try:
        if found:
            _capture(book, sheet, found[0][1].object_id)
    except FormulonError:
        # The drawing of a chart sheet is kept, but not given away.
        return ()
    return tuple(
        ShapeEntry(item.object_id, _kind(item), item.name, _place_of(item), order)
        for order, item in found
    )


def _kind(item: DrawingObject) -> ShapeKind:
    if item.kind == DrawingObjectKind.CHART:
        return "Chart"
    return _KINDS.get(kind_in_description(item.descr), "Shape")


def _capture(book: Book, sheet: int, shape: int) -> Capture:
    return book.remember_shape(
        ("drawn", sheet, shape), lambda: unpack(book.wheel.snapshot_drawing(sheet, shape))
    )


def _place_of(item: DrawingObject) -> ChartPlace:
    size = (item.cx, item.cy)
    if item.anchor_kind == _ABSOLUTE:
        offset = (item.from_col_off, item.from_row_off)
        return ChartPlace(Corner(0, 0), None, size, offset, "absolute")
    start = Corner(item.from_row, item.from_col, item.from_row_off, item.from_col_off)
    if item.anchor_kind == _ONE_CELL:
        return ChartPlace(start, None, size, sticking="oneCell")
    end = Corner(item.to_row, item.to_col, item.to_row_off, item.to_col_off)
    return ChartPlace(start, end, size, sticking=_STICKING[int(item.edit_as)])
