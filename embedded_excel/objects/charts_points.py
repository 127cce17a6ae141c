"""Points of a series, and their labels."""

from collections.abc import Sequence

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model import chart_points as points
from embedded_excel.model import chart_titles as titles
from embedded_excel.model.areas import flag, item_at
from embedded_excel.model.chart_groups import group_of
from embedded_excel.model.chart_label_text import automatic_text
from embedded_excel.model.chart_labels import (
    hide_label,
    label_of_point,
    labels_of,
    new_label,
    point_has_label,
)
from embedded_excel.model.chart_layout import label_box
from embedded_excel.model.chart_places import Box, box_of
from embedded_excel.model.chart_sources import data_values
from embedded_excel.model.chart_xml import ChartXml, Element, get, insert, remove, truth
from embedded_excel.model.charts import ChartRef, series_by_idx
from embedded_excel.model.colors import color_code
from embedded_excel.objects.base import (
    ExcelCollection,
    excel_class,
    method,
    navigation,
    scalar,
)
from embedded_excel.objects.charts_base import ChartPart, finite, text, whole
from embedded_excel.objects.charts_formats import ChartPointFormat
from embedded_excel.objects.charts_labels import LabelBase
from embedded_excel.wire.members import enum_value

LEAST_MARKER, MOST_MARKER = 2, 72


class SeriesPart(ChartPart):
    """An object of one series."""

    def __init__(self, ref: ChartRef, idx: int) -> None:
        super().__init__(ref)
        self.idx = idx

    def element(self, document: ChartXml) -> Element:
        """The series.

        Raises:
            ExcelApiError: ItemNotFound when it was deleted.
        """
        found = series_by_idx(document, self.idx)
        if found is None:
            raise item_not_found()
        return found

    def theme(self, name: str) -> str:
        """A theme colour."""
        return self.workbook.engine.charts.theme_color(name)


def values_of(ref: ChartRef, series: Element) -> list[JsonValue]:
    """The values of a series; errors as their text."""
    name = "val" if get(series, "c:val") is not None else "yVal"
    found = data_values(ref.workbook, series, name, ref.sheet)
    return [cell if isinstance(cell, str | int | float | None) else cell.code for cell in found]


@excel_class("ChartPointsCollection")
class ChartPointsCollection(ExcelCollection):
    """The points of a series: one for each of its values."""

    def __init__(self, ref: ChartRef, idx: int) -> None:
        super().__init__(ref.workbook)
        self.part = SeriesPart(ref, idx)

    @override
    def items(self) -> Sequence["ChartPoint"]:
        count = len(values_of(self.part.ref, self.part.element(self.part.ref.read())))
        return [ChartPoint(self.part.ref, self.part.idx, place) for place in range(count)]

    @scalar("Count")
    def count(self) -> JsonValue:
        """How many points there are."""
        return len(self.items())

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """How many points there are."""
        return len(self.items())

    @method("GetItemAt")
    def get_item_at(self, index: JsonValue) -> "ChartPoint":
        """A point by its position."""
        return item_at(self.items(), index)


@excel_class("ChartPoint")
class ChartPoint(SeriesPart):
    """One point of a series."""

    def __init__(self, ref: ChartRef, idx: int, place: int) -> None:
        super().__init__(ref, idx)
        self.place = place

    def _find(self, document: ChartXml, make: bool) -> Element | None:
        series = self.element(document)
        if make:
            return points.make_point(series, self.place, group_of(document, series))
        return points.point_of(series, self.place)

    def _owners(self) -> list[Element | None]:
        series = self.element(self.ref.read())
        return [points.point_of(series, self.place), series]

    def _made(self, document: ChartXml) -> Element:
        series = self.element(document)
        return points.make_point(series, self.place, group_of(document, series))

    @scalar("Value")
    def value(self) -> JsonValue:
        """The point's value."""
        found = values_of(self.ref, self.element(self.ref.read()))
        return found[self.place] if self.place < len(found) else None

    @scalar("HasDataLabel")
    def has_data_label(self) -> JsonValue:
        """Whether it shows a label."""
        return point_has_label(self.element(self.ref.read()), self.place)

    @has_data_label.setter
    def set_has_data_label(self, value: JsonValue) -> None:
        """Show a label or not."""
        shown = flag(value)

        def change(document: ChartXml) -> None:
            series = self.element(document)
            if not shown:
                hide_label(series, self.place)
            elif not point_has_label(series, self.place):
                new_label(series, self.place)

        self.ref.edit(change)

    @scalar("MarkerStyle")
    def marker_style(self) -> JsonValue:
        """Marker."""
        return points.marker_style(self._owners())

    @marker_style.setter
    def set_marker_style(self, value: JsonValue) -> None:
        """Set the marker."""
        style = marker_argument(value)
        self.ref.edit(lambda document: points.set_marker_style(self._made(document), style))

    @scalar("MarkerSize")
    def marker_size(self) -> JsonValue:
        """Size of the marker."""
        return points.marker_size(self._owners())

    @marker_size.setter
    def set_marker_size(self, value: JsonValue) -> None:
        """Set the size of the marker."""
        size = whole(value, LEAST_MARKER, MOST_MARKER)
        self.ref.edit(lambda document: points.set_marker_size(self._made(document), size))

    @scalar("MarkerBackgroundColor")
    def marker_background_color(self) -> JsonValue:
        """Colour inside the marker."""
        return points.marker_color(self._owners(), self.theme, border=False)

    @marker_background_color.setter
    def set_marker_background_color(self, value: JsonValue) -> None:
        """Colour the inside of the marker."""
        code = color_code(value)
        self.ref.edit(
            lambda document: points.set_marker_color(self._made(document), code, border=False)
        )

    @scalar("MarkerForegroundColor")
    def marker_foreground_color(self) -> JsonValue:
        """Colour of the marker's border."""
        return points.marker_color(self._owners(), self.theme, border=True)

    @marker_foreground_color.setter
    def set_marker_foreground_color(self, value: JsonValue) -> None:
        """Colour the marker's border."""
        code = color_code(value)
        self.ref.edit(
            lambda document: points.set_marker_color(self._made(document), code, border=True)
        )

    @navigation("Format")
    def format(self) -> ChartPointFormat:
        """Looks."""
        return ChartPointFormat(self.ref, self._find)

    @navigation("DataLabel")
    def data_label(self) -> "ChartDataLabel":
        """The point's own label."""
        return ChartDataLabel(self.ref, self.idx, self.place)


