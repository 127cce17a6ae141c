"""Hidden rows inside a total are told after an execution, and asked for only where one was written."""

from executions import executing

TOTAL = '// scope: Sheet1!B201\nawait sheet.setCell("B201", "=SUM(B2:B200)");'
HIDE = """// scope: Sheet1!A5:A6
context.workbook.worksheets.getItem("Sheet1").getRange("5:6").rowHidden = true;
await context.sync();"""
SUPPRESS = """context.workbook.names.add("_tieout.lint.1",
  '=CHOOSE(1,Sheet1!$B$201,"HIDDEN_ROWS_IN_TOTAL","The hidden rows count, by design")');
await context.sync();"""


def hidden_found(result) -> list[str]:
    return [
        str(cell)
        for finding in result.changes.findings
        if finding.code == "HIDDEN_ROWS_IN_TOTAL"
        for cell in finding.cells
    ]


def asked(host) -> int:
    return sum("RowHidden" in str(batch.body) for batch in host.batches)


async def test_a_total_written_over_hidden_rows_is_told_and_one_over_shown_rows_is_not() -> None:
    async with executing() as (executor, host):
        assert hidden_found(await executor.execute(TOTAL, execution_id="e1")) == []
        await host.write("Sheet1", "9:11", "RowHidden", True)
        host.batches.clear()
        result = await executor.execute(TOTAL.replace("B", "C"), execution_id="e2")
        assert hidden_found(result) == ["Sheet1!C201"]
        assert "REVIEW HIDDEN_ROWS_IN_TOTAL" in result.text
        assert "SUBTOTAL(109" in result.text
        assert 1 < asked(host) < 15


async def test_rows_that_the_code_hides_inside_a_total_are_told() -> None:
    async with executing() as (executor, _):
        await executor.execute(TOTAL, execution_id="e1")
        assert hidden_found(await executor.execute(HIDE, execution_id="e2")) == ["Sheet1!B201"]


async def test_without_a_total_nothing_is_asked() -> None:
    async with executing() as (executor, host):
        await executor.snapshot()
        host.batches.clear()
        await executor.execute('await sheet.setCell("B2", "=1+1");', execution_id="e1")
        code = 'await sheet.setCell("F1", "=SUBTOTAL(109,F2:F9)");'
        await executor.execute(code, execution_id="e2")
        assert asked(host) == 0


async def test_what_the_workbook_suppresses_is_not_told() -> None:
    async with executing() as (executor, host):
        await host.write("Sheet1", "9:11", "RowHidden", True)
        await executor.execute(SUPPRESS, execution_id="e1")
        assert hidden_found(await executor.execute(TOTAL, execution_id="e2")) == []
