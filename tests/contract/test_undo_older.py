"""Older executions are taken back although a later one made their sheet or table anew."""

import pytest
from portraits import Desk, Step, differences

from tieout.office_wire.build import BatchBuilder

START: list[Step] = [
    lambda batch: batch.worksheets.create("Add", "Data"),
    lambda batch: batch.worksheet("Data").range("A1:B3").set(
        "Values", [["p", "q"], [3, "x"], [1, "y"]]
    ),
    lambda batch: batch.workbook.child("Tables").create("Add", "Data!A1:B3", True)
        .set("Name", "Sales"),
    lambda batch: batch.worksheet("Data").range("D1").set("Values", "beside"),
]  # fmt: skip


def work(batch: BatchBuilder) -> None:
    """Contents, formats, rules, a link and the look of the table."""
    data = batch.worksheet("Data")
    data.range("D1").set("Values", "changed")
    data.range("D1").child("Format").child("Font").set("Bold", True)
    data.range("D2").set("Hyperlink", {"documentReference": "Data!A1"})
    data.range("A2:B2").child("DataValidation").set(
        "Rule", {"list": {"inCellDropDown": True, "source": "a,b"}}
    )
    batch.workbook.child("Tables").item("Sales").set("Style", "TableStyleDark1")


LATER: dict[str, Step] = {
    "the sheet was deleted": lambda batch: batch.worksheet("Data").call("Delete"),
    "the table was deleted": lambda batch: batch.workbook.child("Tables").item("Sales")
        .call("Delete"),
    "the table became cells": lambda batch: batch.workbook.child("Tables").item("Sales")
        .create("ConvertToRange"),
}  # fmt: skip


@pytest.mark.parametrize("throws", [False, True])
@pytest.mark.parametrize("later", LATER)
async def test_an_older_execution_is_taken_back_after_a_later_one(later: str, throws: bool) -> None:
    desk = Desk()
    try:
        await desk.edit(*START)
        before = await desk.portrait()
        first = await desk.run([work])
        then = await desk.run([LATER[later]], throws=throws)
        if not throws:
            await desk.executor.revert(then.undo_id)
        undone = await desk.executor.revert(first.undo_id)
        assert undone.kept == ()
        left = differences(before, await desk.portrait())
        assert not left, left
    finally:
        await desk.close()
