"""What of a large range is shown: by a fixed rule, within the budget, and saying what is missing."""

import re

import pytest
from range_text_reader import read_text
from sheets import Cell, cells, revenue

from tieout.workbook.cell_grid import cell_grid
from tieout.workbook.range_layouts import Layout
from tieout.workbook.range_sampling import sampled_rows
from tieout.workbook.range_text import DEFAULT_BUDGET, range_text
from tieout.workbook.tokens import estimate_tokens


def order(rows: list[list[object]]) -> list[tuple[int, str]]:
    grid = cell_grid(cells("Sheet1!A1", rows))
    return [(one.row, one.reason) for one in sampled_rows(grid, range(1, len(rows) + 1), ())]


def plain(count: int) -> list[list[object]]:
    return [["Item", float(number % 7)] for number in range(count)]


def test_the_ends_come_first_then_errors_breaks_and_extremes() -> None:
    rows = plain(100)
    rows[40] = ["Item", Cell("#DIV/0!", "", "#DIV/0!")]
    rows[50] = ["Item", "n/a"]
    rows[60], rows[61] = ["Item", -500.0], ["Item", 9_000.0]
    assert order(rows)[:8] == [
        (1, "first"), (2, "first"), (3, "first"), (100, "last"),
        (41, "error"), (51, "break"), (61, "extreme"), (62, "extreme"),
    ]  # fmt: skip


def test_every_row_comes_once() -> None:
    found = [row for row, _ in order(plain(100))]
    assert sorted(found) == list(range(1, 101))


@pytest.mark.parametrize("layout", ["rows", "cells", "csv"])
@pytest.mark.parametrize("rows", [300, 20_000])
def test_a_long_range_keeps_the_budget(layout: Layout, rows: int) -> None:
    text = range_text(revenue(rows), layout=layout)
    assert estimate_tokens(text) <= DEFAULT_BUDGET
    assert "left out: rows " in text or "left out: " in text


def test_a_wide_range_loses_columns_and_says_which() -> None:
    row: list[object] = [f"Heading {number}" for number in range(2_000)]
    text = range_text(cells("Sheet1!A1", [row, [1.0] * 2_000, [2.0] * 2_000]))
    assert estimate_tokens(text) <= DEFAULT_BUDGET
    found = read_text(text)
    assert found.columns_out.endswith("-BXW")
    shown = {column for _, column in found.cells}
    assert {1, 2, 2_000} <= shown
    assert all(found.says_left_out(1, column) != (column in shown) for column in range(1, 2_001))


def test_what_is_left_out_can_be_read_with_the_address_it_gives() -> None:
    text = range_text(revenue(1_000))
    address = re.search(r'sheet\.getCellRange\("(.+?)"\)', text)
    assert address is not None
    first = int(re.search(r"!A(\d+):", address[1])[1])
    shown = read_text(text).shown_rows
    assert first not in shown
    assert first - 1 in shown


def test_the_same_range_is_sampled_alike() -> None:
    assert range_text(revenue(5_000)) == range_text(revenue(5_000))


def test_a_small_budget_still_shows_five_rows() -> None:
    assert len(read_text(range_text(revenue(500), budget=150)).shown_rows) >= 5
