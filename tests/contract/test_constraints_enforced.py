"""Constraints of the user's against real code on a real workbook: refused, asked for, told."""

from dataclasses import dataclass, field

import pytest
from executions import executing
from test_approvals import Asked

from tieout.errors import ModelVisibleError
from tieout.execution.approvals import FixedApprover
from tieout.workbook.address import Address


@dataclass(frozen=True)
class Words:
    id: str
    text: str


@dataclass
class Said:
    """The user's constraints, as a list that may grow while code runs."""

    words: list[Words] = field(default_factory=list)

    @classmethod
    def of(cls, *texts: str) -> "Said":
        return cls([Words(f"K{number}", text) for number, text in enumerate(texts, start=1)])

    def look(self) -> list[Words]:
        return list(self.words)

    def quote(self, text: str) -> Words:
        if text != "Keep Summary as it is.":
            raise ModelVisibleError("The user didn't write that.")
        self.words.append(Words("K9", text))
        return self.words[-1]


NEVER = Said.of("Never touch Summary.")
WRITE = 'await sheet.setCell("Summary!C1", 1);'


async def value(executor, where: str) -> object:
    return (await executor.snapshot()).state(Address.parse(where)).value


@pytest.mark.parametrize("mode", ["accept_edits", "ask_before_edits"])
async def test_a_scope_that_is_forbidden_is_refused_before_the_code_runs(mode: str) -> None:
    asked = Asked(False)
    code = f"// scope: Summary!C1\nconsole.log('ran'); {WRITE}"
    async with executing(approver=asked, mode=mode, constraints=NEVER) as (executor, host):
        await executor.snapshot()
        sent = len(host.batches)
        result = await executor.execute(code, execution_id="e1")
        assert result.outcome == "not_applied"
        assert result.is_error
        phrase = 'go against K1 ("Never touch Summary."): change Summary!C1'
        assert asked.what == [(phrase,)]
        assert asked.requests[0].subject == "constraint"
        assert f"did not agree to {phrase}" in result.text
        assert "ran" not in result.text
        assert not any(
            "Summary" in str(batch.body) and "C1" in str(batch.body)
            for batch in host.batches[sent:]
        )


async def test_without_a_scope_the_gate_refuses_the_batch_and_what_went_before_is_taken_back() -> (
    None
):
    code = f'await sheet.setCell("F1", "x"); await context.sync(); {WRITE}'
    async with executing(constraints=NEVER) as (executor, _):
        result = await executor.execute(code, execution_id="e1")
        assert result.outcome == "rolled_back"
        assert 'K1 ("Never touch Summary.")' in result.text
        assert await value(executor, "Sheet1!F1") is None
        assert await value(executor, "Summary!C1") is None


async def test_consent_lets_this_code_do_it_once_and_no_more() -> None:
    asked = Asked(True, False)
    async with executing(approver=asked, constraints=NEVER) as (executor, _):
        twice = f'{WRITE} await context.sync(); await sheet.setCell("Summary!C2", 2);'
        assert (await executor.execute(twice, execution_id="e1")).outcome == "applied"
        assert await value(executor, "Summary!C2") == 2
        assert len(asked.requests) == 1
        assert (await executor.execute(WRITE, execution_id="e2")).outcome == "not_applied"
        assert len(asked.requests) == 2


async def test_allowing_losses_waives_no_constraint() -> None:
    approver = FixedApprover(allow=True)
    async with executing(approver=approver, constraints=NEVER) as (executor, _):
        result = await executor.execute(WRITE, execution_id="e1")
        assert result.outcome == "not_applied"
        assert "did not agree to go against K1" in result.text


