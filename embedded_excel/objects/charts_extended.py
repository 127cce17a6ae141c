"""Options of series of the kinds that came with Excel 2016."""

from collections.abc import Callable
from typing import Final

from pydantic import JsonValue

from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model.areas import flag
from embedded_excel.model.chart_xml import ChartXml, Element, get, insert, remove, tag
from embedded_excel.model.chartex import series_of
from embedded_excel.model.charts import ChartRef, is_chartex
from embedded_excel.objects.base import excel_class, navigation, scalar
from embedded_excel.objects.charts_base import finite, whole
from embedded_excel.objects.charts_points import SeriesPart
from embedded_excel.wire.members import enum_value

_QUARTILES: Final = {"Inclusive": "inclusive", "Exclusive": "exclusive"}
_PARENTS: Final = {"None": "none", "Banner": "banner", "Overlapping": "overlapping"}
_LABELS: Final = {"None": "none", "BestFit": "bestFitOnly", "ShowAll": "showAll"}
_PROJECTIONS: Final = {
    "Automatic": "",
    "Mercator": "mercator",
    "Miller": "miller",
    "Robinson": "robinson",
    "Albers": "albers",
}
_LEVELS: Final = {
    "Automatic": "",
    "DataOnly": "dataOnly",
    "City": "postalCode",
    "County": "county",
    "State": "state",
    "Country": "countryRegion",
    "Continent": "countryRegionList",
    "World": "world",
}


class ExtendedPart(SeriesPart):
    """Something about a series of one of these kinds; others answer InvalidArgument."""

    layouts: tuple[str, ...] = ()

    def layout(self, document: ChartXml, *, make: bool = False) -> Element:
        """The series' `layoutPr`."""
        known = series_of(document)
        if self.idx >= len(known):
            raise item_not_found()
        series = known[self.idx]
        if series.get("layoutId") not in self.layouts:
            raise invalid_argument()
        found = get(series, "cx:layoutPr")
        if found is None:
            found = series.makeelement(tag("cx:layoutPr"), {})
            if make:
                insert(series, found)
        return found

    def read_layout(self) -> Element:
        """The same, to look at."""
        return self.layout(extended(self.ref))

    def attribute(self, path: str, name: str, default: str) -> str:
        """An attribute of a part of the layout."""
        found = get(self.read_layout(), path)
        return default if found is None else found.get(name, default)

    def set_attribute(self, path: str, name: str, kept: str) -> None:
        """Set one; "" takes it away."""

        def change(document: ChartXml) -> None:
            held = self.layout(document, make=True)
            found = get(held, path)
            if found is None:
                found = insert(held, held.makeelement(tag(path), {}))
            found.attrib.pop(name, None)
            if kept:
                found.set(name, kept)

        edit_extended(self.ref, change)


def extended(ref: ChartRef) -> ChartXml:
    """The part of a chart of one of these kinds.

    Raises:
        ExcelApiError: InvalidArgument for a chart of another kind.
    """
    if not is_chartex(ref.content()):
        raise invalid_argument()
    return ref.read_extended()


def edit_extended(ref: ChartRef, change: Callable[[ChartXml], object]) -> None:
    """Change such a part."""
    extended(ref)
    ref.edit_extended(change)


def _name(names: dict[str, str], kept: str) -> str:
    return next((name for name, known in names.items() if known == kept), next(iter(names)))


