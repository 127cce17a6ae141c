"""A trace as text, for `tieout trace`."""

import difflib
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from tieout.context.layers import LAYERS, attribution
from tieout.context.manifest import EvidenceEntry
from tieout.llm.client import Usage
from tieout.sessions.trace.values import BlockChange, Trace, TracedRequest, difference

Cost: TypeAlias = Callable[[str, Usage], float | None]
"""Dollars of a model's usage; None where its price isn't known."""

_MOST_LINES: Final = 40


def trace_text(trace: Trace, cost: Cost) -> str:
    """One line a request: tokens by layer as estimated, then what the service counted."""
    rows = [_HEAD, *(_row(request, cost) for request in trace.requests)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    lines = [
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join([*_title(trace), *lines, *_total(trace, cost)])


_HEAD: Final = (
    "#", "step", *LAYERS, "sum", "over", "new", "written", "read", "output", "dollars",
)  # fmt: skip


def _title(trace: Trace) -> Iterator[str]:
    yield f"Session {trace.session}: {trace.workbook or 'a workbook'} with {trace.model}" + (
        f", begun {trace.started}." if trace.started else "."
    )
    counters = {request.manifest.counter for request in trace.requests}
    if counters:
        yield (
            f"Tokens of the layers by {', '.join(sorted(counters))}; new, written, read and output "
            "as the service counted them."
        )


def _row(request: TracedRequest, cost: Cost) -> tuple[str, ...]:
    manifest, usage = request.manifest, request.usage
    counted = ("", "", "", "", "")
    if usage is not None:
        dollars = cost(manifest.model, usage)
        counted = (
            f"{usage.input_tokens:,}",
            f"{usage.cache_creation_input_tokens:,}",
            f"{usage.cache_read_input_tokens:,}",
            f"{usage.output_tokens:,}",
            "" if dollars is None else f"{dollars:.4f}",
        )
    return (
        str(manifest.id),
        f"{manifest.epoch + 1}" + ("c" if manifest.kind == "consolidation" else ""),
        *(f"{manifest.share(layer).tokens:,}" for layer in LAYERS),
        f"{manifest.tokens:,}",
        "yes" if manifest.over_budget else "",
        *counted,
    )


def _total(trace: Trace, cost: Cost) -> Iterator[str]:
    counted = [r for r in trace.requests if r.usage is not None]
    if not counted:
        return
    prices = [cost(r.manifest.model, r.usage) for r in counted if r.usage is not None]
    known = [price for price in prices if price is not None]
    read = sum(r.usage.cache_read_input_tokens for r in counted if r.usage is not None)
    whole = read + sum(
        r.usage.input_tokens + r.usage.cache_creation_input_tokens
        for r in counted
        if r.usage is not None
    )
    dollars = f", {sum(known):.4f} dollars" if known else ""
    share = f"{read / whole:.0%} of the input read from the cache" if whole else "no input"
    yield f"{len(counted)} answered requests: {share}{dollars}."


def request_text(request: TracedRequest) -> str:
    """One request in full: its layers with their blocks, then its evidence with the gates."""
    manifest = request.manifest
    lines = [f"Request {manifest.id} ({manifest.kind}), {manifest.request_sha256[:12]}"]
    lines += [f"OVER BUDGET: {sentence}" for sentence in manifest.over_budget]
    for layer in LAYERS:
        share = manifest.share(layer)
        budget = f" of {share.budget:,}" if share.budget is not None else ""
        lines.append(f"== {layer} ({attribution(layer)}): {share.held:,}{budget} tokens")
        for block in request.of(layer):
            lines.append(f"-- {block.role} {block.kind}")
            lines.append(block.text)
    lines.append(f"== constraints: {', '.join(manifest.constraints) or 'none'}")
    lines.append(f"== evidence: {len(manifest.evidence)} pieces")
    lines += [evidence_line(entry) for entry in manifest.evidence]
    return "\n".join(lines)


def evidence_line(entry: EvidenceEntry) -> str:
    """One piece: where it stands, its state, why it is there, what each gate said."""
    gates = "; ".join(
        f"{gate.gate} {'kept' if gate.kept else 'dropped'} it: {gate.reason}"
        for gate in entry.gates
    )
    after = f" (now {entry.superseded_by})" if entry.superseded_by else ""
    return (
        f"{entry.id}: {entry.place}, {entry.state}{after}, {entry.tokens:,} tokens, {entry.why}"
        + (f" [{gates}]" if gates else "")
    )


def difference_text(before: TracedRequest, after: TracedRequest) -> str:
    """What differs between two requests, the first differing layer named."""
    found = difference(before, after)
    numbers = f"Requests {before.manifest.id} and {after.manifest.id}"
    if found.first is None:
        return f"{numbers} are the same in every layer."
    lines = [f"{numbers} differ, first in {found.first} ({found.part})."]
    for change in found.changes:
        lines.extend(changed_lines(change))
    return "\n".join(lines)


def changed_lines(change: BlockChange) -> Sequence[str]:
    """A block's change as a unified diff; nothing when it is the same."""
    block = change.after or change.before
    if change.change == "same" or block is None:
        return ()
    old = change.before.text.splitlines() if change.before else []
    new = change.after.text.splitlines() if change.after else []
    lines = list(difflib.unified_diff(old, new, lineterm="", n=1))[2:]
    more = len(lines) - _MOST_LINES
    return (
        f"== {change.layer}, {block.role} {block.kind}: {change.change}",
        *lines[:_MOST_LINES],
        *([f"… {more:,} more lines"] if more > 0 else []),
    )
