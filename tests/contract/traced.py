"""Traces for tests: requests of two steps, with evidence and usage."""

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from tieout.context.layers import LAYERS, Layer, LayerBudgets
from tieout.context.manifest import (
    EvidenceEntry,
    GateDecision,
    LayerShare,
    RequestManifest,
)
from tieout.llm.canonical import sha256_of
from tieout.llm.client import Usage
from tieout.sessions.trace.values import Trace, TracedRequest, blocks_of

CODE = "async function execute() { return 1; }"
USAGE = Usage(100, 2_000, 30_000, 50)


def parts(answer: str = "Sheet1!A1@r1: 5") -> dict[Layer, list[JsonValue]]:
    return {
        "tools": [{"name": "execute_code", "input_schema": {"type": "object"}}],
        "L0": [{"type": "text", "text": "You are Tieout."}],
        "L1": [{"role": "user", "content": [{"type": "text", "text": "Sum <b>it</b>."}]}],
        "tail": [
            {
                "role": "assistant",
                "content": [
                    {"type": "thinking", "thinking": "", "signature": "s"},
                    {
                        "type": "tool_use",
                        "id": "t1",
                        "name": "execute_code",
                        "input": {"code": CODE},
                    },
                ],
            },
            {
                "role": "user",
                "content": [
                    {
                        "type": "tool_result",
                        "tool_use_id": "t1",
                        "content": [
                            {"type": "text", "text": answer},
                            {"type": "image", "source": {"type": "base64", "data": "AAAA"}},
                        ],
                    }
                ],
            },
        ],
    }


EVIDENCE = (
    EvidenceEntry(
        "Sheet1!A1@r1", "range", "Sheet1!A1", 1, "tail", "superseded", "the code read it", 12, "a" * 64,
        (GateDecision("contradiction", False, "r2 is newer"),), "Sheet1!A1@r2",
    ),
    EvidenceEntry("Sheet1!A1@r2", "range", "Sheet1!A1", 2, "tail", "fresh", "read again", 12, "b" * 64),
)  # fmt: skip


def traced(
    number: int,
    given: Mapping[Layer, Sequence[JsonValue]] | None = None,
    usage: Usage | None = USAGE,
    held: int = 700,
) -> TracedRequest:
    pieces = dict(given if given is not None else parts())
    budgets = LayerBudgets()
    shares = tuple(
        LayerShare(
            layer,
            sha256_of([*pieces.get(layer, ())]),
            "",
            10,
            held if layer == "L0" else 10,
            budgets.of(layer),
        )
        for layer in LAYERS
    )
    manifest = RequestManifest(
        number, "step", "claude-opus-5-5", "estimate", 0, f"{number:064}", shares, EVIDENCE, ("K1",)
    )
    return TracedRequest(manifest, blocks_of(pieces), usage)


def trace(*requests: TracedRequest) -> Trace:
    return Trace("s-1", "2026-11-30T10:00:00Z", "model.xlsx", "anthropic:claude-opus-5-5", requests)
