"""The legend and its entries."""

from collections.abc import Sequence
from typing import Final

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.errors import invalid_argument
from embedded_excel.model import chart_titles as titles
from embedded_excel.model.areas import flag, item_at
from embedded_excel.model.chart_layout import layout_of, legend_names
from embedded_excel.model.chart_places import Box, box_of
from embedded_excel.model.chart_xml import (
    ChartXml,
    Element,
    fragment,
    get,
    insert,
    remove,
    set_truth,
    set_value,
    tag,
    truth,
    value,
)
from embedded_excel.model.charts import ChartRef, all_series
from embedded_excel.objects.base import (
    ExcelCollection,
    excel_class,
    method,
    navigation,
    scalar,
)
from embedded_excel.objects.charts_base import ChartPart, extent
from embedded_excel.objects.charts_formats import ChartLegendFormat
from embedded_excel.objects.charts_text_parts import Shadowed
from embedded_excel.wire.members import enum_value

_POSITIONS: Final = {"Top": "t", "Bottom": "b", "Left": "l", "Right": "r", "Corner": "tr"}


def _legend(document: ChartXml, make: bool) -> Element | None:
    found = get(document.chart, "c:legend")
    if found is None and make:
        found = insert(
            document.chart,
            fragment('<c:legend><c:legendPos val="b"/><c:overlay val="0"/></c:legend>'),
        )
    return found


@excel_class("ChartLegend")
class ChartLegend(Shadowed):
    """The legend of a chart."""

    def __init__(self, ref: ChartRef) -> None:
        super().__init__(ref, _legend)

    @scalar("Visible")
    def visible(self) -> JsonValue:
        """Whether the chart has a legend."""
        return self.held() is not None

    @visible.setter
    def set_visible(self, value: JsonValue) -> None:
        """Show or remove the legend."""
        if flag(value):
            self.ref.edit(lambda document: self.made(document).get("val"))
        else:
            self.ref.edit(lambda document: remove(document.chart, "c:legend"))

    @scalar("Position")
    def position(self) -> JsonValue:
        """Where it stands; `Custom` when it was placed by hand, `Invalid` when there is none."""
        held = self.held()
        if held is None:
            return "Invalid"
        if titles.manual_place(held, "x") is not None:
            return "Custom"
        kept = value(held, "c:legendPos", "r")
        return next(name for name, place in _POSITIONS.items() if place == kept)

    @position.setter
    def set_position(self, value: JsonValue) -> None:
        """Put it to a side of the chart."""
        kept = _POSITIONS.get(enum_value("ChartLegendPosition", value))
        if kept is None:
            raise invalid_argument()

        def change(document: ChartXml) -> None:
            legend = self.made(document)
            set_value(legend, "c:legendPos", kept)
            titles.clear_manual_place(legend)

        self.ref.edit(change)

    @scalar("Overlay")
    def overlay(self) -> JsonValue:
        """Whether it lies over the plot."""
        return truth(self.held(), "c:overlay", absent=False)

    @overlay.setter
    def set_overlay(self, value: JsonValue) -> None:
        """Lay it over the plot or not."""
        to = flag(value)
        self.ref.edit(lambda document: set_truth(self.made(document), "c:overlay", to=to))

    def _box(self) -> Box | None:
        """Where it is, about where it isn't placed by hand."""
        return layout_of(self.ref).legend

    def _set_share(self, side: str, points: JsonValue, whole: float) -> None:
        share = extent(points) / whole
        self.ref.edit(lambda document: titles.set_manual_place(self.made(document), side, share))

    @scalar("Left")
    def left(self) -> JsonValue:
        """Points from the chart's left edge."""
        box = self._box()
        return None if box is None else box.left

    @left.setter
    def set_left(self, value: JsonValue) -> None:
        """Place it by hand."""
        self._set_share("x", value, box_of(self.ref).width)

    @scalar("Top")
    def top(self) -> JsonValue:
        """Points from the chart's top edge."""
        box = self._box()
        return None if box is None else box.top

    @top.setter
    def set_top(self, value: JsonValue) -> None:
        """Place it by hand."""
        self._set_share("y", value, box_of(self.ref).height)

    @scalar("Width")
    def width(self) -> JsonValue:
        """Width in points."""
        box = self._box()
        return None if box is None else box.width

    @width.setter
    def set_width(self, value: JsonValue) -> None:
        """Size it by hand."""
        self._set_share("w", value, box_of(self.ref).width)

    @scalar("Height")
    def height(self) -> JsonValue:
        """Height in points."""
        box = self._box()
        return None if box is None else box.height

    @height.setter
    def set_height(self, value: JsonValue) -> None:
        """Size it by hand."""
        self._set_share("h", value, box_of(self.ref).height)

    @navigation("Format")
    def format(self) -> ChartLegendFormat:
        """Looks."""
        return ChartLegendFormat(self.ref, self.find)

    @navigation("LegendEntries")
    def legend_entries(self) -> "ChartLegendEntryCollection":
        """One entry for each series."""
        return ChartLegendEntryCollection(self.ref)


