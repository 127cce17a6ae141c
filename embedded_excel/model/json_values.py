"""A cell's value in the words of the API: as JSON, and its `Excel.RangeValueType`."""

from pydantic import JsonValue

from embedded_excel.calc.cells import CellError, CellValue

_EXACT = 2.0**53


def json_value(value: CellValue) -> JsonValue:
    """A cell's value as the API gives it: "" for an empty cell, the code of an error."""
    if isinstance(value, float):
        return int(value) if value.is_integer() and -_EXACT < value < _EXACT else value
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    return value.code if isinstance(value, CellError) else value


def value_type(value: CellValue) -> str:
    """`Excel.RangeValueType` of a value; every number is a Double, dates too."""
    match value:
        case None:
            return "Empty"
        case bool():
            return "Boolean"
        case float() | int():
            return "Double"
        case str():
            return "String"
        case CellError():
            return "Error"
