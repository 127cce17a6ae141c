"""What tests of executions share: a counted embedded host, and workbooks made by batches."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from embedded_excel.host import EmbeddedExcel
from tieout.execution.executor import Executor
from tieout.execution.limits import ExecutorLimits
from tieout.execution.ports import HostCapabilities, Sandbox, SandboxLimits
from tieout.headless.embedded_host import EmbeddedHost
from tieout.headless.v8_sandbox import V8Sandbox
from tieout.office_wire.batch import Batch, BatchResponse
from tieout.office_wire.build import BatchBuilder
from tieout.office_wire.response import Results


@dataclass
class WatchedHost:
    """The embedded host, with its batches counted and `before_send` called on each."""

    inner: EmbeddedHost
    batches: list[Batch] = field(default_factory=list)
    before_send: Callable[[Batch], Awaitable[None]] | None = None

    @property
    def capabilities(self) -> HostCapabilities:
        return self.inner.capabilities

    async def send(self, batch: Batch) -> BatchResponse:
        self.batches.append(batch)
        if self.before_send is not None:
            await self.before_send(batch)
        return await self.inner.send(batch)

    async def write(self, sheet: str, address: str, member: str, value: object) -> None:
        """An edit by somebody else: past the executor."""
        builder = BatchBuilder()
        builder.worksheet(sheet).range(address).set(member, value)
        Results(await self.inner.send(builder.build()))

    async def name(self, name: str, formula: str) -> None:
        """As `write`: somebody else defines a name."""
        builder = BatchBuilder()
        builder.workbook.child("Names").create("Add", name, formula, None)
        Results(await self.inner.send(builder.build()))

    async def rename(self, sheet: str, name: str) -> None:
        """As `write`: somebody else renames a sheet."""
        builder = BatchBuilder()
        builder.worksheet(sheet).set("Name", name)
        Results(await self.inner.send(builder.build()))


REVENUE = [["Region", "Units", "Price"]] + [
    [("North", "South", "East")[row % 3], 1200 + row, 9.99] for row in range(199)
]
LIMITS = ExecutorLimits(sandbox=SandboxLimits(wall=20, between_syncs=2))


async def watched_host() -> WatchedHost:
    """Sheet1 with a 199-row table and a Summary sheet that sums what column D will hold."""
    host = WatchedHost(EmbeddedHost(EmbeddedExcel.new("revenue.xlsx")))
    builder = BatchBuilder()
    builder.worksheet("Sheet1").range("A1:C200").set("Values", REVENUE)
    builder.worksheet("Sheet1").range("D1").set("Values", "Revenue")
    builder.worksheet("Sheet1").range("D2:D201").set("NumberFormat", "#,##0")
    builder.worksheets.create("Add", "Summary")
    builder.worksheet("Summary").range("A1:B1").set("Formulas", [["Total", "=SUM(Sheet1!D2:D200)"]])
    Results(await host.inner.send(builder.build()))
    return host


@asynccontextmanager
async def executing(sandbox: Sandbox | None = None, **options) -> AsyncIterator[tuple]:
    """(executor, host) on the revenue workbook, with the real sandbox unless given another."""
    host = await watched_host()
    own = V8Sandbox() if sandbox is None else None
    chosen = sandbox or own
    assert chosen is not None
    try:
        yield Executor(host, chosen, **{"limits": LIMITS, **options}), host
    finally:
        if own is not None:
            await own.close()
        await host.inner.close()
