"""The words of nodes, and how well they answer a query: what a text index must do, and a plain one.

Scores are BM25 with weights by field, as SQLite's FTS5 defines it, so that both give one order.
"""

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from tieout.workbook.index.nodes import Node
from tieout.workbook.index.words import words

FIELD_WEIGHTS = (3.0, 2.0, 1.0)
"""Label, heading, body."""
_K1, _B = 1.2, 0.75
_LEAST_IDF = 1e-6


@dataclass(frozen=True, slots=True)
class TextEntry:
    """The words of one node, by field."""

    id: str
    label: tuple[str, ...]
    heading: tuple[str, ...]
    body: tuple[str, ...]

    @property
    def fields(self) -> tuple[tuple[str, ...], ...]:
        """In the order of `FIELD_WEIGHTS`."""
        return self.label, self.heading, self.body


def entry(node: Node) -> TextEntry:
    """The words of a node."""
    return TextEntry(node.id, words(node.label), words(node.heading), words(node.body))


class TextIndex(Protocol):
    """Finds entries by words. Entries belong to parts, which are replaced as a whole."""

    def put(self, part: str, entries: Sequence[TextEntry]) -> None:
        """Replace the entries of a part (a sheet's name, "" for names, tables and charts)."""
        ...

    def keep(self, parts: Collection[str]) -> None:
        """Forget every other part."""
        ...

    def find(self, terms: Sequence[str], most: int) -> list[tuple[str, float]]:
        """Entries with at least one of the words: id and score, the best first, ties by id."""
        ...


class WordCounts:
    """A text index of plain counts, for where no database is."""

    def __init__(self) -> None:
        self._parts: dict[str, Sequence[TextEntry]] = {}
        self._counts: dict[str, list[tuple[str, float, int]]] | None = None
        self._entries, self._average = 0, 1.0

    def put(self, part: str, entries: Sequence[TextEntry]) -> None:
        """Replace the entries of a part."""
        self._parts[part] = entries
        self._counts = None

    def keep(self, parts: Collection[str]) -> None:
        """Forget every other part."""
        for part in set(self._parts) - set(parts):
            del self._parts[part]
            self._counts = None

    def find(self, terms: Sequence[str], most: int) -> list[tuple[str, float]]:
        """Entries by BM25."""
        if self._counts is None:
            self._counts = self._counted()
        scores: dict[str, float] = {}
        for term in dict.fromkeys(terms):
            holding = self._counts.get(term, ())
            rare = math.log((self._entries - len(holding) + 0.5) / (len(holding) + 0.5))
            for found, count, length in holding:
                norm = _K1 * (1 - _B + _B * length / self._average)
                score = max(rare, _LEAST_IDF) * count * (_K1 + 1) / (count + norm)
                scores[found] = scores.get(found, 0.0) + score
        return ordered(scores.items(), most)

    def _counted(self) -> dict[str, list[tuple[str, float, int]]]:
        found: dict[str, list[tuple[str, float, int]]] = {}
        lengths: list[int] = []
        for one in (one for part in self._parts.values() for one in part):
            counts: Counter[str] = Counter()
            for field, weight in zip(one.fields, FIELD_WEIGHTS, strict=True):
                for word, times in Counter(field).items():
                    counts[word] += times * weight  # pyright: ignore[reportArgumentType]
            length = sum(map(len, one.fields))
            lengths.append(length)
            for word, count in counts.items():
                found.setdefault(word, []).append((one.id, count, length))
        self._entries = len(lengths)
        self._average = max(1e-9, sum(lengths) / max(1, len(lengths)))
        return found


def ordered(scores: Collection[tuple[str, float]], most: int) -> list[tuple[str, float]]:
    """The best scores first; equal ones (to nine digits) by id."""
    rounded = [(found, float(f"{score:.9g}")) for found, score in scores]
    return sorted(rounded, key=lambda pair: (-pair[1], pair[0]))[:most]
