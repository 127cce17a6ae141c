"""Plot groups and their axes: made, changed in type, and series moved between them."""

from typing import Final

from embedded_excel.errors import invalid_argument
from embedded_excel.model.chart_looks import (
    accent,
    line_look,
    no_line_look,
    own_color,
    solid_look,
)
from embedded_excel.model.chart_types import KINDS, ChartKind, kind_of
from embedded_excel.model.chart_xml import (
    ChartXml,
    Element,
    fragment,
    get,
    insert,
    need,
    remove,
    remove_any,
    replace_children,
    set_truth,
    set_value,
    tag,
    value,
)

_ROOM_FOR_LINES: Final = ("lineChart", "radarChart", "scatterChart")
_STOCK_SERIES: Final = {"": 3, "open": 4}
TREND_GROUPS: Final = ("barChart", "lineChart", "areaChart", "scatterChart", "bubbleChart")
_WIRE: Final = '<c:wireframe val="1"/><c:bandFmts/>'
_SOLID: Final = '<c:wireframe val="0"/><c:bandFmts/>'
_INSIDE: Final = {
    ("ofPieChart", "pie"): '<c:ofPieType val="pie"/><c:gapWidth val="100"/>'
    '<c:secondPieSize val="75"/><c:serLines/>',
    ("ofPieChart", "bar"): '<c:ofPieType val="bar"/><c:gapWidth val="100"/>'
    '<c:secondPieSize val="75"/><c:serLines/>',
    ("radarChart", ""): '<c:radarStyle val="marker"/>',
    ("radarChart", "filled"): '<c:radarStyle val="filled"/>',
    ("surfaceChart", "top"): _SOLID,
    ("surfaceChart", "topWireframe"): _WIRE,
    ("surface3DChart", ""): _SOLID,
    ("surface3DChart", "wireframe"): _WIRE,
    ("bubbleChart", ""): '<c:bubbleScale val="100"/><c:showNegBubbles val="0"/>',
    ("lineChart", ""): '<c:marker val="1"/>',
    ("stockChart", ""): "<c:hiLowLines/>",
    ("stockChart", "open"): '<c:hiLowLines/><c:upDownBars><c:gapWidth val="150"/><c:upBars/>'
    "<c:downBars/></c:upDownBars>",
    ("pieChart", ""): '<c:firstSliceAng val="0"/>',
    ("doughnutChart", ""): '<c:firstSliceAng val="0"/><c:holeSize val="75"/>',
}
"""What a new group of a type and variant holds beside its series, as Excel writes it."""
_GREY: Final = (
    '<a:solidFill><a:schemeClr val="tx1"><a:lumMod val="15000"/><a:lumOff val="85000"/>'
    "</a:schemeClr></a:solidFill>"
)
_TEXT: Final = (
    '<c:txPr><a:bodyPr rot="-60000000" vert="horz"/><a:lstStyle/><a:p><a:pPr>'
    '<a:defRPr sz="900" b="0" i="0" u="none" strike="noStrike" kern="1200" baseline="0">'
    '<a:solidFill><a:schemeClr val="tx1"><a:lumMod val="65000"/><a:lumOff val="35000"/>'
    '</a:schemeClr></a:solidFill></a:defRPr></a:pPr><a:endParaRPr lang="en-US"/></a:p></c:txPr>'
)


def group_of(document: ChartXml, series: Element) -> Element:
    """The group a series is in."""
    return next(group for group in document.groups() if series in list(group))


def is_secondary(document: ChartXml, group: Element) -> bool:
    """Whether a group stands on the secondary axes: on others than the first group's."""
    ids = axis_ids(group)
    first = axis_ids(document.groups()[0])
    return bool(ids) and bool(first) and not set(ids) & set(first)


def axis_ids(group: Element) -> list[str]:
    """Identities of a group's axes."""
    return [found.get("val", "") for found in group.findall(tag("c:axId"))]


