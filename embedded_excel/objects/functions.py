"""Functions: every worksheet function as a method, calculated by the engine without a cell."""

from collections.abc import Callable
from typing import cast

from pydantic import JsonValue

from embedded_excel.calc.cells import CellError, CellValue
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.errors import invalid_argument, not_implemented
from embedded_excel.model.a1 import absolute_rect_text, sheet_prefix
from embedded_excel.model.areas import resolve
from embedded_excel.model.workbook import Area, OpenWorkbook
from embedded_excel.objects.base import MEMBERS, ExcelObject, excel_class, scalar
from embedded_excel.objects.tracked import TrackedAreas, TrackedRange
from embedded_excel.wire.members import class_facts

_IRREGULAR = {"usdollar": "USDOLLAR"}


@excel_class("FunctionResult<T>")
class FunctionResult(ExcelObject):
    """What a function gave."""

    def __init__(self, workbook: OpenWorkbook, result: CellValue) -> None:
        super().__init__(workbook)
        self.result = result

    @scalar("Error")
    def error(self) -> JsonValue:
        """The error such as `#DIV/0!`, or null when the function succeeded."""
        return self.result.code if isinstance(self.result, CellError) else None

    @scalar("Value")
    def value(self) -> JsonValue:
        """The value, or null after an error."""
        return None if isinstance(self.result, CellError) else self.result


@excel_class("Functions")
class Functions(ExcelObject):
    """Every function the API lists, by the name it has there."""


def excel_name(js: str) -> str:
    """A function's name in formulas: `beta_Dist` is BETA.DIST."""
    return _IRREGULAR.get(js, js.replace("_", ".").upper())


def _caller(name: str) -> Callable[..., FunctionResult]:
    def call(functions: Functions, *arguments: object) -> FunctionResult:
        workbook = functions.workbook
        given = list(arguments)
        while given and given[-1] is None:
            given.pop()
        texts: list[str] = []
        for argument in given:
            listed = cast("list[object]", argument) if isinstance(argument, list) else None
            if listed is None or _is_matrix(listed):
                texts.append(_argument(workbook, cast("object", argument)))
            else:
                texts.extend(_argument(workbook, item) for item in listed)
        formula = f"={name}({','.join(texts)})"
        workbook.settle()
        sheet = workbook.engine.active_sheet()
        try:
            result = workbook.engine.evaluate(sheet, formula)
        except EngineRefused:
            raise invalid_argument() from None
        if result == CellError("#NAME?") and not _refers_to_names(given):
            raise not_implemented(f"the function {name}")
        return FunctionResult(workbook, result)

    return call


def _refers_to_names(arguments: list[object]) -> bool:
    """Whether #NAME? can come from the cells that were passed."""
    return any(isinstance(argument, ExcelObject | list | dict) for argument in arguments)


def _is_matrix(value: list[object]) -> bool:
    return bool(value) and all(
        isinstance(row, list)
        and all(isinstance(item, bool | int | float | str) for item in cast("list[object]", row))
        for row in value
    )


def _argument(workbook: OpenWorkbook, value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return str(value).upper()
        case int() | float():
            return f"({value!r})" if value < 0 else repr(value)
        case str():
            quoted = value.replace('"', '""')
            return f'"{quoted}"'
        case FunctionResult():
            result = value.result
            return result.code if isinstance(result, CellError) else _argument(workbook, result)
        case TrackedRange():
            return _reference(workbook, value.area)
        case TrackedAreas():
            return f"({','.join(_reference(workbook, area) for area in value.areas)})"
        case {"address": str() as address}:
            home = workbook.sheet_ids[workbook.engine.active_sheet()]
            return _reference(workbook, resolve(workbook, address, home))
        case list():
            return _array(workbook, cast("list[object]", value))
        case _:
            raise invalid_argument()


def _reference(workbook: OpenWorkbook, area: Area) -> str:
    sheet = sheet_prefix(workbook.sheet_name(area.sheet))
    return f"{sheet}!{absolute_rect_text(area.rect)}"


def _array(workbook: OpenWorkbook, value: list[object]) -> str:
    rows = cast("list[list[object]]", value) if _is_matrix(value) else [value]
    return f"{{{';'.join(','.join(_constant(workbook, item) for item in row) for row in rows)}}}"


def _constant(workbook: OpenWorkbook, value: object) -> str:
    text = _argument(workbook, value)
    return text.strip("()") if isinstance(value, int | float) else text


def _register() -> None:
    methods = MEMBERS["Functions"].methods
    for wire, fact in class_facts("Functions").methods.items():
        methods[wire] = _caller(excel_name(fact.js))


_register()
