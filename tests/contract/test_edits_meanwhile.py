"""Somebody else edits while code runs: the edit is theirs in the change set, and stays theirs."""

import pytest
from executions import executing

from tieout.office_wire.batch import Batch

CODE = '// scope: Sheet1!B2\nawait sheet.setCell("Sheet1!B2", 7);'


def edits_once(host, sheet: str, address: str, member: str, value: object) -> None:
    """Just before the first batch that writes, somebody else writes too."""

    async def before_send(batch: Batch) -> None:
        if batch.flags & 1:
            host.before_send = None
            await host.write(sheet, address, member, value)

    host.before_send = before_send


@pytest.mark.parametrize(("address", "value"), [("C4", 12), ("F9", "a note")])
async def test_a_constant_typed_during_a_run_is_not_the_code_s(address, value) -> None:
    async with executing() as (executor, host):
        await executor.snapshot()
        edits_once(host, "Sheet1", address, "Values", [[value]])
        result = await executor.execute(CODE, execution_id="e1")
        kinds = {str(c.address): (c.kind, c.by) for c in result.changes.cells}
        assert kinds == {
            "Sheet1!B2": ("written", "execution"),
            f"Sheet1!{address}": ("foreign", "user"),
        }
        assert f"Changed by somebody else meanwhile: 1 cell   → Sheet1!{address}" in result.text
        reverted = await executor.revert(result.undo_id)
        now = (await executor.snapshot()).sheet("Sheet1")
        assert now.content(int(address[1:]), ord(address[0]) - 64)[0] == value
        assert now.content(2, 2)[0] == 1200
        assert reverted.kept == ()


async def test_a_failed_run_is_taken_back_whole_beside_somebody_s_edit() -> None:
    async with executing() as (executor, host):
        edits_once(host, "Sheet1", "C4", "Values", [[12]])
        result = await executor.execute(
            CODE + ' await context.sync(); throw new Error("no");', execution_id="e1"
        )
        assert result.outcome == "rolled_back", result.text
        now = (await executor.snapshot()).sheet("Sheet1")
        assert now.content(4, 3)[0] == 12
        assert now.content(2, 2)[0] == 1200
