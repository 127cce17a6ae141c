"""The XML of a chart part: reading, writing, and elements in the order the schema asks for.

ECMA-376 Part 1, 21.2 (DrawingML charts) and 20.1 (DrawingML). Namespace prefixes are kept as they
were found: `mc:Ignorable` and `Requires` name them in their values.
"""

import io
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias
from xml.sax.saxutils import escape, quoteattr

from embedded_excel.errors import ExcelApiError

Element: TypeAlias = ET.Element
C: Final = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
A: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
XDR: Final = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}"
R: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_PREFIXES: Final = {
    "c": C[1:-1],
    "a": A[1:-1],
    "xdr": XDR[1:-1],
    "r": R[1:-1],
    "c14": "http://schemas.microsoft.com/office/drawing/2007/8/2/chart",
    "cx": "http://schemas.microsoft.com/office/drawing/2014/chartex",
}
_OF_CHARTS: Final = ("c", "a")
_OF_DRAWINGS: Final = ("a", "xdr", "r")
_DECLARATION = b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

_GROUP = (
    "barDir ofPieType wireframe scatterStyle radarStyle grouping varyColors ser dLbls bandFmts"
    " dropLines gapWidth gapDepth overlap shape splitType splitPos custSplit secondPieSize serLines"
    " hiLowLines upDownBars marker smooth firstSliceAng holeSize bubble3D bubbleScale"
    " showNegBubbles sizeRepresents axId extLst"
)
_AXIS = (
    "axId scaling delete axPos majorGridlines minorGridlines title numFmt majorTickMark"
    " minorTickMark tickLblPos spPr txPr crossAx crosses crossesAt crossBetween auto lblAlgn"
    " lblOffset baseTimeUnit majorUnit majorTimeUnit minorUnit minorTimeUnit tickLblSkip"
    " tickMarkSkip noMultiLvlLbl dispUnits extLst"
)
GROUPS: Final = (
    "areaChart",
    "area3DChart",
    "lineChart",
    "line3DChart",
    "stockChart",
    "radarChart",
    "scatterChart",
    "pieChart",
    "pie3DChart",
    "doughnutChart",
    "barChart",
    "bar3DChart",
    "ofPieChart",
    "surfaceChart",
    "surface3DChart",
    "bubbleChart",
)
AXES: Final = ("valAx", "catAx", "dateAx", "serAx")
_LABEL_SHOWS = (
    "numFmt spPr txPr dLblPos showLegendKey showVal showCatName showSerName showPercent"
    " showBubbleSize separator showLeaderLines leaderLines extLst"
)
_ORDERS: Final[dict[str, tuple[str, ...]]] = {
    name: tuple(order.split())
    for name, order in {
        "chartSpace": "date1904 lang roundedCorners AlternateContent style clrMapOvr pivotSource"
        " protection chart spPr txPr externalData printSettings userShapes extLst",
        "chart": "title autoTitleDeleted pivotFmts view3D floor sideWall backWall plotArea legend"
        " plotVisOnly dispBlanksAs showDLblsOverMax extLst",
        "title": "tx layout overlay spPr txPr extLst",
        "legend": "legendPos legendEntry layout overlay spPr txPr extLst",
        "legendEntry": "idx delete txPr extLst",
        "plotArea": f"layout {' '.join(GROUPS)} {' '.join(AXES)} dTable spPr extLst",
        "scaling": "logBase orientation max min extLst",
        "ser": "idx order tx spPr invertIfNegative pictureOptions marker explosion dPt dLbls"
        " trendline errBars cat val xVal yVal smooth shape bubbleSize bubble3D extLst",
        "dPt": "idx invertIfNegative marker bubble3D explosion spPr pictureOptions extLst",
        "dLbls": f"dLbl delete {_LABEL_SHOWS}",
        "dLbl": f"idx delete layout tx {_LABEL_SHOWS}",
        "marker": "symbol size spPr extLst",
        "trendline": "name spPr trendlineType order period forward backward intercept dispRSqr"
        " dispEq trendlineLbl extLst",
        "errBars": "errDir errBarType errValType noEndCap plus minus val spPr extLst",
        "trendlineLbl": "layout tx numFmt spPr txPr extLst",
        "majorGridlines": "spPr",
        "minorGridlines": "spPr",
        "dTable": "showHorzBorder showVertBorder showOutline showKeys spPr txPr extLst",
        "dispUnits": "custUnit builtInUnit dispUnitsLbl extLst",
        "spPr": "xfrm custGeom prstGeom noFill solidFill gradFill blipFill pattFill grpFill ln"
        " effectLst effectDag scene3d sp3d extLst",
        "ln": "noFill solidFill gradFill pattFill prstDash custDash round bevel miter headEnd"
        " tailEnd extLst",
        "txPr": "bodyPr lstStyle p",
        "rich": "bodyPr lstStyle p",
        "txBody": "bodyPr lstStyle p",
        "sp": "nvSpPr spPr style txBody",
        "cxnSp": "nvCxnSpPr spPr style",
        "pic": "nvPicPr blipFill spPr style",
        "bodyPr": "prstTxWarp noAutofit normAutofit spAutoFit scene3d sp3d flatTx extLst",
        "cNvCxnSpPr": "cxnSpLocks stCxn endCxn extLst",
        "layoutPr": "parentLabelLayout regionLabelLayout visibility aggregation binning geography"
        " statistics subtotals extLst",
        "series": "tx spPr valueColors valueColorPositions dataPt dataLabels dataId layoutPr axisId"
        " extLst",
        "effectLst": "blur fillOverlay glow innerShdw outerShdw prstShdw reflection softEdge",
        "p": "pPr r br fld endParaRPr",
        "pPr": "lnSpc spcBef spcAft defRPr extLst",
        **dict.fromkeys(
            ("defRPr", "rPr"),
            "ln noFill solidFill gradFill blipFill pattFill grpFill effectLst effectDag highlight"
            " uLnTx uLn uFillTx uFill latin ea cs sym hlinkClick extLst",
        ),
        **dict.fromkeys(GROUPS, _GROUP),
        **dict.fromkeys(AXES, _AXIS),
    }.items()
}


