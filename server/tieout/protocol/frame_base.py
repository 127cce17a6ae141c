"""What all frames share: the version, the base model, the kinds of ids."""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

PROTOCOL_VERSION = 1

Id: TypeAlias = Annotated[str, Field(max_length=64)]
"""An id chosen by whoever asks; unguessable where the answer is trusted because of it."""
Number: TypeAlias = Annotated[int, Field(ge=0, le=2**53 - 1)]
"""A counter that JavaScript can hold exactly."""


class Frame(BaseModel):
    """Base of all frames: immutable, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class ConsoleEntry(Frame):
    """One console call."""

    level: Literal["log", "info", "warn", "error"]
    text: str


def frame_type(model: type[Frame]) -> str:
    """The `type` text of a frame class, such as `sandbox.run`; "" for parts of frames."""
    tag = model.model_fields.get("type")
    return "" if tag is None else str(tag.default)
