"""The part of the seam that knows which cells formulas read."""

from collections.abc import Sequence
from typing import Protocol, TypeAlias

Node: TypeAlias = tuple[int, int, int]
"""Sheet, row and column of a cell."""


class Tracing(Protocol):
    """The graph of a workbook's formulas."""

    def precedents(self, node: Node) -> Sequence[Node]:
        """Cells the formula of a cell reads, names and tables followed."""
        ...

    def all_dependents(self, node: Node) -> Sequence[Node]:
        """Cells whose formulas read a cell, or cells that do."""
        ...
