import re
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from sheets import Cell, revenue, sheet, workbook

from tieout.execution.result_text import TextBudget
from tieout.workbook.address import Address, column_letters
from tieout.workbook.change_text import DEFAULT_BUDGET, change_text
from tieout.workbook.changes import CellChange, CellState, ChangeSet, ObjectChange
from tieout.workbook.compare import compare
from tieout.workbook.findings import Finding
from tieout.workbook.lint import lint
from tieout.workbook.scope import parse_scope
from tieout.workbook.tokens import estimate_tokens

GOLDEN = Path(__file__).parents[2] / "golden"


def filled_down() -> ChangeSet:
    """The example of the format: a formula column filled, with one error and one stray cell."""
    table = revenue()
    before_rows: list[list[object]] = []
    after_rows: list[list[object]] = []
    for row in range(1, 201):
        states = [table.state(row, column) for column in range(1, 5)]
        kept: list[object] = [Cell(state.value, "", state.text) for state in states[:3]]
        full: object = Cell(
            states[3].value, states[3].formula, states[3].text, states[3].number_format
        )
        if row == 57:
            full = Cell("#REF!", "=B57*#REF!", "#REF!", "#,##0.00")
        stray = [None, 3.0] if row == 2 else [None, None]
        before_rows.append([*kept, full if row == 1 else None, *stray])
        after_rows.append([*kept, full, None, None])
    before = workbook(
        sheet("Sheet1", before_rows),
        sheet("Summary", [["Total"], [Cell(0.0, "=SUM(Sheet1!D2:D200)", "0")]]),
    )
    after = workbook(
        sheet("Sheet1", after_rows),
        sheet("Summary", [["Total"], [Cell(1204331.0, "=SUM(Sheet1!D2:D200)", "1,204,331")]]),
    )
    changes = compare(before, after, parse_scope("// scope: Sheet1!D2:D200"))
    findings = lint(changes.cells, before, after)
    return ChangeSet(changes.cells, changes.objects, findings, changes.notes)


def test_a_filled_column_reads_as_in_the_design() -> None:
    golden = GOLDEN / "changes_revenue.txt"
    assert change_text(filled_down()) + "\n" == golden.read_text(encoding="utf-8")


def model_changes() -> ChangeSet:
    """Three years filled across and down, a typed number among them, one far off, and a new sheet."""
    cells: list[CellChange] = []
    for row in range(5, 25):
        for column, letter in ((2, "B"), (3, "C"), (4, "D")):
            value = float(1000 + row if (row, column) != (17, 3) else 987_654)
            after = CellState(f"{value:,.0f}", value, f"={letter}{row - 1}*(1+{letter}$2)", "#,##0")
            cells.append(
                CellChange(Address.cell("P&L", row, column), "written", CellState(), after)
            )
    before = CellState("120", 120.0, "=B24*2")
    typed = CellState("125", 125.0)
    cells.append(CellChange(Address.cell("P&L", 26, 2), "written", before, typed))
    for row, text in ((40, "Total"), (41, "12"), (42, "")):
        after = CellState(text, text or None)
        cells.append(CellChange(Address.cell("P&L", row, 1), "written", CellState("x", "x"), after))
    old, new = CellState("9.5%", 0.095, "=B3", "0.0%"), CellState("9.8%", 0.098, "=B3", "0.0%")
    cells.extend(
        CellChange(Address.cell("Valuation", 4, column), "recalculated", old, new)
        for column in range(2, 7)
    )
    objects = (ObjectChange("sheet", "Valuation", "changed", "tab colour ∅ → #FF0000"),)
    why, fix = "A number replaced a formula.", "Write the formula back."
    finding = Finding("must_fix", "FORMULA_OVERWRITTEN", (Address.cell("P&L", 26, 2),), why, fix)
    text = Finding(
        "review", "NUMBER_AS_TEXT", (Address.cell("P&L", 41, 1),), "A text.", "A number."
    )
    return ChangeSet(tuple(cells), objects, (finding, text), ("Calculation is manual.",))