async def test_what_the_constraint_does_not_name_goes_on_as_before() -> None:
    async with executing(constraints=NEVER) as (executor, _):
        code = '// scope: Sheet1!F1\nconst r = await sheet.getCellRange("Summary!A1:B1"); await sheet.setCell("F1", r.values[0][0]);'
        assert (await executor.execute(code, execution_id="e1")).outcome == "applied"
        assert await value(executor, "Sheet1!F1") == "Total"


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        ("Never touch Summary.", 'context.workbook.worksheets.getItem("Summary").name = "S2"; await context.sync();'),
        ("Never touch Summary.", 'context.workbook.worksheets.getItem("Summary").getRange("A1").format.fill.color = "red"; await context.sync();'),
        ("Never touch Summary.", 'context.workbook.worksheets.getItem("Summary").delete(); await context.sync();'),
        ("Never touch Summary.", 'const s = context.workbook.worksheets.getItem("Summary"); s.getUsedRange().clear(); await context.sync();'),
        ("Never touch Summary.", 'const s = context.workbook.worksheets.getItem("Summary"); s.getRange("1:1").insert("Down"); await context.sync();'),
        ("Never touch B2.", 'await general.perturb({input: "Sheet1!B2", change: 0.1, outputs: ["Summary!B1"]});'),
        ("Only edit the Summary sheet.", 'await sheet.setCell("F1", 1);'),
        ("Only edit the Summary sheet.", 'await general.addSheet("New");'),
        ("Don't change formulas in column B.", 'await sheet.setCell("Summary!B1", 5);'),
        ("Don't delete any rows.", 'sheet.originalSheet.getRange("3:4").delete("Up"); await context.sync();'),
        ("Don't insert columns.", 'sheet.originalSheet.getRange("B:B").insert("Right"); await context.sync();'),
        ("Don't touch the formatting.", 'sheet.originalSheet.getRange("A1").format.font.bold = true; await context.sync();'),
        ("Don't rename sheets.", 'sheet.originalSheet.name = "Other"; await context.sync();'),
        ("Never touch A1:A3.", 'sheet.originalSheet.getRange("A2").values = [["x"]]; await context.sync();'),
        ("Never change B3.", 'sheet.originalSheet.getRange("A2").moveTo("B3"); await context.sync();'),
        ("Never touch Sheet1!A2:C5.", 'sheet.originalSheet.getRange("A1:C200").sort.apply([{ key: 1, ascending: false }], false, true); await context.sync();'),
    ],
)  # fmt: skip
async def test_no_way_around_a_constraint(sentence: str, code: str) -> None:
    asked = Asked(False)
    async with executing(approver=asked, constraints=Said.of(sentence)) as (executor, _):
        before = await executor.snapshot()
        result = await executor.execute(code, execution_id="e1")
        assert result.outcome in ("not_applied", "rolled_back"), result.text
        assert sentence in asked.what[0][0]
        after = await executor.snapshot()
        assert [sheet.cells for sheet in after.sheets] == [sheet.cells for sheet in before.sheets]
        assert [sheet.name for sheet in after.sheets] == ["Sheet1", "Summary"]


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        ("Don't change formulas in column B.", 'await sheet.setCell("B5", 5);'),
        ("Don't delete any rows.", 'sheet.originalSheet.getRange("A3:A4").clear("Formats"); await context.sync();'),
        ("Only edit the Summary sheet.", WRITE),
        ("Never touch A1:A3.", 'await sheet.setCell("A4", "x");'),
        ("Keep the sign convention.", 'await sheet.setCell("A4", "x");'),
        ("Never touch Summary.", 'await sheet.setRange("D2:D3", "=B2*C2");'),
    ],
)  # fmt: skip
async def test_and_nothing_else_is_refused(sentence: str, code: str) -> None:
    async with executing(constraints=Said.of(sentence)) as (executor, _):
        result = await executor.execute(code, execution_id="e1")
        assert result.outcome == "applied", result.text


@pytest.mark.parametrize(
    "target",
    [
        "context.workbook.getSelectedRange()",
        'context.workbook.worksheets.getFirst().getRange("C1")',
        'context.workbook.worksheets.getLast().getRange("C1")',
    ],
)
async def test_cells_of_a_sheet_that_cannot_be_told_have_to_be_named(target: str) -> None:
    asked = Asked()
    async with executing(approver=asked, constraints=NEVER) as (executor, _):
        for write in ("values = [[1]]", 'format.fill.color = "red"'):
            code = f"{target}.{write}; await context.sync();"
            result = await executor.execute(code, execution_id=write[:2])
            assert result.outcome == "not_applied", result.text
            assert "Address cells by the name of their sheet" in result.text
        assert not asked.requests
    async with executing() as (executor, _):
        done = await executor.execute(
            f"{target}.values = [[1]]; await context.sync();", execution_id="e1"
        )
        assert done.outcome == "applied"


