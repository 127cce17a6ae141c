"""The rows or the columns a reference covers, for every cell of a filled formula at once."""

from dataclasses import dataclass
from typing import Self

from tieout.workbook.address import MAX_COLUMNS, MAX_ROWS
from tieout.workbook.references.model import Edge


@dataclass(frozen=True, slots=True)
class Span:
    """Two ends, each fixed or at a distance from the row (or column) of the formula.

    Attributes:
        first: A row or column where `first_fixed`, else a distance; `last` is the same.
    """

    first: int
    last: int
    first_fixed: bool = True
    last_fixed: bool = True

    @classmethod
    def fixed(cls, first: int, last: int) -> Self:
        """The same for every formula."""
        return cls(first, last)

    @classmethod
    def of(cls, edges: tuple[Edge, Edge], place: int, *, fixed: bool = False) -> Self:
        """Of two edges, as the formula in row (or column) `place` has them."""
        one, other = edges
        still = one.fixed or fixed, other.fixed or fixed
        return cls(
            one.number if still[0] else one.number - place,
            other.number if still[1] else other.number - place,
            *still,
        )

    def at(self, place: int) -> tuple[int, int]:
        """First and last line for the formula at `place`."""
        one = self.first if self.first_fixed else place + self.first
        other = self.last if self.last_fixed else place + self.last
        return (one, other) if one <= other else (other, one)

    def over(self, low: int, high: int) -> tuple[int, int]:
        """First and last line that formulas between two places read together."""
        one, other = self.at(low), self.at(high)
        return min(one[0], other[0]), max(one[1], other[1])

    def readers(self, low: int, high: int, top: int, bottom: int) -> tuple[int, int] | None:
        """Which formulas between `low` and `high` read a line between `top` and `bottom`."""
        if self.first_fixed and self.last_fixed:
            one, other = self.at(0)
            return (low, high) if one <= bottom and other >= top else None
        if self.first_fixed == self.last_fixed:
            near, far = sorted((self.first, self.last))
            low, high = max(low, top - far), min(high, bottom - near)
        else:
            still, moving = (self.first, self.last) if self.first_fixed else (self.last, self.first)
            if still < top:
                low = max(low, top - moving)
            elif still > bottom:
                high = min(high, bottom - moving)
        return (low, high) if low <= high else None


ALL_ROWS, ALL_COLUMNS = Span(1, MAX_ROWS), Span(1, MAX_COLUMNS)
