"""Greps over the whole Office.js reference, in process: the skill's kinds of search and the worst."""

import json
import shlex
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

from tieout.reference.grep import GrepOptions, grep, reference_text

_GREPS = Path(__file__).resolve().parent.parent / "tests" / "golden" / "reference_greps.json"
_HARD = (
    ".",
    "e",
    '"isEnum": true',
    "series.*colou?r",
    r"(\w+,? ?)+;$",
    "(.*chart.*)+axis$",
    "^(.*,)+x$",
    "no such text",
)
_LIMIT = "the limit is 20 ms at p99"


def measure(long: bool) -> Iterator[dict[str, object]]:
    """Rows of this benchmark; `long` repeats more often."""
    start = time.perf_counter()
    text = reference_text()
    yield row("load", (time.perf_counter() - start) * 1e3, 1, f"{text.lines:,} lines")
    times = 40 if long else 10
    usual = [pattern for pattern in _patterns() for _ in range(times)]
    for name, patterns in (
        ("usual", usual),
        ("hard", [p for p in _HARD for _ in range(times * 4)]),
    ):
        taken = [_milliseconds(pattern) for pattern in patterns]
        for clock, times_of in zip(
            ("", " of processor time"), zip(*taken, strict=True), strict=True
        ):
            p99 = quantiles(times_of, n=100)[98]
            yield row(f"{name} grep, p50{clock}", median(times_of), len(taken))
            yield row(f"{name} grep, p99{clock}", p99, len(taken), _LIMIT)


def _patterns() -> list[str]:
    greps: dict[str, list[str]] = json.loads(_GREPS.read_text(encoding="utf-8"))["greps"]
    return [shlex.split(command)[-1] for commands in greps.values() for command in commands]


def _milliseconds(pattern: str) -> tuple[float, float]:
    """By the wall clock, and what the processor spent: a busy machine shows only in the first."""
    start, spent = time.perf_counter(), time.thread_time()
    grep(reference_text(), pattern, GrepOptions(after=8, ignore_case=True))
    return (time.perf_counter() - start) * 1e3, (time.thread_time() - spent) * 1e3


def row(metric: str, value: float, times: int, note: str = "") -> dict[str, object]:
    """One figure, in milliseconds."""
    figure: dict[str, object] = {"bench": "reference", "metric": metric}
    figure |= {"value": round(value, 3), "unit": "ms", "n": times}
    return figure | ({"note": note} if note else {})
