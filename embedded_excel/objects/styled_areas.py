"""Base of the format objects: styles of one or more areas, read as one and changed together."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TypeVar

from pydantic import JsonValue

from embedded_excel.calc.cells import CellStyle
from embedded_excel.calc.engine import EngineRefused
from embedded_excel.errors import invalid_argument, not_implemented
from embedded_excel.model.areas import styles_in
from embedded_excel.model.events import format_changed
from embedded_excel.model.protecting import deny_unless
from embedded_excel.model.workbook import Area, OpenWorkbook
from embedded_excel.objects.base import ExcelObject

T = TypeVar("T")


class StyledAreas(ExcelObject):
    """Base of the format objects: reads and changes the styles of one or more areas."""

    def __init__(self, workbook: OpenWorkbook, areas: tuple[Area, ...]) -> None:
        super().__init__(workbook)
        self.areas = areas

    def uniform(self, get: Callable[[CellStyle], T]) -> T | None:
        """The property if all cells agree on it, else None."""
        found: list[T] = []
        for area in self.areas:
            for style in styles_in(self.workbook, area):
                value = get(style)
                if value not in found:
                    found.append(value)
        return found[0] if len(found) == 1 else None

    def restyle(self, change: Callable[[CellStyle], CellStyle]) -> None:
        """Change every cell's style.

        Raises:
            ExcelApiError: AccessDenied.
        """
        for area in self.areas:
            deny_unless(self.workbook, area.sheet, "allowFormatCells")
        for area in self.areas:
            sheet = self.workbook.sheet_index(area.sheet)
            self.workbook.engine.restyle(sheet, area.rect, change)
            self.workbook.changed = True
            format_changed(self.workbook, area)


@contextmanager
def tinting(member: str) -> Generator[None]:
    """What sets a tint: the engine tells colours of the theme apart by theirs, others not.

    Raises:
        ExcelApiError: NotImplemented.
    """
    try:
        yield
    except EngineRefused:
        raise not_implemented(f"{member} of a colour that isn't the theme's") from None


def number(value: JsonValue, least: float, most: float) -> float:
    """A number argument within bounds.

    Raises:
        ExcelApiError: InvalidArgument.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise invalid_argument()
    if not least <= value <= most:
        raise invalid_argument()
    return float(value)
