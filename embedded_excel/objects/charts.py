"""Chart and ChartCollection."""

from dataclasses import replace
from typing import Final, cast

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.chart_parts import SeriesIn
from embedded_excel.errors import invalid_argument, item_not_found, not_implemented
from embedded_excel.model.areas import flag, integer
from embedded_excel.model.chart_activation import activate
from embedded_excel.model.chart_building import set_data
from embedded_excel.model.chart_groups import set_type
from embedded_excel.model.chart_places import Box, box_of, box_of_cells, put
from embedded_excel.model.chart_sources import formula, source_areas
from embedded_excel.model.chart_stocks import volume_type
from embedded_excel.model.chart_types import extended_type, type_name
from embedded_excel.model.chart_xml import ChartXml, number, set_truth, set_value, truth, value
from embedded_excel.model.charts import all_series, is_chartex
from embedded_excel.model.events import chart_deleted
from embedded_excel.model.workbook import Area
from embedded_excel.objects.base import (
    ExcelObject,
    excel_class,
    method,
    navigation,
    scalar,
)
from embedded_excel.objects.charts_axes import ChartAxes
from embedded_excel.objects.charts_base import ChartPart, extent, kind_argument
from embedded_excel.objects.charts_data_table import ChartDataTable, allows_data_table
from embedded_excel.objects.charts_formats import ChartAreaFormat
from embedded_excel.objects.charts_labels import ChartDataLabels, labels_of_chart
from embedded_excel.objects.charts_legend import ChartLegend
from embedded_excel.objects.charts_pivot_options import ChartPivotOptions, FieldButtons
from embedded_excel.objects.charts_plot_area import ChartPlotArea
from embedded_excel.objects.charts_series import ChartSeriesCollection
from embedded_excel.objects.charts_titles import ChartTitle
from embedded_excel.objects.range_base import area_argument, make
from embedded_excel.objects.tracked import TrackedRange
from embedded_excel.pictures.chart_pictures import picture_of_chart
from embedded_excel.wire.members import enum_value

_BLANKS: Final = {"NotPlotted": "gap", "Zero": "zero", "Interplotted": "span"}
_EVERY_LEVEL: Final = -1
_STYLES: Final = 48
_MODERN_STYLES: Final = 100
_MC: Final = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"


