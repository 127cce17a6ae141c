"""Format records of the engine on one side, `CellStyle` values on the other."""

from dataclasses import dataclass, replace
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
from embedded_excel.calc.engine import EngineRefused
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
_THEME, _AUTOMATIC = 2, 4
_WINDOW_TEXT = ColorSpec(kind=3, indexed=64)
"""The automatic colour of patterns: the system's for text."""


@dataclass(frozen=True, slots=True)
class Fill:
    """A fill as Office.js tells of it: the colour behind the pattern, or of a solid fill."""

    color: str = ""
    pattern: str = "None"
    tint: float = 0.0
    pattern_color: str = ""
    pattern_tint: float = 0.0


# -- reading -----------------------------------------------------------------------------------
def look_of(book: Book, record: CellXf) -> CellStyle:
    """What a format record looks like."""
    wheel = book.wheel
    fill = read_fill(book, wheel.get_fill(record.fill_index))
    border = cast("dict[str, Any]", wheel.get_border(record.border_index))
    lines = {side: read_line(book, border[side]) for side in (*_SIDES, "diagonal")}
    return CellStyle(
        number_format=read_format(book, record.num_fmt_id),
        font=read_font(book, wheel.get_font(record.font_index)),
        fill=fill.color,
        pattern=fill.pattern,
        fill_tint=fill.tint,
        pattern_color=fill.pattern_color,
        pattern_tint=fill.pattern_tint,
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
        tint=record.color.tint,
    )


def read_fill(book: Book, record: FillRecord) -> Fill:
    """A fill record, in the engine or not."""
    if record.gradient is not None:
        pattern = PATH_GRADIENT if record.gradient.type else LINEAR_GRADIENT
        stops = record.gradient.stops
        if not stops:
            return Fill("", pattern)
        stop = stops[0]
        shown = resolve(book, stop.color, stop.color_argb, ColorContext.FILL_BACKGROUND)
        return Fill(shown, pattern)
    if record.pattern == 0:
        return Fill()
    pattern = PATTERNS[record.pattern]
    front = resolve(book, record.fg, record.fg_argb, ColorContext.FILL_FOREGROUND)
    if pattern == "Solid":
        return Fill(front, pattern, record.fg.tint)
    back = resolve(book, record.bg, record.bg_argb, ColorContext.FILL_BACKGROUND)
    automatic = record.fg.kind == _AUTOMATIC or record.fg == _WINDOW_TEXT
    strokes = "" if automatic or not (record.fg.kind or record.fg_argb) else front
    return Fill(back, pattern, record.bg.tint, strokes, record.fg.tint)


def read_line(book: Book, side: dict[str, Any]) -> Line:
    """One side of a border record."""
    ordinal: int = side["style"]
    shape, weight = LINES[ordinal]
    if shape == "None":
        return Line()
    color: ColorSpec = side["color"]
    shown = resolve(book, color, side["color_argb"], ColorContext.BORDER)
    return Line(shape, weight, shown, color.tint)


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
    if _fill(wanted) != _fill(now):
        fill = _fill_record(wheel.get_fill(record.fill_index), now, wanted)
        index = 0 if fill is None else wheel.add_fill(fill)
        record = replace(record, fill_index=index, apply_fill=True)
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
    if (wanted.color, wanted.tint) != (now.color, now.tint):
        kept = record.color if wanted.color == now.color else None
        spec, argb = _color(kept, record.color_argb, wanted.color, wanted.tint)
        record = replace(record, color=spec, color_argb=argb)
    return record


def _color(kept: ColorSpec | None, argb: int, color: str, tint: float) -> tuple[ColorSpec, int]:
    """A stored colour, one of the theme's in another tint, or a literal one.

    Raises:
        EngineRefused: A literal colour in a tint; the engine takes equal ones for the same.
    """
    if kept is not None and kept.kind and (kept.kind == _THEME or kept.tint == tint):
        return replace(kept, tint=tint), argb
    if tint:
        raise EngineRefused("Only colours of the theme have tints.")
    literal = color if kept is None or not argb else f"#{argb & 0xFFFFFF:06X}"
    return spec_of(literal), argb_of(literal)


def _fill(cell: CellStyle) -> Fill:
    return Fill(cell.fill, cell.pattern, cell.fill_tint, cell.pattern_color, cell.pattern_tint)


def _fill_record(base: FillRecord, now: CellStyle, wanted: CellStyle) -> FillRecord | None:
    """The record for a fill, None for no fill; what its colours come from is kept where it can be."""
    if wanted.pattern == "None" and not wanted.fill:
        return None
    solid = now.pattern == "Solid"
    stored = (base.fg, base.fg_argb) if solid else (base.bg, base.bg_argb)
    kept = stored[0] if wanted.fill == now.fill and base.gradient is None else None
    back, back_argb = _color(kept, stored[1], wanted.fill or "#FFFFFF", wanted.fill_tint)
    pattern = wanted.pattern if wanted.pattern in PATTERNS[1:] else "Solid"
    if pattern == "Solid":
        return FillRecord(pattern=1, fg=back, fg_argb=back_argb, bg=_WINDOW_TEXT)
    record = FillRecord(pattern=PATTERNS.index(pattern), bg=back, bg_argb=back_argb)
    if not wanted.pattern_color:
        return replace(record, fg=_WINDOW_TEXT)
    known = wanted.pattern_color == now.pattern_color
    strokes = _color(
        base.fg if known else None, base.fg_argb, wanted.pattern_color, wanted.pattern_tint
    )
    return replace(record, fg=strokes[0], fg_argb=strokes[1])


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
            sides[side] = _side(after, before, sides[side])
    down, up = wanted.diagonal_down, wanted.diagonal_up
    if (down, up) != (now.diagonal_down, now.diagonal_up):
        before, after = (now.diagonal_down, down) if down.style != "None" else (now.diagonal_up, up)
        sides["diagonal"] = _side(after, before, sides["diagonal"])
        sides["diagonal_down"] = down.style != "None"
        sides["diagonal_up"] = up.style != "None"
    return book.wheel.add_border(sides)


def _side(line: Line, before: Line, stored: dict[str, Any]) -> dict[str, object]:
    if line.style == "None":
        return {"style": 0}
    kept = stored["color"] if before.style != "None" and line.color == before.color else None
    color, argb = _color(kept, stored["color_argb"], line.color, line.tint)
    return {
        "style": line_ordinal(line.style, line.weight),
        "color": color,
        "color_argb": argb,
    }
