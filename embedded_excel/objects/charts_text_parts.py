"""What texts in charts have in common that stand in a box: alignment, and a shadow of the box."""

from collections.abc import Callable

from pydantic import JsonValue

from embedded_excel.model import chart_effects as effects
from embedded_excel.model.areas import flag
from embedded_excel.model.chart_xml import ChartXml, Element
from embedded_excel.objects.base import scalar
from embedded_excel.objects.charts_base import ChartElement
from embedded_excel.wire.members import enum_value


class Aligned(ChartElement):
    """A text that is aligned in its box."""

    def change_all(self, change: Callable[[Element], object]) -> None:
        """Change every element this object stands for."""

        def change_each(document: ChartXml) -> None:
            for element in self.all_made(document):
                change(element)

        self.ref.edit(change_each)

    @scalar("HorizontalAlignment")
    def horizontal_alignment(self) -> JsonValue:
        """How lines of the text are aligned."""
        return effects.horizontal(self.held())

    @horizontal_alignment.setter
    def set_horizontal_alignment(self, value: JsonValue) -> None:
        """Align the lines of the text."""
        name = enum_value("ChartTextHorizontalAlignment", value)
        self.change_all(lambda element: effects.set_horizontal(element, name))

    @scalar("VerticalAlignment")
    def vertical_alignment(self) -> JsonValue:
        """Where the text stands between top and bottom."""
        return effects.vertical(self.held())

    @vertical_alignment.setter
    def set_vertical_alignment(self, value: JsonValue) -> None:
        """Set it."""
        name = enum_value("ChartTextVerticalAlignment", value)
        self.change_all(lambda element: effects.set_vertical(element, name))


class Shadowed(ChartElement):
    """A box that may throw a shadow."""

    @scalar("ShowShadow")
    def show_shadow(self) -> JsonValue:
        """Whether it does."""
        return effects.has_shadow(self.held())

    @show_shadow.setter
    def set_show_shadow(self, value: JsonValue) -> None:
        """Let it throw one or not."""
        shown = flag(value)
        self.ref.edit(lambda document: effects.set_shadow(self.made(document), shown=shown))
