"""What can be set on an axis beside its scale: ticks, labels, number format, crossing, categories."""

from typing import Final

from pydantic import JsonValue

from embedded_excel.errors import invalid_argument
from embedded_excel.model import chart_axes as axes
from embedded_excel.model import chart_titles as titles
from embedded_excel.model.areas import flag
from embedded_excel.model.chart_axis_data import set_categories
from embedded_excel.model.chart_xml import (
    ChartXml,
    get,
    local,
    need,
    number,
    set_truth,
    set_value,
    truth,
    value,
)
from embedded_excel.objects.base import method, scalar
from embedded_excel.objects.charts_axis_scale import AxisScale
from embedded_excel.objects.charts_base import finite, text, whole
from embedded_excel.objects.tracked import TrackedRange
from embedded_excel.wire.members import enum_value

_TICKS: Final = {"None": "none", "Cross": "cross", "Inside": "in", "Outside": "out"}
_LABELS: Final = {"NextToAxis": "nextTo", "High": "high", "Low": "low", "None": "none"}
_ALIGNMENTS: Final = {"Center": "ctr", "Left": "l", "Right": "r"}
_TIMES: Final = {"Days": "days", "Months": "months", "Years": "years"}
_MOST_SPACING: Final = 31_999
_MOST_OFFSET: Final = 1000
_UPRIGHT, _RIGHT_ANGLE = 180, 90


def _name_of(names: dict[str, str], kept: str) -> str:
    return next((name for name, value in names.items() if value == kept), next(iter(names)))


