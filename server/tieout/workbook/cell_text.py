"""One cell as the model reads it, and back.

A number is written as it is stored, in Excel's 15 digits at most and without separators: `11988`,
`0.125`. Under a format of dates or times it is written as such where that is exact: `2024-01-31`,
`2024-01-31 13:30`. What the cell displays follows in parentheses when it says more than the number
format, which is told with the styles, makes of the number: `45292 (1. Jänner)`. Text that would
read as something else (`007`, `TRUE`, `a|b`) is a JSON string.
"""

import json
import re
from functools import lru_cache

from tieout.workbook.date_display import iso_serial, iso_text, reads_as_date
from tieout.workbook.formula_tokens import ERROR_TEXTS
from tieout.workbook.number_display import display_rule, general_shows
from tieout.workbook.snapshot import CellContent

NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?\Z")
_WITH_TEXT = re.compile(r"([-0-9][-0-9.eE+: ]*?) \((.*)\)\Z", re.DOTALL)
_NUMBERLIKE = re.compile(r"[-+(]?[$€£¥]? ?[-(]?[0-9][0-9,]*(?:\.[0-9]+)? ?%?\)?\Z")
_ALIAS_END = re.compile(r"\(F[0-9]+\)\Z")
_COLUMN_START = re.compile(r"[A-Z]{1,3}:")
_LONGEST = 1_000
LEFT_OUT = "… ["


def number_text(value: float) -> str:
    """A number with at most 15 significant digits, as Excel keeps it."""
    return f"{value:.15g}"


def value_text(
    value: CellContent, shown: str, number_format: str = "General", longest: int = _LONGEST
) -> str:
    """A cell's value; "" for an empty cell. Text over `longest` characters is cut, saying so."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        return literal_text(value, longest)
    plain = number_text(value)
    shown = shown.strip()
    if shown == plain:
        return plain
    if is_as_formatted(value, shown, number_format) or not shown.strip("#"):
        if reads_as_date(number_format):
            return iso_text(value) or plain
        return plain if shown or _shows_nothing(value, number_format) else f"{plain} ()"
    return f"{plain} ({_flat(shown)})"


def is_as_formatted(value: float, shown: str, number_format: str) -> bool:
    """Whether a displayed text is what the number format makes of the number, spaces aside."""
    if number_format.lower() == "general":
        return general_shows(value, shown)
    return _squeezed_text(value, number_format) == "".join(shown.split())


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
    number = _number(text)
    if number is None and (with_text := _WITH_TEXT.match(text)):
        number = _number(with_text[1])
    return text if number is None else number


@lru_cache(maxsize=4_096)
def literal_text(value: str, longest: int = _LONGEST) -> str:
    """A text as it is, or as a JSON string where it would read as something else."""
    if len(value) > longest:
        return json.dumps(value[:longest], ensure_ascii=False) + (
            f"{LEFT_OUT}{len(value) - longest:,} more characters]"
        )
    ambiguous = (
        not value
        or value != value.strip()
        or not value.isprintable()
        or value[0] in "\"'*^"
        or "|" in value
        or "=" in value
        or LEFT_OUT in value
        or _ALIAS_END.search(value) is not None
        or _COLUMN_START.match(value) is not None
        or _NUMBERLIKE.match(value) is not None
        or parse_value(value) != value
    )
    return json.dumps(value, ensure_ascii=False) if ambiguous else value


def _number(text: str) -> float | None:
    if NUMBER.match(text):
        return float(text)
    serial = iso_serial(text)
    return None if serial is None else float(number_text(serial))


def _shows_nothing(value: float, number_format: str) -> bool:
    return _squeezed_text(value, number_format) == ""


def _squeezed_text(value: float, number_format: str) -> str | None:
    rule = display_rule(number_format)
    text = None if rule is None else rule(value)
    return None if text is None else "".join(text.split())


def _flat(shown: str) -> str:
    """A displayed text in one line, with nothing in it that ends a cell."""
    if len(shown) > _LONGEST:
        return shown[:20] + "…"
    return " ".join(shown.split()).replace("|", "¦").replace("=", "＝")
