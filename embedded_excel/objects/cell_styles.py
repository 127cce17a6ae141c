"""Style and StyleCollection: named cell styles, and the parts of their looks."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.cell_styles import NamedStyle, StyleGroup
from embedded_excel.calc.cells import CellStyle, Line
from embedded_excel.errors import ExcelApiError, invalid_argument
from embedded_excel.model.areas import flag, item_at
from embedded_excel.model.cell_styles import (
    add_style,
    change_style,
    delete_style,
    style_called,
    style_with_look,
)
from embedded_excel.model.workbook import OpenWorkbook
from embedded_excel.objects.alignment import Alignment
from embedded_excel.objects.base import (
    ExcelCollection,
    ExcelObject,
    excel_class,
    method,
    navigation,
    scalar,
)
from embedded_excel.objects.range_borders import (
    RangeBorder,
    RangeBorderCollection,
    Side,
    line_on,
    side_of,
    with_line,
)
from embedded_excel.objects.range_font import FormatProtection, RangeFill, RangeFont
from embedded_excel.objects.styled_areas import StyledAreas

T = TypeVar("T")

_EDGES = ("EdgeLeft", "EdgeRight", "EdgeTop", "EdgeBottom")


class _StylePart(StyledAreas):
    """The look of a style in the place of the looks of cells."""

    def __init__(self, workbook: OpenWorkbook, name: str) -> None:
        super().__init__(workbook, ())
        self.name_of_style = name

    @override
    def uniform(self, get: Callable[[CellStyle], T]) -> T | None:
        return get(style_with_look(self.workbook, self.name_of_style).look)

    @override
    def restyle(self, change: Callable[[CellStyle], CellStyle]) -> None:
        change_style(
            self.workbook,
            self.name_of_style,
            lambda style: replace(style, look=change(style.look)),
        )


class _StyleFont(_StylePart, RangeFont):
    """Font of a style."""


class _StyleFill(_StylePart, RangeFill):
    """Background of a style."""


class _StyleBorder(RangeBorder):
    """One border of a style."""

    def __init__(self, workbook: OpenWorkbook, name: str, index: str) -> None:
        super().__init__(workbook, (), index)
        self._part = _StylePart(workbook, name)
        self._side: Side = side_of(index)

    @override
    def lines(self) -> set[Line]:
        line = self._part.uniform(lambda style: line_on(style, self._side))
        return {line or Line()}

    @override
    def draw(self, change: Callable[[Line], Line]) -> None:
        self._part.restyle(
            lambda style: with_line(style, self._side, change(line_on(style, self._side)))
        )


class _StyleBorders(RangeBorderCollection):
    """The four borders of a style."""

    def __init__(self, workbook: OpenWorkbook, name: str) -> None:
        super().__init__(workbook, ())
        self._style = name

    @property
    @override
    def sides(self) -> tuple[str, ...]:
        return _EDGES

    @override
    def border(self, index: str) -> RangeBorder:
        return _StyleBorder(self.workbook, self._style, index)


@excel_class("Style")
class Style(_StylePart, Alignment, FormatProtection):
    """A named cell style."""

    def _now(self) -> NamedStyle:
        return style_with_look(self.workbook, self.name_of_style)

    def _includes(self, group: StyleGroup) -> bool:
        return group in self._now().groups

    def _include(self, group: StyleGroup, value: JsonValue) -> None:
        change: frozenset[StyleGroup] = frozenset({group})
        on = flag(value)
        change_style(
            self.workbook,
            self.name_of_style,
            lambda style: replace(
                style, groups=style.groups | change if on else style.groups - change
            ),
        )

    @scalar("Name")
    def name(self) -> JsonValue:
        """Name."""
        return self._now().name

    @scalar("BuiltIn")
    def built_in(self) -> JsonValue:
        """Whether it is one of Excel's own."""
        return self._now().built_in is not None

    @method("Delete")
    def delete(self) -> None:
        """Delete it; its cells become Normal."""
        delete_style(self.workbook, self.name_of_style)

    # -- parts -------------------------------------------------------------------------------
    @navigation("Font")
    def font(self) -> ExcelObject:
        """Font."""
        return _StyleFont(self.workbook, self.name_of_style)

    @navigation("Fill")
    def fill(self) -> ExcelObject:
        """Background."""
        return _StyleFill(self.workbook, self.name_of_style)

    @navigation("Borders")
    def borders(self) -> ExcelObject:
        """Borders."""
        return _StyleBorders(self.workbook, self.name_of_style)

    # -- what it includes --------------------------------------------------------------------
    @scalar("IncludeNumber")
    def include_number(self) -> JsonValue:
        """Whether it includes the number format."""
        return self._includes("number")

    @include_number.setter
    def set_include_number(self, value: JsonValue) -> None:
        """Include the number format or not."""
        self._include("number", value)

    @scalar("IncludeFont")
    def include_font(self) -> JsonValue:
        """Whether it includes the font."""
        return self._includes("font")

    @include_font.setter
    def set_include_font(self, value: JsonValue) -> None:
        """Include the font or not."""
        self._include("font", value)

    @scalar("IncludeAlignment")
    def include_alignment(self) -> JsonValue:
        """Whether it includes the alignment."""
        return self._includes("alignment")

    @include_alignment.setter
    def set_include_alignment(self, value: JsonValue) -> None:
        """Include the alignment or not."""
        self._include("alignment", value)

    @scalar("IncludeBorder")
    def include_border(self) -> JsonValue:
        """Whether it includes the borders."""
        return self._includes("border")

    @include_border.setter
    def set_include_border(self, value: JsonValue) -> None:
        """Include the borders or not."""
        self._include("border", value)

    @scalar("IncludePatterns")
    def include_patterns(self) -> JsonValue:
        """Whether it includes the background."""
        return self._includes("fill")

    @include_patterns.setter
    def set_include_patterns(self, value: JsonValue) -> None:
        """Include the background or not."""
        self._include("fill", value)

    @scalar("IncludeProtection")
    def include_protection(self) -> JsonValue:
        """Whether it includes the protection."""
        return self._includes("protection")

    @include_protection.setter
    def set_include_protection(self, value: JsonValue) -> None:
        """Include the protection or not."""
        self._include("protection", value)

    # -- look --------------------------------------------------------------------------------
    @scalar("NumberFormat")
    def number_format(self) -> JsonValue:
        """Number format."""
        return self._now().look.number_format

    @number_format.setter
    def set_number_format(self, value: JsonValue) -> None:
        """Set the number format."""
        if not isinstance(value, str) or not value:
            raise invalid_argument()
        self.restyle(lambda style: replace(style, number_format=value))

    @scalar("NumberFormatLocal")
    def number_format_local(self) -> JsonValue:
        """Number format; the language is that of the United States."""
        return self._now().look.number_format

    @number_format_local.setter
    def set_number_format_local(self, value: JsonValue) -> None:
        """Set the number format."""
        self.set_number_format(value)


@excel_class("StyleCollection")
class StyleCollection(ExcelCollection):
    """The styles of the workbook, by name."""

    @override
    def items(self) -> Sequence[ExcelObject]:
        styles = self.workbook.engine.documents.styles.listed()
        return [Style(self.workbook, style.name) for style in styles]

    @override
    def get_item(self, key: JsonValue) -> ExcelObject:
        return Style(self.workbook, style_called(self.workbook, key).name)

    @method("GetItemOrNullObject")
    def get_item_or_null_object(self, key: JsonValue) -> ExcelObject | None:
        """A style by its name, or a null object."""
        try:
            return self.get_item(key)
        except ExcelApiError:
            return None

    @method("GetItemAt")
    def get_item_at(self, index: JsonValue) -> ExcelObject:
        """A style by its position."""
        return item_at(self.items(), index)

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """How many there are."""
        return len(self.items())

    @method("Add")
    def add(self, name: JsonValue) -> None:
        """A style that looks like Normal."""
        add_style(self.workbook, name)
