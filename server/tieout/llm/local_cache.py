"""A prompt cache as the Messages API documents it, to fill `usage` and `diagnostics`.

An entry is a prefix that ended at a mark; a mark finds entries up to 20 blocks before it; entries
live 5 minutes or an hour and are refreshed by use; short prefixes are not kept.
"""

import hashlib
from dataclasses import dataclass, field

from pydantic import JsonValue

from tieout.llm.canonical import canonical_json
from tieout.llm.client import JsonDict, Usage
from tieout.llm.local_rules import cached_blocks, lifetime

_LOOK_BACK = 20
_BYTES_PER_TOKEN = 3


@dataclass(slots=True)
class _Entry:
    expires: float
    lifetime: int


@dataclass(frozen=True, slots=True)
class _Prefix:
    """Block by block: cumulative hash, cumulative tokens, seconds of its mark (0 for none)."""

    digests: tuple[str, ...]
    tokens: tuple[int, ...]
    marks: tuple[int, ...]


@dataclass(slots=True)
class PromptCache:
    """The simulator's state. Time is given with each request, in seconds.

    Args:
        minimum_tokens: Shorter prefixes are not cached; differs by model.
    """

    minimum_tokens: int = 1024
    _entries: dict[str, _Entry] = field(default_factory=dict[str, _Entry])
    _requests: dict[str, JsonDict] = field(default_factory=dict[str, JsonDict])

    def use(self, body: JsonDict, now: float) -> Usage:
        """Look up and store one request's marked prefixes; counts for its `usage`."""
        prefix = _prefix_of(body)
        total = prefix.tokens[-1]
        marked = [at for at, seconds in enumerate(prefix.marks) if seconds]
        hit = max((self._hit(prefix, at, now) for at in marked), default=-1)
        read = prefix.tokens[hit] if hit >= 0 else 0
        stored = read
        for at in marked:
            if prefix.tokens[at] < self.minimum_tokens:
                continue
            seconds = prefix.marks[at]
            self._entries[prefix.digests[at]] = _Entry(now + seconds, seconds)
            stored = max(stored, prefix.tokens[at])
        return Usage(total - stored, stored - read, read, 0)

    def _hit(self, prefix: _Prefix, mark: int, now: float) -> int:
        for at in range(mark, max(-1, mark - _LOOK_BACK), -1):
            entry = self._entries.get(prefix.digests[at])
            if entry is not None and entry.expires >= now:
                entry.expires = now + entry.lifetime
                return at
        return -1

    def remember(self, message_id: str, body: JsonDict) -> None:
        """Keep a request for a later request's diagnosis."""
        self._requests[message_id] = body

    def diagnosis(self, body: JsonDict) -> JsonValue:
        """The answer's `diagnostics` when the request asked for them; else None."""
        match body.get("diagnostics"):
            case {"previous_message_id": str(previous)}:
                pass
            case _:
                return None
        earlier = self._requests.get(previous)
        if earlier is None:
            return {"cache_miss_reason": {"type": "previous_message_not_found"}}
        for part in ("model", "tools", "system"):
            if earlier.get(part) != body.get(part):
                return _missed(f"{part}_changed", earlier)
        old, new = (_messages_of(each) for each in (earlier, body))
        if new[: len(old)] != old:
            return _missed("messages_changed", earlier)
        return None


def _missed(reason: str, earlier: JsonDict) -> JsonValue:
    tokens = _prefix_of(earlier).tokens[-1]
    return {"cache_miss_reason": {"type": reason, "cache_missed_input_tokens": tokens}}


def _messages_of(body: JsonDict) -> list[JsonDict]:
    messages = body.get("messages")
    return (
        [each for each in messages if isinstance(each, dict)] if isinstance(messages, list) else []
    )


def _prefix_of(body: JsonDict) -> _Prefix:
    running = hashlib.sha256(str(body.get("model")).encode())
    settings = canonical_json([body.get("tool_choice"), body.get("thinking")])
    digests: list[str] = []
    tokens: list[int] = []
    marks: list[int] = []
    total = 0
    in_messages = False
    for part, block, mark in cached_blocks(body, _messages_of(body)):
        if part in ("user", "assistant") and not in_messages:
            in_messages = True
            running.update(settings)  # these settings spare the caches of tools and system only
        written = canonical_json([part, block])
        running.update(written)
        total += -(-len(written) // _BYTES_PER_TOKEN)
        digests.append(running.hexdigest())
        tokens.append(total)
        marks.append(lifetime(mark) if mark is not None else 0)
    if "cache_control" in body:
        marks[-1] = max(marks[-1], lifetime(body["cache_control"]))
    return _Prefix(tuple(digests), tuple(tokens), tuple(marks))
