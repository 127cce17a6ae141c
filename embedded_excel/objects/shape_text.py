"""TextFrame, TextRange and ShapeFont."""

from collections.abc import Callable, Hashable
from typing import TypeVar

from pydantic import JsonValue

from embedded_excel.errors import invalid_argument
from embedded_excel.model import shape_text as texts
from embedded_excel.model.areas import flag
from embedded_excel.model.chart_xml import Element
from embedded_excel.model.colors import color_code
from embedded_excel.model.shape_fitting import fit_to_text
from embedded_excel.model.shapes import ShapeRef
from embedded_excel.objects.base import excel_class, method, navigation, scalar
from embedded_excel.objects.charts_base import extent, finite, text, whole
from embedded_excel.objects.shape_base import OfShape
from embedded_excel.wire.members import enum_value

Value = TypeVar("Value", bound=Hashable)
_OVERFLOWS = {"Overflow": "overflow", "Ellipsis": "ellipsis", "Clip": "clip"}
_LARGEST = 4000


def _named(names: dict[str, str], kept: str, default: str) -> str:
    return next((name for name, known in names.items() if known == kept), default)


@excel_class("TextFrame")
class TextFrame(OfShape):
    """The text of a shape."""

    @scalar("HasText")
    def has_text(self) -> JsonValue:
        """Whether there is any."""
        return bool(texts.text_of(self.element))

    @navigation("TextRange")
    def text_range(self) -> "TextRange":
        """The text itself."""
        return TextRange(self.ref)

    @method("DeleteText")
    def delete_text(self) -> None:
        """Remove the text."""
        self.change(lambda element: texts.set_text(element, ""))

    # -- margins -----------------------------------------------------------------------------
    def _set_inset(self, side: str, value: JsonValue) -> None:
        points = extent(value)
        self.change(lambda element: texts.set_inset(element, side, points))
        self._fit()

    @scalar("LeftMargin")
    def left_margin(self) -> JsonValue:
        """Points between text and left edge."""
        return texts.inset(self.element, "l")

    @left_margin.setter
    def set_left_margin(self, value: JsonValue) -> None:
        """Set them."""
        self._set_inset("l", value)

    @scalar("RightMargin")
    def right_margin(self) -> JsonValue:
        """Points between text and right edge."""
        return texts.inset(self.element, "r")

    @right_margin.setter
    def set_right_margin(self, value: JsonValue) -> None:
        """Set them."""
        self._set_inset("r", value)

    @scalar("TopMargin")
    def top_margin(self) -> JsonValue:
        """Points between text and top edge."""
        return texts.inset(self.element, "t")

    @top_margin.setter
    def set_top_margin(self, value: JsonValue) -> None:
        """Set them."""
        self._set_inset("t", value)

    @scalar("BottomMargin")
    def bottom_margin(self) -> JsonValue:
        """Points between text and bottom edge."""
        return texts.inset(self.element, "b")

    @bottom_margin.setter
    def set_bottom_margin(self, value: JsonValue) -> None:
        """Set them."""
        self._set_inset("b", value)

    # -- directions --------------------------------------------------------------------------
    @scalar("HorizontalAlignment")
    def horizontal_alignment(self) -> JsonValue:
        """How lines are aligned, null where paragraphs differ."""
        kept = texts.paragraph_attributes(self.element, "algn", "l")
        return _named(texts.ALIGNMENTS, next(iter(kept)), "Left") if len(kept) == 1 else None

    @horizontal_alignment.setter
    def set_horizontal_alignment(self, value: JsonValue) -> None:
        """Align every line."""
        kept = texts.ALIGNMENTS[enum_value("ShapeTextHorizontalAlignment", value)]
        self.change(lambda element: texts.set_paragraph_attribute(element, "algn", kept))

    @scalar("VerticalAlignment")
    def vertical_alignment(self) -> JsonValue:
        """Where the text stands between top and bottom."""
        return _named(texts.ANCHORS, texts.attribute(self.element, "anchor", "t"), "Top")

    @vertical_alignment.setter
    def set_vertical_alignment(self, value: JsonValue) -> None:
        """Set it."""
        kept = texts.ANCHORS[enum_value("ShapeTextVerticalAlignment", value)]
        self.change(lambda element: texts.set_attribute(element, "anchor", kept))

    @scalar("Orientation")
    def orientation(self) -> JsonValue:
        """Which way the text runs."""
        return _named(
            texts.ORIENTATIONS, texts.attribute(self.element, "vert", "horz"), "Horizontal"
        )

    @orientation.setter
    def set_orientation(self, value: JsonValue) -> None:
        """Let it run another way."""
        kept = texts.ORIENTATIONS[enum_value("ShapeTextOrientation", value)]
        self.change(lambda element: texts.set_attribute(element, "vert", kept))

    @scalar("ReadingOrder")
    def reading_order(self) -> JsonValue:
        """From the left or from the right, null where paragraphs differ."""
        kept = texts.paragraph_attributes(self.element, "rtl", "0")
        if len(kept) > 1:
            return None
        return "RightToLeft" if next(iter(kept)) in ("1", "true") else "LeftToRight"

    @reading_order.setter
    def set_reading_order(self, value: JsonValue) -> None:
        """Set it."""
        kept = "1" if enum_value("ShapeTextReadingOrder", value) == "RightToLeft" else "0"
        self.change(lambda element: texts.set_paragraph_attribute(element, "rtl", kept))

    # -- overflow and fit --------------------------------------------------------------------
    @scalar("HorizontalOverflow")
    def horizontal_overflow(self) -> JsonValue:
        """What becomes of text that is too wide."""
        return _named(_OVERFLOWS, texts.attribute(self.element, "horzOverflow", "overflow"), "")

    @horizontal_overflow.setter
    def set_horizontal_overflow(self, value: JsonValue) -> None:
        """Set it."""
        kept = _OVERFLOWS[enum_value("ShapeTextHorizontalOverflow", value)]
        self.change(lambda element: texts.set_attribute(element, "horzOverflow", kept))

    @scalar("VerticalOverflow")
    def vertical_overflow(self) -> JsonValue:
        """What becomes of text that is too tall."""
        return _named(_OVERFLOWS, texts.attribute(self.element, "vertOverflow", "overflow"), "")

    @vertical_overflow.setter
    def set_vertical_overflow(self, value: JsonValue) -> None:
        """Set it."""
        kept = _OVERFLOWS[enum_value("ShapeTextVerticalOverflow", value)]
        self.change(lambda element: texts.set_attribute(element, "vertOverflow", kept))

    @scalar("AutoSizeSetting")
    def auto_size_setting(self) -> JsonValue:
        """Whether the shape fits the text, the text the shape, or neither."""
        return texts.fitting(self.element)

    @auto_size_setting.setter
    def set_auto_size_setting(self, value: JsonValue) -> None:
        """Set it; a shape that fits its text takes another height at once."""
        fits = enum_value("ShapeAutoSize", value)
        if fits == "AutoSizeMixed":
            raise invalid_argument()
        self.change(lambda element: texts.set_fitting(element, fits))
        self._fit()

    def _fit(self) -> None:
        fit_to_text(self.ref)


