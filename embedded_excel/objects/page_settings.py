"""Margins and switches of PageLayout."""

from dataclasses import replace
from typing import Any, Final

from pydantic import JsonValue

from embedded_excel.calc.page_parts import Page
from embedded_excel.errors import invalid_argument
from embedded_excel.model.areas import flag
from embedded_excel.model.workbook import OpenWorkbook, SheetId
from embedded_excel.objects.base import ExcelObject, method, scalar
from embedded_excel.objects.styled_areas import number
from embedded_excel.wire.members import enum_value

_POINTS: Final = {"Points": 1.0, "Inches": 72.0, "Centimeters": 72 / 2.54}
_INCH = 72.0
_MOST_MARGIN = 49 * _INCH


class PageBase(ExcelObject):
    """Reads and changes a sheet's page set-up."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId) -> None:
        super().__init__(workbook)
        self.sheet = sheet

    @property
    def index(self) -> int:
        """Tab position of the sheet."""
        return self.workbook.sheet_index(self.sheet)

    @property
    def page(self) -> Page:
        """The page set-up as it is now."""
        return self.workbook.engine.sheet_parts.pages.page(self.index)

    def change(self, **changed: Any) -> None:
        """Change fields of the page set-up."""
        pages = self.workbook.engine.sheet_parts.pages
        pages.set_page(self.index, replace(self.page, **changed))
        self.workbook.changed = True

    def margin(self, name: str, value: JsonValue) -> None:
        """Set a margin in points."""
        self.change(**{name: number(value, 0, _MOST_MARGIN) / _INCH})


def _points(inches: float) -> float:
    return round(inches * _INCH, 6)


class PageMargins(PageBase):
    """Margins of a page."""

    @scalar("LeftMargin")
    def left_margin(self) -> JsonValue:
        """Points."""
        return _points(self.page.left)

    @left_margin.setter
    def set_left_margin(self, value: JsonValue) -> None:
        """Points."""
        self.margin("left", value)

    @scalar("RightMargin")
    def right_margin(self) -> JsonValue:
        """Points."""
        return _points(self.page.right)

    @right_margin.setter
    def set_right_margin(self, value: JsonValue) -> None:
        """Points."""
        self.margin("right", value)

    @scalar("TopMargin")
    def top_margin(self) -> JsonValue:
        """Points."""
        return _points(self.page.top)

    @top_margin.setter
    def set_top_margin(self, value: JsonValue) -> None:
        """Points."""
        self.margin("top", value)

    @scalar("BottomMargin")
    def bottom_margin(self) -> JsonValue:
        """Points."""
        return _points(self.page.bottom)

    @bottom_margin.setter
    def set_bottom_margin(self, value: JsonValue) -> None:
        """Points."""
        self.margin("bottom", value)

    @scalar("HeaderMargin")
    def header_margin(self) -> JsonValue:
        """Points."""
        return _points(self.page.header)

    @header_margin.setter
    def set_header_margin(self, value: JsonValue) -> None:
        """Points."""
        self.margin("header", value)

    @scalar("FooterMargin")
    def footer_margin(self) -> JsonValue:
        """Points."""
        return _points(self.page.footer)

    @footer_margin.setter
    def set_footer_margin(self, value: JsonValue) -> None:
        """Points."""
        self.margin("footer", value)

    @method("SetPrintMargins")
    def set_print_margins(self, unit: JsonValue, options: JsonValue) -> None:
        """Set margins in a unit."""
        factor = _POINTS[enum_value("PrintMarginUnit", unit)]
        if not isinstance(options, dict):
            raise invalid_argument()
        names = ("left", "right", "top", "bottom", "header", "footer")
        if set(options) - set(names):
            raise invalid_argument()
        inches = {
            name: number(value, 0, _MOST_MARGIN / factor) * factor / _INCH
            for name, value in options.items()
            if value is not None
        }
        self.change(**inches)


class PageSwitches(PageBase):
    """What is on or off when a sheet prints."""

    @scalar("BlackAndWhite")
    def black_and_white(self) -> JsonValue:
        """Without colours."""
        return self.page.black_and_white

    @black_and_white.setter
    def set_black_and_white(self, value: JsonValue) -> None:
        """Without colours or with them."""
        self.change(black_and_white=flag(value))

    @scalar("CenterHorizontally")
    def center_horizontally(self) -> JsonValue:
        """In the middle of the page."""
        return self.page.center_horizontally

    @center_horizontally.setter
    def set_center_horizontally(self, value: JsonValue) -> None:
        """In the middle of the page or not."""
        self.change(center_horizontally=flag(value))

    @scalar("CenterVertically")
    def center_vertically(self) -> JsonValue:
        """In the middle of the page."""
        return self.page.center_vertically

    @center_vertically.setter
    def set_center_vertically(self, value: JsonValue) -> None:
        """In the middle of the page or not."""
        self.change(center_vertically=flag(value))

    @scalar("DraftMode")
    def draft_mode(self) -> JsonValue:
        """Without graphics."""
        return self.page.draft

    @draft_mode.setter
    def set_draft_mode(self, value: JsonValue) -> None:
        """Without graphics or with them."""
        self.change(draft=flag(value))

    @scalar("PrintGridlines")
    def print_gridlines(self) -> JsonValue:
        """With gridlines."""
        return self.page.gridlines

    @print_gridlines.setter
    def set_print_gridlines(self, value: JsonValue) -> None:
        """With gridlines or without."""
        self.change(gridlines=flag(value))

    @scalar("PrintHeadings")
    def print_headings(self) -> JsonValue:
        """With row and column headings."""
        return self.page.headings

    @print_headings.setter
    def set_print_headings(self, value: JsonValue) -> None:
        """With headings or without."""
        self.change(headings=flag(value))
