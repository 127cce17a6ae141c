import pytest
from executions import watched_host

from embedded_excel.model.behaviours import Behaviours
from tieout.errors import ExcelError
from tieout.execution.looks.snapshots import SnapshotLimits, Snapshots
from tieout.execution.looks.workbook_map import MAP_BUDGET, workbook_map
from tieout.execution.undo.restore import restore
from tieout.execution.undo.undo import UndoPoint, plan_restore
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results
from tieout.workbook.address import Address
from tieout.workbook.compare import compare
from tieout.workbook.tokens import estimate_tokens

AWKWARD = [
    ["'007", '=A1&"x"', True, 0.125],
    ["'=not a formula", "'TRUE", "", "='O''Neil & Co'!A1"],
    ["'1/2/2024", "Jan", "'12%", "=1/0"],
]


async def send(host, build) -> None:
    builder = BatchBuilder()
    build(builder)
    Results(await host.inner.send(builder.build()))


async def test_a_first_look_takes_three_batches_and_later_ones_one() -> None:
    host = await watched_host()
    snapshots = Snapshots(host)
    first = await snapshots.take()
    assert snapshots.batches == 3
    again = await snapshots.take(last=first, grew=False)
    assert snapshots.batches == 4
    assert again == first
    assert first.state(Address.parse("Sheet1!B2")).value == 1200.0
    assert first.state(Address.parse("Summary!B1")).formula == "=SUM(Sheet1!D2:D200)"
    await host.inner.close()


async def test_large_sheets_come_in_bands_that_join_to_the_same_cells() -> None:
    host = await watched_host()
    whole = await Snapshots(host).take()
    snapshots = Snapshots(host, SnapshotLimits(block=100, together=0))
    banded = await snapshots.take()
    assert banded == whole
    assert snapshots.batches > 8
    await host.inner.close()


@pytest.mark.parametrize("limit", [{"response_bytes": 4_000}, {"range_cells": 100}])
async def test_what_excel_finds_too_large_is_read_in_smaller_parts(limit) -> None:
    host = await watched_host()
    whole = await Snapshots(host, SnapshotLimits(together=0)).take()
    await host.inner.with_excel(lambda excel: excel.behave(Behaviours(**limit)))
    snapshots = Snapshots(host, SnapshotLimits(together=0))
    assert await snapshots.take() == whole
    assert snapshots.batches > 5
    await host.inner.close()


async def test_a_row_that_is_too_large_by_itself_is_an_error() -> None:
    host = await watched_host()
    await host.inner.with_excel(lambda excel: excel.behave(Behaviours(range_cells=2)))
    with pytest.raises(ExcelError, match="RangeExceedsLimit"):
        await Snapshots(host, SnapshotLimits(together=0)).take()
    await host.inner.close()


async def test_a_large_workbook_is_read_where_it_is_named() -> None:
    host = await watched_host()
    snapshots = Snapshots(host, SnapshotLimits(whole=50))
    snapshot = await snapshots.take(named=["Summary"])
    assert [sheet.was_read for sheet in snapshot.sheets] == [True, True]
    await send(host, lambda batch: batch.worksheet("Summary").call("Activate"))
    snapshot = await snapshots.take()
    assert [sheet.name for sheet in snapshot.unread] == ["Sheet1"]
    more = await snapshots.read_more(snapshot, ["sheet1"])
    assert more.unread == ()
    assert more.state(Address.parse("Sheet1!A1")).text == "Region"
    await host.inner.close()


