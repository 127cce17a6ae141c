"""The error tree, by audience.

    TieoutError
    ├── UserError            a sentence for the person, with what to do next
    │   ├── WorkbookUnusable     not a workbook, encrypted, too large, unreadable
    │   ├── SettingsError        a setting, argument or file the user gave is wrong
    │   └── RecordingError       a recording can't be read or no longer matches
    ├── ModelVisibleError    text the model reads in a tool result; it can act on it
    │   ├── GateRefused          a batch asked for something that isn't allowed
    │   ├── ExcelError           Excel answered with an error (code, message, location)
    │   └── SandboxKilled        the code was stopped: time, size, flood, memory
    ├── ModelFailed          the model's service failed; `kind` says how, and whether to retry
    └── PaneLost             the pane went away; what was asked of it is unanswered

Programmer errors are assertions and ordinary Python exceptions; they are never shown raw.
"""

from typing import Literal, assert_never


class TieoutError(Exception):
    """Base of everything Tieout raises on purpose."""


class UserError(TieoutError):
    """A sentence for the person at the keyboard: what is wrong and what to do.

    Args:
        message: One sentence, no traceback, no jargon.
    """


class WorkbookUnusable(UserError):
    """The file can't be opened as a workbook; it was not changed."""


class SettingsError(UserError):
    """A setting, argument or file that the user gave is wrong."""


class RecordingError(UserError):
    """A recording can't be read, or the run no longer matches it."""


class ModelVisibleError(TieoutError):
    """A failure the model should read and act on; it becomes an `is_error` tool result."""


class GateRefused(ModelVisibleError):
    """A batch was refused before Excel saw it; nothing of it was applied."""


class ExcelError(ModelVisibleError):
    """Excel refused an action of a batch. Actions before it are applied.

    Args:
        code: Excel's error code, such as `ItemNotFound`.
        message: Excel's message.
        location: `Class.member` in JavaScript casing, or "".
        action_index: 0-based index into the batch's actions, or None.
    """

    def __init__(
        self, code: str, message: str, location: str = "", action_index: int | None = None
    ) -> None:
        super().__init__(f"{code}: {message}" + (f" (at {location})" if location else ""))
        self.code = code
        self.message = message
        self.location = location
        self.action_index = action_index


KillReason = Literal["time", "messages", "message_size", "memory", "cancelled", "crashed"]


class SandboxKilled(ModelVisibleError):
    """The sandbox was stopped from outside.

    Args:
        reason: Which limit ended it.
        detail: The limit in numbers, for the sentence.
    """

    def __init__(self, reason: KillReason, detail: str) -> None:
        super().__init__(f"The code was stopped: {detail}")
        self.reason: KillReason = reason


ModelFailure = Literal[
    "invalid_request",
    "authentication",
    "permission",
    "not_found",
    "too_large",
    "rate_limit",
    "overloaded",
    "server",
    "transport",
    "incomplete",
]


class ModelFailed(TieoutError):
    """The model's service failed, classified by what it said rather than by HTTP status.

    Args:
        kind: What went wrong.
        message: The service's own message, or ours.
        retry_after: Seconds the service asked us to wait, if it did.
    """

    def __init__(self, kind: ModelFailure, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.kind: ModelFailure = kind
        self.retry_after = retry_after

    @property
    def retryable(self) -> bool:
        """Whether sending the identical request again can help."""
        match self.kind:
            case "rate_limit" | "overloaded" | "server" | "transport" | "incomplete":
                return True
            case "invalid_request" | "authentication" | "permission" | "not_found" | "too_large":
                return False
            case _:
                assert_never(self.kind)


class PaneLost(TieoutError):
    """The pane disconnected before it answered; the outcome of what it ran is unknown."""
