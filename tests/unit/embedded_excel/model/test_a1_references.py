import pytest

from embedded_excel.calc.cells import MAX_COLUMNS, MAX_ROWS, Rect
from embedded_excel.model.a1 import column_index, column_letters, parse_rect, rect_text
from embedded_excel.model.references import (
    TransposeRefused,
    copied,
    relocated,
    spans,
    transposed,
)
from embedded_excel.model.structured import with_renamed_column
from embedded_excel.model.workbook import Shift


@pytest.mark.parametrize(
    ("column", "letters"),
    [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA"), (16383, "XFD")],
)
def test_columns_have_letters(column, letters):
    assert column_letters(column) == letters
    assert column_index(letters) == column


@pytest.mark.parametrize("text", ["A1", "B2:D9", "A:C", "3:5", "XFD1048576"])
def test_an_address_is_written_as_it_was_read(text):
    rect = parse_rect(text)
    assert rect is not None
    assert rect_text(rect) == text


@pytest.mark.parametrize("text", ["XFE1", "A1048577", "A0", "", "A", "1", "A1:", "A1:B", "Table1"])
def test_what_lies_outside_the_sheet_is_no_address(text):
    assert parse_rect(text) is None


def test_references_are_told_from_what_only_looks_like_one():
    formula = (
        "=A1+\"B2\"&LOG10(C3)+Q1_x+1E5+Sales[[#This Row],[D4]]+'It''s E5'!F6+#REF!+XFE1+T.TEST(G7)"
    )
    assert [reference.text() for _, _, reference in spans(formula)] == [
        "A1",
        "C3",
        "'It''s E5'!F6",
        "G7",
    ]


@pytest.mark.parametrize(
    ("formula", "rows", "columns", "expected"),
    [
        ("=A1+$B2+C$3+$D$4", 1, 1, "=B2+$B3+D$3+$D$4"),
        ("=SUM(A:A)+SUM($2:2)", 2, 1, "=SUM(B:B)+SUM($2:4)"),
        ("=A1", -1, 0, "=#REF!"),
        ("=Sheet2!A1:B2", 0, 1, "=Sheet2!B1:C2"),
    ],
)
def test_copying_moves_relative_references(formula, rows, columns, expected):
    assert copied(formula, rows, columns) == expected


def test_transposing_swaps_offsets():
    assert transposed("=B1+$D$4", (0, 0), (4, 4)) == "=E6+$D$4"
    with pytest.raises(TransposeRefused):
        transposed("=$B1", (0, 0), (4, 4))


def insert_rows(start, count, left=0, right=MAX_COLUMNS - 1):
    return Shift(vertical=True, start=start, count=count, band=(left, right)).apply


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("=SUM(A1:A9)", "=SUM(A1:A11)"),
        ("=A3", "=A3"),
        ("=A6", "=A8"),
        ("=A:A", "=A:A"),
        ("=Other!A6", "=Other!A6"),
        ("=$A$6:$A$7", "=$A$8:$A$9"),
        ("=6:6", "=8:8"),
    ],
)
def test_references_follow_inserted_rows(formula, expected):
    assert relocated(formula, "Sheet1", "Sheet1", insert_rows(4, 2)) == expected


def test_a_reference_to_deleted_cells_becomes_an_error():
    gone = Shift(vertical=True, start=4, count=-2, band=(0, 0)).apply
    assert relocated("=A5+A6+A7+B5", "Sheet1", "sheet1", gone) == "=#REF!+#REF!+A5+B5"
    assert relocated("=SUM(A1:A9)", "Sheet1", "Sheet1", gone) == "=SUM(A1:A7)"
    assert relocated("=SUM(A1:B9)", "Sheet1", "Sheet1", gone) == "=SUM(A1:B9)"


def test_the_last_row_stays_on_the_sheet_when_rows_are_inserted():
    move = insert_rows(4, 2)
    assert move(Rect(0, 0, MAX_ROWS - 1, 0)) == Rect(0, 0, MAX_ROWS - 1, 0)
    assert move(Rect(3, 0, MAX_ROWS - 1, 0)) == Rect(3, 0, MAX_ROWS - 1, 0)
    assert move(Rect(MAX_ROWS - 1, 0, MAX_ROWS - 1, 0)) is None


@pytest.mark.parametrize(
    ("formula", "inside", "expected"),
    [
        ("=SUM(Sales[Qty])", False, "=SUM(Sales[Units sold])"),
        ("=[@Qty]*2", True, "=[@[Units sold]]*2"),
        ("=[@Qty]*2", False, "=[@Qty]*2"),
        ("=Sales[[#This Row],[Qty]]", False, "=Sales[[#This Row],[Units sold]]"),
        ("=SUM(Sales[[Qty]:[Price]])", False, "=SUM(Sales[[Units sold]:[Price]])"),
        ('=Other[Qty]&"Sales[Qty]"', False, '=Other[Qty]&"Sales[Qty]"'),
        ("=Sales[Qty2]", False, "=Sales[Qty2]"),
    ],
)
def test_a_renamed_column_is_renamed_in_formulas(formula, inside, expected):
    assert with_renamed_column(formula, "Sales", "Qty", "Units sold", inside=inside) == expected