@dataclass(frozen=True, slots=True)
class ChartXml:
    """A parsed chart part."""

    root: Element
    prefixes: dict[str, str]

    @property
    def chart(self) -> Element:
        """The chart element."""
        return need(self.root, "c:chart")

    @property
    def plot_area(self) -> Element:
        """The plot area."""
        return need(self.chart, "c:plotArea")

    def groups(self) -> list[Element]:
        """The plot groups: series of one type on the same axes."""
        return [found for found in self.plot_area if local(found) in GROUPS]

    def axes(self) -> list[Element]:
        """Every axis element."""
        return [found for found in self.plot_area if local(found) in AXES]


def parse(content: bytes, *, anchor: bool = False) -> ChartXml:
    """Read a chart part, or with `anchor` the anchor of a drawing's object.

    Raises:
        ExcelApiError: GeneralException, when it isn't one.
    """
    prefixes: dict[str, str] = {}
    try:
        if b"<!DOCTYPE" in content:
            raise ET.ParseError
        # Without a document type there are no entities, and so nothing to expand or to fetch.
        events = ET.iterparse(io.BytesIO(content), events=["start-ns", "end"])  # noqa: S314
        root: Element | None = None
        for event, found in events:
            if event == "start-ns":
                prefix, uri = found
                if uri not in prefixes.values():
                    prefixes[prefix if prefix not in prefixes else f"{prefix}_"] = uri
            else:
                root = found
    except ET.ParseError:
        root = None
    if root is None or not local(root).endswith("Anchor" if anchor else "chartSpace"):
        part = "drawing" if anchor else "chart"
        raise ExcelApiError("GeneralException", f"The {part}'s part of the file is damaged.", 500)
    return ChartXml(root, prefixes)


def serialise(document: ChartXml) -> bytes:
    """The part's bytes again, with every prefix declared at the root."""
    by_uri = {uri: prefix for prefix, uri in document.prefixes.items()}
    is_chart = local(document.root) == "chartSpace"
    for prefix in _OF_CHARTS if is_chart else _OF_DRAWINGS:
        by_uri.setdefault(_PREFIXES[prefix], prefix)
    pieces: list[str] = []
    _write(document.root, by_uri, pieces, declare=True)
    return (_DECLARATION if is_chart else b"") + "".join(pieces).encode()


def _write(
    element: Element, by_uri: dict[str, str], pieces: list[str], *, declare: bool = False
) -> None:
    name = _qualified(element.tag, by_uri)
    pieces.append(f"<{name}")
    if declare:
        for uri, prefix in by_uri.items():
            pieces.append(f" xmlns{':' if prefix else ''}{prefix}={quoteattr(uri)}")
    for key, value in element.attrib.items():
        pieces.append(f" {_qualified(key, by_uri)}={quoteattr(value)}")
    if element.text or len(element):
        pieces.append(">" + escape(element.text or ""))
        for child in element:
            _write(child, by_uri, pieces)
            pieces.append(escape(child.tail or ""))
        pieces.append(f"</{name}>")
    else:
        pieces.append("/>")


