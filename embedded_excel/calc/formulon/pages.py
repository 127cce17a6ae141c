"""How sheets print."""

import re
from collections.abc import Sequence
from typing import Final, TypeVar, cast
from xml.sax.saxutils import unescape

from formulon.workbook import FormulonError

from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.parts import Opened
from embedded_excel.calc.page_parts import HeadersFooters, Page, PrintedComments, PrintedErrors

Value = TypeVar("Value")

_LANDSCAPE = 2
_SECTIONS: Final = {
    "odd_header": "oddHeader",
    "odd_footer": "oddFooter",
    "even_header": "evenHeader",
    "even_footer": "evenFooter",
    "first_header": "firstHeader",
    "first_footer": "firstFooter",
}
_ATTRIBUTE = re.compile(r"([\w:]+)\s*=\s*([\"'])(.*?)\2", re.DOTALL)
_QUOTES: Final = {"&quot;": '"', "&apos;": "'", "&#10;": "\n", "&#13;": "\r", "&#xA;": "\n"}
_MARGINS: Final = ("left", "right", "top", "bottom", "header", "footer")


class Pages:
    """Page set-up, headers and footers, print areas and page breaks."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened

    def page(self, sheet: int) -> Page:
        """The page set-up in force."""
        with self._opened() as book:
            return _page(book, sheet)

    def set_page(self, sheet: int, page: Page) -> None:
        """Change what differs; the rest stays as the file has it."""
        with self._opened() as book:
            before = _page(book, sheet)
            wheel = book.wheel
            wheel.set_page_setup(
                sheet,
                orientation=_if_new(_LANDSCAPE if page.landscape else 1, page, before, "landscape"),
                paper_size=_if_new(page.paper, page, before, "paper"),
                scale=_if_new(page.scale, page, before, "scale"),
                fit_to_width=_if_new(page.pages_wide, page, before, "pages_wide"),
                fit_to_height=_if_new(page.pages_tall, page, before, "pages_tall"),
                fit_to_page=_if_new(page.fit, page, before, "fit"),
            )
            margins = {
                name: cast("float", getattr(page, name))
                for name in _MARGINS
                if getattr(page, name) != getattr(before, name)
            }
            if margins:
                wheel.set_page_margins(sheet, **margins)
            wheel.set_print_options(
                sheet,
                grid_lines=_if_new(page.gridlines, page, before, "gridlines"),
                headings=_if_new(page.headings, page, before, "headings"),
                horizontal_centered=_if_new(
                    page.center_horizontally, page, before, "center_horizontally"
                ),
                vertical_centered=_if_new(
                    page.center_vertically, page, before, "center_vertically"
                ),
            )
            if _rarer(page) != _rarer(before):
                _write_rarer(book, sheet, page)

    def headers(self, sheet: int) -> HeadersFooters:
        """Headers and footers."""
        with self._opened() as book:
            xml = book.wheel.get_header_footer_xml(sheet)
        found = _attributes(xml)
        return HeadersFooters(
            **{field: _section(xml, name) for field, name in _SECTIONS.items()},
            different_odd_even=_flag(found, "differentOddEven"),
            different_first=_flag(found, "differentFirst"),
            scale_with_sheet=_flag(found, "scaleWithDoc", default=True),
            align_with_margins=_flag(found, "alignWithMargins", default=True),
        )

    def set_headers(self, sheet: int, headers: HeadersFooters) -> None:
        """Replace them."""
        with self._opened() as book:
            book.wheel.set_header_footer(
                sheet,
                odd_header=headers.odd_header,
                odd_footer=headers.odd_footer,
                even_header=headers.even_header,
                even_footer=headers.even_footer,
                first_header=headers.first_header,
                first_footer=headers.first_footer,
                different_odd_even=headers.different_odd_even,
                different_first=headers.different_first,
                scale_with_doc=headers.scale_with_sheet,
                align_with_margins=headers.align_with_margins,
            )

    def print_area(self, sheet: int) -> str:
        """A1 ranges separated by commas."""
        with self._opened() as book:
            try:
                return book.wheel.get_print_area(sheet)
            except FormulonError:
                # Its cells were deleted: the name behind it is #REF!.
                return ""

    def set_print_area(self, sheet: int, areas: str) -> None:
        """Set or remove it."""
        with self._opened() as book:
            book.wheel.set_print_area(sheet, areas)
            book.changed()

    def print_titles(self, sheet: int) -> tuple[str, str]:
        """Repeated rows and columns."""
        with self._opened() as book:
            try:
                return book.wheel.get_print_titles(sheet)
            except FormulonError:
                return "", ""

    def set_print_titles(self, sheet: int, rows: str, columns: str) -> None:
        """Set both."""
        with self._opened() as book:
            book.wheel.set_print_titles(sheet, rows, columns)
            book.changed()

    def breaks(self, sheet: int, *, rows: bool) -> Sequence[int]:
        """Manual breaks."""
        with self._opened() as book:
            wheel = book.wheel
            found = wheel.get_row_breaks(sheet) if rows else wheel.get_col_breaks(sheet)
            return [one.id for one in found if one.manual]

    def add_break(self, sheet: int, before: int, *, rows: bool) -> None:
        """Begin a page with a row or column."""
        with self._opened() as book:
            if rows:
                book.wheel.add_row_break(sheet, before)
            else:
                book.wheel.add_col_break(sheet, before)

    def remove_break(self, sheet: int, before: int, *, rows: bool) -> None:
        """Take a break away."""
        with self._opened() as book:
            if rows:
                book.wheel.remove_row_break(sheet, before)
            else:
                book.wheel.remove_col_break(sheet, before)


def _if_new(value: Value, page: Page, before: Page, name: str) -> Value | None:
    return None if getattr(page, name) == getattr(before, name) else value


def _attributes(xml: str) -> dict[str, str]:
    start = xml[: xml.find(">") + 1]
    return {name: unescape(text, _QUOTES) for name, _, text in _ATTRIBUTE.findall(start)}


def _flag(attributes: dict[str, str], name: str, *, default: bool = False) -> bool:
    text = attributes.get(name)
    return default if text is None else text in ("1", "true", "on")


def _section(xml: str, name: str) -> str:
    found = re.search(rf"<{name}\b[^>]*>(.*?)</{name}>", xml, re.DOTALL)
    return "" if found is None else unescape(found[1], _QUOTES)


def _page(book: Book, sheet: int) -> Page:
    wheel = book.wheel
    setup, margins = wheel.get_page_setup(sheet), wheel.get_page_margins(sheet)
    options = _attributes(wheel.get_print_options_xml(sheet))
    found = _attributes(wheel.get_page_setup_xml(sheet))
    comments, errors = found.get("cellComments", "none"), found.get("errors", "displayed")
    return Page(
        landscape=setup.orientation == _LANDSCAPE,
        paper=setup.paper_size if setup.paper_size_stated else 1,
        scale=setup.scale,
        fit=setup.fit_to_page,
        pages_wide=setup.fit_to_width,
        pages_tall=setup.fit_to_height,
        left=margins.left,
        right=margins.right,
        top=margins.top,
        bottom=margins.bottom,
        header=margins.header,
        footer=margins.footer,
        center_horizontally=_flag(options, "horizontalCentered"),
        center_vertically=_flag(options, "verticalCentered"),
        gridlines=_flag(options, "gridLines"),
        headings=_flag(options, "headings"),
        black_and_white=_flag(found, "blackAndWhite"),
        draft=_flag(found, "draft"),
        over_then_down=found.get("pageOrder") == "overThenDown",
        comments=cast("PrintedComments", comments),
        errors=cast("PrintedErrors", errors),
        first_page=int(found.get("firstPageNumber", "1"))
        if _flag(found, "useFirstPageNumber")
        else None,
    )


def _rarer(page: Page) -> dict[str, str | None]:
    """Attributes of the page set-up element the engine has no call for; None is the default."""
    first = page.first_page
    return {
        "blackAndWhite": "1" if page.black_and_white else None,
        "draft": "1" if page.draft else None,
        "pageOrder": "overThenDown" if page.over_then_down else None,
        "cellComments": None if page.comments == "none" else page.comments,
        "errors": None if page.errors == "displayed" else page.errors,
        "firstPageNumber": None if first is None else str(first),
        "useFirstPageNumber": None if first is None else "1",
    }


def _write_rarer(book: Book, sheet: int, page: Page) -> None:
    now = book.wheel.get_page_setup_xml(sheet) or "<pageSetup/>"
    for name, value in _rarer(page).items():
        now = re.sub(rf"\s{name}\s*=\s*(\"[^\"]*\"|'[^']*')", "", now, count=1)
        if value is not None:
            now = now.replace("<pageSetup", f'<pageSetup {name}="{value}"', 1)
    book.wheel.set_page_setup_xml(sheet, now)
