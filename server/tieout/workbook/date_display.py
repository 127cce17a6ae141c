"""Serial numbers of dates and times: as ISO text and back, and as a date format shows them.

Serial 1 is 1 January 1900, and Excel counts a 29 February 1900 that never was (serial 60); dates
before March 1900 are therefore left as numbers.
"""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import lru_cache

_EPOCH = datetime(1899, 12, 30)
_FIRST, _LAST = 61, 2_958_466
_SECONDS = 86_400
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_.|(?P<bracket>\[[^\]]*\])|(?P<half>am/pm|a/p)'
    r"|(?P<field>y+|m+|d+|h+|s+)|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
_ISO = re.compile(
    r"(?:(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})(?: (?=[0-9]))?)?"
    r"(?:(?P<hour>[0-9]{2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2}))?)?\Z"
)
_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_LOCALE = re.compile(r"\[\$-[0-9A-Fa-f]*0?[48]09\]\Z")
_ELAPSED = ("[h]:mm", "[h]:mm:ss")
_SHORT_DATE = "mm-dd-yy"
"""The built-in short date as files name it; it shows as the machine's own."""


@lru_cache(maxsize=2_048)
def reads_as_date(code: str) -> bool:
    """Whether a number format shows dates or times."""
    if code.lower() == "general":
        return False
    return any(
        match["field"] is not None or (match["bracket"] or "").lower() in ("[h]", "[mm]", "[ss]")
        for match in _TOKEN.finditer(code)
        if not (match["field"] and match["field"].lower() == "e")
    )


def iso_text(value: float) -> str | None:
    """`2024-01-31`, `2024-01-31 13:30`, `13:30:05`; None when that isn't exactly this serial."""
    if not (0 <= value < 1 or _FIRST <= value < _LAST):
        return None
    seconds = round(value * _SECONDS)
    moment = _EPOCH + timedelta(seconds=seconds)
    parts: list[str] = []
    if value >= 1:
        parts.append(moment.strftime("%Y-%m-%d"))
    if seconds % _SECONDS or value < 1:
        parts.append(moment.strftime("%H:%M:%S" if moment.second else "%H:%M"))
    text = " ".join(parts)
    back = iso_serial(text)
    return text if back is not None and f"{back:.15g}" == f"{value:.15g}" else None


def iso_serial(text: str) -> float | None:
    """The serial number of an ISO text as `iso_text` writes it, or None."""
    match = _ISO.match(text)
    if match is None or not text:
        return None
    seconds = 0
    if match["hour"]:
        hours, minutes = int(match["hour"]), int(match["minute"])
        seconds = hours * 3_600 + minutes * 60 + int(match["second"] or 0)
        if hours > 23 or minutes > 59 or int(match["second"] or 0) > 59:  # noqa: PLR2004
            return None
    days = 0
    if match["date"]:
        try:
            days = (datetime.fromisoformat(match["date"]) - _EPOCH).days
        except ValueError:
            return None
        if not _FIRST <= days < _LAST:
            return None
    return days + seconds / _SECONDS


def date_rule(code: str) -> Callable[[float], str | None] | None:
    """What a date format shows of a serial number, in English; None when that isn't sure."""
    body = code.split(";", maxsplit=1)[0]
    if body == _SHORT_DATE:
        return None
    if body in _ELAPSED:
        return lambda value: _elapsed(value, with_seconds=body.endswith("ss"))
    tokens = _tokens(body)
    if tokens is None:
        return None
    minutes = _minutes(tokens)
    twelve = any(kind == "half" for kind, _ in tokens)

    def shown(value: float) -> str | None:
        if not (0 <= value < 1 or _FIRST <= value < _LAST):
            return None
        moment = _EPOCH + timedelta(seconds=round(value * _SECONDS))
        return "".join(
            text if kind == "text" else _field(text, moment, number in minutes, twelve)
            for number, (kind, text) in enumerate(tokens)
        )

    return shown


def _tokens(body: str) -> list[tuple[str, str]] | None:
    """Fields, halves of the day and texts of a section; None when it has something else."""
    tokens: list[tuple[str, str]] = []
    for match in _TOKEN.finditer(body):
        if match["field"]:
            tokens.append(("field", match["field"].lower()))
        elif match["half"]:
            tokens.append(("half", match["half"].lower()))
        elif match["bracket"]:
            if not _LOCALE.match(match["bracket"]):
                return None
        elif match["quoted"] is not None or match["escaped"] is not None:
            tokens.append(("text", match["quoted"] or match["escaped"] or ""))
        elif match["other"] is not None:
            if match["other"] in "0#?@*":
                return None
            tokens.append(("text", match["other"]))
    return tokens


def _elapsed(value: float, *, with_seconds: bool) -> str | None:
    """Hours that go on past a day: `295:12:00`."""
    if value < 0:
        return None
    seconds = round(value * _SECONDS)
    text = f"{seconds // 3_600}:{seconds // 60 % 60:02}"
    return f"{text}:{seconds % 60:02}" if with_seconds else text


def _minutes(tokens: list[tuple[str, str]]) -> frozenset[int]:
    """Places of the `m` that mean minutes: after hours, or before seconds."""
    fields = [(number, text) for number, (kind, text) in enumerate(tokens) if kind == "field"]
    found: set[int] = set()
    for place, (number, text) in enumerate(fields):
        before = fields[place - 1][1][0] if place else ""
        after = fields[place + 1][1][0] if place + 1 < len(fields) else ""
        if text in ("m", "mm") and (before == "h" or after == "s"):
            found.add(number)
    return frozenset(found)


def _field(text: str, moment: datetime, minutes: bool, twelve: bool) -> str:
    long = len(text)
    if text == "am/pm":
        return "AM" if moment.hour < 12 else "PM"  # noqa: PLR2004
    if text == "a/p":
        return "A" if moment.hour < 12 else "P"  # noqa: PLR2004
    match text[0]:
        case "y":
            return f"{moment.year % 100:02}" if long < 3 else f"{moment.year}"  # noqa: PLR2004
        case "m" if minutes:
            return f"{moment.minute:0{long}}"
        case "m":
            name = _MONTHS[moment.month - 1]
            return _named(name, moment.month, long) if long < 5 else name[0]  # noqa: PLR2004
        case "d":
            return _named(_DAYS[moment.weekday()], moment.day, long)
        case "h":
            hour = moment.hour % 12 or 12 if twelve else moment.hour
            return f"{hour:0{min(long, 2)}}"
        case _:
            return f"{moment.second:0{min(long, 2)}}"


def _named(name: str, number: int, long: int) -> str:
    """A month or day: `1`, `01`, `Jan`, `January`."""
    if long < 3:  # noqa: PLR2004
        return f"{number:0{long}}"
    return name[:3] if long == 3 else name  # noqa: PLR2004