def _qualified(tag: str, by_uri: dict[str, str]) -> str:
    if not tag.startswith("{"):
        return tag
    uri, _, name = tag[1:].partition("}")
    prefix = "xml" if uri == "http://www.w3.org/XML/1998/namespace" else by_uri[uri]
    return f"{prefix}:{name}" if prefix else name


def local(element: Element) -> str:
    """An element's name without its namespace."""
    return element.tag.rpartition("}")[2]


def tag(name: str) -> str:
    """`c:chart` as ElementTree names it."""
    prefix, _, rest = name.partition(":")
    return f"{{{_PREFIXES[prefix]}}}{rest}"


def get(element: Element | None, path: str) -> Element | None:
    """The element at the end of a path like `c:title/c:tx`, None where it breaks off."""
    for step in path.split("/"):
        if element is None:
            return None
        element = element.find(tag(step))
    return element


def need(element: Element, path: str) -> Element:
    """The element at the end of a path, made where it is missing, in the schema's order."""
    for step in path.split("/"):
        found = element.find(tag(step))
        element = insert(element, ET.Element(tag(step))) if found is None else found
    return element


def insert(parent: Element, child: Element) -> Element:
    """Put a child where the schema wants it: after its like, before what follows."""
    order = _ORDERS.get(local(parent), ())
    ranks = {name: rank for rank, name in enumerate(order)}
    if local(parent) == "plotArea":
        # Groups may come in any order, and axes too; only the kinds of elements are ordered.
        ranks |= dict.fromkeys(GROUPS, 1) | dict.fromkeys(AXES, 1 + len(GROUPS))
    rank = ranks.get(local(child), len(order))
    position = len(parent)
    while position and ranks.get(local(parent[position - 1]), -1) > rank:
        position -= 1
    parent.insert(position, child)
    return child


def remove(parent: Element | None, name: str) -> None:
    """Remove every child of a name."""
    if parent is not None:
        for found in parent.findall(tag(name)):
            parent.remove(found)


def remove_any(parent: Element, *names: str) -> None:
    """Remove children of several names."""
    for name in names:
        remove(parent, name)


def value(element: Element | None, path: str, default: str = "") -> str:
    """The `val` attribute at the end of a path."""
    found = get(element, path)
    return default if found is None else found.get("val", default)


def set_value(element: Element, path: str, val: str | int | float | None) -> None:
    """Set the `val` attribute at the end of a path; None removes the element."""
    if val is None:
        parent_path, _, name = path.rpartition("/")
        remove(get(element, parent_path) if parent_path else element, name)
        return
    need(element, path).set("val", number_text(val) if not isinstance(val, str) else val)


def truth(element: Element | None, path: str, *, absent: bool) -> bool:
    """A boolean element: present without `val` means true."""
    found = get(element, path)
    return absent if found is None else found.get("val", "1") in ("1", "true")


def set_truth(element: Element, path: str, *, to: bool) -> None:
    """Set a boolean element."""
    need(element, path).set("val", "1" if to else "0")


def number(element: Element | None, path: str) -> float | None:
    """A number element, None where it is missing."""
    text = value(element, path)
    return float(text.rstrip("%")) if text else None


def number_text(number: float) -> str:
    """A number as XML takes it."""
    return repr(int(number)) if number == int(number) else repr(number)


def replace_children(parent: Element, names: tuple[str, ...], child: Element | None) -> None:
    """Remove children of the names, then put one in."""
    remove_any(parent, *names)
    if child is not None:
        insert(parent, child)


def fragment(text: str) -> Element:
    """An element from XML text that uses the prefixes `c`, `a`, `xdr` and `r`."""
    declared = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in _PREFIXES.items())
    head, _, rest = text.partition(">")
    slash = "/" if head.endswith("/") else ""
    return ET.fromstring(f"{head.removesuffix('/')} {declared}{slash}>{rest}")  # noqa: S314


Finder: TypeAlias = Callable[[ChartXml, bool], Element | None]
"""Finds an element of a chart; with True it makes what is missing. None: it isn't there."""


def walk(element: Element, name: str) -> Iterator[Element]:
    """Every element of a name below an element."""
    return element.iter(tag(name))