def axis_by_id(document: ChartXml, axis_id: str) -> Element | None:
    """The axis of an identity."""
    for axis in document.axes():
        if value(axis, "c:axId") == axis_id:
            return axis
    return None


def set_type(document: ChartXml, kind: ChartKind) -> None:
    """Give the whole chart one type: one group with every series, on primary axes."""
    _check_series_count(document, kind)
    groups = document.groups()
    series = [found for group in groups for found in group.findall(tag("c:ser"))]
    first = groups[0]
    before = kind_of(document, first)
    kept = axis_ids(first) if before.axes == kind.axes and not _turned(before, kind) else []
    for group in groups:
        document.plot_area.remove(group)
    group = _new_group(document, kind)
    for found in series:
        adopt(found, kind)
        insert(group, found)
    _attach(document, group, kind, kept, secondary=False)
    _set_view(document, kind)
    drop_unused_axes(document)


def move_series(
    document: ChartXml,
    series: Element,
    kind: ChartKind,
    *,
    secondary: bool,
    keep_look: bool = False,
    stocks: bool = False,
) -> None:
    """Give one series a type and an axis group, in a group of its like or a new one.

    Prices of stocks stand beside others only where `stocks` says that these are their volumes.

    Raises:
        ExcelApiError: InvalidArgument for types Excel doesn't combine.
    """
    old = group_of(document, series)
    alone = len(document.groups()) == 1 and len(old.findall(tag("c:ser"))) == 1
    if alone and not secondary:
        set_type(document, kind)
        return
    others = [kind_of(document, group) for group in document.groups() if group is not old]
    if len(old.findall(tag("c:ser"))) > 1:
        others.append(kind_of(document, old))
    if (kind.group == "stockChart" and not stocks) or any(
        kind.is_3d or other.is_3d for other in others
    ):
        raise invalid_argument("Some chart types can't be combined with other chart types.")
    target = _like(document, kind, secondary=secondary)
    if target is None:
        target = _new_group(document, kind)
        kept = [] if kind.is_round else _axes_for(document, kind, secondary=secondary)
        _attach(document, target, kind, kept, secondary=secondary)
    if not keep_look:
        adopt(series, kind)
    old.remove(series)
    _in_order(target, series)
    if old is not target and not old.findall(tag("c:ser")):
        document.plot_area.remove(old)
        drop_unused_axes(document)


def drop_unused_axes(document: ChartXml) -> None:
    """Remove axes no group stands on."""
    used = {axis_id for group in document.groups() for axis_id in axis_ids(group)}
    for axis in document.axes():
        if value(axis, "c:axId") not in used:
            document.plot_area.remove(axis)


def _check_series_count(document: ChartXml, kind: ChartKind) -> None:
    if kind.group == "stockChart":
        count = sum(len(group.findall(tag("c:ser"))) for group in document.groups())
        if count != _STOCK_SERIES[kind.variant]:
            raise invalid_argument("A stock chart needs its series in the order of its name.")


def _turned(one: ChartKind, other: ChartKind) -> bool:
    return (one.direction == "bar") != (other.direction == "bar")


def _like(document: ChartXml, kind: ChartKind, *, secondary: bool) -> Element | None:
    for group in document.groups():
        found = kind_of(document, group)
        if (
            (found.group, found.direction, found.grouping)
            == (kind.group, kind.direction, kind.grouping)
            and (kind.variant == found.variant or kind.group == "bubbleChart")
            and is_secondary(document, group) == secondary
        ):
            return group
    return None


def _axes_for(document: ChartXml, kind: ChartKind, *, secondary: bool) -> list[str]:
    """Axes that are there already for a group of this family."""
    for group in document.groups():
        ids = axis_ids(group)
        if not ids or is_secondary(document, group) != secondary:
            continue
        if not secondary or kind_of(document, group).axes == kind.axes:
            return ids
    return []


