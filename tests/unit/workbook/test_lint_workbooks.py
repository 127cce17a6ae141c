import pytest
from hypothesis import given
from hypothesis import strategies as st
from lint_examples import SHEET, workbook_of
from sheets import Cell, sheet, workbook

from tieout.workbook.address import Address, column_letters
from tieout.workbook.lint import lint_workbook
from tieout.workbook.lint.formula import take_apart
from tieout.workbook.lint.rule import Example
from tieout.workbook.lint.suppressions import Suppression, next_name, suppressions
from tieout.workbook.lint.view import WorkbookView
from tieout.workbook.r1c1 import to_r1c1
from tieout.workbook.snapshot import NameSnapshot, WorkbookSnapshot


def found(cells: dict[str, object], formats: dict[str, str] | None = None) -> dict[str, list[str]]:
    report = lint_workbook(workbook_of(Example(cells, (), formats)))
    codes: dict[str, list[str]] = {}
    for finding in report.findings:
        codes.setdefault(finding.code, []).extend(cell.local for cell in finding.cells)
    return codes


def row(number: int, *contents: object, start: str = "A") -> dict[str, object]:
    first = ord(start) - 65
    return {
        f"{column_letters(first + at + 1)}{number}": content
        for at, content in enumerate(contents)
        if content is not None
    }


def test_an_opening_balance_may_differ_from_the_periods_after_it() -> None:
    assert "INCONSISTENT_FORMULA" not in found(
        row(1, "Opening", 100, "=B3", "=C3", "=D3")
        | row(2, "Flow", 5, 6, 7, 8)
        | row(3, "Closing", "=B1+B2", "=C1+C2", "=D1+D2", "=E1+E2")
    )


def test_subtotals_may_stand_among_the_formulas_of_a_column() -> None:
    lines = {f"A{n}": float(n * 7) for n in (1, 2, 3, 5, 6, 7)}
    formulas = {f"B{n}": f"=A{n}*2" for n in (1, 2, 3, 5, 6, 7)}
    totals = {"A4": "=SUM(A1:A3)", "B4": "=SUM(B1:B3)"}
    assert "INCONSISTENT_FORMULA" not in found(lines | formulas | totals)


def test_a_total_in_the_middle_of_a_table_without_other_totals_is_a_slip() -> None:
    lines = row(1, 1, 2, "=SUM(A1:B1)") | row(2, 3, 4, "=SUM(A2:B2)") | row(3, 5, 6, "=SUM(C1:C2)")
    rest = row(4, 7, 8, "=SUM(A4:B4)") | row(5, 9, 1, "=SUM(A5:B5)")
    assert found(lines | rest)["INCONSISTENT_FORMULA"] == ["C3"]


def test_quarters_that_come_again_are_a_pattern_of_their_own() -> None:
    months = [f"={column_letters(n)}1*2" for n in range(1, 13)]
    for quarter in (3, 7, 11):
        months[quarter] = f"=SUM({column_letters(quarter - 2)}1:{column_letters(quarter)}1)+1"
    inputs = row(1, *(float(n) for n in range(1, 13)))
    assert "INCONSISTENT_FORMULA" not in found(inputs | row(2, *months))


def test_adding_the_same_cells_in_other_words_is_no_difference() -> None:
    lines: dict[str, object] = {}
    for n in range(1, 7):
        lines |= row(n, float(n), 2.0, f"=SUM(A{n}:B{n})" if n == 3 else f"=B{n}+A{n}")
    assert "INCONSISTENT_FORMULA" not in found(lines)


def test_references_that_move_by_a_constant_step_make_a_regular_run() -> None:
    lines = {f"A{n}": float(n) for n in range(1, 31)}
    formulas = {f"C{n}": f"=A{3 * n}*2" for n in range(1, 9)}
    assert "INCONSISTENT_FORMULA" not in found(lines | formulas)
    assert found(lines | formulas | {"C5": "=A14*2"})["INCONSISTENT_FORMULA"] == ["C5"]


