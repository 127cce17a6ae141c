"""The formats conditional formats apply: differential styles of the file."""

from dataclasses import replace
from typing import Any, Final, cast

from formulon.workbook import ColorContext, ColorSpec, DifferentialFormat, FillRecord, FontRecord

from embedded_excel.calc.cells import Line
from embedded_excel.calc.conditional_rules import RuleFormat
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.colors import argb_of, resolve, spec_of
from embedded_excel.calc.formulon.style_codes import LINES, line_ordinal

_NO_COLOR = 0xFF000000
"""How the engine says that a differential font has no colour."""
_PLAIN_FONT: Final = FontRecord(color_argb=_NO_COLOR, has_size=False)
_UNDERLINES: Final = ("None", "Single", "Double")
_SOLID = 1
_CUSTOM_FORMAT = 164
_SIDES: Final = ("top", "bottom", "left", "right")


def read_format(book: Book, index: int) -> RuleFormat:
    """What a differential style changes."""
    return book.remember_shape(("rule format", index), lambda: _read(book, index))


def _read(book: Book, index: int) -> RuleFormat:
    if index >= book.wheel.dxf_count():
        return RuleFormat()
    found = book.wheel.get_dxf(index)
    look = RuleFormat(
        number_format=found.num_fmt_code if found.num_fmt_id is not None else None,
        fill=_fill(book, found.fill),
    )
    if found.font is not None:
        font = found.font
        underline = _UNDERLINES[font.underline] if font.underline in (1, 2) else None
        look = replace(
            look,
            color=_font_color(book, font),
            bold=font.bold if font.has_bold or font.bold else None,
            italic=font.italic if font.has_italic or font.italic else None,
            strikethrough=font.strike if font.has_strike or font.strike else None,
            underline=cast("Any", underline),
        )
    if found.border is not None:
        look = replace(look, **{side: _line(book, found.border, side) for side in _SIDES})
    return look


def _font_color(book: Book, font: FontRecord) -> str | None:
    if font.color.kind == 0 and font.color_argb in (0, _NO_COLOR):
        return None
    return resolve(book, font.color, font.color_argb, ColorContext.FONT)


def _fill(book: Book, fill: FillRecord | None) -> str | None:
    """Unlike a cell's, a solid fill of a differential style has its colour in the background."""
    if fill is None or fill.gradient is not None:
        return None
    for spec, argb in ((fill.bg, fill.bg_argb), (fill.fg, fill.fg_argb)):
        if spec.kind or argb:
            return resolve(book, spec, argb, ColorContext.FILL_BACKGROUND)
    return None


def _line(book: Book, border: dict[str, Any], side: str) -> Line | None:
    found = border.get(side)
    if not found or not found["style"]:
        return None
    ordinal: int = found["style"]
    shape, weight = LINES[ordinal]
    return Line(
        shape, weight, resolve(book, found["color"], found["color_argb"], ColorContext.BORDER)
    )


def stored_format(book: Book, look: RuleFormat, base: int | None) -> int:
    """A differential style for a look; what `base` has beyond looks is kept."""
    record = DifferentialFormat() if base is None else book.wheel.get_dxf(base)
    now = RuleFormat() if base is None else read_format(book, base)
    if look.fill != now.fill:
        record.fill = _fill_record(look.fill)
    font = ("color", "bold", "italic", "underline", "strikethrough")
    if any(getattr(look, name) != getattr(now, name) for name in font):
        record.font = _font_record(look, now, record.font)
    if any(getattr(look, side) != getattr(now, side) for side in _SIDES):
        border = dict(record.border or {})
        border |= {side: _side(getattr(look, side)) for side in _SIDES}
        record.border = border
    if look.number_format != now.number_format:
        record.num_fmt_code = look.number_format or ""
        record.num_fmt_id = None
        if look.number_format is not None:
            record.num_fmt_id = book.wheel.add_num_fmt(look.number_format) or _CUSTOM_FORMAT
    book.shape += 1
    return book.wheel.add_dxf(record)


def _fill_record(color: str | None) -> FillRecord | None:
    if color is None:
        return None
    return FillRecord(pattern=_SOLID, bg=spec_of(color), bg_argb=argb_of(color))


def _font_record(look: RuleFormat, now: RuleFormat, base: FontRecord | None) -> FontRecord | None:
    if RuleFormat(None, None, *_font_parts(look)) == RuleFormat():
        return None
    record = replace(
        base or _PLAIN_FONT,
        bold=bool(look.bold),
        has_bold=look.bold is not None,
        italic=bool(look.italic),
        has_italic=look.italic is not None,
        strike=bool(look.strikethrough),
        has_strike=look.strikethrough is not None,
        underline=_UNDERLINES.index(look.underline or "None"),
    )
    if look.color == now.color:
        return record
    if look.color is None:
        return replace(record, color=ColorSpec(), color_argb=_NO_COLOR)
    return replace(record, color=spec_of(look.color), color_argb=argb_of(look.color))


def _font_parts(look: RuleFormat) -> tuple[Any, ...]:
    return look.color, look.bold, look.italic, look.underline, look.strikethrough


def _side(line: Line | None) -> dict[str, object]:
    if line is None or line.style == "None":
        return {"style": 0}
    return {
        "style": line_ordinal(line.style, line.weight),
        "color": spec_of(line.color),
        "color_argb": argb_of(line.color),
    }
