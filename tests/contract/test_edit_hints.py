"""Edits that Excel hints at: they are looked after and attributed; without hints nothing is missed."""

from dataclasses import replace

import pytest
from executions import LIMITS, executing
from test_edits_meanwhile import CODE, edits_once

from tieout.execution.looks.snapshots import SnapshotLimits
from tieout.protocol.frames import HintedEdit
from tieout.web.hinted_edits import read_hint
from tieout.workbook.address import Address
from tieout.workbook.hints import MOST_HINTS, Hint, Hints

LARGE = replace(LIMITS, snapshot=SnapshotLimits(block=400, whole=60, together=10))


def cells(result) -> dict[str, tuple[str, str]]:
    return {str(one.address): (one.kind, one.by) for one in result.changes.cells}


async def sheet_id(executor, name: str) -> str:
    return (await executor.snapshot()).sheet(name).id


def hints_with(host, edit: HintedEdit) -> None:
    """What somebody writes next is hinted at, as a pane does."""
    write = host.write

    async def hinting(*arguments: object) -> None:
        await write(*arguments)
        host.capabilities.hints.note([read_hint(edit)])

    host.write = hinting


@pytest.mark.parametrize("hinted", [True, False])
async def test_a_co_author_s_edit_during_a_run_is_theirs(hinted: bool) -> None:
    async with executing() as (executor, host):
        if hinted:
            sheet = await sheet_id(executor, "Sheet1")
            hints_with(host, HintedEdit(sheet=sheet, address="C4", source="remote"))
        edits_once(host, "Sheet1", "C4", "Values", [[12]])
        result = await executor.execute(CODE, execution_id="e1")
        by = "co-author" if hinted else "user"
        assert cells(result) == {
            "Sheet1!B2": ("written", "execution"),
            "Sheet1!C4": ("foreign", by),
        }


async def test_a_formula_typed_by_somebody_is_theirs_when_excel_says_so() -> None:
    async with executing() as (executor, host):
        sheet = await sheet_id(executor, "Sheet1")
        hints_with(host, HintedEdit(sheet=sheet, address="F4", source="local"))
        edits_once(host, "Sheet1", "F4", "Formulas", [["=C4*2"]])
        result = await executor.execute(CODE, execution_id="e1")
        assert cells(result)["Sheet1!F4"] == ("foreign", "user")
        await executor.revert(result.undo_id)
        assert (await executor.snapshot()).sheet("Sheet1").content(4, 6)[1] == "=C4*2"


async def test_what_neither_batches_nor_formulas_explain_is_seen_at_once_with_a_hint() -> None:
    """On a large workbook only what may have changed is read again: a hint adds to that."""
    async with executing(limits=LARGE, exclusive=True) as (executor, host):
        sheet = await sheet_id(executor, "Sheet1")
        hints_with(host, HintedEdit(sheet=sheet, address="C150", source="local"))
        edits_once(host, "Sheet1", "C150", "Values", [[12]])
        result = await executor.execute(CODE, execution_id="e1")
        assert cells(result)["Sheet1!C150"] == ("foreign", "user")


async def test_a_hint_without_cells_has_everything_read() -> None:
    async with executing(limits=LARGE, exclusive=True) as (executor, host):
        sheet = await sheet_id(executor, "Sheet1")
        hints_with(host, HintedEdit(sheet=sheet, address="", source="local"))
        edits_once(host, "Sheet1", "C150", "Values", [[12]])
        result = await executor.execute(CODE, execution_id="e1")
        assert cells(result)["Sheet1!C150"] == ("foreign", "user")


async def test_a_hint_that_isn_t_true_changes_nothing() -> None:
    async with executing() as (executor, host):
        sheet = await sheet_id(executor, "Sheet1")
        for edit in (
            HintedEdit(sheet=sheet, address="B2:D9", source="remote"),
            HintedEdit(sheet="nowhere", address="A1", source="local"),
            HintedEdit(sheet=sheet, address="no address", source="local"),
        ):
            host.capabilities.hints.note([read_hint(edit)])
        result = await executor.execute(CODE, execution_id="e1")
        assert cells(result) == {"Sheet1!B2": ("written", "execution")}


async def test_an_edit_between_runs_is_told_with_whose_it_is() -> None:
    async with executing() as (executor, host):
        sheet = await sheet_id(executor, "Sheet1")
        hints_with(host, HintedEdit(sheet=sheet, address="C4", source="remote"))
        await host.write("Sheet1", "C4", "Values", [[12]])
        await host.write("Sheet1", "C5", "Values", [[13]])
        await executor.snapshot()
        edits = {str(one.address): one.by for one in executor._mirror.edits}
        assert edits == {"Sheet1!C4": "co-author", "Sheet1!C5": "user"}


def test_hints_are_taken_once_and_old_ones_are_forgotten() -> None:
    hints = Hints()
    one = Hint("1", Address("", 1, 1, 1, 1), "user")
    hints.note([one])
    assert (hints.take(), hints.take()) == ((one,), ())
    hints.note([Hint(str(number), None, "user") for number in range(MOST_HINTS + 5)])
    assert len(hints.take()) == MOST_HINTS
