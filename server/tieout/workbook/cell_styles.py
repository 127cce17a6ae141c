"""How the cells of a rectangle look and what is attached to them, as one frozen value.

Number formats are not in here: a `RangeSnapshot` has them already. Colours are `#RRGGBB`, sizes are
points, words are those of Excel's API (`Continuous`, `Thin`, `Center`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tieout.workbook.address import Address

BLACK = "#000000"
USUAL_FONT = ("Calibri", 11.0)


@dataclass(frozen=True, slots=True)
class Edge:
    """The line on one side of a cell; `style` is "None" where there is none."""

    style: str = "None"
    weight: str = "Thin"
    color: str = BLACK


NO_EDGE = Edge()


@dataclass(frozen=True, slots=True)
class CellStyle:
    """The full effective look of a cell, without its number format.

    Attributes:
        fill: Colour of the background, "" without one.
        pattern: Pattern of the background; only of meaning with a fill.
        underline: Excel's kind of line, "None" without one.
        hidden: Whether its row or column is hidden.
        formula_hidden: Whether protection hides its formula.
    """

    font: str = USUAL_FONT[0]
    size: float = USUAL_FONT[1]
    color: str = BLACK
    bold: bool = False
    italic: bool = False
    underline: str = "None"
    strikethrough: bool = False
    fill: str = ""
    pattern: str = "Solid"
    horizontal: str = "General"
    vertical: str = "Bottom"
    indent: int = 0
    wrap: bool = False
    rotation: int = 0
    top: Edge = NO_EDGE
    bottom: Edge = NO_EDGE
    left: Edge = NO_EDGE
    right: Edge = NO_EDGE
    locked: bool = True
    hidden: bool = False
    formula_hidden: bool = False


PLAIN = CellStyle()


@dataclass(frozen=True, slots=True)
class AreaNote:
    """Something that applies to areas: a rule, a link, a comment, in one line."""

    areas: tuple[Address, ...]
    text: str


@dataclass(frozen=True, slots=True)
class RangeStyles:
    """Looks of the cells of a rectangle.

    Attributes:
        address: What they are looks of; of a large range only some bands of rows are looked at.
        looked_at: The bands that were read, top first; cells elsewhere have no known look.
        table: The different looks.
        ids: Row by row the place in `table` of each cell; -1 where none was read.
        conditional: Conditional formats that touch the range, by priority.
        validations: Rules of what may be entered.
        hyperlinks: Links of cells.
        comments: Comments with their author.
        spills: Areas that one formula fills, which stands in their first cell.
    """

    address: Address
    looked_at: tuple[Address, ...] = ()
    table: tuple[CellStyle, ...] = ()
    ids: Sequence[Sequence[int]] = field(default=())
    conditional: tuple[AreaNote, ...] = ()
    validations: tuple[AreaNote, ...] = ()
    hyperlinks: tuple[AreaNote, ...] = ()
    comments: tuple[AreaNote, ...] = ()
    spills: tuple[Address, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether the looks of all cells are known."""
        return self.looked_at == (self.address,)

    def style(self, row: int, column: int) -> CellStyle | None:
        """The look of one cell by its 1-based place on the sheet; None when it wasn't read."""
        down, across = row - self.address.top, column - self.address.left
        if not (0 <= down < len(self.ids) and 0 <= across < self.address.columns):
            return None
        number = self.ids[down][across]
        return None if number < 0 else self.table[number]
