"""What Excel makes of a text written into a cell: numbers, dates, formulas, booleans, errors.

Excel treats a text set through `values` or `formulas` as if it were typed, in English (US). The
rules are those of typing: a recognised shape also brings a number format when the cell is General.
"""

import re
from dataclasses import dataclass
from datetime import date, timedelta

from embedded_excel.calc.cells import CellError, CellInput, Formula

MAX_TEXT = 32_767
MAX_FORMULA = 8_192

_ERRORS = frozenset(
    {"#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#SPILL!", "#CALC!"}
)
_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            ("jan", "january"),
            ("feb", "february"),
            ("mar", "march"),
            ("apr", "april"),
            ("may",),
            ("jun", "june"),
            ("jul", "july"),
            ("aug", "august"),
            ("sep", "september", "sept"),
            ("oct", "october"),
            ("nov", "november"),
            ("dec", "december"),
        ),
        1,
    )
    for name in names
}
_DIGITS = r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)"
_NUMBER = re.compile(
    rf"(?P<open>\()?(?P<sign>[+-])?\s*(?P<currency>\$)?\s*(?P<sign2>[+-])?"
    rf"(?P<whole>{_DIGITS})?(?P<fraction>\.[0-9]*)?(?P<exponent>[eE][+-]?[0-9]{{1,3}})?"
    r"\s*(?P<percent>%)?(?P<close>\))?"
)
_FRACTION = re.compile(r"(?P<sign>-)?(?P<whole>[0-9]+) (?P<over>[0-9]+)/(?P<under>[0-9]+)")
_YMD = re.compile(r"([0-9]{4})[-/]([0-9]{1,2})[-/]([0-9]{1,2})")
_MDY = re.compile(r"([0-9]{1,2})[-/]([0-9]{1,2})[-/]([0-9]{4}|[0-9]{2})")
_MD = re.compile(r"([0-9]{1,2})[-/]([0-9]{1,2})")
_MY = re.compile(r"([0-9]{1,2})[-/]([0-9]{4})")
_DAY_MONTH = re.compile(r"([0-9]{1,2})[- ]([A-Za-z]{3,9})(?:[- ,]+([0-9]{4}|[0-9]{2}))?")
_MONTH_DAY = re.compile(r"([A-Za-z]{3,9})[- ]([0-9]{1,2}),? +([0-9]{4})")
_MONTH_NUMBER = re.compile(r"([A-Za-z]{3,9})[- ]([0-9]{4}|[0-9]{1,2})")
_TIME = re.compile(r"([0-9]{1,4}):([0-9]{2})(?::([0-9]{2})(\.[0-9]{1,3})?)?(?: ?([AaPp])[Mm]?)?")
_DAY_SECONDS = 86_400
_PRECISION = 15


@dataclass(frozen=True, slots=True)
class TypedInput:
    """What to store.

    Attributes:
        number_format: The format it brings to a General cell, "" for none.
        as_text: For a formula that began with a plus or minus: the text to store if it is none.
    """

    content: CellInput
    number_format: str = ""
    as_text: str | None = None


@dataclass(frozen=True, slots=True)
class Typing:
    """What typing depends on: the cell's number format, the calendar, and the current date
    (a date typed without a year is in the current one).
    """

    number_format: str = "General"
    date1904: bool = False
    today: date = date(2024, 1, 1)


def typed(text: str, typing: Typing) -> TypedInput:
    """Read a text as Excel reads what is typed into a cell."""
    if text == "":
        return TypedInput(None)
    if typing.number_format == "@":
        return TypedInput(text)
    if text.startswith("'"):
        return TypedInput(text[1:])
    if text.startswith("=") and len(text) > 1:
        return TypedInput(Formula(text))
    stripped = text.strip()
    upper = stripped.upper()
    if upper in {"TRUE", "FALSE"}:
        return TypedInput(upper == "TRUE")
    if upper in _ERRORS:
        return TypedInput(CellError(upper))
    shaped = _number(stripped) or _fraction(stripped) or _moment(stripped, typing)
    if shaped is not None:
        return shaped
    if text[0] in "+-" and any(character.isalnum() for character in text):
        return TypedInput(Formula("=" + text), as_text=text)
    return TypedInput(text)


def _number(text: str) -> TypedInput | None:
    match = _NUMBER.fullmatch(text)
    if match is None or (match["open"] is None) != (match["close"] is None):
        return None
    digits = (match["whole"] or "").replace(",", "")
    fraction = match["fraction"] or ""
    signs = [sign for sign in (match["sign"], match["sign2"]) if sign]
    if not digits and len(fraction) < 2:  # noqa: PLR2004 - a point alone is no number
        return None
    if len(signs) > 1 or (match["open"] and signs):
        return None
    value = float(f"{_kept_digits(f'{digits or 0}{fraction}')}{match['exponent'] or ''}")
    if value == float("inf"):
        return None
    if signs == ["-"] or match["open"]:
        value = -value
    if match["percent"]:
        # Dividing text digits avoids 0.12000000000000001 for "12%".
        value = float(f"{value!r}e-2") if "e" not in repr(value) else value / 100
    return TypedInput(value, _number_format(match, fraction))


def _kept_digits(number: str) -> str:
    """A number in digits, of which Excel keeps the first 15 that count; the rest become zeros."""
    if len(number) <= _PRECISION:
        return number
    kept, count = "", 0
    for mark in number:
        counts = mark != "." and (count > 0 or mark != "0")
        count += counts
        kept += "0" if counts and count > _PRECISION else mark
    return kept


