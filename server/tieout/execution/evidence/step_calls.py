"""Wrapped calls about the work itself: `step.done` and `general.revokeEvidence`."""

from typing import Final

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from tieout.errors import ModelVisibleError
from tieout.execution.evidence.evidence_trail import RunTold
from tieout.workbook.conclusions import InvalidConclusion, parse_conclusion

STEP_CALLS: Final = frozenset({"step_done", "revoke_evidence"})
_MOST_ID = 300
_MOST_REVOKED = 20


class _Revoked(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    id: str = Field(min_length=1, max_length=_MOST_ID)


def step_call(told: RunTold, name: str, arguments: JsonValue) -> JsonValue:
    """Note what the code says; the context acts on it when the run is over.

    Raises:
        ModelVisibleError: The arguments are wrong; says how.
    """
    if name == "step_done":
        try:
            told.conclusion = parse_conclusion(arguments)
        except InvalidConclusion as problem:
            raise ModelVisibleError(f"step.done: {problem}.") from problem
        return None
    try:
        given = _Revoked.model_validate(arguments)
    except ValidationError as cause:
        raise ModelVisibleError(
            'general.revokeEvidence: give one evidence id as text, such as "Sheet1!A1:D9@r3".'
        ) from cause
    if len(told.revoked) >= _MOST_REVOKED:
        raise ModelVisibleError(f"One run takes back at most {_MOST_REVOKED} pieces of evidence.")
    told.revoked.append(given.id)
    return None
