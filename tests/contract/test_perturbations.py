"""`general.perturb`: an input is changed, outputs are watched, everything is put back."""

import pytest
from executions import executing

from embedded_excel.model.behaviours import Behaviours
from tieout.errors import ExcelError
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results
from tieout.workbook.address import Address

CALL = """return await general.perturb({input: "Sheet1!B2", change: 0.1,
  outputs: ["Summary!B1", "Sheet1!A2"], checks: ["Summary!B3", "Summary!B4"]});"""


async def model(host) -> None:
    """Revenue in D2:D3, its total on Summary, a check that holds and one that doesn't."""
    await host.write("Sheet1", "D2:D3", "Formulas", [["=B2*C2"], ["=B3*C3"]])
    formulas = [["=SUM(Sheet1!D2:D3)-B1"], ["=B1-23990.985"]]
    await host.write("Summary", "B3:B4", "Formulas", formulas)


async def test_outputs_move_checks_are_judged_and_nothing_stays() -> None:
    async with executing() as (executor, host):
        await model(host)
        before = await executor.snapshot()
        result = await executor.execute(CALL, execution_id="e1")
        assert result.outcome == "applied", result.text
        assert "perturb Sheet1!B2: 1200 -> 1320 (+10.0 %)" in result.text
        assert "output Summary!B1: 23985.99 -> 25184.79 (+5.0 %)" in result.text
        assert "output Sheet1!A2: North -> North (did not move)" in result.text
        assert "check Summary!B3: 0 -> 0 (holds)" in result.text
        assert "check Summary!B4: -4.995 -> 1193.805 (was not 0 before either)" in result.text
        assert "everything is back: Sheet1!B2 is 1200 again" in result.text
        assert result.changes.is_empty
        assert result.undo_id == ""
        assert result.sandbox.value["restored"] is True
        assert await executor.snapshot() == before


@pytest.mark.parametrize(
    ("setup", "call", "why"),
    [
        (("Sheet1", "B2", "=5"), CALL, "Sheet1!B2 holds the formula =5"),
        (("Sheet1", "B2", "n/a"), CALL, "Sheet1!B2 holds no number (n/a)"),
        (("Sheet1", "B2", True), CALL, "Sheet1!B2 holds no number (TRUE)"),
        (("Sheet1", "B2", 0), CALL, "give `to` instead of `change`"),
        (None, CALL.replace("B2", "B2:B3"), "B2:B3 is not one cell"),
        (None, CALL.replace("change: 0.1", "change: 0.1, to: 3"), "either `change`"),
        (None, "return await general.perturb({input: 'B2', to: 1});", "outputs: Field required"),
    ],
)
async def test_what_cannot_be_tested_is_refused_with_its_reason(setup, call, why) -> None:
    async with executing() as (executor, host):
        await model(host)
        if setup is not None:
            sheet, cell, value = setup
            await host.write(sheet, cell, "Formulas", [[value]])
        before = await executor.snapshot()
        result = await executor.execute(call, execution_id="e1")
        assert why in result.text
        assert result.outcome == "not_applied"
        assert await executor.snapshot() == before


async def test_manual_calculation_and_read_only_refuse_it() -> None:
    async with executing() as (executor, host):
        builder = BatchBuilder()
        builder.workbook.child("Application").set("CalculationMode", "Manual")
        Results(await host.inner.send(builder.build()))
        result = await executor.execute(CALL, execution_id="e1")
        assert "calculation is Manual" in result.text
    async with executing(mode="read_only") as (executor, _):
        assert "read-only" in (await executor.execute(CALL, execution_id="e1")).text


async def test_an_input_that_could_not_be_put_back_is_taken_back_by_the_executor() -> None:
    async with executing() as (executor, host):
        await model(host)
        before = await executor.snapshot()
        writes = 0

        async def refuse_the_way_back(batch) -> None:
            nonlocal writes
            if any(action.get("Name") == "Values" for action in batch.body["Actions"]):
                writes += 1
                if writes == 2:
                    raise ExcelError("AccessDenied", "The sheet was protected meanwhile.")

        host.before_send = refuse_the_way_back
        result = await executor.execute(CALL, execution_id="e1")
        assert result.outcome == "rolled_back", result.text
        assert "protected meanwhile" in result.text
        assert await executor.snapshot() == before


async def test_outputs_that_are_still_being_calculated_are_not_passed_off_as_results() -> None:
    async with executing() as (executor, host):
        await model(host)

        async def begin(batch) -> None:
            if any(action.get("Name") == "Values" for action in batch.body["Actions"]):
                host.before_send = None
                busy = Behaviours(calculating=3)
                await host.inner.with_excel(lambda excel: excel.behave(busy))

        before = await executor.snapshot()
        host.before_send = begin
        result = await executor.execute(CALL, execution_id="e1")
        assert "Excel had not finished calculating" in result.text
        assert result.sandbox.value["calculated"] is False
        await host.inner.with_excel(lambda excel: excel.behave(Behaviours()))
        assert await executor.snapshot() == before


async def test_a_protected_input_is_refused_and_nothing_changes() -> None:
    async with executing() as (executor, host):
        await model(host)
        protected = Behaviours(protected_sheets=True)
        await host.inner.with_excel(lambda excel: excel.behave(protected))
        before = await executor.snapshot()
        result = await executor.execute(CALL, execution_id="e1")
        assert result.is_error
        assert "AccessDenied" in result.text
        assert await executor.snapshot() == before


async def test_a_volatile_output_is_named_as_not_as_before() -> None:
    async with executing() as (executor, host):
        await model(host)
        await host.write("Summary", "B1", "Formulas", [["=RAND()"]])
        result = await executor.execute(CALL, execution_id="e1")
        assert "NOT as before afterwards: Summary!B1" in result.text
        assert result.sandbox.value["restored"] is False
        state = (await executor.snapshot()).state(Address.parse("Sheet1!B2"))
        assert state.value == 1200.0
