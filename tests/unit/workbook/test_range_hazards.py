import pytest

from tests.unit.workbook.test_sheet_regions import area, sheet
from tieout.workbook.hazards import SheetHazards, hazards, other_lines

PLAIN = sheet(["a", 1], ["b", 2])


def test_a_harmless_range_has_none() -> None:
    assert hazards(PLAIN, SheetHazards()) == ()


@pytest.mark.parametrize(
    ("state", "phrase"),
    [
        (SheetHazards(calculation="Manual"), "calculation is manual: values may be old"),
        (SheetHazards(protected=True), "sheet protected"),
        (SheetHazards(filter_on=True), "autofilter on"),
        (SheetHazards(filter_on=True, filtered=True), "rows filtered"),
        (SheetHazards(hidden_rows=(3, 4, 5, 9)), "4 hidden rows (3-5, 9)"),
        (SheetHazards(hidden_columns=(3,)), "1 hidden column (C)"),
        (SheetHazards(hidden_rows=None), "some rows hidden"),
        (SheetHazards(merged=(area("A1:B1"), area("Z1:Z2"))), "merged A1:B1"),
        (SheetHazards(spills=(area("A1:A2"),)), "spilled A1:A2"),
    ],
)
def test_each_state_has_its_phrase(state: SheetHazards, phrase: str) -> None:
    assert hazards(PLAIN, state) == (phrase,)


def test_cells_tell_of_errors_numbers_as_text_and_links() -> None:
    cells = sheet(["007", "12.5"], ["#DIV/0!", "#N/A"], ["='[Rates.xlsx]May'!A1", "=Sales[2024]"])
    assert hazards(cells, SheetHazards()) == (
        "2 error cells (first A2)",
        "2 numbers stored as text (first A1)",
        "1 link to another workbook",
    )


def test_a_very_large_range_says_so() -> None:
    cells = sheet(*[["x"] * 20] * 1_000)
    assert hazards(cells, SheetHazards()) == ("very large (20,000 cells)",)


def test_hidden_lines_are_those_no_visible_run_covers() -> None:
    assert other_lines(1, 6, [(1, 2), (5, 9)]) == (3, 4)
