"""What a page holds, as values: grids of cells that know their addresses, charts, pictures, texts."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

ChartKind: TypeAlias = Literal["column", "bar", "line", "pie"]


@dataclass(frozen=True, slots=True)
class PageCell:
    """One cell: where it is, what Excel shows, and the number behind it, if it is one."""

    address: str
    text: str
    number: float | None = None
    formula: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells of one range without its hidden rows and columns.

    Attributes:
        source: Address with sheet.
        left_out: What is hidden and so not shown, such as "2 hidden rows"; "" for nothing.
    """

    sheet: str
    source: str
    rows: tuple[tuple[PageCell, ...], ...]
    left_out: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A range as a table; its first rows are headings."""

    heading: str
    note: str
    grid: Grid
    header_rows: int = 1


@dataclass(frozen=True, slots=True)
class Chart:
    """A range drawn: first row names of series, first column categories."""

    heading: str
    note: str
    grid: Grid
    kind: ChartKind


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart of the workbook as its Excel draws it: a PNG in base64."""

    heading: str
    note: str
    source: str
    png: str


@dataclass(frozen=True, slots=True)
class Text:
    """Paragraphs, one a line."""

    heading: str
    text: str


Section: TypeAlias = Table | Chart | Picture | Text


@dataclass(frozen=True, slots=True)
class Page:
    """A whole page.

    Attributes:
        workbook: The workbook's name, for the line that says where the numbers come from.
    """

    title: str
    note: str
    workbook: str
    sections: tuple[Section, ...]
