"""Snapshots for tests, written as rows of cells."""

from dataclasses import dataclass

from tieout.workbook.address import Address
from tieout.workbook.snapshot import CellContent, RangeSnapshot, SheetSnapshot, WorkbookSnapshot


@dataclass(frozen=True)
class Cell:
    value: CellContent = None
    formula: str = ""
    text: str | None = None
    number_format: str = "General"


def shown(value: CellContent) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return value if isinstance(value, str) else f"{value:.15g}"


def cells(where: str, rows: list[list[object]]) -> RangeSnapshot:
    """A rectangle whose top left cell is `where`; plain values stand for constants."""
    corner = Address.parse(where)
    grid = [[_cell(item) for item in row] for row in rows]
    area = Address(
        corner.sheet,
        corner.top,
        corner.left,
        corner.top + len(grid) - 1,
        corner.left + len(grid[0]) - 1,
    )
    return RangeSnapshot(
        area,
        tuple(tuple(cell.value for cell in row) for row in grid),
        tuple(tuple(cell.formula for cell in row) for row in grid),
        tuple(
            tuple(shown(cell.value) if cell.text is None else cell.text for cell in row)
            for row in grid
        ),
        tuple(tuple(cell.number_format for cell in row) for row in grid),
    )


def _cell(item: object) -> Cell:
    if isinstance(item, Cell):
        return item
    if isinstance(item, int) and not isinstance(item, bool):
        return Cell(float(item))
    assert item is None or isinstance(item, str | float | bool)
    return Cell(item)


def sheet(
    name: str, rows: list[list[object]], where: str = "A1", identity: str = ""
) -> SheetSnapshot:
    quoted = "'" + name.replace("'", "''") + "'"
    read = cells(f"{quoted}!{where}", rows)
    return SheetSnapshot(name, identity or f"{{{name}}}", "Visible", read.address, read)


def workbook(*sheets: SheetSnapshot, **rest: object) -> WorkbookSnapshot:
    return WorkbookSnapshot(tuple(sheets), **rest)  # pyright: ignore[reportArgumentType]


def revenue(rows: int = 199) -> RangeSnapshot:
    """Region, units, price, revenue: a table with a formula column."""
    grid: list[list[object]] = [["Region", "Units", "Price", "Revenue"]]
    for number in range(rows):
        units = 1200.0 + number
        total = units * 9.99
        grid.append(
            [
                ("North", "South", "East")[number % 3],
                units,
                9.99,
                Cell(total, f"=B{number + 2}*C{number + 2}", f"{total:,.2f}", "#,##0.00"),
            ]
        )
    return cells("Sheet1!A1", grid)
