"""Which places a query is about: by keywords, by text score, by the graph, or by all together.

The graph walks from what the query names and what its words find best; the user's selection and
what was changed lately draw the walk towards them. Structure comes first: `fusion` only ranks places
the walk reaches, by the reciprocal ranks of walk and words (and of meaning, where that is at hand).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from tieout.workbook.address import Address
from tieout.workbook.index.nodes import Node
from tieout.workbook.index.pagerank import personalised_ranks
from tieout.workbook.index.standing import weight
from tieout.workbook.index.texts import TextIndex
from tieout.workbook.index.words import words
from tieout.workbook.index.workbook_index import WorkbookIndex
from tieout.workbook.references.model import CellsReference, NamedReference, TablePart
from tieout.workbook.references.parse import parse_formula

Method: TypeAlias = Literal["keyword", "text", "graph", "fusion"]

_SENTENCE = re.compile(r"""[?!.,;:]+(?=\s|\Z)|"|'s\b""")
"""Marks of a sentence, which mean something else in a formula."""
_RRF = 60
_MOST_FOUND = 200
_SEEDS, _SHARPNESS = 20, 3
_BACKWARD = 0.2
"""How likely a walk goes from a formula to what it reads, against the other way: what follows from a
place matters more to somebody who is about to change it."""
_FOUND, _AROUND = 0.7, 0.3
"""Interest in the best place the words find, and in what was selected or changed, against 1 for a
place that is named by address or name."""
_TEXTS = 0.6
"""A heading counts less than the cells it names, which say the same words."""
_ENOUGH = 0.95
"""Places are left out where the walk spends the rest of its time together."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A node by its place in the index; scores of one call compare with each other only."""

    place: int
    score: float


def rank(
    index: WorkbookIndex,
    query: str,
    texts: TextIndex,
    *,
    method: Method = "fusion",
    around: Sequence[Address] = (),
    meaning: Sequence[str] = (),
) -> tuple[Ranked, ...]:
    """Places for a query, the best first; ties in the index's own order.

    Args:
        index: The workbook's.
        query: Words, addresses, names, in any mixture.
        texts: Holds the words of the index's nodes.
        method: What counts.
        around: What the user named before, selected or changed.
        meaning: Ids by likeness of meaning, best first; only `fusion` uses them.
    """
    match method:
        case "keyword":
            return _by_keywords(index, query)
        case "text":
            return _ordered(index, _by_words(index, query, texts))
        case "graph":
            return _ordered(index, _reached(index, _interest(index, query, texts, around)))
        case "fusion":
            return _fused(index, query, texts, around, meaning)
        case _:
            assert_never(method)


def _fused(
    index: WorkbookIndex,
    query: str,
    texts: TextIndex,
    around: Sequence[Address],
    meaning: Sequence[str],
) -> tuple[Ranked, ...]:
    order = list(_reached(index, _interest(index, query, texts, around)))
    scores = dict.fromkeys(order, 0.0)
    for place, interest in named_places(index, query).items():
        if interest == 1 and place in scores:
            scores[place] = 1.0
    liked = [index.places[found] for found in meaning if found in index.places]
    for one in (order, _by_words(index, query, texts), liked):
        for number, place in enumerate(place for place in one if place in scores):
            scores[place] += 1 / (_RRF + number + 1)
    return _ordered(index, scores)


def _reached(index: WorkbookIndex, start: NDArray[np.float64]) -> dict[int, float]:
    """Places where a walk spends most of its time, the likeliest first."""
    walked = np.round(_walk(index, start), 12)
    order = np.lexsort((np.arange(len(walked)), -walked))
    order = order[walked[order] > 0]
    enough = int(np.searchsorted(np.cumsum(walked[order]), _ENOUGH)) + 1
    return {place: float(walked[place]) for place in order[:enough].tolist()}


def _ordered(index: WorkbookIndex, scores: Mapping[int, float]) -> tuple[Ranked, ...]:
    """With texts, and places on hidden and archived sheets, ranked down."""
    weighed = [
        Ranked(place, float(f"{score * _standing(index, place):.9g}"))
        for place, score in scores.items()
    ]
    return tuple(sorted(weighed, key=lambda ranked: (-ranked.score, ranked.place)))


def _standing(index: WorkbookIndex, place: int) -> float:
    node = index.nodes[place]
    found = weight(index.standings.get(node.sheet, ""))
    return found * _TEXTS if node.kind == "texts" else found


def _by_keywords(index: WorkbookIndex, query: str) -> tuple[Ranked, ...]:
    """Places whose text holds most of the query's words, as a plain search would find them."""
    wanted = list(dict.fromkeys(re.findall(r"[^\s,;:()\"]+", query.lower())))
    found: dict[int, float] = {}
    for place, node in enumerate(index.nodes):
        text = plain_text(node).lower()
        count = sum(word in text for word in wanted)
        if count:
            found[place] = float(count)
    return tuple(
        Ranked(place, score)
        for place, score in sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
    )


def plain_text(node: Node) -> str:
    """Everything a node says."""
    return " ".join((node.id, node.label, node.heading, node.body, node.formula))


def _by_words(index: WorkbookIndex, query: str, texts: TextIndex) -> dict[int, float]:
    found = texts.find(words(query), _MOST_FOUND)
    scores = {index.places[name]: score for name, score in found if name in index.places}
    return dict(sorted(scores.items(), key=lambda pair: (-pair[1], pair[0])))


def named_places(index: WorkbookIndex, text: str) -> dict[int, float]:
    """Nodes a text names, with the interest in each: cells by address, defined names, tables.

    A bare `Q1` is more often a quarter than a cell, so it counts less.
    """
    found: dict[int, float] = {}
    names = {node.label.casefold(): n for n, node in enumerate(index.nodes) if _has_name(node)}
    for use in parse_formula("=" + _SENTENCE.sub(" ", text)).uses:
        reference = use.reference
        if isinstance(reference, CellsReference):
            sheet = reference.prefix.first or index.workbook.active_sheet
            sure = bool(reference.prefix.first) or not reference.one
            for place in index.at(Address(sheet, *reference.bounds)):
                found[place] = max(found.get(place, 0.0), 1.0 if sure else _AROUND)
        elif isinstance(reference, NamedReference | TablePart):
            name = reference.name if isinstance(reference, NamedReference) else reference.table
            if name.casefold() in names:
                found[names[name.casefold()]] = 1.0
    return found


def _has_name(node: Node) -> bool:
    return node.kind in ("name", "table")


def _interest(
    index: WorkbookIndex, query: str, texts: TextIndex, around: Sequence[Address]
) -> NDArray[np.float64]:
    start = np.zeros(len(index.nodes))
    for place, interest in named_places(index, query).items():
        start[place] = interest
    found = list(_by_words(index, query, texts).items())[:_SEEDS]
    best = found[0][1] if found else 1.0
    for place, score in found:
        start[place] = max(start[place], _FOUND * (score / best) ** _SHARPNESS)
    for area in around:
        for place in index.at(area):
            start[place] = max(start[place], _AROUND)
    return start


def _walk(index: WorkbookIndex, start: NDArray[np.float64]) -> NDArray[np.float64]:
    edges = index.edges
    return personalised_ranks(
        start,
        np.concatenate([edges.read, edges.readers]),
        np.concatenate([edges.readers, edges.read]),
        np.concatenate([edges.weights, edges.weights * _BACKWARD]),
    )
