"""What every object inside a chart stands on: the chart, and the element it is about."""

import math
from collections.abc import Callable
from typing import Final, TypeAlias

from pydantic import JsonValue

from embedded_excel.errors import invalid_argument, not_implemented
from embedded_excel.model.chart_types import CHARTEX_TYPES, KINDS, ChartKind
from embedded_excel.model.chart_xml import ChartXml, Element, Finder
from embedded_excel.model.charts import ChartRef
from embedded_excel.objects.base import ExcelObject
from embedded_excel.wire.members import enum_value

_LATER_TYPES: Final = frozenset({*CHARTEX_TYPES.values(), "StockVHLC", "StockVOHLC"})
Every: TypeAlias = Callable[[ChartXml], list[Element]]


class ChartPart(ExcelObject):
    """An object of one chart."""

    def __init__(self, ref: ChartRef) -> None:
        super().__init__(ref.workbook)
        self.ref = ref


class ChartElement(ChartPart):
    """An object about one element of a chart, found anew each time.

    `every`, where given, makes the elements a change goes to; `find` then gives one to read.
    """

    def __init__(self, ref: ChartRef, find: Finder, every: Every | None = None) -> None:
        super().__init__(ref)
        self.find = find
        self.every = every

    def held(self) -> Element | None:
        """The element, to look at; None when the chart has none."""
        return self.find(self.ref.read(), False)

    def made(self, document: ChartXml) -> Element:
        """The element, to change; made if need be.

        Raises:
            ExcelApiError: InvalidArgument when the chart can't have one.
        """
        found = self.find(document, True)
        if found is None:
            raise invalid_argument()
        return found

    def all_made(self, document: ChartXml) -> list[Element]:
        """The elements a change goes to."""
        return [self.made(document)] if self.every is None else self.every(document)


def finite(value: JsonValue) -> float:
    """A number.

    Raises:
        ExcelApiError: InvalidArgument.
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise invalid_argument()
    return float(value)


def extent(value: JsonValue) -> float:
    """A length or distance in points.

    Raises:
        ExcelApiError: InvalidArgument when it is negative or no number.
    """
    points = finite(value)
    if points < 0:
        raise invalid_argument()
    return points


def length(value: JsonValue) -> float:
    """A width or height in points, which unlike a distance isn't zero.

    Raises:
        ExcelApiError: InvalidArgument.
    """
    points = extent(value)
    if points == 0:
        raise invalid_argument()
    return points


def whole(value: JsonValue, least: int, most: int) -> int:
    """A whole number within bounds.

    Raises:
        ExcelApiError: InvalidArgument.
    """
    number = finite(value)
    if number != int(number) or not least <= number <= most:
        raise invalid_argument()
    return int(number)


def text(value: JsonValue) -> str:
    """A text.

    Raises:
        ExcelApiError: InvalidArgument.
    """
    if not isinstance(value, str):
        raise invalid_argument()
    return value


def kind_argument(value: JsonValue, member: str) -> ChartKind:
    """The kind a chart type's name means.

    Raises:
        ExcelApiError: InvalidArgument for no type, NotImplemented for one whose part isn't kept.
    """
    name = enum_value("ChartType", value)
    if name in _LATER_TYPES:
        raise not_implemented(f"{member} with the type {name}")
    kind = KINDS.get(name)
    if kind is None:
        raise invalid_argument()
    return kind
