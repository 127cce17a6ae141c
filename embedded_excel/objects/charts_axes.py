"""The axes of a chart and their gridlines."""

from collections.abc import Callable
from typing import cast

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.errors import invalid_argument, item_not_found
from embedded_excel.model import chart_axes as axes
from embedded_excel.model.areas import flag
from embedded_excel.model.chart_axes import AxisGroup, AxisRole
from embedded_excel.model.chart_layout import axis_box
from embedded_excel.model.chart_places import Box
from embedded_excel.model.chart_xml import (
    ChartXml,
    Element,
    fragment,
    get,
    insert,
    remove,
    set_truth,
    truth,
)
from embedded_excel.model.charts import ChartRef
from embedded_excel.objects.base import excel_class, method, navigation, scalar
from embedded_excel.objects.charts_axis_settings import AxisSettings
from embedded_excel.objects.charts_base import ChartElement, ChartPart
from embedded_excel.objects.charts_formats import ChartAxisFormat, ChartGridlinesFormat
from embedded_excel.objects.charts_titles import ChartAxisTitle
from embedded_excel.wire.members import enum_value


@excel_class("ChartAxes")
class ChartAxes(ChartPart):
    """The axes of a chart."""

    @navigation("CategoryAxis")
    def category_axis(self) -> "ChartAxis":
        """The primary category axis; the x axis of a scatter chart."""
        return ChartAxis(self.ref, "Category", "Primary")

    @navigation("ValueAxis")
    def value_axis(self) -> "ChartAxis":
        """The primary value axis."""
        return ChartAxis(self.ref, "Value", "Primary")

    @navigation("SeriesAxis")
    def series_axis(self) -> "ChartAxis":
        """The series axis of a three-dimensional chart."""
        return ChartAxis(self.ref, "Series", "Primary")

    @method("GetItem")
    def get_item(self, type_: JsonValue, group: JsonValue) -> "ChartAxis":
        """An axis by its type and group."""
        role = enum_value("ChartAxisType", type_)
        if role == "Invalid":
            raise invalid_argument()
        chosen = "Primary" if group is None else enum_value("ChartAxisGroup", group)
        axis = ChartAxis(self.ref, cast("AxisRole", role), cast("AxisGroup", chosen))
        if chosen == "Secondary":
            axis.element(self.ref.read())
        return axis


@excel_class("ChartAxis")
class ChartAxis(AxisSettings):
    """One axis, by its role in the chart."""

    def __init__(self, ref: ChartRef, role: AxisRole, group: AxisGroup) -> None:
        super().__init__(ref, lambda document, _: axes.axis_of(document, role, group))
        self.role: AxisRole = role
        self.group: AxisGroup = group

    @override
    def element(self, document: ChartXml) -> Element:
        found = axes.axis_of(document, self.role, self.group)
        if found is None:
            raise item_not_found()
        return found

    @scalar("Type")
    def type(self) -> JsonValue:
        """Its role."""
        return self.role

    @scalar("AxisGroup")
    def axis_group(self) -> JsonValue:
        """Primary or secondary."""
        return self.group

    @scalar("Visible")
    def visible(self) -> JsonValue:
        """Whether it shows; False for one the chart hasn't."""
        held = self.held()
        return held is not None and not truth(held, "c:delete", absent=True)

    @visible.setter
    def set_visible(self, value: JsonValue) -> None:
        """Show or hide it."""
        to = not flag(value)
        self.ref.edit(lambda document: set_truth(self.element(document), "c:delete", to=to))

    # -- place, about ----------------------------------------------------------------------------
    def _box(self) -> Box:
        document = self.ref.read()
        return axis_box(self.ref, document, self.element(document))

    @scalar("Left")
    def left(self) -> JsonValue:
        """Points from the chart's left edge."""
        return self._box().left

    @scalar("Top")
    def top(self) -> JsonValue:
        """Points from the chart's top edge."""
        return self._box().top

    @scalar("Width")
    def width(self) -> JsonValue:
        """Width in points, with its labels."""
        return self._box().width

    @scalar("Height")
    def height(self) -> JsonValue:
        """Height in points, with its labels."""
        return self._box().height

    # -- parts -----------------------------------------------------------------------------------
    @navigation("Title")
    def title(self) -> ChartAxisTitle:
        """The title."""
        return ChartAxisTitle(self.ref, self.find)

    @navigation("Format")
    def format(self) -> ChartAxisFormat:
        """Looks."""
        return ChartAxisFormat(self.ref, self.find)

    @navigation("MajorGridlines")
    def major_gridlines(self) -> "ChartGridlines":
        """Lines at the major units."""
        return ChartGridlines(self.ref, "majorGridlines", self.find)

    @navigation("MinorGridlines")
    def minor_gridlines(self) -> "ChartGridlines":
        """Lines at the minor units."""
        return ChartGridlines(self.ref, "minorGridlines", self.find)


@excel_class("ChartGridlines")
class ChartGridlines(ChartElement):
    """Gridlines of an axis."""

    def __init__(
        self, ref: ChartRef, name: str, axis: Callable[[ChartXml, bool], Element | None]
    ) -> None:
        def find(document: ChartXml, make: bool) -> Element | None:
            owner = axis(document, make)
            if owner is None:
                return None
            found = get(owner, f"c:{name}")
            return insert(owner, fragment(f"<c:{name}/>")) if found is None and make else found

        super().__init__(ref, find)
        self._name = name
        self._axis = axis

    @scalar("Visible")
    def visible(self) -> JsonValue:
        """Whether they show."""
        return self.held() is not None

    @visible.setter
    def set_visible(self, value: JsonValue) -> None:
        """Show or remove them."""
        if flag(value):
            self.ref.edit(lambda document: self.made(document).get("val"))
        else:
            self.ref.edit(lambda document: remove(self._axis(document, False), f"c:{self._name}"))

    @navigation("Format")
    def format(self) -> ChartGridlinesFormat:
        """Looks."""
        return ChartGridlinesFormat(self.ref, self.find)
