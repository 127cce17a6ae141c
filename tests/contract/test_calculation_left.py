"""Calculation is left as it was found, and what isn't calculated is said before it is reported."""

import pytest
from executions import executing

from embedded_excel.model.behaviours import Behaviours
from tieout.workbook.address import Address

MANUAL = 'context.workbook.application.calculationMode = "Manual"; await context.sync();'
WRITE = 'await sheet.setRange("D2:D200", "=B2*C2");'


async def mode(executor) -> str:
    return (await executor.snapshot()).calculation_mode


async def test_a_mode_the_code_leaves_behind_is_set_back_and_values_are_fresh() -> None:
    async with executing() as (executor, _):
        result = await executor.execute(f"{MANUAL} {WRITE}", execution_id="e1")
        assert result.outcome == "applied"
        assert "left calculation Manual; it was set back to Automatic" in result.text
        assert await mode(executor) == "Automatic"
        summed = (await executor.snapshot()).state(Address.parse("Summary!B1"))
        assert summed.value == pytest.approx(9.99 * sum(range(1200, 1399)))
        assert "Summary!B1" in {str(c.address) for c in result.changes.cells}


async def test_a_mode_that_was_manual_stays_so() -> None:
    async with executing() as (executor, _):
        scoped = f"// scope: calculation\n{MANUAL}"
        assert (await executor.execute(scoped, execution_id="e1")).outcome == "applied"
        assert await mode(executor) == "Manual"
        back = MANUAL.replace("Manual", "Automatic")
        result = await executor.execute(back, execution_id="e2")
        assert "set back to Manual" in result.text
        assert await mode(executor) == "Manual"
        undone = await executor.revert("e1")
        assert undone.not_covered == ()
        assert await mode(executor) == "Automatic"


async def test_a_failed_run_leaves_no_mode_behind() -> None:
    async with executing() as (executor, _):
        before = await executor.snapshot()
        result = await executor.execute(
            f'{MANUAL} {WRITE} await context.sync(); throw new Error("no");', execution_id="e1"
        )
        assert result.outcome == "rolled_back"
        assert await executor.snapshot() == before


@pytest.mark.parametrize(
    "read",
    [
        'return (await sheet.getCellRange("Summary!A1:B1")).values;',
        """const cell = context.workbook.worksheets.getItem("Summary").getRange("B1").load("values");
        await context.sync(); return cell.values[0][0];""",
    ],
)
async def test_old_values_are_named_when_they_are_read_however_that_is_done(read) -> None:
    async with executing() as (executor, host):
        assert "may be old" not in (await executor.execute(read, execution_id="e0")).text
        manual = Behaviours(manual_calculation=True)
        await host.inner.with_excel(lambda excel: excel.behave(manual))
        assert "not calculated" not in (await executor.execute(read, execution_id="e1")).text
        await host.write("Sheet1", "D2", "Values", [[77]])
        stale = await executor.execute(read, execution_id="e2")
        assert "Calculation is manual, and cells changed since it last ran" in stale.text
        fresh = 'context.workbook.application.calculate("Full"); await context.sync();'
        await executor.execute(fresh, execution_id="e3")
        again = await executor.execute(read, execution_id="e4")
        assert "77" in again.text
        assert "cells changed since it last ran" not in again.text
        assert await mode(executor) == "Manual"
        busy = Behaviours(calculating=100)
        await host.inner.with_excel(lambda excel: excel.behave(busy))
        await host.inner.with_excel(
            lambda excel: excel.workbook.engine.set_calculation_mode("Automatic")
        )
        late = await executor.execute(read, execution_id="e5")
        assert "Excel has not finished calculating: what was read may be old" in late.text


async def test_values_that_are_still_being_calculated_are_said_to_be_old() -> None:
    async with executing() as (executor, host):
        await executor.snapshot()
        await host.inner.with_excel(lambda excel: excel.behave(Behaviours(calculating=100)))
        result = await executor.execute('await sheet.setCell("B2", 5);', execution_id="e1")
        assert "has not finished calculating" in result.text
        await host.inner.with_excel(lambda excel: excel.behave(Behaviours()))
        assert (await executor.snapshot()).calculation_state == "Done"