def test_errors_are_told_by_their_root_with_the_number_they_infect() -> None:
    cells: dict[str, object] = {
        "A1": ("=1/0", "#DIV/0!"),
        "A2": ("=A1+1", "#DIV/0!"),
        "A3": ("=SUM(A1:A2)", "#DIV/0!"),
        "B1": ("=NA()", "#N/A"),
    }
    (finding,) = lint_workbook(workbook_of(Example(cells, ()))).findings
    assert [cell.local for cell in finding.cells] == ["A1"]
    assert "2 cells downstream" in finding.why


def test_asking_where_a_cell_is_makes_no_circle() -> None:
    assert "CIRCULAR_REFERENCE" not in found(
        {"A1": "=ROW(A1)+COLUMNS($A$1:A1)", "B1": "=INDEX(B:B,5)"}
    )


@given(st.lists(st.tuples(st.integers(1, 12), st.integers(1, 12)), max_size=24))
def test_circles_are_the_groups_of_formulas_that_reach_one_another(
    links: list[tuple[int, int]],
) -> None:
    sources = {node: sorted({s for n, s in links if n == node}) for node in range(1, 13)}
    cells = {
        f"A{node}": "=1+" + "+".join(f"A{source}" for source in read) if read else 1.0
        for node, read in sources.items()
    }
    reach = {node: set(read) for node, read in sources.items()}
    for _ in range(12):
        for known in reach.values():
            known |= {far for near in known for far in sources[near]}
    expected = {
        tuple(sorted({other for other in reach if node in reach[other] and other in reach[node]}))
        for node in reach
        if node in reach[node]
    }
    circles = WorkbookView(workbook_of(Example(cells, ()))).circles
    assert {tuple(place for _, place, _ in circle) for circle in circles} == expected


def test_years_and_headings_are_no_cells_a_total_misses() -> None:
    assert "RANGE_MISSES_CELL" not in found(
        row(1, "Item", 2023.0) | row(2, "Rent", 5) | row(3, "Tax", 6) | row(4, "All", "=SUM(B2:B3)")
    )


def test_headings_of_years_as_text_are_no_numbers_stored_as_text() -> None:
    texts = {"B1": ("", "2022"), "C1": ("", "2023"), "B2": 5, "C2": 6}
    assert "NUMBER_AS_TEXT" not in found({"A1": "Item", "A2": "Rent"} | texts)


@pytest.mark.parametrize("formula", ["=A1/12", "=A1*100", "=ROUND(A1,4)", "=A1^0.5", "=A1*365"])
def test_numbers_of_months_days_and_places_are_no_assumptions(formula: str) -> None:
    assert "CONSTANT_IN_FORMULA" not in found({"A1": 5, "B1": formula})


def test_exact_lookups_need_no_order() -> None:
    data = row(1, 3, 1) | row(2, 1, 2) | row(3, 2, 3)
    for formula in ("=VLOOKUP(1,A1:B3,2,FALSE)", "=MATCH(1,A1:A3,0)", "=MATCH(1,A1:A3,-1)"):
        assert "UNSORTED_LOOKUP" not in found(data | {"D1": formula})
    for formula in ("=VLOOKUP(1,A1:B3,2)", "=MATCH(1,A1:A3)", "=LOOKUP(1,A1:A3)"):
        assert found(data | {"D1": formula})["UNSORTED_LOOKUP"] == ["D1"]


def test_whole_columns_are_fine_where_excel_stops_at_the_last_row() -> None:
    assert "WHOLE_COLUMN" not in found({"A1": 1, "B1": "=SUM(A:A)", "B2": "=VLOOKUP(1,A:A,1,0)"})


