"""Conditional formats: reading, storing and ordering rules."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from itertools import count
from typing import Any, Final, cast, get_args

from formulon.workbook import (
    CfColor,
    CfIcon,
    CfValueObject,
    ColorScale,
    ConditionalFormat,
    ConditionalFormatInput,
    DataBar,
    IconSet,
)

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.conditional_rules import (
    Bar,
    ColorPoint,
    IconPlace,
    Icons,
    Rule,
    RuleFormat,
    RuleKind,
    RuleOperator,
    Shown,
    Threshold,
    ThresholdKind,
    TimePeriod,
)
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.formulon.parts import Opened, range_of, rect_of
from embedded_excel.calc.formulon.rule_formats import read_format, stored_format

_KINDS: Final[tuple[RuleKind, ...]] = get_args(RuleKind)
_OPERATORS: Final[tuple[RuleOperator, ...]] = get_args(RuleOperator)
_PERIODS: Final[tuple[TimePeriod, ...]] = get_args(TimePeriod)
_THRESHOLDS: Final[tuple[ThresholdKind, ...]] = (
    "Number",
    "Percent",
    "Percentile",
    "LowestValue",
    "HighestValue",
    "Formula",
    "AutomaticMinimum",
    "AutomaticMaximum",
)
ICONS: Final = (
    ("ThreeArrows", "3Arrows"),
    ("ThreeArrowsGray", "3ArrowsGray"),
    ("ThreeFlags", "3Flags"),
    ("ThreeTrafficLights1", "3TrafficLights1"),
    ("ThreeTrafficLights2", "3TrafficLights2"),
    ("ThreeSigns", "3Signs"),
    ("ThreeSymbols", "3Symbols"),
    ("ThreeSymbols2", "3Symbols2"),
    ("FourArrows", "4Arrows"),
    ("FourArrowsGray", "4ArrowsGray"),
    ("FourRedToBlack", "4RedToBlack"),
    ("FourRating", "4Rating"),
    ("FourTrafficLights", "4TrafficLights"),
    ("FiveArrows", "5Arrows"),
    ("FiveArrowsGray", "5ArrowsGray"),
    ("FiveRating", "5Rating"),
    ("FiveQuarters", "5Quarters"),
)
"""Office.js's and the file's name, in the engine's order."""
_LATER_ICONS: Final = (
    ("ThreeStars", "3Stars"),
    ("ThreeTriangles", "3Triangles"),
    ("FiveBoxes", "5Boxes"),
)
_FILE_ICONS: Final = dict(ICONS) | dict(_LATER_ICONS)
_OFFICE_ICONS: Final = {file: office for office, file in _FILE_ICONS.items()}
_COUNTS: Final = {3: "Three", 4: "Four", 5: "Five"}
_NO_ICON = "NoIcons"
_AXES: Final = ("Automatic", "CellMidPoint", "None")
_DIRECTIONS: Final = ("Context", "LeftToRight", "RightToLeft")
_COLOR_SCALE, _DATA_BAR, _ICON_SET = 1, 2, 3


