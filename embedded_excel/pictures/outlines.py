"""Outlines of preset geometries as polygons in a unit square.

Those that are drawn as themselves are here; any other preset is drawn as a rectangle.
"""

from collections.abc import Callable
from math import cos, pi, sin
from typing import Final

from embedded_excel.pictures.canvas import Point

_ROUND: Final = 48


def outline(geometry: str, width: float, height: float) -> list[Point]:
    """The outline of a preset in a box of a size in points."""
    if geometry in ("roundRect", "flowChartAlternateProcess", "flowChartTerminator"):
        share = 0.16667 if geometry != "flowChartTerminator" else 0.5
        return _rounded(width, height, share * min(width, height))
    made = _SHAPES.get(geometry, _RECTANGLE)
    return [(x * width, y * height) for x, y in made]


def is_drawn(geometry: str) -> bool:
    """Whether a preset is drawn as itself."""
    return geometry in _SHAPES or geometry in (
        "roundRect",
        "flowChartAlternateProcess",
        "flowChartTerminator",
    )


def _ellipse() -> list[Point]:
    return _arc(0.5, 0.5, 0.5, 0.5, 0, 2 * pi)


def _arc(x: float, y: float, across: float, down: float, begin: float, end: float) -> list[Point]:
    steps = _ROUND
    turns = (begin + (end - begin) * step / steps for step in range(steps + 1))
    return [(x + across * cos(turn), y + down * sin(turn)) for turn in turns]


def _rounded(width: float, height: float, radius: float) -> list[Point]:
    corners = (
        (width - radius, radius, -pi / 2),
        (width - radius, height - radius, 0.0),
        (radius, height - radius, pi / 2),
        (radius, radius, pi),
    )
    return [
        point for x, y, turn in corners for point in _arc(x, y, radius, radius, turn, turn + pi / 2)
    ]


def _fitted(points: list[Point]) -> list[Point]:
    """Points stretched to fill the square."""
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    return [((x - left) / (right - left), (y - top) / (bottom - top)) for x, y in points]


def _regular(count: int, begin: float = -pi / 2) -> list[Point]:
    turns = (begin + 2 * pi * number / count for number in range(count))
    return _fitted([(cos(turn), sin(turn)) for turn in turns])


def _star(count: int, inner: float) -> list[Point]:
    points: list[Point] = []
    for number in range(2 * count):
        radius = 1.0 if number % 2 == 0 else inner
        turn = -pi / 2 + pi * number / count
        points.append((radius * cos(turn), radius * sin(turn)))
    return _fitted(points)


def _turned(points: list[Point], change: Callable[[float, float], Point]) -> list[Point]:
    return [change(x, y) for x, y in points]


_RECTANGLE: Final[list[Point]] = [(0, 0), (1, 0), (1, 1), (0, 1)]
_ARROW: Final[list[Point]] = [
    (0, 0.25),
    (0.5, 0.25),
    (0.5, 0),
    (1, 0.5),
    (0.5, 1),
    (0.5, 0.75),
    (0, 0.75),
]
_SHAPES: Final[dict[str, list[Point]]] = {
    "rect": _RECTANGLE,
    "flowChartProcess": _RECTANGLE,
    "ellipse": _ellipse(),
    "flowChartConnector": _ellipse(),
    "triangle": [(0.5, 0), (1, 1), (0, 1)],
    "flowChartExtract": [(0.5, 0), (1, 1), (0, 1)],
    "flowChartMerge": [(0, 0), (1, 0), (0.5, 1)],
    "rtTriangle": [(0, 0), (1, 1), (0, 1)],
    "diamond": [(0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)],
    "flowChartDecision": [(0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)],
    "parallelogram": [(0.25, 0), (1, 0), (0.75, 1), (0, 1)],
    "flowChartInputOutput": [(0.2, 0), (1, 0), (0.8, 1), (0, 1)],
    "trapezoid": [(0.25, 0), (0.75, 0), (1, 1), (0, 1)],
    "pentagon": _regular(5),
    "hexagon": [(0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1), (0, 0.5)],
    "heptagon": _regular(7),
    "octagon": _regular(8, -pi / 2 + pi / 8),
    "decagon": _regular(10, 0),
    "dodecagon": _regular(12, -pi / 2 + pi / 12),
    "star4": _star(4, 0.382),
    "star5": _star(5, 0.382),
    "star6": _star(6, 0.577),
    "star7": _star(7, 0.692),
    "star8": _star(8, 0.765),
    "star10": _star(10, 0.851),
    "star12": _star(12, 0.75),
    "plus": [
        (0.25, 0),
        (0.75, 0),
        (0.75, 0.25),
        (1, 0.25),
        (1, 0.75),
        (0.75, 0.75),
        (0.75, 1),
        (0.25, 1),
        (0.25, 0.75),
        (0, 0.75),
        (0, 0.25),
        (0.25, 0.25),
    ],
    "homePlate": [(0, 0), (0.5, 0), (1, 0.5), (0.5, 1), (0, 1)],
    "chevron": [(0, 0), (0.5, 0), (1, 0.5), (0.5, 1), (0, 1), (0.5, 0.5)],
    "rightArrow": _ARROW,
    "leftArrow": _turned(_ARROW, lambda x, y: (1 - x, y)),
    "downArrow": _turned(_ARROW, lambda x, y: (y, x)),
    "upArrow": _turned(_ARROW, lambda x, y: (y, 1 - x)),
}
