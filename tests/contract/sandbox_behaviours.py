"""What every sandbox does, numbered, whatever runs the code. A behaviour takes a sandbox and proves
one sentence; `test_sandbox_contract` runs them all in V8, `e2e/test_pane_sandbox` in Chromium."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from pydantic import JsonValue
from tieout.errors import GateRefused, ModelVisibleError
from tieout.execution.ports import (
    Killed,
    Returned,
    Sandbox,
    SandboxLimits,
    SandboxResult,
    SandboxRun,
    Threw,
)
from tieout.office_wire.batch import Batch, BatchResponse
from tieout.office_wire.build import BatchBuilder

from embedded_excel.host import EmbeddedExcel

LIMITS = SandboxLimits(
    wall=8.0,
    between_syncs=1.0,
    messages=300,
    message_bytes=2 * 1024 * 1024,
    memory_bytes=150 * 1024 * 1024,
    returned_bytes=20_000,
)
SETS = {"ExcelApi": "1.15", "RichApiRuntime": "1.2", "RichApiRuntimeFlag": "1.2"}


@dataclass
class WorkbookServices:
    """The embedded Excel behind `SandboxServices`, and what was asked of it."""

    excel: EmbeddedExcel = field(default_factory=EmbeddedExcel.new)
    batches: list[Batch] = field(default_factory=list)
    calls: list[tuple[str, JsonValue]] = field(default_factory=list)
    refuse: str = ""
    called: asyncio.Event = field(default_factory=asyncio.Event)

    async def sync(self, batch: Batch) -> BatchResponse:
        self.batches.append(batch)
        if self.refuse:
            raise GateRefused(self.refuse)
        return BatchResponse(self.excel.run_batch(batch.body, batch.flags))

    async def call(self, name: str, arguments: JsonValue) -> JsonValue:
        self.calls.append((name, arguments))
        self.called.set()
        assert isinstance(arguments, dict)
        if name == "read":
            return self.read(str(arguments["address"]))
        if name == "api_info":
            return f"about {arguments['name']}"
        raise ModelVisibleError(f"nothing is known about {name}")

    def read(self, address: str) -> dict[str, JsonValue]:
        sheet, _, local = address.rpartition("!")
        builder = BatchBuilder()
        found = builder.worksheet(sheet.strip("'") or "Sheet1").range(local)
        found.load("address", "values", "formulas", "text", "numberFormat")
        response = self.excel.run_batch(builder.build().body)
        results = response["Results"]
        assert isinstance(results, list), response
        value = results[-1]["Value"]
        return {
            "address": value["Address"],
            "values": value["Values"],
            "formulas": value["Formulas"],
            "text": value["Text"],
            "numberFormat": value["NumberFormat"],
        }

    def formulas(self, address: str) -> JsonValue:
        return self.read(address)["formulas"]


@dataclass
class Bench:
    """A sandbox and one workbook: runs code, keeps the workbook between runs."""

    sandbox: Sandbox
    services: WorkbookServices = field(default_factory=WorkbookServices)

    async def run(self, code: str, **limits: float) -> SandboxResult:
        run = SandboxRun("run-1", code, replace(LIMITS, **limits), SETS)
        return await self.sandbox.run(run, self.services)

    async def value(self, code: str) -> JsonValue:
        result = await self.run(code)
        assert isinstance(result, Returned), result
        return result.value

    async def error(self, code: str) -> Threw:
        result = await self.run(code)
        assert isinstance(result, Threw), result
        return result

    async def killed(self, code: str, **limits: float) -> Killed:
        """The code is killed, and the next run is as if nothing had been."""
        result = await self.run(code, **limits)
        assert isinstance(result, Killed), result
        assert await self.value("return 6 * 7") == 42
        return result


Behaviour = Callable[[Bench], Awaitable[None]]
BEHAVIOURS: list[Behaviour] = []


def behaviour(prove: Behaviour) -> Behaviour:
    BEHAVIOURS.append(prove)
    return prove


# -- forms of code ----------------------------------------------------------------------------


@behaviour
async def b01_an_execute_function_runs_and_returns(bench: Bench) -> None:
    code = "// scope: Sheet1!A1\nasync function execute() {\n  return { a: [1, 'x', null] };\n}"
    assert await bench.value(code) == {"a": [1, "x", None]}


@behaviour
async def b02_a_constant_arrow_execute_runs(bench: Bench) -> None:
    assert await bench.value("const execute = async () => 5;") == 5


@behaviour
async def b03_a_bare_body_with_await_and_return_runs(bench: Bench) -> None:
    assert await bench.value("const context2 = context;\nconst n = await 4;\nreturn n + 1;") == 5


@behaviour
async def b04_code_that_calls_execute_itself_runs_once(bench: Bench) -> None:
    for declared in (
        "async function execute() { globalThis.n = (globalThis.n ?? 0) + 1; return n; }",
        "const execute = async () => { globalThis.n = (globalThis.n ?? 0) + 1; return n; };",
    ):
        assert await bench.value(f"{declared}\nawait execute();\nconsole.log(n);") in (1, None)
        result = await bench.run(f"{declared}\nawait execute();\nsetTimeout(() => {{}}, 1);")
        assert isinstance(result, Returned)
        result = await bench.run(f"{declared}\nreturn execute();")
        assert result == Returned(1)


@behaviour
async def b05_a_syntax_error_is_thrown_and_nothing_is_sent(bench: Bench) -> None:
    thrown = await bench.error("const x = ;")
    assert thrown.error.name == "SyntaxError"
    assert bench.services.batches == []


@behaviour
async def b06_an_error_names_the_line_of_the_code(bench: Bench) -> None:
    thrown = await bench.error(
        "async function execute() {\n  const a = 1;\n  throw new TypeError('no ' + a);\n}"
    )
    assert (thrown.error.name, thrown.error.message, thrown.error.line) == ("TypeError", "no 1", 3)


@behaviour
async def b07_anything_can_be_thrown(bench: Bench) -> None:
    assert (await bench.error("throw 'just text'")).error.message == "just text"
    assert (await bench.error("throw undefined")).error.message == "undefined"
    hostile = "throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 2 } })"
    assert "can't be read" in (await bench.error(hostile)).error.message


@behaviour
async def b08_what_is_no_json_is_returned_as_a_sentence(bench: Bench) -> None:
    cases = {
        "const a = {}; a.a = a; return a": "not JSON",
        "return 10n": "bigint",
        "return { n: 10n }": "not JSON",
        "return () => 1": "function",
        "return new Proxy({}, { ownKeys() { throw new Error('boo') } })": "boo",
        "return 'x'.repeat(30_000)": "30002 characters",
        "return 'é'.repeat(15_000)": "at most 20000 bytes",
    }
    for code, sentence in cases.items():
        assert sentence in str(await bench.value(code)), code
    assert await bench.value("return undefined") is None
    assert await bench.value("return 'é'.repeat(9_000)") == "é" * 9_000


@behaviour
async def b09_console_lines_come_back_in_order_and_capped(bench: Bench) -> None:
    result = await bench.run(
        "console.log('a', 1, { b: [2] }); console.warn(new Error('w')); console.error(null);"
        "for (let i = 0; i < 500; i++) console.info('y'.repeat(100)); return 1"
    )
    assert isinstance(result, Returned), result
    assert [(line.level, line.text) for line in result.console[:3]] == [
        ("log", "a 1 { b: [2] }"),
        ("warn", "Error: w"),
        ("error", "null"),
    ]
    assert sum(len(line.text) for line in result.console) < 21_000
    assert "cut" in result.console[-1].text


# -- Excel ------------------------------------------------------------------------------------


@behaviour
async def b10_raw_office_js_reads_back_what_it_wrote(bench: Bench) -> None:
    value = await bench.value(
        "const range = context.workbook.worksheets.getItem('Sheet1').getRange('A1:B2');"
        "range.values = [[1, 2], [3, '=A1+B1']]; range.load('values,formulas');"
        "await context.sync(); return [range.values, range.formulas];"
    )
    assert value == [[[1, 2], [3, 3]], [[1, 2], [3, "=A1+B1"]]]


@behaviour
async def b11_a_forgotten_last_sync_is_made_up_for(bench: Bench) -> None:
    await bench.value("context.workbook.worksheets.getItem('Sheet1').getRange('C3').values = [[9]]")
    assert bench.services.formulas("Sheet1!C3") == [[9]]


@behaviour
async def b12_a_nested_run_sees_wrapped_writes_made_before_it(bench: Bench) -> None:
    value = await bench.value(
        "await sheet.setCell('A1', 5);"
        "return Excel.run(async (inner) => {"
        "  const cell = inner.workbook.worksheets.getItem('Sheet1').getRange('A1');"
        "  cell.load('values'); await inner.sync(); return cell.values; });"
    )
    assert value == [[5]]


@behaviour
async def b13_an_error_of_excel_carries_its_debug_information(bench: Bench) -> None:
    thrown = await bench.error(
        "const s = context.workbook.worksheets.getItem('Nope');\n"
        "s.getRange('A1').values = [[1]];\n"
        "await context.sync();"
    )
    error = thrown.error
    assert (error.name, error.code) == ("RichApi.Error", "ItemNotFound")
    assert error.location == "WorksheetCollection.getItem"
    assert "getItem" in error.statement
    assert any(">>>>>" in line for line in error.surrounding)
    assert error.line == 3


@behaviour
async def b14_a_refusal_is_thrown_by_sync(bench: Bench) -> None:
    bench.services.refuse = "Formulas that reach the network are not allowed."
    thrown = await bench.error(
        "context.workbook.worksheets.getItem('Sheet1').getRange('A1').values = [[1]];"
        "await context.sync();"
    )
    assert thrown.error.code == "GateRefused"
    assert thrown.error.message == "Formulas that reach the network are not allowed."


@behaviour
async def b15_only_the_given_requirement_sets_are_supported(bench: Bench) -> None:
    value = await bench.value(
        "const has = (...a) => Office.context.requirements.isSetSupported(...a);"
        "const ready = await Office.onReady();"
        "return [has('ExcelApi', '1.9'), has('excelapi', '1.15'), has('ExcelApi', '1.16'),"
        " has('ExcelApiOnline', '1.1'), ready.host, ready.host === Office.HostType.Excel]"
    )
    assert value == [True, True, False, False, "Excel", True]


@behaviour
async def b16_events_are_refused_with_a_reason(bench: Bench) -> None:
    for code in (
        "context.workbook.worksheets.getItem('Sheet1').onChanged.add(async () => {})",
        "context.workbook.worksheets.onActivated.add(async () => {})",
    ):
        assert "Events can't be registered" in (await bench.error(code)).error.message


@behaviour
async def b17_code_that_asks_nothing_of_excel_sends_nothing(bench: Bench) -> None:
    await bench.value("console.log('hello'); await context.sync(); return 1")
    assert bench.services.batches == []


# -- wrapped API ------------------------------------------------------------------------------


@behaviour
async def b20_two_hundred_awaited_writes_are_one_batch(bench: Bench) -> None:
    await bench.value("for (let i = 1; i <= 200; i++) await sheet.setCell(`A${i}`, i * 2);")
    assert len(bench.services.batches) == 1
    assert bench.services.formulas("Sheet1!A199:A200") == [[398], [400]]


@behaviour
async def b21_a_read_flushes_and_sees_the_writes(bench: Bench) -> None:
    value = await bench.value(
        "await sheet.setRange('A1:B2', [[1, 2], [3, '=A1+B1']]);"
        "const read = await sheet.getCellRange('A1:B2', { layout: 'cells' });"
        "return [read.rows, read.formulas, read.address]"
    )
    assert value == [[[1, 2], [3, 3]], [[1, 2], [3, "=A1+B1"]], "Sheet1!A1:B2"]
    assert len(bench.services.batches) == 1
    assert bench.services.calls == [("read", {"address": "Sheet1!A1:B2", "layout": "cells"})]


@behaviour
async def b22_one_formula_fills_with_relative_references(bench: Bench) -> None:
    await bench.value(
        "await sheet.setRange('A1:A3', [[1], [2], [3]]); await sheet.setRange('B1:B3', '=A1*2');"
        "await sheet.setRange('C1:C2', 'x');"
    )
    assert bench.services.formulas("Sheet1!B1:B3") == [["=A1*2"], ["=A2*2"], ["=A3*2"]]
    assert bench.services.formulas("Sheet1!C1:C3") == [["x"], ["x"], [""]]


@behaviour
async def b23_sheets_are_listed_and_added_and_written_by_name(bench: Bench) -> None:
    value = await bench.value(
        "await general.addSheet(\"Bob's sums\"); await sheet.setCell(\"'Bob''s sums'!B2\", 1);"
        "return [await general.listSheets(), await sheet.listSheets()]"
    )
    assert isinstance(value, list)
    assert value[0] == value[1]
    assert [entry["name"] for entry in value[0]] == ["Sheet1", "Bob's sums"]
    assert value[0][1]["position"] == 1
    assert bench.services.read("Bob's sums!B2")["values"] == [[1]]


@behaviour
async def b24_clear_and_format_reach_excel(bench: Bench) -> None:
    value = await bench.value(
        "await sheet.setRange('A1:A2', [[1], [2]]);"
        "await sheet.formatRange('A1:A2', { bold: true, numberFormat: '0.00', fill: '#FFFF00',"
        "  horizontalAlignment: 'center', color: '#FF0000', underline: true, columnWidth: 80 });"
        "await sheet.clearRange('A1');"
        "const a = sheet.originalSheet.getRange('A1:A2');"
        "a.load('values,numberFormat,format/font/bold,format/font/underline,format/fill/color,'"
        "  + 'format/horizontalAlignment'); await context.sync();"
        "return [a.values, a.numberFormat, a.format.font.bold, a.format.font.underline,"
        " a.format.fill.color, a.format.horizontalAlignment]"
    )
    expected = [[[""], [2]], [["0.00"], ["0.00"]], True, "Single", "#FFFF00", "Center"]
    assert value == expected


@behaviour
async def b25_wrong_calls_are_refused_at_once_by_name(bench: Bench) -> None:
    cases = {
        "sheet.setCell('A1:B2', 1)": 'sheet.setCell("A1:B2"): that is more than one cell',
        "sheet.setCell('ZZZ1', 1)": "outside the sheet",
        "sheet.setCell('A1048577', 1)": "outside the sheet",
        "sheet.setCell('1A', 1)": "is not an address",
        "sheet.setCell('A1', NaN)": "not a cell value",
        "sheet.setCell('A1', null)": "no value",
        "sheet.setCell('A1', new Date())": "serial number",
        "sheet.setRange('A1:B2', [[1, 2]])": "1×2 (rows×columns) but the address is 2×2",
        "sheet.setRange('A1', [[1, 2], [3]])": "row 2 of the values has 1 cells",
        "sheet.setRange('A1:B1', [1, 2])": "rows of cells",
        "sheet.setRange('B2:B3', [[1], [{}]])": "cell B3",
        "sheet.formatRange('A1', { colour: 'red' })": 'no option "colour"',
        "sheet.clearRange('A1', 'everything')": '"contents", "formats" or "all"',
        "sheet.getCellRange('A1,B2')": "several areas",
        "general.addSheet('a/b')": "a sheet name can't hold",
        "sheet.getRange('A1')": "sheet.getRange doesn't exist. There are: sheet.getCellRange",
    }
    for code, sentence in cases.items():
        assert sentence in (await bench.error(code)).error.message, code
    assert bench.services.batches == []


@behaviour
async def b26_a_write_that_fails_in_excel_names_its_call_and_line(bench: Bench) -> None:
    thrown = await bench.error(
        "await sheet.setCell('A1', 1);\nawait sheet.setCell('Missing!B2', 2);\n"
        "await sheet.setCell('A3', 3);\nawait sheet.getCellRange('A1');"
    )
    assert thrown.error.message.startswith('sheet.setCell("Missing!B2") failed: ')
    assert (thrown.error.code, thrown.error.line) == ("ItemNotFound", 2)
    raw = await bench.error(
        "await sheet.setCell('A1', 1);\n"
        "context.workbook.worksheets.getItem('Missing').getRange('A1').values = [[1]];"
    )
    assert "setCell" not in raw.error.message
    assert raw.error.code == "ItemNotFound"


@behaviour
async def b27_a_failure_nobody_awaited_is_not_success(bench: Bench) -> None:
    unknown = await bench.error("sheet.getUsedRange('Sheet1'); return 'fine'")
    assert "nothing is known about used_range" in unknown.error.message
    caught = await bench.value(
        "try { await sheet.getUsedRange('Sheet1') } catch (error) { return error.message }"
    )
    assert caught == "nothing is known about used_range"


@behaviour
async def b28_the_reference_is_asked_of_the_server(bench: Bench) -> None:
    assert await bench.value("return general.getAPIInfo('chart')") == "about chart"


@behaviour
async def b29_what_is_pending_when_the_code_throws_is_not_sent(bench: Bench) -> None:
    await bench.error("await sheet.setCell('A1', 1); throw new Error('stop')")
    assert bench.services.batches == []


# -- walls ------------------------------------------------------------------------------------


@behaviour
async def b40_an_endless_loop_is_killed(bench: Bench) -> None:
    killed = await bench.killed("console.log('in'); while (true);", between_syncs=0.4)
    assert killed.reason == "time"
    assert "without reaching context.sync()" in killed.detail


@behaviour
async def b41_an_endless_regular_expression_is_killed(bench: Bench) -> None:
    killed = await bench.killed("/^(a+)+$/.test('a'.repeat(50) + 'b')", between_syncs=0.4)
    assert killed.reason == "time"


@behaviour
async def b42_a_flood_of_microtasks_is_killed(bench: Bench) -> None:
    code = "const spin = async () => { while (true) await null; }; await spin();"
    assert (await bench.killed(code, between_syncs=0.4)).reason == "time"


@behaviour
async def b43_a_flood_of_messages_is_killed(bench: Bench) -> None:
    code = (
        "for (let i = 0; i < 200_000; i++) { general.getAPIInfo('x'); if (i % 50 === 0) await 0 }"
    )
    assert (await bench.killed(code)).reason in ("messages", "memory", "time")
    assert len(bench.services.calls) <= LIMITS.messages


@behaviour
async def b44_a_message_that_is_too_large_is_killed(bench: Bench) -> None:
    killed = await bench.killed("sheet.setCell('A1', 'x'.repeat(5_000_000)); await context.sync()")
    assert killed.reason == "message_size"
    assert bench.services.batches == []


@behaviour
async def b45_a_string_of_a_hundred_megabytes_does_no_harm(bench: Bench) -> None:
    result = await bench.run("const s = 'x'.repeat(1e8); console.log(s); return s")
    if isinstance(result, Returned):
        assert "characters of JSON" in str(result.value)
        assert sum(len(line.text) for line in result.console) <= LIMITS.returned_bytes
    else:
        assert isinstance(result, Killed)
        assert result.reason == "memory"
    assert await bench.value("return 1") == 1


@behaviour
async def b46_endless_recursion_is_thrown(bench: Bench) -> None:
    assert (await bench.error("const f = () => f() + 1; f()")).error.name == "RangeError"


@behaviour
async def b47_waiting_for_nothing_is_ended(bench: Bench) -> None:
    killed = await bench.killed("await new Promise(() => {})", between_syncs=0.4)
    assert killed.reason == "time"


@behaviour
async def b48_the_whole_run_has_a_time_limit(bench: Bench) -> None:
    code = "while (true) await general.getAPIInfo('x')"
    killed = await bench.killed(code, wall=0.4, messages=1_000_000)
    assert (killed.reason, killed.detail) == ("time", "it ran longer than 0.4 s")


@behaviour
async def b49_timers_work(bench: Bench) -> None:
    value = await bench.value(
        "const seen = []; setTimeout(() => seen.push('b'), 20); setTimeout(() => seen.push('a'), 1);"
        "await new Promise((resolve) => setTimeout(resolve, 60)); return seen"
    )
    assert value == ["a", "b"]


@behaviour
async def b50_nothing_that_was_patched_survives(bench: Bench) -> None:
    await bench.run(
        "Object.prototype.evil = 1; globalThis.left = 1; Excel.run = async () => 'patched';"
        "Excel.Range.prototype.load = null; return 1"
    )
    code = "return [{}.evil ?? null, typeof left, await Excel.run(async () => 3)]"
    assert await bench.value(code) == [None, "undefined", 3]


@behaviour
async def b51_a_sandbox_that_breaks_its_own_machinery_ends_alone(bench: Bench) -> None:
    result = await bench.run(
        "Map.prototype.get = () => { throw 1 }; Array.prototype.splice = null; JSON.stringify = 5;"
        "await sheet.setCell('A1', 1); await context.sync();",
        between_syncs=0.4,
    )
    assert not isinstance(result, Returned)
    assert await bench.value("return 1") == 1


@behaviour
async def b52_nothing_dangerous_can_be_reached(bench: Bench) -> None:
    value = await bench.value(
        "const names = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'importScripts',"
        " 'indexedDB', 'caches', 'BroadcastChannel', 'Worker', 'SharedWorker', 'WebTransport',"
        " 'localStorage', 'postMessage', 'close', 'addEventListener', 'self', 'process', 'require',"
        " 'WebAssembly', 'SharedArrayBuffer', 'TieoutSandbox', '_richApiNativeBridge', '$process'];"
        "let escaped = globalThis;"
        "try { escaped = (0, context.workbook.constructor)(context, {}) ?? globalThis } catch {}"
        "const made = new Function('return this')();"
        "return names.filter((name) => [escaped, made, globalThis].some("
        "  (global) => global[name] !== undefined))"
    )
    assert value == []


@behaviour
async def b53_modules_cannot_be_imported(bench: Bench) -> None:
    code = "try { await import('https://example.com/x.js'); return 'in' } catch { return 'out' }"
    result = await bench.run(code, between_syncs=2.0)
    assert isinstance(result, Returned | Killed), result
    assert not (isinstance(result, Returned) and result.value != "out")
