"""Where a kept area is after cells were inserted or deleted."""

import pytest

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS
from embedded_excel.model.a1 import (
    absolute_rect_text,
    parse_rect,
    rect_text,
    sheet_prefix,
    split_sheet,
)
from embedded_excel.model.workbook import Shift

EVERY_COLUMN = (0, MAX_COLUMNS - 1)
EVERY_ROW = (0, MAX_ROWS - 1)


def rows(start, count, band=EVERY_COLUMN):
    return Shift(vertical=True, start=start - 1, count=count, band=band)


@pytest.mark.parametrize(
    ("shift", "before", "after"),
    [
        (rows(1, 2), "B3:C5", "B5:C7"),
        (rows(3, 2), "B3:C5", "B5:C7"),
        (rows(4, 2), "B3:C5", "B3:C7"),
        (rows(6, 2), "B3:C5", "B3:C5"),
        (rows(1, -2), "B3:C5", "B1:C3"),
        (rows(2, -2), "B3:C5", "B2:C3"),
        (rows(4, -1), "B3:C5", "B3:C4"),
        (rows(5, -9), "B3:C5", "B3:C4"),
        (rows(3, -3), "B3:C5", None),
        (rows(1, 5), "B:C", "B:C"),
        (rows(1, -5), "B:C", "B:C"),
        (rows(1, 1), "A1048576", None),
        (rows(2, 1, band=(0, 1)), "B3", "B4"),
        (rows(2, 1, band=(0, 1)), "B3:C3", "B3:C3"),
        (Shift(vertical=False, start=1, count=2, band=EVERY_ROW), "B3:C5", "D3:E5"),
        (Shift(vertical=False, start=1, count=-1, band=EVERY_ROW), "B3:C5", "B3:B5"),
        (Shift(vertical=False, start=0, count=3, band=EVERY_ROW), "3:5", "3:5"),
    ],
)
def test_an_area_moves_with_its_cells(shift, before, after):
    rect = parse_rect(before)
    assert rect is not None
    moved = shift.apply(rect)
    assert (None if moved is None else rect_text(moved)) == after


@pytest.mark.parametrize("text", ["A1", "XFD1048576", "B2:C3", "A:A", "C:XFD", "1:1", "7:1048576"])
def test_a_reference_is_read_and_written_alike(text):
    rect = parse_rect(text)
    assert rect is not None
    assert rect_text(rect) == text
    assert parse_rect(absolute_rect_text(rect)) == rect


@pytest.mark.parametrize(
    "text",
    ["", "A", "1", "A0", "XFE1", "A1048577", "A1:", "A1:B", "A:1", "A1 B2", "Total", "A1,B2"],
)
def test_what_isnt_a_reference_is_none(text):
    assert parse_rect(text) is None


@pytest.mark.parametrize(
    ("name", "prefix"),
    [
        ("Sheet1", "Sheet1"),
        ("My sheet", "'My sheet'"),
        ("O'Neil", "'O''Neil'"),
        ("2025", "'2025'"),
        ("A1", "'A1'"),
        ("R1C1", "'R1C1'"),
        ("Größe", "Größe"),
    ],
)
def test_a_sheet_name_is_quoted_where_excel_quotes_it(name, prefix):
    assert sheet_prefix(name) == prefix
    assert split_sheet(f"{prefix}!A1") == (name, "A1")
