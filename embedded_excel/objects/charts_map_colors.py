"""Colours of a map's regions by their values: [MS-ODRAWXML] 2.24.3 `valueColors`, `valueColorPositions`."""

from typing import Final

from pydantic import JsonValue

from embedded_excel.errors import invalid_argument
from embedded_excel.model.chart_looks import color_of
from embedded_excel.model.chart_xml import ChartXml, Element, fragment, get, insert, tag
from embedded_excel.model.chartex import series_of
from embedded_excel.model.colors import color_code
from embedded_excel.objects.base import scalar
from embedded_excel.objects.charts_base import finite
from embedded_excel.objects.charts_extended import ExtendedPart, edit_extended, extended
from embedded_excel.objects.charts_points import SeriesPart
from embedded_excel.wire.members import enum_value

_TYPES: Final = {"ExtremeValue": "extremeValue", "Number": "number", "Percent": "percent"}
_ENDS: Final = ("min", "mid", "max")


class _Map(ExtendedPart):
    layouts = ("regionMap",)

    def series(self, document: ChartXml) -> Element:
        """The series.

        Raises:
            ExcelApiError: InvalidArgument when it isn't a map's.
        """
        self.layout(document)
        return series_of(document)[self.idx]


class MapColors(SeriesPart):
    """What a series of a map answers about its colours; others answer InvalidArgument."""

    def _held(self) -> Element:
        return _Map(self.ref, self.idx).series(extended(self.ref))

    def _color(self, end: str) -> JsonValue:
        return color_of(get(self._held(), f"cx:valueColors/cx:{end}Color"), self.theme) or ""

    def _set_color(self, end: str, value: JsonValue) -> None:
        code = color_code(value).removeprefix("#")

        def change(document: ChartXml) -> None:
            colors = _need(_Map(self.ref, self.idx).series(document), "valueColors")
            held = get(colors, f"cx:{end}Color")
            if held is not None:
                colors.remove(held)
            made = fragment(f'<cx:{end}Color><a:srgbClr val="{code}"/></cx:{end}Color>')
            _ordered(colors, made, [f"{one}Color" for one in _ENDS])

        edit_extended(self.ref, change)

    def _place(self, end: str) -> Element | None:
        held = get(self._held(), f"cx:valueColorPositions/cx:{end}")
        return None if held is None else next(iter(held), None)

    def _type(self, end: str) -> JsonValue:
        held = self._place(end)
        kept = "extremeValue" if held is None else held.tag.rpartition("}")[2]
        return next(name for name, known in _TYPES.items() if known == kept)

    def _value(self, end: str) -> JsonValue:
        held = self._place(end)
        return 0 if held is None else float(held.get("val", "0"))

    def _set_place(self, end: str, kind: str, at: float) -> None:
        if kind == "extremeValue" and end == "mid":
            raise invalid_argument()

        def change(document: ChartXml) -> None:
            places = _need(_Map(self.ref, self.idx).series(document), "valueColorPositions")
            held = get(places, f"cx:{end}")
            if held is not None:
                places.remove(held)
            made = fragment(f"<cx:{end}><cx:{kind}/></cx:{end}>")
            if kind != "extremeValue":
                made[0].set("val", repr(at))
            _ordered(places, made, list(_ENDS))

        edit_extended(self.ref, change)

    def _set_type(self, end: str, value: JsonValue) -> None:
        self._set_place(end, _TYPES[enum_value("ChartGradientStyleType", value)], 0.0)

    def _set_value(self, end: str, value: JsonValue) -> None:
        held = self._place(end)
        kind = "number" if held is None else held.tag.rpartition("}")[2]
        self._set_place(end, "number" if kind == "extremeValue" else kind, finite(value))

    @scalar("GradientStyle")
    def gradient_style(self) -> JsonValue:
        """Whether colours run between two or three."""
        held = get(self._held(), "cx:valueColorPositions")
        three = held is not None and held.get("count") == "3"
        return "ThreePhaseColor" if three else "TwoPhaseColor"

    @gradient_style.setter
    def set_gradient_style(self, value: JsonValue) -> None:
        """Let them run between two or three."""
        count = "3" if enum_value("ChartGradientStyle", value) == "ThreePhaseColor" else "2"

        def change(document: ChartXml) -> None:
            series = _Map(self.ref, self.idx).series(document)
            _need(series, "valueColorPositions").set("count", count)

        edit_extended(self.ref, change)

    @scalar("GradientMinimumColor")
    def gradient_minimum_color(self) -> JsonValue:
        """Colour of the least value, "" where Excel chooses."""
        return self._color("min")

    @gradient_minimum_color.setter
    def set_gradient_minimum_color(self, value: JsonValue) -> None:
        """Set it."""
        self._set_color("min", value)

    @scalar("GradientMidpointColor")
    def gradient_midpoint_color(self) -> JsonValue:
        """Colour of the middle value, "" where Excel chooses."""
        return self._color("mid")

    @gradient_midpoint_color.setter
    def set_gradient_midpoint_color(self, value: JsonValue) -> None:
        """Set it."""
        self._set_color("mid", value)

    @scalar("GradientMaximumColor")
    def gradient_maximum_color(self) -> JsonValue:
        """Colour of the greatest value, "" where Excel chooses."""
        return self._color("max")

    @gradient_maximum_color.setter
    def set_gradient_maximum_color(self, value: JsonValue) -> None:
        """Set it."""
        self._set_color("max", value)

    @scalar("GradientMinimumType")
    def gradient_minimum_type(self) -> JsonValue:
        """How the least value is given."""
        return self._type("min")

    @gradient_minimum_type.setter
    def set_gradient_minimum_type(self, value: JsonValue) -> None:
        """Give it another way."""
        self._set_type("min", value)

    @scalar("GradientMidpointType")
    def gradient_midpoint_type(self) -> JsonValue:
        """How the middle value is given."""
        held = self._type("mid")
        return "Percent" if held == "ExtremeValue" else held

    @gradient_midpoint_type.setter
    def set_gradient_midpoint_type(self, value: JsonValue) -> None:
        """Give it another way."""
        self._set_type("mid", value)

    @scalar("GradientMaximumType")
    def gradient_maximum_type(self) -> JsonValue:
        """How the greatest value is given."""
        return self._type("max")

    @gradient_maximum_type.setter
    def set_gradient_maximum_type(self, value: JsonValue) -> None:
        """Give it another way."""
        self._set_type("max", value)

    @scalar("GradientMinimumValue")
    def gradient_minimum_value(self) -> JsonValue:
        """The least value, 0 where it isn't given."""
        return self._value("min")

    @gradient_minimum_value.setter
    def set_gradient_minimum_value(self, value: JsonValue) -> None:
        """Give it."""
        self._set_value("min", value)

    @scalar("GradientMidpointValue")
    def gradient_midpoint_value(self) -> JsonValue:
        """The middle value, 0 where it isn't given."""
        return self._value("mid")

    @gradient_midpoint_value.setter
    def set_gradient_midpoint_value(self, value: JsonValue) -> None:
        """Give it."""
        self._set_value("mid", value)

    @scalar("GradientMaximumValue")
    def gradient_maximum_value(self) -> JsonValue:
        """The greatest value, 0 where it isn't given."""
        return self._value("max")

    @gradient_maximum_value.setter
    def set_gradient_maximum_value(self, value: JsonValue) -> None:
        """Give it."""
        self._set_value("max", value)


def _need(series: Element, name: str) -> Element:
    found = get(series, f"cx:{name}")
    return insert(series, fragment(f"<cx:{name}/>")) if found is None else found


def _ordered(parent: Element, child: Element, names: list[str]) -> None:
    ranks = {tag(f"cx:{name}"): rank for rank, name in enumerate(names)}
    place = sum(1 for found in parent if ranks.get(found.tag, 0) < ranks[child.tag])
    parent.insert(place, child)