class AxisSettings(AxisScale):
    """The settings of an axis."""

    # -- ticks and labels ------------------------------------------------------------------------
    @scalar("MajorTickMark")
    def major_tick_mark(self) -> JsonValue:
        """Ticks at major units."""
        return _name_of(_TICKS, value(self.axis(), "c:majorTickMark", "cross"))

    @major_tick_mark.setter
    def set_major_tick_mark(self, value: JsonValue) -> None:
        """Set them."""
        self.put("c:majorTickMark", _TICKS[enum_value("ChartAxisTickMark", value)])

    @scalar("MinorTickMark")
    def minor_tick_mark(self) -> JsonValue:
        """Ticks at minor units."""
        return _name_of(_TICKS, value(self.axis(), "c:minorTickMark", "cross"))

    @minor_tick_mark.setter
    def set_minor_tick_mark(self, value: JsonValue) -> None:
        """Set them."""
        self.put("c:minorTickMark", _TICKS[enum_value("ChartAxisTickMark", value)])

    @scalar("TickLabelPosition")
    def tick_label_position(self) -> JsonValue:
        """Where labels stand."""
        return _name_of(_LABELS, value(self.axis(), "c:tickLblPos", "nextTo"))

    @tick_label_position.setter
    def set_tick_label_position(self, value: JsonValue) -> None:
        """Set where labels stand."""
        self.put("c:tickLblPos", _LABELS[enum_value("ChartAxisTickLabelPosition", value)])

    @scalar("TickLabelSpacing")
    def tick_label_spacing(self) -> JsonValue:
        """Every how many categories have a label."""
        return int(number(self.axis(), "c:tickLblSkip") or 1)

    @tick_label_spacing.setter
    def set_tick_label_spacing(self, value: JsonValue) -> None:
        """Label every n-th category; "" lets Excel choose."""
        self._set_category("c:tickLblSkip", value)

    @scalar("TickMarkSpacing")
    def tick_mark_spacing(self) -> JsonValue:
        """Every how many categories have a tick."""
        return int(number(self.axis(), "c:tickMarkSkip") or 1)

    @tick_mark_spacing.setter
    def set_tick_mark_spacing(self, value: JsonValue) -> None:
        """Tick every n-th category."""
        self._set_category("c:tickMarkSkip", value)

    def _set_category(self, path: str, value: JsonValue) -> None:
        if local(self.axis()) not in ("catAx", "serAx"):
            raise invalid_argument()
        self.put(path, None if value == "" else whole(value, 1, _MOST_SPACING))

    @scalar("Alignment")
    def alignment(self) -> JsonValue:
        """How the labels of categories are aligned."""
        return _name_of(_ALIGNMENTS, value(self.axis(), "c:lblAlgn", "ctr"))

    @alignment.setter
    def set_alignment(self, value: JsonValue) -> None:
        """Align the labels of categories."""
        kept = _ALIGNMENTS[enum_value("ChartTickLabelAlignment", value)]
        if local(self.axis()) != "catAx":
            raise invalid_argument()
        self.put("c:lblAlgn", kept)

    @scalar("Offset")
    def offset(self) -> JsonValue:
        """Distance of labels from the axis."""
        return int(number(self.axis(), "c:lblOffset") or 100)

    @offset.setter
    def set_offset(self, value: JsonValue) -> None:
        """Set the distance of labels."""
        if local(self.axis()) not in ("catAx", "dateAx"):
            raise invalid_argument()
        self.put("c:lblOffset", whole(value, 0, _MOST_OFFSET))

    @scalar("MultiLevel")
    def multi_level(self) -> JsonValue:
        """Whether categories of several columns stand on several levels."""
        return not truth(self.axis(), "c:noMultiLvlLbl", absent=False)

    @multi_level.setter
    def set_multi_level(self, value: JsonValue) -> None:
        """Put categories on several levels or not."""
        to = not flag(value)
        if local(self.axis()) != "catAx":
            raise invalid_argument()
        self.ref.edit(lambda document: set_truth(self.element(document), "c:noMultiLvlLbl", to=to))

    @scalar("TextOrientation")
    def text_orientation(self) -> JsonValue:
        """Degrees the labels are turned by."""
        return titles.orientation(self.axis()) or 0

    @text_orientation.setter
    def set_text_orientation(self, value: JsonValue) -> None:
        """Turn the labels."""
        degrees = whole(value, -_RIGHT_ANGLE, _UPRIGHT)
        if _RIGHT_ANGLE < degrees < _UPRIGHT:
            raise invalid_argument()
        self.ref.edit(lambda document: titles.set_orientation(self.element(document), degrees))

    # -- number format ---------------------------------------------------------------------------
    @scalar("NumberFormat")
    def number_format(self) -> JsonValue:
        """Number format of the labels."""
        held = get(self.axis(), "c:numFmt")
        return "General" if held is None else held.get("formatCode", "General")

    @number_format.setter
    def set_number_format(self, value: JsonValue) -> None:
        """Set the number format, which unlinks it from the cells'."""
        code = text(value)

        def change(document: ChartXml) -> None:
            held = need(self.element(document), "c:numFmt")
            held.set("formatCode", code)
            held.set("sourceLinked", "0")

        self.ref.edit(change)

    @scalar("LinkNumberFormat")
    def link_number_format(self) -> JsonValue:
        """Whether the number format is the cells'."""
        held = get(self.axis(), "c:numFmt")
        return held is None or held.get("sourceLinked") in ("1", "true")

    @link_number_format.setter
    def set_link_number_format(self, value: JsonValue) -> None:
        """Take the cells' number format or not."""
        linked = "1" if flag(value) else "0"

        def change(document: ChartXml) -> None:
            held = need(self.element(document), "c:numFmt")
            held.attrib.setdefault("formatCode", "General")
            held.set("sourceLinked", linked)

        self.ref.edit(change)

    # -- crossing --------------------------------------------------------------------------------
    @scalar("Position")
    def position(self) -> JsonValue:
        """Where the other axis crosses."""
        document = self.ref.read()
        return axes.position(document, self.element(document))[0]

    @position.setter
    def set_position(self, value: JsonValue) -> None:
        """Say where the other axis crosses; a place of one's own is set by `setPositionAt`."""
        where = enum_value("ChartAxisPosition", value)
        if where == "Custom":
            raise invalid_argument()
        self.ref.edit(lambda document: axes.set_position(document, self.element(document), where))

    @scalar("PositionAt")
    def position_at(self) -> JsonValue:
        """The value at which the other axis crosses, where it was set."""
        document = self.ref.read()
        return axes.position(document, self.element(document))[1]

    @method("SetPositionAt")
    def set_position_at(self, at: JsonValue) -> None:
        """Let the other axis cross at a value."""
        where = finite(at)
        self.ref.edit(
            lambda document: axes.set_position(document, self.element(document), "Custom", where)
        )

    # Older names of the same.
    @scalar("Crosses")
    def crosses(self) -> JsonValue:
        """Where the other axis crosses."""
        return self.position

    @crosses.setter
    def set_crosses(self, value: JsonValue) -> None:
        """Say where the other axis crosses."""
        self.set_position(value)

    @scalar("CrossesAt")
    def crosses_at(self) -> JsonValue:
        """The value at which the other axis crosses, where it was set."""
        return self.position_at

    @method("SetCrossesAt")
    def set_crosses_at(self, at: JsonValue) -> None:
        """Let the other axis cross at a value."""
        self.set_position_at(at)

    @scalar("IsBetweenCategories")
    def is_between_categories(self) -> JsonValue:
        """Whether the value axis crosses between categories rather than on one."""
        document = self.ref.read()
        axis = self.element(document)
        return value(axes.crossing(document, axis), "c:crossBetween", "between") == "between"

    @is_between_categories.setter
    def set_is_between_categories(self, value: JsonValue) -> None:
        """Cross between categories or on one."""
        kept = "between" if flag(value) else "midCat"

        def change(document: ChartXml) -> None:
            other = axes.crossing(document, self.element(document))
            if other is None or local(other) != "valAx":
                raise invalid_argument()
            set_value(other, "c:crossBetween", kept)

        self.ref.edit(change)

    # -- categories ------------------------------------------------------------------------------
    @scalar("CategoryType")
    def category_type(self) -> JsonValue:
        """Whether categories are texts or dates."""
        axis = self.axis()
        if local(axis) == "valAx":
            raise invalid_argument()
        if truth(axis, "c:auto", absent=False):
            return "Automatic"
        return "DateAxis" if local(axis) == "dateAx" else "TextAxis"

    @category_type.setter
    def set_category_type(self, value: JsonValue) -> None:
        """Say whether categories are texts or dates."""
        kind = enum_value("ChartAxisCategoryType", value)
        if local(self.axis()) not in ("catAx", "dateAx"):
            raise invalid_argument()
        self.ref.edit(lambda document: axes.set_category_type(self.element(document), kind))

    def _time(self, path: str) -> JsonValue:
        return _name_of(_TIMES, value(self.axis(), path, "days"))

    def _set_time(self, path: str, value: JsonValue) -> None:
        kept = _TIMES[enum_value("ChartAxisTimeUnit", value)]
        if local(self.axis()) != "dateAx":
            raise invalid_argument()
        self.put(path, kept)

    @scalar("BaseTimeUnit")
    def base_time_unit(self) -> JsonValue:
        """Least unit of a date axis."""
        return self._time("c:baseTimeUnit")

    @base_time_unit.setter
    def set_base_time_unit(self, value: JsonValue) -> None:
        """Set it."""
        self._set_time("c:baseTimeUnit", value)

    @scalar("MajorTimeUnitScale")
    def major_time_unit_scale(self) -> JsonValue:
        """Unit major ticks of a date axis are counted in."""
        return self._time("c:majorTimeUnit")

    @major_time_unit_scale.setter
    def set_major_time_unit_scale(self, value: JsonValue) -> None:
        """Set it."""
        self._set_time("c:majorTimeUnit", value)

    @scalar("MinorTimeUnitScale")
    def minor_time_unit_scale(self) -> JsonValue:
        """Unit minor ticks of a date axis are counted in."""
        return self._time("c:minorTimeUnit")

    @minor_time_unit_scale.setter
    def set_minor_time_unit_scale(self, value: JsonValue) -> None:
        """Set it."""
        self._set_time("c:minorTimeUnit", value)

    @method("SetCategoryNames")
    def set_category_names(self, source: object) -> None:
        """Name the categories of every series on the axis by cells."""
        if not isinstance(source, TrackedRange):
            raise invalid_argument()
        area = source.area
        self.ref.edit(
            lambda document: set_categories(self.ref, document, self.element(document), area)
        )
