"""Likeness of meaning, where something is installed that can tell it."""

from collections.abc import Sequence
from typing import Protocol

from tieout.workbook.index.nodes import Node

MOST_COMPARED = 40
"""Places whose meaning is compared with a query's: the best that structure and words gave."""


class MeaningOrder(Protocol):
    """Orders texts by how near their meaning is to a query."""

    def order(self, query: str, texts: Sequence[tuple[str, str]]) -> list[str]:
        """The ids of `texts` (id, text), the nearest first; ties by id. May take a second."""
        ...


def meaning_text(node: Node) -> str:
    """What of a node has a meaning: what names it, not its formula."""
    return " · ".join(part for part in (node.label, node.heading, node.sheet) if part)[:400]
