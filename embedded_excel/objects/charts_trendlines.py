"""Trend lines of a series."""

from collections.abc import Sequence
from typing import Final

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.errors import invalid_argument, item_not_found, not_implemented
from embedded_excel.model.areas import flag, integer
from embedded_excel.model.chart_groups import TREND_GROUPS, group_of
from embedded_excel.model.chart_sources import series_name
from embedded_excel.model.chart_xml import (
    ChartXml,
    Element,
    fragment,
    get,
    insert,
    local,
    number,
    remove,
    set_truth,
    set_value,
    tag,
    truth,
    value,
)
from embedded_excel.model.charts import ChartRef, all_series
from embedded_excel.objects.base import (
    ExcelCollection,
    excel_class,
    method,
    navigation,
    scalar,
)
from embedded_excel.objects.charts_base import extent, finite, text, whole
from embedded_excel.objects.charts_formats import ChartTrendlineFormat
from embedded_excel.objects.charts_points import SeriesPart
from embedded_excel.objects.charts_trendline_label import ChartTrendlineLabel
from embedded_excel.wire.members import enum_value

_TYPES: Final = {
    "Linear": "linear",
    "Exponential": "exp",
    "Logarithmic": "log",
    "MovingAverage": "movingAvg",
    "Polynomial": "poly",
    "Power": "power",
}
_PERIOD: Final = 2
_CALLED: Final = {
    "linear": "Linear",
    "exp": "Expon.",
    "log": "Log.",
    "movingAvg": "{} per. Mov. Avg.",
    "poly": "Poly.",
    "power": "Power",
}
_LOOK: Final = '<c:spPr><a:ln w="19050" cap="rnd"><a:prstDash val="sysDot"/></a:ln></c:spPr>'
_INTERCEPT: Final = ("linear", "exp", "poly")


@excel_class("ChartTrendlineCollection")
class ChartTrendlineCollection(ExcelCollection):
    """The trend lines of a series."""

    def __init__(self, ref: ChartRef, idx: int) -> None:
        super().__init__(ref.workbook)
        self.part = SeriesPart(ref, idx)

    def _count(self) -> int:
        series = self.part.element(self.part.ref.read())
        return len(series.findall(tag("c:trendline")))

    @override
    def items(self) -> Sequence["ChartTrendline"]:
        return [
            ChartTrendline(self.part.ref, self.part.idx, place) for place in range(self._count())
        ]

    @override
    def get_item(self, key: JsonValue) -> "ChartTrendline":
        place = int(key) if isinstance(key, str) and key.isdigit() else integer(key)
        if not 0 <= place < self._count():
            raise item_not_found()
        return ChartTrendline(self.part.ref, self.part.idx, place)

    @method("GetCount")
    def get_count(self) -> JsonValue:
        """How many trend lines there are."""
        return self._count()

    @method("Add")
    def add(self, type_: JsonValue) -> "ChartTrendline":
        """Add a trend line; linear unless said otherwise."""
        kind = "Linear" if type_ is None else enum_value("ChartTrendlineType", type_)

        def change(document: ChartXml) -> int:
            series = self.part.element(document)
            group = group_of(document, series)
            stacked = "tacked" in value(group, "c:grouping")
            if local(group) not in TREND_GROUPS or stacked:
                raise invalid_argument("Series of this type can't have trend lines.")
            made = fragment(
                f'<c:trendline>{_LOOK}<c:trendlineType val="{_TYPES[kind]}"/>'
                '<c:dispRSqr val="0"/><c:dispEq val="0"/></c:trendline>'
            )
            _needs(made, _TYPES[kind])
            insert(series, made)
            return len(series.findall(tag("c:trendline"))) - 1

        return ChartTrendline(self.part.ref, self.part.idx, self.part.ref.edit(change))


def _needs(line: Element, kind: str) -> None:
    """A polynomial has an order, a moving average a period; others have neither."""
    for name, owner in (("c:order", "poly"), ("c:period", "movingAvg")):
        if kind != owner:
            remove(line, name)
        elif number(line, name) is None:
            set_value(line, name, 2)


