"""How text stands in cells, of a range or of a named style."""

from dataclasses import replace
from typing import cast

from pydantic import JsonValue

from embedded_excel.calc.cells import (
    READING_ORDERS,
    CellStyle,
    HorizontalAlignment,
    ReadingOrder,
    VerticalAlignment,
)
from embedded_excel.errors import invalid_argument
from embedded_excel.model.areas import flag, integer
from embedded_excel.objects.base import scalar
from embedded_excel.objects.range_base import choice
from embedded_excel.objects.styled_areas import StyledAreas

HORIZONTAL = (
    "General",
    "Left",
    "Center",
    "Right",
    "Fill",
    "Justify",
    "CenterAcrossSelection",
    "Distributed",
)
VERTICAL = ("Top", "Center", "Bottom", "Justify", "Distributed")
MAX_INDENT = 250
_STACKED = 180
_STACKED_IN_FILE = 255


class Alignment(StyledAreas):
    """Place, direction and wrapping of text; null where cells differ."""

    @scalar("HorizontalAlignment")
    def horizontal_alignment(self) -> JsonValue:
        """Horizontal alignment."""
        return self.uniform(lambda style: style.horizontal)

    @horizontal_alignment.setter
    def set_horizontal_alignment(self, value: JsonValue) -> None:
        """Align horizontally."""
        kind = cast("HorizontalAlignment", choice(value, HORIZONTAL))
        self.restyle(lambda style: replace(style, horizontal=kind))

    @scalar("VerticalAlignment")
    def vertical_alignment(self) -> JsonValue:
        """Vertical alignment."""
        return self.uniform(lambda style: style.vertical)

    @vertical_alignment.setter
    def set_vertical_alignment(self, value: JsonValue) -> None:
        """Align vertically."""
        kind = cast("VerticalAlignment", choice(value, VERTICAL))
        self.restyle(lambda style: replace(style, vertical=kind))

    @scalar("WrapText")
    def wrap_text(self) -> JsonValue:
        """Whether text wraps."""
        return self.uniform(lambda style: style.wrap_text)

    @wrap_text.setter
    def set_wrap_text(self, value: JsonValue) -> None:
        """Wrap text or not."""
        on = flag(value)
        self.restyle(lambda style: replace(style, wrap_text=on))

    @scalar("ShrinkToFit")
    def shrink_to_fit(self) -> JsonValue:
        """Whether text shrinks to the column's width."""
        return self.uniform(lambda style: style.shrink_to_fit)

    @shrink_to_fit.setter
    def set_shrink_to_fit(self, value: JsonValue) -> None:
        """Shrink text or not."""
        on = flag(value)
        self.restyle(lambda style: replace(style, shrink_to_fit=on))

    @scalar("IndentLevel")
    def indent_level(self) -> JsonValue:
        """Indent, 0 to 250."""
        return self.uniform(lambda style: style.indent)

    @indent_level.setter
    def set_indent_level(self, value: JsonValue) -> None:
        """Set the indent."""
        level = integer(value)
        if not 0 <= level <= MAX_INDENT:
            raise invalid_argument()
        self.restyle(lambda style: indented(style, level))

    @scalar("TextOrientation")
    def text_orientation(self) -> JsonValue:
        """Degrees from -90 to 90, or 180 for stacked text."""
        return self.uniform(
            lambda style: _STACKED if style.rotation == _STACKED_IN_FILE else style.rotation
        )

    @text_orientation.setter
    def set_text_orientation(self, value: JsonValue) -> None:
        """Turn the text."""
        rotation = _stored_turn(value)
        self.restyle(lambda style: replace(style, rotation=rotation))

    @scalar("AutoIndent")
    def auto_indent(self) -> JsonValue:
        """Whether distributed text keeps a distance from both sides."""
        return self.uniform(lambda style: style.auto_indent)

    @auto_indent.setter
    def set_auto_indent(self, value: JsonValue) -> None:
        """Keep the distance or not."""
        on = flag(value)
        self.restyle(lambda style: replace(style, auto_indent=on))

    @scalar("ReadingOrder")
    def reading_order(self) -> JsonValue:
        """Reading order."""
        return self.uniform(lambda style: style.reading_order)

    @reading_order.setter
    def set_reading_order(self, value: JsonValue) -> None:
        """Set the reading order."""
        order = cast("ReadingOrder", choice(value, READING_ORDERS))
        self.restyle(lambda style: replace(style, reading_order=order))


def _stored_turn(value: JsonValue) -> int:
    """A `textOrientation` as styles keep it.

    Raises:
        ExcelApiError: InvalidArgument.
    """
    degrees = integer(value)
    if degrees != _STACKED and not -90 <= degrees <= 90:  # noqa: PLR2004 - a right angle
        raise invalid_argument()
    return _STACKED_IN_FILE if degrees == _STACKED else degrees


def indented(style: CellStyle, level: int) -> CellStyle:
    """A cell with an indent."""
    # An indent needs a side to count from: Excel turns General into Left.
    side = "Left" if level and style.horizontal == "General" else style.horizontal
    return replace(style, indent=level, horizontal=side)
