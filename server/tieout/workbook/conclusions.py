"""What a closed step leaves behind: the words of whoever closed it, checked strictly.

The model closes a step from its code with `step.done({conclusion, rejected, open})`; a light call
answers with the same object when the model didn't.
"""

import json
from typing import Annotated, Final, cast

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, field_validator

MOST_CONCLUSION: Final = 1_000
MOST_ENTRY: Final = 300
MOST_ENTRIES: Final = 8
MOST_CHARACTERS: Final = 3_000
"""Of the whole object as JSON: a history block has to fit its layer beside others."""

Entry = Annotated[str, Field(min_length=1, max_length=MOST_ENTRY)]


class InvalidConclusion(ValueError):
    """Not a conclusion; the message says what is wrong with it, for the model."""


class _Closed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Rejected(_Closed):
    """A way that was tried or considered and is not to be tried again."""

    what: Entry
    why: Entry
    evidence: tuple[Entry, ...] = Field(default=(), max_length=MOST_ENTRIES)

    @field_validator("evidence", mode="before")
    @classmethod
    def _one_or_several(cls, given: object) -> object:
        if isinstance(given, str):
            return (given,)
        return tuple(cast("list[object]", given)) if isinstance(given, list) else given


class StepConclusion(_Closed):
    """One step's end.

    Attributes:
        conclusion: What is now known or done, with figures and addresses.
        rejected: What must not be tried again, each with its reason.
        open: What is still to do or to verify.
    """

    conclusion: Annotated[str, Field(min_length=1, max_length=MOST_CONCLUSION)]
    rejected: tuple[Rejected, ...] = Field(default=(), max_length=MOST_ENTRIES)
    open: tuple[Entry, ...] = Field(default=(), max_length=MOST_ENTRIES)

    @field_validator("conclusion")
    @classmethod
    def _says_something(cls, text: str) -> str:
        if not text.strip():
            raise ValueError("it is blank")
        return text

    @property
    def cited(self) -> tuple[str, ...]:
        """Evidence ids that rejections rest on."""
        return tuple(dict.fromkeys(one for each in self.rejected for one in each.evidence))

    @property
    def text(self) -> str:
        """All its words, one part a line."""
        lines = [self.conclusion]
        for each in self.rejected:
            proof = f" ({', '.join(each.evidence)})" if each.evidence else ""
            lines.append(f"Rejected: {each.what}; {each.why}{proof}")
        lines.extend(f"Open: {one}" for one in self.open)
        return "\n".join(lines)


CONCLUSION_SCHEMA: Final[dict[str, JsonValue]] = {
    "type": "object",
    "properties": {
        "conclusion": {"type": "string"},
        "rejected": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "what": {"type": "string"},
                    "why": {"type": "string"},
                    "evidence": {"type": "array", "items": {"type": "string"}},
                },
                "required": ["what", "why", "evidence"],
                "additionalProperties": False,
            },
        },
        "open": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["conclusion", "rejected", "open"],
    "additionalProperties": False,
}
"""The form of a light call's answer; sizes are checked by `parse_conclusion`."""


def parse_conclusion(given: JsonValue) -> StepConclusion:
    """Check a conclusion.

    Raises:
        InvalidConclusion: Says which part is wrong and what is expected.
    """
    written = json.dumps(given, ensure_ascii=False)
    if len(written) > MOST_CHARACTERS:
        raise InvalidConclusion(
            f"it has {len(written):,} characters, {MOST_CHARACTERS:,} is the most; keep figures, "
            "addresses and reasons, and cite evidence ids instead of repeating contents"
        )
    try:
        return StepConclusion.model_validate_json(written)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(
            f"[{part}]" if isinstance(part, int) else f".{part}" for part in first["loc"]
        )
        raise InvalidConclusion(
            f"{where.lstrip('.') or 'its argument'}: {first['msg']}; expected "
            "{conclusion: text, rejected: [{what, why, evidence}], open: [text]}"
        ) from None