@pytest.mark.parametrize(
    "way",
    [
        'context.workbook.names.getItem("Total").getRange().values = [[1]];',
        'context.workbook.worksheets.getItem("Summary").getRange("A1").getOffsetRange(0, 1).values = [[1]];',
        'context.workbook.worksheets.getItem("Sheet1").getNext().getRange("B1").values = [[1]];',
        'sheet.originalSheet.getRange("A1:A2").copyFrom("Sheet1!B1:B2"); context.workbook.worksheets.getItem("Summary").getRange("A1").copyFrom("Sheet1!A1");',
        'context.workbook.worksheets.getItem("Summary").charts.add("Line", sheet.originalSheet.getRange("B2:B9"));',
        'context.workbook.worksheets.getItem("Summary").getRange("A1").conditionalFormats.add("Custom");',
        'context.workbook.worksheets.getItem("Summary").protection.protect();',
        'context.workbook.worksheets.getItem("Summary").visibility = "Hidden";',
        'context.workbook.comments.add("Summary!A1", "Hello");',
        'context.workbook.tables.add("Summary!A1:B1", true);',
    ],
)  # fmt: skip
async def test_no_detour_leads_onto_a_sheet_that_is_ruled_out(way: str) -> None:
    async with executing(constraints=NEVER) as (executor, host):
        await host.name("Total", "=Summary!$B$1")
        before = await executor.snapshot()
        result = await executor.execute(f"{way} await context.sync();", execution_id="e1")
        assert result.is_error
        assert "K1" in result.text, result.text
        after = await executor.snapshot()
        assert after.sheet("Summary") == before.sheet("Summary")
        assert (after.charts, after.tables) == ((), ())


async def test_a_scope_that_only_takes_in_what_is_forbidden_is_to_be_narrowed() -> None:
    asked = Asked()
    said = Said.of("Never touch Sheet1!B2:B10.")
    async with executing(approver=asked, constraints=said) as (executor, _):
        code = '// scope: Sheet1!A1:C200\nawait sheet.setCell("A2", "x");'
        result = await executor.execute(code, execution_id="e1")
        assert result.outcome == "not_applied"
        assert 'keeps: "Never touch Sheet1!B2:B10."' in result.text
        assert not asked.requests
        narrow = code.replace("A1:C200", "A1:A200")
        assert (await executor.execute(narrow, execution_id="e2")).outcome == "applied"


async def test_a_constraint_stated_while_code_runs_holds_from_the_next_batch() -> None:
    said = Said()
    async with executing(constraints=said) as (executor, host):

        async def state(batch) -> None:
            if '"first"' in str(batch.body).replace("'", '"') and not said.words:
                said.words.append(Words("K1", "Never touch Summary."))

        host.before_send = state
        code = f'await sheet.setCell("F1", "first"); await context.sync(); {WRITE}'
        result = await executor.execute(code, execution_id="e1")
        assert said.words
        assert result.outcome == "rolled_back"
        assert "K1" in result.text


async def test_the_model_keeps_a_constraint_by_quoting_it() -> None:
    said = Said()
    async with executing(constraints=said) as (executor, _):
        quote = 'return await general.keepConstraint("Keep Summary as it is.");'
        kept = await executor.execute(quote, execution_id="e1")
        assert '"id": "K9"' in kept.text
        assert "no changes in Summary" in kept.text
        assert (await executor.execute(WRITE, execution_id="e2")).outcome == "not_applied"
        made_up = quote.replace("Keep Summary", "Forget Summary")
        refused = await executor.execute(made_up, execution_id="e3")
        assert "The user didn't write that." in refused.text
        wrong = await executor.execute("await general.keepConstraint(5);", execution_id="e4")
        assert "one text" in wrong.text


async def test_a_constraint_follows_its_sheet_when_the_user_renames_it() -> None:
    asked = Asked(False, False)
    async with executing(approver=asked, constraints=NEVER) as (executor, host):
        assert (await executor.execute(WRITE, execution_id="e1")).outcome == "not_applied"
        await host.rename("Summary", "Totals")
        again = await executor.execute(WRITE.replace("Summary", "Totals"), execution_id="e2")
        assert again.outcome == "not_applied"
        assert "Totals!C1" in asked.what[1][0]