class _OfText(OfShape):
    """All of a shape's text, or from one character a number of them."""

    def __init__(self, ref: ShapeRef, piece: tuple[int, int] | None = None) -> None:
        super().__init__(ref)
        self.piece = piece

    def runs(self, element: Element) -> list[Element] | None:
        """The runs it consists of, cut out if need be; None for all of the text."""
        return None if self.piece is None else texts.pieces(element, *self.piece)


@excel_class("TextRange")
class TextRange(_OfText):
    """Text of a shape."""

    @scalar("Text")
    def text(self) -> JsonValue:
        """The text, without its looks."""
        whole_text = texts.text_of(self.element)
        if self.piece is None:
            return whole_text
        start, length = self.piece
        return whole_text[start : start + length]

    @text.setter
    def set_text(self, value: JsonValue) -> None:
        """Replace it; the looks of its beginning stay."""
        new = text(value)
        if self.piece is None:
            self.change(lambda element: texts.set_text(element, new))
        else:
            self.change(lambda element: texts.replace_piece(self.runs(element) or [], new))
        fit_to_text(self.ref)

    @navigation("Font")
    def font(self) -> "ShapeFont":
        """Its font."""
        return ShapeFont(self.ref, self.piece)

    @method("GetSubstring")
    def get_substring(self, start: JsonValue, length: JsonValue) -> "TextRange":
        """A piece of it; without a length, all from there on."""
        count = len(texts.text_of(self.element)) if self.piece is None else self.piece[1]
        first = whole(start, 0, count)
        size = count - first if length is None else whole(length, 0, count - first)
        return TextRange(self.ref, (first + (0 if self.piece is None else self.piece[0]), size))


