"""Requests that wait for an answer from the other side. No clock, no futures, no I/O.

The owner opens a request under an id, says how to settle it, and feeds answers, time and the end
of the connection. Every opened request is settled exactly once, unless its owner gave it up.
"""

from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

Key = TypeVar("Key", bound=Hashable)
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Answered(Generic[Answer]):
    """The other side answered."""

    value: Answer


@dataclass(frozen=True, slots=True)
class Failed:
    """No answer will come."""

    error: Exception


Settlement: TypeAlias = Answered[Answer] | Failed

Receipt: TypeAlias = Literal["settled", "duplicate", "late", "unknown"]
"""What became of an answer. `duplicate`: it was answered before. `late`: its owner gave up, it
timed out, or the connection was declared lost. `unknown`: nobody asked, or long ago."""


@dataclass(slots=True)
class _Waiting(Generic[Answer]):
    settle: Callable[[Settlement[Answer]], None]
    deadline: float | None
    timeout_error: Exception | None


class PendingRequests(Generic[Key, Answer]):
    """The table of open requests of one connection.

    Args:
        remembered: How many settled ids are kept to tell a late or duplicate answer from an
            unknown one.
    """

    def __init__(self, *, remembered: int = 1024) -> None:
        self._waiting: dict[Key, _Waiting[Answer]] = {}
        self._over: dict[Key, Receipt] = {}
        self._order: deque[Key] = deque()
        self._remembered = remembered
        self._lost: Exception | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, key: Key) -> bool:
        return key in self._waiting

    def open(
        self,
        key: Key,
        settle: Callable[[Settlement[Answer]], None],
        *,
        deadline: float | None = None,
        timeout_error: Exception | None = None,
    ) -> None:
        """Wait for an answer to `key`.

        After `fail_all` the request is settled at once with the same failure.

        Args:
            key: An id never used before on this connection.
            settle: Called once; must not raise.
            deadline: When to give up, on the clock whose readings `expire` gets.
            timeout_error: What the request fails with then; needed with a deadline.
        """
        assert key not in self._waiting, f"id {key!r} is used twice"
        assert key not in self._over, f"id {key!r} is used twice"
        assert deadline is None or timeout_error is not None
        if self._lost is not None:
            settle(Failed(self._lost))
            return
        self._waiting[key] = _Waiting(settle, deadline, timeout_error)

    def answer(self, key: Key, value: Answer) -> Receipt:
        """An answer came in; settles the request unless the receipt says otherwise."""
        waiting = self._waiting.get(key)
        if waiting is None:
            return self._over.get(key, "unknown")
        self._end(key, "duplicate")
        waiting.settle(Answered(value))
        return "settled"

    def give_up(self, key: Key) -> bool:
        """The owner no longer waits; nothing is settled. False when it was over already."""
        if key not in self._waiting:
            return False
        self._end(key, "late")
        return True

    def expire(self, now: float) -> tuple[Key, ...]:
        """Fail every request whose deadline has come; returns their ids in the order opened."""
        due = [
            key for key, w in self._waiting.items() if w.deadline is not None and w.deadline <= now
        ]
        for key in due:
            waiting = self._waiting[key]
            self._end(key, "late")
            assert waiting.timeout_error is not None
            waiting.settle(Failed(waiting.timeout_error))
        return tuple(due)

    def next_deadline(self) -> float | None:
        """When `expire` should be called next, or None."""
        return min(
            (w.deadline for w in self._waiting.values() if w.deadline is not None), default=None
        )

    def fail_all(self, error: Exception) -> tuple[Key, ...]:
        """The connection is lost: fail what is open now and whatever is opened later.

        Only the first error counts. Returns the ids that were open, in the order opened.
        """
        if self._lost is None:
            self._lost = error
        failed = tuple(self._waiting.items())
        for key, _ in failed:
            self._end(key, "late")
        for _, waiting in failed:
            waiting.settle(Failed(self._lost))
        return tuple(key for key, _ in failed)

    def _end(self, key: Key, receipt: Receipt) -> None:
        del self._waiting[key]
        self._over[key] = receipt
        self._order.append(key)
        if len(self._order) > self._remembered:
            del self._over[self._order.popleft()]
