"""Time and names, injected: the same run gives the same events."""

import asyncio
import secrets
import time
from dataclasses import dataclass, field
from typing import Protocol


class Clock(Protocol):
    """Seconds that only go forward, and waiting."""

    def now(self) -> float:
        """Seconds since some fixed point."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class IdSource(Protocol):
    """Names for what the loop starts."""

    def execution_id(self) -> str:
        """A name no other execution of the session has."""
        ...


class SystemClock:
    """The machine's time."""

    def now(self) -> float:
        """Monotonic seconds."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait in real time."""
        await asyncio.sleep(seconds)


class RandomIds:
    """Unguessable names."""

    def execution_id(self) -> str:
        """96 random bits as text."""
        return f"x{secrets.token_hex(12)}"


@dataclass(slots=True)
class ManualClock:
    """Time that passes only by sleeping, at once; for replays and tests.

    Attributes:
        time: The present second.
        slept: Every wait, in order.
    """

    time: float = 0.0
    slept: list[float] = field(default_factory=list[float])

    def now(self) -> float:
        """The present second."""
        return self.time

    async def sleep(self, seconds: float) -> None:
        """Let the time pass without waiting."""
        self.slept.append(seconds)
        self.time += seconds
        await asyncio.sleep(0)


@dataclass(slots=True)
class CountingIds:
    """Names `x1`, `x2` and so on, for replays and tests."""

    _last: int = 0

    def execution_id(self) -> str:
        """The next one."""
        self._last += 1
        return f"x{self._last}"