def _number_format(match: re.Match[str], fraction: str) -> str:
    decimals = len(fraction) > 1
    if match["currency"]:
        return "$#,##0.00_);[Red]($#,##0.00)" if decimals else "$#,##0_);[Red]($#,##0)"
    if match["percent"]:
        return "0.00%" if decimals else "0%"
    if match["exponent"]:
        return "0.00E+00"
    if "," in (match["whole"] or ""):
        return "#,##0.00" if decimals else "#,##0"
    return ""


def _fraction(text: str) -> TypedInput | None:
    match = _FRACTION.fullmatch(text)
    if match is None or int(match["under"]) == 0:
        return None
    value = int(match["whole"]) + int(match["over"]) / int(match["under"])
    pattern = "# ?/?" if len(match["under"]) == 1 else "# ??/??"
    return TypedInput(-value if match["sign"] else value, pattern)


def _moment(text: str, typing: Typing) -> TypedInput | None:
    day = _day(text, typing)
    if day is not None:
        return day
    time = _time(text)
    if time is not None:
        return time
    head, space, tail = text.partition(" ")
    while space:
        day, time = _day(head, typing), _time(tail.strip())
        if day is not None and time is not None:
            assert isinstance(day.content, float)
            assert isinstance(time.content, float)
            return TypedInput(day.content + time.content, "m/d/yyyy h:mm")
        more, space, tail = tail.partition(" ")
        head = f"{head} {more}"
    return None


def serial(day: date, *, date1904: bool) -> float | None:
    """Excel's serial number of a date, None before its calendar begins.

    The 1900 calendar counts a 29 February 1900 that never was, so January and February 1900 are
    one less than the days since 30 December 1899.
    """
    if date1904:
        days = (day - date(1904, 1, 1)).days
        return float(days) if days >= 0 else None
    days = (day - date(1899, 12, 30)).days
    if day < date(1900, 3, 1):
        days -= 1
    return float(days) if days >= 1 else None


def day_of(number: float, *, date1904: bool) -> date:
    """The date of a serial number (without its time of day)."""
    if date1904:
        return date(1904, 1, 1) + timedelta(days=int(number))
    days = int(number)
    return date(1899, 12, 30) + timedelta(days=days if days >= 60 else days + 1)  # noqa: PLR2004


def _full_year(text: str) -> int:
    year = int(text)
    if len(text) > 2:  # noqa: PLR2004 - written out
        return year
    return year + (2000 if year < 30 else 1900)  # noqa: PLR2004 - Excel's window


def _dated(year: int, month: int, day: int, pattern: str, typing: Typing) -> TypedInput | None:
    try:
        number = serial(date(year, month, day), date1904=typing.date1904)
    except ValueError:
        return None
    return None if number is None else TypedInput(number, pattern)


def _day(text: str, typing: Typing) -> TypedInput | None:
    if match := _YMD.fullmatch(text):
        return _dated(int(match[1]), int(match[2]), int(match[3]), "m/d/yyyy", typing)
    if match := _MDY.fullmatch(text):
        year = _full_year(match[3])
        return _dated(year, int(match[1]), int(match[2]), "m/d/yyyy", typing)
    if match := _MY.fullmatch(text):
        return _dated(int(match[2]), int(match[1]), 1, "mmm-yy", typing)
    if match := _MD.fullmatch(text):
        month, number = int(match[1]), int(match[2])
        return _dated(typing.today.year, month, number, "d-mmm", typing) or (
            _dated(_full_year(match[2]), month, 1, "mmm-yy", typing)
        )
    return _named_month(text, typing)


def _named_month(text: str, typing: Typing) -> TypedInput | None:
    if match := _MONTH_DAY.fullmatch(text):
        month = _MONTHS.get(match[1].lower())
        if month is None:
            return None
        return _dated(int(match[3]), month, int(match[2]), "d-mmm-yy", typing)
    if match := _DAY_MONTH.fullmatch(text):
        month = _MONTHS.get(match[2].lower())
        if month is None:
            return None
        if match[3]:
            return _dated(_full_year(match[3]), month, int(match[1]), "d-mmm-yy", typing)
        return _dated(typing.today.year, month, int(match[1]), "d-mmm", typing)
    if match := _MONTH_NUMBER.fullmatch(text):
        month = _MONTHS.get(match[1].lower())
        if month is None:
            return None
        if len(match[2]) < 4 and (  # noqa: PLR2004 - a year is written out or has no such day
            day := _dated(typing.today.year, month, int(match[2]), "d-mmm", typing)
        ):
            return day
        return _dated(_full_year(match[2]), month, 1, "mmm-yy", typing)
    return None


def _time(text: str) -> TypedInput | None:
    match = _TIME.fullmatch(text)
    if match is None:
        return None
    hours, minutes = int(match[1]), int(match[2])
    seconds = int(match[3] or 0) + float(match[4] or 0)
    if minutes > 59 or seconds >= 60 or hours > 9999:  # noqa: PLR2004
        return None
    if match[5]:
        if not 0 <= hours <= 12:  # noqa: PLR2004
            return None
        hours = hours % 12 + (12 if match[5] in "pP" else 0)
        pattern = "h:mm:ss AM/PM" if match[3] else "h:mm AM/PM"
    elif hours > 23:  # noqa: PLR2004
        pattern = "[h]:mm:ss"
    elif match[4]:
        pattern = "mm:ss.0"
    else:
        pattern = "h:mm:ss" if match[3] else "h:mm"
    return TypedInput((hours * 3600 + minutes * 60 + seconds) / _DAY_SECONDS, pattern)
