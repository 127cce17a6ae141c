"""Error bars of a series."""

from typing import Final, Literal, TypeAlias

from pydantic import JsonValue

from embedded_excel.errors import invalid_argument, not_implemented
from embedded_excel.model.areas import flag
from embedded_excel.model.chart_groups import TREND_GROUPS, group_of
from embedded_excel.model.chart_xml import (
    ChartXml,
    Element,
    fragment,
    insert,
    local,
    remove,
    set_truth,
    set_value,
    tag,
    truth,
    value,
)
from embedded_excel.model.charts import ChartRef, series_by_idx
from embedded_excel.objects.base import excel_class, navigation, scalar
from embedded_excel.objects.charts_base import ChartElement
from embedded_excel.objects.charts_formats import ChartErrorBarsFormat
from embedded_excel.wire.members import enum_value

Direction: TypeAlias = Literal["x", "y"]
_INCLUDES: Final = {"Both": "both", "MinusValues": "minus", "PlusValues": "plus"}
_TYPES: Final = {
    "FixedValue": "fixedVal",
    "Percent": "percentage",
    "StDev": "stdDev",
    "StError": "stdErr",
    "Custom": "cust",
}
_AMOUNTS: Final = {"fixedVal": 1, "percentage": 5, "stdDev": 1}
_XY: Final = ("scatterChart", "bubbleChart")


def _bars_of(series: Element, direction: Direction, *, xy: bool) -> Element | None:
    for found in series.findall(tag("c:errBars")):
        if value(found, "c:errDir", "y" if not xy else direction) == direction:
            return found
    return None


@excel_class("ChartErrorBars")
class ChartErrorBars(ChartElement):
    """Error bars in one direction; x bars only where a series has x values."""

    def __init__(self, ref: ChartRef, idx: int, direction: Direction) -> None:
        def find(document: ChartXml, make: bool) -> Element | None:
            series = series_by_idx(document, idx)
            if series is None:
                return None
            group = local(group_of(document, series))
            xy = group in _XY
            found = _bars_of(series, direction, xy=xy)
            if found is not None or not make:
                return found
            if group not in TREND_GROUPS or (direction == "x" and not xy):
                return None
            return insert(
                series,
                fragment(
                    f'<c:errBars><c:errDir val="{direction}"/><c:errBarType val="both"/>'
                    '<c:errValType val="stdErr"/><c:noEndCap val="0"/></c:errBars>'
                ),
            )

        super().__init__(ref, find)

    def _existing(self, document: ChartXml) -> Element:
        found = self.find(document, False)
        if found is None:
            raise invalid_argument("The series has no such error bars.")
        return found

    @scalar("Visible")
    def visible(self) -> JsonValue:
        """Whether they show."""
        return self.held() is not None

    @visible.setter
    def set_visible(self, value: JsonValue) -> None:
        """Show or remove them."""
        shown = flag(value)

        def change(document: ChartXml) -> None:
            if shown:
                self.made(document)
                return
            found = self.find(document, False)
            for parent in document.plot_area.iter(tag("c:ser")):
                if found is not None and found in list(parent):
                    parent.remove(found)

        self.ref.edit(change)

    @scalar("Type")
    def kind(self) -> JsonValue:
        """What their length comes from."""
        kept = value(self.held(), "c:errValType", "stdErr")
        return next(name for name, found in _TYPES.items() if found == kept)

    @kind.setter
    def set_kind(self, value: JsonValue) -> None:
        """Say what their length comes from, in Excel's usual amount."""
        kept = _TYPES[enum_value("ChartErrorBarsType", value)]
        if kept == "cust":
            raise not_implemented("ChartErrorBars.type Custom")

        def change(document: ChartXml) -> None:
            found = self._existing(document)
            set_value(found, "c:errValType", kept)
            for name in ("c:plus", "c:minus", "c:val"):
                remove(found, name)
            if kept in _AMOUNTS:
                set_value(found, "c:val", _AMOUNTS[kept])

        self.ref.edit(change)

    @scalar("Include")
    def include(self) -> JsonValue:
        """To which sides they go."""
        kept = value(self.held(), "c:errBarType", "both")
        return next(name for name, found in _INCLUDES.items() if found == kept)

    @include.setter
    def set_include(self, value: JsonValue) -> None:
        """Say to which sides they go."""
        kept = _INCLUDES[enum_value("ChartErrorBarsInclude", value)]
        self.ref.edit(lambda document: set_value(self._existing(document), "c:errBarType", kept))

    @scalar("EndStyleCap")
    def end_style_cap(self) -> JsonValue:
        """Whether they end in a cap."""
        return not truth(self.held(), "c:noEndCap", absent=False)

    @end_style_cap.setter
    def set_end_style_cap(self, value: JsonValue) -> None:
        """End them in a cap or not."""
        to = not flag(value)
        self.ref.edit(lambda document: set_truth(self._existing(document), "c:noEndCap", to=to))

    @navigation("Format")
    def format(self) -> ChartErrorBarsFormat:
        """Looks."""
        return ChartErrorBarsFormat(self.ref, self.find)
