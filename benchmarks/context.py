"""The context engine: what it finds, what it keeps, what it costs, and that it is reproducible.

No model is called. (a) `recall_at_8k` and `precision_at_8k`: context/retrieval.py says on what and how.
The others are of scripted sessions, run for real on the embedded Excel (context/steps.py), and of the
same sessions laid out in other ways (context/layouts.py): everything appended; compacted at 60,000
tokens; truncated to the newest 30,000.

* (b) `retention_step40`: share of planted constraints, rejections and formulas that stand word for
  word in the last of forty steps' requests. It is retention: whether a model would keep to them isn't
  measured.
* (c) `cost_ratio, N steps`: cost of the other layout's (`baseline`) N-step session over ours, both by the cache simulator
  and the dated price table.
* (d) `bytes_identical`: share of requests that are the same bytes in processes of other hash seeds,
  locales and time zones.
* (e) `attribution_ok`: share of faults, one or more for each part of a request, that the first
  differing layer puts down to the part they were laid in.
"""

import asyncio
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "benchmarks")]
from context.cost import as_sent, input_equivalents  # noqa: E402
from context.identity import STEPS, attributed, hashes, in_other_processes  # noqa: E402
from context.layouts import BASELINES, Laid  # noqa: E402
from context.retention import retained  # noqa: E402
from context.retrieval import measure_retrieval  # noqa: E402
from context.steps import MODEL, Session, run_session  # noqa: E402

from tieout.llm.local_rules import check_request  # noqa: E402
from tieout.llm.prices import price_table  # noqa: E402

Row = dict[str, object]


def measure(long: bool, sources: Mapping[str, Path] | None = None) -> Iterator[Row]:
    """Everything; retrieval on more workbooks when long."""
    yield from measure_retrieval(long, sources)
    short = asyncio.run(run_session(STEPS, epochs=True))
    for steps in (STEPS, 40):
        print(f"running sessions of {steps} steps…", file=sys.stderr)
        ours = short if steps == STEPS else asyncio.run(run_session(steps, epochs=True))
        full = asyncio.run(run_session(steps, epochs=False))
        laid = {name: list(layout(full.bodies)) for name, layout in BASELINES.items()}
        yield from _costs(steps, ours, full, laid)
        if steps != STEPS:
            yield from _retention(steps, ours, laid)
            yield _row("requests_over_budget", _over(ours), "requests", len(ours.bodies))
    print("comparing bytes between processes…", file=sys.stderr)
    yield from _reproducible(short)


def _costs(
    steps: int, ours: Session, full: Session, laid: Mapping[str, list[Laid]]
) -> Iterator[Row]:
    own = input_equivalents(as_sent(ours.bodies), ours.answers, MODEL)
    told = f"{MODEL}, prices of {price_table().as_of}, 20 s between requests, calls for summaries included"
    note = f"{ours.manifests[-1].epoch} epochs; {told}"
    yield _row(f"cost, {steps} steps", round(own), "input-equivalents", len(ours.bodies), note=note)
    for name, requests in laid.items():
        for request in requests:
            # A baseline that the service would refuse would be a straw man.
            check_request(request.body)
        cost = input_equivalents(requests, full.answers, MODEL)
        yield _row(
            f"cost_ratio, {steps} steps", round(cost / own, 3), "x", len(requests), name, told
        )


def _retention(steps: int, ours: Session, laid: Mapping[str, list[Laid]]) -> Iterator[Row]:
    last = {"epochs": ours.bodies[-1]} | {name: every[-1].body for name, every in laid.items()}
    for name, body in last.items():
        kept = retained(body, steps)
        whole = sum(found for found, _ in kept.values()), sum(count for _, count in kept.values())
        parts = ", ".join(f"{kind} {found} of {count}" for kind, (found, count) in kept.items())
        yield _row(
            f"retention_step{steps}, {name}",
            round(whole[0] / whole[1], 3),
            "share",
            whole[1],
            note=parts,
        )


def _over(session: Session) -> int:
    return sum(bool(manifest.over_budget) for manifest in session.manifests)


def _reproducible(session: Session) -> Iterator[Row]:
    own, others = hashes(session), in_other_processes()
    same = sum(mine == theirs for other in others for mine, theirs in zip(own, other, strict=True))
    note = f"{len(others)} processes of other hash seeds, locales and time zones"
    yield _row(
        "bytes_identical",
        same / (len(own) * len(others)),
        "share",
        len(own) * len(others),
        note=note,
    )
    found = asyncio.run(attributed(session))
    right = sum(laid == named for laid, named in found)
    wrong = "; ".join(
        f"{laid} taken for {named or 'nothing'}" for laid, named in found if laid != named
    )
    yield _row(
        "attribution_ok", right / len(found), "share", len(found), note=wrong or "none missed"
    )


def _row(metric: str, value: float, unit: str, n: int, baseline: str = "", note: str = "") -> Row:
    row: Row = {"bench": "context", "metric": metric, "value": value, "unit": unit, "n": n}
    return row | ({"baseline": baseline} if baseline else {}) | ({"note": note} if note else {})
