"""Rules of conditional formats that apply a format: values, texts, ranks, presets, formulas."""

from dataclasses import replace
from typing import Final, cast

from pydantic import JsonValue

from embedded_excel.calc.conditional_rules import Rule, RuleKind, RuleOperator
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.errors import ExcelApiError, invalid_argument
from embedded_excel.model.areas import integer
from embedded_excel.model.r1c1 import from_r1c1, to_r1c1
from embedded_excel.model.structured import reaches_out
from embedded_excel.objects.base import ExcelObject, excel_class, navigation, scalar
from embedded_excel.objects.conditional_formats import RulePart
from embedded_excel.objects.range_base import make
from embedded_excel.wire.members import enum_value

_TEXT_KINDS: Final[dict[str, RuleKind]] = {
    "Contains": "containsText",
    "NotContains": "notContainsText",
    "BeginsWith": "beginsWith",
    "EndsWith": "endsWith",
}
_PRESETS: Final[dict[str, RuleKind]] = {
    "Blanks": "containsBlanks",
    "NonBlanks": "notContainsBlanks",
    "Errors": "containsErrors",
    "NonErrors": "notContainsErrors",
    "UniqueValues": "uniqueValues",
    "DuplicateValues": "duplicateValues",
}
_PERIODS: Final = (
    "Yesterday",
    "Today",
    "Tomorrow",
    "LastSevenDays",
    "LastWeek",
    "ThisWeek",
    "NextWeek",
    "LastMonth",
    "ThisMonth",
    "NextMonth",
)
_AVERAGES: Final[dict[str, tuple[bool, bool, int]]] = {
    "AboveAverage": (True, False, 0),
    "BelowAverage": (False, False, 0),
    "EqualOrAboveAverage": (True, True, 0),
    "EqualOrBelowAverage": (False, True, 0),
    "OneStdDevAboveAverage": (True, False, 1),
    "OneStdDevBelowAverage": (False, False, 1),
    "TwoStdDevAboveAverage": (True, False, 2),
    "TwoStdDevBelowAverage": (False, False, 2),
    "ThreeStdDevAboveAverage": (True, False, 3),
    "ThreeStdDevBelowAverage": (False, False, 3),
}
"""Above, equal too, standard deviations."""
_TOPS: Final = {
    "TopItems": (False, False),
    "TopPercent": (False, True),
    "BottomItems": (True, False),
    "BottomPercent": (True, True),
}
_MOST_ITEMS, _MOST_PERCENT = 1000, 100


def dictionary(value: JsonValue) -> dict[str, JsonValue]:
    """An object argument.

    Raises:
        ExcelApiError: InvalidArgument.
    """
    if not isinstance(value, dict):
        raise invalid_argument()
    return value


class _Formulated(RulePart):
    """A rule with formulas."""

    def formula(self, value: JsonValue) -> str:
        """A formula argument, without `=`; a plain text is a constant.

        Raises:
            ExcelApiError: InvalidArgument, also for parts of tables: Excel takes a name or INDIRECT.
        """
        if isinstance(value, int | float) and not isinstance(value, bool):
            return f"{value:.15g}"
        if not isinstance(value, str) or not value.removeprefix("="):
            raise invalid_argument()
        text = value.removeprefix("=")
        if text == value:
            try:
                float(text)
            except ValueError:
                doubled = text.strip('"').replace('"', '""')
                return f'"{doubled}"'
            return text
        if reaches_out(text):
            raise invalid_argument()
        sheet = self.workbook.sheet_index(self.sheet)
        try:
            self.workbook.engine.evaluate(sheet, value)
        except EngineRefused as error:
            raise ExcelApiError("InvalidArgument", str(error), 400) from error
        return text


class _FormattingRule(_Formulated):
    """A rule that applies a format."""

    @navigation("Format")
    def format(self) -> ExcelObject:
        """What it makes of the cells."""
        return make("ConditionalRangeFormat", self.workbook, self.sheet, self.rule_id)


@excel_class("CellValueConditionalFormat")
class CellValueConditionalFormat(_FormattingRule):
    """A comparison of the cell's value."""

    @scalar("Rule")
    def rule(self) -> JsonValue:
        """Operator and operands."""
        rule = self.stored
        found: dict[str, JsonValue] = {
            "formula1": f"={rule.formula1}",
            "operator": rule.operator,
        }
        if rule.formula2:
            found["formula2"] = f"={rule.formula2}"
        return found

    @rule.setter
    def set_rule(self, value: JsonValue) -> None:
        """Set operator and operands."""
        given = dictionary(value)
        name = enum_value("ConditionalCellValueOperator", given.get("operator"))
        if name == "Invalid":
            raise invalid_argument()
        first = self.formula(given.get("formula1"))
        second = ""
        if name in ("Between", "NotBetween"):
            second = self.formula(given.get("formula2"))
        operator = cast("RuleOperator", name)
        self.change(lambda rule: replace(rule, operator=operator, formula1=first, formula2=second))


