from dataclasses import replace

from sheets import Cell, sheet, workbook

from tieout.workbook.address import Address
from tieout.workbook.compare import WriteTargets, compare, rename_in_formula
from tieout.workbook.scope import parse_scope
from tieout.workbook.snapshot import NameSnapshot, TableSnapshot

INPUTS: list[list[object]] = [["Rate", 0.1], ["Sum", Cell(1.1, "=1+B1", "1.1")]]


def kinds(changes) -> dict[str, str]:
    return {str(change.address): change.kind for change in changes.cells}


def test_equal_snapshots_differ_in_nothing() -> None:
    assert compare(workbook(sheet("S", INPUTS)), workbook(sheet("S", INPUTS))).is_empty


def test_a_constant_is_written_and_its_dependent_recalculated() -> None:
    after = [["Rate", 0.2], ["Sum", Cell(1.2, "=1+B1", "1.2")]]
    changes = compare(workbook(sheet("S", INPUTS)), workbook(sheet("S", after)))
    assert kinds(changes) == {"S!B1": "written", "S!B2": "recalculated"}


def test_content_outside_the_named_scope_is_collateral() -> None:
    after = [["Rate", 0.2], ["Total", Cell(1.2, "=1+B1", "1.2")]]
    scope = parse_scope("// scope: S!B1")
    changes = compare(workbook(sheet("S", INPUTS)), workbook(sheet("S", after)), scope)
    assert kinds(changes) == {"S!B1": "written", "S!A2": "collateral", "S!B2": "recalculated"}


def test_a_new_formula_with_the_same_value_is_written() -> None:
    after = [["Rate", 0.1], ["Sum", Cell(1.1, "=B1+1", "1.1")]]
    assert kinds(compare(workbook(sheet("S", INPUTS)), workbook(sheet("S", after)))) == {
        "S!B2": "written"
    }


def test_a_number_and_the_text_of_it_differ() -> None:
    one, other = workbook(sheet("S", [[7]])), workbook(sheet("S", [["7"]]))
    assert kinds(compare(one, other)) == {"S!A1": "written"}


def test_true_and_one_differ() -> None:
    one, other = workbook(sheet("S", [[True]])), workbook(sheet("S", [[1]]))
    assert kinds(compare(one, other)) == {"S!A1": "written"}


def test_cells_beyond_the_old_used_range_were_empty() -> None:
    after = sheet("S", [[5, None, None], [None, None, "x"]])
    changes = compare(workbook(sheet("S", [[5]])), workbook(after))
    assert [str(change.address) for change in changes.cells] == ["S!C2"]
    assert changes.cells[0].before.is_empty


def test_a_spill_is_recalculated_when_the_code_set_only_its_anchor() -> None:
    before = workbook(sheet("S", [[None], [None], [None]]))
    after = workbook(sheet("S", [[Cell(1.0, "=SEQUENCE(3)", "1")], [2], [3]]))
    targets = WriteTargets({"s": (Address.parse("S!A1"),)}, complete=True)
    assert kinds(compare(before, after, None, targets)) == {
        "S!A1": "written",
        "S!A2": "recalculated",
        "S!A3": "recalculated",
    }


def test_a_renamed_sheet_changes_no_formula_that_excel_rewrote() -> None:
    before = workbook(
        sheet("Old", [[1]], identity="{1}"),
        sheet("S", [[Cell(1.0, "=Old!A1", "1")]], identity="{2}"),
    )
    after = workbook(
        sheet("New name", [[1]], identity="{1}"),
        sheet("S", [[Cell(1.0, "='New name'!A1", "1")]], identity="{2}"),
    )
    changes = compare(before, after)
    assert changes.cells == ()
    assert [(c.noun, c.verb, c.detail) for c in changes.objects] == [
        ("sheet", "changed", "Old → New name")
    ]


def test_renaming_leaves_text_and_other_sheets_alone() -> None:
    formula = '=Old!A1&"Old!A1"&Older!A1'
    assert rename_in_formula(formula, {"Old": "X Y"}) == "='X Y'!A1&\"Old!A1\"&Older!A1"


