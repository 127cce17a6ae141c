"""The part of the seam for shapes, lines, images and groups that lie on sheets.

A shape's state is its element in the drawing's part (ECMA-376 Part 1, 20.5): the engine keeps it,
moves its anchor with the cells, copies and saves it; what it means is read and changed above.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from embedded_excel.calc.chart_parts import ChartPlace
from embedded_excel.calc.slicers import SlicerParts

ShapeKind: TypeAlias = Literal["Shape", "Line", "Image", "Group", "Chart"]


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the package; b"" for a type that its extension has by default."""

    path: bytes
    content_type: bytes
    content: bytes


@dataclass(frozen=True, slots=True)
class Link:
    """A relationship of an object, and the part it leads to; none for one outside the package."""

    id: bytes
    kind: bytes
    target: bytes
    external: int = 0
    part: Part | None = None


@dataclass(frozen=True, slots=True)
class Drawn:
    """An object's anchor as XML that declares its own namespaces, and what it refers to.

    Attributes:
        others: Parts that are reached through those of the links, their relationships among them.
    """

    anchor: bytes
    links: tuple[Link, ...] = ()
    others: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class ShapeEntry:
    """One object of a sheet's drawing.

    Attributes:
        id: Stable within its sheet, `cNvPr/@id`.
        order: Position from the back among everything in the drawing.
    """

    id: int
    kind: ShapeKind
    name: str
    place: ChartPlace
    order: int


class ShapeParts(Protocol):
    """Shapes of a workbook, sheet by sheet."""

    @property
    def slicers(self) -> SlicerParts:
        """Slicers, which lie among the shapes."""
        ...

    def shapes(self, sheet: int) -> Sequence[ShapeEntry]:
        """From the back to the front, charts among them; the members of a group aren't listed."""
        ...

    def drawn(self, sheet: int, shape: int) -> Drawn:
        """An object as it is.

        Raises:
            EngineRefused: There is none with this id.
        """
        ...

    def set_drawn(self, sheet: int, shape: int, drawn: Drawn) -> None:
        """Let an object become another one, where it is among the others."""
        ...

    def add(self, sheet: int, drawn: Drawn, *, keep_id: bool = False) -> int:
        """Add an object in front of the others; its id, a new one unless its own is free to keep.

        Raises:
            EngineRefused: It can't be kept.
        """
        ...

    def image_format(self, content: bytes) -> tuple[str, int, int]:
        """Format such as `PNG` of an image, its width and height in pixels.

        Raises:
            EngineRefused: It is none.
        """
        ...

    def reorder(self, sheet: int, shape: int, order: int) -> None:
        """Move an object to a position from the back."""
        ...

    def remove(self, sheet: int, shape: int) -> None:
        """Delete it; a group with its members."""
        ...
