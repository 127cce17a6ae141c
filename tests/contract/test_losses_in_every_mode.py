"""However code deletes or empties outside its scope, in whatever mode: nothing is lost without a yes."""

from dataclasses import dataclass, field, replace

import pytest
from executions import LIMITS, executing

from tieout.execution.approvals import ApprovalRequest
from tieout.workbook.compare import compare

SETUP = """// scope: Sheet1!A1:F200, sheet:Summary
const table = sheet.originalSheet.tables.add("A1:C200", true); table.name = "Sales";
context.workbook.names.add("Rate", sheet.originalSheet.getRange("F1"));
context.workbook.worksheets.getItem("Summary").names.add("Local", sheet.originalSheet.getRange("F2"));
context.workbook.worksheets.getItem("Summary").getRange("H1:H80").values = Array.from({length: 80}, (_, at) => [at + 1]);
await context.sync();"""
BOOK = "context.workbook"
S1 = f'{BOOK}.worksheets.getItem("Sheet1")'
SUMMARY = f'{BOOK}.worksheets.getItem("Summary")'
SALES = f'{BOOK}.tables.getItem("Sales")'
BLANKS = 'Array.from({length: 80}, () => [""])'
LOSSES = {
    "sheet": (f"{SUMMARY}.delete();", "delete the sheet Summary"),
    "sheet by place": (
        f"{BOOK}.worksheets.load('items'); await context.sync(); {BOOK}.worksheets.items[1].delete();",
        "delete the sheet Summary",
    ),
    "table": (f"{SALES}.delete();", "delete the table Sales"),
    "table of the sheet": (f"{S1}.tables.getItemAt(0).delete();", "delete the table Sales"),
    "table to range": (f"{SALES}.convertToRange();", "delete the table Sales"),
    "table by its cells": (f'{S1}.getRange("A1:C200").delete("Up");', "empty 600 filled cells"),
    "rows of a table": (f"{SALES}.getDataBodyRange().clear();", "empty 600 filled cells"),
    "table rows": (
        f"{SALES}.rows.deleteRows(Array.from({{length: 60}}, (_, at) => at));",
        "empty 180 filled cells",
    ),
    "table column": (f'{SALES}.columns.getItem("Units").delete();', "filled cells"),
    "name": (f'{BOOK}.names.getItem("Rate").delete();', "delete the name Rate"),
    "name of a sheet": (f'{SUMMARY}.names.getItem("Local").delete();', "delete the name"),
    "contents": (f'{SUMMARY}.getRange("H1:H80").clear("Contents");', "empty 80 filled cells"),
    "whole column": (f'{SUMMARY}.getRange("H:H").clear();', "empty 80 filled cells"),
    "entire column": (
        f'{SUMMARY}.getRange("H4").getEntireColumn().clear();',
        "empty 80 filled cells",
    ),
    "column deleted": (f'{SUMMARY}.getRange("H:H").delete("Left");', "empty 80 filled cells"),
    "rows deleted": (f'{SUMMARY}.getRange("5:80").delete("Up");', "empty 76 filled cells"),
    "used range": (f"{SUMMARY}.getUsedRange().clear();", "empty 82 filled cells"),
    "whole sheet": (f"{SUMMARY}.getRange().clear();", "empty 82 filled cells"),
    "blank values": (f'{SUMMARY}.getRange("H1:H80").values = {BLANKS};', "empty 80 filled cells"),
    "blank formulas": (f'{SUMMARY}.getRange("H1:H80").formulas = "";', "empty 80 filled cells"),
    "blank cells copied": (
        f'{SUMMARY}.getRange("H1:H80").copyFrom("Summary!M1:M80");',
        "empty 80 filled cells",
    ),
    "several areas": (
        f'{SUMMARY}.getRanges("H1:H30, H35:H70").clear();',
        "empty 66 filled cells",
    ),
    "in small steps": (
        f"for (let row = 1; row <= 80; row += 40) {{ {SUMMARY}.getRange(`H${{row}}:H${{row + 39}}`).clear(); await context.sync(); }}",
        "empty 80 filled cells",
    ),
    "texts replaced": (
        f'{SUMMARY}.getRange("H1:H80").replaceAll("1", "", {{}}); {SUMMARY}.getRange("H1:H80").values = {BLANKS};',
        "filled cells",
    ),
}


