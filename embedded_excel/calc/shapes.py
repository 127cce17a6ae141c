"""The part of the seam for shapes, lines and images that lie on sheets."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from embedded_excel.calc.chart_parts import ChartPlace
from embedded_excel.calc.slicers import SlicerParts

ShapeKind: TypeAlias = Literal["Shape", "Line", "Image", "Group"]
Paint: TypeAlias = str | None
"""`#RRGGBB`, "" for none, or None for a theme's, a pattern or another paint."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One object of a sheet's drawing that isn't a chart.

    Attributes:
        id: Stable within its sheet.
        geometry: Name of a preset (ECMA-376 20.1.10.56) such as `roundRect`; "" for another one.
        weight: Width of the line in points; 0 when it isn't said.
        rotation: Degrees, clockwise.
        image: Format of an image such as `PNG`.
        order: Position from the back among everything in the drawing.
    """

    id: int
    kind: ShapeKind
    name: str
    place: ChartPlace
    geometry: str = ""
    text: str = ""
    text_box: bool = False
    fill: Paint = None
    line: Paint = None
    weight: float = 0.0
    rotation: float = 0.0
    visible: bool = True
    description: str = ""
    image: str = ""
    order: int = 0


class ShapeParts(Protocol):
    """Shapes of a workbook, sheet by sheet."""

    @property
    def slicers(self) -> SlicerParts:
        """Slicers, which lie among the shapes."""
        ...

    def shapes(self, sheet: int) -> Sequence[Shape]:
        """From the back to the front; the members of a group aren't listed."""
        ...

    def add(self, sheet: int, shape: Shape) -> int:
        """Add a shape or line in front of the others; its id."""
        ...

    def add_image(self, sheet: int, content: bytes) -> int:
        """Add an image of its own size in the sheet's corner; its id."""
        ...

    def update(self, sheet: int, shape: Shape) -> None:
        """Replace what differs from the shape with this id.

        Raises:
            EngineRefused: That kind of object can't be changed so.
        """
        ...

    def reorder(self, sheet: int, shape: Shape, order: int) -> None:
        """Move an image to a position from the back.

        Raises:
            EngineRefused: It is no image.
        """
        ...

    def remove(self, sheet: int, shape: Shape) -> None:
        """Delete it; a group with its members."""
        ...
