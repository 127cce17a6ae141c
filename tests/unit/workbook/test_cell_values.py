"""Values: the number that is stored, dates as dates, and displayed text only where it says more."""

import gzip
import json
import os
from pathlib import Path

import pytest

from tieout.workbook.cell_text import is_as_formatted, parse_value, value_text

SHARED = Path(os.environ.get("TIEOUT_SHARED_DATA", Path(__file__).parents[4] / "shared" / "data"))
SHOWN_BY_EXCEL = SHARED / "display_sample.jsonl.gz"


@pytest.mark.parametrize(
    ("value", "shown", "code", "text"),
    [
        (0.125, "12.5%", "0.0%", "0.125"),
        (11_987.6, "11,988", "#,##0", "11987.6"),
        (11_987.6, "about 12k", "General", "11987.6 (about 12k)"),
        (-1_200.0, "(1,200)", "#,##0;(#,##0)", "-1200"),
        (0.0, " $ -   ", '_($* #,##0_);_($* (#,##0);_($* "-"??_);_(@_)', "0"),
        (1_234_567.0, "1.2M", '0.0,,"M"', "1234567"),
        (45_322.0, "31-Jan-24", "d-mmm-yy", "2024-01-31"),
        (45_322.5625, "31/01/2024 13:30", "dd/mm/yyyy hh:mm", "2024-01-31 13:30"),
        (0.5625, "1:30 PM", "h:mm AM/PM", "13:30"),
        (45_322.0, "31. Jänner", "d. mmmm", "45322 (31. Jänner)"),
        (43_860.0, "31-Jan-24", "d-mmm-yy", "43860 (31-Jan-24)"),
        (45_322.123, "31-Jan-24", "d-mmm-yy", "45322.123"),
        (0.1 + 0.2, "0.3", "General", "0.3"),
        (1 / 3, "0.333", "General", "0.333333333333333"),
        (2.0, "##", "#,##0.00", "2"),
        (5.0, "", ";;;", "5"),
        (5.0, "", "General", "5 ()"),
        (1e20, "1E+20", "General", "1e+20"),
    ],
)
def test_a_number_is_written_by_one_rule(value: float, shown: str, code: str, text: str) -> None:
    assert value_text(value, shown, code) == text
    assert parse_value(text) == float(f"{value:.15g}")


@pytest.mark.parametrize(
    "text",
    [
        "007",
        "TRUE",
        "2024-01-31",
        "1e5",
        "12%",
        "$5",
        "a|b",
        "=x",
        "^",
        "AB:c",
        " x",
        "",
        '"q"',
        "13:30",
    ],
)
def test_text_that_reads_as_something_else_is_quoted(text: str) -> None:
    written = value_text(text, text)
    assert written == json.dumps(text, ensure_ascii=False)
    assert parse_value(written) == text


def test_long_text_is_cut_with_its_length() -> None:
    assert value_text("x" * 1_200, "").endswith('x"… [200 more characters]')


@pytest.mark.data
@pytest.mark.skipif(not SHOWN_BY_EXCEL.exists(), reason="the shared data folder isn't there")
def test_most_of_what_excel_shows_follows_from_the_number_format() -> None:
    """On a sample that has each format about as often. What doesn't is written beside the number, so a format that isn't known costs tokens only."""
    total = follows = 0
    with gzip.open(SHOWN_BY_EXCEL, "rt", encoding="utf-8") as file:
        for line in file:
            one = json.loads(line)
            if isinstance(one["value"], int | float) and not one.get("overflow"):
                total += 1
                follows += is_as_formatted(
                    float(one["value"]), one["text"], one["fmt"] or "General"
                )
    assert follows / total > 0.75
