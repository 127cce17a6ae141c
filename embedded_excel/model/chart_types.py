"""Chart types: what each of Office.js's names is in the file, and which one a plot group shows."""

from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from embedded_excel.model.chart_xml import (
    ChartXml,
    Element,
    get,
    local,
    number,
    tag,
    truth,
    value,
)

AxesFamily: TypeAlias = Literal["none", "category", "xy", "depth"]


@dataclass(frozen=True, slots=True)
class ChartKind:
    """One type.

    Attributes:
        group: The element of its plot groups.
        direction: `col` or `bar`, for columns and bars.
        grouping: `clustered`, `standard`, `stacked` or `percentStacked`, where it groups.
        shape: Of three-dimensional columns: `box`, `cylinder`, `cone`, `pyramid`.
        variant: What else tells types apart: `pie`/`bar` of a second plot, `filled` radar,
            `3d` bubbles, `wireframe`, `top`, `topWireframe` of surfaces, `open` of stock prices.
    """

    group: str
    direction: str = ""
    grouping: str = ""
    shape: str = ""
    markers: bool = False
    lines: bool = True
    smooth: bool = False
    exploded: bool = False
    variant: str = ""

    @property
    def is_3d(self) -> bool:
        """Whether it is drawn in perspective: such types stand alone in a chart."""
        return "3D" in self.group or self.group == "surfaceChart"

    @property
    def is_xy(self) -> bool:
        """Whether its series have x values in place of categories."""
        return self.group in ("scatterChart", "bubbleChart")

    @property
    def is_round(self) -> bool:
        """Whether it has no axes."""
        return self.axes == "none"

    @property
    def axes(self) -> AxesFamily:
        """Which axes it needs; `depth` is a category, a value and a series axis."""
        if self.group in ("pieChart", "pie3DChart", "doughnutChart", "ofPieChart"):
            return "none"
        if self.is_xy:
            return "xy"
        if self.group in ("surfaceChart", "surface3DChart", "line3DChart", "area3DChart"):
            return "depth"
        return "depth" if self.grouping == "standard" and self.direction else "category"

    @property
    def draws_lines(self) -> bool:
        """Whether a series is a line with or without markers, rather than an area of colour."""
        return self.group in ("lineChart", "scatterChart", "stockChart") or (
            self.group == "radarChart" and self.variant != "filled"
        )


def _bars() -> dict[str, ChartKind]:
    kinds: dict[str, ChartKind] = {}
    groupings = (
        ("Clustered", "clustered"),
        ("Stacked", "stacked"),
        ("Stacked100", "percentStacked"),
    )
    for suffix, grouping in groupings:
        for word, direction in (("Column", "col"), ("Bar", "bar")):
            kinds[f"{word}{suffix}"] = ChartKind("barChart", direction, grouping)
            kinds[f"3D{word}{suffix}"] = ChartKind("bar3DChart", direction, grouping, "box")
        for shape in ("Cylinder", "Cone", "Pyramid"):
            for word, direction in (("Col", "col"), ("Bar", "bar")):
                kinds[f"{shape}{word}{suffix}"] = ChartKind(
                    "bar3DChart", direction, grouping, shape.lower()
                )
    kinds["3DColumn"] = ChartKind("bar3DChart", "col", "standard", "box")
    for shape in ("Cylinder", "Cone", "Pyramid"):
        kinds[f"{shape}Col"] = ChartKind("bar3DChart", "col", "standard", shape.lower())
    return kinds


def _lines_and_areas() -> dict[str, ChartKind]:
    kinds: dict[str, ChartKind] = {}
    for suffix, grouping in (
        ("", "standard"),
        ("Stacked", "stacked"),
        ("Stacked100", "percentStacked"),
    ):
        kinds[f"Line{suffix}"] = ChartKind("lineChart", grouping=grouping)
        kinds[f"LineMarkers{suffix}"] = ChartKind("lineChart", grouping=grouping, markers=True)
        kinds[f"Area{suffix}"] = ChartKind("areaChart", grouping=grouping)
        kinds[f"3DArea{suffix}"] = ChartKind("area3DChart", grouping=grouping)
    kinds["3DLine"] = ChartKind("line3DChart", grouping="standard")
    return kinds


