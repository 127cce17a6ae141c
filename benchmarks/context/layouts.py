"""Other ways to lay the same session into requests: the baselines.

Each takes the requests of a session in which everything was kept and gives what would have been sent
instead. The first task and the map always stay: leaving them out would be a straw man.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from tieout.context.tokens import ESTIMATE, RememberedTokens
from tieout.llm.canonical import canonical_json
from tieout.llm.client import JsonDict

COMPACT_AT = 60_000
KEPT_AFTER = 10_000
SUMMARY = 2_000
TRUNCATED_TO = 30_000
_COUNTER = RememberedTokens(ESTIMATE)


@dataclass(frozen=True)
class Laid:
    """A request of a layout.

    Attributes:
        summarised: Tokens that a call for a summary read just before it; 0 for none.
    """

    body: JsonDict
    summarised: int = 0


def tokens_of(value: JsonValue) -> int:
    """By the product's own counter."""
    return _COUNTER.count(canonical_json(value).decode())


def keep_everything(bodies: Sequence[JsonDict]) -> Iterator[Laid]:
    """As they were."""
    yield from map(Laid, bodies)


def truncate(bodies: Sequence[JsonDict]) -> Iterator[Laid]:
    """The first task, and the newest messages up to 30,000 tokens."""
    for body in bodies:
        head, tail = _split(body)
        yield Laid({**body, "messages": [*head, *_newest(tail, TRUNCATED_TO)]})


def compact(bodies: Sequence[JsonDict]) -> Iterator[Laid]:
    """Everything until 60,000 tokens of messages; then a summary of 2,000 and the newest 10,000."""
    cut, summary = 0, ""
    for body in bodies:
        head, tail = _split(body)
        kept, summarised = tail[cut:], 0
        if sum(map(tokens_of, (*head, *kept))) > COMPACT_AT:
            newest = _newest(kept, KEPT_AFTER)
            summarised = sum(map(tokens_of, (*head, *kept)))
            gone = kept[: len(kept) - len(newest)]
            summary = extract(summary, gone)
            cut, kept = len(tail) - len(newest), newest
        yield Laid({**body, "messages": _with_summary(head, summary, kept)}, summarised)


def extract(before: str, messages: Sequence[JsonDict]) -> str:
    """A plain summary without a model: the earlier summary's lines, then the first line of everything
    said, of every call and result, oldest first; evenly thinned to 2,000 tokens.

    A model's summary would choose better; what it keeps word for word can't be known offline.
    """
    lines = [line for line in before.splitlines() if line]
    for message in messages:
        content = message["content"]
        for block in content if isinstance(content, list) else []:
            lines.extend(_first_line(block))
    while lines and _COUNTER.count("\n".join(lines)) > SUMMARY:
        step = max(2, len(lines) // 50)
        lines = [line for number, line in enumerate(lines) if number % step != step - 1]
    return "\n".join(lines)


def _first_line(block: JsonValue) -> Iterator[str]:
    match block:
        case {"type": "text", "text": str(text)}:
            yield text.partition("\n")[0][:300]
        case {"type": "tool_use", "input": {"code": str(code)}}:
            yield code.partition("\n")[0][:200]
        case {"type": "tool_result", "content": [{"text": str(text)}, *_]}:
            yield text.partition("\n")[0][:200]
        case _:
            pass


def _split(body: JsonDict) -> tuple[list[JsonDict], list[JsonDict]]:
    """The first task with its map, and everything after."""
    messages = body["messages"]
    assert isinstance(messages, list)
    known = [message for message in messages if isinstance(message, dict)]
    return known[:3], known[3:]


def _newest(messages: Sequence[JsonDict], most: int) -> list[JsonDict]:
    """The end of a conversation, beginning with a message of the model, so that no result lacks
    its call.
    """
    total, start = 0, len(messages)
    for at in range(len(messages) - 1, -1, -1):
        total += tokens_of(messages[at])
        if total > most:
            break
        if messages[at]["role"] == "assistant":
            start = at
    return list(messages[start:])


def _with_summary(head: list[JsonDict], summary: str, kept: Sequence[JsonDict]) -> list[JsonValue]:
    if not summary:
        return [*head, *kept]
    *first, last = head
    content = last["content"]
    assert isinstance(content, list)
    told: JsonDict = {"type": "text", "text": f"(What was done so far:)\n{summary}"}
    return [*first, {**last, "content": [*content, told]}, *kept]


Layout = Callable[[Sequence[JsonDict]], Iterator[Laid]]
BASELINES: dict[str, Layout] = {
    "append": keep_everything,
    "compact_60k": compact,
    "truncate_30k": truncate,
}
