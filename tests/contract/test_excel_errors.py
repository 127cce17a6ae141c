"""Every row of the table of Excel's error codes: the embedded Excel gives the code, an execution meets it."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from executions import LIMITS, WatchedHost, watched_host

from embedded_excel.model.behaviours import FOREVER, PLAIN, Behaviours
from tieout.execution.executor import Executor
from tieout.execution.outcome import ExecutionResult
from tieout.execution.patient_host import WAITS, PatientHost
from tieout.headless.v8_sandbox import V8Sandbox
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.excel_errors import RULES, UNKNOWN_CODE, rule_for
from tieout.office_wire.response import Results
from tieout.workbook.address import Address

ROOT = Path(__file__).resolve().parents[2]
WRITE = '// scope: Sheet1!B2\nawait sheet.setCell("B2", 5);'
CLEAR = """// scope: Sheet1!B2:C2
const cells = context.workbook.worksheets.getItem("Sheet1");
cells.getRange("B2").values = [[5]];
await context.sync();
cells.getRange("C2").clear();
await context.sync();"""
READ = """const cell = context.workbook.worksheets.getItem("Sheet1").getRange("B2").load("values");
await context.sync();
return cell.values[0][0];"""
ADDRESS = Address.parse("Sheet1!B2")

WAITING = sorted(code for code, rule in RULES.items() if rule.repeat == "when_it_passes")
READ_ONCE = sorted(code for code, rule in RULES.items() if rule.repeat == "reads_once")
LOST = sorted(code for code, rule in RULES.items() if rule.ran == "unknown")
OF_THE_LIBRARY = {
    "PropertyNotLoaded": 'context.workbook.worksheets.getItem("Sheet1").getRange("B2").values;',
    "ValueNotLoaded": "context.workbook.worksheets.getCount().value;",
}
AT_A_MEMBER = sorted(RULES.keys() - {*WAITING, *LOST, *OF_THE_LIBRARY})
TURNED_AWAY = (
    *(code for code in READ_ONCE if code not in LOST),
    "AccessDenied",
    "MemoryLimitReached",
)


class Desk:
    """An executor on a watched host, whose waits are noted and not waited."""

    def __init__(self, host: WatchedHost, sandbox: V8Sandbox) -> None:
        self.host, self.slept = host, list[float]()
        patient = PatientHost(host, sleep=self._sleep)
        self.executor = Executor(patient, sandbox, limits=LIMITS)
        self._runs = 0

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)

    async def behave(self, behaviours: Behaviours) -> None:
        self.slept.clear()
        self.host.batches.clear()
        await self.host.inner.with_excel(lambda excel: excel.behave(behaviours))

    async def run(self, code: str, behaviours: Behaviours = PLAIN) -> ExecutionResult:
        """Look at the workbook, run code while something happens, and let it pass."""
        await self.executor.snapshot()
        await self.behave(behaviours)
        self._runs += 1
        result = await self.executor.execute(code, execution_id=f"e{self._runs}")
        await self.host.inner.with_excel(lambda excel: excel.behave(PLAIN))
        return result

    async def revert(self, undo_id: str) -> None:
        """Take a run back, and let the model be told so."""
        await self.executor.revert(undo_id)
        await self.executor.execute("return 1;", execution_id="told")

    async def value(self) -> object:
        return (await self.executor.snapshot()).state(ADDRESS).value

    def sent(self, member: str) -> int:
        """How many batches held this action."""
        names = [{str(a.get("Name")) for a in b.body["Actions"]} for b in self.host.batches]
        return sum(member in found for found in names)


@asynccontextmanager
async def desks() -> AsyncIterator[Desk]:
    host, sandbox = await watched_host(), V8Sandbox()
    try:
        yield Desk(host, sandbox)
    finally:
        await sandbox.close()
        await host.inner.close()


def test_every_row_has_a_test_here() -> None:
    assert RULES.keys() == {*WAITING, *LOST, *OF_THE_LIBRARY, *AT_A_MEMBER}
    assert not set(LOST) & set(WAITING)


async def test_a_code_at_a_member_is_taken_back_never_repeated_and_told() -> None:
    async with desks() as desk:
        for code in AT_A_MEMBER:
            result = await desk.run(CLEAR, Behaviours(failing={"Range.clear": code}))
            assert (result.outcome, result.is_error) == ("rolled_back", True), code
            assert f"ERROR {code} at Range.clear" in result.text
            assert rule_for(code).advice in result.text, code
            assert (desk.sent("Clear"), desk.slept) == (1, []), code
            assert await desk.value() == 1200.0
        assert (
            "The workbook has sheets: Sheet1, Summary."
            in (await desk.run(CLEAR, Behaviours(failing={"Range.clear": "ItemNotFound"}))).text
        )


async def test_what_somebody_else_removed_meanwhile_is_said_when_it_is_missed() -> None:
    async with desks() as desk:
        await desk.executor.snapshot()
        builder = BatchBuilder()
        builder.worksheet("Summary").call("Delete")
        Results(await desk.host.inner.send(builder.build()))
        code = 'context.workbook.worksheets.getItem("Summary").getRange("A1").values = [[1]]; await context.sync();'
        result = await desk.executor.execute(code, execution_id="e")
        assert "ERROR ItemNotFound" in result.text
        assert "The workbook has sheets: Sheet1." in result.text
        assert "somebody else removed the sheet Summary" in result.text


async def test_what_the_library_says_itself_reaches_the_model() -> None:
    async with desks() as desk:
        for code, statement in OF_THE_LIBRARY.items():
            result = await desk.run(statement)
            assert result.outcome == "not_applied"
            assert f"ERROR {code}" in result.text, result.text


async def test_an_excel_that_is_busy_is_asked_again_and_the_write_is_done_once() -> None:
    async with desks() as desk:
        for code in WAITING:
            busy = Behaviours(hung=2, lost_as=code, writes_only=True)
            result = await desk.run(WRITE, busy)
            assert (result.outcome, desk.slept) == ("applied", [1.0, 2.0]), code
            assert await desk.value() == 5.0
            await desk.revert(result.undo_id)


async def test_an_excel_that_stays_busy_is_left_and_the_user_must_help() -> None:
    async with desks() as desk:
        for code in WAITING:
            busy = Behaviours(hung=FOREVER, lost_as=code, writes_only=True)
            result = await desk.run(WRITE, busy)
            assert (result.outcome, desk.slept) == ("not_applied", list(WAITS)), code
            assert f"ERROR {code}" in result.text
            assert rule_for(code).advice in result.text
            assert "Only the user can change that" in result.text
            assert await desk.value() == 1200.0


async def test_a_request_of_several_steps_is_not_repeated_when_it_stopped_in_the_middle() -> None:
    async with desks() as desk:
        for code in WAITING:
            result = await desk.run(CLEAR, Behaviours(failing={"Range.clear": code}))
            assert (result.outcome, desk.slept, desk.sent("Clear")) == ("rolled_back", [], 1), code


async def test_a_read_that_failed_for_no_reason_is_asked_once_more() -> None:
    async with desks() as desk:
        for code in READ_ONCE:
            await desk.executor.snapshot()
            await desk.behave(Behaviours(hung=1, lost_as=code))
            assert await desk.value() == 1200.0, code
            assert desk.slept == [1.0], code
            result = await desk.run(WRITE, Behaviours(hung=FOREVER, lost_as=code))
            assert (result.outcome, set(desk.slept)) == ("not_applied", {1.0}), code
            assert len(desk.host.batches) == 2 * len(desk.slept)
            assert f"couldn't be read before the run: {code}" in result.text
            assert rule_for(code).advice in result.text


@pytest.mark.parametrize(("happens", "value"), [("hung", 1200.0), ("lost_answers", 5.0)])
async def test_a_write_whose_answer_is_lost_is_unknown_read_again_and_not_sent_again(
    happens, value
) -> None:
    async with desks() as desk:
        for code in LOST:
            lost = Behaviours(lost_as=code, writes_only=True, **{happens: 1})
            result = await desk.run(WRITE, lost)
            assert (result.outcome, result.is_error, desk.slept) == ("unknown", True, []), code
            assert "is not known. Read the cells before writing again" in result.text
            assert await desk.value() == value
            if value == 5.0:
                assert "1,200 -> 5" in result.text or "1200 -> 5" in result.text
                await desk.revert(result.undo_id)


async def test_other_writes_that_were_turned_away_are_not_repeated() -> None:
    async with desks() as desk:
        for code in TURNED_AWAY:
            result = await desk.run(WRITE, Behaviours(hung=1, lost_as=code, writes_only=True))
            assert (result.outcome, desk.slept) == ("not_applied", []), code
            assert f"ERROR {code}" in result.text
            assert await desk.value() == 1200.0


async def test_a_session_that_is_over_leaves_the_outcome_unknown_when_nothing_can_be_read() -> None:
    async with desks() as desk:
        gone = Behaviours(session_lost=FOREVER, after=1)
        result = await desk.run(CLEAR, gone)
        assert (result.outcome, desk.slept) == ("unknown", [])
        assert "couldn't be read after the run: InvalidOrTimedOutSession" in result.text


@pytest.mark.parametrize(
    "limit", [Behaviours(response_bytes=12_000), Behaviours(range_cells=120)], ids=str
)
async def test_looks_that_are_too_large_are_taken_in_halves(limit) -> None:
    async with desks() as desk:
        whole = await desk.executor.snapshot()
        other = Executor(PatientHost(desk.host), V8Sandbox(), limits=LIMITS)
        await desk.behave(limit)
        assert await other.snapshot() == whole


async def test_an_undo_that_is_too_large_for_one_request_is_done_in_parts() -> None:
    code = """// scope: Sheet1!A2:D200
    for (let top = 2; top <= 200; top += 20) {
      const rows = Array.from({length: Math.min(20, 201 - top)}, (_, at) => ["changed", top, at, "=1+1"]);
      context.workbook.worksheets.getItem("Sheet1").getRange(`A${top}:D${top + rows.length - 1}`).formulas = rows;
      await context.sync();
    }"""
    async with desks() as desk:
        before = await desk.executor.snapshot()
        result = await desk.run(code)
        assert result.outcome == "applied", result.text
        await desk.behave(Behaviours(request_bytes=4_000))
        undone = await desk.executor.revert(result.undo_id)
        await desk.behave(PLAIN)
        assert undone.not_covered == ()
        assert await desk.executor.snapshot() == before


async def test_a_code_that_is_not_in_the_table_is_for_the_user_and_logged(caplog) -> None:
    async with desks() as desk:
        code = "DirtySupportingFormula"
        result = await desk.run(CLEAR, Behaviours(failing={"Range.clear": code}))
        assert result.outcome == "rolled_back"
        assert UNKNOWN_CODE.advice in result.text
        assert f"unknown code {code} at Range.clear" in caplog.text


def test_the_pane_has_a_sentence_for_everything_that_only_the_user_can_change() -> None:
    text = (ROOT / "taskpane_static" / "js" / "excel_trouble.js").read_text("utf-8")
    told = set(re.findall(r'^  \["(\w+)",', text, re.MULTILINE))
    of_the_user = {code for code, rule in RULES.items() if rule.reader == "user"}
    assert of_the_user <= told
    assert told <= RULES.keys()


def test_the_page_is_written_from_the_table(monkeypatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    from excel_errors_doc import PAGE, page

    assert PAGE.read_text("utf-8") == page(), "run scripts/excel_errors_doc.py"
