"""PageLayout: how a sheet prints."""

from dataclasses import replace
from typing import Any, Final, cast

from pydantic import JsonValue

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Rect
from embedded_excel.calc.page_parts import Page, PrintedComments, PrintedErrors
from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model.a1 import parse_rect, rect_text
from embedded_excel.model.areas import flag, integer, resolve
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId
from embedded_excel.objects.base import ExcelObject, excel_class, method, navigation, scalar
from embedded_excel.objects.header_footer import HeaderFooterGroup
from embedded_excel.objects.styled_areas import number
from embedded_excel.objects.tracked import (
    TrackedAreas,
    TrackedRange,
    new_areas,
    new_range,
)
from embedded_excel.wire.members import api_facts, enum_value

_POINTS: Final = {"Points": 1.0, "Inches": 72.0, "Centimeters": 72 / 2.54}
_INCH = 72.0
_MOST_MARGIN = 49 * _INCH
_COMMENTS: Final[dict[str, PrintedComments]] = {
    "NoComments": "none",
    "EndSheet": "atEnd",
    "InPlace": "asDisplayed",
}
_ERRORS: Final[dict[str, PrintedErrors]] = {
    "AsDisplayed": "displayed",
    "Blank": "blank",
    "Dash": "dash",
    "NotAvailable": "NA",
}
_LEAST_SCALE, _MOST_SCALE = 10, 400
_MOST_PAGES = 32_767


class _PageBase(ExcelObject):
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


class _Margins(_PageBase):
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


class _Switches(_PageBase):
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


