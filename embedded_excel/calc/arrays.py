"""The part of the seam that tells arrays of fixed size from those that spill."""

from collections.abc import Sequence
from typing import Protocol

from embedded_excel.calc.cells import Rect


class Arrays(Protocol):
    """Array formulas as they were entered before dynamic arrays, with Ctrl+Shift+Enter."""

    def fixed(self, sheet: int) -> Sequence[Rect]:
        """Areas of more than a cell that belong to one array formula. They don't grow or shrink, and
        no part of one can be written, moved or deleted alone.
        """
        ...