class Conditionals:
    """Conditional formats of sheets."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened

    def rules(self, sheet: int) -> Sequence[Rule]:
        """Every rule, the one that wins first."""
        with self._opened() as book:
            return [_rule(book, found) for found in _ordered(_identified(book, sheet))]

    def add_rule(self, sheet: int, rule: Rule) -> str:
        """Add a rule behind the others."""
        with self._opened() as book:
            found = _identified(book, sheet)
            last = max((one.priority for one in found), default=0)
            named = replace(rule, id=_free_id({one.id for one in found}))
            book.wheel.add_conditional_format(sheet, _input(book, named, last + 1, None))
            return named.id

    def replace_rule(self, sheet: int, rule: Rule) -> None:
        """Replace the rule with this id."""
        with self._opened() as book:
            index = _index(book, sheet, rule.id)
            old = book.wheel.get_conditional_format_at(sheet, index)
            wanted = _input(book, rule, old.priority, old)
            book.wheel.remove_conditional_format_at(sheet, index)
            book.wheel.add_conditional_format(sheet, wanted)

    def remove_rule(self, sheet: int, rule: str) -> None:
        """Remove the rule with this id."""
        with self._opened() as book:
            book.wheel.remove_conditional_format_at(sheet, _index(book, sheet, rule))

    def order_rules(self, sheet: int, rules: Sequence[str]) -> None:
        """Give the rules with these ids the first places."""
        with self._opened() as book:
            for priority, rule in enumerate(rules, 1):
                index = _index(book, sheet, rule)
                old = book.wheel.get_conditional_format_at(sheet, index)
                if old.priority != priority:
                    book.wheel.remove_conditional_format_at(sheet, index)
                    _again(book, sheet, old, priority)

    def shown(self, sheet: int, rect: Rect, today: float) -> Mapping[tuple[int, int], Shown]:
        """Cells some rule changes: each part of the format as the first rule that sets it says."""
        shown: dict[tuple[int, int], Shown] = {}
        with self._opened() as book:
            if not book.wheel.cf_count(sheet):
                return shown
            found = book.wheel.evaluate_cf_range(
                sheet, rect.top, rect.left, rect.bottom, rect.right, today
            )
            for cell in found:
                merged: dict[str, Any] = {}
                for match in sorted(cell.matches, key=lambda match: match.priority):
                    if match.kind == _COLOR_SCALE:
                        red, green, blue = cast("Any", match).color[:3]
                        merged.setdefault("fill", f"#{red:02X}{green:02X}{blue:02X}")
                    elif match.kind == 0 and match.dxf_id_engaged:
                        look = read_format(book, match.dxf_id)
                        for name in RuleFormat.__slots__:
                            value = getattr(look, name)
                            if value is not None:
                                merged.setdefault(name, value)
                if merged:
                    shown[cell.row, cell.col] = Shown(RuleFormat(**merged))
        return shown


def _ordered(found: Sequence[ConditionalFormat]) -> list[ConditionalFormat]:
    return sorted(found, key=lambda one: one.priority)


def _identified(book: Book, sheet: int) -> list[ConditionalFormat]:
    """Every rule; those that came without an id are stored again, which gives them one."""
    found = book.wheel.get_conditional_formats(sheet)
    nameless = [index for index, one in enumerate(found) if not one.id]
    if not nameless:
        return found
    taken = {one.id for one in found}
    for index in reversed(nameless):
        book.wheel.remove_conditional_format_at(sheet, index)
    for index in nameless:
        _again(book, sheet, found[index], found[index].priority, _free_id(taken))
        taken.add(_free_id(taken))
    return book.wheel.get_conditional_formats(sheet)


def _free_id(taken: Set[str]) -> str:
    """An id no rule of the sheet has; the engine's own repeat themselves after deletions."""
    numbers = (f"{{FC000000-0000-0000-0000-{number:012X}}}" for number in count(1))
    return next(id_ for id_ in numbers if id_ not in taken)


def _again(
    book: Book, sheet: int, rule: ConditionalFormat, priority: int, id_: str | None = None
) -> None:
    fields: dict[str, Any] = {name: getattr(rule, name) for name in rule.__dataclass_fields__}
    fields["priority"] = priority
    fields["id"] = rule.id if id_ is None else id_
    book.wheel.add_conditional_format(sheet, ConditionalFormatInput(**fields))


def _index(book: Book, sheet: int, rule: str) -> int:
    for index, found in enumerate(_identified(book, sheet)):
        if found.id == rule:
            return index
    raise EngineRefused("There is no such conditional format.")


def has_automatic_bars(book: Book) -> bool:
    """Whether a data bar has a bound that Excel finds itself."""
    return any(
        _THRESHOLDS[bound.type].startswith("Automatic")
        for sheet in range(book.wheel.sheet_count())
        for rule in book.wheel.get_conditional_formats(sheet)
        if rule.data_bar is not None
        for bound in (rule.data_bar.minimum, rule.data_bar.maximum)
    )


def _hex(color: CfColor) -> str:
    return f"#{color.r:02X}{color.g:02X}{color.b:02X}"


def _color(text: str) -> CfColor:
    number = int(text.removeprefix("#"), 16)
    return CfColor(number >> 16, number >> 8 & 255, number & 255)


def _threshold(found: CfValueObject) -> Threshold:
    return Threshold(_THRESHOLDS[found.type], found.value, found.gte)


def _value(wanted: Threshold) -> CfValueObject:
    return CfValueObject(_THRESHOLDS.index(wanted.kind), wanted.value, wanted.inclusive)


