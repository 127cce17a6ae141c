"""ConditionalFormat and its collection. The rules of each kind are in the modules beside."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.calc.conditional_rules import (
    Bar,
    ColorPoint,
    Icons,
    Rule,
    RuleKind,
    Threshold,
)
from embedded_excel.errors import ExcelApiError, invalid_argument
from embedded_excel.model import conditional
from embedded_excel.model.areas import flag, integer
from embedded_excel.model.protecting import deny_unless
from embedded_excel.model.workbook import Area, OpenWorkbook, SheetId
from embedded_excel.objects.base import (
    ExcelObject,
    excel_class,
    method,
    navigation,
    scalar,
)
from embedded_excel.objects.listed_collection import ListedCollection
from embedded_excel.objects.range_base import make
from embedded_excel.objects.tracked import TrackedAreas, TrackedRange, new_areas, new_range
from embedded_excel.wire.members import enum_value

_TYPES: Final[dict[RuleKind, str]] = {
    "expression": "Custom",
    "cellIs": "CellValue",
    "colorScale": "ColorScale",
    "dataBar": "DataBar",
    "iconSet": "IconSet",
    "top10": "TopBottom",
    "aboveAverage": "PresetCriteria",
    "containsText": "ContainsText",
    "notContainsText": "ContainsText",
    "beginsWith": "ContainsText",
    "endsWith": "ContainsText",
    "containsBlanks": "PresetCriteria",
    "notContainsBlanks": "PresetCriteria",
    "containsErrors": "PresetCriteria",
    "notContainsErrors": "PresetCriteria",
    "timePeriod": "PresetCriteria",
    "duplicateValues": "PresetCriteria",
    "uniqueValues": "PresetCriteria",
}
_VISUAL: Final = ("ColorScale", "DataBar", "IconSet")
_SCALE: Final = (
    ColorPoint(Threshold("LowestValue"), "#F8696B"),
    ColorPoint(Threshold("Percentile", "50"), "#FFEB84"),
    ColorPoint(Threshold("HighestValue"), "#63BE7B"),
)
_NEW: Final[dict[str, Rule]] = {
    "Custom": Rule((), "expression", formula1="FALSE"),
    "CellValue": Rule((), "cellIs", operator="EqualTo", formula1="NA()"),
    "ColorScale": Rule((), "colorScale", scale=_SCALE),
    "DataBar": Rule((), "dataBar", bar=Bar(negative_fill="#FF0000")),
    "IconSet": Rule((), "iconSet", icons=Icons()),
    "TopBottom": Rule((), "top10", rank=10),
    "PresetCriteria": Rule((), "aboveAverage"),
    "ContainsText": Rule((), "containsText", text="?"),
}
"""What a kind is until its rule is set; without a format it shows nothing."""


class RulePart(ExcelObject):
    """A part of a conditional format, or the format itself: reads and changes its rule."""

    def __init__(self, workbook: OpenWorkbook, sheet: SheetId, rule: str) -> None:
        super().__init__(workbook)
        self.sheet = sheet
        self.rule_id = rule

    @property
    def stored(self) -> Rule:
        """The rule as it is now.

        Raises:
            ExcelApiError: ItemNotFound when it was deleted.
        """
        return conditional.rule_with(self.workbook, self.sheet, self.rule_id)

    def change(self, changed: Callable[[Rule], Rule]) -> None:
        """Store a changed rule.

        Raises:
            ExcelApiError: AccessDenied, InvalidArgument.
        """
        rule = self.stored
        deny_unless(self.workbook, self.sheet, "allowFormatCells")
        conditional.change(self.workbook, self.sheet, changed(rule))


@excel_class("ConditionalFormat")
class ConditionalFormat(RulePart):
    """One conditional format."""

    @override
    def identity(self) -> dict[str, JsonValue]:
        return {"Id": self.rule_id}

    @scalar("Id")
    def id(self) -> JsonValue:
        """Its id, for as long as the workbook is open."""
        return self.rule_id

    @scalar("Type")
    def type(self) -> JsonValue:
        """Its kind."""
        return _TYPES[self.stored.kind]

    @scalar("StopIfTrue")
    def stop_if_true(self) -> JsonValue:
        """Whether later formats don't count where it holds; null for scales, bars and icons."""
        rule = self.stored
        return None if _TYPES[rule.kind] in _VISUAL else rule.stop_if_true

    @stop_if_true.setter
    def set_stop_if_true(self, value: JsonValue) -> None:
        """Let later formats count or not."""
        on = flag(value)
        if _TYPES[self.stored.kind] in _VISUAL:
            raise invalid_argument()
        self.change(lambda rule: replace(rule, stop_if_true=on))

    @scalar("Priority")
    def priority(self) -> JsonValue:
        """0-based place among the sheet's formats; 0 wins."""
        return conditional.place_of(self.workbook, self.sheet, self.stored.id)

    @priority.setter
    def set_priority(self, value: JsonValue) -> None:
        """Move it to a place; a negative one counts from the end."""
        conditional.place(self.workbook, self.sheet, self.stored.id, integer(value))

    @method("Delete")
    def delete(self) -> None:
        """Take it away."""
        deny_unless(self.workbook, self.sheet, "allowFormatCells")
        conditional.remove(self.workbook, self.sheet, self.rule_id)

    @method("GetRange")
    def get_range(self) -> TrackedRange:
        """Its cells; several areas are an error."""
        found = self.get_range_or_null()
        if found is None:
            raise ExcelApiError(
                "InvalidOperation", "The conditional format applies to several ranges.", 400
            )
        return found

    @method("GetRangeOrNullObject")
    def get_range_or_null(self) -> TrackedRange | None:
        """Its cells, or a null object when they are several areas."""
        rects = self.stored.rects
        return new_range(self.workbook, Area(self.sheet, rects[0])) if len(rects) == 1 else None

    @method("GetRanges")
    def get_ranges(self) -> TrackedAreas:
        """Its cells."""
        areas = tuple(Area(self.sheet, rect) for rect in self.stored.rects)
        return new_areas(self.workbook, areas)

    def _part(self, kind: str, name: str) -> ExcelObject | None:
        if _TYPES[self.stored.kind] != kind:
            return None
        return make(name, self.workbook, self.sheet, self.rule_id)

    def _needed(self, kind: str, name: str) -> ExcelObject:
        part = self._part(kind, name)
        if part is None:
            raise invalid_argument()
        return part

    @navigation("Custom")
    def custom(self) -> ExcelObject:
        """Of a custom format."""
        return self._needed("Custom", "CustomConditionalFormat")

    @navigation("CustomOrNullObject")
    def custom_or_null(self) -> ExcelObject | None:
        """Of a custom format, or a null object."""
        return self._part("Custom", "CustomConditionalFormat")

    @navigation("CellValue")
    def cell_value(self) -> ExcelObject:
        """Of a cell value format."""
        return self._needed("CellValue", "CellValueConditionalFormat")

    @navigation("CellValueOrNullObject")
    def cell_value_or_null(self) -> ExcelObject | None:
        """Of a cell value format, or a null object."""
        return self._part("CellValue", "CellValueConditionalFormat")

    @navigation("TextComparison")
    def text_comparison(self) -> ExcelObject:
        """Of a text format."""
        return self._needed("ContainsText", "TextConditionalFormat")

    @navigation("TextComparisonOrNullObject")
    def text_comparison_or_null(self) -> ExcelObject | None:
        """Of a text format, or a null object."""
        return self._part("ContainsText", "TextConditionalFormat")

    @navigation("TopBottom")
    def top_bottom(self) -> ExcelObject:
        """Of a top or bottom format."""
        return self._needed("TopBottom", "TopBottomConditionalFormat")

    @navigation("TopBottomOrNullObject")
    def top_bottom_or_null(self) -> ExcelObject | None:
        """Of a top or bottom format, or a null object."""
        return self._part("TopBottom", "TopBottomConditionalFormat")

    @navigation("Preset")
    def preset(self) -> ExcelObject:
        """Of a preset format."""
        return self._needed("PresetCriteria", "PresetCriteriaConditionalFormat")

    @navigation("PresetOrNullObject")
    def preset_or_null(self) -> ExcelObject | None:
        """Of a preset format, or a null object."""
        return self._part("PresetCriteria", "PresetCriteriaConditionalFormat")

    @navigation("ColorScale")
    def color_scale(self) -> ExcelObject:
        """Of a colour scale."""
        return self._needed("ColorScale", "ColorScaleConditionalFormat")

    @navigation("ColorScaleOrNullObject")
    def color_scale_or_null(self) -> ExcelObject | None:
        """Of a colour scale, or a null object."""
        return self._part("ColorScale", "ColorScaleConditionalFormat")

    @navigation("DataBar")
    def data_bar(self) -> ExcelObject:
        """Of data bars."""
        return self._needed("DataBar", "DataBarConditionalFormat")

    @navigation("DataBarOrNullObject")
    def data_bar_or_null(self) -> ExcelObject | None:
        """Of data bars, or a null object."""
        return self._part("DataBar", "DataBarConditionalFormat")

    @navigation("IconSet")
    def icon_set(self) -> ExcelObject:
        """Of an icon set."""
        return self._needed("IconSet", "IconSetConditionalFormat")

    @navigation("IconSetOrNullObject")
    def icon_set_or_null(self) -> ExcelObject | None:
        """Of an icon set, or a null object."""
        return self._part("IconSet", "IconSetConditionalFormat")