def test_number_formats_alone_are_one_change_by_area() -> None:
    before = workbook(sheet("S", [[1, 2], [3, 4]]))
    after = workbook(
        sheet(
            "S", [[Cell(float(n), "", f"{n}.00", "0.00") for n in row] for row in [[1, 2], [3, 4]]]
        )
    )
    changes = compare(before, after)
    assert changes.cells == ()
    assert [(c.noun, c.name, c.detail) for c in changes.objects] == [
        ("number format", "S!A1:B2", "General → 0.00, 4 cells")
    ]


def test_sheets_names_and_tables_come_and_go() -> None:
    table = TableSnapshot("T", "1", Address.parse("S!A1:B2"))
    before = workbook(
        sheet("S", INPUTS), sheet("Gone", [[1]]), names=(NameSnapshot("n", "=S!$A$1"),)
    )
    after = workbook(
        sheet("S", INPUTS), sheet("New", [["x"]]), names=(NameSnapshot("m", "=1"),), tables=(table,)
    )
    changes = compare(before, after)
    assert [(c.noun, c.name, c.verb) for c in changes.objects] == [
        ("sheet", "Gone", "removed"),
        ("sheet", "New", "added"),
        ("name", "n", "removed"),
        ("name", "m", "added"),
        ("table", "T", "added"),
    ]
    assert kinds(changes) == {"New!A1": "written"}


def test_manual_calculation_is_noted() -> None:
    one = workbook(sheet("S", INPUTS), calculation_mode="Manual")
    assert "Calculation is manual" in compare(one, one).notes[0]


def test_sheets_that_were_not_read_are_named_not_guessed() -> None:
    unread = replace(sheet("Big", [[1]]), cells=None, was_read=False)
    changes = compare(workbook(unread), workbook(unread))
    assert changes.cells == ()
    assert "Big" in changes.notes[0]


def test_a_constant_that_the_code_did_not_address_is_somebody_elses() -> None:
    targets = WriteTargets({"s": (Address("S", 1, 1, 1, 1),)}, complete=True)
    before = workbook(sheet("S", [[1, 5, Cell(6.0, "=A1+B1", "6")], [3, None, None]]))
    after = workbook(sheet("S", [[2, 7, Cell(9.0, "=A1+B1", "9")], [None, "new", None]]))
    changes = compare(before, after, parse_scope("// scope: S!A1"), targets)
    assert kinds(changes) == {
        "S!A1": "written",
        "S!B1": "foreign",
        "S!C1": "recalculated",
        "S!A2": "foreign",
        "S!B2": "foreign",
    }
    assert [change.by for change in changes.cells] == [
        "execution",
        "user",
        "execution",
        "user",
        "user",
    ]


def test_a_formula_that_somebody_replaced_by_a_number_is_theirs() -> None:
    targets = WriteTargets({"s": (Address("S", 1, 1, 1, 1),)}, complete=True)
    before = workbook(sheet("S", [[1, Cell(2.0, "=A1*2", "2")]]))
    after = workbook(sheet("S", [[1, 2]]))
    assert kinds(compare(before, after, None, targets)) == {"S!B1": "foreign"}


def test_cells_of_a_spill_follow_it_and_cells_beyond_the_next_formula_do_not() -> None:
    targets = WriteTargets({"s": (Address("S", 1, 1, 1, 1),)}, complete=True)
    spill = Cell(1.0, "=SORT(A1:A3)", "1")
    before = workbook(sheet("S", [[1, spill], [2, 2], [3, 3], [None, Cell(0.0, "=A9", "0")]]))
    moved = [[9, Cell(2.0, "=SORT(A1:A3)", "2")], [2, 3], [3, 9], [None, Cell(0.0, "=A9", "0")]]
    after = workbook(sheet("S", [*moved, [None, "typed"]]))
    assert kinds(compare(before, after, None, targets)) == {
        "S!A1": "written",
        "S!B1": "recalculated",
        "S!B2": "recalculated",
        "S!B3": "recalculated",
        "S!B5": "foreign",
    }
