"""The wrapped call `general.keepConstraint`: the model quotes a constraint of the user's."""

from typing import Final

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from tieout.errors import ModelVisibleError
from tieout.execution.constraints.constraint_guard import ConstraintGuard
from tieout.workbook.snapshot import WorkbookSnapshot

KEEP_CONSTRAINT: Final = "keep_constraint"
_MOST_CHARACTERS = 1_000


class _Quoted(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    text: str = Field(min_length=1, max_length=_MOST_CHARACTERS)


def keep_constraint(
    guard: ConstraintGuard, workbook: WorkbookSnapshot, arguments: JsonValue
) -> JsonValue:
    """Keep the quoted words for the session; tells their id and what of them code enforces.

    Raises:
        ModelVisibleError: The arguments are wrong, or the user didn't write these words.
    """
    try:
        quoted = _Quoted.model_validate(arguments)
    except ValidationError as cause:
        raise ModelVisibleError(
            "general.keepConstraint: give the user's own words as one text, at most "
            f"{_MOST_CHARACTERS:,} characters."
        ) from cause
    stated, enforced = guard.keep(quoted.text, workbook)
    return {"id": stated.id, "text": stated.text, "enforced": enforced}
