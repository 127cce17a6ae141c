"""Icon sets of conditional formats."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, cast

from pydantic import JsonValue

from embedded_excel.calc.conditional_rules import IconPlace, Icons, Threshold, ThresholdKind
from embedded_excel.errors import invalid_argument
from embedded_excel.model.areas import flag, integer
from embedded_excel.objects.base import excel_class, scalar
from embedded_excel.objects.conditional_formats import RulePart
from embedded_excel.objects.conditional_rules import dictionary
from embedded_excel.objects.conditional_visuals import formula_text
from embedded_excel.wire.members import enum_value

_ICON_COUNTS: Final = {"Three": 3, "Four": 4, "Five": 5}


@excel_class("IconSetConditionalFormat")
class IconSetConditionalFormat(RulePart):
    """An icon in each cell."""

    @property
    def icons(self) -> Icons:
        """The set as it is now."""
        return self.stored.icons or Icons()

    def _change(self, changed: Callable[[Icons], Icons]) -> None:
        self.change(lambda rule: replace(rule, icons=changed(rule.icons or Icons())))

    @scalar("ReverseIconOrder")
    def reverse_icon_order(self) -> JsonValue:
        """Whether the order is reversed."""
        return self.icons.reverse

    @reverse_icon_order.setter
    def set_reverse_icon_order(self, value: JsonValue) -> None:
        """Reverse the order or not."""
        on = flag(value)
        self._change(lambda icons: replace(icons, reverse=on))

    @scalar("ShowIconOnly")
    def show_icon_only(self) -> JsonValue:
        """Whether the values are hidden."""
        return not self.icons.show_value

    @show_icon_only.setter
    def set_show_icon_only(self, value: JsonValue) -> None:
        """Hide or show the values."""
        hide = flag(value)
        self._change(lambda icons: replace(icons, show_value=not hide))

    @scalar("Style")
    def style(self) -> JsonValue:
        """Which icons."""
        return self.icons.name

    @style.setter
    def set_style(self, value: JsonValue) -> None:
        """Choose the icons; the thresholds become even ones when their number changes."""
        name = enum_value("IconSet", value)
        count = _count(name)

        def changed(icons: Icons) -> Icons:
            if len(icons.thresholds) == count - 1:
                return replace(icons, name=name, custom=())
            even = tuple(
                Threshold("Percent", str(round(100 * number / count))) for number in range(1, count)
            )
            return replace(icons, name=name, thresholds=even, custom=())

        self._change(changed)

    @scalar("Criteria")
    def criteria(self) -> JsonValue:
        """Threshold and icon of each level, the lowest first."""
        icons = self.icons
        lowest = Threshold("Percent", "0")
        custom = icons.custom or (None,) * (len(icons.thresholds) + 1)
        return [
            {
                "customIcon": None if icon is None else {"index": icon.index, "set": icon.icon_set},
                "formula": f"={threshold.value}",
                "operator": "GreaterThanOrEqual" if threshold.inclusive else "GreaterThan",
                "type": threshold.kind,
            }
            for threshold, icon in zip((lowest, *icons.thresholds), custom, strict=False)
        ]

    @criteria.setter
    def set_criteria(self, value: JsonValue) -> None:
        """Set threshold and icon of each level; an empty first one is the lowest level."""
        icons = self.icons
        if not isinstance(value, list) or len(value) != len(icons.thresholds) + 1:
            raise invalid_argument()
        levels = [dictionary(level) for level in value]
        thresholds = tuple(_icon_threshold(level) for level in levels[1:])
        chosen = [icon_place(level.get("customIcon")) for level in levels]
        own = tuple(icon or IconPlace(icons.name, index) for index, icon in enumerate(chosen))
        custom = own if any(chosen) else ()
        self._change(lambda icons: replace(icons, thresholds=thresholds, custom=custom))


def _count(name: str) -> int:
    for word, count in _ICON_COUNTS.items():
        if name.startswith(word):
            return count
    raise invalid_argument()


def _icon_threshold(level: dict[str, JsonValue]) -> Threshold:
    kind = enum_value("ConditionalFormatIconRuleType", level.get("type"))
    operator = enum_value("ConditionalIconCriterionOperator", level.get("operator"))
    if "Invalid" in (kind, operator):
        raise invalid_argument()
    return Threshold(
        cast("ThresholdKind", kind),
        formula_text(level.get("formula")),
        inclusive=operator == "GreaterThanOrEqual",
    )


def icon_place(value: JsonValue) -> IconPlace | None:
    """An `Excel.Icon`, None without one.

    Raises:
        ExcelApiError: InvalidArgument.
    """
    if value is None:
        return None
    given = dictionary(value)
    name = enum_value("IconSet", given.get("set"))
    index = integer(given.get("index"))
    if not 0 <= index < _count(name):
        raise invalid_argument()
    return IconPlace(name, index)
