"""PageLayout: how a sheet prints."""

from dataclasses import replace
from typing import Final, cast

from pydantic import JsonValue

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Rect
from embedded_excel.calc.page_parts import PrintedComments, PrintedErrors
from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model.a1 import parse_rect, rect_text
from embedded_excel.model.areas import integer, resolve
from embedded_excel.model.workbook import Area
from embedded_excel.objects.base import excel_class, method, navigation, scalar
from embedded_excel.objects.header_footer import HeaderFooterGroup
from embedded_excel.objects.page_settings import PageMargins, PageSwitches
from embedded_excel.objects.styled_areas import number
from embedded_excel.objects.tracked import (
    TrackedAreas,
    TrackedRange,
    new_areas,
    new_range,
)
from embedded_excel.wire.members import api_facts, enum_value

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


@excel_class("PageLayout")
class PageLayout(PageMargins, PageSwitches):
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
        if rect.columns < MAX_COLUMNS:
            raise invalid_argument()
        _, columns = self.workbook.engine.sheet_parts.pages.print_titles(self.index)
        self._set_titles(f"{rect.top + 1}:{rect.bottom + 1}", columns)

    @method("SetPrintTitleColumns")
    def set_print_title_columns(self, cells: object) -> None:
        """Repeat these columns on each page."""
        rect = self._one(cells)
        if rect.rows < MAX_ROWS:
            raise invalid_argument()
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
