"""RangeFont, RangeFill and FormatProtection."""

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from pydantic import JsonValue

from embedded_excel.calc.cells import PATTERNS, UNDERLINES, CellStyle, Font, Underline
from embedded_excel.errors import invalid_argument
from embedded_excel.model.areas import flag
from embedded_excel.model.colors import color_code
from embedded_excel.model.protecting import deny_if_protected
from embedded_excel.objects.base import excel_class, method, scalar
from embedded_excel.objects.range_base import choice
from embedded_excel.objects.styled_areas import StyledAreas, number, tinting

_MAX_FONT_SIZE = 409
_MAX_FONT_NAME = 31


@excel_class("RangeFont")
class RangeFont(StyledAreas):
    """Font of a range."""

    def _set(self, change: Callable[[Font], Font]) -> None:
        self.restyle(lambda style: replace(style, font=change(style.font)))

    @scalar("Name")
    def name(self) -> JsonValue:
        """Name of the typeface."""
        return self.uniform(lambda style: style.font.name)

    @name.setter
    def set_name(self, value: JsonValue) -> None:
        """Set the typeface."""
        if not isinstance(value, str) or not 0 < len(value) <= _MAX_FONT_NAME:
            raise invalid_argument()
        self._set(lambda font: replace(font, name=value))

    @scalar("Size")
    def size(self) -> JsonValue:
        """Size in points."""
        return self.uniform(lambda style: style.font.size)

    @size.setter
    def set_size(self, value: JsonValue) -> None:
        """Set the size, 1 to 409 points."""
        size = number(value, 1, _MAX_FONT_SIZE)
        self._set(lambda font: replace(font, size=size))

    @scalar("Color")
    def color(self) -> JsonValue:
        """Colour as `#RRGGBB`."""
        return self.uniform(lambda style: style.font.color.upper())

    @color.setter
    def set_color(self, value: JsonValue) -> None:
        """Set the colour."""
        code = color_code(value)
        self._set(lambda font: replace(font, color=code, tint=0.0))

    @scalar("TintAndShade")
    def tint_and_shade(self) -> JsonValue:
        """How much lighter or darker the colour is made, -1 to 1."""
        return self.uniform(lambda style: style.font.tint)

    @tint_and_shade.setter
    def set_tint_and_shade(self, value: JsonValue) -> None:
        """Lighten or darken the colour."""
        tint = number(value, -1, 1)
        with tinting("RangeFont.tintAndShade"):
            self._set(lambda font: replace(font, tint=tint))

    @scalar("Bold")
    def bold(self) -> JsonValue:
        """Bold."""
        return self.uniform(lambda style: style.font.bold)

    @bold.setter
    def set_bold(self, value: JsonValue) -> None:
        """Set bold."""
        on = flag(value)
        self._set(lambda font: replace(font, bold=on))

    @scalar("Italic")
    def italic(self) -> JsonValue:
        """Italic."""
        return self.uniform(lambda style: style.font.italic)

    @italic.setter
    def set_italic(self, value: JsonValue) -> None:
        """Set italic."""
        on = flag(value)
        self._set(lambda font: replace(font, italic=on))

    @scalar("Underline")
    def underline(self) -> JsonValue:
        """Kind of underline."""
        return self.uniform(lambda style: style.font.underline)

    @underline.setter
    def set_underline(self, value: JsonValue) -> None:
        """Set the underline."""
        kind = cast("Underline", choice(value, UNDERLINES))
        self._set(lambda font: replace(font, underline=kind))

    @scalar("Strikethrough")
    def strikethrough(self) -> JsonValue:
        """Struck through."""
        return self.uniform(lambda style: style.font.strikethrough)

    @strikethrough.setter
    def set_strikethrough(self, value: JsonValue) -> None:
        """Strike through."""
        on = flag(value)
        self._set(lambda font: replace(font, strikethrough=on))

    @scalar("Subscript")
    def subscript(self) -> JsonValue:
        """Subscript."""
        return self.uniform(lambda style: style.font.subscript)

    @subscript.setter
    def set_subscript(self, value: JsonValue) -> None:
        """Set subscript; it excludes superscript."""
        on = flag(value)
        self._set(lambda font: replace(font, subscript=on, superscript=font.superscript and not on))

    @scalar("Superscript")
    def superscript(self) -> JsonValue:
        """Superscript."""
        return self.uniform(lambda style: style.font.superscript)

    @superscript.setter
    def set_superscript(self, value: JsonValue) -> None:
        """Set superscript; it excludes subscript."""
        on = flag(value)
        self._set(lambda font: replace(font, superscript=on, subscript=font.subscript and not on))


