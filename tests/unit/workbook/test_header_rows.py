from tieout.workbook.address import Address
from tieout.workbook.headers import header_row
from tieout.workbook.snapshot import RangeSnapshot


def block(*rows: list, formats: str = "General") -> RangeSnapshot:
    """Cells from A1; text beginning with = is a formula."""
    width = max(len(row) for row in rows)
    full = [[*row, *[None] * (width - len(row))] for row in rows]

    def is_formula(cell: object) -> bool:
        return isinstance(cell, str) and cell.startswith("=")

    return RangeSnapshot(
        Address("S", 1, 1, len(rows), width),
        tuple(
            tuple(float(c) if isinstance(c, int) else 1.0 if is_formula(c) else c for c in row)
            for row in full
        ),
        tuple(tuple(c if is_formula(c) else "" for c in row) for row in full),
        tuple(tuple("" if c is None else str(c) for c in row) for row in full),
        tuple(tuple("General" if down else formats for _ in row) for down, row in enumerate(full)),
    )


POSITIONS = [["XS01", "Bond", 100, 98], ["XS02", "Share", 50, 11], ["XS03", "Bond", 70, 99]]


def test_a_title_is_no_heading() -> None:
    cells = block(["Northgate - positions"], [], ["Id", "Kind", "Units", "Price"], *POSITIONS)
    assert header_row(cells, 1, 4, 5) == 3


def test_headings_are_found_over_all_the_rows_between() -> None:
    cells = block(["Fund"], ["Id", "Kind", "Units", "Price"], *POSITIONS * 20)
    assert header_row(cells, 1, 4, 60) == 2


def test_years_are_headings_although_they_are_numbers() -> None:
    cells = block(["Model"], [], [None, 2024, 2025, 2026], ["Sales", 10, 12, 14], ["Cost", 5, 6, 7])
    assert header_row(cells, 1, 4, 4) == 3


def test_dates_are_headings_by_their_format() -> None:
    rows = [[None, 45000, 45031, 45061], ["Sales", 10, 12, 14], ["Cost", 5, 6, 7]]
    assert header_row(block(*rows, formats="mmm-yy"), 1, 4, 2) == 1


def test_a_units_row_comes_second_to_the_headings_above_it() -> None:
    cells = block(["Item", "Volume", "Price"], ["", "t", "USD/t"], ["Ore", 5, 60], ["Coal", 7, 90])
    assert header_row(cells, 1, 3, 3) == 1


def test_another_block_above_a_blank_band_keeps_its_headings() -> None:
    cells = block(["A", "B"], [1, 2], [], ["Item", "Cost"], ["x", 5], ["y", 6])
    assert header_row(cells, 1, 2, 5) == 4


def test_numbers_alone_have_no_headings() -> None:
    assert header_row(block([1, 2, 3], [4, 5, 6], [7, 8, 9]), 1, 3, 2) is None