@excel_class("ChartLegendEntry")
class ChartLegendEntry(ChartPart):
    """An entry of the legend, by its position."""

    def __init__(self, ref: ChartRef, index: int) -> None:
        super().__init__(ref)
        self.place = index

    @scalar("Index")
    def index(self) -> JsonValue:
        """Position in the legend."""
        return self.place

    @scalar("Visible")
    def visible(self) -> JsonValue:
        """Whether it shows."""
        held = _entry(get(self.ref.read().chart, "c:legend"), self.place)
        return not truth(held, "c:delete", absent=False)

    @visible.setter
    def set_visible(self, value: JsonValue) -> None:
        """Show or hide it."""
        shown = flag(value)

        def change(document: ChartXml) -> None:
            legend = get(document.chart, "c:legend")
            if legend is None:
                raise invalid_argument()
            held = _entry(legend, self.place)
            if held is None:
                held = insert(
                    legend, fragment(f'<c:legendEntry><c:idx val="{self.place}"/></c:legendEntry>')
                )
            if shown:
                legend.remove(held)
            else:
                set_truth(held, "c:delete", to=True)

        self.ref.edit(change)

    def _box(self) -> Box | None:
        """Its share of the legend: side by side at top and bottom, else below each other."""
        document = self.ref.read()
        whole = layout_of(self.ref, document).legend
        if whole is None:
            return None
        count = max(1, len(legend_names(self.ref, document)))
        if value(get(document.chart, "c:legend"), "c:legendPos", "r") in ("t", "b"):
            width = whole.width / count
            return Box(whole.left + self.place * width, whole.top, width, whole.height)
        height = whole.height / count
        return Box(whole.left, whole.top + self.place * height, whole.width, height)

    @scalar("Left")
    def left(self) -> JsonValue:
        """Points from the chart's left edge, about."""
        box = self._box()
        return None if box is None else box.left

    @scalar("Top")
    def top(self) -> JsonValue:
        """Points from the chart's top edge, about."""
        box = self._box()
        return None if box is None else box.top

    @scalar("Width")
    def width(self) -> JsonValue:
        """Width in points, about."""
        box = self._box()
        return None if box is None else box.width

    @scalar("Height")
    def height(self) -> JsonValue:
        """Height in points, about."""
        box = self._box()
        return None if box is None else box.height


def _entry(legend: Element | None, place: int) -> Element | None:
    for found in [] if legend is None else legend.findall(tag("c:legendEntry")):
        if value(found, "c:idx") == str(place):
            return found
    return None


@excel_class("ChartLegendEntryCollection")
class ChartLegendEntryCollection(ExcelCollection):
    """The entries of a legend: one for each series."""

    def __init__(self, ref: ChartRef) -> None:
        super().__init__(ref.workbook)
        self.ref = ref

    @override
    def items(self) -> Sequence[ChartLegendEntry]:
        count = len(all_series(self.ref.read()))
        return [ChartLegendEntry(self.ref, place) for place in range(count)]

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """How many entries there are."""
        return len(self.items())

    @method("GetItemAt")
    def get_item_at(self, index: JsonValue) -> ChartLegendEntry:
        """An entry by its position."""
        return item_at(self.items(), index)
