"""Read what Excel answered to a batch, by the handles its builder gave out."""

from collections.abc import Sequence
from typing import cast

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from tieout.errors import ExcelError
from tieout.office_wire.batch import BatchResponse, JsonObject
from tieout.office_wire.build import ResultHandle


class _WireError(BaseModel):
    model_config = ConfigDict(extra="ignore")
    code: str = Field(default="GeneralException", alias="Code")
    message: str = Field(default="", alias="Message")
    location: str | None = Field(default=None, alias="Location")
    action_index: int | None = Field(default=None, alias="ActionIndex")


def error_of(response: BatchResponse) -> ExcelError | None:
    """The error of a response as a value, or None."""
    error = response.body.get("Error")
    if not error:
        return None
    try:
        parsed = _WireError.model_validate(error)
    except ValidationError:
        return ExcelError("GeneralException", "Excel answered with an unreadable error.")
    return ExcelError(parsed.code, parsed.message, parsed.location or "", parsed.action_index)


def result_values(response: BatchResponse) -> dict[int, JsonValue]:
    """Values by action id, of every action that was answered.

    Raises:
        ExcelError: GeneralException when the response has another shape.
    """
    body: JsonObject = response.body
    processed = body.get("ProcessedResults")
    results = body.get("Results")
    if results is None and isinstance(processed, dict):
        results = processed.get("Results")
    # Only the frame is checked: values are JSON already, and a million of them are looked at once
    # more by whoever asked for them.
    found: dict[int, JsonValue] = {}
    for entry in results if isinstance(results, list) else [results] if results else []:
        identity = entry.get("ActionId") if isinstance(entry, dict) else None
        if not isinstance(entry, dict) or not isinstance(identity, int):
            raise ExcelError("GeneralException", "Excel's answer has an unknown shape.")
        found[identity] = entry.get("Value")
    return found


class Results:
    """The answers of a batch that had to succeed as a whole.

    Raises:
        ExcelError: On construction, when Excel answered with an error.
    """

    def __init__(self, response: BatchResponse) -> None:
        error = error_of(response)
        if error is not None:
            raise error
        self._values = result_values(response)
        self._digests = response.digests

    def value(self, handle: ResultHandle) -> JsonValue:
        """The raw answer; None also when there was none."""
        return self._values.get(handle.action_id)

    def digest(self, handle: ResultHandle) -> str:
        """What the host says of an answer: equal answers have equal ones; "" when it says nothing."""
        return self._digests.get(handle.action_id, "")

    def properties(self, handle: ResultHandle) -> JsonObject:
        """The loaded properties by wire name; empty for a null object."""
        value = self.value(handle)
        return value if isinstance(value, dict) else {}

    def items(self, handle: ResultHandle) -> Sequence[JsonObject]:
        """The loaded items of a collection."""
        items = self.properties(handle).get("_Items")
        if not isinstance(items, list):
            return ()
        return [cast("JsonObject", item) for item in items if isinstance(item, dict)]

    def is_null(self, handle: ResultHandle) -> bool:
        """Whether an Instantiate answered that the object doesn't exist."""
        return self.value(handle) is None