@excel_class("RangeFill")
class RangeFill(StyledAreas):
    """Background of a range."""

    @scalar("Color")
    def color(self) -> JsonValue:
        """Colour as `#RRGGBB`; white without a fill, "" when cells differ."""
        color = self.uniform(lambda style: style.fill.upper())
        # Excel answers #FFFFFF for cells without a fill, and "" for a mixed range.
        return "" if color is None else color or "#FFFFFF"

    @color.setter
    def set_color(self, value: JsonValue) -> None:
        """Fill; an empty text clears the fill."""
        if value == "":
            self.clear()
            return
        code = color_code(value)
        self.restyle(
            lambda style: replace(
                style,
                fill=code,
                fill_tint=0.0,
                pattern="Solid" if style.pattern == "None" else style.pattern,
            )
        )

    @scalar("Pattern")
    def pattern(self) -> JsonValue:
        """Pattern."""
        return self.uniform(lambda style: style.pattern)

    @pattern.setter
    def set_pattern(self, value: JsonValue) -> None:
        """Set the pattern; None clears the fill."""
        kind = choice(value, PATTERNS)
        if kind == "None":
            self.clear()
            return
        self.restyle(lambda style: replace(style, pattern=kind, fill=style.fill or "#FFFFFF"))

    @scalar("TintAndShade")
    def tint_and_shade(self) -> JsonValue:
        """How much lighter or darker the colour is made, -1 to 1."""
        return self.uniform(lambda style: style.fill_tint)

    @tint_and_shade.setter
    def set_tint_and_shade(self, value: JsonValue) -> None:
        """Lighten or darken the colour; cells without a fill stay so."""
        tint = number(value, -1, 1)
        with tinting("RangeFill.tintAndShade"):
            self.restyle(lambda style: replace(style, fill_tint=tint) if style.fill else style)

    @scalar("PatternColor")
    def pattern_color(self) -> JsonValue:
        """Colour of the pattern's strokes; "" when cells differ."""
        color = self.uniform(lambda style: style.pattern_color.upper())
        return "" if color is None else color or "#000000"

    @pattern_color.setter
    def set_pattern_color(self, value: JsonValue) -> None:
        """Colour the strokes; cells without a pattern have none."""
        code = color_code(value)
        self.restyle(
            lambda style: (
                replace(style, pattern_color=code, pattern_tint=0.0)
                if style.pattern not in ("None", "Solid")
                else style
            )
        )

    @scalar("PatternTintAndShade")
    def pattern_tint_and_shade(self) -> JsonValue:
        """How much lighter or darker the strokes are made, -1 to 1."""
        return self.uniform(lambda style: style.pattern_tint)

    @pattern_tint_and_shade.setter
    def set_pattern_tint_and_shade(self, value: JsonValue) -> None:
        """Lighten or darken the strokes where they have a colour."""
        tint = number(value, -1, 1)
        with tinting("RangeFill.patternTintAndShade"):
            self.restyle(
                lambda style: replace(style, pattern_tint=tint) if style.pattern_color else style
            )

    @method("Clear")
    def clear(self) -> None:
        """Take the fill away."""
        self.restyle(_without_fill)


def _without_fill(style: CellStyle) -> CellStyle:
    return replace(
        style, fill="", pattern="None", fill_tint=0.0, pattern_color="", pattern_tint=0.0
    )


@excel_class("FormatProtection")
class FormatProtection(StyledAreas):
    """What protecting the sheet does to the cells."""

    @scalar("Locked")
    def locked(self) -> JsonValue:
        """Whether the cells can't be edited on a protected sheet."""
        return self.uniform(lambda style: style.locked)

    @locked.setter
    def set_locked(self, value: JsonValue) -> None:
        """Lock or unlock."""
        on = flag(value)
        self._deny_if_protected()
        self.restyle(lambda style: replace(style, locked=on))

    @scalar("FormulaHidden")
    def formula_hidden(self) -> JsonValue:
        """Whether formulas are hidden on a protected sheet."""
        return self.uniform(lambda style: style.formula_hidden)

    @formula_hidden.setter
    def set_formula_hidden(self, value: JsonValue) -> None:
        """Hide or show formulas."""
        on = flag(value)
        self._deny_if_protected()
        self.restyle(lambda style: replace(style, formula_hidden=on))

    def _deny_if_protected(self) -> None:
        # Formatting may be allowed; who may edit what is never decided under protection.
        for area in self.areas:
            deny_if_protected(self.workbook, area.sheet)
