"""Titles of charts and of axes."""

from collections.abc import Callable
from copy import deepcopy

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.errors import invalid_argument, not_implemented
from embedded_excel.model import chart_titles as titles
from embedded_excel.model.areas import flag
from embedded_excel.model.chart_layout import layout_of
from embedded_excel.model.chart_places import box_of
from embedded_excel.model.chart_sources import reference_text, series_name, source_areas
from embedded_excel.model.chart_xml import (
    ChartXml,
    Element,
    get,
    insert,
    local,
    remove,
    set_truth,
    truth,
    value,
)
from embedded_excel.model.chartex import extended_title, set_extended_title
from embedded_excel.model.charts import ChartRef, all_series, is_chartex
from embedded_excel.objects.base import excel_class, method, navigation, scalar
from embedded_excel.objects.charts_base import ChartElement, extent, text, whole
from embedded_excel.objects.charts_formats import (
    ChartAxisTitleFormat,
    ChartFormatString,
    ChartTitleFormat,
)
from embedded_excel.objects.charts_text_parts import Aligned, Shadowed
from embedded_excel.wire.members import enum_value

_TITLE_SIZE = 1400
_AXIS_TITLE_SIZE = 1000
_RIGHT_ANGLE = 90
_UPRIGHT = 180


class _Title(ChartElement):
    def automatic(self) -> str:
        """What it says when no text was given."""
        raise NotImplementedError

    def shown(self, document: ChartXml) -> bool:
        """Whether it is there."""
        return self.find(document, False) is not None

    @scalar("Text")
    def text(self) -> JsonValue:
        """Text; null when the title isn't visible."""
        document = self.ref.read()
        if not self.shown(document):
            return None
        held = self.find(document, False)
        return titles.text_of(self.workbook, held, self.ref.sheet, self.automatic())

    @text.setter
    def set_text(self, value: JsonValue) -> None:
        """Set the text, which shows the title."""
        shown = text(value)
        self.ref.edit(lambda document: titles.set_text(self.made(document), shown))

    @scalar("Visible")
    def visible(self) -> JsonValue:
        """Whether the title shows."""
        return self.shown(self.ref.read())

    @visible.setter
    def set_visible(self, value: JsonValue) -> None:
        """Show or remove the title."""
        change = self.made if flag(value) else self.drop
        self.ref.edit(lambda document: change(document) is not None)

    def drop(self, document: ChartXml) -> None:
        """Remove the title."""
        raise NotImplementedError

    @scalar("TextOrientation")
    def text_orientation(self) -> JsonValue:
        """Degrees the text is turned by."""
        return titles.orientation(self.held()) or 0

    @text_orientation.setter
    def set_text_orientation(self, value: JsonValue) -> None:
        """Turn the text."""
        degrees = whole(value, -_RIGHT_ANGLE, _UPRIGHT)
        if _RIGHT_ANGLE < degrees < _UPRIGHT:
            raise invalid_argument()
        self.ref.edit(lambda document: titles.set_orientation(self.made(document), degrees))

    @method("SetFormula")
    def set_formula(self, formula: JsonValue) -> None:
        """Let the title show a cell."""
        areas = source_areas(self.workbook, text(formula), self.ref.sheet)
        if not areas:
            raise invalid_argument()
        reference = reference_text(self.workbook, areas[0])
        self.workbook.settle()
        sheet = self.workbook.sheet_index(areas[0].sheet)
        rows = self.workbook.engine.texts(sheet, areas[0].rect)
        shown = " ".join(cell for row in rows for cell in row if cell)
        self.ref.edit(lambda document: titles.set_reference(self.made(document), reference, shown))


