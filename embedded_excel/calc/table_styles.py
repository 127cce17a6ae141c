"""The part of the seam for styles of tables and PivotTables that a workbook brings along."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class CustomTableStyle:
    """A style of the workbook's own, for tables, for PivotTables or for both."""

    name: str
    for_tables: bool = True
    for_pivots: bool = False


class TableStyles(Protocol):
    """Styles beside Excel's own, and which style new tables and PivotTables get."""

    def custom(self) -> Sequence[CustomTableStyle]:
        """Every style of the workbook's own."""
        ...

    def add(self, style: CustomTableStyle, copy_of: str = "") -> None:
        """A style without formats, or with those of another one of the workbook's own."""
        ...

    def remove(self, name: str) -> None:
        """Delete one; tables and PivotTables keep its name."""
        ...

    def defaults(self) -> tuple[str, str]:
        """Names of the style of new tables, and of new PivotTables."""
        ...

    def set_default(self, *, tables: str | None = None, pivots: str | None = None) -> None:
        """Set one or both."""
        ...