def _rule(book: Book, found: ConditionalFormat) -> Rule:
    scale: tuple[ColorPoint, ...] = ()
    if found.color_scale is not None:
        points = zip(found.color_scale.thresholds, found.color_scale.colors, strict=True)
        scale = tuple(ColorPoint(_threshold(point), _hex(color)) for point, color in points)
    return Rule(
        tuple(rect_of(area) for area in found.sqref),
        _KINDS[found.type],
        found.id,
        found.stop_if_true,
        RuleFormat() if found.dxf_id is None else read_format(book, found.dxf_id),
        None if found.op is None else _OPERATORS[found.op],
        found.formula1.removeprefix("="),
        found.formula2.removeprefix("="),
        found.text,
        found.rank,
        found.percent,
        found.bottom,
        above=found.above_average,
        equal=found.equal_average,
        deviations=int(found.std_dev or 0),
        period=None if found.time_period is None else _PERIODS[found.time_period],
        scale=scale,
        bar=None if found.data_bar is None else _bar(found.data_bar),
        icons=None if found.icon_set is None else _icons(found.icon_set),
    )


def _bar(found: DataBar) -> Bar:
    def color(part: CfColor | None) -> str | None:
        return None if part is None else _hex(part)

    return Bar(
        _threshold(found.minimum),
        _threshold(found.maximum),
        _hex(found.fill),
        found.gradient is not False,
        color(found.border),
        color(found.negative_fill),
        color(found.negative_border),
        _AXES[found.axis_position or 0],
        color(found.axis_color) or "#000000",
        _DIRECTIONS[found.direction],
        found.show_value,
        found.min_length_pct,
        found.max_length_pct,
    )


def _icons(found: IconSet) -> Icons:
    custom = tuple(
        None if icon.icon_set == _NO_ICON else IconPlace(_OFFICE_ICONS[icon.icon_set], icon.icon_id)
        for icon in found.icons
    )
    later = [name for name, _ in _LATER_ICONS if custom and custom == _set_of(name, len(custom))]
    whole = later[0] if later else None
    return Icons(
        whole or ICONS[found.name][0],
        tuple(_threshold(value) for value in found.thresholds),
        found.reverse,
        found.show_value,
        () if whole else custom,
    )


def _set_of(name: str, count: int) -> tuple[IconPlace | None, ...]:
    """All icons of a set, the lowest first."""
    return tuple(IconPlace(name, index) for index in range(count))


def _input(
    book: Book, rule: Rule, priority: int, old: ConditionalFormat | None
) -> ConditionalFormatInput:
    look = rule.format
    dxf = None if old is None else old.dxf_id
    if look != (RuleFormat() if dxf is None else read_format(book, dxf)):
        dxf = stored_format(book, look, dxf)
    return ConditionalFormatInput(
        [range_of(rect) for rect in rule.rects],
        _KINDS.index(rule.kind),
        priority,
        rule.stop_if_true,
        rule.id,
        dxf,
        rule.formula1,
        rule.formula2,
        None if rule.operator is None else _OPERATORS.index(rule.operator),
        rule.rank,
        rule.percent,
        rule.bottom,
        above_average=rule.above,
        equal_average=rule.equal,
        std_dev=float(rule.deviations) if rule.deviations else None,
        text=rule.text,
        time_period=None if rule.period is None else _PERIODS.index(rule.period),
        color_scale=ColorScale(
            [_value(point.threshold) for point in rule.scale],
            [_color(point.color) for point in rule.scale],
        )
        if rule.scale
        else None,
        data_bar=None if rule.bar is None else _bar_input(rule.bar),
        icon_set=None if rule.icons is None else _icons_input(rule.icons, old),
    )


def _bar_input(bar: Bar) -> DataBar:
    def color(part: str | None) -> CfColor | None:
        return None if part is None else _color(part)

    return DataBar(
        _value(bar.minimum),
        _value(bar.maximum),
        _color(bar.fill),
        bar.show_value,
        bar.shortest,
        bar.longest,
        bar.gradient,
        _AXES.index(bar.axis),
        color(bar.negative_fill),
        color(bar.border),
        color(bar.negative_border),
        _color(bar.axis_color),
        _DIRECTIONS.index(bar.direction),
    )


def _icons_input(icons: Icons, old: ConditionalFormat | None) -> IconSet:
    names = [office for office, _ in ICONS]
    name, custom = icons.name, icons.custom
    if name not in names:
        # The engine knows the sets of Excel 2010 icon by icon only; they look the same so.
        count = len(icons.thresholds) + 1
        custom = custom or _set_of(name, count)
        name = next(one for one in names if one.startswith(_COUNTS[count]))
    floor = None if old is None or old.icon_set is None else old.icon_set.floor
    return IconSet(
        names.index(name),
        [_value(threshold) for threshold in icons.thresholds],
        icons.reverse,
        icons.show_value,
        floor=floor,
        icons=[
            CfIcon(_NO_ICON) if icon is None else CfIcon(_FILE_ICONS[icon.icon_set], icon.index)
            for icon in custom
        ],
    )
