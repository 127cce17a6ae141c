import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.workbook.address import Address
from tieout.workbook.sampling import areas, column_runs, sample_indices
from tieout.workbook.scope import parse_scope
from tieout.workbook.tokens import clip, estimate_tokens


def test_a_scope_names_cells_and_sheets() -> None:
    code = "\n// scope: Sheet1!D2:D201, sheet:Summary, 'My, Sheet'!A:C, F1\nawait x();"
    scope = parse_scope(code)
    assert scope is not None
    assert [str(area) for area in scope.areas] == [
        "Sheet1!D2:D201",
        "'My, Sheet'!A:C",
        "'My, Sheet'!F1",
    ]
    assert scope.sheets == ("Summary",)
    assert scope.covers(Address.parse("sheet1!D9"))
    assert scope.covers(Address.parse("SUMMARY!Z9"))
    assert not scope.covers(Address.parse("Sheet1!E2"))
    assert not scope.covers(Address.parse("Sheet1!D1:D9"))


def test_a_scope_after_the_first_statement_is_a_comment_like_any_other() -> None:
    assert parse_scope("const a = 1;\n// scope: Sheet1!A1") is None


def test_what_a_scope_cannot_read_is_kept_to_be_reported() -> None:
    scope = parse_scope("// scope: the totals, Sheet1!B2")
    assert scope is not None
    assert scope.unreadable == ("the totals",)
    assert len(scope.areas) == 1


@pytest.mark.parametrize(("count", "limit"), [(0, 5), (5, 5), (6, 5), (199, 10), (3, 1), (9, 2)])
def test_samples_are_in_order_within_the_limit_and_hold_both_ends(count: int, limit: int) -> None:
    sample = sample_indices(count, limit)
    assert len(sample) == min(count, limit)
    assert list(sample) == sorted(set(sample))
    if count and limit > 1:
        assert (sample[0], sample[-1]) == (0, count - 1)


@given(st.sets(st.tuples(st.integers(1, 12), st.integers(1, 6))))
def test_areas_cover_exactly_the_cells_they_were_made_of(cells: set[tuple[int, int]]) -> None:
    covered = [
        (row, column)
        for area in areas(cells, "S")
        for row in range(area.top, area.bottom + 1)
        for column in range(area.left, area.right + 1)
    ]
    assert sorted(covered) == sorted(cells)


def test_columns_are_listed_as_people_do() -> None:
    assert column_runs([1, 2, 3, 6, 28]) == "A-C, F, AB"


def test_a_clipped_text_says_what_is_missing() -> None:
    text = "word " * 1_000
    short = clip(text, 50)
    assert estimate_tokens(short) < 80
    kept, _, note = short.partition("… (")
    assert int(note.split(" ")[0].replace(",", "")) == len(text) - len(kept)


def test_the_estimate_grows_with_the_text() -> None:
    row = "2: North | 1200 | 9.99 | 11,988.00 F1\n"
    assert estimate_tokens(row * 100) > 99 * estimate_tokens(row) * 0.95
    assert estimate_tokens("") == 0
