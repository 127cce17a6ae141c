"""Colour scales and data bars."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, cast

from pydantic import JsonValue

from embedded_excel.calc.conditional_rules import (
    Bar,
    ColorPoint,
    Threshold,
    ThresholdKind,
)
from embedded_excel.errors import invalid_argument
from embedded_excel.model.areas import flag
from embedded_excel.model.colors import color_code
from embedded_excel.objects.base import excel_class, navigation, scalar
from embedded_excel.objects.conditional_formats import RulePart
from embedded_excel.objects.conditional_rules import dictionary
from embedded_excel.wire.members import enum_value

_VALUED: Final = ("Number", "Percent", "Percentile", "Formula")


def formula_text(value: JsonValue) -> str:
    """A threshold: a number, or a formula without `=`.

    Raises:
        ExcelApiError: InvalidArgument.
    """
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:.15g}"
    if not isinstance(value, str) or not value.removeprefix("="):
        raise invalid_argument()
    return value.removeprefix("=")


def _shown(threshold: Threshold) -> str | None:
    if threshold.kind not in _VALUED or threshold.value is None:
        return None
    return f"={threshold.value}" if threshold.kind == "Formula" else threshold.value


# -- colour scales -----------------------------------------------------------------------------


@excel_class("ColorScaleConditionalFormat")
class ColorScaleConditionalFormat(RulePart):
    """A scale of two or three colours."""

    @scalar("ThreeColorScale")
    def three_color_scale(self) -> JsonValue:
        """Whether it has a midpoint."""
        return len(self.stored.scale) > 2  # noqa: PLR2004

    @scalar("Criteria")
    def criteria(self) -> JsonValue:
        """Its points."""
        points = list(self.stored.scale)
        found: dict[str, JsonValue] = {"minimum": _point_json(points[0])}
        if len(points) > 2:  # noqa: PLR2004
            found["midpoint"] = _point_json(points[1])
        return found | {"maximum": _point_json(points[-1])}

    @criteria.setter
    def set_criteria(self, value: JsonValue) -> None:
        """Set its points."""
        given = dictionary(value)
        names = [name for name in ("minimum", "midpoint", "maximum") if given.get(name)]
        if "minimum" not in names or "maximum" not in names:
            raise invalid_argument()
        points = tuple(_point(dictionary(given[name])) for name in names)
        self.change(lambda rule: replace(rule, scale=points))


def _point_json(point: ColorPoint) -> JsonValue:
    return {
        "color": point.color,
        "formula": _shown(point.threshold),
        "type": point.threshold.kind,
    }


def _point(given: dict[str, JsonValue]) -> ColorPoint:
    kind = enum_value("ConditionalFormatColorCriterionType", given.get("type"))
    color = color_code(given.get("color"))
    if kind == "Invalid":
        raise invalid_argument()
    value = formula_text(given.get("formula")) if kind in _VALUED else None
    return ColorPoint(Threshold(cast("ThresholdKind", kind), value), color)


# -- data bars ---------------------------------------------------------------------------------


class _BarPart(RulePart):
    @property
    def bar(self) -> Bar:
        """The bar as it is now."""
        return self.stored.bar or Bar()

    def change_bar(self, changed: Callable[[Bar], Bar]) -> None:
        """Store a changed bar."""
        self.change(lambda rule: replace(rule, bar=changed(rule.bar or Bar())))


@excel_class("DataBarConditionalFormat")
class DataBarConditionalFormat(_BarPart):
    """Bars in the cells."""

    @scalar("ShowDataBarOnly")
    def show_data_bar_only(self) -> JsonValue:
        """Whether the values are hidden."""
        return not self.bar.show_value

    @show_data_bar_only.setter
    def set_show_data_bar_only(self, value: JsonValue) -> None:
        """Hide or show the values."""
        hide = flag(value)
        self.change_bar(lambda bar: replace(bar, show_value=not hide))

    @scalar("BarDirection")
    def bar_direction(self) -> JsonValue:
        """Where bars start."""
        return self.bar.direction

    @bar_direction.setter
    def set_bar_direction(self, value: JsonValue) -> None:
        """Set where bars start."""
        name: Any = enum_value("ConditionalDataBarDirection", value)
        self.change_bar(lambda bar: replace(bar, direction=name))

    @scalar("AxisFormat")
    def axis_format(self) -> JsonValue:
        """Where the axis is."""
        return self.bar.axis

    @axis_format.setter
    def set_axis_format(self, value: JsonValue) -> None:
        """Set where the axis is."""
        name: Any = enum_value("ConditionalDataBarAxisFormat", value)
        self.change_bar(lambda bar: replace(bar, axis=name))

    @scalar("AxisColor")
    def axis_color(self) -> JsonValue:
        """Colour of the axis; "" when there is none."""
        return "" if self.bar.axis == "None" else self.bar.axis_color

    @axis_color.setter
    def set_axis_color(self, value: JsonValue) -> None:
        """Set the colour of the axis; "" takes the axis away."""
        if value == "":
            self.change_bar(lambda bar: replace(bar, axis="None"))
            return
        color = color_code(value)
        self.change_bar(lambda bar: replace(bar, axis_color=color))

    @scalar("LowerBoundRule")
    def lower_bound_rule(self) -> JsonValue:
        """What the shortest bar stands for."""
        return _bound_json(self.bar.minimum)

    @lower_bound_rule.setter
    def set_lower_bound_rule(self, value: JsonValue) -> None:
        """Set what the shortest bar stands for."""
        bound = _bound(value, "AutomaticMinimum")
        self.change_bar(lambda bar: replace(bar, minimum=bound))

    @scalar("UpperBoundRule")
    def upper_bound_rule(self) -> JsonValue:
        """What the longest bar stands for."""
        return _bound_json(self.bar.maximum)

    @upper_bound_rule.setter
    def set_upper_bound_rule(self, value: JsonValue) -> None:
        """Set what the longest bar stands for."""
        bound = _bound(value, "AutomaticMaximum")
        self.change_bar(lambda bar: replace(bar, maximum=bound))

    @navigation("PositiveFormat")
    def positive_format(self) -> "ConditionalDataBarPositiveFormat":
        """Look of positive bars."""
        return ConditionalDataBarPositiveFormat(self.workbook, self.sheet, self.rule_id)

    @navigation("NegativeFormat")
    def negative_format(self) -> "ConditionalDataBarNegativeFormat":
        """Look of negative bars."""
        return ConditionalDataBarNegativeFormat(self.workbook, self.sheet, self.rule_id)


def _bound_json(threshold: Threshold) -> JsonValue:
    kind = "Automatic" if threshold.kind.startswith("Automatic") else threshold.kind
    formula = _shown(threshold)
    return {"type": kind} if formula is None else {"formula": formula, "type": kind}


def _bound(value: JsonValue, automatic: ThresholdKind) -> Threshold:
    given = dictionary(value)
    kind = enum_value("ConditionalFormatRuleType", given.get("type"))
    if kind == "Invalid":
        raise invalid_argument()
    if kind == "Automatic":
        return Threshold(automatic)
    text = formula_text(given.get("formula")) if kind in _VALUED else None
    return Threshold(cast("ThresholdKind", kind), text)


@excel_class("ConditionalDataBarPositiveFormat")
class ConditionalDataBarPositiveFormat(_BarPart):
    """Look of positive bars."""

    @scalar("FillColor")
    def fill_color(self) -> JsonValue:
        """Their colour."""
        return self.bar.fill

    @fill_color.setter
    def set_fill_color(self, value: JsonValue) -> None:
        """Set their colour."""
        color = color_code(value)
        self.change_bar(lambda bar: replace(bar, fill=color))

    @scalar("GradientFill")
    def gradient_fill(self) -> JsonValue:
        """Whether the colour fades."""
        return self.bar.gradient

    @gradient_fill.setter
    def set_gradient_fill(self, value: JsonValue) -> None:
        """Let the colour fade or not."""
        on = flag(value)
        self.change_bar(lambda bar: replace(bar, gradient=on))

    @scalar("BorderColor")
    def border_color(self) -> JsonValue:
        """Colour of their border; "" without one."""
        return self.bar.border or ""

    @border_color.setter
    def set_border_color(self, value: JsonValue) -> None:
        """Set the colour of their border; "" takes it away."""
        color = None if value == "" else color_code(value)
        self.change_bar(lambda bar: replace(bar, border=color))


@excel_class("ConditionalDataBarNegativeFormat")
class ConditionalDataBarNegativeFormat(_BarPart):
    """Look of negative bars."""

    @scalar("FillColor")
    def fill_color(self) -> JsonValue:
        """Their colour."""
        return self.bar.negative_fill or self.bar.fill

    @fill_color.setter
    def set_fill_color(self, value: JsonValue) -> None:
        """Set their colour."""
        color = color_code(value)
        self.change_bar(lambda bar: replace(bar, negative_fill=color))

    @scalar("MatchPositiveFillColor")
    def match_positive_fill_color(self) -> JsonValue:
        """Whether they have the colour of positive ones."""
        return self.bar.negative_fill in (None, self.bar.fill)

    @match_positive_fill_color.setter
    def set_match_positive_fill_color(self, value: JsonValue) -> None:
        """Give them the colour of positive ones, or red."""
        match = flag(value)
        self.change_bar(lambda bar: replace(bar, negative_fill=bar.fill if match else "#FF0000"))

    @scalar("BorderColor")
    def border_color(self) -> JsonValue:
        """Colour of their border; "" without one."""
        return self.bar.negative_border or self.bar.border or ""

    @border_color.setter
    def set_border_color(self, value: JsonValue) -> None:
        """Set the colour of their border; "" takes it away."""
        color = None if value == "" else color_code(value)
        self.change_bar(lambda bar: replace(bar, negative_border=color))

    @scalar("MatchPositiveBorderColor")
    def match_positive_border_color(self) -> JsonValue:
        """Whether they have the border of positive ones."""
        return self.bar.negative_border in (None, self.bar.border)

    @match_positive_border_color.setter
    def set_match_positive_border_color(self, value: JsonValue) -> None:
        """Give them the border of positive ones, or a red one."""
        match = flag(value)
        self.change_bar(
            lambda bar: replace(bar, negative_border=bar.border if match else "#FF0000")
        )
