"""Data labels: of a chart, of a series, of a point."""

from collections.abc import Callable
from typing import Final, TypeAlias

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.errors import invalid_argument, not_implemented
from embedded_excel.model import chart_titles as titles
from embedded_excel.model.areas import flag
from embedded_excel.model.chart_groups import group_of
from embedded_excel.model.chart_labels import (
    POSITIONS,
    allowed_positions,
    labels_of,
    new_labels,
)
from embedded_excel.model.chart_types import kind_of
from embedded_excel.model.chart_xml import (
    ChartXml,
    Element,
    fragment,
    get,
    insert,
    need,
    remove,
    set_truth,
    set_value,
    truth,
    value,
)
from embedded_excel.model.charts import ChartRef, all_series
from embedded_excel.objects.base import excel_class, navigation, scalar
from embedded_excel.objects.charts_base import text, whole
from embedded_excel.objects.charts_formats import ChartDataLabelFormat
from embedded_excel.objects.charts_text_parts import Aligned
from embedded_excel.wire.members import enum_value

SeriesFinder: TypeAlias = Callable[[ChartXml], list[Element]]
_UPRIGHT, _RIGHT_ANGLE = 180, 90
_SEPARATOR: Final = ", "


def labels_of_chart(document: ChartXml) -> list[Element]:
    """Every series."""
    return all_series(document)


class LabelBase(Aligned):
    """What the labels of series and the label of a point have in common."""

    def owner(self, document: ChartXml) -> Element | None:
        """The series they belong to."""
        raise NotImplementedError

    def _shown(self, name: str) -> JsonValue:
        return truth(self.held(), f"c:show{name}", absent=False)

    def _show(self, name: str, value: JsonValue) -> None:
        to = flag(value)
        self.change_all(lambda element: set_truth(element, f"c:show{name}", to=to))

    @scalar("ShowValue")
    def show_value(self) -> JsonValue:
        """Whether values show."""
        return self._shown("Val")

    @show_value.setter
    def set_show_value(self, value: JsonValue) -> None:
        """Show values or not."""
        self._show("Val", value)

    @scalar("ShowSeriesName")
    def show_series_name(self) -> JsonValue:
        """Whether the series' names show."""
        return self._shown("SerName")

    @show_series_name.setter
    def set_show_series_name(self, value: JsonValue) -> None:
        """Show the series' names or not."""
        self._show("SerName", value)

    @scalar("ShowCategoryName")
    def show_category_name(self) -> JsonValue:
        """Whether categories show."""
        return self._shown("CatName")

    @show_category_name.setter
    def set_show_category_name(self, value: JsonValue) -> None:
        """Show categories or not."""
        self._show("CatName", value)

    @scalar("ShowLegendKey")
    def show_legend_key(self) -> JsonValue:
        """Whether the legend's keys show."""
        return self._shown("LegendKey")

    @show_legend_key.setter
    def set_show_legend_key(self, value: JsonValue) -> None:
        """Show the legend's keys or not."""
        self._show("LegendKey", value)

    @scalar("ShowPercentage")
    def show_percentage(self) -> JsonValue:
        """Whether shares show."""
        return self._shown("Percent")

    @show_percentage.setter
    def set_show_percentage(self, value: JsonValue) -> None:
        """Show shares or not."""
        self._show("Percent", value)

    @scalar("ShowBubbleSize")
    def show_bubble_size(self) -> JsonValue:
        """Whether sizes of bubbles show."""
        return self._shown("BubbleSize")

    @show_bubble_size.setter
    def set_show_bubble_size(self, value: JsonValue) -> None:
        """Show sizes of bubbles or not."""
        self._show("BubbleSize", value)

    @scalar("Position")
    def position(self) -> JsonValue:
        """Where they stand: what is set, or the default of the chart's type."""
        document = self.ref.read()
        series = self.owner(document)
        if series is None:
            return "Invalid"
        kept = value(self.held(), "c:dLblPos")
        allowed = allowed_positions(kind_of(document, group_of(document, series), series))
        if not kept and not allowed:
            return "None"
        return next(name for name, place in POSITIONS.items() if place == (kept or allowed[0]))

    @position.setter
    def set_position(self, value: JsonValue) -> None:
        """Put them elsewhere; each type of chart allows some places only."""
        place = POSITIONS.get(enum_value("ChartDataLabelPosition", value))
        if place is None:
            raise invalid_argument()
        document = self.ref.read()
        series = self.owner(document)
        if series is None:
            raise invalid_argument()
        kind = kind_of(document, group_of(document, series), series)
        if place not in allowed_positions(kind):
            raise invalid_argument("Labels of this type of chart can't stand there.")
        self.change_all(lambda element: set_value(element, "c:dLblPos", place))

    @scalar("Separator")
    def separator(self) -> JsonValue:
        """What stands between the parts of a label."""
        found = get(self.held(), "c:separator")
        return _SEPARATOR if found is None else found.text or ""

    @separator.setter
    def set_separator(self, value: JsonValue) -> None:
        """Set what stands between the parts of a label."""
        between = text(value)

        def change(element: Element) -> None:
            remove(element, "c:separator")
            made = fragment("<c:separator/>")
            made.text = between
            insert(element, made)

        self.change_all(change)

    @scalar("NumberFormat")
    def number_format(self) -> JsonValue:
        """Number format."""
        held = get(self.held(), "c:numFmt")
        return "General" if held is None else held.get("formatCode", "General")

    @number_format.setter
    def set_number_format(self, value: JsonValue) -> None:
        """Set the number format, which unlinks it from the cells'."""
        code = text(value)

        def change(element: Element) -> None:
            held = need(element, "c:numFmt")
            held.set("formatCode", code)
            held.set("sourceLinked", "0")

        self.change_all(change)

    @scalar("LinkNumberFormat")
    def link_number_format(self) -> JsonValue:
        """Whether the number format is the cells'."""
        held = get(self.held(), "c:numFmt")
        return held is None or held.get("sourceLinked") in ("1", "true")

    @link_number_format.setter
    def set_link_number_format(self, value: JsonValue) -> None:
        """Take the cells' number format or not."""
        linked = "1" if flag(value) else "0"

        def change(element: Element) -> None:
            held = need(element, "c:numFmt")
            held.attrib.setdefault("formatCode", "General")
            held.set("sourceLinked", linked)

        self.change_all(change)

    @scalar("TextOrientation")
    def text_orientation(self) -> JsonValue:
        """Degrees the text is turned by."""
        return titles.orientation(self.held()) or 0

    @text_orientation.setter
    def set_text_orientation(self, value: JsonValue) -> None:
        """Turn the text."""
        degrees = whole(value, -_RIGHT_ANGLE, _UPRIGHT)
        if _RIGHT_ANGLE < degrees < _UPRIGHT:
            raise invalid_argument()
        self.change_all(lambda element: titles.set_orientation(element, degrees))

    @navigation("Format")
    def format(self) -> ChartDataLabelFormat:
        """Looks."""
        return ChartDataLabelFormat(self.ref, self.find, self.every)


