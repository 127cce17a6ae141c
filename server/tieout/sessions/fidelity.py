"""Recorded batches answered by another Excel, and the answers compared member by member.

Identities differ from one Excel to the next: what the recorded answers called an object is
translated to what this one calls it before the next batch is sent.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field

from pydantic import JsonValue

from tieout.office_wire.batch import Batch, BatchResponse, JsonObject
from tieout.office_wire.request import Action, parse_request
from tieout.office_wire.response import error_of, result_values
from tieout.sessions.masking import CONTENTS
from tieout.sessions.recording import BatchRecord, Recording

_IDENTITIES = frozenset({"Id", "_ReferenceId", "id"})
_CLOSE = 1e-9


@dataclass(slots=True)
class Fidelity:
    """What was compared.

    Attributes:
        equal: Answers that agree, by `Class.member` or the name of what was loaded.
        differing: Those that don't.
        examples: The first difference of each, as `where: recorded …, here …`.
    """

    equal: Counter[str] = field(default_factory=Counter[str])
    differing: Counter[str] = field(default_factory=Counter[str])
    examples: dict[str, str] = field(default_factory=dict[str, str])

    def note(self, member: str, where: str, recorded: JsonValue, here: JsonValue) -> None:
        """Count one difference, and keep the first of its member."""
        self.differing[member] += 1
        self.examples.setdefault(member, f"{where}: recorded {recorded!r}, here {here!r}"[:300])


async def compare_answers(
    recording: Recording, send: Callable[[Batch], Awaitable[BatchResponse]]
) -> Fidelity:
    """Answer every batch of a recording by `send`, in order, and compare."""
    found = Fidelity()
    names: dict[str, str] = {}
    for number, record in enumerate(recording.batches, 1):
        request = _translated(record.request, names)
        answer = await send(Batch(request, record.flags))
        _compare(found, f"batch {number}", record, answer, names, hidden=recording.header.masked)
    return found


def _compare(
    found: Fidelity,
    where: str,
    record: BatchRecord,
    answer: BatchResponse,
    names: dict[str, str],
    *,
    hidden: bool,
) -> None:
    recorded = BatchResponse(record.response)
    was, now = error_of(recorded), error_of(answer)
    if was is not None or now is not None:
        codes = ("" if was is None else was.code, "" if now is None else now.code)
        if codes[0] == codes[1]:
            found.equal["errors"] += 1
        else:
            found.note("errors", where, codes[0] or "no error", codes[1] or "no error")
        return
    theirs, ours = result_values(recorded), result_values(answer)
    members = {action.id: action.name or "loaded" for action in _actions(record)}
    for identity, value in theirs.items():
        member = members.get(identity, "loaded")
        here = f"{where}, action {identity}"
        contents = CONTENTS if isinstance(value, dict | list) else {*CONTENTS, member}
        for path, one, other in _leaves(member, value, ours.get(identity)):
            name = path.rpartition(".")[2] or member
            if name in _IDENTITIES:
                if isinstance(one, str) and isinstance(other, str):
                    names[one] = other
            elif _hidden(one, other) if hidden and name in contents else _same(one, other):
                found.equal[name] += 1
            else:
                found.note(name, here, one, other)


def _actions(record: BatchRecord) -> tuple[Action, ...]:
    return parse_request(Batch(dict(record.request), record.flags)).actions


def _leaves(
    path: str, one: JsonValue, other: JsonValue
) -> Iterator[tuple[str, JsonValue, JsonValue]]:
    """Pairs of values under the names they were loaded by; grids are compared as wholes."""
    if isinstance(one, dict):
        theirs = other if isinstance(other, dict) else {}
        for key, value in one.items():
            if key == "_Items" and isinstance(value, list):
                items = theirs.get("_Items")
                rest = items if isinstance(items, list) else []
                yield "count", len(value), len(rest)
                for index, item in enumerate(value):
                    yield from _leaves(key, item, rest[index] if index < len(rest) else None)
            else:
                yield from _leaves(key, value, theirs.get(key))
    else:
        yield path, one, other


def _shape(value: JsonValue) -> JsonValue:
    """A grid's shape; "" for anything else, of which a masked recording tells nothing."""
    return [_shape(item) for item in value] if isinstance(value, list) else ""


def _hidden(one: JsonValue, other: JsonValue) -> bool:
    """Whether masked contents can be the same."""
    return _shape(one) == _shape(other)


def _same(one: JsonValue, other: JsonValue) -> bool:
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(_same(*pair) for pair in zip(one, other, strict=True))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, int | float) and isinstance(other, int | float):
        return abs(one - other) <= _CLOSE * max(1.0, abs(one), abs(other))
    return type(one) is type(other) and one == other


def _translated(value: JsonObject, names: dict[str, str]) -> dict[str, JsonValue]:
    """A request with the identities of this Excel."""
    return {key: _named(item, names) for key, item in value.items()}


def _named(value: JsonValue, names: dict[str, str]) -> JsonValue:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_named(item, names) for item in value]
    if isinstance(value, dict):
        return {key: _named(item, names) for key, item in value.items()}
    return value
