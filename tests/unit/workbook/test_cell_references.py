import pytest

from tieout.workbook.address import Address
from tieout.workbook.cell_references import (
    BadReference,
    NameReference,
    TableReference,
    parse_references,
)
from tieout.workbook.near_names import listed


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("Sales!A1:B9", Address("Sales", 1, 1, 9, 2)),
        ("'P&L 2026'!B4", Address("P&L 2026", 4, 2, 4, 2)),
        ("'O''Neil'!B4", Address("O'Neil", 4, 2, 4, 2)),
        ("Sales!R2C3:R9C4", Address("Sales", 2, 3, 9, 4)),
        ("r2c3", Address("", 2, 3, 2, 3)),
        ("R5", Address("", 5, 18, 5, 18)),
        ("TaxRate", NameReference("", "TaxRate")),
        ("Budget!TaxRate", NameReference("Budget", "TaxRate")),
        ("Orders[]", TableReference("Orders")),
        ("Orders[Units]", TableReference("Orders", ("#data",), "Units", "Units")),
        ("Orders[#Headers]", TableReference("Orders", ("#headers",))),
        ("Orders[[Units]:[Price]]", TableReference("Orders", ("#data",), "Units", "Price")),
        ("Orders[[#Totals],[Units]]", TableReference("Orders", ("#totals",), "Units", "Units")),
        (
            "Orders[[#Headers],[#Data],[Price, net]]",
            TableReference("Orders", ("#headers", "#data"), "Price, net", "Price, net"),
        ),
        ("Orders[['#]]", TableReference("Orders", ("#data",), "#", "#")),
    ],
)
def test_a_text_means_one_place(text: str, meaning: object) -> None:
    assert parse_references(text) == (meaning,)


def test_later_areas_are_on_the_sheet_of_the_first() -> None:
    found = parse_references("'My, Sheet'!A1:B2, D4, Orders[A, B]")
    assert found == (
        Address("My, Sheet", 1, 1, 2, 2),
        Address("My, Sheet", 4, 4, 4, 4),
        TableReference("Orders", ("#data",), "A, B", "A, B"),
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("B2:", "is no address"),
        ("A1,,B2", "is empty"),
        ("XFE1", "outside Excel's grid"),
        ("R1048577C1", "outside Excel's grid"),
        ("'Sales!A1", "don't close"),
        ("Orders[@Units]", "only inside a formula"),
        ("Orders[[A],[B]]", "more than one run of columns"),
    ],
)
def test_what_is_no_place_says_why(text: str, why: str) -> None:
    with pytest.raises(BadReference, match=why):
        parse_references(text)


def test_what_exists_is_listed_nearest_first() -> None:
    sheets = ["Costs", "Sales 2024", "Sales 2022", "Summary"]
    assert listed("Sheets", "Sales 2023", sheets).startswith("Sheets: 'Sales 2022', 'Sales 2024', ")
    assert listed("Tables", "x", []) == ""
    many = listed("Names", "n1", [f"n{number}" for number in range(20)])
    assert many.endswith(", and 12 more")