@excel_class("ChartDataLabels")
class ChartDataLabels(LabelBase):
    """The labels of every point of some series."""

    def __init__(self, ref: ChartRef, series: SeriesFinder) -> None:
        def find(document: ChartXml, _: bool) -> Element | None:
            for found in series(document):
                labels = labels_of(found)
                if labels is not None:
                    return labels
            return None

        def every(document: ChartXml) -> list[Element]:
            return [
                held if (held := labels_of(found)) is not None else new_labels(found, shown=False)
                for found in series(document)
            ]

        super().__init__(ref, find, every)
        self._series = series

    @override
    def owner(self, document: ChartXml) -> Element | None:
        return next(iter(self._series(document)), None)

    @scalar("AutoText")
    def auto_text(self) -> JsonValue:
        """Whether every label's text comes of what it shows."""
        document = self.ref.read()
        return all(
            get(label, "c:tx") is None
            for found in self._series(document)
            for label in found.iter("{http://schemas.openxmlformats.org/drawingml/2006/chart}dLbl")
        )

    @auto_text.setter
    def set_auto_text(self, value: JsonValue) -> None:
        """Let texts come of what labels show."""
        if not flag(value):
            raise not_implemented("ChartDataLabels.autoText false")

        def change(element: Element) -> None:
            for label in element.iter(
                "{http://schemas.openxmlformats.org/drawingml/2006/chart}dLbl"
            ):
                remove(label, "c:tx")

        self.change_all(change)
