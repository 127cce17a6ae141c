"""Recorded batches without what the cells say: each value becomes a stand-in of its type.

Kept are addresses, names of sheets and objects, formats, enums, identities, counts and flags: what a
test of the protocol needs. Whoever gives a recording away reads it first all the same.
"""

from collections.abc import Callable
from typing import Final

from pydantic import JsonValue

from tieout.office_wire.batch import JsonObject
from tieout.sessions.recording import BatchRecord

TEXT: Final = "text"
FORMULA: Final = "=masked"
NUMBER: Final = 1.5
WHOLE: Final = 1

CONTENTS: Final = frozenset(
    {
        "Values",
        "ValuesAsJson",
        "ValuesAsJsonLocal",
        "Value",
        "Formulas",
        "FormulasLocal",
        "FormulasR1C1",
        "Formula",
        "FormulaR1C1",
        "Text",
        "Content",
        "Caption",
        "AuthorName",
        "AuthorEmail",
        "AltTextDescription",
        "AltTextTitle",
        "Title",
        "Subject",
        "Author",
        "Company",
        "Manager",
        "Keywords",
        "Comments",
        "Hyperlink",
    }
)
"""Properties, and arguments of members of these names, that hold what people wrote."""


def masked(record: BatchRecord) -> BatchRecord:
    """A batch and its answer with stand-ins for contents."""
    return BatchRecord(
        flags=record.flags,
        request=_request(record.request),
        response=_inside(record.response),
    )


def masking(write: Callable[[BatchRecord], None]) -> Callable[[BatchRecord], None]:
    """Writes records masked."""
    return lambda record: write(masked(record))


def stand_in(value: JsonValue) -> JsonValue:
    """A stand-in of the same type; empty stays empty, errors stay errors."""
    if isinstance(value, bool) or value is None or value == "":
        return value
    if isinstance(value, str):
        if value.startswith("#") and value.endswith(("!", "?", "A")):
            return value
        return FORMULA if value.startswith("=") else TEXT
    if isinstance(value, int | float):
        return WHOLE if float(value).is_integer() else NUMBER
    if isinstance(value, list):
        return [stand_in(item) for item in value]
    return {key: stand_in(item) for key, item in value.items()}


def _inside(value: JsonObject) -> dict[str, JsonValue]:
    return {key: _member(key, item) for key, item in value.items()}


def _member(key: str, value: JsonValue) -> JsonValue:
    # An action's own answer stands under `Value` too; what was asked for lies inside it.
    if key == "Value" and isinstance(value, dict | list):
        return _answer(value)
    if key[:1].upper() + key[1:] in CONTENTS:
        return stand_in(value)
    if isinstance(value, dict):
        return _inside(value)
    if isinstance(value, list):
        return [_inside(item) if isinstance(item, dict) else item for item in value]
    return value


def _answer(value: JsonValue) -> JsonValue:
    """What a method gave back: objects by their members, anything else as contents."""
    if isinstance(value, dict):
        return _inside(value)
    if isinstance(value, list):
        return [_answer(item) for item in value]
    return stand_in(value)


def _request(request: JsonObject) -> dict[str, JsonValue]:
    masked_body = _inside(request)
    actions = masked_body.get("Actions")
    paths = masked_body.get("ObjectPaths")
    for part in (actions, list(paths.values()) if isinstance(paths, dict) else None):
        for one in part if isinstance(part, list) else ():
            if isinstance(one, dict) and one.get("Name") in CONTENTS:
                _mask_arguments(one)
    return masked_body


def _mask_arguments(part: dict[str, JsonValue]) -> None:
    info = part.get("ArgumentInfo")
    if isinstance(info, dict) and "Arguments" in info:
        info["Arguments"] = stand_in(info["Arguments"])
