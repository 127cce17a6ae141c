"""What is known of the cells of a sheet when headings are looked for: contents, looks, merged areas."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, TypeAlias

from tieout.workbook.address import Address
from tieout.workbook.cell_styles import RangeStyles
from tieout.workbook.date_display import reads_as_date
from tieout.workbook.formula_tokens import ERROR_TEXTS
from tieout.workbook.snapshot import RangeSnapshot, TableSnapshot

Kind: TypeAlias = Literal["empty", "text", "number", "time", "logical"]
"""What a cell holds as a heading sees it: errors and stand-ins such as `n.a.` count as numbers,
dates, years and texts that read as one as times."""

_YEARS = range(1900, 2101)
_STAND_IN = re.compile(r"[-–—_.…*=?<>v^ ]+\Z|n\.?\s?/?a\.?\Z|nil\Z|none\Z|tb[ad]\Z", re.IGNORECASE)
_NUMERAL = re.compile(r"[(]?[-+]?[$€£¥]?[0-9][0-9., ]*%?[)]?\Z")
_UNIT = re.compile(r"[$€£¥]0+(,0+)*\Z")
"""`$000`: the figures below are thousands."""
_DATE = re.compile(
    r"[0-9]{1,4}[-./][0-9]{1,2}[-./][0-9]{2,4}\Z|(FY|CY)?'?[0-9]{2,4}[EAFP]?\Z|[0-9]{4}[-/][0-9]{2,4}\Z"
    r"|[Qq][1-4]\b.*\Z|(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?([-' ]?[0-9]{2,4})?\Z",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class SheetLook:
    """Cells of a sheet that were read, and how they look.

    Attributes:
        tiles: Rectangles that were read; where two overlap the first one counts. What lies between
            them is unknown.
        styles: Looks of some of these cells.
        merged: Merged areas, as far as they were asked for.
        frozen_rows: Rows above the split of frozen panes.
        frozen_columns: Columns left of it.
        tables: Tables of the sheet.
    """

    tiles: tuple[RangeSnapshot, ...]
    styles: tuple[RangeStyles, ...] = ()
    merged: tuple[Address, ...] = ()
    frozen_rows: int = 0
    frozen_columns: int = 0
    tables: tuple[TableSnapshot, ...] = ()
    _kinds: dict[tuple[int, int], Kind] = field(
        default_factory=dict[tuple[int, int], Kind], init=False, repr=False, compare=False
    )
    _merges: dict[tuple[int, int], Address] = field(
        default_factory=dict[tuple[int, int], Address], init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        for area in self.merged:
            for row in range(area.top, min(area.bottom, area.top + 50) + 1):
                for column in range(area.left, min(area.right, area.left + 500) + 1):
                    self._merges[row, column] = area

    @property
    def sheet(self) -> str:
        """Name of the sheet."""
        return self.tiles[0].address.sheet

    @property
    def left(self) -> int:
        """First column with cells."""
        return min(tile.address.left for tile in self.tiles)

    @property
    def right(self) -> int:
        """Last column with cells."""
        return max(tile.address.right for tile in self.tiles)

    @property
    def bottom(self) -> int:
        """Last row that was read."""
        return max(tile.address.bottom for tile in self.tiles)

    def rows_above(self, row: int) -> Iterator[int]:
        """Rows that were read above a row, nearest first."""
        spans = sorted({(tile.address.top, tile.address.bottom) for tile in self.tiles})
        at = row
        for top, bottom in sorted(spans, key=lambda span: -span[1]):
            for above in range(min(at - 1, bottom), top - 1, -1):
                yield above
                at = above

    def kind(self, row: int, column: int) -> Kind:
        """What a cell holds."""
        place = row, column
        if place not in self._kinds:
            self._kinds[place] = self._kind(row, column)
        return self._kinds[place]

    def label_kind(self, row: int, column: int) -> Kind:
        """What a cell holds as a label sees it: a number stored as text is a code."""
        kind = self.kind(row, column)
        return "text" if kind == "number" and self._is_numeral(row, column) else kind

    def _is_numeral(self, row: int, column: int) -> bool:
        tile = self._tile(row, column)
        value = None if tile is None else tile.content(row, column)[0]
        return isinstance(value, str) and _NUMERAL.match(value.strip()) is not None

    def _kind(self, row: int, column: int) -> Kind:
        tile = self._tile(row, column)
        if tile is None:
            return "empty"
        value, _ = tile.content(row, column)
        if value is None:
            return "empty"
        if isinstance(value, bool):
            return "logical"
        if isinstance(value, str):
            return _kind_of_text(value.strip())
        if value == int(value) and int(value) in _YEARS:
            plain = tile.state(row, column).text.strip()
            year = str(int(value)) in plain and not set(plain) & set(".,$€£%")
            return "time" if year else self._kind_of_number(tile, row, column)
        return self._kind_of_number(tile, row, column)

    def _kind_of_number(self, tile: RangeSnapshot, row: int, column: int) -> Kind:
        return "time" if reads_as_date(tile.state(row, column).number_format) else "number"

    def text(self, row: int, column: int) -> str:
        """What is displayed, on one line."""
        tile = self._tile(row, column)
        return "" if tile is None else " ".join(tile.state(row, column).text.split())

    def number(self, row: int, column: int) -> float | None:
        """The number a cell holds."""
        tile = self._tile(row, column)
        value = None if tile is None else tile.content(row, column)[0]
        return value if isinstance(value, float) else None

    def format(self, row: int, column: int) -> str:
        """The number format of a cell."""
        tile = self._tile(row, column)
        return "General" if tile is None else tile.state(row, column).number_format

    def has_formula(self, row: int, column: int) -> bool:
        """Whether a cell holds a formula."""
        tile = self._tile(row, column)
        return tile is not None and bool(tile.content(row, column)[1])

    def merge(self, row: int, column: int) -> Address | None:
        """The merged area a cell belongs to."""
        return self._merges.get((row, column))

    def is_bold(self, row: int, column: int) -> bool:
        """Whether a cell is known to be bold."""
        for styles in self.styles:
            style = styles.style(row, column)
            if style is not None:
                return style.bold
        return False

    def fill(self, row: int, column: int) -> str:
        """Background of a cell; "" where it has none or none is known."""
        for styles in self.styles:
            style = styles.style(row, column)
            if style is not None:
                return style.fill
        return ""

    def _tile(self, row: int, column: int) -> RangeSnapshot | None:
        for tile in self.tiles:
            area = tile.address
            if area.top <= row <= area.bottom and area.left <= column <= area.right:
                return tile
        return None


def _kind_of_text(text: str) -> Kind:
    if not text:
        return "empty"
    if text in ERROR_TEXTS or _STAND_IN.match(text):
        return "number"
    if _DATE.match(text):
        return "time"
    return "number" if _NUMERAL.match(text) and not _UNIT.match(text) else "text"


def is_series(numbers: list[float]) -> bool:
    """Whether at least three numbers go up or down in steps that look chosen: 1, 2, 3; 4 %, 4.5 %."""
    if len(numbers) < 3:  # noqa: PLR2004 - two numbers are always in steps
        return False
    steps = [later - earlier for earlier, later in pairwise(numbers)]
    if all(step > 0 for step in steps) or all(step < 0 for step in steps):
        return max(map(abs, steps)) <= 1.05 * min(map(abs, steps)) + 1e-9
    return False