@excel_class("Chart")
class Chart(ChartPart):
    """One chart of a sheet."""

    @override
    def identity(self) -> dict[str, JsonValue]:
        return {"Id": self.ref.id}

    # -- name and place --------------------------------------------------------------------------
    @scalar("Id")
    def id(self) -> JsonValue:
        """Identity."""
        return self.ref.id

    @scalar("Name")
    def name(self) -> JsonValue:
        """Name."""
        return self.ref.entry.name

    @name.setter
    def set_name(self, value: JsonValue) -> None:
        """Rename."""
        if not isinstance(value, str) or not value:
            raise invalid_argument()
        self.workbook.engine.charts.rename(self.ref.sheet_index, self.ref.number, value)

    @scalar("Left")
    def left(self) -> JsonValue:
        """Points from the sheet's left edge."""
        return box_of(self.ref).left

    @left.setter
    def set_left(self, value: JsonValue) -> None:
        """Move across."""
        put(self.ref, replace(box_of(self.ref), left=extent(value)))

    @scalar("Top")
    def top(self) -> JsonValue:
        """Points from the sheet's top edge."""
        return box_of(self.ref).top

    @top.setter
    def set_top(self, value: JsonValue) -> None:
        """Move down or up."""
        put(self.ref, replace(box_of(self.ref), top=extent(value)))

    @scalar("Width")
    def width(self) -> JsonValue:
        """Width in points."""
        return box_of(self.ref).width

    @width.setter
    def set_width(self, value: JsonValue) -> None:
        """Set the width."""
        put(self.ref, replace(box_of(self.ref), width=extent(value)))

    @scalar("Height")
    def height(self) -> JsonValue:
        """Height in points."""
        return box_of(self.ref).height

    @height.setter
    def set_height(self, value: JsonValue) -> None:
        """Set the height."""
        put(self.ref, replace(box_of(self.ref), height=extent(value)))

    @method("SetPosition")
    def set_position(self, start: object, end: object) -> None:
        """Put the chart over cells, from one to another; without the second its size stays."""
        home = Area(self.ref.sheet, Rect(0, 0, 0, 0))
        first = area_argument(self.workbook, start, home)
        if first.sheet != self.ref.sheet:
            raise invalid_argument()
        box = box_of_cells(self.workbook, first.sheet, first.rect)
        if end is None:
            held = box_of(self.ref)
            put(self.ref, Box(box.left, box.top, held.width, held.height))
            return
        last = area_argument(self.workbook, end, home)
        if last.sheet != self.ref.sheet:
            raise invalid_argument()
        other = box_of_cells(self.workbook, last.sheet, last.rect)
        left, top = min(box.left, other.left), min(box.top, other.top)
        right = max(box.left + box.width, other.left + other.width)
        bottom = max(box.top + box.height, other.top + other.height)
        put(self.ref, Box(left, top, right - left, bottom - top))

    # -- what it shows ---------------------------------------------------------------------------
    @scalar("ChartType")
    def chart_type(self) -> JsonValue:
        """Type; of a chart of several types, the first group's."""
        content = self.ref.content()
        if is_chartex(content):
            return extended_type(content)
        document = self.ref.read()
        groups = document.groups()
        with_volume = volume_type(document)
        if with_volume:
            return with_volume
        return type_name(document, groups[0]) if groups else "Invalid"

    @chart_type.setter
    def set_chart_type(self, value: JsonValue) -> None:
        """Give every series another type."""
        kind = kind_argument(value, "Chart.chartType")
        self.ref.edit(lambda document: set_type(document, kind))

    @scalar("PlotBy")
    def plot_by(self) -> JsonValue:
        """Whether series are rows or columns of the source, told by the first one's values."""
        document = self.ref.read()
        for series in all_series(document):
            for name in ("val", "yVal"):
                areas = source_areas(self.workbook, formula(series, name), self.ref.sheet)
                if areas:
                    return "Rows" if areas[0].rect.rows < areas[0].rect.columns else "Columns"
        raise item_not_found()

    @method("SetData")
    def set_data(self, source: object, series_by: JsonValue) -> None:
        """Show another range."""
        if not isinstance(source, TrackedRange):
            raise invalid_argument()
        set_data(self.ref, source.area, series_in(series_by))

    @scalar("DisplayBlanksAs")
    def display_blanks_as(self) -> JsonValue:
        """How empty cells are drawn."""
        held = value(self.ref.read().chart, "c:dispBlanksAs", "zero")
        return next(name for name, kept in _BLANKS.items() if kept == held)

    @display_blanks_as.setter
    def set_display_blanks_as(self, value: JsonValue) -> None:
        """Say how empty cells are drawn."""
        kept = _BLANKS[enum_value("ChartDisplayBlanksAs", value)]
        self.ref.edit(lambda document: set_value(document.chart, "c:dispBlanksAs", kept))

    @scalar("PlotVisibleOnly")
    def plot_visible_only(self) -> JsonValue:
        """Whether hidden cells are left out."""
        return truth(self.ref.read().chart, "c:plotVisOnly", absent=True)

    @plot_visible_only.setter
    def set_plot_visible_only(self, value: JsonValue) -> None:
        """Leave hidden cells out or not."""
        to = flag(value)
        self.ref.edit(lambda document: set_truth(document.chart, "c:plotVisOnly", to=to))

    @scalar("ShowDataLabelsOverMaximum")
    def show_data_labels_over_maximum(self) -> JsonValue:
        """Whether points beyond the axis keep their labels."""
        return truth(self.ref.read().chart, "c:showDLblsOverMax", absent=True)

    @show_data_labels_over_maximum.setter
    def set_show_data_labels_over_maximum(self, value: JsonValue) -> None:
        """Let points beyond the axis keep their labels or not."""
        to = flag(value)
        self.ref.edit(lambda document: set_truth(document.chart, "c:showDLblsOverMax", to=to))

    @scalar("Style")
    def style(self) -> JsonValue:
        """Number of the chart style, 1 to 48, or 201 and up for Excel 2013's own."""
        root = self.ref.read().root
        for found in root.iter():
            if found.tag.endswith("2007/8/2/chart}style"):
                kept = int(found.get("val", "102"))
                return kept - _MODERN_STYLES if kept > _MODERN_STYLES else kept
        return int(number(root, "c:style") or 2)

    @style.setter
    def set_style(self, value: JsonValue) -> None:
        """Set one of the 48 styles that a number stands for in the file."""
        style = integer(value)
        if not 1 <= style <= _STYLES:
            raise not_implemented(f"Chart.style {style}")
        self.ref.edit(lambda document: _set_style(document, style))

    @scalar("ShowAllFieldButtons")
    def show_all_field_buttons(self) -> JsonValue:
        """Whether every field button of a chart over a PivotTable shows."""
        return FieldButtons(self.ref).shows("all")

    @show_all_field_buttons.setter
    def set_show_all_field_buttons(self, value: JsonValue) -> None:
        """Show every field button or none."""
        FieldButtons(self.ref).show(value, "all", "axis", "legend", "filter", "value")

    @scalar("CategoryLabelLevel")
    def category_label_level(self) -> JsonValue:
        """-1: labels are of every level of the categories, as charts are made here."""
        return _EVERY_LEVEL

    @category_label_level.setter
    def set_category_label_level(self, value: JsonValue) -> None:
        """Let labels be of every level."""
        _only_every_level(value, "Chart.categoryLabelLevel")

    @scalar("SeriesNameLevel")
    def series_name_level(self) -> JsonValue:
        """-1: names of series are of every level of their headings, as charts are made here."""
        return _EVERY_LEVEL

    @series_name_level.setter
    def set_series_name_level(self, value: JsonValue) -> None:
        """Let names of series be of every level."""
        _only_every_level(value, "Chart.seriesNameLevel")

    # -- parts -----------------------------------------------------------------------------------
    @navigation("Title")
    def title(self) -> ChartTitle:
        """The title."""
        return ChartTitle(self.ref)

    @navigation("Legend")
    def legend(self) -> ChartLegend:
        """The legend."""
        return ChartLegend(self.ref)

    @navigation("Axes")
    def axes(self) -> ChartAxes:
        """The axes."""
        return ChartAxes(self.ref)

    @navigation("Series")
    def series(self) -> ChartSeriesCollection:
        """The series."""
        return ChartSeriesCollection(self.ref)

    @navigation("DataLabels")
    def data_labels(self) -> ChartDataLabels:
        """Labels of every point of the chart."""
        return ChartDataLabels(self.ref, labels_of_chart)

    @navigation("Format")
    def format(self) -> ChartAreaFormat:
        """Looks of the chart area."""
        return ChartAreaFormat(self.ref, lambda document, _: document.root)

    @navigation("PivotOptions")
    def pivot_options(self) -> ChartPivotOptions:
        """Field buttons of a chart over a PivotTable."""
        return ChartPivotOptions(self.ref)

    @navigation("PlotArea")
    def plot_area(self) -> ChartPlotArea:
        """The plot area."""
        return ChartPlotArea(self.ref)

    @method("GetDataTable")
    def get_data_table(self) -> ChartDataTable:
        """The table below the chart; only charts of categories can have one."""
        if not allows_data_table(self.ref.read()):
            raise invalid_argument("A chart of this type can't have a data table.")
        return ChartDataTable(self.ref)

    @method("GetDataTableOrNullObject")
    def get_data_table_or_null_object(self) -> ChartDataTable | None:
        """The table below the chart, or null."""
        return ChartDataTable(self.ref) if allows_data_table(self.ref.read()) else None

    @navigation("Worksheet")
    def worksheet(self) -> ExcelObject:
        """The sheet."""
        return make("Worksheet", self.workbook, self.ref.sheet)

    @method("GetImage")
    def get_image(self, width: JsonValue, height: JsonValue, fitting: JsonValue) -> JsonValue:
        """A picture of the chart as base64 text of a PNG; sizes in pixels."""
        sizes = [None if size is None else extent(size) for size in (width, height)]
        mode = "Fill" if fitting is None else enum_value("ImageFittingMode", fitting)
        return picture_of_chart(self.ref, sizes[0], sizes[1], mode=mode)

    @method("Activate")
    def activate(self) -> None:
        """Make it the active chart, on the active sheet."""
        activate(self.ref)

    @method("Delete")
    def delete(self) -> None:
        """Delete the chart."""
        entry = self.ref.entry
        self.workbook.engine.charts.remove(self.ref.sheet_index, entry.id)
        self.workbook.changed = True
        chart_deleted(self.workbook, self.ref.id, self.ref.sheet)


def _set_style(document: ChartXml, style: int) -> None:
    root = document.root
    for found in list(root):
        if found.tag == f"{_MC}AlternateContent" or found.tag.endswith("}style"):
            root.remove(found)
    set_value(root, "c:style", style)


def _only_every_level(value: JsonValue, member: str) -> None:
    if integer(value) != _EVERY_LEVEL:
        raise not_implemented(f"{member} {value}")


def series_in(value: JsonValue) -> SeriesIn:
    """Whether series are rows or columns, by what Office.js calls it."""
    if value is None:
        return "Auto"
    return cast("SeriesIn", enum_value("ChartSeriesBy", value))
