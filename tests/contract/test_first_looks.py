"""What the first request of a task says of the workbook: regions, hazards, selection, edits; and its price."""

from dataclasses import replace

import pytest
from executions import LIMITS, executing

from embedded_excel.model.behaviours import Behaviours
from tieout.execution.looks.first_look import edits_text
from tieout.execution.looks.snapshots import SnapshotLimits
from tieout.execution.looks.workbook_map import MAP_BUDGET
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results
from tieout.workbook.address import Address
from tieout.workbook.changes import CellChange, CellState
from tieout.workbook.tokens import estimate_tokens


async def arrange(host, build) -> None:
    builder = BatchBuilder()
    build(builder)
    Results(await host.inner.send(builder.build()))


def dangerous(batch: BatchBuilder) -> None:
    sheet = batch.worksheet("Sheet1")
    sheet.range("N1:P3").set("Values", [["Year", "Plan", "Actual"], [2024, 1, 2], [2025, 3, 4]])
    sheet.child("AutoFilter").call(
        "Apply", "A1:C200", 0, {"filterOn": "Values", "values": ["North"]}
    )
    sheet.range("N4").set("Formulas", "='[Other.xlsx]Sheet1'!A1")
    batch.worksheets.create("Add", "Archive").set("Visibility", "VeryHidden")
    batch.worksheets.create("Add", "Locked").child("Protection").call("Protect")
    batch.workbook.child("Protection").call("Protect")
    batch.workbook.child("Application").set("CalculationMode", "Manual")
    batch.worksheet("Sheet1").range("B2:C4").call("Select", writes=False)


async def test_hazards_regions_and_the_selection_are_told() -> None:
    async with executing() as (executor, host):
        await arrange(host, dangerous)
        text = (await executor.overview()).map
        for line in (
            "hazard: calculation is manual: values may be old",
            "hazard: the workbook's structure is protected: sheets can't be added, moved or deleted",
            "hazard: Archive: very hidden",
            "hazard: Locked: protected",
            "hazard: Sheet1: rows filtered; 1 formula linked to other workbooks",
            "selected by the user: Sheet1!B2:C4",
            "- Sheet1 (active): A1:P200, 2 regions",
            "  A1:D200 · row 1: Region | Units | Price | Revenue",
            "  N1:P4 · row 1: Year | Plan | Actual",
            "- Archive (very hidden): empty",
        ):
            assert line in text.splitlines(), text
        assert estimate_tokens(text) <= MAP_BUDGET


@pytest.mark.parametrize("budget", [165, 190, 230])
async def test_detail_falls_first_and_hazards_last(budget: int) -> None:
    async with executing() as (executor, host):
        await arrange(host, dangerous)
        text = (await executor.overview(budget)).map
        assert estimate_tokens(text) <= budget
        assert text.count("hazard: ") == 5
        assert "Year | Plan" not in text


async def test_a_large_sheet_is_told_by_its_first_rows_without_reading_it() -> None:
    limits = replace(LIMITS, snapshot=SnapshotLimits(whole=10, sheet=10))
    async with executing(limits=limits) as (executor, host):
        text = (await executor.overview()).map
        assert "hazard: Sheet1: its cells were not read yet" in text
        assert "- Sheet1 (active): A1:D200 · row 1: Region | Units | Price" in text
        assert sum('"A1:D8"' in str(batch.body).replace("'", '"') for batch in host.batches) == 1


async def test_it_takes_one_batch_more_than_the_look_and_none_where_nothing_can_have_changed() -> (
    None
):
    async with executing() as (executor, host):
        await executor.snapshot()
        already = len(host.batches)
        await executor.overview()
        assert len(host.batches) - already == 2
    async with executing(exclusive=True) as (executor, host):
        await executor.overview()
        already = len(host.batches)
        first = await executor.overview()
        await executor.execute('await sheet.getCellRange("A1:C3");', execution_id="e1")
        reads = len(host.batches) - already
        assert await executor.overview() == first
        assert len(host.batches) - already == reads
        await executor.execute('await sheet.setCell("F1", 1);', execution_id="e2")
        already = len(host.batches)
        assert await executor.overview() != first
        assert len(host.batches) - already == 1


@pytest.mark.parametrize(
    ("behaviours", "told"),
    [
        (Behaviours(failing={"Workbook.getSelectedRanges": "InvalidSelection"}), "rows filtered"),
        (Behaviours(failing={"AutoFilter.enabled": "GeneralException"}), "Locked: protected"),
    ],
)
async def test_what_this_excel_cannot_tell_is_left_out(behaviours: Behaviours, told: str) -> None:
    async with executing() as (executor, host):
        await arrange(host, dangerous)
        await host.inner.with_excel(lambda excel: excel.behave(behaviours))
        text = (await executor.overview()).map
        assert told in text
        assert "selected by" not in text
        assert "- Sheet1 (active)" in text


async def test_edits_since_the_last_task_are_told_with_both_values_and_then_not_again() -> None:
    async with executing() as (executor, host):
        assert (await executor.overview()).since == ""
        await executor.execute('await sheet.getCellRange("A1:C5");', execution_id="e1")
        await host.write("Sheet1", "B2", "Values", 5)
        await host.write("Sheet1", "C3", "Formulas", "=B3*2")
        await host.write("Summary", "A1", "Values", "Sum")
        since = (await executor.overview()).since
        assert since.splitlines() == [
            "Since the last task the user or somebody else changed 3 cells (old -> new):",
            "  by sheet: Sheet1 2, Summary 1",
            "  Sheet1!B2: 1200 -> 5",
            "  Sheet1!C3: 9.99 -> 2402 [=B3*2]",
            "  Summary!A1: Total -> Sum",
        ]
        result = await executor.execute('await sheet.setCell("B2", 7);', execution_id="e2")
        assert result.outcome == "applied"
        assert "somebody else" not in result.text
        assert (await executor.overview()).since == ""


async def test_what_the_user_took_back_is_an_edit_too() -> None:
    async with executing(exclusive=True) as (executor, _):
        await executor.overview()
        await executor.execute('await sheet.setCell("F1", 5);', execution_id="e1")
        await executor.revert("e1")
        assert "Sheet1!F1: 5 -> ∅" in (await executor.overview()).since


def test_counts_are_exact_however_many_cells_and_a_cell_is_counted_once() -> None:
    def edit(row: int, before: str, after: str) -> CellChange:
        at = Address.cell("Data", row, 1)
        return CellChange(at, "written", CellState(before, before), CellState(after, after))

    edits = [edit(row, "a", "b") for row in range(1, 1001)]
    edits += [edit(1, "b", "c"), edit(2, "b", "a")]
    lines = edits_text(edits).splitlines()
    assert "changed 999 cells" in lines[0]
    assert lines[1] == "  Data!A1: a -> c"
    assert lines[-1] == "  ... and 987 more cells"
    assert len(lines) == 14
    assert edits_text([edit(1, "a", "b"), edit(1, "b", "a")]) == ""
    other = replace(edit(1, "a", "b"), by="co-author")
    assert edits_text([other]).endswith("  Data!A1: a -> b (a co-author)")
