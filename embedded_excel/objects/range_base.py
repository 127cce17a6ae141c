"""What every part of Range needs: its place, other ranges from it, ranges passed as arguments."""

from collections.abc import Callable
from typing import Self, cast

from pydantic import JsonValue

from embedded_excel.calc.cells import Rect
from embedded_excel.calc.engine import Engine
from embedded_excel.errors import invalid_argument
from embedded_excel.model.a1 import rect_text, sheet_prefix
from embedded_excel.model.areas import checked, clipped, resolve
from embedded_excel.model.workbook import Area, OpenWorkbook
from embedded_excel.objects.base import MEMBERS, ExcelObject
from embedded_excel.objects.tracked import TrackedAreas, TrackedRange


def make(name: str, *arguments: object) -> ExcelObject:
    """An object of an API class that lives in another module, found by its name."""
    construct = cast("Callable[..., ExcelObject]", MEMBERS[name].python_class)
    return construct(*arguments)


def address_of(workbook: OpenWorkbook, area: Area) -> str:
    """An address with its sheet: `Sheet1!A1:B2`."""
    return f"{sheet_prefix(workbook.sheet_name(area.sheet))}!{rect_text(area.rect)}"


def area_argument(workbook: OpenWorkbook, value: object, home: Area) -> Area:
    """The area a `Range | string` argument means.

    Raises:
        ExcelApiError: InvalidArgument.
    """
    if isinstance(value, TrackedRange):
        return value.area
    if isinstance(value, str) and value:
        return resolve(workbook, value, home.sheet)
    raise invalid_argument()


def area_arguments(workbook: OpenWorkbook, value: object, home: Area) -> tuple[Area, ...]:
    """The areas a `Range | RangeAreas | string` argument means.

    Raises:
        ExcelApiError: InvalidArgument.
    """
    if isinstance(value, TrackedAreas):
        return value.areas
    if isinstance(value, str) and "," in value:
        return tuple(resolve(workbook, part, home.sheet) for part in value.split(","))
    return (area_argument(workbook, value, home),)


class RangeBase(TrackedRange):
    """A rectangle of cells on a sheet."""

    @property
    def rect(self) -> Rect:
        """The cells, as they are now."""
        return self.area.rect

    @property
    def sheet(self) -> int:
        """Tab position of the sheet."""
        return self.workbook.sheet_index(self.area.sheet)

    @property
    def engine(self) -> Engine:
        """The calculation engine."""
        return self.workbook.engine

    def at(self, rect: Rect) -> Self:
        """A range on the same sheet.

        Raises:
            ExcelApiError: InvalidArgument when it isn't on the sheet.
        """
        return type(self)(self.workbook, Area(self.area.sheet, checked(rect)))

    def in_area(self, area: Area) -> Self:
        """A range anywhere in the workbook."""
        return type(self)(self.workbook, area)

    def used(self, *, values_only: bool = False) -> Rect | None:
        """The part of the range inside the used range."""
        return clipped(self.workbook, self.area, values_only=values_only)

    def other(self, value: object) -> Rect:
        """A range argument that has to be on the same sheet.

        Raises:
            ExcelApiError: InvalidArgument.
        """
        area = area_argument(self.workbook, value, self.area)
        if area.sheet != self.area.sheet:
            raise invalid_argument()
        return area.rect


def choice(value: JsonValue, allowed: tuple[str, ...], default: str | None = None) -> str:
    """An enum argument, accepted in any case.

    Raises:
        ExcelApiError: InvalidArgument.
    """
    if value is None and default is not None:
        return default
    if isinstance(value, str):
        for name in allowed:
            if name.casefold() == value.casefold():
                return name
    raise invalid_argument()
