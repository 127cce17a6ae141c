"""Format records of the engine on one side, `CellStyle` values on the other."""

from dataclasses import replace
from typing import Any, cast

from formulon.workbook import CellXf, ColorContext, ColorSpec, FillRecord, FontRecord

from embedded_excel.calc.cells import (
    PATTERNS,
    READING_ORDERS,
    UNDERLINES,
    CellStyle,
    Font,
    Line,
)
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.colors import argb_of, resolve, spec_of
from embedded_excel.calc.formulon.style_codes import (
    BUILT_IN_FORMATS,
    BUILT_IN_IDS,
    HORIZONTAL,
    LINEAR_GRADIENT,
    LINES,
    PATH_GRADIENT,
    VERTICAL,
    line_ordinal,
    shown_rotation,
    stored_rotation,
)

_SIDES = ("left", "right", "top", "bottom")


# -- reading -----------------------------------------------------------------------------------
def look_of(book: Book, record: CellXf) -> CellStyle:
    """What a format record looks like."""
    wheel = book.wheel
    fill, pattern = read_fill(book, wheel.get_fill(record.fill_index))
    border = cast("dict[str, Any]", wheel.get_border(record.border_index))
    lines = {side: read_line(book, border[side]) for side in (*_SIDES, "diagonal")}
    return CellStyle(
        number_format=read_format(book, record.num_fmt_id),
        font=read_font(book, wheel.get_font(record.font_index)),
        fill=fill,
        pattern=pattern,
        edge_top=lines["top"],
        edge_bottom=lines["bottom"],
        edge_left=lines["left"],
        edge_right=lines["right"],
        diagonal_down=lines["diagonal"] if border["diagonal_down"] else Line(),
        diagonal_up=lines["diagonal"] if border["diagonal_up"] else Line(),
        horizontal=HORIZONTAL[record.horizontal_align],
        vertical=VERTICAL[record.vertical_align],
        wrap_text=record.wrap_text,
        indent=record.indent or 0,
        rotation=shown_rotation(record.text_rotation),
        shrink_to_fit=bool(record.shrink_to_fit),
        locked=record.locked if record.has_protection else True,
        formula_hidden=record.hidden if record.has_protection else False,
        auto_indent=record.justify_last_line,
        reading_order=READING_ORDERS[record.reading_order or 0],
    )


def read_format(book: Book, number: int) -> str:
    """The code of a number format."""
    shown = BUILT_IN_FORMATS.get(number)
    return shown if shown is not None else book.wheel.get_num_fmt(number) or "General"


def read_font(book: Book, record: FontRecord) -> Font:
    """A font record, in the engine or not."""
    return Font(
        name=record.name,
        size=record.size,
        bold=record.bold,
        italic=record.italic,
        underline=UNDERLINES[record.underline],
        strikethrough=record.strike,
        superscript=record.vert_align == 1,
        subscript=record.vert_align == 2,  # noqa: PLR2004
        color=resolve(book, record.color, record.color_argb, ColorContext.FONT),
    )


def read_fill(book: Book, record: FillRecord) -> tuple[str, str]:
    """Office.js's `fill.color` and pattern: the colour behind the pattern, or of a solid fill."""
    if record.gradient is not None:
        pattern = PATH_GRADIENT if record.gradient.type else LINEAR_GRADIENT
        stops = record.gradient.stops
        if not stops:
            return "", pattern
        return resolve(
            book, stops[0].color, stops[0].color_argb, ColorContext.FILL_BACKGROUND
        ), pattern
    if record.pattern == 0:
        return "", "None"
    pattern = PATTERNS[record.pattern]
    if pattern == "Solid":
        return resolve(book, record.fg, record.fg_argb, ColorContext.FILL_FOREGROUND), pattern
    return resolve(book, record.bg, record.bg_argb, ColorContext.FILL_BACKGROUND), pattern


def read_line(book: Book, side: dict[str, Any]) -> Line:
    """One side of a border record."""
    ordinal: int = side["style"]
    shape, weight = LINES[ordinal]
    if shape == "None":
        return Line()
    return Line(
        shape, weight, resolve(book, side["color"], side["color_argb"], ColorContext.BORDER)
    )


# -- writing -----------------------------------------------------------------------------------
def changed_record(book: Book, record: CellXf, wanted: CellStyle) -> CellXf:
    """A record that looks as wanted, differing from another one only where looks differ."""
    wheel, now = book.wheel, look_of(book, record)
    if wanted.number_format != now.number_format:
        number = BUILT_IN_IDS.get(wanted.number_format)
        record = replace(
            record,
            num_fmt_id=wheel.add_num_fmt(wanted.number_format) if number is None else number,
            apply_number_format=True,
        )
    if wanted.font != now.font:
        record = replace(
            record,
            font_index=wheel.add_font(font_record(book, record.font_index, now.font, wanted.font)),
            apply_font=True,
        )
    if (wanted.fill, wanted.pattern) != (now.fill, now.pattern):
        record = replace(
            record, fill_index=_add_fill(book, record.fill_index, wanted), apply_fill=True
        )
    if _lines(wanted) != _lines(now):
        record = replace(
            record,
            border_index=_add_border(book, record.border_index, now, wanted),
            apply_border=True,
        )
    return _aligned(record, now, wanted)


