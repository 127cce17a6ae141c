"""Cells in columns hold what cells in rows hold, and differ where those differ."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tieout.workbook.address import Address
from tieout.workbook.cell_columns import TextPool, cell_columns
from tieout.workbook.differing import differing_places
from tieout.workbook.snapshot import RangeSnapshot, SheetSnapshot, join_rows

CELL = st.sampled_from(
    [
        ("", "", "", "General"),
        (1, 1, "1", "General"),
        (1.5, 1.5, "150%", "0%"),
        (True, True, "TRUE", "General"),
        ("1", "1", "1", "@"),
        ("=not", "=not", "=not", "@"),
        (3, "=A1+2", "3", "General"),
        ("", '=""', "", "General"),
        ("#N/A", "=NA()", "#N/A", "General"),
        (1, 1, "####", "General"),
    ]
)


@st.composite
def grids(draw: st.DrawFn, rows: int = 3, columns: int = 4) -> list[list[list[object]]]:
    cells = [[draw(CELL) for _ in range(columns)] for _ in range(rows)]
    return [[[cell[part] for cell in row] for row in cells] for part in range(4)]


def columns_at(
    top: int, left: int, grid: list[list[list[object]]], pool: TextPool
) -> RangeSnapshot:
    rows, width = len(grid[0]), len(grid[0][0])
    address = Address("S", top, left, top + rows - 1, left + width - 1)
    return RangeSnapshot(address, columns=cell_columns(pool, *grid))


def in_rows(cells: RangeSnapshot) -> RangeSnapshot:
    return RangeSnapshot(
        cells.address, cells.values, cells.formulas, cells.texts, cells.number_formats
    )


def sheet(cells: RangeSnapshot) -> SheetSnapshot:
    return SheetSnapshot("S", "1", used=cells.address, cells=cells)


@given(grids())
def test_a_cell_is_the_same_alone_and_in_its_row(grid: list[list[list[object]]]) -> None:
    fresh = columns_at(2, 3, grid, TextPool())
    alone = [
        [(fresh.state(row, column), fresh.content(row, column)) for column in range(2, 8)]
        for row in range(1, 6)
    ]
    rows = in_rows(fresh)
    assert alone == [
        [(rows.state(row, column), rows.content(row, column)) for column in range(2, 8)]
        for row in range(1, 6)
    ]
    assert list(columns_at(2, 3, grid, TextPool()).filled()) == list(rows.filled())


def test_formulas_are_told_from_texts_and_empty_texts_from_empty_cells() -> None:
    grid: list[list[list[object]]] = [
        [["", "", "=x", 3, True, 1]],
        [["", '=""', "=x", "=A1", True, 1]],
        [["", "", "=x", "3", "TRUE", "1"]],
        [["General"] * 6],
    ]
    cells = columns_at(1, 1, grid, TextPool())
    contents = [cells.content(1, column) for column in range(1, 7)]
    assert contents == [(None, ""), ("", '=""'), ("=x", ""), (3.0, "=A1"), (True, ""), (1.0, "")]
    assert [type(value) for value, _ in contents[4:]] == [bool, float]


@given(
    grids(),
    grids(rows=4, columns=3),
    st.tuples(st.integers(1, 4), st.integers(1, 4)),
    st.tuples(st.integers(1, 4), st.integers(1, 4)),
)
def test_columns_differ_where_rows_differ(
    one: list[list[list[object]]],
    other: list[list[list[object]]],
    at: tuple[int, int],
    then: tuple[int, int],
) -> None:
    pool = TextPool()
    before, after = columns_at(*at, one, pool), columns_at(*then, other, pool)
    found = differing_places(sheet(before), sheet(after))
    assert found == differing_places(sheet(in_rows(before)), sheet(in_rows(after)))
    assert found == sorted(set(found))


@given(grids())
def test_what_is_the_same_differs_nowhere(grid: list[list[list[object]]]) -> None:
    pool = TextPool()
    assert (
        differing_places(sheet(columns_at(1, 1, grid, pool)), sheet(columns_at(1, 1, grid, pool)))
        == []
    )


@given(grids(rows=5))
def test_bands_and_parts_put_together_are_the_whole(grid: list[list[list[object]]]) -> None:
    whole = columns_at(3, 2, grid, TextPool())
    area = whole.address
    bands = [
        whole.part(replace(area, top=top, bottom=bottom))
        for top, bottom in ((3, 4), (5, 5), (6, 7))
    ]
    assert join_rows(bands) == in_rows(whole)
    assert join_rows([in_rows(band) for band in bands]) == in_rows(whole)


def test_each_distinct_formula_is_changed_once() -> None:
    grid: list[list[list[object]]] = [
        [[1, 1], [1, 2]],
        [["=A9", "=A9"], ["=B9", 2]],
        [["1", "1"], ["1", "2"]],
        [["General"] * 2] * 2,
    ]
    asked: list[str] = []

    def change(formula: str) -> str:
        asked.append(formula)
        return formula.replace("9", "10")

    cells = columns_at(1, 1, grid, TextPool()).mapped(change)
    assert cells.formulas == (("=A10", "=A10"), ("=B10", ""))
    assert sorted(asked) == ["=A9", "=B9"]
