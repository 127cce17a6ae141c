"""Ports that follow the pane: whichever is attached when they are used."""

from collections.abc import Callable

from tieout.errors import PaneLost
from tieout.execution.ports import (
    ExcelHost,
    HostCapabilities,
    Sandbox,
    SandboxResult,
    SandboxRun,
    SandboxServices,
)
from tieout.office_wire.batch import Batch, BatchResponse
from tieout.sessions.ports import PanePort

CurrentPane = Callable[[], PanePort | None]


class PaneBoundSandbox:
    """The sandbox of the attached pane."""

    def __init__(self, pane: CurrentPane) -> None:
        self._pane = pane

    async def run(self, run: SandboxRun, services: SandboxServices) -> SandboxResult:
        """Run code in the attached pane.

        Raises:
            PaneLost: None is attached, or it went away.
        """
        return await self._sandbox().run(run, services)

    def _sandbox(self) -> Sandbox:
        pane = self._pane()
        if pane is None or pane.sandbox is None:
            raise PaneLost("No pane is connected that could run the code.")
        return pane.sandbox


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
