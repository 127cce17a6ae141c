"""One batch and its response, as values.

The body is kept as Office.js wrote it: the server forwards, gates and records exactly what the
library sent. Shapes: `ActionType` 1 instantiate, 2 query, 3 method, 4 set, 5 trace; `ObjectPaths`
keyed by id as text.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from pydantic import JsonValue

JsonObject: TypeAlias = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Batch:
    """One `context.sync()`.

    Attributes:
        body: `{AutoKeepReference, Actions, ObjectPaths, …}` as sent by Office.js or built here.
        flags: The request's bit field; 1 means it contains a write, 64 delays for cell edit.
    """

    body: JsonObject
    flags: int = 0


@dataclass(frozen=True, slots=True)
class BatchResponse:
    """What Excel answered: `{Error, Results, TraceIds}`. An Error is a value here, not raised.

    Attributes:
        digests: Of answers by action id, as far as the host tells: the same answer has the same.
    """

    body: JsonObject
    digests: Mapping[int, str] = field(default_factory=dict[int, str], compare=False)
