"""What the user is asked before it happens, and what happens after yes and after no."""

from dataclasses import replace

import pytest
from executions import LIMITS, executing

from tieout.execution.approvals import ApprovalRequest, FixedApprover
from tieout.workbook.address import Address


class Asked:
    """Answers from a list, and keeps the questions."""

    def __init__(self, *answers: bool) -> None:
        self.answers = list(answers)
        self.requests: list[ApprovalRequest] = []

    async def decide(self, request: ApprovalRequest) -> bool:
        self.requests.append(request)
        return self.answers.pop(0)

    @property
    def what(self) -> list[tuple[str, ...]]:
        return [request.what for request in self.requests]


DELETE_SHEET = 'context.workbook.worksheets.getItem("Summary").delete(); await context.sync();'
CLEAR = 'sheet.originalSheet.getRange("A2:C40").clear(); await context.sync();'


async def sheets(executor) -> list[str]:
    return [sheet.name for sheet in (await executor.snapshot()).sheets]


async def test_a_sheet_is_deleted_only_after_a_yes() -> None:
    asked = Asked(False, True)
    async with executing(approver=asked) as (executor, _):
        refused = await executor.execute(DELETE_SHEET, execution_id="e1")
        assert refused.is_error
        assert refused.outcome == "not_applied"
        assert "did not agree to delete the sheet Summary" in refused.text
        assert await sheets(executor) == ["Sheet1", "Summary"]
        done = await executor.execute(DELETE_SHEET, execution_id="e2")
        assert done.outcome == "applied"
        assert await sheets(executor) == ["Sheet1"]
        assert asked.what == [("delete the sheet Summary",)] * 2


async def test_nobody_to_ask_means_no_unless_the_scope_names_it() -> None:
    async with executing() as (executor, _):
        refused = await executor.execute(DELETE_SHEET, execution_id="e1")
        assert refused.outcome == "not_applied"
        named = f"// scope: sheet:Summary\n{DELETE_SHEET}"
        assert (await executor.execute(named, execution_id="e2")).outcome == "applied"
        assert await sheets(executor) == ["Sheet1"]


async def test_code_that_swallows_the_refusal_is_taken_back_whole() -> None:
    code = f"""await sheet.setCell("F1", 1);
      try {{ {DELETE_SHEET} }} catch (error) {{ console.log("never mind"); }}
      await sheet.setCell("F2", 2);"""
    async with executing() as (executor, _):
        result = await executor.execute(code, execution_id="e1")
        assert result.outcome == "rolled_back"
        assert result.is_error
        after = await executor.snapshot()
        assert [after.state(Address.parse(f"Sheet1!F{row}")).value for row in (1, 2)] == [None] * 2


async def test_the_code_runs_again_from_its_start_after_a_yes() -> None:
    asked = Asked(True)
    code = f'await sheet.setCell("F1", "kept"); {DELETE_SHEET} return "end";'
    async with executing(approver=asked) as (executor, _):
        result = await executor.execute(code, execution_id="e1")
        assert result.outcome == "applied"
        assert 'Returned: "end"' in result.text
        assert (await executor.snapshot()).state(Address.parse("Sheet1!F1")).value == "kept"
        back = await executor.revert("e1")
        assert "The deleted sheet Summary was made again" in back.not_covered[0]


@pytest.mark.parametrize(
    ("code", "what"),
    [
        (CLEAR, "empty 117 filled cells in Sheet1!A2:C40"),
        ('await sheet.setRange("A2:C40", "");', "empty 117 filled cells in Sheet1!A2:C40"),
        (
            'sheet.originalSheet.getRange("A2:B31").delete("Up"); await context.sync();',
            "empty 60 filled cells in Sheet1!A2:B31",
        ),
    ],
)
async def test_emptying_many_cells_is_asked_for_however_it_is_done(code: str, what: str) -> None:
    asked = Asked(False)
    async with executing(approver=asked) as (executor, _):
        before = await executor.snapshot()
        result = await executor.execute(code, execution_id="e1")
        assert asked.what == [(what,)]
        assert result.outcome in ("not_applied", "rolled_back")
        assert await executor.snapshot() == before


@pytest.mark.parametrize(
    "code",
    [
        "// scope: Sheet1!A2:C40\n" + CLEAR,
        CLEAR.replace("A2:C40", "A2:A51"),
        CLEAR.replace("clear()", 'clear("Formats")'),
        CLEAR.replace("A2:C40", "E2:H900"),
    ],
)
async def test_emptying_is_not_asked_for_in_the_scope_or_of_few_cells(code: str) -> None:
    async with executing() as (executor, _):
        assert (await executor.execute(code, execution_id="e1")).outcome == "applied"


