"""Numbers in cells that are too narrow for them."""

from dataclasses import replace

import pytest

from embedded_excel.calc.cells import CellError, CellStyle, Rect
from embedded_excel.host import EmbeddedExcel
from embedded_excel.model.autofit import text_width
from embedded_excel.render.fitting import fitted
from embedded_excel.render.grid import tile

GENERAL = CellStyle()


def wide(digits: int) -> float:
    return text_width("0" * digits, GENERAL) + 0.1


@pytest.mark.parametrize(
    ("value", "digits", "shown"),
    [
        (3.14159265358, 12, "3.141592654"),
        (3.14159265358, 5, "3.142"),
        (3.14159265358, 1, "3"),
        (1234567.891, 9, "1234567.9"),
        (1234567.891, 7, "1234568"),
        (1234567.891, 5, "1E+06"),
        (1234567.891, 4, "####"),
        (123456789012.0, 9, "1.235E+11"),
        (0.000123456, 7, "0.00012"),
        (-2.5, 2, "-3"),
        (-2.5, 1, "#"),
    ],
)
def test_general_is_rounded_then_written_with_an_exponent_then_given_up(value, digits, shown):
    text = {3.14159265358: "3.141592654", 123456789012.0: "1.23457E+11"}.get(value, f"{value}")
    assert fitted(text, value, GENERAL, wide(digits)) == shown


def test_other_formats_show_signs_across_the_cell():
    money = replace(GENERAL, number_format="#,##0.00")
    assert fitted("1,234,567.00", 1234567.0, money, wide(6)) == "######"
    assert fitted("1,234,567.00", 1234567.0, money, wide(12)) == "1,234,567.00"
    date = replace(GENERAL, number_format="yyyy-mm-dd")
    assert fitted("2024-01-31", 45322.0, date, wide(5)) == "#####"


@pytest.mark.parametrize("value", ["a long text", True, CellError("#DIV/0!"), None])
def test_what_is_no_number_is_left_to_the_edges(value):
    assert fitted("something long", value, GENERAL, wide(3)) == "something long"


def test_a_hidden_column_or_a_text_that_shrinks_hides_nothing():
    assert fitted("123456", 123456.0, GENERAL, 0.0) == "123456"
    shrinking = replace(GENERAL, number_format="0", shrink_to_fit=True)
    assert fitted("123456", 123456.0, shrinking, wide(3)) == "123456"


def test_the_grid_shows_numbers_in_the_width_of_their_columns_and_merged_areas():
    excel = EmbeddedExcel.new()
    engine = excel.workbook.engine
    engine.write(0, [(0, 0, 1234567.0), (1, 0, 1234567.0), (2, 0, "a text that is cut off")])
    engine.restyle(0, Rect(0, 0, 1, 0), lambda style: replace(style, number_format="#,##0.00"))
    engine.set_column_width(0, 0, 0, 30.0)
    engine.merge(0, Rect(1, 0, 1, 2))
    drawn = tile(excel.workbook, 1, "Sheet1", Rect(0, 0, 5, 5))
    assert [cell[2] for cell in drawn["cells"]] == [
        "#####",
        "1,234,567.00",
        "a text that is cut off",
    ]
    excel.close()
