"""Colours as Excel paints them."""

import re

from formulon.workbook import ColorContext, ColorSpec

from embedded_excel.calc.formulon.book import Book

_ATTRIBUTE = re.compile(r"([\w:]+)\s*=\s*[\"']([^\"']*)[\"']")
_RGB, _THEME, _INDEXED, _AUTO = 1, 2, 3, 4


def resolve(book: Book, spec: ColorSpec, argb: int, context: ColorContext) -> str:
    """`#RRGGBB` with theme, indexed and automatic colours resolved.

    A record made in memory has its colour in `argb` alone; the kind of its specification is 0.
    """
    if spec.kind == 0 and argb >> 24:
        return f"#{argb & 0xFFFFFF:06X}"
    return f"#{book.wheel.resolve_color(spec, context).argb & 0xFFFFFF:06X}"


def color_of_xml(book: Book, attributes: str) -> str:
    """Colour of a `<tabColor …/>`-like element from its attributes; "" for automatic."""
    found = dict(_ATTRIBUTE.findall(attributes))
    tint = float(found.get("tint", "0"))
    if "rgb" in found:
        spec = ColorSpec(kind=_RGB, rgb=int(found["rgb"], 16), tint=tint)
    elif "theme" in found:
        spec = ColorSpec(kind=_THEME, theme=int(found["theme"]), tint=tint)
    elif "indexed" in found:
        spec = ColorSpec(kind=_INDEXED, indexed=int(found["indexed"]), tint=tint)
    else:
        return ""
    return resolve(book, spec, 0, ColorContext.FILL_BACKGROUND)


def argb_of(color: str) -> int:
    """`#RRGGBB` as the engine's 0xAARRGGBB."""
    return 0xFF000000 | int(color.removeprefix("#"), 16)


def spec_of(color: str) -> ColorSpec:
    """A literal colour."""
    return ColorSpec(kind=_RGB, rgb=argb_of(color))
