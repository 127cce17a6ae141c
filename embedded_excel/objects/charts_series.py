"""The series of a chart."""

from collections.abc import Sequence
from typing import Final

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.errors import invalid_argument
from embedded_excel.model import chart_series as kept
from embedded_excel.model import chart_sources as sources
from embedded_excel.model.areas import integer, item_at
from embedded_excel.model.chart_groups import drop_unused_axes, group_of, is_secondary, move_series
from embedded_excel.model.chart_sources import SourceKind
from embedded_excel.model.chart_types import extended_type, kind_of, type_name
from embedded_excel.model.chart_xml import ChartXml, Element, get, local, value
from embedded_excel.model.chartex import series_of, series_text
from embedded_excel.model.charts import ChartRef, all_series, is_chartex
from embedded_excel.objects.base import (
    ExcelCollection,
    excel_class,
    method,
    navigation,
    scalar,
)
from embedded_excel.objects.charts_base import kind_argument, text
from embedded_excel.objects.charts_error_bars import ChartErrorBars
from embedded_excel.objects.charts_extended import ExtendedSeries
from embedded_excel.objects.charts_formats import ChartSeriesFormat
from embedded_excel.objects.charts_labels import ChartDataLabels
from embedded_excel.objects.charts_map_colors import MapColors
from embedded_excel.objects.charts_points import ChartPointsCollection
from embedded_excel.objects.charts_series_looks import SeriesLooks
from embedded_excel.objects.charts_trendlines import ChartTrendlineCollection
from embedded_excel.objects.tracked import TrackedRange
from embedded_excel.wire.members import enum_value

_XY: Final = ("scatterChart", "bubbleChart")
_XY_SOURCES: Final = ("xVal", "yVal", "bubbleSize")
_DIMENSIONS: Final = {
    "Categories": "cat",
    "Values": "val",
    "XValues": "xVal",
    "YValues": "yVal",
    "BubbleSizes": "bubbleSize",
}


_AS_XY: Final = {"cat": "xVal", "val": "yVal"}


