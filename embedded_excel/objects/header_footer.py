"""Headers and footers of printed pages."""

import re
from dataclasses import replace
from typing import Any, Final, Literal

from pydantic import JsonValue

from embedded_excel.calc.page_parts import HeadersFooters
from embedded_excel.errors import invalid_argument
from embedded_excel.model.areas import flag
from embedded_excel.model.workbook import OpenWorkbook, SheetId
from embedded_excel.objects.base import ExcelObject, excel_class, navigation, scalar
from embedded_excel.wire.members import enum_value

_SECTION = re.compile(r"&([LCR])", re.IGNORECASE)
_STATES: Final = {
    "Default": (False, False),
    "FirstAndDefault": (True, False),
    "OddAndEven": (False, True),
    "FirstOddAndEven": (True, True),
}
"""Whether the first page, and whether even pages, have their own."""
_MAX_TEXT = 255
Pages = Literal["odd", "even", "first"]
Place = Literal["header", "footer"]


def _sections(text: str) -> dict[str, str]:
    """Texts by `L`, `C` and `R`; what comes before any of them stands in the middle."""
    found = {"L": "", "C": "", "R": ""}
    parts = _SECTION.split(text.replace("&&", "\0"))
    found["C"] = parts[0]
    for letter, content in zip(parts[1::2], parts[2::2], strict=True):
        found[letter.upper()] += content
    return {letter: content.replace("\0", "&&") for letter, content in found.items()}


def _joined(sections: dict[str, str]) -> str:
    return "".join(f"&{letter}{text}" for letter, text in sections.items() if text)


class _HeadersBase(ExcelObject):
    def __init__(self, workbook: OpenWorkbook, sheet: SheetId) -> None:
        super().__init__(workbook)
        self.sheet = sheet

    @property
    def stored(self) -> HeadersFooters:
        """All headers and footers of the sheet."""
        index = self.workbook.sheet_index(self.sheet)
        return self.workbook.engine.sheet_parts.pages.headers(index)

    def change(self, **changed: Any) -> None:
        """Change some of them."""
        index = self.workbook.sheet_index(self.sheet)
        pages = self.workbook.engine.sheet_parts.pages
        pages.set_headers(index, replace(self.stored, **changed))
        self.workbook.changed = True


@excel_class("HeaderFooter")
class HeaderFooter(_HeadersBase):
    """Header and footer of one kind of page, with Excel's `&` codes."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId, pages: Pages) -> None:
        super().__init__(workbook, sheet)
        self.pages = pages

    def _get(self, place: Place, letter: str) -> str:
        return _sections(getattr(self.stored, f"{self.pages}_{place}"))[letter]

    def _set(self, place: Place, letter: str, value: JsonValue) -> None:
        if not isinstance(value, str) or len(value) > _MAX_TEXT:
            raise invalid_argument()
        name = f"{self.pages}_{place}"
        sections = _sections(getattr(self.stored, name)) | {letter: value}
        self.change(**{name: _joined(sections)})

    @scalar("LeftHeader")
    def left_header(self) -> JsonValue:
        """Left of the header."""
        return self._get("header", "L")

    @left_header.setter
    def set_left_header(self, value: JsonValue) -> None:
        """Set the left of the header."""
        self._set("header", "L", value)

    @scalar("CenterHeader")
    def center_header(self) -> JsonValue:
        """Middle of the header."""
        return self._get("header", "C")

    @center_header.setter
    def set_center_header(self, value: JsonValue) -> None:
        """Set the middle of the header."""
        self._set("header", "C", value)

    @scalar("RightHeader")
    def right_header(self) -> JsonValue:
        """Right of the header."""
        return self._get("header", "R")

    @right_header.setter
    def set_right_header(self, value: JsonValue) -> None:
        """Set the right of the header."""
        self._set("header", "R", value)

    @scalar("LeftFooter")
    def left_footer(self) -> JsonValue:
        """Left of the footer."""
        return self._get("footer", "L")

    @left_footer.setter
    def set_left_footer(self, value: JsonValue) -> None:
        """Set the left of the footer."""
        self._set("footer", "L", value)

    @scalar("CenterFooter")
    def center_footer(self) -> JsonValue:
        """Middle of the footer."""
        return self._get("footer", "C")

    @center_footer.setter
    def set_center_footer(self, value: JsonValue) -> None:
        """Set the middle of the footer."""
        self._set("footer", "C", value)

    @scalar("RightFooter")
    def right_footer(self) -> JsonValue:
        """Right of the footer."""
        return self._get("footer", "R")

    @right_footer.setter
    def set_right_footer(self, value: JsonValue) -> None:
        """Set the right of the footer."""
        self._set("footer", "R", value)


@excel_class("HeaderFooterGroup")
class HeaderFooterGroup(_HeadersBase):
    """All headers and footers of a sheet."""

    @scalar("State")
    def state(self) -> JsonValue:
        """Which pages have their own."""
        stored = self.stored
        found = (stored.different_first, stored.different_odd_even)
        return next(name for name, kinds in _STATES.items() if kinds == found)

    @state.setter
    def set_state(self, value: JsonValue) -> None:
        """Set which pages have their own."""
        first, even = _STATES[enum_value("HeaderFooterState", value)]
        self.change(different_first=first, different_odd_even=even)

    @scalar("UseSheetMargins")
    def use_sheet_margins(self) -> JsonValue:
        """Whether they align with the page margins."""
        return self.stored.align_with_margins

    @use_sheet_margins.setter
    def set_use_sheet_margins(self, value: JsonValue) -> None:
        """Align with the page margins or not."""
        self.change(align_with_margins=flag(value))

    @scalar("UseSheetScale")
    def use_sheet_scale(self) -> JsonValue:
        """Whether they scale with the sheet."""
        return self.stored.scale_with_sheet

    @use_sheet_scale.setter
    def set_use_sheet_scale(self, value: JsonValue) -> None:
        """Scale with the sheet or not."""
        self.change(scale_with_sheet=flag(value))

    @navigation("DefaultForAllPages")
    def default_for_all_pages(self) -> HeaderFooter:
        """Of every page that has none of its own."""
        return HeaderFooter(self.workbook, self.sheet, "odd")

    @navigation("OddPages")
    def odd_pages(self) -> HeaderFooter:
        """Of odd pages: the file keeps one for these and for all pages."""
        return HeaderFooter(self.workbook, self.sheet, "odd")

    @navigation("EvenPages")
    def even_pages(self) -> HeaderFooter:
        """Of even pages."""
        return HeaderFooter(self.workbook, self.sheet, "even")

    @navigation("FirstPage")
    def first_page(self) -> HeaderFooter:
        """Of the first page."""
        return HeaderFooter(self.workbook, self.sheet, "first")
