"""The bounds Excel gives a value axis by itself.

The rule for the bounds is Microsoft's ("How Chart Axis Limits Are Calculated"): zero is a bound
unless the values differ by less than a sixth of the largest; beyond the values there is room for
a twentieth of their difference. Excel takes the unit by the room the labels need; here it is the
least of 1, 2 and 5 times a power of ten that divides the axis into ten parts or fewer, which is
what a chart of Excel's default size comes to.
"""

import math
from dataclasses import dataclass
from typing import Final

_PARTS: Final = 10
_STEPS: Final = (1, 2, 5, 10)
_FAR_FROM_ZERO: Final = 1 / 6
_ROOM: Final = 0.05
_MINOR: Final = 5


@dataclass(frozen=True, slots=True)
class Scale:
    """Bounds and units of an axis."""

    minimum: float
    maximum: float
    major: float
    minor: float


def automatic_scale(
    values: list[float],
    *,
    minimum: float | None = None,
    maximum: float | None = None,
    major: float | None = None,
) -> Scale:
    """The scale of an axis that shows values; what is set by hand stays as it is."""
    highest, lowest = max(values, default=1.0), min(values, default=0.0)
    if highest == lowest == 0:
        highest = 1.0
    low, high = _limits(lowest, highest)
    low = low if minimum is None else minimum
    high = high if maximum is None else maximum
    unit = _unit(high - low) if major is None else major
    if unit <= 0 or not math.isfinite(unit):
        unit = 1.0
    start = _down(low, unit) if minimum is None else minimum
    end = _up(high, unit) if maximum is None else maximum
    return Scale(start, end, unit, _clean(unit / _MINOR))


def _limits(lowest: float, highest: float) -> tuple[float, float]:
    spread = highest - lowest
    if lowest >= 0:
        near = spread <= highest * _FAR_FROM_ZERO and spread > 0
        return (lowest - spread / 2 if near else 0.0), highest + _ROOM * (
            spread if near else highest
        )
    if highest <= 0:
        low, high = _limits(-highest, -lowest)
        return -high, -low
    return lowest - _ROOM * spread, highest + _ROOM * spread


def _unit(length: float) -> float:
    if length <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(length / _PARTS))
    for step in _STEPS:
        if length / (step * power) <= _PARTS * (1 + 1e-9):
            return _clean(step * power)
    return _clean(10 * power)


def _up(value: float, unit: float) -> float:
    return _clean(math.ceil(value / unit - 1e-9) * unit)


def _down(value: float, unit: float) -> float:
    return _clean(math.floor(value / unit + 1e-9) * unit)


def _clean(value: float) -> float:
    return float(f"{value:.12g}")
