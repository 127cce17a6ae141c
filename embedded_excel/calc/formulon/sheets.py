"""Sheets as tabs: their view, order, visibility and protection; merged areas."""

import re
from typing import Final

from formulon.workbook import MergeRange, SheetVisibility

from embedded_excel.calc.cells import Rect, SheetView, Visibility
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.colors import color_of_xml

_VISIBILITIES: Final[tuple[Visibility, ...]] = ("Visible", "Hidden", "VeryHidden")
_PLAIN_NAME = re.compile(r"[^\W\d][\w.]*")
_LIKE_REFERENCE = re.compile(r"[A-Za-z]{1,3}[0-9]+|[Rr][0-9]*[Cc]?[0-9]*|[Cc][0-9]*")
_TAB_COLOR = re.compile(r"<(?:\w+:)?tabColor\b([^>]*?)/?>(?:\s*</(?:\w+:)?tabColor>)?")
_SHEET_PR = re.compile(r"<((?:\w+:)?)sheetPr\b([^>]*?)(/?)>")


def names(book: Book) -> list[str]:
    """Sheet names in tab order."""

    def find() -> list[str]:
        return [book.wheel.sheet_name(index) for index in range(book.wheel.sheet_count())]

    return book.remember_shape(("names",), find)


def view(book: Book, sheet: int) -> SheetView:
    """How the sheet is shown."""
    found = book.wheel.get_sheet_view(sheet)
    return SheetView(
        visibility=_VISIBILITIES[int(found.visibility)],
        frozen_rows=found.freeze_rows,
        frozen_columns=found.freeze_cols,
        show_gridlines=found.show_grid_lines,
        show_headings=found.show_row_col_headers,
        tab_color=_tab_color(book, sheet),
    )


def _tab_color(book: Book, sheet: int) -> str:
    match = _TAB_COLOR.search(book.wheel.get_sheet_pr_xml(sheet))
    return "" if match is None else color_of_xml(book, match.group(1))


def set_tab_color(book: Book, sheet: int, color: str) -> None:
    """Write the colour into the sheet's properties, which the engine keeps as XML."""
    text = _TAB_COLOR.sub("", book.wheel.get_sheet_pr_xml(sheet)) or "<sheetPr/>"
    if color:
        opening = _SHEET_PR.search(text)
        if opening is None:
            raise EngineRefused("The sheet's properties can't be read.")
        prefix, attributes, empty = opening.groups()
        element = f'<{prefix}tabColor rgb="FF{color.removeprefix("#").upper()}"/>'
        closing = f"</{prefix}sheetPr>" if empty else ""
        opened = f"<{prefix}sheetPr{attributes.rstrip()}>{element}{closing}"
        text = text[: opening.start()] + opened + text[opening.end() :]
    book.wheel.set_sheet_pr_xml(sheet, text)


def set_visibility(book: Book, sheet: int, visibility: Visibility) -> None:
    """Show or hide a tab; the last visible one can't be hidden."""
    if visibility != "Visible":
        shown = [
            index
            for index in range(book.wheel.sheet_count())
            if book.wheel.get_sheet_view(index).visibility == SheetVisibility.VISIBLE
        ]
        if shown == [sheet]:
            raise EngineRefused("A workbook must contain at least one visible worksheet.")
    book.wheel.set_sheet_visibility(sheet, _VISIBILITIES.index(visibility))


# -- merged areas ------------------------------------------------------------------------------
def merges(book: Book, sheet: int) -> list[Rect]:
    """Merged areas."""
    return [
        Rect(area.first_row, area.first_col, area.last_row, area.last_col)
        for area in book.wheel.get_merges(sheet)
    ]


def unmerge(book: Book, sheet: int, rect: Rect) -> None:
    """Split every merged area that meets the rectangle."""
    for area in merges(book, sheet):
        if (
            area.top <= rect.bottom
            and rect.top <= area.bottom
            and area.left <= rect.right
            and rect.left <= area.right
        ):
            book.wheel.remove_merge(sheet, to_range(area))


def merge(book: Book, sheet: int, rect: Rect) -> None:
    """Merge a rectangle; areas it meets are split first. A single cell is left alone."""
    unmerge(book, sheet, rect)
    if rect.rows > 1 or rect.columns > 1:
        book.wheel.add_merge(sheet, to_range(rect))


def to_range(rect: Rect) -> MergeRange:
    """The wheel's form of a rectangle."""
    return MergeRange(rect.top, rect.left, rect.bottom, rect.right)


def quoted(name: str) -> str:
    """A sheet's name as formulas write it, in quotes where Excel puts them."""
    if _PLAIN_NAME.fullmatch(name) and not _LIKE_REFERENCE.fullmatch(name):
        return name
    return "'" + name.replace("'", "''") + "'"


def rename_sheet_in_formula(formula: str, old: str, new: str) -> str:
    """Point `Old!` and `'Old'!` references at another sheet."""
    in_quotes = re.escape("'" + old.replace("'", "''") + "'")
    pattern = re.compile(rf"(?:{in_quotes}|(?<![\w'.]){re.escape(old)})!", re.IGNORECASE)
    return pattern.sub(lambda _: f"{quoted(new)}!", formula)


def is_protected(book: Book, sheet: int) -> bool:
    """Whether a sheet is protected."""
    # The element alone doesn't protect: ECMA-376 18.3.1.85, attribute `sheet`.
    protection = book.wheel.get_sheet_protection(sheet)
    return protection.enabled and protection.sheet
