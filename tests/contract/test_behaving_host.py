"""The embedded Excel as the server's host while something happens to it."""

import json
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from embedded_excel.host import EmbeddedExcel
from embedded_excel.model.behaviours import FOREVER, PLAIN, Behaviours
from tieout.cli.app import app
from tieout.errors import PaneLost
from tieout.execution.ports import Killed, SandboxRun
from tieout.headless.embedded_host import EmbeddedHost
from tieout.office_wire.batch import Batch
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results
from tieout.sessions.pane_bound import PaneBoundHost, PaneBoundSandbox


def a_write(flags=1):
    builder = BatchBuilder()
    builder.worksheet("Sheet1").range("A1").set("Values", [[7]])
    return Batch(builder.build().body, flags)


@pytest.fixture
async def host():
    excel = EmbeddedExcel.new()
    host = EmbeddedHost(excel, answer_seconds=0.1)
    host.excel = excel
    yield host
    await host.close()


async def test_a_refusal_of_the_carrier_is_an_answer_with_its_code(host):
    host.excel.behave(Behaviours(throttled=1))
    error = (await host.send(a_write())).body["Error"]
    assert (error["Code"], error["Message"]) == (
        "ActivityLimitReached",
        "Activity limit has been reached.",
    )
    assert (await host.send(a_write())).body["Error"] is None


@pytest.mark.parametrize(
    ("behaviours", "written"), [(Behaviours(hung=1), False), (Behaviours(lost_answers=1), True)]
)
async def test_an_answer_that_never_comes_loses_the_batch(host, behaviours, written):
    host.excel.behave(behaviours)
    with pytest.raises(PaneLost, match="did not answer"):
        await host.send(a_write())
    assert (host.excel.revision == 1) == written


async def test_a_batch_that_may_wait_is_answered_when_the_cell_is_left(host):
    host.excel.behave(Behaviours(edit_mode=1))
    assert (await host.send(a_write(flags=65))).body["Error"] is None
    host.excel.behave(Behaviours(edit_mode=FOREVER))
    with pytest.raises(PaneLost):
        await host.send(a_write(flags=65))
    host.excel.behave(PLAIN)
    assert (await host.send(a_write(flags=65))).body["Error"] is None


def test_the_command_line_switches_behaviours_on_and_names_wrong_ones(tmp_path):
    book, script = tmp_path / "book.xlsx", tmp_path / "work.js"
    excel = EmbeddedExcel.new()
    excel.save(book)
    excel.close()
    script.write_text(
        "await Excel.run(async context => { context.workbook.worksheets.getItem('Sheet1').getRange('A1').values = [[1]]; await context.sync(); })"
    )
    run = CliRunner()
    refused = run.invoke(
        app, ["host", str(book), "--script", str(script), "--behave", "protected_sheets"]
    )
    assert (
        refused.exit_code,
        "AccessDenied" in refused.stderr,
        "Range.values" in refused.stderr,
    ) == (3, True, True)
    assert run.invoke(app, ["host", str(book), "--script", str(script)]).exit_code == 0
    wrong = run.invoke(app, ["host", str(book), "--script", str(script), "--behave", "sleepy"])
    assert (wrong.exit_code, "There is no behaviour 'sleepy'" in wrong.stderr) == (2, True)
    live = run.invoke(app, ["serve", "--live", "--behave", "hung"])
    assert (live.exit_code, "leave them out with --live" in live.stderr) == (2, True)


async def test_a_pane_in_reduced_mode_refuses_code_and_says_why():
    pane = SimpleNamespace(sandbox=None, host=None)
    result = await PaneBoundSandbox(lambda: pane).run(SandboxRun("r", "return 1"), None)
    assert isinstance(result, Killed)
    assert "reduced mode" in result.detail
    with pytest.raises(PaneLost):
        await PaneBoundSandbox(lambda: None).run(SandboxRun("r", "return 1"), None)


async def test_a_read_after_a_write_waits_until_excel_has_calculated(host):
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    builder = BatchBuilder()
    builder.worksheet("Sheet1").range("B1").set("Formulas", [["=A1*2"]])
    live = PaneBoundHost(lambda: SimpleNamespace(host=host), sleep=sleep)
    await live.send(builder.build())
    host.excel.behave(Behaviours(calculating=4))
    await live.send(a_write())
    read = BatchBuilder()
    asked = read.worksheet("Sheet1").range("B1").load("Values")
    assert Results(await live.send(read.build())).properties(asked)["Values"] == [[14]]
    assert slept == [0.2] * 3
    host.excel.behave(Behaviours(calculating=FOREVER))
    await live.send(read.build())
    assert slept == [0.2] * 3, "without a write nothing is waited for"
    await live.send(a_write())
    await live.send(read.build())
    assert slept == [0.2] * 53


async def test_in_manual_mode_nothing_is_waited_for(host):
    host.excel.behave(Behaviours(manual_calculation=True))
    live = PaneBoundHost(lambda: SimpleNamespace(host=host), sleep=None)
    await live.send(a_write())
    read = BatchBuilder()
    read.worksheet("Sheet1").range("B1").load("Values")
    assert (await live.send(read.build())).body["Error"] is None


COMMON = """
const document = Office.context.document;
const called = (invoke) => new Promise((resolve, reject) => invoke((result) =>
  result.status === "succeeded" ? resolve(result.value) : reject(new Error(`${result.error.code} ${result.error.message}`))));
await Excel.run(async (context) => {
  const sheet = context.workbook.worksheets.getItem("Sheet1");
  sheet.getRange("A1:B2").values = [[1, 2], [3, 4]];
  sheet.getRange("A1:B2").select();
  await context.sync();
  const rows = await called((done) => document.getSelectedDataAsync("matrix", done));
  await called((done) => document.bindings.addFromSelectionAsync("matrix", { id: "all" }, done));
  const bound = await called((done) => document.bindings.getByIdAsync("all", done));
  await called((done) => bound.setDataAsync([[9]], { startRow: 1, startColumn: 1 }, done));
  document.settings.set("rate", 0.05);
  await called((done) => document.settings.saveAsync(done));
  const setting = context.workbook.settings.getItem("rate").load("value");
  const cell = sheet.getRange("B2").load("values");
  await context.sync();
  const file = await called((done) => document.getFileAsync("compressed", { sliceSize: 4096 }, done));
  const slice = await called((done) => file.getSliceAsync(0, done));
  const missing = await called((done) => document.bindings.getByIdAsync("none", done)).catch((error) => error.message);
  console.log(JSON.stringify([rows, bound.rowCount, cell.values, setting.value, slice.data.slice(0, 2), slice.size <= 4096, missing]));
});
"""


def test_a_person_s_own_script_has_the_common_api(tmp_path):
    book, script = tmp_path / "book.xlsx", tmp_path / "work.js"
    excel = EmbeddedExcel.new()
    excel.save(book)
    excel.close()
    script.write_text(COMMON)
    done = CliRunner().invoke(app, ["host", str(book), "--script", str(script)])
    assert done.exit_code == 0, done.output
    rows, count, cell, rate, start, fits, missing = json.loads(done.stdout.splitlines()[0])
    assert (rows, count, cell, rate) == ([[1, 2], [3, 4]], 2, [[9]], 0.05)
    assert (bytes(start), fits) == (b"PK", True)
    assert missing.startswith("3002 Binding")