@excel_class("ConditionalFormatCollection")
class ConditionalFormatCollection(ListedCollection[ConditionalFormat]):
    """The conditional formats that touch a range or several, the one that wins first."""

    def __init__(self, workbook: OpenWorkbook, *areas: Area) -> None:
        super().__init__(workbook)
        self.areas = areas

    @property
    def sheet(self) -> SheetId:
        """The sheet of all of them."""
        return self.areas[0].sheet

    @override
    def listed(self) -> list[ConditionalFormat]:
        touching = {
            rule.id for area in self.areas for rule in conditional.rules_on(self.workbook, area)
        }
        rules = self.workbook.engine.sheet_parts.conditional.rules(
            self.workbook.sheet_index(self.sheet)
        )
        return [
            ConditionalFormat(self.workbook, self.sheet, rule.id)
            for rule in rules
            if rule.id in touching
        ]

    @override
    def answers_to(self, item: ConditionalFormat, key: JsonValue) -> bool:
        return item.rule_id == key

    @method("Add")
    def add(self, kind: JsonValue) -> ConditionalFormat:
        """Add a format before the others, as the API's reference says: "at the first/top priority"."""
        name = enum_value("ConditionalFormatType", kind)
        deny_unless(self.workbook, self.sheet, "allowFormatCells")
        rule = conditional.add(self.workbook, self.areas, _NEW[name])
        conditional.place(self.workbook, self.sheet, rule, 0)
        return ConditionalFormat(self.workbook, self.sheet, rule)

    @method("ClearAll")
    def clear_all(self) -> None:
        """Take all formats of the cells away."""
        deny_unless(self.workbook, self.sheet, "allowFormatCells")
        for area in self.areas:
            conditional.clear(self.workbook, area)
