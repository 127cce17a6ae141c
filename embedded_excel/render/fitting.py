"""What a cell shows in the width it has: numbers aren't cut off as texts are.

Excel rounds a number in the format General until it fits, then turns to an exponent; any other
number that doesn't fit, dates among them, is shown as `#`s. `Range.text` of the API knows no
widths. Widths of characters are estimates (`model/autofit.py`), so a number is called too wide
only when it is so without the room at the cell's edges.
"""

from decimal import ROUND_HALF_UP, Context, Decimal
from typing import Final

from embedded_excel.calc.cells import CellStyle, CellValue
from embedded_excel.model.autofit import text_width

_MOST_DIGITS: Final = 11
"""General shows no more however wide the column is."""
_WIDE: Final = Context(prec=330)


def fitted(text: str, value: CellValue, style: CellStyle, width: float) -> str:
    """The text as it is shown in a cell that is `width` points wide, 0 for a hidden one."""
    if isinstance(value, bool) or not isinstance(value, float | int) or width <= 0:
        return text
    if style.shrink_to_fit or style.rotation or text_width(text, style) <= width:
        return text
    if style.number_format == "General":
        for shorter in _shorter(float(value)):
            if text_width(shorter, style) <= width:
                return shorter
    return "#" * max(1, int(width / text_width("0", style)))


def _shorter(value: float) -> list[str]:
    """Forms of a number in General, the longest first: fewer decimals, then an exponent."""
    whole = _rounded(value, 0)
    forms: list[str] = []
    if len(whole.lstrip("-")) <= _MOST_DIGITS and (abs(value) >= 1 or value == 0):
        room = _MOST_DIGITS - len(whole.lstrip("-"))
        forms += [_trimmed(_rounded(value, decimals)) for decimals in range(room, 0, -1)]
        forms.append(whole)
    elif abs(value) < 1:
        forms += [_trimmed(_rounded(value, decimals)) for decimals in range(9, 1, -1)]
        forms = [form for form in forms if float(form) != 0]
    return forms + [_exponent(value, decimals) for decimals in range(5, -1, -1)]


def _rounded(value: float, decimals: int) -> str:
    """Halves go away from zero, as in Excel."""
    step = Decimal(1).scaleb(-decimals)
    return f"{Decimal(repr(value)).quantize(step, ROUND_HALF_UP, _WIDE):f}"


def _trimmed(number: str) -> str:
    return number.rstrip("0").rstrip(".") if "." in number else number


def _exponent(value: float, decimals: int) -> str:
    digits, _, power = f"{value:.{decimals}E}".partition("E")
    return f"{_trimmed(digits)}E{power}"
