from sheets import Cell, sheet, workbook

from tieout.workbook.compare import compare
from tieout.workbook.lint import lint


def found(
    before: list[list[object]], after: list[list[object]]
) -> dict[str, tuple[str, list[str]]]:
    one, other = workbook(sheet("S", before)), workbook(sheet("S", after))
    findings = lint(compare(one, other).cells, one, other)
    return {f.code: (f.severity, [cell.local for cell in f.cells]) for f in findings}


def doubled(values: list[object]) -> list[list[object]]:
    """Inputs in A, `=A*2` in B unless something else is given."""
    return [
        [float(row), value if value is not None else Cell(row * 2.0, f"=A{row}*2")]
        for row, value in enumerate(values, 1)
    ]


def test_the_root_of_an_error_is_named_and_what_it_infects_is_counted() -> None:
    before = [[1, Cell(1.0, "=A1"), Cell(1.0, "=B1"), Cell(2.0, "=B1+C1")]]
    after = [[1, Cell("#REF!", "=#REF!"), Cell("#REF!", "=B1"), Cell("#REF!", "=B1+C1")]]
    one, other = workbook(sheet("S", before)), workbook(sheet("S", after))
    (finding,) = lint(compare(one, other).cells, one, other)
    assert (finding.severity, finding.code) == ("must_fix", "INVALID_FORMULA")
    assert [cell.local for cell in finding.cells] == ["B1"]
    assert "2 cells downstream" in finding.why
    assert "S!C1" in finding.why


def test_an_error_that_was_there_before_is_not_reported_again() -> None:
    rows: list[list[object]] = [[Cell("#N/A", "=NA()"), 1]]
    assert found(rows, [[rows[0][0], 2]]) == {}


def test_a_formula_that_takes_over_an_old_error_names_its_source() -> None:
    one = workbook(sheet("S", [[Cell("#N/A", "=NA()"), None]]))
    other = workbook(sheet("S", [[Cell("#N/A", "=NA()"), Cell("#N/A", "=A1+1")]]))
    (finding,) = lint(compare(one, other).cells, one, other)
    assert "takes over #N/A from S!A1" in finding.why


def test_a_number_over_a_formula_of_a_formula_column_is_reported() -> None:
    assert found(doubled([None] * 5), doubled([None, None, 7, None, None])) == {
        "FORMULA_OVERWRITTEN": ("must_fix", ["B3"])
    }


def test_a_number_written_into_a_gap_of_a_formula_column_is_reported() -> None:
    gap = doubled([None, None, Cell(), None, None])
    assert found(gap, doubled([None, None, 7, None, None])) == {
        "HARDCODED_VALUE": ("review", ["B3"])
    }


def test_a_number_in_a_column_of_numbers_is_nobodys_business() -> None:
    assert found([[1], [2], [3]], [[1], [9], [3]]) == {}


def test_formula_text_must_be_fixed() -> None:
    assert found([[1, None]], [[1, "=SUM(A1)"]]) == {"FORMULA_AS_TEXT": ("must_fix", ["B1"])}


def test_text_that_only_begins_like_a_formula_is_left_alone() -> None:
    assert found([[None]], [["= see the note"]]) == {}


def test_a_number_stored_as_text_is_reported() -> None:
    assert found([["Amount"], [None]], [["Amount"], ["1,200.50"]]) == {
        "NUMBER_AS_TEXT": ("review", ["A2"])
    }


def test_identifiers_are_no_numbers_stored_as_text() -> None:
    assert found([["Account no"], [None]], [["Account no"], ["12345"]]) == {}
    assert found([["Amount"], [None]], [["Amount"], ["007"]]) == {}


def test_must_fix_findings_come_first() -> None:
    before = [*doubled([None] * 3), [None, None]]
    after = [*doubled([None, 7, None]), ["=SUM(A1)", Cell("#DIV/0!", "=1/0")]]
    one, other = workbook(sheet("S", before)), workbook(sheet("S", after))
    severities = [f.severity for f in lint(compare(one, other).cells, one, other)]
    assert severities == sorted(severities, key=lambda severity: severity == "review")
    assert severities[0] == "must_fix"
