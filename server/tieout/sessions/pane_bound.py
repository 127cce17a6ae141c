"""Ports that follow the pane: whichever is attached when they are used."""

from collections.abc import Callable

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
from tieout.sessions.ports import PanePort

_REDUCED = (
    "this Excel allows the reduced mode only, in which no code runs. Answer from what you know of "
    "the workbook, and tell the user that another version of Excel is needed to change it."
)

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
    """The live Excel around the attached pane."""

    def __init__(self, pane: CurrentPane) -> None:
        self._pane = pane

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
        return await self._host().send(batch)

    def _host(self) -> ExcelHost:
        pane = self._pane()
        if pane is None or pane.host is None:
            raise PaneLost("No pane inside Excel is connected.")
        return pane.host
