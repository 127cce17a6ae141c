"""Ports that follow the pane: whichever is attached when they are used."""

import asyncio
from collections.abc import Awaitable, Callable

from tieout.errors import PaneLost
from tieout.execution.ports import (
    ExcelHost,
    HostCapabilities,
    Killed,
    SandboxResult,
    SandboxRun,
    SandboxServices,
)
from tieout.office_wire.batch import Batch, BatchResponse
from tieout.office_wire.build import FLAG_WRITE, BatchBuilder
from tieout.office_wire.response import Results, error_of
from tieout.sessions.ports import PanePort

_REDUCED = (
    "this Excel allows the reduced mode only, in which no code runs. Answer from what you know of "
    "the workbook, and tell the user that another version of Excel is needed to change it."
)

_BETWEEN_LOOKS = 0.2
_MOST_LOOKS = 50

CurrentPane = Callable[[], PanePort | None]


class PaneBoundSandbox:
    """The sandbox of the attached pane."""

    def __init__(self, pane: CurrentPane) -> None:
        self._pane = pane

    async def run(self, run: SandboxRun, services: SandboxServices) -> SandboxResult:
        """Run code in the attached pane. One in reduced mode refuses it.

        Raises:
            PaneLost: None is attached, or it went away.
        """
        pane = self._pane()
        if pane is None:
            raise PaneLost("No pane is connected that could run the code.")
        if pane.sandbox is None:
            return Killed("crashed", _REDUCED)
        return await pane.sandbox.run(run, services)


class PaneBoundHost:
    """The live Excel around the attached pane.

    Live Excel calculates on its own time: after something was written, the next batch that only
    reads waits until the calculation is done, or for ten seconds. The user calculates in manual mode.

    Args:
        pane: Gives the attached pane.
        sleep: Waits some seconds.
    """

    def __init__(
        self, pane: CurrentPane, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._pane = pane
        self._sleep = sleep
        self._written = False

    @property
    def capabilities(self) -> HostCapabilities:
        """Those of the attached pane's Excel; none without one."""
        pane = self._pane()
        if pane is None or pane.host is None:
            return HostCapabilities("Excel (not connected)")
        return pane.host.capabilities

    async def send(self, batch: Batch) -> BatchResponse:
        """Run a batch in the attached pane's Excel.

        Raises:
            PaneLost: None is attached, or it went away.
        """
        host = self._host()
        if batch.flags & FLAG_WRITE:
            self._written = True
        elif self._written:
            self._written = False
            await self._calculated(host)
        return await host.send(batch)

    async def _calculated(self, host: ExcelHost) -> None:
        for _ in range(_MOST_LOOKS):
            builder = BatchBuilder()
            application = builder.workbook.child("Application")
            asked = application.load("CalculationMode", "CalculationState")
            response = await host.send(builder.build())
            if error_of(response) is not None:
                return
            found = Results(response).properties(asked)
            if found.get("CalculationMode") == "Manual" or found.get("CalculationState") == "Done":
                return
            await self._sleep(_BETWEEN_LOOKS)

    def _host(self) -> ExcelHost:
        pane = self._pane()
        if pane is None or pane.host is None:
            raise PaneLost("No pane inside Excel is connected.")
        return pane.host