@excel_class("ChartBinOptions")
class ChartBinOptions(ExtendedPart):
    """Bins of a histogram or a Pareto chart."""

    layouts = ("clusteredColumn",)

    def _size(self, name: str) -> float:
        found = get(self.read_layout(), f"cx:binning/cx:{name}")
        return 0.0 if found is None else float(found.get("val", "0"))

    def _set_size(self, name: str, kept: str) -> None:
        def change(document: ChartXml) -> None:
            held = self.layout(document, make=True)
            remove(held, "cx:aggregation")
            bins = get(held, "cx:binning")
            if bins is None:
                bins = insert(held, held.makeelement(tag("cx:binning"), {"intervalClosed": "r"}))
            for child in list(bins):
                bins.remove(child)
            if name:
                bins.append(bins.makeelement(tag(f"cx:{name}"), {"val": kept}))

        edit_extended(self.ref, change)

    @scalar("Type")
    def kind(self) -> JsonValue:
        """`ChartBinType`."""
        held = self.read_layout()
        if get(held, "cx:aggregation") is not None:
            return "Category"
        if get(held, "cx:binning/cx:binSize") is not None:
            return "BinWidth"
        return "Auto" if get(held, "cx:binning/cx:binCount") is None else "BinCount"

    @kind.setter
    def set_kind(self, value: JsonValue) -> None:
        """Bin by category, width, count, or as Excel does."""
        match enum_value("ChartBinType", value):
            case "BinWidth":
                self._set_size("binSize", "1")
            case "BinCount":
                self._set_size("binCount", "1")
            case "Auto":
                self._set_size("", "")
            case _:

                def by_category(document: ChartXml) -> None:
                    held = self.layout(document, make=True)
                    remove(held, "cx:binning")
                    if get(held, "cx:aggregation") is None:
                        insert(held, held.makeelement(tag("cx:aggregation"), {}))

                edit_extended(self.ref, by_category)

    @scalar("Width")
    def width(self) -> JsonValue:
        """Width of a bin; 0 where it isn't set."""
        return self._size("binSize")

    @width.setter
    def set_width(self, value: JsonValue) -> None:
        """Bin by width."""
        size = finite(value)
        if size <= 0:
            raise invalid_argument()
        self._set_size("binSize", repr(size))

    @scalar("Count")
    def count(self) -> JsonValue:
        """How many bins; 0 where it isn't set."""
        return int(self._size("binCount"))

    @count.setter
    def set_count(self, value: JsonValue) -> None:
        """Bin by count."""
        self._set_size("binCount", str(whole(value, 1, 31_999)))

    def _bound(self, name: str) -> str:
        return self.attribute("cx:binning", name, "")

    @scalar("AllowOverflow")
    def allow_overflow(self) -> JsonValue:
        """Whether there is a bin for all that is greater."""
        return self._bound("overflow") != ""

    @allow_overflow.setter
    def set_allow_overflow(self, value: JsonValue) -> None:
        """Have one or not."""
        self.set_attribute("cx:binning", "overflow", "auto" if flag(value) else "")

    @scalar("AllowUnderflow")
    def allow_underflow(self) -> JsonValue:
        """Whether there is a bin for all that is less."""
        return self._bound("underflow") != ""

    @allow_underflow.setter
    def set_allow_underflow(self, value: JsonValue) -> None:
        """Have one or not."""
        self.set_attribute("cx:binning", "underflow", "auto" if flag(value) else "")

    @scalar("OverflowValue")
    def overflow_value(self) -> JsonValue:
        """Where the bin of all that is greater begins; 0 where Excel chooses."""
        kept = self._bound("overflow")
        return float(kept) if kept not in ("", "auto") else 0

    @overflow_value.setter
    def set_overflow_value(self, value: JsonValue) -> None:
        """Set it."""
        self.set_attribute("cx:binning", "overflow", repr(finite(value)))

    @scalar("UnderflowValue")
    def underflow_value(self) -> JsonValue:
        """Where the bin of all that is less ends; 0 where Excel chooses."""
        kept = self._bound("underflow")
        return float(kept) if kept not in ("", "auto") else 0

    @underflow_value.setter
    def set_underflow_value(self, value: JsonValue) -> None:
        """Set it."""
        self.set_attribute("cx:binning", "underflow", repr(finite(value)))


@excel_class("ChartBoxwhiskerOptions")
class ChartBoxwhiskerOptions(ExtendedPart):
    """What a box and whisker chart shows."""

    layouts = ("boxWhisker",)

    def _shows(self, name: str) -> JsonValue:
        return self.attribute("cx:visibility", name, "0") in ("1", "true")

    def _show(self, name: str, value: JsonValue) -> None:
        self.set_attribute("cx:visibility", name, "1" if flag(value) else "0")

    @scalar("QuartileCalculation")
    def quartile_calculation(self) -> JsonValue:
        """Whether quartiles count the median."""
        return _name(_QUARTILES, self.attribute("cx:statistics", "quartileMethod", "exclusive"))

    @quartile_calculation.setter
    def set_quartile_calculation(self, value: JsonValue) -> None:
        """Let them count it or not."""
        kept = _QUARTILES[enum_value("ChartBoxQuartileCalculation", value)]
        self.set_attribute("cx:statistics", "quartileMethod", kept)

    @scalar("ShowInnerPoints")
    def show_inner_points(self) -> JsonValue:
        """Whether points between the whiskers show."""
        return self._shows("nonoutliers")

    @show_inner_points.setter
    def set_show_inner_points(self, value: JsonValue) -> None:
        """Show them or not."""
        self._show("nonoutliers", value)

    @scalar("ShowMeanLine")
    def show_mean_line(self) -> JsonValue:
        """Whether a line joins the means."""
        return self._shows("meanLine")

    @show_mean_line.setter
    def set_show_mean_line(self, value: JsonValue) -> None:
        """Show it or not."""
        self._show("meanLine", value)

    @scalar("ShowMeanMarker")
    def show_mean_marker(self) -> JsonValue:
        """Whether means are marked."""
        return self._shows("meanMarker")

    @show_mean_marker.setter
    def set_show_mean_marker(self, value: JsonValue) -> None:
        """Mark them or not."""
        self._show("meanMarker", value)

    @scalar("ShowOutlierPoints")
    def show_outlier_points(self) -> JsonValue:
        """Whether points beyond the whiskers show."""
        return self._shows("outliers")

    @show_outlier_points.setter
    def set_show_outlier_points(self, value: JsonValue) -> None:
        """Show them or not."""
        self._show("outliers", value)


