"""What a run shows carries ids: reads by revision, the rest by the run; steps are closed by code."""

from tests.contract.executions import executing
from tieout.workbook.evidence import revision_of

FILL = """async function execute() { await sheet.setRange("Sheet1!A1:B3", [[1, 2], [3, 4], ["=A1", "=B1"]]); }"""


async def test_a_read_carries_the_revision_that_a_write_raises() -> None:
    read = 'await sheet.getCellRange("Sheet1!A1:B3");'
    async with executing() as (executor, _):
        first = await executor.execute(FILL, execution_id="x1")
        seen = await executor.execute(read, execution_id="x2")
        again = await executor.execute(read, execution_id="x3")
        changed = await executor.execute(
            f'{read} await sheet.setCell("Sheet1!A1", 9); {read}', execution_id="x4"
        )
    assert [piece.id for piece in first.evidence] == ["diff:exec-1"]
    (one,), (two,) = seen.evidence, again.evidence
    assert one == two
    assert one.kind == "range"
    assert one.text.startswith(f"{one.id} (3×2)")
    assert one.text in seen.text
    before, after, diff = changed.evidence
    assert (before.id, diff.id) == (one.id, "diff:exec-4")
    assert before.anchor == after.anchor == "Sheet1!A1:B3"
    assert (after.revision or 0) > (before.revision or 0)
    assert after.revision == changed.revision


async def test_every_line_of_a_result_belongs_to_a_piece() -> None:
    code = """console.log("seen"); await sheet.getCellRange("Sheet1!A1:B2");
      await sheet.getTables(); await sheet.getNames(); await general.getAPIInfo("Excel.Table");
      return 7;"""
    async with executing() as (executor, _):
        result = await executor.execute(code, execution_id="x1")
    lines = "\n".join(piece.text for piece in result.evidence).splitlines()
    assert [line for line in result.text.splitlines() if line not in lines] == []
    ids = [piece.id for piece in result.evidence]
    assert "api:Excel.Table" in ids
    assert "output:exec-1" in ids
    assert len(set(ids)) == len(ids)


async def test_an_error_is_a_piece_and_a_run_taken_back_raises_the_revision() -> None:
    code = """await sheet.setCell("Sheet1!C9", 5); await context.sync(); throw new Error("no source");"""
    async with executing() as (executor, _):
        before = await executor.execute("return 1;", execution_id="x1")
        result = await executor.execute(code, execution_id="x2")
    assert result.outcome == "rolled_back"
    (error,) = result.evidence
    assert (error.kind, error.id) == ("error", "error:exec-2")
    assert "no source" in error.text
    assert result.revision == before.revision + 2


async def test_step_done_is_checked_strictly_and_counts_only_when_the_run_ends_well() -> None:
    good = """await step.done({conclusion: "D2:D9 filled", open: ["check the total"],
      rejected: [{what: "hard-coded rate", why: "it lives in Inputs!B2", evidence: "Inputs!B2@r1"}]});"""
    async with executing() as (executor, _):
        done = await executor.execute(good, execution_id="x1")
        failed = await executor.execute(good + ' throw new Error("late");', execution_id="x2")
        wrong = await executor.execute('await step.done("all fine")', execution_id="x3")
        lacking = await executor.execute(
            'await step.done({conclusion: "x", rejected: [{what: "y"}]})', execution_id="x4"
        )
        misspelt = await executor.execute('await step.finish({conclusion: "x"})', execution_id="x5")
    assert done.conclusion is not None
    assert done.conclusion.conclusion == "D2:D9 filled"
    assert done.conclusion.cited == ("Inputs!B2@r1",)
    assert failed.conclusion is None
    assert wrong.is_error
    assert "{conclusion: text" in wrong.text
    assert lacking.is_error
    assert "rejected[0].why" in lacking.text
    assert misspelt.is_error
    assert "step.done(" in misspelt.text


async def test_evidence_is_revoked_by_its_id() -> None:
    code = """await general.revokeEvidence("Sheet1!A1:B3@r1"); await general.revokeEvidence("spec:charts");"""
    async with executing() as (executor, _):
        result = await executor.execute(code, execution_id="x1")
        wrong = await executor.execute("await general.revokeEvidence(7)", execution_id="x2")
    assert result.revoked == ("Sheet1!A1:B3@r1", "spec:charts")
    assert wrong.is_error
    assert "one evidence id as text" in wrong.text


async def test_ranges_are_read_again_as_they_are_now_under_a_budget() -> None:
    async with executing() as (executor, _):
        await executor.execute(FILL, execution_id="x1")
        reads = executor.evidence
        pieces = await reads.reread(["Sheet1!A1:B3", "Nowhere!A1", "not an address"], 2_000)
        assert [piece.anchor for piece in pieces] == ["Sheet1!A1:B3"]
        assert pieces[0].text.startswith(pieces[0].id)
        assert await reads.reread(["Sheet1!A1:B3"], 50) == ()
        await executor.execute("sheet.setCell('Sheet1!A1', 8);", execution_id="x2")
        (later,) = await reads.reread(["Sheet1!A1:B3"], 2_000)
    assert (revision_of(later.id) or 0) > (pieces[0].revision or 0)
    assert "8" in later.text
