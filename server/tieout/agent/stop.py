"""Run a piece of work that may be stopped from outside at any moment."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class StopRequested(Exception):
    """The work was stopped on request; it has been cancelled and has ended."""


class StopSwitch:
    """One switch for one turn: everything awaited through `run` ends when it is pressed."""

    def __init__(self) -> None:
        self._requested = False
        self._task: asyncio.Task[Any] | None = None

    @property
    def requested(self) -> bool:
        """Whether it was pressed."""
        return self._requested

    def press(self) -> None:
        """Stop what runs now, and whatever would be started later."""
        self._requested = True
        if self._task is not None:
            self._task.cancel()

    def reset(self) -> None:
        """Make ready for the next turn."""
        self._requested = False

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Await the work.

        Returns its result even when the switch was pressed, if the work chose to finish.

        Raises:
            StopRequested: The switch was pressed and the work did not finish.
        """
        if self._requested:
            work.close()
            raise StopRequested
        task = asyncio.ensure_future(work)
        self._task = task
        try:
            await asyncio.wait({task})
        finally:
            self._task = None
            if not task.done():
                task.cancel()
                await asyncio.wait({task})
        if not task.cancelled():
            return task.result()
        if self._requested:
            raise StopRequested
        raise RuntimeError("the work was cancelled from inside")
