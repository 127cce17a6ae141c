"""What Excel's built-in table styles add to cells, approximately: header, bands, totals, edges.

The families repeat seven looks: no accent and the six accents of the Office theme. Light styles
have coloured lines, medium ones a filled header and pale bands, dark ones filled rows.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from embedded_excel.calc.cells import Table

_ACCENTS = ("#000000", "#4472C4", "#ED7D31", "#A5A5A5", "#FFC000", "#5B9BD5", "#70AD47")
_NAME = re.compile(r"TableStyle(Light|Medium|Dark)([0-9]+)")
_WHITE = "#FFFFFF"


@dataclass(frozen=True, slots=True)
class TablePaint:
    """What a table adds to a cell; "" and empty where it adds nothing."""

    fill: str = ""
    color: str = ""
    bold: bool = False
    borders: tuple[tuple[str, str], ...] = ()

    @property
    def visible(self) -> bool:
        """Whether even an empty cell shows it."""
        return bool(self.fill or self.borders)


NOTHING = TablePaint()


def tinted(color: str, share: float) -> str:
    """A colour mixed with white; a share of 1 is white."""
    parts = [int(color[place : place + 2], 16) for place in (1, 3, 5)]
    return "#" + "".join(f"{round(part + (255 - part) * share):02X}" for part in parts)


def table_paint(tables: Iterable[Table], row: int, column: int) -> TablePaint:
    """What the table over a cell adds to it."""
    for table in tables:
        rect = table.rect
        if rect.top <= row <= rect.bottom and rect.left <= column <= rect.right:
            return _paint(table, row, column)
    return NOTHING


def _paint(table: Table, row: int, column: int) -> TablePaint:
    match = _NAME.fullmatch(table.style)
    if match is None:
        return NOTHING
    family, number = match[1], int(match[2]) - 1
    accent = _ACCENTS[number % 7]
    if table.header and row == table.rect.top:
        return _header(family, number, accent)
    if table.totals and row == table.rect.bottom:
        return TablePaint(bold=True, borders=(("top", f"3px double {accent}"),), color="", fill="")
    return _body(table, family, accent, row, column)


def _header(family: str, number: int, accent: str) -> TablePaint:
    # Light 8 to 14 have a filled header as the medium and dark ones do.
    if family == "Light" and number // 7 != 1:
        sides = (("top", f"1px solid {accent}"), ("bottom", f"1px solid {accent}"))
        return TablePaint(color=accent if number // 7 == 0 else "", bold=True, borders=sides)
    fill = "#000000" if family == "Dark" and number < 7 else accent  # noqa: PLR2004
    return TablePaint(fill=fill, color=_WHITE, bold=True)


def _body(table: Table, family: str, accent: str, row: int, column: int) -> TablePaint:
    first = table.rect.top + table.header
    banded = (table.banded_rows and (row - first) % 2 == 0) or (
        table.banded_columns and (column - table.rect.left) % 2 == 0
    )
    bold = (table.first_column and column == table.rect.left) or (
        table.last_column and column == table.rect.right
    )
    if family == "Dark":
        return TablePaint(fill=tinted(accent, 0.15 if banded else 0.35), color=_WHITE, bold=bold)
    line = f"1px solid {tinted(accent, 0.6)}"
    fill = tinted(accent, 0.8) if banded else ""
    if family == "Light":
        last = row == table.rect.bottom
        return TablePaint(
            fill=fill, bold=bold, borders=(("bottom", f"1px solid {accent}"),) if last else ()
        )
    return TablePaint(fill=fill, bold=bold, borders=(("bottom", line), ("top", line)))
