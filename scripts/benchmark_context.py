"""The part of docs/benchmarks.md about the context engine, from the rows of `tieout bench context`."""

from typing import Any

Row = dict[str, Any]
PROSE = """## What the context engine finds, keeps and costs

`tieout bench context [--data DIR]`. No model is called.

**What must change together.** A typed number that formulas read is changed, the engine recalculates, and the truth is every other cell whose value changed; so the
truth knows nothing of the static graph. The question is the number's own row label and column heading. All methods rank the same places and show them in
the same one-line cards until 8,000 tokens are spent. Truths are often a handful of cells, so precision is low for every method. "Other half" are
workbooks that were never looked at while the walk was tuned. `fusion` is what `general.searchWorkbook` does.
"""
SESSIONS = """
**Sessions of many steps** are run for real (agent loop, sandbox, embedded Excel) with replies written beforehand: five requests a step, about 5,000 tokens of evidence. The
same session is laid out in other ways: everything appended; compacted at 60,000 tokens of messages into a summary of 2,000 and the newest 10,000; truncated to the newest
30,000. First task and map always stay, and the local Messages API's rules accept every request. The plain summary is made without a model
(first lines, evenly thinned); a model's would choose better, what it keeps word for word can't be known offline.
"""
RETENTION = """
Planted: constraints in the user's messages, rejected ways with their reasons in ten of forty steps, and the formulas of those steps; counted is what stands word for word in the
fortieth step's last request. This is retention: whether a model would keep to it wasn't measured.
"""
METHODS = ("keyword", "text", "graph", "fusion")


def section(rows: list[Row]) -> str:
    """Markdown of the section; "" without rows of this benchmark."""
    own = [row for row in rows if row["bench"] == "context"]
    if not own:
        return ""
    by_metric = {str(row["metric"]): row for row in own}
    lines = [PROSE, *_retrieval(by_metric), SESSIONS, *_costs(own), RETENTION]
    lines += ["| layout | retained | of which |", "| --- | ---: | --- |"]
    lines += [
        f"| {metric.split(', ')[1]} | {_share(row)} | {row['note']} |"
        for metric, row in by_metric.items()
        if metric.startswith("retention_step40")
    ]
    lines += ["", *_reproducible(by_metric)]
    return "\n".join(lines)


def _retrieval(by_metric: dict[str, Row]) -> list[str]:
    lines = ["| workbooks | method | recall at 8k | precision at 8k | questions |"]
    lines.append("| --- | --- | ---: | ---: | ---: |")
    for group in ("", ", other half", ", workbooks that don't fit"):
        for method in METHODS:
            recall = by_metric.get(f"recall_at_8k, {method}{group}")
            precision = by_metric.get(f"precision_at_8k, {method}{group}")
            if recall is None or precision is None:
                continue
            name = group.removeprefix(", ") or "all"
            lines.append(
                f"| {name} | {method} | {_share(recall)} | {_share(precision)} | {recall['n']:,} |"
            )
    made = [row for metric, row in by_metric.items() if metric.startswith("index_seconds")]
    told = "; ".join(f"{row['value']} s for {row['note'].split(';')[0]}" for row in made)
    return [*lines, "", f"Making the index, once a session: {told}." if told else ""]


def _costs(own: list[Row]) -> list[str]:
    lines = ["| session | layout | cost over ours |", "| --- | --- | ---: |"]
    for row in own:
        if str(row["metric"]).startswith("cost_ratio"):
            steps = str(row["metric"]).split(", ")[1]
            lines.append(f"| {steps} | {row['baseline']} | {row['value']:.2f}x |")
    notes = [row for row in own if str(row["metric"]).startswith("cost, ")]
    lines.append("")
    lines += [
        f"Ours, {str(row['metric']).split(', ')[1]}: {row['value']:,} input-equivalents "
        f"({row['note']})."
        for row in notes
    ]
    return lines


def _reproducible(by_metric: dict[str, Row]) -> list[str]:
    same, told = by_metric.get("bytes_identical"), by_metric.get("attribution_ok")
    over = by_metric.get("requests_over_budget")
    lines: list[str] = []
    if same is not None:
        lines.append(
            f"Requests with the same bytes elsewhere: {_share(same)} of {same['n']} ({same['note']})."
        )
    if told is not None:
        lines.append(
            f"Faults put down to the part they were laid in: {_share(told)} of {told['n']} ({told['note']})."
        )
    if over is not None:
        lines.append(f"Requests over a budget: {over['value']} of {over['n']}.")
    return lines


def _share(row: Row) -> str:
    return f"{row['value']:.1%}".replace("%", " %")
