"""A sandbox and a workbook in the embedded Excel, and the register of numbered behaviours."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from pydantic import JsonValue

from embedded_excel.host import EmbeddedExcel
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

LIMITS = SandboxLimits(
    wall=8.0,
    between_syncs=1.0,
    messages=300,
    message_bytes=2 * 1024 * 1024,
    memory_bytes=150 * 1024 * 1024,
    returned_bytes=20_000,
)
SPECS = {"getChartInfo": "# Charts\n\nSay `Größe`, not `size`.", "getPivotInfo": ""}
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
        run = SandboxRun("run-1", code, replace(LIMITS, **limits), SETS, SPECS)
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
