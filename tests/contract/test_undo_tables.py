"""What an undo gives back of tables: those deleted, converted, restyled, and their outer rows."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from portraits import Desk, Step

from tests.contract.executions import executing
from tieout.office_wire.build import BatchBuilder


def table(member: str, *values: object) -> Step:
    """A property of the table Sales, or a call of it."""

    def change(batch: BatchBuilder) -> None:
        sales = batch.workbook.child("Tables").item("Sales")
        if member == "ConvertToRange":
            sales.create(member)
        elif values:
            sales.set(member, *values)
        else:
            sales.call(member)

    return change


def setting(address: str, name: str, value: object, sheet: str = "Sheet1") -> Step:
    return lambda batch: batch.worksheet(sheet).range(address).set(name, value)


def new_table(batch: BatchBuilder) -> None:
    sales = batch.workbook.child("Tables").create("Add", "Sheet1!B2:D5", True)
    sales.set("Name", "Sales")
    sales.set("Style", "TableStyleLight9")
    sales.set("ShowBandedColumns", True)
    sales.set("HighlightFirstColumn", True)
    sales.set("ShowFilterButton", False)


START: list[Step] = [
    setting("B2:D5", "Values", [["Region", "Units", "2024"], ["N", 1, 2], ["S", 3, 4], ["E", 5, 6]]),
    lambda batch: batch.worksheet("Sheet1").range("B2:D2").child("Format").child("Fill").set(
        "Color", "#FFEE00"
    ),
    new_table,
    setting("D3:D5", "Formulas", "=[@Units]*2"),
    setting("F2", "Formulas", "=SUM(Sales[Units])"),
    setting("F3", "Formulas", "=Sales[[#Headers],[2024]]"),
]  # fmt: skip
TOTALS: list[Step] = [
    table("ShowTotals", True),
    setting("B6:D6", "Formulas", [["", "=SUBTOTAL(101,[Units])", "all"]]),
]
CHANGES: dict[str, list[Step]] = {
    "converted": [table("ConvertToRange")],
    "deleted": [table("Delete")],
    "restyled": [table("Style", "TableStyleDark1"), table("ShowBandedRows", False)],
    "converted and cleared": [
        table("ConvertToRange"),
        lambda batch: batch.worksheet("Sheet1").range("A1:D9").call("Clear", None),
    ],
    "without headers": [table("ShowHeaders", False)],
    "renamed and restyled": [table("Style", "TableStyleDark2"), table("Name", "Other")],
}


@asynccontextmanager
async def desk(*more: Step) -> AsyncIterator[Desk]:
    opened = Desk()
    await opened.edit(*START, *more)
    try:
        yield opened
    finally:
        await opened.close()


async def come_back(opened: Desk, steps: list[Step]) -> tuple[str, ...]:
    before = await opened.portrait()
    result = await opened.run(steps)
    assert await opened.portrait() != before
    undone = await opened.executor.revert(result.undo_id)
    assert await opened.portrait() == before, undone.not_covered
    return undone.not_covered


@pytest.mark.parametrize("change", CHANGES)
async def test_a_table_comes_back(change: str) -> None:
    async with desk() as opened:
        await come_back(opened, CHANGES[change])


@pytest.mark.parametrize("change", ["converted", "deleted"])
async def test_a_totals_row_comes_back_with_its_table(change: str) -> None:
    async with desk(*TOTALS) as opened:
        await come_back(opened, CHANGES[change])


async def test_a_totals_row_is_switched_off_and_on_again() -> None:
    async with desk() as opened:
        await come_back(opened, [table("ShowTotals", True)])
    async with desk(*TOTALS) as opened:
        await come_back(opened, [table("ShowTotals", False)])


async def test_a_changed_look_is_told() -> None:
    async with desk() as opened:
        result = await opened.run(CHANGES["restyled"])
        detail = "Style TableStyleLight9 → TableStyleDark1, ShowBandedRows True → False"
        assert any(
            (one.noun, one.name, one.detail) == ("table", "Sales", detail)
            for one in result.changes.objects
        ), result.changes.objects


async def test_filters_of_a_table_made_again_are_named_as_lost() -> None:
    def filtered(batch: BatchBuilder) -> None:
        sales = batch.workbook.child("Tables").item("Sales")
        sales.set("ShowFilterButton", True)
        column = sales.child("Columns").item("Units")
        column.child("Filter").call("ApplyTopItemsFilter", 1)

    async with desk(filtered) as opened:
        await opened.run([table("ConvertToRange")])
        undone = await opened.executor.revert("e1")
        assert "The filters of the table Sales are lost." in undone.not_covered


async def test_formats_of_empty_cells_come_back_to_where_a_deleted_column_moved_them_from() -> None:
    made = """// scope: sheet:Sheet1
    async function execute() {
      const ws = context.workbook.worksheets.getItem("Sheet1");
      ws.tables.add("A1:D200", true).name = "T";
      ws.getRange("D3:D5").numberFormat = [["0.000"], ["0.000"], ["0.000"]];
      ws.getRange("F2").values = [[7]];
      ws.getRange("F2").numberFormat = [["0.0%"]];
    }"""
    deleted = """// scope: sheet:Sheet1
    async function execute() { context.workbook.tables.getItem("T").columns.getItemAt(1).delete(); }"""
    formats = """async function execute() {
      const cells = context.workbook.worksheets.getItem("Sheet1").getRange("C2:F5").load("numberFormat");
      await context.sync();
      return cells.numberFormat;
    }"""
    async with executing() as (executor, _):
        assert not (await executor.execute(made, execution_id="e1")).is_error
        before = (await executor.execute(formats, execution_id="e2")).sandbox.value
        assert not (await executor.execute(deleted, execution_id="e3")).is_error
        assert (await executor.revert("e3")).not_covered == ()
        after = (await executor.execute(formats, execution_id="e4")).sandbox.value
    assert before[1:] == [["General", "0.000", "General", "General"]] * 3
    assert after == before