@excel_class("ShapeFont")
class ShapeFont(_OfText):
    """The font of text; a property is null where it isn't the same all over."""

    def _one(self, read: Callable[[Element | None], Value]) -> Value | None:
        element = self.ref.find(to_change=self.piece is not None).element
        found = {read(look) for look in texts.looks_to_read(element, self.runs(element))}
        return next(iter(found)) if len(found) == 1 else None

    def _all(self, change: Callable[[Element], object]) -> None:
        def change_looks(element: Element) -> None:
            for look in list(texts.looks_to_change(element, self.runs(element))):
                change(look)

        self.change(change_looks)
        fit_to_text(self.ref)

    def _flag(self, name: str) -> JsonValue:
        return self._one(
            lambda look: look is not None and look.get(name, "0") in ("1", "true"),
        )

    @scalar("Size")
    def size(self) -> JsonValue:
        """Points."""
        return self._one(texts.font_size)

    @size.setter
    def set_size(self, value: JsonValue) -> None:
        """Set it."""
        points = finite(value)
        if not 1 <= points <= _LARGEST:
            raise invalid_argument()
        self._all(lambda look: look.set("sz", str(round(points * 100))))

    @scalar("Name")
    def name(self) -> JsonValue:
        """Typeface."""
        found = self._one(texts.font_name)
        if found is None or not found.startswith("+"):
            return found
        return self.workbook.engine.charts.theme_font(found)

    @name.setter
    def set_name(self, value: JsonValue) -> None:
        """Set it."""
        face = text(value)
        self._all(lambda look: texts.set_font_name(look, face))

    @scalar("Color")
    def color(self) -> JsonValue:
        """`#RRGGBB`."""
        element = self.element
        return self._one(lambda look: texts.font_color(element, look, self.theme))

    @color.setter
    def set_color(self, value: JsonValue) -> None:
        """Set it."""
        code = color_code(value)
        self._all(lambda look: texts.set_font_color(look, code))

    @scalar("Bold")
    def bold(self) -> JsonValue:
        """Whether it is bold."""
        return self._flag("b")

    @bold.setter
    def set_bold(self, value: JsonValue) -> None:
        """Set it."""
        kept = "1" if flag(value) else "0"
        self._all(lambda look: look.set("b", kept))

    @scalar("Italic")
    def italic(self) -> JsonValue:
        """Whether it is italic."""
        return self._flag("i")

    @italic.setter
    def set_italic(self, value: JsonValue) -> None:
        """Set it."""
        kept = "1" if flag(value) else "0"
        self._all(lambda look: look.set("i", kept))

    @scalar("Underline")
    def underline(self) -> JsonValue:
        """`ShapeFontUnderlineStyle`."""
        kept = self._one(lambda look: "none" if look is None else look.get("u", "none"))
        return None if kept is None else _named(texts.UNDERLINES, kept, "None")

    @underline.setter
    def set_underline(self, value: JsonValue) -> None:
        """Set it."""
        kept = texts.UNDERLINES[enum_value("ShapeFontUnderlineStyle", value)]
        self._all(lambda look: look.set("u", kept))