def _in_order(group: Element, series: Element) -> None:
    """Put a series among its like by its plot order."""
    order = int(value(series, "c:order", "0"))
    for position, found in enumerate(list(group)):
        if found.tag == tag("c:ser") and int(value(found, "c:order", "0")) > order:
            group.insert(position, series)
            return
    insert(group, series)


def _new_group(document: ChartXml, kind: ChartKind) -> Element:
    inside = _INSIDE.get((kind.group, kind.variant), _INSIDE.get((kind.group, ""), ""))
    group = fragment(f"<c:{kind.group}>{inside}</c:{kind.group}>")
    if kind.direction:
        set_value(group, "c:barDir", kind.direction)
    if kind.grouping:
        set_value(group, "c:grouping", kind.grouping)
    if kind.group == "scatterChart":
        set_value(group, "c:scatterStyle", "smoothMarker" if kind.smooth else "lineMarker")
    _column_look(group, kind)
    if kind.group not in ("stockChart", "surfaceChart", "surface3DChart"):
        set_truth(group, "c:varyColors", to=kind.is_round)
    insert(document.plot_area, group)
    return group


def _column_look(group: Element, kind: ChartKind) -> None:
    if not kind.direction:
        return
    stacked = kind.grouping in ("stacked", "percentStacked")
    if kind.group == "barChart":
        default = 219 if kind.direction == "col" else 182
        set_value(group, "c:gapWidth", 150 if stacked else default)
        if stacked or kind.direction == "col":
            set_value(group, "c:overlap", 100 if stacked else -27)
    else:
        set_value(group, "c:gapWidth", 150)
        set_value(group, "c:shape", kind.shape)


def adopt(series: Element, kind: ChartKind) -> None:
    """Make a series one of a type: its data, and the look its kind of drawing needs."""
    index = int(value(series, "c:idx", "0"))
    color = own_color(series) or accent(index)
    _move_source(series, *(("cat", "xVal") if kind.is_xy else ("xVal", "cat")))
    _move_source(series, *(("val", "yVal") if kind.is_xy else ("yVal", "val")))
    if kind.group != "bubbleChart":
        remove_any(series, "c:bubbleSize", "c:bubble3D")
    else:
        set_truth(series, "c:bubble3D", to=kind.variant == "3d")
    remove_any(series, "c:smooth", "c:explosion", "c:shape", "c:pictureOptions")
    if kind.group not in TREND_GROUPS:
        remove_any(series, "c:trendline", "c:errBars")
    if not kind.is_xy:
        for bars in series.findall(tag("c:errBars")):
            if value(bars, "c:errDir") == "x":
                series.remove(bars)
    if kind.group not in ("barChart", "bar3DChart", "bubbleChart"):
        remove(series, "c:invertIfNegative")
    else:
        set_truth(series, "c:invertIfNegative", to=False)
    for name in ("c:dLbls", "c:dLbl"):
        for labels in series.iter(tag(name)):
            # Each type has its own places for labels; a wrong one makes Excel repair the file.
            remove(labels, "c:dLblPos")
    if kind.group.startswith("surface"):
        remove_any(series, "c:dPt", "c:dLbls")
    if kind.exploded:
        set_value(series, "c:explosion", 25)
    if kind.group in ("lineChart", "scatterChart"):
        set_truth(series, "c:smooth", to=kind.smooth)
    _look(series, kind, color)


def _look(series: Element, kind: ChartKind, color: Element) -> None:
    if kind.is_round:
        remove(series, "c:marker")
        remove(series, "c:spPr")
        return
    if not kind.draws_lines:
        remove(series, "c:marker")
        replace_children(series, ("c:spPr",), solid_look(color))
        return
    lines = kind.lines and kind.group != "stockChart"
    replace_children(series, ("c:spPr",), line_look(color) if lines else no_line_look())
    remove(series, "c:marker")
    marker = need(series, "c:marker")
    if kind.markers:
        set_value(marker, "c:symbol", "circle")
        set_value(marker, "c:size", 5)
        insert(marker, solid_look(color))
    else:
        set_value(marker, "c:symbol", "none")


