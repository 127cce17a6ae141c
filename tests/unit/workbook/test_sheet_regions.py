from tieout.workbook.address import Address
from tieout.workbook.regions import Region, filled_areas, find_regions, split_regions
from tieout.workbook.snapshot import RangeSnapshot, TableSnapshot


def sheet(*rows: list) -> RangeSnapshot:
    """Cells from A1; text beginning with = is a formula."""
    width = max(len(row) for row in rows)
    full = [[*row, *[None] * (width - len(row))] for row in rows]

    def formula(cell: object) -> str:
        return cell if isinstance(cell, str) and cell.startswith("=") else ""

    return RangeSnapshot(
        Address("S", 1, 1, len(rows), width),
        tuple(
            tuple(1.0 if formula(c) else float(c) if isinstance(c, int) else c for c in row)
            for row in full
        ),
        tuple(tuple(map(formula, row)) for row in full),
        tuple(tuple("" if c is None else str(c) for c in row) for row in full),
        tuple(tuple("General" for _ in row) for row in full),
    )


def area(text: str) -> Address:
    return Address.parse(f"S!{text}")


def regions(cells: RangeSnapshot, *tables: TableSnapshot) -> list[Region]:
    found = find_regions(filled_areas(cells), filled_areas(cells, formulas=True), tables)
    return list(split_regions(found, cells))


def places(found: list[Region]) -> list[str]:
    return [region.address.local for region in found]


def test_two_blank_rows_part_blocks_and_one_does_not() -> None:
    cells = sheet(["Title"], [], ["a", 1], ["b", 2], [], [], ["c", 3], ["d", "=B7"])
    found = regions(cells)
    assert places(found) == ["A1:B4", "A7:B8"]
    assert [(region.cells, region.formulas) for region in found] == [(5, 0), (4, 1)]


def test_blocks_side_by_side_with_labels_of_their_own_are_parted() -> None:
    cells = sheet(
        ["Item", "Cost", None, "Item", "Price"], ["a", 1, None, "x", 5], ["b", 2, None, "y", 6]
    )
    assert places(regions(cells)) == ["A1:B3", "D1:E3"]


def test_a_blank_column_between_labels_and_figures_parts_nothing() -> None:
    cells = sheet([None, None, 2024, 2025], ["Sales", None, 1, 2], ["Cost", None, 3, 4])
    assert places(regions(cells)) == ["A1:D3"]


def test_tables_stand_for_themselves_even_when_cells_touch_them() -> None:
    table = TableSnapshot("Sales", "1", area("A1:B3"))
    cells = sheet(["Item", "Cost"], ["a", 1], ["b", 2], ["Total", "=SUM(B2:B3)"])
    found = regions(cells, table)
    assert [(region.address.local, region.table) for region in found] == [
        ("A1:B3", "Sales"),
        ("A4:B4", ""),
    ]


def test_far_apart_cells_cost_what_they_hold() -> None:
    corners = [area("A1"), area("XFD1048576"), area("C500000:D500009")]
    found = find_regions(corners)
    assert places(list(found)) == ["A1", "C500000:D500009", "XFD1048576"]
    assert [region.cells for region in found] == [1, 20, 1]


def test_equal_rows_are_one_rectangle() -> None:
    cells = sheet(*[["x", 1, None, 2]] * 500)
    assert [one.local for one in filled_areas(cells)] == ["A1:B500", "D1:D500"]


def test_boxes_that_come_to_touch_as_they_grow_are_one_region() -> None:
    ring = [area("A1:F1"), area("A2:A9"), area("F2:F9"), area("A10:F10")]
    assert places(list(find_regions([*ring, area("C5")]))) == ["A1:F10"]
