"""What conditional formats make of cells: number format, font, fill, borders."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.cells import Line
from embedded_excel.calc.conditional_rules import RuleFormat
from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model.areas import flag, integer
from embedded_excel.model.colors import color_code
from embedded_excel.model.workbook import OpenWorkbook, SheetId
from embedded_excel.objects.base import ExcelCollection, excel_class, method, navigation, scalar
from embedded_excel.objects.conditional_formats import RulePart
from embedded_excel.wire.members import enum_value

_SIDES: Final = {
    "EdgeTop": "top",
    "EdgeBottom": "bottom",
    "EdgeLeft": "left",
    "EdgeRight": "right",
}


class _FormatPart(RulePart):
    @property
    def look(self) -> RuleFormat:
        """The format as it is now."""
        return self.stored.format

    def change_look(self, changed: Callable[[RuleFormat], RuleFormat]) -> None:
        """Store a changed format."""
        self.change(lambda rule: replace(rule, format=changed(rule.format)))


@excel_class("ConditionalRangeFormat")
class ConditionalRangeFormat(_FormatPart):
    """What a conditional format makes of cells."""

    @scalar("NumberFormat")
    def number_format(self) -> JsonValue:
        """The number format; null when it is left alone."""
        return self.look.number_format

    @number_format.setter
    def set_number_format(self, value: JsonValue) -> None:
        """Set the number format."""
        if not isinstance(value, str):
            raise invalid_argument()
        self.change_look(lambda look: replace(look, number_format=value or None))

    @navigation("Fill")
    def fill(self) -> "ConditionalRangeFill":
        """The fill."""
        return ConditionalRangeFill(self.workbook, self.sheet, self.rule_id)

    @navigation("Font")
    def font(self) -> "ConditionalRangeFont":
        """The font."""
        return ConditionalRangeFont(self.workbook, self.sheet, self.rule_id)

    @navigation("Borders")
    def borders(self) -> "ConditionalRangeBorderCollection":
        """The borders."""
        return ConditionalRangeBorderCollection(self.workbook, self.sheet, self.rule_id)


@excel_class("ConditionalRangeFill")
class ConditionalRangeFill(_FormatPart):
    """The fill of a conditional format."""

    @scalar("Color")
    def color(self) -> JsonValue:
        """The colour; "" when it is left alone."""
        return self.look.fill or ""

    @color.setter
    def set_color(self, value: JsonValue) -> None:
        """Set the colour."""
        color = color_code(value)
        self.change_look(lambda look: replace(look, fill=color))

    @method("Clear")
    def clear(self) -> None:
        """Leave the fill alone."""
        self.change_look(lambda look: replace(look, fill=None))


@excel_class("ConditionalRangeFont")
class ConditionalRangeFont(_FormatPart):
    """The font of a conditional format; what is left alone is null, the colour ""."""

    @scalar("Color")
    def color(self) -> JsonValue:
        """The colour."""
        return self.look.color or ""

    @color.setter
    def set_color(self, value: JsonValue) -> None:
        """Set the colour."""
        color = color_code(value)
        self.change_look(lambda look: replace(look, color=color))

    @scalar("Bold")
    def bold(self) -> JsonValue:
        """Bold."""
        return self.look.bold

    @bold.setter
    def set_bold(self, value: JsonValue) -> None:
        """Set bold."""
        on = flag(value)
        self.change_look(lambda look: replace(look, bold=on))

    @scalar("Italic")
    def italic(self) -> JsonValue:
        """Italic."""
        return self.look.italic

    @italic.setter
    def set_italic(self, value: JsonValue) -> None:
        """Set italic."""
        on = flag(value)
        self.change_look(lambda look: replace(look, italic=on))

    @scalar("Strikethrough")
    def strikethrough(self) -> JsonValue:
        """Struck through."""
        return self.look.strikethrough

    @strikethrough.setter
    def set_strikethrough(self, value: JsonValue) -> None:
        """Strike through."""
        on = flag(value)
        self.change_look(lambda look: replace(look, strikethrough=on))

    @scalar("Underline")
    def underline(self) -> JsonValue:
        """Kind of underline."""
        return self.look.underline

    @underline.setter
    def set_underline(self, value: JsonValue) -> None:
        """Set the underline."""
        kind: Any = enum_value("ConditionalRangeFontUnderlineStyle", value)
        self.change_look(lambda look: replace(look, underline=kind))

    @method("Clear")
    def clear(self) -> None:
        """Leave the font alone."""
        self.change_look(
            lambda look: replace(
                look, color=None, bold=None, italic=None, underline=None, strikethrough=None
            )
        )


@excel_class("ConditionalRangeBorder")
class ConditionalRangeBorder(_FormatPart):
    """One border of a conditional format."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId, rule: str, side: str) -> None:
        super().__init__(workbook, sheet, rule)
        self.side = side

    @property
    def line(self) -> Line | None:
        """The line, None when it is left alone."""
        return getattr(self.look, _SIDES[self.side])

    @scalar("SideIndex")
    def side_index(self) -> JsonValue:
        """Which side."""
        return self.side

    @scalar("Style")
    def style(self) -> JsonValue:
        """Kind of line."""
        return "None" if self.line is None else self.line.style

    @style.setter
    def set_style(self, value: JsonValue) -> None:
        """Set the kind of line."""
        style: Any = enum_value("ConditionalRangeBorderLineStyle", value)
        name = _SIDES[self.side]
        line = None if style == "None" else replace(self.line or Line(), style=style)
        self.change_look(lambda look: replace(look, **{name: line}))

    @scalar("Color")
    def color(self) -> JsonValue:
        """Colour of the line; "" without one."""
        return "" if self.line is None else self.line.color

    @color.setter
    def set_color(self, value: JsonValue) -> None:
        """Set the colour; a side without a line gets one."""
        color = color_code(value)
        name = _SIDES[self.side]
        line = replace(self.line or Line("Continuous"), color=color)
        self.change_look(lambda look: replace(look, **{name: line}))


@excel_class("ConditionalRangeBorderCollection")
class ConditionalRangeBorderCollection(ExcelCollection):
    """The four borders of a conditional format."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId, rule: str) -> None:
        super().__init__(workbook)
        self.sheet = sheet
        self.rule_id = rule

    def _side(self, side: str) -> ConditionalRangeBorder:
        return ConditionalRangeBorder(self.workbook, self.sheet, self.rule_id, side)

    @override
    def items(self) -> Sequence[ConditionalRangeBorder]:
        return [self._side(side) for side in _SIDES]

    @override
    def get_item(self, key: JsonValue) -> ConditionalRangeBorder:
        return self._side(enum_value("ConditionalRangeBorderIndex", key))

    @scalar("Count")
    def count(self) -> JsonValue:
        """Four."""
        return len(_SIDES)

    @method("GetItemAt")
    def get_item_at(self, index: JsonValue) -> ConditionalRangeBorder:
        """A border by its place."""
        number = integer(index)
        if not 0 <= number < len(_SIDES):
            raise item_not_found()
        return self.items()[number]

    @navigation("Top")
    def top(self) -> ConditionalRangeBorder:
        """The upper one."""
        return self._side("EdgeTop")

    @navigation("Bottom")
    def bottom(self) -> ConditionalRangeBorder:
        """The lower one."""
        return self._side("EdgeBottom")

    @navigation("Left")
    def left(self) -> ConditionalRangeBorder:
        """The left one."""
        return self._side("EdgeLeft")

    @navigation("Right")
    def right(self) -> ConditionalRangeBorder:
        """The right one."""
        return self._side("EdgeRight")
