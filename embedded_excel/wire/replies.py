"""What becomes of one request: an answer, a refusal by whoever carries requests to Excel, silence."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from pydantic import JsonValue

CARRIER_CODES: Final[Mapping[int, tuple[str, str]]] = {
    1014: ("InvalidRequestContext", "Cannot use the object across different request contexts."),
    5002: ("DocumentReadOnly", "The file is read-only."),
    5004: (
        "InvalidOperationInCellEditMode",
        "Excel is in cell-editing mode. Please exit the edit mode by pressing ENTER or TAB or "
        "selecting another cell, and then try again.",
    ),
    5011: ("Timeout", "The request took too long."),
    5012: ("InvalidOrTimedOutSession", "Your session has expired or is invalid."),
    5016: (
        "WriteNotSupportedWhenModalDialogOpen",
        "Writing isn't possible while a dialog is open in Excel.",
    ),
    5100: ("TooManyIncompleteRequests", "Wait until the calls before this one have ended."),
    5102: ("ActivityLimitReached", "Activity limit has been reached."),
    5103: (
        "RequestPayloadSizeLimitExceeded",
        "The request payload size has exceeded the limit.",
    ),
    5104: (
        "ResponsePayloadSizeLimitExceeded",
        "The response payload size has exceeded the limit.",
    ),
    8001: ("ProtectedError", "It is protected."),
}
"""Numbers that Excel's carrier answers with instead of a body → the code and, where the page has no
text of its own for it, the message."""
NUMBERS: Final[Mapping[str, int]] = {code: number for number, (code, _) in CARRIER_CODES.items()}
"""The same the other way round."""


@dataclass(frozen=True, slots=True)
class Answered:
    """`{Error, Results, TraceIds}`."""

    body: dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """There is no body: the carrier failed with one of `CARRIER_CODES`."""

    number: int

    @property
    def code(self) -> str:
        """The code of the error that code sees."""
        return CARRIER_CODES[self.number][0]

    @property
    def message(self) -> str:
        """A message for it."""
        return CARRIER_CODES[self.number][1]


@dataclass(frozen=True, slots=True)
class Waiting:
    """The user edits a cell, and the request may wait: ask again."""


@dataclass(frozen=True, slots=True)
class Silent:
    """No answer will ever come."""


Reply: TypeAlias = Answered | TurnedAway | Waiting | Silent