@excel_class("ChartMapOptions")
class ChartMapOptions(ExtendedPart):
    """What a map shows."""

    layouts = ("regionMap",)

    @scalar("LabelStrategy")
    def label_strategy(self) -> JsonValue:
        """Which regions are named."""
        return _name(_LABELS, self.attribute("cx:regionLabelLayout", "val", "none"))

    @label_strategy.setter
    def set_label_strategy(self, value: JsonValue) -> None:
        """Name more or fewer."""
        kept = _LABELS[enum_value("ChartMapLabelStrategy", value)]
        self.set_attribute("cx:regionLabelLayout", "val", kept)

    @scalar("Level")
    def level(self) -> JsonValue:
        """How much of the world shows."""
        return _name(_LEVELS, self.attribute("cx:geography", "viewedRegionType", ""))

    @level.setter
    def set_level(self, value: JsonValue) -> None:
        """Show more or less of it."""
        kept = _LEVELS[enum_value("ChartMapAreaLevel", value)]
        self.set_attribute("cx:geography", "viewedRegionType", kept)

    @scalar("ProjectionType")
    def projection_type(self) -> JsonValue:
        """How the world is laid flat."""
        return _name(_PROJECTIONS, self.attribute("cx:geography", "projectionType", ""))

    @projection_type.setter
    def set_projection_type(self, value: JsonValue) -> None:
        """Lay it flat another way."""
        kept = _PROJECTIONS[enum_value("ChartMapProjectionType", value)]
        self.set_attribute("cx:geography", "projectionType", kept)


class _Waterfall(ExtendedPart):
    layouts = ("waterfall",)


class _Treemap(ExtendedPart):
    layouts = ("treemap",)


class ExtendedSeries(SeriesPart):
    """What a series of any kind answers about options that only some kinds have."""

    @navigation("BinOptions")
    def bin_options(self) -> ChartBinOptions:
        """Bins of a histogram or a Pareto chart."""
        return ChartBinOptions(self.ref, self.idx)

    @navigation("BoxwhiskerOptions")
    def boxwhisker_options(self) -> ChartBoxwhiskerOptions:
        """What a box and whisker chart shows."""
        return ChartBoxwhiskerOptions(self.ref, self.idx)

    @navigation("MapOptions")
    def map_options(self) -> ChartMapOptions:
        """What a map shows."""
        return ChartMapOptions(self.ref, self.idx)

    @scalar("ShowConnectorLines")
    def show_connector_lines(self) -> JsonValue:
        """Whether lines join the columns of a waterfall chart."""
        part = _Waterfall(self.ref, self.idx)
        return part.attribute("cx:visibility", "connectorLines", "1") in ("1", "true")

    @show_connector_lines.setter
    def set_show_connector_lines(self, value: JsonValue) -> None:
        """Join them or not."""
        kept = "1" if flag(value) else "0"
        part = _Waterfall(self.ref, self.idx)
        part.set_attribute("cx:visibility", "connectorLines", kept)

    @scalar("ParentLabelStrategy")
    def parent_label_strategy(self) -> JsonValue:
        """Where a treemap names the outer categories."""
        part = _Treemap(self.ref, self.idx)
        return _name(_PARENTS, part.attribute("cx:parentLabelLayout", "val", "none"))

    @parent_label_strategy.setter
    def set_parent_label_strategy(self, value: JsonValue) -> None:
        """Name them elsewhere."""
        kept = _PARENTS[enum_value("ChartParentLabelStrategy", value)]
        part = _Treemap(self.ref, self.idx)
        part.set_attribute("cx:parentLabelLayout", "val", kept)
