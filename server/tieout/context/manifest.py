"""What one request was made of: frozen values for the trace, the replay and the benchmarks.

A manifest is made when a request is assembled and never changes; what the service counted for it
comes later, as a `CacheUsage` of the same request id.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from tieout.context.layers import Layer
from tieout.llm.client import Usage

RequestKind: TypeAlias = Literal["step", "consolidation"]
"""A request of the agent, or the light call that closes a step the model didn't close."""

EvidencePlace: TypeAlias = Literal["map", "pack", "tail", "left_out"]
"""Where a piece stands: the map of L1, the pack of L2, a result of the running step, nowhere."""

EvidenceState: TypeAlias = Literal["fresh", "superseded", "revoked", "over_budget", "irrelevant"]
"""`superseded`: a later revision of its anchor stands in the same request or replaced it.
`revoked`: taken back by its id. The last two only occur with `left_out`."""

Gate: TypeAlias = Literal["structure", "relevance", "contradiction", "budget"]


@dataclass(frozen=True, slots=True)
class GateDecision:
    """What one gate said of a piece, with the reason in a few words."""

    gate: Gate
    kept: bool
    reason: str


@dataclass(frozen=True, slots=True)
class EvidenceEntry:
    """One piece of evidence in a request, or left out of its pack.

    Attributes:
        id: Such as `Sheet1!A1:D200@r17`.
        anchor: The id without its revision.
        revision: How often the workbook had changed when it was read; None where that says nothing.
        why: Why it was retrieved, in a few words.
        sha256: Of its text, hex.
        superseded_by: The id of the later piece, or "".
    """

    id: str
    kind: str
    anchor: str
    revision: int | None
    place: EvidencePlace
    state: EvidenceState
    why: str
    tokens: int
    sha256: str
    gates: tuple[GateDecision, ...] = ()
    superseded_by: str = ""


@dataclass(frozen=True, slots=True)
class LayerShare:
    """One layer of one request.

    Attributes:
        sha256: Of the layer's canonical bytes, cache marks left out.
        cumulative: Of everything up to and with this layer: equal prefixes have equal values.
        tokens: Of its blocks, by the manifest's counter.
        held: What counts against the budget; for L2 this includes the results in the tail.
        budget: Most tokens, or None.
    """

    layer: Layer
    sha256: str
    cumulative: str
    tokens: int
    held: int
    budget: int | None = None

    @property
    def is_over(self) -> bool:
        """Whether it holds more than it may."""
        return self.budget is not None and self.held > self.budget


@dataclass(frozen=True, slots=True)
class RequestManifest:
    """What one request is made of.

    Attributes:
        id: Names the request within its session: a running number.
        request_sha256: Of the whole request's canonical bytes.
        layers: In request order.
        evidence: What stands in it, and what the gates left out of its pack.
        constraints: Ids of the constraints it states.
        epoch: How often a transcript was dropped before it.
        counter: Name of the token counter.
        model: Model id the request names.
    """

    id: int
    kind: RequestKind
    model: str
    counter: str
    epoch: int
    request_sha256: str
    layers: tuple[LayerShare, ...]
    evidence: tuple[EvidenceEntry, ...] = ()
    constraints: tuple[str, ...] = ()
    ceiling: int | None = None

    @property
    def tokens(self) -> int:
        """Of the whole input."""
        return sum(share.tokens for share in self.layers)

    def share(self, layer: Layer) -> LayerShare:
        """One layer's entry."""
        return next(share for share in self.layers if share.layer == layer)

    @property
    def over_budget(self) -> tuple[str, ...]:
        """One sentence per budget that is broken; empty for every request that is sent."""
        over = [
            f"{share.layer} holds {share.held:,} tokens, {share.budget:,} is the most."
            for share in self.layers
            if share.is_over
        ]
        if self.ceiling is not None and self.tokens > self.ceiling:
            over.append(f"The request holds {self.tokens:,} tokens, {self.ceiling:,} is the most.")
        return tuple(over)


@dataclass(frozen=True, slots=True)
class CacheUsage:
    """What the service counted for a request."""

    request_id: int
    usage: Usage = field(default_factory=Usage)

    @property
    def input_tokens(self) -> int:
        """The whole input: read from the cache, written to it, and neither."""
        counted = self.usage
        return (
            counted.input_tokens
            + counted.cache_creation_input_tokens
            + counted.cache_read_input_tokens
        )
