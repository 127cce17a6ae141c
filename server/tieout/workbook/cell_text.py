"""One cell as the model reads it, and back.

A number is written as displayed when that reads back to the same number, else as the number with
the displayed text in parentheses: `11,988`, `12.5%`, `45292 (1-Jan-24)`. Text that would read as
something else (`007`, `TRUE`, `a | b`) is a JSON string. Numbers carry Excel's 15 digits.
"""

import json
import re

from tieout.workbook.formula_tokens import ERROR_TEXTS
from tieout.workbook.snapshot import CellContent

_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?\Z")
_DISPLAYED = re.compile(
    r"(?P<open>\()?(?P<sign>-)?[$€£¥]? ?(?P<digits>[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)"
    r"(?P<decimals>\.[0-9]+)?(?P<percent> ?%)?(?P<close>\))?\Z"
)
_WITH_TEXT = re.compile(r"(-?[0-9][0-9.eE+-]*) \((.*)\)\Z", re.DOTALL)
_ALIAS_END = re.compile(r"[ (]F[0-9]+\)?\Z")
_LONGEST = 1_000
LEFT_OUT = "… ["


def number_text(value: float) -> str:
    """A number with at most 15 significant digits, as Excel keeps it."""
    return f"{value:.15g}"


def value_text(value: CellContent, shown: str, longest: int = _LONGEST) -> str:
    """A cell's value; "" for an empty cell. Text over `longest` characters is cut, saying so."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        return _text(value, longest)
    plain = number_text(value)
    shown = shown.strip()
    if shown == plain or not shown.strip("#") or len(shown) > _LONGEST:
        return plain if shown else f"{plain} ()"
    if _same(_displayed_number(shown), value):
        return shown
    flat = " ".join(shown.split()).replace("|", "¦").replace("[=", "[ =")
    return f"{plain} ({flat})"


def parse_value(text: str) -> CellContent:
    """The value a cell text stands for; the inverse of `value_text`."""
    if text == "":
        return None
    if text.startswith('"'):
        decoded: object = json.loads(text)
        assert isinstance(decoded, str)
        return decoded
    if text in ("TRUE", "FALSE"):
        return text == "TRUE"
    if text in ERROR_TEXTS:
        return text
    if _NUMBER.match(text):
        return float(text)
    with_text = _WITH_TEXT.match(text)
    if with_text and _NUMBER.match(with_text[1]):
        return float(with_text[1])
    displayed = _displayed_number(text)
    return text if displayed is None else displayed


def _text(value: str, longest: int) -> str:
    if len(value) > longest:
        return json.dumps(value[:longest], ensure_ascii=False) + (
            f"{LEFT_OUT}{len(value) - longest:,} more characters]"
        )
    ambiguous = (
        value != value.strip()
        or not value.isprintable()
        or value.startswith(('"', "=", "∅"))
        or "|" in value
        or "[=" in value
        or LEFT_OUT in value
        or _ALIAS_END.search(value) is not None
        or parse_value(value) != value
    )
    return json.dumps(value, ensure_ascii=False) if ambiguous or not value else value


def _displayed_number(text: str) -> float | None:
    match = _DISPLAYED.match(text)
    if match is None or bool(match["open"]) != bool(match["close"]):
        return None
    number = float(match["digits"].replace(",", "") + (match["decimals"] or ""))
    if match["percent"]:
        number = float(f"{number / 100:.15g}")
    return -number if match["sign"] or match["open"] else number


def _same(one: float | None, other: float) -> bool:
    return one is not None and number_text(one) == number_text(other)