def test_a_total_that_is_the_sum_of_its_last_block_ties() -> None:
    block = {
        "A1": "x",
        "B1": 100,
        "A2": "Rent",
        "B2": 1,
        "A3": "Tax",
        "B3": 2,
        "A4": "Fee",
        "B4": 3,
    }
    assert "TOTAL_DOES_NOT_TIE" not in found(block | {"A5": "Total", "B5": 6})
    assert found(block | {"A5": "Total", "B5": 107})["TOTAL_DOES_NOT_TIE"] == ["B5"]


def test_findings_that_say_the_same_are_one_and_must_fix_comes_first() -> None:
    cells: dict[str, object] = {
        "A1": 5,
        "B1": "=A1*1.19",
        "C9": "=A1*1.21",
        "D1": ("=1/0", "#DIV/0!"),
    }
    report = lint_workbook(workbook_of(Example(cells, ())))
    assert [
        (f.severity, len(f.cells)) for f in report.findings if f.code != "UNSOURCED_NUMBER"
    ] == [
        ("must_fix", 1),
        ("review", 2),
    ]


def named(*decisions: Suppression) -> tuple[NameSnapshot, ...]:
    return tuple(
        NameSnapshot(f"_tieout.lint.{number}", decision.formula(), visible=False)
        for number, decision in enumerate(decisions, 1)
    )


def test_a_decision_covers_its_cells_and_keeps_its_reason() -> None:
    decision = Suppression("CONSTANT_IN_FORMULA", Address(SHEET, 1, 2, 3, 2), 'The "usual" rate')
    base = workbook_of(Example({"A1": 5, "B1": "=A1*1.19", "C1": "=A1*1.21"}, ()))
    book = WorkbookSnapshot(base.sheets, named(decision))
    report = lint_workbook(book)
    shown = [f for f in report.findings if f.code == "CONSTANT_IN_FORMULA"]
    assert [[cell.local for cell in f.cells] for f in shown] == [["C1"]]
    (left_out,) = report.suppressed
    assert left_out.reason == 'The "usual" rate'
    assert [cell.local for cell in left_out.finding.cells] == ["B1"]


@given(
    st.text(st.characters(blacklist_categories=["Cs", "Cc"]), min_size=1, max_size=60),
    st.sampled_from(["S", "My Sheet", "O'Neil"]),
)
def test_a_decision_is_read_as_it_was_written(reason: str, name: str) -> None:
    decisions = (
        Suppression("SIGN_JUMP", Address(name, 2, 3, 9, 4), reason),
        Suppression("EXTERNAL_LINK", None, reason),
    )
    assert suppressions(named(*decisions)) == decisions


def test_names_of_others_and_decisions_whose_cells_are_gone_say_nothing() -> None:
    names = (
        NameSnapshot("Rate", "=Sheet1!$A$1"),
        NameSnapshot("_tieout.lint.1", '=CHOOSE(1,#REF!,"SIGN_JUMP","gone")'),
        NameSnapshot("_tieout.lint.2", "=42"),
    )
    assert suppressions(names) == ()
    assert next_name(names) == "_tieout.lint.3"


@pytest.mark.parametrize(
    "formula", ["=A1+$B$2", "=SUM($A1:B$3)*Sheet2!C4", "=VLOOKUP(A1,D:E,2)", "=IF(A1>2,3:3,{1,2})"]
)
def test_formulas_filled_from_one_another_have_one_pattern_as_in_r1c1(formula: str) -> None:
    for text in (formula, formula.replace("A1", "A2")):
        same = take_apart(formula, 5, 5).pattern == take_apart(text, 6, 5).pattern
        assert same == (to_r1c1(formula, 5, 5) == to_r1c1(text, 6, 5))


def test_a_formula_is_taken_apart_once_however_many_rules_look() -> None:
    take_apart.cache_clear()
    lines: list[list[object]] = [[float(n), Cell(n * 2.0, f"=A{n}*2")] for n in range(1, 301)]
    book = workbook(sheet("S", lines))
    lint_workbook(book)
    lint_workbook(book)
    assert take_apart.cache_info().misses == 300