@excel_class("ChartTitle")
class ChartTitle(Aligned, Shadowed, _Title):
    """The title of a chart."""

    def __init__(self, ref: ChartRef) -> None:
        super().__init__(ref, _chart_title)

    @override
    def automatic(self) -> str:
        series = all_series(self.ref.read())
        if len(series) == 1:
            return series_name(self.workbook, series[0], self.ref.sheet, 0)
        return titles.AUTOMATIC

    @override
    def shown(self, document: ChartXml) -> bool:
        if get(document.chart, "c:title") is not None:
            return True
        deleted = truth(document.chart, "c:autoTitleDeleted", absent=False)
        return not deleted and len(all_series(document)) == 1

    @override
    def drop(self, document: ChartXml) -> None:
        remove(document.chart, "c:title")
        set_truth(document.chart, "c:autoTitleDeleted", to=True)

    @scalar("Text")
    def text(self) -> JsonValue:
        """Text; null when the title isn't visible."""
        if is_chartex(self.ref.content()):
            return extended_title(self.ref.read_extended())
        assert _Title.text.get is not None
        return _Title.text.get(self)

    @text.setter
    def set_text(self, value: JsonValue) -> None:
        """Set the text, which shows the title."""
        if is_chartex(self.ref.content()):
            shown = text(value)
            self.ref.edit_extended(lambda document: set_extended_title(document, shown))
        else:
            _Title.set_text(self, value)

    @scalar("Visible")
    def visible(self) -> JsonValue:
        """Whether the title shows."""
        if is_chartex(self.ref.content()):
            return extended_title(self.ref.read_extended()) is not None
        return self.shown(self.ref.read())

    @visible.setter
    def set_visible(self, value: JsonValue) -> None:
        """Show or remove the title."""
        if is_chartex(self.ref.content()):
            shown = "" if flag(value) else None
            self.ref.edit_extended(lambda document: set_extended_title(document, shown))
        else:
            _Title.set_visible(self, value)

    @scalar("Overlay")
    def overlay(self) -> JsonValue:
        """Whether it lies over the plot."""
        return truth(self.held(), "c:overlay", absent=False)

    @overlay.setter
    def set_overlay(self, value: JsonValue) -> None:
        """Lay it over the plot or not."""
        to = flag(value)
        self.ref.edit(lambda document: set_truth(self.made(document), "c:overlay", to=to))

    @scalar("Position")
    def position(self) -> JsonValue:
        """`Automatic`, or `Top` where the title was placed there by hand."""
        held = self.held()
        if titles.manual_place(held, "x") is None and titles.manual_place(held, "y") is None:
            return "Automatic"
        return "Top"

    @position.setter
    def set_position(self, value: JsonValue) -> None:
        """Let Excel place it, which is at the top."""
        position = enum_value("ChartTitlePosition", value)
        if position not in ("Automatic", "Top"):
            raise not_implemented(f"ChartTitle.position {position}")
        self.ref.edit(lambda document: titles.clear_manual_place(self.made(document)))

    @scalar("Left")
    def left(self) -> JsonValue:
        """Points from the chart's left edge, about where it isn't placed by hand."""
        found = layout_of(self.ref).title
        return None if found is None else found.left

    @left.setter
    def set_left(self, value: JsonValue) -> None:
        """Place it by hand."""
        _set_place(self, "x", extent(value) / box_of(self.ref).width)

    @scalar("Top")
    def top(self) -> JsonValue:
        """Points from the chart's top edge, about where it isn't placed by hand."""
        found = layout_of(self.ref).title
        return None if found is None else found.top

    @top.setter
    def set_top(self, value: JsonValue) -> None:
        """Place it by hand."""
        _set_place(self, "y", extent(value) / box_of(self.ref).height)

    @method("GetSubstring")
    def get_substring(self, start: JsonValue, length: JsonValue) -> ChartFormatString:
        """A piece of the text, to give it a font of its own."""
        document = self.ref.read()
        held = self.find(document, False)
        shown = titles.text_of(self.workbook, held, self.ref.sheet, self.automatic())
        first, count = whole(start, 0, len(shown)), whole(length, 1, len(shown))
        if held is None or first + count > len(shown):
            raise invalid_argument()

        def find(document: ChartXml, make: bool) -> Element | None:
            # Cutting out a piece to look at it must not change what others look at.
            title = deepcopy(self.find(document, make))
            return None if title is None else next(iter(titles.pieces(title, first, count)), title)

        def every(document: ChartXml) -> list[Element]:
            title = self.made(document)
            if get(title, "c:tx/c:rich") is None:
                titles.set_text(title, shown)
            return titles.pieces(title, first, count)

        return ChartFormatString(self.ref, find, every)

    @scalar("Width")
    def width(self) -> JsonValue:
        """Width in points, about."""
        found = layout_of(self.ref).title
        return None if found is None else found.width

    @scalar("Height")
    def height(self) -> JsonValue:
        """Height in points, about."""
        found = layout_of(self.ref).title
        return None if found is None else found.height

    @navigation("Format")
    def format(self) -> ChartTitleFormat:
        """Looks."""
        return ChartTitleFormat(self.ref, self.find)


def _set_place(title: ChartElement, side: str, share: float) -> None:
    title.ref.edit(lambda document: titles.set_manual_place(title.made(document), side, share))


def _chart_title(document: ChartXml, make: bool) -> Element | None:
    found = get(document.chart, "c:title")
    if found is None and make:
        found = insert(document.chart, titles.new_title(_TITLE_SIZE, turned=False))
        set_truth(document.chart, "c:autoTitleDeleted", to=False)
    return found


@excel_class("ChartAxisTitle")
class ChartAxisTitle(_Title):
    """The title of an axis."""

    def __init__(self, ref: ChartRef, axis: Callable[[ChartXml, bool], Element | None]) -> None:
        def find(document: ChartXml, make: bool) -> Element | None:
            owner = axis(document, make)
            if owner is None:
                return None
            found = get(owner, "c:title")
            if found is None and make and local(owner) != "serAx":
                turned = value(owner, "c:axPos") in ("l", "r")
                found = insert(owner, titles.new_title(_AXIS_TITLE_SIZE, turned=turned))
            return found

        super().__init__(ref, find)
        self._axis = axis

    @override
    def automatic(self) -> str:
        return titles.AXIS_AUTOMATIC

    @override
    def drop(self, document: ChartXml) -> None:
        remove(self._axis(document, False), "c:title")

    @navigation("Format")
    def format(self) -> ChartAxisTitleFormat:
        """Looks."""
        return ChartAxisTitleFormat(self.ref, self.find)