async def test_deleted_tables_and_names_are_asked_for_once_together() -> None:
    asked = Asked(False, True)
    make = """const table = sheet.originalSheet.tables.add("A1:C200", true); table.name = "Sales";
      context.workbook.names.add("Rate", sheet.originalSheet.getRange("F1"));
      await context.sync();"""
    drop = """context.workbook.tables.getItem("Sales").delete();
      context.workbook.names.getItem("Rate").delete(); await context.sync();"""
    async with executing(approver=asked) as (executor, _):
        assert (await executor.execute(make, execution_id="e1")).outcome == "applied"
        result = await executor.execute(drop, execution_id="e2")
        assert result.outcome == "not_applied"
        assert asked.what == [("delete the table Sales", "delete the name Rate")]
        scoped = f"// scope: table:Sales, name:Rate\n{drop}"
        done = await executor.execute(scoped, execution_id="e3")
        assert done.outcome == "applied", done.text
        assert len(asked.requests) == 1


EDIT = '// scope: Sheet1!F1:F9\nawait sheet.setCell("F1", 1);'


async def test_before_edits_each_scope_is_asked_for_once() -> None:
    asked = Asked(True, False)
    async with executing(approver=asked, mode="ask_before_edits") as (executor, _):
        assert (await executor.execute("return 1;", execution_id="e1")).outcome == "applied"
        assert (await executor.execute(EDIT, execution_id="e2")).outcome == "applied"
        smaller = EDIT.replace("F1:F9", "F2").replace('"F1"', '"F2"')
        assert (await executor.execute(smaller, execution_id="e3")).outcome == "applied"
        other = EDIT.replace("F1:F9", "G1").replace('"F1"', '"G1"')
        refused = await executor.execute(other, execution_id="e4")
        assert refused.outcome == "not_applied"
        assert asked.what == [("change Sheet1!F1:F9",), ("change Sheet1!G1",)]


async def test_before_edits_code_must_name_its_scope_and_stay_in_it() -> None:
    asked = Asked(True)
    async with executing(approver=asked, mode="ask_before_edits") as (executor, _):
        unnamed = await executor.execute('await sheet.setCell("F1", 1);', execution_id="e1")
        assert "names none" in unnamed.text
        assert not asked.requests
        beyond = EDIT.replace('"F1"', '"A1"')
        result = await executor.execute(beyond, execution_id="e2")
        assert "Sheet1!A1 lies outside the scope that the user approved" in result.text
        assert result.outcome == "not_applied"


COLLATERAL = '// scope: Sheet1!F1\nawait sheet.setCell("F1", 1); await sheet.setCell("A3", "x");'


async def test_changes_outside_the_scope_are_counted_or_taken_back_by_policy() -> None:
    async with executing() as (executor, _):
        warned = await executor.execute(COLLATERAL, execution_id="e1")
        assert warned.outcome == "applied"
        assert "Outside the scope you named: 1 cell   → Sheet1!A3: South -> x" in warned.text
    async with executing(limits=replace(LIMITS, scope_policy="rollback")) as (executor, _):
        before = await executor.snapshot()
        strict = await executor.execute(COLLATERAL, execution_id="e1")
        assert strict.outcome == "rolled_back"
        assert "Outside the scope you named, 1 cell changed (Sheet1!A3)" in strict.text
        assert await executor.snapshot() == before


async def test_writing_over_an_edit_of_somebody_else_is_refused_once() -> None:
    async with executing() as (executor, host):
        read = 'await sheet.getCellRange("A1:C10");'
        write = '// scope: Sheet1!B4\nawait sheet.setCell("B4", 7);'
        await executor.execute(read, execution_id="e1")
        await host.write("Sheet1", "B4", "Values", [[5]])
        refused = await executor.execute(write, execution_id="e2")
        assert refused.outcome == "not_applied"
        assert "Sheet1!B4: 1202 -> 5" in refused.text
        confirmed = await executor.execute(write, execution_id="e3")
        assert confirmed.outcome == "applied"
        assert (await executor.snapshot()).state(Address.parse("Sheet1!B4")).value == 7.0


async def test_an_edit_of_cells_that_were_never_read_is_told_but_refuses_nothing() -> None:
    async with executing() as (executor, host):
        await executor.execute('await sheet.getCellRange("A1:A3");', execution_id="e1")
        await host.write("Sheet1", "B4", "Values", [[5]])
        done = await executor.execute('await sheet.setCell("B4", 7);', execution_id="e2")
        assert done.outcome == "applied"
        assert "Since your last look somebody else changed 1 cell" in done.text


async def test_a_fixed_approver_answers_every_question_alike() -> None:
    async with executing(approver=FixedApprover(allow=True)) as (executor, _):
        assert (await executor.execute(DELETE_SHEET, execution_id="e1")).outcome == "applied"