def _aligned(record: CellXf, now: CellStyle, wanted: CellStyle) -> CellXf:
    def placement(cell: CellStyle) -> tuple[object, ...]:
        return (
            cell.horizontal,
            cell.vertical,
            cell.wrap_text,
            cell.indent,
            cell.rotation,
            cell.shrink_to_fit,
            cell.auto_indent,
            cell.reading_order,
        )

    if placement(wanted) != placement(now):
        record = replace(
            record,
            horizontal_align=HORIZONTAL.index(wanted.horizontal),
            vertical_align=VERTICAL.index(wanted.vertical),
            wrap_text=wanted.wrap_text,
            has_alignment=None,
            has_horizontal_align=None,
            has_vertical_align=None,
            has_wrap_text=None,
            indent=wanted.indent or None,
            text_rotation=stored_rotation(wanted.rotation) if wanted.rotation else None,
            shrink_to_fit=wanted.shrink_to_fit or None,
            justify_last_line=wanted.auto_indent,
            has_justify_last_line=None,
            reading_order=READING_ORDERS.index(wanted.reading_order) or None,
            apply_alignment=True,
        )
    if (wanted.locked, wanted.formula_hidden) != (now.locked, now.formula_hidden):
        record = replace(
            record,
            has_protection=True,
            locked=wanted.locked,
            hidden=wanted.formula_hidden,
            apply_protection=True,
        )
    return record


def font_record(book: Book, base: int, now: Font, wanted: Font) -> FontRecord:
    """A font that differs from a stored one only where looks differ."""
    record = replace(
        book.wheel.get_font(base),
        name=wanted.name,
        size=wanted.size,
        bold=wanted.bold,
        has_bold=wanted.bold,
        italic=wanted.italic,
        has_italic=wanted.italic,
        strike=wanted.strikethrough,
        has_strike=wanted.strikethrough,
        underline=UNDERLINES.index(wanted.underline),
        vert_align=1 if wanted.superscript else 2 if wanted.subscript else 0,
    )
    if wanted.name != now.name:
        record = replace(record, scheme=0, has_family=False, family=0, has_charset=False)
    if wanted.color != now.color:
        record = replace(record, color=spec_of(wanted.color), color_argb=argb_of(wanted.color))
    return record


def _add_fill(book: Book, base: int, wanted: CellStyle) -> int:
    if wanted.pattern == "None" and not wanted.fill:
        return 0
    pattern = wanted.pattern if wanted.pattern in PATTERNS[1:] else "Solid"
    if pattern == "Solid":
        color = wanted.fill or "#FFFFFF"
        return book.wheel.add_fill(
            FillRecord(
                pattern=1,
                fg=spec_of(color),
                fg_argb=argb_of(color),
                bg=ColorSpec(kind=3, indexed=64),
            )
        )
    record = replace(book.wheel.get_fill(base), pattern=PATTERNS.index(pattern), gradient=None)
    if wanted.fill:
        record = replace(record, bg=spec_of(wanted.fill), bg_argb=argb_of(wanted.fill))
    return book.wheel.add_fill(record)


def _lines(cell: CellStyle) -> tuple[Line, ...]:
    return (
        cell.edge_left,
        cell.edge_right,
        cell.edge_top,
        cell.edge_bottom,
        cell.diagonal_down,
        cell.diagonal_up,
    )


def _add_border(book: Book, base: int, now: CellStyle, wanted: CellStyle) -> int:
    sides = cast("dict[str, Any]", dict(book.wheel.get_border(base)))
    for side, before, after in zip(_SIDES, _lines(now), _lines(wanted), strict=False):
        if before != after:
            sides[side] = _side(after)
    down, up = wanted.diagonal_down, wanted.diagonal_up
    if (down, up) != (now.diagonal_down, now.diagonal_up):
        sides["diagonal"] = _side(down if down.style != "None" else up)
        sides["diagonal_down"] = down.style != "None"
        sides["diagonal_up"] = up.style != "None"
    return book.wheel.add_border(sides)


def _side(line: Line) -> dict[str, object]:
    if line.style == "None":
        return {"style": 0}
    return {
        "style": line_ordinal(line.style, line.weight),
        "color": spec_of(line.color),
        "color_argb": argb_of(line.color),
    }
