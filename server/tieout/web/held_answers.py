"""Answers of live Excel that needn't be sent again while they are the same.

The pane tells of each answer about cells a digest; the server keeps digest and answer. Asked the same
again, the pane leaves out what still has that digest, and the answer is put in here. Excel is asked
all the same: what is left out is the way from the pane, never the look.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from tieout.office_wire.batch import Batch, BatchResponse, JsonObject
from tieout.office_wire.questions import cell_questions
from tieout.protocol.frames import HostResult

MOST_CELLS = 1_000_000
"""Cells of all answers that are kept; those not asked for longest go first."""


@dataclass(frozen=True, slots=True)
class _Held:
    digest: str
    value: JsonValue
    cells: int


@dataclass(frozen=True, slots=True)
class Offer:
    """What a batch asks, and the answers that were held when it was sent.

    Attributes:
        questions: By action id.
        digests: What the frame says: the digest of each held answer by action id, "" for none.
    """

    questions: Mapping[int, str] = field(default_factory=dict[int, str])
    held: Mapping[int, _Held] = field(default_factory=dict[int, _Held])

    @property
    def digests(self) -> dict[str, str]:
        return {
            str(action): self.held[action].digest if action in self.held else ""
            for action in self.questions
        }


class HeldAnswers:
    """The last answer to each question about cells, of one pane.

    Attributes:
        left_out: Answers that were not sent because they were held.
    """

    def __init__(self, *, most_cells: int = MOST_CELLS) -> None:
        self._most_cells = most_cells
        self._held: dict[str, _Held] = {}
        self._cells = 0
        self.left_out = 0

    def offer(self, batch: Batch) -> Offer:
        """What to say of held answers when a batch is sent."""
        questions = cell_questions(batch)
        held = {action: self._held[key] for action, key in questions.items() if key in self._held}
        return Offer(questions, held)

    def completed(self, result: HostResult, offer: Offer) -> BatchResponse | None:
        """The response with what was left out; None when something was that isn't held.

        The caller asks again then, offering nothing: the batch only reads.
        """
        assert result.body is not None
        digests = {int(action): digest for action, digest in result.digests.items()}
        same = {action: offer.held.get(action) for action in result.same}
        for action, held in same.items():
            if held is None or digests.get(action, held.digest) != held.digest:
                return None
        known = {action: held for action, held in same.items() if held is not None}
        body = _put_in(result.body, known) if known else result.body
        if body is None:
            return None
        self.left_out += len(known)
        for action, held in known.items():
            digests[action] = held.digest
        self._keep(offer, body, digests)
        return BatchResponse(
            body,
            {action: digest for action, digest in digests.items() if action in offer.questions},
        )

    def _keep(self, offer: Offer, body: JsonObject, digests: Mapping[int, str]) -> None:
        values = _values(body)
        for action, digest in digests.items():
            key = offer.questions.get(action)
            if key is None or not digest or action not in values:
                continue
            before = self._held.pop(key, None)
            self._cells -= before.cells if before is not None else 0
            held = _Held(digest, values[action], _count(values[action]))
            if held.cells <= self._most_cells:
                self._held[key] = held
                self._cells += held.cells
        while self._cells > self._most_cells:
            self._cells -= self._held.pop(next(iter(self._held))).cells


def _values(body: JsonObject) -> dict[int, JsonValue]:
    results = body.get("Results")
    found: dict[int, JsonValue] = {}
    for entry in results if isinstance(results, list) else []:
        if isinstance(entry, dict) and isinstance(action := entry.get("ActionId"), int):
            found[action] = entry.get("Value")
    return found


def _put_in(body: JsonObject, held: Mapping[int, _Held]) -> dict[str, JsonValue] | None:
    """The response with held answers in their places; None when a place isn't there, or taken."""
    results = body.get("Results")
    made: list[JsonValue] = []
    missing = set(held)
    for entry in results if isinstance(results, list) else []:
        action = entry.get("ActionId") if isinstance(entry, dict) else None
        if isinstance(entry, dict) and isinstance(action, int) and action in missing:
            if "Value" in entry:
                return None
            missing.discard(action)
            made.append({**entry, "Value": held[action].value})
        else:
            made.append(entry)
    return None if missing else {**body, "Results": made}


def _count(value: JsonValue) -> int:
    """Cells of an answer; a collection's are those of its items."""
    if not isinstance(value, dict):
        return 1
    items = value.get("_Items")
    if isinstance(items, list):
        return sum(_count(item) for item in items)
    grid = value.get("Values")
    first = grid[0] if isinstance(grid, list) and grid else None
    return len(grid) * len(first) if isinstance(grid, list) and isinstance(first, list) else 1