def _move_source(series: Element, old: str, new: str) -> None:
    found = get(series, f"c:{old}")
    if found is not None:
        series.remove(found)
        found.tag = tag(f"c:{new}")
        insert(series, found)


def _attach(
    document: ChartXml, group: Element, kind: ChartKind, kept: list[str], *, secondary: bool
) -> None:
    """Stand a group on axes: those that are kept, or new ones."""
    ids = kept if kind.axes != "none" else []
    if not ids and kind.axes != "none":
        ids = _new_axes(document, kind, secondary=secondary)
    for axis_id in ids:
        insert(group, fragment(f'<c:axId val="{axis_id}"/>'))


def _new_axes(document: ChartXml, kind: ChartKind, *, secondary: bool) -> list[str]:
    taken = [int(value(axis, "c:axId", "0")) for axis in document.axes()]
    first = max([*taken, 507_100_000]) + 1
    turned = kind.direction == "bar"
    base, side = ("l", "b") if turned else ("b", "l")
    if secondary:
        side = "t" if turned else "r"
    x_name = "valAx" if kind.axes == "xy" else "catAx"
    names = [(x_name, base), ("valAx", side)]
    if kind.axes == "depth":
        names.append(("serAx", "b"))
    ids = [str(first + offset) for offset in range(len(names))]
    for place, (name, position) in enumerate(names):
        axis = _axis(name, ids[place], position)
        set_value(axis, "c:crossAx", ids[1 if place == 0 else 0])
        set_value(axis, "c:crosses", "autoZero")
        if name == "valAx":
            between = "midCat" if kind.axes == "xy" or kind.group == "areaChart" else "between"
            set_value(axis, "c:crossBetween", between)
        elif name == "catAx":
            set_truth(axis, "c:auto", to=True)
            set_value(axis, "c:lblAlgn", "ctr")
            set_value(axis, "c:lblOffset", 100)
            set_truth(axis, "c:noMultiLvlLbl", to=False)
        if secondary:
            remove(axis, "c:majorGridlines")
            set_truth(axis, "c:delete", to=place == 0)
            if place == 1:
                set_value(axis, "c:crosses", "max")
        elif place == 1 or kind.axes == "xy":
            _gridlines(axis)
        insert(document.plot_area, axis)
    return ids


def _axis(name: str, axis_id: str, position: str) -> Element:
    return fragment(
        f'<c:{name}><c:axId val="{axis_id}"/><c:scaling><c:orientation val="minMax"/></c:scaling>'
        f'<c:delete val="0"/><c:axPos val="{position}"/>'
        '<c:numFmt formatCode="General" sourceLinked="1"/><c:majorTickMark val="none"/>'
        '<c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>'
        f'<c:spPr><a:noFill/><a:ln w="9525">{_GREY}</a:ln></c:spPr>{_TEXT}</c:{name}>'
    )


def _gridlines(axis: Element) -> None:
    insert(
        axis,
        fragment(
            f'<c:majorGridlines><c:spPr><a:ln w="9525">{_GREY}</a:ln></c:spPr></c:majorGridlines>'
        ),
    )


def _set_view(document: ChartXml, kind: ChartKind) -> None:
    chart = document.chart
    remove_any(chart, "c:view3D", "c:floor", "c:sideWall", "c:backWall")
    if not kind.is_3d:
        return
    tilt, turn = 15, 20
    if kind.group == "pie3DChart":
        tilt, turn = 30, 0
    elif kind.group == "surfaceChart":
        tilt, turn = 90, 0
    set_value(chart, "c:view3D/c:rotX", tilt)
    set_value(chart, "c:view3D/c:rotY", turn)
    right = kind.grouping in ("clustered", "stacked", "percentStacked") and bool(kind.direction)
    set_truth(chart, "c:view3D/c:rAngAx", to=right)


def kind_named(name: str) -> ChartKind | None:
    """The kind of a type's name, None where a chart part of the first kind can't hold it."""
    return KINDS.get(name)