KINDS: Final[dict[str, ChartKind]] = {
    **_bars(),
    **_lines_and_areas(),
    "Pie": ChartKind("pieChart"),
    "PieExploded": ChartKind("pieChart", exploded=True),
    "3DPie": ChartKind("pie3DChart"),
    "3DPieExploded": ChartKind("pie3DChart", exploded=True),
    "PieOfPie": ChartKind("ofPieChart", variant="pie"),
    "BarOfPie": ChartKind("ofPieChart", variant="bar"),
    "Doughnut": ChartKind("doughnutChart"),
    "DoughnutExploded": ChartKind("doughnutChart", exploded=True),
    "XYScatter": ChartKind("scatterChart", markers=True, lines=False),
    "XYScatterSmooth": ChartKind("scatterChart", markers=True, smooth=True),
    "XYScatterSmoothNoMarkers": ChartKind("scatterChart", smooth=True),
    "XYScatterLines": ChartKind("scatterChart", markers=True),
    "XYScatterLinesNoMarkers": ChartKind("scatterChart"),
    "Radar": ChartKind("radarChart"),
    "RadarMarkers": ChartKind("radarChart", markers=True),
    "RadarFilled": ChartKind("radarChart", variant="filled"),
    "Bubble": ChartKind("bubbleChart"),
    "Bubble3DEffect": ChartKind("bubbleChart", variant="3d"),
    "Surface": ChartKind("surface3DChart"),
    "SurfaceWireframe": ChartKind("surface3DChart", variant="wireframe"),
    "SurfaceTopView": ChartKind("surfaceChart", variant="top"),
    "SurfaceTopViewWireframe": ChartKind("surfaceChart", variant="topWireframe"),
    "StockHLC": ChartKind("stockChart"),
    "StockOHLC": ChartKind("stockChart", variant="open"),
}
"""Every type that is kept in a chart part of the first kind. Not here: `StockVHLC`, `StockVOHLC`
(two groups at once) and the types of Excel 2016, which have a part of their own kind.
"""

_NAMES: Final = {kind: name for name, kind in KINDS.items()}

CHARTEX_TYPES: Final = {
    "clusteredColumn": "Histogram",
    "boxWhisker": "Boxwhisker",
    "paretoLine": "Pareto",
    "regionMap": "RegionMap",
    "treemap": "Treemap",
    "waterfall": "Waterfall",
    "sunburst": "Sunburst",
    "funnel": "Funnel",
}


def extended_type(content: bytes) -> str:
    """Office.js's name of what a part of the later kinds shows; `Invalid` for none known."""
    found = [
        name for layout, name in CHARTEX_TYPES.items() if f'layoutId="{layout}"'.encode() in content
    ]
    # The columns of a Pareto chart are laid out like a histogram's, with a line beside them.
    return "Pareto" if "Pareto" in found else found[0] if found else "Invalid"


def type_name(document: ChartXml, group: Element, series: Element | None = None) -> str:
    """Office.js's name of what a group shows, or one series of it; `Invalid` for none known."""
    kind = kind_of(document, group, series)
    return _NAMES.get(kind) or _NAMES.get(replace(kind, exploded=False)) or "Invalid"


def kind_of(document: ChartXml, group: Element, series: Element | None = None) -> ChartKind:
    """The type of a group, or of one of its series (markers and lines are a series' own)."""
    if series is None:
        series = group.find(tag("c:ser"))
    name = local(group)
    match name:
        case "barChart" | "bar3DChart":
            shape = value(group, "c:shape", "box") if name == "bar3DChart" else ""
            grouping = value(group, "c:grouping", "clustered")
            return ChartKind(name, value(group, "c:barDir", "col"), grouping, shape)
        case "lineChart":
            return ChartKind(
                name,
                grouping=value(group, "c:grouping", "standard"),
                markers=_has_markers(group, series),
            )
        case "areaChart" | "area3DChart" | "line3DChart":
            return ChartKind(name, grouping=value(group, "c:grouping", "standard"))
        case "pieChart" | "pie3DChart" | "doughnutChart":
            return ChartKind(name, exploded=bool(number(series, "c:explosion")))
        case "ofPieChart":
            return ChartKind(name, variant=value(group, "c:ofPieType", "pie"))
        case "scatterChart":
            return ChartKind(
                name,
                markers=value(series, "c:marker/c:symbol", "auto") != "none",
                lines=get(series, "c:spPr/a:ln/a:noFill") is None,
                smooth=truth(series, "c:smooth", absent=False),
            )
        case "radarChart":
            style = value(group, "c:radarStyle", "standard")
            markers = style == "marker" and value(series, "c:marker/c:symbol") != "none"
            filled = "filled" if style == "filled" else ""
            return ChartKind(name, markers=markers, variant=filled)
        case "bubbleChart":
            solid = truth(series, "c:bubble3D", absent=False)
            return ChartKind(name, variant="3d" if solid else "")
        case "surfaceChart" | "surface3DChart":
            wire = truth(group, "c:wireframe", absent=False)
            top = name == "surfaceChart"
            variant = {(True, True): "topWireframe", (True, False): "top"}.get((top, wire), "")
            return ChartKind(name, variant=variant or ("wireframe" if wire else ""))
        case "stockChart":
            return ChartKind(name, variant="" if get(group, "c:upDownBars") is None else "open")
        case _:
            return ChartKind(name)


def _has_markers(group: Element, series: Element | None) -> bool:
    symbol = value(series, "c:marker/c:symbol")
    if symbol:
        return symbol != "none"
    return truth(group, "c:marker", absent=False)
