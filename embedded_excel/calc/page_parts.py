"""How sheets print: values, and the seam to an engine that keeps them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

PrintedComments: TypeAlias = Literal["none", "atEnd", "asDisplayed"]
PrintedErrors: TypeAlias = Literal["displayed", "blank", "dash", "NA"]


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet's page set-up. Margins in inches, paper as in ECMA-376 18.3.1.63.

    Attributes:
        pages_wide: Pages across when `fit`; 0 for as many as needed.
    """

    landscape: bool = False
    paper: int = 1
    scale: int = 100
    fit: bool = False
    pages_wide: int = 1
    pages_tall: int = 1
    left: float = 0.7
    right: float = 0.7
    top: float = 0.75
    bottom: float = 0.75
    header: float = 0.3
    footer: float = 0.3
    center_horizontally: bool = False
    center_vertically: bool = False
    gridlines: bool = False
    headings: bool = False
    black_and_white: bool = False
    draft: bool = False
    over_then_down: bool = False
    comments: PrintedComments = "none"
    errors: PrintedErrors = "displayed"
    first_page: int | None = None


@dataclass(frozen=True, slots=True)
class HeadersFooters:
    """Header and footer texts with Excel's `&` codes, and when each is used."""

    odd_header: str = ""
    odd_footer: str = ""
    even_header: str = ""
    even_footer: str = ""
    first_header: str = ""
    first_footer: str = ""
    different_odd_even: bool = False
    different_first: bool = False
    scale_with_sheet: bool = True
    align_with_margins: bool = True


class PageParts(Protocol):
    """How sheets print."""

    def page(self, sheet: int) -> Page:
        """The page set-up in force."""
        ...

    def set_page(self, sheet: int, page: Page) -> None:
        """Change what differs."""
        ...

    def headers(self, sheet: int) -> HeadersFooters:
        """Headers and footers."""
        ...

    def set_headers(self, sheet: int, headers: HeadersFooters) -> None:
        """Replace them."""
        ...

    def print_area(self, sheet: int) -> str:
        """A1 ranges separated by commas, "" for none."""
        ...

    def set_print_area(self, sheet: int, areas: str) -> None:
        """Set it; "" removes it."""
        ...

    def print_titles(self, sheet: int) -> tuple[str, str]:
        """Repeated rows and columns, `1:2` and `A:A`, "" for none."""
        ...

    def set_print_titles(self, sheet: int, rows: str, columns: str) -> None:
        """Set both."""
        ...

    def breaks(self, sheet: int, *, rows: bool) -> Sequence[int]:
        """Rows (or columns) a page begins with, because someone said so."""
        ...

    def add_break(self, sheet: int, before: int, *, rows: bool) -> None:
        """Begin a page with a row (or column)."""
        ...

    def remove_break(self, sheet: int, before: int, *, rows: bool) -> None:
        """Take a break away."""
        ...
