"""Data labels: those of a series, and of single points."""

from typing import Final

from embedded_excel.model.chart_types import ChartKind
from embedded_excel.model.chart_xml import Element, fragment, get, insert, tag, truth, value

SHOWS: Final = ("LegendKey", "Val", "CatName", "SerName", "Percent", "BubbleSize")
POSITIONS: Final = {
    "Center": "ctr",
    "InsideEnd": "inEnd",
    "InsideBase": "inBase",
    "OutsideEnd": "outEnd",
    "Left": "l",
    "Right": "r",
    "Top": "t",
    "Bottom": "b",
    "BestFit": "bestFit",
}
_ROUND: Final = ("ctr", "inEnd", "outEnd", "bestFit")
_AROUND: Final = ("r", "t", "b", "l", "ctr")


def allowed_positions(kind: ChartKind) -> tuple[str, ...]:
    """Where labels of a type can stand, its default first."""
    if kind.group in ("lineChart", "scatterChart", "bubbleChart"):
        return _AROUND
    if kind.group in ("pieChart", "pie3DChart", "ofPieChart"):
        return ("bestFit", *(place for place in _ROUND if place != "bestFit"))
    if kind.group == "barChart":
        if kind.grouping == "clustered":
            return ("outEnd", "ctr", "inEnd", "inBase")
        return ("ctr", "inEnd", "inBase")
    if kind.group == "radarChart":
        return ("outEnd",)
    return ()


def labels_of(series: Element) -> Element | None:
    """The labels of a series, None when it has none."""
    found = get(series, "c:dLbls")
    return None if found is None or truth(found, "c:delete", absent=False) else found


def shows_labels(series: Element) -> bool:
    """Whether a series' labels show anything."""
    found = labels_of(series)
    return found is not None and any(truth(found, f"c:show{name}", absent=False) for name in SHOWS)


def new_labels(series: Element, *, shown: bool) -> Element:
    """Labels for a series that had none, showing values or nothing yet."""
    held = get(series, "c:dLbls")
    if held is not None:
        series.remove(held)
    return insert(series, fragment(f"<c:dLbls>{_shows(shown=shown)}</c:dLbls>"))


def _shows(*, shown: bool) -> str:
    return "".join(f'<c:show{name} val="{int(shown and name == "Val")}"/>' for name in SHOWS)


def label_of_point(series: Element, point: int) -> Element | None:
    """A point's own label."""
    for found in series.iterfind(f"{tag('c:dLbls')}/{tag('c:dLbl')}"):
        if value(found, "c:idx") == str(point):
            return found
    return None


def point_has_label(series: Element, point: int) -> bool:
    """Whether a point shows a label, its own or its series'."""
    own = label_of_point(series, point)
    if own is None:
        return shows_labels(series)
    return not truth(own, "c:delete", absent=False)


def new_label(series: Element, point: int) -> Element:
    """A point's own label, showing what its series' labels show, or else its value."""
    held = labels_of(series)
    labels = new_labels(series, shown=False) if held is None else held
    own = label_of_point(series, point)
    if own is not None:
        labels.remove(own)
    label = fragment(f'<c:dLbl><c:idx val="{point}"/></c:dLbl>')
    for name in SHOWS:
        shown = (
            truth(held, f"c:show{name}", absent=False) if shows_labels(series) else name == "Val"
        )
        label.append(fragment(f'<c:show{name} val="{int(shown)}"/>'))
    at = sum(
        1 for found in labels.findall(tag("c:dLbl")) if int(value(found, "c:idx", "0")) < point
    )
    labels.insert(at, label)
    return label


def hide_label(series: Element, point: int) -> None:
    """Let a point show no label."""
    own = label_of_point(series, point)
    if not shows_labels(series):
        if own is not None:
            labels = labels_of(series)
            if labels is not None:
                labels.remove(own)
        return
    label = new_label(series, point)
    for child in list(label)[1:]:
        label.remove(child)
    label.append(fragment('<c:delete val="1"/>'))
