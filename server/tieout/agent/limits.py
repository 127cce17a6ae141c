"""How far one turn may go, and how long to wait before a request is sent again."""

from dataclasses import dataclass
from typing import Final

_LONGEST_BACKOFF: Final = 8.0


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one turn.

    Attributes:
        requests: Finished or failed requests to the model; retries of one count once.
        tool_calls: Calls of tools.
        total_tokens: Input and output tokens together, as the service counted them.
        seconds: Time, checked before each request.
        retries: How often one request is sent again.
        same_error: The turn ends when one error text has come this often.
        same_code: Code that ran this often in a row with the same result isn't run again.
        continuations: How often a text cut at its length limit may be continued.
    """

    requests: int = 60
    tool_calls: int = 150
    total_tokens: int = 2_000_000
    seconds: float = 3600.0
    retries: int = 5
    same_error: int = 3
    same_code: int = 2
    continuations: int = 3

    def exceeded(self, requests: int, tokens: int, seconds: float) -> str:
        """A sentence for the user when another request would go too far, else ""."""
        if requests >= self.requests:
            return f"Stopped after {requests} requests to the model, the limit for one task."
        if tokens >= self.total_tokens:
            return (
                f"Stopped after {tokens:,} tokens, the limit for one task is {self.total_tokens:,}."
            )
        if seconds >= self.seconds:
            return f"Stopped after {seconds / 60:.0f} minutes, the limit for one task."
        return ""


def retry_delay(attempt: int, retry_after: float | None, fraction: float) -> float:
    """Seconds to wait before retry number `attempt` (from 1).

    Args:
        attempt: 1, 2, 4, 8 and then always 8 seconds are the most it backs off.
        retry_after: What the service asked for, already capped; never undercut.
        fraction: From 0 to 1, random in production (full jitter), fixed in tests.
    """
    backoff = min(2.0 ** (attempt - 1), _LONGEST_BACKOFF) * fraction
    return max(backoff, retry_after or 0.0)
