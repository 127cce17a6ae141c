"""Executions that are stopped, cancelled, or lose their pane or their Excel on the way."""

import asyncio
from dataclasses import replace

import pytest
from executions import LIMITS, executing

from tieout.errors import ExcelError, PaneLost
from tieout.execution.ports import (
    Returned,
    SandboxResult,
    SandboxRun,
    SandboxServices,
)
from tieout.office_wire.build import BatchBuilder
from tieout.workbook.address import Address

FILL = """// scope: Sheet1!D2:D200
async function execute() {
  await sheet.setRange("D2:D200", "=B2*C2");
}"""


def kinds(result) -> dict[str, str]:
    return {str(change.address): change.kind for change in result.changes.cells}


class _SyncingSandbox:
    """Sends one writing batch, then waits to be cancelled: for stops at a known point."""

    def __init__(self) -> None:
        self.synced = asyncio.Event()

    async def run(self, run: SandboxRun, services: SandboxServices):
        builder = BatchBuilder()
        builder.worksheet("Sheet1").range("B2").set("Values", 5)
        await services.sync(builder.build())
        self.synced.set()
        await asyncio.Event().wait()
        return Returned(None)


async def test_a_stop_ends_the_run_with_a_result_and_takes_it_back() -> None:
    sandbox = _SyncingSandbox()
    async with executing(sandbox) as (executor, _):
        assert executor.stop() is False
        running = asyncio.create_task(executor.execute("x", execution_id="e1"))
        await sandbox.synced.wait()
        assert executor.stop() is True
        result = await running
        assert result.outcome == "rolled_back"
        assert "The user stopped this run." in result.text


async def test_a_cancelled_task_leaves_the_workbook_as_it_was() -> None:
    sandbox = _SyncingSandbox()
    async with executing(sandbox) as (executor, _):
        running = asyncio.create_task(executor.execute("x", execution_id="e1"))
        await sandbox.synced.wait()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert (await executor.snapshot()).state(Address.parse("Sheet1!B2")).value == 1200.0


async def test_a_lost_pane_is_raised_and_the_next_look_is_fresh() -> None:
    async with executing() as (executor, host):
        await executor.snapshot()

        async def lose(batch) -> None:
            if batch.flags & 1:
                raise PaneLost("the pane closed")

        host.before_send = lose
        with pytest.raises(PaneLost):
            await executor.execute(FILL, execution_id="e1")
        host.before_send = None
        result = await executor.execute("return 1", execution_id="e2")
        assert result.text == "Returned: 1"


class _DyingSandbox:
    """Writes like generated code and loses its pane afterwards."""

    async def run(self, run: SandboxRun, services: SandboxServices) -> SandboxResult:
        builder = BatchBuilder()
        builder.worksheet("Sheet1").range("B2").set("Values", [[-1]])
        await services.sync(builder.build())
        raise PaneLost("the pane closed")


async def test_a_pane_lost_while_excel_is_elsewhere_is_taken_back_and_said() -> None:
    async with executing(_DyingSandbox()) as (executor, host):
        result = await executor.execute("x", execution_id="e1")
        assert result.outcome == "rolled_back"
        assert result.pane_lost
        assert "The pane that ran the code went away." in result.text
        assert (await executor.snapshot()).state(Address.parse("Sheet1!B2")).value == 1200.0
        assert any(batch.flags & 1 for batch in host.batches)


async def test_an_excel_that_never_answers_leaves_the_outcome_unknown() -> None:
    impatient = replace(LIMITS, drain=0.05)
    async with executing(_SyncingSandbox(), limits=impatient) as (executor, host):
        await executor.snapshot()
        stuck = asyncio.Event()

        async def hang(batch) -> None:
            if batch.flags & 1 or stuck.is_set():
                stuck.set()
                await asyncio.Event().wait()

        host.before_send = hang
        running = asyncio.create_task(executor.execute("x", execution_id="e1"))
        await stuck.wait()
        executor.stop()
        result = await running
        assert (result.outcome, result.is_error) == ("unknown", True)
        assert "Excel did not answer" in result.text


async def test_a_look_that_fails_after_the_run_leaves_the_outcome_unknown() -> None:
    async with executing() as (executor, host):
        await executor.snapshot()
        written: list[bool] = []

        async def refuse(batch) -> None:
            if written:
                raise ExcelError("InvalidOperationInCellEditMode", "Excel is in cell-editing mode.")
            if batch.flags & 1:
                written.append(True)

        host.before_send = refuse
        result = await executor.execute(FILL, execution_id="e1")
        assert (result.outcome, result.is_error) == ("unknown", True)
        assert "cell-editing mode" in result.text
        assert "Read the cells before writing again" in result.text


async def test_a_look_that_fails_before_the_run_applies_nothing() -> None:
    async with executing() as (executor, host):

        async def refuse(_batch) -> None:
            raise ExcelError("InvalidOperationInCellEditMode", "Excel is in cell-editing mode.")

        host.before_send = refuse
        result = await executor.execute(FILL, execution_id="e1")
        assert (result.outcome, result.is_error) == ("not_applied", True)
        assert "couldn't be read before the run" in result.text


async def test_the_same_executions_give_the_same_texts() -> None:
    texts = []
    for _ in range(2):
        async with executing() as (executor, _host):
            await executor.execute(FILL, execution_id="e1")
            code = 'return (await sheet.getCellRange("A1:D20")).values'
            texts.append((await executor.execute(code, execution_id="e2")).text)
    assert texts[0] == texts[1]
