"""Rules' examples as workbooks."""

from sheets import shown

from tieout.workbook.address import Address
from tieout.workbook.lint.rule import Example
from tieout.workbook.snapshot import CellContent, RangeSnapshot, SheetSnapshot, WorkbookSnapshot

SHEET = "Sheet1"


def workbook_of(example: Example) -> WorkbookSnapshot:
    """One sheet with the example's cells; a formula that gives no value shows 1."""
    cells = {
        (where.top, where.left): _cell(content)
        for name, content in example.cells.items()
        for where in [Address.parse(name)]
    }
    bottom, right = max(row for row, _ in cells), max(column for _, column in cells)
    area = Address(SHEET, 1, 1, bottom, right)
    formats = {Address.parse(name): code for name, code in (example.formats or {}).items()}
    grid = [
        [
            (
                *cells.get((row, column), (None, "")),
                formats.get(Address.cell("", row, column), "General"),
            )
            for column in range(1, right + 1)
        ]
        for row in range(1, bottom + 1)
    ]
    read = RangeSnapshot(
        area,
        tuple(tuple(value for value, _, _ in row) for row in grid),
        tuple(tuple(formula for _, formula, _ in row) for row in grid),
        tuple(tuple(shown(value) for value, _, _ in row) for row in grid),
        tuple(tuple(code for _, _, code in row) for row in grid),
    )
    return WorkbookSnapshot((SheetSnapshot(SHEET, "{1}", "Visible", area, read),))


def _cell(content: object) -> tuple[CellContent, str]:
    if isinstance(content, tuple):
        formula, value = content
        return (float(value) if isinstance(value, int) else value), formula
    if isinstance(content, str) and content.startswith("="):
        return 1.0, content
    assert isinstance(content, str | int | float)
    return (float(content) if isinstance(content, int) else content), ""
