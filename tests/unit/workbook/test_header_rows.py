from tieout.workbook.address import Address
from tieout.workbook.headers import headings
from tieout.workbook.sheet_look import SheetLook
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


def rows_of(cells: RangeSnapshot, area: str) -> list[int]:
    found = headings(SheetLook((cells,)), Address.parse(f"S!{area}"))
    return [line.at.top for line in found.rows]


def labels_of(cells: RangeSnapshot, area: str) -> list[tuple[str, ...]]:
    return [
        line.texts for line in headings(SheetLook((cells,)), Address.parse(f"S!{area}")).columns
    ]


POSITIONS = [["XS01", "Bond", 100, 98], ["XS02", "Share", 50, 11], ["XS03", "Bond", 70, 99]]


def test_a_title_is_no_heading() -> None:
    cells = block(["Northgate - positions"], [], ["Id", "Kind", "Units", "Price"], *POSITIONS)
    assert rows_of(cells, "A4:D5") == [3]


def test_headings_are_found_over_all_the_rows_between() -> None:
    cells = block(["Fund"], ["Id", "Kind", "Units", "Price"], *POSITIONS * 20)
    assert rows_of(cells, "C55:D60") == [2]


def test_years_are_headings_although_they_are_numbers() -> None:
    cells = block(["Model"], [], [None, 2024, 2025, 2026], ["Sales", 10, 12, 14], ["Cost", 5, 6, 7])
    assert rows_of(cells, "B4:D5") == [3]


def test_dates_are_headings_by_their_format() -> None:
    rows = [[None, 45000, 45031, 45061], ["Sales", 10, 12, 14], ["Cost", 5, 6, 7]]
    assert rows_of(block(*rows, formats="mmm-yy"), "B2:D3") == [1]


def test_a_units_row_is_a_line_of_the_headings() -> None:
    cells = block(["Item", "Volume", "Price"], ["", "t", "USD/t"], ["Ore", 5, 60], ["Coal", 7, 90])
    assert rows_of(cells, "B3:C4") == [1, 2]


def test_another_block_above_a_blank_band_keeps_its_headings() -> None:
    cells = block(["A", "B"], [1, 2], [], [], ["Item", "Cost"], ["x", 5], ["y", 6])
    assert rows_of(cells, "B6:B7") == [5]


def test_numbers_alone_have_no_headings() -> None:
    cells = block([1, 5, 3], [4, 9, 6], [5, 2, 9])
    assert rows_of(cells, "B3:C3") == []
    assert labels_of(cells, "B3:C3") == []


def test_labels_are_the_leading_texts_and_not_the_measures_between() -> None:
    cells = block(["Id", "Kind", "Units", "Price"], *POSITIONS)
    assert labels_of(cells, "D2:D3") == [("XS01", "XS02"), ("Bond", "Share")]


def test_numbers_that_count_the_rows_are_labels() -> None:
    cells = block(["No", "Cost"], [1, 50], [2, 70], [3, 20])
    assert labels_of(cells, "B2:B4") == [("1", "2", "3")]


def test_labels_are_found_over_columns_left_blank_for_them() -> None:
    cells = block(
        [None, None, None, 2024, 2025], ["Sales", None, None, 10, 12], ["Cost", None, None, 5, 6]
    )
    assert labels_of(cells, "E2:E3") == [("Sales", "Cost")]
    assert rows_of(cells, "D2:E3") == [1]
