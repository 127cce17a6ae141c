"""`Excel.NumberFormatCategory` of a number format code."""

import re

_LITERAL = re.compile(
    r'"[^"]*"|\\.|_.|\*.|\[(?:Black|Blue|Cyan|Green|Magenta|Red|White|Yellow)\]', re.I
)
_LOCALE = re.compile(r"\[\$([^\]-]*)(?:-[0-9A-Fa-f]+)?\]")
_NUMBER = re.compile(r"#,##0(?:\.0+)?|0(?:\.0+)?")
_SPECIAL = frozenset({"00000", "00000-0000", "[<=9999999]###-####;(###) ###-####", "000-00-0000"})


def category(code: str) -> str:
    """The category Excel's format dialog would show for a code."""
    if code.lower() == "general":
        return "General"
    if code == "@":
        return "Text"
    if code in _SPECIAL:
        return "Special"
    first = code.split(";", maxsplit=1)[0]
    money = any(found for found in _LOCALE.findall(first)) or "$" in _LOCALE.sub("", first)
    if "_(" in first and "*" in first:
        return "Accounting"
    bare = _LITERAL.sub("", _LOCALE.sub("", first)).strip()
    if re.search(r"[yd]", bare, re.I) or re.fullmatch(r"m+[-/ ]*", bare, re.I):
        return "Date"
    if re.search(r"[hs]|AM/PM", bare, re.I):
        return "Time"
    simple = {
        "%": "Percentage",
        "E": "Scientific",
        "/": "Fraction",
    }
    for mark, name in simple.items():
        if mark in bare:
            return name
    if money:
        return "Currency"
    return "Number" if _NUMBER.fullmatch(bare) else "Custom"
