"""The label of a trend line."""

from collections.abc import Callable

from pydantic import JsonValue

from embedded_excel.errors import invalid_argument, not_implemented
from embedded_excel.model import chart_titles as titles
from embedded_excel.model.areas import flag
from embedded_excel.model.chart_layout import LABEL_SIZE, layout_of, text_box
from embedded_excel.model.chart_places import Box, box_of
from embedded_excel.model.chart_xml import ChartXml, Element, get, insert, need, remove, truth
from embedded_excel.model.charts import ChartRef
from embedded_excel.objects.base import excel_class, navigation, scalar
from embedded_excel.objects.charts_base import finite, text, whole
from embedded_excel.objects.charts_formats import ChartTrendlineLabelFormat
from embedded_excel.objects.charts_text_parts import Aligned

_UPRIGHT, _RIGHT_ANGLE = 180, 90


@excel_class("ChartTrendlineLabel")
class ChartTrendlineLabel(Aligned):
    """The label of a trend line that shows its equation or its coefficient."""

    def __init__(self, ref: ChartRef, line: Callable[[ChartXml], Element]) -> None:
        def find(document: ChartXml, make: bool) -> Element | None:
            held = line(document)
            shown = any(truth(held, f"c:{name}", absent=False) for name in ("dispRSqr", "dispEq"))
            if make and shown:
                return need(held, "c:trendlineLbl")
            return get(held, "c:trendlineLbl")

        super().__init__(ref, find)

    # -- text ------------------------------------------------------------------------------------
    @scalar("AutoText")
    def auto_text(self) -> JsonValue:
        """Whether its text comes of the trend line."""
        return get(self.held(), "c:tx") is None

    @auto_text.setter
    def set_auto_text(self, value: JsonValue) -> None:
        """Let its text come of the trend line."""
        if not flag(value):
            raise not_implemented("ChartTrendlineLabel.autoText false")
        self.ref.edit(lambda document: remove(self.made(document), "c:tx"))

    @scalar("Text")
    def text(self) -> JsonValue:
        """The text given to it."""
        held = self.held()
        if get(held, "c:tx") is None:
            raise not_implemented("ChartTrendlineLabel.text of a label with an automatic text")
        return titles.text_of(self.workbook, held, self.ref.sheet, "")

    @text.setter
    def set_text(self, value: JsonValue) -> None:
        """Give it a text."""
        shown = text(value)
        self.ref.edit(lambda document: titles.set_text(self.made(document), shown))

    @scalar("Formula")
    def formula(self) -> JsonValue:
        """The reference its text comes from, else the text."""
        reference = get(self.held(), "c:tx/c:strRef/c:f")
        return self.text if reference is None else f"={reference.text or ''}"

    @formula.setter
    def set_formula(self, value: JsonValue) -> None:
        """Let it show a cell, or a text."""
        shown = text(value)
        found = titles.reference_shown(self.workbook, shown, self.ref.sheet)
        if found is None:
            self.ref.edit(lambda document: titles.set_text(self.made(document), shown))
        else:
            self.ref.edit(lambda document: titles.set_reference(self.made(document), *found))

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
        self.change_all(lambda element: titles.set_orientation(element, degrees))

    @scalar("NumberFormat")
    def number_format(self) -> JsonValue:
        """Number format."""
        held = get(self.held(), "c:numFmt")
        return "General" if held is None else held.get("formatCode", "General")

    @number_format.setter
    def set_number_format(self, value: JsonValue) -> None:
        """Set the number format, which unlinks it from the cells'."""
        code = text(value)

        def change(element: Element) -> None:
            held = need(element, "c:numFmt")
            held.set("formatCode", code)
            held.set("sourceLinked", "0")

        self.change_all(change)

    @scalar("LinkNumberFormat")
    def link_number_format(self) -> JsonValue:
        """Whether the number format is the cells'."""
        held = get(self.held(), "c:numFmt")
        return held is not None and held.get("sourceLinked") in ("1", "true")

    @link_number_format.setter
    def set_link_number_format(self, value: JsonValue) -> None:
        """Take the cells' number format or not."""
        linked = "1" if flag(value) else "0"

        def change(element: Element) -> None:
            held = need(element, "c:numFmt")
            held.attrib.setdefault("formatCode", "General")
            held.set("sourceLinked", linked)

        self.change_all(change)

    # -- place, about ----------------------------------------------------------------------------
    def _box(self) -> Box:
        """Near the end of the line, moved by what was moved by hand."""
        held, layout = self.held(), layout_of(self.ref)
        said = "y = 0.0000x + 0.0000" if get(held, "c:tx") is None else str(self.text)
        width, height = text_box(said, LABEL_SIZE)
        left = layout.inside.left + layout.inside.width - width
        moved = [titles.manual_place(held, side) or 0.0 for side in "xy"]
        return Box(
            left + moved[0] * layout.size[0],
            layout.inside.top + moved[1] * layout.size[1],
            width,
            height,
        )

    def _move(self, side: str, by: float, length: float) -> None:
        def change(label: Element) -> None:
            moved = {one: titles.manual_place(label, one) or 0.0 for one in "xy"}
            moved[side] += by / length
            titles.clear_manual_place(label)
            insert(label, titles.moved_layout(moved["x"], moved["y"]))

        self.change_all(change)

    @scalar("Left")
    def left(self) -> JsonValue:
        """Points from the chart's left edge."""
        return self._box().left

    @left.setter
    def set_left(self, value: JsonValue) -> None:
        """Move it."""
        self._move("x", finite(value) - self._box().left, box_of(self.ref).width)

    @scalar("Top")
    def top(self) -> JsonValue:
        """Points from the chart's top edge."""
        return self._box().top

    @top.setter
    def set_top(self, value: JsonValue) -> None:
        """Move it."""
        self._move("y", finite(value) - self._box().top, box_of(self.ref).height)

    @scalar("Width")
    def width(self) -> JsonValue:
        """Width in points."""
        return self._box().width

    @scalar("Height")
    def height(self) -> JsonValue:
        """Height in points."""
        return self._box().height

    @navigation("Format")
    def format(self) -> ChartTrendlineLabelFormat:
        """Looks."""
        return ChartTrendlineLabelFormat(self.ref, self.find)
