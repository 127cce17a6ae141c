"""The headings of some cells: rows above that name their columns, columns beside that name their rows."""

from dataclasses import dataclass

from tieout.workbook.address import Address
from tieout.workbook.heading_rows import heading_rows, heading_text
from tieout.workbook.label_columns import Block, block_around
from tieout.workbook.sheet_look import SheetLook
from tieout.workbook.snapshot import TableSnapshot


@dataclass(frozen=True, slots=True)
class HeadingLine:
    """One row of column headings, or one column of row labels.

    Attributes:
        at: The strip of cells: one row over the columns it heads, or one column beside the rows.
        texts: What heads each of them, as displayed; a merged heading repeats, "" where none is.
    """

    at: Address
    texts: tuple[str, ...]

    def __post_init__(self) -> None:
        assert len(self.texts) == self.at.size


@dataclass(frozen=True, slots=True)
class Headings:
    """What names the columns and rows of some cells.

    Attributes:
        rows: Lines of column headings, top first: groups, names, units. Often one, seldom three.
        columns: Lines of row labels, left first.
    """

    rows: tuple[HeadingLine, ...] = ()
    columns: tuple[HeadingLine, ...] = ()


NO_HEADINGS = Headings()


def headings(look: SheetLook, area: Address) -> Headings:
    """Headings of a range that lie outside it, by what was read of its sheet.

    A table knows its own; elsewhere rows and columns are judged by content, look and place.
    """
    block = block_around(look, area)
    table = _table_of(look, area)
    rows = heading_rows(look, area, block) if table is None else _row_of(table, area)
    return Headings(
        tuple(line for row in rows if any((line := _row_line(look, area, row)).texts)),
        tuple(_column_line(look, area, column) for column in _labels(block, table)),
    )


def _table_of(look: SheetLook, area: Address) -> TableSnapshot | None:
    for table in look.tables:
        corner = Address.cell(table.address.sheet, area.top, area.left)
        if table.address.contains(corner):
            return table
    return None


def _row_of(table: TableSnapshot, area: Address) -> tuple[int, ...]:
    top = table.address.top
    return (top,) if table.show_header and top < area.top else ()


def _labels(block: Block, table: TableSnapshot | None) -> tuple[int, ...]:
    if table is None:
        return block.labels
    inside = range(table.address.left, table.address.right + 1)
    return tuple(column for column in block.labels if column in inside)


def _row_line(look: SheetLook, area: Address, row: int) -> HeadingLine:
    at = Address(area.sheet, row, area.left, row, area.right)
    texts = (heading_text(look, row, column) for column in range(area.left, area.right + 1))
    return HeadingLine(at, tuple(texts))


def _column_line(look: SheetLook, area: Address, column: int) -> HeadingLine:
    bottom = min(area.bottom, look.bottom)
    at = Address(area.sheet, area.top, column, bottom, column)
    rows = range(area.top, bottom + 1)
    return HeadingLine(at, tuple(heading_text(look, row, column) for row in rows))
