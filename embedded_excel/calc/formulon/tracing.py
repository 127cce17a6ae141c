"""The engine's graph of formulas, as `Tracing`."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Final

from embedded_excel.calc.formulon.book import Book
from embedded_excel.calc.tracing import Node

_ALL_LEVELS: Final = 1_000_000


class FormulonTracing:
    """The graph of one open workbook."""

    def __init__(self, opened: Callable[[], AbstractContextManager[Book]]) -> None:
        self._open = opened

    def precedents(self, node: Node) -> Sequence[Node]:
        """Cells a formula reads."""
        with self._open() as book:
            return [(cell.sheet, cell.row, cell.col) for cell in book.wheel.precedents(*node, 1)]

    def all_dependents(self, node: Node) -> Sequence[Node]:
        """Cells that read a cell, on every level."""
        with self._open() as book:
            found = book.wheel.dependents(*node, _ALL_LEVELS)
            return [(cell.sheet, cell.row, cell.col) for cell in found]