def marker_argument(value: JsonValue) -> str:
    """A marker's name.

    Raises:
        ExcelApiError: InvalidArgument, for pictures and other nonsense too.
    """
    style = enum_value("ChartMarkerStyle", value)
    if style in ("Invalid", "Picture"):
        raise invalid_argument()
    return style


@excel_class("ChartDataLabel")
class ChartDataLabel(LabelBase):
    """The label of one point."""

    def __init__(self, ref: ChartRef, idx: int, place: int) -> None:
        def find(document: ChartXml, make: bool) -> Element | None:
            series = self.owner(document)
            if series is None:
                return None
            own = label_of_point(series, place)
            if make:
                gone = own is None or truth(own, "c:delete", absent=False)
                return new_label(series, place) if gone else own
            return labels_of(series) if own is None else own

        super().__init__(ref, find)
        self.idx = idx
        self.place = place

    @override
    def owner(self, document: ChartXml) -> Element | None:
        return series_by_idx(document, self.idx)

    def _series(self, document: ChartXml) -> Element:
        found = self.owner(document)
        if found is None:
            raise item_not_found()
        return found

    @scalar("Text")
    def text(self) -> JsonValue:
        """What it says: the text given to it, or what it shows."""
        held, document = self.held(), self.ref.read()
        if get(held, "c:tx") is None:
            return automatic_text(self.ref, document, self._series(document), self.place, held)
        return titles.text_of(self.workbook, held, self.ref.sheet, "")

    @text.setter
    def set_text(self, value: JsonValue) -> None:
        """Give it a text."""
        shown = text(value)
        self.ref.edit(lambda document: titles.set_text(self.made(document), shown))

    @scalar("AutoText")
    def auto_text(self) -> JsonValue:
        """Whether its text comes of what it shows."""
        return get(self.held(), "c:tx") is None

    @auto_text.setter
    def set_auto_text(self, value: JsonValue) -> None:
        """Let its text come of what it shows."""
        if flag(value):
            self.ref.edit(lambda document: remove(self.made(document), "c:tx"))

    @scalar("Formula")
    def formula(self) -> JsonValue:
        """The reference its text comes from, else the text."""
        held = self.held()
        reference = get(held, "c:tx/c:strRef/c:f")
        return self.text if reference is None else f"={reference.text or ''}"

    @formula.setter
    def set_formula(self, value: JsonValue) -> None:
        """Let it show a cell, or a text."""
        shown = text(value)
        found = titles.reference_shown(self.workbook, shown, self.ref.sheet)
        if found is None:
            self.ref.edit(lambda document: titles.set_text(self.made(document), shown))
        else:
            self.ref.edit(lambda document: titles.set_reference(self.made(document), *found))

    # -- place -----------------------------------------------------------------------------------
    def _box(self) -> Box:
        document = self.ref.read()
        said = str(self.text)
        return label_box(self.ref, document, self._series(document), self.place, said)

    def _move(self, side: str, by: float, whole: float) -> None:
        """Labels keep how far they were moved from where they would stand."""

        def change(document: ChartXml) -> None:
            label = self.made(document)
            moved = titles.manual_place(label, side) or 0.0
            other = "y" if side == "x" else "x"
            kept = titles.manual_place(label, other) or 0.0
            titles.clear_manual_place(label)
            places = {side: moved + by / whole, other: kept}
            insert(label, titles.moved_layout(places["x"], places["y"]))

        self.ref.edit(change)

    @scalar("Left")
    def left(self) -> JsonValue:
        """Points from the chart's left edge, about."""
        return self._box().left

    @left.setter
    def set_left(self, value: JsonValue) -> None:
        """Move it."""
        self._move("x", finite(value) - self._box().left, box_of(self.ref).width)

    @scalar("Top")
    def top(self) -> JsonValue:
        """Points from the chart's top edge, about."""
        return self._box().top

    @top.setter
    def set_top(self, value: JsonValue) -> None:
        """Move it."""
        self._move("y", finite(value) - self._box().top, box_of(self.ref).height)

    @scalar("Width")
    def width(self) -> JsonValue:
        """Width in points, about."""
        return self._box().width

    @scalar("Height")
    def height(self) -> JsonValue:
        """Height in points, about."""
        return self._box().height
