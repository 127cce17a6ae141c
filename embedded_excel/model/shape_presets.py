"""Preset geometries: their names in Office.js and in Excel, and where lines tie to them.

ECMA-376 Part 1, 20.1.10.56 (`ST_ShapeType`) and the presets' own `cxnLst`.
"""

from math import cos, pi, sin
from typing import Final

from embedded_excel.model.chart_places import Box

_IRREGULAR: Final = {
    "Rectangle": "rect",
    "RoundRectangle": "roundRect",
    "Round1Rectangle": "round1Rect",
    "Round2SameRectangle": "round2SameRect",
    "Round2DiagonalRectangle": "round2DiagRect",
    "SnipRoundRectangle": "snipRoundRect",
    "Snip1Rectangle": "snip1Rect",
    "Snip2SameRectangle": "snip2SameRect",
    "Snip2DiagonalRectangle": "snip2DiagRect",
    "RightTriangle": "rtTriangle",
    "LineInverse": "lineInv",
    "DiagonalStripe": "diagStripe",
    "WedgeRRectCallout": "wedgeRoundRectCallout",
}
_LINES: Final = {
    "Straight": "straightConnector1",
    "Elbow": "bentConnector3",
    "Curve": "curvedConnector3",
}
_STEMS: Final = {
    "rect": "Rectangle",
    "ellipse": "Oval",
    "roundRect": "Rectangle: Rounded Corners",
    "triangle": "Isosceles Triangle",
    "rtTriangle": "Right Triangle",
    "straightConnector1": "Straight Connector",
    "bentConnector3": "Connector: Elbow",
    "curvedConnector3": "Connector: Curved",
}
Site = tuple[float, float]
_SIDES: Final[tuple[Site, ...]] = ((0.5, 0), (0, 0.5), (0.5, 1), (1, 0.5))


def _corners(count: int) -> tuple[Site, ...]:
    """Corners of a regular polygon in its box, from the top against the clock."""
    turns = (pi / 2 + 2 * pi * number / count for number in range(count))
    points = [(cos(turn), -sin(turn)) for turn in turns]
    wide, top = max(x for x, _ in points), min(y for _, y in points)
    tall = max(y for _, y in points) - top
    return tuple((0.5 + x / wide / 2, (y - top) / tall) for x, y in points)


_ROUND: Final = 0.5 - 0.5 / 2**0.5
_EIGHTH: Final = 0.29289
_SITES: Final[dict[str, tuple[Site, ...]]] = {
    **dict.fromkeys(
        (
            "rect",
            "roundRect",
            "diamond",
            "plaque",
            "foldedCorner",
            "flowChartProcess",
            "flowChartDecision",
            "flowChartAlternateProcess",
            "flowChartPredefinedProcess",
            "flowChartInternalStorage",
            "flowChartTerminator",
            "flowChartPreparation",
            "bevel",
            "frame",
        ),
        _SIDES,
    ),
    **dict.fromkeys(
        ("ellipse", "flowChartConnector", "flowChartOr", "flowChartSummingJunction", "donut"),
        (
            (0.5, 0),
            (_ROUND, _ROUND),
            (0, 0.5),
            (_ROUND, 1 - _ROUND),
            (0.5, 1),
            (1 - _ROUND, 1 - _ROUND),
            (1, 0.5),
            (1 - _ROUND, _ROUND),
        ),
    ),
    "triangle": ((0.5, 0), (0.25, 0.5), (0, 1), (0.5, 1), (1, 1), (0.75, 0.5)),
    "rtTriangle": ((0, 0), (0, 0.5), (0, 1), (0.5, 1), (1, 1), (0.5, 0.5)),
    "pentagon": _corners(5),
    "octagon": (
        (1, _EIGHTH),
        (1, 1 - _EIGHTH),
        (1 - _EIGHTH, 1),
        (_EIGHTH, 1),
        (0, 1 - _EIGHTH),
        (0, _EIGHTH),
        (_EIGHTH, 0),
        (1 - _EIGHTH, 0),
    ),
    "cloud": ((0.9992, 0.5), (0.5, 0.9989), (0.0031, 0.5), (0.5, 0.0572)),
}
"""Places where lines tie, as shares of the box, in the order of the presets' connection sites."""


def geometry_of(name: str) -> str:
    """The preset of an Office.js `GeometricShapeType`: mostly the same word in another case."""
    return _IRREGULAR.get(name) or name[0].lower() + name[1:]


def connector_geometry(name: str) -> str:
    """The preset of an Office.js `ConnectorType`."""
    return _LINES[name]


def connector_type(geometry: str) -> str:
    """The `ConnectorType` of a preset."""
    if geometry.startswith("bent"):
        return "Elbow"
    return "Curve" if geometry.startswith("curved") else "Straight"


def name_stem(geometry: str) -> str:
    """What Excel calls a new shape, before its number."""
    known = _STEMS.get(geometry)
    if known is not None:
        return known
    words = "".join(f" {letter}" if letter.isupper() else letter for letter in geometry)
    return words[:1].upper() + words[1:]


def sites(geometry: str) -> tuple[Site, ...] | None:
    """Where lines tie to a preset; None for one whose places aren't known here."""
    return _SITES.get(geometry)


def site_point(box: Box, site: Site) -> tuple[float, float]:
    """A place of a shape in points."""
    return box.left + site[0] * box.width, box.top + site[1] * box.height
