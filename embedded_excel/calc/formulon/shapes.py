"""Shapes, lines and images of the engine's drawings, as `ShapeParts`."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final

from formulon.workbook import DrawingObject, DrawingObjectKind, ImageFormat, ShapePaint
from formulon.workbook import Shape as EngineShape

from embedded_excel.calc.chart_parts import EMU_PER_POINT, ChartPlace, Corner, Sticking
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.charts import renamed_drawing
from embedded_excel.calc.formulon.slicers import FormulonSlicers
from embedded_excel.calc.shapes import Paint, Shape, ShapeKind
from embedded_excel.xlsx.pivot_slicers import MARK

_KINDS: Final[dict[int, ShapeKind]] = {
    int(DrawingObjectKind.PICTURE): "Image",
    int(DrawingObjectKind.SHAPE): "Shape",
    int(DrawingObjectKind.GROUP): "Group",
    int(DrawingObjectKind.CONNECTOR): "Line",
}
_STICKING: Final[tuple[Sticking, ...]] = ("twoCell", "oneCell", "absolute")
_ONE_CELL, _TWO_CELL, _ABSOLUTE = 0, 1, 2
_PER_DEGREE: Final = 60_000
_FULL_TURN: Final = 360


class FormulonShapes:
    """The shapes of one open workbook."""

    def __init__(self, opened: Callable[[], AbstractContextManager[Book]]) -> None:
        self._open = opened
        self.slicers = FormulonSlicers(opened)

    def shapes(self, sheet: int) -> Sequence[Shape]:
        """From the back to the front."""
        with self._open() as book:
            return book.remember_shape(("shapes", sheet), lambda: _shapes(book, sheet))

    def add(self, sheet: int, shape: Shape) -> int:
        """Add a shape or line."""
        with self._open() as book:
            box = shape.text_box if shape.kind == "Shape" else None
            number = book.wheel.insert_shape(
                sheet,
                prst=shape.geometry,
                text_box=box,
                **_anchor(shape.place, None),
                **_looks(shape),
            )
            book.changed()
            return number

    def add_image(self, sheet: int, content: bytes) -> int:
        """Add an image."""
        with self._open() as book:
            number = book.wheel.insert_image(sheet, content, anchor_kind=_ONE_CELL)
            book.changed()
            return number

    def update(self, sheet: int, shape: Shape) -> None:
        """Replace what differs."""
        with self._open() as book:
            before = next(known for known in _shapes(book, sheet) if known.id == shape.id)
            try:
                if shape.kind == "Image":
                    _update_image(book, sheet, before, shape)
                else:
                    _update_shape(book, sheet, before, shape)
            finally:
                book.changed()

    def reorder(self, sheet: int, shape: Shape, order: int) -> None:
        """Move an image from or to the front."""
        with self._open() as book:
            book.wheel.set_drawing_z_order(sheet, shape.id, order)
            book.changed()

    def remove(self, sheet: int, shape: Shape) -> None:
        """Delete it."""
        with self._open() as book:
            if shape.kind == "Image":
                book.wheel.remove_drawing(sheet, shape.id)
            else:
                book.wheel.remove_shape(sheet, shape.id)
            book.changed()


def _shapes(book: Book, sheet: int) -> list[Shape]:
    looks = {shape.object_id: shape for shape in book.wheel.list_shapes(sheet)}
    found: list[Shape] = []
    for order, item in enumerate(book.wheel.list_drawing_objects(sheet)):
        kind = _KINDS.get(int(item.kind))
        if kind is not None and not item.name.startswith(MARK):
            found.append(_shape(item, kind, order, looks.get(item.object_id)))
    return found


def _shape(item: DrawingObject, kind: ShapeKind, order: int, looks: EngineShape | None) -> Shape:
    plain = Shape(
        item.object_id,
        kind,
        item.name,
        _place_of(item),
        description=item.descr,
        image=ImageFormat(int(item.image_format)).name if kind == "Image" else "",
        order=order,
    )
    if looks is None:
        return plain
    return Shape(
        plain.id,
        kind,
        plain.name,
        plain.place,
        geometry=looks.prst,
        text=looks.text,
        text_box=looks.text_box,
        fill=_paint(looks.fill_kind, looks.fill_rgb),
        line=_paint(looks.line_kind, looks.line_rgb),
        weight=looks.line_width_emu / EMU_PER_POINT,
        rotation=looks.rotation / _PER_DEGREE,
        visible=not looks.hidden,
        description=plain.description,
        order=order,
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


def _paint(kind: int, rgb: int) -> Paint:
    if kind == ShapePaint.SOLID:
        return f"#{rgb & 0xFFFFFF:06X}"
    return "" if kind == ShapePaint.NONE else None


def _painted(paint: Paint) -> tuple[int | None, int]:
    if paint is None:
        return None, 0
    return (int(ShapePaint.SOLID), int(paint[1:], 16)) if paint else (int(ShapePaint.NONE), 0)


def _looks(shape: Shape) -> dict[str, Any]:
    line_kind, line_rgb = _painted(shape.line)
    looks: dict[str, Any] = {
        "name": shape.name,
        "line_kind": line_kind,
        "line_rgb": line_rgb,
        "line_width_emu": round(shape.weight * EMU_PER_POINT) if shape.weight else None,
        "rotation": round(shape.rotation % _FULL_TURN * _PER_DEGREE),
        "hidden": not shape.visible,
    }
    if shape.kind == "Shape":
        looks["fill_kind"], looks["fill_rgb"] = _painted(shape.fill)
        looks["text"] = shape.text
    return looks


def _anchor(place: ChartPlace, kind: int | None) -> dict[str, Any]:
    """An anchor for the engine, of the kind the object has; a new one goes from cell to cell."""
    if place.end is None and kind is None:
        raise EngineRefused("A new shape needs two corners.")
    if kind == _ABSOLUTE and place.offset is not None:
        across, down = place.offset
        return {
            "anchor_kind": kind,
            "from_row_off": down,
            "from_col_off": across,
            "cx": place.size[0],
            "cy": place.size[1],
        }
    anchor: dict[str, Any] = {
        "anchor_kind": _TWO_CELL if kind is None else kind,
        "edit_as": _STICKING.index(place.sticking),
        "from_row": place.start.row,
        "from_col": place.start.column,
        "from_row_off": place.start.down,
        "from_col_off": place.start.across,
        "cx": place.size[0],
        "cy": place.size[1],
    }
    if place.end is not None:
        anchor |= {
            "to_row": place.end.row,
            "to_col": place.end.column,
            "to_row_off": place.end.down,
            "to_col_off": place.end.across,
        }
    return anchor


def _kind_of(place: ChartPlace) -> int:
    if place.offset is not None:
        return _ABSOLUTE
    return _ONE_CELL if place.end is None else _TWO_CELL


def _update_shape(book: Book, sheet: int, before: Shape, shape: Shape) -> None:
    old, new = _looks(before), _looks(shape)
    changed = {name: value for name, value in new.items() if old[name] != value}
    for part in ("fill", "line"):
        if f"{part}_rgb" in changed or f"{part}_kind" in changed:
            changed[f"{part}_kind"] = new[f"{part}_kind"]
            changed[f"{part}_rgb"] = new[f"{part}_rgb"]
    if shape.geometry != before.geometry:
        changed["prst"] = shape.geometry
    if shape.place != before.place:
        changed |= _anchor(shape.place, _kind_of(before.place))
    if shape.description != before.description:
        raise EngineRefused("A shape's description can't be changed.")
    if changed:
        book.wheel.update_shape(sheet, shape.id, **changed)


def _update_image(book: Book, sheet: int, before: Shape, shape: Shape) -> None:
    if (shape.rotation, shape.visible, shape.description) != (
        before.rotation,
        before.visible,
        before.description,
    ):
        raise EngineRefused("Rotation, visibility and description of an image can't be changed.")
    if shape.place != before.place:
        place = shape.place
        kind = _kind_of(before.place)
        across, down = place.offset or (place.start.across, place.start.down)
        book.wheel.set_drawing_anchor(
            sheet,
            shape.id,
            anchor_kind=kind,
            edit_as=_STICKING.index(place.sticking),
            row=0 if kind == _ABSOLUTE else place.start.row,
            col=0 if kind == _ABSOLUTE else place.start.column,
            row_off_emu=down,
            col_off_emu=across,
            width_emu=place.size[0],
            height_emu=place.size[1],
        )
    if shape.name != before.name:
        renamed_drawing(book, sheet, shape.id, shape.name)
