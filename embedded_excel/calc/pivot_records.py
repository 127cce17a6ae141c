"""Which records of a PivotTable pass its filters."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from typing import Final

from embedded_excel.calc.cells import CellValue
from embedded_excel.calc.pivot_labels import sort_key
from embedded_excel.calc.pivot_sums import Path, Sums
from embedded_excel.calc.pivots import Pivot, PivotCondition, PivotData

Labels = Mapping[int, Sequence[str]]
"""Field → label of each record."""
_EPOCH: Final = date(1899, 12, 30).toordinal()
_1904_DAYS: Final = 1462
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_PERCENT: Final = 100.0


def passing(
    pivot: Pivot, data: PivotData, labels: Labels, values: Mapping[int, Mapping[str, CellValue]],
    days: "Calendar",
) -> list[int]:  # fmt: skip
    """Records that pass the filters: chosen items and labels first, then totals, outer fields first.

    Args:
        pivot: The pivot.
        data: Its data.
        labels: Of the fields that stand on an axis or hide items.
        values: Field → the value behind a label.
        days: What dates are compared by.
    """
    kept: dict[int, set[str]] = {}
    for number, field in enumerate(pivot.fields):
        tests = [
            _label_test(condition, values[number], days)
            for condition in pivot.conditions
            if condition.field == number and condition.kind != "Value"
        ]
        hidden = {item.name for item in field.items if not item.visible}
        if tests or hidden:
            kept[number] = {
                label
                for label in values[number]
                if label not in hidden and all(test(label) for test in tests)
            }
    count = len(data.columns[0]) if data.columns else 0
    records = [
        record
        for record in range(count)
        if all(labels[number][record] in shown for number, shown in kept.items())
    ]
    for fields in (pivot.rows, pivot.columns):
        for depth, number in enumerate(fields):
            for condition in pivot.conditions:
                if condition.field == number and condition.kind == "Value":
                    records = _by_value(pivot, data, labels, records, (fields, depth, condition))
    return records


def _by_value(
    pivot: Pivot,
    data: PivotData,
    labels: Labels,
    records: list[int],
    where: tuple[Sequence[int], int, PivotCondition],
) -> list[int]:
    """Records of the items whose total below their parent meets the condition."""
    fields, depth, condition = where
    if not 0 <= condition.value < len(pivot.values):
        return records
    sums = Sums(pivot, data, labels, records)
    on_rows = fields is pivot.rows
    paths = {tuple(labels[field][record] for field in fields[: depth + 1]) for record in records}
    groups: dict[Path, list[tuple[Path, float]]] = {}
    for path in sorted(paths):
        at = (path, ()) if on_rows else ((), path)
        total = sums.at(*at, condition.value)
        number = float(total) if isinstance(total, int | float) else 0.0
        groups.setdefault(path[:-1], []).append((path, number))
    shown: set[Path] = set()
    for group in groups.values():
        met = _met(condition, group)
        shown |= {path for path, _ in group if (path in met) != condition.exclusive}
    return [
        record
        for record in records
        if tuple(labels[field][record] for field in fields[: depth + 1]) in shown
    ]


def _met(condition: PivotCondition, group: Sequence[tuple[Path, float]]) -> set[Path]:
    if condition.condition in ("TopN", "BottomN"):
        return _ends(condition, group)
    low, high = condition.low, condition.high
    tests: dict[str, Callable[[float], bool]] = {
        "Equals": lambda total: total == low,
        "GreaterThan": lambda total: total > low,
        "GreaterThanOrEqualTo": lambda total: total >= low,
        "LessThan": lambda total: total < low,
        "LessThanOrEqualTo": lambda total: total <= low,
        "Between": lambda total: low <= total <= high,
    }
    test = tests[condition.condition]
    return {path for path, total in group if test(total)}


def _ends(condition: PivotCondition, group: Sequence[tuple[Path, float]]) -> set[Path]:
    """The highest or lowest: so many, or until they make up so much; equal ones come along."""
    top = condition.condition == "TopN"
    ordered = sorted(group, key=lambda item: item[1], reverse=top)
    if condition.unit == "Items":
        wanted = int(condition.low)
        last = ordered[min(wanted, len(ordered)) - 1][1] if wanted > 0 and ordered else None
        return {
            path
            for path, total in ordered
            if last is not None and (total >= last if top else total <= last)
        }
    goal = condition.low
    if condition.unit == "Percent":
        goal = sum(total for _, total in ordered) * condition.low / _PERCENT
    found: set[Path] = set()
    reached = 0.0
    for path, total in ordered:
        if found and reached >= goal:
            break
        found.add(path)
        reached += total
    return found


class Calendar:
    """What dates are compared by.

    Args:
        today: The serial number of today.
        date1904: Whether serial numbers count from 1904.
    """

    def __init__(self, today: float, *, date1904: bool = False) -> None:
        self._shift = _1904_DAYS if date1904 else 0
        self.today = self.day(today)

    def day(self, serial: float) -> date:
        """The day of a serial number."""
        return date.fromordinal(_EPOCH + self._shift + int(serial))

    def in_period(self, period: str, day: date) -> bool:
        """Whether a day lies in a period such as `LastMonth` or `AllDatesInPeriodMay`."""
        today = self.today
        if period.startswith("AllDatesInPeriodQuarter"):
            return _quarter(day) == int(period[-1])
        if period.startswith("AllDatesInPeriod"):
            return day.month == _MONTHS.index(period.removeprefix("AllDatesInPeriod")) + 1
        if period == "YearToDate":
            return day.year == today.year and day <= today
        near = {"Yesterday": -1, "Today": 0, "Tomorrow": 1}
        if period in near:
            return day == today + timedelta(days=near[period])
        step = {"L": -1, "T": 0, "N": 1}[period[0]]
        unit = {"W": _week, "M": _month, "Q": _quarters, "Y": _year}[period[4]]
        return unit(day) == unit(today) + step


def _quarter(day: date) -> int:
    return (day.month + 2) // 3


def _week(day: date) -> int:
    """Weeks start on Sunday."""
    return day.toordinal() // 7


def _month(day: date) -> int:
    return day.year * 12 + day.month


def _quarters(day: date) -> int:
    return day.year * 4 + _quarter(day)


def _year(day: date) -> int:
    return day.year


def _label_test(
    condition: PivotCondition, values: Mapping[str, CellValue], days: Calendar
) -> Callable[[str], bool]:
    if condition.kind == "Date":
        return lambda label: _date_met(condition, values.get(label), days) != condition.exclusive
    return lambda label: _text_met(condition, label, values.get(label)) != condition.exclusive


def _date_met(condition: PivotCondition, value: CellValue, days: Calendar) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return condition.exclusive
    serial, low, high = float(value), condition.low, condition.high
    if condition.whole_days:
        serial, low, high = float(int(serial)), float(int(low)), float(int(high))
    match condition.condition:
        case "Equals":
            return serial == low
        case "Before":
            return serial < low
        case "BeforeOrEqualTo":
            return serial <= low
        case "After":
            return serial > low
        case "AfterOrEqualTo":
            return serial >= low
        case "Between":
            return low <= serial <= high
        case period:
            return days.in_period(period, days.day(serial))


def _text_met(condition: PivotCondition, label: str, value: CellValue) -> bool:
    """Numbers are compared as numbers; `*` and `?` stand for any characters, as in Excel."""
    text = condition.text
    match condition.condition:
        case "Equals":
            return _like(label, text)
        case "BeginsWith":
            return _like(label, f"{text}*")
        case "EndsWith":
            return _like(label, f"*{text}")
        case "Contains":
            return _like(label, f"*{text}*")
        case "GreaterThan":
            return _key(label, value) > _key(text, None)
        case "GreaterThanOrEqualTo":
            return _key(label, value) >= _key(text, None)
        case "LessThan":
            return _key(label, value) < _key(text, None)
        case "LessThanOrEqualTo":
            return _key(label, value) <= _key(text, None)
        case _:
            return _key(text, None) <= _key(label, value) <= _key(condition.upper_text, None)


def _key(label: str, value: CellValue) -> tuple[int, float, str]:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return sort_key(value)
    try:
        return sort_key(float(label))
    except ValueError:
        return sort_key(label)


def _like(label: str, pattern: str) -> bool:
    """Matching with `*`, `?` and `~`, in time linear in both texts for each star."""
    marks: list[str] = []
    escaped = False
    for character in pattern.casefold():
        if character == "~" and not escaped:
            escaped = True
            continue
        marks.append(f"={character}" if escaped or character not in "*?" else character)
        escaped = False
    text = label.casefold()
    place = at = 0
    star, back = -1, 0
    while place < len(text):
        mark = marks[at] if at < len(marks) else ""
        if mark == "*":
            star, back = at, place
            at += 1
        elif mark == "?" or mark == f"={text[place]}":
            place, at = place + 1, at + 1
        elif star >= 0:
            back += 1
            place, at = back, star + 1
        else:
            return False
    return all(mark == "*" for mark in marks[at:])
