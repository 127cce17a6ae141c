"""DataValidation: what may be entered into cells. Writing through the API isn't held to it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final, cast

from pydantic import JsonValue

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.sheet_parts import (
    AlertStyle,
    Validation,
    ValidationKind,
    ValidationOperator,
)
from embedded_excel.errors import ExcelApiError, invalid_argument, item_not_found
from embedded_excel.model import validating
from embedded_excel.model.a1 import absolute_rect_text, sheet_prefix
from embedded_excel.model.areas import flag
from embedded_excel.model.rule_areas import cell_count
from embedded_excel.model.structured import reaches_out
from embedded_excel.model.typed_input import serial
from embedded_excel.model.workbook import Area, OpenWorkbook
from embedded_excel.objects.base import ExcelObject, excel_class, method, scalar
from embedded_excel.objects.tracked import TrackedAreas, TrackedRange, new_areas
from embedded_excel.wire.members import enum_value

_BASIC: Final[Mapping[str, ValidationKind]] = {
    "wholeNumber": "WholeNumber",
    "decimal": "Decimal",
    "textLength": "TextLength",
    "date": "Date",
    "time": "Time",
}
_NAMES: Final = {kind: name for name, kind in _BASIC.items()}
_MAX_LIST = 255
_MAX_TITLE, _MAX_MESSAGE = 32, 255
_DAY_SECONDS = 86_400


@excel_class("DataValidation")
class DataValidation(ExcelObject):
    """The data validation of a range, or of several on a sheet."""

    def __init__(self, workbook: OpenWorkbook, *areas: Area) -> None:
        super().__init__(workbook)
        self.areas = areas

    @property
    def area(self) -> Area:
        """The cells whose first one rules are written for."""
        return self.areas[0]

    def _rules(self) -> list[Validation]:
        return [rule for area in self.areas for rule in validating.rules_of(self.workbook, area)]

    def _invalid(self) -> list[Rect]:
        return [rect for area in self.areas for rect in validating.invalid_in(self.workbook, area)]

    def _same(self) -> Validation | None:
        """The one rule of all cells, written for the first of them; None when they differ."""
        rules = self._rules()
        if not rules:
            return Validation((self.area.rect,), prompt_shown=True)
        if not validating.covered(rules, self.areas):
            return None
        if len({validating.bare(rule) for rule in rules}) > 1:
            return None
        top, left = self.area.rect.top, self.area.rect.left
        return next(
            rule
            for rule in rules
            for rect in rule.rects[:1]
            if (rect.top, rect.left) == (top, left)
        )

    @scalar("Type")
    def type(self) -> JsonValue:
        """Kind of the rule; Inconsistent or MixedCriteria when cells differ."""
        rules = self._rules()
        if not rules:
            return "None"
        if len({validating.bare(rule) for rule in rules}) > 1:
            return "Inconsistent"
        return rules[0].kind if validating.covered(rules, self.areas) else "MixedCriteria"

    @scalar("Rule")
    def rule(self) -> JsonValue:
        """The rule; null when cells differ."""
        rule = self._same()
        return None if rule is None else _rule_json(rule)

    @rule.setter
    def set_rule(self, value: JsonValue) -> None:
        """Set the rule; what is said about it stays."""
        kept = self._same() or Validation(())
        rule = _rule(self.workbook, self.area, value)
        messages = {name: getattr(kept, name) for name in _KEPT}
        validating.assign(self.workbook, self.areas, replace(rule, **messages))

    @scalar("IgnoreBlanks")
    def ignore_blanks(self) -> JsonValue:
        """Whether blank cells are always valid; null when cells differ."""
        rule = self._same()
        return None if rule is None else rule.ignore_blanks

    @ignore_blanks.setter
    def set_ignore_blanks(self, value: JsonValue) -> None:
        """Set whether blank cells are always valid."""
        on = flag(value)
        self._change(lambda rule: replace(rule, ignore_blanks=on))

    @scalar("ErrorAlert")
    def error_alert(self) -> JsonValue:
        """What is said about invalid input; null when cells differ."""
        rule = self._same()
        if rule is None:
            return None
        return {
            "message": rule.alert_message,
            "showAlert": rule.alert_shown,
            "style": rule.alert_style,
            "title": rule.alert_title,
        }

    @error_alert.setter
    def set_error_alert(self, value: JsonValue) -> None:
        """Set what is said about invalid input."""
        given = _dictionary(value)
        style = enum_value("DataValidationAlertStyle", given.get("style") or "Stop")
        title, message = _texts(given)
        shown = flag(given.get("showAlert"), default=True)
        self._change(
            lambda rule: replace(
                rule,
                alert_shown=shown,
                alert_style=cast("AlertStyle", style),
                alert_title=title,
                alert_message=message,
            )
        )

    @scalar("Prompt")
    def prompt(self) -> JsonValue:
        """What is said when a cell is selected; null when cells differ."""
        rule = self._same()
        if rule is None:
            return None
        return {
            "message": rule.prompt_message,
            "showPrompt": rule.prompt_shown,
            "title": rule.prompt_title,
        }

    @prompt.setter
    def set_prompt(self, value: JsonValue) -> None:
        """Set what is said when a cell is selected."""
        given = _dictionary(value)
        title, message = _texts(given)
        shown = flag(given.get("showPrompt"), default=True)
        self._change(
            lambda rule: replace(
                rule, prompt_shown=shown, prompt_title=title, prompt_message=message
            )
        )

    @scalar("Valid")
    def valid(self) -> JsonValue:
        """Whether all values are valid (true) or all invalid (false); null when some are."""
        invalid = self._invalid()
        if not invalid:
            return True
        every = cell_count([area.rect for area in self.areas])
        return False if cell_count(invalid) == every else None

    @method("Clear")
    def clear(self) -> None:
        """Take the rules away."""
        validating.assign(self.workbook, self.areas, None)

    @method("GetInvalidCells")
    def get_invalid_cells(self) -> TrackedAreas:
        """Cells whose value is invalid."""
        found = self.get_invalid_cells_or_null()
        if found is None:
            raise item_not_found()
        return found

    @method("GetInvalidCellsOrNullObject")
    def get_invalid_cells_or_null(self) -> TrackedAreas | None:
        """Cells whose value is invalid, or a null object."""
        rects = self._invalid()
        areas = tuple(Area(self.area.sheet, rect) for rect in rects)
        return new_areas(self.workbook, areas) if areas else None

    def _change(self, changed: Callable[[Validation], Validation]) -> None:
        for area in self.areas:
            validating.change(self.workbook, area, changed)


_KEPT: Final = (
    "ignore_blanks",
    "alert_shown",
    "alert_style",
    "alert_title",
    "alert_message",
    "prompt_shown",
    "prompt_title",
    "prompt_message",
)


def _dictionary(value: JsonValue) -> dict[str, JsonValue]:
    if not isinstance(value, dict):
        raise invalid_argument()
    return value


def _texts(given: dict[str, JsonValue]) -> tuple[str, str]:
    title, message = given.get("title") or "", given.get("message") or ""
    if not isinstance(title, str) or not isinstance(message, str):
        raise invalid_argument()
    if len(title) > _MAX_TITLE or len(message) > _MAX_MESSAGE:
        raise invalid_argument()
    return title, message


def _rule_json(rule: Validation) -> JsonValue:
    match rule.kind:
        case "None":
            return {}
        case "List":
            literal = rule.formula1.startswith('"') and rule.formula1.endswith('"')
            source = rule.formula1[1:-1].replace('""', '"') if literal else f"={rule.formula1}"
            return {"list": {"inCellDropDown": rule.drop_down, "source": source}}
        case "Custom":
            return {"custom": {"formula": f"={rule.formula1}"}}
        case _:
            basic: dict[str, JsonValue] = {
                "formula1": f"={rule.formula1}",
                "operator": rule.operator,
            }
            if rule.formula2:
                basic["formula2"] = f"={rule.formula2}"
            return {_NAMES[rule.kind]: basic}


def _rule(workbook: OpenWorkbook, area: Area, value: JsonValue) -> Validation:
    given = {name: part for name, part in _dictionary(value).items() if part is not None}
    if len(given) != 1:
        raise invalid_argument()
    name, part = next(iter(given.items()))
    details = _dictionary(part)
    if name == "list":
        return _list_rule(workbook, area, details)
    if name == "custom":
        formula = details.get("formula")
        if not isinstance(formula, str) or not formula.removeprefix("="):
            raise invalid_argument()
        return Validation((), "Custom", formula1=_checked(workbook, area, formula))
    if name not in _BASIC:
        raise invalid_argument()
    operator = cast(
        "ValidationOperator", enum_value("DataValidationOperator", details.get("operator"))
    )
    dated = name in ("date", "time")
    first = _operand(workbook, area, details.get("formula1"), dated=dated)
    second = ""
    if operator in ("Between", "NotBetween"):
        second = _operand(workbook, area, details.get("formula2"), dated=dated)
    return Validation((), _BASIC[name], operator, first, second)


def _list_rule(workbook: OpenWorkbook, area: Area, details: dict[str, JsonValue]) -> Validation:
    drop_down = flag(details.get("inCellDropDown"), default=True)
    source: object = details.get("source")
    if isinstance(source, TrackedRange):
        formula = _reference(workbook, area, source)
    elif not isinstance(source, str) or not source:
        raise invalid_argument()
    elif source.startswith("="):
        formula = _checked(workbook, area, source)
    else:
        if len(source) > _MAX_LIST:
            raise invalid_argument()
        doubled = source.replace('"', '""')
        formula = f'"{doubled}"'
    return Validation((), "List", formula1=formula, drop_down=drop_down)


def _reference(workbook: OpenWorkbook, area: Area, range_: TrackedRange) -> str:
    text = absolute_rect_text(range_.area.rect)
    if range_.area.sheet == area.sheet:
        return text
    return f"{sheet_prefix(workbook.sheet_name(range_.area.sheet))}!{text}"


def _operand(workbook: OpenWorkbook, area: Area, value: object, *, dated: bool) -> str:
    if isinstance(value, TrackedRange):
        return _reference(workbook, area, value)
    if isinstance(value, bool) or not isinstance(value, int | float | str) or value == "":
        raise invalid_argument()
    if not isinstance(value, str):
        return f"{value:.15g}"
    if value.startswith("="):
        return _checked(workbook, area, value)
    try:
        float(value)
    except ValueError:
        if dated:
            return _moment(workbook, value)
        raise invalid_argument() from None
    return value


def _moment(workbook: OpenWorkbook, text: str) -> str:
    """Serial number of a date or time in ISO 8601; a zone's time is taken as UTC."""
    date1904 = workbook.engine.date1904()
    try:
        moment = datetime.fromisoformat(
            text if "T" in text or "-" in text else f"1970-01-01T{text}"
        )
    except ValueError:
        raise invalid_argument() from None
    if moment.tzinfo is not None:
        moment = moment.astimezone(UTC).replace(tzinfo=None)
    seconds = moment.hour * 3600 + moment.minute * 60 + moment.second
    days = 0.0
    if "-" in text:
        found = serial(moment.date(), date1904=date1904)
        if found is None:
            raise invalid_argument()
        days = found
    return f"{days + seconds / _DAY_SECONDS:.15g}"


def _checked(workbook: OpenWorkbook, area: Area, formula: str) -> str:
    """A formula that parses, without `=`.

    Raises:
        ExcelApiError: InvalidArgument, also for parts of tables: Excel takes a name or INDIRECT.
    """
    text = formula.removeprefix("=")
    if reaches_out(text):
        raise invalid_argument()
    try:
        workbook.engine.evaluate(workbook.sheet_index(area.sheet), f"={text}")
    except EngineRefused as error:
        raise ExcelApiError("InvalidArgument", str(error), 400) from error
    return text
