"""A scope that names a table covers the rows and columns that the table grows by."""

from tests.contract.executions import executing

TABLE = """async function execute() {
  const table = context.workbook.tables.add("Sheet1!A1:C200", true);
  table.name = "Sales";
}"""
GROW = """// scope: table:Sales
async function execute() {
  const table = context.workbook.tables.getItem("Sales");
  table.rows.add(null, [["West", 1, 2], ["West", 3, 4]]);
  await context.sync();
}"""
BESIDE = """// scope: table:Sales
async function execute() { await sheet.setCell("Sheet1!H1", 5); }"""


async def test_added_rows_are_inside_the_scope_and_cells_beside_are_not() -> None:
    async with executing() as (executor, _):
        made = await executor.execute(TABLE, execution_id="e1")
        assert not made.is_error, made.text
        grown = await executor.execute(GROW, execution_id="e2")
        assert not grown.is_error, grown.text
        assert "Outside the scope" not in grown.text
        assert [change for change in grown.changes.cells if change.kind == "collateral"] == []
        beside = await executor.execute(BESIDE, execution_id="e3")
    assert "Outside the scope you named: 1 cell" in beside.text
