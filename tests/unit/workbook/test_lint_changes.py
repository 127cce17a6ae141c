from dataclasses import replace

from sheets import Cell, sheet, workbook

from tieout.workbook.compare import compare
from tieout.workbook.findings import Finding
from tieout.workbook.lint import changed, lint
from tieout.workbook.lint.suppressions import Suppression
from tieout.workbook.snapshot import NameSnapshot, WorkbookSnapshot

Rows = list[list[object]]


def findings(before: WorkbookSnapshot, after: WorkbookSnapshot) -> tuple[Finding, ...]:
    return lint(compare(before, after).cells, before, after)


def found(before: Rows, after: Rows) -> dict[str, list[str]]:
    caused = findings(workbook(sheet("S", before)), workbook(sheet("S", after)))
    return {f.code: [cell.local for cell in f.cells] for f in caused}


def table(*totals: str) -> Rows:
    """Three rows of three numbers with labels, and a row of totals."""
    rows: Rows = [
        [f"Item {row}", *(row * 10.0 + column for column in range(3))] for row in (1, 2, 3)
    ]
    return [*rows, ["All", *(Cell(60.0, total) for total in totals)]]


def test_a_total_that_misses_a_row_is_reported_with_what_it_is_compared_with() -> None:
    before = table("=SUM(B1:B3)", "=SUM(C1:C3)", "=SUM(D1:D3)")
    after = table("=SUM(B1:B3)", "=SUM(C1:C2)", "=SUM(D1:D3)")
    caused = findings(workbook(sheet("S", before)), workbook(sheet("S", after)))
    by_code = {finding.code: finding for finding in caused}
    finding = by_code["TOTALS_DISAGREE"]
    assert [cell.local for cell in finding.cells] == ["C4"]
    assert [cell.local for cell in finding.compared] == ["B4", "D4"]
    assert [cell.local for cell in by_code["RANGE_MISSES_CELL"].cells] == ["C4"]


def test_what_was_wrong_before_is_not_the_changes_fault() -> None:
    wrong = table("=SUM(B1:B3)", "=SUM(C1:C2)", "=SUM(D1:D3)")
    corrected: Rows = [["Item one", *wrong[0][1:]], *wrong[1:]]
    assert found(wrong, corrected) == {}


def test_what_is_wrong_elsewhere_on_the_sheet_is_not_reported() -> None:
    one: Rows = [[1, Cell(2.0, "=A1*1.19")], [None, None], [5, None]]
    other: Rows = [[1, Cell(2.0, "=A1*1.19")], [None, None], [6, None]]
    assert found(one, other) == {}


def test_a_constant_typed_into_a_formula_is_reported_once_it_is_written() -> None:
    assert found(
        [["Net", 200], ["Gross", None]], [["Net", 200], ["Gross", Cell(238.0, "=B1*1.19")]]
    ) == {"CONSTANT_IN_FORMULA": ["B2"]}


def test_formulas_that_now_go_in_a_circle_must_be_fixed() -> None:
    before: Rows = [[1, Cell(1.0, "=A1")]]
    after: Rows = [[Cell(0.0, "=B1"), Cell(0.0, "=A1")]]
    assert found(before, after) == {"CIRCULAR_REFERENCE": ["A1", "B1"]}


def test_a_balance_sheet_that_stops_balancing_is_reported_though_only_recalculated() -> None:
    def sides(cash: float) -> Rows:
        return [
            ["Cash", cash],
            ["Total assets", Cell(cash, "=B1")],
            ["Equity", 100],
            ["Total liabilities and equity", Cell(100.0, "=B3")],
        ]

    assert found(sides(100), sides(120)) == {"BALANCE_DOES_NOT_TIE": ["B2", "B4"]}


def test_what_the_workbook_says_is_meant_so_is_left_out() -> None:
    one, other = (
        workbook(sheet("S", [["Net", 200], ["Gross", cell]]))
        for cell in (None, Cell(238.0, "=B1*1.19"))
    )
    decision = Suppression("CONSTANT_IN_FORMULA", None, "Statutory rate")
    name = NameSnapshot("_tieout.lint.1", decision.formula(), visible=False)
    assert findings(one, other) != ()
    assert findings(one, replace(other, names=(name,))) == ()


