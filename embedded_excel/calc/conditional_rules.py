"""Conditional formats: their values, and the seam to an engine that keeps and evaluates them.

Formulas stand as in the file, without the leading `=`, relative to the first cell of the rule's
first rectangle.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from embedded_excel.calc.cells import Line, Rect

RuleKind: TypeAlias = Literal[
    "expression",
    "cellIs",
    "colorScale",
    "dataBar",
    "iconSet",
    "top10",
    "aboveAverage",
    "containsText",
    "notContainsText",
    "beginsWith",
    "endsWith",
    "containsBlanks",
    "notContainsBlanks",
    "containsErrors",
    "notContainsErrors",
    "timePeriod",
    "duplicateValues",
    "uniqueValues",
]
"""ECMA-376 18.18.12."""
RuleOperator: TypeAlias = Literal[
    "LessThan",
    "LessThanOrEqual",
    "EqualTo",
    "NotEqualTo",
    "GreaterThanOrEqual",
    "GreaterThan",
    "Between",
    "NotBetween",
]
TimePeriod: TypeAlias = Literal[
    "Today",
    "Yesterday",
    "Tomorrow",
    "LastSevenDays",
    "ThisWeek",
    "LastWeek",
    "NextWeek",
    "ThisMonth",
    "LastMonth",
    "NextMonth",
]
ThresholdKind: TypeAlias = Literal[
    "Number",
    "Percent",
    "Percentile",
    "LowestValue",
    "HighestValue",
    "Formula",
    "AutomaticMinimum",
    "AutomaticMaximum",
]


@dataclass(frozen=True, slots=True)
class RuleFormat:
    """What a rule changes about a cell; None is left alone. Colours are `#RRGGBB`."""

    number_format: str | None = None
    fill: str | None = None
    color: str | None = None
    bold: bool | None = None
    italic: bool | None = None
    underline: Literal["None", "Single", "Double"] | None = None
    strikethrough: bool | None = None
    top: Line | None = None
    bottom: Line | None = None
    left: Line | None = None
    right: Line | None = None


@dataclass(frozen=True, slots=True)
class Threshold:
    """A point on the scale of values; `inclusive` means `>=`."""

    kind: ThresholdKind
    value: str | None = None
    inclusive: bool = True


@dataclass(frozen=True, slots=True)
class ColorPoint:
    """A point of a colour scale."""

    threshold: Threshold
    color: str


@dataclass(frozen=True, slots=True)
class Bar:
    """A data bar."""

    minimum: Threshold = Threshold("AutomaticMinimum")
    maximum: Threshold = Threshold("AutomaticMaximum")
    fill: str = "#638EC6"
    gradient: bool = True
    border: str | None = None
    negative_fill: str | None = None
    negative_border: str | None = None
    axis: Literal["Automatic", "CellMidPoint", "None"] = "Automatic"
    axis_color: str = "#000000"
    direction: Literal["Context", "LeftToRight", "RightToLeft"] = "Context"
    show_value: bool = True
    shortest: int = 0
    longest: int = 100


@dataclass(frozen=True, slots=True)
class IconPlace:
    """One icon: its set by Office.js's name, and which of it."""

    icon_set: str
    index: int


@dataclass(frozen=True, slots=True)
class Icons:
    """An icon set.

    Attributes:
        name: Office.js's name, such as `ThreeArrows`.
        thresholds: Of every icon but the lowest.
        custom: Icons chosen one by one, empty when the set's own are shown.
    """

    name: str = "ThreeTrafficLights1"
    thresholds: tuple[Threshold, ...] = (Threshold("Percent", "33"), Threshold("Percent", "67"))
    reverse: bool = False
    show_value: bool = True
    custom: tuple[IconPlace | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """A conditional format. Which fields count follows from `kind`.

    Attributes:
        id: Stable while the workbook is open; "" for a rule not stored yet.
        deviations: Standard deviations from the average, 0 for the average itself.
    """

    rects: tuple[Rect, ...]
    kind: RuleKind
    id: str = ""
    stop_if_true: bool = False
    format: RuleFormat = RuleFormat()
    operator: RuleOperator | None = None
    formula1: str = ""
    formula2: str = ""
    text: str = ""
    rank: int | None = None
    percent: bool = False
    bottom: bool = False
    above: bool = True
    equal: bool = False
    deviations: int = 0
    period: TimePeriod | None = None
    scale: tuple[ColorPoint, ...] = ()
    bar: Bar | None = None
    icons: Icons | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """What conditional formats make of one cell: a format, or a colour of a scale as its fill."""

    format: RuleFormat


class ConditionalParts(Protocol):
    """Conditional formats of sheets."""

    def rules(self, sheet: int) -> Sequence[Rule]:
        """Every rule, the one that wins first."""
        ...

    def add_rule(self, sheet: int, rule: Rule) -> str:
        """Add a rule behind the others; its id."""
        ...

    def replace_rule(self, sheet: int, rule: Rule) -> None:
        """Replace the rule with this id, which keeps its place."""
        ...

    def remove_rule(self, sheet: int, rule: str) -> None:
        """Remove the rule with this id."""
        ...

    def order_rules(self, sheet: int, rules: Sequence[str]) -> None:
        """Give the rules with these ids the first places, in this order."""
        ...

    def shown(self, sheet: int, rect: Rect, today: float) -> Mapping[tuple[int, int], Shown]:
        """Cells of a rectangle that some rule changes; values must be up to date."""
        ...
