from datetime import date

import pytest

from embedded_excel.calc.cells import CellError, Formula
from embedded_excel.errors import ExcelApiError
from embedded_excel.model.colors import color_code
from embedded_excel.model.number_categories import category
from embedded_excel.model.typed_input import Typing, day_of, serial, typed

TODAY = date(2026, 11, 30)


def stored(text, number_format="General", **options):
    given = typed(text, Typing(number_format, today=TODAY, **options))
    return given.content, given.number_format


@pytest.mark.parametrize(
    ("text", "value", "number_format"),
    [
        ("12", 12.0, ""),
        (" 12 ", 12.0, ""),
        ("007", 7.0, ""),
        (".5", 0.5, ""),
        ("-5", -5.0, ""),
        ("+5", 5.0, ""),
        ("(5)", -5.0, ""),
        ("1e3", 1000.0, "0.00E+00"),
        ("12%", 0.12, "0%"),
        ("12.5%", 0.125, "0.00%"),
        ("1,234", 1234.0, "#,##0"),
        ("1,234.50", 1234.5, "#,##0.00"),
        ("$1,234", 1234.0, "$#,##0_);[Red]($#,##0)"),
        ("-$5.25", -5.25, "$#,##0.00_);[Red]($#,##0.00)"),
        ("1 1/2", 1.5, "# ?/?"),
        ("1/2/2024", 45293.0, "m/d/yyyy"),
        ("2024-01-02", 45293.0, "m/d/yyyy"),
        ("1/2/24", 45293.0, "m/d/yyyy"),
        ("1/2/50", 18265.0, "m/d/yyyy"),
        ("1/2", 46024.0, "d-mmm"),
        ("2-Jan-24", 45293.0, "d-mmm-yy"),
        ("January 2, 2024", 45293.0, "d-mmm-yy"),
        ("Jan 2024", 45292.0, "mmm-yy"),
        ("13:45", 49500 / 86400, "h:mm"),
        ("1:45 PM", 49500 / 86400, "h:mm AM/PM"),
        ("25:00", 25 / 24, "[h]:mm:ss"),
        ("1/2/2024 12:00", 45293.5, "m/d/yyyy h:mm"),
        ("1/1/1900", 1.0, "m/d/yyyy"),
        ("TRUE", True, ""),
        ("false", False, ""),
    ],
)
def test_a_text_that_looks_like_a_value_becomes_one(text, value, number_format):
    content, brought = stored(text)
    assert content == value
    assert type(content) is type(value)
    assert brought == number_format


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "1,23",
        "1.2.3",
        "2/30/2024",
        "13/1/2024",
        "Q1",
        "May",
        "-",
        "---",
        "NaN",
        "inf",
        "1_000",
        "³",
    ],
)
def test_anything_else_stays_a_text(text):
    assert stored(text) == (text, "")


def test_formulas_errors_and_forced_texts():
    assert stored("=A1") == (Formula("=A1"), "")
    assert stored("+A1") == (Formula("=+A1"), "")
    assert stored("#N/A") == (CellError("#N/A"), "")
    assert stored("'007") == ("007", "")
    assert stored("") == (None, "")
    assert stored("007", "@") == ("007", "")
    assert stored("=A1", "@") == ("=A1", "")


def test_a_signed_text_remembers_what_it_is_if_it_is_no_formula():
    assert typed("+1 (555) 0100", Typing(today=TODAY)).as_text == "+1 (555) 0100"
    assert typed("=SUM(", Typing(today=TODAY)).as_text is None


@pytest.mark.parametrize("date1904", [False, True])
def test_a_serial_number_leads_back_to_its_date(date1904):
    for day in (date(1904, 1, 1), date(1999, 12, 31), date(2024, 2, 29), date(9999, 12, 31)):
        number = serial(day, date1904=date1904)
        assert number is not None
        assert day_of(number, date1904=date1904) == day
    assert serial(date(1899, 12, 31), date1904=date1904) is None


def test_the_calendar_of_1900_has_a_day_too_many():
    assert serial(date(1900, 2, 28), date1904=False) == 59
    assert serial(date(1900, 3, 1), date1904=False) == 61


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("#1f4e79", "#1F4E79"),
        ("4472C4", "#4472C4"),
        ("Orange", "#FFA500"),
        ("lightgrey", "#D3D3D3"),
    ],
)
def test_colours_come_in_several_spellings(given, code):
    assert color_code(given) == code


@pytest.mark.parametrize("given", ["", "#12345", "no colour", None, 5])
def test_other_things_are_no_colours(given):
    with pytest.raises(ExcelApiError) as caught:
        color_code(given)
    assert caught.value.code == "InvalidArgument"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("General", "General"),
        ("0.00", "Number"),
        ("#,##0", "Number"),
        ("$#,##0.00", "Currency"),
        ('_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', "Accounting"),
        ("m/d/yyyy", "Date"),
        ("h:mm AM/PM", "Time"),
        ("0.00%", "Percentage"),
        ("# ?/?", "Fraction"),
        ("0.00E+00", "Scientific"),
        ("@", "Text"),
        ("00000", "Special"),
        ('0 "units"x', "Custom"),
    ],
)
def test_number_formats_have_categories(code, expected):
    assert category(code) == expected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("123456789012345678", 123456789012345000.0),
        ("-1234567890123456", -1234567890123450.0),
        ("0.1234567890123456789", 0.123456789012345),
        ("12345.678901234567E10", 12345.6789012345e10),
        ("000000000000000000012", 12.0),
        ("999999999999999999", 999999999999999000.0),
    ],
)
def test_a_typed_number_has_fifteen_digits(text: str, value: float):
    assert typed(text, Typing(today=TODAY)).content == value
