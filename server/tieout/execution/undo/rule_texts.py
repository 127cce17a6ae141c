"""Conditional formats and validation rules of Excel's API, each as one line of text."""

from collections.abc import Mapping

from pydantic import JsonValue

_OPERATORS: Mapping[str, str] = {
    "GreaterThan": ">",
    "LessThan": "<",
    "EqualTo": "=",
    "NotEqualTo": "<>",
    "GreaterThanOrEqual": ">=",
    "GreaterThanOrEqualTo": ">=",
    "LessThanOrEqual": "<=",
    "LessThanOrEqualTo": "<=",
}
_BETWEEN: Mapping[str, str] = {"Between": "between", "NotBetween": "not between"}
_NOUNS: Mapping[str, str] = {
    "wholeNumber": "whole number",
    "decimal": "decimal number",
    "textLength": "text length",
    "date": "date",
    "time": "time",
}


def comparison(rule: JsonValue) -> str:
    """`> 100`, `between 1 and 10`, `>= B2`; constants without the `=` Excel puts before them."""
    given = rule if isinstance(rule, dict) else {}
    operator = str(given.get("operator", ""))
    first, second = _operand(given.get("formula1")), _operand(given.get("formula2"))
    if operator in _BETWEEN:
        return f"{_BETWEEN[operator]} {first} and {second}"
    return f"{_OPERATORS.get(operator, operator)} {first}"


def conditional_text(kind: str, rule: JsonValue, look: str) -> str:
    """What a conditional format looks for and what it makes of the cells."""
    given = rule if isinstance(rule, dict) else {}
    match kind:
        case "CellValue":
            text = f"value {comparison(rule)}"
        case "Custom":
            text = f"{given.get('Formula', '')}"
        case "ContainsText":
            text = f'text {given.get("operator", "")} "{given.get("text", "")}"'
        case "TopBottom":
            text = f"{given.get('type', '')} {given.get('rank', '')}"
        case "PresetCriteria":
            text = str(given.get("criterion", "preset"))
        case "ColorScale":
            text = f"color scale {_scale(given)}"
        case "DataBar":
            text = "data bar"
        case "IconSet":
            text = f"icons {given.get('Style', '')}"
        case _:
            text = kind
    flat = " ".join(text.split())
    return f"{flat} → {look}" if look else flat


def validation_text(rule: JsonValue) -> str:
    """What may be entered: `list a,b,c`, `whole number between 1 and 10`, `custom =A1>0`."""
    given = rule if isinstance(rule, dict) else {}
    for name, inner in given.items():
        details = inner if isinstance(inner, dict) else {}
        if name == "list":
            return " ".join(f"list {details.get('source', '')}".split())
        if name == "custom":
            return " ".join(f"custom {details.get('formula', '')}".split())
        if inner is not None:
            return f"{_NOUNS.get(name, name)} {comparison(inner)}"
    return "a rule of its own"


def _operand(value: JsonValue) -> str:
    text = "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
    bare = text.removeprefix("=")
    try:
        float(bare)
    except ValueError:
        return " ".join(text.split())
    return bare


def _scale(given: Mapping[str, JsonValue]) -> str:
    criteria = given.get("Criteria")
    points = criteria if isinstance(criteria, dict) else {}
    colors = [
        str(point.get("color", ""))
        for name in ("minimum", "midpoint", "maximum")
        if isinstance(point := points.get(name), dict)
    ]
    return "..".join(colors)
