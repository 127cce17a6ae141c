import pytest
from hypothesis import given
from hypothesis import strategies as st
from sheets import Cell, sheet, workbook

from tieout.workbook.compare import compare
from tieout.workbook.row_shifts import RowShift, find_shift, shifted


def column(count: int) -> list[list[object]]:
    """Inputs in A, doubled in B, and a sum under B."""
    rows: list[list[object]] = [[float(n), Cell(n * 2.0, f"=A{n}*2")] for n in range(1, count + 1)]
    return [*rows, ["Sum", Cell(count * (count + 1.0), f"=SUM(B1:B{count})")]]


@pytest.mark.parametrize(
    ("shift", "formula", "wanted"),
    [
        (RowShift("S", 3, 2), "=A2+A3+$A$4+S!B9", "=A2+A5+$A$6+S!B11"),
        (RowShift("S", 3, 2), "=SUM(A2:A3)+SUM(A1:A2)+SUM(3:4)", "=SUM(A2:A5)+SUM(A1:A2)+SUM(5:6)"),
        (RowShift("S", 3, 2), "=T!A9+A:A+\"A9\"", "=T!A9+A:A+\"A9\""),
        (RowShift("S", 3, -2), "=A2+A5+A3", "=A2+A3+#REF!"),
        (RowShift("S", 3, -2), "=SUM(A1:A9)+SUM(A3:A9)+SUM(A1:A4)", "=SUM(A1:A7)+SUM(A3:A7)+SUM(A1:A2)"),
        (RowShift("S", 3, -2), "=SUM(A3:A4)", "=SUM(#REF!)"),
    ],
)  # fmt: skip
def test_references_move_as_excel_moves_them(shift: RowShift, formula: str, wanted: str) -> None:
    assert shift.formula(formula, "S") == wanted


def test_inserted_rows_leave_only_themselves_changed() -> None:
    before = sheet("S", column(20))
    rows = column(20)
    moved = [
        [
            cell if not isinstance(cell, Cell) else Cell(cell.value, RowShift("S", 5, 1).formula(cell.formula, "S"))
            for cell in row
        ]
        for row in rows
    ]  # fmt: skip
    after = sheet("S", [*moved[:4], ["new", None], *moved[4:]])
    shift = find_shift(before, after)
    assert shift == RowShift("S", 5, 1)
    base = shifted(workbook(before), [shift])
    changes = compare(base, workbook(after))
    assert [str(change.address) for change in changes.cells] == ["S!A5"]
    assert shift.change().name == "S!5:5"


def test_a_longer_list_is_no_insertion() -> None:
    rows = column(20)[:20]
    assert find_shift(sheet("S", rows), sheet("S", [*rows, ["more", None]])) is None


def test_rows_that_are_all_different_are_no_insertion() -> None:
    before = sheet("S", [[float(n)] for n in range(20)])
    after = sheet("S", [[float(-n)] for n in range(1, 25)])
    assert find_shift(before, after) is None


@given(st.integers(8, 30), st.data())
def test_any_insertion_or_deletion_among_distinct_rows_is_found(
    count: int, data: st.DataObject
) -> None:
    rows: list[list[object]] = [[float(n), f"row {n}"] for n in range(count)]
    start = data.draw(st.integers(1, count - 2))
    if data.draw(st.booleans()):
        size = data.draw(st.integers(1, 5))
        after = [*rows[: start - 1], *[[None, None]] * size, *rows[start - 1 :]]
    else:
        size = -data.draw(st.integers(1, min(3, count - start)))
        after = [*rows[: start - 1], *rows[start - 1 - size :]]
    one, other = sheet("S", rows), sheet("S", after)
    shift = find_shift(one, other)
    assert shift is not None
    assert (shift.start, shift.count) == (start, size)
    assert compare(shifted(workbook(one), [shift]), workbook(other)).cells == ()