def test_a_model_with_filled_rows_objects_and_findings_reads_as_recorded() -> None:
    golden = GOLDEN / "changes_model.txt"
    assert change_text(model_changes()) + "\n" == golden.read_text(encoding="utf-8")


def test_filled_rows_are_one_line_with_the_odd_one_among_its_samples() -> None:
    text = change_text(model_changes())
    line = next(line for line in text.splitlines() if "Rows 5-24" in line)
    assert "(B-D): 60 cells, filled down" in line
    samples = [line.index(cell) for cell in ("B5:", "C17: ∅ -> 987,654", "D24:")]
    assert samples == sorted(samples)


def test_findings_go_after_all_samples_only_and_their_number_stays() -> None:
    cells = tuple(
        CellChange(Address.cell("S", row, 1), "written", CellState(), CellState("1", 1.0))
        for row in range(1, 200)
    )
    findings = tuple(
        Finding("review", f"RULE_{at}", (Address.cell("S", at, 1),), "why " * 20, "fix " * 10)
        for at in range(1, 101)
    )
    text = change_text(ChangeSet(cells, findings=findings))
    assert estimate_tokens(text) <= DEFAULT_BUDGET
    assert "Cells that need review: 100 cells" in text
    assert "... and 88 more findings" in text
    few = change_text(ChangeSet(cells, findings=findings[:12]), budget=700)
    assert few.count("REVIEW") == 12


def test_must_fix_findings_stand_first_and_review_findings_last() -> None:
    text = change_text(filled_down())
    assert text.index("MUST FIX") < text.index("Changed without issues")
    only_review = ChangeSet(
        filled_down().cells,
        findings=(Finding("review", "NUMBER_AS_TEXT", (Address.parse("Sheet1!D3"),), "w", "f"),),
    )
    text = change_text(only_review)
    assert text.index("REVIEW NUMBER_AS_TEXT") > text.index("Changed without issues")


def test_a_finding_names_the_cells_it_disagrees_with() -> None:
    there = tuple(Address.cell("Sheet1", 3, column) for column in (5, 6))
    finding = Finding("review", "X", (Address.parse("Sheet1!D3"),), "Differs.", "Mend.", there)
    text = change_text(ChangeSet(filled_down().cells, findings=(finding,)))
    assert "    Differs. Compared with Sheet1!E3:F3. Mend." in text


def test_nothing_changed_says_so() -> None:
    assert change_text(ChangeSet()).endswith("Nothing changed.")


def test_objects_and_notes_are_listed() -> None:
    changes = ChangeSet(
        objects=(ObjectChange("sheet", "Summary", "added"),), notes=("Calculation is manual.",)
    )
    text = change_text(changes)
    assert "Objects: 1 change\n  sheet Summary added" in text
    assert text.endswith("Calculation is manual.")


def test_a_small_budget_thins_samples_and_keeps_counts() -> None:
    full, thin = change_text(filled_down()), change_text(filled_down(), budget=250)
    assert estimate_tokens(thin) < estimate_tokens(full)
    assert "Changed without issues: 198 cells" in thin
    assert "... and 143 more rows" in thin


def test_the_budget_is_fifteen_hundred() -> None:
    assert DEFAULT_BUDGET == TextBudget().changes == 1_500


states = st.one_of(
    st.sampled_from(["=A1*2", "=$A$1+1", "=SUM(A1:A3)"]).map(
        lambda text: CellState("1", 1.0, text)
    ),
    st.just(CellState()),
    st.floats(-1e6, 1e6).map(lambda value: CellState(f"{value:g}", value)),
    st.text(min_size=1, max_size=100).map(lambda value: CellState(value, value)),
)


