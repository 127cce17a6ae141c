"""Behaviours 40 and up: what happens to code that must be stopped, or that looks for a way out."""

from sandbox_bench import LIMITS, Bench, behaviour

from tieout.execution.ports import Killed, Returned


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
