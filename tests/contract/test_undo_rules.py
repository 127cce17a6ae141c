"""What an undo gives back of what lies over cells: conditional formats, validation, comments."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from executions import executing
from portraits import Desk, Step

from tieout.office_wire.build import BatchBuilder, WireObject

KINDS: dict[str, tuple[str, tuple[tuple[str, object], ...]]] = {
    "Custom": ("Custom/Rule", (("Formula", "=$B2>3"),)),
    "CellValue": (
        "CellValue",
        (("Rule", {"formula1": "=2", "formula2": "=B$9", "operator": "Between"}),),
    ),
    "ContainsText": ("TextComparison", (("Rule", {"operator": "BeginsWith", "text": "So"}),)),
    "TopBottom": ("TopBottom", (("Rule", {"rank": 20, "type": "BottomPercent"}),)),
    "PresetCriteria": ("Preset", (("Rule", {"criterion": "OneStdDevAboveAverage"}),)),
    "ColorScale": (
        "ColorScale",
        (
            (
                "Criteria",
                {
                    "minimum": {"color": "#FF0000", "type": "Number", "formula": "1"},
                    "maximum": {"color": "#00FF00", "type": "HighestValue"},
                },
            ),
        ),
    ),
    "DataBar": (
        "DataBar",
        (
            ("LowerBoundRule", {"type": "Number", "formula": "0"}),
            ("BarDirection", "RightToLeft"),
            ("ShowDataBarOnly", True),
        ),
    ),
    "IconSet": ("IconSet", (("Style", "FiveQuarters"), ("ReverseIconOrder", True))),
}
LOOKS = {kind: KINDS[kind][0].split("/")[0] for kind in list(KINDS)[:5]}


def add_format(address: str, kind: str, *, first: bool = False) -> Step:
    def change(batch: BatchBuilder) -> None:
        areas = address.split(",")
        sheet = batch.worksheet("Sheet1")
        target = sheet.range(address) if len(areas) == 1 else sheet.method("GetRanges", address)
        made = target.child("ConditionalFormats").create("Add", kind)
        path, settings = KINDS[kind]
        part: WireObject = made
        for name in path.split("/"):
            part = part.child(name)
        for name, value in settings:
            part.set(name, value)
        if kind in LOOKS:
            look = made.child(LOOKS[kind]).child("Format")
            look.child("Fill").set("Color", "#FFC7CE")
            look.child("Font").set("Bold", True)
            look.child("Borders").item("EdgeBottom").set("Style", "Continuous")
            made.set("StopIfTrue", True)
        if first:
            made.set("Priority", 0)

    return change


def each_format(member: str, *values: object, of: str = "A:Z") -> Step:
    """A call on all formats of cells, or a property of the first."""

    def change(batch: BatchBuilder) -> None:
        formats = batch.worksheet("Sheet1").range(of).child("ConditionalFormats")
        if member == "ClearAll":
            formats.call(member)
        else:
            formats.method("GetItemAt", 0).set(member, *values)

    return change


def validate(address: str, rule: object, **more: object) -> Step:
    def change(batch: BatchBuilder) -> None:
        target = batch.worksheet("Sheet1").range(address).child("DataValidation")
        target.set("Rule", rule)
        for name, value in more.items():
            target.set(name, value)

    return change


def calling(address: str, name: str, *arguments: object) -> Step:
    return lambda batch: batch.worksheet("Sheet1").range(address).call(name, *arguments)


def comment(cell: str, text: str) -> Step:
    return lambda batch: (
        batch.worksheet("Sheet1").child("Comments").create("Add", f"Sheet1!{cell}", text, "Plain")
    )


def thread(member: str, *values: object) -> Step:
    def change(batch: BatchBuilder) -> None:
        one = batch.worksheet("Sheet1").child("Comments").method("GetItemAt", 0)
        if member in ("Content", "Resolved"):
            one.set(member, *values)
        elif member == "Reply":
            one.child("Replies").create("Add", *values, "Plain")
        else:
            one.call(member)

    return change


WHOLE = {"wholeNumber": {"formula1": 1, "formula2": "=B$9", "operator": "Between"}}
LIST = {"list": {"inCellDropDown": True, "source": "North,South,East"}}
START: list[Step] = [
    lambda batch: batch.worksheet("Sheet1").range("A1:C4").set(
        "Values", [["Region", "Units", "Price"], ["North", 1, 2.5], ["South", 3, 4], ["East", 5, 6]]
    ),
    *(add_format("B2:C4", kind) for kind in KINDS),
    add_format("A2:A4,E2:E3", "Custom"),
    validate("A2:A10", LIST, ErrorAlert={"message": "No.", "showAlert": True, "style": "Warning",
                                         "title": "Region"}),
    validate("B2:C6", WHOLE, IgnoreBlanks=False,
             Prompt={"message": "How many", "showPrompt": True, "title": "Units"}),
    validate("C6:C7", {"custom": {"formula": "=B6>A$1"}}),
    comment("B2", "Why one?"),
    thread("Reply", "Because."),
    comment("A4", "East of what?"),
]  # fmt: skip
CHANGES: dict[str, list[Step]] = {
    **{f"a {kind} format added": [add_format("A1:F9", kind, first=True)] for kind in KINDS},
    "all formats cleared": [each_format("ClearAll")],
    "formats of some cells cleared": [each_format("ClearAll", of="B3:C3")],
    "the order": [each_format("Priority", 5)],
    "a switch": [each_format("StopIfTrue", False)],
    "formats cleared": [calling("B2:B3", "Clear", "Formats")],
    "everything cleared": [calling("A1:F9", "Clear", None)],
    "rows inserted": [calling("3:4", "Insert", "Down")],
    "rows deleted": [calling("2:3", "Delete", "Up")],
    "cells inserted": [calling("B3:B4", "Insert", "Down")],
    "columns deleted": [calling("B:B", "Delete", "Left")],
    "a copy": [calling("A3", "CopyFrom", "B2:C3", "All", False, False)],
    "filled down": [calling("A2:C2", "AutoFill", "A2:C6", "FillDefault")],
    "other validation": [validate("A1:C5", {"custom": {"formula": "=A1<>B1"}})],
    "validation taken away": [
        lambda batch: batch.worksheet("Sheet1").range("B:B").child("DataValidation").call("Clear")
    ],
    "only the alert": [
        lambda batch: batch.worksheet("Sheet1").range("A3:A4").child("DataValidation").set(
            "ErrorAlert", {"message": "?", "showAlert": False, "style": "Stop", "title": ""}
        )
    ],
    "comments": [comment("C3", "New"), thread("Content", "Why?"), thread("Resolved", True)],
    "a comment deleted": [thread("Delete")],
    "a reply": [thread("Reply", "Really?")],
}  # fmt: skip


@asynccontextmanager
async def desk() -> AsyncIterator[Desk]:
    opened = Desk()
    await opened.edit(*START)
    try:
        yield opened
    finally:
        await opened.close()


@pytest.mark.parametrize("change", CHANGES)
async def test_what_lies_over_cells_comes_back(change: str) -> None:
    async with desk() as opened:
        before = await opened.portrait()
        result = await opened.run(CHANGES[change])
        changed = await opened.portrait()
        assert changed != before
        assert result.undo_id, result.text
        undone = await opened.executor.revert(result.undo_id)
        assert await opened.portrait() == before
        assert not any("Not exactly" in text for text in undone.not_covered)
        await opened.executor.revert(undone.undo_id)
        redone = await opened.portrait()
        print(
            "\n".join(
                __import__("difflib").unified_diff(
                    changed["Sheet1"]["conditional"], redone["Sheet1"]["conditional"], n=0
                )
            )
        )
        assert {name: redone["Sheet1"][name] for name in ("conditional", "validation")} == {
            name: changed["Sheet1"][name] for name in ("conditional", "validation")
        }


async def test_a_failed_run_leaves_no_rules() -> None:
    async with desk() as opened:
        before = await opened.portrait()
        steps = [each_format("ClearAll"), validate("A1:C9", LIST), comment("F1", "Hello")]
        result = await opened.run(steps, throws=True)
        assert result.outcome == "rolled_back", result.text
        assert await opened.portrait() == before


async def test_the_result_says_what_was_added_changed_and_removed() -> None:
    async with desk() as opened:
        result = await opened.run([
            add_format("D1:D4", "TopBottom"),
            calling("E2:E3", "Clear", "Formats"),
            validate("D1:D4", WHOLE),
            thread("Content", "Why 1?"),
        ])  # fmt: skip
        found = {(one.noun, one.name, one.verb): one.detail for one in result.changes.objects}
        assert found["conditional format", "Sheet1!D1:D4", "added"] == "BottomPercent 20"
        assert ("conditional format", "Sheet1!A2:A4", "changed") in found
        assert found["validation", "Sheet1!D1:D4", "added"].startswith("whole number")
        assert found["comment", "Sheet1!B2", "changed"] == "Why one? → Why 1?"


async def test_rules_that_were_changed_since_are_left_alone_and_named() -> None:
    async with desk() as opened:
        await opened.run([validate("F1:F3", LIST), add_format("F1:F3", "DataBar")])
        await opened.edit(validate("F3", WHOLE))
        changed = await opened.portrait()
        undone = await opened.executor.revert("e1")
        assert undone.not_covered == (
            "Left alone, because it was changed since: the validations of Sheet1.",
        )
        now = await opened.portrait()
        assert now["Sheet1"]["validation"] == changed["Sheet1"]["validation"]
        assert len(now["Sheet1"]["conditional"]) == len(changed["Sheet1"]["conditional"]) - 1


async def test_comments_that_are_written_again_are_named() -> None:
    async with desk() as opened:
        await opened.run([thread("Delete")])
        undone = await opened.executor.revert("e1")
        assert undone.not_covered[0].startswith("Comments on Sheet1!B2 were written again")


async def test_sheets_without_such_batches_are_not_asked() -> None:
    async with executing() as (executor, host):
        asked = len(host.batches)
        await executor.execute(
            'sheet.originalSheet.getRange("F1").values = [[1]]; await context.sync();',
            execution_id="e1",
        )
        assert not any("ConditionalFormats" in str(batch.body) for batch in host.batches[asked:])
