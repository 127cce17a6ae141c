"""Code is held against the reference before it runs; the result says what was found."""

from executions import executing

from tieout.execution.ports import Returned, Threw

RANGE = "const range = context.workbook.worksheets.getItem('Sheet1').getRange('A1');\n"


async def test_an_unknown_member_is_answered_before_anything_runs() -> None:
    async with executing() as (executor, host):
        already = len(host.batches)
        code = RANGE + "range.values = [['x']];\nawait context.sync();\nrange.value = 5;"
        result = await executor.execute(code, execution_id="e1")
        assert (result.outcome, result.is_error, result.undo_id) == ("not_applied", True, "")
        assert "Line 4: Excel.Range has no member 'value'. Nearest: Range.values" in result.text
        assert "Nothing was changed by this run." in result.text
        assert len(host.batches) == already


async def test_a_failed_run_is_told_which_members_this_excel_lacks() -> None:
    async with executing() as (executor, _):
        code = RANGE + "range.load('control'); await context.sync(); throw new Error('no');"
        quiet = await executor.execute(code, execution_id="e1")
        assert isinstance(quiet.sandbox, Threw)
        code = RANGE + "const held = range.control; await context.sync(); throw new Error('no');"
        result = await executor.execute(code, execution_id="e2")
        assert "Range.control needs ExcelApi 1.18; this Excel has ExcelApi" in result.text


async def test_a_successful_run_names_what_excels_own_undo_cant_pass() -> None:
    async with executing() as (executor, _):
        code = (
            "context.workbook.worksheets.getItem('Summary').name = 'Totals'; await context.sync();"
        )
        result = await executor.execute(code, execution_id="e1")
        assert isinstance(result.sandbox, Returned)
        assert "Undo in Excel itself doesn't reach back past Worksheet.name." in result.text
        plain = await executor.execute(RANGE + "range.select();", execution_id="e2")
        assert "Undo in Excel" not in plain.text