def test_an_input_may_change_without_a_word() -> None:
    def model(rate: float) -> Rows:
        return [
            ["Rate", rate, None],
            *([f"Year {n}", n * 100.0, Cell(n * rate, f"=B{n}*$B$1")] for n in (2, 3, 4, 5)),
        ]

    assert found(model(0.1), model(0.2)) == {}


def test_of_a_large_sheet_the_rows_around_the_change_are_enough(monkeypatch) -> None:
    def column(odd: str) -> Rows:
        return [[float(n), Cell(n * 2.0, odd if n == 500 else f"=A{n}*2")] for n in range(1, 1001)]

    one, other = workbook(sheet("S", column("=A500*2"))), workbook(sheet("S", column("=A499*2")))
    whole = findings(one, other)
    monkeypatch.setattr(changed, "_LARGE", 100)
    assert findings(one, other) == whole
    assert [(f.code, f.cells[0].local) for f in whole] == [("INCONSISTENT_FORMULA", "B500")]


def test_a_column_that_was_filled_down_is_compared_with_itself_only() -> None:
    before: Rows = [[float(n), None] for n in range(1, 21)]
    after: Rows = [[float(n), Cell(n * 2.0, f"=A{n}*2")] for n in range(1, 21)]
    assert found(before, after) == {}


def test_a_zero_below_formulas_is_a_limit_more_likely_than_a_lost_formula() -> None:
    def checks(last: object) -> Rows:
        return [["a", 5, Cell(5.0, "=B1")], ["b", 6, Cell(6.0, "=B2")], ["c", 7, last]]

    assert found(checks(None), checks(0)) == {}
    assert found(checks(None), checks(9)) == {"HARDCODED_VALUE": ["C3"]}


def test_a_new_input_wants_a_word_on_where_it_is_from() -> None:
    def model(rate: object, note: object) -> Rows:
        return [
            ["Growth", rate, note],
            ["Sales", 100, None],
            ["Next", Cell(0.0, "=B2*(1+B1)"), None],
        ]

    assert found(model(None, None), model(0.05, None)) == {"UNSOURCED_NUMBER": ["B1"]}
    assert found(model(None, None), model(0.05, "Board plan, p. 4")) == {}
    assert found(model(0.03, None), model(0.05, None)) == {}


def test_numbers_that_count_on_are_an_axis_and_want_no_source() -> None:
    def model(*years: object) -> Rows:
        return [
            ["Year", *years],
            ["Factor", *(Cell(0.0, f"=1.1^{column}1") for column in "BCD")],
        ]

    empty = model(None, None, None)
    assert found(empty, model(1, 2, 3)) == {}
    assert found(empty, model(2026, 2027, 2028)) == {}
    assert found(empty, model(1, 2, 4)) == {"UNSOURCED_NUMBER": ["B1", "C1", "D1"]}


def test_columns_of_data_are_no_assumptions() -> None:
    def data(*values: object) -> Rows:
        rows: Rows = [[f"Item {n}", value] for n, value in enumerate(values, 1)]
        return [*rows, ["All", Cell(0.0, f"=SUM(B1:B{len(values)})")]]

    assert found(data(*[None] * 8), data(*range(1, 9))) == {}


def test_what_lies_outside_the_rows_looked_at_is_not_taken_for_empty(monkeypatch) -> None:
    def rows(formula: str) -> Rows:
        inputs: Rows = [["Rate", 0.5]]
        gap: Rows = [[None, None] for _ in range(1000)]
        return [*inputs, *gap, ["Net", 5], ["Share", Cell(2.5, formula)]]

    monkeypatch.setattr(changed, "_LARGE", 100)
    assert found(rows("=B1002"), rows("=B1002*B1")) == {}
    assert found(rows("=B1002"), rows("=B1002*B500")) == {"REFERENCE_TO_EMPTY": ["B1003"]}
