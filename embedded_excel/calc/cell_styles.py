"""The part of the seam for named cell styles: looks that cells take over and follow."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias, get_args

from embedded_excel.calc.cells import CellStyle, Rect

StyleGroup: TypeAlias = Literal["number", "font", "alignment", "border", "fill", "protection"]
STYLE_GROUPS: Final[tuple[StyleGroup, ...]] = get_args(StyleGroup)
NORMAL: Final = "Normal"


@dataclass(frozen=True, slots=True)
class NamedStyle:
    """A cell style.

    Attributes:
        name: As Excel for the United States shows it, such as "Heading 1".
        look: All of it; what lies outside `groups` isn't given to cells.
        groups: Which kinds of formatting the style includes.
        built_in: Excel's number of a style of its own (ECMA-376 part 1, 18.8.7), or None.
    """

    name: str
    look: CellStyle
    groups: frozenset[StyleGroup] = frozenset(STYLE_GROUPS)
    built_in: int | None = None


class StyleName(NamedTuple):
    """What a style is called.

    Attributes:
        built_in: Excel's number of a style of its own, or None.
    """

    name: str
    built_in: int | None


class CellStyles(Protocol):
    """Named styles of the workbook. Names count whatever their case.

    Methods that take a name raise `EngineRefused` for one that doesn't exist.
    """

    def listed(self) -> Sequence[StyleName]:
        """Every style, by name; Excel's own ones also when no cell has ever used them."""
        ...

    def style(self, name: str) -> NamedStyle:
        """A style with its look."""
        ...

    def name_of(self, style_id: int) -> str:
        """Name of the style that cells with an id from `style_ids` follow."""
        ...

    def add(self, name: str) -> None:
        """A style that looks like Normal."""
        ...

    def change(self, name: str, change: Callable[[NamedStyle], NamedStyle]) -> None:
        """Change look and groups; cells of the style follow where they haven't a look of their own.

        Raises:
            EngineRefused: It is Normal, of which only the font can be changed.
        """
        ...

    def remove(self, name: str) -> None:
        """Delete; its cells become Normal."""
        ...

    def apply(self, sheet: int, rect: Rect, name: str) -> None:
        """Give cells a style: what it includes replaces what they have."""
        ...