@excel_class("ChartSeries")
class ChartSeries(MapColors, ExtendedSeries, SeriesLooks):
    """One series, by the number it keeps for life."""

    # -- what it is ------------------------------------------------------------------------------
    @scalar("Name")
    def name(self) -> JsonValue:
        """Name."""
        if is_chartex(self.ref.content()):
            known = series_of(self.ref.read_extended())
            return series_text(item_at(known, self.idx), self.idx)
        document = self.ref.read()
        element = self.element(document)
        position = all_series(document).index(element)
        return sources.series_name(self.workbook, element, self.ref.sheet, position)

    @name.setter
    def set_name(self, value: JsonValue) -> None:
        """Name it by a text, or by a cell (`=Sheet1!$B$1`)."""
        name = text(value)
        areas = (
            sources.source_areas(self.workbook, name, self.ref.sheet)
            if name.startswith("=")
            else None
        )

        def change(document: ChartXml) -> None:
            element = self.element(document)
            if areas:
                sources.set_name_reference(self.workbook, element, areas[0])
            else:
                sources.set_literal_name(element, name)

        self.ref.edit(change)

    @scalar("ChartType")
    def chart_type(self) -> JsonValue:
        """Its type."""
        if is_chartex(self.ref.content()):
            return extended_type(self.ref.content())
        document = self.ref.read()
        element = self.element(document)
        return type_name(document, group_of(document, element), element)

    @chart_type.setter
    def set_chart_type(self, value: JsonValue) -> None:
        """Give it a type of its own."""
        kind = kind_argument(value, "ChartSeries.chartType")

        def change(document: ChartXml) -> None:
            element = self.element(document)
            secondary = is_secondary(document, group_of(document, element))
            move_series(document, element, kind, secondary=secondary)

        self.ref.edit(change)

    @scalar("AxisGroup")
    def axis_group(self) -> JsonValue:
        """On which axes it stands."""
        document = self.ref.read()
        group = group_of(document, self.element(document))
        return "Secondary" if is_secondary(document, group) else "Primary"

    @axis_group.setter
    def set_axis_group(self, value: JsonValue) -> None:
        """Stand it on other axes."""
        secondary = enum_value("ChartAxisGroup", value) == "Secondary"

        def change(document: ChartXml) -> None:
            element = self.element(document)
            group = group_of(document, element)
            if is_secondary(document, group) == secondary:
                return
            kind = kind_of(document, group, element)
            if kind.is_round or kind.is_3d or len(all_series(document)) == 1:
                raise invalid_argument("This series can't stand on the secondary axes.")
            move_series(document, element, kind, secondary=secondary, keep_look=True)

        self.ref.edit(change)

    @scalar("PlotOrder")
    def plot_order(self) -> JsonValue:
        """Position among the series of its type."""
        document = self.ref.read()
        return kept.order_in_group(document, self.element(document))

    @plot_order.setter
    def set_plot_order(self, value: JsonValue) -> None:
        """Draw it earlier or later."""
        order = integer(value)
        self.ref.edit(lambda document: kept.set_order(document, self.element(document), order))

    # -- data ------------------------------------------------------------------------------------
    def _point_at(self, name: str, source: object, kind: SourceKind | None) -> None:
        if not isinstance(source, TrackedRange):
            raise invalid_argument()
        area = source.area
        found = kind or sources.categories_kind(self.workbook, area)
        self.ref.edit(
            lambda document: sources.set_reference(
                self.workbook, self.element(document), name, area, found
            )
        )

    def _is_xy(self) -> bool:
        document = self.ref.read()
        return local(group_of(document, self.element(document))) in _XY

    @method("SetValues")
    def set_values(self, source: object) -> None:
        """Draw other cells."""
        self._point_at("yVal" if self._is_xy() else "val", source, "number")

    @method("SetXAxisValues")
    def set_x_axis_values(self, source: object) -> None:
        """Take x values or categories from other cells."""
        self._point_at("xVal" if self._is_xy() else "cat", source, None)

    @method("SetBubbleSizes")
    def set_bubble_sizes(self, source: object) -> None:
        """Take sizes of bubbles from other cells."""
        document = self.ref.read()
        if local(group_of(document, self.element(document))) != "bubbleChart":
            raise invalid_argument()
        self._point_at("bubbleSize", source, "number")

    def _dimension(self, dimension: JsonValue) -> tuple[Element, str]:
        element = self.element(self.ref.read())
        name = _DIMENSIONS[enum_value("ChartSeriesDimension", dimension)]
        if self._is_xy():
            # Their x values are what other charts call categories, and y values are their values.
            name = _AS_XY.get(name, name)
        if (name in _XY_SOURCES) != self._is_xy():
            raise invalid_argument()
        return element, name

    @method("GetDimensionValues")
    def get_dimension_values(self, dimension: JsonValue) -> JsonValue:
        """Values of a dimension."""
        element, name = self._dimension(dimension)
        found = sources.data_values(self.workbook, element, name, self.ref.sheet)
        return [cell if isinstance(cell, str | int | float | None) else cell.code for cell in found]

    @method("GetDimensionDataSourceString")
    def get_dimension_data_source_string(self, dimension: JsonValue) -> JsonValue:
        """The reference behind a dimension, or its list of values as a formula writes it."""
        element, name = self._dimension(dimension)
        formula = sources.formula(element, name)
        if not formula and get(element, f"c:{name}") is not None:
            return sources.list_text(element, name)
        return formula

    @method("GetDimensionDataSourceType")
    def get_dimension_data_source_type(self, dimension: JsonValue) -> JsonValue:
        """Whether a dimension comes from this workbook, another one, or is a list."""
        element, name = self._dimension(dimension)
        formula = sources.formula(element, name)
        if not formula:
            return "List"
        if "[" in formula:
            return "ExternalRange"
        areas = sources.source_areas(self.workbook, formula, self.ref.sheet)
        return "Unknown" if areas is None else "LocalRange"

    # -- parts -----------------------------------------------------------------------------------
    @navigation("Points")
    def points(self) -> ChartPointsCollection:
        """The points."""
        return ChartPointsCollection(self.ref, self.idx)

    @navigation("Format")
    def format(self) -> ChartSeriesFormat:
        """Looks."""
        return ChartSeriesFormat(self.ref, lambda document, _: self.element(document))

    @navigation("DataLabels")
    def data_labels(self) -> ChartDataLabels:
        """Labels of its points."""
        return ChartDataLabels(self.ref, lambda document: [self.element(document)])

    @navigation("Trendlines")
    def trendlines(self) -> ChartTrendlineCollection:
        """Trend lines."""
        return ChartTrendlineCollection(self.ref, self.idx)

    @navigation("XErrorBars")
    def x_error_bars(self) -> ChartErrorBars:
        """Error bars along the x axis."""
        return ChartErrorBars(self.ref, self.idx, "x")

    @navigation("YErrorBars")
    def y_error_bars(self) -> ChartErrorBars:
        """Error bars along the value axis."""
        return ChartErrorBars(self.ref, self.idx, "y")

    @method("Delete")
    def delete(self) -> None:
        """Remove it from the chart."""

        def change(document: ChartXml) -> None:
            kept.remove_series(document, self.element(document))
            drop_unused_axes(document)

        self.ref.edit(change)


@excel_class("ChartSeriesCollection")
class ChartSeriesCollection(ExcelCollection):
    """The series of a chart."""

    def __init__(self, ref: ChartRef) -> None:
        super().__init__(ref.workbook)
        self.ref = ref

    @override
    def items(self) -> Sequence[ChartSeries]:
        if is_chartex(self.ref.content()):
            count = len(series_of(self.ref.read_extended()))
            return [ChartSeries(self.ref, place) for place in range(count)]
        return [
            ChartSeries(self.ref, int(value(found, "c:idx", "0")))
            for found in all_series(self.ref.read())
        ]

    @scalar("Count")
    def count(self) -> JsonValue:
        """How many series there are."""
        return len(self.items())

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """How many series there are."""
        return len(self.items())

    @method("GetItemAt")
    def get_item_at(self, index: JsonValue) -> ChartSeries:
        """A series by its position."""
        return item_at(self.items(), index)

    @method("Add")
    def add(self, name: JsonValue, index: JsonValue) -> ChartSeries:
        """Add a series, which shows nothing until it is given values."""
        label = None if name is None else text(name)
        place = None if index is None else integer(index)
        number = self.ref.edit(lambda document: kept.add_series(document, label, place))
        return ChartSeries(self.ref, number)
