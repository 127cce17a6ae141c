"""Text from a peer becomes a frame, or a sentence that says why not. Never raises.

Parsing is strict: JSON types are not converted into each other, unknown fields are refused. The
parser bounds nesting (about 200 levels) and integer length by itself and refuses lone surrogates;
what it lets through and JavaScript could not read back is refused here: NaN, Infinity, and numbers
that overflow to infinity. Nothing of the peer's text is echoed but a clipped type or field name.
"""

import math
import re
from dataclasses import dataclass
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails, from_json

MAX_FRAME_BYTES = 8 * 1024 * 1024 + 64 * 1024
"""A batch may hold 8 MiB (`SandboxLimits.message_bytes`); the rest is for the frame around it."""

_MAYBE_NOT_FINITE = re.compile(r"NaN|Infinity|[eE]\+?[0-9]{3}|[0-9]{309}")

_SHOWN = 64
"""Characters of a peer's type or field name that an error repeats."""

FrameT = TypeVar("FrameT")


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why text is no frame.

    Attributes:
        message: One sentence for whoever wrote the peer.
        about: The frame's type as far as it could be told, else "".
    """

    message: str
    about: str = ""


def read_frame(
    adapter: TypeAdapter[FrameT], text: str, *, max_bytes: int = MAX_FRAME_BYTES
) -> FrameT | Unreadable:
    """Read one frame of the union that `adapter` describes."""
    if utf8_length(text) > max_bytes:
        return Unreadable(f"The frame is larger than {max_bytes} bytes.")
    try:
        frame = adapter.validate_json(text, strict=True)
    except ValidationError as error:
        return _explain(error.errors(include_url=False, include_input=False)[0])
    except UnicodeEncodeError:
        return Unreadable("The frame is not valid Unicode.")
    if _MAYBE_NOT_FINITE.search(text) and not _is_finite(from_json(text)):
        return Unreadable("The frame holds a number that is not finite.")
    return frame


def utf8_length(text: str) -> int:
    """Length of a text in UTF-8 bytes."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def peek(text: str) -> tuple[str, int | None]:
    """The `type` and `v` of a text that may be no valid frame; `("", None)` when unreadable."""
    try:
        value: object = from_json(text.encode("utf-8", "surrogatepass"))
    except ValueError:
        return "", None
    if not isinstance(value, dict):
        return "", None
    fields: dict[str, object] = value  # pyright: ignore[reportUnknownVariableType]
    kind, version = fields.get("type"), fields.get("v")
    is_number = isinstance(version, int) and not isinstance(version, bool)
    return (kind if isinstance(kind, str) else "", version if is_number else None)  # pyright: ignore[reportReturnType]


def _explain(error: ErrorDetails) -> Unreadable:
    about = _clip(str(error["loc"][0])) if error["loc"] else ""
    match error["type"]:
        case "json_invalid":
            return Unreadable(f"The frame is not readable JSON: {_json_fault(error)}.")
        case "dict_type" if not error["loc"]:
            return Unreadable("A frame is a JSON object.")
        case "union_tag_not_found":
            return Unreadable("The frame has no type.")
        case "union_tag_invalid":
            return Unreadable(f"There is no frame type {_clip(str(_context(error, 'tag')))!r}.")
        case "extra_forbidden":
            return Unreadable(f"{about} has no field {_field(error)}.", about)
        case "missing":
            return Unreadable(f"{about} lacks the field {_field(error)}.", about)
        case _:
            message = error["msg"][:1].lower() + error["msg"][1:]
            return Unreadable(f"{about}: the field {_field(error)} is wrong: {message}.", about)


def _json_fault(error: ErrorDetails) -> str:
    return str(_context(error, "error"))


def _context(error: ErrorDetails, key: str) -> object:
    return error.get("ctx", {}).get(key, "")


def _field(error: ErrorDetails) -> str:
    return repr(_clip(".".join(str(part) for part in error["loc"][1:])))


def _clip(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _is_finite(value: object) -> bool:
    pending: list[object] = [value]
    while pending:
        match pending.pop():
            case float() as number if not math.isfinite(number):
                return False
            case dict() as fields:  # pyright: ignore[reportUnknownVariableType]
                pending.extend(fields.values())  # pyright: ignore[reportUnknownArgumentType]
            case list() as items:  # pyright: ignore[reportUnknownVariableType]
                pending.extend(items)  # pyright: ignore[reportUnknownArgumentType]
            case _:
                pass
    return True
