"""One figure of the conformance benchmark, with the classes of what differs."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Tally:
    """How many of how many are equal, and why the others are not; a few examples of each class."""

    most_examples: int = 3
    equal: int = 0
    total: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=dict)

    def same(self, times: int = 1) -> None:
        self.equal += times
        self.total += times

    def differs(self, reason: str, example: str) -> None:
        self.total += 1
        self.reasons[reason] += 1
        shown = self.examples.setdefault(reason, [])
        if len(shown) < self.most_examples:
            shown.append(example)

    @property
    def percent(self) -> float:
        return 100 * self.equal / self.total if self.total else 0.0

    def row(self, metric: str, note: str) -> dict[str, object]:
        return {
            "bench": "conformance",
            "metric": metric,
            "value": round(self.percent, 3),
            "unit": "%",
            "n": self.total,
            "note": note,
            "classes": dict(self.reasons.most_common()),
            "examples": self.examples,
        }