@excel_class("ChartTrendline")
class ChartTrendline(SeriesPart):
    """One trend line, by its position in the series."""

    def __init__(self, ref: ChartRef, idx: int, place: int) -> None:
        super().__init__(ref, idx)
        self.place = place

    @override
    def identity(self) -> dict[str, JsonValue]:
        return {"_Id": self.place}

    def line(self, document: ChartXml) -> Element:
        """The element.

        Raises:
            ExcelApiError: ItemNotFound when it was deleted.
        """
        found = self.element(document).findall(tag("c:trendline"))
        if self.place >= len(found):
            raise item_not_found()
        return found[self.place]

    def _read(self) -> Element:
        return self.line(self.ref.read())

    def _set(self, path: str, to: str | float | None) -> None:
        self.ref.edit(lambda document: set_value(self.line(document), path, to))

    @scalar("Type")
    def kind(self) -> JsonValue:
        """Type."""
        held = value(self._read(), "c:trendlineType", "linear")
        return next(name for name, kind in _TYPES.items() if kind == held)

    @kind.setter
    def set_kind(self, value: JsonValue) -> None:
        """Set the type."""
        kind = _TYPES[enum_value("ChartTrendlineType", value)]

        def change(document: ChartXml) -> None:
            line = self.line(document)
            set_value(line, "c:trendlineType", kind)
            _needs(line, kind)

        self.ref.edit(change)

    @scalar("Name")
    def name(self) -> JsonValue:
        """The name given to it, else what Excel calls it: `Linear (Sales)`."""
        line, document = self._read(), self.ref.read()
        found = get(line, "c:name")
        if found is not None:
            return found.text or ""
        kind = value(line, "c:trendlineType", "linear")
        called = _CALLED[kind].format(int(number(line, "c:period") or _PERIOD))
        series = self.element(document)
        position = all_series(document).index(series)
        return f"{called} ({series_name(self.workbook, series, self.ref.sheet, position)})"

    @name.setter
    def set_name(self, value: JsonValue) -> None:
        """Name it."""
        name = text(value)

        def change(document: ChartXml) -> None:
            line = self.line(document)
            remove(line, "c:name")
            made = fragment("<c:name/>")
            made.text = name
            insert(line, made)

        self.ref.edit(change)

    def _of_kind(self, path: str, kinds: tuple[str, ...], to: float | None) -> None:
        if value(self._read(), "c:trendlineType", "linear") not in kinds:
            raise invalid_argument()
        self._set(path, to)

    @scalar("PolynomialOrder")
    def polynomial_order(self) -> JsonValue:
        """Order of a polynomial."""
        return int(number(self._read(), "c:order") or 0)

    @polynomial_order.setter
    def set_polynomial_order(self, value: JsonValue) -> None:
        """Set the order of a polynomial."""
        self._of_kind("c:order", ("poly",), whole(value, 2, 6))

    @scalar("MovingAveragePeriod")
    def moving_average_period(self) -> JsonValue:
        """Period of a moving average."""
        return int(number(self._read(), "c:period") or 0)

    @moving_average_period.setter
    def set_moving_average_period(self, value: JsonValue) -> None:
        """Set the period of a moving average."""
        self._of_kind("c:period", ("movingAvg",), whole(value, 2, 255))

    @scalar("Intercept")
    def intercept(self) -> JsonValue:
        """Where it is made to cross the value axis."""
        found = number(self._read(), "c:intercept")
        if found is None:
            raise not_implemented("ChartTrendline.intercept where it is calculated")
        return found

    @intercept.setter
    def set_intercept(self, value: JsonValue) -> None:
        """Make it cross the value axis at a value; "" lets it fall where it does."""
        self._of_kind("c:intercept", _INTERCEPT, None if value == "" else finite(value))

    @scalar("ForwardPeriod")
    def forward_period(self) -> JsonValue:
        """How far it runs on."""
        return number(self._read(), "c:forward") or 0

    @forward_period.setter
    def set_forward_period(self, value: JsonValue) -> None:
        """Let it run on."""
        self._set("c:forward", extent(value))

    @scalar("BackwardPeriod")
    def backward_period(self) -> JsonValue:
        """How far it runs back."""
        return number(self._read(), "c:backward") or 0

    @backward_period.setter
    def set_backward_period(self, value: JsonValue) -> None:
        """Let it run back."""
        self._set("c:backward", extent(value))

    @scalar("ShowEquation")
    def show_equation(self) -> JsonValue:
        """Whether its equation shows."""
        return truth(self._read(), "c:dispEq", absent=False)

    @show_equation.setter
    def set_show_equation(self, value: JsonValue) -> None:
        """Show its equation or not."""
        to = flag(value)
        self.ref.edit(lambda document: set_truth(self.line(document), "c:dispEq", to=to))

    @scalar("ShowRSquared")
    def show_r_squared(self) -> JsonValue:
        """Whether its coefficient of determination shows."""
        return truth(self._read(), "c:dispRSqr", absent=False)

    @show_r_squared.setter
    def set_show_r_squared(self, value: JsonValue) -> None:
        """Show its coefficient of determination or not."""
        to = flag(value)
        self.ref.edit(lambda document: set_truth(self.line(document), "c:dispRSqr", to=to))

    @navigation("Format")
    def format(self) -> ChartTrendlineFormat:
        """Looks."""
        return ChartTrendlineFormat(self.ref, lambda document, _: self.line(document))

    @navigation("Label")
    def label(self) -> ChartTrendlineLabel:
        """What it says beside itself: its equation and coefficient."""
        return ChartTrendlineLabel(self.ref, self.line)

    @method("Delete")
    def delete(self) -> None:
        """Remove it."""

        def change(document: ChartXml) -> None:
            self.element(document).remove(self.line(document))

        self.ref.edit(change)