@dataclass
class Asked:
    """Lets edits be made and nothing be lost."""

    requests: list[ApprovalRequest] = field(default_factory=list)

    async def decide(self, request: ApprovalRequest) -> bool:
        self.requests.append(request)
        return request.subject == "edits"

    @property
    def losses(self) -> str:
        return "; ".join(one.text for one in self.requests if one.subject == "loss")


async def test_a_sheet_that_cannot_be_told_beforehand_is_not_deleted_in_any_mode() -> None:
    for mode in ("accept_edits", "ask_before_edits"):
        asked = Asked()
        async with executing(approver=asked, mode=mode) as (executor, _):
            before = await executor.snapshot()
            run = (
                f"// scope: Sheet1!Z1\n{BOOK}.worksheets.getLast().delete(); await context.sync();"
            )
            result = await executor.execute(run, execution_id="e")
            assert (result.outcome, asked.losses) == ("not_applied", "")
            assert "Take the sheet by its name" in result.text
            assert await executor.snapshot() == before


SOME = ("sheet", "table of the sheet", "table rows", "name", "whole column", "blank formulas")


@pytest.mark.parametrize(("policy", "names"), [("warn", tuple(LOSSES)), ("rollback", SOME)])
async def test_every_way_to_lose_something_is_asked_for_and_a_no_keeps_it(policy, names) -> None:
    asked = Asked()
    limits = replace(LIMITS, scope_policy=policy)
    async with executing(approver=asked, limits=limits) as (executor, _):
        made = await executor.execute(SETUP, execution_id="setup")
        assert made.outcome == "applied", made.text
        before = await executor.snapshot()
        for number, name in enumerate(names):
            code, what = LOSSES[name]
            asked.requests.clear()
            run = f"// scope: Sheet1!Z1\n{code} await context.sync();"
            result = await executor.execute(run, execution_id=f"e{number}")
            assert result.outcome in ("not_applied", "rolled_back"), (name, result.text)
            assert what in asked.losses, (name, asked.losses, result.text)
            assert compare(before, await executor.snapshot()).is_empty, name


async def test_where_every_scope_is_approved_nothing_outside_it_is_lost_either() -> None:
    asked = Asked()
    async with executing(approver=asked, mode="ask_before_edits") as (executor, _):
        made = await executor.execute(SETUP, execution_id="setup")
        assert made.outcome == "applied", made.text
        before = await executor.snapshot()
        for number, name in enumerate((*SOME, "sheet by place", "table column", "several areas")):
            code, _what = LOSSES[name]
            run = f"// scope: Sheet1!Z1\n{code} await context.sync();"
            result = await executor.execute(run, execution_id=f"e{number}")
            assert result.is_error, (name, result.text)
            assert compare(before, await executor.snapshot()).is_empty, name


async def test_read_only_refuses_all_of_them_without_asking() -> None:
    asked = Asked()
    async with executing(approver=asked, mode="read_only") as (executor, _):
        before = await executor.snapshot()
        for name in ("sheet", "whole column", "blank values"):
            result = await executor.execute(
                f"{LOSSES[name][0]} await context.sync();", execution_id=name
            )
            assert "The session is read-only" in result.text
        assert (asked.requests, await executor.snapshot()) == ([], before)


async def test_inside_the_scope_none_is_asked_for() -> None:
    scope = "// scope: sheet:Summary, Sheet1!A1:C200, table:Sales, name:Rate, name:Local"
    for name in ("sheet", "table", "name", "name of a sheet", "column deleted", "used range"):
        asked = Asked()
        async with executing(approver=asked) as (executor, _):
            await executor.execute(SETUP, execution_id="setup")
            run = f"{scope}\n{LOSSES[name][0]} await context.sync();"
            result = await executor.execute(run, execution_id="e")
            assert (result.outcome, asked.requests) == ("applied", []), (name, result.text)
