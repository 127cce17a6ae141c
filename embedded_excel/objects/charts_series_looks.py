"""How a series looks: labels, markers, and what it shares with the series of its type."""

from typing import Final

from pydantic import JsonValue

from embedded_excel.errors import invalid_argument
from embedded_excel.model import chart_points as points
from embedded_excel.model.areas import flag
from embedded_excel.model.chart_effects import has_shadow, set_shadow
from embedded_excel.model.chart_groups import group_of
from embedded_excel.model.chart_labels import labels_of, new_labels, shows_labels
from embedded_excel.model.chart_series import has_setting
from embedded_excel.model.chart_xml import (
    ChartXml,
    get,
    local,
    number,
    remove,
    set_truth,
    set_value,
    truth,
    value,
)
from embedded_excel.model.colors import color_code
from embedded_excel.objects.base import scalar
from embedded_excel.objects.charts_base import finite, whole
from embedded_excel.objects.charts_points import (
    LEAST_MARKER,
    MOST_MARKER,
    SeriesPart,
    marker_argument,
)
from embedded_excel.wire.members import enum_value

_SPLITS: Final = {
    "SplitByPosition": "pos",
    "SplitByValue": "val",
    "SplitByPercentValue": "percent",
    "SplitByCustomSplit": "cust",
}
_SMOOTH: Final = ("lineChart", "scatterChart")
_ROUND: Final = ("pieChart", "pie3DChart", "doughnutChart")
_BARS: Final = ("barChart", "bar3DChart", "bubbleChart")


