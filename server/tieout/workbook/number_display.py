"""What a number format makes of a number, for telling whether a displayed text says more than that.

Only formats that are sure are rendered; of all others nothing is claimed, and the displayed text is
then written next to the value. Source of the rules: Excel's number format codes (up to four
sections, `0 # ?` digits, a comma between digits for thousands and after them for scale).
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from typing import Literal, TypeAlias

from tieout.workbook.date_display import date_rule, reads_as_date

Display: TypeAlias = Callable[[float], str | None]
_PieceKind: TypeAlias = Literal["literal", "number", "percent", "other"]

_PIECE = re.compile(
    r"""
      "(?P<quoted>[^"]*)" | \\(?P<escaped>.) | _(?P<space>.) | \*(?P<fill>.)
    | \[(?P<bracket>[^\]]*)\] | (?P<digits>[0\#?][0\#?,]*(?:\.[0\#?]*,*)?|\.[0\#?]+,*)
    | (?P<exponent>[eE][+-]) | (?P<percent>%) | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_COLOUR = re.compile(r"(?:black|blue|cyan|green|magenta|red|white|yellow|color ?[0-9]+)\Z", re.I)
_PLAIN = frozenset("$-+/():!^&'~{}<>= €£¥,;")
_SCIENTIFIC = re.compile(r"0(?:\.(0+))?E\+00\Z")
_MOST_DECIMALS = 20
_SHOWN_NUMBER = re.compile(r"-?[0-9]+(?:\.(?P<decimals>[0-9]+))?(?P<exponent>E[-+][0-9]{2,3})?\Z")


@dataclass(frozen=True, slots=True)
class _Section:
    """One section: text before and after the digits, and how to write those."""

    before: str
    after: str
    least: int
    decimals: int
    kept: int
    thousands: bool
    scale: int
    has_digits: bool

    def text(self, value: float) -> str:
        """A number that is not negative."""
        if not self.has_digits:
            return self.before
        number = Decimal(f"{value:.15g}").scaleb(self.scale)
        rounded = number.quantize(Decimal(1).scaleb(-self.decimals), ROUND_HALF_UP)
        digits = f"{rounded:,f}" if self.thousands else f"{rounded:f}"
        whole, _, part = digits.partition(".")
        if self.least == 0 and whole == "0":
            whole = ""
        elif not self.thousands:
            whole = whole.zfill(self.least)
        while len(part) > self.kept and part.endswith("0"):
            part = part[:-1]
        point = "." if self.decimals else ""
        return f"{self.before}{whole}{point}{part}{self.after}"


@lru_cache(maxsize=2_048)
def display_rule(code: str) -> Display | None:
    """The text of a number by a format, or None when the format isn't one that is sure.

    The rule gives None for a number it isn't sure of. Spaces aren't sure: compare without them. For
    General see `general_shows`: what it shows depends on the room there is.
    """
    if code.lower() == "general":
        return None
    if reads_as_date(code):
        return date_rule(code)
    if scientific := _SCIENTIFIC.match(code):
        decimals = len(scientific[1] or "")
        return lambda value: f"{value:.{decimals}E}"
    sections = [_section(part) for part in _split(code)[:3]]
    if not sections or any(section is None for section in sections):
        return None
    sure = [section for section in sections if section is not None]
    return lambda value: _shown(sure, value)


def general_shows(value: float, shown: str) -> bool:
    """Whether `shown` is what General makes of a number: as many of its digits as there is room."""
    match = _SHOWN_NUMBER.match(shown)
    if match is None:
        return False
    decimals = len(match["decimals"] or "")
    if match["exponent"]:
        return f"{value:.{decimals}E}" == shown
    number = Decimal(f"{value:.15g}")
    return number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP) == Decimal(shown)


def _shown(sections: Sequence[_Section], value: float) -> str | None:
    if abs(value) >= 1e15:  # noqa: PLR2004
        return None
    if len(sections) > 1 and value < 0:
        return sections[1].text(-value)
    if len(sections) > 2 and value == 0:  # noqa: PLR2004
        return sections[2].text(0.0)
    section = sections[0]
    text = section.text(abs(value))
    shows_something = not section.has_digits or any(digit in text for digit in "123456789")
    return f"-{text}" if value < 0 and shows_something else text


def _split(code: str) -> list[str]:
    """Sections of a code; a semicolon inside quotes or after a backslash is text."""
    parts = [""]
    for match in _PIECE.finditer(code):
        if match["other"] == ";":
            parts.append("")
        else:
            parts[-1] += match[0]
    return parts


def _section(code: str) -> _Section | None:
    before, after, digits, percents = "", "", "", 0
    for match in _PIECE.finditer(code):
        text = _literal(match)
        if match["percent"]:
            percents += 1
            text = "%"
        if match["digits"]:
            if digits:
                return None
            digits = match["digits"]
        elif text is None:
            return None
        elif digits:
            after += text
        else:
            before += text
    whole, _, part = digits.rstrip(",").partition(".")
    scale = len(digits) - len(digits.rstrip(","))
    if "," in part or len(part) > _MOST_DECIMALS:
        return None
    return _Section(
        before,
        after,
        whole.replace(",", "").count("0"),
        len(part),
        part.rfind("0") + 1,
        "," in whole,
        2 * percents - 3 * scale,
        bool(digits),
    )


def _literal(match: re.Match[str]) -> str | None:
    """What a piece outside of digits shows; None when that isn't sure."""
    for name in ("quoted", "escaped"):
        if match[name] is not None:
            return match[name]
    if match["space"] or match["fill"]:
        return "" if match["space"] or match["fill"] == " " else None
    if match["bracket"] is not None:
        symbol = re.match(r"\$([^-]*)(?:-[0-9A-Fa-f]+)?\Z", match["bracket"])
        if symbol:
            return symbol[1]
        return "" if _COLOUR.match(match["bracket"]) else None
    if match["other"] is not None and match["other"] in _PLAIN:
        return match["other"]
    return None