@excel_class("TextConditionalFormat")
class TextConditionalFormat(_FormattingRule):
    """A comparison of the cell's text."""

    @scalar("Rule")
    def rule(self) -> JsonValue:
        """Operator and text."""
        rule = self.stored
        operator = next(name for name, kind in _TEXT_KINDS.items() if kind == rule.kind)
        return {"operator": operator, "text": rule.text}

    @rule.setter
    def set_rule(self, value: JsonValue) -> None:
        """Set operator and text."""
        given = dictionary(value)
        name = enum_value("ConditionalTextOperator", given.get("operator"))
        text = given.get("text")
        if name not in _TEXT_KINDS or not isinstance(text, str) or not text:
            raise invalid_argument()
        kind = _TEXT_KINDS[name]
        self.change(lambda rule: replace(rule, kind=kind, text=text, formula1="", operator=None))


@excel_class("TopBottomConditionalFormat")
class TopBottomConditionalFormat(_FormattingRule):
    """The first or last values of the range."""

    @scalar("Rule")
    def rule(self) -> JsonValue:
        """How many of which end."""
        rule = self.stored
        kind = next(name for name, ends in _TOPS.items() if ends == (rule.bottom, rule.percent))
        return {"rank": 10 if rule.rank is None else rule.rank, "type": kind}

    @rule.setter
    def set_rule(self, value: JsonValue) -> None:
        """Set how many of which end."""
        given = dictionary(value)
        name = enum_value("ConditionalTopBottomCriterionType", given.get("type"))
        rank = integer(given.get("rank"))
        if name not in _TOPS:
            raise invalid_argument()
        bottom, percent = _TOPS[name]
        if not 1 <= rank <= (_MOST_PERCENT if percent else _MOST_ITEMS):
            raise invalid_argument()
        self.change(lambda rule: replace(rule, rank=rank, bottom=bottom, percent=percent))


@excel_class("PresetCriteriaConditionalFormat")
class PresetCriteriaConditionalFormat(_FormattingRule):
    """One of the ready-made criteria."""

    @scalar("Rule")
    def rule(self) -> JsonValue:
        """The criterion."""
        return {"criterion": _criterion(self.stored)}

    @rule.setter
    def set_rule(self, value: JsonValue) -> None:
        """Set the criterion."""
        name = enum_value("ConditionalFormatPresetCriterion", dictionary(value).get("criterion"))
        if name in _PRESETS:
            kind = _PRESETS[name]
            self.change(lambda rule: _plain(rule, kind))
        elif name in _PERIODS:
            self.change(lambda rule: replace(_plain(rule, "timePeriod"), period=name))
        elif name in _AVERAGES:
            above, equal, deviations = _AVERAGES[name]
            self.change(
                lambda rule: replace(
                    _plain(rule, "aboveAverage"), above=above, equal=equal, deviations=deviations
                )
            )
        else:
            raise invalid_argument()


def _plain(rule: Rule, kind: RuleKind) -> Rule:
    return Rule(rule.rects, kind, rule.id, stop_if_true=rule.stop_if_true, format=rule.format)


def _criterion(rule: Rule) -> str:
    if rule.kind == "timePeriod":
        return rule.period or "Today"
    if rule.kind == "aboveAverage":
        found = (rule.above, rule.equal, rule.deviations)
        return next((name for name, key in _AVERAGES.items() if key == found), "Invalid")
    return next(name for name, kind in _PRESETS.items() if kind == rule.kind)


@excel_class("CustomConditionalFormat")
class CustomConditionalFormat(_FormattingRule):
    """A formula."""

    @navigation("Rule")
    def rule(self) -> "ConditionalFormatRule":
        """The formula."""
        return ConditionalFormatRule(self.workbook, self.sheet, self.rule_id)


@excel_class("ConditionalFormatRule")
class ConditionalFormatRule(_Formulated):
    """The formula of a custom format, written for the first of its cells."""

    @scalar("Formula")
    def formula_text(self) -> JsonValue:
        """The formula in A1 notation."""
        return f"={self.stored.formula1}"

    @formula_text.setter
    def set_formula(self, value: JsonValue) -> None:
        """Set the formula."""
        if not isinstance(value, str) or not value:
            raise invalid_argument()
        formula = self.formula(value if value.startswith("=") else f"={value}")
        self.change(lambda rule: replace(rule, formula1=formula))

    @scalar("FormulaLocal")
    def formula_local(self) -> JsonValue:
        """The formula in the user's language, which is English here."""
        return f"={self.stored.formula1}"

    @formula_local.setter
    def set_formula_local(self, value: JsonValue) -> None:
        """Set the formula."""
        self.set_formula(value)

    @scalar("FormulaR1C1")
    def formula_r1c1(self) -> JsonValue:
        """The formula in R1C1 notation."""
        rule = self.stored
        return to_r1c1(f"={rule.formula1}", rule.rects[0].top, rule.rects[0].left)

    @formula_r1c1.setter
    def set_formula_r1c1(self, value: JsonValue) -> None:
        """Set the formula in R1C1 notation."""
        if not isinstance(value, str):
            raise invalid_argument()
        first = self.stored.rects[0]
        self.set_formula(from_r1c1(value, first.top, first.left))
