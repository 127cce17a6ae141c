import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.workbook.address import MAX_COLUMNS, MAX_ROWS, Address, InvalidAddress, quote_sheet

rows = st.integers(1, MAX_ROWS)
columns = st.integers(1, MAX_COLUMNS)
sheet_names = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="[]:*?/\\"),
    min_size=1,
    max_size=31,
).filter(lambda name: not name.startswith("'") and not name.endswith("'"))


@given(sheet_names, rows, columns, rows, columns)
def test_an_address_reads_back_as_it_was_written(
    sheet: str, top: int, left: int, bottom: int, right: int
) -> None:
    top, bottom = sorted((top, bottom))
    left, right = sorted((left, right))
    address = Address(sheet, top, left, bottom, right)
    assert Address.parse(str(address)) == address


@pytest.mark.parametrize(
    ("name", "quoted"),
    [
        ("Sheet1", "Sheet1"),
        ("My Sheet", "'My Sheet'"),
        ("O'Neil", "'O''Neil'"),
        ("2024", "'2024'"),
        ("A1", "'A1'"),
        ("R1C1", "'R1C1'"),
        ("P&L", "'P&L'"),
    ],
)
def test_sheet_names_are_quoted_where_excel_needs_it(name: str, quoted: str) -> None:
    assert quote_sheet(name) == quoted


@pytest.mark.parametrize("text", ["", "A0", "XFE1", "A1048577", "A1:B2:C3", "Sheet1!", "R1C1x"])
def test_text_that_is_no_address_is_refused_by_name(text: str) -> None:
    with pytest.raises(InvalidAddress, match=r"address|grid"):
        Address.parse(text)
