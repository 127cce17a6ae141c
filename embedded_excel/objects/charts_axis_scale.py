"""The scale of an axis, and the unit it counts in."""

from pydantic import JsonValue

from embedded_excel.errors import invalid_argument, not_implemented
from embedded_excel.model import chart_axes as axes
from embedded_excel.model.areas import flag
from embedded_excel.model.chart_axis_data import axis_scale
from embedded_excel.model.chart_scales import Scale
from embedded_excel.model.chart_xml import (
    ChartXml,
    Element,
    get,
    local,
    need,
    number,
    set_value,
    value,
)
from embedded_excel.objects.base import method, scalar
from embedded_excel.objects.charts_base import ChartElement, finite
from embedded_excel.wire.members import enum_value

_LEAST_BASE, _MOST_BASE = 2, 1000


class AxisScale(ChartElement):
    """The scale of an axis; a chart without that axis answers ItemNotFound."""

    def element(self, document: ChartXml) -> Element:
        """The axis.

        Raises:
            ExcelApiError: ItemNotFound when the chart hasn't it.
        """
        raise NotImplementedError

    def axis(self) -> Element:
        """The axis, to look at."""
        return self.element(self.ref.read())

    def put(self, path: str, to: str | float | None) -> None:
        """Set or remove a value of the axis."""
        self.ref.edit(lambda document: set_value(self.element(document), path, to))

    # -- scale -----------------------------------------------------------------------------------
    def _scale(self, member: str) -> Scale:
        document = self.ref.read()
        scale = axis_scale(self.ref, document, self.element(document))
        if scale is None:
            raise not_implemented(f"ChartAxis.{member} where Excel chooses it")
        return scale

    def _set_bound(self, path: str, value: JsonValue) -> None:
        self.put(path, None if value == "" else finite(value))

    @scalar("Minimum")
    def minimum(self) -> JsonValue:
        """Least value; without one set, the one Excel would choose."""
        held = number(self.axis(), "c:scaling/c:min")
        return self._scale("minimum").minimum if held is None else held

    @minimum.setter
    def set_minimum(self, value: JsonValue) -> None:
        """Set the least value; "" lets Excel choose."""
        self._set_bound("c:scaling/c:min", value)

    @scalar("Maximum")
    def maximum(self) -> JsonValue:
        """Greatest value; without one set, the one Excel would choose."""
        held = number(self.axis(), "c:scaling/c:max")
        return self._scale("maximum").maximum if held is None else held

    @maximum.setter
    def set_maximum(self, value: JsonValue) -> None:
        """Set the greatest value; "" lets Excel choose."""
        self._set_bound("c:scaling/c:max", value)

    @scalar("MajorUnit")
    def major_unit(self) -> JsonValue:
        """Distance of major ticks."""
        held = number(self.axis(), "c:majorUnit")
        return self._scale("majorUnit").major if held is None else held

    @major_unit.setter
    def set_major_unit(self, value: JsonValue) -> None:
        """Set the distance of major ticks; "" lets Excel choose."""
        self._set_unit("c:majorUnit", value)

    @scalar("MinorUnit")
    def minor_unit(self) -> JsonValue:
        """Distance of minor ticks."""
        held = number(self.axis(), "c:minorUnit")
        return self._scale("minorUnit").minor if held is None else held

    @minor_unit.setter
    def set_minor_unit(self, value: JsonValue) -> None:
        """Set the distance of minor ticks; "" lets Excel choose."""
        self._set_unit("c:minorUnit", value)

    def _set_unit(self, path: str, value: JsonValue) -> None:
        if value != "" and finite(value) <= 0:
            raise invalid_argument()
        if local(self.axis()) not in ("valAx", "dateAx"):
            raise invalid_argument()
        self._set_bound(path, value)

    @scalar("ScaleType")
    def scale_type(self) -> JsonValue:
        """Linear or logarithmic."""
        return "Linear" if get(self.axis(), "c:scaling/c:logBase") is None else "Logarithmic"

    @scale_type.setter
    def set_scale_type(self, value: JsonValue) -> None:
        """Make it linear or logarithmic, to the base of ten at first."""
        logarithmic = enum_value("ChartAxisScaleType", value) == "Logarithmic"
        held = number(self._value_axis(), "c:scaling/c:logBase")
        self.put("c:scaling/c:logBase", (held or 10) if logarithmic else None)

    @scalar("LogBase")
    def log_base(self) -> JsonValue:
        """Base of a logarithmic scale; 10 for one that is linear."""
        return number(self.axis(), "c:scaling/c:logBase") or 10

    @log_base.setter
    def set_log_base(self, value: JsonValue) -> None:
        """Set the base, of a logarithmic scale."""
        base = finite(value)
        if not _LEAST_BASE <= base <= _MOST_BASE:
            raise invalid_argument()
        if get(self._value_axis(), "c:scaling/c:logBase") is None:
            raise invalid_argument()
        self.put("c:scaling/c:logBase", base)

    def _value_axis(self) -> Element:
        axis = self.axis()
        if local(axis) != "valAx":
            raise invalid_argument()
        return axis

    @scalar("ReversePlotOrder")
    def reverse_plot_order(self) -> JsonValue:
        """Whether it runs backwards."""
        return value(self.axis(), "c:scaling/c:orientation", "minMax") == "maxMin"

    @reverse_plot_order.setter
    def set_reverse_plot_order(self, value: JsonValue) -> None:
        """Let it run backwards or not."""
        self.put("c:scaling/c:orientation", "maxMin" if flag(value) else "minMax")

    # -- units -----------------------------------------------------------------------------------
    @scalar("DisplayUnit")
    def display_unit(self) -> JsonValue:
        """Unit the labels count in."""
        return axes.display_unit(self.axis())

    @display_unit.setter
    def set_display_unit(self, value: JsonValue) -> None:
        """Count the labels in a unit."""
        unit = enum_value("ChartAxisDisplayUnit", value)
        self._value_axis()
        if unit == "Custom":
            raise invalid_argument()
        self.ref.edit(lambda document: axes.set_display_unit(self.element(document), unit))

    @scalar("CustomDisplayUnit")
    def custom_display_unit(self) -> JsonValue:
        """The unit as a number."""
        return number(self.axis(), "c:dispUnits/c:custUnit")

    @method("SetCustomDisplayUnit")
    def set_custom_display_unit(self, unit: JsonValue) -> None:
        """Count the labels in a unit of one's own."""
        size = finite(unit)
        self._value_axis()
        if size <= 0:
            raise invalid_argument()
        self.ref.edit(
            lambda document: axes.set_display_unit(self.element(document), "Custom", size)
        )

    @scalar("ShowDisplayUnitLabel")
    def show_display_unit_label(self) -> JsonValue:
        """Whether a label names the unit."""
        return get(self.axis(), "c:dispUnits/c:dispUnitsLbl") is not None

    @show_display_unit_label.setter
    def set_show_display_unit_label(self, value: JsonValue) -> None:
        """Let a label name the unit or not."""
        shown = flag(value)

        def change(document: ChartXml) -> None:
            units = get(self.element(document), "c:dispUnits")
            if units is None:
                raise invalid_argument()
            label = get(units, "c:dispUnitsLbl")
            if label is not None and not shown:
                units.remove(label)
            elif shown:
                need(units, "c:dispUnitsLbl")

        self.ref.edit(change)
