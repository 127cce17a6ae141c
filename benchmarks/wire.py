"""Whole `Excel.run` rounds through unmodified Office.js in V8 and the embedded Excel."""

import asyncio
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from pydantic import JsonValue

from embedded_excel.host import EmbeddedExcel
from tieout.execution.ports import Returned, SandboxRun
from tieout.headless.embedded_host import EmbeddedHost
from tieout.headless.v8_sandbox import V8Sandbox
from tieout.office_wire.batch import Batch, BatchResponse

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "conformance"))
from office_js import OfficeJs

SMALL_BASELINE = "4 ms: a small Excel.run in the same V8 against an experimental host"
SHEET = "const sheet = context.workbook.worksheets.getItem('Sheet1');"
SMALL = SHEET + (
    "const r = sheet.getRange('A1:B2'); r.values = [[1, 2], [3, 4]]; r.load('values');"
    "await context.sync(); return r.values;"
)
WRITES = SHEET + (
    "for (let i = 1; i <= 200; i++) sheet.getRange('A' + i).values = [[i]]; await context.sync();"
)
LARGE = SHEET + (
    "const v = []; for (let i = 0; i < 5000; i++) v.push([i, i * 2, 'x' + i, i / 3]);"
    "const r = sheet.getRange('A1:D5000'); r.values = v; await context.sync();"
    "r.load('values'); await context.sync(); return r.values.length;"
)


def measure(long: bool) -> Iterator[dict[str, object]]:
    """Rows of this benchmark; `long` repeats more often."""
    start = time.perf_counter()
    library = OfficeJs()
    yield row("load Office.js into V8", (time.perf_counter() - start) * 1e3, 1)
    start = time.perf_counter()
    excel = EmbeddedExcel.new()
    yield row("open an empty workbook", (time.perf_counter() - start) * 1e3, 1)
    times = 200 if long else 50
    try:
        small = timed(lambda: library.value(excel, SMALL), times)
        yield row(
            "Excel.run: write 2x2, load, sync",
            small,
            times,
            SMALL_BASELINE,
            "median, clean-up included",
        )
        bodies = [exchange.request for exchange in library.run(excel, SMALL).exchanges]
        host = timed(lambda: [excel.run_batch(body) for body in bodies], times)
        yield row("of which the embedded Excel", host, times, note="median of both requests")
        few = max(3, times // 10)
        yield row(
            "Excel.run: 200 one-cell writes",
            timed(lambda: library.value(excel, WRITES), few),
            few,
            note="median, one request",
        )
        yield row(
            "Excel.run: write and read 20,000 cells",
            timed(lambda: library.value(excel, LARGE), few),
            few,
            note="median, in pieces of 1,500 cells",
        )
    finally:
        library.close()
        excel.close()
    yield from asyncio.run(_in_the_product(10 if long else 4, times))


class _Services:
    """The product's way from the sandbox to Excel, without gate and recorder."""

    def __init__(self, host: EmbeddedHost) -> None:
        self._host = host

    async def sync(self, batch: Batch) -> BatchResponse:
        return await self._host.send(batch)

    async def call(self, name: str, arguments: JsonValue) -> JsonValue:
        raise NotImplementedError(name, arguments)


async def _in_the_product(runs: int, times: int) -> list[dict[str, object]]:
    """The same small run in the sandbox process of the product, batches over its pipes."""
    host, sandbox = EmbeddedHost(EmbeddedExcel.new()), V8Sandbox()
    services, sets = _Services(host), host.capabilities.requirement_sets
    loop = (
        f"const start = Date.now(); for (let i = 0; i < {times}; i++) "
        f"await Excel.run(async (context) => {{ {SMALL} }});"
        f"return (Date.now() - start) / {times};"
    )
    inside: list[float] = []
    whole: list[float] = []
    try:
        for _ in range(runs):
            await sandbox.warm()
            result = await sandbox.run(SandboxRun("b", loop, requirement_sets=sets), services)
            assert isinstance(result, Returned)
            assert isinstance(result.value, int | float)
            inside.append(float(result.value))
            await sandbox.warm()
            start = time.perf_counter()
            await sandbox.run(SandboxRun("b", SMALL, requirement_sets=sets), services)
            whole.append((time.perf_counter() - start) * 1e3)
    finally:
        await sandbox.close()
        await host.close()
    return [
        row(
            "Excel.run in the sandbox process",
            median(inside),
            runs * times,
            SMALL_BASELINE,
            f"median of {runs} means over {times} runs, clean-up included",
        ),
        row(
            "whole execution in a fresh sandbox process",
            median(whole),
            runs,
            note="median, from a warm spare; write 2x2, load, sync",
        ),
    ]


def timed(once: Callable[[], object], times: int) -> float:
    """Median milliseconds of one call, after one to warm up."""
    once()
    taken: list[float] = []
    for _ in range(times):
        start = time.perf_counter()
        once()
        taken.append((time.perf_counter() - start) * 1e3)
    return median(taken)


def row(
    metric: str, value: float, times: int, baseline: str = "", note: str = ""
) -> dict[str, object]:
    """One figure, in milliseconds."""
    figure = {"bench": "wire", "metric": metric, "value": round(value, 3), "unit": "ms", "n": times}
    return figure | {k: v for k, v in (("baseline", baseline), ("note", note)) if v}