@st.composite
def change_sets(draw: st.DrawFn) -> ChangeSet:
    places = draw(
        st.sets(
            st.tuples(st.sampled_from(["S", "T u"]), st.integers(1, 40), st.integers(1, 6)),
            max_size=60,
        )
    )
    cells = tuple(
        CellChange(
            Address.cell(name, row, column),
            draw(st.sampled_from(["written", "recalculated", "collateral", "foreign"])),
            draw(states),
            draw(states),
        )
        for name, row, column in sorted(places)
    )
    flagged = tuple(cell.address for cell in cells if draw(st.booleans()))
    findings = (
        (Finding(draw(st.sampled_from(["must_fix", "review"])), "RULE", flagged, "why.", "fix."),)
        if flagged
        else ()
    )
    return ChangeSet(cells, (), findings)


def counted(text: str, pattern: str) -> int:
    return sum(int(number.replace(",", "")) for number in re.findall(pattern, text, re.MULTILINE))


@given(change_sets(), st.sampled_from([200, 2_000]))
@settings(max_examples=150, deadline=None)
def test_counts_add_up_whatever_is_sampled(changes: ChangeSet, budget: int) -> None:
    text = change_text(changes, budget)
    flagged = {cell for finding in changes.findings for cell in finding.cells}
    by_kind = {
        kind: sum(change.kind == kind for change in changes.cells)
        for kind in ("written", "recalculated", "collateral", "foreign")
    }
    clean = sum(c.kind == "written" and c.address not in flagged for c in changes.cells)
    assert counted(text, r"^Changed without issues: ([\d,]+) cell") == clean
    assert counted(text, r"^Recalculated: ([\d,]+) cell") == by_kind["recalculated"]
    assert counted(text, r"^Outside the scope you named: ([\d,]+) cell") == by_kind["collateral"]
    assert counted(text, r"^Cells that need review: ([\d,]+) cell") == len(flagged)
    rows = {
        (c.address.sheet, c.address.top)
        for c in changes.cells
        if c.kind == "written" and c.address not in flagged
    }
    shown = len(re.findall(r"^  (?:S|'T u')!Row ", text, re.MULTILINE))
    for first, last in re.findall(r"^  (?:S|'T u')!Rows (\d+)-(\d+) ", text, re.MULTILINE):
        shown += int(last) - int(first) + 1
    assert shown + counted(text, r"^  \.\.\. and ([\d,]+) more row") == len(rows)
    assert clean + sum(by_kind.values()) - by_kind["written"] + sum(
        c.kind == "written" and c.address in flagged for c in changes.cells
    ) == len(changes.cells)


@given(change_sets())
@settings(max_examples=100, deadline=None)
def test_every_line_says_how_many_cells_it_stands_for(changes: ChangeSet) -> None:
    text = change_text(changes, 1_000_000)
    if "more row" in text:
        return
    flagged = {cell for finding in changes.findings for cell in finding.cells}
    clean = sum(c.kind == "written" and c.address not in flagged for c in changes.cells)
    lines = counted(text, r"^  (?:S|'T u')!Rows? [\d-]+ \([A-F, -]+\): ([\d,]+) cell")
    assert lines == clean


@given(st.integers(1, 60), st.integers(1, 4), st.sampled_from([60, 300, 1_500]))
@settings(max_examples=60, deadline=None)
def test_what_was_filled_down_is_told_in_one_line(rows: int, columns: int, budget: int) -> None:
    cells = tuple(
        CellChange(
            Address.cell("S", row, column),
            "written",
            CellState(),
            CellState("1", 1.0, f"={column_letters(column + 1)}{row}*$A$1"),
        )
        for row in range(2, 2 + rows)
        for column in range(2, 2 + columns)
    )
    text = change_text(ChangeSet(cells), budget)
    assert f"Changed without issues: {len(cells):,} cell" in text
    assert len(re.findall(r"^  S!Row", text, re.MULTILINE)) == 1
    assert "more row" not in text
