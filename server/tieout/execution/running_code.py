"""The code that runs in the sandbox now, and the ways it is ended from outside."""

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import TypeVar

from tieout.errors import ExcelError, PaneLost
from tieout.execution.code_services import CodeServices
from tieout.execution.ports import Killed, Sandbox, SandboxResult, SandboxRun

_Result = TypeVar("_Result")


class RunningCode:
    """Runs one piece of code at a time.

    Args:
        drain: Seconds to wait for batches still in Excel when the code has ended.
    """

    def __init__(self, sandbox: Sandbox, drain: float) -> None:
        self._sandbox = sandbox
        self._drain = drain
        self._task: asyncio.Task[SandboxResult] | None = None

    def stop(self) -> bool:
        """Kill the code; whether some was running."""
        if self._task is None:
            return False
        self._task.cancel()
        return True

    async def run(self, run: SandboxRun, services: CodeServices) -> SandboxResult:
        """The sandbox's result; a stop counts as a kill, an outer cancel is passed on.

        Raises:
            PaneLost: The sandbox or the host went away.
        """
        self._task = asyncio.create_task(self._sandbox.run(run, services))
        try:
            result = await self._wait(self._task, services)
        finally:
            self._task = None
        if services.lost is not None:
            raise services.lost
        return result

    async def _wait(
        self, running: asyncio.Task[SandboxResult], services: CodeServices
    ) -> SandboxResult:
        try:
            await asyncio.wait({running})
        except asyncio.CancelledError:
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError, PaneLost):
                await running
            raise
        finally:
            await services.drain(self._drain)
        if running.cancelled():
            return Killed("cancelled", "The user stopped this run.")
        return running.result()


async def to_the_end(finishing: Coroutine[None, None, _Result]) -> None:
    """Clean up although the task is being cancelled, however often; failures don't matter now."""
    task = asyncio.ensure_future(finishing)
    while not task.done():
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.wait({task})
    with contextlib.suppress(ExcelError, PaneLost):
        task.result()