@excel_class("PageLayout")
class PageLayout(_Margins, _Switches):
    """How a sheet prints."""

    @scalar("Orientation")
    def orientation(self) -> JsonValue:
        """Upright or sideways."""
        return "Landscape" if self.page.landscape else "Portrait"

    @orientation.setter
    def set_orientation(self, value: JsonValue) -> None:
        """Upright or sideways."""
        self.change(landscape=enum_value("PageOrientation", value) == "Landscape")

    @scalar("PaperSize")
    def paper_size(self) -> JsonValue:
        """`PaperType`, or "" for a size the API has no name for."""
        names = api_facts().enums["PaperType"]
        paper = self.page.paper
        return names[paper - 1] if 1 <= paper <= len(names) else ""

    @paper_size.setter
    def set_paper_size(self, value: JsonValue) -> None:
        """Set the paper; the API's names stand in the order of the file's numbers."""
        names = api_facts().enums["PaperType"]
        self.change(paper=names.index(enum_value("PaperType", value)) + 1)

    @scalar("PrintComments")
    def print_comments(self) -> JsonValue:
        """Where comments print."""
        return next(name for name, kind in _COMMENTS.items() if kind == self.page.comments)

    @print_comments.setter
    def set_print_comments(self, value: JsonValue) -> None:
        """Set where comments print."""
        self.change(comments=_COMMENTS[enum_value("PrintComments", value)])

    @scalar("PrintErrors")
    def print_errors(self) -> JsonValue:
        """How errors print."""
        return next(name for name, kind in _ERRORS.items() if kind == self.page.errors)

    @print_errors.setter
    def set_print_errors(self, value: JsonValue) -> None:
        """Set how errors print."""
        self.change(errors=_ERRORS[enum_value("PrintErrorType", value)])

    @scalar("PrintOrder")
    def print_order(self) -> JsonValue:
        """Which way pages follow."""
        return "OverThenDown" if self.page.over_then_down else "DownThenOver"

    @print_order.setter
    def set_print_order(self, value: JsonValue) -> None:
        """Set which way pages follow."""
        self.change(over_then_down=enum_value("PrintOrder", value) == "OverThenDown")

    @scalar("FirstPageNumber")
    def first_page_number(self) -> JsonValue:
        """The first page's number, "" for automatic."""
        first = self.page.first_page
        return "" if first is None else first

    @first_page_number.setter
    def set_first_page_number(self, value: JsonValue) -> None:
        """Set the first page's number."""
        self.change(first_page=None if value in (None, "") else integer(value))

    @scalar("Zoom")
    def zoom(self) -> JsonValue:
        """A scale in per cent, or pages to fit."""
        page = self.page
        if not page.fit:
            return {"scale": page.scale}
        return {
            "horizontalFitToPages": page.pages_wide or None,
            "verticalFitToPages": page.pages_tall or None,
        }

    @zoom.setter
    def set_zoom(self, value: JsonValue) -> None:
        """Set a scale, or the pages to fit."""
        if not isinstance(value, dict):
            raise invalid_argument()
        scale = value.get("scale")
        wide, tall = value.get("horizontalFitToPages"), value.get("verticalFitToPages")
        if scale is not None:
            percent = int(number(scale, _LEAST_SCALE, _MOST_SCALE))
            self.change(scale=percent, fit=False)
        elif wide is None and tall is None:
            raise invalid_argument()
        else:
            self.change(fit=True, pages_wide=_pages(wide), pages_tall=_pages(tall))

    @navigation("HeadersFooters")
    def headers_footers(self) -> HeaderFooterGroup:
        """Headers and footers."""
        return HeaderFooterGroup(self.workbook, self.sheet)

    # -- print area and titles -------------------------------------------------------------------
    @method("SetPrintArea")
    def set_print_area(self, cells: object) -> None:
        """Print these cells alone."""
        areas = self._areas(cells)
        texts = ",".join(rect_text(area.rect) for area in areas)
        self.workbook.engine.sheet_parts.pages.set_print_area(self.index, texts)
        self.workbook.changed = True

    @method("GetPrintArea")
    def get_print_area(self) -> TrackedAreas:
        """The cells that print."""
        found = self.get_print_area_or_null()
        if found is None:
            raise item_not_found()
        return found

    @method("GetPrintAreaOrNullObject")
    def get_print_area_or_null(self) -> TrackedAreas | None:
        """The cells that print, or a null object when there is no print area."""
        text = self.workbook.engine.sheet_parts.pages.print_area(self.index)
        rects = [parse_rect(part) for part in text.split(",")] if text else []
        areas = tuple(Area(self.sheet, rect) for rect in rects if rect is not None)
        return new_areas(self.workbook, areas) if areas else None

    @method("SetPrintTitleRows")
    def set_print_title_rows(self, cells: object) -> None:
        """Repeat these rows on each page."""
        rect = self._one(cells)
        _, columns = self.workbook.engine.sheet_parts.pages.print_titles(self.index)
        self._set_titles(f"{rect.top + 1}:{rect.bottom + 1}", columns)

    @method("SetPrintTitleColumns")
    def set_print_title_columns(self, cells: object) -> None:
        """Repeat these columns on each page."""
        rect = replace(self._one(cells), top=0, bottom=MAX_ROWS - 1)
        rows, _ = self.workbook.engine.sheet_parts.pages.print_titles(self.index)
        self._set_titles(rows, rect_text(rect))

    def _set_titles(self, rows: str, columns: str) -> None:
        self.workbook.engine.sheet_parts.pages.set_print_titles(self.index, rows, columns)
        self.workbook.changed = True

    @method("GetPrintTitleRows")
    def get_print_title_rows(self) -> TrackedRange:
        """The repeated rows."""
        return _found(self.get_print_title_rows_or_null())

    @method("GetPrintTitleRowsOrNullObject")
    def get_print_title_rows_or_null(self) -> TrackedRange | None:
        """The repeated rows, or a null object."""
        return self._title(0)

    @method("GetPrintTitleColumns")
    def get_print_title_columns(self) -> TrackedRange:
        """The repeated columns."""
        return _found(self.get_print_title_columns_or_null())

    @method("GetPrintTitleColumnsOrNullObject")
    def get_print_title_columns_or_null(self) -> TrackedRange | None:
        """The repeated columns, or a null object."""
        return self._title(1)

    def _title(self, which: int) -> TrackedRange | None:
        text = self.workbook.engine.sheet_parts.pages.print_titles(self.index)[which]
        rect = parse_rect(text) if text else None
        return None if rect is None else new_range(self.workbook, Area(self.sheet, rect))

    def _areas(self, cells: object) -> tuple[Area, ...]:
        if isinstance(cells, TrackedAreas):
            areas = cells.areas
        elif isinstance(cells, TrackedRange):
            areas = (cells.area,)
        elif isinstance(cells, str) and cells:
            areas = tuple(resolve(self.workbook, part, self.sheet) for part in cells.split(","))
        else:
            raise invalid_argument()
        if any(area.sheet != self.sheet for area in areas):
            raise invalid_argument()
        return areas

    def _one(self, cells: object) -> Rect:
        areas = self._areas(cells)
        if len(areas) != 1:
            raise invalid_argument()
        return replace(areas[0].rect, right=min(areas[0].rect.right, MAX_COLUMNS - 1))


def _found(found: TrackedRange | None) -> TrackedRange:
    if found is None:
        raise item_not_found()
    return found


def _pages(value: JsonValue) -> int:
    if value is None:
        return 0
    pages = integer(cast("JsonValue", value))
    if not 1 <= pages <= _MOST_PAGES:
        raise invalid_argument()
    return pages
