"""Run a piece of work that may be stopped from outside at any moment."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def _nothing_to_interrupt() -> bool:
    return False


class StopRequested(Exception):
    """The work was stopped on request; it has been cancelled and has ended."""


class StopSwitch:
    """One switch for one turn: everything awaited through `run` ends when it is pressed."""

    def __init__(self) -> None:
        self._requested = False
        self._task: asyncio.Task[Any] | None = None
        self._interrupt: Callable[[], bool] = _nothing_to_interrupt

    @property
    def requested(self) -> bool:
        """Whether it was pressed."""
        return self._requested

    def press(self) -> None:
        """Stop what runs now, and whatever would be started later."""
        if self._requested:
            return
        self._requested = True
        if self._task is not None and not self._interrupt():
            self._task.cancel()

    def reset(self) -> None:
        """Make ready for the next turn."""
        self._requested = False

    async def run(
        self,
        work: Coroutine[Any, Any, T],
        interrupt: Callable[[], bool] = _nothing_to_interrupt,
    ) -> T:
        """Await the work.

        Args:
            work: What to await.
            interrupt: Ends the work in its own way so that it still returns; False if it can't
                now, then the work is cancelled.

        Returns:
            The work's result, also when the switch was pressed and the work returned all the same.

        Raises:
            StopRequested: The switch was pressed and the work did not finish.
        """
        if self._requested:
            work.close()
            raise StopRequested
        task = asyncio.ensure_future(work)
        self._task, self._interrupt = task, interrupt
        try:
            await asyncio.wait({task})
        finally:
            self._task, self._interrupt = None, _nothing_to_interrupt
            if not task.done():
                task.cancel()
                await asyncio.wait({task})
        if not task.cancelled():
            return task.result()
        if self._requested:
            raise StopRequested
        raise RuntimeError("the work was cancelled from inside")
