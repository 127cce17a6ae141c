"""What every object about a shape stands on."""

from collections.abc import Callable

from pydantic import JsonValue
from typing_extensions import override

from embedded_excel.errors import invalid_argument
from embedded_excel.model.chart_xml import Element
from embedded_excel.model.shapes import ShapeRef
from embedded_excel.objects.base import ExcelObject, navigation, scalar
from embedded_excel.objects.charts_base import finite
from embedded_excel.objects.range_base import make


class OfShape(ExcelObject):
    """A shape or part of one, by identity."""

    def __init__(self, ref: ShapeRef) -> None:
        super().__init__(ref.workbook)
        self.ref = ref

    @property
    def element(self) -> Element:
        """The shape's element as it is now.

        Raises:
            ExcelApiError: ItemNotFound when it was deleted.
        """
        return self.ref.read()

    def change(self, change: Callable[[Element], object]) -> None:
        """Change the shape's element."""
        self.ref.edit(change)

    def theme(self, name: str) -> str:
        """`#RRGGBB` of a theme colour."""
        return self.workbook.engine.charts.theme_color(name)


class Identified(OfShape):
    """A view of a shape that the API finds again by its id."""

    @override
    def identity(self) -> dict[str, JsonValue]:
        return {"Id": str(self.ref.number)}

    @scalar("Id")
    def id(self) -> JsonValue:
        """Identity on its sheet."""
        return str(self.ref.number)


class View(Identified):
    """A shape seen as what it is."""

    @navigation("Shape")
    def shape(self) -> ExcelObject:
        """The shape again."""
        return make("Shape", self.ref)


def share(value: JsonValue) -> float:
    """A share from nothing to all.

    Raises:
        ExcelApiError: InvalidArgument.
    """
    number = finite(value)
    if not 0 <= number <= 1:
        raise invalid_argument()
    return number
