"""What every sandbox does, numbered, whatever runs the code. A behaviour takes a sandbox and proves
one sentence; `test_sandbox_contract` runs them all in V8, `e2e/test_pane_sandbox` in Chromium.
The walls, 40 and up, are in `sandbox_walls`."""

from sandbox_bench import SPECS, Bench, behaviour

from tieout.execution.ports import Returned


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


@behaviour
async def b18_the_common_api_is_refused_with_what_to_use_instead(bench: Bench) -> None:
    calls = {
        "Office.context.document.setSelectedDataAsync([[1]], () => {})": "a range whose address",
        "Office.context.document.settings.set('a', 1)": "context.workbook.settings",
        "Office.context.document.bindings.getAllAsync(() => {})": "context.workbook.names",
    }
    for code, sentence in calls.items():
        assert sentence in (await bench.error(code)).error.message, code


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
    asked = {"address": "A1:B2", "sheet": "Sheet1", "layout": "cells"}
    assert bench.services.calls == [("read", asked)]


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
        "sheet.clearRange('A1,B2')": "several areas",
        "sheet.getCellRange('A1', { color: 1 })": "there is no color",
        "sheet.getCellInfo(5)": "give text such as",
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


@behaviour
async def b30_a_specification_is_there_at_once(bench: Bench) -> None:
    """Only for calls that stand in the code; any other says how to get it, or what there is."""
    code = "const text = general.getChartInfo(); console.log(text); return text;"
    result = await bench.run(code)
    assert isinstance(result, Returned)
    assert (result.value, result.console[0].text) == (SPECS["getChartInfo"], SPECS["getChartInfo"])
    assert bench.services.calls == []
    hidden = await bench.error("return general['get' + 'Pivot' + 'Info']();")
    assert "general.getPivotInfo()" in hidden.error.message
    unknown = await bench.error("return general.getSparklineInfo();")
    assert "general.getChartInfo()" in unknown.error.message