class SeriesLooks(SeriesPart):
    """Looks of a series."""

    # -- labels ----------------------------------------------------------------------------------
    @scalar("HasDataLabels")
    def has_data_labels(self) -> JsonValue:
        """Whether its points show labels."""
        return shows_labels(self.element(self.ref.read()))

    @has_data_labels.setter
    def set_has_data_labels(self, value: JsonValue) -> None:
        """Show values beside the points, or remove the labels."""
        shown = flag(value)

        def change(document: ChartXml) -> None:
            series = self.element(document)
            if not shown:
                remove(series, "c:dLbls")
            elif not shows_labels(series):
                held = labels_of(series)
                if held is None:
                    new_labels(series, shown=True)
                else:
                    set_truth(held, "c:showVal", to=True)

        self.ref.edit(change)

    @scalar("ShowLeaderLines")
    def show_leader_lines(self) -> JsonValue:
        """Whether lines lead from labels to their points."""
        series = self.element(self.ref.read())
        return truth(labels_of(series), "c:showLeaderLines", absent=False)

    @show_leader_lines.setter
    def set_show_leader_lines(self, value: JsonValue) -> None:
        """Lead lines from labels to their points or not."""
        to = flag(value)

        def change(document: ChartXml) -> None:
            series = self.element(document)
            held = labels_of(series)
            if held is None or local(group_of(document, series)) not in _ROUND:
                raise invalid_argument()
            set_truth(held, "c:showLeaderLines", to=to)

        self.ref.edit(change)

    @scalar("ShowShadow")
    def show_shadow(self) -> JsonValue:
        """Whether it throws a shadow."""
        return has_shadow(self.element(self.ref.read()))

    @show_shadow.setter
    def set_show_shadow(self, value: JsonValue) -> None:
        """Let it throw one or not."""
        shown = flag(value)
        self.ref.edit(lambda document: set_shadow(self.element(document), shown=shown))

    # -- markers ---------------------------------------------------------------------------------
    @scalar("MarkerStyle")
    def marker_style(self) -> JsonValue:
        """Marker."""
        return points.marker_style([self.element(self.ref.read())])

    @marker_style.setter
    def set_marker_style(self, value: JsonValue) -> None:
        """Set the marker."""
        style = marker_argument(value)
        self.ref.edit(lambda document: points.set_marker_style(self.element(document), style))

    @scalar("MarkerSize")
    def marker_size(self) -> JsonValue:
        """Size of the markers."""
        return points.marker_size([self.element(self.ref.read())])

    @marker_size.setter
    def set_marker_size(self, value: JsonValue) -> None:
        """Set the size of the markers."""
        size = whole(value, LEAST_MARKER, MOST_MARKER)
        self.ref.edit(lambda document: points.set_marker_size(self.element(document), size))

    @scalar("MarkerBackgroundColor")
    def marker_background_color(self) -> JsonValue:
        """Colour inside the markers."""
        return points.marker_color([self.element(self.ref.read())], self.theme, border=False)

    @marker_background_color.setter
    def set_marker_background_color(self, value: JsonValue) -> None:
        """Colour the inside of the markers."""
        code = color_code(value)
        self.ref.edit(
            lambda document: points.set_marker_color(self.element(document), code, border=False)
        )

    @scalar("MarkerForegroundColor")
    def marker_foreground_color(self) -> JsonValue:
        """Colour of the markers' border."""
        return points.marker_color([self.element(self.ref.read())], self.theme, border=True)

    @marker_foreground_color.setter
    def set_marker_foreground_color(self, value: JsonValue) -> None:
        """Colour the markers' border."""
        code = color_code(value)
        self.ref.edit(
            lambda document: points.set_marker_color(self.element(document), code, border=True)
        )

    # -- its own drawing -------------------------------------------------------------------------
    @scalar("Smooth")
    def smooth(self) -> JsonValue:
        """Whether its line is smoothed."""
        series = self.element(self.ref.read())
        return truth(series, "c:smooth", absent=False)

    @smooth.setter
    def set_smooth(self, value: JsonValue) -> None:
        """Smooth its line or not."""
        to = flag(value)
        self._own("c:smooth", _SMOOTH, "1" if to else "0")

    @scalar("Explosion")
    def explosion(self) -> JsonValue:
        """How far its slices stand apart, in percent."""
        return int(number(self.element(self.ref.read()), "c:explosion") or 0)

    @explosion.setter
    def set_explosion(self, value: JsonValue) -> None:
        """Put its slices apart."""
        self._own("c:explosion", _ROUND, whole(value, 0, 400))

    @scalar("InvertIfNegative")
    def invert_if_negative(self) -> JsonValue:
        """Whether negative points show without colour."""
        return truth(self.element(self.ref.read()), "c:invertIfNegative", absent=False)

    @invert_if_negative.setter
    def set_invert_if_negative(self, value: JsonValue) -> None:
        """Show negative points without colour or not."""
        self._own("c:invertIfNegative", _BARS, "1" if flag(value) else "0")

    def _own(self, path: str, groups: tuple[str, ...], to: str | float) -> None:
        def change(document: ChartXml) -> None:
            series = self.element(document)
            if local(group_of(document, series)) not in groups:
                raise invalid_argument()
            set_value(series, path, to)

        self.ref.edit(change)

    # -- what a series shares with those of its type ---------------------------------------------
    def _group_number(self, name: str, absent: float) -> JsonValue:
        document = self.ref.read()
        group = group_of(document, self.element(document))
        if not has_setting(group, name):
            return None
        found = number(group, f"c:{name}")
        return absent if found is None else found

    def _set_group(self, name: str, to: str | float) -> None:
        def change(document: ChartXml) -> None:
            group = group_of(document, self.element(document))
            if not has_setting(group, name):
                raise invalid_argument()
            set_value(group, f"c:{name}", to)

        self.ref.edit(change)

    @scalar("GapWidth")
    def gap_width(self) -> JsonValue:
        """Room between columns, in percent of their width."""
        return self._group_number("gapWidth", 150)

    @gap_width.setter
    def set_gap_width(self, value: JsonValue) -> None:
        """Set the room between columns."""
        self._set_group("gapWidth", whole(value, 0, 500))

    @scalar("Overlap")
    def overlap(self) -> JsonValue:
        """How far columns of a category overlap, in percent."""
        return self._group_number("overlap", 0)

    @overlap.setter
    def set_overlap(self, value: JsonValue) -> None:
        """Let columns of a category overlap."""
        self._set_group("overlap", whole(value, -100, 100))

    @scalar("DoughnutHoleSize")
    def doughnut_hole_size(self) -> JsonValue:
        """Size of the hole, in percent."""
        return self._group_number("holeSize", 50)

    @doughnut_hole_size.setter
    def set_doughnut_hole_size(self, value: JsonValue) -> None:
        """Set the size of the hole."""
        self._set_group("holeSize", whole(value, 10, 90))

    @scalar("FirstSliceAngle")
    def first_slice_angle(self) -> JsonValue:
        """Where the first slice begins, in degrees from the top."""
        return self._group_number("firstSliceAng", 0)

    @first_slice_angle.setter
    def set_first_slice_angle(self, value: JsonValue) -> None:
        """Say where the first slice begins."""
        self._set_group("firstSliceAng", whole(value, 0, 360))

    @scalar("BubbleScale")
    def bubble_scale(self) -> JsonValue:
        """Size of bubbles, in percent of the default."""
        return self._group_number("bubbleScale", 100)

    @bubble_scale.setter
    def set_bubble_scale(self, value: JsonValue) -> None:
        """Scale the bubbles."""
        self._set_group("bubbleScale", whole(value, 0, 300))

    @scalar("SecondPlotSize")
    def second_plot_size(self) -> JsonValue:
        """Size of the second plot, in percent of the first."""
        return self._group_number("secondPieSize", 75)

    @second_plot_size.setter
    def set_second_plot_size(self, value: JsonValue) -> None:
        """Scale the second plot."""
        self._set_group("secondPieSize", whole(value, 5, 200))

    @scalar("SplitType")
    def split_type(self) -> JsonValue:
        """By what points come to the second plot."""
        document = self.ref.read()
        group = group_of(document, self.element(document))
        if not has_setting(group, "splitType"):
            return None
        held = value(group, "c:splitType", "pos")
        return next((name for name, split in _SPLITS.items() if split == held), "SplitByPosition")

    @split_type.setter
    def set_split_type(self, value: JsonValue) -> None:
        """Say by what points come to the second plot."""
        self._set_group("splitType", _SPLITS[enum_value("ChartSplitType", value)])

    @scalar("SplitValue")
    def split_value(self) -> JsonValue:
        """The bound that brings points to the second plot."""
        return self._group_number("splitPos", 0)

    @split_value.setter
    def set_split_value(self, value: JsonValue) -> None:
        """Set the bound that brings points to the second plot."""
        self._set_group("splitPos", finite(value))

    @scalar("VaryByCategories")
    def vary_by_categories(self) -> JsonValue:
        """Whether each point has a colour of its own."""
        document = self.ref.read()
        group = group_of(document, self.element(document))
        return truth(group, "c:varyColors", absent=True)

    @vary_by_categories.setter
    def set_vary_by_categories(self, value: JsonValue) -> None:
        """Give each point a colour of its own or not."""
        to = flag(value)

        def change(document: ChartXml) -> None:
            group = group_of(document, self.element(document))
            if local(group).startswith(("surface", "stock")):
                raise invalid_argument()
            set_truth(group, "c:varyColors", to=to)
            series = self.element(document)
            if to and get(series, "c:spPr/a:solidFill") is not None:
                remove(series, "c:spPr")

        self.ref.edit(change)