async def test_names_and_tables_and_sheets_are_in_a_snapshot() -> None:
    host = await watched_host()

    def build(batch: BatchBuilder) -> None:
        batch.workbook.child("Names").create("Add", "rate", "=Sheet1!$C$2", None)
        table = batch.worksheet("Sheet1").child("Tables").create("Add", "A1:D200", True)
        table.set("Name", "Sales")
        batch.worksheet("Summary").set("Visibility", "Hidden")

    await send(host, build)
    snapshot = await Snapshots(host).take()
    assert [(name.name, name.formula) for name in snapshot.names] == [("rate", "=Sheet1!$C$2")]
    assert [(t.name, str(t.address)) for t in snapshot.tables] == [("Sales", "Sheet1!A1:D200")]
    assert [sheet.visibility for sheet in snapshot.sheets] == ["Visible", "Hidden"]
    assert snapshot.active_sheet == "Sheet1"
    text = workbook_map(snapshot)
    assert "- Sheet1 (active): A1:D200 · row 1: Region | Units | Price | Revenue" in text
    assert "- Summary (hidden): A1:B1" in text
    assert "tables: Sales Sheet1!A1:D200" in text
    assert "names: rate =Sheet1!$C$2" in text
    assert estimate_tokens(text) <= MAP_BUDGET
    await host.inner.close()


async def test_everything_covered_comes_back_exactly() -> None:
    host = await watched_host()
    await send(
        host,
        lambda batch: (
            batch.worksheets.create("Add", "O'Neil & Co"),
            batch.worksheet("O'Neil & Co").range("A1").set("Values", 5),
            batch.worksheet("Summary").range("D4:G6").set("Formulas", AWKWARD),
            batch.worksheet("Summary").range("G4").set("NumberFormat", "0.0%"),
            batch.workbook.child("Names").create("Add", "rate", "=Sheet1!$C$2", None),
        ),
    )
    snapshots = Snapshots(host)
    before = await snapshots.take()

    def change(batch: BatchBuilder) -> None:
        batch.worksheet("Summary").range("D4:G6").call("Clear", "All")
        batch.worksheet("Summary").range("D5:D6").set("Values", 1)
        batch.worksheet("Sheet1").range("B2:B50").set("Formulas", "=ROW()")
        batch.worksheet("Sheet1").range("B2:B50").set("NumberFormat", "@")
        batch.worksheet("O'Neil & Co").set("Name", "Partner")
        batch.worksheets.create("Add", "New").range("A1").set("Values", 1)
        batch.workbook.child("Names").item("rate").call("Delete")
        batch.workbook.child("Names").create("Add", "added", "=1", None)

    await send(host, change)
    after = await snapshots.take(last=before)
    changes = compare(before, after)
    assert not changes.is_empty
    plan = plan_restore(UndoPoint("u", before, after, changes), after)
    assert await restore(host, plan) == ()
    restored = await snapshots.take(last=after)
    assert compare(before, restored).is_empty
    assert plan.kept == ()
    await host.inner.close()


async def test_cells_that_changed_since_are_kept_and_listed() -> None:
    host = await watched_host()
    snapshots = Snapshots(host)
    before = await snapshots.take()
    await host.write("Sheet1", "B2:B4", "Values", 7)
    after = await snapshots.take(last=before)
    await host.write("Sheet1", "B3", "Values", 8)
    now = await snapshots.take(last=after)
    plan = plan_restore(UndoPoint("u", before, after, compare(before, after)), now)
    assert [str(cell) for cell in plan.kept] == ["Sheet1!B3"]
    assert plan.restored == 2
    await restore(host, plan)
    final = await snapshots.take(last=now)
    values = [final.state(Address.parse(f"Sheet1!B{row}")).value for row in (2, 3, 4)]
    assert values == [1200.0, 8.0, 1202.0]
    await host.inner.close()


async def test_a_deleted_sheet_whose_cells_were_not_read_is_named_as_lost() -> None:
    host = await watched_host()
    snapshots = Snapshots(host, SnapshotLimits(whole=10))
    before = await snapshots.take()
    await send(host, lambda batch: batch.worksheet("Summary").call("Delete"))
    after = await snapshots.take(last=before)
    plan = plan_restore(UndoPoint("u", before, after, compare(before, after)), after)
    assert "deleted sheet Summary can't be brought back" in " ".join(plan.not_covered)
    await host.inner.close()


@pytest.mark.parametrize("budget", [40, 150, 600])
async def test_the_map_keeps_its_budget(budget: int) -> None:
    host = await watched_host()
    snapshot = await Snapshots(host).take()
    assert estimate_tokens(workbook_map(snapshot, budget)) <= budget + 20
    await host.inner.close()
